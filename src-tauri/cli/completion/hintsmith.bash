# bash completion for hintsmith: eval "$(hintsmith completions bash)"
_hintsmith() {
  local line
  COMPREPLY=()
  while IFS= read -r line; do
    COMPREPLY+=("$line")
  done < <(hintsmith complete bash "${COMP_LINE:0:COMP_POINT}" 2>/dev/null)
}
complete -o default -F _hintsmith hintsmith
