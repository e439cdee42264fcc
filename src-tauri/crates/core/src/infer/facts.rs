//! What the rules look at: one tool's words and parameters, and what all tools of its server share.

use std::collections::HashMap;

use super::words::{self, Act};
use crate::tool::Tool;

/// What the tools of one server have in common: how many of them begin with the same words.
#[derive(Debug, Default)]
pub struct ServerFacts {
    tools: usize,
    beginnings: HashMap<Vec<String>, usize>,
}

impl ServerFacts {
    /// How many leading words are looked at: enough for `vendor_product_module_`.
    const DEEPEST: usize = 3;

    pub fn of(tools: &[Tool]) -> Self {
        let mut beginnings = HashMap::new();
        for tool in tools {
            let words = words::split(&tool.name);
            for length in 1..=words.len().min(Self::DEEPEST) {
                *beginnings.entry(words[..length].to_vec()).or_insert(0) += 1;
            }
        }
        Self { tools: tools.len(), beginnings }
    }

    /// How many leading words of a name only say where the tool belongs.
    ///
    /// A word is a prefix when it is no verb and enough other tools begin the same way. At least one word stays, and a
    /// lone verb keeps the word before it unless the whole server shares that word: `semantic_search` stays whole.
    fn prefix(&self, words: &[String]) -> usize {
        let mut length = 0;
        while length < words.len().min(Self::DEEPEST) && words::act(&words[length]).is_none() {
            let sharing = self.beginnings.get(&words[..=length]).copied().unwrap_or(0);
            let whole_server = sharing == self.tools && self.tools > 1;
            let rest = words.len() - length - 1;
            let enough =
                sharing >= 3 && (rest >= 2 || (rest == 1 && words::act(&words[length + 1]).is_none()));
            if rest == 0 || !(whole_server || enough) {
                break;
            }
            length += 1;
        }
        length
    }
}

/// One tool as the rules see it.
#[derive(Debug)]
pub struct Facts<'a> {
    pub tool: &'a Tool,
    /// The words of the name, lower case, without the prefix.
    pub words: Vec<String>,
    /// The same words as they are written.
    pub pieces: Vec<&'a str>,
    /// The verbs among the words, in order.
    pub acts: Vec<(Act, usize)>,
    pub http_method: Option<String>,
}

impl<'a> Facts<'a> {
    pub fn new(tool: &'a Tool, server: &ServerFacts) -> Self {
        let mut pieces = words::pieces(&tool.name);
        let mut words = words::split(&tool.name);
        let prefix = server.prefix(&words);
        pieces.drain(..prefix);
        words.drain(..prefix);
        let acts = acts(&words);
        Self { tool, words, pieces, acts, http_method: http_method(tool) }
    }

    /// The word of the first verb of this act that stands where an act stands: first, or after "and".
    pub fn verb(&self, act: Act) -> Option<&str> {
        self.acts.iter().find(|(found, _)| *found == act).map(|(_, at)| self.words[*at].as_str())
    }

    /// The first parameter with one of these names, compared without case and separators.
    pub fn parameter(&self, names: &[&str]) -> Option<&'a str> {
        self.tool.parameters.iter().map(|parameter| parameter.name.as_str()).find(|name| {
            let plain: String =
                name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect();
            names.contains(&plain.as_str())
        })
    }
}

/// Verbs that are acts: the first verb, and any that follows "and" or "or". `mark_as_read` marks; it does not read.
fn acts(words: &[String]) -> Vec<(Act, usize)> {
    let mut acts: Vec<(Act, usize)> = Vec::new();
    for (at, word) in words.iter().enumerate() {
        let Some(act) = words::act(word) else { continue };
        let joined = at > 0 && matches!(words[at - 1].as_str(), "and" | "or" | "then");
        if acts.is_empty() || joined {
            acts.push((act, at));
        }
    }
    acts
}

/// The method a tool states: its own key, or a description that begins with one and a path.
fn http_method(tool: &Tool) -> Option<String> {
    let stated = tool.http_method.clone().or_else(|| {
        let mut words = tool.description.as_deref()?.split_whitespace();
        let (method, path) = (words.next()?, words.next()?);
        (path.starts_with('/')).then(|| method.to_owned())
    })?;
    let upper = stated.to_ascii_uppercase();
    ["GET", "HEAD", "OPTIONS", "POST", "PATCH", "PUT", "DELETE"].contains(&upper.as_str()).then_some(upper)
}
