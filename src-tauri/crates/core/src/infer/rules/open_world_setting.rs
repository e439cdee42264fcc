//! The user's open-world setting for a whole server.

use super::{Example, Facts, Out, Rule, Says};
use crate::hint::HintName::OpenWorld;
use crate::infer::Certainty::Certain;
use crate::infer::{DestructiveReading, OpenWorldReading, Place, Settings};

pub const RULE: Rule = Rule {
    id: "open-world-setting",
    what: "A server can be set to reach an external system, or only its own data.",
    why: "Open world is a convention of a whole server more than a property of a tool, and a person knows where the data lives.",
    examples: &[
        Example {
            name: "list_notes",
            settings: Settings {
                destructive: DestructiveReading::Narrow,
                open_world: OpenWorldReading::External,
            },
            expect: &[(OpenWorld, Some(true))],
            ..Example::EMPTY
        },
        Example {
            name: "search_web",
            settings: Settings { destructive: DestructiveReading::Narrow, open_world: OpenWorldReading::Own },
            expect: &[(OpenWorld, Some(false))],
            ..Example::EMPTY
        },
    ],
    apply: |facts: &Facts, out: &mut Out| {
        let (word, value) = match facts.settings.open_world {
            OpenWorldReading::ByTool => return,
            OpenWorldReading::External => ("external system", true),
            OpenWorldReading::Own => ("own data", false),
        };
        let says = [Says(OpenWorld, value, Certain, "the server is set to *{}*")];
        out.say(Place::Setting, Some(word), &says);
    },
};
