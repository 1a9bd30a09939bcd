// Command dashboard writes the dashboard for Grafana from the table of its panels.
package main

import (
	"flag"
	"fmt"
	"os"

	"github.com/toolspan/toolspan/internal/dashboard"
)

//go:generate go run . -out ../../../examples/dashboard/tool_span.json

func main() {
	out := flag.String("out", "", "the file to write")
	flag.Parse()
	if err := write(*out); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func write(path string) error {
	text, err := dashboard.Grafana()
	if err != nil {
		return err
	}
	return os.WriteFile(path, text, 0o644)
}
