// Package corpustest holds no code but tests: they run the recorded sessions, the samples and the field cases below
// testdata through the processor, and compare its verdicts with what is known of each call.
package corpustest
