//! The filter parser accepts any text without panicking.

use hintsmith_core::search::filter::Filter;

pub fn run(data: &[u8]) {
    let Some(text) = super::as_text(data) else { return };
    let _ = Filter::parse(text);
}
