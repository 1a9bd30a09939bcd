// Package realclients sends requests with real clients to servers that fail in their ways,
// and has the spans judged that the instrumentation of these clients emits. It is a module
// of its own, since it needs that instrumentation.
package realclients
