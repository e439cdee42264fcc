//! LibreChat: a part for librechat.yaml that says which tools run, are asked about or are refused.

use serde_json::{Value, json};

use super::parts::full;
use crate::export::offer::{Choice, Offer, Permission};
use crate::export::report::{Holds, Report};
use crate::export::target::{Checked, File, Kind, Target, Write};
use crate::export::yaml;

pub const TARGET: Target = Target {
    id: "librechat",
    name: "LibreChat",
    kind: Kind::Client,
    purpose: "A part for librechat.yaml: allow what was decided to be read-only, ask about or deny the rest",
    file_name: "librechat.tool-approval.yaml",
    holds: Holds::PERMISSIONS,
    checked: Checked::Source,
    remarks: &[
        "LibreChat reads no second file: copy `toolApproval` into `librechat.yaml` under `endpoints.agents`, into the \
         `endpoints` and `agents` that are there already. Where it belongs was read from LibreChat's own example.",
        "It turns approval on, for everybody who uses this LibreChat.",
        "A refusal wins over the other lists. Names are patterns, so a tool with a sign of a pattern in its name gets no \
         rule.",
        "A tool that its server adds later is in no list; put `mcp:*:*` into `ask` to be asked about all of them, if your \
         version lets `allow` win over it.",
    ],
    write: Write::Whole(write),
};

fn write(offer: &Offer, choice: Choice, report: &mut Report) -> Vec<File> {
    let mut lists: [Vec<Value>; 3] = Default::default();
    for server in &offer.servers {
        for tool in &server.tools {
            let permission = tool.permission(choice);
            if is_plain(&server.name) && is_plain(&tool.name) {
                lists[permission as usize].push(json!(format!("mcp:{}:{}", server.name, tool.name)));
            } else if permission != Permission::Ask {
                let why =
                    "the name has a sign that a pattern reads in another way, so there is no rule for it";
                report.asked_instead(&full(server, tool), why);
            }
        }
    }
    let [allow, ask, deny] = lists;
    let approval = json!({"enabled": true, "mode": "default", "allow": allow, "ask": ask, "deny": deny});
    let part = json!({"endpoints": {"agents": {"toolApproval": approval}}});
    let text = format!(
        "# Written by Hintsmith. Copy it into librechat.yaml, under endpoints.agents.\n{}",
        yaml::write(&part)
    );
    vec![File::new(TARGET.file_name, text)]
}

fn is_plain(name: &str) -> bool {
    !name.contains(['*', '?', '[', ']', '{', '}', '(', ')', '!', '\\', ':', '|', '+', '@'])
}
