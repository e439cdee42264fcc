//! Cursor: ask mode uses only tools with `readOnlyHint: true`; in agent mode no hint is known to count.

use super::{Claims, Client, Does, Verdict, by_read_only};

const SOURCE: &str =
    "sourcebot-dev/sourcebot#1013, sooperset/mcp-atlassian#1492; no published rule for agent mode";

pub const AGENT: Client = Client {
    id: "cursor-agent",
    name: "Cursor",
    mode: Some("agent"),
    usual: true,
    source: SOURCE,
    judge: |_| {
        Verdict::new(
            Does::Asks,
            "unless its allowlist or auto-review lets it pass; hints are not known to count",
        )
    },
};

pub const ASK: Client = Client {
    id: "cursor-ask",
    name: "Cursor",
    mode: Some("ask mode"),
    usual: false,
    source: SOURCE,
    judge: ask,
};

fn ask(claims: &Claims) -> Verdict {
    by_read_only(claims, Does::Runs, Does::Hides)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table() {
        for (read_only, in_ask) in [(None, Does::Hides), (Some(false), Does::Hides), (Some(true), Does::Runs)]
        {
            let claims = Claims { read_only, ..Claims::default() };
            assert_eq!((AGENT.judge(&claims).does, ASK.judge(&claims).does), (Does::Asks, in_ask));
        }
    }
}
