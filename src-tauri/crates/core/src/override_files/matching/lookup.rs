//! Finds the server and the tools that an override is about.

use std::collections::{BTreeSet, HashMap, HashSet};

use super::KnownServer;
use crate::model::endpoint::Endpoint;
use crate::override_files::{ImportedOverride, OverrideSubject, ServerLabel, SkippedValue};
use crate::text::json::Members;
use crate::text::suggest::did_you_mean;

/// Maximum number of patterns in a file. Each is compared with every tool of its server.
const MAX_PATTERNS: usize = 1_000;
/// Maximum length of a pattern or of a joined name in bytes. Names of tools are shorter.
const MAX_NAME_BYTES: usize = 512;
/// Maximum number of suggestions, since each compares a name with all names.
const MAX_SUGGESTIONS: usize = 50;

pub struct Found {
    /// Index of the server.
    pub server: usize,
    /// Indices of the tools; `None` for the server as a whole.
    pub tools: Option<Vec<usize>>,
}

pub struct Lookup<'a> {
    servers: &'a [KnownServer<'a>],
    by_name: HashMap<&'a str, usize>,
    tools: Vec<HashMap<&'a str, usize>>,
    /// By method and path.
    requests: HashMap<(String, String), Vec<(usize, usize)>>,
    /// The server that the user chose, and the name of it in the file if that is clear.
    chosen: Option<(usize, Option<ServerLabel>)>,
    is_chosen_unknown: bool,
    reported_servers: HashSet<String>,
    patterns: usize,
    suggestions: usize,
}

/// A reason to skip; none if it was reported already.
type Skipped = Option<SkippedValue>;

