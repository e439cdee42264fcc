//! Generator of docs/LINT.md, the reference of rules and profiles.

use std::fmt::Write;

use super::Severity;
use super::profile::{BUILTIN_PROFILES, Profile};
use super::rules::{self, Example, Rule};
use crate::model::hint::HintName;
use crate::text::{escape_line, truncate_chars};

/// Renders the complete document.
pub fn render_rule_docs() -> String {
    let mut out = String::from(
        "# Lint rules\n\n\
         A test generates this file from the rules; change the rules, not this file.\n\n\
         A hint counts as set if the server declares it or you decided it. An inferred value is only offered as a fix. \
         A *safe* fix follows from values that are set; every other fix is inferred and needs the user's confirmation. \
         *Required* rules come from the specification or a directory, *recommended* rules improve the tool for its users, \
         and a *heuristic* may be wrong.\n\n\
         ## Profiles\n\n",
    );
    for builtin in BUILTIN_PROFILES {
        let _ = writeln!(out, "- `{}`: {}", builtin.name, builtin.description);
    }
    let _ = write!(
        out,
        "\nA custom profile is a TOML file. Omitted settings are inherited from the profile it extends, by default `spec`.\n\n\
         ```toml\nextends = \"anthropic-directory\"\n\n[rules]\ntitle-missing = \"warning\"   # off, note, warning, error\n\
         pointless-hint = \"off\"\n\n[limits]\nname = 48\nexplicit-hints = [\"read-only\", \"destructive\"]\n```\n\n"
    );
    write_profile_table(&mut out);
    for rule in rules::all() {
        let _ = write!(out, "\n## {}\n{}", rule.id, describe_rule(rule));
    }
    out
}

/// Describes one rule: requirement, rationale, authority and examples.
pub fn describe_rule(rule: &Rule) -> String {
    let mut out = format!("{}\n{}\n\n", rule.summary, rule.rationale);
    let source =
        if rule.source_url.is_empty() { String::new() } else { format!(" · <{}>", rule.source_url) };
    let _ = writeln!(out, "{}, {}{source}", rule.category.as_str(), rule.default_severity.as_str());
    if !rule.bad_examples.is_empty() {
        out.push('\n');
    }
    for (word, examples) in [("bad", rule.bad_examples), ("good", rule.good_examples)] {
        for example in examples {
            let _ = writeln!(out, "- {word}: {}", describe_example(example));
        }
    }
    out
}

/// Writes the table of rules (rows) and profiles (columns).
fn write_profile_table(out: &mut String) {
    let profiles: Vec<Profile> =
        BUILTIN_PROFILES.iter().filter_map(|builtin| Profile::builtin(builtin.name).ok()).collect();
    let row = |out: &mut String, first: &str, cells: Vec<String>| {
        let _ = writeln!(out, "| {first} | {} |", cells.join(" | "));
    };
    row(out, "rule", profiles.iter().map(|profile| profile.name.clone()).collect());
    row(out, "---", profiles.iter().map(|_| "---".to_owned()).collect());
    for rule in rules::all() {
        let level = |profile: &Profile| profile.severity(rule.id).map_or("off", Severity::as_str).to_owned();
        row(out, &anchor_link(rule), profiles.iter().map(level).collect());
    }
    row(
        out,
        "longest name",
        profiles.iter().map(|profile| profile.limits.max_name_chars.to_string()).collect(),
    );
    let explicit = |profile: &Profile| {
        let hints = HintName::ALL.into_iter().filter(|hint| profile.limits.explicit_hints[*hint]);
        hints.map(HintName::cli_name).collect::<Vec<_>>().join(", ")
    };
    row(out, "explicit hints", profiles.iter().map(explicit).collect());
}

fn anchor_link(rule: &Rule) -> String {
    format!("[{0}](#{0})", rule.id)
}

fn describe_example(example: &Example) -> String {
    let mut text = format!("`{}`", escape_line(&truncate_chars(example.tool, 240)));
    for (server, tool) in example.other_tools {
        let _ = write!(text, ", beside `{}` of `{server}`", escape_line(tool));
    }
    for (hint, value, because) in example.decisions {
        let earlier = if example.are_decisions_stale { " for an earlier definition" } else { "" };
        let reason = because.map_or_else(String::new, |because| format!(", reason “{because}”"));
        let _ = write!(text, ", decided {} {value}{earlier}{reason}", hint.cli_name());
    }
    if let Some(review) = example.review {
        let _ = write!(text, ", {}", review.as_str());
    }
    if example.profile != "spec" {
        let _ = write!(text, ", in `{}`", example.profile);
    }
    text
}

#[cfg(test)]
mod tests {
    /// Regenerates the committed file, and fails if it was out of date.
    #[test]
    fn committed_lint_docs_are_up_to_date() {
        let committed = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../docs/LINT.md");
        let before = std::fs::read_to_string(committed).unwrap_or_default();
        let after = super::render_rule_docs();
        std::fs::write(committed, &after).unwrap();
        assert!(before == after, "docs/LINT.md was out of date; it has been written anew, commit it");
    }
}
