//! Bounded parsing of untrusted YAML: limited documents, depth, size and alias expansion; duplicate keys are errors.

use serde::de::DeserializeOwned;
use serde_saphyr::options::NonFiniteFloatPolicy;
use serde_saphyr::{SnippetMode, UserMessageFormatter};

/// Limit for parser events replayed from aliases ("billion laughs" attack).
const MAX_ALIAS_EVENTS: usize = 1_000_000;

/// Levels of nesting. Each takes tens of kilobytes of stack in a debug build, and threads have 2 MiB.
pub(crate) const MAX_DEPTH: usize = 64;

/// Parses a document with at most `max_values` nodes. The error is one line with message and position.
pub fn parse<T: DeserializeOwned>(text: &str, max_values: usize) -> Result<T, String> {
    serde_saphyr::from_str_with_options(text, bounded_options(max_values, 1))
        .map_err(|error| describe_error(&error))
}

/// Parses a stream of at most `max_documents` documents with at most `max_values` nodes in total. Empty documents are
/// left out.
pub fn parse_documents<T: DeserializeOwned>(
    text: &str,
    max_values: usize,
    max_documents: usize,
) -> Result<Vec<T>, String> {
    serde_saphyr::from_multiple_with_options(text, bounded_options(max_values, max_documents))
        .map_err(|error| describe_error(&error))
}

fn bounded_options(max_values: usize, max_documents: usize) -> serde_saphyr::Options {
    serde_saphyr::options! {
        budget: serde_saphyr::budget! {
            max_depth: MAX_DEPTH,
            max_documents: max_documents,
            max_events: 2 * max_values,
            max_nodes: max_values,
            enforce_alias_anchor_ratio: false,
        },
        alias_limits: serde_saphyr::alias_limits! { max_total_replayed_events: MAX_ALIAS_EVENTS },
        // YAML 1.2: `yes` and `on` are strings.
        strict_booleans: true,
        non_finite_float_policy: NonFiniteFloatPolicy::AsString,
        with_snippet: false,
    }
}

fn describe_error(error: &serde_saphyr::Error) -> String {
    let message = error.render_with_options(serde_saphyr::render_options! {
        formatter: &UserMessageFormatter,
        snippets: SnippetMode::Off,
    });
    message.lines().next().unwrap_or_default().to_owned()
}
