//! Gram variations: titles, hints and descriptions of tools in a project, applied with a script through the API.

use serde_json::{Map, Value, json};

use super::shared::{override_hints, qualified_name, snake_case_key, to_json_file};
use crate::export::model::{ExportModel, ExportOptions};
use crate::export::report::{FidelityReport, TargetCapabilities};
use crate::export::target::{ExportFile, Target, TargetKind, TargetWriter, Verification};
use crate::model::hint::HintName;

pub const TARGET: Target = Target {
    id: "gram-variations",
    name: "Gram variations",
    kind: TargetKind::Gateway,
    purpose: "Titles, hints and descriptions as variations of tools in a Gram project, sent to its API by a script",
    file_name: "gram-variations.json",
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
        "Every server must be a source of external MCP tools under the same slug; other servers are omitted.",
        "A variation is replaced as a whole, including a name, tags or confirmation that were set in Gram for the same tool. \
         The script therefore stops if a variation exists, unless GRAM_REPLACE=yes is set.",
    ],
    writer: TargetWriter::NewFiles(render),
};

fn render(model: &ExportModel, _: ExportOptions, report: &mut FidelityReport) -> Vec<ExportFile> {
    let mut variations = Vec::new();
    for server in &model.servers {
        for tool in server.tools.iter().filter(|tool| tool.has_overrides()) {
            if !is_slug(&server.name) || !is_tool_name(&tool.name) {
                let why = "Gram cannot address it: names have at most 128 characters of letters, digits, _ and -; dots only in \
                           tool names, capitals not in server names";
                report.record_tool_dropped(&qualified_name(server, tool), why);
                continue;
            }
            let mut entry = Map::new();
            entry.insert(
                "src_tool_urn".to_owned(),
                json!(format!("tools:externalmcp:{}:{}", server.name, tool.name)),
            );
            entry.insert("src_tool_name".to_owned(), json!(tool.name));
            if let Some(title) = &tool.title {
                entry.insert("title".to_owned(), json!(title.value));
            }
            if let Some(description) = &tool.overriding_description {
                entry.insert("description".to_owned(), json!(description));
            }
            entry.extend(override_hints(tool, snake_case_key));
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

fn is_slug(name: &str) -> bool {
    is_tool_name(name) && !name.contains(|c: char| c == '.' || c.is_ascii_uppercase())
}

fn is_tool_name(name: &str) -> bool {
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.');
    (1..=128).contains(&name.len()) && name.chars().all(plain)
}

const SCRIPT: &str = r#"#!/bin/sh
# Sends gram-variations.json to Gram. Needs curl and jq.
#   GRAM_KEY      an API key that may change tools
#   GRAM_PROJECT  the slug of the project
#   GRAM_URL      where Gram runs; https://app.getgram.ai where it is not set
#   GRAM_REPLACE  yes, to replace variations that are there already
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

call "$url/rpc/variations.listGlobal" >"$work/there.json"
there=$(jq -r --slurpfile new "$here/gram-variations.json" '
  [.variations[].src_tool_urn] as $there | $new[0][].src_tool_urn | select(IN($there[]))' "$work/there.json")
if [ -n "$there" ] && [ "${GRAM_REPLACE:-}" != yes ]; then
  printf 'there are variations already, and they would be replaced (GRAM_REPLACE=yes does it):\n%s\n' "$there" >&2
  exit 1
fi
jq -c '.[]' "$here/gram-variations.json" >"$work/updates"
while IFS= read -r update; do
  printf '%s' "$update" >"$work/body.json"
  call -X POST --data-binary "@$work/body.json" "$url/rpc/variations.upsertGlobal" >/dev/null
  printf 'done: %s\n' "$(jq -r '.src_tool_urn' "$work/body.json")"
done <"$work/updates"
"#;
