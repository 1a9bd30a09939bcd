package e2e

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/stretchr/testify/require"
	"go.yaml.in/yaml/v3"
)

// resources are the examples for Kubernetes, each with the definition that it has to fit and the module that has it.
var resources = []struct{ file, module, definition, version string }{
	{
		file: "collector.yaml", module: "github.com/open-telemetry/opentelemetry-operator@v0.140.0",
		definition: "config/crd/bases/opentelemetry.io_opentelemetrycollectors.yaml", version: "v1beta1",
	},
	{
		file: "servicemonitor.yaml", module: "github.com/prometheus-operator/prometheus-operator@v0.85.0",
		definition: "example/prometheus-operator-crd/monitoring.coreos.com_servicemonitors.yaml", version: "v1",
	},
}

func kubernetes(name string) string { return filepath.Join(top, "examples", "kubernetes", name) }

// TestKubernetesResources holds the examples against the definitions that the operators install.
func TestKubernetesResources(t *testing.T) {
	builtCollector(t) // these tests download too much for everybody's run
	for _, r := range resources {
		t.Run(r.file, func(t *testing.T) {
			schema := definition(t, r.module, r.definition, r.version)
			resource := load(t, kubernetes(r.file))
			require.Equal(t, r.version, filepath.Base(resource["apiVersion"].(string)))
			require.NoError(t, schema.Validate(resource))

			spec := resource["spec"].(map[string]any)
			spec["replicaz"] = 1
			require.ErrorContains(t, schema.Validate(resource), "replicaz", "the definition finds what is not in it")
		})
	}
}

// TestKubernetesConfig has the built collector validate the configuration inside of its resource.
func TestKubernetesConfig(t *testing.T) {
	binary := builtCollector(t)
	spec := load(t, kubernetes("collector.yaml"))["spec"].(map[string]any)
	config := spec["config"].(map[string]any)
	storage := config["extensions"].(map[string]any)["file_storage"].(map[string]any)
	mount := spec["volumeMounts"].([]any)[0].(map[string]any)
	require.Equal(t, mount["mountPath"], storage["directory"])
	storage["directory"] = t.TempDir() // that of the container is not here
	text, err := yaml.Marshal(config)
	require.NoError(t, err)
	cmd := exec.Command(binary, "validate", "--config", "yaml:"+string(text)) //nolint:gosec // Running what was just built is the purpose.
	cmd.Env = append(os.Environ(), "BACKEND_ENDPOINT=localhost:4317")
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, "%s", out)
}

func load(t *testing.T, path string) map[string]any {
	t.Helper()
	data, err := os.ReadFile(path)
	require.NoError(t, err)
	var content map[string]any
	require.NoError(t, yaml.Unmarshal(data, &content))
	return content
}

// definition returns the schema of one version of a resource, made strict: Kubernetes drops what it does not know.
func definition(t *testing.T, module, path, version string) *jsonschema.Schema {
	t.Helper()
	cmd := exec.Command("go", "mod", "download", "-json", module) //nolint:gosec // One of the modules above.
	cmd.Dir = t.TempDir()                                         // so that it is not taken for a requirement of this module
	out, err := cmd.Output()
	require.NoError(t, err, "%s", out)
	var downloaded struct{ Dir string }
	require.NoError(t, json.Unmarshal(out, &downloaded))
	spec := load(t, filepath.Join(downloaded.Dir, path))["spec"].(map[string]any)
	for _, v := range spec["versions"].([]any) {
		if v := v.(map[string]any); v["name"] == version {
			schema := v["schema"].(map[string]any)["openAPIV3Schema"]
			strict(schema)
			return compile(t, schema)
		}
	}
	t.Fatalf("%s has no version %s", path, version)
	return nil
}

func strict(schema any) {
	switch s := schema.(type) {
	case map[string]any:
		properties, object := s["properties"].(map[string]any)
		if _, open := s["additionalProperties"]; object && !open && s["x-kubernetes-preserve-unknown-fields"] != true && len(properties) > 0 {
			s["additionalProperties"] = false
		}
		for _, sub := range s {
			strict(sub)
		}
	case []any:
		for _, sub := range s {
			strict(sub)
		}
	}
}

func compile(t *testing.T, schema any) *jsonschema.Schema {
	t.Helper()
	text, err := json.Marshal(schema)
	require.NoError(t, err)
	document, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	require.NoError(t, err)
	c := jsonschema.NewCompiler()
	require.NoError(t, c.AddResource("definition.json", document))
	compiled, err := c.Compile("definition.json")
	require.NoError(t, err)
	return compiled
}
