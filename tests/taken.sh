#!/bin/sh
# The program as it was taken along, used as on its first day: the version, all lessons, a first screen, practice, the
# recorder, a page, the manual, completion.
#
#     tests/taken.sh VERSION ROOT COMMAND...
#
# COMMAND starts the program, for which ROOT is the root of the file system. It gets no locale, home or input.
set -eu

version=$1
root=${2%/}
shift 2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() { echo "taken: $*" >&2; exit 1; }
runs() {
    env -i PATH="$PATH" "$@" </dev/null >"$work/out" 2>"$work/err" || fail "$*: $(tail -c 400 "$work/err")"
}
shows() { grep -q -- "$1" "$work/out" || fail "it does not show '$1': $(head -c 400 "$work/out")"; }

runs "$@" --version
shows "^qkv $version\$"
runs "$@" check
shows ', 0 wrong$\|: 0 failed'
checked=$(tail -n 1 "$work/out")
runs "$@" 01 --script '' --no-resume
shows 'Attention by hand'
runs "$@" 09 --plain --no-resume
shows 'Who is she'
runs "$@" practice 01 --script '' --no-resume
shows '___'
runs "$@" record
shows '^def '
runs "$@" record --help
shows 'becomes a lesson'
runs "$@" --man
shows '^\.TH '
runs "$@" --completion bash
shows complete
if command -v script >/dev/null 2>&1 && command -v timeout >/dev/null 2>&1; then
    (sleep 1; printf Q; sleep 1) | env -i PATH="$PATH" TERM=xterm-256color timeout 20 \
        script -qec "$* 01 --no-resume --goto 5" /dev/null >"$work/out" 2>&1
    shows 'Attention by hand'
fi

# A program without a page says so.
page=no
place=$(mktemp -d "$root/tmp/qkv-XXXXXX")
trap 'rm -rf "$work" "$place"' EXIT
inside=/tmp/${place##*/}
if env -i PATH="$PATH" "$@" export 09 --page "$inside/one.html" </dev/null >"$work/out" 2>&1; then
    page=a
    grep -q 'createQkv.packed' "$place/one.html" || fail 'the page of one file has no module'
    grep -q '"09-who-is-she.md"' "$place/one.html" || fail 'the page of one file has no lesson'
    ! grep -q '{{[a-z]*[.}]' "$place/one.html" || fail 'a part of the page is missing'
    runs "$@" export 09 10 --page "$inside/folder/"
    for part in index.html qkv.js page.js lessons/list.js lessons/10-looking-back-only.md.js; do
        [ -s "$place/folder/$part" ] || fail "the page's folder has no $part"
    done
    [ ! -e "$place/folder/one.html" ] || fail "the page's folder has what is not its own"
else
    grep -q 'the page itself is not here' "$work/out" || fail "export --page: $(tail -c 400 "$work/out")"
fi
echo "$checked; $page page"
