//! What the names of a server's tools show about its world: the things it manages itself, and whether it searches the
//! web or operates a browser.

use std::collections::HashMap;

use super::verbs;
use super::words::FnvBuildHasher;

/// Words for the web as a whole; a search among them reaches beyond any one server.
const WEB_WORDS: [&str; 6] = ["image", "images", "internet", "news", "videos", "web"];

/// Verbs that take a browser to an address.
const NAVIGATING_WORDS: [&str; 3] = ["browse", "goto", "navigate"];

/// Counts over the tools of one server.
#[derive(Debug, Default)]
pub struct ServerWorld {
    /// Number of tools that name each thing, in the singular.
    thing_counts: HashMap<String, usize, FnvBuildHasher>,
    searches_web: bool,
    navigates: bool,
}

impl ServerWorld {
    pub fn add_tool(&mut self, words: &[String]) {
        let has = |any: &[&str]| words.iter().any(|word| any.contains(&word.as_str()));
        self.searches_web |= has(&["search"]) && has(&["web", "internet"]);
        self.navigates |= has(&NAVIGATING_WORDS);
        for (at, word) in words.iter().enumerate() {
            let thing = singular(word);
            let is_repeated = words[..at].iter().any(|earlier| singular(earlier) == thing);
            if is_thing(word) && !is_repeated {
                match self.thing_counts.get_mut(thing) {
                    Some(count) => *count += 1,
                    None => drop(self.thing_counts.insert(thing.to_owned(), 1)),
                }
            }
        }
    }

    /// The thing in a name that most tools of the server name, if at least one other tool does.
    pub fn shared_thing<'a>(&self, words: &'a [String]) -> Option<&'a str> {
        let count = |word: &str| self.thing_counts.get(singular(word)).copied().unwrap_or(0);
        let things = words.iter().map(String::as_str).filter(|word| is_thing(word));
        things.filter(|word| count(word) > 1).max_by_key(|word| count(word))
    }

    /// Returns whether several tools name the thing.
    pub fn names_thing_twice(&self, thing: &str) -> bool {
        self.thing_counts.get(singular(thing)).is_some_and(|count| *count > 1)
    }

    /// The server has a tool that searches the web, and this name is one of a search.
    pub fn is_web_search(&self, words: &[String]) -> bool {
        let is_search = words.iter().any(|word| word == "search");
        is_search && (self.searches_web || words.iter().any(|word| WEB_WORDS.contains(&word.as_str())))
    }

    /// The server has a tool that takes a browser to an address.
    pub const fn has_browser(&self) -> bool {
        self.navigates
    }
}

/// Returns whether the word of a name can be the thing that a tool works on.
fn is_thing(word: &str) -> bool {
    word.len() > 2 && verbs::find_verb(word).is_none_or(|verb| verb.is_ambiguous)
}

fn singular(word: &str) -> &str {
    match word.strip_suffix('s') {
        Some(stem) if stem.len() > 2 && !stem.ends_with('s') => stem,
        _ => word,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::infer::words::split_words;

    fn world(names: &[&str]) -> ServerWorld {
        let mut world = ServerWorld::default();
        for name in names {
            world.add_tool(&split_words(name));
        }
        world
    }

    #[test]
    fn a_shared_thing_is_named_by_two_tools_in_any_number() {
        let world = world(&["list_tasks", "create_task", "get_user"]);
        assert_eq!(world.shared_thing(&split_words("delete_task")), Some("task"));
        assert_eq!(world.shared_thing(&split_words("get_user")), None);
        assert_eq!(world.shared_thing(&split_words("task_tasks")), Some("tasks"));
    }

    #[test]
    fn searches_beside_a_web_search_are_of_the_web() {
        let beside = world(&["acme_web_search", "acme_local_search"]);
        assert!(beside.is_web_search(&split_words("acme_local_search")));
        assert!(!beside.is_web_search(&split_words("acme_list_keys")));
        assert!(!world(&["search_notes"]).is_web_search(&split_words("search_notes")));
    }
}
