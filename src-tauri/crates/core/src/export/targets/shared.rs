//! Code shared by targets: names, annotations and server connections.

use std::collections::HashSet;

use serde_json::{Map, Value, json};

use crate::export::merge::{JsonFile, JsonObject};
use crate::export::model::{
    ConnectionText, ExportModel, ExportedServer, ExportedTool, NamedValue, ServerConnection,
};
use crate::export::report::FidelityReport;
use crate::export::target::{ExportFile, MergeError};
use crate::model::hint::HintName;

/// `server.tool`, the name in reports.
pub fn qualified_name(server: &ExportedServer, tool: &ExportedTool) -> String {
    format!("{}.{}", server.name, tool.name)
}

/// The names of all included or all excluded tools, without duplicates.
pub fn tool_names(server: &ExportedServer, included: bool) -> Vec<String> {
    let mut seen = std::collections::BTreeSet::new();
    let names =
        server.tools.iter().filter(|tool| tool.is_included == included).map(|tool| tool.name.as_str());
    names.filter(|name| seen.insert(*name)).map(str::to_owned).collect()
}

/// The overridden title and hints, under MCP's keys or those of a format.
pub fn override_annotations(
    tool: &ExportedTool,
    key: impl Fn(HintName) -> &'static str,
) -> Map<String, Value> {
    let title = tool.title.iter().map(|title| ("title".to_owned(), json!(title.value)));
    title.chain(override_hints(tool, key)).collect()
}

/// A hint's key in snake case, as several programs spell it.
pub fn snake_case_key(hint: HintName) -> &'static str {
    match hint {
        HintName::ReadOnly => "read_only_hint",
        HintName::Destructive => "destructive_hint",
        HintName::Idempotent => "idempotent_hint",
        HintName::OpenWorld => "open_world_hint",
    }
}

/// A server's connection as an `mcpServers` entry. Secrets become `${VARIABLE}` if the program substitutes variables,
/// and are omitted otherwise. `None` if the server is not connectable.
pub fn connection_entry(server: &ExportedServer, substitutes_variables: bool) -> Option<Map<String, Value>> {
    let to_map = |to_map: &[NamedValue], variable: &dyn Fn(&str) -> String| -> Map<String, Value> {
        let value_or_placeholder = |to_map: &NamedValue| match &to_map.value {
            Some(value) => Some(value.clone()),
            None => substitutes_variables.then(|| format!("${{{}}}", variable(&to_map.name))),
        };
        to_map.iter().filter_map(|one| Some((one.name.clone(), json!(value_or_placeholder(one)?)))).collect()
    };
    let mut entry = Map::new();
    let (key, to_map) = match &server.connection {
        ServerConnection::Command { command, variables } => {
            let command: Vec<String> = command.iter().map(|text| with_placeholder(server, text)).collect();
            let (program, arguments) = command.split_first()?;
            entry.insert("command".to_owned(), json!(program));
            entry.insert("args".to_owned(), json!(arguments));
            ("env", to_map(variables, &str::to_owned))
        }
        ServerConnection::Http { url, headers } => {
            entry.insert("url".to_owned(), json!(with_placeholder(server, url)));
            ("headers", to_map(headers, &|header| secret_variable(server, header)))
        }
        ServerConnection::NotConnectable => return None,
    };
    if !to_map.is_empty() {
        entry.insert(key.to_owned(), Value::Object(to_map));
    }
    Some(entry)
}

/// The text with `${VARIABLE}` in place of its secret.
pub fn with_placeholder(server: &ExportedServer, text: &ConnectionText) -> String {
    match text {
        ConnectionText::Plain(text) => text.clone(),
        ConnectionText::WithSecret { before, secret, after } => {
            format!("{before}${{{}}}{after}", secret_variable(server, secret))
        }
    }
}

/// The environment variable for a secret header, argument or URL. It includes the server's name, since several servers
/// may have an `Authorization`.
pub fn secret_variable(server: &ExportedServer, secret: &str) -> String {
    let name = format!("{}_{secret}", server.name);
    name.chars().map(|c| if c.is_ascii_alphanumeric() { c.to_ascii_uppercase() } else { '_' }).collect()
}

