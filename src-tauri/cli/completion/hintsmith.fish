# fish completion for hintsmith: hintsmith completions fish | source
function __hintsmith_complete
    set -l entries (hintsmith complete fish (commandline -cp | string collect) 2>/dev/null)
    if test (count $entries) -gt 0
        printf '%s\n' $entries
    else
        __fish_complete_path (commandline -ct)
    end
end
complete -c hintsmith -f -k -a '(__hintsmith_complete)'
