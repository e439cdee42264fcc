//! The entry of a server in a client's configuration.

use super::{EntryPath, InstallError, valid_name};
use crate::text::config_text::{ConfigFormat, Node, NodeValue};

/// Paths of the servers in JSON configurations. No client uses two of them.
const JSON_PATHS: [&[&str]; 5] =
    [&["mcpServers"], &["servers"], &["context_servers"], &["mcp", "servers"], &["mcp"]];

/// Finds the entry of a server, and its key.
pub fn find_entry<'a>(file: &'a Node, path: EntryPath<'_>) -> Result<(&'a str, &'a Node), InstallError> {
    for servers in find_servers(file, path.format, path.project) {
        let is_named = |key: &str| key == path.server || valid_name(key) == path.server;
        let Some(found) = servers.members().iter().find(|member| is_named(&member.key)) else { continue };
        // Of entries with one name, clients differ in which one they use.
        if let Some(member) = servers.member(&found.key)
            && matches!(member.node.value, NodeValue::Members(_))
        {
            return Ok((&member.key, &member.node));
        }
    }
    Err(InstallError::UnknownServer(path.server.to_owned()))
}

/// The objects that list servers.
pub fn find_servers<'a>(file: &'a Node, format: ConfigFormat, project: Option<&str>) -> Vec<&'a Node> {
    let paths: &[&[&str]] = match format {
        ConfigFormat::Json => &JSON_PATHS,
        ConfigFormat::Toml => &[&["mcp_servers"]],
        ConfigFormat::Yaml => &[&["extensions"]],
    };
    let member = |node: &'a Node, key: &str| Some(&node.member(key)?.node);
    let root = match project {
        None => Some(file),
        Some(project) => member(file, "projects").and_then(|projects| member(projects, project)),
    };
    // An opencode server may be named `servers`; it has a `type`.
    let is_list = |node: &&Node| node.member("type").is_none_or(|member| member.node.as_str().is_none());
    let find = |path: &&[&str]| path.iter().try_fold(root?, |node, key| member(node, key)).filter(is_list);
    let mut found: Vec<&Node> = paths.iter().filter_map(find).collect();
    // An object that lists servers one level deeper does not list them itself.
    let inner: Vec<*const Node> = found.iter().map(|node| std::ptr::from_ref(*node)).collect();
    found.retain(|node| {
        !node.members().iter().any(|member| inner.contains(&std::ptr::from_ref(&member.node)))
    });
    found
}
