//! Linter for tools as they will be exported: findings, and fixes for them. Rules are in `lint/rules/`, one file each.
//!
//! A hint is explicit when the server declares it or the user decided it. An inferred value is not explicit, but is
//! suggested as a fix. A test generates `docs/LINT.md` from the rules.

mod context;
pub mod expectation;
mod json_strings;
pub mod pins;
pub mod policy;
pub mod profile;
pub mod readiness;
pub mod report;
pub mod rule_docs;
pub mod rules;
mod skeleton;
pub mod stubs;
mod subject;
pub mod suppression;
#[cfg(test)]
mod tests;
pub mod violations;

use serde::{Deserialize, Serialize};

pub use context::LintContext;
pub use policy::{LintPolicy, PolicyError};
pub use profile::{Profile, ProfileError, ProfileLimits};
pub use readiness::Readiness;
pub use rules::{FindingSink, Rule};
pub use subject::{Subject, explicit_hints, explicit_title};
pub use suppression::Suppression;

use crate::infer::Inference;
use crate::model::hint::HintName;
use crate::model::overrides::{DecidedValue, Field};
use crate::model::tool::Tool;
use crate::resolve::ResolvedTool;
use crate::review::ReviewState;

/// Severity of a finding, in ascending order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub enum Severity {
    Note,
    Warning,
    Error,
}

impl Severity {
    pub const ALL: [Self; 3] = [Self::Note, Self::Warning, Self::Error];

    /// The name used in profiles, on the command line and in reports.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Note => "note",
            Self::Warning => "warning",
            Self::Error => "error",
        }
    }
}

/// The authority behind a rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub enum RuleCategory {
    /// Demanded by the specification, or by the directory the tool is submitted to.
    Required,
    /// Good practice for the users of the tool.
    Recommended,
    /// May be a false positive.
    Heuristic,
}

impl RuleCategory {
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Required => "required",
            Self::Recommended => "recommended",
            Self::Heuristic => "heuristic",
        }
    }
}

/// One problem of one tool. `message` and `field` contain no hidden characters, whatever the server sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding<'a> {
    pub rule: &'static str,
    pub severity: Severity,
    pub server: &'a str,
    /// The tool's key within its server, unchanged.
    pub tool: &'a str,
    /// Path of the affected field: `annotations.readOnlyHint`, `inputSchema.properties.id`.
    pub field: String,
    pub message: String,
    pub fix: Option<Fix>,
}

/// The decisions that would fix a finding.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fix {
    pub decisions: Vec<(Field, DecidedValue)>,
    /// True if the fix follows from explicit values. An unsafe fix relies on inferred ones; the user has to confirm it.
    pub is_safe: bool,
}

impl Fix {
    fn for_hint(hint: HintName, value: bool, safe: bool) -> Self {
        Self { decisions: vec![(Field::Hint(hint), DecidedValue::Hint(value))], is_safe: safe }
    }

    /// The fix as a button label.
    pub fn label(&self) -> String {
        let describe = |(field, value): &(Field, DecidedValue)| match field {
            Field::Title => format!("the title to “{value}”"),
            Field::Hint(hint) => format!("{} to {value}", hint.label()),
            Field::Description => format!("the description to “{value}”"),
            Field::Icon => format!("the icon to {value}"),
            Field::Parameter(name) => format!("the description of {name} to “{value}”"),
        };
        let all: Vec<String> = self.decisions.iter().map(describe).collect();
        format!("Set {}", all.join(", "))
    }
}

/// One tool with its resolved and inferred hints, as input of [`lint`].
#[derive(Debug, Clone, Copy)]
pub struct LintInput<'a> {
    pub server: &'a str,
    pub tool: &'a Tool,
    pub resolved: &'a ResolvedTool<'a>,
    pub inference: &'a Inference,
    /// The tool's review state; `None` where none is recorded.
    pub review: Option<ReviewState>,
}

/// Lints tools one after another. Findings are in the order of the tools, and per tool in the order of
/// [`rules::TOOL_RULES`].
pub fn lint<'a>(
    context: &LintContext,
    profile: &Profile,
    tools: impl IntoIterator<Item = LintInput<'a>>,
) -> Vec<Finding<'a>> {
    let mut findings = Vec::new();
    for input in tools {
        lint_tool(context, profile, &input, &mut findings);
    }
    findings
}

/// [`lint`] for one tool, for callers that resolve tools one at a time. `context` is built once for all of them.
pub fn lint_tool<'a>(
    context: &LintContext,
    profile: &Profile,
    input: &LintInput<'a>,
    findings: &mut Vec<Finding<'a>>,
) {
    let subject = Subject::new(input, context, &profile.limits);
    for (rule, severity) in profile.tool_rules() {
        (rule.check)(&subject, &mut FindingSink::new(rule.id, severity, input, findings));
    }
}
