#!/bin/sh
# Sees to the packages that goals need, and writes how to use them as make variables: CURSES,
# CMARK, JANSSON, CHECK and VTERM, each with flags for the compiler and the linker, and PYTHON, a Python that
# has PyTorch.
#
#     tests/packages.sh 'GOAL...' show|install FILE.mk
#     tests/packages.sh --self-test      a lock that another program holds is waited for; what other systems are told
#
# The goals are build, check, asan, lint, torch, html and browser; and web, alone or with others. A need is met when a tiny program that uses it
# builds. With "install", what is missing is installed through the system's package manager where
# that may be done. Otherwise the command to type is shown and the exit status is 2.
set -eu

if [ "$1" = --self-test ]; then
    fake=$(mktemp -d)
    trap 'rm -rf "$fake"' EXIT
    # A cmark that appears with the third try, when the lock is free.
    cat >"$fake/apt-get" <<'END'
#!/bin/sh
echo x >>"$0.tries"
[ "$(wc -l <"$0.tries")" -ge 3 ] || { echo 'E: Could not get lock /var/lib/dpkg/lock-frontend' >&2; exit 100; }
echo "$@" >"$0.did"
END
    chmod +x "$fake/apt-get"
    printf '#!/bin/sh\nexit 1\n' | tee "$fake/cc" >"$fake/sudo"
    chmod +x "$fake/cc" "$fake/sudo"
    PATH=$fake:$PATH CC=$fake/cc QKV_PATIENCE=0 sh "$0" build install "$fake/out.mk" >"$fake/log" 2>&1 || true
    [ "$(id -u)" != 0 ] || grep -q '^install' "$fake/apt-get.did" || { cat "$fake/log" >&2; echo 'packages: a lock is not waited for' >&2; exit 1; }
    # Machines that have another package manager, and nothing but it.
    for manager in 'dnf install -y gcc glibc-devel' 'brew install gcc' 'pkg install -y gcc'; do
        rm -rf "$fake/only"
        mkdir "$fake/only"
        for tool in sh awk cat cp dirname grep id mkdir mktemp rm; do ln -s "$(command -v $tool)" "$fake/only"; done
        cp "$fake/cc" "$fake/only/${manager%% *}"
        PATH=$fake/only CC=$fake/cc sh "$0" build show "$fake/out.mk" >"$fake/log" 2>&1 || true
        grep -q "    \(sudo .*\)\?$manager .* cmark" "$fake/log" || { cat "$fake/log" >&2; echo "packages: not told: $manager" >&2; exit 1; }
    done
    exit
fi

goals=$1
may=$2
out=$3
: "${CC:=cc}"

# need         apt-get          dnf                pacman    apk                brew             pkg   (-: none)
packages='
compiler       gcc,libc6-dev    gcc,glibc-devel    gcc       gcc,musl-dev       gcc              gcc
clang          clang,libc6-dev  clang,glibc-devel  clang     clang,musl-dev     llvm             llvm
curses         libncurses-dev   ncurses-devel      ncurses   ncurses-dev        ncurses          ncurses
cmark          libcmark-dev     cmark-devel        cmark     cmark-dev          cmark            cmark
jansson        libjansson-dev   jansson-devel      jansson   jansson-dev        jansson          jansson
check          check            check-devel        check     check-dev          check            check
vterm          libvterm-dev     libvterm-devel     libvterm  libvterm-dev       libvterm         libvterm
sanitizers     gcc              libasan,libubsan   gcc       gcc                gcc              gcc
clang-tidy     clang-tidy       clang-tools-extra  clang     clang-extra-tools  llvm             llvm
clang-format   clang-format     clang-tools-extra  clang     clang-extra-tools  clang-format     llvm
torch          python3-torch    python3-torch      python-pytorch  -            pytorch          py311-pytorch
chromium       chromium         chromium           chromium  chromium           chromium         chromium
tidy           tidy             tidy               tidy      tidyhtml           tidy-html5       tidy-html5
pdftotext      poppler-utils    poppler-utils      poppler   poppler-utils      poppler          poppler-utils
chromedriver   chromium-driver  chromedriver       chromium  chromium-chromedriver  chromedriver     chromium
selenium       python3-selenium python3-selenium   python-selenium  py3-selenium  -                py311-selenium
emcc           emscripten       emscripten         emscripten emscripten        emscripten       emscripten
cmake          cmake            cmake              cmake     cmake              cmake            cmake
dpkg-source    dpkg-dev         -                  -         -                  -                -
'

