//! MCP registry API (`GET /v0.1/servers`): request paths and parsing of responses. Publishers write these texts, so
//! they are data: nothing is expanded, and nothing reaches a shell.

use serde_json::value::RawValue;
use serde_json::{Map, Value};
use thiserror::Error;

use crate::model::server_name;
use crate::text::json::Members;
use crate::text::{escape_line, truncate_chars};

mod input;
mod install_option;
mod listed_tools;
mod package;
mod remote;

pub use input::InstallInput;
pub use install_option::{InstallOption, InstallOptionError, InstallSource};
pub use listed_tools::{ListedTool, ListedTools};

/// Query for a page of servers.
#[derive(Debug, Clone, Copy, Default)]
pub struct ServerQuery<'a> {
    /// Part of a name; empty for all.
    pub search: &'a str,
    /// Cursor from the previous page.
    pub cursor: Option<&'a str>,
    /// Page size, up to 100; without one the registry decides.
    pub limit: Option<u32>,
}

/// Path of a page of servers, each in its latest version.
pub fn servers_path(query: ServerQuery) -> String {
    let mut path = "/v0.1/servers?version=latest".to_owned();
    if let Some(limit) = query.limit {
        path.push_str(&format!("&limit={}", limit.clamp(1, 100)));
    }
    let search = Some(query.search.trim()).filter(|search| !search.is_empty());
    for (key, value) in [("search", search), ("cursor", query.cursor)] {
        if let Some(value) = value {
            path.push_str(&format!("&{key}={}", percent_encode(value)));
        }
    }
    path
}

/// Path of all versions of a server, which are a page too.
pub fn versions_path(name: &str) -> String {
    format!("/v0.1/servers/{}/versions", percent_encode(name))
}

/// Path of one server, in its latest version if none is given.
pub fn server_path(name: &str, version: Option<&str>) -> String {
    format!("{}/{}", versions_path(name), percent_encode(version.unwrap_or("latest")))
}

/// Percent-encodes every byte except letters, digits, `-`, `.`, `_` and `~`.
fn percent_encode(text: &str) -> String {
    text.bytes().fold(String::with_capacity(text.len()), |mut out, byte| {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' => out.push(byte.into()),
            _ => out.push_str(&format!("%{byte:02X}")),
        }
        out
    })
}

/// A page of registry entries.
#[derive(Debug, Clone, PartialEq)]
pub struct EntryPage {
    pub entries: Vec<RegistryEntry>,
    /// Cursor of the next page.
    pub next_cursor: Option<String>,
    /// Messages about entries that could not be parsed.
    pub problems: Vec<String>,
}

/// A server as a registry describes it.
#[derive(Debug, Clone, PartialEq)]
pub struct RegistryEntry {
    /// Such as `io.github.acme/notes`.
    pub name: String,
    pub title: Option<String>,
    pub description: String,
    pub version: String,
    pub status: EntryStatus,
    /// Reason the server is deprecated or deleted.
    pub status_message: Option<String>,
    pub website: Option<String>,
    pub repository: Option<String>,
    /// Packages, then remotes, each in the order of the registry.
    pub install_options: Vec<InstallOption>,
    pub tools: ListedTools,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EntryStatus {
    Active,
    Deprecated,
    Deleted,
}

/// Reason a response of a registry cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum RegistryError {
    #[error("the registry's response is not JSON")]
    NotJson,
    #[error("the registry reported: {0}")]
    ErrorResponse(String),
    #[error("the registry's response contains no servers")]
    NoServers,
}

/// Parses a page of servers. An entry that cannot be parsed is reported and does not affect the others.
pub fn parse_page(text: &str) -> Result<EntryPage, RegistryError> {
    let members = parse_response(text)?;
    let servers = members.get("servers").ok_or(RegistryError::NoServers)?;
    let servers: Vec<&RawValue> = match servers.get() {
        "null" => Vec::new(),
        list => serde_json::from_str(list).map_err(|_| RegistryError::NoServers)?,
    };
    let mut page = EntryPage { entries: Vec::new(), next_cursor: None, problems: Vec::new() };
    for (position, raw) in servers.into_iter().enumerate() {
        match serde_json::from_str(raw.get()).ok().and_then(|value| parse_listing(&value)) {
            Some(entry) => page.entries.push(entry),
            None => page.problems.push(format!("server {} of the page cannot be parsed", position + 1)),
        }
    }
    let metadata = members.get("metadata").and_then(|raw| serde_json::from_str::<Value>(raw.get()).ok());
    page.next_cursor = metadata
        .as_ref()
        .and_then(Value::as_object)
        .and_then(|metadata| non_empty_text(metadata, "nextCursor"));
    Ok(page)
}

