#!/usr/bin/env bash
# Compares whole runs of lawgrep with ripgrep over the same texts, in turns, and prints medians and ratios.
#
#   benches/compare.sh             the embedded corpus against its five texts as plain files
#   benches/compare.sh shelf DIR   also a shelf of 200 invented books, made in DIR if it is not there (some minutes)
#
# It needs rg, python3 and a release build (cargo build --release). Times are of this machine and this minute; the ratios are
# what counts.
set -euo pipefail
cd "$(dirname "$0")/.."
lawgrep=$PWD/${CARGO_TARGET_DIR:-target}/release/lawgrep
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
export LAWGREP_HOME="$scratch/home" LANG=C

mkdir -p "$scratch/plain"
for lang in en no da sv nl; do
    "$lawgrep" show 1-93 --edition "companion-$lang" >"$scratch/plain/$lang.txt"
done

pairs() {
    python3 - "$@" <<'PY'
import os, statistics, subprocess, sys, time
rounds, *rest = sys.argv[1:]
commands = [c.split("\x1f") for c in rest]
times = [[] for _ in commands]
for _ in range(int(rounds)):
    for n, command in enumerate(commands):
        start = time.perf_counter()
        subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        times[n].append((time.perf_counter() - start) * 1000)
last = statistics.median(times[-1])
for command, of in zip(commands, times):
    name = " ".join(os.path.basename(part) if part.startswith("/") else part for part in command)
    median = statistics.median(of)
    ratio = statistics.median(a / b for a, b in zip(of, times[-1]))
    print(f"{median:9.2f} ms  {ratio:6.2f}  {name[:100]}")
PY
}

join() { local IFS=$'\x1f'; echo "$*"; }

echo "embedded corpus: median, ratio to the last line"
pairs 60 "$(join "$lawgrep" --version)" "$(join "$lawgrep" strafkort)" "$(join "$lawgrep" strafkort -m 10)" \
    "$(join "$lawgrep" strafkort --lang da)" "$(join "$lawgrep" 50D --edition companion-no)" \
    "$(join rg -i strafkort "$scratch"/plain/{en,no,da,sv,nl}.txt)"
command -v /usr/bin/time >/dev/null && /usr/bin/time -f "peak memory of lawgrep strafkort: %M KB" "$lawgrep" strafkort >/dev/null 2>"$scratch/time" || true
tail -n 1 "$scratch/time" 2>/dev/null || true

if [ "${1:-}" = shelf ]; then
    books=${2:?a folder for the books}
    [ -d "$books/texts" ] || python3 benches/shelf.py "$books/texts" 200
    if [ ! -d "$books/home" ]; then
        for book in "$books"/texts/*.txt; do
            id=$(basename "$book" .txt)
            LAWGREP_HOME="$books/home" "$lawgrep" import --as "$id" --lang da --code 1997 "$book" >/dev/null
        done
    fi
    export LAWGREP_HOME="$books/home"
    echo "shelf of 200 books ($(du -sm "$books/texts" | cut -f1) MB): median, ratio to the last line"
    pairs 11 "$(join "$lawgrep" kort -m 10)" "$(join "$lawgrep" 50B --edition book-100)" \
        "$(join rg -i -m10 kort "$books/texts")" "$(join rg -i kort "$books/texts")"
fi
