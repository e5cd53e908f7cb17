# Completions of lawgrep for fish:  lawgrep completions fish | source
function __lawgrep_candidates
    set -l words (commandline -opc)
    set -l current (commandline -ct)
    set -l program $words[1]
    set -e words[1]
    for line in ($program completions --candidates -- $words $current 2>/dev/null)
        if test "$line" = ":files"
            __fish_complete_path $current
        else
            echo $line
        end
    end
end
complete -c lawgrep -f -k -a '(__lawgrep_candidates)'
