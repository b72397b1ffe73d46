# Each number in the text of a lesson is one that the lesson computes. tests/numbers.sh runs this on the list, on the
# transcripts of the lessons without their text, and on the lessons.
#
# Asked are the numbers of titles, text, questions, answers, hints, notes and pictures. Not asked are whole numbers up
# to 12, which are found by chance wherever they are looked for; those that are part of a name, as in `x2` and GPT-2;
# addresses; and numbers that are words. Of "lesson 13" and "stages 6 to 8" it is asked that they are there,
# of "qkv practice 13" that it is this lesson.
#
# A number is held by the first of these that has it, rounded to the digits of the text (a whole number is not rounded):
#     list      tests/numbers.txt: the words around it, and what computes it, or where it is from
#     label     it stands in a word that labels a row or a column, as in d=16
#     stage     the code or the results of its stage, and of the what-ifs that follow it
#     sum       an expression in the same paragraph, as 16 + 10, 7.4 of 8.4, or e to the power of -10
#     again     it stands earlier in the text of the stage, where it is held
#     named     a stage or a lesson that the paragraph names, or its question, or that a path or a word leads to
#     before    one of the two stages before
#     lesson    any stage, if it has three digits or more, or is written as 1e-5
#     source    a paragraph that begins with **Read on.**, which is made of titles and addresses
# A number of one digit, as 0.6, is not rounded in a stage that is named or before.
# How much that is worth is counted, too: each number is made larger by one in its last digit, and few may be held then.

BEGIN {
    plain["−"] = "-"; plain["–"] = "-"; plain["·"] = "*"; plain["×"] = "*"; plain["√"] = "@"
    plain["½"] = "1/2"; plain["¼"] = "1/4"; plain["⁻"] = "^-"
    split("⁰ ¹ ² ³ ⁴ ⁵ ⁶ ⁷ ⁸ ⁹", raised, " ")
    for (i in raised) plain[raised[i]] = "^" (i - 1)
}

# Writes signs of arithmetic in ASCII, a power as ^12, and a root as @.
function plainly(text,    sign) {
    for (sign in plain) gsub(sign, plain[sign], text)
    while (match(text, /\^-?[0-9]+\^[0-9]/)) # the digits of one power
        text = substr(text, 1, RSTART + RLENGTH - 3) substr(text, RSTART + RLENGTH - 1)
    return text
}

function tell(file, line, what) {
    printf "%s:%d: %s\n", file, line, what
    failed++
}

# --- what a lesson computes, by lesson and stage ----------------------------------------------------------------------

# Adds the numbers of a line of code or of results to those of a stage.
function keep(lesson, stage, line,    place, before, token) {
    place = lesson SUBSEP stage
    while (match(line, /[0-9]+(\.[0-9]*)?([eE][-+]?[0-9]+)?|\.[0-9]+/)) {
        before = RSTART > 1 ? substr(line, RSTART - 1, 1) : ""
        token = substr(line, RSTART, RLENGTH)
        line = substr(line, RSTART + RLENGTH)
        if (before ~ /[A-Za-z_]/ || line ~ /^[A-Za-z_]/) { # part of a name
            sub(/^[A-Za-z_0-9.]*/, " ", line)
            continue
        }
        token = (before == "-" ? -1 : 1) * token
        if ((place, token) in kept) continue
        kept[place, token]
        cell[place, ++cells[place]] = token
    }
}

