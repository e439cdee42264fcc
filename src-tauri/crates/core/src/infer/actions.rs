//! The actions that a tool's name, title and description state.

use super::server::ServerFacts;
use super::tokenizer::TokenizedText;
use super::verbs::{self, Action, Verb, VerbForm};
use super::{Certainty, EvidenceSource};
use crate::model::tool::Tool;

/// A verb in a position where it names what the tool does.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ActionMatch {
    pub action: Action,
    pub source: EvidenceSource,
    pub word: String,
    /// Upper limit for the certainty of conclusions from this verb.
    pub max_certainty: Certainty,
    /// An unambiguous verb at the start of the description that changes something. It is as strong a warning as a name,
    /// so "not read-only" may exceed `max_certainty`.
    pub is_unambiguous_change: bool,
    /// The word is just as often a noun, or has other meanings.
    pub is_ambiguous: bool,
}

impl ActionMatch {
    /// A word of the name that shows that the tool reads.
    fn reading(word: &str, max_certainty: Certainty) -> Self {
        Self {
            action: Action::Read,
            source: EvidenceSource::Name,
            word: word.to_owned(),
            max_certainty,
            is_unambiguous_change: false,
            is_ambiguous: false,
        }
    }

    /// The name states this action, and it changes something.
    pub fn is_stated_change(&self) -> bool {
        let is_clear = self.source == EvidenceSource::Name && self.max_certainty == Certainty::Certain;
        is_clear && !self.action.is_harmless()
    }
}

/// The actions in the name (or else in the title), then those in the first sentence of the description. `words` are those
/// of the name without its prefix.
pub fn find_actions(
    tool: &Tool,
    server: &ServerFacts,
    words: &[String],
    title: &TokenizedText,
    description: &TokenizedText,
) -> Vec<ActionMatch> {
    let mut described = actions_in_description(description);
    let mut actions = actions_in_name(words, &described, server.has_nominal_prefix(words));
    if actions.is_empty()
        && let Some(text) = find_text(words)
    {
        // "Create and configure …" is what the text helps with.
        described.retain(|matched| matched.action.is_harmless());
        actions.push(ActionMatch::reading(text, Certainty::Strong));
    }
    if let Some(word) = find_preview(words).filter(|word| server.has_previewed_tool(&tool.name, word)) {
        actions = vec![ActionMatch::reading(word, Certainty::Certain)];
    } else if actions.iter().all(|named| is_doubtful_verb(named, &described))
        && let Some(agent) = agent_in_name(words)
    {
        actions = vec![agent];
    }
    if actions.is_empty() {
        // Deeper in a title, words are rarely verbs: "Multi-stop route". The description shows what is meant.
        let first_only = !described.is_empty();
        actions.extend(action_in_title(title, first_only));
    }
    // `generate_link`, "Creates a link": one act in two words, and whether it is stored remains open.
    if actions.first().is_some_and(|named| named.action == Action::Generate) {
        for matched in described.iter_mut().filter(|matched| matched.action == Action::Create) {
            matched.action = Action::Generate;
            matched.is_unambiguous_change = false;
        }
    }
    actions.extend(described);
    actions
}

/// Returns whether a word of the name is more likely a noun: an ambiguous one with which the description does not start.
/// `open_simulator`, "Opens the simulator", opens.
fn is_doubtful_verb(named: &ActionMatch, described: &[ActionMatch]) -> bool {
    let is_described = described.first().is_some_and(|first| first.word.starts_with(&named.word));
    verbs::find_verb(&named.word).is_none_or(|verb| verb.is_ambiguous) && !is_described
}

