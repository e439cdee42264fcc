//! Descriptions that instruct the model to change something with the tool's result.

use super::{Example, Rule, SignalSink, ToolFacts};
use crate::infer::Certainty::Strong;
use crate::infer::EvidenceSource;
use crate::infer::verbs::{self, Action, VerbForm};
use crate::model::hint::HintName::ReadOnly;

/// Words by which descriptions address the caller.
const ADDRESSEES: [&str; 6] = ["agent", "ai", "assistant", "llm", "model", "you"];

pub const RULE: Rule = Rule {
    id: "directing-phrase",
    summary: "A reading tool that instructs the model to change something is not inferred to be read-only.",
    rationale: "Calling it triggers further actions, and running it without approval also approves its instructions.",
    examples: &[
        Example {
            name: "find_broken_links",
            description: "Finds broken links. The agent must read the list and fix every page.",
            expected: &[(ReadOnly, None)],
            ..Example::EMPTY
        },
        Example {
            name: "find_broken_links",
            description: "Finds broken links. You must call list_sites first.",
            expected: &[(ReadOnly, Some(true))],
            ..Example::EMPTY
        },
        Example {
            name: "find_broken_links",
            description: "Finds broken links. The address must be set. You can fix them later.",
            expected: &[(ReadOnly, Some(true))],
            ..Example::EMPTY
        },
    ],
    apply: |facts: &ToolFacts, out: &mut SignalSink| {
        let text = &facts.description;
        for order in (0..text.len()).filter(|at| text.word(*at) == "must") {
            // The addressee is one of the six words before "must"; the ordered action may be anywhere after it in the
            // sentence.
            let before = (order.saturating_sub(6)..order).filter(|at| text.in_same_sentence(*at, order));
            let Some(addressed) = before.rev().find(|at| ADDRESSEES.contains(&text.word(*at))) else {
                continue;
            };
            let mut after = (order + 1..text.len()).take_while(|at| text.in_same_sentence(order, *at));
            if let Some(act) = after.find(|at| is_change_order(text.word(*at), text.word(at - 1))) {
                let evidence = format!("{} must … {}", text.word(addressed), text.word(act));
                out.emit_unknown(
                    EvidenceSource::Description,
                    &evidence,
                    ReadOnly,
                    Strong,
                    "the description contains *{}*",
                );
                return;
            }
        }
    },
};

/// Returns whether `word` is an instruction to change something: "and fix", but neither "the fix" nor "must call the
/// other tool first".
fn is_change_order(word: &str, previous_word: &str) -> bool {
    let ordered = matches!(previous_word, "must" | "and" | "then" | "also" | "or" | "immediately" | "always");
    let changing = verbs::find_inflected_verb(word).is_some_and(|(verb, form)| {
        let runs = matches!(
            verb.action,
            Action::Execute | Action::Start | Action::Operate | Action::Send | Action::Toggle
        );
        form == VerbForm::Base && !verb.action.is_harmless() && !runs
    });
    ordered && (changing || matches!(word, "fix" | "implement"))
}
