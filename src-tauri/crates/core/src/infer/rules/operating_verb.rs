//! Verbs that operate a screen or a page.

use super::{Conclusion, Example, Rule, SignalSink, ToolFacts};
use crate::infer::Certainty::{Likely, Strong};
use crate::infer::verbs::Action;
use crate::model::hint::HintName::{Destructive, Idempotent, ReadOnly};

/// Verbs that bring an interface into a state, and leave it there when repeated.
const SETTLING_VERBS: [&str; 8] = ["emulate", "fill", "focus", "goto", "hover", "navigate", "open", "select"];

/// Verbs that press whatever is there, also a button that deletes.
const PRESSING_VERBS: [&str; 4] = ["click", "interact", "press", "tap"];

pub const RULE: Rule = Rule {
    id: "operating-verb",
    summary: "A tool that clicks, types or navigates operates a user interface.",
    rationale: "The effect of a click depends on its target, and a second click may have another target.",
    examples: &[
        Example {
            name: "click_element",
            expected: &[(ReadOnly, Some(false)), (Destructive, None), (Idempotent, Some(false))],
            ..Example::EMPTY
        },
        Example {
            name: "open_simulator",
            description: "Opens the simulator.",
            expected: &[(ReadOnly, Some(false))],
            ..Example::EMPTY
        },
        Example { name: "select_option", expected: &[(Idempotent, Some(true))], ..Example::EMPTY },
        Example {
            name: "type_text",
            expected: &[(ReadOnly, Some(false)), (Destructive, Some(false)), (Idempotent, Some(false))],
            ..Example::EMPTY
        },
    ],
    apply: |facts: &ToolFacts, out: &mut SignalSink| {
        let conclusions = [
            Conclusion(ReadOnly, false, Strong, "*{}* operates a user interface"),
            Conclusion(Destructive, false, Likely, "*{}* itself deletes nothing"),
            Conclusion(Idempotent, false, Strong, "every *{}* has a new effect"),
        ];
        let is_any = |words: &[&str]| {
            facts.primary_action().is_some_and(|matched| words.contains(&matched.word.as_str()))
        };
        // "Scroll to the bottom" has a goal.
        let has_goal = is_any(&["scroll"])
            && (facts.find_word(&["to"]).is_some()
                || facts.description.words().take(5).any(|word| matches!(word, "bottom" | "top")));
        if is_any(&SETTLING_VERBS) || has_goal {
            let repeatable =
                Conclusion(Idempotent, true, Likely, "a second *{}* finds the state of the first");
            out.emit_for_action(facts, Action::Operate, &[conclusions[0], conclusions[1], repeatable]);
        } else if is_any(&PRESSING_VERBS) {
            out.emit_for_action(facts, Action::Operate, &[conclusions[0], conclusions[2]]);
        } else {
            out.emit_for_action(facts, Action::Operate, &conclusions);
        }
    },
};
