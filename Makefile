# Two targets do everything on a fresh Debian or Ubuntu machine with Go and Node: `make conformance` and `make test`.

.DEFAULT_GOAL := help
SHELL := bash

# A Go cache and toolchain as they are on the machine; the report goes where the reader looks first.
REPORT ?= report
BIN := bin/maoconform

.PHONY: help
help: ## Show what can be made
	@awk 'BEGIN {FS = ":.*## "} /^[a-z-]+:.*## / {printf "  %-14s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

.PHONY: conformance
conformance: build ## Install what is missing, build, run every scenario on the reference SDK, write the report
	$(BIN) run --report $(REPORT)

.PHONY: test
test: deps check test-ts test-go ## Everything that continuous integration runs

.PHONY: deps
deps: ## Install what is missing: Chromium and the npm packages
	@.ci/deps

.PHONY: build
build: deps ## Build bin/maoconform with all bundles inside it
	@go run ./cmd/maoconform bundle --out harness/bundle/dist --quiet
	go build -tags release -o $(BIN) ./cmd/maoconform

.PHONY: test-go
test-go: deps ## Go tests: unit tests, every scenario, stub SDKs, mutants
	# One package at a time: several start browsers, and two browsers on two cores only wait for each other.
	go test -p 1 -parallel 4 -timeout 60m ./...

.PHONY: race
race: deps ## Go tests of the harness under the race detector
	go test -race -timeout 30m ./harness/... ./fixtures/...

.PHONY: test-ts
test-ts: deps ## TypeScript unit tests
	cd executor-js && npm test --silent

.PHONY: check
check: deps ## Formatting, vet, staticcheck, types, lint, import direction, generated files
	@test -z "$$(gofmt -l cmd harness fixtures scenarios)" || { echo "gofmt needed:"; gofmt -l cmd harness fixtures scenarios; exit 1; }
	go vet ./...
	go tool staticcheck ./...
	cd executor-js && npm run --silent typecheck && npm run --silent lint && npm run --silent format:check
	cd fixtures && npx --no-install tsc --noEmit

.PHONY: generate
generate: deps ## Write the TypeScript types and validator tables anew from the JSON Schemas
	cd executor-js && npm run --silent generate

.PHONY: format
format: deps ## Format Go and TypeScript sources
	gofmt -w cmd harness fixtures scenarios
	cd executor-js && npm run --silent format

.PHONY: bench
bench: deps ## Measure a scenario's CPU time, and inspection and pictures beside those of other libraries
	go run ./cmd/maoconform bench
	cmp -s harness/bench/package-lock.json harness/bench/node_modules/.installed || { cd harness/bench && npm ci --no-audit --no-fund --loglevel=error && cp package-lock.json node_modules/.installed; }
	node harness/bench/bench.mjs

.PHONY: clean
clean: ## Remove what was built (not the installed packages)
	rm -rf bin $(REPORT) .cache
	find harness/bundle/dist -mindepth 1 ! -name .gitkeep -delete
