// Package markers finds text that looks like the outcome of a check: lines a
// test runner, a build tool or a script prints when it passed, failed, or had
// nothing to do.
//
// A marker is an observation and proves nothing. It matters when a call that
// was killed has printed one, because a reader then takes the call for done.
// So two mistakes are equally bad: to overlook a genuine line, and to take
// ordinary text (source code, prose, a plan, a count that says the opposite)
// for one. Every rule is therefore tied to a whole line or a whole clause,
// never to a bare substring.
package markers
