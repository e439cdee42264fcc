//! VS Code: asks before a call unless the tool is read-only, and shows the result to the user first if `openWorldHint`
//! is true.

use super::{ClientAction, ClientProfile, ClientVerdict, WireHints, describe_hint};

pub const AGENT: ClientProfile = ClientProfile {
    id: "vscode",
    name: "VS Code",
    mode: None,
    is_usual_mode: true,
    source: "microsoft/vscode, mcpLanguageModelToolContribution.ts at 027907cb",
    evaluate,
};

fn evaluate(hints: &WireHints) -> ClientVerdict {
    let action = if hints.read_only == Some(true) { ClientAction::Runs } else { ClientAction::Asks };
    let mut why = describe_hint("readOnlyHint", hints.read_only);
    // An absent `openWorldHint` does not count as true.
    if hints.open_world == Some(true) {
        why.push_str("; you see the result before the model does, because openWorldHint is true");
    }
    ClientVerdict { action, why }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn truth_table() {
        for (read_only, open_world, action, reviews) in [
            (None, None, ClientAction::Asks, false),
            (Some(false), Some(false), ClientAction::Asks, false),
            (Some(false), Some(true), ClientAction::Asks, true),
            (Some(true), None, ClientAction::Runs, false),
            (Some(true), Some(true), ClientAction::Runs, true),
        ] {
            // Independent of `destructiveHint`.
            for destructive in [None, Some(true), Some(false)] {
                let verdict =
                    evaluate(&WireHints { read_only, open_world, destructive, ..WireHints::default() });
                assert_eq!(
                    (verdict.action, verdict.why.contains("result")),
                    (action, reviews),
                    "{verdict:?}"
                );
            }
        }
    }
}
