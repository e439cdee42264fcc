#!/bin/sh
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
