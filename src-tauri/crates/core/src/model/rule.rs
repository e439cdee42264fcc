//! Rules: decisions for every tool that a selector matches, stored as rules and not copied to the tools.
//!
//! A selector is `SERVER.TOOL` with `*` for any text and `?` for one character. The most specific selector wins.

use std::cmp::Reverse;
use std::fmt;
use std::sync::Arc;

use thiserror::Error;

use crate::model::hint::{HintName, PerHint};

/// Maximum length of a selector, in characters: longer than any that a user writes.
const MAX_SELECTOR_CHARS: usize = 300;

/// Minimum length of what names must have in common, in characters; less is a coincidence.
const MIN_COMMON_CHARS: usize = 3;

/// Pattern for the tools that a rule applies to.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Selector {
    text: Arc<str>,
    /// Byte offset of the dot after the server's part.
    dot: usize,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum SelectorError {
    #[error("a rule needs a selector such as github.get_*")]
    Empty,
    #[error("a selector has the form SERVER.TOOL, for example github.get_* or *.delete_*")]
    Syntax,
    #[error("a selector may have {MAX_SELECTOR_CHARS} characters at most")]
    TooLong,
}

impl Selector {
    pub fn parse(text: &str) -> Result<Self, SelectorError> {
        let text = text.trim();
        if text.is_empty() {
            return Err(SelectorError::Empty);
        }
        if text.chars().count() > MAX_SELECTOR_CHARS {
            return Err(SelectorError::TooLong);
        }
        // A server's name contains no dot; a tool's may.
        let dot = text.find('.').ok_or(SelectorError::Syntax)?;
        if dot == 0 || dot + 1 == text.len() {
            return Err(SelectorError::Syntax);
        }
        Ok(Self { text: text.into(), dot })
    }

    /// Returns a selector for tools of one server that have a common start or end; `None` if they have too little in
    /// common to be distinguished from other tools.
    pub fn covering_tools<'a>(mut tools: impl Iterator<Item = (&'a str, &'a str)>) -> Option<Self> {
        let (server, first) = tools.next()?;
        let (mut start, mut end, mut several) = (first, first, false);
        for (other, tool) in tools {
            if other != server {
                return None;
            }
            several |= tool != first;
            start = &start
                [..common_prefix_bytes(start.char_indices(), tool.chars(), |(at, c)| (at + c.len_utf8(), c))];
            let tail = common_prefix_bytes(end.char_indices().rev(), tool.chars().rev(), |(at, c)| {
                (end.len() - at, c)
            });
            end = &end[end.len() - tail..];
        }
        // Whole words: `list_notes` and `list_note_categories` have `list_` in common, not `list_note`.
        let between = |c: char| !c.is_alphanumeric();
        let start = start.rfind(between).map_or("", |at| &start[..=at]);
        let end = end.find(between).map_or("", |at| &end[at..]);
        // A common start and end that overlap would count the same letters twice.
        let shortest = start.len() + end.len() <= first.len();
        let end = if shortest { end } else { "" };
        let literal_chars = start.chars().count() + end.chars().count();
        let plain = !start.contains(['*', '?']) && !end.contains(['*', '?']);
        (several && plain && literal_chars >= MIN_COMMON_CHARS)
            .then(|| Self::parse(&format!("{server}.{start}*{end}")).ok())
            .flatten()
    }

    pub fn matches(&self, server: &str, tool: &str) -> bool {
        let (servers, tools) = (&self.text[..self.dot], &self.text[self.dot + 1..]);
        matches_glob(servers, server) && matches_glob(tools, tool)
    }

    /// A greater value is more specific. A selector that matches a subset of what another one matches has at least as
    /// many literal characters; with equally many it has more `?` or fewer `*`.
    fn specificity(&self) -> (usize, usize, Reverse<usize>) {
        specificity(&self.text)
    }
}

/// Specificity of a pattern: the number of literal characters, then of `?`, then the fewest `*`.
pub(crate) fn specificity(pattern: &str) -> (usize, usize, Reverse<usize>) {
    let count = |counted: char| pattern.chars().filter(|character| *character == counted).count();
    let (any, one) = (count('*'), count('?'));
    (pattern.chars().count() - any - one, one, Reverse(any))
}

