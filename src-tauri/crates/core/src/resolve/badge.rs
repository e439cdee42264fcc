//! Badges of a tool: kind, source mark and order.

use serde::{Deserialize, Serialize};

use crate::infer::Inference;
use crate::model::decisions::{Decisions, Definition};
use crate::model::declared::DeclaredAnnotations;
use crate::model::fingerprint::Fingerprint;
use crate::model::hint::HintName;
use crate::model::layer::Mark;
use crate::resolve::{Behaviour, EffectiveHints, Layers, resolve};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub enum BadgeKind {
    ReadOnly,
    Modifies,
    Destructive,
    Idempotent,
    OpenWorld,
}

impl BadgeKind {
    /// The name on the command line, printed after the mark.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::ReadOnly => "read-only",
            Self::Modifies => "modifies",
            Self::Destructive => "destructive",
            Self::Idempotent => "idempotent",
            Self::OpenWorld => "open-world",
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, specta::Type)]
pub struct Badge {
    pub kind: BadgeKind,
    pub mark: Mark,
}

/// Returns the badges in display order: Read-only, Modifies or Destructive; then Idempotent; then Open-world. A hint
/// whose value is No has no badge.
pub fn badges_for(hints: &EffectiveHints) -> Vec<Badge> {
    let mark = |hint| hints.layer(hint).mark();
    let first = match hints.behaviour() {
        Behaviour::Safe => Badge { kind: BadgeKind::ReadOnly, mark: mark(HintName::ReadOnly) },
        Behaviour::Destructive => Badge { kind: BadgeKind::Destructive, mark: mark(HintName::Destructive) },
        Behaviour::Modifying => Badge {
            kind: BadgeKind::Modifies,
            mark: combined_mark(mark(HintName::ReadOnly), mark(HintName::Destructive)),
        },
    };
    let when =
        |hint, kind| (hints.hint(hint) && !hints.is_unused(hint)).then(|| Badge { kind, mark: mark(hint) });
    let idempotent = when(HintName::Idempotent, BadgeKind::Idempotent);
    let open_world = when(HintName::OpenWorld, BadgeKind::OpenWorld);
    std::iter::once(first).chain(idempotent).chain(open_world).collect()
}

/// Returns the mark of a badge that depends on two hints: assumed if either is. Otherwise the value is not what the server
/// declares as soon as the user decided one of them.
fn combined_mark(first: Mark, second: Mark) -> Mark {
    if first.min(second) == Mark::Assumed { Mark::Assumed } else { first.max(second) }
}

/// Returns the badges of the hints that a definition states itself, where nothing is inferred or decided.
pub fn declared_badges(declared: &DeclaredAnnotations) -> Vec<Badge> {
    let (inferred, decisions, fingerprint) =
        (Inference::default(), Decisions::default(), Fingerprint(String::new()));
    let resolved = resolve(&Layers {
        name: "",
        inferred: &inferred,
        declared,
        decisions: &decisions,
        environment: None,
        definition: Definition::unchanged(&fingerprint),
    });
    let badges = badges_for(&resolved.effective_hints());
    badges.into_iter().filter(|badge| badge.mark == Mark::Declared).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::hint::PerHint;
    use crate::model::overrides::{DecidedValue, Decision, Field, Overrides};

    /// Badges as printed on the command line, from declared and decided hints.
    fn render_badges(declared: PerHint<Option<bool>>, decided: &[(HintName, bool)]) -> String {
        let now = Fingerprint("now".into());
        let mut overrides = Overrides::default();
        for (hint, value) in decided {
            let decision =
                Decision { value: DecidedValue::Hint(*value), because: None, fingerprint: Some(now.clone()) };
            overrides.set(Field::Hint(*hint), Some(decision));
        }
        let (inferred, declared) =
            (Inference::default(), DeclaredAnnotations { hints: declared, ..DeclaredAnnotations::default() });
        let layers = Layers {
            name: "t",
            inferred: &inferred,
            declared: &declared,
            decisions: &overrides.into(),
            environment: None,
            definition: Definition::unchanged(&now),
        };
        let words = badges_for(&resolve(&layers).effective_hints())
            .into_iter()
            .map(|b| format!("{}{}", b.mark.symbol(), b.kind.as_str()));
        words.collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn badges_show_value_and_source() {
        let none = PerHint::default();
        let closed = PerHint { open_world: Some(false), ..none };
        assert_eq!(render_badges(none, &[]), "~destructive ~open-world");
        assert_eq!(render_badges(closed, &[(HintName::Destructive, true)]), "!destructive");
        assert_eq!(
            render_badges(PerHint { read_only: Some(true), idempotent: Some(true), ..closed }, &[]),
            "=read-only"
        );
        // Read-only is only assumed to be No, so Modifies is assumed too, although the user decided the other hint.
        assert_eq!(render_badges(closed, &[(HintName::Destructive, false)]), "~modifies");
        let both =
            [(HintName::Destructive, false), (HintName::ReadOnly, false), (HintName::Idempotent, true)];
        assert_eq!(render_badges(closed, &both), "!modifies !idempotent");
        assert_eq!(
            render_badges(PerHint { read_only: Some(false), destructive: Some(false), ..none }, &[]),
            "=modifies ~open-world"
        );
        // The server declares it destructive, so that it only modifies is the user's word.
        assert_eq!(
            render_badges(
                PerHint { read_only: Some(false), destructive: Some(true), ..closed },
                &[(HintName::Destructive, false)]
            ),
            "!modifies"
        );
    }
}
