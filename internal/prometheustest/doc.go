// Package prometheustest runs the real Prometheus as a process of its own on the loopback address, has it scrape
// collectors and evaluate rules, and asks it what it found. Prometheus has to be installed (Debian has it in the package
// prometheus).
package prometheustest
