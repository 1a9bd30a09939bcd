// Command newer builds and tests the module against newer releases of the collector core than the one it requires. A
// user builds our processor into the release of their choice, and Go then takes the newest version asked for by
// anyone, so the minimum in go.mod says nothing about what the code meets in the field.
//
// The work happens on a copy of go.mod; the module itself is left as it is.
package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

const corePrefix = "go.opentelemetry.io/collector/"

func main() {
	stable := flag.String("stable", "", "version of the core modules that have reached 1.0, such as v1.71.0")
	beta := flag.String("beta", "", "version of all other core modules, such as v0.165.0")
	flag.Parse()
	if *stable == "" || *beta == "" {
		flag.Usage()
		os.Exit(2)
	}
	if err := run(*stable, *beta); err != nil {
		fmt.Fprintln(os.Stderr, "newer:", err)
		os.Exit(1)
	}
}

func run(stable, beta string) error {
	dir, err := os.MkdirTemp("", "newer")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir) //nolint:errcheck // A folder left behind in the temporary directory does no harm.

	modfile := filepath.Join(dir, "go.mod")
	for from, to := range map[string]string{"go.mod": modfile, "go.sum": filepath.Join(dir, "go.sum")} {
		if err := copyFile(from, to); err != nil {
			return err
		}
	}
	modules, err := collectorModules(stable, beta)
	if err != nil {
		return err
	}
	fmt.Println("Testing with", strings.Join(modules, " "))

	flagModfile := "-modfile=" + modfile
	for _, args := range [][]string{
		append([]string{"get", flagModfile}, modules...),
		{"build", flagModfile, "./..."},
		{"test", flagModfile, "./..."},
	} {
		if err := goCommand(args...); err != nil {
			return fmt.Errorf("go %s: %w", args[0], err)
		}
	}
	return nil
}

// collectorModules returns every core module that go.mod requires, at its newer version, in the form that go get takes.
// Indirect ones are included, because the core modules are released together and not tested mixed. The libraries of the
// contrib repository stay, as they do in a collector whose other components ask for no newer ones.
func collectorModules(stable, beta string) ([]string, error) {
	out, err := exec.Command("go", "mod", "edit", "-json").Output()
	if err != nil {
		return nil, fmt.Errorf("go mod edit: %w", err)
	}
	var mod struct {
		Require []struct{ Path, Version string }
	}
	if err := json.Unmarshal(out, &mod); err != nil {
		return nil, err
	}
	var modules []string
	for _, m := range mod.Require {
		if !strings.HasPrefix(m.Path, corePrefix) {
			continue
		}
		if strings.HasPrefix(m.Version, "v1.") {
			modules = append(modules, m.Path+"@"+stable)
		} else {
			modules = append(modules, m.Path+"@"+beta)
		}
	}
	return modules, nil
}

func copyFile(from, to string) error {
	data, err := os.ReadFile(filepath.Clean(from))
	if err != nil {
		return err
	}
	return os.WriteFile(to, data, 0o600)
}

func goCommand(args ...string) error {
	cmd := exec.Command("go", args...)
	cmd.Stdout, cmd.Stderr = os.Stdout, os.Stderr
	return cmd.Run()
}
