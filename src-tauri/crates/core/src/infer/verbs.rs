//! Verb table: the action each verb stands for, and whether the word is ambiguous with a noun.

use std::collections::HashMap;
use std::sync::LazyLock;

use super::words::FnvBuildHasher;

/// Effect of a verb on the data it is applied to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Action {
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
    Stop,
    Overwrite,
    Move,
    Merge,
    Archive,
    Publish,
    Toggle,
    Manage,
}

impl Action {
    /// Returns whether the action changes nothing by itself.
    pub const fn is_harmless(self) -> bool {
        matches!(self, Self::Read | Self::Export | Self::Compute | Self::Generate)
    }
}

/// A verb's entry in the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Verb {
    pub action: Action,
    /// The word is just as often a noun: `post` in `post_create`, `list` in `list_items`.
    pub is_ambiguous: bool,
}

/// Verbs that are hardly ever nouns, in the base form that tool names use.
const UNAMBIGUOUS_VERBS: [(Action, &str); 24] = [
    (Action::Upsert, "upsert"),
    (Action::Edit, "alter edit modify"),
    (Action::Spend, "buy pay purchase withdraw"),
    (
        Action::Start,
        "authenticate connect import initiate launch login rerun resume retry start sync synchronize trigger unpause upload",
    ),
    (Action::Rotate, "regenerate reissue rotate"),
    (
        Action::Read,
        "analyse analyze ascertain assess browse can classify compare debug describe detect determine diagnose discover \
         display enumerate examine explain explore fetch find get grep has identify inquire inspect interpret \
         introspect investigate is lookup measure observe peek ping poll prioritise rank read recall recommend \
         retrieve show suggest summarise summarize survey tail validate verify visualise visualize wait \
         whoami whois",
    ),
    (Action::Export, "download export"),
    (
        Action::Compute,
        "beautify calculate convert decode decrypt divide encode estimate extract geocode infer interpolate intersect lint \
         minify multiply normalise normalize parse plot predict recognise recognize render rerank sanitise sanitize simplify \
         subtract tokenise tokenize transcribe translate transliterate",
    ),
    (Action::Generate, "capture compose generate synthesize"),
    (
        Action::Create,
        "save add allocate attach bookmark clone create define duplicate enqueue ensure establish init \
         initialize insert instantiate make provision register remember scaffold spawn",
    ),
    (
        Action::Update,
        "accept acknowledge adjust adopt apply assign associate authorize complete configure decline deny dismiss enroll \
         extend finalize follow hide install mark mute pin promote protect reassign reauthorize \
         reconfigure rename reopen reorder reprioritize reschedule resize restore revert scale setup snooze \
         sort subscribe tune unarchive unassign unblock uncomplete unfollow unhide unlike unlink unlock unmark unmute \
         unpin unresolve unstar unsubscribe untag unwatch update upgrade",
    ),
    (Action::Append, "append prepend push"),
    (Action::Send, "broadcast dispatch invite notify reply send submit tweet"),
    (
        Action::Execute,
        "deploy eval evaluate exec execute ingest invoke migrate perform reboot rebuild redeploy reindex restart rollback run",
    ),
    (Action::Operate, "click drag fill goto hover interact navigate press scroll swipe tap"),
    (
        Action::Delete,
        "unregister deallocate abort ban cancel clear delete destroy discard drop empty erase evict expire \
         forget invalidate kill logout purge reject remove reset revoke teardown terminate trash truncate uninstall \
         unpublish unshare wipe",
    ),
    (Action::Stop, "deactivate detach disable disconnect halt hibernate quit shutdown stop suspend"),
    (Action::Overwrite, "overwrite replace rewrite write"),
    (Action::Move, "move relocate transfer"),
    (Action::Merge, "combine merge rebase squash unmerge"),
    (Action::Archive, "archive deprecate retire"),
    (Action::Publish, "approve enable grant publish unprotect"),
    (Action::Toggle, "toggle"),
    (Action::Manage, "administer manage"),
];

/// Verbs that are just as often nouns or adjectives. They count as a verb only where a verb is expected.
const AMBIGUOUS_VERBS: [(Action, &str); 18] = [
    (Action::Edit, "patch"),
    (Action::Overwrite, "put"),
    (Action::Spend, "charge place refund trade"),
    (Action::Start, "load schedule"),
    (
        Action::Read,
        "audit blame check count diff forecast list locate log look monitor outline preview probe profile query \
         quicksearch reflog report research resolve review sample scan score search stat status summary trace track view",
    ),
    (Action::Compute, "compute echo hash map"),
    (Action::Create, "draft build copy fork new record tag"),
    (
        Action::Update,
        "set link flag claim activate block change checkout label like lock respond star vote watch",
    ),
    (Action::Stop, "close pause"),
    (Action::Send, "email book comment forward message note order post repost request share"),
    (Action::Execute, "process call batch crawl command pull repl scrape shell simulate"),
    (Action::Delete, "clean prune"),
    (Action::Operate, "type open select"),
    (Action::Publish, "release"),
    (Action::Toggle, "switch"),
    (Action::Append, "commit stash"),
    (Action::Move, "shift"),
    (Action::Manage, "control admin"),
];

/// Verbs whose action depends on their object: the verb, objects, and the action it is with one of them.
const OBJECT_DEPENDENT_VERBS: [(&str, &str, Action); 5] = [
    (
        "resolve",
        "alert alerts bug case comment comments conflict conflicts conversation discussion dispute finding incident \
         incidents issue issues problem request review task thread threads ticket tickets violation",
        Action::Update,
    ),
    ("load", "context docs documentation guide instructions prompt reference skill", Action::Read),
    ("open", "entities entity nodes records", Action::Read),
    ("track", "event events", Action::Send),
    (
        "switch",
        "account branch branches context environment mode org organization profile project tab to workspace",
        Action::Update,
    ),
];

/// Returns the action of a verb in a name whose other words are given, if the verb's object decides it.
pub fn find_action_by_object<'a>(verb: &str, mut others: impl Iterator<Item = &'a str>) -> Option<Action> {
    let (_, objects, action) = OBJECT_DEPENDENT_VERBS.iter().find(|(word, ..)| *word == verb)?;
    others.any(|other| objects.split(' ').any(|object| object == other)).then_some(*action)
}

/// Verbs that count only in sentences: in a name, `return_item` means giving something back.
const SENTENCE_VERBS: [(Action, &str); 1] = [(Action::Read, "answer give obtain provide report return")];

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
