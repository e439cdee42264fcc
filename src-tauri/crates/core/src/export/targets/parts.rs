//! Code shared by targets: names, annotations and server connections.

use serde_json::{Map, Value, json};

use crate::export::merge::{JsonFile, JsonObject};
use crate::export::offer::{Given, Offer, OfferedServer, OfferedTool, Reach};
use crate::export::report::Report;
use crate::export::target::{File, MergeError};
use crate::hint::HintName;

/// `server.tool`, the name in reports.
pub fn full(server: &OfferedServer, tool: &OfferedTool) -> String {
    format!("{}.{}", server.name, tool.name)
}

/// The names of all included or all excluded tools, without duplicates.
pub fn names(server: &OfferedServer, offered: bool) -> Vec<String> {
    let mut seen = std::collections::BTreeSet::new();
    let names = server.tools.iter().filter(|tool| tool.offered == offered).map(|tool| tool.name.as_str());
    names.filter(|name| seen.insert(*name)).map(str::to_owned).collect()
}

/// The overridden title and hints, under MCP's keys or those of a format.
pub fn annotations(tool: &OfferedTool, key: impl Fn(HintName) -> &'static str) -> Map<String, Value> {
    let title = tool.title.iter().map(|title| ("title".to_owned(), json!(title.value)));
    title.chain(stated_hints(tool, key)).collect()
}

/// A hint's key in snake case, as several programs spell it.
pub fn snake(hint: HintName) -> &'static str {
    match hint {
        HintName::ReadOnly => "read_only_hint",
        HintName::Destructive => "destructive_hint",
        HintName::Idempotent => "idempotent_hint",
        HintName::OpenWorld => "open_world_hint",
    }
}

/// A server's connection as an `mcpServers` entry. Secrets become `${VARIABLE}` if the program substitutes variables,
/// and are omitted otherwise. `None` if the server is not connectable.
pub fn reached(server: &OfferedServer, fills_in: bool) -> Option<Map<String, Value>> {
    let given = |given: &[Given], variable: &dyn Fn(&str) -> String| -> Map<String, Value> {
        let said = |given: &Given| match &given.value {
            Some(value) => Some(value.clone()),
            None => fills_in.then(|| format!("${{{}}}", variable(&given.name))),
        };
        given.iter().filter_map(|one| Some((one.name.clone(), json!(said(one)?)))).collect()
    };
    let mut entry = Map::new();
    let (key, given) = match &server.reach {
        Reach::Command { command, variables } => {
            let (program, arguments) = command.split_first()?;
            entry.insert("command".to_owned(), json!(program));
            entry.insert("args".to_owned(), json!(arguments));
            ("env", given(variables, &str::to_owned))
        }
        Reach::Address { url, headers } => {
            entry.insert("url".to_owned(), json!(url));
            ("headers", given(headers, &|header| variable(server, header)))
        }
        Reach::Nowhere => return None,
    };
    if !given.is_empty() {
        entry.insert(key.to_owned(), Value::Object(given));
    }
    Some(entry)
}

/// The environment variable for a secret header. It includes the server's name, since several servers may have an
/// `Authorization`.
pub fn variable(server: &OfferedServer, header: &str) -> String {
    let name = format!("{}_{header}", server.name);
    name.chars().map(|c| if c.is_ascii_alphanumeric() { c.to_ascii_uppercase() } else { '_' }).collect()
}

/// The secrets of a server, each with the environment variable it is read from.
pub fn secrets(server: &OfferedServer) -> Vec<(&str, String)> {
    let without = |given: &'_ Given| given.value.is_none();
    match &server.reach {
        Reach::Command { variables, .. } => variables
            .iter()
            .filter(|one| without(one))
            .map(|one| (one.name.as_str(), one.name.clone()))
            .collect(),
        Reach::Address { headers, .. } => headers
            .iter()
            .filter(|one| without(one))
            .map(|one| (one.name.as_str(), variable(server, &one.name)))
            .collect(),
        Reach::Nowhere => Vec::new(),
    }
}

/// Adds remarks on the variables that have to be set for secrets, or on the secrets that the user has to fill in.
pub fn tell_secrets(server: &OfferedServer, fills_in: bool, report: &mut Report) {
    for (name, variable) in secrets(server) {
        report.remarks.push(match fills_in {
            true => format!("{}: {name} is a secret and is read from the variable {variable}", server.name),
            false => format!("{}: {name} is a secret and is left out; fill it in", server.name),
        });
    }
}

