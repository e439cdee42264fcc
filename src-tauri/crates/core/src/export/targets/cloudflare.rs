//! Cloudflare MCP portals: tool descriptions and selection, applied with a script through the API.

use serde_json::{Map, Value, json};

use super::shared::to_json_file;
use crate::export::model::{ExportModel, ExportOptions, ExportedTool};
use crate::export::report::{FidelityReport, TargetCapabilities};
use crate::export::target::{ExportFile, Target, TargetKind, TargetWriter, Verification};

pub const TARGET: Target = Target {
    id: "cloudflare",
    name: "Cloudflare MCP portals",
    kind: TargetKind::Gateway,
    purpose: "Descriptions and the selection of tools of MCP servers in Cloudflare One, sent to its API by a script",
    file_name: "cloudflare.json",
    locations: &[],
    capabilities: TargetCapabilities { description: true, tool_selection: true, ..TargetCapabilities::NONE },
    verification: Verification::Docs,
    caveats: &[
        "Run `sh cloudflare-apply.sh` beside the file, with curl and jq, and with CLOUDFLARE_ACCOUNT_ID and \
         CLOUDFLARE_API_TOKEN in the environment. The id of every server in Cloudflare must be its name here.",
        "The settings belong to the server and apply in every portal; a portal can override them.",
        "The list of changed tools is replaced as a whole: changes made in Cloudflare's dashboard for the same server, such \
         as another name for a tool, are lost.",
        "The script follows the documentation; it was not tested with Cloudflare.",
    ],
    writer: TargetWriter::NewFiles(render),
};

fn render(model: &ExportModel, _: ExportOptions, _: &mut FidelityReport) -> Vec<ExportFile> {
    let mut servers = Vec::new();
    for server in &model.servers {
        let tools: Vec<Value> =
            server.tools.iter().filter_map(|tool| build_entry(tool, model.toolset.is_some())).collect();
        if !tools.is_empty() {
            servers.push(json!({"server_id": server.name, "updated_tools": tools}));
        }
    }
    vec![
        ExportFile::new(TARGET.file_name, to_json_file(&Value::Array(servers))),
        ExportFile::new("cloudflare-apply.sh", SCRIPT.to_owned()),
    ]
}

fn build_entry(tool: &ExportedTool, has_toolset: bool) -> Option<Value> {
    if !has_toolset && tool.overriding_description.is_none() {
        return None;
    }
    let mut entry = Map::new();
    entry.insert("name".to_owned(), json!(tool.name));
    entry.insert("enabled".to_owned(), json!(tool.is_included));
    if let Some(description) = &tool.overriding_description {
        entry.insert("description".to_owned(), json!(description));
    }
    Some(Value::Object(entry))
}

const SCRIPT: &str = r#"#!/bin/sh
# Sends cloudflare.json to Cloudflare. Needs curl and jq.
#   CLOUDFLARE_ACCOUNT_ID  the account
#   CLOUDFLARE_API_TOKEN   a token that may edit MCP servers of Access
#   CLOUDFLARE_URL         where the API is; https://api.cloudflare.com/client/v4 where it is not set
set -eu
: "${CLOUDFLARE_ACCOUNT_ID:?}" "${CLOUDFLARE_API_TOKEN:?}"
url="${CLOUDFLARE_URL:-https://api.cloudflare.com/client/v4}/accounts/$CLOUDFLARE_ACCOUNT_ID/access/ai-controls/mcp/servers"
here=$(dirname "$0")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
umask 077
# In a file of its own, the token is in no list of processes.
printf 'header = "Authorization: Bearer %s"\n' "$CLOUDFLARE_API_TOKEN" >"$work/auth"
call() { curl -fsS -K "$work/auth" -H 'Content-Type: application/json' "$@"; }

jq -c '.[]' "$here/cloudflare.json" >"$work/updates"
while IFS= read -r update; do
  printf '%s' "$update" >"$work/update.json"
  id=$(jq -r '.server_id | @uri' "$work/update.json")
  jq '{updated_tools}' "$work/update.json" >"$work/body.json"
  call "$url/$id" >/dev/null
  call -X PUT --data-binary "@$work/body.json" "$url/$id" >/dev/null
  printf 'done: %s\n' "$id"
done <"$work/updates"
"#;
