//! Reads YAML that somebody else wrote: one document, bounded in depth, size and repetition; a key given twice is an error.

use serde::de::DeserializeOwned;
use serde_saphyr::options::NonFiniteFloatPolicy;
use serde_saphyr::{SnippetMode, UserMessageFormatter};

/// Beginnings and ends of values that come from aliases: there are documents that say everything once and repeat it.
const MOST_REPEATED: usize = 1_000_000;

/// Each level takes tens of kilobytes of stack in a debug build, and threads have two megabytes.
pub(crate) const DEEPEST: usize = 64;

/// Fails with a line that says what is wrong and where.
pub fn read<T: DeserializeOwned>(text: &str, most_values: usize) -> Result<T, String> {
    let options = serde_saphyr::options! {
        budget: serde_saphyr::budget! {
            max_depth: DEEPEST,
            max_documents: 1,
            max_events: 2 * most_values,
            max_nodes: most_values,
            enforce_alias_anchor_ratio: false,
        },
        alias_limits: serde_saphyr::alias_limits! { max_total_replayed_events: MOST_REPEATED },
        // YAML 1.2: `yes` and `on` are words.
        strict_booleans: true,
        non_finite_float_policy: NonFiniteFloatPolicy::AsString,
        with_snippet: false,
    };
    serde_saphyr::from_str_with_options(text, options).map_err(|error| {
        let message = error.render_with_options(serde_saphyr::render_options! {
            formatter: &UserMessageFormatter,
            snippets: SnippetMode::Off,
        });
        message.lines().next().unwrap_or_default().to_owned()
    })
}
