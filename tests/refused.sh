#!/bin/sh
# Programs in which something is refused, and what PyTorch prints for them: tests/refused/NAME.py and
# NAME.out. What qkv prints after the refusal must be a part of that, line after line, and there must be
# something that it does not run and says so.
#
#     tests/refused.sh QKV               runs them; a line for each that is not so, and exit status 1 if any
#     tests/refused.sh QKV --self-test   programs that must be reported, each for a reason of its own
#
# The .out are written by tests/real/make.py ../refused/NAME.
set -eu

# What the statements that print have printed, out of a transcript: without what is told of refusals, and of
# the seed.
printed() {
    awk '/^>>> /  { prints = /^>>> print\(/; next }
         /^== /   { prints = 0 }
         /^$/ || /^Traceback/ { prints = 0 }
         prints && !/^\((Not run|No seed)/' "$1"
}

# What is wrong with the program of this path, without its ending; nothing when it is as it should be.
offence() {
    for file in "$1.py" "$1.out"; do
        [ -s "$file" ] || { echo "$file: is not there, or empty"; return; }
    done
    "$qkv" print --brief "$1.py" >"$work/transcript" 2>/dev/null || [ $? -eq 2 ] ||
        { echo "$1.py: qkv ends with an error"; return; }
    printed "$work/transcript" >"$work/printed"
    awk -v path="$1.py" '
        NR == FNR { wanted[++lines] = $0; next }
        {
            do at++; while (at <= lines && wanted[at] != $0)
            if (at > lines) { print path ": PyTorch does not print \"" $0 "\" there"; exit }
        }' "$1.out" "$work/printed"
    grep -q '^(Not run' "$work/transcript" ||
        echo "$1.py: everything runs: this belongs to tests/real"
}

# run FOLDER
run() {
    count=0 wrong=0
    for path in "$1"/*.py; do
        [ -e "$path" ] || { echo "$1: no programs"; return 1; }
        count=$((count + 1))
        offence "${path%.py}" >"$work/found"
        [ ! -s "$work/found" ] || wrong=$((wrong + 1))
        head -n 1 "$work/found"
    done
    [ $wrong -eq 0 ] || return 1
    echo "refused: $count programs print nothing that PyTorch does not print"
}

# expect MESSAGE PROGRAM OUTPUT: the first line that is said of them.
expect() {
    printf '%b' "$2" >"$work/tried/x.py"
    printf '%b' "$3" >"$work/tried/x.out"
    run "$work/tried" >"$work/report" || true
    found=$(sed "s|$work/||" "$work/report")
    [ "$1" = "$found" ] || { printf 'refused.sh: expected "%s", found "%s"\n' "$1" "$found" >&2; exit 1; }
}

self_test() {
    mkdir "$work/tried"
    expect 'refused: 1 programs print nothing that PyTorch does not print' \
        'print(1)\nx = torch.hub\nprint(x)\nprint(2)\n' '1\nx\n2\n'
    expect 'tried/x.py: PyTorch does not print "3" there' \
        'print(1)\nx = torch.hub\nprint(x)\nprint(3)\n' '1\nx\n2\n'
    expect 'tried/x.py: PyTorch does not print "1" there' \
        'print(2)\nx = torch.hub\nprint(x)\nprint(1)\n' '1\nx\n2\n'
    expect 'tried/x.py: everything runs: this belongs to tests/real' 'print(1)\n' '1\n'
    expect 'tried/x.out: is not there, or empty' 'print(1)\n' ''
    rm -r "$work/tried"
    mkdir "$work/tried"
    ! run "$work/tried" >"$work/report" || { echo 'refused.sh: nothing to run is no error' >&2; exit 1; }
}

case $1 in /*) qkv=$1 ;; *) qkv=$(pwd)/$1 ;; esac
shift
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
if [ "${1-}" = --self-test ]; then self_test; else run tests/refused; fi
