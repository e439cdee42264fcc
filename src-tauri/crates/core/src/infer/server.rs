//! Properties shared by the tools of one server.

use std::collections::{HashMap, HashSet};

use super::module_titles::ModuleTitles;
use super::verbs::{self, OPPOSITE_VERBS};
use super::words::{self, FnvBuildHasher};
use super::world::ServerWorld;
use crate::model::tool::Tool;

/// Common name prefixes of a server's tools, and what their names show about its world.
#[derive(Debug, Default)]
pub struct ServerFacts {
    tool_count: usize,
    prefix_counts: HashMap<Vec<String>, usize>,
    /// Names of tools that contain the second verb of [`OPPOSITE_VERBS`], in lower case without separators.
    paired_names: Vec<String>,
    world: ServerWorld,
    /// Number of tools whose names have a verb that reads, and no other verb.
    reading_count: usize,
    /// A tool has a verb in its name that changes something.
    changes: bool,
    /// Names in lower case without separators.
    names: HashSet<String, FnvBuildHasher>,
    /// Words that read as verbs, but only say which group a tool belongs to: `email` in `email_list_folders`.
    nominal_prefixes: HashSet<String, FnvBuildHasher>,
    /// The modules as they are written in titles.
    pub(super) module_titles: ModuleTitles,
}

impl ServerFacts {
    /// Maximum number of words in a prefix, enough for `vendor_product_module_`.
    const MAX_PREFIX_WORDS: usize = 3;

    pub fn from_tools<'a>(tools: impl IntoIterator<Item = &'a Tool>) -> Self {
        let mut count = 0;
        let mut beginnings = HashMap::new();
        let mut hiding = Vec::new();
        let mut world = ServerWorld::default();
        let mut names = HashSet::default();
        let mut split_names = Vec::new();
        let (mut reading_count, mut changes) = (0, false);
        for tool in tools {
            count += 1;
            let words = words::split_words(&tool.name);
            world.add_tool(&words);
            let mut verbs = words.iter().filter_map(|word| verbs::find_verb(word)).peekable();
            let has_verb = verbs.peek().is_some();
            let is_harmless = verbs.all(|verb| verb.action.is_harmless());
            reading_count += usize::from(has_verb && is_harmless);
            changes |= !is_harmless;
            names.insert(words.concat());
            if words.iter().any(|word| OPPOSITE_VERBS.iter().any(|(_, opposite)| opposite == word)) {
                hiding.push(words.concat());
            }
            for length in 1..=words.len().min(Self::MAX_PREFIX_WORDS) {
                *beginnings.entry(words[..length].to_vec()).or_insert(0) += 1;
            }
            split_names.push(words);
        }
        let nominal_prefixes = find_nominal_prefixes(&split_names);
        let server = Self {
            tool_count: count,
            prefix_counts: beginnings,
            paired_names: hiding,
            world,
            reading_count,
            changes,
            names,
            nominal_prefixes,
            module_titles: ModuleTitles::default(),
        };
        let module_titles = ModuleTitles::from_names(split_names.iter().map(|words| {
            let prefix = server.prefix_len(words);
            (server.module(words, prefix), &words[prefix..])
        }));
        Self { module_titles, ..server }
    }

    /// Returns the number of leading words of a name that only identify its group.
    ///
    /// A word belongs to the prefix if it is not used as a verb and at least three tools, or all tools of a server with more
    /// than two, start with the same words. At least one word remains. A single verb keeps the word before it unless
    /// all tools share that word: `semantic_search` has no prefix.
    pub fn prefix_len(&self, words: &[String]) -> usize {
        let mut length = 0;
        while length < words.len().min(Self::MAX_PREFIX_WORDS) {
            let sharing = self.prefix_counts.get(&words[..=length]).copied().unwrap_or(0);
            let whole_server = sharing == self.tool_count && self.tool_count > 2;
            let is_verb = verbs::find_verb(&words[length]).is_some()
                && !(length == 0 && self.has_nominal_prefix(words));
            let rest = words.len() - length - 1;
            let lone_verb = rest == 1 && verbs::find_verb(&words[length + 1]).is_some();
            let enough = sharing >= 3 && rest >= 1 && !lone_verb && !is_verb;
            if rest == 0 || !(enough || (whole_server && !is_verb)) {
                break;
            }
            length += 1;
        }
        length
    }

    /// Returns whether the first word of a name only says which group the tool belongs to, although it reads as a verb.
    pub fn has_nominal_prefix(&self, words: &[String]) -> bool {
        words.len() > 1 && self.nominal_prefixes.contains(&words[0])
    }

    /// The group a tool belongs to: the first distinctive word of its prefix. A word that all tools share is skipped,
    /// as is one that at least half of them share if the prefix continues after it.
    pub fn module<'a>(&self, words: &'a [String], prefix_len: usize) -> Option<&'a str> {
        let says_nothing = |length: &usize| {
            let sharing = self.prefix_counts.get(&words[..*length]).copied().unwrap_or(0);
            sharing == self.tool_count || (*length < prefix_len && sharing * 2 >= self.tool_count)
        };
        let common = (1..=prefix_len).take_while(says_nothing).count();
        words[common..prefix_len].first().map(String::as_str)
    }

    /// Returns whether one of the paired tools has a name that ends in `words`, which are concatenated.
    pub fn has_paired_tool(&self, words: &str) -> bool {
        self.paired_names.iter().any(|name| name.ends_with(words))
    }

    /// Returns whether the server has a tool of the same name without the word `preview`.
    pub fn has_previewed_tool(&self, name: &str, preview: &str) -> bool {
        let mut words = words::split_words(name);
        words.retain(|word| word != preview);
        !words.is_empty() && self.names.contains(&words.concat())
    }

    /// Returns whether several names of the server have a verb that reads, and none has one that changes something.
    pub const fn only_reads(&self) -> bool {
        self.reading_count >= 3 && !self.changes
    }

    pub const fn world(&self) -> &ServerWorld {
        &self.world
    }
}

