//! Pins: expected annotations and titles of given tools.
//!
//! A pin names one tool, or several with `*` and `?`. If several pins constrain the same hint or the title of a tool, the
//! narrowest applies, as with rules; if two are equally narrow, both apply.

use std::cmp::Reverse;

use super::expectation::{HintExpectation, TitleExpectation};
use crate::model::hint::{HintName, PerHint};
use crate::model::rule::specificity;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pin {
    /// The server it applies to; `None` for all servers.
    pub server: Option<String>,
    /// The tool's name, or a glob pattern.
    pub tool: String,
    pub expected: ToolExpectation,
    /// The expected title; `None` for any.
    pub title: Option<TitleExpectation>,
}

/// Narrowness of a pin: one for a single server first, then by its name or pattern. A greater value is narrower.
pub(super) type Narrowness = (bool, (usize, usize, Reverse<usize>));

impl Pin {
    /// True if the pin names several tools with `*` or `?`.
    pub(super) fn is_pattern(&self) -> bool {
        self.tool.contains(['*', '?'])
    }

    pub(super) fn applies_to_server(&self, server: &str) -> bool {
        self.server.as_deref().is_none_or(|own| own == server)
    }

    pub(super) fn narrowness(&self) -> Narrowness {
        (self.server.is_some(), specificity(&self.tool))
    }
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct ToolExpectation {
    /// At least one hint has to be set.
    pub annotations_required: bool,
    pub hints: PerHint<HintExpectation>,
}

impl ToolExpectation {
    pub(super) fn is_met_by(&self, hints: &PerHint<Option<bool>>) -> bool {
        let set = !self.annotations_required || hints.iter().any(|(_, value)| value.is_some());
        set && self.hints.iter().all(|(hint, expected)| expected.is_met_by(hints[hint]))
    }

    /// The hints that are constrained, with their expectation.
    pub(super) fn constrained_hints(&self) -> impl Iterator<Item = (HintName, HintExpectation)> + '_ {
        self.hints
            .iter()
            .map(|(hint, expected)| (hint, *expected))
            .filter(|(_, expected)| *expected != HintExpectation::Any)
    }
}

/// A condition between hints: a tool that meets `when` has to meet `then` as well.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Implication {
    pub when: ToolExpectation,
    pub then: ToolExpectation,
}

/// Handling of tools that no pin names exactly (a pattern is not enough).
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum NewToolPolicy {
    Allow,
    /// At least one hint has to be set.
    #[default]
    Annotated,
    Refuse,
}

impl NewToolPolicy {
    pub const ALL: [Self; 3] = [Self::Allow, Self::Annotated, Self::Refuse];

    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Allow => "allow",
            Self::Annotated => "annotated",
            Self::Refuse => "refuse",
        }
    }

    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|rule| rule.as_str() == word)
    }
}
