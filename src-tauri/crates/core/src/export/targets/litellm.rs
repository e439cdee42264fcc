//! LiteLLM: tool descriptions and selection, applied with a script through the API.

use serde_json::{Map, Value, json};

use super::shared::{qualified_name, to_json_file};
use crate::export::model::{ExportModel, ExportOptions, ExportedServer};
use crate::export::report::{FidelityReport, TargetCapabilities};
use crate::export::target::{ExportFile, Target, TargetKind, TargetWriter, Verification};

pub const TARGET: Target = Target {
    id: "litellm",
    name: "LiteLLM",
    kind: TargetKind::Gateway,
    purpose: "Descriptions and the selection of tools, sent to its API by a script",
    file_name: "litellm.json",
    locations: &[],
    capabilities: TargetCapabilities { description: true, tool_selection: true, ..TargetCapabilities::NONE },
    verification: Verification::OurSchema,
    caveats: &[
        "Run `sh litellm-apply.sh` beside the file, with curl and jq, and with LITELLM_URL and LITELLM_KEY in the \
         environment. Every server must be in LiteLLM under the same name or alias.",
        "LiteLLM ignores descriptions in config.yaml, so they go through the API, which needs its database.",
        "Titles are not sent: LiteLLM's display name would replace the tool's name.",
        "A server with a list of tools offers only the listed ones: tools that it adds later stay hidden until you send \
         the list again.",
        "A server without offered tools is not changed: LiteLLM treats an empty list as all tools.",
        "The script reads the server's connection from LiteLLM and sends it back, because LiteLLM would otherwise set the \
         transport to `sse`.",
    ],
    writer: TargetWriter::NewFiles(render),
};

fn render(model: &ExportModel, _: ExportOptions, report: &mut FidelityReport) -> Vec<ExportFile> {
    // LiteLLM treats an empty list as all tools.
    for server in model.servers.iter().filter(|server| !server.tools.iter().any(|tool| tool.is_included)) {
        for tool in &server.tools {
            let why = "LiteLLM treats an empty list as all tools; remove the server in LiteLLM";
            report.record_dropped(&qualified_name(server, tool), "not offered", why.to_owned());
        }
    }
    let servers = model.servers.iter().filter_map(|server| build_update(server, model.toolset.is_some()));
    vec![
        ExportFile::new(TARGET.file_name, to_json_file(&Value::Array(servers.collect()))),
        ExportFile::new("litellm-apply.sh", SCRIPT.to_owned()),
    ]
}

fn build_update(server: &ExportedServer, has_toolset: bool) -> Option<Value> {
    let mut update = Map::new();
    let offered = server.tools.iter().filter(|tool| tool.is_included);
    if has_toolset && offered.clone().next().is_some() {
        update.insert("allowed_tools".to_owned(), offered.map(|tool| json!(tool.name)).collect());
    }
    let descriptions: Map<String, Value> = server
        .tools
        .iter()
        .filter_map(|tool| Some((tool.name.clone(), json!(tool.overriding_description.as_ref()?))))
        .collect();
    if !descriptions.is_empty() {
        update.insert("tool_name_to_description".to_owned(), Value::Object(descriptions));
    }
    (!update.is_empty()).then(|| json!({"server": server.name, "update": update}))
}

const SCRIPT: &str = r#"#!/bin/sh
# Sends litellm.json to LiteLLM. Needs curl and jq.
#   LITELLM_URL  where the proxy runs, such as http://localhost:4000
#   LITELLM_KEY  a key that may change MCP servers
set -eu
: "${LITELLM_URL:?}" "${LITELLM_KEY:?}"
here=$(dirname "$0")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
umask 077
# In a file of its own, the key is in no list of processes.
printf 'header = "Authorization: Bearer %s"\n' "$LITELLM_KEY" >"$work/auth"
call() { curl -fsS -K "$work/auth" -H 'Content-Type: application/json' "$@"; }

call "$LITELLM_URL/v1/mcp/server" >"$work/servers.json"
jq -c '.[]' "$here/litellm.json" >"$work/updates"
missing=0
while IFS= read -r update; do
  printf '%s' "$update" >"$work/update.json"
  name=$(jq -r '.server | gsub("[[:cntrl:]]"; "?")' "$work/update.json")
  jq --slurpfile update "$work/update.json" '
    [.[] | select(.server_name == $update[0].server or .alias == $update[0].server)]
    | if length == 1 then
        (.[0] | {server_id, transport, url, command, args} | with_entries(select(.value != null)))
        + (.[0].tool_name_to_description // {} | {tool_name_to_description: .})
        * $update[0].update
      else empty end' "$work/servers.json" >"$work/body.json"
  if [ ! -s "$work/body.json" ]; then
    printf 'not found, or more than one: %s\n' "$name" >&2
    missing=1
    continue
  fi
  call -X PUT --data-binary "@$work/body.json" "$LITELLM_URL/v1/mcp/server" >/dev/null
  printf 'done: %s\n' "$name"
done <"$work/updates"
exit "$missing"
"#;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::export::model::ExportedTool;

    #[test]
    fn a_server_without_included_tools_gets_no_list() {
        let tools = vec![ExportedTool { name: "a".to_owned(), ..ExportedTool::default() }];
        let server = ExportedServer { name: "s".to_owned(), tools, ..ExportedServer::default() };
        let model = ExportModel { toolset: Some("daily".to_owned()), servers: vec![server] };
        let mut report = FidelityReport::from_model(&model, &TARGET.capabilities, ExportOptions::default());
        assert_eq!(render(&model, ExportOptions::default(), &mut report)[0].text, "[]\n");
        assert_eq!(report.tools[0].dropped[0].field, "not offered");
        assert!(report.tools[0].exported.is_empty());
    }
}
