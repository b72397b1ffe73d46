#!/bin/sh
# Counts that each tensor of tests/sources.txt stands in what the lesson that retells it prints, digit for digit, and in
# an expectation, which `make check-torch` compares with PyTorch. A line for each says where.
#
#     tests/sources.sh QKV
set -eu

qkv=$1
work=$(dirname "$qkv")/sources
rm -rf "$work"
mkdir -p "$work"

sed -n 's/^= \([0-9]*\) .*/\1/p' tests/sources.txt | sort -u | while read -r lesson; do
    cat lessons/"$lesson"-*.md >"$work/$lesson.md"
    "$qkv" print "$lesson" >"$work/$lesson.out"
done

awk '
function digits(text) {
    gsub(/[ \t]/, "", text)
    if (sub(/^(torch\.)?tensor\(/, "", text)) sub(/\)$/, "", text)
    return text
}
FNR == 1 { lesson = FILENAME; sub(/.*\//, "", lesson); sub(/\..*/, "", lesson); stage = block = 0 }

# What a lesson prints, stage by stage, without its code.
FILENAME ~ /\.out$/ && /^== [0-9]+\. / { stage = $2 + 0; stages[lesson] = stage; next }
FILENAME ~ /\.out$/ && !/^(>>>|\.\.\.) / {
    printed[lesson, stage] = printed[lesson, stage] digits($0)
    if (match($0, /^[A-Za-z_0-9.]+ \([0-9, ]+\)$|torch\.Size\(\[[0-9, ]+\]\)/)) {
        line = substr($0, RSTART, RLENGTH)
        gsub(/^[^(]*\(\[?|\]?\)$| /, "", line)
        printed[lesson, stage] = printed[lesson, stage] " (" line ") "
    }
}
FILENAME ~ /\.out$/ { next }

# What it expects, and its code.
FILENAME ~ /\.md$/ {
    if (/^```/) {
        block = $0
        stage += block ~ /^```what-if/
    } else if (block ~ /^```expect/) expected[lesson] = expected[lesson] digits($0)
    else if (block == "```python") code[lesson, stage] = code[lesson, stage] digits($0)
    stage += /^## /
    next
}

# Looks for what was read last: its first stage.
function seek(    numbers, s, kind, where) {
    if (title == "") return
    kind = title ~ /^shape of / ? "shape" : title ~ /^code: / ? "code" : "tensor"
    numbers = kind == "shape" ? " " digits(text) " " : digits(text)
    for (s = 0; s <= stages[of]; s++)
        if (index(printed[of, s], numbers) || kind == "code" && index(code[of, s], numbers)) break
    all[kind]++
    if (s > stages[of]) {
        printf "tests/sources.txt:%d: lesson %s does not show %s\n", at, of, title
        missing++
    } else shown[kind]++
    where = sprintf("%s, stage %d", of, s)
    if (kind == "tensor" && index(expected[of], numbers)) {
        expectations++
        where = where ", expected"
    } else if (text ~ /^tensor/ && kind == "tensor") {
        printf "tests/sources.txt:%d: lesson %s does not expect %s\n", at, of, title
        missing++
    }
    if (kind != "shape") printf "  %-26s %s\n", where, title
    title = text = ""
}
/^#/ { next }
/^= / { seek(); of = $2; title = $0; sub(/^= [0-9]+ +/, "", title); at = FNR; next }
{ text = text $0 }
END {
    seek()
    printf "sources: %d of %d tensors that they print are shown, digit for digit, %d of them expected; " \
        "%d of %d shapes, %d of %d tensors in their code\n", shown["tensor"], all["tensor"], expectations,
        shown["shape"], all["shape"], shown["code"], all["code"]
    exit missing > 0 || all["tensor"] == 0
}' "$work"/*.out "$work"/*.md tests/sources.txt
