#!/bin/sh
# The table of tests/terminal.md and the tests agree: each requirement has a test, each test in the
# table is there and runs, and each test that is named after a requirement stands in its row.
#
#     tests/terminal.sh [TABLE]      a line for each offence; exit status 1 if any
#     tests/terminal.sh --self-test  damages a copy of the table and sees it reported
set -eu
cd "$(dirname "$0")"

requirements=25

# "R8 view/check_matrix.c r8_counts_what_is_hidden", a line for each test of the table.
rows() {
    # shellcheck disable=SC2016
    sed -n 's/^| *\(R[0-9]*\) *|.*| *\([a-z]*\/check_[a-z]*[.]c\) *`\([a-z0-9_]*\)` *|$/\1 \2 \3/p
            s/^| *| *| *\([a-z]*\/check_[a-z]*[.]c\) *`\([a-z0-9_]*\)` *|$/- \1 \2/p' "$1" |
        awk '{ if ($1 == "-") $1 = last; last = $1; print }'
}

offences() {
    rows "$1" | while read -r number file test; do
        case $test in "$(echo "$number" | tr R r)"_*) ;;
        *) echo "$file: $test is not named after $number" ;; esac
        grep -q "^START_TEST($test)" "$file" || echo "$file: there is no test $test"
        tr '\n' ' ' <"$file" | grep -q "tcase_add_[a-z_]*([a-z]*, *${test}[,)]" ||
            echo "$file: $test never runs"
    done
    for n in $(seq $requirements); do
        rows "$1" | grep -q "^R$n " || echo "R$n: no test"
    done
    grep -o '^START_TEST(r[0-9][0-9]*_[a-z0-9_]*' ./*/check_*.c | sed 's/^[.]\///; s/:START_TEST(/ /' |
        while read -r file test; do
            rows "$1" | grep -q " $file $test\$" || echo "$file: $test is not in the table"
        done
}

if [ "${1-}" = --self-test ]; then
    copy=$(mktemp)
    trap 'rm -f "$copy"' EXIT
    # shellcheck disable=SC2016
    for damage in '/^| R8 /d' '/`r9_/d' 's/`r12_/`r13_/' 's/tui\/check_screen/tui\/check_terminal/'; do
        sed "$damage" terminal.md >"$copy"
        [ -n "$(offences "$copy")" ] || { echo "tests/terminal.sh does not see $damage" >&2; exit 1; }
    done
    exit
fi
found=$(offences "${1-terminal.md}")
[ -z "$found" ] || { echo "$found" >&2; exit 1; }