has() { command -v "$1" >/dev/null 2>&1; }

# builds PROGRAM FLAG...: whether the C program compiles and links.
builds() {
    printf '%s\n' "$1" >"$scratch/try.c"
    shift
    # shellcheck disable=SC2086 # these hold several words each
    $CC ${CPPFLAGS-} -D_XOPEN_SOURCE=700 "$scratch/try.c" -o "$scratch/try" ${LDFLAGS-} "$@" \
        >/dev/null 2>&1
}

# library VARIABLE PKG-CONFIG-NAME HEADER EXPRESSION FLAGS...: the variable becomes the first flags
# that work, pkg-config's before the others. Of pkg-config's flags for the compiler only -I is
# taken: ncurses would set another _XOPEN_SOURCE.
library() {
    variable=$1
    program="#include <$3>
int main(void) { return ($4) == 0; }"
    found=$(pkg-config --cflags-only-I --libs "$2" 2>/dev/null || true)
    shift 4
    for flags in "$found" "$@"; do
        # shellcheck disable=SC2086 # several flags
        if builds "$program" $flags; then
            echo "$variable := $flags" >>"$scratch/mk"
            return
        fi
    done
    echo "$variable :=" >>"$scratch/mk"
    return 1
}

# The system's own Python comes before one from the path: its PyTorch is the packaged one.
python() {
    for command in /usr/bin/python3 python3; do
        if $command -c 'import torch' >/dev/null 2>&1; then
            echo "PYTHON := $command" >>"$scratch/mk"
            return
        fi
    done
    return 1
}

# The same of one that can drive a browser.
driven() {
    for command in /usr/bin/python3 python3; do
        if $command -c 'import selenium' >/dev/null 2>&1; then
            echo "SELENIUM := $command" >>"$scratch/mk"
            return
        fi
    done
    return 1
}

met() {
    case $1 in
    compiler | clang) builds '#include <stdio.h>
int main(void) { return puts("") < 0; }' ;;
    sanitizers) builds 'int main(void) { return 0; }' -fsanitize=address,undefined ;;
    curses) library CURSES ncursesw curses.h 'get_wch(0)' -lncursesw '-lncursesw -ltinfo' ;;
    cmark) library CMARK libcmark cmark.h 'cmark_version()' -lcmark ;;
    jansson) library JANSSON jansson jansson.h 'json_null()' -ljansson ;;
    check) library CHECK check check.h 'suite_create("")' \
        '-lcheck -lsubunit -lrt -lm -pthread' '-lcheck -lrt -lm -pthread' '-lcheck -lm' ;;
    vterm) library VTERM vterm vterm.h 'vterm_new(1, 1)' '-lvterm -lutil' -lvterm ;;
    torch) python ;;
    selenium) driven ;;
    dpkg-source) [ "$(manager)" != apt-get ] || has dpkg-source ;; # elsewhere the sources come by hand
    *) has "$1" ;;
    esac
}

# Which of the needs are not met. The variables of those that are go to $scratch/mk.
unmet() {
    : >"$scratch/mk"
    for need; do
        met "$need" || printf '%s ' "$need"
    done
}

# The package manager; nothing when there is none that we know.
manager() {
    for name in apt-get dnf pacman apk brew pkg; do
        if has $name; then
            echo $name
            break
        fi
    done
}

