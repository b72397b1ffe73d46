#!/bin/sh
# The transcripts of a build, held against those in the repository: the digits are the same whatever the compiler and
# its flags. Does not trust the program's own comparison.
#
#     tests/digits.sh BIN
#
# Beside them a program of float64, whose functions are those of the C library: without fused steps (an old processor,
# musl) it may end in other last digits, and no lesson does.
set -eu
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
for snapshot in snapshots/*.txt; do
    name=$(basename "$snapshot")
    "$1" print "lessons/${name%.txt}.md" >"$out/$name"
done
diff -r --exclude=screens snapshots "$out" # make check holds the screens
"$1" print tests/digits/double.py | diff tests/digits/double.txt -
echo "digits: $(find "$out" -type f | wc -l) transcripts and a program of float64 are the same"
