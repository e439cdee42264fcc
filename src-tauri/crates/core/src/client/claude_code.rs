//! Claude Code: decides by its permission rules. Only plan mode reads a hint: it stops a tool that is not read-only
//! before any rule that would allow it.

use super::{Claims, Client, Does, Verdict, told};

const SOURCE: &str = "Claude Code 2.1.228: isReadOnly is readOnlyHint, else false (mksglu/context-mode#1048, anthropics/claude-code#90058)";

pub const NORMAL: Client = Client {
    id: "claude-code",
    name: "Claude Code",
    mode: None,
    usual: true,
    source: SOURCE,
    judge: |_| {
        Verdict::new(Does::Asks, "unless one of its permission rules allows the tool; hints do not count")
    },
};

pub const PLAN: Client = Client {
    id: "claude-code-plan",
    name: "Claude Code",
    mode: Some("plan mode"),
    usual: false,
    source: SOURCE,
    judge: plan,
};

fn plan(claims: &Claims) -> Verdict {
    let hint = told("readOnlyHint", claims.read_only);
    let rules = if claims.read_only == Some(true) {
        "unless a permission rule allows the tool"
    } else {
        "even where a permission rule allows the tool"
    };
    Verdict { does: Does::Asks, why: format!("{rules}; {hint}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_plan_mode_looks_at_a_hint() {
        for (read_only, plan) in [(None, "even where"), (Some(false), "even where"), (Some(true), "unless")] {
            let claims = Claims { read_only, ..Claims::default() };
            assert_eq!(NORMAL.judge(&claims), NORMAL.judge(&Claims::default()));
            let verdict = PLAN.judge(&claims);
            assert_eq!(verdict.does, Does::Asks);
            assert!(verdict.why.starts_with(plan), "{verdict:?}");
        }
    }
}
