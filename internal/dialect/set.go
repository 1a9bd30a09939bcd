package dialect

import (
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/toolspan/toolspan/internal/toolcall"
)

// Set recognises and reads records in a fixed list of dialects. It is immutable.
type Set struct {
	table    *toolcall.KeyTable
	compiled []compiled // in order of recognition
	users    []compiled // recognised by conditions of the user's
	generic  compiled
	messages compiled
	event    toolcall.KeyID    // of the attribute event.name
	receipt  [2]toolcall.KeyID // of the ID of an operation, where it has no namespace
	group    []bool            // by KeyID: may hold a map of facts
	claim    []bool            // by KeyID: carries a claim
	native   []nativeKind      // by KeyID: what the key says about opting in
	rules    []rule            // conditions, in the order of their dialects
	triggers []triggers        // by KeyID
	scoped   []int32           // the rules that a scope alone makes worth asking
	sources  map[string]toolcall.KeyID
	total    int // attributes and other places
	// What a model wrote, and which conversation it belongs to.
	answers, prompts      []answerRef
	flat                  []toolcall.KeyID // of the keys that tell of prompts in many attributes
	speaks                []bool           // by KeyID: may hold what a model wrote or was given
	spanKind, wholePrompt toolcall.KeyID
	operation             toolcall.KeyID
	mcpMethod             toolcall.KeyID
	conversations         []toolcall.KeyID
	// textLimit bounds how many bytes of arguments, results and JSON are read.
	textLimit int
}

// triggers are the rules for which a key is looked at, by what its value has to be.
// Most values are none of these, and are told by their length and their ends.
type triggers struct {
	list []trigger
	// ends has a bit for each value that fits; open: some fit that are not listed.
	ends uint64
	open bool
}

type trigger struct {
	pattern Pattern
	is      matcher
	rules   []int32
}

func (t *triggers) add(p Pattern, rule int32) {
	for i := range t.list {
		if t.list[i].pattern == p {
			t.list[i].rules = append(t.list[i].rules, rule)
			return
		}
	}
	is := p.compile()
	t.list = append(t.list, trigger{pattern: p, is: is, rules: []int32{rule}})
	t.open = t.open || is.any() || is.prefixes != nil || is.suffixes != nil
	for _, s := range is.exact {
		t.ends |= 1 << endsOf(s)
		// Only of ASCII are the two cases of a letter as long as each other, and one bit apart.
		t.open = t.open || strings.ContainsFunc(s, func(r rune) bool { return r >= utf8.RuneSelf })
	}
}

// none reports a text that fits nothing here.
func (t *triggers) none(s string) bool { return !t.open && t.ends>>endsOf(s)&1 == 0 }

// endsOf mixes the length of a word with its ends, in either case.
func endsOf(s string) uint {
	if s == "" {
		return 0
	}
	return (uint(len(s))*5 + uint(s[0]|0x20)*3 + uint(s[len(s)-1]|0x20)) & 63
}

// compiled is a dialect whose places are resolved. Places that are no attributes
// of the record have numbers beyond those of the attributes.
type compiled struct {
	*Dialect
	fields []fieldRef // by KeyID
	events []eventRef
	trees  []pathTree
	body   toolcall.KeyID
	flags  []flagRef
	clips  []toolcall.KeyID
	limits []toolcall.KeyID
	sizes  [][2]toolcall.KeyID // of the size, and of what it is the size of
	shells map[string]bool
}

// fieldRef says which field a key carries in one dialect, and how strongly.
type fieldRef struct {
	field toolcall.Field
	rank  uint8
	bare  bool
	// own: a place of the dialect's, not a key of the contract or of the user's.
	own bool
}

// eventRef is an attribute of a span event.
type eventRef struct {
	event, key string
	id         toolcall.KeyID
}

// pathTree are the ways that lead into the value at one place.
type pathTree struct {
	base toolcall.KeyID
	root pathNode
}

// pathNode is a step on such ways, and the place that it reaches, if one ends there.
type pathNode struct {
	step string
	// index is the step as the number of an item in a list, or -1.
	index    int
	id       toolcall.KeyID
	children []pathNode
}

