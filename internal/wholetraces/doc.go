// Package wholetraces puts the processor groupbytrace before tool_span, and sends it the spans of conversations in any
// order. It is a module of its own, so that groupbytrace is no dependency of the product.
package wholetraces
