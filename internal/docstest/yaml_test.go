package docstest

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.opentelemetry.io/collector/confmap"
	"go.yaml.in/yaml/v3"
	"golang.org/x/tools/txtar"

	"github.com/toolspan/toolspan/processor/toolspanprocessor"
)

// TestYAMLBlocks recognises each block by its keys and checks it as what it is. A block that is nothing known fails,
// so that none goes unchecked.
func TestYAMLBlocks(t *testing.T) {
	for _, b := range blocksOf(t, "yaml") {
		t.Run(fmt.Sprintf("%s:%d", b.page, b.line), func(t *testing.T) { checkYAML(t, b) })
	}
}

// TestExampleFiles checks every file of the examples likewise. The built collector validates them too.
func TestExampleFiles(t *testing.T) {
	for path, text := range exampleFiles(t) {
		t.Run(path, func(t *testing.T) { checkYAML(t, block{page: path, text: text}) })
	}
}

func exampleFiles(t *testing.T) map[string]string {
	t.Helper()
	files := map[string]string{}
	examples := os.DirFS(filepath.Join(root, "examples"))
	require.NoError(t, fs.WalkDir(examples, ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(path) != ".yaml" {
			return err
		}
		data, err := fs.ReadFile(examples, path)
		files["examples/"+path] = string(data)
		return err
	}))
	require.NotEmpty(t, files)
	return files
}

func checkYAML(t *testing.T, b block) {
	t.Helper()
	var content map[string]any
	require.NoError(t, yaml.Unmarshal([]byte(b.text), &content))
	has := func(key string) bool { _, ok := content[key]; return ok }
	_, manifest := content["processors"].([]any)
	switch {
	case has("dist") || manifest:
		checkManifest(t, content)
	case has("scrape_configs"):
		assert.Equal(t, []any{filepath.Base(alertRules)}, content["rule_files"])
	case has("rule_files"):
		checkAlertTests(t, content)
	case has("groups"):
		checkAlerts(t, content)
	case has("apiVersion"):
		checkResource(t, content)
	case has("receivers") && has("service"):
		checkComponents(t, content)
		checkPipelines(t, content)
	case has("processors"):
		checkComponents(t, content)
	case has("service"):
		checkPartOfAnExample(t, content)
	case has("attributes") || has("verdict"):
		checkCase(t, b)
	case has("telemetry"):
		checkInstrument(t, content)
	default:
		t.Errorf("what is this block? It has the keys %v", keys(content))
	}
}

// checkResource checks what a resource for Kubernetes has of a collector's configuration. Its definition is what
// internal/e2e holds it against.
func checkResource(t *testing.T, content map[string]any) {
	t.Helper()
	config := section(content, "spec", "config")
	if content["kind"] != "OpenTelemetryCollector" {
		assert.Empty(t, config)
		return
	}
	checkComponents(t, config)
	checkPipelines(t, config)
}

func keys(m map[string]any) []string {
	var list []string
	for key := range m {
		list = append(list, key)
	}
	slices.Sort(list)
	return list
}

func section(m map[string]any, path ...string) map[string]any {
	for _, key := range path {
		m, _ = m[key].(map[string]any)
	}
	return m
}

// checkComponents gives the settings of every tool_span to the component itself.
func checkComponents(t *testing.T, content map[string]any) {
	t.Helper()
	found := false
	for id, settings := range section(content, "processors") {
		if name, _, _ := strings.Cut(id, "/"); name != "tool_span" {
			continue
		}
		found = true
		m, _ := settings.(map[string]any)
		cfg := toolspanprocessor.NewFactory().CreateDefaultConfig()
		require.NoError(t, confmap.NewFromStringMap(m).Unmarshal(cfg), id)
		require.NoError(t, cfg.(*toolspanprocessor.Config).Validate(), id)
	}
	if _, complete := content["service"]; !complete {
		assert.True(t, found, "a snippet of processors without tool_span")
	}
}

// checkPipelines makes sure that pipelines use what is defined, and that everything defined is used.
func checkPipelines(t *testing.T, content map[string]any) {
	t.Helper()
	used := map[string]map[string]bool{"receivers": {}, "processors": {}, "exporters": {}}
	// A connector is an exporter of one pipeline and a receiver of another.
	connectors := section(content, "connectors")
	for name, p := range section(content, "service", "pipelines") {
		pipeline, _ := p.(map[string]any)
		for kind := range used {
			ids, _ := pipeline[kind].([]any)
			for _, id := range ids {
				used[kind][fmt.Sprint(id)] = true
				if _, connects := connectors[fmt.Sprint(id)]; connects && kind != "processors" {
					continue
				}
				assert.Contains(t, section(content, kind), id, "pipeline %s", name)
			}
		}
		checkOrder(t, name, pipeline)
	}
	for id := range connectors {
		assert.True(t, used["receivers"][id] && used["exporters"][id], "%s connects nothing", id)
	}
	for kind := range used {
		for id := range section(content, kind) {
			assert.Contains(t, used[kind], id, "%s is defined and not used", id)
		}
	}
}

