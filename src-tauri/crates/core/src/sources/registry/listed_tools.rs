//! Tools that a listing names, with the annotations it states for them. These are claims of its publisher: they
//! are shown before a server is added, and nothing is stored or decided by them.
//!
//! The format of a listing has no member for tools. Registries and publishers put them into `_meta`, under keys of their
//! own, as whole definitions or as names only.

use serde_json::{Map, Value};

use crate::model::declared::DeclaredAnnotations;
use crate::model::tool::Tool;
use crate::text::truncate_chars;

/// Members that hold a list of tools.
const LIST_KEYS: [&str; 3] = ["tools", "toolDefinitions", "tool_definitions"];
/// Depth below a key of `_meta`: ToolHive nests publisher, image and list.
const MAX_DEPTH: u32 = 4;
const MAX_TOOLS: usize = 100;
const MAX_DESCRIPTION_CHARS: usize = 300;

/// The tools of a listing.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ListedTools {
    /// In the order of the listing, at most [`MAX_TOOLS`].
    pub tools: Vec<ListedTool>,
    /// The number of all tools that it names.
    pub total: usize,
}

/// A tool as a listing describes it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListedTool {
    pub name: String,
    pub title: Option<String>,
    /// Shortened.
    pub description: String,
    pub declared: DeclaredAnnotations,
}

impl ListedTools {
    /// Finds the list of tools in a server and in the metadata about it. Of several, the one with the most definitions
    /// counts, then the longest.
    pub(super) fn from_listing(server: &Map<String, Value>, listing: &Map<String, Value>) -> Self {
        let mut lists = Vec::new();
        lists.extend(server.get("tools").and_then(Value::as_array));
        for owner in [server, listing] {
            if let Some(meta) = owner.get("_meta") {
                collect_lists(meta, MAX_DEPTH, &mut lists);
            }
        }
        let rank = |list: &&Vec<Value>| (list.iter().filter(|tool| tool.is_object()).count(), list.len());
        let Some(list) = lists.into_iter().max_by_key(rank) else { return Self::default() };
        let named: Vec<&Value> = list.iter().filter(|tool| is_named(tool)).collect();
        let tools = named.iter().take(MAX_TOOLS).map(|tool| ListedTool::from_value(tool)).collect();
        Self { tools, total: named.len() }
    }
}

fn collect_lists<'a>(value: &'a Value, depth: u32, lists: &mut Vec<&'a Vec<Value>>) {
    let Value::Object(members) = value else { return };
    for (key, member) in members {
        match member {
            Value::Array(list) if LIST_KEYS.contains(&key.as_str()) => lists.push(list),
            member if depth > 0 => collect_lists(member, depth - 1, lists),
            _ => {}
        }
    }
}

fn is_named(tool: &Value) -> bool {
    let name = tool.as_str().or_else(|| tool.get("name").and_then(Value::as_str));
    name.is_some_and(|name| !name.is_empty())
}

impl ListedTool {
    fn from_value(value: &Value) -> Self {
        let definition = match value {
            Value::String(name) => serde_json::json!({ "name": name }),
            definition => definition.clone(),
        };
        let Tool { name, description, declared, .. } = Tool::parse(definition.to_string().into(), 0);
        let description = description.as_deref().unwrap_or_default();
        Self {
            name,
            title: declared.display_title().map(str::to_owned),
            description: truncate_chars(description, MAX_DESCRIPTION_CHARS).into_owned(),
            declared,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::resolve::badge::declared_badges;
    use serde_json::json;

    /// Name and badges of each tool.
    fn listed(listing: &Value) -> (Vec<(String, Vec<&'static str>)>, usize) {
        let listing = listing.as_object().unwrap();
        let server = listing.get("server").and_then(Value::as_object).unwrap_or(listing);
        let ListedTools { tools, total } = ListedTools::from_listing(server, listing);
        let named = |ListedTool { name, declared, .. }: ListedTool| {
            let badges = declared_badges(&declared).iter().map(|badge| badge.kind.as_str()).collect();
            (name, badges)
        };
        (tools.into_iter().map(named).collect(), total)
    }

    #[test]
    fn tools_are_found_where_registries_put_them() {
        let tools = json!([
            {"name": "get", "annotations": {"readOnlyHint": true}},
            {"name": "drop", "annotations": {"destructiveHint": true, "openWorldHint": false}},
            {"name": "plain"},
        ]);
        let expected = vec![
            ("get".to_owned(), vec!["read-only"]),
            ("drop".to_owned(), vec!["destructive"]),
            ("plain".to_owned(), vec![]),
        ];
        for listing in [
            json!({"server": {"name": "s", "tools": tools}}),
            json!({"server": {"name": "s"}, "_meta": {"com.pulsemcp/server-version": {"remotes[0]": {"tools": tools}, "remotes[1]": {"tools": []}}}}),
            json!({"server": {"name": "s", "_meta": {"io.modelcontextprotocol.registry/publisher-provided": {"tools": tools}}}}),
            json!({"name": "s", "_meta": {"p": {"io.toolhive": {"image": {"tools": ["get"], "tool_definitions": tools}}}}}),
        ] {
            assert_eq!(listed(&listing), (expected.clone(), 3), "{listing}");
        }
        assert_eq!(
            listed(&json!({"name": "s", "_meta": {"p": {"tools": ["a", "", 7]}}})),
            (vec![("a".to_owned(), vec![])], 1)
        );
        assert_eq!(listed(&json!({"name": "s", "_meta": {"tools": {}}})), (vec![], 0));
    }

    #[test]
    fn a_listing_is_bounded_and_a_contradiction_is_read_carefully() {
        let many: Vec<Value> = (0..150)
            .map(|number| json!({"name": format!("t{number}"), "description": "x".repeat(5_000)}))
            .collect();
        let listing = json!({"name": "s", "_meta": {"p": {"tools": many}}});
        let server = listing.as_object().unwrap();
        let found = ListedTools::from_listing(server, server);
        assert_eq!((found.tools.len(), found.total), (MAX_TOOLS, 150));
        assert!(found.tools[0].description.chars().count() <= MAX_DESCRIPTION_CHARS + 1);
        let both = json!({"name": "s", "tools": [{"name": "t", "annotations": {"readOnlyHint": true, "destructiveHint": true}}]});
        assert_eq!(listed(&both).0, [("t".to_owned(), vec!["destructive"])]);
    }
}
