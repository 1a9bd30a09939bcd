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
}

// KnownChanges lists the programs that are told by a table, in order.
func KnownChanges() []Known {
	var list []Known
	for name := range alwaysChange {
		list = append(list, Known{Program: name})
	}
	for name, c := range subChanges {
		if len(c.subs) > 0 {
			list = append(list, Known{name, slices.Sorted(maps.Keys(c.subs))})
		}
	}
	for name, targets := range targetChanges {
		list = append(list, Known{name, slices.Sorted(maps.Keys(targets))})
	}
	list = append(list, Known{"gh", slices.Sorted(maps.Keys(hubChanges.subs))}, Known{"npm", slices.Sorted(maps.Keys(packageChangers.subs))},
		Known{"vercel", slices.Sorted(maps.Keys(vercelSubs.subs))})
	slices.SortFunc(list, func(a, b Known) int { return strings.Compare(a.Program, b.Program) })
	return list
}

// Rehearsals are the options by which a program only says what it would do.
func Rehearsals() []string { return slices.Sorted(maps.Keys(rehearsals)) }
