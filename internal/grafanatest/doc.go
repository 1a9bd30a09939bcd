// Package grafanatest tests the dashboard of the examples against Grafana's own types.
package grafanatest
