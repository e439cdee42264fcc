#!/bin/sh
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
