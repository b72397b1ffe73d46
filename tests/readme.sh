#!/bin/sh
# The README is true: its pictures are what the program shows, its lesson holds, its C program prints
# what it says.
#
#     tests/readme.sh BUILD CC
set -eu

build=$1
cc=$2
work=$build/readme
rm -rf "$work"
mkdir -p "$work"

# block N LANGUAGE: the N-th fenced block in that language, without its fences.
block() {
    awk -v wanted="$1" -v language="$2" '
        fence != "" && $0 == fence { fence = ""; next }
        fence != "" { if (count == wanted && found) print; next }
        /^(```|~~~~)/ {
            fence = substr($0, 1, /^~/ ? 4 : 3)
            found = substr($0, length(fence) + 1) == language
            if (found) count++
        }' README.md
}

# same NAME: what was expected and what came out, which are called NAME.expected and NAME.
same() {
    diff -u "$work/$1.expected" "$work/$1" || {
        echo "README.md: this differs from what the program does ($1)" >&2
        exit 1
    }
}

# screen N NAME STAGE SIZE KEYS: the N-th text block, less its first line, is the last screen.
screen() {
    block "$1" text | sed 1d >"$work/$2.expected"
    "$build/qkv" 01 --no-resume --goto "$3" --size "$4" --script "$5" |
        awk '/^-- .* --$/ { text = ""; next } { text = text $0 "\n" } END { printf "%s", text }' >"$work/$2"
    same "$2"
}

screen 1 stage 4.2 80x18 ''
screen 2 number 5.1 80x22 'Down Right Enter'
screen 5 what-if 4.2 80x20 'Down Right = 0 Enter'

# The keys and words are those of the tables.
block 3 text >"$work/keys.expected"
"$build/qkv" --keys | awk '!NF { exit } { print }' >"$work/keys"
same keys
block 4 text >"$work/words.expected"
"$build/qkv" --keys | awk '!NF { text = ""; next } { text = text $0 "\n" } END { printf "%s", text }' >"$work/words"
same words

block 1 markdown >"$work/mine.md"
"$build/qkv" check "$work/mine.md" >"$work/mine.log" 2>&1 || { cat "$work/mine.log" >&2; exit 1; }

# The same lesson with a mistake, under the same name.
mkdir "$work/bad"
sed 's/^x = .*/&; y = torch.ones(3, 2)/; s/@ x.T/@ y/' "$work/mine.md" >"$work/bad/mine.md"
block 6 text >"$work/mistake.expected"
program=$(cd "$build" && pwd)/qkv
(cd "$work/bad" && "$program" print mine.md) 2>"$work/mistake" >/dev/null || true
same mistake

# A row that is named is told as a row.
row=$("$build/qkv" try 01 'x[x2, f1] = -2, -1, 0, 1, 2' 'weights[x1]' | grep -c '^\[x' || true)
grep -q "try 01 'x\[x2, f1\] = -2, -1, 0, 1, 2' 'weights\[x1\]'" README.md
[ "$row" -eq 3 ] || {
    echo "README.md: try tells $row numbers of a row of 3" >&2
    exit 1
}

# What is piped into the line mode is understood: it opens a number, and the answer ends in a line that says which.
grep -o "printf '[^']*' | build/qkv --plain [0-9]*" README.md | sed "s#build/qkv#$program#" >"$work/pipes"
pipes=0
while read -r pipe; do
    pipes=$((pipes + 1))
    sh -c "$pipe" >"$work/piped"
    tail -n 1 "$work/piped" | grep -q '^-- .*\[.*\], made of\. .* --$' || {
        echo "README.md: this is refused ($pipe): $(tail -n 2 "$work/piped")" >&2
        exit 1
    }
done <"$work/pipes"
[ "$pipes" -gt 0 ]

block 1 c >"$work/scores.c"
block 8 text >"$work/scores.expected"
# shellcheck disable=SC2086 # the compiler may come with flags
$cc -std=c11 -Isrc/core "$work/scores.c" "$build/libqkv.a" -lm -o "$work/a.out"
"$work/a.out" >"$work/scores"
same scores
echo "README.md: 3 screens, 1 lesson, $pipes pipe and 1 program are as it says"
