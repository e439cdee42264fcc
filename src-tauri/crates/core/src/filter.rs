//! The filter language: `hint:destructive is:inferred server:github -has:problem words…`. All terms must hold.

use crate::hint::{HintName, PerHint};
use crate::layer::Layer;
use crate::resolve::Behaviour;

/// What a filter looks at: one tool of the catalog.
#[derive(Debug, Clone, Copy)]
pub struct Subject<'a> {
    pub server: &'a str,
    /// Name, title and description, lower case.
    pub text: &'a str,
    pub title: Layer,
    pub hints: &'a PerHint<HintState>,
    pub has_problem: bool,
}

/// The effective value of a hint as far as a filter needs it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct HintState {
    pub value: bool,
    pub layer: Layer,
    /// It means nothing on this tool.
    pub unused: bool,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Filter {
    terms: Vec<Term>,
    /// Terms that look like `key:value` but are none of ours. They match nothing, so that a typing error never
    /// widens a selection.
    pub unknown: Vec<String>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct Term {
    test: Test,
    negated: bool,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Test {
    Text(String),
    Server(String),
    Hint(HintName),
    Behaviour(Behaviour),
    Layer(Layer),
    Overridden,
    Problem,
    Unknown,
}

impl Filter {
    pub fn parse(query: &str) -> Self {
        let mut filter = Self { terms: Vec::new(), unknown: Vec::new() };
        for word in query.split_whitespace() {
            let (negated, bare) = match word.strip_prefix('-') {
                Some(rest) if !rest.is_empty() => (true, rest),
                _ => (false, word),
            };
            let test = test(bare);
            if test == Test::Unknown {
                filter.unknown.push(word.to_owned());
            }
            filter.terms.push(Term { test, negated });
        }
        filter
    }

    pub fn matches(&self, subject: &Subject) -> bool {
        self.terms.iter().all(|term| term.test != Test::Unknown && term.test.holds(subject) != term.negated)
    }
}

fn test(word: &str) -> Test {
    match word.split_once(':') {
        Some(("server", name)) if !name.is_empty() => Test::Server(name.to_lowercase()),
        Some(("hint", name)) => HintName::from_word(name).map_or(Test::Unknown, Test::Hint),
        Some(("has", "problem")) => Test::Problem,
        Some(("is", word)) => match word {
            "default" => Test::Layer(Layer::Default),
            "inferred" => Test::Layer(Layer::Inferred),
            "declared" => Test::Layer(Layer::Declared),
            "overridden" => Test::Overridden,
            "safe" => Test::Behaviour(Behaviour::Safe),
            "modifying" => Test::Behaviour(Behaviour::Modifying),
            "destructive" => Test::Behaviour(Behaviour::Destructive),
            _ => Test::Unknown,
        },
        Some(("server" | "has" | "env" | "tag", _)) => Test::Unknown,
        _ => Test::Text(word.to_lowercase()),
    }
}

impl Test {
    fn holds(&self, subject: &Subject) -> bool {
        let hint = |hint: HintName| subject.hints[hint].value && !subject.hints[hint].unused;
        let any_layer = |test: &dyn Fn(Layer) -> bool| {
            subject.hints.iter().any(|(_, state)| !state.unused && test(state.layer))
        };
        match self {
            Self::Text(text) => subject.text.contains(text.as_str()),
            Self::Server(name) => subject.server.to_lowercase() == *name,
            Self::Hint(name) => hint(*name),
            Self::Behaviour(Behaviour::Safe) => hint(HintName::ReadOnly),
            Self::Behaviour(Behaviour::Modifying) => {
                !hint(HintName::ReadOnly) && !hint(HintName::Destructive)
            }
            Self::Behaviour(Behaviour::Destructive) => hint(HintName::Destructive),
            Self::Layer(layer) => any_layer(&|found| found == *layer),
            Self::Overridden => {
                subject.title >= Layer::Override || any_layer(&|found| found >= Layer::Override)
            }
            Self::Problem => subject.has_problem,
            Self::Unknown => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_term_must_hold() {
        let state = |value, layer| HintState { value, layer, unused: false };
        let hints = PerHint {
            read_only: state(false, Layer::Inferred),
            destructive: state(true, Layer::Override),
            idempotent: state(true, Layer::Inferred),
            open_world: state(true, Layer::Default),
        };
        let subject = Subject {
            server: "Demo",
            text: "nc_notes_delete_note delete note remove a note for good",
            title: Layer::Inferred,
            hints: &hints,
            has_problem: false,
        };
        for (query, expected) in [
            ("", true),
            ("note DELETE", true),
            ("note -good", false),
            ("hint:destructive hint:idempotent", true),
            ("hint:read-only", false),
            ("-hint:read-only", true),
            ("is:destructive is:overridden is:inferred is:default", true),
            ("is:declared", false),
            ("is:safe", false),
            ("server:demo", true),
            ("server:github", false),
            ("has:problem", false),
            ("is:nonsense", false),
            ("-is:nonsense", false),
            ("http://x", false),
            ("-", false),
        ] {
            assert_eq!(Filter::parse(query).matches(&subject), expected, "{query}");
        }
        assert_eq!(Filter::parse("is:nonsense x -has:y").unknown, ["is:nonsense", "-has:y"]);
    }
}
