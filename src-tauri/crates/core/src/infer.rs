//! What a tool probably does, from what it shows. Each guess names its rule, its evidence and its certainty.
//!
//! A rule says what it sees as [`Signal`]s; [`infer`] weighs them. When signals of the same certainty disagree, the
//! careful value wins. The error that matters is calling a tool read-only that is not.

mod facts;
pub mod rules;
pub mod title;
mod words;

use crate::hint::{HintName, PerHint};
use crate::tool::Tool;

pub use facts::{Facts, ServerFacts};

/// How sure a signal is, weakest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Certainty {
    /// Worth showing, too weak to fill a field.
    Doubtful,
    Likely,
    Certain,
}

impl Certainty {
    pub const fn word(self) -> &'static str {
        match self {
            Self::Doubtful => "doubtful",
            Self::Likely => "likely",
            Self::Certain => "certain",
        }
    }
}

/// One thing a rule saw, and what it makes of it for one hint.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Signal {
    pub rule: &'static str,
    pub hint: HintName,
    pub value: bool,
    pub certainty: Certainty,
    /// The words that triggered the rule.
    pub evidence: String,
    /// Why, in a sentence; `{}` stands for the evidence and `*…*` for emphasis.
    pub sentence: &'static str,
}

impl Signal {
    pub fn reason(&self) -> String {
        self.sentence.replace("{}", &self.evidence)
    }
}

/// What was inferred about one tool.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Inference {
    pub title: String,
    /// Everything any rule saw, strongest first for each hint.
    pub signals: Vec<Signal>,
}

impl Inference {
    /// The signal that fills the hint, if one is sure enough.
    pub fn guess(&self, hint: HintName) -> Option<&Signal> {
        self.signals.iter().find(|signal| signal.hint == hint && signal.certainty > Certainty::Doubtful)
    }

    pub fn hints(&self) -> PerHint<Option<bool>> {
        PerHint::from_fn(|hint| self.guess(hint).map(|signal| signal.value))
    }
}

/// Infers one tool, given what its server's tools have in common.
pub fn infer(tool: &Tool, server: &ServerFacts) -> Inference {
    let facts = Facts::new(tool, server);
    let mut signals: Vec<Signal> = rules::ALL.iter().flat_map(|rule| (rule.apply)(&facts)).collect();
    // Stable: among equals the rule that stands first in the list is the one that is named.
    signals.sort_by_key(|signal| {
        (signal.hint, std::cmp::Reverse(signal.certainty), signal.value != signal.hint.careful())
    });
    Inference { title: title::title(&facts), signals }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::Example;

    /// A tool as an example describes it: a name and the names of its parameters.
    fn tool(example: &Example) -> Tool {
        let properties: serde_json::Map<_, _> =
            example.parameters.iter().map(|name| ((*name).to_owned(), serde_json::json!({}))).collect();
        let mut raw =
            serde_json::json!({ "name": example.name, "inputSchema": { "properties": properties } });
        if let Some(method) = example.http_method {
            raw["http_method"] = method.into();
        }
        Tool::parse(raw.to_string().into(), 0)
    }

    #[test]
    fn every_rule_does_what_its_examples_say() {
        for rule in rules::ALL {
            assert!(!rule.examples.is_empty(), "{} has no example", rule.id);
            for example in rule.examples {
                let tool = tool(example);
                let server = ServerFacts::of(std::slice::from_ref(&tool));
                let inference = infer(&tool, &server);
                for (hint, expected) in example.expect {
                    let guess = inference.guess(*hint).map(|signal| signal.value);
                    assert_eq!(guess, *expected, "{}: {} of {}", rule.id, hint.key(), example.name);
                }
            }
        }
    }

    #[test]
    fn rule_ids_are_unique() {
        let mut ids: Vec<_> = rules::ALL.iter().map(|rule| rule.id).collect();
        ids.sort_unstable();
        ids.dedup();
        assert_eq!(ids.len(), rules::ALL.len());
    }

    #[test]
    fn careful_wins_among_signals_of_the_same_certainty() {
        let example = Example { name: "find_and_delete_notes", ..Example::EMPTY };
        let tool = tool(&example);
        let inference = infer(&tool, &ServerFacts::of(std::slice::from_ref(&tool)));
        assert_eq!(inference.guess(HintName::ReadOnly).map(|s| s.value), Some(false));
        assert_eq!(inference.guess(HintName::Destructive).map(|s| s.value), Some(true));
    }

    #[test]
    fn a_name_that_says_nothing_fills_nothing() {
        let example = Example { name: "nightly_thing", ..Example::EMPTY };
        let tool = tool(&example);
        let inference = infer(&tool, &ServerFacts::of(std::slice::from_ref(&tool)));
        assert_eq!(inference.hints(), PerHint::default());
    }
}
