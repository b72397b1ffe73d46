#!/bin/sh
# Whole walks through the program as pictures: snapshots/screens/NAME.txt has every screen of one,
# and a .svg the last screen of one in colour.
#
#     tests/screens.sh QKV          compares them: what differs, and exit status 1 if anything does
#     tests/screens.sh QKV write    writes those that changed (make snapshots)
#
# Status 1 is a comparison of what differs. A walk is a line: its name, the size of the window, where it begins, and the keys. The lessons are
# those of the list alone, so that a new lesson does not change the menu of every picture.
set -eu

lessons='01-hand-crafted-weights 02-padded-sentences 03-applying-a-mask 09-many-heads
    10-many-heads-with-einsum'

walks() {
    cat <<'END'
menu              80x24   ;                                 ; Down End / m a s k Tab Esc T
stage             80x24   ; 1 --goto 3                      ; Space Space n Space Bksp
stage-of-batches  80x24   ; 2 --goto 3.2                    ; ] [ Tab
text              80x24   ; 2 --goto 0                      ; Space j j j
cell              80x24   ; 1 --goto 4.2                    ; Enter Right Tab Enter Enter ' Esc
cell-of-softmax   80x24   ; 2 --goto 12.1                   ; Enter Down End x
contents          80x24   ; 3 --goto 2                      ; t Down 6 Enter
help              80x24   ; 1 --goto 3.1                    ; ? Space Esc Enter ?
inside-a-call     80x24   ; 9 --goto 14.15                   ; d Space d Space u u
not-shown         80x24   ; 9 --goto 20                     ; Space # q Space Space Space #
long-formula      80x24   ; 10 --goto 7.2                    ; Space Bksp
shades-and-sums   80x24   ; 2 --goto 12.1                   ; S m D
links             80x24   ; 10 --goto 6.1                   ; & ] Down q Enter &
teacher           80x24   ; 1 --goto 3 --teacher            ; Space Space V v i a Right 1 Enter s
teacher-asks      80x24   ; 1 --goto 4 --teacher            ; Space Space s Space Space Space Enter Right Esc N b
narrow            40x12   ; 2 --goto 3.2                    ; Space Bksp Tab Enter ? q t
wide              160x50  ; 2 --goto 9.2                    ; Space Enter
what-if           80x24   ; 1 --goto 4.1                    ; Enter Down Right = Bksp Bksp 0 Enter Esc ~ ~ ~ f F t Esc w Space Esc Z
what-if-wrong     80x24   ; 1 --goto 2.1                    ; : x [ y ] = 1 Enter Esc
compare           80x24   ; compare 1 --change scores=keys ; Enter f
compare-wide      160x50  ; compare 1 --change scores=keys ; Enter
what-if-wide      160x50  ; 1 --goto 4.1                    ; Enter = Bksp 9 Enter Esc ~ ~
stepping          80x24   ; heads.py --brief --goto 1.3      ; d Space Space Space d Space Space d u Space y o u
stepping-wide     160x50  ; heads.py --brief --goto 1.3      ; d Space Space Space d Space Space Space
END
}

make_screens() {
    root=$(pwd)
    mkdir "$work/lessons" "$work/screens"
    for lesson in $lessons; do cp "lessons/$lesson.md" "$work/lessons"; done
    cp tests/screens/heads.py "$work"
    walks | while IFS=';' read -r name_size begin keys; do
        # shellcheck disable=SC2086
        set -- $name_size
        # shellcheck disable=SC2086
        (cd "$work" && LC_ALL=C.UTF-8 "$qkv" $begin --no-resume --size "$2" --script "$keys" \
            >"screens/$1.txt") || [ $? -eq 1 ] || { echo "$root/tests/screens.sh: $1 fails" >&2; exit 1; }
    done
    # The picture that README begins with.
    "$qkv" export 17 --goto 6.1 --script 'Enter Down*4' --size 80x38 --svg "$work/screens" >/dev/null
}

case $1 in /*) qkv=$1 ;; *) qkv=$(pwd)/$1 ;; esac
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
make_screens
kept=snapshots/screens
if [ "${2-}" = write ]; then
    mkdir -p "$kept"
    for old in "$kept"/*; do
        [ ! -e "$old" ] || [ -e "$work/screens/${old##*/}" ] || rm -v "$old"
    done
    for new in "$work"/screens/*; do
        cmp -s "$new" "$kept/${new##*/}" || cp -v "$new" "$kept"
    done
elif ! diff -ru "$kept" "$work/screens"; then
    echo 'These screens have changed. Are they right? Then: make snapshots' >&2
    exit 1
fi
