//! Index of all tool names of a run, built once so that the cost of linting stays linear in the number of tools.

use std::borrow::Cow;
use std::collections::HashMap;

use super::skeleton::skeleton;
use super::subject::raw_name;
use crate::infer::words::{self, MAX_NAME_BYTES, truncate_bytes};
use crate::model::tool::Tool;

/// The names of all tools that are linted together.
#[derive(Debug, Default)]
pub struct LintContext<'a> {
    servers: HashMap<&'a str, ServerNames<'a>>,
    /// The server that owns a tool name; `None` if several servers have it. Only names of two or more words, which do
    /// not occur in prose by chance.
    name_owners: HashMap<Cow<'a, str>, Option<&'a str>>,
    /// Look-alike names across servers, by skeleton: a name of one server, and a name of another that has different
    /// letters.
    cross_server_look_alikes: HashMap<String, LookAlikes<'a>>,
}

#[derive(Debug)]
struct LookAlikes<'a> {
    first: (&'a str, Cow<'a, str>),
    other: Option<(&'a str, Cow<'a, str>)>,
}

#[derive(Debug, Default)]
struct ServerNames<'a> {
    counts: HashMap<Cow<'a, str>, usize>,
    /// Look-alike names within the server, by skeleton: the first name, and the first that differs from it.
    look_alikes: HashMap<String, (Cow<'a, str>, Option<Cow<'a, str>>)>,
}

impl<'a> LintContext<'a> {
    /// Indexes tools, each given with the name of its server.
    pub fn from_tools(tools: impl IntoIterator<Item = (&'a str, &'a Tool)>) -> Self {
        let tools = tools.into_iter();
        let mut context = Self {
            name_owners: HashMap::with_capacity(tools.size_hint().0),
            cross_server_look_alikes: HashMap::with_capacity(tools.size_hint().0),
            ..Self::default()
        };
        for (server, tool) in tools {
            let Some(name) = raw_name(tool) else { continue };
            let names = context.servers.entry(server).or_default();
            *names.counts.entry(name.clone()).or_default() += 1;
            let key = skeleton(&name);
            let look_alikes = context
                .cross_server_look_alikes
                .entry(key.clone())
                .or_insert_with(|| LookAlikes { first: (server, name.clone()), other: None });
            if look_alikes.other.is_none()
                && look_alikes.first.0 != server
                && normalized_letters(&look_alikes.first.1) != normalized_letters(&name)
            {
                look_alikes.other = Some((server, name.clone()));
            }
            let pair = names.look_alikes.entry(key).or_insert_with(|| (name.clone(), None));
            if pair.1.is_none() && pair.0 != name {
                pair.1 = Some(name.clone());
            }
            if words::split_keeping_case(&name).len() > 1 {
                let owner = context.name_owners.entry(name).or_insert(Some(server));
                *owner = owner.filter(|owner| *owner == server);
            }
        }
        // Entries without a second name are never looked up.
        context.cross_server_look_alikes.retain(|_, look_alikes| look_alikes.other.is_some());
        for names in context.servers.values_mut() {
            names.look_alikes.retain(|_, (_, second)| second.is_some());
        }
        context
    }

    /// The number of tools of `server` with this name.
    pub fn count_named(&self, server: &str, name: &str) -> usize {
        self.servers.get(server).and_then(|names| names.counts.get(name)).copied().unwrap_or(0)
    }

    /// Another name of the same server that looks the same.
    pub fn look_alike_in_server(&self, server: &str, name: &str) -> Option<&str> {
        let looks = &self.servers.get(server).filter(|names| !names.look_alikes.is_empty())?.look_alikes;
        let (first, second) = looks.get(&skeleton(name))?;
        if first != name { Some(first) } else { second.as_deref() }
    }

    /// A look-alike tool of another server that is written with different letters, as server and name.
    pub fn look_alike_in_other_server(&self, server: &str, name: &str) -> Option<(&str, &str)> {
        if self.cross_server_look_alikes.is_empty() {
            return None;
        }
        let drawn = self.cross_server_look_alikes.get(&skeleton(name))?;
        let others = std::iter::once(&drawn.first).chain(&drawn.other);
        let mut others = others
            .filter(|(of, other)| *of != server && normalized_letters(other) != normalized_letters(name));
        others.next().map(|(of, other)| (*of, other.as_ref()))
    }

    /// The other server that a word refers to: `read_wiki`, `github.search` or `mcp__github__search`.
    pub fn mentioned_server(&self, own: &str, word: &str) -> Option<&str> {
        let owner = self.name_owners.get(word).and_then(Option::as_ref);
        let by_qualified_name = || {
            let (server, tool) = match word.strip_prefix("mcp__") {
                Some(rest) => rest.split_once("__")?,
                None => word.split_once(['.', '/'])?,
            };
            let (server, names) = self.servers.get_key_value(server)?;
            names.counts.contains_key(tool).then_some(server)
        };
        owner.or_else(by_qualified_name).copied().filter(|server| *server != own)
    }
}

/// The name without case and separators, which are commonly spelled differently for the same name.
fn normalized_letters(name: &str) -> String {
    let name = truncate_bytes(name, MAX_NAME_BYTES)
        .chars()
        .filter(|letter| !matches!(letter, '_' | '-' | '.' | ' ' | '/'));
    name.flat_map(char::to_lowercase).collect()
}
