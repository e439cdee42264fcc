//! Gemini CLI: asks unless a policy says otherwise; its built-in plan mode refuses tools that are not read-only.

use super::{ClientAction, ClientProfile, ClientVerdict, WireHints, evaluate_by_read_only};

const SOURCE: &str =
    "google-gemini/gemini-cli, docs/reference/policy-engine.md and policy/policies/plan.toml";

pub const NORMAL: ClientProfile = ClientProfile {
    id: "gemini-cli",
    name: "Gemini CLI",
    mode: None,
    is_usual_mode: true,
    source: SOURCE,
    evaluate: |_| {
        ClientVerdict::new(
            ClientAction::Asks,
            "unless the server is trusted or one of its policies matches these hints",
        )
    },
};

pub const PLAN: ClientProfile = ClientProfile {
    id: "gemini-cli-plan",
    name: "Gemini CLI",
    mode: Some("plan mode"),
    is_usual_mode: false,
    source: SOURCE,
    evaluate: evaluate_plan,
};

fn evaluate_plan(hints: &WireHints) -> ClientVerdict {
    evaluate_by_read_only(hints, ClientAction::Asks, ClientAction::Refuses)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn truth_table() {
        for (read_only, in_plan) in [
            (None, ClientAction::Refuses),
            (Some(false), ClientAction::Refuses),
            (Some(true), ClientAction::Asks),
        ] {
            let claims = WireHints { read_only, ..WireHints::default() };
            assert_eq!(
                (NORMAL.evaluate(&claims).action, PLAN.evaluate(&claims).action),
                (ClientAction::Asks, in_plan)
            );
        }
    }
}
