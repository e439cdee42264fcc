//! ChatGPT: may skip its "Are you sure?" prompt for a read-only tool.

use super::{Claims, Client, Does, Verdict, by_read_only};

pub const APP: Client = Client {
    id: "chatgpt",
    name: "ChatGPT",
    mode: None,
    usual: true,
    source: "developers.openai.com/apps-sdk/reference",
    judge,
};

fn judge(claims: &Claims) -> Verdict {
    by_read_only(claims, Does::Runs, Does::Asks)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table() {
        for (read_only, does) in [(None, Does::Asks), (Some(false), Does::Asks), (Some(true), Does::Runs)] {
            for destructive in [None, Some(true), Some(false)] {
                let claims = Claims { read_only, destructive, ..Claims::default() };
                assert_eq!(judge(&claims).does, does, "{claims:?}");
            }
        }
    }
}
