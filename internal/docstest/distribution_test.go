package docstest

import (
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const (
	distribution = "examples/distribution/"
	distName     = "otelcol-toolspan-dist"
)

// distSettings are the paths and names that the manifest, the image and the unit have to share.
func distSettings(t *testing.T) (version, state string) {
	t.Helper()
	dist := section(parse(t, distribution+"builder-config.yaml"), "dist")
	require.Equal(t, distName, dist["name"])
	m := regexp.MustCompile(`TOOLSPAN_STATE:-(/[^}]+)\}`).FindStringSubmatch(read(t, distribution+"config.yaml"))
	require.NotNil(t, m)
	return dist["version"].(string), m[1]
}

// TestImage holds the Dockerfile against what `make dist` makes. No engine runs here, so it is checked by its shape.
func TestImage(t *testing.T) {
	version, state := distSettings(t)
	text := read(t, distribution+"Dockerfile")
	assert.Contains(t, text, "COPY _dist/"+distName+"_"+version+"_linux_${TARGETARCH} /"+distName+"\n")
	assert.Contains(t, text, "COPY "+distribution+"config.yaml /etc/otelcol-toolspan/config.yaml\n")
	assert.Contains(t, text, `ENTRYPOINT ["/`+distName+`"]`)
	assert.Contains(t, text, `CMD ["--config", "/etc/otelcol-toolspan/config.yaml"]`)
	assert.Contains(t, text, "VOLUME "+state+"\n")
	assert.Regexp(t, `(?m)^COPY --from=files --chown=10001:10001 /state `+state+"$", text)
	assert.Regexp(t, `(?m)^USER 10001:10001$`, text, "not as root")
	assert.Contains(t, read(t, "Makefile"), "linux/amd64 linux/arm64", "what the image can be of")
	instruction := regexp.MustCompile(`^(FROM|RUN|ARG|COPY|USER|ENV|EXPOSE|VOLUME|ENTRYPOINT|CMD) \S`)
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "#") {
			assert.Regexp(t, instruction, line)
		}
	}
}

// TestUnit holds the systemd unit against the configuration and the binary, and has systemd read it, where there is one.
func TestUnit(t *testing.T) {
	_, state := distSettings(t)
	text := read(t, distribution+"otelcol-toolspan.service")
	command := "/usr/local/bin/" + distName
	assert.Contains(t, text, "\nExecStart="+command+" --config /etc/otelcol-toolspan/config.yaml\n")
	assert.Contains(t, text, "\nExecStartPre="+command+" validate --config /etc/otelcol-toolspan/config.yaml\n")
	assert.Contains(t, text, "\nStateDirectory="+strings.TrimPrefix(state, "/var/lib/")+"\n")
	section := ""
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		switch {
		case line == "" || strings.HasPrefix(line, "#"):
		case strings.HasPrefix(line, "["):
			section = line
			assert.Contains(t, []string{"[Unit]", "[Service]", "[Install]"}, section)
		default:
			assert.Regexp(t, `^[A-Z][A-Za-z]+=`, line)
			assert.NotEmpty(t, section)
		}
	}
	if systemd, err := exec.LookPath("systemd-analyze"); err == nil {
		out, _ := exec.CommandContext(t.Context(), systemd, "verify", "--man=no", filepath.Join(root, distribution+"otelcol-toolspan.service")).CombinedOutput() //nolint:gosec // The command is the one that was looked up.
		for line := range strings.Lines(string(out)) {
			// The binary is not installed here, and that is all that may be wrong.
			if strings.Contains(line, "otelcol-toolspan.service") {
				assert.Contains(t, line, "is not executable", line)
			}
		}
	}
}