/// The main action of a name, and every action joined to it by "and", "or" or "then". `mark_as_read` yields "mark", not
/// "read". A nominal prefix is no verb: `email_send`.
fn actions_in_name(
    words: &[String],
    described: &[ActionMatch],
    has_nominal_prefix: bool,
) -> Vec<ActionMatch> {
    let first_described = described.first();
    if words.is_empty() {
        return Vec::new();
    }
    let mut verbs: Vec<Option<Verb>> = words.iter().map(|word| verbs::find_verb(word)).collect();
    if has_nominal_prefix && verbs[1..].iter().any(Option::is_some) {
        verbs[0] = None;
    }
    // "How to", "what is"
    if QUESTION_WORDS.contains(&words[0].as_str()) {
        verbs[0] = Some(Verb { action: Action::Read, is_ambiguous: false });
    }
    // "Pull request" is a noun.
    for at in 1..words.len() {
        if words[at - 1] == "pull" && matches!(words[at].as_str(), "request" | "requests") {
            verbs[at - 1..=at].fill(None);
        }
    }
    // `order_search`, `comment_list`: what is searched or listed precedes the verb.
    if let [noun, verb] = words
        && NOUNS_BEFORE_READING.contains(&noun.as_str())
        && matches!(verb.as_str(), "count" | "list" | "lookup" | "search" | "view")
    {
        verbs[0] = None;
    }
    // `load_instructions` and `log_workout`: the object shows what the verb does.
    for (at, word) in words.iter().enumerate() {
        // In `check_logged_in`, "in" belongs to the participle.
        let objects = words[at..].windows(2).filter(|pair| !pair[0].ends_with("ed")).map(|pair| &*pair[1]);
        if let Some(action) = verbs::find_action_by_object(word, objects) {
            verbs[at] = Some(Verb { action, is_ambiguous: at > 0 });
        }
    }
    // At the beginning of a name, "set" is no collection.
    if let Some(Some(verb)) = verbs.first_mut().filter(|_| words[0] == "set" && !has_nominal_prefix) {
        verb.is_ambiguous = false;
    }
    let Some(main) = main_verb_index(&verbs) else { return Vec::new() };
    let only_reads = !described.is_empty() && described.iter().all(|matched| matched.action.is_harmless());
    if is_guide(words, &words[main], only_reads) {
        return Vec::new();
    }
    let main = main_by_description(words, &verbs, first_described).unwrap_or(main);
    let described = first_described.map(|matched| matched.action);
    let is_coordinated = |at: usize| at > 0 && matches!(words[at - 1].as_str(), "and" | "or" | "then");
    let to_match = |(at, verb): (usize, Verb)| {
        // If the description starts with a different verb, an ambiguous word in the name is taken for a noun.
        let reads_instead = |described: Action| described.is_harmless() && !verb.action.is_harmless();
        let is_noun = verb.is_ambiguous
            && described
                .is_some_and(|described| described != verb.action && (at > 0 || reads_instead(described)));
        let most = if is_noun { Certainty::Doubtful } else { Certainty::Certain };
        ActionMatch {
            action: verb.action,
            source: EvidenceSource::Name,
            word: words[at].clone(),
            max_certainty: most,
            is_unambiguous_change: false,
            is_ambiguous: verb.is_ambiguous,
        }
    };
    let all = verbs.iter().enumerate().filter_map(|(at, verb)| Some((at, (*verb)?)));
    let first = all.clone().filter(|(at, _)| *at == main);
    let others = all.filter(|(at, _)| *at != main && is_coordinated(*at));
    first.chain(others).map(to_match).collect()
}

/// Words that begin a question.
const QUESTION_WORDS: [&str; 9] = ["are", "does", "how", "what", "when", "where", "which", "who", "why"];

/// Words that are verbs in other names, but the object of a reading word that follows them.
const NOUNS_BEFORE_READING: [&str; 20] = [
    "backup", "block", "book", "comment", "email", "form", "label", "map", "message", "note", "order",
    "place", "post", "record", "release", "request", "schedule", "store", "tag", "trade",
];

/// The word by which a name says that it only shows what another tool would do.
fn find_preview(words: &[String]) -> Option<&str> {
    let is_preview = |word: &&String| matches!(word.as_str(), "dryrun" | "preview" | "simulate" | "validate");
    [words.first(), words.last()].into_iter().flatten().find(is_preview).map(String::as_str)
}

/// An agent at the end of a name without verbs: `log_reader`, `link_checker_tool`.
fn agent_in_name(words: &[String]) -> Option<ActionMatch> {
    let last = words.iter().rev().find(|word| *word != "tool")?;
    let verb = verbs::find_agent_noun(last)?;
    Some(ActionMatch { action: verb.action, ..ActionMatch::reading(last, Certainty::Strong) })
}

/// The verb of a name that the description begins with: `garbage_collection_list`, "Lists garbage collections".
fn main_by_description(
    words: &[String],
    verbs: &[Option<Verb>],
    described: Option<&ActionMatch>,
) -> Option<usize> {
    let described = described?;
    let is_same = |at: &usize| {
        let is_plain = verbs[*at].is_some_and(|verb| !verb.is_ambiguous || verb.action == Action::Read);
        let same_action = verbs[*at].is_some_and(|verb| verb.action == described.action);
        is_plain && same_action && described.word.starts_with(&words[*at])
    };
    (0..words.len()).find(is_same)
}

