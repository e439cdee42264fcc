//! mcp-hub (crates.io): three of the four hints, and selection of tools.

use toml_edit::{Array, DocumentMut, Item, Table, value};

use super::shared::{
    qualified_name, record_server_dropped, remark_on_placeholders, secrets, tool_names, with_placeholder,
};
use crate::export::model::{ExportModel, ExportOptions, ExportedServer, ExportedTool, ServerConnection};
use crate::export::report::{FidelityReport, TargetCapabilities};
use crate::export::target::{ExportFile, Target, TargetKind, TargetWriter, Verification};
use crate::model::hint::HintName;

pub const TARGET: Target = Target {
    id: "mcp-hub",
    name: "mcp-hub (crates.io)",
    kind: TargetKind::Gateway,
    purpose: "A hub for servers that run as programs, with corrected hints",
    file_name: "mcp-hub.toml",
    locations: &[],
    capabilities: TargetCapabilities {
        hints: &[HintName::ReadOnly, HintName::Destructive, HintName::OpenWorld],
        tool_selection: true,
        ..TargetCapabilities::NONE
    },
    verification: Verification::Run,
    caveats: &[
        "Start it with `mcp-hub mcp-hub.toml`. It is the crate of that name; the npm package mcp-hub is another program. \
         Tested with mcp-hub 0.3.0.",
        "It does not start if its server no longer has a tool listed under `overrides`: export again in that case.",
        "Secrets are omitted: servers inherit the variables of mcp-hub.",
        "With several servers, each gets its name as a prefix, because mcp-hub rejects duplicate tool names.",
    ],
    writer: TargetWriter::NewFiles(render),
};

fn render(model: &ExportModel, _: ExportOptions, report: &mut FidelityReport) -> Vec<ExportFile> {
    let mut servers = Table::new();
    servers.set_implicit(true);
    for server in &model.servers {
        match build_server_table(server, model.servers.len() > 1, report) {
            Ok(table) => drop(servers.insert(&server.name, Item::Table(table))),
            Err(why) => {
                report.caveats.push(format!("{} is omitted: {why}", server.name));
                record_server_dropped(server, why, report);
            }
        }
    }
    let mut document = DocumentMut::new();
    if servers.is_empty() {
        report.caveats.push("No server remains, and mcp-hub rejects a file without servers.".to_owned());
    } else {
        document.insert("servers", Item::Table(servers));
    }
    vec![ExportFile::new(TARGET.file_name, document.to_string())]
}

fn build_server_table(
    server: &ExportedServer,
    has_prefix: bool,
    report: &mut FidelityReport,
) -> Result<Table, &'static str> {
    let ServerConnection::Command { command, variables } = &server.connection else {
        return Err("mcp-hub only supports servers that it can start with a command");
    };
    let command: Vec<String> = command.iter().map(|text| with_placeholder(server, text)).collect();
    let (program, arguments) = command.split_first().ok_or("its command is empty")?;
    let is_allowed = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    if server.name.is_empty() || !server.name.chars().all(is_allowed) {
        return Err("mcp-hub only allows letters, digits, - and _ in server names");
    }
    let mut table = Table::new();
    if has_prefix {
        table.insert("prefix", value(&server.name));
    }
    table.insert("command", value(program));
    table.insert("args", value(arguments.iter().collect::<Array>()));
    let mut env = Table::new();
    for (name, text) in variables.iter().filter_map(|given| Some((&given.name, given.value.as_ref()?))) {
        env.insert(name, value(text));
    }
    for (name, _) in secrets(server) {
        report
            .caveats
            .push(format!("{}: {name} is a secret: set it in the environment of mcp-hub", server.name));
    }
    remark_on_placeholders(server, false, report);
    if !env.is_empty() {
        table.insert("env", Item::Table(env));
    }
    let mut tools = Table::new();
    tools.set_implicit(true);
    let hidden = tool_names(server, false);
    for name in hidden.iter().filter(|name| name.contains('*')) {
        let why = "mcp-hub treats the * in the name as a wildcard and may hide other tools too".to_owned();
        report.record_changed(&format!("{}.{name}", server.name), "not offered", why);
    }
    if !hidden.is_empty() {
        tools.insert("exclude", value(hidden.iter().collect::<Array>()));
    }
    let mut overrides = Table::new();
    overrides.set_implicit(true);
    for tool in server.tools.iter().filter(|tool| tool.is_included) {
        let overrides_table = build_override(tool);
        if overrides_table.is_empty() {
            continue;
        }
        if tool.name.is_empty() || tool.name.contains('*') {
            report.record_overrides_dropped(&qualified_name(server, tool), "mcp-hub rejects names with *");
            continue;
        }
        overrides.insert(&tool.name, Item::Table(overrides_table));
    }
    if !overrides.is_empty() {
        tools.insert("overrides", Item::Table(overrides));
    }
    if !tools.is_empty() {
        table.insert("tools", Item::Table(tools));
    }
    Ok(table)
}

fn build_override(tool: &ExportedTool) -> Table {
    let keys = [
        ("read_only", HintName::ReadOnly),
        ("destructive", HintName::Destructive),
        ("open_world", HintName::OpenWorld),
    ];
    let mut table = Table::new();
    for (key, hint) in keys {
        if let Some(stated) = &tool.hints[hint] {
            table.insert(key, value(stated.value));
        }
    }
    table
}
