//! What the tools of one server have in common.

use std::collections::HashMap;

use super::verbs;
use super::words;
use super::world::{Balance, World};
use crate::tool::Tool;

/// How many tools of a server begin with the same words, and what they speak of.
#[derive(Debug, Default)]
pub struct ServerFacts {
    tools: usize,
    beginnings: HashMap<Vec<String>, usize>,
    /// The names of tools that take something out of sight, as one lower-case word each.
    hiding: Vec<String>,
    world: Option<(World, String)>,
}

impl ServerFacts {
    /// How many leading words are looked at: enough for `vendor_product_module_`.
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

    /// How many leading words of a name only say where the tool belongs.
    ///
    /// A word is a prefix when it is no verb and enough other tools begin the same way. At least one word stays, and a
    /// lone verb keeps the word before it unless the whole server shares that word: `semantic_search` stays whole.
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

    /// What a tool belongs to within its server: the first word of its prefix that says something. One that most tools
    /// share says nothing where another follows it, and one that all share says nothing at all.
    pub fn module<'a>(&self, words: &'a [String], prefix: usize) -> Option<&'a str> {
        let says_nothing = |length: &usize| {
            let sharing = self.beginnings.get(&words[..*length]).copied().unwrap_or(0);
            sharing == self.tools || (*length < prefix && sharing * 2 >= self.tools)
        };
        let common = (1..=prefix).take_while(says_nothing).count();
        words[common..prefix].first().map(String::as_str)
    }

    /// Whether a tool that hides ends in these words, written as one.
    pub fn has_tool_ending(&self, words: &str) -> bool {
        self.hiding.iter().any(|name| name.ends_with(words))
    }

    /// Whose world most tools speak of, and in which words.
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
        // What the whole server shares is no module of it.
        let alike = Tool::parse_list(
            ["a_get_x", "a_put_x", "a_list_x"].map(|name| format!(r#"{{"name":"{name}"}}"#).into()),
        );
        let server = ServerFacts::of(&alike);
        let words = words::split("a_get_x");
        assert_eq!(server.module(&words, server.prefix(&words)), None);
    }
}
