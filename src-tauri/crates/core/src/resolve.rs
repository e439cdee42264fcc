//! Layers in, values out: for the title and each hint the value, the layer that won, the reason, and what it shadowed.
//!
//! The one place where layers are weighed. Window, command line, export and gateway all read this result.
//!
//! Each field is decided by its strongest layer, with one exception: "read-only" gives way to an explicit
//! "destructive" that stands in the same or a stronger layer. The two cannot both be true, and the careful one holds.

use crate::declared::Declared;
use crate::hint::{HintName, PerHint};
use crate::infer::{Inference, Signal};
use crate::layer::Layer;
use crate::overrides::{Decision, Field, Overrides};

/// Everything that is said about one tool.
#[derive(Debug, Clone, Copy)]
pub struct Layers<'a> {
    pub name: &'a str,
    pub inferred: &'a Inference,
    pub declared: &'a Declared,
    pub overrides: &'a Overrides,
    /// The current environment's name and overrides, if one is chosen.
    pub environment: Option<(&'a str, &'a Overrides)>,
}

/// What holds for one field.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Resolved<'a, T> {
    pub winner: Said<'a, T>,
    /// What the other layers say, strongest first.
    pub shadowed: Vec<Said<'a, T>>,
}

impl<T: Copy> Resolved<'_, T> {
    pub fn value(&self) -> T {
        self.winner.value
    }
}

impl<'a, T: PartialEq> Resolved<'a, T> {
    /// Why the value holds, in a sentence; where a person overrules the server, also what the server says.
    pub fn reason(&self, show: impl Fn(&T) -> String) -> String {
        let reason = self.winner.source.reason();
        let declared = self.shadowed.iter().find(|said| said.layer == Layer::Declared);
        match declared.filter(|said| self.layer() > Layer::Declared && said.value != self.winner.value) {
            Some(said) => format!("{reason}; the server says {}", show(&said.value)),
            None => reason,
        }
    }
}

impl<'a, T> Resolved<'a, T> {
    pub fn layer(&self) -> Layer {
        self.winner.layer
    }

    /// Every layer that says something, strongest first; the first is the winner.
    pub fn stack(&self) -> impl Iterator<Item = &Said<'a, T>> {
        std::iter::once(&self.winner).chain(&self.shadowed)
    }
}

/// What one layer says about one field.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Said<'a, T> {
    pub layer: Layer,
    pub value: T,
    pub source: Source<'a>,
}

/// Where a layer has its value from; the reason is made from it only when someone asks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Source<'a> {
    Specification,
    ToolName,
    MadeFromName,
    Signal(&'a Signal),
    Server,
    Person(&'a Decision),
    PersonIn(&'a str, &'a Decision),
    /// Read-only was said too, but so was destructive.
    Contradicted,
}

impl Source<'_> {
    /// The reason in a sentence, without the value. `*…*` marks emphasis.
    pub fn reason(&self) -> String {
        match self {
            Self::Specification => "default: nobody says, so clients must assume it".to_owned(),
            Self::ToolName => "default: the tool's name".to_owned(),
            Self::MadeFromName => "inferred: made from the tool's name".to_owned(),
            Self::Signal(signal) => format!("inferred: {}", signal.reason()),
            Self::Server => "declared by the server".to_owned(),
            Self::Person(decision) => because("decided by a person", decision),
            Self::PersonIn(environment, decision) => {
                because(&format!("decided by a person for {environment}"), decision)
            }
            Self::Contradicted => {
                "the tool is said to be destructive too; the careful value holds".to_owned()
            }
        }
    }
}

fn because(start: &str, decision: &Decision) -> String {
    decision.because.as_ref().map_or_else(|| start.to_owned(), |why| format!("{start}: {why}"))
}

/// What holds for a tool.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ResolvedTool<'a> {
    pub title: Resolved<'a, &'a str>,
    pub hints: PerHint<Resolved<'a, bool>>,
}

impl ResolvedTool<'_> {
    pub fn hint(&self, hint: HintName) -> bool {
        self.hints[hint].value()
    }

    /// Whether the hint means nothing for this tool: a read-only tool has nothing to destroy or to repeat.
    pub fn is_unused(&self, hint: HintName) -> bool {
        matches!(hint, HintName::Destructive | HintName::Idempotent) && self.hint(HintName::ReadOnly)
    }

    pub fn behaviour(&self) -> Behaviour {
        if self.hint(HintName::ReadOnly) {
            Behaviour::Safe
        } else if self.hint(HintName::Destructive) {
            Behaviour::Destructive
        } else {
            Behaviour::Modifying
        }
    }
}

/// What calling the tool can do to the world, by its effective hints.
#[derive(
    Debug,
    Clone,
    Copy,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    serde::Serialize,
    serde::Deserialize,
    specta::Type,
)]
#[serde(rename_all = "camelCase")]
pub enum Behaviour {
    Safe,
    Modifying,
    Destructive,
}

