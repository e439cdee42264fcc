//! Properties shared by the tools of one server.

use std::collections::HashMap;

use super::verbs;
use super::words;
use super::world::{Balance, World};
use crate::tool::Tool;

/// Common name prefixes and the majority world of a server's tools.
#[derive(Debug, Default)]
pub struct ServerFacts {
    tools: usize,
    beginnings: HashMap<Vec<String>, usize>,
    /// Names of tools that contain the second verb of a pair in `rules::paired_verb`, in lower case without separators.
    hiding: Vec<String>,
    world: Option<(World, String)>,
}

impl ServerFacts {
    /// Maximum number of words in a prefix, enough for `vendor_product_module_`.
    const DEEPEST: usize = 3;

    pub fn of<'a>(tools: impl IntoIterator<Item = &'a Tool>) -> Self {
        let mut count = 0;
        let mut beginnings = HashMap::new();
        let mut hiding = Vec::new();
        let mut balance = Balance::default();
        for tool in tools {
            count += 1;
            let words = words::split(&tool.name);
            balance.add(&words);
            if words.iter().any(|word| matches!(word.as_str(), "hide" | "send" | "unread")) {
                hiding.push(words.concat());
            }
            for length in 1..=words.len().min(Self::DEEPEST) {
                *beginnings.entry(words[..length].to_vec()).or_insert(0) += 1;
            }
        }
        Self { tools: count, beginnings, hiding, world: balance.heavier() }
    }

    /// Returns the number of leading words of a name that only identify its group.
    ///
    /// A word belongs to the prefix if it is not a verb and at least three tools, or all tools of a server with more
    /// than two, start with the same words. At least one word remains. A single verb keeps the word before it unless
    /// all tools share that word: `semantic_search` has no prefix.
    pub fn prefix(&self, words: &[String]) -> usize {
        let mut length = 0;
        while length < words.len().min(Self::DEEPEST) {
            let sharing = self.beginnings.get(&words[..=length]).copied().unwrap_or(0);
            let whole_server = sharing == self.tools && self.tools > 2;
            let is_verb = verbs::verb(&words[length]).is_some();
            let rest = words.len() - length - 1;
            let lone_verb = rest == 1 && verbs::verb(&words[length + 1]).is_some();
            let enough = sharing >= 3 && rest >= 1 && !lone_verb && !is_verb;
            if rest == 0 || !(enough || (whole_server && !is_verb)) {
                break;
            }
            length += 1;
        }
        length
    }

    /// The group a tool belongs to: the first distinctive word of its prefix. A word that all tools share is skipped,
    /// as is one that at least half of them share if the prefix continues after it.
    pub fn module<'a>(&self, words: &'a [String], prefix: usize) -> Option<&'a str> {
        let says_nothing = |length: &usize| {
            let sharing = self.beginnings.get(&words[..*length]).copied().unwrap_or(0);
            sharing == self.tools || (*length < prefix && sharing * 2 >= self.tools)
        };
        let common = (1..=prefix).take_while(says_nothing).count();
        words[common..prefix].first().map(String::as_str)
    }

    /// Returns whether one of the paired tools has a name that ends in `words`, which are concatenated.
    pub fn has_tool_ending(&self, words: &str) -> bool {
        self.hiding.iter().any(|name| name.ends_with(words))
    }

    /// The world that most tools mention, and their most frequent words.
    pub fn world(&self) -> Option<(World, &str)> {
        self.world.as_ref().map(|(world, words)| (*world, words.as_str()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_module_is_the_first_word_of_a_prefix_that_tells_tools_apart() {
        let names = [
            ("nc_notes_create_note", Some("notes")),
            ("nc_notes_get_note", Some("notes")),
            ("nc_notes_delete_note", Some("notes")),
            ("nc_calendar_list_events", Some("calendar")),
            ("nc_calendar_get_event", Some("calendar")),
            ("nc_calendar_delete_event", Some("calendar")),
            ("deck_create_card", Some("deck")),
            ("deck_move_card", Some("deck")),
            ("deck_list_cards", Some("deck")),
            ("ping", None),
        ];
        let tools = Tool::parse_list(names.map(|(name, _)| format!(r#"{{"name":"{name}"}}"#).into()));
        let server = ServerFacts::of(&tools);
        for (name, expected) in names {
            let words = words::split(name);
            assert_eq!(server.module(&words, server.prefix(&words)), expected, "{name}");
        }
        // A prefix shared by all tools is not a module.
        let alike = Tool::parse_list(
            ["a_get_x", "a_put_x", "a_list_x"].map(|name| format!(r#"{{"name":"{name}"}}"#).into()),
        );
        let server = ServerFacts::of(&alike);
        let words = words::split("a_get_x");
        assert_eq!(server.module(&words, server.prefix(&words)), None);
    }
}
