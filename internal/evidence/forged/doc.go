// Package forged finds, in a text that a model wrote, the result of a tool that
// the model wrote itself: an action line with an observation below it, a block
// that only the program around the model may write, a turn of the tool's role.
// Text that a model wrote is no evidence that a tool ran, and as part of the next
// prompt it is read as if it were.
//
// A report that observes something holds no such result, nor does an account of
// the format: what stands in a block of code, in a quotation, in a table, between
// back quotes or below "for example:" counts for nothing, and "Observation:" alone
// is a word. The exception is a block of code that is by its name the call or, right
// below a call, its result (tool_code, tool_output and the like). To accuse honest work is no better than to miss a forgery.
package forged