pub fn resolve<'a>(layers: &Layers<'a>) -> ResolvedTool<'a> {
    let mut hints = PerHint::from_fn(|hint| resolve_hint(layers, hint));
    yield_to_destructive(&mut hints);
    ResolvedTool { title: resolve_title(layers), hints }
}

fn resolve_title<'a>(layers: &Layers<'a>) -> Resolved<'a, &'a str> {
    let decided = |overrides: &'a Overrides| Some((overrides.title()?, overrides.get(Field::Title)?));
    let environment = layers.environment.and_then(|(name, overrides)| {
        let (value, decision) = decided(overrides)?;
        Some(Said { layer: Layer::Environment, value, source: Source::PersonIn(name, decision) })
    });
    let person = decided(layers.overrides).map(|(value, decision)| Said {
        layer: Layer::Override,
        value,
        source: Source::Person(decision),
    });
    let declared = layers.declared.shown_title().map(|value| Said {
        layer: Layer::Declared,
        value,
        source: Source::Server,
    });
    let inferred = (!layers.inferred.title.is_empty()).then_some(Said {
        layer: Layer::Inferred,
        value: layers.inferred.title.as_str(),
        source: Source::MadeFromName,
    });
    let name = Said { layer: Layer::Default, value: layers.name, source: Source::ToolName };
    strongest([environment, person, declared, inferred], name)
}

fn resolve_hint<'a>(layers: &Layers<'a>, hint: HintName) -> Resolved<'a, bool> {
    let decided = |overrides: &'a Overrides| Some((overrides.hint(hint)?, overrides.get(Field::Hint(hint))?));
    let environment = layers.environment.and_then(|(name, overrides)| {
        let (value, decision) = decided(overrides)?;
        Some(Said { layer: Layer::Environment, value, source: Source::PersonIn(name, decision) })
    });
    let person = decided(layers.overrides).map(|(value, decision)| Said {
        layer: Layer::Override,
        value,
        source: Source::Person(decision),
    });
    let declared = layers.declared.hints[hint].map(|value| Said {
        layer: Layer::Declared,
        value,
        source: Source::Server,
    });
    let inferred = layers.inferred.guess(hint).map(|(value, signal)| Said {
        layer: Layer::Inferred,
        value,
        source: Source::Signal(signal),
    });
    let default = Said { layer: Layer::Default, value: hint.spec_default(), source: Source::Specification };
    strongest([environment, person, declared, inferred], default)
}

fn strongest<'a, T>(said: [Option<Said<'a, T>>; 4], default: Said<'a, T>) -> Resolved<'a, T> {
    let mut said = said.into_iter().flatten();
    match said.next() {
        None => Resolved { winner: default, shadowed: Vec::new() },
        Some(winner) => Resolved { winner, shadowed: said.chain(std::iter::once(default)).collect() },
    }
}

