#!/bin/sh
# Runs fuzzers for some seconds each, two at a time, from seeds that are made of the project's own files,
# and says how far each came. What they find is left in FOLDER/found, and is the exit status.
#
#     tests/fuzz.sh SECONDS FOLDER FUZZER...
#
# $FUZZ_SEED makes a run that can be repeated. tests/fuzz/corpus.tar.xz keeps inputs that reached what the seeds
# do not, a folder for each fuzzer: every run begins with them. With $FUZZ_KEEP they are replaced, after the run,
# by the fewest inputs of all that is known which reach as many places of the code.
set -eu

seconds=$1
mkdir -p "$2/found"
folder=$(cd "$2" && pwd)
archive=$PWD/tests/fuzz/corpus.tar.xz
kept=$folder/kept
shift 2

# seed ENTRANCE FIRST-BYTE FILE...: each file is a seed, after a byte that says what it is.
seed() {
    entrance=$1
    first=$2
    shift 2
    for file; do
        [ ! -e "$file" ] || {
            printf '%b' "$first"
            head -c 2500 "$file"
        } >"$folder/seeds/$entrance/$(printf '%s' "$file" | tr / _)"
    done
}

rm -rf "$kept"
mkdir -p "$kept"
tar -C "$kept" -xJf "$archive"
for entrance in lesson file keys plain saved snapshot program values calls; do
    mkdir -p "$folder/seeds/$entrance" "$folder/corpus/$entrance" "$kept/$entrance"
done
seed lesson '' lessons/0*.md
# Every third lesson with a mistake, as tests/errors has it but for what must be said.
# shellcheck disable=SC2016
awk -v to="$folder/seeds/lesson/bad_" '
    /^(---|===) / {
        if (file && is_code) print "```" >file
        if (file) close(file)
        file = n++ % 3 ? "" : to $2
        is_code = $1 == "---"
        if (file && is_code) print "## A stage\n\n```python" >file
        next
    }
    file && !/^ *\^+ [A-Za-z]+: / && !/^! / { print >file }' tests/errors/*.txt
seed file '\001' tests/real/[a-f]*.py
seed file '\002' lessons/*.npy
seed snapshot '' snapshots/01-*.txt
printf '\000{"nbformat": 4, "metadata": {}, "cells": [{"cell_type": "markdown", "source": ["# A\\n"]},
{"cell_type": "code", "source": "import torch\\ntorch.ones(2)", "outputs": [{"output_type":
"execute_result", "data": {"text/plain": ["tensor([1., 1.])"]}}]}]}' >"$folder/seeds/file/ipynb"
printf '\002\050\000\000\000\000\000\000\000{"a":{"dtype":"F32","shape":[1],"data_offsets":[0,4]}}%s' 1234 \
    >"$folder/seeds/file/safetensors"
printf 'shows 1\nteaches 1\ndecimals 6\n3 2 4 01-hand-crafted-weights\nif x[0, 0] = 2\nclass 3 1 9 0+3\n' \
    >"$folder/seeds/saved/places"
printf 'qkv model 1\nspeaker 1 -\nlesson 01-hand-crafted-weights\nchange on x[0, 0] = 2, 3\nside 1\nblank 0
look 4 0 0 1\nclass 1 0\npage 1 4 2 0 0 0 3 0 1 0 0 0 0 0 0\npage 2 4 2 0 0 0 0 0 0 1 9 1 4 0 0\nfold 2
pin x\nshown 3 1 9 0+3\nsaid a word\n' >"$folder/seeds/saved/now"
printf '\001next\n\n2.1\nopen [0, 1]\nopen 1\nup\ngoto 3\nlesson 2\nagain\nfind 4\nopen 1\nskip\n' >"$folder/seeds/plain/lines"
printf '\001class on\n4.1\nnext\nguess 4\nhint\nshow\nwhatif x[0, 0] = 0, 1\nwith\nchanges\nundo\n' >"$folder/seeds/plain/class"
printf '\000Space*9 Enter Right Tab Enter = x Enter / a Enter i*4 c Enter n' >"$folder/seeds/plain/keys"
for entrance in keys program values calls; do # choices: any bytes are some
    for file in src/base/[a-e]*.c; do
        head -c 200 "$file" >"$folder/seeds/$entrance/$(basename "$file")"
    done
done

# The bytes of an input at most. Where they are choices, more of them make an execution longer and reach
# nothing else: a hundred keys leave the screen as far from its beginning as a thousand.
length_of() {
    case $1 in
    keys) echo 300 ;;
    plain) echo 500 ;;
    program | values | calls) echo 1000 ;;
    *) echo 4000 ;;
    esac
}

# keep FUZZER ENTRANCE: what a run leaves for those to come, beside the seeds, which each of them makes.
keep() {
    rm -rf "$folder/keep/$2"
    mkdir -p "$folder/keep/$2"
    cp -R "$folder/seeds/$2/." "$folder/keep/$2"
    "$1" -merge=1 -use_counters=0 -max_len=4000 "$folder/keep/$2" "$folder/corpus/$2" "$kept/$2"
    for file in "$folder/seeds/$2"/*; do
        rm -f "$folder/keep/$2/$(basename "$file")"
    done
    rm -f "$kept/$2"/*
    cp -R "$folder/keep/$2/." "$kept/$2"
}

# fuzz FUZZER: one of them, and what it has to say when it ends.
fuzz() {
    entrance=$(basename "$1")
    log=$folder/$entrance.log
    ended=0
    nice -n 19 "$1" -max_total_time="$seconds" -timeout=300 -rss_limit_mb=3000 -max_len="$(length_of "$entrance")" \
        ${FUZZ_SEED:+"-seed=$FUZZ_SEED"} -print_final_stats=1 -artifact_prefix="$folder/found/$entrance-" \
        "$folder/corpus/$entrance" "$folder/seeds/$entrance" "$kept/$entrance" >"$log" 2>&1 || ended=1
    [ -z "${FUZZ_KEEP:-}" ] || keep "$1" "$entrance" >>"$log" 2>&1 || ended=1
    awk -v entrance="$entrance" '
        /^stat::number_of_executed_units/ { runs = $2 }
        /corp:/ { for (i = 1; i < NF; i++) if ($i == "cov:") covered = $(i + 1) }
        /^(found:|SUMMARY:|==.*ERROR)/ { print; found = 1 }
        /Test unit written to/ { print; found = 1 }
        END { printf "%-9s %9d executions, %d edges: %s\n", entrance, runs, covered, found ? "FOUND" : "fine" }
    ' "$log"
    return $ended
}

failed=0
while [ $# -gt 0 ]; do
    fuzz "$1" &
    first=$!
    [ $# -lt 2 ] || fuzz "$2" || failed=1
    wait $first || failed=1
    shift $(($# < 2 ? $# : 2))
done
# The same inputs make the same bytes: no names of people, times or order of a folder.
[ -z "${FUZZ_KEEP:-}" ] || (cd "$kept" && tar --sort=name --owner=0 --group=0 --numeric-owner --mtime=@0 \
    -cf - ./*) | xz -9e >"$archive"
exit $failed
