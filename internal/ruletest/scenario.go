package ruletest

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"go.yaml.in/yaml/v3"
	"golang.org/x/tools/txtar"
)

// Scenario is a story in stages that one running processor is told, each stage with
// what arrives, what leaves, and what is counted.
type Scenario struct {
	Name, Path string
	// About says in a sentence what the scenario shows.
	About  string
	Config map[string]any
	Stages []Stage
}

// Stage is one step of a scenario, named as its folder in the file.
type Stage struct {
	Name string
	// Found: a false claim has to be found in the stage, and in no other. It is in the
	// name, so that no regeneration of expectations can flip it.
	Found bool
	In    []Sent
	Want  StageWant
}

// StageWant is what comes of a stage.
type StageWant struct {
	// Records has the effect on each record, in their order; most have none.
	Records []Want
	// Counters are the increases of the counters, by name and labels.
	Counters map[string]int64
}

// Sent is a record as it arrives: a span, or a log record. Each is a request of its own.
type Sent struct {
	Log     bool   `yaml:"log,omitempty"`
	Service string `yaml:"service,omitempty"`
	Scope   string `yaml:"scope,omitempty"`
	Trace   byte   `yaml:"trace"`
	Span    byte   `yaml:"span,omitempty"`
	Parent  byte   `yaml:"parent,omitempty"`
	// At and Took are when it began and how long that took, in seconds.
	At         int64          `yaml:"at"`
	Took       int64          `yaml:"took,omitempty"`
	Name       string         `yaml:"name,omitempty"`
	Status     string         `yaml:"status,omitempty"`
	Body       string         `yaml:"body,omitempty"`
	Attributes map[string]any `yaml:"attributes,omitempty"`
	Events     []SentEvent    `yaml:"events,omitempty"`
}

// SentEvent is an event of a span.
type SentEvent struct {
	Name       string         `yaml:"name"`
	Attributes map[string]any `yaml:"attributes"`
}

// The ends of the names of stages, and the files in them.
const (
	endFound  = "_found"
	endSilent = "_silent"

	fileIn       = "in.yaml"
	fileOut      = "out.yaml"
	fileCounters = "counters.yaml"
)

// LoadScenarios reads every scenario in dir.
func LoadScenarios(dir string) ([]Scenario, error) {
	paths, err := filepath.Glob(filepath.Join(dir, "*.txtar"))
	if err != nil {
		return nil, err
	}
	list := make([]Scenario, 0, len(paths))
	for _, path := range paths {
		s, err := loadScenario(path)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		list = append(list, s)
	}
	return list, nil
}

func loadScenario(path string) (Scenario, error) {
	s := Scenario{Name: strings.TrimSuffix(filepath.Base(path), ".txtar"), Path: path}
	archive, err := txtar.ParseFile(path)
	if err != nil {
		return s, err
	}
	if s.About = strings.TrimSpace(string(archive.Comment)); s.About == "" {
		return s, fmt.Errorf("the first line has to say what the scenario shows")
	}
	for _, f := range archive.Files {
		if err := s.read(f); err != nil {
			return s, fmt.Errorf("%s: %w", f.Name, err)
		}
	}
	return s, nil
}

func (s *Scenario) read(f txtar.File) error {
	name, file, ok := strings.Cut(f.Name, "/")
	if !ok {
		if f.Name != fileConfig {
			return fmt.Errorf("unknown file")
		}
		return strictly(f.Data, &s.Config)
	}
	if n := len(s.Stages); n == 0 || s.Stages[n-1].Name != name {
		found := strings.HasSuffix(name, endFound)
		if !found && !strings.HasSuffix(name, endSilent) {
			return fmt.Errorf("the name of a stage has to end in %s or %s", endFound, endSilent)
		}
		s.Stages = append(s.Stages, Stage{Name: name, Found: found})
	}
	stage := &s.Stages[len(s.Stages)-1]
	switch file {
	case fileIn:
		return strictly(f.Data, &stage.In)
	case fileOut:
		return strictly(f.Data, &stage.Want.Records)
	case fileCounters:
		return strictly(f.Data, &stage.Want.Counters)
	default:
		return fmt.Errorf("unknown file")
	}
}

func strictly(data []byte, into any) error {
	d := yaml.NewDecoder(bytes.NewReader(data))
	d.KnownFields(true)
	return d.Decode(into)
}

// Rewrite replaces the expectations of all stages in the file.
func (s *Scenario) Rewrite(want []StageWant) error {
	archive, err := txtar.ParseFile(s.Path)
	if err != nil {
		return err
	}
	var files []txtar.File
	stage := 0
	for _, f := range archive.Files {
		_, file, inStage := strings.Cut(f.Name, "/")
		if inStage && file != fileIn {
			continue
		}
		files = append(files, f)
		if !inStage {
			continue
		}
		name := s.Stages[stage].Name
		for _, part := range []struct {
			file  string
			value any
		}{{fileOut, want[stage].Records}, {fileCounters, want[stage].Counters}} {
			text, err := yaml.Marshal(part.value)
			if err != nil {
				return err
			}
			files = append(files, txtar.File{Name: name + "/" + part.file, Data: text})
		}
		stage++
	}
	archive.Files = files
	return os.WriteFile(s.Path, txtar.Format(archive), 0o644) //nolint:gosec // test data, readable by everyone
}
