//! Goose: the user's own rule comes first, then `readOnlyHint`; without the hint a model judges the call (smart
//! approve) or the user is asked (approve).

use super::{ClientAction, ClientProfile, ClientVerdict, WireHints, describe_hint};

const SOURCE: &str = "block/goose, permission_inspector.rs and config/permission.rs (April 2026)";

pub const SMART_APPROVE: ClientProfile = ClientProfile {
    id: "goose-smart-approve",
    name: "Goose",
    mode: Some("smart approve"),
    is_usual_mode: true,
    source: SOURCE,
    evaluate: |claims| evaluate(claims, ClientAction::Judges),
};

pub const APPROVE: ClientProfile = ClientProfile {
    id: "goose-approve",
    name: "Goose",
    mode: Some("approve"),
    is_usual_mode: false,
    source: SOURCE,
    evaluate: |claims| evaluate(claims, ClientAction::Asks),
};

fn evaluate(hints: &WireHints, if_unset: ClientAction) -> ClientVerdict {
    let action = match hints.read_only {
        Some(true) => ClientAction::Runs,
        Some(false) => ClientAction::Asks,
        None => if_unset,
    };
    ClientVerdict { action, why: describe_hint("readOnlyHint", hints.read_only) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn truth_table() {
        for (read_only, smart, approve) in [
            (None, ClientAction::Judges, ClientAction::Asks),
            (Some(false), ClientAction::Asks, ClientAction::Asks),
            (Some(true), ClientAction::Runs, ClientAction::Runs),
        ] {
            let claims = WireHints { read_only, destructive: Some(true), ..WireHints::default() };
            assert_eq!(
                (SMART_APPROVE.evaluate(&claims).action, APPROVE.evaluate(&claims).action),
                (smart, approve)
            );
        }
    }
}
