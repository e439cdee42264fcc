//! Generator of docs/RULES.md, the rule documentation.

use std::fmt::Write;

use super::rules::{self, Example};
use crate::model::hint::yes_no;

/// Renders the whole document.
pub fn render_rule_docs() -> String {
    let mut out = String::from(
        "# How Hintsmith guesses\n\n\
         Written from the rules by a test; change the rules, not this file.\n\n\
         Each rule looks at one thing and says what it makes of it. What weighs more wins: first a setting, then the \
         HTTP method, then the more certain signal; among equals the careful value. A *doubtful* signal fills \
         nothing. Everything that was seen stays visible in `hintsmith explain` and `hintsmith infer --explain`.\n",
    );
    for rule in rules::ALL {
        let _ = write!(out, "\n## {}\n{}\n{}\n\n", rule.id, rule.summary, rule.rationale);
        for example in rule.examples {
            let _ = writeln!(out, "- {}", describe_example(example));
        }
    }
    out
}

fn describe_example(example: &Example) -> String {
    let mut text = format!("`{}`", example.name);
    if let Some(method) = example.http_method {
        let _ = write!(text, ", method {}", method.to_uppercase());
    }
    if !example.title.is_empty() {
        let _ = write!(text, ", titled “{}”", example.title);
    }
    if !example.description.is_empty() {
        let _ = write!(text, ", “{}”", example.description);
    }
    if !example.parameters.is_empty() {
        let _ = write!(text, ", takes `{}`", example.parameters.join("`, `"));
    }
    if let Some((name, choices)) = example.choices {
        let _ = write!(text, ", takes `{name}` of {}", choices.join(", "));
    }
    if !example.output.is_empty() {
        let _ = write!(text, ", answers `{}`", example.output.join("`, `"));
    }
    if !example.other_tools.is_empty() {
        let _ = write!(text, ", beside `{}`", example.other_tools.join("`, `"));
    }
    let expected: Vec<String> = example
        .expected
        .iter()
        .map(|(hint, value)| {
            let value = value.map_or("not said".to_owned(), |value| yes_no(value).to_lowercase());
            format!("{} {value}", hint.cli_name())
        })
        .collect();
    format!("{text}: {}", expected.join(", "))
}

#[cfg(test)]
mod tests {
    /// Rewrites docs/RULES.md and fails if it was out of date.
    #[test]
    fn docs_rules_md_is_up_to_date() {
        let committed = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../docs/RULES.md");
        let before = std::fs::read_to_string(committed).unwrap_or_default();
        let after = super::render_rule_docs();
        std::fs::write(committed, &after).unwrap();
        assert!(before == after, "docs/RULES.md was out of date; it has been written anew, commit it");
    }
}
