//! Inferred values that users marked as wrong: a summary by rule, and a form to share that contains only names.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use serde::Serialize;

use super::words::split_words;
use crate::model::hint::HintName;

/// Version of the shared form.
const FORMAT_VERSION: u32 = 1;

/// Words that are listed per rule. The most frequent ones show what its mistakes have in common.
const MAX_WORDS: usize = 5;

/// An inferred value that a user marked as wrong.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Correction {
    pub server: String,
    pub tool: String,
    pub hint: HintName,
    /// The wrong value.
    pub guess: bool,
    /// The rule that decided it.
    pub rule: String,
}

/// The mistakes of one rule about one hint.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RuleMistakes {
    pub rule: String,
    pub hint: HintName,
    pub guess: bool,
    pub tools: usize,
    /// The most frequent words of the tools' names, each with the number of tools.
    pub words: Vec<(String, usize)>,
}

/// Groups corrections by rule, hint and value, those with the most tools first.
pub fn summarize(corrections: &[Correction]) -> Vec<RuleMistakes> {
    let mut groups: BTreeMap<(&str, HintName, bool), Vec<&str>> = BTreeMap::new();
    for Correction { tool, hint, guess, rule, .. } in corrections {
        groups.entry((rule, *hint, *guess)).or_default().push(tool);
    }
    let mut mistakes: Vec<RuleMistakes> = groups
        .into_iter()
        .map(|((rule, hint, guess), tools)| RuleMistakes {
            rule: rule.to_owned(),
            hint,
            guess,
            tools: tools.len(),
            words: frequent_words(&tools),
        })
        .collect();
    mistakes.sort_by_key(|mistakes| std::cmp::Reverse(mistakes.tools));
    mistakes
}

fn frequent_words(tools: &[&str]) -> Vec<(String, usize)> {
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for tool in tools {
        for word in split_words(tool).into_iter().collect::<BTreeSet<_>>() {
            *counts.entry(word).or_default() += 1;
        }
    }
    let mut words: Vec<_> = counts.into_iter().collect();
    words.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    words.truncate(MAX_WORDS);
    words
}

#[derive(Serialize)]
struct SharedCorrections<'a> {
    version: u32,
    corrections: Vec<SharedCorrection<'a>>,
}

#[derive(Serialize)]
struct SharedCorrection<'a> {
    /// A number instead of the name, which may be that of a company or host.
    server: usize,
    name: &'a str,
    words: Vec<String>,
    hint: &'static str,
    guess: bool,
    correct: bool,
    rule: &'a str,
}

/// Renders corrections as JSON to improve the rules with: names and words, no description, argument or server address.
pub fn render_shared(corrections: &[Correction]) -> String {
    let mut servers: HashMap<&str, usize> = HashMap::new();
    let rows = corrections.iter().map(|correction| {
        let next = servers.len() + 1;
        SharedCorrection {
            server: *servers.entry(&correction.server).or_insert(next),
            name: &correction.tool,
            words: split_words(&correction.tool),
            hint: correction.hint.key(),
            guess: correction.guess,
            correct: !correction.guess,
            rule: &correction.rule,
        }
    });
    let shared = SharedCorrections { version: FORMAT_VERSION, corrections: rows.collect() };
    let mut text = serde_json::to_string_pretty(&shared).unwrap_or_default();
    text.push('\n');
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn correction(server: &str, tool: &str, rule: &str) -> Correction {
        let (server, tool, rule) = (server.to_owned(), tool.to_owned(), rule.to_owned());
        Correction { server, tool, hint: HintName::ReadOnly, guess: true, rule }
    }

    #[test]
    fn mistakes_are_grouped_by_rule_with_the_words_they_share() {
        let corrections = [
            correction("a", "ping", "question"),
            correction("a", "check_out_book", "reading-verb"),
            correction("b", "checkOutFile", "reading-verb"),
        ];
        let mistakes = summarize(&corrections);
        let rules: Vec<_> = mistakes.iter().map(|mistakes| (&*mistakes.rule, mistakes.tools)).collect();
        assert_eq!(rules, [("reading-verb", 2), ("question", 1)]);
        assert_eq!(mistakes[0].words[..2], [("check".to_owned(), 2), ("out".to_owned(), 2)]);
    }

    #[test]
    fn the_shared_form_names_no_server() {
        let corrections =
            [correction("acme.example", "ping", "question"), correction("home", "see", "question")];
        let text = render_shared(&corrections);
        assert!(!text.contains("acme") && !text.contains("home"), "{text}");
        let shared: serde_json::Value = serde_json::from_str(&text).unwrap();
        assert_eq!(
            shared["corrections"][1],
            serde_json::json!({
                "server": 2, "name": "see", "words": ["see"], "hint": "readOnlyHint", "guess": true,
                "correct": false, "rule": "question",
            })
        );
    }
}
