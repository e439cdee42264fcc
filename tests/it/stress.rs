//! Number of rounds of the stress tests: small and fixed in `make test`, complete in `make test-full`
//! (`HINTSMITH_TEST_FULL=1`). `HINTSMITH_ROUNDS` overrides it for longer runs such as `make bench-store`.

/// True if the full tier runs.
pub fn is_full_tier() -> bool {
    std::env::var_os("HINTSMITH_TEST_FULL").is_some_and(|value| !value.is_empty())
}

/// Number of rounds of a stress test in this run.
pub fn rounds(quick: u64, full: u64) -> u64 {
    let given = std::env::var("HINTSMITH_ROUNDS").ok().and_then(|rounds| rounds.parse().ok());
    given.unwrap_or(if is_full_tier() { full } else { quick })
}
