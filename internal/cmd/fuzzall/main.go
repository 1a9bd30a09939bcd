// Command fuzzall finds every fuzz target of the module and runs each for a while; go test itself takes only one
// target of one package at a time.
package main

import (
	"flag"
	"fmt"
	"os"
	"os/exec"
	"strings"
)

type target struct{ pkg, name string }

func main() {
	each := flag.String("time", "30s", "how long each target runs, or how many inputs it tries, such as 10000x")
	flag.Parse()
	if err := run(*each); err != nil {
		fmt.Fprintln(os.Stderr, "fuzzall:", err)
		os.Exit(1)
	}
}

func run(each string) error {
	targets, err := find()
	if err != nil {
		return err
	}
	fmt.Printf("%d fuzz targets, %s each\n", len(targets), each)
	for _, t := range targets {
		fmt.Println(t.pkg, t.name)
		// A new input is written to the testdata of the package, where go test finds it from then on.
		// Making an interesting input smaller is counted too: by default it may take a minute.
		err := goCommand("test", "-run=^$", "-fuzz=^"+t.name+"$", "-fuzztime="+each, "-fuzzminimizetime=200x", t.pkg)
		if err != nil {
			return fmt.Errorf("%s in %s: %w", t.name, t.pkg, err)
		}
	}
	return nil
}

// find reads the listing of go test, which names the targets of a package first and then, on a line that begins with
// "ok", the package.
func find() ([]target, error) {
	cmd := exec.Command("go", "test", "-list=^Fuzz", "./...")
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("go test -list: %w\n%s", err, out)
	}
	var targets []target
	var names []string
	for line := range strings.Lines(string(out)) {
		fields := strings.Fields(line)
		switch {
		case len(fields) == 1 && strings.HasPrefix(fields[0], "Fuzz"):
			names = append(names, fields[0])
		case len(fields) > 1 && fields[0] == "ok":
			for _, name := range names {
				targets = append(targets, target{pkg: fields[1], name: name})
			}
			names = nil
		}
	}
	return targets, nil
}

func goCommand(args ...string) error {
	cmd := exec.Command("go", args...)
	cmd.Stdout, cmd.Stderr = os.Stdout, os.Stderr
	return cmd.Run()
}
