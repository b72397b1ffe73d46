#!/bin/sh
# The program of one file, alone: in a root that has nothing else, where that may be made, it has its lessons, what they
# read, and the kinds of terminals.
#
#     tests/static.sh PROGRAM
# shellcheck disable=SC2086 # commands of several words
set -eu

program=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() { echo "static: $*" >&2; exit 1; }

if ldd "$program" 2>&1 | grep -q '=>'; then fail 'it needs shared libraries'; fi
mkdir "$work/root"
cp "$program" "$work/root/qkv"
if [ "$(id -u)" = 0 ]; then
    alone="chroot $work/root /qkv"
elif unshare -r true 2>/dev/null; then
    alone="unshare -r chroot $work/root /qkv"
else
    echo 'static: no empty root can be made here: it runs in an empty folder'
    cd "$work/root"
    alone=./qkv
fi
clean="env -i PATH=$PATH TERM=xterm-256color LANG=xx_YY.UTF-8"

expected=$(git ls-files 'lessons/*.md' ':!lessons/*/*' ':!lessons/README.md' 2>/dev/null | wc -l)
$clean $alone list >"$work/list" || fail 'list'
found=$(wc -l <"$work/list")
[ "$expected" = 0 ] || [ "$found" = "$expected" ] || fail "$found lessons, not $expected"
$clean $alone check >"$work/check" || fail 'check'
grep -q "^$found lessons, .*: 0 failed" "$work/check" || fail "check: $(tail -n 1 "$work/check")"
# Lesson 32 reads tensors that lie beside it. A root without locales gets ASCII.
$clean $alone 32 --plain --no-resume </dev/null >"$work/lesson" || fail '32'
grep -q 'sqrt' "$work/lesson" || fail 'no ASCII where there are no locales'

# screen TERM: what the program shows in a terminal of this kind, and then Q.
screen() {
    (sleep 1; printf Q; sleep 1) | timeout 20 script -qec "env TERM=$1 $alone 01 --no-resume --goto 5" /dev/null 2>&1
}
if command -v script >/dev/null 2>&1 && command -v timeout >/dev/null 2>&1; then
    for kind in xterm-256color screen tmux-256color linux; do
        screen $kind | grep -q 'Attention by hand' || fail "no screen on $kind"
    done
    screen nosuch | grep -q 'does not know; .*--plain' || fail 'an unknown terminal is not explained'
fi
echo "static: $found lessons and 4 kinds of terminals are inside"
