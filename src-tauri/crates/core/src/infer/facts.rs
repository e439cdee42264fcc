//! Input of the rules: one tool's words, actions, phrases and parameters.

use super::actions::{self, ActionMatch};
use super::phrases::{self, PhraseMatch, PhraseMeaning};
use super::server::ServerFacts;
use super::tokenizer::TokenizedText;
use super::verbs::Action;
use super::words;
use super::{EvidenceSource, InferenceSettings};
use crate::model::tool::{Parameter, Tool};

/// A tool, preprocessed for the rules.
#[derive(Debug)]
pub struct ToolFacts<'a> {
    pub tool: &'a Tool,
    pub server: &'a ServerFacts,
    pub settings: InferenceSettings,
    /// The words of the name in their original case, without the prefix.
    pub original_words: Vec<&'a str>,
    /// The same words in lower case.
    pub words: Vec<String>,
    /// The words of the name that precede [`Self::words`].
    pub prefix: Vec<String>,
    pub module: Option<String>,
    pub title: TokenizedText,
    pub description: TokenizedText,
    /// Actions in the name (or else in the title), then in the first sentence of the description.
    pub actions: Vec<ActionMatch>,
    /// Indicative phrases in the description.
    pub phrases: Vec<PhraseMatch>,
    pub http_method: Option<&'static str>,
    /// Normalized names of all parameters; see [`normalize_name`].
    normalized_parameters: Vec<String>,
}

impl<'a> ToolFacts<'a> {
    pub fn new(tool: &'a Tool, server: &'a ServerFacts, settings: InferenceSettings) -> Self {
        let mut original_words = words::split_keeping_case(&tool.name);
        let mut words: Vec<String> = original_words.iter().map(|word| words::lowercase(word)).collect();
        let prefix = server.prefix_len(&words);
        let module = server.module(&words, prefix).map(str::to_owned);
        original_words.drain(..prefix);
        let prefix = words.drain(..prefix).collect();
        let title = TokenizedText::new(tool.declared.display_title().unwrap_or_default());
        let description = TokenizedText::new(skip_label(tool.description.as_deref().unwrap_or_default()));
        let actions = actions::find_actions(tool, server, &words, &title, &description);
        Self {
            tool,
            server,
            settings,
            original_words,
            words,
            prefix,
            module,
            actions,
            phrases: phrases::find_phrases(&description),
            title,
            description,
            http_method: stated_http_method(tool),
            normalized_parameters: all_parameters(tool)
                .map(|parameter| normalize_name(&parameter.name))
                .collect(),
        }
    }

    /// The main verb of the name; if the name has none, that of the title or description.
    pub fn primary_action(&self) -> Option<&ActionMatch> {
        self.actions.first()
    }

    /// The name reads, and the first sentence says "read-only".
    pub fn reads_by_name_and_statement(&self) -> bool {
        let end = self.description.first_sentence_len();
        let is_statement = |found: &PhraseMatch| {
            found.meaning == PhraseMeaning::ReadOnly && !found.negated && found.end <= end
        };
        let named = self.primary_action().filter(|matched| matched.source == EvidenceSource::Name);
        named.is_some_and(|matched| matched.action == Action::Read) && self.phrases.iter().any(is_statement)
    }

    /// Name and description both state that the tool reads, and nothing else.
    pub fn reads_by_name_and_description(&self) -> bool {
        let reads_in = |source| {
            self.actions.iter().any(|matched| matched.source == source && matched.action == Action::Read)
        };
        let sources = [EvidenceSource::Name, EvidenceSource::Description];
        sources.into_iter().all(reads_in) && self.actions.iter().all(|matched| matched.action.is_harmless())
    }

    /// The description starts with "Executes" or another verb for it.
    pub fn description_executes(&self) -> bool {
        self.actions
            .iter()
            .any(|matched| matched.source == EvidenceSource::Description && matched.action == Action::Execute)
    }

    pub fn find_word(&self, words: &[&str]) -> Option<&str> {
        self.words.iter().map(String::as_str).find(|word| words.contains(word))
    }