/// Parses one server.
pub fn parse_entry(text: &str) -> Result<RegistryEntry, RegistryError> {
    parse_response(text)?;
    let value = serde_json::from_str(text).map_err(|_| RegistryError::NotJson)?;
    parse_listing(&value).ok_or(RegistryError::NoServers)
}

fn parse_response(text: &str) -> Result<Members<'_>, RegistryError> {
    let members = Members::parse(text)
        .map_err(|error| if error.is_data() { RegistryError::NoServers } else { RegistryError::NotJson })?;
    let listed = ["servers", "server", "name"].iter().any(|key| members.get(key).is_some());
    let message = ["detail", "error", "title"]
        .iter()
        .find_map(|key| serde_json::from_str::<String>(members.get(key)?.get()).ok());
    match message.filter(|_| !listed) {
        Some(message) => Err(RegistryError::ErrorResponse(display_text(&message))),
        None => Ok(members),
    }
}

const OFFICIAL_META_KEY: &str = "io.modelcontextprotocol.registry/official";

/// Parses an element of a page: the server, and the registry's own metadata about it.
fn parse_listing(value: &Value) -> Option<RegistryEntry> {
    let wrapper = value.as_object()?;
    let server = wrapper.get("server").and_then(Value::as_object).unwrap_or(wrapper);
    let own = wrapper
        .get("_meta")
        .and_then(|meta| meta.get(OFFICIAL_META_KEY))
        .and_then(Value::as_object)
        .unwrap_or(server);
    let each = |key: &str| server.get(key).and_then(Value::as_array).into_iter().flatten();
    Some(RegistryEntry {
        name: non_empty_text(server, "name")?,
        title: non_empty_text(server, "title"),
        description: non_empty_text(server, "description").unwrap_or_default(),
        version: non_empty_text(server, "version").unwrap_or_default(),
        status: match own.get("status").or_else(|| server.get("status")).and_then(Value::as_str) {
            Some("deprecated") => EntryStatus::Deprecated,
            Some("deleted") => EntryStatus::Deleted,
            _ => EntryStatus::Active,
        },
        status_message: non_empty_text(own, "statusMessage"),
        website: non_empty_text(server, "websiteUrl"),
        repository: server
            .get("repository")
            .and_then(Value::as_object)
            .and_then(|repository| non_empty_text(repository, "url")),
        install_options: each("packages")
            .map(package::parse_package)
            .chain(each("remotes").map(remote::parse_remote))
            .collect(),
        tools: ListedTools::from_listing(server, wrapper),
    })
}

impl RegistryEntry {
    /// Returns a name to add the server under: the part after the slash, made valid.
    pub fn suggest_name(&self, taken: impl Fn(&str) -> bool) -> String {
        server_name::to_valid_name(self.name.rsplit('/').next().unwrap_or(&self.name), taken)
    }
}

/// Returns the text at a key, unless it is empty.
fn non_empty_text(members: &Map<String, Value>, key: &str) -> Option<String> {
    members.get(key).and_then(Value::as_str).filter(|text| !text.is_empty()).map(str::to_owned)
}

