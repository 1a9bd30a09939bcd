package toolspanprocessor

import (
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"go.opentelemetry.io/collector/component"

	"github.com/toolspan/toolspan/internal/dialect"
	"github.com/toolspan/toolspan/internal/evidence/harness"
	"github.com/toolspan/toolspan/internal/termination"
	"github.com/toolspan/toolspan/internal/toolcall"
)

// Limits on what a user can describe, so that no configuration makes a record costly.
const (
	maxDialects    = 64
	maxFlags       = 64
	minValueLength = 64
	maxValueLength = 16 << 20
)

var (
	dialectName = regexp.MustCompile(`^[a-z][a-z0-9_]{0,63}$`)

	// The words of the settings, and what they stand for. The empty word is the default where there is one.
	clipStreams = map[string]toolcall.ClipStream{
		"": toolcall.ClipOutput, "output": toolcall.ClipOutput, "stdout": toolcall.ClipStdout, "stderr": toolcall.ClipStderr,
		"arguments": toolcall.ClipArguments,
	}
	clipSides = map[string]toolcall.Side{
		"head": toolcall.HeadLost, "tail": toolcall.TailLost, "middle": toolcall.MiddleLost, "all": toolcall.AllLost,
	}
	clipCauses = map[string]toolcall.By{"harness": toolcall.ByHarness, "telemetry": toolcall.ByTelemetry}
	trusts     = map[string]dialect.Trust{"": dialect.Returned, "returned": dialect.Returned, "follows": dialect.Follows}
	textPlaces = map[string]dialect.TextPlace{"header": dialect.AtHeader, "trailer": dialect.AtTrailer}
	minusOnes  = map[string]termination.Kind{
		"": termination.NonzeroExit, "nonzero_exit": termination.NonzeroExit, "signal": termination.Signaled,
		"running": termination.Running, "timeout": termination.Timeout,
	}
)

// userDialect is a dialect of the configuration, with the conditions that recognise its records.
type userDialect struct {
	*dialect.Dialect
	match matchers
}

// userDialects turns the section into dialects of the same type as the built-in ones, and reports every mistake in it.
func userDialects(settings component.TelemetrySettings, cfg *Config) ([]userDialect, error) {
	if n := len(cfg.Dialects); n > maxDialects {
		return nil, fmt.Errorf("dialects: %d dialects must be at most %d", n, maxDialects)
	}
	var errs []error
	owner := map[string]string{}
	for _, d := range append(dialect.Builtin(), dialect.Generic()) {
		owner[d.Name] = "the built-in dialects"
	}
	list := make([]userDialect, 0, len(cfg.Dialects))
	for i := range cfg.Dialects {
		at := fmt.Sprintf("dialects[%d]", i)
		d := &cfg.Dialects[i]
		errs = append(errs, validateDialectName(at+"::name", d.Name, owner))
		match, err := compileConditions(settings, &d.Match, at+"::match", cfg.ErrorMode)
		if err == nil && match.span.empty() && match.log.empty() {
			err = fmt.Errorf("%s::match: must hold a condition under span or log, by which its records are recognised", at)
		}
		built, buildErr := buildDialect(at, d)
		errs = append(errs, err, buildErr)
		list = append(list, userDialect{Dialect: built, match: match})
	}
	return list, errors.Join(errs...)
}

func validateDialectName(at, name string, owner map[string]string) error {
	first, taken := owner[name]
	owner[name] = at
	switch {
	case !dialectName.MatchString(name):
		return fmt.Errorf("%s: %q must be 1 to 64 lower-case letters, digits and underscores, starting with a letter", at, name)
	case taken:
		return fmt.Errorf("%s: %q must be unique, and stands at %s already", at, name, first)
	default:
		return nil
	}
}

