//! Verb table: the action each verb stands for, and whether the word is ambiguous with a noun.

use std::collections::HashMap;
use std::sync::LazyLock;

use super::words::QuickHash;

/// Effect of a verb on the data it is applied to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Act {
    Read,
    Export,
    Compute,
    Generate,
    Create,
    Update,
    Edit,
    Upsert,
    Append,
    Send,
    Spend,
    Start,
    Execute,
    Rotate,
    Operate,
    Delete,
    Overwrite,
    Move,
    Merge,
    Archive,
    Publish,
    Toggle,
    Manage,
}

impl Act {
    /// Returns whether the action changes nothing by itself.
    pub const fn is_harmless(self) -> bool {
        matches!(self, Self::Read | Self::Export | Self::Compute | Self::Generate)
    }
}

/// A verb's entry in the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Verb {
    pub act: Act,
    /// The word is just as often a noun: `post` in `post_create`, `list` in `list_items`.
    pub noun: bool,
}

/// Verbs that are hardly ever nouns, in the base form that tool names use.
const PLAIN: [(Act, &str); 23] = [
    (Act::Upsert, "upsert"),
    (Act::Edit, "alter complete edit finalize modify"),
    (Act::Spend, "buy pay purchase withdraw"),
    (
        Act::Start,
        "authenticate connect disconnect import initiate install launch login rerun resume retry start sync trigger upload",
    ),
    (Act::Rotate, "regenerate rotate"),
    (
        Act::Read,
        "display analyse analyze browse can compare describe detect determine diagnose discover enumerate examine explain \
         explore fetch find get grep has inspect introspect is identify lookup peek ping poll read \
         recall recommend retrieve show suggest summarize tail validate verify wait whoami whois",
    ),
    (Act::Export, "download export"),
    (
        Act::Compute,
        "extract recognize calculate convert decode encode estimate geocode infer lint parse plot predict render rerank \
         simplify tokenize transcribe translate",
    ),
    (Act::Generate, "capture compose generate synthesize"),
    (
        Act::Create,
        "save add allocate attach bookmark clone create define duplicate enqueue ensure establish init \
         initialize insert instantiate make provision register remember scaffold spawn",
    ),
    (
        Act::Update,
        "disable rename unfollow unlike untag accept acknowledge adjust adopt apply assign associate authorize configure \
         deactivate decline deny dismiss enroll extend follow hide mark mute \
         promote protect reassign reconfigure reopen reorder reprioritize reschedule resize restore \
         revert setup snooze sort subscribe tune unarchive unassign unblock uncomplete unhide unlink unlock unmark \
         unmute unpin unresolve unstar unsubscribe unwatch update upgrade ",
    ),
    (Act::Append, "append prepend push"),
    (Act::Send, "broadcast dispatch invite notify reply respond send submit tweet"),
    (
        Act::Execute,
        "evaluate deploy eval exec execute ingest invoke \
         migrate perform reboot rebuild redeploy reindex restart rollback run \
         ",
    ),
    (Act::Operate, "click drag fill hover interact navigate press scroll swipe tap "),
    (
        Act::Delete,
        "unregister deallocate abort ban cancel clear delete destroy detach discard drop empty erase evict expire forget invalidate \
         kill logout purge quit reject remove reset revoke shutdown stop suspend teardown terminate trash \
         truncate uninstall unpublish unshare wipe",
    ),
    (Act::Overwrite, "overwrite put replace rewrite write"),
    (Act::Move, "move relocate transfer"),
    (Act::Merge, "combine merge rebase squash unmerge"),
    (Act::Archive, "archive deprecate retire"),
    (Act::Publish, "approve enable grant publish unprotect"),
    (Act::Toggle, "toggle"),
    (Act::Manage, "administer manage"),
];