impl fmt::Display for Selector {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        formatter.write_str(&self.text)
    }
}

/// Number of bytes that two sequences of characters have in common at their start.
fn common_prefix_bytes<I>(
    one: impl Iterator<Item = I>,
    other: impl Iterator<Item = char>,
    read: impl Fn(I) -> (usize, char),
) -> usize {
    let same = one.map(read).zip(other).take_while(|((_, one), other)| one == other);
    same.last().map_or(0, |((bytes, _), _)| bytes)
}

/// Returns whether a pattern with `*` and `?` matches the whole text. Memory is linear, time at most the product of
/// both lengths.
pub(crate) fn matches_glob(pattern: &str, text: &str) -> bool {
    if !pattern.contains(['*', '?']) {
        return pattern == text;
    }
    let (pattern, text): (Vec<char>, Vec<char>) = (pattern.chars().collect(), text.chars().collect());
    let (mut at, mut from) = (0, 0);
    // The last star, and how much of the text it has consumed so far.
    let mut star: Option<(usize, usize)> = None;
    while from < text.len() {
        match pattern.get(at) {
            Some('*') => {
                star = Some((at, from));
                at += 1;
            }
            Some(wanted) if *wanted == '?' || *wanted == text[from] => {
                at += 1;
                from += 1;
            }
            _ => match star {
                Some((place, taken)) => {
                    star = Some((place, taken + 1));
                    at = place + 1;
                    from = taken + 1;
                }
                None => return false,
            },
        }
    }
    pattern[at..].iter().all(|rest| *rest == '*')
}

/// A rule about one hint.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rule {
    pub selector: Selector,
    pub hint: HintName,
    pub value: bool,
    pub because: Option<String>,
    /// Number of the newest refresh when the rule was written; the user had not seen later changes.
    pub written_at_refresh: i64,
}

/// The rules of one layer.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Rules {
    /// By hint, the most specific first.
    by_hint: PerHint<Vec<Arc<Rule>>>,
}

impl Rules {
    pub fn new(rules: impl IntoIterator<Item = Rule>) -> Self {
        let mut by_hint: PerHint<Vec<Arc<Rule>>> = PerHint::default();
        for rule in rules {
            by_hint[rule.hint].push(Arc::new(rule));
        }
        for hint in HintName::ALL {
            // Of two equally specific rules the careful one wins, because it is unknown which was meant.
            by_hint[hint].sort_by(|one, other| {
                let key =
                    |rule: &Rule| (Reverse(rule.selector.specificity()), rule.value != hint.careful_value());
                key(one).cmp(&key(other)).then_with(|| one.selector.cmp(&other.selector))
            });
        }
        Self { by_hint }
    }

    /// Returns the applicable rule for each hint of a tool.
    pub fn for_tool(&self, server: &str, tool: &str) -> PerHint<Option<Arc<Rule>>> {
        PerHint::from_fn(|hint| {
            self.by_hint[hint].iter().find(|rule| rule.selector.matches(server, tool)).cloned()
        })
    }

