//! Gram variations: titles, hints and descriptions of tools in a project, applied with a script through the API.

use serde_json::{Map, Value, json};

use super::gram_urn::GramTool;
use super::shared::{override_hints, qualified_name, snake_case_key, to_json_file};
use crate::approval::ApprovalMode;
use crate::export::model::{ExportModel, ExportOptions, ExportedTool};
use crate::export::report::{FidelityReport, TargetCapabilities};
use crate::export::target::{ExportFile, Target, TargetKind, TargetWriter, Verification};
use crate::model::hint::HintName;

pub const TARGET: Target = Target {
    id: "gram-variations",
    name: "Gram variations",
    kind: TargetKind::Gateway,
    purpose: "Titles, hints, descriptions and confirmation as variations of tools in a Gram project, sent by a script",
    file_name: "gram-variations.json",
    locations: &[],
    capabilities: TargetCapabilities {
        title: true,
        hints: &HintName::ALL,
        description: true,
        ..TargetCapabilities::NONE
    },
    verification: Verification::OurSchema,
    caveats: &[
        "Run `sh gram-variations-apply.sh` beside the file, with curl and jq, and with GRAM_KEY and GRAM_PROJECT in the \
         environment, and GRAM_URL if it is not app.getgram.ai.",
        "Every server must be a source under the same slug: an OpenAPI document, or a server of external MCP tools. If the \
         source is a Gram Function, list its slug in GRAM_FUNCTIONS. Servers with other names are omitted.",
        "Tools of OpenAPI documents have the names that Gram derives from their operation ids.",
        "The approval modes always-ask, ask-first and never-ask become the confirmation modes always, session and never. Gram \
         cannot block a tool, so it always asks instead; without a mode, its own default applies.",
        "A variation is replaced as a whole, including a name, tags or confirmation that were set in Gram for the same tool. \
         The script therefore stops if a variation exists, unless GRAM_REPLACE=yes is set.",
    ],
    writer: TargetWriter::NewFiles(render),
};

fn render(model: &ExportModel, _: ExportOptions, report: &mut FidelityReport) -> Vec<ExportFile> {
    let mut variations = Vec::new();
    for server in &model.servers {
        let is_written = |tool: &&ExportedTool| tool.has_overrides() || confirm_mode(tool).is_some();
        for tool in server.tools.iter().filter(is_written) {
            let name = qualified_name(server, tool);
            let Some(gram_tool) = GramTool::new(server, tool) else {
                let why = "Gram cannot address it: names have at most 128 characters of letters, digits, _ and -; dots only in \
                           tool names, capitals not in server names";
                report.record_tool_dropped(&name, why);
                continue;
            };
            let mut entry = Map::new();
            entry.insert("src_tool_urn".to_owned(), json!(gram_tool.urn));
            entry.insert("src_tool_name".to_owned(), json!(gram_tool.name));
            if let Some(title) = &tool.title {
                entry.insert("title".to_owned(), json!(title.value));
            }
            if let Some(description) = &tool.overriding_description {
                entry.insert("description".to_owned(), json!(description));
            }
            entry.extend(override_hints(tool, snake_case_key));
            if let Some(confirm) = confirm_mode(tool) {
                entry.insert("confirm".to_owned(), json!(confirm));
                if tool.approval == ApprovalMode::Block {
                    report.record_changed(
                        &name,
                        "approval",
                        "Gram cannot block a tool: it asks instead".to_owned(),
                    );
                } else {
                    report.record_exported(&name, "approval");
                }
            }
            if entry.len() > 2 {
                variations.push(Value::Object(entry));
            }
        }
    }
    vec![
        ExportFile::new(TARGET.file_name, to_json_file(&Value::Array(variations))),
        ExportFile::new("gram-variations-apply.sh", SCRIPT.to_owned()),
    ]
}

