// Package agentwork makes up the work of coding agents: long conversations of ordinary calls and honest answers, in the
// telemetry of several programs, and lies to plant among them. Tests send it through the processor, which must have
// nothing to say about the one and find all of the other.
//
// Everything follows from a seed, so that what a test finds can be found again.
package agentwork