    /// Finds the first parameter with one of these normalized names.
    pub fn find_parameter(&self, names: &[&str]) -> Option<&'a Parameter> {
        let at = self.normalized_parameters.iter().position(|plain| names.contains(&plain.as_str()))?;
        all_parameters(self.tool).nth(at)
    }

    /// Returns whether a parameter takes a file or directory.
    pub fn has_path_parameter(&self) -> bool {
        const PARTS: [&str; 4] = ["dir", "file", "folder", "path"];
        self.normalized_parameters.iter().any(|name| PARTS.iter().any(|part| name.contains(part)))
    }

    /// Returns whether all parameters name things that exist: files, directories and ids.
    pub fn takes_only_names(&self) -> bool {
        let is_name = |name: &String| {
            identifies(name) || ["dir", "file", "path"].iter().any(|part| name.contains(part))
        };
        self.normalized_parameters.iter().all(is_name)
    }

    /// Returns whether all that the tool requires are the ids of at least two things.
    pub fn requires_only_ids(&self) -> bool {
        let required: Vec<_> = all_parameters(self.tool).filter(|parameter| parameter.required).collect();
        let is_id = |parameter: &&Parameter| {
            let name = normalize_name(&parameter.name);
            ["id", "ids", "key", "uri"].iter().any(|ending| name.ends_with(ending))
        };
        required.len() >= 2 && required.iter().all(is_id)
    }

    /// The parameter that identifies a thing: `user_id` or `user_name` for "user".
    pub fn find_identifier(&self, thing: &str) -> Option<&'a Parameter> {
        let singular = thing.strip_suffix('s').unwrap_or(thing);
        let is_identifier = |name: &String| name.starts_with(singular) && identifies(name);
        let at = self.normalized_parameters.iter().position(is_identifier)?;
        all_parameters(self.tool).nth(at)
    }

    /// Returns the first phrase with this meaning that is not negated.
    pub fn find_phrase(&self, meaning: PhraseMeaning) -> Option<&str> {
        let found = self.phrases.iter().find(|found| found.meaning == meaning && !found.negated)?;
        Some(self.description.excerpt(found.start, found.end))
    }
}

/// Maximum length in bytes of a label before a description.
const MAX_LABEL_BYTES: usize = 40;
const SEPARATOR: &str = " | ";

/// The description without a label before it: "[REMOTE] Gets …", "Acme | Updates …".
fn skip_label(description: &str) -> &str {
    let text = description.trim_start();
    if let Some(rest) = text.strip_prefix('[')
        && let Some(end) = words::truncate_bytes(rest, MAX_LABEL_BYTES).find(']')
        && let rest = &rest[end + 1..]
        && !rest.trim().is_empty()
    {
        return rest;
    }
    // A later separator belongs to the text.
    let end = words::truncate_bytes(text, MAX_LABEL_BYTES + SEPARATOR.len()).find(SEPARATOR);
    match end.map(|at| (&text[..at], &text[at + SEPARATOR.len()..])) {
        Some((label, rest)) if !label.contains(['.', '\n', ':', '"', '\'']) => rest,
        _ => description,
    }
}

/// Returns whether a normalized name is that of a parameter that identifies an existing thing. A plain `name` may be that of
/// a new one.
fn identifies(name: &str) -> bool {
    const ENDINGS: [&str; 11] =
        ["arn", "arns", "email", "emails", "id", "ids", "key", "names", "number", "uri", "uris"];
    ENDINGS.iter().any(|ending| name.ends_with(ending)) || name.ends_with("name") && name.len() > "name".len()
}

fn all_parameters(tool: &Tool) -> impl Iterator<Item = &Parameter> {
    tool.parameters.iter().chain(&tool.wrapped_parameters)
}

/// Lower case without separators: `if-match`, `ifMatch` and `IF_MATCH` normalize to the same name.
pub fn normalize_name(name: &str) -> String {
    let name = words::truncate_bytes(name, words::MAX_NAME_BYTES);
    if name.is_ascii() {
        let mut plain = name.to_ascii_lowercase();
        plain.retain(|c| c.is_ascii_alphanumeric());
        return plain;
    }
    name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// The HTTP method of a tool: stated in its own member, or at the start of a description such as `GET /notes`.
fn stated_http_method(tool: &Tool) -> Option<&'static str> {
    let stated = tool.http_method.as_deref().or_else(|| {
        let mut words = tool.description.as_deref()?.split_whitespace();
        let (method, path) = (words.next()?, words.next()?);
        path.starts_with('/').then_some(method)
    })?;
    ["GET", "HEAD", "OPTIONS", "TRACE", "POST", "PATCH", "PUT", "DELETE"]
        .into_iter()
        .find(|method| method.eq_ignore_ascii_case(stated))
}
