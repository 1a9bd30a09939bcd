package harness

import (
	"fmt"
	"go/build"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestSourceTreesSayNothing reads this package's own files, which are full of markers, and Go's source tree, each as it
// is and as a numbered listing.
func TestSourceTreesSayNothing(t *testing.T) {
	roots := []string{"."}
	if std := filepath.Join(build.Default.GOROOT, "src"); !testing.Short() {
		if _, err := os.Stat(std); err == nil {
			roots = append(roots, std)
		}
	}
	files, texts := 0, 0
	var in Reading
	for _, root := range roots {
		tree := os.DirFS(root)
		err := fs.WalkDir(tree, ".", func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || !isText(path) {
				return err
			}
			if files++; root != "." && files%4 != 0 { // a quarter of them keeps the test quick
				return nil
			}
			data, err := fs.ReadFile(tree, path)
			if err != nil {
				return err
			}
			for _, text := range []string{string(data), numbered(string(data))} {
				texts++
				if Read(text, All, &in); len(in.Statements)+len(in.Clips) > 0 || in.Empty {
					t.Errorf("%s: %+v", filepath.Join(root, path), in)
				}
			}
			return nil
		})
		if err != nil {
			t.Error(err)
		}
	}
	t.Logf("%d texts", texts)
}

// isText tells by its name whether a file is worth reading.
func isText(path string) bool {
	switch filepath.Ext(path) {
	case "", ".go", ".js", ".json", ".md", ".txt":
		return true
	}
	return false
}

func numbered(s string) string {
	var b strings.Builder
	for i, line := range strings.Split(s, "\n") {
		fmt.Fprintf(&b, "%6d\t%s\n", i+1, line)
	}
	return b.String()
}
