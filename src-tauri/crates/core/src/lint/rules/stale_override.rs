//! Rule: decisions for an earlier definition of the tool.

use super::{Example, Out, Rule, source};
use crate::decisions::{Overtaken, overtaken};
use crate::hint::{HintName, yes_no};
use crate::lint::{Lane, Severity, Subject};
use crate::overrides::Field;

pub const RULE: Rule = Rule {
    id: "stale-override",
    what: "A decision was made for the tool as it is now.",
    why: "The server changed the tool afterwards. What loosens waits until a person has looked at it again; what the server now contradicts deserves a second look too.",
    lane: Lane::Recommended,
    severity: Severity::Warning,
    source: source::HERE,
    bad: &[
        Example {
            decided: &[(HintName::ReadOnly, true, None)],
            earlier: true,
            ..Example::of(r#"{"name":"list_notes"}"#)
        },
        Example {
            decided: &[(HintName::Destructive, true, None)],
            earlier: true,
            ..Example::of(r#"{"name":"add","annotations":{"destructiveHint":false}}"#)
        },
    ],
    good: &[
        Example { decided: &[(HintName::ReadOnly, true, None)], ..Example::of(r#"{"name":"list_notes"}"#) },
        Example {
            decided: &[(HintName::ReadOnly, false, None)],
            earlier: true,
            ..Example::of(r#"{"name":"list_notes"}"#)
        },
    ],
    check: |subject: &Subject, out: &mut Out| {
        for hint in HintName::ALL {
            if let Some(said) = subject.resolved.hints[hint].suspended() {
                let value = yes_no(said.value);
                let message = format!(
                    "the server changed the tool; {} {value} does not hold until it is reviewed",
                    hint.label()
                );
                out.say(hint.place(), message);
                continue;
            }
            let Some(decision) = subject.decision(hint) else { continue };
            let state =
                overtaken(&Field::Hint(hint), decision, &subject.tool.declared, &subject.tool.fingerprint);
            if state == Some(Overtaken::Contradicted) {
                let message = format!(
                    "{} was decided for an earlier definition, and the server now says the opposite",
                    hint.label()
                );
                out.say(hint.place(), message);
            }
        }
    },
};
