#!/bin/sh
# Makes docs/reader-dark.svg and docs/reader-light.svg from the program itself: starts it in tmux with an empty data folder,
# presses keys, takes the screen with its colours and draws it on black and on white. Needs tmux and python3.
#
#   docs/picture.sh [PROGRAM]   default: target/release/lawgrep
set -eu
program=${1:-target/release/lawgrep}
here=$(dirname "$0")
home=$(mktemp -d)
tmux="tmux -L lawgrep-picture-$$ -f /dev/null"
trap '$tmux kill-server 2>/dev/null || true; rm -rf "$home"' EXIT

# Waits until the screen says something: never for a time.
see() {
    n=0
    until $tmux capture-pane -p | grep -qF -- "$1"; do
        n=$((n + 1))
        [ $n -lt 200 ] || { echo "picture.sh: the screen never said: $1" >&2; $tmux capture-pane -p >&2; exit 1; }
        sleep 0.05
    done
}

$tmux new-session -d -x 118 -y 30 "env LAWGREP_HOME=$home LANG=nb_NO.UTF-8 LC_ALL= TERM=screen-256color $program tui 50E2 --parallel"
see '50E2'
$tmux send-keys Tab
$tmux send-keys Tab
$tmux send-keys Space
see '┌'
$tmux capture-pane -p -e -N > "$home/screen"
for theme in dark light; do
    python3 "$here/picture.py" "$theme" < "$home/screen" > "$home/reader.svg"
    mv "$home/reader.svg" "$here/reader-$theme.svg"
done
