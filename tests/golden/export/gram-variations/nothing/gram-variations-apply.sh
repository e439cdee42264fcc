#!/bin/sh
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