/// Texts that help with what they are about.
const TEXTS: [&str; 16] = [
    "cheatsheet",
    "docs",
    "documentation",
    "examples",
    "faq",
    "guidance",
    "guide",
    "guidelines",
    "help",
    "instructions",
    "manual",
    "practices",
    "recommendations",
    "reference",
    "syntax",
    "tutorial",
];

/// The last word of a name that says something.
fn last_noun(words: &[String]) -> Option<&str> {
    words.iter().map(String::as_str).rev().find(|word| !matches!(*word, "tool" | "resource"))
}

/// The text that a name denotes: `migration_guide`.
fn find_text(words: &[String]) -> Option<&str> {
    last_noun(words).filter(|word| TEXTS.contains(word))
}

/// Returns whether the name is that of a text about the action: `migration_guide`, `setup_instructions`.
fn is_guide(words: &[String], verb: &str, only_reads: bool) -> bool {
    const EXPLAINED_VERBS: [&str; 8] =
        ["configure", "deploy", "install", "migrate", "perform", "run", "setup", "upgrade"];
    let last = last_noun(words);
    let is_text = find_text(words).is_some() && EXPLAINED_VERBS.contains(&verb);
    let action = verbs::find_verb(verb).map(|verb| verb.action);
    let runs = matches!(action, Some(Action::Execute | Action::Start));
    // `migrate_status`: the state of a run, and no order to run.
    let is_state = matches!(last, Some("history" | "progress" | "results" | "status")) && words[0] == verb;
    // `manage_script_capabilities`, which "gets" them.
    let is_known =
        matches!(last, Some("capabilities" | "info" | "information" | "logs" | "metadata" | "metrics"));
    let is_about = is_known && only_reads && (runs || action == Some(Action::Manage));
    // `deploy_reader`
    let is_agent = last.and_then(verbs::find_agent_noun).is_some_and(|agent| agent.action == Action::Read);
    is_text || is_state && runs || is_about || is_agent && runs
}

/// Returns the index of the main verb of a name. Unambiguous verbs take precedence over ambiguous ones: `post_delete`
/// deletes, and both `list_items` and `items_list` list.
fn main_verb_index(verbs: &[Option<Verb>]) -> Option<usize> {
    let is_plain = |at: &usize| verbs[*at].is_some_and(|verb| !verb.is_ambiguous);
    let last = verbs.len().checked_sub(1)?;
    match verbs[0] {
        Some(first) if !first.is_ambiguous => Some(0),
        Some(first) => {
            let next = if first.action == Action::Read { last } else { last.min(1) };
            [next, last].into_iter().find(is_plain).or(Some(0))
        }
        None => (0..verbs.len())
            .find(is_plain)
            .or_else(|| verbs[last].map(|_| last))
            .or_else(|| verbs.iter().position(Option::is_some)),
    }
}

fn action_in_title(title: &TokenizedText, first_only: bool) -> Option<ActionMatch> {
    let verbs: Vec<Option<Verb>> =
        (0..title.len().min(8)).map(|at| verbs::find_verb(title.word(at))).collect();
    let at = main_verb_index(&verbs).filter(|at| *at == 0 || !first_only)?;
    let word = title.word(at).to_owned();
    let verb = verbs[at]?;
    Some(ActionMatch {
        action: verb.action,
        source: EvidenceSource::Title,
        word,
        max_certainty: Certainty::Likely,
        is_unambiguous_change: false,
        is_ambiguous: verb.is_ambiguous,
    })
}

/// Number of leading words in which the first verb must occur: "This tool allows you to permanently delete …".
const MAX_LEADING_WORDS: usize = 10;

/// Maximum distance in words between the first verb and one joined to it: "Create a new board or update an existing
/// one".
const MAX_JOINED_DISTANCE: usize = 9;

