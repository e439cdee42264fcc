//! Cursor: ask mode uses only tools with `readOnlyHint: true`; in agent mode no hint is known to count.

use super::{ClientAction, ClientProfile, ClientVerdict, WireHints, evaluate_by_read_only};

const SOURCE: &str =
    "sourcebot-dev/sourcebot#1013, sooperset/mcp-atlassian#1492; no published rule for agent mode";

pub const AGENT: ClientProfile = ClientProfile {
    id: "cursor-agent",
    name: "Cursor",
    mode: Some("agent"),
    is_usual_mode: true,
    source: SOURCE,
    evaluate: |_| {
        ClientVerdict::new(
            ClientAction::Asks,
            "unless its allowlist or auto-review allows the call; hints have no known effect",
        )
    },
};

pub const ASK: ClientProfile = ClientProfile {
    id: "cursor-ask",
    name: "Cursor",
    mode: Some("ask mode"),
    is_usual_mode: false,
    source: SOURCE,
    evaluate: evaluate_ask,
};

fn evaluate_ask(hints: &WireHints) -> ClientVerdict {
    evaluate_by_read_only(hints, ClientAction::Runs, ClientAction::Hides)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn truth_table() {
        for (read_only, in_ask) in [
            (None, ClientAction::Hides),
            (Some(false), ClientAction::Hides),
            (Some(true), ClientAction::Runs),
        ] {
            let claims = WireHints { read_only, ..WireHints::default() };
            assert_eq!(
                (AGENT.evaluate(&claims).action, ASK.evaluate(&claims).action),
                (ClientAction::Asks, in_ask)
            );
        }
    }
}
