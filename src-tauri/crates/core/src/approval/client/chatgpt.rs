//! ChatGPT: may skip its "Are you sure?" prompt for a read-only tool.

use super::{ClientAction, ClientProfile, ClientVerdict, WireHints, evaluate_by_read_only};

pub const APP: ClientProfile = ClientProfile {
    id: "chatgpt",
    name: "ChatGPT",
    mode: None,
    is_usual_mode: true,
    source: "developers.openai.com/apps-sdk/reference",
    evaluate,
};

fn evaluate(hints: &WireHints) -> ClientVerdict {
    evaluate_by_read_only(hints, ClientAction::Runs, ClientAction::Asks)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn truth_table() {
        for (read_only, does) in
            [(None, ClientAction::Asks), (Some(false), ClientAction::Asks), (Some(true), ClientAction::Runs)]
        {
            for destructive in [None, Some(true), Some(false)] {
                let claims = WireHints { read_only, destructive, ..WireHints::default() };
                assert_eq!(evaluate(&claims).action, does, "{claims:?}");
            }
        }
    }
}
