// A module of its own, so that Grafana's types are no dependency of the product.
module github.com/toolspan/toolspan/internal/grafanatest

go 1.25.0

require (
	github.com/grafana/grafana-foundation-sdk/go v0.0.22
	github.com/stretchr/testify v1.11.1
)

require (
	github.com/davecgh/go-spew v1.1.1 // indirect
	github.com/pmezard/go-difflib v1.0.0 // indirect
	gopkg.in/yaml.v3 v3.0.1 // indirect
)