/// The secrets in the command or the URL of a server, each with the environment variable in its placeholder.
pub fn placeholder_secrets(server: &ExportedServer) -> Vec<(&str, String)> {
    let texts = match &server.connection {
        ServerConnection::Command { command, .. } => command.as_slice(),
        ServerConnection::Http { url, .. } => std::slice::from_ref(url),
        ServerConnection::NotConnectable => &[],
    };
    let secrets = texts.iter().filter_map(|text| match text {
        ConnectionText::WithSecret { secret, .. } => Some(secret.as_str()),
        ConnectionText::Plain(_) => None,
    });
    secrets.map(|secret| (secret, secret_variable(server, secret))).collect()
}

/// The secret variables or headers of a server, each with the environment variable it is read from.
pub fn secrets(server: &ExportedServer) -> Vec<(&str, String)> {
    let is_secret = |given: &'_ NamedValue| given.value.is_none();
    match &server.connection {
        ServerConnection::Command { variables, .. } => variables
            .iter()
            .filter(|one| is_secret(one))
            .map(|one| (one.name.as_str(), one.name.clone()))
            .collect(),
        ServerConnection::Http { headers, .. } => headers
            .iter()
            .filter(|one| is_secret(one))
            .map(|one| (one.name.as_str(), secret_variable(server, &one.name)))
            .collect(),
        ServerConnection::NotConnectable => Vec::new(),
    }
}

/// Adds remarks on the variables that have to be set for secrets, or on the secrets that the user has to fill in.
pub fn remark_on_secrets(server: &ExportedServer, substitutes_variables: bool, report: &mut FidelityReport) {
    remark_on_named_secrets(server, substitutes_variables, report);
    remark_on_placeholders(server, substitutes_variables, report);
}

/// Adds remarks on secret variables or headers.
pub fn remark_on_named_secrets(server: &ExportedServer, are_read: bool, report: &mut FidelityReport) {
    for (name, variable) in secrets(server) {
        report.caveats.push(match are_read {
            true => format!("{}: {name} is a secret and is read from the variable {variable}", server.name),
            false => format!("{}: {name} is a secret and is omitted; fill it in", server.name),
        });
    }
}

/// Adds remarks on the placeholders of secrets in the command or the URL.
pub fn remark_on_placeholders(server: &ExportedServer, are_filled: bool, report: &mut FidelityReport) {
    for (name, variable) in placeholder_secrets(server) {
        let start = format!("{}: {name} contains a secret", server.name);
        report.caveats.push(match are_filled {
            true => format!("{start}, read from the variable {variable}"),
            false => format!("{start}, written as ${{{variable}}}; fill it in"),
        });
    }
}

/// The `mcpServers` entries of all servers in a user's file. A missing server is added with its connection; one that is
/// not connectable is left out.
pub fn server_entries<'a>(
    file: &JsonFile,
    model: &'a ExportModel,
    substitutes_variables: bool,
    report: &mut FidelityReport,
    finish: impl Fn(&ExportedServer, &mut Map<String, Value>),
) -> Result<Vec<(&'a ExportedServer, JsonObject)>, MergeError> {
    let servers = file.root_object()?.object_or_create("mcpServers")?;
    let mut entries = Vec::new();
    for server in &model.servers {
        if !servers.contains_key(&server.name) {
            let Some(mut entry) = connection_entry(server, substitutes_variables) else {
                record_not_connectable(server, report);
                continue;
            };
            finish(server, &mut entry);
            servers.set(&server.name, &Value::Object(entry));
            remark_on_secrets(server, substitutes_variables, report);
        }
        entries.push((server, servers.object_or_create(&server.name)?));
    }
    Ok(entries)
}

/// Records that a server is left out because it is not connectable.
pub fn record_not_connectable(server: &ExportedServer, report: &mut FidelityReport) {
    report.caveats.push(format!("{} is omitted: Hintsmith does not know how to connect to it", server.name));
    record_server_dropped(server, "Hintsmith does not know how to connect to the server", report);
}

