//! Goose: the user's own rule comes first, then `readOnlyHint`; without the hint a model judges the call (smart
//! approve) or the user is asked (approve).

use super::{Claims, Client, Does, Verdict, told};

const SOURCE: &str = "block/goose, permission_inspector.rs and config/permission.rs (April 2026)";

pub const SMART_APPROVE: Client = Client {
    id: "goose-smart-approve",
    name: "Goose",
    mode: Some("smart approve"),
    usual: true,
    source: SOURCE,
    judge: |claims| judge(claims, Does::Judges),
};

pub const APPROVE: Client = Client {
    id: "goose-approve",
    name: "Goose",
    mode: Some("approve"),
    usual: false,
    source: SOURCE,
    judge: |claims| judge(claims, Does::Asks),
};

fn judge(claims: &Claims, silent: Does) -> Verdict {
    let does = match claims.read_only {
        Some(true) => Does::Runs,
        Some(false) => Does::Asks,
        None => silent,
    };
    Verdict { does, why: told("readOnlyHint", claims.read_only) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table() {
        for (read_only, smart, approve) in [
            (None, Does::Judges, Does::Asks),
            (Some(false), Does::Asks, Does::Asks),
            (Some(true), Does::Runs, Does::Runs),
        ] {
            let claims = Claims { read_only, destructive: Some(true), ..Claims::default() };
            assert_eq!((SMART_APPROVE.judge(&claims).does, APPROVE.judge(&claims).does), (smart, approve));
        }
    }
}
