//! What the rules look at: one tool's words, acts, phrases and parameters.

use super::phrases::{self, Found, Tells};
use super::server::ServerFacts;
use super::text::Text;
use super::verbs::{self, Act, Verb};
use super::words;
use super::{Certainty, Place, Settings};
use crate::tool::{Parameter, Tool};

/// One tool as the rules see it.
#[derive(Debug)]
pub struct Facts<'a> {
    pub tool: &'a Tool,
    pub server: &'a ServerFacts,
    pub settings: Settings,
    /// The words of the name as they are written, without the prefix.
    pub pieces: Vec<&'a str>,
    /// The same words, lower case.
    pub words: Vec<String>,
    pub module: Option<String>,
    pub title: Text,
    pub description: Text,
    /// What the tool does, by its name first, then by its title and the first sentence of its description.
    pub acts: Vec<SeenAct>,
    /// Tell-tale phrases of the description.
    pub phrases: Vec<Found>,
    pub http_method: Option<&'static str>,
    /// The parameters' names, lower case and without separators.
    plain_names: Vec<String>,
}

/// A verb that stands where an act stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SeenAct {
    pub act: Act,
    pub place: Place,
    pub word: String,
    /// What is concluded from it is at most this sure.
    pub most: Certainty,
    /// A sentence that begins with a change is as good a warning as a name.
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

    /// The first verb of the name, or of what stands in for it.
    pub fn first_act(&self) -> Option<&SeenAct> {
        self.acts.first()
    }

    pub fn has_word(&self, words: &[&str]) -> Option<&str> {
        self.words.iter().map(String::as_str).find(|word| words.contains(word))
    }

    /// The first parameter with one of these names, written without case and separators.
    pub fn parameter(&self, names: &[&str]) -> Option<&'a Parameter> {
        let at = self.plain_names.iter().position(|plain| names.contains(&plain.as_str()))?;
        all_parameters(self.tool).nth(at)
    }

    /// The first phrase that tells this, and is not turned round.
    pub fn phrase(&self, tells: Tells) -> Option<&str> {
        let found = self.phrases.iter().find(|found| found.tells == tells && !found.negated)?;
        Some(self.description.passage(found.from, found.to))
    }
}

fn all_parameters(tool: &Tool) -> impl Iterator<Item = &Parameter> {
    tool.parameters.iter().chain(&tool.wrapped)
}

/// Lower case, without separators: `if-match`, `ifMatch` and `IF_MATCH` are one name.
pub fn plain(name: &str) -> String {
    let name = words::start_of(name, words::LONGEST_NAME);
    if name.is_ascii() {
        let mut plain = name.to_ascii_lowercase();
        plain.retain(|c| c.is_ascii_alphanumeric());
        return plain;
    }
    name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// The act of a name, and every act that "and" or "or" joins to it. `mark_as_read` marks; it does not read.
fn acts_of_name(words: &[String], told: Option<Act>) -> Vec<SeenAct> {
    let verbs: Vec<Option<Verb>> = words.iter().map(|word| verbs::verb(word)).collect();
    let Some(main) = main_verb(&verbs) else { return Vec::new() };
    let joined = |at: usize| at > 0 && matches!(words[at - 1].as_str(), "and" | "or" | "then");
    let seen = |(at, verb): (usize, Verb)| {
        // Where the description begins with another verb, a word that is as often a noun is one here.
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

/// Where the act of a name stands. A word that is as often a noun gives way to a verb that is not: `post_delete`
/// deletes, `list_items` lists, `items_list` lists too.
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

/// How many words may stand before the verb: "This tool allows you to permanently delete …".
const LEAD: usize = 7;

/// How far from the first verb another one still belongs to it: "Create a new board or update an existing one".
const JOINED: usize = 9;

/// The verb a description begins with, and those joined to it in the same sentence and the same form.
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

/// A verb, with nothing before it but words that introduce it.
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
    // "Run this first" tells when to call the tool, not what it does.
    verbs::inflected(text.word(at)).is_some()
        && text.word(at + 1) != "this"
        && (0..at).all(|before| INTRODUCING.contains(&text.word(before)) || text.word(before) == "read")
}

/// The method a tool states: its own key, or a description that begins with one and a path.
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