function file_name(    name) {
    name = FILENAME
    sub(/.*\//, "", name)
    sub(/[-.].*/, "", name)
    return name
}

function code(line) {
    sub(/#.*/, "", line)
    return line
}

mode == "run" && FNR == 1 { lesson = file_name(); stage = above = 0; last[lesson] = 0 }
mode == "run" && /^@ / {
    values[$2] = NF - 2
    for (i = 3; i <= NF; i++) value[$2, i - 2] = $i
}
mode == "run" && /^== [0-9]+\. / {
    stage = $3 " " $4 == "The list" ? "list" : $2 + 0
    if ($3 " " $4 != "What if:") above = stage # a what-if belongs to the stage before it, too
    if (stage != "list") last[lesson] = stage
    next
}
mode == "run" && stage != "list" {
    line = /^(>>>|\.\.\.|#)/ ? code($0) : $0
    keep(lesson, stage, line)
    if (above != stage) keep(lesson, above, line)
}

# --- the list ---------------------------------------------------------------------------------------------------------

mode == "list" && !/^#/ && NF {
    if (split($0, part, / \| /) != 3 || part[2] !~ /\[[^]]*[0-9][^]]*\]/)
        tell(FILENAME, FNR, "this is no line of the list")
    list_of[FNR] = part[1]
    list_words[FNR] = plainly(part[2])
    list_how[FNR] = part[3]
    list_file = FILENAME
    list_end = FNR
    if (bare_number(part[3])) tell(FILENAME, FNR, "a bare number computes nothing")
    if (part[3] ~ /^source: / && part[3] !~ /[a-z]\.[a-z]+\/|lessons\//) tell(FILENAME, FNR, "a source has an address")
}

# Is one of the expressions of a line nothing but a number?
function bare_number(how) {
    while (gsub(/\([^()]*\)|\[[^][]*\]/, "_", how)) ;
    return how ~ /(^|, )-?[0-9.]+(e-?[0-9]+)?(, |$)/
}

# Marks the numbers of a paragraph that the list has, by where they begin.
function mark_listed(flat,    entry, words, bare, start, from, at, n) {
    split("", marked)
    for (entry = 1; entry <= list_end; entry++) {
        if (!(entry in list_of) || list_of[entry] != p_lesson[p]) continue
        bare = list_words[entry]
        gsub(/[][]/, "", bare)
        for (from = 0; start = index(substr(flat, from + 1), bare); from += start) {
            used[entry]
            words = list_words[entry]
            n = 0
            at = from + start
            while (match(words, /\[[^]]*\]/)) {
                at += RSTART - 1
                n++
                marked[at] = entry SUBSEP n
                at += RLENGTH - 2
                words = substr(words, RSTART + RLENGTH)
            }
            if (list_how[entry] == "given" && !p_asks[p]) tell(list_file, entry, "only a question can give a number")
            if (list_how[entry] !~ /^(source: |given$)/ && values[entry] != n)
                tell(list_file, entry, n " numbers are marked, and " values[entry] + 0 " computed")
        }
    }
}

# --- the text of a lesson: its paragraphs, with the stage that they are in --------------------------------------------

function paragraph(    i) {
    if (pending == "") return
    paragraphs++
    p_text[paragraphs] = plainly(pending)
    p_file[paragraphs] = file
    p_line[paragraphs] = first
    p_lesson[paragraphs] = lesson
    p_stage[paragraphs] = heading
    if (pending ~ /<summary>/) question = paragraphs
    p_question[paragraphs] = question
    p_picture[paragraphs] = fence != ""
    p_asks[paragraphs] = question || pending ~ /^<!-- note:/ || title ~ /^Try this/
    pending = ""
}
function add(line) {
    if (pending == "") first = FNR
    sub(/^ +/, "", line)
    gsub(/ +/, " ", line)
    pending = pending (pending == "" ? "" : "\n") line
}
function alone(line) {
    paragraph()
    add(line)
    paragraph()
}

