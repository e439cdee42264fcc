//! Claude on the web and the desktop: connectors may run read-only tools without asking and always ask before
//! destructive ones.

use super::{ClientAction, ClientProfile, ClientVerdict, WireHints, describe_hint};

pub const CONNECTOR: ClientProfile = ClientProfile {
    id: "claude",
    name: "Claude",
    mode: None,
    is_usual_mode: true,
    source: "claude.com/docs/connectors/building/review-criteria",
    evaluate,
};

fn evaluate(hints: &WireHints) -> ClientVerdict {
    let (action, why) = match (hints.destructive, hints.read_only) {
        (Some(true), _) => (ClientAction::Asks, describe_hint("destructiveHint", hints.destructive)),
        (_, Some(true)) => (ClientAction::Runs, describe_hint("readOnlyHint", hints.read_only)),
        _ => (ClientAction::Asks, describe_hint("readOnlyHint", hints.read_only)),
    };
    ClientVerdict { action, why }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn truth_table() {
        for (read_only, destructive, action) in [
            (None, None, ClientAction::Asks),
            (None, Some(false), ClientAction::Asks),
            (Some(false), Some(false), ClientAction::Asks),
            (Some(true), None, ClientAction::Runs),
            (Some(true), Some(false), ClientAction::Runs),
            (Some(true), Some(true), ClientAction::Asks),
            (Some(false), Some(true), ClientAction::Asks),
        ] {
            let claims = WireHints { read_only, destructive, ..WireHints::default() };
            assert_eq!(evaluate(&claims).action, action, "{claims:?}");
        }
    }
}