fn yield_to_destructive(hints: &mut PerHint<Resolved<'_, bool>>) {
    let destructive = &hints.destructive.winner;
    let explicit = destructive.value && destructive.layer >= Layer::Declared;
    let read_only = &hints.read_only.winner;
    if explicit && read_only.value && destructive.layer >= read_only.layer {
        let winner = Said { layer: destructive.layer, value: false, source: Source::Contradicted };
        let said = std::mem::replace(&mut hints.read_only.winner, winner);
        hints.read_only.shadowed.insert(0, said);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::infer::{Certainty, Place};
    use crate::overrides::Decided;
    use proptest::prelude::*;

    fn inference(hints: PerHint<Option<bool>>) -> Inference {
        let signal = |hint, value| Signal {
            rule: "test",
            hint,
            value: Some(value),
            certainty: Certainty::Likely,
            place: Place::Name,
            evidence: "x".into(),
            sentence: "saw *{}*",
        };
        let signals = hints.iter().filter_map(|(hint, value)| Some(signal(hint, (*value)?))).collect();
        Inference { title: "Inferred".into(), signals }
    }

    fn overrides(hints: PerHint<Option<bool>>) -> Overrides {
        let mut overrides = Overrides::default();
        for (hint, value) in hints.iter() {
            let decision =
                value.map(|value| Decision { value: Decided::Hint(value), because: None, fingerprint: None });
            overrides.set(Field::Hint(hint), decision);
        }
        overrides
    }

    fn any_hints() -> impl Strategy<Value = PerHint<Option<bool>>> {
        proptest::array::uniform4(any::<Option<bool>>()).prop_map(
            |[read_only, destructive, idempotent, open_world]| PerHint {
                read_only,
                destructive,
                idempotent,
                open_world,
            },
        )
    }

    proptest! {
        #[test]
        fn the_strongest_layer_that_speaks_wins_unless_destructive_contradicts(
            guessed in any_hints(), said in any_hints(), decided in any_hints(), in_prod in any_hints()
        ) {
            let (inferred, base, prod) = (inference(guessed), overrides(decided), overrides(in_prod));
            let declared = Declared { hints: said, ..Declared::default() };
            let layers = Layers {
                name: "t", inferred: &inferred, declared: &declared, overrides: &base, environment: Some(("prod", &prod)),
            };
            let resolved = resolve(&layers);
            for hint in HintName::ALL {
                let expected = in_prod[hint].or(decided[hint]).or(said[hint]).or(guessed[hint])
                    .unwrap_or(hint.spec_default());
                let contradicted = resolved.hints[hint].winner.source == Source::Contradicted;
                prop_assert_eq!(resolved.hint(hint), if contradicted { false } else { expected });
                prop_assert!(!contradicted || hint == HintName::ReadOnly);
                // Nothing is forgotten: every layer that speaks is in the stack, strongest first.
                let speaking = [&in_prod, &decided, &said, &guessed].iter().filter(|l| l[hint].is_some()).count();
                prop_assert_eq!(resolved.hints[hint].stack().count(), speaking + 1 + usize::from(contradicted));
            }
            let explicit = resolved.hint(HintName::Destructive) && resolved.hints.destructive.layer() >= Layer::Declared;
            let read_only = resolved.hint(HintName::ReadOnly);
            prop_assert!(!(read_only && explicit) || resolved.hints.read_only.layer() > resolved.hints.destructive.layer());
        }
    }

    /// The effective hints when these layers speak.
    fn effective(layers: [PerHint<Option<bool>>; 4]) -> PerHint<bool> {
        let [guessed, said, decided, in_prod] = layers;
        let (inferred, base, prod) = (inference(guessed), overrides(decided), overrides(in_prod));
        let declared = Declared { hints: said, ..Declared::default() };
        let resolved = resolve(&Layers {
            name: "t",
            inferred: &inferred,
            declared: &declared,
            overrides: &base,
            environment: Some(("prod", &prod)),
        });
        PerHint::from_fn(|hint| resolved.hint(hint))
    }

    proptest! {
        #[test]
        fn a_declared_or_decided_value_is_never_replaced_by_a_guess(
            guess in any_hints(), other in any_hints(), said in any_hints(), decided in any_hints(), in_prod in any_hints()
        ) {
            let (one, two) = (effective([guess, said, decided, in_prod]), effective([other, said, decided, in_prod]));
            for hint in HintName::ALL {
                if said[hint].or(decided[hint]).or(in_prod[hint]).is_some() {
                    prop_assert_eq!(one[hint], two[hint]);
                }
            }
        }

        #[test]
        fn adding_a_layer_changes_only_what_it_sets(
            layers in proptest::array::uniform4(any_hints()), added in any_hints(), at in 0_usize..4
        ) {
            let mut before = layers;
            before[at] = PerHint::default();
            let mut after = layers;
            after[at] = added;
            let (before, after) = (effective(before), effective(after));
            for hint in HintName::ALL.into_iter().filter(|hint| added[*hint].is_none()) {
                // The one exception: read-only gives way to a destructive that is said explicitly.
                let gives_way = hint == HintName::ReadOnly && added.destructive.is_some();
                prop_assert!(before[hint] == after[hint] || gives_way, "{:?}", hint);
            }
        }

        #[test]
        fn effective_read_only_suppresses_destructive_and_idempotent(layers in proptest::array::uniform4(any_hints())) {
            let [guessed, said, ..] = layers;
            let (inferred, none) = (inference(guessed), Overrides::default());
            let declared = Declared { hints: said, ..Declared::default() };
            let layers =
                Layers { name: "t", inferred: &inferred, declared: &declared, overrides: &none, environment: None };
            let resolved = resolve(&layers);
            let read_only = resolved.hint(HintName::ReadOnly);
            prop_assert_eq!(resolved.behaviour() == Behaviour::Safe, read_only);
            prop_assert_eq!(resolved.is_unused(HintName::Destructive), read_only);
            prop_assert_eq!(resolved.is_unused(HintName::Idempotent), read_only);
            prop_assert!(!resolved.is_unused(HintName::ReadOnly) && !resolved.is_unused(HintName::OpenWorld));
        }
    }

    #[test]
    fn a_person_who_says_read_only_wins_over_a_server_that_says_destructive() {
        let (inferred, declared) = (
            Inference::default(),
            Declared {
                hints: PerHint { destructive: Some(true), ..PerHint::default() },
                ..Declared::default()
            },
        );
        let person = overrides(PerHint { read_only: Some(true), ..PerHint::default() });
        let layers = Layers {
            name: "t",
            inferred: &inferred,
            declared: &declared,
            overrides: &person,
            environment: None,
        };
        assert_eq!(resolve(&layers).behaviour(), Behaviour::Safe);
    }

    #[test]
    fn a_server_that_says_both_read_only_and_destructive_is_not_read_only() {
        let both = PerHint { read_only: Some(true), destructive: Some(true), ..PerHint::default() };
        let (inferred, none) = (Inference::default(), Overrides::default());
        let declared = Declared { hints: both, ..Declared::default() };
        let layers = Layers {
            name: "t",
            inferred: &inferred,
            declared: &declared,
            overrides: &none,
            environment: None,
        };
        let resolved = resolve(&layers);
        assert_eq!(resolved.behaviour(), Behaviour::Destructive);
        assert!(resolved.hints.read_only.shadowed[0].value);
    }
}