/// Records that no tool of a server could be exported.
pub fn record_server_dropped(server: &ExportedServer, why: &str, report: &mut FidelityReport) {
    for tool in &server.tools {
        report.record_tool_dropped(&qualified_name(server, tool), why);
    }
}

/// Updates a list of tools in a user's file with our included or excluded tools. Names of tools that we do not know are
/// kept.
pub fn replace_tool_list(
    entry: &JsonObject,
    key: &str,
    server: &ExportedServer,
    included: bool,
) -> Result<(), MergeError> {
    let ours: std::collections::BTreeSet<&str> = server.tools.iter().map(|tool| tool.name.as_str()).collect();
    entry.replace_owned_strings(key, |name| ours.contains(name), &tool_names(server, included))
}

/// A name for an allow list that allows nothing.
const NO_TOOL: &str = "hintsmith-no-tool";

/// Like [`replace_tool_list`] with the included tools, for programs that read an empty allow list as no filter: a list
/// that would become empty gets a name that no tool has.
pub fn replace_allow_list(entry: &JsonObject, key: &str, server: &ExportedServer) -> Result<(), MergeError> {
    let ours: std::collections::BTreeSet<&str> = server.tools.iter().map(|tool| tool.name.as_str()).collect();
    let is_placeholder = |name: &str| name.trim_end_matches('-') == NO_TOOL;
    let is_ours = |name: &str| ours.contains(name) || is_placeholder(name);
    let mut allowed = tool_names(server, true);
    if allowed.is_empty() && entry.strings(key).iter().all(|name| is_ours(name)) {
        let mut placeholder = NO_TOOL.to_owned();
        while ours.contains(placeholder.as_str()) {
            placeholder.push('-');
        }
        allowed.push(placeholder);
    }
    entry.replace_owned_strings(key, is_ours, &allowed)
}

/// The rules about tools of the exported servers among a user's rules of the form server, separator, tool.
pub struct OwnedRules {
    separator: &'static str,
    prefixes: Vec<String>,
    known: HashSet<String>,
}

impl OwnedRules {
    /// `server_name` renders the name of a server as the rules have it.
    pub fn new(model: &ExportModel, separator: &'static str, server_name: impl Fn(&str) -> String) -> Self {
        let mut rules = Self { separator, prefixes: Vec::new(), known: HashSet::new() };
        for server in &model.servers {
            let prefix = format!("{}{separator}", server_name(&server.name));
            rules.known.extend(server.tools.iter().map(|tool| format!("{prefix}{}", tool.name)));
            rules.prefixes.push(prefix);
        }
        rules
    }

    /// True for a rule about a tool that is exported.
    pub fn is_known(&self, rule: &str) -> bool {
        self.known.contains(rule)
    }

    /// True for a rule about a tool that is exported, or that its server no longer has. A rule with several separators
    /// may be about a tool of another server, of `a__b` instead of `a`, so it is ours only if it is known.
    pub fn is_ours(&self, rule: &str) -> bool {
        let separators = rule.as_bytes().windows(self.separator.len());
        let is_unambiguous = separators.filter(|part| *part == self.separator.as_bytes()).count() == 1;
        self.is_known(rule)
            || is_unambiguous && self.prefixes.iter().any(|prefix| rule.starts_with(prefix.as_str()))
    }
}

/// A unique Kubernetes name: lower-case letters, digits and hyphens, at most 63 characters.
pub fn kubernetes_name(name: &str, used: &mut Vec<String>) -> String {
    let to_allowed = |c: char| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '-' };
    let plain: String = name.chars().map(to_allowed).take(50).collect();
    let plain = plain.trim_matches('-');
    let plain = if plain.is_empty() { "server" } else { plain };
    unique_name(plain, '-', used)
}

