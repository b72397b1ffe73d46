#!/bin/sh
# The README is true: its picture is what the program shows, its walk leads there, its script and its commands
# run. So are the examples of the two man pages.
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

# last STAGE SIZE KEYS: the last screen of lesson 01 after these keys.
program=$(cd "$build" && pwd)/qkv
QKV_LESSONS=$PWD/lessons # for commands that run in another folder
export QKV_LESSONS
last() {
    "$program" 01 --no-resume --goto "$1" --size "$2" --script "$3" |
        awk '/^-- .* --$/ { text = ""; next } { text = text $0 "\n" } END { printf "%s", text }'
}

block 1 text | sed 1d >"$work/number.expected"
last 5 80x22 'Space Down Right Enter' >"$work/number"
same number

# walk KEYS TEXT: after these keys from stage 5 the screen holds the text, which README quotes.
walks=0
walk() {
    walks=$((walks + 1))
    grep -qF "\`$2\`" README.md || { echo "README.md: '$2' is not there" >&2; exit 1; }
    last 5 80x24 "$1" >"$work/walked"
    grep -qF -e "$2" "$work/walked" || {
        cat "$work/walked"
        echo "README.md: the screen has no $2 after $1" >&2
        exit 1
    }
}
walk 'Space Down Right' '>0.9820<'
walk 'Space Down Right Enter' '{16}'
walk 'Space Down Right Enter Enter' '2 * 4 = 8'
walk 'Space Down Right Enter Enter = 0 Enter Space' '*0.9997'
last 5 80x24 'Space Down Right Enter Enter = 0 Enter Space u' | grep -qF '>0.9820<' || {
    echo 'README.md: u does not take the change back' >&2
    exit 1
}

block 1 python >"$work/mine.py"
"$program" "$work/mine.py" --no-resume --script 'Space Space' >"$work/mine.log"
"$program" check "$work/mine.py" >"$work/mine.log" 2>&1 || { cat "$work/mine.log" >&2; exit 1; }

# runs FILE PAGE: each line of the file is a command, run beside a printout for diagnose. Status 1 is a comparison
# of what differs.
commands=0
runs() {
    while read -r command; do
        commands=$((commands + 1))
        (cd "$work" && PATH="${program%/*}:$PATH" sh -c "$command") >"$work/ran" 2>&1 </dev/null || [ $? -eq 1 ] || {
            cat "$work/ran" >&2
            echo "$2: this fails: $command" >&2
            exit 1
        }
        [ -s "$work/ran" ] || [ "${command#*--html}" != "$command" ] || {
            echo "$2: this prints nothing: $command" >&2
            exit 1
        }
        cp "$work/ran" "$work/ran.$commands"
    done <"$1"
}
# Files of the reader's, as the section on mistakes has them: softmax over the other axis, and a pupil's lesson.
sed 's/dim=-1/dim=0/' "$work/mine.py" >"$work/wrong.py"
cp "$work/mine.py" "$work/solution.py"
(cd "$work" && "$program" print wrong.py | awk '/^tensor/ { text = "" } NF { text = text $0 "\n" } END { printf "%s", text }' >right.txt)
[ -s "$work/right.txt" ]
# shellcheck disable=SC2016
printf '# Mine\n\n## Stage\n\n```python\nx = 1 + 1\n```\n\n```expect x\n3\n```\n' >"$work/pupil.md"
block 4 sh | sed 's/ *#.*//; s#^build/qkv#qkv#' >"$work/mistakes"
runs "$work/mistakes" README.md
grep -q 'softmax runs over' "$work/ran.1" || { echo 'README.md: diagnose finds nothing' >&2; exit 1; }
block 5 sh | sed 's/ *#.*//; s#^build/qkv#qkv#' >"$work/commands"
runs "$work/commands" README.md
[ -s "$work/01.html" ]

# Softmax over the wrong axis, for diagnose.
sed 's/^weights = softmax(scores, dim=-1)/weights = softmax(scores, dim=0)/' lessons/01-*.md >"$work/wrong.md"
"$program" print "$work/wrong.md" 2>/dev/null |
    awk '/^weights \(/ { on = 1; next } !NF { on = 0 } on' >"$work/printed.txt"
[ -s "$work/printed.txt" ]
"$program" --man | sed '1,/^\.SH EXAMPLES/d; /^\.SH/,$d' | sed -n 's/^\\fB\(.*\)\\fR$/\1/p' |
    sed "s/\\\\&//g; s/\\\\-/-/g; s/\\\\(aq/'/g; s/\\\\(dq/\"/g; s/\\\\e/\\\\/g" >"$work/examples"
runs "$work/examples" 'qkv(1)'
grep -n '^qkv diagnose\|^printf' "$work/examples" | cut -d: -f1 >"$work/at"
before=$(cat "$work/mistakes" "$work/commands" | grep -c .)
{
    read -r diagnose
    read -r pipe
} <"$work/at"
grep -q 'softmax runs over the queries' "$work/ran.$((before + diagnose))" || {
    echo 'qkv(1): diagnose does not find the mistake' >&2
    exit 1
}
# What is piped into the line mode opens a number, and the answer ends in a line that says which.
tail -n 1 "$work/ran.$((before + pipe))" | grep -q '^-- .*\[.*\], made of\. .* --$' || {
    tail -n 2 "$work/ran.$((before + pipe))" >&2
    echo 'qkv(1): the line mode refuses its example' >&2
    exit 1
}

# example N: the N-th .EX of the section of examples of libqkv(3).
example() {
    sed '1,/^\.SH EXAMPLES/d' src/core/libqkv.3 |
        awk -v wanted="$1" '/^\.EX/ { n++; on = 1; next } /^\.EE/ { on = 0 } on && n == wanted' |
        sed 's/\\-/-/g; s/\\e/\\/g'
}
example 1 >"$work/scores.c"
example 2 >"$work/scores.expected"
# shellcheck disable=SC2086 # the compiler may come with flags
$cc -std=c11 -Isrc/core "$work/scores.c" "$build/libqkv.a" -lm -o "$work/a.out"
"$work/a.out" >"$work/scores"
same scores
echo "README.md and the man pages: 1 screen, $walks steps of a walk, 1 script, $commands commands and 1 program are as they say"
