//! libFuzzer entry point for the target that `HINTSMITH_FUZZ_TARGET` names; started by `scripts/fuzz`.

#![no_main]

use std::sync::LazyLock;

static TARGET: LazyLock<fn(&[u8])> = LazyLock::new(|| {
    let name = std::env::var("HINTSMITH_FUZZ_TARGET").expect("HINTSMITH_FUZZ_TARGET names a target");
    hintsmith_fuzz::target(&name).expect("there is such a target").run
});

libfuzzer_sys::fuzz_target!(|data: &[u8]| (TARGET)(data));
