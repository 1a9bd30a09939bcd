package corpustest

import (
	"cmp"
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.opentelemetry.io/collector/pdata/pcommon"
	"go.yaml.in/yaml/v3"
)

const normalizerDir = testdata + "/normalizer"

// normalizer renames the attributes of spans as gen_ai_normalizer does. That component is no dependency, not even of
// the tests: what it renames is data here.
type normalizer struct {
	sources           []mappings
	untyped           map[string]bool
	remove, overwrite bool
}

// mappings are those of one source.
type mappings struct {
	Attributes map[string]string            `yaml:"attributes"`
	Messages   map[string]string            `yaml:"messages"`
	Values     map[string]map[string]string `yaml:"values"`
}

// newNormalizer takes the sources in the order in which they are to be applied.
func newNormalizer(t *testing.T, remove, overwrite bool, sources ...string) *normalizer {
	t.Helper()
	file, err := os.Open(filepath.Join(normalizerDir, "mappings.yaml"))
	require.NoError(t, err)
	defer func() { assert.NoError(t, file.Close()) }()
	var known struct {
		Sources map[string]mappings `yaml:"sources"`
		Untyped []string            `yaml:"untyped"`
	}
	decoder := yaml.NewDecoder(file)
	decoder.KnownFields(true)
	require.NoError(t, decoder.Decode(&known))
	n := &normalizer{remove: remove, overwrite: overwrite, untyped: map[string]bool{}}
	for _, name := range sources {
		require.Contains(t, known.Sources, name)
		n.sources = append(n.sources, known.Sources[name])
	}
	for _, m := range known.Sources {
		for from, to := range m.Attributes {
			require.False(t, strings.HasPrefix(from, ownPrefix) || strings.HasPrefix(to, ownPrefix), "%s: what tool_span writes is not renamed", from)
		}
	}
	for _, key := range known.Untyped {
		n.untyped[key] = true
	}
	return n
}

// normalize changes the spans of a request, and returns how many.
func (n *normalizer) normalize(t *testing.T, r *request) int {
	t.Helper()
	changed := 0
	for _, record := range r.records() {
		if record.signal != traces {
			continue
		}
		wrote := false
		for i := range n.sources {
			wrote = n.gather(t, &n.sources[i], record.attributes) || wrote
			wrote = n.rename(&n.sources[i], record.attributes) || wrote
		}
		if wrote {
			changed++
		}
	}
	return changed
}

// rename gives attributes their names in the conventions. One whose new name is taken stays as it is, and so does one
// that is neither a text nor can be written as one, where the conventions want a text.
func (n *normalizer) rename(m *mappings, attrs pcommon.Map) bool {
	var found []string
	for key := range attrs.All() {
		if m.Attributes[key] != "" {
			found = append(found, key)
		}
	}
	wrote := false
	for _, key := range found {
		value, _ := attrs.Get(key)
		target := m.Attributes[key]
		if _, taken := attrs.Get(target); taken && !n.overwrite {
			continue
		}
		renamed := pcommon.NewValueEmpty()
		switch value.Type() {
		case pcommon.ValueTypeStr:
			word := m.Values[target][strings.ToLower(value.Str())]
			renamed.SetStr(cmp.Or(word, value.Str()))
		case pcommon.ValueTypeMap, pcommon.ValueTypeSlice, pcommon.ValueTypeBytes, pcommon.ValueTypeEmpty:
			if !n.untyped[target] {
				continue
			}
			value.CopyTo(renamed)
		default:
			if n.untyped[target] {
				value.CopyTo(renamed)
			} else {
				renamed.SetStr(value.AsString())
			}
		}
		renamed.CopyTo(attrs.PutEmpty(target))
		wrote = true
		if n.remove {
			attrs.Remove(key)
		}
	}
	return wrote
}

// gather makes one attribute of messages that are spread over many keys: `llm.input_messages.0.message.role`.
func (n *normalizer) gather(t *testing.T, m *mappings, attrs pcommon.Map) bool {
	t.Helper()
	wrote := false
	for _, from := range slices.Sorted(maps.Keys(m.Messages)) {
		list := map[int]map[string]string{}
		var spread []string
		for key, value := range attrs.All() {
			rest, ok := strings.CutPrefix(key, from+".")
			number, field, _ := strings.Cut(rest, ".message.")
			at, err := strconv.Atoi(number)
			if !ok || err != nil {
				continue
			}
			if list[at] == nil {
				list[at] = map[string]string{}
			}
			list[at][field] = value.AsString()
			spread = append(spread, key)
		}
		_, taken := attrs.Get(m.Messages[from])
		if len(list) == 0 || taken && !n.overwrite {
			continue
		}
		var messages []map[string]any
		for _, at := range slices.Sorted(maps.Keys(list)) {
			messages = append(messages, message(list[at]))
		}
		text, err := json.Marshal(messages)
		require.NoError(t, err)
		attrs.PutStr(m.Messages[from], string(text))
		wrote = true
		if n.remove {
			attrs.RemoveIf(func(key string, _ pcommon.Value) bool { return slices.Contains(spread, key) })
		}
	}
	return wrote
}

// message is one message in the form of the conventions: the result of a tool, calls of tools, or a text.
func message(fields map[string]string) map[string]any {
	part := map[string]any{"type": "text", "content": fields["content"]}
	if id := fields["tool_call_id"]; id != "" {
		part = map[string]any{"type": "tool_call_response", "id": id, "result": fields["content"]}
	}
	for key, name := range fields {
		if call, ok := strings.CutSuffix(key, ".function.name"); ok {
			part = map[string]any{"type": "tool_call", "id": fields[call+".id"], "name": name, "arguments": fields[call+".function.arguments"]}
		}
	}
	return map[string]any{"role": fields["role"], "parts": []any{part}}
}

// TestNormalizer checks the stand-in itself.
func TestNormalizer(t *testing.T) {
	attributes := func() pcommon.Map {
		m := pcommon.NewMap()
		require.NoError(t, m.FromRaw(map[string]any{
			"openinference.span.kind": "TOOL", "tool.name": "bash", "tool.description": "a shell", "input.value": "{}",
			"gen_ai.tool.description": "its own", "agent.name": []any{"none"}, "session.id": 7,
			"llm.input_messages.0.message.role": "user", "llm.input_messages.0.message.content": "hi",
		}))
		return m
	}
	renamed := map[string]any{
		"gen_ai.operation.name": "execute_tool", "gen_ai.tool.name": "bash", "gen_ai.conversation.id": "7",
		"gen_ai.input.messages": `[{"parts":[{"content":"hi","type":"text"}],"role":"user"}]`,
	}
	want := attributes().AsRaw()
	maps.Copy(want, renamed)
	got := attributes()
	apply := func(n *normalizer) {
		n.gather(t, &n.sources[0], got)
		n.rename(&n.sources[0], got)
	}
	apply(newNormalizer(t, false, false, "openinference"))
	assert.Equal(t, want, got.AsRaw(), "what is there is kept, and a list is no name")

	got = attributes()
	apply(newNormalizer(t, true, false, "openinference"))
	maps.Copy(renamed, map[string]any{
		"tool.description": "a shell", "gen_ai.tool.description": "its own", "agent.name": []any{"none"}, "input.value": "{}",
	})
	assert.Equal(t, renamed, got.AsRaw(), "only what was renamed is removed")

	got = attributes()
	apply(newNormalizer(t, true, true, "openinference"))
	delete(renamed, "tool.description")
	renamed["gen_ai.tool.description"] = "a shell"
	assert.Equal(t, renamed, got.AsRaw(), "what is there is overwritten")
}