/// One file per server. A single file has the given name; several are named after their servers.
pub fn files_per_server(servers: &[(&ExportedServer, String)], name: &str) -> Vec<ExportFile> {
    let (stem, end) = name.split_once('.').unwrap_or((name, "txt"));
    let mut used = Vec::new();
    let file = |(server, text): &(&ExportedServer, String)| {
        let to_allowed = |c: char| if c.is_ascii_alphanumeric() || c == '_' { c } else { '-' };
        let own: String = server.name.chars().map(to_allowed).take(60).collect();
        let own = unique_name(&own, '-', &mut used);
        ExportFile::new(&format!("{stem}-{own}.{end}"), text.clone())
    };
    match servers {
        [(_, text)] => vec![ExportFile::new(name, text.clone())],
        several => several.iter().map(file).collect(),
    }
}

fn unique_name(name: &str, separator: char, used: &mut Vec<String>) -> String {
    let numbered = (2..).map(|n| format!("{name}{separator}{n}"));
    let free = std::iter::once(name.to_owned()).chain(numbered).find(|name| !used.contains(name));
    let free = free.unwrap_or_default();
    used.push(free.clone());
    free
}

/// Renders a value as a JSON file.
pub fn to_json_file(value: &Value) -> String {
    format!("{value:#}\n")
}

/// The overridden hints, under the keys of a format.
pub fn override_hints(tool: &ExportedTool, key: impl Fn(HintName) -> &'static str) -> Map<String, Value> {
    let stated = HintName::ALL.into_iter().filter_map(|hint| Some((hint, tool.hints[hint].as_ref()?.value)));
    stated.map(|(hint, value)| (key(hint).to_owned(), json!(value))).collect()
}

