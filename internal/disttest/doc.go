// Package disttest tests the collector of examples/distribution, and the examples that need it, from outside.
package disttest
