//! Verbs that generate.

use super::{Example, Facts, Out, Rule, Says};
use crate::hint::HintName::ReadOnly;
use crate::infer::Certainty::Doubtful;
use crate::infer::verbs::Act;

pub const RULE: Rule = Rule {
    id: "generating-verb",
    what: "A tool that generates may return something or store it: the verb alone does not tell.",
    why: "Charts and texts come back as the answer, while generated keys and reports are often kept.",
    examples: &[Example { name: "generate_thing", expect: &[(ReadOnly, None)], ..Example::EMPTY }],
    apply: |facts: &Facts, out: &mut Out| {
        let says = [Says(ReadOnly, true, Doubtful, "*{}* may only return what it makes")];
        out.act(facts, Act::Generate, &says);
    },
};
