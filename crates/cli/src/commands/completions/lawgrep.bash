# Completions of lawgrep for bash:  source <(lawgrep completions bash)
_lawgrep() {
    local line value files=
    COMPREPLY=()
    while IFS= read -r line; do
        if [[ $line == :files ]]; then
            files=1
            continue
        fi
        value=${line%%$'\t'*}
        COMPREPLY+=("$(printf '%q' "$value")")
    done < <("${COMP_WORDS[0]}" completions --candidates -- "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
    if [[ -n $files ]]; then
        local cur=${COMP_WORDS[COMP_CWORD]}
        [[ $cur == = ]] && cur=
        compopt -o filenames 2>/dev/null
        while IFS= read -r value; do
            COMPREPLY+=("$value")
        done < <(compgen -f -- "$cur")
    fi
    [[ ${#COMPREPLY[@]} -eq 1 && ${COMPREPLY[0]} == *[/,] ]] && compopt -o nospace 2>/dev/null
    return 0
}
complete -o nosort -F _lawgrep lawgrep 2>/dev/null || complete -F _lawgrep lawgrep