// checkOrder holds the examples to the order that the README recommends.
func checkOrder(t *testing.T, name string, pipeline map[string]any) {
	t.Helper()
	ids, _ := pipeline["processors"].([]any)
	at := slices.Index(ids, any("tool_span"))
	if at < 0 {
		return
	}
	assert.Less(t, slices.Index(ids, any("memory_limiter")), at, "pipeline %s", name)
	if batch := slices.Index(ids, any("batch")); batch >= 0 {
		assert.Less(t, at, batch, "pipeline %s", name)
	}
}

// checkPartOfAnExample finds a part of a configuration in an example, which the built collector validates.
func checkPartOfAnExample(t *testing.T, content map[string]any) {
	t.Helper()
	for _, text := range exampleFiles(t) {
		var whole map[string]any
		require.NoError(t, yaml.Unmarshal([]byte(text), &whole))
		if within(content, whole) {
			return
		}
	}
	t.Errorf("no file under examples has this part: %v", content)
}

func within(part, whole any) bool {
	p, ok := part.(map[string]any)
	if !ok {
		return assert.ObjectsAreEqual(part, whole)
	}
	w, ok := whole.(map[string]any)
	if !ok {
		return false
	}
	for key := range p {
		if !within(p[key], w[key]) {
			return false
		}
	}
	return true
}

// checkCase compares a record or a verdict with the test case that the comment above the first block names.
func checkCase(t *testing.T, b block) {
	t.Helper()
	name := ""
	for _, other := range blocks(t, b.page) {
		if strings.HasSuffix(other.note, ".txtar") && other.line <= b.line {
			name = other.note
		}
	}
	require.NotEmpty(t, name, "a record has to be that of a test case, named in a comment above the block")
	archive, err := txtar.ParseFile(filepath.Join(root, name))
	require.NoError(t, err)
	var texts []string
	for _, f := range archive.Files {
		texts = append(texts, string(f.Data))
	}
	assert.Contains(t, texts, b.text, "this is no part of %s", name)
}

var gomod = regexp.MustCompile(`^[a-z0-9.-]+(/[A-Za-z0-9._-]+)+ v\d+\.\d+\.\d+$`)

const ownModule = "github.com/toolspan/toolspan"

// checkManifest checks a manifest for the builder by its shape, and its versions against those that are built here.
func checkManifest(t *testing.T, content map[string]any) {
	t.Helper()
	var built []map[string]any
	for _, path := range []string{"builder-config.yaml", "examples/distribution/builder-config.yaml"} {
		var ours map[string]any
		require.NoError(t, yaml.Unmarshal([]byte(read(t, path)), &ours))
		built = append(built, modules(t, ours)...)
	}
	found := false
	for _, m := range modules(t, content) {
		spec := fmt.Sprint(m["gomod"])
		assert.Regexp(t, gomod, spec)
		at := slices.IndexFunc(built, func(b map[string]any) bool { return b["gomod"] == m["gomod"] })
		assert.GreaterOrEqual(t, at, 0, "%s is built nowhere here", spec)
		if !strings.HasPrefix(spec, ownModule+" ") {
			continue
		}
		found = true
		assert.NotEmpty(t, m["path"], "no release is published, so the module comes from a checkout")
		folder, ok := strings.CutPrefix(fmt.Sprint(m["import"]), ownModule+"/")
		assert.True(t, ok)
		assert.FileExists(t, filepath.Join(root, folder, "factory.go"))
	}
	assert.True(t, found, "a manifest without tool_span")
}

// TestManifestsAreOfOneRelease compares the versions of the two collectors that are built here.
func TestManifestsAreOfOneRelease(t *testing.T) {
	versions := func(path string) map[string]bool {
		var content map[string]any
		require.NoError(t, yaml.Unmarshal([]byte(read(t, path)), &content))
		list := map[string]bool{}
		for _, m := range modules(t, content) {
			_, version, _ := strings.Cut(fmt.Sprint(m["gomod"]), " ")
			list[version] = true
		}
		return list
	}
	assert.Equal(t, versions("builder-config.yaml"), versions("examples/distribution/builder-config.yaml"))
}

func modules(t *testing.T, content map[string]any) []map[string]any {
	t.Helper()
	var list []map[string]any
	for _, kind := range []string{"receivers", "processors", "exporters", "extensions", "connectors", "providers"} {
		entries, _ := content[kind].([]any)
		for _, e := range entries {
			m, ok := e.(map[string]any)
			require.True(t, ok, "%s: %v", kind, e)
			list = append(list, m)
		}
	}
	return list
}