/// Verbs that follow a noun as often as they are nouns themselves: `email_list`, `order_search`.
const FOLLOWING_VERBS: [&str; 7] = ["check", "count", "list", "query", "search", "set", "view"];

/// Finds the words that look like a verb, and with which several names begin that go on with another verb.
fn find_nominal_prefixes(names: &[Vec<String>]) -> HashSet<String, FnvBuildHasher> {
    let mut counts: HashMap<&str, (usize, usize), FnvBuildHasher> = HashMap::default();
    for name in names {
        let [first, second, ..] = name.as_slice() else { continue };
        let Some(verb) = verbs::find_verb(first) else { continue };
        let (all, followed) = counts.entry(first.as_str()).or_default();
        *all += 1;
        let is_plain = verbs::find_verb(second).is_some_and(|next| !next.is_ambiguous);
        // "Create list" and "check list" have an object; "email list" has a verb.
        let may_be_noun = verb.is_ambiguous && !verb.action.is_harmless();
        *followed += usize::from(is_plain || may_be_noun && FOLLOWING_VERBS.contains(&second.as_str()));
    }
    let is_prefix = |word: &str, all: usize, followed: usize| {
        let is_ambiguous = verbs::find_verb(word).is_some_and(|verb| verb.is_ambiguous);
        all >= 3 && followed * 2 >= all && (is_ambiguous || all * 2 > names.len())
    };
    let found = counts.into_iter().filter(|(word, (all, followed))| is_prefix(word, *all, *followed));
    found.map(|(word, _)| word.to_owned()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_verb_before_other_verbs_is_a_prefix() {
        let prefix = |names: &[&str]| {
            let tools = Tool::parse_list(names.iter().map(|name| format!(r#"{{"name":"{name}"}}"#).into()));
            ServerFacts::from_tools(&tools).prefix_len(&words::split_words(names[0]))
        };
        assert_eq!(prefix(&["email_list_folders", "email_get_message", "email_send_draft"]), 1);
        assert_eq!(prefix(&["create_list", "create_search", "create_view"]), 0);
        assert_eq!(prefix(&["check_list", "check_format", "check_build"]), 0);
        assert_eq!(prefix(&["get_notes", "get_tags", "get_users"]), 0);
        assert_eq!(prefix(&["email_list_folders", "email_get_message", "notes_list"]), 0);
    }

    #[test]
    fn a_module_is_the_first_distinctive_prefix_word() {
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
        let server = ServerFacts::from_tools(&tools);
        for (name, expected) in names {
            let words = words::split_words(name);
            assert_eq!(server.module(&words, server.prefix_len(&words)), expected, "{name}");
        }
        // A prefix shared by all tools is not a module.
        let alike = Tool::parse_list(
            ["a_get_x", "a_put_x", "a_list_x"].map(|name| format!(r#"{{"name":"{name}"}}"#).into()),
        );
        let server = ServerFacts::from_tools(&alike);
        let words = words::split_words("a_get_x");
        assert_eq!(server.module(&words, server.prefix_len(&words)), None);
    }
}
