#!/bin/sh
# Holds each number of the lessons' text against what the lessons compute: tests/numbers.awk says how, and
# tests/numbers.txt has what no result shows as it is.
#
#     tests/numbers.sh QKV
set -eu

qkv=$1
work=$(dirname "$qkv")/numbers
rm -rf "$work"
mkdir -p "$work"

# bare NAME FILE: a lesson without its text, so that each number of its transcript is one of its code or its results. Its
# lines stay where they are, as a what-if may change one by its number. A last stage computes what the list has of it.
bare() {
    awk -v lesson="$1" '
    FNR == NR {
        n = split($0, part, / \| /)
        if (/^#/ || n != 3 || part[1] != lesson || part[3] ~ /^(source: |given$)/) next
        expression = part[3]
        if (sub(/ if [^ =]+ = .*/, "", expression))
            asked = asked "number_" FNR " = torch.tensor(float(" expression "))\n"
        else asked = asked "print(\"@\", " FNR ", *[float(v) for v in (" expression ",)])\n"
        next
    }
    fence != "" { print; if (/^```/) fence = ""; next }
    hidden { print ""; if (/^```/) hidden = 0; next }
    FNR == 1 { print; next }
    /^```(python|what-if|expect)/ { fence = $0; print; next }
    /^```/ { hidden = 1; print ""; next }
    { print /^## / ? $0 : "" }
    END { if (asked != "") printf "## The list\n\n```python\nimport math\nimport torch\n%s```\n", asked }
    ' tests/numbers.txt "$2" >"$work/$1.md"
}

for file in lessons/*.md; do
    name=$(basename "$file" .md)
    name=${name%%-*}
    [ "$name" != README ] || continue
    bare "$name" "$file"
    "$qkv" print --data lessons "$work/$name.md" >"$work/$name.out" || exit 1
    set -- "$@" "$file"
done
shift

# What the list has of a lesson with a change: "count if seed = 5".
sed -n '/^#/!=' tests/numbers.txt | while read -r line; do
    entry=$(sed -n "${line}p" tests/numbers.txt)
    change=$(printf '%s\n' "$entry" | sed -n 's/.* | .* | .* if \([^ =]* = .*\)/\1/p')
    [ -n "$change" ] || continue
    name=${entry%% *}
    "$qkv" try --data lessons "$work/$name.md" "$change" "number_$line" |
        awk -v line="$line" 'NR == 4 { v = $NF } END { sub(/^\*/, "", v); print "@ " line " " v }' >>"$work/$name.out"
done

awk -f tests/numbers.awk mode=list tests/numbers.txt mode=run "$work"/*.out mode=text "$@"
