# Each target does its own set-up; the work is in scripts/.
.PHONY: run test bench bench-inference screenshots clean

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
	@cargo bench --package hintsmith-core

# Pictures of every view in both themes, into target/screenshots.
screenshots:
	@scripts/screenshots

clean:
	cargo clean
	rm -rf ui/dist ui/node_modules tests/*/node_modules tests/servers/foreign/node_modules
