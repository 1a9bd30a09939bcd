package toolspanprocessor

import (
	"cmp"
	"errors"
	"fmt"
	"regexp"

	"github.com/toolspan/toolspan/internal/dialect"
)

// The values of the settings that say what may leave, the strictest last.
const (
	contentKeep     = "keep"
	contentTruncate = dialect.TruncatedWord
	contentHash     = dialect.HashedWord
	contentDrop     = dialect.DroppedWord
)

const (
	minTruncateAt, maxTruncateAt = 16, 1 << 20
	maxMasks                     = 64
	maxMask                      = 4 << 10
)

// maskedText stands where a pattern found a secret. It is one of the words by which the
// rules about digests and lengths know a text that was changed.
const maskedText = "[MASKED]"

// manner is how a text is treated, the strictest last.
type manner uint8

const (
	keepText manner = iota
	maskText        // what was done to a text that is kept; no setting says so by itself
	truncateText
	hashText
	dropText
)

var mannerWords = [...]string{contentKeep, dialect.MaskedWord, contentTruncate, contentHash, contentDrop}

func mannerOf(word string) manner {
	for m, known := range mannerWords {
		if known == word {
			return manner(m)
		}
	}
	return keepText
}

// contentPolicy says which texts may leave. It is nil where all of them may, so that
// nothing is done for that.
type contentPolicy struct {
	by    [dialect.NumContents]manner
	limit int
	masks []*regexp.Regexp
	table *dialect.ContentTable
}

func newContentPolicy(cfg *Config, dialects *dialect.Set) *contentPolicy {
	c := &contentPolicy{limit: cfg.Content.TruncateAt, masks: compileAll(cfg.Content.Mask)}
	strictest := keepText
	for kind, word := range cfg.Content.words() {
		c.by[kind] = mannerOf(cmp.Or(word, cfg.Content.Default))
		if dialect.Content(kind) == dialect.MessagesContent && word == "" {
			c.by[kind] = max(c.by[kind], strictest)
		}
		strictest = max(strictest, c.by[kind])
	}
	if strictest == keepText && len(c.masks) == 0 {
		return nil
	}
	c.table = dialects.Content(cfg.Fields)
	return c
}

// keeps reports whether texts of a kind may leave as they came, so that a copy of one may
// be put somewhere else too.
func (c *contentPolicy) keeps(kind dialect.Content) bool {
	return c == nil || c.by[kind] == keepText && len(c.masks) == 0
}

// of is how a text is treated that may be of several kinds.
func (c *contentPolicy) of(kinds dialect.Contents) (m manner) {
	for kind := range dialect.NumContents {
		if kinds.Has(kind) {
			m = max(m, c.by[kind])
		}
	}
	return m
}

// words are the settings by kind, the kind last that depends on the others.
func (c *Content) words() [dialect.NumContents]string {
	return [dialect.NumContents]string{
		dialect.StdoutContent: c.Stdout, dialect.StderrContent: c.Stderr, dialect.OutputContent: c.Output,
		dialect.ArgumentsContent: c.Arguments, dialect.MessagesContent: c.Messages,
	}
}

func validateContent(cfg *Content) error {
	allowed := []string{contentKeep, contentTruncate, contentHash, contentDrop}
	errs := []error{
		oneOf("content::default", cfg.Default, allowed...),
		within("content::truncate_at", cfg.TruncateAt, minTruncateAt, maxTruncateAt),
	}
	for kind, word := range cfg.words() {
		if word != "" {
			errs = append(errs, oneOf("content::"+dialect.Content(kind).String(), word, allowed...))
		}
	}
	if n := len(cfg.Mask); n > maxMasks {
		errs = append(errs, fmt.Errorf("content::mask: %d patterns must be at most %d", n, maxMasks))
	}
	for i, pattern := range cfg.Mask {
		errs = append(errs, validateMask(fmt.Sprintf("content::mask[%d]", i), pattern))
	}
	return errors.Join(errs...)
}

// validateMask refuses a pattern that matches nothing at all, since it would put the
// placeholder between any two characters.
func validateMask(at, pattern string) error {
	if len(pattern) > maxMask {
		return fmt.Errorf("%s: %d bytes must be at most %d", at, len(pattern), maxMask)
	}
	if err := validatePattern(at, pattern); err != nil {
		return err
	}
	if regexp.MustCompile(pattern).MatchString("") {
		return fmt.Errorf("%s: %q must not match an empty text", at, pattern)
	}
	return nil
}

func compileAll(patterns []string) []*regexp.Regexp {
	var list []*regexp.Regexp
	for _, p := range patterns {
		list = append(list, regexp.MustCompile(p)) // checked with the rest of the configuration
	}
	return list
}
