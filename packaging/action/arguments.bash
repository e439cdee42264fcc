# The arguments of `hintsmith lint` from the inputs of the action, which arrive as variables: an input is never part of a script.
# shellcheck shell=bash disable=SC2034 # used by the steps
set -euo pipefail

arguments=()
[ -z "$HINTSMITH_PROFILE" ] || arguments+=(--profile "$HINTSMITH_PROFILE")
[ -z "$HINTSMITH_POLICY" ] || arguments+=(--policy "$HINTSMITH_POLICY")
[ -z "$HINTSMITH_BASE" ] || arguments+=(--diff "$HINTSMITH_BASE")
if [ -n "$HINTSMITH_FILE" ]; then
  server=(--file "$HINTSMITH_FILE")
elif [ -n "$HINTSMITH_URL" ]; then
  server=(--url "$HINTSMITH_URL")
elif [ -n "$HINTSMITH_COMMAND" ]; then
  server=(--)
  # One word per line, so that no word is split or expanded.
  while IFS= read -r word; do [ -z "$word" ] || server+=("$word"); done <<<"$HINTSMITH_COMMAND"
else
  echo "::error::set one of the inputs file, command and url" && exit 2
fi