/// The `mcpServers` entries of all servers in a user's file. A missing server is added with its connection; one that is
/// not connectable is left out.
pub fn entries<'a>(
    file: &JsonFile,
    offer: &'a Offer,
    fills_in: bool,
    report: &mut Report,
    finish: impl Fn(&OfferedServer, &mut Map<String, Value>),
) -> Result<Vec<(&'a OfferedServer, JsonObject)>, MergeError> {
    let servers = file.object()?.object("mcpServers")?;
    let mut found = Vec::new();
    for server in &offer.servers {
        if !servers.has(&server.name) {
            let Some(mut entry) = reached(server, fills_in) else {
                not_reached(server, report);
                continue;
            };
            finish(server, &mut entry);
            servers.set(&server.name, &Value::Object(entry));
            tell_secrets(server, fills_in, report);
        }
        found.push((server, servers.object(&server.name)?));
    }
    Ok(found)
}

/// Records that a server is left out because it is not connectable.
pub fn not_reached(server: &OfferedServer, report: &mut Report) {
    report.remarks.push(format!("{} is left out: how it is reached is not known here", server.name));
    drop_all(server, "how the server is reached is not known", report);
}

/// Records that no tool of a server could be exported.
pub fn drop_all(server: &OfferedServer, why: &str, report: &mut Report) {
    for tool in &server.tools {
        report.dropped_whole(&full(server, tool), why);
    }
}

/// Updates a list of tools in a user's file with our included or excluded tools. Names of tools that we do not know are
/// kept.
pub fn renew(entry: &JsonObject, key: &str, server: &OfferedServer, offered: bool) -> Result<(), MergeError> {
    let ours: std::collections::BTreeSet<&str> = server.tools.iter().map(|tool| tool.name.as_str()).collect();
    entry.renew(key, |name| ours.contains(name), &names(server, offered))
}

/// A unique Kubernetes name: lower-case letters, digits and hyphens, at most 63 characters.
pub fn cluster_name(name: &str, taken: &mut Vec<String>) -> String {
    let fit = |c: char| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '-' };
    let plain: String = name.chars().map(fit).take(50).collect();
    let plain = plain.trim_matches('-');
    let plain = if plain.is_empty() { "server" } else { plain };
    unique(plain, '-', taken)
}

/// One file per server. A single file has the given name; several are named after their servers.
pub fn file_each(servers: &[(&OfferedServer, String)], name: &str) -> Vec<File> {
    let (stem, end) = name.split_once('.').unwrap_or((name, "txt"));
    let mut taken = Vec::new();
    let file = |(server, text): &(&OfferedServer, String)| {
        let fit = |c: char| if c.is_ascii_alphanumeric() || c == '_' { c } else { '-' };
        let own: String = server.name.chars().map(fit).take(60).collect();
        let own = unique(&own, '-', &mut taken);
        File::new(&format!("{stem}-{own}.{end}"), text.clone())
    };
    match servers {
        [(_, text)] => vec![File::new(name, text.clone())],
        several => several.iter().map(file).collect(),
    }
}

fn unique(name: &str, between: char, taken: &mut Vec<String>) -> String {
    let numbered = (2..).map(|n| format!("{name}{between}{n}"));
    let free = std::iter::once(name.to_owned()).chain(numbered).find(|name| !taken.contains(name));
    let free = free.unwrap_or_default();
    taken.push(free.clone());
    free
}

/// Renders a value as a JSON file.
pub fn json_file(value: &Value) -> String {
    format!("{value:#}\n")
}

/// The overridden hints, under the keys of a format.
pub fn stated_hints(tool: &OfferedTool, key: impl Fn(HintName) -> &'static str) -> Map<String, Value> {
    let stated = HintName::ALL.into_iter().filter_map(|hint| Some((hint, tool.hints[hint].as_ref()?.value)));
    stated.map(|(hint, value)| (key(hint).to_owned(), json!(value))).collect()
}