mode == "text" && FNR == 1 {
    paragraph()
    file = FILENAME
    lesson = file_name()
    stage = heading = question = 0
    fence = title = ""
}
mode == "text" && fence != "" {
    if (/^```/) {
        paragraph()
        fence = ""
    } else if (fence == "```python" && /^ *#\| (rows|cols|items|axes):/) {
        n = split($0, part, / +/)
        for (i = 1; i <= n; i++) label[lesson, part[i]]
        keep(lesson, heading, $0)
    } else if (fence == "```python" && /^ *#\| wrong /) {
        line = $0
        sub(/^[^:]*: */, "", line)
        alone(line)
    } else if (fence == "```python" || fence ~ /^```what-if/) keep(lesson, heading, code($0))
    else if (fence !~ /^```expect/) add($0)
    next
}
mode == "text" && /^```/ {
    paragraph()
    fence = $0
    if (sub(/^```what-if/, "")) alone($0)
    if (fence ~ /^```what-if/) stage++
    next
}
mode == "text" && /^#+ / { if (/^## /) { heading = ++stage; title = substr($0, 4) } alone($0); next }
mode == "text" && /^<!-- (track|minutes|needs|words):/ { paragraph(); next }
mode == "text" && /^<!-- stages:/ {
    paragraph()
    legs[lesson, heading] = legs[lesson, heading] substr($0, 13) ","
    next
}
mode == "text" && /^ *$/ { paragraph(); next }
mode == "text" && /^\|/ { alone($0); next }
mode == "text" && /^<\/details>/ { paragraph(); question = 0; next }
mode == "text" { add($0); if (/<\/summary>/) paragraph() }

# --- expressions in the text ------------------------------------------------------------------------------------------

# sum is what is read, from at, and wrong is set where it is no sum.
function look() {
    while (substr(sum, at, 1) == " ") at++
    return substr(sum, at, 1)
}
function terms(    v) {
    v = factors()
    for (;;)
        if (look() == "+") { at++; v += factors() }
        else if (look() == "-") { at++; v -= factors() }
        else return v
}
function factors(    v, d) {
    v = power()
    for (;;)
        if (look() == "*") { at++; v *= power() }
        else if (look() == "/") {
            at++
            d = power()
            if (d == 0) { wrong = 1; return 0 }
            v /= d
        } else return v
}
function power(    v, e) {
    v = atom()
    if (look() != "^") return v
    at++
    e = power()
    if (v <= 0 && e != int(e) || v == 0 || e > 99) { wrong = 1; return 0 }
    return v ^ e
}
function atom(    c, v) {
    c = look()
    if (c == "-" || c == "@" || c == "E") {
        at++
        v = c == "-" ? power() : atom()
        if (c == "@" && v < 0 || c == "E" && v > 99) { wrong = 1; return 0 }
        return c == "-" ? -v : c == "@" ? sqrt(v) : v < -99 ? 0 : exp(v)
    }
    if (c == "(") {
        at++
        v = terms()
        if (look() != ")") wrong = 1
        at++
        return v
    }
    if (!match(substr(sum, at), /^[0-9]+(\.[0-9]+)?/)) { wrong = 1; return 0 }
    v = substr(sum, at, RLENGTH)
    at += RLENGTH
    return v + 0
}

# Computes each expression of a paragraph, into made[1..].
function calculate(text,    v) {
    mades = 0
    gsub(/[`,]/, "", text)
    gsub(/e to the power of |e\^/, "E", text)
    gsub(/twice /, "2 * ", text)
    gsub(/ times /, " * ", text)
    gsub(/ plus /, " + ", text)
    gsub(/ minus /, " - ", text)
    gsub(/ (out of|of|divided by) /, " / ", text)
    while (match(text, /[-(0-9@E][-+*\/^().0-9 @E]*[0-9)]/)) {
        sum = substr(text, RSTART, RLENGTH)
        text = substr(text, RSTART + RLENGTH)
        if (sum !~ /[0-9)] *[-+*\/^]|@|E/) continue
        at = 1
        wrong = 0
        v = terms()
        if (!wrong && at > length(sum)) made[++mades] = v
    }
}

