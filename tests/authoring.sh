#!/bin/sh
# lessons/README.md and the reference are true: the lesson grows as the page says, every command prints what the page
# shows, and lessons know each name that is listed; and each link on a page leads to a heading that is there.
#
#     tests/authoring.sh BUILD
set -eu

pages='lessons/README.md lessons/reference/README.md'
mkdir -p "$1/authoring"
build=$(cd "$1" && pwd)
work=$build/authoring
rm -rf "$work"
mkdir -p "$work"

fail() {
    echo "$pages: $1" >&2
    exit 1
}

# shellcheck disable=SC2086 # several names
# The fenced blocks of the pages in their order: 01.markdown, 02.text, ...
awk -v folder="$work" '
    fence != "" && $0 == fence { fence = ""; close(file); next }
    fence != "" { print >file; next }
    /^(```|~~~~)/ {
        fence = substr($0, 1, /^~/ ? 4 : 3)
        file = sprintf("%s/%02d.%s", folder, ++count, substr($0, length(fence) + 1))
    }' $pages

lessons=0 commands=0 names=0
for block in "$work"/[0-9]*; do
    case $block in
    *.markdown)
        cp "$block" "$work/tea.md"
        lessons=$((lessons + 1))
        ;;
    *.text)
        command=$(sed -n '1s/^\$ build\/qkv //p' "$block")
        [ -n "$command" ] || fail "a block of text without a command: $(head -n 1 "$block")"
        sed 1d "$block" >"$work/expected"
        # shellcheck disable=SC2086 # the command is several words
        (cd "$work" && "$build/qkv" $command >shown 2>&1) || true
        diff -u "$work/expected" "$work/shown" >&2 || fail "build/qkv $command shows something else"
        commands=$((commands + 1))
        ;;
    *.names)
        {
            printf '## Names\n\n```python\nx = torch.ones(1, 1); s = "a"; l = [1]; d = {"a": 1}\n'
            printf 'torch.manual_seed(1); m = nn.Linear(1, 1)\n'
            tr -s ' ' '\n' <"$block"
            printf '```\n'
        } >"$work/names.md"
        "$build/qkv" print "$work/names.md" >"$work/log" 2>&1 || {
            cat "$work/log" >&2
            fail 'a name that it lists is not part of the language'
        }
        names=$((names + $(wc -w <"$block")))
        ;;
    esac
done
# headings FILE: what GitHub makes of each for links.
headings() {
    sed -n 's/^##* //p' "$1" | tr 'A-Z ' 'a-z-' | sed 's/[^a-z0-9_-]//g'
}
links=0
for page in README.md src/README.md $pages; do
    grep -o '](\([^):]*\))' "$page" | sed 's/^](//; s/)$//' >"$work/links"
    while IFS='#' read -r to heading; do
        to=${to:+$(dirname "$page")/$to}
        [ -e "${to:-$page}" ] || fail "$page: there is no $to"
        [ -z "$heading" ] || headings "${to:-$page}" | grep -qxe "$heading" || fail "$page: no heading for $to#$heading"
        links=$((links + 1))
    done <"$work/links"
done

# A notebook, and the lesson that is made of it, are checked alike; so are a script and its lesson.
cat >"$work/words.ipynb" <<'EOF'
{"nbformat": 4, "cells": [
 {"cell_type": "markdown", "source": "# Words\n\nSome text."},
 {"cell_type": "code", "source": "!pip install torch\nimport torch\nx = torch.ones(2)\nprint(x)",
  "outputs": [{"output_type": "stream", "name": "stdout", "text": "collected\n"}]},
 {"cell_type": "code", "source": "x * 2",
  "outputs": [{"data": {"text/plain": "tensor([2., 2.], grad_fn=<MulBackward0>)"}}]},
 {"cell_type": "code", "source": "x + 1", "outputs": [{"data": {"text/plain": "tensor([2., 3.])"}}]},
 {"cell_type": "code", "source": "y = x.nothing()"},
 {"cell_type": "code", "source": "print(x.sum())",
  "outputs": [{"output_type": "stream", "name": "stdout", "text": "tensor(2.)\n"}]}]}
EOF
printf '# %%%% Ones\n# Some text.\nimport torch\nx = torch.ones(2)\n\n# More.\nx * 2\ny = nothing\n' \
    >"$work/ones.py"
for file in words.ipynb ones.py; do
    (
        cd "$work"
        "$build/qkv" new --from "$file" made.md >log 2>&1
        for lesson in "$file" made.md; do
            "$build/qkv" check "$lesson" >shown 2>&1 || echo "status $?" >>shown
            place='[a-z]*\.[a-z]*[^ ]*\( cell [0-9]*\(, line [0-9]*\)\{0,1\}:\)\{0,1\}'
            sed "s/^$place //; s/^ *[0-9]* |/|/" shown >"$lesson.shown"
        done
        rm made.md
        diff -u "$file.shown" made.md.shown >&2
    ) || fail "$file and the lesson made of it are not checked alike"
done

# Files that come back are marked each, also behind one that cannot be read.
(
    QKV_LESSONS=$PWD/lessons
    export QKV_LESSONS
    cd "$work"
    "$build/qkv" export 03 --worksheet >handed.py
    sed -n '/^# The solution/,$p' handed.py | sed '/^#: end/d' >solved.py
    # A spreadsheet would take this name for a formula.
    cp solved.py '=1.py'
    "$build/qkv" mark 03 handed.py . solved.py '=1.py' --csv >shown 2>errors && status=0 || status=$?
    printf 'file,held,parts,line,said\n"handed.py",0,10,12,"scores: still blank"\n' >expected
    printf '"solved.py",10,10,0,""\n"./=1.py",10,10,0,""\n' >>expected
    echo 'qkv: .: Is a directory' | diff -u - errors >&2
    diff -u expected shown >&2 && [ "$status" = 2 ]
) || fail 'what comes back is not marked'

# What is refused in somebody's code does not command the terminal that shows it.
printf 'x = "\033[31m"\n' >"$work/escape.py"
if "$build/qkv" "$work/escape.py" --plain </dev/null 2>&1 | grep -q "$(printf '\033')"; then
    fail 'an escape code of a script reaches the terminal'
fi

[ $((lessons * commands * names * links)) -gt 0 ] || fail 'nothing was checked'

echo "$pages: $lessons lessons, $commands commands, $names names and $links links are as it says"