    /// Returns all rules but one.
    pub fn without(&self, selector: &Selector, hint: HintName) -> Self {
        let mut rest = self.clone();
        rest.by_hint[hint].retain(|rule| rule.selector != *selector);
        rest
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn selector(text: &str) -> Selector {
        Selector::parse(text).unwrap()
    }

    fn rule(text: &str, value: bool) -> Rule {
        Rule {
            selector: selector(text),
            hint: HintName::ReadOnly,
            value,
            because: None,
            written_at_refresh: 0,
        }
    }

    #[test]
    fn a_covering_selector_is_what_the_tools_have_in_common() {
        let covering = |tools: &[(&'static str, &'static str)]| {
            Selector::covering_tools(tools.iter().copied()).map(|selector| selector.to_string())
        };
        for (tools, expected) in [
            (&[("s", "notes_get_a"), ("s", "notes_get_b")][..], Some("s.notes_get_*")),
            (&[("s", "get_note"), ("s", "list_note"), ("s", "see_note")], Some("s.*_note")),
            (&[("s", "note_get_it"), ("s", "note_set_it")], Some("s.note_*_it")),
            (&[("s", "list_notes"), ("s", "list_note_categories")], Some("s.list_*")),
            (&[("s", "aa_aa"), ("s", "aa_aa_aa")], Some("s.aa_*")),
            (&[("s", "getNote"), ("s", "getFile")], None),
            (&[("s", "größe_a"), ("s", "größe_b")], Some("s.größe_*")),
            (&[("s", "get_a"), ("t", "get_b")], None),
            (&[("s", "get_a")], None),
            (&[("s", "ab"), ("s", "ac")], None),
            (&[("s", "a*b_1"), ("s", "a*b_2")], None),
            (&[], None),
        ] {
            let found = covering(tools);
            assert_eq!(found.as_deref(), expected, "{tools:?}");
            if let Some(text) = found {
                let selector = Selector::parse(&text).unwrap();
                assert!(tools.iter().all(|(server, tool)| selector.matches(server, tool)), "{text}");
            }
        }
    }

    #[test]
    fn a_selector_matches_server_and_tool() {
        for (text, server, tool, expected) in [
            ("github.get_*", "github", "get_issue", true),
            ("github.get_*", "github", "get_", true),
            ("github.get_*", "github", "target_get_", false),
            ("github.get_*", "gitlab", "get_issue", false),
            ("*.get_*", "gitlab", "get_issue", true),
            ("*.*", "any", "thing", true),
            ("git*.*_note?", "github", "get_note1", true),
            ("git*.*_note?", "github", "get_note", false),
            ("a.b.c", "a", "b.c", true),
            ("a.*.c", "a", "b.b.c", true),
            ("a.*aab", "a", "aaaaab", true),
            ("a.ä?", "a", "äß", true),
        ] {
            assert_eq!(selector(text).matches(server, tool), expected, "{text} on {server}.{tool}");
        }
    }

    #[test]
    fn a_selector_without_server_and_tool_is_refused() {
        for (text, expected) in [
            ("", SelectorError::Empty),
            ("  ", SelectorError::Empty),
            ("get_*", SelectorError::Syntax),
            (".get", SelectorError::Syntax),
            ("github.", SelectorError::Syntax),
            (&"a.".repeat(200), SelectorError::TooLong),
        ] {
            assert_eq!(Selector::parse(text).unwrap_err(), expected, "{text}");
        }
    }

    #[test]
    fn the_most_specific_selector_wins_and_of_equals_the_careful_value() {
        let rules = Rules::new([
            rule("*.*", false),
            rule("github.*", false),
            rule("github.get_*", true),
            rule("github.get_?", false),
            rule("github.get_secret", false),
            rule("x.a*c", true),
            rule("x.ab*", false),
        ]);
        let holds = |server: &str, tool: &str| rules.for_tool(server, tool).read_only.unwrap();
        for (server, tool, expected) in [
            ("gitlab", "get_issue", "*.*"),
            ("github", "list", "github.*"),
            ("github", "get_issue", "github.get_*"),
            ("github", "get_x", "github.get_?"),
            ("github", "get_secret", "github.get_secret"),
            ("x", "abc", "x.ab*"),
        ] {
            assert_eq!(holds(server, tool).selector.to_string(), expected, "{server}.{tool}");
        }
        assert!(rules.for_tool("github", "get_issue").destructive.is_none());
        let without = rules.without(&selector("github.get_*"), HintName::ReadOnly);
        let next = without.for_tool("github", "get_issue").read_only.unwrap();
        assert_eq!(next.selector.to_string(), "github.*");
    }

    proptest! {
        #[test]
        fn a_wildcard_makes_a_selector_less_specific(
            text in "[a-c]{1,6}", at in 0_usize..6, wide in "[*?]"
        ) {
            let index = at % text.len();
            let mut wider = text.clone();
            wider.replace_range(index..=index, &wide);
            let (narrow, wider) = (selector(&format!("s.{text}")), selector(&format!("s.{wider}")));
            prop_assert!(wider.matches("s", &text));
            prop_assert!(narrow.specificity() > wider.specificity());
        }

        #[test]
        fn any_text_is_a_selector_or_is_rejected(text in ".{0,40}", name in ".{0,40}") {
            if let Ok(selector) = Selector::parse(&text) {
                let _ = selector.matches(&name, &name);
            }
        }
    }
}