# Tells of each equation in a paragraph, "2 * 4 + 1 = 9", that does not hold to the digits of its right side.
function equate(flat,    before, sides, right, width, v) {
    gsub(/[`,]/, "", flat)
    gsub(/e to the power of |e\^/, "E", flat)
    while (match(flat, /[-(0-9@E][-+*\/^().0-9 @E]*= *-?[0-9]+(\.[0-9]+)?/)) {
        before = substr(flat, 1, RSTART - 1)
        right = substr(flat, RSTART, RLENGTH)
        flat = substr(flat, RSTART + RLENGTH)
        sum = right
        sub(/ *=.*/, "", sum)
        sub(/.*= */, "", right)
        if (sum !~ /[0-9)] *[-+*\/^]|@|E/ || before ~ /[])A-Za-z_0-9]$|(^| )[A-Za-z)] $|[=*\/+] *$/ || \
            flat ~ /^[A-Za-z_\/(*]|^ [-+*\/(]/) continue # it is a part of an equation
        at = 1
        wrong = 0
        v = terms()
        if (wrong || at <= length(sum)) continue
        equations++
        width = right ~ /\./ ? 10 ^ (index(right, ".") - length(right)) : 1
        if (!near(v, right + 0, width, 1)) tell(p_file[p], p_line[p], sum " is " v ", not " right)
    }
}

# --- judging ----------------------------------------------------------------------------------------------------------

# Is v the number n, to half of width? A number without a sign may be a negative one.
function near(v, n, width, signed) {
    if (!signed && v < 0) v = -v
    v -= n
    if (v < 0) v = -v
    return v <= width / 2 + 1e-9 * (n < 0 ? -n : n)
}
function in_stage(lesson, stage, n, width,    i) {
    for (i = 1; i <= cells[lesson, stage]; i++) if (near(cell[lesson, stage, i], n, width, signed)) return 1
    return 0
}

# Finds the stages that a paragraph names and that its stage leads to, into named[1..]; each must be there.
function find_named(text,    entry, n, i, k, part, legs_of, ends, words, of, to, from, s) {
    nameds = 0
    of = p_lesson[p]
    n = split(legs[p_lesson[p], p_stage[p]], legs_of, ",")
    for (i = 1; i < n; i++) {
        sub(/ *-->/, "", legs_of[i])
        for (k = split(legs_of[i], part, " "); k > 1; k--) {
            split(part[k], ends, "-")
            for (s = ends[1]; s <= (ends[2] == "" ? ends[1] : ends[2]) + 0; s++) named[++nameds] = part[1] SUBSEP s
        }
        of = part[1] # whose stages the text of a path speaks of
    }
    while (match(text, /([Ll]essons?|[Ss]tages?) [0-9]+((,| and| to| or|, and) [0-9]+)*/)) {
        words = substr(text, RSTART, RLENGTH)
        text = substr(text, RSTART + RLENGTH)
        n = split(words, part, /[ ,]+/)
        for (i = 2; i <= n; i++) {
            if (part[i] !~ /^[0-9]/) continue
            to = part[i] + 0
            from = part[i - 1] == "to" ? part[i - 2] + 1 : to
            if (words ~ /^[Ll]/) of = sprintf("%02d", to)
            if (!(of in last) || words ~ /^[Ss]/ && to > last[of] && to > last[p_lesson[p]])
                tell(p_file[p], p_line[p], words ": it is not there")
            if (words ~ /^[Ss]/)
                for (s = from; s <= to; s++) { named[++nameds] = of SUBSEP s; named[++nameds] = p_lesson[p] SUBSEP s }
            else for (; from <= to; from++)
                for (s = 0; s <= last[of]; s++) named[++nameds] = sprintf("%02d", from) SUBSEP s
        }
    }
}

# Reads a number: the last digit of number counts unit, and results must be as near as exact.
function read_number(token, before, after,    mantissa, scale) {
    number = mantissa = token
    gsub(/,/, "", number)
    sub(/[eE].*/, "", mantissa)
    unit = mantissa ~ /\./ ? 10 ^ (index(mantissa, ".") - length(mantissa)) : 1
    gsub(/[.,]/, "", mantissa)
    sub(/^0+/, "", mantissa)
    scaled = token ~ /[eE]/
    long = length(mantissa) > 2 || scaled
    brief = length(mantissa) < 2
    scale = token
    if (sub(/.*[eE]/, "", scale)) unit *= 10 ^ scale
    number += 0
    percent = after ~ /^ ?%/
    signed = before ~ /(^|[^0-9)A-Za-z])-$/
    small = token ~ /^[0-9]+$/ && number <= 12 && !percent && after !~ /^ [mb]illion/
    scale = (signed ? -1 : 1) * (percent ? 0.01 : after ~ /^ million/ ? 1e6 : after ~ /^ billion/ ? 1e9 : 1)
    number *= scale
    unit *= scale < 0 ? -scale : scale
    exact = token ~ /\./ || scaled || unit != 1 ? unit : 0
}

# What holds the number n, read as number was: "" where nothing does.
function holds(n,    i, part, s) {
    if (in_stage(p_lesson[p], p_stage[p], n, exact)) return "stage"
    for (i = 1; i <= mades; i++) if (near(made[i], n, unit, signed)) return "sum"
    if ((p_lesson[p], p_stage[p], n) in said) return "again"
    for (i = 1; i <= nameds; i++) {
        split(named[i], part, SUBSEP)
        if (in_stage(part[1], part[2], n, brief ? 0 : exact)) return "named"
    }
    for (s = p_stage[p] - 1; s >= 0 && s >= p_stage[p] - 2; s--)
        if (in_stage(p_lesson[p], s, n, brief ? 0 : exact)) return "before"
    for (s = 0; long && s <= last[p_lesson[p]]; s++) if (in_stage(p_lesson[p], s, n, exact)) return "lesson"
    return ""
}
function listed(entry, at, n) {
    at = value[entry, at]
    return near(at, n, unit, signed) || percent && near(at / 100, n, unit, signed)
}

# The word that a number is part of.
function word_of(token, before, after) {
    sub(/.*[ `(\n]/, "", before)
    sub(/[^A-Za-z0-9_=].*/, "", after)
    return before token after
}

# Judges the number at a place of the paragraph, between before and after.
function judge_number(token, place, before, after,    how, mark) {
    read_number(token, before, after)
    if (small) return
    asked++
    if (place in marked) {
        split(marked[place], mark, SUBSEP)
        how = list_how[mark[1]]
        sub(/: .*/, "", how)
        if (how != "source" && how != "given") {
            how = "list"
            if (!listed(mark[1], mark[2], number)) {
                how = token " is " value[mark[1], mark[2]] " by " list_file ":" mark[1]
                tell(p_file[p], p_line[p] + lines(before), how)
                return
            }
            if (!listed(mark[1], mark[2], number + unit)) noticed++
        }
    } else if (reading) how = "source"
    else {
        how = (p_lesson[p], word_of(token, before, after)) in label ? "label" : holds(number)
        if (how != "" && holds(number + unit) == "") noticed++
    }
    by[how]++
    if (how != "") {
        said[p_lesson[p], p_stage[p], number]
        return
    }
    how = p_line[p] + lines(before)
    sub(/.*\n/, "", before)
    sub(/\n.*/, "", after)
    tell(p_file[p], how, "nothing computes " token ": " before "[" token "]" after)
}
function lines(text) { return gsub(/\n/, "\n", text) }
function in_one_line(text) {
    gsub(/\n/, " ", text)
    return text
}

function judge(    text, flat, asks, before, token, place) {
    text = p_text[p]
    flat = in_one_line(text)
    asks = in_one_line(p_text[p_question[p]] " " (p_picture[p] ? p_text[p - 1] : "")) " "
    mark_listed(flat)
    find_named(asks flat)
    calculate(asks flat)
    equate(flat)
    reading = flat ~ /^\*\*Read on\.\*\*/
    before = ""
    place = 0
    while (match(text, /[0-9]([0-9,]*[0-9])?(\.[0-9]+)*([eE]-?[0-9]+)?|[a-z0-9-]+(\.[a-z0-9-]+)+\/[^ \n),;]*/)) {
        token = substr(text, RSTART, RLENGTH)
        if (token !~ /\// && token ~ /,/ && token !~ /^[0-9][0-9]?[0-9]?(,[0-9][0-9][0-9])+(\.|$)/)
            token = substr(token, 1, index(token, ",") - 1)
        before = before substr(text, 1, RSTART - 1)
        place += RSTART
        text = substr(text, RSTART + length(token))
        if (token ~ /\// || token ~ /\..*\./) ; # an address, or the number of a section
        else if (before ~ /[A-Za-z_]$|[A-Za-z]-$|[A-Za-z0-9]\.$/ || text ~ /^[A-Za-z_]/) {
            if (match(text, /^[A-Za-z0-9_.-]*[A-Za-z0-9_]/)) { # the rest of a name
                token = token substr(text, 1, RLENGTH)
                text = substr(text, RLENGTH + 1)
            }
        } else if (in_one_line(before) ~ /([Ll]essons?|[Ss]tages?) ([0-9]+,? (and |to |or )?)*$/ ||
                   in_one_line(before) ~ /qkv practice $/ && token + 0 == p_lesson[p] + 0) by["reference"]++
        else judge_number(token, place, before, text)
        before = before token
        place += length(token) - 1
    }
}

END {
    paragraph()
    for (p = 1; p <= paragraphs; p++) judge()
    for (entry = 1; entry <= list_end; entry++)
        if (entry in list_of && !(entry in used))
            tell(list_file, entry, "no text of lesson " list_of[entry] " has these words")
    computed = asked - by[""] - by["source"] - by["given"]
    printf "%d numbers of the text: %d are computed in their stage, %d by the list, %d in a stage that is named, " \
        "%d in the two before, %d elsewhere in the lesson\n",
        asked, by["stage"], by["list"], by["named"], by["before"], by["lesson"]
    printf "%d are parts of labels, %d sums in the text, %d said again, %d given by questions, %d of sources; " \
        "%d lessons and stages are there, %d equations hold\n",
        by["label"], by["sum"], by["again"], by["given"], by["source"], by["reference"], equations
    printf "one more in the last digit would be noticed in %d of %d that are computed\n", noticed, computed
    exit failed > 0 || noticed < 0.8 * computed
}
