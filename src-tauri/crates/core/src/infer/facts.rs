//! Input of the rules: one tool's words, actions, phrases and parameters.

use super::phrases::{self, Found, Tells};
use super::server::ServerFacts;
use super::text::Text;
use super::verbs::{self, Act, Verb};
use super::words;
use super::{Certainty, Place, Settings};
use crate::tool::{Parameter, Tool};

/// A tool, preprocessed for the rules.
#[derive(Debug)]
pub struct Facts<'a> {
    pub tool: &'a Tool,
    pub server: &'a ServerFacts,
    pub settings: Settings,
    /// The words of the name in their original case, without the prefix.
    pub pieces: Vec<&'a str>,
    /// The same words in lower case.
    pub words: Vec<String>,
    pub module: Option<String>,
    pub title: Text,
    pub description: Text,
    /// Actions in the name (or else in the title), then in the first sentence of the description.
    pub acts: Vec<SeenAct>,
    /// Indicative phrases in the description.
    pub phrases: Vec<Found>,
    pub http_method: Option<&'static str>,
    /// Normalized names of all parameters; see [`normalize_name`].
    plain_names: Vec<String>,
}

/// A verb in a position where it names what the tool does.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SeenAct {
    pub act: Act,
    pub place: Place,
    pub word: String,
    /// Upper limit for the certainty of conclusions from this verb.
    pub most: Certainty,
    /// An unambiguous verb at the start of the description that changes something. It is as strong a warning as a name,
    /// so "not read-only" may exceed `max_certainty`.
    pub warns: bool,
}

impl<'a> Facts<'a> {
    pub fn new(tool: &'a Tool, server: &'a ServerFacts, settings: Settings) -> Self {
        let mut pieces = words::pieces(&tool.name);
        let mut words: Vec<String> = pieces.iter().map(|piece| words::lower(piece)).collect();
        let prefix = server.prefix(&words);
        let module = server.module(&words, prefix).map(str::to_owned);
        pieces.drain(..prefix);
        words.drain(..prefix);
        let title = Text::of(tool.declared.shown_title().unwrap_or_default());
        let description = Text::of(tool.description.as_deref().unwrap_or_default());
        let told = acts_of_description(&description);
        let mut acts = acts_of_name(&words, told.first().map(|seen| seen.act));
        if acts.is_empty() {
            acts.extend(acts_of_title(&title));
        }
        acts.extend(told);
        Self {
            tool,
            server,
            settings,
            pieces,
            words,
            module,
            acts,
            phrases: phrases::find(&description),
            title,
            description,
            http_method: http_method(tool),
            plain_names: all_parameters(tool).map(|parameter| plain(&parameter.name)).collect(),
        }
    }

    /// The main verb of the name; if the name has none, that of the title or description.
    pub fn first_act(&self) -> Option<&SeenAct> {
        self.acts.first()
    }

    pub fn has_word(&self, words: &[&str]) -> Option<&str> {
        self.words.iter().map(String::as_str).find(|word| words.contains(word))
    }

    /// Finds the first parameter with one of these normalized names.
    pub fn parameter(&self, names: &[&str]) -> Option<&'a Parameter> {
        let at = self.plain_names.iter().position(|plain| names.contains(&plain.as_str()))?;
        all_parameters(self.tool).nth(at)
    }

    /// Returns the first phrase with this meaning that is not negated.
    pub fn phrase(&self, tells: Tells) -> Option<&str> {
        let found = self.phrases.iter().find(|found| found.tells == tells && !found.negated)?;
        Some(self.description.passage(found.from, found.to))
    }
}

fn all_parameters(tool: &Tool) -> impl Iterator<Item = &Parameter> {
    tool.parameters.iter().chain(&tool.wrapped)
}

