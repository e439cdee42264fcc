//! Claude on the web and the desktop: connectors may run read-only tools without asking and always ask before
//! destructive ones.

use super::{Claims, Client, Does, Verdict, told};

pub const CONNECTOR: Client = Client {
    id: "claude",
    name: "Claude",
    mode: None,
    usual: true,
    source: "claude.com/docs/connectors/building/review-criteria",
    judge,
};

fn judge(claims: &Claims) -> Verdict {
    let (does, why) = match (claims.destructive, claims.read_only) {
        (Some(true), _) => (Does::Asks, told("destructiveHint", claims.destructive)),
        (_, Some(true)) => (Does::Runs, told("readOnlyHint", claims.read_only)),
        _ => (Does::Asks, told("readOnlyHint", claims.read_only)),
    };
    Verdict { does, why }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table() {
        for (read_only, destructive, does) in [
            (None, None, Does::Asks),
            (None, Some(false), Does::Asks),
            (Some(false), Some(false), Does::Asks),
            (Some(true), None, Does::Runs),
            (Some(true), Some(false), Does::Runs),
            (Some(true), Some(true), Does::Asks),
            (Some(false), Some(true), Does::Asks),
        ] {
            let claims = Claims { read_only, destructive, ..Claims::default() };
            assert_eq!(judge(&claims).does, does, "{claims:?}");
        }
    }
}