/// Whether clients have to ask the user: for every call, for the first one of a session, or for none. `None` if the user
/// set no approval mode.
fn confirm_mode(tool: &ExportedTool) -> Option<&'static str> {
    match tool.approval {
        ApprovalMode::ByHints => None,
        ApprovalMode::AlwaysAsk | ApprovalMode::Block => Some("always"),
        ApprovalMode::AskFirst => Some("session"),
        ApprovalMode::NeverAsk => Some("never"),
    }
}

const SCRIPT: &str = r#"#!/bin/sh
# Sends gram-variations.json to Gram. Needs curl and jq.
#   GRAM_KEY      an API key that may change tools
#   GRAM_PROJECT  the slug of the project
#   GRAM_URL      where Gram runs; https://app.getgram.ai where it is not set
#   GRAM_REPLACE  yes, to replace variations that are there already
#   GRAM_FUNCTIONS  slugs of sources that are Gram Functions, separated by spaces
set -eu
: "${GRAM_KEY:?}" "${GRAM_PROJECT:?}"
url=${GRAM_URL:-https://app.getgram.ai}
here=$(dirname "$0")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
umask 077
# In a file of its own, the key is in no list of processes.
printf 'header = "Gram-Key: %s"\nheader = "Gram-Project: %s"\n' "$GRAM_KEY" "$GRAM_PROJECT" >"$work/auth"
call() { curl -fsS -K "$work/auth" -H 'Content-Type: application/json' "$@"; }

jq --arg functions "${GRAM_FUNCTIONS:-}" '
  ($functions | split(" ")) as $functions | map(.src_tool_urn |= (
    split(":") as $urn | if $urn[1] == "externalmcp" and IN($urn[2]; $functions[])
      then (["tools", "function"] + $urn[2:]) | join(":") else . end))' "$here/gram-variations.json" >"$work/new.json"
call "$url/rpc/variations.listGlobal" >"$work/there.json"
there=$(jq -r --slurpfile new "$work/new.json" '
  [.variations[].src_tool_urn] as $there | $new[0][].src_tool_urn | select(IN($there[]))' "$work/there.json")
if [ -n "$there" ] && [ "${GRAM_REPLACE:-}" != yes ]; then
  printf 'there are variations already, and they would be replaced (GRAM_REPLACE=yes does it):\n%s\n' "$there" >&2
  exit 1
fi
jq -c '.[]' "$work/new.json" >"$work/updates"
while IFS= read -r update; do
  printf '%s' "$update" >"$work/body.json"
  call -X POST --data-binary "@$work/body.json" "$url/rpc/variations.upsertGlobal" >/dev/null
  printf 'done: %s\n' "$(jq -r '.src_tool_urn' "$work/body.json")"
done <"$work/updates"
"#;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::export::model::ExportedServer;

    #[test]
    fn approval_modes_become_confirmation_modes() {
        let tool = |name: &str, approval| ExportedTool {
            name: name.to_owned(),
            approval,
            ..ExportedTool::default()
        };
        let tools = vec![
            tool("by-hints", ApprovalMode::ByHints),
            tool("always", ApprovalMode::AlwaysAsk),
            tool("session", ApprovalMode::AskFirst),
            tool("never", ApprovalMode::NeverAsk),
            tool("blocked", ApprovalMode::Block),
        ];
        let server = ExportedServer { name: "s".to_owned(), tools, ..ExportedServer::default() };
        let model = ExportModel { toolset: None, servers: vec![server] };
        let mut report = FidelityReport::default();
        let text = render(&model, ExportOptions::default(), &mut report).swap_remove(0).text;
        let written: Vec<Value> = serde_json::from_str(&text).unwrap();
        let confirm: Vec<[&str; 2]> = written
            .iter()
            .map(|entry| ["src_tool_name", "confirm"].map(|key| entry[key].as_str().unwrap()))
            .collect();
        let expected =
            [["always", "always"], ["session", "session"], ["never", "never"], ["blocked", "always"]];
        assert_eq!(confirm, expected);
        assert_eq!(report.tools[3].changed[0].field, "approval");
    }
}
