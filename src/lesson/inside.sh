#!/bin/sh
# Writes as C what a program of one file has inside: its lessons with the tensors that they read, the parts of the page
# for browsers, which lie in a folder of this name, and the kinds of terminals that this machine knows, for machines that
# have no database of them.
#
#     src/lesson/inside.sh FILE... >inside.c
set -eu

printf '#include "base/file.h"\n#include "tui/tui.h"\n\n'
number=0
for file; do
    number=$((number + 1))
    printf 'static const unsigned char file_%d[] = {\n' $number
    od -An -v -tx1 "$file" | sed 's/ *\([0-9a-f][0-9a-f]\)/0x\1,/g'
    echo '};'
done

printf '\nconst FileInside lessons_inside[] = {\n'
number=0
for file; do
    number=$((number + 1))
    case $file in
    */page/*) name=page/${file##*/} ;;
    *) name=${file##*/} ;;
    esac
    printf '    {"%s", file_%d, sizeof file_%d},\n' "$name" $number $number
done
printf '    {0},\n};\n\nconst TuiKind kinds_inside[] = {\n'
for kind in xterm xterm-256color xterm-kitty screen screen-256color tmux tmux-256color linux vt100 vt220 \
    alacritty foot rxvt-unicode-256color konsole-256color; do
    entry=$(infocmp -0 -Q2 "$kind" 2>/dev/null | sed -n '/^b64:/p') || continue
    [ -z "$entry" ] || printf '    {"%s", "%s"},\n' "$kind" "$entry"
done
printf '    {0},\n};\n'
