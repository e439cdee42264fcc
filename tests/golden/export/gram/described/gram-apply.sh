#!/bin/sh
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
