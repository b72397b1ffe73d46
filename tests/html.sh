#!/bin/sh
# The handouts of all lessons, and pictures of their screens.
#
#     tests/html.sh QKV             each link leads to one place, no page is too large, and making
#                                   it again gives the same bytes
#     tests/html.sh QKV browser     also: validators have nothing to say, and a real browser neither;
#                                   it shows every cell, opens what a link leads into, and prints all
#                                   of it. The validators are tidy and, where it is installed, vnu (the
#                                   W3C's; npm install -g vnu-jar)
#     tests/html.sh QKV --self-test pages that must be reported
set -eu

qkv=$1
mode=${2-}
most=1050000
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

# tidied FILE OPTION...: what tidy says of it is reported.
tidied() {
    tidied=$1
    shift
    tidy -quiet -errors "$@" "$tidied" 2>"$work/said" || true
    [ ! -s "$work/said" ] || report "$tidied: $(head -1 "$work/said")"
}

# The same for vnu and many files: it takes longer to start than to read them.
validated() {
    said=$(vnu --format gnu "$@" 2>&1 | grep -v '^Document checking completed. No') || true
    [ -z "$said" ] || report "$(printf '%s\n' "$said" | head -5)"
}

check_in_browser() {
    page=$1
    tidied "$page"
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

# A lesson whose text is markup in every place, its own name included.
write_hostile() {
    evil='<img src=x onerror="document.title=1"><b>'
    cat >"$1/<b>&\"'.md" <<END
# T $evil

A $evil, *$evil*, [$evil](<https://x.org/?"'>) and ![$evil]($evil).

## S $evil

### H $evil

- $evil

> $evil

\`\`\`text $evil
</pre>$evil
\`\`\`

<details><summary>Why $evil?</summary>

Because $evil

</details>

\`\`\`python
import torch  # $evil
#| rows: <b>&"'</th> '"
#| axes: </caption> <b>
x = torch.tensor([[1., 2.], [3., 4.]])
y = x @ x
print('</script>$evil')
s = {'$evil': '</pre>'}
raise ValueError('</pre>$evil')
\`\`\`

<!-- note: </aside>$evil -->

\`\`\`what-if $evil
y = x @ x * len("</pre><b>")
\`\`\`
END
}

# What a browser makes of it: no element of the lesson's, and its script has not run.
check_hostile() {
    mkdir "$work/hostile"
    write_hostile "$work/hostile"
    # The lesson ends with an error, and the page is written all the same.
    "$qkv" export "$work"/hostile/*.md --notes --html "$work/hostile.html" >/dev/null 2>&1 || true
    "$qkv" export "$work"/hostile/*.md --svg "$work/hostile" >/dev/null 2>&1 || true
    check_page "$work/hostile.html"
    grep -q '&lt;/aside&gt;&lt;img' "$work/hostile.html" || report 'hostile.html: no note'
    [ "$mode" = browser ] || return 0
    check_in_browser "$work/hostile.html"
    elements=$(grep -o '<img\|<b>\|<script\|<title>1' "$work/dom" | sort | uniq -c | tr -d ' \n')
    [ "$elements" = '1<script' ] || report "hostile.html: a browser has $elements"
    for picture in "$work"/hostile/*.svg; do
        tidied "$picture" -xml
        browse --dump-dom "file://$picture" >"$work/dom"
        ! grep -q '<img\|<b>\|<script' "$work/dom" || report "$picture: has elements of the lesson"
        ! grep -q CONSOLE "$work/log" || report "$picture: $(grep CONSOLE "$work/log" | head -1)"
    done
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

"$qkv" export lessons/[0-9]*.md --html "$work/html/" >/dev/null
"$qkv" export lessons/[0-9]*.md --html "$work/again/" >/dev/null
diff -r "$work/html" "$work/again" >/dev/null || report 'a page made again is another'
for page in "$work"/html/*.html; do
    check_page "$page"
    [ "$mode" != browser ] || check_in_browser "$page"
done
check_hostile
if [ "$mode" = browser ]; then
    check_on_paper "$work/html/01-hand-crafted-weights.html"
    "$qkv" export 01 --svg "$work/svg" >/dev/null
    for picture in "$work"/svg/*.svg; do
        tidied "$picture" -xml
    done
    if command -v vnu >/dev/null; then
        validated "$work"/html/*.html "$work/hostile.html"
        validated --svg "$work"/svg/*.svg "$work"/hostile/*.svg
    else
        echo 'vnu was left out: it is not installed'
    fi
fi
exit $failed
