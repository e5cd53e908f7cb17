#compdef lawgrep
# Completions of lawgrep for zsh:  source <(lawgrep completions zsh)
# or write them to a file _lawgrep in a folder of $fpath.
_lawgrep() {
    local line files=
    local -a values lines
    while IFS= read -r line; do
        if [[ $line == :files ]]; then
            files=1
            continue
        fi
        values+=("${line%%$'\t'*}")
        lines+=("${line%%$'\t'*}  ${line#*$'\t'}")
    done < <("${words[1]}" completions --candidates -- "${(@Q)words[2,CURRENT]}" 2>/dev/null)
    if (( ${#values} )); then
        # Candidates begin with what is typed, with a flag and its sign before it too.
        compadd -U -V lawgrep -l -d lines -a values
    fi
    [[ -n $files ]] && _files
    return 0
}
if [[ $zsh_eval_context[-1] == loadautofunc ]]; then
    _lawgrep "$@"
else
    compdef _lawgrep lawgrep
fi