/// Verbs that are just as often nouns or adjectives. They count as a verb only where a verb is expected.
const NOUNS: [(Act, &str); 16] = [
    (Act::Edit, "patch"),
    (Act::Spend, "charge place refund trade"),
    (Act::Start, "schedule"),
    (
        Act::Read,
        "audit blame check count diff list log preview profile query quicksearch reflog report scan search stat status \
         summary trace view",
    ),
    (Act::Compute, "compute echo hash map"),
    (Act::Create, "draft build copy fork new record tag"),
    (
        Act::Update,
        "resolve set link flag close claim activate block change checkout label like lock pause pin star vote watch",
    ),
    (Act::Send, "email book comment forward message note order post repost request share"),
    (Act::Execute, "process call batch crawl command pull repl scrape shell simulate"),
    (Act::Delete, "clean prune"),
    (Act::Operate, "type open select"),
    (Act::Publish, "release"),
    (Act::Toggle, "switch"),
    (Act::Append, "commit stash"),
    (Act::Move, "shift"),
    (Act::Manage, "control admin"),
];

/// Verbs that count only in sentences: in a name, `return_item` means giving something back.
const IN_SENTENCES: [(Act, &str); 1] = [(Act::Read, "answer give obtain provide report return")];

/// Grammatical form of a verb in a sentence. Coordinated verbs share it: "creates or updates".
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    Base,
    Third,
    Gerund,
}

type Table = HashMap<&'static str, Verb, QuickHash>;

static BASE: LazyLock<Table> = LazyLock::new(|| {
    let mut table = Table::default();
    for (lists, noun) in [(&NOUNS[..], true), (&PLAIN[..], false)] {
        for (act, verbs) in lists {
            table.extend(verbs.split_whitespace().map(|verb| (verb, Verb { act: *act, noun })));
        }
    }
    table
});

/// Looks up a verb in its base form, as names and enum values use it.
pub fn verb(word: &str) -> Option<Verb> {
    BASE.get(word).copied()
}

static SENTENCE: LazyLock<HashMap<String, (Verb, Form), QuickHash>> = LazyLock::new(|| {
    let mut forms = HashMap::default();
    let only = IN_SENTENCES.iter().flat_map(|(act, verbs)| {
        verbs.split_whitespace().map(|verb| (verb, Verb { act: *act, noun: false }))
    });
    for (verb, meaning) in BASE.iter().map(|(verb, meaning)| (*verb, *meaning)).chain(only) {
        forms.insert(third_person(verb), (meaning, Form::Third));
        forms.insert(gerund(verb), (meaning, Form::Gerund));
        forms.insert(verb.to_owned(), (meaning, Form::Base));
    }
    forms
});

/// Looks up a verb in any form used in sentences: `list`, `lists`, `listing`, `searches`, `modifies`, `creating`.
pub fn inflected(word: &str) -> Option<(Verb, Form)> {
    SENTENCE.get(word).copied()
}

fn third_person(verb: &str) -> String {
    match verb.as_bytes() {
        [.., before, b'y'] if !b"aeou".contains(before) => format!("{}ies", &verb[..verb.len() - 1]),
        [.., b's' | b'x' | b'z' | b'o'] | [.., b'c' | b's', b'h'] => format!("{verb}es"),
        _ => format!("{verb}s"),
    }
}

fn gerund(verb: &str) -> String {
    match verb.as_bytes() {
        [.., b'e'] => format!("{}ing", &verb[..verb.len() - 1]),
        // Verbs of up to four letters double a final consonant: "run", "get", "drop".
        [.., c, v, last]
            if verb.len() <= 4
                && !b"aeiou".contains(c)
                && b"aeiou".contains(v)
                && b"bdgmnpt".contains(last) =>
        {
            format!("{verb}{}ing", char::from(*last))
        }
        _ => format!("{verb}ing"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_verb_has_two_acts() {
        let mut seen: Vec<&str> = Vec::new();
        for (_, verbs) in PLAIN.iter().chain(&NOUNS) {
            for verb in verbs.split_whitespace() {
                assert!(!seen.contains(&verb), "{verb} stands twice");
                seen.push(verb);
            }
        }
    }

    #[test]
    fn verbs_are_known_in_the_forms_sentences_use() {
        for (word, act) in [
            ("lists", Act::Read),
            ("searches", Act::Read),
            ("modifies", Act::Edit),
            ("creating", Act::Create),
            ("deletes", Act::Delete),
            ("running", Act::Execute),
            ("returns", Act::Read),
        ] {
            assert_eq!(inflected(word).map(|(verb, _)| verb.act), Some(act), "{word}");
        }
        assert_eq!(inflected("thing"), None);
    }
}
