#!/bin/sh
# The handouts of all lessons, and pictures of their screens.
#
#     tests/html.sh QKV             each link leads to one place, no page is too large, and making
#                                   it again gives the same bytes
#     tests/html.sh QKV browser     also: a validator has nothing to say, and a real browser neither;
#                                   it shows every cell, opens what a link leads into, and prints all
#                                   of it
#     tests/html.sh QKV --self-test pages that must be reported
set -eu

qkv=$1
mode=${2-}
most=1000000
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0

report() {
    echo "$1" >&2
    failed=1
}

# The links within a page that lead nowhere, and what is called by the same name twice.
loose_ends() {
    grep -o ' id="[^"]*"' "$1" | cut -d'"' -f2 | sort >"$work/ids"
    uniq -d "$work/ids" | sed 's/$/: there twice/'
    grep -o 'href="#[^"]*"' "$1" | cut -d'#' -f2 | tr -d '"' | sort -u |
        comm -23 - "$work/ids" | sed 's/$/: a link to it leads nowhere/'
}

check_page() {
    ends=$(loose_ends "$1" | head -3)
    [ -z "$ends" ] || report "$1: $ends"
    size=$(wc -c <"$1")
    [ "$size" -le $most ] || report "$1: $size bytes"
}

browse() {
    timeout 120 chromium --headless=new --no-sandbox --disable-gpu --user-data-dir="$work/browser" \
        --enable-logging=stderr "$@" 2>"$work/log"
}

check_in_browser() {
    page=$1
    tidy -quiet -errors "$page" 2>"$work/said" || true
    [ ! -s "$work/said" ] || report "$page: $(head -1 "$work/said")"
    # The first derivation there is, folded away in the page as it is written.
    first=$(grep -o ' id="w[^"]*"' "$page" | head -1 | cut -d'"' -f2)
    browse --dump-dom "file://$page${first:+#$first}" >"$work/dom"
    grep -q CONSOLE "$work/log" && report "$page: $(grep CONSOLE "$work/log" | head -1)"
    cells=$(grep -o '<td id=' "$page" | wc -l)
    seen=$(grep -o '<td id=' "$work/dom" | wc -l)
    [ "$cells" -eq "$seen" ] || report "$page: $cells cells, and the browser has $seen"
    [ -z "$first" ] || grep -q '<details[^>]* open' "$work/dom" ||
        report "$page: what $first lies in was not opened"
}

# On paper everything is open: the last derivation is in the text of the pages.
check_on_paper() {
    browse --no-pdf-header-footer --print-to-pdf="$work/page.pdf" "file://$1"
    pdftotext -layout "$work/page.pdf" "$work/page.txt"
    grep -q "output.*[0-9] = .*\*.* + " "$work/page.txt" ||
        report "$1: what is folded is not on paper"
}

if [ "$mode" = --self-test ]; then
    printf '<p id="a"><a href="#a"></a>' >"$work/good"
    printf '<p id="a"><a href="#b"></a>' >"$work/loose"
    printf '<p id="a"><p id="a">' >"$work/twice"
    for page in good loose twice; do
        ends=$(loose_ends "$work/$page")
        case $page${ends:+-reported} in
        good | loose-reported | twice-reported) ;;
        *) report "tests/html.sh: $page: ${ends:-nothing}" ;;
        esac
    done
    exit $failed
fi

mkdir "$work/html" "$work/again"
"$qkv" export lessons/[0-9]*.md --html "$work/html" >/dev/null
"$qkv" export lessons/[0-9]*.md --html "$work/again" >/dev/null
diff -r "$work/html" "$work/again" >/dev/null || report 'a page made again is another'
for page in "$work"/html/*.html; do
    check_page "$page"
    [ "$mode" != browser ] || check_in_browser "$page"
done
if [ "$mode" = browser ]; then
    check_on_paper "$work/html/01-hand-crafted-weights.html"
    "$qkv" export 01 --svg "$work/svg" >/dev/null
    for picture in "$work"/svg/*.svg; do
        tidy -quiet -errors -xml "$picture" 2>"$work/said" || true
        [ ! -s "$work/said" ] || report "$picture: $(head -1 "$work/said")"
    done
fi
exit $failed
