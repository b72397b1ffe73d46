#!/bin/sh
# What make install put in place, used from outside: programs against the library, the names that it
# and its headers show, the man pages, the completion of three shells.
#
#     tests/install.sh DESTDIR PREFIX CC
set -eu

root=$1
prefix=$2
cc=$3
here=$(cd "$(dirname "$0")" && pwd)/install
place=$root$prefix
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

has() { command -v "$1" >/dev/null 2>&1; }
fail() { echo "install: $*" >&2; exit 1; }
# same NAME: NAME.expected against NAME.
same() { diff -u "$1.expected" "$1" >&2 || fail "this differs ($1)"; }

# --- programs against the library -----------------------------------------------------------------

includes="-I$place/include"
libs="-L$place/lib -lqkv -lm"
if has pkg-config; then
    installed() { PKG_CONFIG_PATH=$place/lib/pkgconfig PKG_CONFIG_SYSROOT_DIR=$root pkg-config "$1" qkv; }
    includes=$(installed --cflags)
    libs=$(installed --libs)
fi
for program in header where softsign stages forwards; do
    # shellcheck disable=SC2086 # the compiler and its flags are several words
    $cc -std=c11 -Wall -Wextra -Wpedantic -Werror "$place/share/qkv/examples/$program.c" $includes $libs -o $program.bin
    ./$program.bin >$program || fail "$program ends with an error"
    cp "$here/$program.expected" .
    same $program
done
# Each line of code that qkv.h shows is one of the programs'.
sed -n 's/^ \*  *//p' "$place/include/qkv.h" | grep -E '^(const|Qkv|qkv_|puts|if \(qkv_|for ).*[;)]$' >shown
sed 's/^ *//' "$here/header.c" >compiled
[ "$(wc -l <shown)" -ge 10 ] || fail 'qkv.h shows no code'
unknown=$(grep -vxFf compiled shown) || true
[ -z "$unknown" ] || fail "qkv.h shows what is not in header.c: $unknown"
# Memory that ends: --wrap is GNU's and LLVM's linkers'.
wraps='-Wl,--wrap=malloc,--wrap=calloc,--wrap=realloc'
# shellcheck disable=SC2086
if $cc "$here/memory.c" $includes $libs $wraps -o memory.bin 2>/dev/null; then
    ./memory.bin >memory || fail 'the library ends its program when memory ends'
    cp "$here/memory.expected" .
    same memory
fi
if has c++; then
    # shellcheck disable=SC2086
    c++ -std=c++11 -Wall -Wextra -Werror "$here/plus.cpp" $includes $libs -o plus.bin
    ./plus.bin >plus || fail 'plus ends with an error'
    cp "$here/plus.expected" .
    same plus
fi
# The operation that qkv_trace.h shows is the one that was compiled.
sed -n 's/^ \*     //p' "$place/include/qkv_trace.h" | sed -n '/^static float softsign/,/^ .*f1 = /p' >shown
[ -s shown ] || fail 'qkv_trace.h shows no operation'
unknown=$(grep -vxFf "$here/softsign.c" shown) || true
[ -z "$unknown" ] || fail "qkv_trace.h shows what is not in softsign.c: $unknown"

# --- names ----------------------------------------------------------------------------------------

# unprefixed: of the words given, those that are neither ours nor the language's.
unprefixed() {
    tr -cs 'A-Za-z0-9_' '\n' | grep -v '^[0-9]*$' | sort -u |
        grep -vxE '(qkv_|Qkv|QKV_)[A-Za-z0-9_]*|Qkv|(un)?signed|bool|_Bool|char|const|double|enum|extern|float|int|int64_t|size_t|struct|typedef|void' |
        tr '\n' ' '
}
(cd "$place/include" && ls) | tr '\n' ' ' >headers
[ "$(cat headers)" = 'qkv.h qkv_trace.h ' ] || fail "these are installed: $(cat headers)"
for header in qkv.h qkv_trace.h; do
    echo "#include <$header>" >one.c
    # shellcheck disable=SC2086
    $cc -std=c11 -Wall -Wextra -Wpedantic -Werror -fsyntax-only one.c $includes
done
echo '#include <qkv_trace.h>' >all.c
# What the headers themselves declare, on one line; then the enumerators, and what is outside of
# braces and parentheses. Attributes are in parentheses.
# shellcheck disable=SC2086
$cc -std=c11 -E all.c $includes 2>/dev/null | awk -v ours="$place/include/" '
    /^# / { mine = index($3, "\"" ours) == 1; next } mine' | tr '\n' ' ' | sed 's/__attribute__//g' >declared
