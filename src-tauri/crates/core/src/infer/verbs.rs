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
    (Action::Spend, "borrow buy lend pay purchase redeem stake swap unstake withdraw"),
    (
        Action::Start,
        "authenticate boot connect import initiate launch login reconnect rerun retry start sync synchronize \
         trigger upload",
    ),
    (Action::Rotate, "regenerate reissue rotate"),
    (
        Action::Read,
        "advise aggregate analyse analyze ascertain ask assess autocomplete browse can classify compare \
         consult critique debug describe detect determine diagnose discover display enumerate examine \
         explain explore fetch find gather get grep has identify inquire inspect interpret introspect \
         investigate is lookup measure observe paginate peek ping poll prioritise rank read recall \
         recommend retrieve show suggest summarise summarize survey tail think validate verify visualise \
         visualize wait whoami whois",
    ),
    (Action::Export, "download export"),
    (
        Action::Compute,
        "beautify calculate convert decode decrypt divide encode estimate extract geocode infer interpolate \
         intersect lint minify multiply normalise normalize parse plot predict recognise recognize render \
         rerank sanitise sanitize simplify subtract tokenise tokenize transcribe translate transliterate",
    ),
    (Action::Generate, "capture compose generate synthesize"),
    (
        Action::Create,
        "add allocate attach bookmark clone create define duplicate enqueue ensure establish init \
         initialize insert instantiate make mint mkdir provision register remember reserve scaffold spawn",
    ),
    (
        Action::Update,
        "accept acknowledge adjust adopt align apply assign associate authorize bind categorise categorize \
         complete configure crop decline deny dismiss downvote enroll extend finalize finish follow hide \
         indent install mark mount mute pin populate postpone prioritize promote protect reassign reauthorize \
         reconfigure refresh reject reload rename reparse reopen reorder reprioritize reschedule resize restore \
         revert save scale setup snooze sort subscribe trim tune unarchive unassign unbind unblock \
         uncomplete undelete unfollow unhide unlike unlink unlock unmark unmount unmute unpin unresolve unstar \
         unsubscribe untag unwatch update upvote",
    ),
    (Action::Append, "append decrement increment prepend push"),
    (Action::Send, "broadcast dispatch invite notify reinvite reply send submit tweet"),
    (
        Action::Execute,
        "deploy eval exec execute ingest invoke migrate perform reboot rebuild redeploy reindex \
         restart rollback run",
    ),
    (Action::Operate, "click drag emulate goto hover interact navigate press redo scroll swipe tap undo"),
    (
        Action::Delete,
        "abort ban burn cancel cleanup clear deallocate decommission delete deprovision dequeue deregister destroy discard drop \
         eject empty erase evict expire expunge flush forget garbage gc invalidate kick kill pop purge \
         remove reset revoke teardown terminate trash truncate uninstall unpublish unregister unshare wipe",
    ),
    (Action::Stop, "deactivate detach disable disconnect halt hibernate logout quit shutdown stop suspend"),
    (Action::Overwrite, "downgrade overwrite replace rewrite upgrade write"),
    (Action::Move, "move relocate transfer"),
    (Action::Merge, "combine merge rebase squash unmerge"),
    (Action::Archive, "archive deprecate retire"),
    (Action::Publish, "approve enable grant publish resume unpause unprotect"),
    (Action::Toggle, "toggle"),
    (Action::Manage, "administer manage"),
];

/// Verbs that are just as often nouns or adjectives. They count as a verb only where a verb is expected.
const AMBIGUOUS_VERBS: [(Action, &str); 18] = [
    (Action::Edit, "patch"),
    (Action::Overwrite, "put"),
    (Action::Spend, "charge place refund trade"),
    (Action::Start, "schedule"),
    (
        Action::Read,
        "audit blame check collect count crawl diff expand filter forecast list locate log look match monitor \
         outline plan preview probe profile query quicksearch reflog report research resolve review \
         scan score scrape search simulate stat status stream summary trace track view",
    ),
    (Action::Compute, "compute echo embed hash map"),
    (Action::Create, "build compress copy draft fork new record tag"),
    (
        Action::Update,
        "activate block change checkout claim flag format join label leave like link lock react respond set \
         star turn vote watch",
    ),
    (Action::Stop, "close end pause"),
    (Action::Send, "book comment email forward message note order post repost request share"),
    (Action::Execute, "batch benchmark call command compile process pull repl shell test train evaluate"),
    (Action::Delete, "clean prune"),
    (Action::Operate, "fill focus handle open play seek select skip type"),
    (Action::Publish, "confirm release"),
    (Action::Toggle, "switch"),
    (Action::Append, "commit stash"),
    (Action::Move, "shift"),
    (Action::Manage, "admin control"),
];

/// Verbs whose action depends on their object: the verb, objects, and the action it is with one of them.
const OBJECT_DEPENDENT_VERBS: [(&str, &str, Action); 15] = [
    ("apply", "change changes diff edit edits patch patches replacement", Action::Edit),
    ("check", "in out", Action::Update),
    ("format", "code currency date json number sql xml", Action::Compute),
    ("go", "back forward home to", Action::Operate),
    ("load", "context docs documentation guide instructions prompt reference skill", Action::Read),
    ("log", "activity call entry event expense food meal message metric time weight workout", Action::Append),
    ("open", "entities entity nodes records", Action::Read),
    ("report", "abuse bug feedback incident issue problem spam", Action::Send),
    (
        "resolve",
        "alert alerts bug case comment comments conflict conflicts conversation discussion dispute finding incident \
         incidents issue issues problem request review task thread threads ticket tickets violation",
        Action::Update,
    ),
    ("rotate", "camera element image object page pages screen selection shape view", Action::Update),
    ("set", "order", Action::Overwrite),
    (
        "switch",
        "account branch branches context environment mode org organization profile project tab to workspace",
        Action::Update,
    ),
    ("take", "heapsnapshot photo picture screenshot snapshot", Action::Generate),
    ("test", "auth connection connectivity credentials expression pattern query regex rule", Action::Read),
    ("track", "calories event events expense habit time", Action::Append),
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
