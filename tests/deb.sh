#!/bin/sh
# The packages of Debian in clean roots of Debian 12 and 13: they install, the program is used, programs are compiled with
# pkg-config alone, and when they are purged nothing is left.
#
#     tests/deb.sh DIST FOLDER [SUITE...]      as root; DIST has the packages; FOLDER gets the roots, which are kept
# shellcheck disable=SC1091,SC2016,SC2154 # roots.sh sets root; some words are for the shell in there
set -eu

dist=$1
folder=$2
shift 2
[ $# -gt 0 ] || set -- bookworm trixie
tests=$(cd "$(dirname "$0")" && pwd)
. "$tests/roots.sh"

names=$(for package in "$dist"/*.deb; do dpkg-deb -f "$package" Package; done | tr '\n' ' ')
version=$(dpkg-deb -f "$dist"/qkv_*.deb Version)

# What came with them goes with them, also where something else suggests it.
autoremove='apt-get autoremove --purge -y -o APT::AutoRemove::SuggestsImportant=false -o APT::AutoRemove::RecommendsImportant=false'

# files: what lies in the root, but for what apt and dpkg write down about themselves.
files() {
    (cd "$root" && find . -xdev \( -path ./root/qkv -o -path ./tmp -o -path ./proc -o -path ./dev -o -path ./var/cache \
        -o -path ./var/log -o -path ./var/lib/apt -o -path './var/lib/dpkg/*-old' -o -path ./etc/ld.so.cache \) -prune -o -print |
        LC_ALL=C sort)
}

for suite; do
    enter "$suite"
    say 'apt-get update && apt-get install -y --no-install-recommends gcc g++ pkgconf man-db groff bash-completion zsh'
    say "dpkg --purge $names && $autoremove"
    files >"$folder/before"
    cp "$dist"/*.deb "$tests/taken.sh" "$tests"/install/*.expected "$tests"/install/*.cpp "$root/root/qkv"
    say 'apt-get install -y --no-install-recommends ./*.deb'
    say "sh taken.sh ${version%-*} / qkv"
    tail -n 1 "$root.log"
    say 'man qkv | grep "LIMITATIONS" && man libqkv | grep "VERSIONS"'
    say 'bash -ic "COMP_WORDS=(qkv sn) COMP_CWORD=1; . /usr/share/bash-completion/completions/qkv; _qkv; echo \${COMPREPLY[*]}" | grep snapshot'
    say 'zsh -c "autoload -U compinit && compinit -D && echo \$_comps[qkv]" | grep _qkv'
    for example in header where softsign stages forwards; do
        say "cc -std=c11 -Wall -Wextra -Werror /usr/share/qkv/examples/$example.c \$(pkg-config --cflags --libs qkv)
            ldd a.out | grep libqkv.so
            ./a.out | diff - $example.expected
            cc -static /usr/share/qkv/examples/$example.c \$(pkg-config --static --cflags --libs qkv)
            ./a.out | diff - $example.expected"
    done
    say 'c++ -std=c++11 -Wall -Wextra -Werror plus.cpp $(pkg-config --cflags --libs qkv) && ./a.out | diff - plus.expected'
    say "apt-get purge -y $names && $autoremove"
    files | diff "$folder/before" - >&2 || { echo "deb: when it is purged, this is left" >&2; exit 1; }
    leave
done
echo "deb: installed, used and purged on $# clean machines"
