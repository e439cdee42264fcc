//! VS Code: tool sets for the chat.

use serde_json::{Map, Value, json};

use super::parts::json_file;
use crate::export::offer::{Choice, Offer, OfferedServer, OfferedTool, Permission};
use crate::export::report::{Holds, Report};
use crate::export::target::{Checked, File, Kind, Target, Write};

pub const TARGET: Target = Target {
    id: "vscode",
    name: "VS Code",
    kind: Kind::Client,
    purpose: "Tool sets for the chat: the toolset, and what was decided to be read-only on each server",
    file_name: "hintsmith.toolsets.jsonc",
    holds: Holds { offered: true, ..Holds::NOTHING },
    checked: Checked::Docs,
    remarks: &[
        "Put it into the folder `prompts` of your VS Code profile; the command Chat: Configure Tool Sets opens it.",
        "A tool set says which tools can be used together. It approves nothing: VS Code runs a tool without a question \
         when the server declares it read-only, and no documented file lists approvals by tool.",
        "The form of names, `server/tool`, is not documented for tools of MCP servers and was not tried.",
        "A tool that its server adds later is in no set until the file is written again.",
    ],
    write: Write::Whole(write),
};

fn write(offer: &Offer, choice: Choice, _: &mut Report) -> Vec<File> {
    let mut sets = Map::new();
    let names = |wanted: &dyn Fn(&OfferedTool) -> bool, server: &OfferedServer| -> Vec<Value> {
        let tools = server.tools.iter().filter(|tool| wanted(tool));
        tools.map(|tool| json!(format!("{}/{}", server.name, tool.name))).collect()
    };
    if let Some(toolset) = &offer.toolset {
        let tools: Vec<Value> =
            offer.servers.iter().flat_map(|server| names(&|tool| tool.offered, server)).collect();
        put(&mut sets, toolset, tools, "The tools of the toolset", "tools");
    }
    for server in &offer.servers {
        let tools = names(&|tool| tool.permission(choice) == Permission::Allow, server);
        put(&mut sets, &format!("{}-read-only", server.name), tools, "Decided to be read-only", "book");
    }
    vec![File::new(TARGET.file_name, json_file(&Value::Object(sets)))]
}

/// Adds a tool set, unless it is empty or the name is taken.
fn put(sets: &mut Map<String, Value>, name: &str, tools: Vec<Value>, description: &str, icon: &str) {
    if !tools.is_empty() && !sets.contains_key(name) {
        sets.insert(name.to_owned(), json!({"tools": tools, "description": description, "icon": icon}));
    }
}
