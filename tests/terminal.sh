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
    rows "$1" | awk -v requirements=$requirements '
        function begins(test) { return "r" substr(number[test], 2) "_" }
        is_row {
            test = $2 " " $3
            row[++rows] = test
            number[test] = $1
            has[$1] = 1
            next
        }
        { file = substr(FILENAME, 3) }
        /^START_TEST\(/ {
            gsub(/^START_TEST\(|\).*/, "")
            is_there[file " " $0] = 1
        }
        /tcase_add_[a-z_]*\(/ {
            call = $0
            while (call !~ /;/ && (getline more) > 0) call = call more
            sub(/.*tcase_add_[a-z_]*\([a-z]*, */, "", call)
            sub(/[,)].*/, "", call)
            runs[file " " call] = 1
        }
        END {
            for (i = 1; i <= rows; i++) {
                split(row[i], part, " ")
                if (index(part[2], begins(row[i])) != 1)
                    print part[1] ": " part[2] " is not named after " number[row[i]]
                if (!(row[i] in is_there)) print part[1] ": there is no test " part[2]
                if (!(row[i] in runs)) print part[1] ": " part[2] " never runs"
            }
            for (n = 1; n <= requirements; n++) if (!("R" n in has)) print "R" n ": no test"
            for (test in is_there)
                if (test ~ / r[0-9]+_/ && !(test in number)) {
                    split(test, part, " ")
                    print part[1] ": " part[2] " is not in the table"
                }
        }' is_row=1 - is_row=0 ./*/check_*.c
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