/// All effective hints, for formats that replace the annotations as a whole.
pub fn effective_hints(tool: &ExportedTool, key: fn(HintName) -> &'static str) -> Map<String, Value> {
    let effective = HintName::ALL.into_iter().filter_map(|hint| Some((hint, tool.effective_hint(hint)?)));
    effective.map(|(hint, value)| (key(hint).to_owned(), json!(value))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::export::model::ExportOptions;
    use crate::export::target::TargetWriter;

    /// `a` is included and has a note, `b` is excluded.
    fn model(connection: ServerConnection) -> ExportModel {
        let tool = |name: &str, offered: bool| ExportedTool {
            name: name.to_owned(),
            is_included: offered,
            ..ExportedTool::default()
        };
        let noted = ExportedTool {
            overriding_description: Some("With {{a}} note.".to_owned()),
            notes: vec![("n".to_owned(), "note".to_owned())],
            ..tool("a", true)
        };
        let server =
            ExportedServer { name: "s".to_owned(), connection, tools: vec![noted, tool("b", false)] };
        ExportModel { toolset: Some("daily".to_owned()), servers: vec![server] }
    }

    fn merge_into(id: &str, existing: &str, connection: ServerConnection) -> (String, FidelityReport) {
        let Some(TargetWriter::MergeInto { merge: write, .. }) =
            super::super::find_target(id).map(|target| &target.writer)
        else {
            panic!("{id}")
        };
        let mut report = FidelityReport::default();
        (write(&model(connection), ExportOptions::default(), existing, &mut report).unwrap(), report)
    }

    #[test]
    fn only_entries_of_our_tools_change() {
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
            let (text, _) = merge_into(id, there, ServerConnection::NotConnectable);
            assert!(text.contains("why"), "{id}: {text}");
            assert_eq!(
                crate::sources::import::document::parse_jsonc(&text).unwrap(),
                expected,
                "{id}: {text}"
            );
        }
    }

    /// The text that a target writes into a user's file if none of the tools `names` of the server `s` is included.
    fn exclude_all(id: &str, existing: &str, names: &[&str]) -> String {
        let mut model = model(ServerConnection::NotConnectable);
        let tool = |name: &&str| ExportedTool { name: (*name).to_owned(), ..ExportedTool::default() };
        model.servers[0].tools = names.iter().map(tool).collect();
        let Some(TargetWriter::MergeInto { merge: write, .. }) =
            super::super::find_target(id).map(|target| &target.writer)
        else {
            panic!("{id}")
        };
        write(&model, ExportOptions::default(), existing, &mut FidelityReport::default()).unwrap()
    }

    #[test]
    fn an_allow_list_of_tbxark_stays_one_if_no_tool_is_included() {
        let file = |mode: &str, list: Value| json!({"mcpServers": {"s": {"options": {"toolFilter": {"mode": mode, "list": list}}}}});
        for (there, names, expected) in [
            (file("allow", json!(["own", "a"])), &["a", "b"][..], file("allow", json!(["own"]))),
            // An empty list would allow every tool.
            (file("allow", json!(["a"])), &["a", "b"], file("allow", json!([NO_TOOL]))),
            (file("allow", json!([])), &["a", NO_TOOL], file("allow", json!(["hintsmith-no-tool-"]))),
            (file("block", json!(["own"])), &["a", "b"], file("block", json!(["own", "a", "b"]))),
        ] {
            let text = exclude_all("tbxark", &there.to_string(), names);
            assert_eq!(serde_json::from_str::<Value>(&text).unwrap(), expected, "{there}");
            assert_eq!(exclude_all("tbxark", &text, names), text);
        }
        // The placeholder is replaced as soon as a tool is included.
        let there = file("allow", json!([NO_TOOL])).to_string();
        let (text, _) = merge_into("tbxark", &there, ServerConnection::NotConnectable);
        assert_eq!(serde_json::from_str::<Value>(&text).unwrap(), file("allow", json!(["a"])));
    }

    #[test]
    fn enabled_tools_of_mcpproxy_go_stay_if_no_tool_is_included() {
        let entry = |key: &str, list: Value| json!({"name": "s", key: list});
        for (there, names, expected) in [
            (
                entry("enabled_tools", json!(["own", "a"])),
                &["a", "b"][..],
                entry("enabled_tools", json!(["own"])),
            ),
            (entry("enabled_tools", json!(["own"])), &[], entry("enabled_tools", json!(["own"]))),
            (entry("enabled_tools", json!(["a"])), &["a", "b"], entry("enabled_tools", json!([NO_TOOL]))),
            (
                json!({"name": "s", "enabled_tools": [], "disabled_tools": ["own"]}),
                &["a"],
                json!({"name": "s", "enabled_tools": [], "disabled_tools": ["own", "a"]}),
            ),
        ] {
            let text = exclude_all("mcpproxy-go", &json!({"mcpServers": [there]}).to_string(), names);
            let read: Value = serde_json::from_str(&text).unwrap();
            assert_eq!(read, json!({"mcpServers": [expected]}), "{there}");
            assert_eq!(exclude_all("mcpproxy-go", &text, names), text);
        }
    }

    #[test]
    fn rules_about_a_server_with_a_longer_name_are_kept() {
        let tools = ["x", "b__known", "_y"].map(|name| ExportedTool {
            name: name.to_owned(),
            is_included: true,
            ..ExportedTool::default()
        });
        let server = |name: &str, tools: &[ExportedTool]| ExportedServer {
            name: name.to_owned(),
            tools: tools.to_vec(),
            ..ExportedServer::default()
        };
        let model = ExportModel {
            toolset: None,
            servers: vec![server("a", &tools), server("c__d", &tools[..1]), server("e:f", &[])],
        };
        let merge_into = |id: &str, existing: &str| {
            let Some(TargetWriter::MergeInto { merge: write, .. }) =
                super::super::find_target(id).map(|target| &target.writer)
            else {
                panic!("{id}")
            };
            write(&model, ExportOptions::default(), existing, &mut FidelityReport::default()).unwrap()
        };
        // Tools that are gone, tools that are asked about, and rules that may be about tools of other servers.
        let (ours, others) = (
            ["a__gone", "a__x", "a__b__known", "a___y", "c__d__x"],
            ["a__b__x", "a__b__x__y", "a___x", "c__d__gone", "c__x", "ab__x"],
        );
        let names = |prefix: &str| -> Vec<String> {
            ours.iter().chain(&others).map(|rule| format!("{prefix}{rule}")).collect()
        };
        let kept =
            |prefix: &str| -> Vec<String> { others.iter().map(|rule| format!("{prefix}{rule}")).collect() };

        let existing = json!({"permissions": {"allow": names("mcp__"), "deny": ["mcp__a__b", "mcp__a__x"]}});
        let merged: Value = serde_json::from_str(&merge_into("claude-code", &existing.to_string())).unwrap();
        assert_eq!(merged["permissions"]["allow"], json!(kept("mcp__")));
        // It may be about all tools of `a__b`.
        assert_eq!(merged["permissions"]["deny"], json!(["mcp__a__b"]));

        let lists = json!({"always_allow": names(""), "ask_before": [], "never_allow": []});
        let existing = crate::export::yaml::to_yaml(&json!({"user": lists}));
        let merged: Value = serde_saphyr::from_str(&merge_into("goose", &existing)).unwrap();
        assert_eq!(merged["user"]["always_allow"], json!(kept("")));

        let existing = json!({"mcpAllowlist": ["a:gone", "a:x", "a:b:x", "e:f:x", "e:x"]});
        let merged: Value = serde_json::from_str(&merge_into("cursor", &existing.to_string())).unwrap();
        assert_eq!(merged["mcpAllowlist"], json!(["a:b:x", "e:f:x", "e:x"]));
    }

    #[test]
    fn a_secret_in_an_argument_is_read_from_a_variable_that_the_report_names() {
        let secret = ConnectionText::WithSecret {
            before: "--key=".to_owned(),
            secret: "argument 1".to_owned(),
            after: String::new(),
        };
        let connection =
            ServerConnection::Command { command: vec!["run".into(), secret], variables: Vec::new() };
        for (id, caveat) in [
            ("1mcp", "s: argument 1 contains a secret, read from the variable S_ARGUMENT_1"),
            ("fastmcp", "s: argument 1 contains a secret, written as ${S_ARGUMENT_1}; fill it in"),
        ] {
            let (text, report) = merge_into(id, "", connection.clone());
            let read: Value = serde_json::from_str(&text).unwrap();
            assert_eq!(read["mcpServers"]["s"]["args"], json!(["--key=${S_ARGUMENT_1}"]), "{id}");
            assert_eq!(report.caveats, [caveat], "{id}");
        }
    }

    #[test]
    fn servers_that_are_not_connectable_are_left_out_and_reported() {
        for id in ["1mcp", "mcphub", "mcpproxy-go", "tbxark", "fastmcp"] {
            let (text, report) = merge_into(id, "", ServerConnection::NotConnectable);
            assert!(!text.contains("\"s\""), "{id}: {text}");
            assert_eq!(
                report.caveats,
                ["s is omitted: Hintsmith does not know how to connect to it"],
                "{id}"
            );
        }
    }

    #[test]
    fn kubernetes_names_are_valid_and_unique() {
        let mut taken = Vec::new();
        let names: Vec<String> = ["Git Hub", "git_hub", "🔥", &"x".repeat(90)]
            .iter()
            .map(|name| kubernetes_name(name, &mut taken))
            .collect();
        assert_eq!(names[..3], ["git-hub", "git-hub-2", "server"]);
        assert!(names[3].len() <= 63);
    }

    #[test]
    fn file_names_of_servers_cannot_leave_the_folder() {
        let server = |name: &str| ExportedServer { name: name.to_owned(), ..ExportedServer::default() };
        let (one, two) = (server("../../etc/x"), server(".. .. etc x"));
        let files = files_per_server(&[(&one, String::new()), (&two, String::new())], "overlay.yaml");
        let names: Vec<&str> = files.iter().map(|file| file.name.as_str()).collect();
        assert_eq!(names, ["overlay-------etc-x.yaml", "overlay-------etc-x-2.yaml"]);
        assert_eq!(files_per_server(&[(&one, String::new())], "overlay.yaml")[0].name, "overlay.yaml");
    }
}
