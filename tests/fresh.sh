#!/bin/sh
# A newcomer's machine: clean roots of Debian 12 and 13 with git, make and gcc, in which a clone of the last commit
# runs and holds, and lints, with gcc and clang of both; and the transcripts are those of the repository; and the page is built.
#
#     tests/fresh.sh FOLDER [SUITE...]      as root; FOLDER gets the roots, which are kept
#
# Needs debootstrap, and takes its packages from where this machine has its own. make check-torch runs there,
# too, with the PyTorch that the suite has.
set -eu

folder=$1
shift
[ $# -gt 0 ] || set -- bookworm trixie
mirror=$(sed -n 's/^\(URIs: *\|deb \(\[[^]]*\] \)\?\)\(http[^ ]*debian\)\/*\( .*\)\?$/\3/p' /etc/apt/sources.list \
    /etc/apt/sources.list.d/* 2>/dev/null | head -n 1)
mkdir -p "$folder"

inside() {
    root=$1
    shift
    env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root TERM=xterm LANG=C.UTF-8 \
        chroot "$root" sh -ec "cd /root/qkv; $*" </dev/null
}

# say ROOT COMMAND: its output goes to a file, and its end is shown where it fails.
say() {
    printf '%-10s %s\n' "${1##*/}" "$2"
    inside "$1" "$2" >"$1.log" 2>&1 || { tail -n 40 "$1.log" >&2; exit 1; }
}

mounted=
leave() {
    for place in $mounted; do umount "$place"; done
    mounted=
}
trap leave EXIT
trap 'exit 1' HUP INT TERM

for suite; do
    root=$folder/$suite
    { [ -d "$root/root" ] && [ ! -d "$root/debootstrap" ]; } || debootstrap --variant=minbase --include=ca-certificates "$suite" "$root" \
        "${mirror:-http://deb.debian.org/debian}" >"$root.log"
    cp /etc/resolv.conf "$root/etc"
    mount -t proc proc "$root/proc"
    mounted="$root/proc"
    mount -t devpts -o newinstance,ptmxmode=0666 devpts "$root/dev/pts"
    mounted="$root/dev/pts $mounted"
    rm -rf "$root/root/qkv"
    mkdir "$root/root/qkv"
    say "$root" 'apt-get update && DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends git make gcc'
    git bundle create -q "$root/root/qkv.bundle" HEAD
    say "$root" 'git clone -q ../qkv.bundle .'
    say "$root" "script -qec 'make run ARGS=--version' /dev/null"
    say "$root" 'make check'
    say "$root" "make -j$(nproc) lint"
    say "$root" 'DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends clang'
    say "$root" "make -j$(nproc) check BUILD=build/clang CC=clang"
    say "$root" "make -j$(nproc) check-web"
    say "$root" "make check-torch ARGS='--seed 1 --count 2000'"
    leave
done
echo "fresh: $# clean machines"