func buildDialect(at string, cfg *Dialect) (*dialect.Dialect, error) {
	d := &dialect.Dialect{Name: cfg.Name, Doc: "Described in the configuration.", Shells: cfg.Shells, Harnesses: harness.All}
	d.Policy.Spoofable = true
	fields, fieldErr := dialectFields(at+"::fields", cfg.Fields)
	flags, flagErr := dialectFlags(at+"::flags", cfg.Flags)
	clips, clipErr := dialectClips(at+"::clips", cfg.Clips)
	limits, limitErr := dialectLimits(at+"::limits", cfg.Limits)
	texts, textErr := dialectTexts(at+"::texts", cfg.Texts)
	d.Keys, d.Flags, d.Clips, d.Limits, d.Texts = fields, flags, clips, limits, texts
	errs := []error{fieldErr, flagErr, clipErr, limitErr, textErr}
	for i, name := range cfg.Harnesses {
		errs = append(errs, oneOf(fmt.Sprintf("%s::harnesses[%d]", at, i), name, strings.Split(harness.All.String(), ",")...))
	}
	if len(cfg.Harnesses) > 0 {
		d.Harnesses = harness.Named(cfg.Harnesses...)
	}
	for i, place := range cfg.ProvesSuccess {
		errs = append(errs, wordOf(fmt.Sprintf("%s::proves_success[%d]", at, i), place, textPlaces))
		d.Policy.HeaderOK = d.Policy.HeaderOK || place == "header"
		d.Policy.TrailerOK = d.Policy.TrailerOK || place == "trailer"
	}
	errs = append(errs, wordOf(at+"::minus_one", cfg.MinusOne, minusOnes))
	d.Policy.MinusOne = minusOnes[cfg.MinusOne]
	return d, errors.Join(errs...)
}

// dialectFields refuses the fields that are claims: a dialect says by its flags what success claims, so that nobody's
// attribute is taken for the contract's.
func dialectFields(at string, cfg map[string][]string) (map[toolcall.Field][]string, error) {
	var errs []error
	fields := map[toolcall.Field][]string{}
	owner := map[string]string{}
	for _, name := range slices.Sorted(maps.Keys(cfg)) {
		if err := oneOf(at, name, dialectFieldNames()...); err != nil {
			errs = append(errs, err)
			continue
		}
		if n := len(cfg[name]); n > maxSourceKeys {
			errs = append(errs, fmt.Errorf("%s::%s: %d places must be at most %d", at, name, n, maxSourceKeys))
			continue
		}
		for i, place := range cfg[name] {
			here := fmt.Sprintf("%s::%s[%d]", at, name, i)
			if first, taken := owner[place]; taken {
				errs = append(errs, fmt.Errorf("%s: %q must be listed once, and stands at %s already", here, place, first))
				continue
			}
			owner[place] = here
			errs = append(errs, validatePlace(here, place))
		}
		fields[toolcall.FieldByName(name)] = cfg[name]
	}
	return fields, errors.Join(errs...)
}

func dialectFieldNames() []string {
	return slices.DeleteFunc(slices.Clone(fieldNames()), func(name string) bool { return toolcall.FieldByName(name).IsClaim() })
}

func validatePlace(at, place string) error {
	if strings.HasPrefix(place, toolcall.VerdictPrefix) {
		return fmt.Errorf("%s: %q must not start with %s, which is removed before a record is read", at, place, toolcall.VerdictPrefix)
	}
	if _, err := dialect.ParseSource(place); err != nil {
		return fmt.Errorf("%s: %q %w", at, place, err)
	}
	return nil
}

func dialectFlags(at string, cfg []DialectFlag) ([]dialect.Flag, error) {
	if n := len(cfg); n > maxFlags {
		return nil, fmt.Errorf("%s: %d flags must be at most %d", at, n, maxFlags)
	}
	var errs []error
	flags := make([]dialect.Flag, len(cfg))
	for i, f := range cfg {
		here := fmt.Sprintf("%s[%d]", at, i)
		errs = append(errs, validatePlace(here+"::source", f.Source), wordOf(here+"::trust", f.Trust, trusts))
		flags[i] = dialect.Flag{Source: f.Source, Trust: trusts[f.Trust], Words: map[string]dialect.Word{}}
		if len(f.Tools) > 0 {
			flags[i].Tools = f.Tools
		}
		for _, word := range slices.Sorted(maps.Keys(f.Words)) {
			if word != strings.ToLower(strings.TrimSpace(word)) || word == "" {
				errs = append(errs, fmt.Errorf("%s::words: %q must be a word in lower case", here, word))
			}
			errs = append(errs, oneOf(here+"::words::"+word, f.Words[word], words(dialect.FlagWords())...))
			flags[i].Words[word] = dialect.Word(f.Words[word])
		}
	}
	return flags, errors.Join(errs...)
}