# packages_for NEEDS: what the package manager calls them, on one line.
packages_for() {
    printf '%s' "$packages" | awk -v manager="$(manager)" -v needs=" $1" '
        BEGIN {
            count = split("apt-get dnf pacman apk brew pkg", name)
            for (i = 1; i <= count; i++) if (name[i] == manager) column = i + 1
        }
        column && $column != "-" && index(needs, " " $1 " ") { gsub(",", " ", $column); printf "%s ", $column }'
}

# The command that installs what is named, without sudo.
command_for() {
    case $(manager) in
    apt-get) echo "apt-get install -y --no-install-recommends $1" ;;
    pacman) echo "pacman -S --needed --noconfirm $1" ;;
    dnf) echo "dnf install -y $1" ;;
    apk) echo "apk add $1" ;;
    brew) echo "brew install $1" ;;
    pkg) echo "pkg install -y $1" ;;
    esac
}

# patiently COMMAND...: again, for some minutes, while another program holds the lock of the package manager, as a new
# machine's first update does.
patiently() {
    tries=60
    until "$@" 2>"$scratch/said"; do
        cat "$scratch/said" >&2
        tries=$((tries - 1))
        grep -qi 'could not get lock\|unable to lock\|is held by' "$scratch/said" && [ $tries -gt 0 ] || return 1
        echo 'another program is installing packages: waiting for it' >&2
        sleep "${QKV_PATIENCE:-5}"
    done
    cat "$scratch/said" >&2
}

refresh() {
    # shellcheck disable=SC2086 # nothing, or sudo with its arguments
    case $(manager) in
    apt-get) patiently $as_root apt-get update ;;
    apk) patiently $as_root apk update ;;
    *) return 1 ;;
    esac
}

fresh_lists() {
    [ "$(manager)" != apt-get ] || ls /var/lib/apt/lists/*_Packages* >/dev/null 2>&1
}

# Somebody is there to type a password, or none is asked for.
sudo_works() { has sudo && { (: </dev/tty) 2>/dev/null || sudo -n true 2>/dev/null; }; }

# install COMMAND: a second time with new lists when the ones at hand are too old.
install() {
    fresh_lists || refresh || true
    # shellcheck disable=SC2086 # a command with its arguments
    patiently $as_root $1 || { refresh && patiently $as_root $1; } || true
}

compiler=compiler
case $CC in *clang*) compiler=clang ;; esac
needs="$compiler curses cmark jansson"
[ "$goals" != web ] || needs=
for goal in $goals; do
    case $goal in
    check) needs="$needs check vterm" ;;
    asan) needs="$needs check vterm sanitizers" ;;
    lint) needs="$needs clang-tidy clang-format" ;;
    torch) needs="$needs torch" ;;
    html) needs="$needs chromium tidy pdftotext" ;;
    web) needs="$needs emcc cmake dpkg-source" ;;
    browser) needs="$needs chromium chromedriver selenium" ;;
    esac
done

as_root=
if [ "$(id -u)" != 0 ] && [ "$(manager)" != brew ]; then
    as_root='sudo env DEBIAN_FRONTEND=noninteractive'
    sudo_works || may=show
fi
export DEBIAN_FRONTEND=noninteractive

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# shellcheck disable=SC2086 # several words
missing=$(unmet $needs)
wanted=$(packages_for "$missing")
command=${wanted:+$(command_for "$wanted")}
if [ -n "$missing" ] && [ -n "$command" ] && [ "$may" = install ]; then
    echo "qkv needs packages that are not there: $missing" >&2
    install "$command" >&2
    # shellcheck disable=SC2086 # several words
    missing=$(unmet $needs)
fi

# The terminal's own tests can be left out; nothing else can.
if [ -n "$missing" ] && [ "$missing" != 'vterm ' ]; then
    echo "qkv needs packages that are not there: $missing" >&2
    if [ -n "$command" ]; then
        printf 'To install them:\n\n    %s%s\n\n' "${as_root:+sudo }" "${command% }" >&2
    else
        echo 'No package of this system is known to have them; please install them by hand.' >&2
    fi
    exit 2
fi
mkdir -p "$(dirname "$out")"
cp "$scratch/mk" "$out"
