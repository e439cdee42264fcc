//! The action each verb stands for, and whether the word is ambiguous with a noun.

use std::collections::HashMap;
use std::sync::LazyLock;

pub use super::action::Action;
use super::verb_table::{AMBIGUOUS_VERBS, OBJECT_DEPENDENT_VERBS, SENTENCE_VERBS, UNAMBIGUOUS_VERBS};
use super::words::FnvBuildHasher;

/// A verb's entry in the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Verb {
    pub action: Action,
    /// The word is just as often a noun: `post` in `post_create`, `list` in `list_items`.
    pub is_ambiguous: bool,
}

/// Returns the action of a verb in a name whose other words are given, if the verb's object decides it.
pub fn find_action_by_object<'a>(verb: &str, mut others: impl Iterator<Item = &'a str>) -> Option<Action> {
    let find = |other: &str| {
        let mut entries = OBJECT_DEPENDENT_VERBS.iter().filter(|(word, ..)| *word == verb);
        entries.find(|(_, objects, _)| objects.split(' ').any(|object| object == other))
    };
    others.find_map(find).map(|(.., action)| *action)
}

/// A reading verb, and the verb whose effect it undoes if the server has a tool with it.
pub const OPPOSITE_VERBS: [(&str, &str); 3] = [("show", "hide"), ("recall", "send"), ("read", "unread")];

/// Grammatical form of a verb in a sentence. Coordinated verbs share it: "creates or updates".
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum VerbForm {
    Base,
    ThirdPerson,
    Gerund,
}

type VerbTable = HashMap<&'static str, Verb, FnvBuildHasher>;

static BASE_FORMS: LazyLock<VerbTable> = LazyLock::new(|| {
    let mut table = VerbTable::default();
    for (lists, noun) in [(&AMBIGUOUS_VERBS[..], true), (&UNAMBIGUOUS_VERBS[..], false)] {
        for (action, verbs) in lists {
            table.extend(
                verbs.split_whitespace().map(|verb| (verb, Verb { action: *action, is_ambiguous: noun })),
            );
        }
    }
    table
});

/// Looks up a verb in its base form, as names and enum values use it.
pub fn find_verb(word: &str) -> Option<Verb> {
    BASE_FORMS.get(word).copied()
}

static INFLECTED_FORMS: LazyLock<HashMap<String, (Verb, VerbForm), FnvBuildHasher>> = LazyLock::new(|| {
    let mut forms = HashMap::default();
    let only = SENTENCE_VERBS.iter().flat_map(|(action, verbs)| {
        verbs.split_whitespace().map(|verb| (verb, Verb { action: *action, is_ambiguous: false }))
    });
    for (verb, meaning) in BASE_FORMS.iter().map(|(verb, meaning)| (*verb, *meaning)).chain(only) {
        forms.insert(third_person(verb), (meaning, VerbForm::ThirdPerson));
        forms.insert(gerund(verb), (meaning, VerbForm::Gerund));
        forms.insert(verb.to_owned(), (meaning, VerbForm::Base));
    }
    forms
});

/// Looks up a verb in any form used in sentences: `list`, `lists`, `listing`, `searches`, `modifies`, `creating`.
pub fn find_inflected_verb(word: &str) -> Option<(Verb, VerbForm)> {
    INFLECTED_FORMS.get(word).copied()
}

/// The harmless verb behind an agent noun: `checker`, `validator`, `finder`.
pub fn find_agent_noun(word: &str) -> Option<Verb> {
    let stem = word.strip_suffix("er").or_else(|| word.strip_suffix("or"))?;
    let undoubled = stem.len().checked_sub(1).and_then(|end| stem.get(..end)).unwrap_or_default();
    let verb = find_verb(stem).or_else(|| find_verb(&format!("{stem}e"))).or_else(|| find_verb(undoubled))?;
    verb.action.is_harmless().then_some(verb)
}

