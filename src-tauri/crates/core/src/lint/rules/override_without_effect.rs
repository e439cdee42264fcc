//! Rule: decisions that the server now declares as well.

use super::{Example, Out, Rule, source};
use crate::decisions::{Overtaken, overtaken};
use crate::hint::{HintName, yes_no};
use crate::lint::{Lane, Severity, Subject};
use crate::overrides::Field;

pub const RULE: Rule = Rule {
    id: "override-without-effect",
    what: "A decision says something else than the server.",
    why: "The server has learned what was decided here. The decision can go, or stay to hold the value should the server change its mind.",
    lane: Lane::Recommended,
    severity: Severity::Note,
    source: source::HERE,
    bad: &[Example {
        decided: &[(HintName::Destructive, true, None)],
        earlier: true,
        ..Example::of(r#"{"name":"purge","annotations":{"destructiveHint":true}}"#)
    }],
    good: &[
        // A decision for the current definition is a confirmation of the server's value.
        Example {
            decided: &[(HintName::Destructive, true, None)],
            ..Example::of(r#"{"name":"purge","annotations":{"destructiveHint":true}}"#)
        },
        Example {
            decided: &[(HintName::Destructive, true, None)],
            earlier: true,
            ..Example::of(r#"{"name":"purge"}"#)
        },
    ],
    check: |subject: &Subject, out: &mut Out| {
        for hint in HintName::ALL {
            let Some(decision) = subject.decision(hint) else { continue };
            let state =
                overtaken(&Field::Hint(hint), decision, &subject.tool.declared, &subject.tool.fingerprint);
            if let (Some(Overtaken::Redundant), Some(value)) = (state, subject.tool.declared.hints[hint]) {
                let message =
                    format!("{} was decided, and the server now says {} too", hint.label(), yes_no(value));
                out.say(hint.place(), message);
            }
        }
    },
};
