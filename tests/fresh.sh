#!/bin/sh
# A newcomer's machine: clean roots of Debian 12 and 13 with git, make and gcc, in which a clone of the last commit
# runs and holds, and lints, with gcc and clang of both; and the transcripts are those of the repository; and the page is built.
# make check-torch runs there, too, with the PyTorch that the suite has.
#
#     tests/fresh.sh FOLDER [SUITE...]      as root; FOLDER gets the roots, which are kept
# shellcheck disable=SC1091,SC2034,SC2154 # roots.sh reads folder and sets root
set -eu

folder=$1
shift
[ $# -gt 0 ] || set -- bookworm trixie
. "$(dirname "$0")/roots.sh"

for suite; do
    enter "$suite"
    say 'apt-get update && apt-get install -y --no-install-recommends git make gcc'
    git bundle create -q "$root/root/qkv.bundle" HEAD
    say 'git clone -q ../qkv.bundle .'
    say "script -qec 'make run ARGS=--version' /dev/null"
    say 'make check'
    say "make -j$(nproc) lint"
    say 'apt-get install -y --no-install-recommends clang'
    say "make -j$(nproc) check BUILD=build/clang CC=clang"
    say "make -j$(nproc) check-web"
    say "make check-torch ARGS='--seed 1 --count 2000'"
    leave
done
echo "fresh: $# clean machines"
