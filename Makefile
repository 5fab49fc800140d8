# The menu; `make` alone shows it. The work is in scripts/ and in `cargo xtask`.
SHELL := bash
.DEFAULT_GOAL := help
.PHONY: help run dist dist-try web screenshots test test-live check bench bench-peers bench-search bench-ingest bench-guard services-up services-down

cache := $(or $(XDG_CACHE_HOME),$(HOME)/.cache)/conserje
# Outside the checkout, so that a fresh clone builds on what is there already.
export CARGO_TARGET_DIR ?= $(cache)/target
DIST ?= dist
SERVICES ?= $(or $(TMPDIR),/tmp)/conserje-services-$(shell id -u)

help: ## show this list
	@sed -n 's/^\([a-z-]*\):.*## /\1\t/p' $(MAKEFILE_LIST) | while IFS=$$'\t' read -r name text; do \
		printf '  make %-14s %s\n' "$$name" "$$text"; done

run: ## build the server and start it with demo data
	@scripts/setup --run
	@scripts/web
	cargo build --profile quick -p conserje-server
	@exec "$$CARGO_TARGET_DIR/quick/conserje" serve --demo --packs docs,legal,erp,frontdesk

dist: ## build the program for handing out and make its packages, into dist/ (half an hour)
	@scripts/setup --run
	@scripts/web
	cargo build --profile dist -p conserje-server
	@scripts/dist --binary "$$CARGO_TARGET_DIR/dist/conserje" --out "$(DIST)"

dist-try: ## try the packages in dist/: in empty roots, on a Debian from nothing, as an image
	@scripts/setup --dist
	@scripts/dist-try "$(DIST)" --whole

web: ## build the page; cargo build then puts it into the program
	@scripts/web

screenshots: ## take pictures of every view of the page, into web/screenshots
	@scripts/web && cargo build -p conserje-server
	@CONSERJE_BIN="$$CARGO_TARGET_DIR/debug/conserje" scripts/web screenshots

test: ## run every check and test, as CI does
	@scripts/test

test-live: ## stream from a real model through the server to OpenAI's client; downloads it first
	@scripts/test-live

check: ## run only format, lints, layers, sizes, circles, states and manifests
	@scripts/test --check

bench: ## run the benchmarks, with a PostgreSQL that keeps its promises (fsync)
	@scripts/setup
	@services=$$(mktemp -d) && trap 'scripts/services down "$$services"' EXIT && \
		scripts/services up "$$services" && . "$$services/env" && cargo bench --workspace

bench-peers: ## measure the server beside LangGraph and LiteLLM proxy; writes benches/results
	@benches/peers/setup
	@benches/peers/run

bench-search: ## measure search beside tantivy, bm25s, chromadb and lancedb, on CONSERJE_DATA; writes benches/results
	@benches/search/setup
	@benches/search/run

bench-ingest: ## measure reading files beside PyMuPDF and markitdown, on CONSERJE_DATA; writes benches/results
	@benches/ingest/setup
	@benches/ingest/run

bench-guard: ## measure the guard beside Presidio, on CONSERJE_DATA; writes benches/results
	@benches/guard/setup
	@benches/guard/run

services-up: ## start PostgreSQL and Redis to run single tests with; says which file to source
	@scripts/setup
	@scripts/services up "$(SERVICES)" --fast
	@echo "for cargo test and cargo nextest in this shell: . $(SERVICES)/env"

services-down: ## stop them again
	@scripts/services down "$(SERVICES)"