/// Lower case without separators: `if-match`, `ifMatch` and `IF_MATCH` normalize to the same name.
pub fn plain(name: &str) -> String {
    let name = words::start_of(name, words::LONGEST_NAME);
    if name.is_ascii() {
        let mut plain = name.to_ascii_lowercase();
        plain.retain(|c| c.is_ascii_alphanumeric());
        return plain;
    }
    name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// The main action of a name, and every action joined to it by "and", "or" or "then". `mark_as_read` yields "mark", not
/// "read".
fn acts_of_name(words: &[String], told: Option<Act>) -> Vec<SeenAct> {
    let verbs: Vec<Option<Verb>> = words.iter().map(|word| verbs::verb(word)).collect();
    let Some(main) = main_verb(&verbs) else { return Vec::new() };
    let joined = |at: usize| at > 0 && matches!(words[at - 1].as_str(), "and" | "or" | "then");
    let seen = |(at, verb): (usize, Verb)| {
        // If the description starts with a different verb, an ambiguous word in the name is taken for a noun.
        let reads_instead = |told: Act| told.is_harmless() && !verb.act.is_harmless();
        let is_noun =
            verb.noun && told.is_some_and(|told| told != verb.act && (at > 0 || reads_instead(told)));
        let most = if is_noun { Certainty::Doubtful } else { Certainty::Certain };
        SeenAct { act: verb.act, place: Place::Name, word: words[at].clone(), most, warns: false }
    };
    let all = verbs.iter().enumerate().filter_map(|(at, verb)| Some((at, (*verb)?)));
    let first = all.clone().filter(|(at, _)| *at == main);
    let others = all.filter(|(at, _)| *at != main && joined(*at));
    first.chain(others).map(seen).collect()
}

/// Returns the index of the main verb of a name. Unambiguous verbs take precedence over ambiguous ones: `post_delete`
/// deletes, and both `list_items` and `items_list` list.
fn main_verb(verbs: &[Option<Verb>]) -> Option<usize> {
    let is_plain = |at: &usize| verbs[*at].is_some_and(|verb| !verb.noun);
    let last = verbs.len().checked_sub(1)?;
    match verbs[0] {
        Some(first) if !first.noun => Some(0),
        Some(first) => {
            let next = if first.act == Act::Read { last } else { last.min(1) };
            [next, last].into_iter().find(is_plain).or(Some(0))
        }
        None => (0..verbs.len())
            .find(is_plain)
            .or_else(|| verbs[last].map(|_| last))
            .or_else(|| verbs.iter().position(Option::is_some)),
    }
}

fn acts_of_title(title: &Text) -> Option<SeenAct> {
    let verbs: Vec<Option<Verb>> = (0..title.len().min(8)).map(|at| verbs::verb(title.word(at))).collect();
    let at = main_verb(&verbs)?;
    let word = title.word(at).to_owned();
    Some(SeenAct { act: verbs[at]?.act, place: Place::Title, word, most: Certainty::Likely, warns: false })
}

/// Number of leading words in which the first verb must occur: "This tool allows you to permanently delete …".
const LEAD: usize = 7;

/// Maximum distance in words between the first verb and one joined to it: "Create a new board or update an existing
/// one".
const JOINED: usize = 9;

/// The verb a description starts with, and those joined to it in the same sentence and the same form.
fn acts_of_description(text: &Text) -> Vec<SeenAct> {
    let end = text.first_sentence();
    let mut acts = Vec::new();
    let Some(first) = (0..end.min(LEAD)).find(|at| stands_first(text, *at)) else { return acts };
    let Some((_, form)) = verbs::inflected(text.word(first)) else { return acts };
    for at in first..end.min(first + JOINED) {
        let joined = at == first
            || matches!(text.word(at - 1), "and" | "or" | "then")
            // "Create, update or delete …"
            || (at == first + 1 && matches!(text.word(at + 1), "and" | "or"));
        let Some((verb, its_form)) = joined.then(|| verbs::inflected(text.word(at))).flatten() else {
            continue;
        };
        if at != first && (verb.noun || its_form != form) {
            continue;
        }
        let word = text.word(at).to_owned();
        let warns = !verb.noun && !verb.act.is_harmless();
        acts.push(SeenAct { act: verb.act, place: Place::Description, word, most: Certainty::Likely, warns });
    }
    acts
}

/// Returns whether the word is a verb preceded only by introductory words.
fn stands_first(text: &Text, at: usize) -> bool {
    const INTRODUCING: &[&str] = &[
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
    ];
    // "Run this first" states when to call the tool, not what the tool does.
    verbs::inflected(text.word(at)).is_some()
        && text.word(at + 1) != "this"
        && (0..at).all(|before| INTRODUCING.contains(&text.word(before)) || text.word(before) == "read")
}

/// The HTTP method of a tool: stated in its own member, or at the start of a description such as `GET /notes`.
fn http_method(tool: &Tool) -> Option<&'static str> {
    let stated = tool.http_method.as_deref().or_else(|| {
        let mut words = tool.description.as_deref()?.split_whitespace();
        let (method, path) = (words.next()?, words.next()?);
        path.starts_with('/').then_some(method)
    })?;
    ["GET", "HEAD", "OPTIONS", "POST", "PATCH", "PUT", "DELETE"]
        .into_iter()
        .find(|method| method.eq_ignore_ascii_case(stated))
}
