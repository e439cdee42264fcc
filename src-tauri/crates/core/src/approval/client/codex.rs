//! Codex: `destructiveHint` outweighs `readOnlyHint`, and an unset hint has the specification's default.

use super::{ClientAction, ClientProfile, ClientVerdict, WireHints, describe_hint, evaluate_by_read_only};

const SOURCE: &str = "openai/codex, core/src/mcp_tool_call.rs at 343074d";

pub const AUTO: ClientProfile = ClientProfile {
    id: "codex-auto",
    name: "Codex",
    mode: Some("auto"),
    is_usual_mode: true,
    source: SOURCE,
    evaluate: evaluate_auto,
};

pub const WRITES: ClientProfile = ClientProfile {
    id: "codex-writes",
    name: "Codex",
    mode: Some("writes"),
    is_usual_mode: false,
    source: SOURCE,
    evaluate: evaluate_writes,
};

fn evaluate_auto(hints: &WireHints) -> ClientVerdict {
    let (action, why) = if hints.destructive == Some(true) {
        (ClientAction::Asks, describe_hint("destructiveHint", hints.destructive))
    } else if hints.read_only == Some(true) {
        (ClientAction::Runs, describe_hint("readOnlyHint", hints.read_only))
    } else if hints.destructive.unwrap_or(true) {
        (ClientAction::Asks, describe_hint("destructiveHint", hints.destructive))
    } else if hints.open_world.unwrap_or(true) {
        (ClientAction::Asks, describe_hint("openWorldHint", hints.open_world))
    } else {
        (ClientAction::Runs, "destructiveHint and openWorldHint are false".to_owned())
    };
    ClientVerdict { action, why }
}

fn evaluate_writes(hints: &WireHints) -> ClientVerdict {
    evaluate_by_read_only(hints, ClientAction::Runs, ClientAction::Asks)
}

#[cfg(test)]
mod tests {
    use super::*;
    use ClientAction::{Asks, Runs};

    #[test]
    fn truth_table() {
        let (no, yes) = (Some(false), Some(true));
        for (read_only, destructive, open_world, in_auto, in_writes) in [
            (None, None, None, Asks, Asks),
            (None, no, None, Asks, Asks),
            (None, no, no, Runs, Asks),
            (no, no, no, Runs, Asks),
            (no, no, yes, Asks, Asks),
            (no, None, no, Asks, Asks),
            (yes, None, None, Runs, Runs),
            (yes, no, yes, Runs, Runs),
            (yes, yes, no, Asks, Runs),
        ] {
            let claims = WireHints { read_only, destructive, open_world, idempotent: None };
            assert_eq!(
                (evaluate_auto(&claims).action, evaluate_writes(&claims).action),
                (in_auto, in_writes),
                "{claims:?}"
            );
        }
    }
}
