//! Generator of docs/RULES.md, the rule documentation.

use std::fmt::Write;

use super::Certainty;
use super::rules::{self, Example};
use crate::model::hint::{HintName, yes_no};

/// Renders the whole document.
pub fn render_rule_docs() -> String {
    let mut out = String::from(
        "# Inference rules\n\n\
         A test generates this file from the rules; change the rules, not this file.\n\n\
         Each rule inspects one property of a tool and emits signals. Settings take precedence over the HTTP method, and \
         the HTTP method over all other signals. Among those, the more certain signal decides; among equals, the \
         careful value. A *doubtful* signal sets no hint. `hintsmith infer --explain` \
         shows the two strongest signals for and against each value, its JSON all of them.\n",
    );
    write_reliability(&mut out);
    for rule in rules::ALL {
        let _ = write!(out, "\n## {}\n{}\n{}\n\n", rule.id, rule.summary, rule.rationale);
        for example in rule.examples {
            let _ = writeln!(out, "- {}", describe_example(example));
        }
    }
    out
}

/// What `scripts/bench-inference --reliability` measured: set, servers, tools, certainty, hint, right, guesses.
const RELIABILITY: &str = include_str!("reliability.tsv");

/// A line of [`RELIABILITY`].
struct Measurement<'a> {
    set: &'a str,
    servers: &'a str,
    tools: &'a str,
    certainty: &'a str,
    hint: &'a str,
    right: u32,
    guesses: u32,
}

fn measurements() -> impl Iterator<Item = Measurement<'static>> + Clone {
    RELIABILITY.lines().skip(1).filter_map(|line| {
        let mut cells = line.split('\t');
        let mut next = || cells.next();
        Some(Measurement {
            set: next()?,
            servers: next()?,
            tools: next()?,
            certainty: next()?,
            hint: next()?,
            right: next()?.parse().ok()?,
            guesses: next()?.parse().ok()?,
        })
    })
}

/// A table for each set of labels: how many guesses of each certainty are right.
fn write_reliability(out: &mut String) {
    out.push_str(
        "\n## Reliability\n\
         How often a value is right, by its certainty. The values are compared with labels: three independent readings of \
         each tool, which see neither its annotations nor each other, and the majority of them. Destructive and \
         idempotent are compared for tools that are not read-only. The certainty of a guess is limited by how often its rule \
         was right; here, it is limited by what the rule reached on other servers than those it is measured on. \
         `scripts/bench-inference --reliability` measures this.\n",
    );
    let mut sets: Vec<_> = measurements().map(|line| (line.set, line.servers, line.tools)).collect();
    sets.dedup();
    for (set, servers, tools) in sets {
        let of_set = measurements().filter(|line| line.set == set);
        let _ = write!(out, "\n{set}: {tools} tools of {servers} servers\n\n| certainty |");
        for hint in HintName::ALL {
            let _ = write!(out, " {} |", hint.cli_name());
        }
        out.push_str(" all |\n| --- | --- | --- | --- | --- | --- |\n");
        for certainty in [Certainty::Certain, Certainty::Strong, Certainty::Likely] {
            let of_level = of_set.clone().filter(|line| line.certainty == certainty.label());
            let _ = write!(out, "| {} |", certainty.label());
            for hint in HintName::ALL {
                let share = share_right(of_level.clone().filter(|line| line.hint == hint.key()));
                let _ = write!(out, " {share} |");
            }
            let _ = writeln!(out, " {} |", share_right(of_level));
        }
    }
}

fn share_right<'a>(lines: impl Iterator<Item = Measurement<'a>>) -> String {
    let (right, guesses) = lines.fold((0, 0), |sum, line| (sum.0 + line.right, sum.1 + line.guesses));
    if guesses == 0 {
        return "–".to_owned();
    }
    format!("{:.1} % of {guesses}", f64::from(right) * 100.0 / f64::from(guesses))
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
