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

lessons='01-hand-crafted-weights 02-padded-sentences 03-applying-a-mask 30-many-heads-in-code
    31-many-heads-with-einsum'

walks() {
    cat <<'END'
menu              80x24   ;                                 ; Down End / m a s k Enter Down Down Enter q Esc
stage             80x24   ; 1 --goto 3                      ; Space Space n Space Bksp
stage-of-batches  80x24   ; 2 --goto 3.2                    ; ] [ Tab
text              80x24   ; 2 --goto 0                      ; Space Space
pointer           80x24   ; 1 --goto 4.2                    ; Down Right Tab Tab End
number            80x24   ; 1 --goto 4.2                    ; Enter Right Tab Enter Enter q Space
number-of-softmax 80x24   ; 2 --goto 12.1                   ; Enter Down End
tabs              80x24   ; 1 --goto 5.1                    ; Down Right i i i i i i i Enter q q
looks             80x24   ; 1 --goto 5.1                    ; Down Right i i i i i Right = 0 Enter Enter q
looks-of-batches  80x24   ; 2 --goto 12.1                   ; i i i i i Right ] Down
row               80x24   ; 2 --goto 12.1                   ; i i i i i i Right Down Tab = Esc Enter q
decimals          80x24   ; 1 --goto 5.1                    ; v Right q
contents          80x24   ; 3 --goto 2                      ; t Down Enter n q
palette           80x24   ; 1 --goto 5.1                    ; ? r o Esc ? Down Esc z
find              80x24   ; 1 --goto 5.1                    ; / 0 . 8 8 Enter Enter n q q
answer            80x24   ; 1 --goto 5                      ; a a Space Space Space
inside-a-call     80x24   ; 30 --goto 5.15                   ; Enter Space Enter Space q q
not-shown         80x24   ; 30 --goto 8                      ; Space Space Space
long-formula      80x24   ; 31 --goto 7.2                   ; Space Bksp
class             80x24   ; 1 --goto 5 --teacher            ; Space Space g 0 . 9 Enter Tab Esc s Bksp Space Space
class-list        80x24   ; 1 --goto 5.1                    ; T Enter Right q Space
narrow            40x12   ; 2 --goto 3.2                    ; Space Bksp Tab Enter ? Esc q t
wide              160x50  ; 2 --goto 9.2                    ; Space Enter
what-if           80x24   ; 1 --goto 4.2                    ; Down Right = 0 Enter w w w c Enter n q w q u
what-if-lines     80x24   ; 1 --goto 4.2                    ; = Tab Tab Esc
what-if-wrong     80x24   ; 1 --goto 2.1                    ; = Ctrl-U x Enter Esc
compare           80x24   ; compare 1 --change scores=keys  ; Enter n q
compare-wide      160x50  ; compare 1 --change scores=keys  ; Enter
practice          80x24   ; 1 --goto 5.1                    ; x Enter s o f t m a x ( s c o r e s , d i m = 0 ) Enter Tab Esc Down Enter q q
practice-right    80x24   ; 1 --goto 5.1                    ; x Enter s o f t m a x ( s c o r e s , - 1 ) Enter Down Enter
practice-lines    80x24   ; 1 --goto 9.3                    ; x n n Enter s c o r e s / 3 * * 0 . 5 Enter Enter s o f t m a x ( s c a l e d , - 1 ) Enter Enter s o f t _ w e i g h t s @ v a l u e s Enter End Enter q
practice-order    80x24   ; 1 --goto 9.3                    ; x n n n Down Enter Up Esc Home Down*4 Enter Up*5 Enter Down*4 Enter Up*4 Enter Down*2 Enter Up*2 Enter
practice-mend     80x24   ; 1 --goto 9.3                    ; x n n n n Down Enter Enter Tab Tab Bksp*2 - 1 ) Enter
practice-predict  80x24   ; 1 --goto 9.3                    ; x n n n n n Enter 9 Enter Tab Tab Tab Esc q
practice-write    80x24   ; 30 --goto 3                     ; x n n n n n
stepping          80x24   ; heads.py --brief --goto 1.3     ; Enter Space Space Space Enter Space Space Enter q Space n q
stepping-wide     160x50  ; heads.py --brief --goto 1.3     ; Enter Space Space Space Enter Space
curves            80x24   ; train.py --brief --goto 1.2     ; ? p a s s Enter Down*9 q = Ctrl-U r a t e = 0 . 1 Enter Space Space
END
}

make_screens() {
    root=$(pwd)
    mkdir "$work/lessons" "$work/screens"
    for lesson in $lessons; do cp "lessons/$lesson.md" "$work/lessons"; done
    cp tests/screens/*.py "$work"
    mkdir "$work/bin" # where no other lessons lie beside the program
    cp "$qkv" "$work/bin/qkv"
    walks | while IFS=';' read -r name_size begin keys; do
        # shellcheck disable=SC2086
        set -- $name_size
        # shellcheck disable=SC2086
        (cd "$work" && LC_ALL=C.UTF-8 bin/qkv $begin --no-resume --size "$2" --script "$keys" \
            >"screens/$1.txt") || [ $? -eq 1 ] || { echo "$root/tests/screens.sh: $1 fails" >&2; exit 1; }
    done
    # The picture in colour that README links to.
    "$qkv" export 09 --goto 6.1 --script 'Enter Down*4' --size 80x38 --svg "$work/screens" >/dev/null
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
