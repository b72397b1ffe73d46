#!/bin/sh
# Programs as people write them, and what PyTorch prints for them: tests/real/NAME.py and NAME.out.
#
#     tests/real.sh QKV               runs them; a line for each that differs, and exit status 1 if any
#     tests/real.sh QKV NAME...       these alone, with all that qkv says of them
#     tests/real.sh QKV --self-test   programs that must be reported, each for a reason of its own
#
# A program becomes a lesson with its .out as the expectation at the end, which holds letter for letter
# but for blanks at the ends of lines; and it is printed as the script that it is. tests/real/make.py
# writes the .out with a real PyTorch.
set -eu

# How many lines of a lesson come before the program.
above=5

as_lesson() {
    # shellcheck disable=SC2016
    printf '# %s\n\n## Program\n\n```python\n' "${1##*/}"
    cat "$1.py"
    # shellcheck disable=SC2016
    printf '```\n\n```expect\n'
    cat "$1.out"
    # shellcheck disable=SC2016
    printf '```\n'
}

# What is wrong with the program of this path, without its ending; nothing when it is as it should be.
offence() {
    for file in "$1.py" "$1.out"; do
        [ -s "$file" ] || { echo "$file: is not there, or empty"; return; }
    done
    as_lesson "$1" >"$work/lesson.md"
    if "$qkv" check "$work/lesson.md" >"$work/said" 2>&1; then
        "$qkv" print "$1.py" >/dev/null 2>"$work/said" || cat "$work/said"
    else
        awk -F: -v path="$1.py" -v above=$above -v OFS=: \
            'NR == 1 && $2 > above { $1 = path; $2 -= above } { print }' "$work/said"
    fi
}

# run FOLDER [NAME...]
run() {
    folder=$1 count=0 wrong=0 lines=1
    shift
    if [ $# -gt 0 ]; then lines=1000; else
        # shellcheck disable=SC2046
        set -- $(find "$folder" -maxdepth 1 -name '*.py' -o -maxdepth 1 -name '*.out' |
            sed 's|.*/||; s|[.][a-z]*$||; /^make$/d' | sort -u)
        [ $# -gt 0 ] || { echo "$folder: no programs"; return 1; }
    fi
    for name; do
        count=$((count + 1))
        offence "$folder/$name" >"$work/found"
        [ ! -s "$work/found" ] || wrong=$((wrong + 1))
        head -n $lines "$work/found"
    done
    [ $wrong -eq 0 ] || return 1
    echo "real: $count programs print what PyTorch prints"
}

# expect MESSAGE PROGRAM OUTPUT: the first line that is said of them.
expect() {
    printf '%b' "$2" >"$work/tried/x.py"
    printf '%b' "$3" >"$work/tried/x.out"
    status=0
    run "$work/tried" >"$work/report" || status=1
    found=$(sed "s|$work/||" "$work/report")
    [ "$1" = "$found" ] || { printf 'real.sh: expected "%s", found "%s"\n' "$1" "$found" >&2; exit 1; }
    case $1 in real:*) wanted=0 ;; *) wanted=1 ;; esac
    [ $status -eq $wanted ] || { printf 'real.sh: exit status %s after "%s"\n' $status "$1" >&2; exit 1; }
}

self_test() {
    mkdir "$work/tried"
    expect 'real: 1 programs print what PyTorch prints' 'print(1 + 1)\n' '2\n'
    expect 'tried/x.py:4: expect: 1 of 1 number differs, by at most 1' 'print(1 + 1)\n' '3\n'
    expect 'tried/x.py:5: expect: 1 number expected, and 2 computed' 'print(1)\nprint(2)\n' '1\n'
    expect 'tried/x.py:4: expect: the numbers are equal, but the text around them differs' \
        'print([1, 2])\n' '[1,2]\n'
    expect 'tried/x.py:2:7: division by zero' 'print(1)\nprint(1 / 0)\n' '1\n'
    expect "tried/x.py:1:9: expected an expression, found ')'" 'print(1+)\n' '1\n'
    expect 'tried/x.out: is not there, or empty' 'x = 1\n' ''
    expect 'tried/x.py: is not there, or empty' '' '1\n'
    rm -r "$work/tried"
    mkdir "$work/tried"
    ! run "$work/tried" >"$work/found" || { echo 'real.sh: nothing to run is no error' >&2; exit 1; }
}

case $1 in /*) qkv=$1 ;; *) qkv=$(pwd)/$1 ;; esac
shift
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
if [ "${1-}" = --self-test ]; then self_test; else run tests/real "$@"; fi
