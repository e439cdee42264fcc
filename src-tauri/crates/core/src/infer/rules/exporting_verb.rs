//! Verbs that export a copy.

use super::{Example, Facts, Out, Rule, Says};
use crate::hint::HintName::ReadOnly;
use crate::infer::Certainty::Likely;
use crate::infer::verbs::Act;

pub const RULE: Rule = Rule {
    id: "exporting-verb",
    what: "A tool that downloads or exports takes a copy out and changes nothing.",
    why: "The source stays as it was; where the copy is saved to disk another rule says so.",
    examples: &[
        Example { name: "download_attachment", expect: &[(ReadOnly, Some(true))], ..Example::EMPTY },
        Example {
            name: "download_attachment",
            description: "Downloads an attachment and saves it to the given folder.",
            expect: &[(ReadOnly, Some(false))],
            ..Example::EMPTY
        },
    ],
    apply: |facts: &Facts, out: &mut Out| {
        let says = [Says(ReadOnly, true, Likely, "*{}* takes a copy out")];
        out.act(facts, Act::Export, &says);
    },
};
