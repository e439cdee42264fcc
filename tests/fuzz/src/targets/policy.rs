//! The policy parser returns a policy or an error for any text.

use hintsmith_core::lint::policy::LintPolicy;

pub fn run(data: &[u8]) {
    let Some(text) = super::as_text(data) else { return };
    let _ = LintPolicy::parse(text);
}
