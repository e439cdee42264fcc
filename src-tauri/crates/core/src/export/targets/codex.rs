//! Codex: the approval mode of each tool, and disabled tools, in `config.toml`.

use std::collections::HashSet;

use toml_edit::{Array, InlineTable, Item, TableLike, Value, value};

use super::shared::{
    record_not_connectable, remark_on_named_secrets, remark_on_placeholders, secrets, with_placeholder,
};
use crate::export::denials::{Denials, DeniedRules, WrittenDenials, listed};
use crate::export::location::{BaseFolder, FileLocation};
use crate::export::merge::{parse_toml, table_or_create, type_error};
use crate::export::model::{
    ExportModel, ExportOptions, ExportedServer, NamedValue, Permission, ServerConnection,
};
use crate::export::report::{FidelityReport, TargetCapabilities};
use crate::export::target::{MergeError, Target, TargetKind, TargetWriter, Verification};

pub const TARGET: Target = Target {
    id: "codex",
    name: "Codex",
    kind: TargetKind::Client,
    purpose: "Approval per tool in config.toml; tools outside the toolset are turned off",
    file_name: "config.toml",
    locations: &[
        FileLocation::user(BaseFolder::Home, ".codex/config.toml"),
        FileLocation::project(".codex/config.toml"),
    ],
    capabilities: TargetCapabilities::PERMISSIONS,
    verification: Verification::OurSchema,
    caveats: &[
        "Codex rejects the whole file if a server in it has neither a command nor a URL. A missing server is therefore \
         added with its connection; its secrets are read from the environment.",
        "Denied tools are turned off. Tools that need approval get `prompt`, because Codex would otherwise follow the \
         server's hints.",
    ],
    writer: TargetWriter::MergeInto { merge, denials: Some(DENIALS) },
};

const DENIALS: Denials = Denials { rule, in_file: denied_rules };

/// The list of disabled tools is in the server's table; the name before the tool tells the lists apart.
fn rule(server: &str, tool: &str) -> String {
    format!("mcp_servers.{server}.disabled_tools.{tool}")
}

/// Empty if the file cannot be read, which merging reports.
fn denied_rules(existing: &str, written: &WrittenDenials) -> DeniedRules {
    let document = parse_toml(existing).unwrap_or_default();
    let servers = document.get("mcp_servers").and_then(Item::as_table_like);
    let mut rules = Vec::new();
    for (server, entry) in servers.into_iter().flat_map(TableLike::iter) {
        let disabled = entry.get("disabled_tools").and_then(Item::as_array).into_iter().flatten();
        rules.extend(disabled.filter_map(|tool| Some(rule(server, tool.as_str()?))));
    }
    listed(rules, written)
}

fn merge(
    model: &ExportModel,
    options: ExportOptions,
    existing: &str,
    report: &mut FidelityReport,
) -> Result<String, MergeError> {
    let mut document = parse_toml(existing)?;
    for server in &model.servers {
        let path = format!("mcp_servers.{}", server.name);
        let existing_entry = document.get("mcp_servers").and_then(|servers| servers.get(&server.name));
        let has_connection =
            existing_entry.is_some_and(|own| own.get("command").or(own.get("url")).is_some());
        if !has_connection && matches!(server.connection, ServerConnection::NotConnectable) {
            record_not_connectable(server, report);
            continue;
        }
        let servers = table_or_create(document.as_table_mut(), "mcp_servers", "mcp_servers")?;
        let own = table_or_create(servers, &server.name, &path)?;
        if !has_connection {
            write_connection(own, server, report);
        }
        replace_disabled_tools(own, server, options, &path)?;
        remove_approval_modes(own, server, options);
        for tool in &server.tools {
            let mode = match tool.permission(options) {
                Permission::Allow => "approve",
                Permission::Ask => "prompt",
                Permission::Deny => continue,
            };
            let tools = table_or_create(own, "tools", &format!("{path}.tools"))?;
            let entry = table_or_create(tools, &tool.name, &format!("{path}.tools.{}", tool.name))?;
            // Keeps the user's comment after the value.
            match entry.get_mut("approval_mode").and_then(Item::as_value_mut) {
                Some(existing) if existing.as_str() == Some(mode) => {}
                Some(existing) => {
                    let decor = existing.decor().clone();
                    *existing = mode.into();
                    *existing.decor_mut() = decor;
                }
                None => drop(entry.insert("approval_mode", value(mode))),
            }
        }
    }
    let text = document.to_string();
    // toml_edit ends the last line.
    let is_open = !existing.is_empty() && !existing.ends_with('\n');
    Ok(if is_open { text.trim_end_matches(['\r', '\n']).to_owned() } else { text })
}

