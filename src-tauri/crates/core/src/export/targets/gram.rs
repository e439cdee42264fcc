//! Gram: titles and hints of all tools of an MCP server, on which its access rules are based, applied with a script
//! through the API.

use std::collections::HashSet;

use serde_json::{Map, Value, json};

use super::shared::{effective_hints, qualified_name, snake_case_key, to_json_file};
use crate::export::model::{ExportModel, ExportOptions, ExportedServer};
use crate::export::report::{FidelityReport, TargetCapabilities};
use crate::export::target::{ExportFile, Target, TargetKind, TargetWriter, Verification};
use crate::model::hint::HintName;

pub const TARGET: Target = Target {
    id: "gram",
    name: "Gram",
    kind: TargetKind::Gateway,
    purpose: "Titles and hints of every tool as metadata of a Gram MCP server, sent to its API by a script",
    file_name: "gram.json",
    locations: &[],
    capabilities: TargetCapabilities { title: true, hints: &HintName::ALL, ..TargetCapabilities::NONE },
    verification: Verification::OurSchema,
    caveats: &[
        "Run `sh gram-apply.sh` beside the file, with curl and jq, and with GRAM_KEY and GRAM_PROJECT in the environment, \
         and GRAM_URL if it is not app.getgram.ai. Every server must be in the project under the same name or slug.",
        "Gram deletes the metadata of tools that are not sent, so the file contains every tool, with the server's declaration \
         if nothing is decided. Send it again when a server has new tools.",
        "A hint that is neither declared nor decided is omitted, which Gram treats as unknown.",
    ],
    writer: TargetWriter::NewFiles(render),
};

fn render(model: &ExportModel, _: ExportOptions, report: &mut FidelityReport) -> Vec<ExportFile> {
    let mut servers = Vec::new();
    for server in &model.servers {
        let tools = build_tools(server, report);
        // An empty list would make Gram delete the metadata of all tools of the server.
        if tools.is_empty() {
            report.caveats.push(format!("{} has no tools, so nothing is sent for it", server.name));
        } else {
            servers.push(json!({"server": server.name, "tools": tools}));
        }
    }
    vec![
        ExportFile::new(TARGET.file_name, to_json_file(&Value::Array(servers))),
        ExportFile::new("gram-apply.sh", SCRIPT.to_owned()),
    ]
}

fn build_tools(server: &ExportedServer, report: &mut FidelityReport) -> Vec<Value> {
    let mut seen = HashSet::new();
    let mut tools = Vec::new();
    for tool in &server.tools {
        // Gram trims names, and rejects the whole list if a name is empty or duplicate.
        let name = tool.name.trim();
        if name.is_empty() || !seen.insert(name) {
            report
                .record_tool_dropped(&qualified_name(server, tool), "Gram rejects empty and duplicate names");
            continue;
        }
        let mut entry = Map::new();
        entry.insert("tool_name".to_owned(), json!(name));
        if let Some(title) = tool.effective_title() {
            entry.insert("title".to_owned(), json!(title));
        }
        entry.extend(effective_hints(tool, snake_case_key));
        tools.push(Value::Object(entry));
    }
    tools
}

const SCRIPT: &str = r#"#!/bin/sh
# Sends gram.json to Gram. Needs curl and jq.
#   GRAM_KEY      an API key that may change MCP servers
#   GRAM_PROJECT  the slug of the project
#   GRAM_URL      where Gram runs; https://app.getgram.ai where it is not set
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

call "$url/rpc/mcpServers.list" >"$work/servers.json"
jq -c '.[]' "$here/gram.json" >"$work/updates"
missing=0
while IFS= read -r update; do
  printf '%s' "$update" >"$work/update.json"
  name=$(jq -r '.server | gsub("[[:cntrl:]]"; "?")' "$work/update.json")
  id=$(jq -r --slurpfile update "$work/update.json" '
    [.mcp_servers[] | select(.name == $update[0].server or .slug == $update[0].server)]
    | if length == 1 then .[0].id else "" end' "$work/servers.json")
  if [ -z "$id" ]; then
    printf 'not found, or more than one: %s\n' "$name" >&2
    missing=1
    continue
  fi
  jq --arg id "$id" '{mcp_server_id: $id, tools: .tools}' "$work/update.json" >"$work/body.json"
  call -X PUT --data-binary "@$work/body.json" "$url/rpc/mcpServers.setToolMetadataBatch" >"$work/answer.json"
  printf 'done: %s, %s forgotten\n' "$name" "$(jq -r '.deleted' "$work/answer.json")"
done <"$work/updates"
exit "$missing"
"#;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::export::model::ExportedTool;

    #[test]
    fn empty_lists_and_duplicate_names_are_not_sent() {
        let tool = |name: &str| ExportedTool { name: name.to_owned(), ..ExportedTool::default() };
        let server = |tools| ExportedServer { name: "s".to_owned(), tools, ..ExportedServer::default() };
        let render_and_parse = |tools| {
            let model = ExportModel { toolset: None, servers: vec![server(tools)] };
            let text =
                render(&model, ExportOptions::default(), &mut FidelityReport::default()).swap_remove(0).text;
            serde_json::from_str::<Value>(&text).unwrap()
        };
        assert_eq!(render_and_parse(Vec::new()), json!([]));
        let read = render_and_parse(vec![tool("a"), tool(" a "), tool("  "), tool("b")]);
        assert_eq!(read, json!([{"server": "s", "tools": [{"tool_name": "a"}, {"tool_name": "b"}]}]));
    }
}