func dialectClips(at string, cfg []DialectClip) ([]dialect.ClipFlag, error) {
	if n := len(cfg); n > maxFlags {
		return nil, fmt.Errorf("%s: %d flags must be at most %d", at, n, maxFlags)
	}
	var errs []error
	clips := make([]dialect.ClipFlag, len(cfg))
	for i, c := range cfg {
		here := fmt.Sprintf("%s[%d]", at, i)
		errs = append(errs, validatePlace(here+"::source", c.Source), wordOf(here+"::stream", c.Stream, clipStreams),
			wordOf(here+"::side", c.Side, clipSides), wordOf(here+"::by", c.By, clipCauses))
		clips[i] = dialect.ClipFlag{
			Source: c.Source, Clip: toolcall.Clip{Stream: clipStreams[c.Stream], Side: clipSides[c.Side], By: clipCauses[c.By]},
		}
	}
	return clips, errors.Join(errs...)
}

func dialectLimits(at string, cfg []DialectLimit) ([]dialect.Limit, error) {
	if n := len(cfg); n > maxFlags {
		return nil, fmt.Errorf("%s: %d limits must be at most %d", at, n, maxFlags)
	}
	var errs []error
	limits := make([]dialect.Limit, len(cfg))
	for i, l := range cfg {
		here := fmt.Sprintf("%s[%d]", at, i)
		errs = append(errs, validatePlace(here+"::source", l.Source), wordOf(here+"::stream", l.Stream, clipStreams),
			within(here+"::length", l.Length, minValueLength, maxValueLength))
		limits[i] = dialect.Limit{Source: l.Source, Length: l.Length, Stream: clipStreams[l.Stream]}
	}
	return limits, errors.Join(errs...)
}

func dialectTexts(at string, cfg []DialectText) ([]dialect.Text, error) {
	if n := len(cfg); n > maxFlags {
		return nil, fmt.Errorf("%s: %d texts must be at most %d", at, n, maxFlags)
	}
	var errs []error
	texts := make([]dialect.Text, 0, len(cfg))
	for i, t := range cfg {
		here := fmt.Sprintf("%s[%d]", at, i)
		errs = append(errs, wordOf(here+"::at", t.At, textPlaces), oneOf(here+"::says", t.Says, textWords()...))
		if err := validateMarkerPattern(here+"::pattern", t.Pattern); err != nil {
			errs = append(errs, err)
			continue
		}
		text, err := dialect.CompileText(textPlaces[t.At], t.Pattern, dialect.Word(t.Says))
		switch {
		case err != nil:
			err = fmt.Errorf("%s::pattern: %q must be an RE2 expression: %w", here, t.Pattern, err)
		case t.Says == string(dialect.SaysExit) && text.Pattern.SubexpIndex("code") < 0:
			err = fmt.Errorf("%s::pattern: %q must hold a group (?P<code>...) for the exit code", here, t.Pattern)
		}
		errs = append(errs, err)
		texts = append(texts, text)
	}
	return texts, errors.Join(errs...)
}

// textWords are what a text may say: what a flag may, except nothing, and that a code follows.
func textWords() []string {
	list := words(dialect.FlagWords())
	list = slices.DeleteFunc(list, func(w string) bool { return w == string(dialect.SaysNothing) })
	return append(list, string(dialect.SaysExit))
}

func words(list []dialect.Word) []string {
	texts := make([]string, len(list))
	for i, w := range list {
		texts[i] = string(w)
	}
	return texts
}

// wordOf checks a word against the keys of a table; the empty word is allowed where the table has it, as the default.
func wordOf[V any](key, value string, table map[string]V) error {
	if _, ok := table[value]; ok {
		return nil
	}
	allowed := slices.Sorted(maps.Keys(table))
	return oneOf(key, value, slices.DeleteFunc(allowed, func(w string) bool { return w == "" })...)
}
