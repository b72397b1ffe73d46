#!/bin/sh
# What make install put in place, used from outside: a program against the library, the library's
# names, the man pages, the completion of two shells.
#
#     tests/install.sh DESTDIR PREFIX CC
set -eu

root=$1
prefix=$2
cc=$3
place=$root$prefix
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

has() { command -v "$1" >/dev/null 2>&1; }
fail() { echo "install: $*" >&2; exit 1; }
# same NAME: NAME.expected against NAME.
same() { diff -u "$1.expected" "$1" >&2 || fail "this differs ($1)"; }

# --- a program against the library ---------------------------------------------------------------

cat >where.c <<'END'
#include <stdio.h>

#include <core/print.h>
#include <core/qkv.h>

int main(void)
{
    Qkv *q = qkv_new();
    qkv_record(q);
    const QkvTensor *x = qkv_floats(q, 2, (int64_t[]){2, 3}, (const float[]){1, 0, 2, 3, 1, 1});
    const QkvTensor *in[] = {x, x};
    const QkvTensor *scores = qkv_einsum(q, "id,jd->ij", 2, in);
    const QkvCall *made = &qkv_tape(q)->step[scores->step].call;
    Arena arena = {0};
    QkvTerms t = op_terms(made, 1, &arena);
    printf("%s\n%g =", qkv_formula(made), qkv_tensor_at(scores, 1));
    for (int64_t k = 0; k < t.count; k++)
        printf("%s %g * %g", k ? " +" : "", qkv_tensor_at(x, t.term[k].a.cell),
               qkv_tensor_at(x, t.term[k].b.cell));
    printf("\nagain: %g\n", qkv_recompute(made, 1, &t));
    if (!qkv_matmul(q, x, x))
        puts(qkv_error(q));
    Buf text = {0};
    print_tensor(&text, scores);
    puts(buf_text(&text));
    buf_release(&text);
    arena_release(&arena);
    qkv_free(q);
    return 0;
}
END
cat >where.expected <<'END'
out[i, j] = sum over d of a[i, d] * b[j, d]
5 = 1 * 3 + 0 * 1 + 2 * 1
again: 5
matmul: sizes do not fit: (2, 3) @ (2, 3): the last size of the left is 3, the second-last of the right is 2: the right side fits with .transpose(-2, -1)
tensor([[ 5.,  5.],
        [ 5., 11.]])
END
flags="-I$place/include/qkv -L$place/lib -lqkv -lm"
if has pkg-config; then
    flags=$(PKG_CONFIG_PATH=$place/lib/pkgconfig PKG_CONFIG_SYSROOT_DIR=$root pkg-config --cflags --libs qkv)
fi
# shellcheck disable=SC2086 # the compiler and its flags are several words
$cc -std=c11 -Wall -Wextra -Wpedantic -Werror where.c $flags -o where.bin
./where.bin >where
same where

# --- its names ------------------------------------------------------------------------------------

find "$place/include/qkv" -name '*.h' -exec cat {} + >headers
if has nm && has objcopy; then
    nm -g --defined-only "$place/lib/libqkv.a" | awk 'NF == 3 { print $3 }' | sort -u >names
    tr -cs 'A-Za-z0-9_' '\n' <headers | sort -u >said
    [ -s names ] || fail 'libqkv.a has no names'
    hidden=$(comm -23 names said)
    [ -z "$hidden" ] || fail "libqkv.a shows what no header has: $hidden"
    sed 's/\\-/-/g' "$place/share/man/man3/libqkv.3" headers | grep -o '\b\(qkv\|op\|print\|tensor\)_[a-z0-9_]*\b *(' |
        tr -d ' (' | sort -u >called
    missing=$(comm -13 names called)
    [ -z "$missing" ] || fail 'said to be in libqkv.a, and not there: '"$missing"
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
try qkv print 0
[ ! -e broken ] || echo 'it runs what a file name says'
END
cat >complete.expected <<'END'
--color --completion
auto always
snapshot
01-first
END
if has bash; then
    QKV_LESSONS='' bash complete.bash "$place/share/bash-completion/completions/qkv" "$place/bin" >complete
    sed 's/\(01-first\).*/\1/' complete >complete.first # the lessons that are installed follow
    mv complete.first complete
    same complete
fi
if has zsh; then zsh -n "$place/share/zsh/site-functions/_qkv" || fail 'completion for zsh'; fi
echo 'install: a program, the names, the man pages and completion are right'
