// Package e2e tests the built collector from outside: telemetry goes in over OTLP, and what comes out is read from its
// file exporter and from its Prometheus endpoint, as a user would.
package e2e
