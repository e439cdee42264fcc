# Each target does its own set-up; the work is in scripts/.
.PHONY: run dev check test test-full fuzz coverage record-times bench bench-export bench-gateway bench-inference bench-titles bench-lint bench-notes bench-openapi bench-search bench-soak bench-source bench-store bench-wrap size package test-packages screenshots clean

# Build and open the window; without a screen, run the demo in the terminal.
run:
	@scripts/run

# The window with hot reload, for working on it.
dev:
	@scripts/dev

# The everyday loop, a few minutes: formatting, lints, the crates' tests, the page's tests. Skips what has not changed.
check:
	@scripts/check

# Everything a change can break: `make check`, and the real programs and the real window.
test:
	@scripts/test

# The same with long stress, every view in both themes, and other people's programs.
test-full:
	@scripts/test full

# Coverage-guided fuzzing of what reads foreign text; a minute for each target.
fuzz:
	@scripts/fuzz

# Line coverage of Rust and of the page, into target/coverage.
coverage:
	@scripts/coverage

# After `make test`: its times become the ones that later runs are compared with.
record-times:
	@node scripts/test-times.mjs target/test-reports --record

# Size of both packaged programs (profile dist), by crate.
size:
	@scripts/size

# Benches use the profile `dist`, as the packages do.

# Start-up time of both programs; the window with 10,000 tools: scrolling, decisions, memory of each process.
bench:
	@scripts/bench

# Every export target with 1,000 to 100,000 tools, and which of them are not linear.
bench-export:
	@cargo bench --profile dist --package hintsmith-core --bench export

# How good and how fast the inference is: CORPUS=…/dev.jsonl make bench-inference
bench-inference:
	@scripts/bench-inference
	@cargo bench --profile dist --package hintsmith-core --bench inference

# How near the derived titles are to declared ones: CORPUS=…/dev.jsonl make bench-titles
bench-titles:
	@scripts/bench-titles

# Linting 100,000 tools, beside parsing them.
bench-lint:
	@cargo bench --profile dist --package hintsmith-core --bench lint

# Writing 50,000 notes into the descriptions of 10,000 tools, beside serialising their list.
bench-notes:
	@cargo bench --profile dist --package hintsmith-core --bench notes

# Building the requests of 1,000 operations of an OpenAPI document, beside a `format!` of the same requests; then listing them
# through the gateway, beside the same tools of an MCP server.
bench-openapi:
	@cargo bench --profile dist --package hintsmith-core --bench openapi_request
	@scripts/bench-gateway openapi-bench

# Searching 10,000 and 100,000 tools while a query is typed.
bench-search:
	@cargo bench --profile dist --package hintsmith-core --bench search

# Scanning a repository of 10,000 source files for tools and editing all of them, beside reading the files.
bench-source:
	@cargo bench --profile dist --package hintsmith-source --bench scan

# How long 100,000 tools take to be stored and searched; then the store under fire: 5,000 kills, every call of a failing disk, 5,000 changed bytes.
bench-store:
	@scripts/bench-store

# What standing before a stdio server costs: calls and lists beside the same ones directly, bare and as `hintsmith wrap`.
bench-wrap:
	@cargo build --profile dist --package hintsmith --bin hintsmith
	@cargo run --profile dist --package hintsmith-mcp --example proxy -- bench
	@cargo run --profile dist --package hintsmith-mcp --example proxy -- bench target/dist/hintsmith

# What the gateway costs: calls and lists directly, through it, and through other gateways, which it installs into target/tools.
bench-gateway:
	@scripts/bench-gateway

# Whether wrap or the gateway grow: a million calls through each.
bench-soak:
	@scripts/bench-gateway soak

# Every package for this platform, from one build, into target/packages with SHA256SUMS.
package:
	@scripts/package

# Installs each package as its users do, and uses it. Needs root for clean Debian roots; builds the packages if there are none.
test-packages:
	@scripts/test-packages

# Pictures of every view in both themes and two sizes, into target/screenshots and, with the animated tour, docs/pictures.
screenshots:
	@scripts/screenshots

clean:
	cargo clean
	rm -rf ui/dist ui/node_modules tests/*/node_modules tests/servers/foreign/node_modules
