//! What is wrong with a tool as it will be shipped, and what would mend it. Rules are in `lint/rules/`, one file each.
//!
//! A hint counts as said when the server declares it or a person decided it; a guess says nothing, but is offered as a
//! fix. `docs/LINT.md` is written from the rules by a test.

mod context;
pub mod expected;
pub mod pins;
pub mod policy;
pub mod profile;
pub mod readiness;
pub mod report;
pub mod rulebook;
pub mod rules;
mod skeleton;
mod strings;
pub mod stubs;
mod subject;
pub mod suppress;
#[cfg(test)]
mod tests;

use serde::{Deserialize, Serialize};

pub use context::Context;
pub use policy::{Policy, PolicyError};
pub use profile::{Limits, Profile, ProfileError};
pub use readiness::Readiness;
pub use rules::{Out, Rule};
pub use subject::{Subject, said};
pub use suppress::Suppression;

use crate::hint::HintName;
use crate::infer::Inference;
use crate::overrides::{Decided, Field};
use crate::resolve::ResolvedTool;
use crate::review::ReviewState;
use crate::tool::Tool;

/// How much a finding matters, least first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub enum Severity {
    Note,
    Warning,
    Error,
}

impl Severity {
    pub const ALL: [Self; 3] = [Self::Note, Self::Warning, Self::Error];

    /// The word in a profile, on the command line and in reports.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Note => "note",
            Self::Warning => "warning",
            Self::Error => "error",
        }
    }
}

/// Whose word a rule is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub enum Lane {
    /// The specification, or the directory a tool is sent to, demands it.
    Required,
    /// It is good for whoever uses the tool.
    Recommended,
    /// A suspicion, which may be wrong.
    Heuristic,
}

impl Lane {
    pub const fn word(self) -> &'static str {
        match self {
            Self::Required => "required",
            Self::Recommended => "recommended",
            Self::Heuristic => "heuristic",
        }
    }
}

/// One thing that is wrong with one tool. Its texts hold no hidden characters, whatever the server sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding<'a> {
    pub rule: &'static str,
    pub severity: Severity,
    pub server: &'a str,
    /// The tool's key within its server, as it came.
    pub tool: &'a str,
    /// Where it stands: `annotations.readOnlyHint`, `inputSchema.properties.id`.
    pub field: String,
    pub message: String,
    pub fix: Option<Fix>,
}

/// The decisions that would mend a finding.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fix {
    pub decisions: Vec<(Field, Decided)>,
    /// It follows from what is said already. One that is not safe guesses, and a person has to agree.
    pub safe: bool,
}

impl Fix {
    fn hint(hint: HintName, value: bool, safe: bool) -> Self {
        Self { decisions: vec![(Field::Hint(hint), Decided::Hint(value))], safe }
    }

    /// What it does, as a button says it.
    pub fn words(&self) -> String {
        let one = |(field, value): &(Field, Decided)| match field {
            Field::Title => format!("the title to “{value}”"),
            Field::Hint(hint) => format!("{} to {value}", hint.label()),
            Field::Parameter(name) => format!("the description of {name} to “{value}”"),
        };
        let all: Vec<String> = self.decisions.iter().map(one).collect();
        format!("Set {}", all.join(", "))
    }
}

/// A tool with what is known about it.
#[derive(Debug, Clone, Copy)]
pub struct Known<'a> {
    pub server: &'a str,
    pub tool: &'a Tool,
    pub resolved: &'a ResolvedTool<'a>,
    pub inference: &'a Inference,
    /// How far a person has looked at it; none where nobody keeps that.
    pub review: Option<ReviewState>,
}

/// Lints tools one after another: findings in the order of the tools, and for each in the order of [`rules::ALL`].
pub fn lint<'a>(
    context: &Context,
    profile: &Profile,
    tools: impl IntoIterator<Item = Known<'a>>,
) -> Vec<Finding<'a>> {
    let mut found = Vec::new();
    for known in tools {
        lint_tool(context, profile, &known, &mut found);
    }
    found
}

/// [`lint`] for one tool, for a caller that resolves them one at a time. `context` is made once for all.
pub fn lint_tool<'a>(context: &Context, profile: &Profile, known: &Known<'a>, found: &mut Vec<Finding<'a>>) {
    let subject = Subject::new(known, context, &profile.limits);
    for (rule, severity) in profile.rules() {
        (rule.check)(&subject, &mut Out::new(rule.id, severity, known, found));
    }
}
