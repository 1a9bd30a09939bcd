// Package harness reads what agent harnesses write around the output of a command: exit lines, time limits, commands
// moved to the background, signals, refusals, truncation markers and placeholders for an empty output.
//
// A tool result mixes two voices. The command's output can contain any words at all, so nothing in it is believed; the
// harness speaks only at places of its own, and every rule of this package names its place:
//
//   - the head: the first lines, before the command's own output begins;
//   - the tail: the last lines, after it ended;
//   - a tag that the harness itself closes at the very end of the text;
//   - for truncation markers, a line of their own in the harness's exact format, or the end of the text.
//
// Head and tail are blocks: a line belongs to one only while every line between it and the edge of the text is a line
// that the same harness writes there. A line that looks like an exit status but has output on both sides says nothing.
//
// The package states facts and where they stand. Which of them wins, and whether a success read from text may be
// believed at all, is for the caller to decide.
package harness
