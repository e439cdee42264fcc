//! The setting under which any change is destructive.

use super::{Example, Facts, Out, Rule, Says};
use crate::hint::HintName::Destructive;
use crate::infer::Certainty::Certain;
use crate::infer::{DestructiveReading, OpenWorldReading, Place, Settings};

pub const RULE: Rule = Rule {
    id: "broad-reading",
    what: "In the broad reading of destructive, any change counts.",
    why: "Some houses want a question before anything is changed, not only before it is lost. It is a setting, and off by default.",
    examples: &[
        Example {
            name: "create_note",
            settings: Settings {
                destructive: DestructiveReading::Broad,
                open_world: OpenWorldReading::ByTool,
            },
            expect: &[(Destructive, Some(true))],
            ..Example::EMPTY
        },
        Example {
            name: "list_notes",
            settings: Settings {
                destructive: DestructiveReading::Broad,
                open_world: OpenWorldReading::ByTool,
            },
            expect: &[(Destructive, Some(false))],
            ..Example::EMPTY
        },
    ],
    apply: |facts: &Facts, out: &mut Out| {
        let broad = facts.settings.destructive == DestructiveReading::Broad;
        let says = [Says(Destructive, true, Certain, "in the *{}* reading any change is destructive")];
        out.say(Place::Setting, broad.then_some("broad"), &says);
    },
};
