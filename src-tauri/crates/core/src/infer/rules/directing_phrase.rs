//! Descriptions that instruct the model to change something with the tool's result.

use super::{Example, Facts, Out, Rule};
use crate::hint::HintName::ReadOnly;
use crate::infer::Certainty::Strong;
use crate::infer::Place;
use crate::infer::verbs::{self, Act, Form};

/// Words by which descriptions address the caller.
const ADDRESSED: [&str; 6] = ["agent", "ai", "assistant", "llm", "model", "you"];

pub const RULE: Rule = Rule {
    id: "directing-phrase",
    what: "A reader that says what the model must change next is not called read-only.",
    why: "Calling it sets other acts going, and approving it without a question approves the orders that come with it.",
    examples: &[
        Example {
            name: "find_broken_links",
            description: "Finds broken links. The agent must read the list and fix every page.",
            expect: &[(ReadOnly, None)],
            ..Example::EMPTY
        },
        Example {
            name: "find_broken_links",
            description: "Finds broken links. You must call list_sites first.",
            expect: &[(ReadOnly, Some(true))],
            ..Example::EMPTY
        },
        Example {
            name: "find_broken_links",
            description: "Finds broken links. The address must be set. You can fix them later.",
            expect: &[(ReadOnly, Some(true))],
            ..Example::EMPTY
        },
    ],
    apply: |facts: &Facts, out: &mut Out| {
        let text = &facts.description;
        for order in (0..text.len()).filter(|at| text.word(*at) == "must") {
            // The addressee is one of the six words before "must"; the ordered action may be anywhere after it in the
            // sentence.
            let before = (order.saturating_sub(6)..order).filter(|at| text.together(*at, order));
            let Some(addressed) = before.rev().find(|at| ADDRESSED.contains(&text.word(*at))) else {
                continue;
            };
            let mut after = (order + 1..text.len()).take_while(|at| text.together(order, *at));
            if let Some(act) = after.find(|at| changes(text.word(*at), text.word(at - 1))) {
                let evidence = format!("{} must … {}", text.word(addressed), text.word(act));
                out.cannot_say(Place::Description, &evidence, ReadOnly, Strong, "the description says *{}*");
                return;
            }
        }
    },
};

/// Returns whether `word` is an instruction to change something: "and fix", but neither "the fix" nor "must call the
/// other tool first".
fn changes(word: &str, before: &str) -> bool {
    let ordered = matches!(before, "must" | "and" | "then" | "also" | "or" | "immediately" | "always");
    let changing = verbs::inflected(word).is_some_and(|(verb, form)| {
        let runs = matches!(verb.act, Act::Execute | Act::Start | Act::Operate | Act::Send | Act::Toggle);
        form == Form::Base && !verb.act.is_harmless() && !runs
    });
    ordered && (changing || matches!(word, "fix" | "implement"))
}
