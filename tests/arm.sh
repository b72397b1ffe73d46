#!/bin/sh
# The program for 64-bit ARM, built here and run in an emulator: lessons and digits, the wheel, and the unit tests of all
# rooms but the terminal.
#
#     tests/arm.sh FOLDER [quick]     FOLDER gets Debian's libraries for ARM and the build; quick: no unit tests
#
# The wheel is FOLDER/build/dist/qkv-*.whl, and the program of one file FOLDER/build/static/stripped. The page is in them
# that make web has put beside FOLDER.
#
# Needs aarch64-linux-gnu-gcc (gcc-aarch64-linux-gnu), qemu-aarch64-static (qemu-user-static) and Debian's apt-get, whose
# own lists and packages stay as they are.
set -eu

mkdir -p "$1"
folder=$(cd "$1" && pwd)
root=$folder/root
for tool in aarch64-linux-gnu-gcc qemu-aarch64-static; do
    command -v $tool >/dev/null || { echo "arm: there is no $tool" >&2; exit 2; }
done

packages() {
    echo libncurses-dev libncursesw6 libtinfo6 libcmark-dev libjansson-dev libjansson4 check libsubunit-dev libsubunit0 \
        libvterm-dev libvterm0 libc6 libgcc-s1
    apt-cache depends libcmark-dev | sed -n 's/.*Depends: \(libcmark[0-9.]*\)$/\1/p'
}

if [ ! -e "$folder/ready" ]; then
    mkdir -p "$folder/lists/partial" "$folder/debs/partial"
    # shellcheck disable=SC2046 # several names
    (
        cd "$folder/debs"
        set -- -qq -o APT::Architecture=arm64 -o APT::Architectures=arm64 -o Dir::State::Lists="$folder/lists" \
            -o Dir::State::status=/dev/null -o APT::Sandbox::User=
        apt-get "$@" update
        apt-get "$@" download $(packages)
        for deb in *.deb; do dpkg -x "$deb" "$root"; done
    )
    touch "$folder/ready"
fi

build=$folder/build
unit='base core python torch lesson tell show app web'
[ "${2:-}" = quick ] && unit=
emulator="qemu-aarch64-static -L $root"
# makes TARGET...
makes() {
    "${MAKE:-make}" -s NEEDS= "$@" BUILD="$build" PAGE="$folder/../page" MACHINE=linux-aarch64 EMULATOR="$emulator" \
        CC=aarch64-linux-gnu-gcc LD=aarch64-linux-gnu-ld AR=aarch64-linux-gnu-ar STRIP=aarch64-linux-gnu-strip \
        OBJCOPY=aarch64-linux-gnu-objcopy CPPFLAGS="-isystem $root/usr/include" \
        LDFLAGS="-L $root/usr/lib/aarch64-linux-gnu -L $root/lib/aarch64-linux-gnu -Wl,-rpath-link,$root/lib/aarch64-linux-gnu" \
        CURSES='-lncursesw -ltinfo' CMARK=-lcmark JANSSON=-ljansson CHECK='-lcheck -lsubunit -lrt -lpthread' VTERM=-lvterm
}
# shellcheck disable=SC2046 # several names
makes all wheel $(for room in $unit; do echo "$build/tests/$room"; done)

mkdir -p "$build/tests/bin"
printf '#!/bin/sh\nexec %s %s "$@"\n' "$emulator" "$build/qkv" >"$build/tests/bin/qkv"
chmod +x "$build/tests/bin/qkv"
"$build/tests/bin/qkv" check | tail -n 1
sh tests/digits.sh "$build/tests/bin/qkv"
sh tests/taken.sh "$("$build/tests/bin/qkv" --version | cut -d ' ' -f 2)" / qemu-aarch64-static "$build/static/stripped"
ls "$build"/dist/*.whl
for room in $unit; do
    QKV_BIN=$build/tests/bin/qkv CK_TIMEOUT_MULTIPLIER=100 $emulator "$build/tests/$room" \
        >"$build/$room.log" 2>&1 || { tail -n 20 "$build/$room.log" >&2; exit 1; }
    echo "$room: $(tail -n 1 "$build/$room.log")"
done
