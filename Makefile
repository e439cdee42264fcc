# Each target does its own set-up; the work is in scripts/.
.PHONY: run test bench bench-gateway bench-inference bench-lint bench-notes bench-search bench-soak bench-store bench-wrap screenshots clean

run:
	@scripts/run

test:
	@scripts/test

# Start-up time of both programs, and the window with 10,000 tools.
bench:
	@scripts/bench

# How good and how fast the guesses are: CORPUS=…/dev.jsonl make bench-inference
bench-inference:
	@scripts/bench-inference
	@cargo bench --package hintsmith-core --bench inference

# Linting 100,000 tools, beside parsing them.
bench-lint:
	@cargo bench --package hintsmith-core --bench lint

# Writing 50,000 notes into the descriptions of 10,000 tools, beside serialising their list.
bench-notes:
	@cargo bench --package hintsmith-core --bench notes

# Searching 10,000 and 100,000 tools while a query is typed.
bench-search:
	@cargo bench --package hintsmith-core --bench search

# How long 100,000 tools take to be stored and searched; then the store under fire: 5,000 kills, every call of a failing disk, 5,000 changed bytes.
bench-store:
	@scripts/bench-store

# What standing before a stdio server costs: calls and lists beside the same ones directly, bare and as `hintsmith wrap`.
bench-wrap:
	@cargo build --release --package hintsmith --bin hintsmith
	@cargo run --release --package hintsmith-mcp --example proxy -- bench
	@cargo run --release --package hintsmith-mcp --example proxy -- bench target/release/hintsmith

# What the gateway costs: calls and lists directly, through it, and through other gateways, which it installs into target/tools.
bench-gateway:
	@scripts/bench-gateway

# Whether wrap or the gateway grow: a million calls through each.
bench-soak:
	@scripts/bench-gateway soak

# Pictures of every view in both themes, into target/screenshots and, for the README, docs/pictures.
screenshots:
	@scripts/screenshots

clean:
	cargo clean
	rm -rf ui/dist ui/node_modules tests/*/node_modules tests/servers/foreign/node_modules