// add leads a way to the place with that number.
func (n *pathNode) add(path []string, id toolcall.KeyID) {
	if len(path) == 0 {
		n.id = id
		return
	}
	for i := range n.children {
		if n.children[i].step == path[0] {
			n.children[i].add(path[1:], id)
			return
		}
	}
	index, err := strconv.Atoi(path[0])
	if err != nil || strconv.Itoa(index) != path[0] {
		index = -1
	}
	n.children = append(n.children, pathNode{step: path[0], index: index})
	n.children[len(n.children)-1].add(path[1:], id)
}

type flagRef struct {
	*Flag
	id    toolcall.KeyID
	tools map[string]bool
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
	ownAction              // a fact of a receipt: opts in and owes nothing
	spanType
)

// NewSet compiles the built-in dialects and the user's own, together with the user's
// own source keys for all of them. The places in them must have been checked.
func NewSet(dialects, users []*Dialect, extra map[string][]string, textLimit int) *Set {
	s := &Set{textLimit: textLimit, sources: map[string]toolcall.KeyID{}}
	s.collect(slices.Concat(dialects, users, []*Dialect{Generic(), Messages()}), extra)
	s.group, s.claim = make([]bool, s.total), make([]bool, s.total)
	s.native, s.triggers = make([]nativeKind, s.total), make([]triggers, s.total)
	for _, key := range groupKeys {
		s.group[s.table.Find(key)] = true
	}
	s.event, s.mcpMethod = s.table.Find(eventName), s.table.Find(toolcall.MCPMethod)
	s.receipt = [...]toolcall.KeyID{s.table.Find(toolcall.OperationID), s.table.Find(toolcall.OperationIDToo)}
	s.resolveAnswers()
	s.resolvePrompts()
	for i, d := range dialects {
		s.compiled = append(s.compiled, s.compile(d, extra))
		s.addRules(d, i)
	}
	for _, d := range users {
		s.users = append(s.users, s.compile(d, extra))
	}
	s.generic = s.compile(Generic(), extra)
	s.messages = s.compile(Messages(), extra)
	s.markNative(extra)
	return s
}

// collect numbers every place that any dialect reads.
func (s *Set) collect(dialects []*Dialect, extra map[string][]string) {
	keys := append(slices.Concat(groupKeys, answerKeys(), promptKeys()),
		toolcall.SpanType, eventName, toolcall.OperationID, toolcall.OperationIDToo, toolcall.MCPMethod)
	for _, k := range contractKeys {
		keys = append(keys, k.key)
	}
	var others []string
	for _, d := range dialects {
		for _, c := range d.conditions() {
			keys = append(keys, c.keys()...)
		}
		for _, text := range d.sources() {
			src, _ := ParseSource(text)
			switch {
			case src.plain():
				keys = append(keys, text)
			case src.Path == nil:
				others = append(others, text)
			case src.Event == "" && !src.Body:
				keys = append(keys, src.Key)
				others = append(others, text)
			default:
				others = append(others, src.base(), text)
			}
		}
	}
	for _, list := range extra {
		keys = append(keys, list...)
	}
	s.table = toolcall.NewKeyTable(keys)
	s.total = s.table.Len()
	for _, text := range others {
		if s.sources[text] == 0 {
			s.sources[text] = toolcall.KeyID(s.total)
			s.total++
		}
	}
}

// find returns the number of a place.
func (s *Set) find(source string) toolcall.KeyID {
	if id := s.sources[source]; id != 0 {
		return id
	}
	return s.table.Find(source)
}

func (d *Dialect) conditions() []Condition { return slices.Concat(d.When, d.Parts, d.Skip) }

// sources lists every place that the dialect reads.
func (d *Dialect) sources() []string {
	var list []string
	for f := toolcall.NoField; f < toolcall.NumFields; f++ {
		list = append(list, d.Keys[f]...)
	}
	for i := range d.Flags {
		list = append(list, d.Flags[i].Source)
	}
	for i := range d.Clips {
		list = append(list, d.Clips[i].Source)
	}
	for i := range d.Limits {
		list = append(list, d.Limits[i].Source)
	}
	for i := range d.Sizes {
		list = append(list, d.Sizes[i].Source, d.Sizes[i].Of)
	}
	return list
}