/// The verb a description starts with, and those joined to it in the same sentence and the same form.
fn actions_in_description(text: &TokenizedText) -> Vec<ActionMatch> {
    let mut end = text.first_sentence_len();
    let mut actions = Vec::new();
    let leading = (0..end.min(MAX_LEADING_WORDS)).find(|at| is_leading_verb(text, *at));
    // "Start here if … Provides guidance for …": the second sentence, if only that one has a verb of the tool.
    let second = || {
        let at = text.later_sentence_starts().next()?;
        let (verb, form) = verbs::find_inflected_verb(text.word(at))?;
        (form == VerbForm::ThirdPerson && verb.action.is_harmless()).then_some(at)
    };
    let Some(first) = leading.or_else(second) else { return actions };
    let Some((_, form)) = verbs::find_inflected_verb(text.word(first)) else { return actions };
    // "When you need to plan or build …" is no statement that the tool builds.
    let is_condition = (0..first).any(|at| matches!(text.word(at), "if" | "when" | "whenever"));
    if first >= end {
        end = (first..text.len()).take_while(|at| text.in_same_sentence(first, *at)).count() + first;
    }
    for at in first..end.min(first + MAX_JOINED_DISTANCE) {
        let is_coordinated = at == first
            || matches!(text.word(at - 1), "and" | "or" | "then")
            // "Create, update or delete …"
            || (at == first + 1 && matches!(text.word(at + 1), "and" | "or"));
        let Some((verb, its_form)) =
            is_coordinated.then(|| verbs::find_inflected_verb(text.word(at))).flatten()
        else {
            continue;
        };
        if at != first && (verb.is_ambiguous || its_form != form) {
            continue;
        }
        let word = text.word(at).to_owned();
        let action = if sends_question(text, at, end) { Action::Read } else { verb.action };
        if is_condition && at != first && !action.is_harmless() {
            continue;
        }
        let warns = !verb.is_ambiguous && !action.is_harmless();
        actions.push(ActionMatch {
            action,
            source: EvidenceSource::Description,
            word,
            max_certainty: Certainty::Likely,
            is_unambiguous_change: warns,
            is_ambiguous: verb.is_ambiguous,
        });
    }
    actions
}

/// "Sends a prompt to a model and returns the answer": who asks reads.
fn sends_question(text: &TokenizedText, at: usize, end: usize) -> bool {
    let mut object = (at + 1..(at + 4).min(end)).map(|at| text.word(at));
    let is_answer =
        |at: usize| matches!(text.word(at), "answer" | "get" | "gets" | "receive" | "return" | "returns");
    matches!(text.word(at), "send" | "sends" | "submit" | "submits")
        && object.any(|word| matches!(word, "prompt" | "query" | "question"))
        && (at + 1..end).any(|at| text.word(at - 1) == "and" && is_answer(at))
}

/// Returns whether the word is a verb preceded only by introductory words.
fn is_leading_verb(text: &TokenizedText, at: usize) -> bool {
    const INTRODUCTORY_WORDS: &[&str] = &[
        "a",
        "action",
        "allow",
        "allows",
        "an",
        "api",
        "automatically",
        "batch",
        "beta",
        "bulk",
        "can",
        "client",
        "clients",
        "deprecated",
        "endpoint",
        "experimental",
        "function",
        "helper",
        "it",
        "lets",
        "mcp",
        "operation",
        "permanently",
        "quickly",
        "safely",
        "that",
        "the",
        "this",
        "to",
        "tool",
        "use",
        "used",
        "user",
        "users",
        "utility",
        "which",
        "will",
        "you",
        "for",
        "by",
        "primary",
        "important",
        "warning",
        "new",
        "partially",
        "fully",
        "soft",
        "hard",
        "irreversibly",
        "programmatically",
        "directly",
        "immediately",
        "agents",
        "models",
        "always",
        "when",
        "whenever",
        "if",
        "want",
        "wants",
        "need",
        "needs",
        "asks",
        "must",
        "should",
        "be",
        "called",
        "tools",
        "provides",
        "way",
        "ability",
        "explicitly",
        "securely",
        "simply",
        "intelligently",
        "efficiently",
        "optionally",
        "asynchronously",
    ];
    // "The complete definition": what follows an article is no verb.
    if at > 0 && matches!(text.word(at - 1), "the" | "a" | "an") {
        return false;
    }
    // "Run this first" states when to call the tool, not what the tool does.
    if text.word(at) == "start" && matches!(text.word(at + 1), "here" | "with") {
        return false;
    }
    // "Call when writing code" does too.
    let next = text.word(at + 1);
    if text.word(at) == "call"
        && matches!(next, "after" | "before" | "if" | "once" | "only" | "when" | "whenever")
    {
        return false;
    }
    verbs::find_inflected_verb(text.word(at)).is_some()
        && (text.word(at + 1) != "this" || text.word(at) == "read")
        && (0..at)
            .all(|before| INTRODUCTORY_WORDS.contains(&text.word(before)) || text.word(before) == "read")
}