/// All effective hints, for formats that replace the annotations as a whole.
pub fn all_hints(tool: &OfferedTool, key: fn(HintName) -> &'static str) -> Map<String, Value> {
    let said = HintName::ALL.into_iter().filter_map(|hint| Some((hint, tool.hint(hint)?)));
    said.map(|(hint, value)| (key(hint).to_owned(), json!(value))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::export::offer::Choice;
    use crate::export::target::Write;

    /// `a` is included and has a note, `b` is excluded.
    fn offer(reach: Reach) -> Offer {
        let tool = |name: &str, offered: bool| OfferedTool {
            name: name.to_owned(),
            offered,
            ..OfferedTool::default()
        };
        let noted = OfferedTool { annotated: Some("With {{a}} note.".to_owned()), ..tool("a", true) };
        let server = OfferedServer { name: "s".to_owned(), reach, tools: vec![noted, tool("b", false)] };
        Offer { toolset: Some("daily".to_owned()), servers: vec![server] }
    }

    fn put(id: &str, there: &str, reach: Reach) -> (String, Report) {
        let Some(Write::Into(write)) = super::super::target(id).map(|target| &target.write) else {
            panic!("{id}")
        };
        let mut report = Report::default();
        (write(&offer(reach), Choice::default(), there, &mut report).unwrap(), report)
    }

    #[test]
    fn what_a_user_wrote_stays_and_only_our_tools_change() {
        for (id, there, expected) in [
            (
                "1mcp",
                r#"{"mcpServers": {"s": {"command": "x", "disabledTools": ["own", "a"] /* why */}}}"#,
                json!({"mcpServers": {"s": {"command": "x", "disabledTools": ["own", "b"],
                    "toolDescriptionOverrides": {"a": "With {{a}} note."}}}}),
            ),
            (
                "1mcp",
                r#"{"mcpTemplates": {"s": {"command": "x"}}} // why"#,
                json!({"mcpTemplates": {"s": {"command": "x", "disabledTools": ["b"]}}, "mcpServers": {}}),
            ),
            (
                "mcphub",
                r#"{"systemConfig": {"nameSeparator": "::"}, "mcpServers": {"s": {"url": "x", /* why */
                    "tools": {"s::b": {"enabled": true, "description": "mine"}}}}}"#,
                json!({"systemConfig": {"nameSeparator": "::"}, "mcpServers": {"s": {"url": "x", "tools": {
                    "s::b": {"enabled": false, "description": "mine"},
                    "s::a": {"enabled": true, "description": "With {{a}} note."}}}}}),
            ),
            (
                "mcpproxy-go",
                r#"{"mcpServers": [{"name": "s", "enabled_tools": ["b", "own"]}] /* why */}"#,
                json!({"mcpServers": [{"name": "s", "enabled_tools": ["own", "a"]}]}),
            ),
            (
                "tbxark",
                r#"{"mcpServers": {"s": {"options": {"toolFilter": {"mode": "Allow", "list": ["b"]}}}} /* why */}"#,
                json!({"mcpServers": {"s": {"options": {"toolFilter": {"mode": "allow", "list": ["a"]}}}}}),
            ),
            (
                "fastmcp",
                r#"{"mcpServers": {"s": {"command": "x", "tools": {"a": {"enabled": false, "tags": ["t"]}}}} /* why */}"#,
                json!({"mcpServers": {"s": {"command": "x", "include_tags": ["hintsmith-toolset"], "tools": {
                    "a": {"enabled": true, "tags": ["t"], "description": "With {{a}} note."},
                    "b": {"enabled": false}}}}}),
            ),
        ] {
            let (text, _) = put(id, there, Reach::Nowhere);
            assert!(text.contains("why"), "{id}: {text}");
            assert_eq!(crate::import::document::jsonc(&text).unwrap(), expected, "{id}: {text}");
        }
    }

    #[test]
    fn a_server_that_nobody_can_reach_is_left_out_and_told() {
        for id in ["1mcp", "mcphub", "mcpproxy-go", "tbxark", "fastmcp"] {
            let (text, report) = put(id, "", Reach::Nowhere);
            assert!(!text.contains("\"s\""), "{id}: {text}");
            assert_eq!(report.remarks, ["s is left out: how it is reached is not known here"], "{id}");
        }
    }

    #[test]
    fn names_for_a_cluster_are_valid_and_differ() {
        let mut taken = Vec::new();
        let names: Vec<String> = ["Git Hub", "git_hub", "🔥", &"x".repeat(90)]
            .iter()
            .map(|name| cluster_name(name, &mut taken))
            .collect();
        assert_eq!(names[..3], ["git-hub", "git-hub-2", "server"]);
        assert!(names[3].len() <= 63);
    }

    #[test]
    fn a_file_of_a_server_stays_in_its_folder() {
        let server = |name: &str| OfferedServer { name: name.to_owned(), ..OfferedServer::default() };
        let (one, two) = (server("../../etc/x"), server(".. .. etc x"));
        let files = file_each(&[(&one, String::new()), (&two, String::new())], "overlay.yaml");
        let names: Vec<&str> = files.iter().map(|file| file.name.as_str()).collect();
        assert_eq!(names, ["overlay-------etc-x.yaml", "overlay-------etc-x-2.yaml"]);
        assert_eq!(file_each(&[(&one, String::new())], "overlay.yaml")[0].name, "overlay.yaml");
    }
}
