//! IBM ContextForge: titles, hints, descriptions and selection of tools, applied with a script through the API.

use serde_json::{Map, Value, json};

use super::shared::{effective_hints, to_json_file};
use crate::export::model::{ExportModel, ExportOptions, ExportedTool};
use crate::export::report::{FidelityReport, TargetCapabilities};
use crate::export::target::{ExportFile, Target, TargetKind, TargetWriter, Verification};
use crate::model::hint::HintName;

pub const TARGET: Target = Target {
    id: "contextforge",
    name: "IBM ContextForge",
    kind: TargetKind::Gateway,
    purpose: "Titles, hints, descriptions and the selection of tools, sent to its API by a script",
    file_name: "contextforge.json",
    locations: &[],
    capabilities: TargetCapabilities {
        title: true,
        hints: &HintName::ALL,
        description: true,
        tool_selection: true,
        ..TargetCapabilities::NONE
    },
    verification: Verification::OurSchema,
    caveats: &[
        "Run `sh contextforge-apply.sh` beside the file, with curl and jq, and with CONTEXTFORGE_URL and \
         CONTEXTFORGE_TOKEN in the environment. Every server must be a gateway under the same name.",
        "ContextForge replaces all annotations of a tool, so the annotations that the server declares are sent too.",
        "When a gateway is refreshed, ContextForge restores the server's title; the title in the annotations stays.",
        "Only tools outside the toolset are turned off; tools that a server adds later are active.",
        "ContextForge rejects titles of more than 255 characters and, unless VALIDATION_STRICT is off, descriptions with \
         `&&`, `||`, `$(` or tags such as `<script`: the script stops at such a tool.",
    ],
    writer: TargetWriter::NewFiles(render),
};

fn render(model: &ExportModel, _: ExportOptions, _: &mut FidelityReport) -> Vec<ExportFile> {
    let mut updates = Vec::new();
    for server in &model.servers {
        for tool in &server.tools {
            let mut entry = Map::new();
            entry.insert("gateway".to_owned(), json!(server.name));
            entry.insert("tool".to_owned(), json!(tool.name));
            if tool.has_overrides() {
                let body = build_body(tool);
                if !body.is_empty() {
                    entry.insert("update".to_owned(), Value::Object(body));
                }
            }
            if model.toolset.is_some() {
                entry.insert("active".to_owned(), json!(tool.is_included));
            }
            if entry.len() > 2 {
                updates.push(Value::Object(entry));
            }
        }
    }
    vec![
        ExportFile::new(TARGET.file_name, to_json_file(&Value::Array(updates))),
        ExportFile::new("contextforge-apply.sh", SCRIPT.to_owned()),
    ]
}

/// The request body for a tool: always all annotations, and the description only if it is overridden.
fn build_body(tool: &ExportedTool) -> Map<String, Value> {
    let mut annotations = Map::new();
    if let Some(title) = tool.effective_title() {
        annotations.insert("title".to_owned(), json!(title));
    }
    annotations.extend(effective_hints(tool, HintName::key));
    let mut body = Map::new();
    if let Some(title) = &tool.title {
        body.insert("title".to_owned(), json!(title.value));
    }
    if let Some(description) = &tool.overriding_description {
        body.insert("description".to_owned(), json!(description));
    }
    let has_annotations =
        tool.title.is_some() || HintName::ALL.into_iter().any(|hint| tool.hints[hint].is_some());
    if has_annotations {
        body.insert("annotations".to_owned(), Value::Object(annotations));
    }
    body
}

const SCRIPT: &str = r#"#!/bin/sh
# Sends contextforge.json to ContextForge. Needs curl and jq.
#   CONTEXTFORGE_URL    where it runs, such as http://localhost:4444
#   CONTEXTFORGE_TOKEN  a token that may change tools
set -eu
: "${CONTEXTFORGE_URL:?}" "${CONTEXTFORGE_TOKEN:?}"
here=$(dirname "$0")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
umask 077
# In a file of its own, the token is in no list of processes.
printf 'header = "Authorization: Bearer %s"\n' "$CONTEXTFORGE_TOKEN" >"$work/auth"
call() { curl -fsS -K "$work/auth" -H 'Content-Type: application/json' "$@"; }

call "$CONTEXTFORGE_URL/tools?include_inactive=true&limit=0" >"$work/tools.json"
jq -c '.[]' "$here/contextforge.json" >"$work/updates"
missing=0
while IFS= read -r update; do
  printf '%s' "$update" >"$work/update.json"
  id=$(jq -r --slurpfile update "$work/update.json" '
    def slug: ascii_downcase | gsub("[^a-z0-9]+"; "-") | gsub("^-|-$"; "");
    (if type == "array" then . else .tools end)
    | map(select((.originalName // .original_name) == $update[0].tool
        and ((.gatewaySlug // .gateway_slug // "") == ($update[0].gateway | slug))))
    | if length == 1 then .[0].id else "" end' "$work/tools.json")
  name=$(jq -r '.gateway + "." + .tool | gsub("[[:cntrl:]]"; "?")' "$work/update.json")
  if [ -z "$id" ]; then
    printf 'not found: %s\n' "$name" >&2
    missing=1
    continue
  fi
  if jq -e 'has("update")' "$work/update.json" >/dev/null; then
    jq '.update' "$work/update.json" >"$work/body.json"
    call -X PUT --data-binary "@$work/body.json" "$CONTEXTFORGE_URL/tools/$id" >/dev/null
  fi
  if jq -e 'has("active")' "$work/update.json" >/dev/null; then
    active=$(jq -r '.active' "$work/update.json")
    call -X POST "$CONTEXTFORGE_URL/tools/$id/state?activate=$active" >/dev/null
  fi
  printf 'done: %s\n' "$name"
done <"$work/updates"
exit "$missing"
"#;
