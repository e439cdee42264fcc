//! The tools to lint, as written on the command line.

use hintsmith_core::search::filter::Filter;

use crate::catalog::Catalog;
use crate::error::ApiError;

/// Servers and filter terms. Empty: all tools.
#[derive(Default)]
pub(super) struct ToolSelection {
    pub servers: Vec<String>,
    pub filter: Filter,
}

impl ToolSelection {
    /// A word is the name of a server, `SERVER.TOOL`, or contains filter terms. Anything else is refused: a typo must not pass for a
    /// selection without findings.
    pub fn parse(words: &[String], catalog: &Catalog) -> Result<Self, ApiError> {
        let (names, terms): (Vec<_>, Vec<_>) =
            words.iter().partition(|word| !has_terms(word) && !is_tool(word, catalog));
        for name in &names {
            catalog.require_server(name)?;
        }
        let servers: Vec<String> = names.into_iter().cloned().collect();
        if terms.is_empty() {
            return Ok(Self { servers, filter: Filter::default() });
        }
        // Of several servers, one has to match: a server and `server:` terms are alternatives.
        let servers = servers.iter().map(|name| format!("server:{name}"));
        let query: Vec<String> = servers.chain(terms.into_iter().cloned()).collect();
        let filter = catalog.parse_filter(&query.join(" "))?;
        Ok(Self { servers: Vec::new(), filter })
    }
}

/// Returns whether a word is a filter term or contains several of them.
fn has_terms(word: &str) -> bool {
    word.contains(':') || word.starts_with('-') || word.contains('"')
}

/// Returns whether a word is the name of a tool with that of its server.
fn is_tool(word: &str, catalog: &Catalog) -> bool {
    word.split_once('.').is_some_and(|(server, tool)| catalog.entry(server, tool).is_some())
}