grep -o 'enum[ A-Za-z]*{[^}]*}' declared | sed 's/[^{]*{//; s/=[^,}]*//g' >enumerators
sed ':a; s/{[^{}]*}//g; ta; :b; s/([^()]*)//g; tb; s/\[[^]]*\]//g' declared >outside
sed -n 's/^# *define *\([A-Za-z0-9_]*\).*/\1/p' "$place"/include/*.h >macros
for names in enumerators outside macros; do
    [ -s $names ] || fail "there are no $names"
    foreign=$(unprefixed <$names)
    [ -z "$foreign" ] || fail "without the prefix, in the $names: $foreign"
done
if has nm && has objcopy; then
    nm -u "$place/lib/libqkv.a" | grep -wE 'exit|_exit|stderr|stdout|printf|fprintf|puts|fopen|unlink|rename|opendir' >ends || true
    [ ! -s ends ] || fail "libqkv.a prints, exits or touches files: $(cat ends)"
    nm -g --defined-only "$place/lib/libqkv.a" | awk 'NF == 3 { print $3 }' | sort -u >exported
    [ -s exported ] || fail 'libqkv.a has no names'
    foreign=$(grep -v '^qkv_' exported) || true
    [ -z "$foreign" ] || fail "libqkv.a shows what has no prefix: $foreign"
    tr -cs 'A-Za-z0-9_' '\n' <declared | sort -u >said
    hidden=$(comm -23 exported said)
    [ -z "$hidden" ] || fail "libqkv.a shows what no header has: $hidden"
    sed 's/\\-/-/g' "$place/share/man/man3/libqkv.3" | cat - declared | grep -o '\bqkv_[a-z0-9_]*\b *(' |
        tr -d ' (' | sort -u >called
    missing=$(comm -13 exported called)
    [ -z "$missing" ] || fail "said to be in libqkv.a, and not there: $missing"
fi

# --- man pages ------------------------------------------------------------------------------------

for page in "$place/share/man/man1/qkv.1" "$place/share/man/man3/libqkv.3"; do
    warnings=$(
        if has groff; then groff -man -ww -Tutf8 "$page" 2>&1 >/dev/null; fi
        if has mandoc; then mandoc -Tlint -Wwarning "$page" 2>&1; fi
    ) || true
    [ -z "$warnings" ] || fail "$page: $warnings"
    ! grep -n @ "$page" || [ "$page" = "$place/share/man/man1/qkv.1" ] || fail "$page: not filled in"
done
"$place/bin/qkv" --help | sed -n 's/^  \(--[a-z-]*\).*/\1/p' >options
while read -r option; do
    sed 's/\\-/-/g' "$place/share/man/man1/qkv.1" | grep -qF -e "\\fB$option\\fR" || fail "qkv.1 does not tell $option"
done <options
[ -s options ] || fail 'no options'

# --- completion -----------------------------------------------------------------------------------

cat >complete.bash <<'END'
source "$1"
PATH=$2:$PATH
try() {
    COMP_WORDS=("$@")
    COMP_CWORD=$(($# - 1))
    _qkv
    printf '%s\n' "${COMPREPLY[*]}"
}
mkdir lessons
printf '# A\n\n## S\n\nWords.\n' | tee lessons/01-first.md >'lessons/02-$(touch broken).md'
try qkv --co
try qkv --color a
try qkv sn
try qkv print 01-f
try qkv print 09-
[ ! -e broken ] || echo 'it runs what a file name says'
END
cat >complete.expected <<'END'
--color --completion
auto always
snapshot
01-first
09-who-is-she
END
if has bash; then
    QKV_LESSONS='' bash complete.bash "$place/share/bash-completion/completions/qkv" "$place/bin" >complete
    same complete
fi
if has zsh; then zsh -n "$place/share/zsh/site-functions/_qkv" || fail 'completion for zsh'; fi
if has fish; then
    rm -f broken
    script=$place/share/fish/vendor_completions.d/qkv.fish
    fish -n "$script" || fail 'completion for fish'
    # The last lines that fish offers for each beginning of a command; what it tells of them is left out.
    for typed in 'qkv --co' 'qkv --color ' 'qkv sn' 'qkv print 01-'; do
        PATH=$place/bin:$PATH HOME=$work QKV_LESSONS='' fish --no-config -c \
            "source '$script'; complete -C '$typed'" | cut -f 1 | tr '\n' ' ' | sed 's/\(01-first\).*/\1/; s/ *$//'
        echo
    done >fished
    [ ! -e broken ] || fail 'completion for fish runs what a file name says'
    cat >fished.expected <<'END'
--color --completion
always auto never
snapshot
01-first
END
    same fished
fi
echo 'install: the programs, the names, the man pages and completion are right'
