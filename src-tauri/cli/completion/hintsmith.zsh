#compdef hintsmith
# zsh completion for hintsmith: source <(hintsmith completions zsh), or save it as _hintsmith in a folder of $fpath
_hintsmith() {
  local -a entries
  local value help
  while IFS=$'\t' read -r value help; do
    entries+=("${value//:/\\:}:${help}")
  done < <(hintsmith complete zsh "${(j: :)${(@q)words[1,CURRENT]}}" 2>/dev/null)
  if (( ${#entries} )); then
    _describe -V 'hintsmith' entries
  else
    _files
  fi
}
if [ "$funcstack[1]" = "_hintsmith" ]; then
  _hintsmith "$@"
else
  compdef _hintsmith hintsmith
fi
