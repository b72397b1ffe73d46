#!/bin/sh
# Clean roots of Debian, for tests that read this file with "." and have set `folder`, where roots are kept; as root, with
# debootstrap. Packages come from where this machine has its own.
# shellcheck disable=SC2154 # folder

mirror=$(sed -n 's/^\(URIs: *\|deb \(\[[^]]*\] \)\?\)\(http[^ ]*debian\)\/*\( .*\)\?$/\3/p' /etc/apt/sources.list \
    /etc/apt/sources.list.d/* 2>/dev/null | head -n 1)
mkdir -p "$folder"

mounted=
leave() {
    for place in $mounted; do umount "$place"; done
    mounted=
}
trap leave EXIT
trap 'exit 1' HUP INT TERM

# enter SUITE: its root, with an empty folder /root/qkv, is $root until leave.
enter() {
    root=$folder/$1
    { [ -d "$root/root" ] && [ ! -d "$root/debootstrap" ]; } || debootstrap --variant=minbase --include=ca-certificates "$1" "$root" \
        "${mirror:-http://deb.debian.org/debian}" >"$root.log"
    cp /etc/resolv.conf "$root/etc"
    mount -t proc proc "$root/proc"
    mounted="$root/proc"
    mount -t devpts -o newinstance,ptmxmode=0666 devpts "$root/dev/pts"
    mounted="$root/dev/pts $mounted"
    rm -rf "$root/root/qkv"
    mkdir "$root/root/qkv"
}

inside() {
    env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root TERM=xterm LANG=C.UTF-8 DEBIAN_FRONTEND=noninteractive \
        chroot "$root" sh -ec "cd /root/qkv; $*" </dev/null
}

# say COMMAND: its output goes to a file, and its end is shown where it fails.
say() {
    printf '%-10s %s\n' "${root##*/}" "$1"
    inside "$1" >"$root.log" 2>&1 || { tail -n 40 "$root.log" >&2; exit 1; }
}