/// Disables the denied tools. Tools that the user disabled and that the model does not know stay disabled.
fn replace_disabled_tools(
    own: &mut dyn TableLike,
    server: &ExportedServer,
    options: ExportOptions,
    path: &str,
) -> Result<(), MergeError> {
    let denied = denied_tools(server, options);
    if !own.contains_key("disabled_tools") {
        if !denied.is_empty() {
            own.insert("disabled_tools", value(denied.into_iter().collect::<Array>()));
        }
        return Ok(());
    }
    let list = own.get_mut("disabled_tools").and_then(Item::as_array_mut);
    let list = list.ok_or_else(|| type_error(&format!("{path}.disabled_tools"), "a list"))?;
    let denied_names: HashSet<&str> = denied.iter().copied().collect();
    let known: HashSet<&str> = server.tools.iter().map(|tool| tool.name.as_str()).collect();
    let is_kept = |name: &str| !known.contains(name) || denied_names.contains(name);
    list.retain(|name| name.as_str().is_none_or(is_kept));
    let listed: HashSet<String> = list.iter().filter_map(|name| name.as_str().map(str::to_owned)).collect();
    for name in denied.into_iter().filter(|name| !listed.contains(*name)) {
        list.push(name);
    }
    Ok(())
}

fn denied_tools(server: &ExportedServer, options: ExportOptions) -> Vec<&str> {
    let denied = server.tools.iter().filter(|tool| tool.permission(options) == Permission::Deny);
    denied.map(|tool| tool.name.as_str()).collect()
}

/// Removes the approval modes of disabled tools, in one pass: each removal from a table moves all entries behind it.
fn remove_approval_modes(own: &mut dyn TableLike, server: &ExportedServer, options: ExportOptions) {
    let denied: HashSet<&str> = denied_tools(server, options).into_iter().collect();
    let is_kept = |name: &str, entry: Option<&mut dyn TableLike>| {
        let Some(entry) = entry.filter(|_| denied.contains(name)) else { return true };
        entry.remove("approval_mode");
        !entry.is_empty()
    };
    match own.get_mut("tools") {
        Some(Item::Table(tools)) => tools.retain(|name, entry| is_kept(name, entry.as_table_like_mut())),
        Some(Item::Value(Value::InlineTable(tools))) => {
            tools.retain(|name, entry| is_kept(name, entry.as_inline_table_mut().map(|table| table as _)));
        }
        _ => {}
    }
}

