// Package ruletest reads the cases of rules: one small file per case, from which
// both the tests and the examples of the documentation are made.
package ruletest

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"go.yaml.in/yaml/v3"
	"golang.org/x/tools/txtar"
)

// Verdict is what the file name of a case says about it. It is in the name so
// that no regeneration of expectations can flip it.
type Verdict string

// The verdicts of cases.
const (
	OK  Verdict = "ok"  // the rule stays silent
	Bad Verdict = "bad" // the rule reports a finding
	Gap Verdict = "gap" // the rule reports a gap
)

// Case is one record with what has to come of it.
type Case struct {
	Rule    string
	Name    string
	Path    string
	Verdict Verdict
	// About says in a sentence what the case shows.
	About  string
	Config map[string]any
	// Earlier are spans that pass before, in the same trace, one after the other.
	Earlier []Record
	Record  Record
	Want    Want
	want    string
}

// Record is a span, or a log record where Log is set.
type Record struct {
	Name          string         `yaml:"name,omitempty"`
	Status        string         `yaml:"status,omitempty"`
	StatusMessage string         `yaml:"status_message,omitempty"`
	Attributes    map[string]any `yaml:"attributes,omitempty"`
	Body          any            `yaml:"body,omitempty"`
	// Events are those of a span.
	Events []RecordEvent `yaml:"events,omitempty"`
	Log    bool          `yaml:"-"`
	// Order lists the attributes as they stand in the file.
	Order []string `yaml:"-"`
}

// RecordEvent is an event of a span, which happened so many seconds after some time.
type RecordEvent struct {
	Name       string         `yaml:"name"`
	At         int64          `yaml:"at"`
	Attributes map[string]any `yaml:"attributes,omitempty"`
}

// UnmarshalYAML also keeps the order of the attributes.
func (r *Record) UnmarshalYAML(node *yaml.Node) error {
	type plain Record
	if err := node.Decode((*plain)(r)); err != nil {
		return err
	}
	var ordered struct{ Attributes yaml.Node }
	if err := node.Decode(&ordered); err != nil {
		return err
	}
	for i := 0; i < len(ordered.Attributes.Content); i += 2 {
		r.Order = append(r.Order, ordered.Attributes.Content[i].Value)
	}
	return nil
}

// Want is the whole effect on the record: the verdict without its prefix, and
// every attribute of the producer that is not as it was.
type Want struct {
	Verdict map[string]any `yaml:"verdict,omitempty"`
	Changed map[string]any `yaml:"changed,omitempty"`
	Status  string         `yaml:"status,omitempty"`
}

// Change notes an attribute that is not as it was; nil says that it is gone.
func (w *Want) Change(key string, value any) {
	if w.Changed == nil {
		w.Changed = map[string]any{}
	}
	w.Changed[key] = value
}

// The files in a case.
const (
	fileConfig  = "config.yaml"
	fileEarlier = "earlier.yaml"
	fileSpan    = "span.yaml"
	fileLog     = "log.yaml"
	fileWant    = "want.yaml"
)

// Load reads every case below dir, where each rule has a folder.
func Load(dir string) ([]Case, error) {
	paths, err := filepath.Glob(filepath.Join(dir, "*", "*.txtar"))
	if err != nil {
		return nil, err
	}
	cases := make([]Case, 0, len(paths))
	for _, path := range paths {
		c, err := load(path)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		cases = append(cases, c)
	}
	return cases, nil
}

func load(path string) (Case, error) {
	name := strings.TrimSuffix(filepath.Base(path), ".txtar")
	verdict, _, ok := strings.Cut(name, "_")
	c := Case{Rule: filepath.Base(filepath.Dir(path)), Name: name, Path: path, Verdict: Verdict(verdict)}
	if !ok || c.Verdict != OK && c.Verdict != Bad && c.Verdict != Gap {
		return c, fmt.Errorf("the name has to start with ok_, bad_ or gap_")
	}
	archive, err := txtar.ParseFile(path)
	if err != nil {
		return c, err
	}
	if c.About = strings.TrimSpace(string(archive.Comment)); c.About == "" {
		return c, fmt.Errorf("the first line has to say what the case shows")
	}
	for _, f := range archive.Files {
		if err := c.read(f); err != nil {
			return c, fmt.Errorf("%s: %w", f.Name, err)
		}
	}
	return c, nil
}

func (c *Case) read(f txtar.File) error {
	switch f.Name {
	case fileConfig:
		return yaml.Unmarshal(f.Data, &c.Config)
	case fileEarlier:
		return yaml.Unmarshal(f.Data, &c.Earlier)
	case fileSpan, fileLog:
		c.Record.Log = f.Name == fileLog
		return yaml.Unmarshal(f.Data, &c.Record)
	case fileWant:
		c.want = string(f.Data)
		return yaml.Unmarshal(f.Data, &c.Want)
	default:
		return fmt.Errorf("unknown file")
	}
}

// Text returns a file of the case as it is written, or nothing.
func (c *Case) Text(name string) string {
	archive, err := txtar.ParseFile(c.Path)
	if err != nil {
		return ""
	}
	for _, f := range archive.Files {
		if f.Name == name {
			return string(f.Data)
		}
	}
	return ""
}

// Input returns the record as it is written.
func (c *Case) Input() string {
	if c.Record.Log {
		return c.Text(fileLog)
	}
	return c.Text(fileSpan)
}

// Rewrite replaces the expectations in the file. What the name of the file says
// stays as it is.
func (c *Case) Rewrite(want Want) error {
	text, err := yaml.Marshal(want)
	if err != nil {
		return err
	}
	archive, err := txtar.ParseFile(c.Path)
	if err != nil {
		return err
	}
	files := archive.Files[:0]
	for _, f := range archive.Files {
		if f.Name != fileWant {
			files = append(files, f)
		}
	}
	files = append(files, txtar.File{Name: fileWant, Data: text})
	archive.Files = files
	return os.WriteFile(c.Path, txtar.Format(archive), 0o644) //nolint:gosec // test data, readable by everyone
}