impl<'a> Lookup<'a> {
    pub fn new(servers: &'a [KnownServer<'a>], overrides: &[ImportedOverride], chosen: Option<&str>) -> Self {
        let by_name: HashMap<&str, usize> =
            servers.iter().enumerate().map(|(index, server)| (server.name, index)).collect();
        let labels: BTreeSet<&ServerLabel> =
            overrides.iter().filter_map(|given| label(&given.subject)).collect();
        let only_label = match labels.into_iter().collect::<Vec<_>>().as_slice() {
            [only] => Some((*only).clone()),
            _ => None,
        };
        let chosen_index = chosen.and_then(|name| by_name.get(name).copied());
        let has_requests =
            overrides.iter().any(|given| matches!(given.subject, OverrideSubject::Request { .. }));
        Self {
            servers,
            tools: servers
                .iter()
                .map(|server| {
                    server.tools.iter().enumerate().map(|(index, tool)| (tool.name.as_str(), index)).collect()
                })
                .collect(),
            requests: if has_requests { index_requests(servers) } else { HashMap::new() },
            chosen: chosen_index.map(|index| (index, only_label)),
            is_chosen_unknown: chosen.is_some() && chosen_index.is_none(),
            by_name,
            reported_servers: HashSet::new(),
            patterns: 0,
            suggestions: 0,
        }
    }

    pub fn find(&mut self, subject: &OverrideSubject) -> Result<Found, Skipped> {
        if self.is_chosen_unknown {
            return Err(None);
        }
        match subject {
            OverrideSubject::Server(label) => self.server(label).map(|server| Found { server, tools: None }),
            OverrideSubject::Tool { server: label, tool } => {
                let server = self.server(label)?;
                match self.tools[server].get(tool.as_str()) {
                    Some(index) => Ok(Found { server, tools: Some(vec![*index]) }),
                    None => Err(Some(self.unknown_tool(server, tool))),
                }
            }
            OverrideSubject::Pattern { server: label, pattern } => {
                let server = self.server(label)?;
                self.find_matching(server, pattern).map(|tools| Found { server, tools: Some(tools) })
            }
            OverrideSubject::Joined { text, separator } => self.find_joined(text, separator),
            OverrideSubject::Request { method, path } => self.find_request(method, path),
        }
    }

    fn server(&mut self, label: &ServerLabel) -> Result<usize, Skipped> {
        if let Some((chosen, only_label)) = &self.chosen {
            let is_meant = only_label.is_some() || self.find_server(label) == Some(*chosen);
            return if is_meant {
                Ok(*chosen)
            } else {
                Err(self.report_server(label, "it is not the chosen server"))
            };
        }
        match self.find_server(label) {
            Some(server) => Ok(server),
            None if label.name.is_none() => {
                Err(self.report_server(label, "the file does not name its server; choose one with --server"))
            }
            None => {
                let name = label.name.as_deref().unwrap_or_default();
                let names = self.servers.iter().map(|server| server.name);
                let why = unknown("no server has this name; choose one with --server", name, names);
                Err(self.report_server(label, &why))
            }
        }
    }

    /// The server of that name, else the only one whose name differs in case and punctuation.
    fn find_server(&self, label: &ServerLabel) -> Option<usize> {
        let names = [&label.name, &label.alias].into_iter().flatten();
        let by_name = names.clone().find_map(|name| self.by_name.get(name.as_str()).copied());
        by_name.or_else(|| {
            names.clone().find_map(|name| {
                let wanted = slug(name);
                let mut similar =
                    (0..self.servers.len()).filter(|index| slug(self.servers[*index].name) == wanted);
                similar.next().filter(|_| similar.next().is_none())
            })
        })
    }

    fn report_server(&mut self, label: &ServerLabel, why: &str) -> Skipped {
        let name = label.name.clone().unwrap_or_else(|| "server".to_owned());
        let is_new = self.reported_servers.insert(name.clone());
        is_new.then(|| skipped(&name, why.to_owned()))
    }

    fn unknown_tool(&mut self, server: usize, tool: &str) -> SkippedValue {
        let KnownServer { name, tools } = &self.servers[server];
        let what = "the server has no such tool";
        self.suggestions += 1;
        let names =
            tools.iter().map(|tool| tool.name.as_str()).filter(|_| self.suggestions <= MAX_SUGGESTIONS);
        skipped(&format!("{name}.{tool}"), unknown(what, tool, names))
    }

    fn find_matching(&mut self, server: usize, pattern: &str) -> Result<Vec<usize>, Skipped> {
        let KnownServer { name, tools } = &self.servers[server];
        let subject = format!("{name}.{pattern}");
        self.patterns += 1;
        if self.patterns > MAX_PATTERNS || pattern.len() > MAX_NAME_BYTES {
            let why = format!("only {MAX_PATTERNS} patterns of {MAX_NAME_BYTES} bytes are compared");
            return Err(Some(skipped(&subject, why)));
        }
        let matching = (0..tools.len()).filter(|index| matches_pattern(pattern, &tools[*index].name));
        match matching.collect::<Vec<usize>>() {
            none if none.is_empty() => Err(Some(skipped(&subject, "no tool matches it".to_owned()))),
            found => Ok(found),
        }
    }

    /// Of all ways to read the name, the only one that names a known tool; else the server of that name. The chosen
    /// server can have any name in the file.
    fn find_joined(&mut self, text: &str, separator: &str) -> Result<Found, Skipped> {
        if text.len() > MAX_NAME_BYTES {
            return Err(Some(skipped(text, "the name is too long".to_owned())));
        }
        let chosen = self.chosen.as_ref().map(|(server, _)| *server);
        let is_meant = |server: &usize| chosen.is_none_or(|chosen| chosen == *server);
        let parts = || {
            let separators = text.match_indices(separator);
            separators.map(|(at, _)| (&text[..at], &text[at + separator.len()..]))
        };
        let by_name = parts().filter_map(|(server, tool)| Some((*self.by_name.get(server)?, tool)));
        let mut candidates: Vec<(usize, &str)> = by_name.collect();
        if candidates.is_empty() {
            candidates.extend(parts().filter_map(|(_, tool)| Some((chosen?, tool))));
        }
        let is_named = !candidates.is_empty();
        candidates.retain(|(server, _)| is_meant(server));
        if is_named && candidates.is_empty() {
            return Err(Some(skipped(text, "it is not about the chosen server".to_owned())));
        }
        let known =
            candidates.iter().filter_map(|(server, tool)| Some((*server, *self.tools[*server].get(tool)?)));
        let mut found: Vec<(usize, usize)> = known.collect();
        found.dedup();
        let known_server = candidates.first().copied();
        let whole = self.by_name.get(text).copied();
        let whole = whole.filter(is_meant);
        match (found.as_slice(), whole) {
            ([(server, tool)], None) => Ok(Found { server: *server, tools: Some(vec![*tool]) }),
            ([], Some(server)) => Ok(Found { server, tools: None }),
            ([], None) => match known_server {
                Some((server, tool)) => Err(Some(self.unknown_tool(server, tool))),
                None => {
                    let name = text.split(separator).next().unwrap_or_default();
                    self.suggestions += 1;
                    let names = self.servers.iter().map(|server| server.name);
                    let names = names.filter(|_| self.suggestions <= MAX_SUGGESTIONS);
                    Err(Some(skipped(text, unknown("no server has this name", name, names))))
                }
            },
            _ => Err(Some(skipped(text, "the name can mean several tools or servers".to_owned()))),
        }
    }

    fn find_request(&self, method: &str, path: &str) -> Result<Found, Skipped> {
        let key = (method.to_owned(), path.to_owned());
        let known = self.requests.get(&key).map(Vec::as_slice).unwrap_or_default();
        let is_chosen = |server: usize| self.chosen.as_ref().is_none_or(|(chosen, _)| *chosen == server);
        let found: Vec<(usize, usize)> =
            known.iter().copied().filter(|(server, _)| is_chosen(*server)).collect();
        let subject = format!("{method} {path}");
        match found.as_slice() {
            [(server, tool)] => Ok(Found { server: *server, tools: Some(vec![*tool]) }),
            [] => Err(Some(skipped(&subject, "no tool sends this request".to_owned()))),
            _ => Err(Some(skipped(
                &subject,
                "several tools send it; choose a server with --server".to_owned(),
            ))),
        }
    }
}

