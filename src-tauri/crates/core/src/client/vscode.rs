//! VS Code: asks before a call unless the tool is read-only, and shows the result to the user first if `openWorldHint`
//! is true.

use super::{Claims, Client, Does, Verdict, told};

pub const AGENT: Client = Client {
    id: "vscode",
    name: "VS Code",
    mode: None,
    usual: true,
    source: "microsoft/vscode, mcpLanguageModelToolContribution.ts at 027907cb",
    judge,
};

fn judge(claims: &Claims) -> Verdict {
    let does = if claims.read_only == Some(true) { Does::Runs } else { Does::Asks };
    let mut why = told("readOnlyHint", claims.read_only);
    // An absent `openWorldHint` does not count as true.
    if claims.open_world == Some(true) {
        why.push_str("; you see the result before the model does, because openWorldHint is true");
    }
    Verdict { does, why }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table() {
        for (read_only, open_world, does, reviews) in [
            (None, None, Does::Asks, false),
            (Some(false), Some(false), Does::Asks, false),
            (Some(false), Some(true), Does::Asks, true),
            (Some(true), None, Does::Runs, false),
            (Some(true), Some(true), Does::Runs, true),
        ] {
            // Independent of `destructiveHint`.
            for destructive in [None, Some(true), Some(false)] {
                let verdict = judge(&Claims { read_only, open_world, destructive, ..Claims::default() });
                assert_eq!((verdict.does, verdict.why.contains("result")), (does, reviews), "{verdict:?}");
            }
        }
    }
}
