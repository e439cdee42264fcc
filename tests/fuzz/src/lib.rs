//! Fuzz targets. Each takes arbitrary bytes and panics if a property is violated.
//!
//! `cargo run -p hintsmith-fuzz` runs them on stable for a bounded time; `tests/fuzz/libfuzzer` runs the same
//! targets guided by coverage. Both start with the inputs in `tests/fuzz/corpus`, where failing inputs are kept.

mod targets;

/// A property, as a function of its input.
pub struct Target {
    /// Also the name of its corpus folder.
    pub name: &'static str,
    pub run: fn(&[u8]),
}

pub const TARGETS: &[Target] = &[
    Target { name: "framing", run: targets::framing::run },
    Target { name: "sse", run: targets::sse::run },
    Target { name: "splice", run: targets::splice::run },
    Target { name: "canonical", run: targets::canonical::run },
    Target { name: "import", run: targets::import::run },
    Target { name: "overrides", run: targets::overrides::run },
    Target { name: "merge", run: targets::merge::run },
    Target { name: "openapi", run: targets::openapi::run },
    Target { name: "filter", run: targets::filter::run },
    Target { name: "policy", run: targets::policy::run },
];

pub fn target(name: &str) -> Option<&'static Target> {
    TARGETS.iter().find(|target| target.name == name)
}
