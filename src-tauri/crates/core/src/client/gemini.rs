//! Gemini CLI: asks unless a policy says otherwise; its built-in plan mode refuses tools that are not read-only.

use super::{Claims, Client, Does, Verdict, by_read_only};

const SOURCE: &str =
    "google-gemini/gemini-cli, docs/reference/policy-engine.md and policy/policies/plan.toml";

pub const NORMAL: Client = Client {
    id: "gemini-cli",
    name: "Gemini CLI",
    mode: None,
    usual: true,
    source: SOURCE,
    judge: |_| {
        Verdict::new(Does::Asks, "unless the server is trusted or one of its policies matches these hints")
    },
};

pub const PLAN: Client = Client {
    id: "gemini-cli-plan",
    name: "Gemini CLI",
    mode: Some("plan mode"),
    usual: false,
    source: SOURCE,
    judge: plan,
};

fn plan(claims: &Claims) -> Verdict {
    by_read_only(claims, Does::Asks, Does::Refuses)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table() {
        for (read_only, in_plan) in
            [(None, Does::Refuses), (Some(false), Does::Refuses), (Some(true), Does::Asks)]
        {
            let claims = Claims { read_only, ..Claims::default() };
            assert_eq!((NORMAL.judge(&claims).does, PLAN.judge(&claims).does), (Does::Asks, in_plan));
        }
    }
}
