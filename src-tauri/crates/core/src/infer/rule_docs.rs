//! Generator of docs/RULES.md, the rule documentation.

use std::fmt::Write;

use super::rules::{self, Example};
use crate::model::hint::yes_no;

/// Renders the whole document.
pub fn render_rule_docs() -> String {
    let mut out = String::from(
        "# Inference rules\n\n\
         A test generates this file from the rules; change the rules, not this file.\n\n\
         Each rule inspects one property of a tool and emits signals. Settings take precedence over the HTTP method, and \
         the HTTP method over all other signals. Among those, the more certain signal decides; among equals, the \
         careful value. A *doubtful* signal sets no hint. `hintsmith explain` and `hintsmith infer --explain` show \
         every signal.\n",
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
        let _ = write!(text, ", returns `{}`", example.output.join("`, `"));
    }
    if !example.other_tools.is_empty() {
        let _ = write!(text, ", beside `{}`", example.other_tools.join("`, `"));
    }
    let expected: Vec<String> = example
        .expected
        .iter()
        .map(|(hint, value)| {
            let value = value.map_or("not set".to_owned(), |value| yes_no(value).to_lowercase());
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
