//! Claude Code: decides by its permission rules. Only plan mode reads a hint: it stops a tool that is not read-only
//! before any rule that would allow it.

use super::{ClientAction, ClientProfile, ClientVerdict, WireHints, describe_hint};

const SOURCE: &str = "Claude Code 2.1.228: isReadOnly is readOnlyHint, else false (mksglu/context-mode#1048, anthropics/claude-code#90058)";

pub const NORMAL: ClientProfile = ClientProfile {
    id: "claude-code",
    name: "Claude Code",
    mode: None,
    is_usual_mode: true,
    source: SOURCE,
    evaluate: |_| {
        ClientVerdict::new(
            ClientAction::Asks,
            "unless one of its permission rules allows the tool; hints have no effect",
        )
    },
};

pub const PLAN: ClientProfile = ClientProfile {
    id: "claude-code-plan",
    name: "Claude Code",
    mode: Some("plan mode"),
    is_usual_mode: false,
    source: SOURCE,
    evaluate: evaluate_plan,
};

fn evaluate_plan(hints: &WireHints) -> ClientVerdict {
    let hint = describe_hint("readOnlyHint", hints.read_only);
    let rules = if hints.read_only == Some(true) {
        "unless a permission rule allows the tool"
    } else {
        "even if a permission rule allows the tool"
    };
    ClientVerdict { action: ClientAction::Asks, why: format!("{rules}; {hint}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_plan_mode_reads_a_hint() {
        for (read_only, plan) in [(None, "even if"), (Some(false), "even if"), (Some(true), "unless")] {
            let claims = WireHints { read_only, ..WireHints::default() };
            assert_eq!(NORMAL.evaluate(&claims), NORMAL.evaluate(&WireHints::default()));
            let verdict = PLAN.evaluate(&claims);
            assert_eq!(verdict.action, ClientAction::Asks);
            assert!(verdict.why.starts_with(plan), "{verdict:?}");
        }
    }
}
