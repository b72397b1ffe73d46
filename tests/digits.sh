#!/bin/sh
# The transcripts of a build, held against those in the repository: the digits are the same whatever the compiler and
# its flags. Does not trust the program's own comparison.
#
#     tests/digits.sh BIN
set -eu
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
for lesson in lessons/[0-9]*.md; do
    "$1" print "$lesson" >"$out/$(basename "$lesson" .md).txt"
done
diff -r --exclude=screens snapshots "$out" # make check holds the screens
echo "digits: $(find "$out" -type f | wc -l) transcripts are the same"
