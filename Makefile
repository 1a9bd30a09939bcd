# Every command that a contributor needs. Only Go and git have to be there already; whatever else is used is
# installed, at the version pinned here or in internal/tools, into a folder that git ignores.

OCB_VERSION           = v0.161.0
GOLANGCI_LINT_VERSION = v2.15.0
# The newest collector release that the module is tested with. Its oldest is the one in go.mod.
NEWER_BETA            = v0.165.0
NEWER_STABLE          = v1.71.0

TOOLS         = $(CURDIR)/_tools
OCB           = $(TOOLS)/ocb-$(OCB_VERSION)
GOLANGCI_LINT = $(TOOLS)/golangci-lint-$(GOLANGCI_LINT_VERSION)
MDATAGEN      = $(TOOLS)/mdatagen
COLLECTOR     = _build/otelcol-toolspan
# The collector with everything, what it is made of, and the examples that need it.
DISTRIBUTION  = _build_dist/otelcol-toolspan-dist
DIST_MANIFEST = examples/distribution/builder-config.yaml
DIST_PLATFORMS ?= linux/amd64 linux/arm64 darwin/arm64 windows/amd64
DIST_EXAMPLES = examples/scale-out examples/pipeline-metrics

# Added to every go test of the module, such as TESTFLAGS=-race.
TESTFLAGS ?=
# How long `make fuzz` runs each target, or how many inputs it tries, such as 10000x. The checks count inputs: go test
# now and then takes the end of the time for a failure of the target.
FUZZTIME  ?= 30s

.DEFAULT_GOAL := help

.PHONY: help
help: ## Print this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-18s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

.PHONY: build
build: $(OCB) ## Build a collector with the processor, into _build
	$(OCB) --config builder-config.yaml

.PHONY: run
run: build ## Start that collector, replay recorded sessions through it and print the verdicts
	go build -o _build/demo ./internal/cmd/demo
	_build/demo

.PHONY: demo-check
demo-check: build ## The same without waiting, and fail when a verdict is not the expected one; then the end-to-end tests
	go run ./internal/cmd/demo -check
	TOOLSPAN_E2E=1 go test -count=1 ./internal/e2e

.PHONY: test
test: ## Run the tests (TESTFLAGS=-race adds the race detector, which needs a C compiler)
	go test $(TESTFLAGS) ./...

.PHONY: lint
lint: $(GOLANGCI_LINT) ## Run the linters
	$(GOLANGCI_LINT) run ./...

.PHONY: generate
generate: $(MDATAGEN) ## Write every generated file anew
	@# mdatagen first; a package named twice is done once.
	PATH="$(TOOLS):$$PATH" go generate ./processor/... ./...

# The benchmarks are a module of their own, so that the processor they compare with is no dependency of the product;
# -mod=mod has that module follow when the product requires something new.
.PHONY: bench
bench: ## Compare the cost of a record with that of the transform processor, in one table
	go -C internal/bench run -mod=mod .

.PHONY: fuzz
fuzz: ## Run every fuzz target for FUZZTIME (30s)
	go run ./internal/cmd/fuzzall -time $(FUZZTIME)

# Compares contents rather than asking git, so that work in progress is no false alarm, and a new file is seen.
FINGERPRINT = { git ls-files -zco --exclude-standard | xargs -0 sha256sum 2>/dev/null || true; }

.PHONY: check-generate
check-generate: ## Fail when a generated file is stale
	@mkdir -p $(TOOLS) && $(FINGERPRINT) > $(TOOLS)/before
	@$(MAKE) --no-print-directory generate
	@$(FINGERPRINT) | diff $(TOOLS)/before - || { echo "make generate changed the files above; commit what it wrote"; exit 1; }

.PHONY: check-examples
check-examples: build ## Have the collector validate every configuration in examples and testdata (but see check-dist)
	@find examples testdata $(foreach folder,$(DIST_EXAMPLES),-path $(folder) -prune -o) -name '*.yaml' -exec grep -l '^service:' {} + | sort | while read -r config; do \
		echo "validate $$config"; \
		$(COLLECTOR) validate --config "$$config" || exit 1; \
	done

