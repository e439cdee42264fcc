//! mcp-hub (crates.io): three of the four hints, and selection of tools.

use toml_edit::{Array, DocumentMut, Item, Table, value};

use super::parts::{drop_all, full, names, secrets};
use crate::export::offer::{Choice, Offer, OfferedServer, OfferedTool, Reach};
use crate::export::report::{Holds, Report};
use crate::export::target::{Checked, File, Kind, Target, Write};
use crate::hint::HintName;

pub const TARGET: Target = Target {
    id: "mcp-hub",
    name: "mcp-hub (crates.io)",
    kind: Kind::Gateway,
    purpose: "A hub for servers that run as programs, with corrected hints",
    file_name: "mcp-hub.toml",
    holds: Holds {
        hints: &[HintName::ReadOnly, HintName::Destructive, HintName::OpenWorld],
        offered: true,
        ..Holds::NOTHING
    },
    checked: Checked::Run,
    remarks: &[
        "Start it with `mcp-hub mcp-hub.toml`. It is the crate of that name; the npm package mcp-hub is another program. \
         It was tried with mcp-hub 0.3.0.",
        "It does not start when a tool that is listed under `overrides` is gone from its server: write the file again \
         then.",
        "Secrets are left out: a server is given the variables that mcp-hub itself has.",
        "With several servers each has its name as prefix, because mcp-hub refuses two tools of one name.",
    ],
    write: Write::Whole(write),
};

fn write(offer: &Offer, _: Choice, report: &mut Report) -> Vec<File> {
    let mut servers = Table::new();
    servers.set_implicit(true);
    for server in &offer.servers {
        match table(server, offer.servers.len() > 1, report) {
            Ok(table) => drop(servers.insert(&server.name, Item::Table(table))),
            Err(why) => {
                report.remarks.push(format!("{} is left out: {why}", server.name));
                drop_all(server, why, report);
            }
        }
    }
    let mut document = DocumentMut::new();
    if servers.is_empty() {
        report.remarks.push("No server is left, and mcp-hub refuses a file without one.".to_owned());
    } else {
        document.insert("servers", Item::Table(servers));
    }
    vec![File::new(TARGET.file_name, document.to_string())]
}

fn table(server: &OfferedServer, prefixed: bool, report: &mut Report) -> Result<Table, &'static str> {
    let Reach::Command { command, variables } = &server.reach else {
        return Err("mcp-hub only runs programs, and this server is not one");
    };
    let (program, arguments) = command.split_first().ok_or("its command is empty")?;
    let fits = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    if server.name.is_empty() || !server.name.chars().all(fits) {
        return Err("mcp-hub only knows letters, digits, - and _ in the name of a server");
    }
    let mut table = Table::new();
    if prefixed {
        table.insert("prefix", value(&server.name));
    }
    table.insert("command", value(program));
    table.insert("args", value(arguments.iter().collect::<Array>()));
    let mut env = Table::new();
    for (name, text) in variables.iter().filter_map(|given| Some((&given.name, given.value.as_ref()?))) {
        env.insert(name, value(text));
    }
    for (name, _) in secrets(server) {
        report.remarks.push(format!("{}: {name} is a secret: set it where mcp-hub is started", server.name));
    }
    if !env.is_empty() {
        table.insert("env", Item::Table(env));
    }
    let mut tools = Table::new();
    tools.set_implicit(true);
    let hidden = names(server, false);
    for name in hidden.iter().filter(|name| name.contains('*')) {
        let why = "mcp-hub takes the * in its name for any text and may hide other tools too".to_owned();
        report.changed(&format!("{}.{name}", server.name), "not offered", why);
    }
    if !hidden.is_empty() {
        tools.insert("exclude", value(hidden.iter().collect::<Array>()));
    }
    let mut overrides = Table::new();
    overrides.set_implicit(true);
    for tool in server.tools.iter().filter(|tool| tool.offered) {
        let said = said(tool);
        if said.is_empty() {
            continue;
        }
        if tool.name.is_empty() || tool.name.contains('*') {
            report.dropped_news(&full(server, tool), "mcp-hub refuses a name with * in it");
            continue;
        }
        overrides.insert(&tool.name, Item::Table(said));
    }
    if !overrides.is_empty() {
        tools.insert("overrides", Item::Table(overrides));
    }
    if !tools.is_empty() {
        table.insert("tools", Item::Table(tools));
    }
    Ok(table)
}

fn said(tool: &OfferedTool) -> Table {
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
