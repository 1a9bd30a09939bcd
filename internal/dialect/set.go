package dialect

import (
	"slices"

	"github.com/toolspan/toolspan/internal/toolcall"
)

// Builtin lists the dialects in the order in which they are tried; the first
// that recognises a record reads it. All of them read the facts of the contract,
// so its own dialect comes after those that know more about their producer, and
// before the conventions, which know no more than it does.
func Builtin() []*Dialect {
	return []*Dialect{MCP(), Contract(), SemConv()}
}

// Set recognises and reads records in a fixed list of dialects. It is immutable.
type Set struct {
	table    *toolcall.KeyTable
	compiled []compiled // in order of recognition
	generic  compiled
	group    []bool        // by KeyID: may hold a map of facts
	claim    []bool        // by KeyID: carries a claim
	native   []nativeKind  // by KeyID: what the key says about opting in
	markers  [][]markerRef // by KeyID
	// textLimit bounds how many bytes of arguments, results and JSON are read.
	textLimit int
}

type compiled struct {
	*Dialect
	fields []fieldRef // by KeyID
}

// fieldRef says which field a key carries in one dialect, and how strongly.
type fieldRef struct {
	field toolcall.Field
	rank  uint8
	bare  bool
}

type markerRef struct {
	dialect int
	value   string
}

// nativeKind is what the presence of a key says about the record.
type nativeKind uint8

const (
	notNative   nativeKind = iota
	streamLimit            // a size or truncated fact: opts in and owes the rest
	streamCap              // a cap, which is stated even where it is empty
	streamFact             // another fact about a stream
	ownFact                // a tool_span. fact: opts in
	ownClaim               // a claim or ok_preview in the namespace: owes a termination too
	ownVersion             // a version, which may stand on any record
	spanType
)

// NewSet compiles the dialects together with the user's own source keys.
func NewSet(dialects []*Dialect, extra map[string][]string, textLimit int) *Set {
	s := &Set{table: toolcall.NewKeyTable(allKeys(dialects, extra)), textLimit: textLimit}
	n := s.table.Len()
	s.group, s.claim = make([]bool, n), make([]bool, n)
	s.native, s.markers = make([]nativeKind, n), make([][]markerRef, n)
	for _, key := range groupKeys {
		s.group[s.table.Find(key)] = true
	}
	for i, d := range dialects {
		s.compiled = append(s.compiled, s.compile(d, extra))
		for _, m := range d.Markers {
			id := s.table.Find(m.Key)
			s.markers[id] = append(s.markers[id], markerRef{dialect: i, value: m.Value})
		}
	}
	s.generic = s.compile(Generic(), extra)
	s.markNative(extra)
	return s
}

func allKeys(dialects []*Dialect, extra map[string][]string) []string {
	keys := slices.Clone(groupKeys)
	keys = append(keys, toolcall.SpanType)
	for _, k := range contractKeys {
		keys = append(keys, k.key)
	}
	for _, d := range append(slices.Clone(dialects), Generic()) {
		for _, m := range d.Markers {
			keys = append(keys, m.Key)
		}
		for _, list := range d.Keys {
			keys = append(keys, list...)
		}
	}
	for _, list := range extra {
		keys = append(keys, list...)
	}
	return keys
}

func (s *Set) compile(d *Dialect, extra map[string][]string) compiled {
	c := compiled{Dialect: d, fields: make([]fieldRef, s.table.Len())}
	ranks := map[toolcall.Field]uint8{}
	add := func(key string, f toolcall.Field, bare bool) {
		ranks[f]++
		if ref := &c.fields[s.table.Find(key)]; ref.field == toolcall.NoField {
			*ref = fieldRef{field: f, rank: ranks[f], bare: bare}
		}
	}
	for f, keys := range d.Keys {
		for _, key := range keys {
			add(key, f, false)
		}
	}
	for _, k := range contractKeys {
		add(k.key, k.field, k.bare)
	}
	for name, keys := range extra {
		for _, key := range keys {
			add(key, toolcall.FieldByName(name), false)
		}
	}
	return c
}

func (s *Set) markNative(extra map[string][]string) {
	mark := func(key string, f toolcall.Field) {
		s.claim[s.table.Find(key)] = f.IsClaim()
		kind := nativeOf(key, f)
		if kind != notNative {
			s.native[s.table.Find(key)] = kind
		}
	}
	for _, k := range contractKeys {
		mark(k.key, k.field)
	}
	for name, keys := range extra {
		for _, key := range keys {
			mark(key, toolcall.FieldByName(name))
		}
	}
	s.native[s.table.Find(toolcall.SpanType)] = spanType
}

func nativeOf(key string, f toolcall.Field) nativeKind {
	own := len(key) > len(toolcall.Prefix) && key[:len(toolcall.Prefix)] == toolcall.Prefix
	switch f {
	case toolcall.StdoutCap, toolcall.StderrCap:
		return streamCap
	case toolcall.StdoutSize, toolcall.StdoutTruncated, toolcall.StderrSize, toolcall.StderrTruncated:
		return streamLimit
	case toolcall.StdoutSHA256, toolcall.StdoutHeadSHA256, toolcall.StdoutTailSHA256, toolcall.StdoutPreview,
		toolcall.StderrSHA256, toolcall.StderrHeadSHA256, toolcall.StderrTailSHA256, toolcall.StderrPreview:
		if own {
			return ownFact
		}
		return streamFact
	case toolcall.HarnessVersion, toolcall.PromptVersion:
		if own {
			return ownVersion
		}
		return notNative
	case toolcall.OKPreview, toolcall.ClaimStatus, toolcall.ClaimMustRerun, toolcall.ClaimConfirmed,
		toolcall.ClaimVerified, toolcall.ClaimUserApproved:
		if own {
			return ownClaim
		}
		return notNative
	default:
		if own {
			return ownFact
		}
		return notNative
	}
}
