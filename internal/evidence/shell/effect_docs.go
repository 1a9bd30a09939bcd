package shell

import (
	"maps"
	"slices"
	"strings"
)

// Known is a program that changes the world, for the documentation.
type Known struct {
	Program string
	// Subs are the subcommands by which it does; none for one that always does.
	Subs []string
	// Again are those that come to the same when they are run again, or the program itself.
	Again []string
}

// KnownChanges lists the programs that are told by a table, in order.
func KnownChanges() []Known {
	var list []Known
	for name := range alwaysChange {
		list = append(list, known(name, nil))
	}
	for name, c := range subChanges {
		if len(c.subs) > 0 {
			list = append(list, known(name, slices.Sorted(maps.Keys(c.subs))))
		}
	}
	for name, targets := range targetChanges {
		list = append(list, known(name, slices.Sorted(maps.Keys(targets))))
	}
	list = append(list, known("gh", slices.Sorted(maps.Keys(hubChanges.subs))), known("npm", slices.Sorted(maps.Keys(packageChangers.subs))),
		known("vercel", slices.Sorted(maps.Keys(vercelSubs.subs))))
	slices.SortFunc(list, func(a, b Known) int { return strings.Compare(a.Program, b.Program) })
	return list
}

func known(program string, subs []string) Known {
	k := Known{Program: program, Subs: subs}
	if len(subs) == 0 && repeatable[program] {
		k.Again = []string{program}
	}
	for _, sub := range subs {
		if repeatable[program+" "+sub] {
			k.Again = append(k.Again, sub)
		}
	}
	return k
}

// Rehearsals are the options by which a program only says what it would do.
func Rehearsals() []string { return slices.Sorted(maps.Keys(rehearsals)) }
