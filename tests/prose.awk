# Count the sentences of lessons: the mean number of words, and the share of those with six or fewer.
# Counted is the text a learner reads, questions and answers included; not counted are headings, code,
# tables, comments and speaker notes. A piece of `code` is one word. A colon ends a sentence, because
# cause and effect joined by one are two short ones.
#     awk -f tests/prose.awk lessons/*.md
# Fails (exit status 1) when the mean of all files leaves 13 to 17, or more than 12 % are that short.

function sentence(text,    n, words) {
    gsub(/[*_>]+/, "", text)
    n = split(text, words, /[ \t]+/)
    while (n > 0 && words[n] == "") n--
    if (n > 0 && words[1] == "") n--
    if (n == 0) return
    sentences++
    total += n
    if (n <= 6) {
        brief++
        if (show) print FILENAME ": " text
    }
}

function paragraph(    text, i) {
    text = pending
    pending = ""
    gsub(/`[^`]*`/, "C", text)
    gsub(/\[[^]]*\]\([^)]*\)/, "L", text)
    gsub(/<\/?(details|summary)>/, " ", text)
    while (match(text, /[.!?:][")*]*([ \t]+|$)/)) {
        sentence(substr(text, 1, RSTART))
        text = substr(text, RSTART + RLENGTH)
    }
    sentence(text)
}

FNR == 1 { paragraph(); fenced = 0; comment = 0 }
/^ *(```|~~~)/ { paragraph(); fenced = !fenced; next }
fenced { next }
comment { if (/-->/) comment = 0; next }
/^<!--/ { paragraph(); comment = !/-->/; next }
/^ *$/ || /^#/ || /^\|/ || /^    / { paragraph(); next }
/^ *([-*]|[0-9]+\.) / { paragraph(); sub(/^ *([-*]|[0-9]+\.) /, "") }
/<\/summary>/ { pending = pending " " $0; paragraph(); next }
{ pending = pending " " $0 }

END {
    paragraph()
    printf "%d sentences, %.1f words each, %.1f%% of six or fewer\n", sentences, total / sentences, 100 * brief / sentences
    exit (total / sentences < 13 || total / sentences > 17 || brief > 0.12 * sentences)
}
