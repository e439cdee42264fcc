#!/bin/sh
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
