//! Lint rules, one file each. The examples of a rule run as tests, and docs/LINT.md is generated from them.

mod annotation_mistyped;
mod annotation_unknown;
mod annotations_nested;
mod behaviour_not_said;
mod catch_all_method;
mod contradictory_hints;
mod declared_disagrees;
mod description_missing;
mod destruction_not_said;
mod destructive_by_closient;
mod hidden_characters;
mod hint_not_explicit;
mod instructs_the_model;
mod justification_missing;
mod look_alike_elsewhere;
mod look_alike_name;
mod mentions_other_server;
mod missing_annotations;
mod name_characters;
mod name_duplicate;
mod name_too_long;
mod network_ref;
mod open_world_by_openai;
mod output_schema_missing;
mod override_without_effect;
mod parameter_undescribed;
pub(in crate::lint) mod pin_broken;
pub(in crate::lint) mod pinned_tool_gone;
mod pointless_hint;
mod schema_not_object;
mod stale_override;
mod title_in_one_place;
mod title_is_name;
mod title_missing;
mod titles_differ;
pub(in crate::lint) mod tool_not_pinned;
mod unreviewed_export;
pub mod unused_suppression;

use std::borrow::Cow;

use super::{Finding, Fix, LintInput, RuleCategory, Severity, Subject};
use crate::model::hint::HintName;
use crate::review::ReviewState;
use crate::text::{escape_line, truncate_chars};

/// A lint rule.
pub struct Rule {
    /// Names the problem, in kebab case.
    pub id: &'static str,
    /// The requirement, in one sentence.
    pub summary: &'static str,
    /// The reason the rule exists.
    pub rationale: &'static str,
    pub category: RuleCategory,
    /// The default severity, which profiles can change.
    pub default_severity: Severity,
    /// URL of the requirement; empty if it is Hintsmith's own.
    pub source_url: &'static str,
    pub bad_examples: &'static [Example],
    pub good_examples: &'static [Example],
    pub check: fn(&Subject, &mut FindingSink),
}

impl std::fmt::Debug for Rule {
    fn fmt(&self, formatter: &mut std::fmt::Formatter) -> std::fmt::Result {
        formatter.write_str(self.id)
    }
}

/// An example tool, with or without findings of the rule.
#[derive(Clone, Copy)]
pub struct Example {
    /// The tool as JSON.
    pub tool: &'static str,
    /// Other tools as JSON, each with its server's name; the example tool belongs to `notes`.
    pub other_tools: &'static [(&'static str, &'static str)],
    /// The profile whose limits apply.
    pub profile: &'static str,
    /// Decisions of the user about the tool, each with an optional reason.
    pub decisions: &'static [(HintName, bool, Option<&'static str>)],
    /// True if the decisions were made for an earlier definition of the tool.
    pub are_decisions_stale: bool,
    pub review: Option<ReviewState>,
}

impl Example {
    pub const fn new(tool: &'static str) -> Self {
        Self {
            tool,
            other_tools: &[],
            profile: "spec",
            decisions: &[],
            are_decisions_stale: false,
            review: None,
        }
    }
}

/// URLs that several rules cite.
pub(super) mod source {
    pub const TOOLS: &str = "https://modelcontextprotocol.io/specification/2026-07-28/server/tools";
    pub const SCHEMA: &str = "https://modelcontextprotocol.io/specification/2026-07-28/schema";
    pub const ANTHROPIC: &str = "https://claude.com/docs/connectors/building/review-criteria";
    pub const OPENAI: &str = "https://developers.openai.com/apps-sdk/reference";
    pub const CLOSIENT: &str = "https://docs.closient.com";
    pub const SCANNER: &str = "https://github.com/snyk/agent-scan/blob/main/docs/issue-codes.md";
    /// For rules about Hintsmith's own data, which no external document covers.
    pub const HINTSMITH: &str = "";
}