fn third_person(verb: &str) -> String {
    match verb.as_bytes() {
        [.., before, b'y'] if !b"aeou".contains(before) => format!("{}ies", &verb[..verb.len() - 1]),
        [.., b's' | b'x' | b'z' | b'o'] | [.., b'c' | b's', b'h'] => format!("{verb}es"),
        _ => format!("{verb}s"),
    }
}

/// Verbs that double their final consonant although they have several vowels: most stress the last syllable.
const DOUBLING_VERBS: [&str; 12] = [
    "commit", "control", "forget", "infer", "quit", "rerun", "reset", "submit", "transfer", "unpin",
    "unstar", "untag",
];

fn gerund(verb: &str) -> String {
    match verb.as_bytes() {
        [.., b'e'] => format!("{}ing", &verb[..verb.len() - 1]),
        // A stressed vowel between two consonants: "run", but not "edit" or "read".
        [.., c, v, last]
            if !is_vowel(*c) && is_vowel(*v) && b"bdgmnprt".contains(last) && vowel_groups(verb) == 1
                || DOUBLING_VERBS.contains(&verb) =>
        {
            format!("{verb}{}ing", char::from(*last))
        }
        _ => format!("{verb}ing"),
    }
}

const fn is_vowel(byte: u8) -> bool {
    matches!(byte, b'a' | b'e' | b'i' | b'o' | b'u')
}

/// The number of syllables, roughly.
fn vowel_groups(verb: &str) -> usize {
    let starts = verb.bytes().scan(false, |in_group, byte| {
        let is_start = is_vowel(byte) && !*in_group;
        *in_group = is_vowel(byte);
        Some(is_start)
    });
    starts.filter(|is_start| *is_start).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_verb_has_two_actions() {
        let mut seen: Vec<&str> = Vec::new();
        for (_, verbs) in UNAMBIGUOUS_VERBS.iter().chain(&AMBIGUOUS_VERBS) {
            for verb in verbs.split_whitespace() {
                assert!(!seen.contains(&verb), "{verb} stands twice");
                seen.push(verb);
            }
        }
    }

    #[test]
    fn verbs_are_known_in_the_forms_sentences_use() {
        for (word, action) in [
            ("lists", Action::Read),
            ("searches", Action::Read),
            ("modifies", Action::Edit),
            ("creating", Action::Create),
            ("deletes", Action::Delete),
            ("running", Action::Execute),
            ("returns", Action::Read),
        ] {
            assert_eq!(find_inflected_verb(word).map(|(verb, _)| verb.action), Some(action), "{word}");
        }
        assert_eq!(find_inflected_verb("thing"), None);
    }

    #[test]
    fn agent_nouns_of_harmless_verbs_are_known() {
        for (word, action) in [
            ("reader", Some(Action::Read)),
            ("validator", Some(Action::Read)),
            ("scanner", Some(Action::Read)),
            ("converter", Some(Action::Compute)),
            ("writer", None),
            ("order", None),
            ("er", None),
        ] {
            assert_eq!(find_agent_noun(word).map(|verb| verb.action), action, "{word}");
        }
    }

    #[test]
    fn gerunds_double_a_consonant_after_a_stressed_vowel_only() {
        for (verb, expected) in [
            ("run", "running"),
            ("drop", "dropping"),
            ("star", "starring"),
            ("quit", "quitting"),
            ("submit", "submitting"),
            ("commit", "committing"),
            ("reset", "resetting"),
            ("transfer", "transferring"),
            ("unpin", "unpinning"),
            ("edit", "editing"),
            ("open", "opening"),
            ("reopen", "reopening"),
            ("audit", "auditing"),
            ("trigger", "triggering"),
            ("read", "reading"),
            ("start", "starting"),
            ("fix", "fixing"),
            ("create", "creating"),
        ] {
            assert_eq!(gerund(verb), expected);
        }
    }
}
