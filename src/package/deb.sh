#!/bin/sh
# Writes the packages of Debian of what make install laid down: the program qkv, the shared library, and what is needed to
# compile with it. The same files give the same bytes.
#
#     src/package/deb.sh VERSION SECONDS ROOT OUT
#
# ROOT/usr is what was installed, and is taken apart. All files are as old as SECONDS says. Needs dpkg-deb, and
# dpkg-shlibdeps (dpkg-dev), which says which libraries the program needs: those of this Debian, and what came after.
set -eu
umask 022

version=$1
seconds=$2
root=$(cd "$3" && pwd)
mkdir -p "$4"
out=$(cd "$4" && pwd)
top=$(cd "$(dirname "$0")/../.." && pwd)
library=libqkv${version%.*}
missing='A licence is missing: until one is chosen, nobody may pass this package on.'
machine=$(dpkg --print-architecture)
export SOURCE_DATE_EPOCH="$seconds" DPKG_DEB_THREADS_MAX=1

# takes PACKAGE PATH...: these go into the package.
takes() {
    at=$root/$1
    shift
    for path; do
        mkdir -p "$(dirname "$at/usr/$path")"
        mv "$root/usr/$path" "$at/usr/$path"
    done
}

# needs FILE...: the packages that have the shared libraries of these.
needs() {
    mkdir "$root/debian"
    printf 'Source: qkv\n\nPackage: qkv\nArchitecture: any\n' >"$root/debian/control"
    (cd "$root" && dpkg-shlibdeps -O "$@" 2>/dev/null) | sed -n 's/^shlibs:Depends=//p'
    rm -r "$root/debian"
}

# writes PACKAGE SECTION DEPENDS SUMMARY: its description comes from the standard input.
writes() {
    at=$root/$1
    docs=$at/usr/share/doc/$1
    mkdir -p "$at/DEBIAN" "$docs"
    if [ -e "$top/LICENSE" ]; then cp "$top/LICENSE" "$docs/copyright"; else echo "$missing" >"$docs/copyright"; fi
    gzip -9n <"$top/src/CHANGES.md" >"$docs/changelog.gz"
    printf 'qkv (%s-1) unstable; urgency=medium\n\n  * What is new stands in changelog.gz.\n\n -- qkv <qkv@qkv.invalid>  %s\n' \
        "$version" "$(date -uRd "@$seconds")" | gzip -9n >"$docs/changelog.Debian.gz"
    find "$at/usr/share/man" -type f -exec gzip -9n {} + 2>/dev/null || true
    (cd "$at" && find usr -type f | LC_ALL=C sort | xargs md5sum) >"$at/DEBIAN/md5sums"
    {
        printf 'Package: %s\nSource: qkv\nVersion: %s-1\nArchitecture: %s\nMaintainer: qkv <qkv@qkv.invalid>\n' \
            "$1" "$version" "$machine"
        printf 'Installed-Size: %s\nDepends: %s\nSection: %s\nPriority: optional\nDescription: %s\n' \
            "$(du -k --apparent-size -s "$at/usr" | cut -f 1)" "$3" "$2" "$4"
        sed 's/^/ /'
        [ -e "$top/LICENSE" ] || printf ' .\n %s\n' "$missing"
    } >"$at/DEBIAN/control"
    find "$at" -exec touch -hd "@$seconds" {} +
    dpkg-deb --root-owner-group -Zxz --build "$at" "$out/${1}_$version-1_$machine.deb" >/dev/null
}

takes libqkv-dev include lib/libqkv.a lib/libqkv.so lib/pkgconfig share/man/man3 share/qkv/examples
takes "$library" "lib/libqkv.so.$version" "lib/libqkv.so.${version%.*}"
takes qkv bin share/man share/bash-completion share/fish share/qkv
# The shells of Debian look in a folder of this name.
mkdir -p "$root/usr/share/zsh"
mv "$root/usr/share/zsh/site-functions" "$root/usr/share/zsh/vendor-completions"
takes qkv share/zsh
left=$(find "$root/usr" ! -type d)
[ -z "$left" ] || { echo "deb: this belongs to no package: $left" >&2; exit 1; }

mkdir -p "$root/$library/DEBIAN"
echo "libqkv ${version%.*} $library (>= $version)" >"$root/$library/DEBIAN/shlibs"
echo 'activate-noawait ldconfig' >"$root/$library/DEBIAN/triggers"

writes qkv education "$(needs qkv/usr/bin/qkv)" 'self-attention in the open, one number at a time' <<'END'
A terminal program that teaches self-attention, the computation by which a
language model lets each word of a sentence take information from the others.
Worked examples are stepped through, every matrix is on the screen, and any
number can be asked where it comes from. Scripts and notebooks of PyTorch are
opened as lessons, without PyTorch.
END
writes "$library" libs "$(needs "$library/usr/lib/libqkv.so.$version")" 'arithmetic of self-attention, recorded (shared library)' <<'END'
Tensors, operations and attention as PyTorch computes them, with a tape from
which each number can be followed back to those it was made of. This package
has the shared library.
END
writes libqkv-dev libdevel "$library (= $version-1), libc6-dev" 'arithmetic of self-attention, recorded (development files)' <<'END'
Tensors, operations and attention as PyTorch computes them, with a tape from
which each number can be followed back to those it was made of. This package
has headers, the static library, the manual page and examples.
END