/// Rules that check one tool, in the order of their findings: unreadable input first, then name, annotations, texts,
/// schemas.
pub const TOOL_RULES: &[&Rule] = &[
    &schema_not_object::RULE,
    &name_duplicate::RULE,
    &name_too_long::RULE,
    &name_characters::RULE,
    &look_alike_name::RULE,
    &look_alike_elsewhere::RULE,
    &missing_annotations::RULE,
    &annotation_mistyped::RULE,
    &annotations_nested::RULE,
    &annotation_unknown::RULE,
    &contradictory_hints::RULE,
    &behaviour_not_said::RULE,
    &destruction_not_said::RULE,
    &hint_not_explicit::RULE,
    &pointless_hint::RULE,
    &declared_disagrees::RULE,
    &open_world_by_openai::RULE,
    &destructive_by_closient::RULE,
    &stale_override::RULE,
    &override_without_effect::RULE,
    &justification_missing::RULE,
    &unreviewed_export::RULE,
    &title_missing::RULE,
    &title_is_name::RULE,
    &titles_differ::RULE,
    &title_in_one_place::RULE,
    &description_missing::RULE,
    &parameter_undescribed::RULE,
    &hidden_characters::RULE,
    &instructs_the_model::RULE,
    &mentions_other_server::RULE,
    &network_ref::RULE,
    &catch_all_method::RULE,
    &output_schema_missing::RULE,
];

/// Rules that check the policy file and suppressions instead of a tool.
pub const POLICY_RULES: &[&Rule] =
    &[&pin_broken::RULE, &pinned_tool_gone::RULE, &tool_not_pinned::RULE, &unused_suppression::RULE];

/// All rules, those about tools first.
pub fn all() -> impl Iterator<Item = &'static Rule> + Clone {
    TOOL_RULES.iter().chain(POLICY_RULES).copied()
}

/// Looks up a rule by id.
pub fn find(id: &str) -> Option<&'static Rule> {
    all().find(|rule| rule.id == id)
}

/// Maximum findings per rule and tool. The last one says that more were omitted.
pub const MAX_FINDINGS_PER_RULE: usize = 32;

/// Collects the findings of one rule about one tool.
pub struct FindingSink<'a, 'v> {
    rule: &'static str,
    severity: Severity,
    server: &'a str,
    tool: &'a str,
    count: usize,
    findings: &'v mut Vec<Finding<'a>>,
}

impl<'a, 'v> FindingSink<'a, 'v> {
    pub fn new(
        rule: &'static str,
        severity: Severity,
        input: &LintInput<'a>,
        findings: &'v mut Vec<Finding<'a>>,
    ) -> Self {
        Self { rule, severity, server: input.server, tool: input.tool.name.as_str(), count: 0, findings }
    }

    pub fn report(&mut self, field: &str, message: impl Into<String>) {
        self.report_with_fix(field, message, None);
    }

    /// Reports a finding with an optional fix. Hidden characters in `field` and `message` are made visible here.
    pub fn report_with_fix(&mut self, field: &str, message: impl Into<String>, fix: Option<Fix>) {
        self.count += 1;
        let (message, fix) = match self.count {
            0..MAX_FINDINGS_PER_RULE => (message.into(), fix),
            MAX_FINDINGS_PER_RULE => ("more findings of this rule are not listed".to_owned(), None),
            _ => return,
        };
        let sanitized = match escape_line(&message) {
            Cow::Owned(sanitized) => Some(sanitized),
            Cow::Borrowed(_) => None,
        };
        self.findings.push(Finding {
            rule: self.rule,
            severity: self.severity,
            server: self.server,
            tool: self.tool,
            field: escape_line(&truncate_chars(field, 200)).into_owned(),
            message: sanitized.unwrap_or(message),
            fix,
        });
    }
}

/// Quotes server text for use in a message.
fn quote(text: &str) -> String {
    format!("“{}”", truncate_chars(text.trim(), 80))
}

/// Replaces the emphasis markers of a reason with quotes, because findings are also shown as plain text.
fn emphasis_to_quotes(reason: &str) -> String {
    let mut parts = reason.split('*');
    let mut out = parts.next().unwrap_or_default().to_owned();
    for (position, part) in parts.enumerate() {
        out.push_str(if position % 2 == 0 { "“" } else { "”" });
        out.push_str(part);
    }
    out
}