# Both checks are those of Prometheus itself (Debian has promtool in the package prometheus).
.PHONY: check-alerts
check-alerts: ## Have Prometheus check the alerts and run their unit tests
	@command -v promtool >/dev/null || { echo "promtool is missing; Debian has it in the package prometheus"; exit 1; }
	promtool check rules examples/alerts/tool_span.rules.yaml
	promtool test rules examples/alerts/*_test.yaml

# Grafana's types are in a module of their own, as the benchmarks are.
.PHONY: check-dashboard
check-dashboard: ## Check the dashboard against Grafana's own types
	go -C internal/grafanatest vet ./...
	go -C internal/grafanatest test -count=1 ./...

# What spreads telemetry over several gateways, and what turns it into metrics, takes minutes to compile.
.PHONY: build-dist
build-dist: $(OCB) ## Build the collector with everything that a real pipeline needs, into _build_dist
	$(OCB) --config $(DIST_MANIFEST)

.PHONY: check-dist
check-dist: check-scale ## Validate and run the examples that need that collector
	TOOLSPAN_E2E=1 go test -count=1 ./internal/disttest

# ocb writes the sources, and go builds them for each system. Each binary says its version (--version), and the file VERSION
# which commit they are made of.
.PHONY: dist
dist: $(OCB) ## Build that collector for every system in DIST_PLATFORMS, with checksums, into _dist
	$(OCB) --config $(DIST_MANIFEST) --skip-compilation
	rm -rf _dist && mkdir _dist
	@set -e; version=$$(sed -n 's/^  version: //p' $(DIST_MANIFEST)); for platform in $(DIST_PLATFORMS); do \
		os=$${platform%/*}; arch=$${platform#*/}; ext=; [ $$os != windows ] || ext=.exe; \
		name=otelcol-toolspan-dist_$${version}_$${os}_$${arch}$$ext; \
		echo "build $$name"; \
		CGO_ENABLED=0 GOOS=$$os GOARCH=$$arch go -C _build_dist build -trimpath -ldflags='-s -w' -o ../_dist/$$name .; \
	done
	@{ sed -n 's/^  version: //p' $(DIST_MANIFEST); git describe --always --dirty --abbrev=40; go version; } > _dist/VERSION
	cd _dist && sha256sum otelcol-* VERSION > SHA256SUMS && cat SHA256SUMS

.PHONY: pictures
pictures: build ## Make the picture of the dashboard anew (needs Prometheus and Chromium, and takes some minutes)
	go run ./internal/cmd/pictures

.PHONY: check-scale
check-scale: build-dist ## Validate examples/scale-out and run it: one gateway, several, and one more midway
	go -C internal/scale vet ./...
	go -C internal/scale test -count=1 ./...

.PHONY: check-newer
check-newer: ## Build and test against the newest release of the collector core that is supported
	go run ./internal/cmd/newer -stable $(NEWER_STABLE) -beta $(NEWER_BETA)

.PHONY: check-bench
check-bench: ## Build the benchmarks and check that what they measure is really done
	go -C internal/bench vet ./...
	go -C internal/bench test ./...

# Like the benchmarks, a module of its own.
.PHONY: check-whole-traces
check-whole-traces: ## Check what is found in shuffled traces, with the processor groupbytrace in front and without it
	go -C internal/wholetraces vet ./...
	go -C internal/wholetraces test $(TESTFLAGS) ./...

# Likewise, for the instrumentation of clients.
.PHONY: check-real-clients
check-real-clients: ## Send requests by instrumented clients to servers that fail, and check what is concluded from their spans
	go -C internal/realclients vet ./...
	go -C internal/realclients test $(TESTFLAGS) ./...

CI_STEPS = lint check-generate test fuzz check-examples check-alerts check-dashboard demo-check check-dist check-bench check-whole-traces check-real-clients check-newer

.PHONY: ci
ci: ## Run all checks, as continuous integration does
	@for step in $(CI_STEPS); do \
		echo; echo "=== make $$step"; \
		$(MAKE) --no-print-directory $$step TESTFLAGS=-race FUZZTIME=3000x || exit 1; \
	done

.PHONY: clean
clean: ## Remove the built collectors and the installed tools
	rm -rf _build _build_dist _dist _tools

# install NAME,PACKAGE@VERSION,TARGET: go install with the version kept in the file name, so that another version
# is another file.
define install
	mkdir -p $(TOOLS)/new
	GOBIN=$(TOOLS)/new go install $(2)
	mv $(TOOLS)/new/$(1) $(3)
	rmdir $(TOOLS)/new
endef

$(OCB):
	$(call install,builder,go.opentelemetry.io/collector/cmd/builder@$(OCB_VERSION),$@)

$(GOLANGCI_LINT):
	$(call install,golangci-lint,github.com/golangci/golangci-lint/v2/cmd/golangci-lint@$(GOLANGCI_LINT_VERSION),$@)

# mdatagen has replace directives in its go.mod, which go install refuses, hence the module of its own.
$(MDATAGEN): internal/tools/go.mod internal/tools/go.sum
	go -C internal/tools build -o $@ go.opentelemetry.io/collector/cmd/mdatagen
