//! Index of all tool names of a run, built once so that the cost of linting stays linear in the number of tools.

use std::borrow::Cow;
use std::collections::HashMap;

use super::skeleton::skeleton;
use super::subject::raw_name;
use crate::infer::words::{self, MAX_NAME_BYTES, truncate_bytes};
use crate::tool::Tool;

/// The names of all tools that are linted together.
#[derive(Debug, Default)]
pub struct Context<'a> {
    servers: HashMap<&'a str, Names<'a>>,
    /// The server that owns a tool name; `None` if several servers have it. Only names of two or more words, which do
    /// not occur in prose by chance.
    owners: HashMap<Cow<'a, str>, Option<&'a str>>,
    /// Look-alike names across servers, by skeleton: a name of one server, and a name of another that has different
    /// letters.
    drawn: HashMap<String, Drawn<'a>>,
}

#[derive(Debug)]
struct Drawn<'a> {
    first: (&'a str, Cow<'a, str>),
    other: Option<(&'a str, Cow<'a, str>)>,
}

#[derive(Debug, Default)]
struct Names<'a> {
    count: HashMap<Cow<'a, str>, usize>,
    /// Look-alike names within the server, by skeleton: the first name, and the first that differs from it.
    looks: HashMap<String, (Cow<'a, str>, Option<Cow<'a, str>>)>,
}

impl<'a> Context<'a> {
    /// Indexes tools, each given with the name of its server.
    pub fn of(tools: impl IntoIterator<Item = (&'a str, &'a Tool)>) -> Self {
        let tools = tools.into_iter();
        let mut context = Self {
            owners: HashMap::with_capacity(tools.size_hint().0),
            drawn: HashMap::with_capacity(tools.size_hint().0),
            ..Self::default()
        };
        for (server, tool) in tools {
            let Some(name) = raw_name(tool) else { continue };
            let names = context.servers.entry(server).or_default();
            *names.count.entry(name.clone()).or_default() += 1;
            let drawn_as = skeleton(&name);
            let drawn = context
                .drawn
                .entry(drawn_as.clone())
                .or_insert_with(|| Drawn { first: (server, name.clone()), other: None });
            if drawn.other.is_none() && drawn.first.0 != server && letters(&drawn.first.1) != letters(&name) {
                drawn.other = Some((server, name.clone()));
            }
            let looks = names.looks.entry(drawn_as).or_insert_with(|| (name.clone(), None));
            if looks.1.is_none() && looks.0 != name {
                looks.1 = Some(name.clone());
            }
            if words::split_keeping_case(&name).len() > 1 {
                let owner = context.owners.entry(name).or_insert(Some(server));
                *owner = owner.filter(|owner| *owner == server);
            }
        }
        // Entries without a second name are never looked up.
        context.drawn.retain(|_, drawn| drawn.other.is_some());
        for names in context.servers.values_mut() {
            names.looks.retain(|_, (_, second)| second.is_some());
        }
        context
    }

    /// The number of tools of `server` with this name.
    pub fn count(&self, server: &str, name: &str) -> usize {
        self.servers.get(server).and_then(|names| names.count.get(name)).copied().unwrap_or(0)
    }

    /// Another name of the same server that looks the same.
    pub fn look_alike(&self, server: &str, name: &str) -> Option<&str> {
        let looks = &self.servers.get(server).filter(|names| !names.looks.is_empty())?.looks;
        let (first, second) = looks.get(&skeleton(name))?;
        if first != name { Some(first) } else { second.as_deref() }
    }

    /// A look-alike tool of another server that is written with different letters, as server and name.
    pub fn look_alike_elsewhere(&self, server: &str, name: &str) -> Option<(&str, &str)> {
        if self.drawn.is_empty() {
            return None;
        }
        let drawn = self.drawn.get(&skeleton(name))?;
        let others = std::iter::once(&drawn.first).chain(&drawn.other);
        let mut others = others.filter(|(of, other)| *of != server && letters(other) != letters(name));
        others.next().map(|(of, other)| (*of, other.as_ref()))
    }

    /// The other server that a word refers to: `read_wiki`, `github.search` or `mcp__github__search`.
    pub fn other_server(&self, own: &str, word: &str) -> Option<&str> {
        let owner = self.owners.get(word).and_then(Option::as_ref);
        let full = || {
            let (server, tool) = match word.strip_prefix("mcp__") {
                Some(rest) => rest.split_once("__")?,
                None => word.split_once(['.', '/'])?,
            };
            let (server, names) = self.servers.get_key_value(server)?;
            names.count.contains_key(tool).then_some(server)
        };
        owner.or_else(full).copied().filter(|server| *server != own)
    }
}

/// The name without case and separators, which are commonly spelled differently for the same name.
fn letters(name: &str) -> String {
    let name = truncate_bytes(name, MAX_NAME_BYTES)
        .chars()
        .filter(|letter| !matches!(letter, '_' | '-' | '.' | ' ' | '/'));
    name.flat_map(char::to_lowercase).collect()
}
