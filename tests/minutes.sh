#!/bin/sh
# Compares the minutes that lessons say with what reading them takes: 180 words of text a minute, 30 seconds for a question,
# 8 for a screen, 6 for a line of code, two minutes for the exercise. Of a path, those of its pages and stages.
#     tests/minutes.sh QKV        a line for each lesson; status 1 where one is off by more than a quarter
set -eu

qkv=$1
bad=0

# The walk from the first screen by Space: where each screen is, "01 Attention by hand .. stage 5/12", one a line.
walk() {
    "$qkv" "$1" --no-resume --script "$(awk 'BEGIN {for (i = 0; i < 400; i++) printf "Space "}')" |
        awk '/^-- / {getline; print}' | uniq -c |
        awk '{n = $1 > 99 ? 1 : $1; sub(/^ *[0-9]+ /, ""); while (n-- > 0) print}' # the last one is met again and again
}

# Words, questions and lines of code of some stages of a file: all of them, or "0-5 9".
count() {
    awk -v ranges="${2-}" '
    function chosen(   i, n, r, e) {
        n = split(ranges, r, " ")
        for (i = 1; i <= n; i++) {
            split(r[i], e, "-")
            if (stage >= e[1] && stage <= (e[2] == "" ? e[1] : e[2])) return 1
        }
        return n == 0
    }
    /^```/ { if (!fenced && /^```what-if/) stage++; kind = fenced ? "" : $0; fenced = !fenced; next }
    fenced { code += kind == "```python" && NF > 0 && !/^ *#\|/ && chosen(); next }
    /^<!--/ { comment = 1 }
    comment { if (/-->/) comment = 0; next }
    /^## / { stage++; next }
    /^    / { next }
    chosen() {
        asked += gsub(/<details>/, "")
        gsub(/<[^>]*>/, "")
        gsub(/`[^`]*`/, "code")
        words += NF
    }
    END { print words + 0, asked + 0, code + 0 }' "$1"
}

add() { # file, stages
    counted=$(count "$@")
    rest=${counted#* }
    words=$((words + ${counted%% *})) asked=$((asked + ${rest% *})) code=$((code + ${rest#* }))
}

judge() { # name, minutes, words, questions, lines, screens
    awk -v name="$1" -v said="$2" -v words="$3" -v asked="$4" -v code="$5" -v screens="$6" 'BEGIN {
        takes = words / 180 + asked / 2 + screens * 8 / 60 + code / 10 + 2
        printf "%-34s %3d minutes, %3.0f by %4d words, %2d questions, %3d screens, %3d lines\n",
            name, said, takes, words, asked, screens, code
        exit takes > 1.25 * said || takes < 0.75 * said }' || bad=1
}

for file in lessons/*.md; do
    said=$(sed -n 's/^<!-- minutes: \([0-9]*\) -->$/\1/p' "$file")
    [ -n "$said" ] || continue
    name=$(basename "$file" .md)
    legs=$(sed -n 's/^<!-- stages: \(.*\) -->$/\1/p' "$file")
    words=0 asked=0 code=0
    add "$file"
    if [ -n "$legs" ]; then
        screens=$(walk "$name" | wc -l)
        while read -r lesson stages; do
            add lessons/"$lesson"-*.md "$stages"
        done <<LEGS
$legs
LEGS
    else
        screens=$(walk "$name" | awk -v name="${name%%-*}" '$1 == name {n++; next} {exit} END {print n + 0}')
    fi
    judge "$name" "$said" "$words" "$asked" "$code" "$screens"
done
exit $bad