/// Formats a published text for a message.
fn display_text(text: &str) -> String {
    truncate_chars(&escape_line(text), 120).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn query_values_are_percent_encoded() {
        for (query, expected) in [
            (ServerQuery::default(), "/v0.1/servers?version=latest"),
            (
                ServerQuery { limit: Some(500), ..ServerQuery::default() },
                "/v0.1/servers?version=latest&limit=100",
            ),
            (
                ServerQuery { search: " a&b=é ", cursor: Some("x/y:1"), limit: Some(0) },
                "/v0.1/servers?version=latest&limit=1&search=a%26b%3D%C3%A9&cursor=x%2Fy%3A1",
            ),
        ] {
            assert_eq!(servers_path(query), expected);
        }
        assert_eq!(server_path("io.x/a b", None), "/v0.1/servers/io.x%2Fa%20b/versions/latest");
        assert_eq!(server_path("a/../b", Some("1.0+x")), "/v0.1/servers/a%2F..%2Fb/versions/1.0%2Bx");
    }

    #[test]
    fn a_malformed_entry_does_not_affect_the_page() {
        let deep = format!("{{\"server\":{}{}}}", "[".repeat(5_000), "]".repeat(5_000));
        let text = format!(
            r#"{{"servers":[
                {{"server":{{"name":"org.acme/notes","title":"Notes","description":"Keeps notes","version":"1.2.0",
                    "websiteUrl":"https://acme.example","repository":{{"url":"https://code.example/notes","source":"x"}},
                    "remotes":[{{"type":"streamable-http","url":"https://acme.example/mcp"}}]}},
                  "_meta":{{"io.modelcontextprotocol.registry/official":{{"status":"deprecated","statusMessage":"Use two","isLatest":true}}}}}},
                7, {deep}, {{"server":{{"version":"1"}}}},
                {{"name":"flat","description":"d","version":"2"}}
            ],"metadata":{{"count":5,"nextCursor":"n1"}}}}"#
        );
        let page = parse_page(&text).unwrap();
        assert_eq!(page.next_cursor.as_deref(), Some("n1"));
        assert_eq!(
            page.problems,
            [2, 3, 4].map(|number| format!("server {number} of the page cannot be parsed"))
        );
        let [notes, flat] = &page.entries[..] else { panic!("{page:?}") };
        assert_eq!((notes.title.as_deref(), notes.version.as_str()), (Some("Notes"), "1.2.0"));
        assert_eq!(
            (notes.status, notes.status_message.as_deref()),
            (EntryStatus::Deprecated, Some("Use two"))
        );
        assert_eq!(notes.repository.as_deref(), Some("https://code.example/notes"));
        assert_eq!(
            (notes.install_options.len(), flat.install_options.len(), flat.status),
            (1, 0, EntryStatus::Active)
        );
        assert_eq!(notes.suggest_name(|name| name == "notes"), "notes-2");
    }

    #[test]
    fn other_responses_are_distinguished() {
        for (text, expected) in [
            ("<html>", Err(RegistryError::NotJson)),
            ("[]", Err(RegistryError::NoServers)),
            ("{}", Err(RegistryError::NoServers)),
            (r#"{"servers":7}"#, Err(RegistryError::NoServers)),
            (
                r#"{"title":"Not Found","status":404,"detail":"no such\npage"}"#,
                Err(RegistryError::ErrorResponse("no such page".into())),
            ),
            (r#"{"servers":null}"#, Ok(0)),
            (r#"{"servers":[],"metadata":{"nextCursor":""}}"#, Ok(0)),
        ] {
            assert_eq!(parse_page(text).map(|page| page.entries.len()), expected, "{text}");
        }
        assert_eq!(parse_entry(r#"{"server":{"name":"a","version":"1"}}"#).unwrap().name, "a");
        assert_eq!(parse_entry(r#"{"detail":"gone"}"#), Err(RegistryError::ErrorResponse("gone".into())));
    }

    proptest! {
        #[test]
        fn no_text_makes_it_panic(text in any::<String>()) {
            let _ = (parse_page(&text), parse_entry(&text), servers_path(ServerQuery { search: &text, cursor: Some(&text), limit: None }));
        }

        #[test]
        fn no_malformed_package_makes_it_panic(
            kind in "npm|pypi|oci|nuget|mcpb|x",
            identifier in "[a-zA-Z@/:.{}é -]{0,12}",
            version in "[0-9a-z.:/ ]{0,5}",
            value in "[{}a-z=é]{0,9}",
        ) {
            let value = serde_json::json!({"name": "n", "packages": [{
                "registryType": kind, "identifier": identifier, "version": version, "transport": {"type": "stdio"},
                "packageArguments": [{"type": "named", "name": "--x", "value": value, "variables": {"a": {}}}, 7, {}],
                "environmentVariables": [{"name": "E", "value": value}, {"name": ""}, null],
            }], "remotes": [{"type": "streamable-http", "url": format!("https://{value}")}]});
            for option in parse_listing(&value).unwrap().install_options {
                let _ = option.build_source(|_| None);
            }
        }
    }
}
