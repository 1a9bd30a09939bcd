// Package docstest holds no code but tests: of what the documentation and the examples say.
package docstest
