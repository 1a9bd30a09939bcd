// Package collectortest runs the collector that `make build` makes as a process of its own, sends it telemetry over
// OTLP and reads back what it wrote and what it counted. The demonstration and the end-to-end tests share it.
package collectortest
