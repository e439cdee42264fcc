//! Codex: `destructiveHint` outweighs `readOnlyHint`, and an unset hint has the specification's default.

use super::{Claims, Client, Does, Verdict, by_read_only, told};

const SOURCE: &str = "openai/codex, core/src/mcp_tool_call.rs at 343074d";

pub const AUTO: Client =
    Client { id: "codex-auto", name: "Codex", mode: Some("auto"), usual: true, source: SOURCE, judge: auto };

pub const WRITES: Client = Client {
    id: "codex-writes",
    name: "Codex",
    mode: Some("writes"),
    usual: false,
    source: SOURCE,
    judge: writes,
};

fn auto(claims: &Claims) -> Verdict {
    let (does, why) = if claims.destructive == Some(true) {
        (Does::Asks, told("destructiveHint", claims.destructive))
    } else if claims.read_only == Some(true) {
        (Does::Runs, told("readOnlyHint", claims.read_only))
    } else if claims.destructive.unwrap_or(true) {
        (Does::Asks, told("destructiveHint", claims.destructive))
    } else if claims.open_world.unwrap_or(true) {
        (Does::Asks, told("openWorldHint", claims.open_world))
    } else {
        (Does::Runs, "destructiveHint and openWorldHint are false".to_owned())
    };
    Verdict { does, why }
}

fn writes(claims: &Claims) -> Verdict {
    by_read_only(claims, Does::Runs, Does::Asks)
}

#[cfg(test)]
mod tests {
    use super::*;
    use Does::{Asks, Runs};

    #[test]
    fn the_table() {
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
            let claims = Claims { read_only, destructive, open_world, idempotent: None };
            assert_eq!((auto(&claims).does, writes(&claims).does), (in_auto, in_writes), "{claims:?}");
        }
    }
}