fn label(subject: &OverrideSubject) -> Option<&ServerLabel> {
    match subject {
        OverrideSubject::Server(server)
        | OverrideSubject::Tool { server, .. }
        | OverrideSubject::Pattern { server, .. } => Some(server),
        OverrideSubject::Joined { .. } | OverrideSubject::Request { .. } => None,
    }
}

fn index_requests(servers: &[KnownServer]) -> HashMap<(String, String), Vec<(usize, usize)>> {
    let mut requests: HashMap<(String, String), Vec<(usize, usize)>> = HashMap::new();
    for (server, known) in servers.iter().enumerate() {
        for (tool, definition) in known.tools.iter().enumerate() {
            let endpoint = Members::parse(&definition.raw).ok().and_then(|raw| Endpoint::from_tool(&raw));
            if let Some(Endpoint { method, path }) = endpoint {
                requests.entry((method.to_ascii_uppercase(), path)).or_default().push((server, tool));
            }
        }
    }
    requests
}

fn skipped(subject: &str, why: String) -> SkippedValue {
    let subject = crate::text::truncate_chars(subject, 200).into_owned();
    SkippedValue { subject, field: String::new(), why }
}

/// What is not known, with a suggestion if there is a similar name.
pub fn unknown<'a>(what: &str, name: &str, names: impl IntoIterator<Item = &'a str>) -> String {
    match did_you_mean(name, names) {
        Some(suggestion) => format!("{what}. {suggestion}"),
        None => what.to_owned(),
    }
}

/// The name in lower case with hyphens, as programs store it that allow no other characters.
fn slug(name: &str) -> String {
    let to_allowed = |c: char| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '-' };
    name.chars().map(to_allowed).collect::<String>().trim_matches('-').to_owned()
}

/// Matches a pattern in which `*` stands for any text.
fn matches_pattern(pattern: &str, name: &str) -> bool {
    let Some((start, rest)) = pattern.split_once('*') else { return pattern == name };
    let Some(mut name) = name.strip_prefix(start) else { return false };
    let (middle, end) = rest.rsplit_once('*').unwrap_or(("", rest));
    for part in middle.split('*').filter(|part| !part.is_empty()) {
        match name.find(part) {
            Some(at) => name = &name[at + part.len()..],
            None => return false,
        }
    }
    name.ends_with(end)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_star_stands_for_any_text() {
        for (pattern, name, expected) in [
            ("a", "a", true),
            ("a", "ab", false),
            ("*", "", true),
            ("*", "any", true),
            ("get_*", "get_one", true),
            ("get_*", "forget_one", false),
            ("*_one", "get_one", true),
            ("g*_*e", "get_one", true),
            ("g*t*t", "get", false),
            ("a*a", "a", false),
            ("*counter*", "a_counter_b", true),
            ("a**b", "ab", true),
        ] {
            assert_eq!(matches_pattern(pattern, name), expected, "{pattern} {name}");
        }
    }
}
