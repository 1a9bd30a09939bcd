package assertion

import (
	"go/build"
	"go/parser"
	gotoken "go/token"
	"os"
	"path/filepath"
	"testing"
)

// TestComments reads the comments of a part of Go's sources. They are no claims
// about work, though some read like one: "and then we are done".
func TestComments(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(build.Default.GOROOT, "src", "net", "http", "*.go"))
	if err != nil || len(files) == 0 {
		t.Skip("Go came without its sources")
	}
	all, claims := 0, 0
	for _, name := range files {
		src, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		f, err := parser.ParseFile(gotoken.NewFileSet(), name, src, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range f.Comments {
			all++
			if Read(c.Text(), 0).Asserts != 0 {
				claims++
			}
		}
	}
	t.Logf("%d comments, of which %d read like a claim", all, claims)
	if claims*100 > 2*all {
		t.Errorf("%d of %d comments read like a claim", claims, all)
	}
}