func (s *Set) compile(d *Dialect, extra map[string][]string) compiled {
	c := compiled{Dialect: d, fields: make([]fieldRef, s.total)}
	ranks := map[toolcall.Field]uint8{}
	add := func(key string, f toolcall.Field, bare, own bool) {
		ranks[f]++
		if ref := &c.fields[s.find(key)]; ref.field == toolcall.NoField {
			*ref = fieldRef{field: f, rank: ranks[f], bare: bare, own: own}
		}
	}
	// In the order of fields, so that a place named for two of them always carries the same.
	for f := toolcall.NoField; f < toolcall.NumFields; f++ {
		for _, key := range d.Keys[f] {
			add(key, f, false, true)
		}
	}
	for _, k := range contractKeys {
		add(k.key, k.field, k.bare, false)
	}
	for _, name := range slices.Sorted(maps.Keys(extra)) {
		for _, key := range extra[name] {
			add(key, toolcall.FieldByName(name), false, false)
		}
	}
	s.compilePlaces(&c)
	for i := range d.Flags {
		c.flags = append(c.flags, flagRef{Flag: &d.Flags[i], id: s.find(d.Flags[i].Source), tools: setOf(d.Flags[i].Tools)})
	}
	for i := range d.Clips {
		c.clips = append(c.clips, s.find(d.Clips[i].Source))
	}
	for i := range d.Limits {
		c.limits = append(c.limits, s.find(d.Limits[i].Source))
	}
	for i := range d.Sizes {
		c.sizes = append(c.sizes, [2]toolcall.KeyID{s.find(d.Sizes[i].Source), s.find(d.Sizes[i].Of)})
	}
	c.shells = setOf(d.Shells)
	return c
}

// compilePlaces lists what has to be fetched for the dialect besides attributes.
func (s *Set) compilePlaces(c *compiled) {
	seen := map[string]bool{}
	for _, text := range c.sources() {
		src, _ := ParseSource(text)
		if base := src.base(); !seen[base] {
			seen[base] = true
			switch {
			case src.Body:
				c.body = s.find(base)
			case src.Event != "":
				c.events = append(c.events, eventRef{event: src.Event, key: src.Key, id: s.find(base)})
			}
		}
		if src.Path != nil && !seen[text] {
			seen[text] = true
			c.tree(s.find(src.base())).add(src.Path, s.find(text))
		}
	}
}

// tree returns the ways that start at a place.
func (c *compiled) tree(base toolcall.KeyID) *pathNode {
	for i := range c.trees {
		if c.trees[i].base == base {
			return &c.trees[i].root
		}
	}
	c.trees = append(c.trees, pathTree{base: base})
	return &c.trees[len(c.trees)-1].root
}

func setOf(list []string) map[string]bool {
	if list == nil {
		return nil
	}
	set := map[string]bool{}
	for _, s := range list {
		set[s] = true
	}
	return set
}

// addRules compiles the conditions of a dialect. A condition is asked where the
// first attribute that it names is found; one that names none, in every scope
// that fits.
func (s *Set) addRules(d *Dialect, place int) {
	add := func(list []Condition, u use) {
		for i := range list {
			r := s.compileCondition(&list[i], place, u)
			at := int32(len(s.rules))
			s.rules = append(s.rules, r)
			switch {
			case u == isNone: // asked once the dialect is known
			case len(r.attrs) > 0:
				s.triggers[r.attrs[0].id].add(list[i].first(), at)
			default:
				s.scoped = append(s.scoped, at)
			}
		}
	}
	add(d.When, isCall)
	add(d.Parts, isPart)
	add(d.Skip, isNone)
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
	for _, d := range slices.Concat(s.compiled, s.users) {
		for _, f := range d.flags {
			s.claim[f.id] = s.claim[f.id] || f.Trust == Follows
		}
	}
}

func nativeOf(key string, f toolcall.Field) nativeKind {
	own := len(key) > len(toolcall.Prefix) && key[:len(toolcall.Prefix)] == toolcall.Prefix
	if f.IsAction() {
		if own {
			return ownAction
		}
		return notNative
	}
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