/// Writes the connection of a server. Codex substitutes no variables in the file; it has separate keys for values from
/// the environment.
fn write_connection(own: &mut dyn TableLike, server: &ExportedServer, report: &mut FidelityReport) {
    let plain_values = |given: &[NamedValue]| -> InlineTable {
        given.iter().filter_map(|one| Some((one.name.as_str(), one.value.as_deref()?))).collect()
    };
    let (plain, key) = match &server.connection {
        ServerConnection::Command { command, variables } => {
            let command: Vec<String> = command.iter().map(|text| with_placeholder(server, text)).collect();
            if let Some((program, arguments)) = command.split_first() {
                own.insert("command", value(program));
                own.insert("args", value(arguments.iter().collect::<Array>()));
            }
            let names: Array = secrets(server).into_iter().map(|(_, variable)| variable).collect();
            if !names.is_empty() {
                own.insert("env_vars", value(names));
            }
            (plain_values(variables), "env")
        }
        ServerConnection::Http { url, headers } => {
            own.insert("url", value(with_placeholder(server, url)));
            let names: InlineTable = secrets(server).into_iter().collect();
            if !names.is_empty() {
                own.insert("env_http_headers", value(names));
            }
            (plain_values(headers), "http_headers")
        }
        ServerConnection::NotConnectable => return,
    };
    if !plain.is_empty() {
        own.insert(key, value(plain));
    }
    remark_on_named_secrets(server, true, report);
    remark_on_placeholders(server, false, report);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::export::model::ExportedTool;

    fn model(connection: ServerConnection) -> ExportModel {
        let tool = ExportedTool { name: "list".to_owned(), is_included: true, ..ExportedTool::default() };
        ExportModel {
            toolset: None,
            servers: vec![ExportedServer { name: "s".to_owned(), connection, tools: vec![tool] }],
        }
    }

    fn merge_into(existing: &str, connection: ServerConnection) -> String {
        merge(&model(connection), ExportOptions::default(), existing, &mut FidelityReport::default()).unwrap()
    }

    #[test]
    fn tools_that_the_user_disabled_stay_disabled() {
        let existing =
            "[mcp_servers.s]\nurl = \"https://a.example/mcp\"\ndisabled_tools = [\"unlisted\", \"list\"]\n";
        let merged = merge_into(existing, ServerConnection::NotConnectable);
        assert!(merged.contains("disabled_tools = [\"unlisted\"]\n"), "{merged}");
    }

    #[test]
    fn tables_and_lists_of_the_user_keep_their_form() {
        let lists = "disabled_tools = [ # mine\n  'own', # why\n]";
        let mode = "approval_mode = 'prompt' # mine";
        for existing in [
            format!("[mcp_servers.s]\ncommand = 'x'\n{lists}\n[mcp_servers.s.tools.list]\n{mode}\nx = 1"),
            "[mcp_servers]\ns = {command = 'x', tools = {list = {approval_mode = 'prompt'}}}\n".to_owned(),
            "mcp_servers.s = { url = 'x' , tools.list.approval_mode = 'prompt' } # why\n".to_owned(),
        ] {
            assert_eq!(merge_into(&existing, ServerConnection::NotConnectable), existing);
        }
        let inline = merge_into("mcp_servers.s = { url = 'x' } # why\n", ServerConnection::NotConnectable);
        let expected =
            "mcp_servers.s = { url = 'x' , tools = { list = { approval_mode = \"prompt\" } } } # why\n";
        assert_eq!(inline.parse::<toml::Table>(), expected.parse());
        assert!(
            inline.starts_with("mcp_servers.s = { url = 'x'") && inline.ends_with("} # why\n"),
            "{inline}"
        );
    }

    #[test]
    fn every_server_entry_has_a_connection() {
        let address = || ServerConnection::Http { url: "https://a.example/mcp".into(), headers: Vec::new() };
        assert_eq!(merge_into("", ServerConnection::NotConnectable), "");
        let rule = "\n[mcp_servers.s.tools.list]\napproval_mode = \"prompt\"\n";
        let expected = format!("[mcp_servers.s]\nurl = \"https://a.example/mcp\"\n{rule}");
        assert_eq!(merge_into("", address()), expected);
        let ours = merge_into("[mcp_servers.s.tools.list]\napproval_mode = \"auto\"\n", address());
        assert_eq!(ours.parse::<toml::Table>(), expected.parse());
        let theirs = "[mcp_servers.s]\ncommand = \"mine\"\n";
        assert_eq!(merge_into(theirs, address()), format!("{theirs}{rule}"));
        assert_eq!(merge_into(theirs, ServerConnection::NotConnectable), format!("{theirs}{rule}"));
    }
}
