#!/bin/sh
# make release, and what it made in clean places: the program of one file in a root that has nothing else, the library from
# outside through pkg-config alone, shared and static, in C and C++. Made twice, all of it is the same bytes.
#
#     tests/release.sh BUILD
# shellcheck disable=SC2046,SC2086 # commands of several words
set -eu

build=$1
tests=$(cd "$(dirname "$0")" && pwd)
here=$tests/install
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() { echo "release: $*" >&2; exit 1; }
has() { command -v "$1" >/dev/null 2>&1; }
# same NAME: NAME.expected against NAME.
same() { diff -u "$here/$1.expected" "$work/$1" >&2 || fail "this differs ($1)"; }

# --- made twice -----------------------------------------------------------------------------------

make -s release BUILD="$build" >"$work/said" || fail "$(cat "$work/said")"
[ -e LICENSE ] || grep -q 'a licence is missing' "$work/said" || fail 'it does not say that a licence is missing'
cp "$build/dist/SHA256SUMS" "$work/first"
make -s release BUILD="$build" >/dev/null
diff "$work/first" "$build/dist/SHA256SUMS" >&2 || fail 'made twice, these have other bytes'
dist=$(cd "$build/dist" && pwd)
(cd "$dist" && sha256sum -c --quiet SHA256SUMS) || fail 'SHA256SUMS'
version=$(sed -n 's/^#define QKV_VERSION "\(.*\)"/\1/p' src/core/qkv.h)
machine=$(uname -sm | tr 'A-Z ' 'a-z-')
kib() { echo $(($(wc -c <"$1") / 1024)); }

# --- the source -----------------------------------------------------------------------------------

tar -tzf "$dist/qkv-$version.tar.gz" | sed "s,^qkv-$version/,,; /\/\$/d; /^\$/d" | sort >"$work/files"
if git rev-parse --verify -q HEAD >/dev/null 2>&1; then
    git -c core.quotePath=off ls-tree -r --name-only HEAD | sort | diff - "$work/files" >&2 || fail 'files of the source'
else
    grep -qx src/main.c "$work/files" || fail 'the source is not there'
fi

# --- the program, alone ---------------------------------------------------------------------------

program=$dist/qkv-$version-$machine
if ldd "$program" 2>&1 | grep -q '=>'; then fail 'the program needs shared libraries'; fi
root=$work/root
mkdir "$root" "$root/tmp"
cp "$program" "$root/qkv"
if [ "$(id -u)" = 0 ]; then
    alone="chroot $root /qkv"
elif unshare -r true 2>/dev/null; then
    alone="unshare -r chroot $root /qkv"
else
    echo 'release: no empty root can be made here: the program runs in an empty folder'
    alone=$root/qkv
    root=/
fi
page=$([ -e "$dist/qkv-$version-page.zip" ] && echo a || echo no)
(cd "$work/root" && sh "$tests/taken.sh" "$version" "$root" $alone) >"$work/said" || fail 'the program of one file'
grep -q "; $page page\$" "$work/said" || fail "not $page page: $(cat "$work/said")"

# --- Debian's packages, unpacked ------------------------------------------------------------------

if has dpkg-shlibdeps; then
    set -- "$dist"/*.deb
    [ $# = 3 ] || fail "these are the packages of Debian: $*"
    for package; do
        dpkg-deb -x "$package" "$work/deb"
        dpkg-deb -I "$package" md5sums >"$work/md5sums"
        (cd "$work/deb" && md5sum -c --quiet "$work/md5sums") || fail "$package: md5sums"
        [ -e LICENSE ] || dpkg-deb -f "$package" Description | grep -q 'A licence is missing' || fail "$package: a licence is missing"
    done
    (cd "$work/deb" && sh "$tests/taken.sh" "$version" / "$work/deb/usr/bin/qkv") >"$work/said" || fail 'the program of Debian'
    grep -q "; $page page\$" "$work/said" || fail "not $page page: $(cat "$work/said")"
    if has lintian; then
        lintian --no-cfg --allow-root --fail-on error "$@" >"$work/lintian" || fail "$(cat "$work/lintian")"
    fi
fi

# --- the library, from outside ------------------------------------------------------------------

cd "$work"
tar -xzf "$dist/qkv-$version-libqkv-$machine.tar.gz"
place=$work/qkv-$version-libqkv
mv "$place" "$work/moved"
place=$work/moved
nm -D --defined-only "$place/lib/libqkv.so" | awk '{ print $NF }' | sort >shared
nm -g --defined-only "$place/lib/libqkv.a" | awk 'NF == 3 { print $3 }' | sort >static
[ -s shared ] || fail 'the shared library has no names'
foreign=$(grep -v '^qkv_' shared) || true
[ -z "$foreign" ] || fail "the shared library shows what has no prefix: $foreign"
diff static shared >&2 || fail 'the two libraries show different names'
has objdump && { objdump -p "$place/lib/libqkv.so" | grep -q "SONAME *libqkv.so.${version%.*}\$" || fail 'the soname'; }
if has pkg-config; then
    export PKG_CONFIG_PATH="$place/lib/pkgconfig" LD_LIBRARY_PATH="$place/lib"
    [ "$(pkg-config --modversion qkv)" = "$version" ] || fail 'qkv.pc has another version'
    # builds COMPILER SOURCE NAME: shared, and then static.
    builds() {
        $1 "$2" $(pkg-config --cflags --libs qkv) -o "$3.bin"
        ldd "./$3.bin" | grep -q "libqkv.so.${version%.*} => $place/lib" || fail "$3 is not shared"
        "./$3.bin" >"$3" || fail "$3 ends with an error"
        same "$3"
        $1 -static "$2" $(pkg-config --static --cflags --libs qkv) -o "$3.alone"
        LD_LIBRARY_PATH='' "./$3.alone" >"$3" || fail "$3, static, ends with an error"
        same "$3"
    }
    for example in header where softsign stages forwards; do
        builds 'cc -std=c11 -Wall -Wextra -Werror' "$place/share/qkv/examples/$example.c" $example
    done
    if has c++; then builds 'c++ -std=c++11 -Wall -Wextra -Werror' "$here/plus.cpp" plus; fi
else
    echo 'release: the library was not linked: there is no pkg-config'
fi
echo "release: $(wc -l <"$dist/SHA256SUMS") files, the program $(kib "$program") KiB; $page page inside"
