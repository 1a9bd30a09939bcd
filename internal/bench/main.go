// Command bench measures what the processor costs, next to the transform processor with a configuration that does the
// per-record half of the same work, on the very same batches. It prints one table, and another of what it costs to
// remember the calls. Only a processor that does not do
// its work makes it fail; how long the work takes depends on the machine, so a missed aim is shown, not an error.
package main

import (
	"errors"
	"flag"
	"fmt"
	"log"
	"os"
	"regexp"
	"time"
)

func main() {
	log.SetFlags(0)
	rounds := flag.Int("rounds", 9, "how often each processor is measured on each case")
	slice := flag.Duration("time", 25*time.Millisecond, "how long a processor works in one round, at least")
	only := flag.String("case", "", "measure the cases whose name this expression matches; all by default")
	flag.Parse()
	if err := report(*rounds, *slice, *only); err != nil {
		log.Fatal(err)
	}
	if *only != "" && !regexp.MustCompile(*only).MatchString(memoryCase) {
		return
	}
	fmt.Println()
	if err := reportMemory(os.Stdout, *rounds, seenBefore); err != nil {
		log.Fatal(err)
	}
}

// memoryCase is the name of the table about remembering calls, for -case.
const memoryCase = "memory"

func report(rounds int, slice time.Duration, only string) error {
	if rounds < 1 || slice <= 0 {
		return errors.New("-rounds and -time must be positive")
	}
	wanted, err := regexp.Compile(only)
	if err != nil {
		return fmt.Errorf("-case: %w", err)
	}
	rivals, err := newRivals()
	if err != nil {
		return err
	}
	defer rivals.shutdown()
	t := newTable(os.Stdout)
	for _, c := range cases() {
		if !wanted.MatchString(c.name) {
			continue
		}
		row, err := compare(rivals, c, rounds, slice)
		if err != nil {
			return fmt.Errorf("%s: %w", c.name, err)
		}
		t.add(row)
	}
	return t.print()
}
