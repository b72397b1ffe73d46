#!/bin/sh
# The rules of the rooms, held against the dependency files that the compiler wrote.
#
#     tests/rooms.sh FILE.d...      a line for each offence, file first; exit status 1 if any
#     tests/rooms.sh --self-test    breaks each rule on purpose and sees it reported
#
# The files must come from -MD, not -MMD: curses and cmark are system headers.
set -eu

# A file may include its own room and those before it.
rooms='base core python torch lesson tell show app tui web'
curses='/ncursesw?/|/(n?curses|ncurses_dll|term|termcap|term_entry|unctrl|panel|menu|form|eti|tic)[.]h$'
cmark='/cmark[^/]*[.]h$'
most_lines=1000

includes() {
    awk -v rooms="$rooms main.c" -v curses="$curses" -v cmark="$cmark" '
        function blame(why) { print subject ": includes " path ": " why }
        function room(file) { split(file, part, "/"); return part[2] }
        function judge() {
            if (path ~ /^src\//) {
                if (rank[room(path)] > rank[room(subject)] || (room(path) == "tui" && room(subject) == "web"))
                    blame(room(subject) " must not know of " room(path))
            } else if (path ~ curses && subject !~ /^src\/tui\/[^\/]*[.]c$/)
                blame("curses belongs in src/tui/*.c alone")
            else if (path ~ /jansson[^\/]*[.]h$/ && subject !~ /^src\/(lesson\/(notebook|tensor_file)|show\/json|web\/frame_json)[.]c$/)
                blame("jansson belongs in src/lesson/notebook.c and tensor_file.c, src/show/json.c and src/web/frame_json.c")
            else if (path ~ /[\/]emscripten[^\/]*[.]h$/ && subject !~ /^src\/web\/[^\/]*[.]c$/)
                blame("emscripten belongs in src/web/*.c alone")
            else if (path ~ cmark && subject != "src/lesson/markdown.c")
                blame("cmark belongs in src/lesson/markdown.c alone")
        }
        BEGIN { for (i = split(rooms, name); i > 0; i--) rank[name[i]] = i }
        FNR == 1 { subject = "" }
        {
            for (i = 1; i <= NF; i++) {
                path = $i
                if (path == "\\" || path ~ /:$/) continue
                while (sub(/[^\/.]+\/[.][.]\//, "", path)) continue
                if (path ~ /^\// && path != "/dev/null") system_headers++
                if (subject != "") judge()
                else if (path ~ /^src\//) subject = path
            }
            if (NF > 0) read++
        }
        END {
            if (!read) print "no dependency file to read"
            else if (!system_headers) print "no system header is listed: compile with -MD"
        }' "$@" </dev/null
}

sources() { find src tests -name '*.[ch]' "$@" | sort; }

# What lies outside the rooms would be neither built nor checked; long files want splitting.
files() {
    sources -exec wc -l {} + | awk -v rooms=" $rooms " -v most=$most_lines '
        $2 == "total" { next }
        { count = split($2, part, "/") }
        part[1] == "src" && $2 != "src/main.c" {
            if (count > 3) print $2 ": a room has no rooms inside"
            else if (count < 3 || !index(rooms, " " part[2] " ")) print $2 ": not in a room"
        }
        $1 > most { print $2 ": " $1 " lines, more than " most ": split it" }' | sort
}

# A suite that main.c does not list would never run.
suites() {
    # shellcheck disable=SC2016
    find tests -name 'check_*.c' -o -name main.c | sort | xargs awk '
        FNR == 1 {
            room = FILENAME
            sub(/[^\/]*$/, "", room)
            is_main = FILENAME == room "main.c"
            if (!is_main) file[++files] = FILENAME
        }
        is_main { main[room] = main[room] " " $0 }
        /^Suite \*[a-z0-9_]*\(void\)$/ { suite[FILENAME] = substr($2, 2, index($2, "(") - 2) }
        END {
            for (i = 1; i <= files; i++) {
                room = file[i]
                sub(/[^\/]*$/, "", room)
                if (!(file[i] in suite) || main[room] !~ "[ {]" suite[file[i]] "[,} ]")
                    print file[i] ": " room "main.c does not run its suite"
            }
        }'
}

# What an operation is like is for its row to say: outside of core nothing asks which one it is.
operations() {
    names=$(sed -n 's/.*[.]name = "\([a-z_0-9]*\)".*/\1/p' src/core/*.c | sort -u | paste -sd '|' -)
    asked="&op_[a-z]|str[a-z]*(cmp|str)\((.*[^a-z_])?(op->name|\"($names)\")"
    sources -path 'src/*' ! -path 'src/core/*' | xargs grep -nE "$asked" /dev/null |
        sed 's/^\([^:]*:[0-9]*\):.*/\1: asks which operation it is: let its row say/'
}

# A row that the one list has not would be in no table, and in no test.
rows() {
    awk '
        match($0, /^ *X\([A-Z]*, [a-z_0-9]+/) { sub(/.*, /, "", $0); sub(/[^a-z_0-9].*/, ""); listed[$0] = 1 }
        /^const QkvOp op_[a-z_0-9]* *=/ { row[substr($3, 4)] = 1 }
        END { for (name in row) if (!(name in listed)) print "src/core/qkv.h: QKV_OPS has not the row op_" name }
    ' src/core/qkv.h src/core/*.c | sort
}

# A page says what the lens gives it (tell/lens.h): what a class has seen is for the lens and the commands of a class to
# ask, or one page that forgets to would tell it. How a hidden cell looks is for show/matrix.c.
app_of_class='app|app_change|app_file|app_world|ask|change|class|hints|tools'
classes() {
    asked='(^|[^a-z_])(hidden_(of|cell|count|at|home|from|digest)|reveal_[a-z]+|lens_(hides|first_hidden)[a-z_]*)\(|LENS_(HIDDEN|PEEKED)|[^a-z_](l|lens|other|own)(->|[.])((other_)?hidden|peeks)|->peeks'
    sources -path 'src/tell/*' ! -path 'src/tell/lens.[ch]' -o -path 'src/show/*' ! -path src/show/matrix.c \
        -o -path 'src/app/*' | grep -vE "^src/app/($app_of_class)[.]c\$" | xargs grep -nE "$asked" /dev/null |
        sed 's/^\([^:]*:[0-9]*\):.*/\1: asks what a class has seen: let the lens say it/'
}

# What is told of a number is told by the lens, or a page, a search or a pointer could give a hidden one away without a
# digit of it. Elsewhere from tell on no cell is read but in these files, each for its reason.
#   the lens is the rule; number and memo write a cell for it, and keep ranges, sums and differences
cells_lens='tell/lens tell/number tell/memo'
#   whether a guess at a hidden number is right; and a number that no step made is its own name: lens_number says where
cells_asked='tell/judge tell/explain_name'
#   numbers of two runs or more, where report_is_seen says so, and in answers of the shell
cells_runs='tell/beside tell/changes tell/prepared tell/report_compare tell/report_trials'
#   where lens_why or lens_shows has said that all of it is seen
cells_told='tell/explain tell/inspect tell/story'
#   what the lens gave, for other programs; runs that have no class
cells_whole='tell/facts show/handout app/experiment'
cells() {
    asked='(^|[^a-z_])(qkv_tensor_at|facts_value|number_(cell|full|exact|spoken|range|format)|memo_(range|sums|beside)|print_(tensor|parameter)|compare_distance)\(|(->|[.])data[.][a-z]'
    allowed="$cells_lens $cells_asked $cells_runs $cells_told $cells_whole"
    sources -path 'src/*.c' ! -path 'src/base/*' ! -path 'src/core/*' ! -path 'src/python/*' ! -path 'src/torch/*' \
        ! -path 'src/lesson/*' | grep -vE "^src/($(echo "$allowed" | tr ' ' '|'))[.]c\$" | xargs grep -nE "$asked" /dev/null |
        sed 's/^\([^:]*:[0-9]*\):.*/\1: reads a cell past the lens: ask lens_value, or lens_cell for its digits/'
}

# A reader who has learned what a type is must not meet another of that name.
types() {
    # shellcheck disable=SC2016
    sources -path 'src/*' | xargs awk '
        /^} [A-Z][A-Za-z0-9]*;/ { name = substr($2, 1, length($2) - 1) }
        /^(struct|union|enum) [A-Z][A-Za-z0-9]* [{]$/ { name = $2 }
        name != "" {
            if (name in file) print FILENAME ":" FNR ": " file[name] " has a type " name
            else file[name] = FILENAME
            name = ""
        }'
}

# In the upper rooms each file can be read after those that it calls: no two call each other, not even by way of a
# third. Reads what `nm -A -P` says of objects; files that stay when those that call, or are called by, no other
# are taken away, one after the other, lie in a circle.
layered='tell show app tui'
circles() {
    awk -v layered=" $layered " '
        {
            file = $1
            sub(/:$/, "", file)
            sub(/^.*[\/]obj[\/]/, "", file)
            sub(/[.]o$/, "", file)
            split(file, part, "/")
            if (!index(layered, " " part[2] " ")) next
            files[file] = 1
            if ($3 == "U") uses[file, $2] = 1
            else if ($3 ~ /^[A-Z]$/) home[$2] = file
        }
        function needed(other) { for (f in files) if ((f, other) in calls) return 1; return 0 }
        function needs(one) { for (f in files) if ((one, f) in calls) return 1; return 0 }
        END {
            for (use in uses) {
                split(use, pair, SUBSEP)
                if ((pair[2] in home) && home[pair[2]] != pair[1]) calls[pair[1], home[pair[2]]] = pair[2]
            }
            do {
                gone = 0
                for (file in files) left[file] = 1
                for (file in left) if (!needed(file) || !needs(file)) { delete files[file]; delete left[file]; gone++ }
            } while (gone)
            for (call in calls) {
                split(call, pair, SUBSEP)
                if ((pair[1] in files) && (pair[2] in files))
                    print pair[1] ": calls " calls[call] " of " pair[2] ", which leads back to it"
            }
        }' | sort
}

# The files of python call functions of their own level and of those before it, and include no header of a later one:
# src/README.md has the table, and a second one of those that go upwards all the same. Reads that, and what
# level_lines gives. Rows and tables, which are data, can be named by all.
levels() {
    awk '
        function name(text) { gsub(/^ +| +$/, "", text); return text }
        function short(path) { sub(/^.*[\/]/, "", path); sub(/[.].*$/, "", path); return path }
        function uses(path, what, of, how) {
            if (!(short(path) in level) || level[short(path)] >= level[of]) return
            if ((short(path), what) in upwards) met[short(path), what] = 1
            else print path ": " how ", which is on a higher level"
        }
        FNR == NR {
            if (/^## /) is_levels = /levels$/
            if (!is_levels || split($0, cell, "|") != 5 || cell[2] ~ /^-/) next
            if (cell[2] ~ /^ (level|file) $/) { is_upwards = cell[2] ~ /file/; next }
            count = split(name(cell[3]), word, " +")
            levels += !is_upwards
            for (i = 1; i <= count; i++)
                if (is_upwards) upwards[name(cell[2]), word[i]] = 1
                else level[word[i]] = levels
            next
        }
        { sub(/:.*$/, "", $1); files[$1] = 1 }
        $2 == "#include" { files[$3] = 1; includes[$1, $3] = 1 }
        $3 == "U" { calls[$1, $2] = 1 }
        $3 == "T" { home[$2] = short($1) }
        END {
            for (file in files) {
                there[short(file)] = 1
                if (!(short(file) in level)) print file ": is on no level of src/README.md"
            }
            for (file in level) if (!(file in there)) print "src/README.md: " file " is on a level, and no file of python"
            for (call in calls) {
                split(call, pair, SUBSEP)
                to = home[pair[2]]
                if (to in level) uses(pair[1], pair[2], to, "calls " pair[2] " of " to ".c")
            }
            for (include in includes) {
                split(include, pair, SUBSEP)
                uses(pair[1], "", short(pair[2]), "includes " pair[2])
            }
            for (use in upwards) if (!(use in met)) {
                split(use, pair, SUBSEP)
                print "src/README.md: " pair[1] " calls " pair[2] " no more"
            }
        }' "$1" - | sort
}

# What `nm -A -P` says of python's objects, by the names of their sources, and the headers of python that they include.
level_lines() {
    sed -n 's/^.*[/]obj[/]\(src[/]python[/][a-z_]*[.]c\)[.]o: /\1: /p'
    sources -path 'src/python/*' | xargs grep -H '^#include "python/' | sed 's/:/: /; s/"python/src\/python/; s/"$//'
}

# gcc 14 makes `truth ? read + n : n` and `(truth ? read : 0) + n`, also with | or ^, into `truth * read + n`, at
# every level: what must not be read is read. That is so where the condition is a truth value by itself (a bool, a
# field, b & c) and neither a comparison nor && or ||. An "if", or a variable of its own for what is added to, is
# left alone. A pointer is, too; that it is one cannot be seen here.
conditionals() {
    truth='(return|[-=(,{+*]) ?[^?<>=!]*[?] '
    field='[^?:]*([a-z]\.[a-z]|\[|\*[a-z])[^?:]*'
    # shellcheck disable=SC2016
    sources -path 'src/*' | xargs awk '
        FNR == 1 || ended { statement = ""; line = FNR }
        { sub(/^ +/, ""); statement = statement " " $0; ended = /[;{}]$|^#|^$|\*\/$/ }
        ended && statement ~ /[?]/ {
            gsub(/->/, ".", statement)
            print FILENAME ":" line ":" statement
        }' | grep -E -e "$truth$field [+|^] ([^?:;,]+) : \\3[];,)}]" \
            -e "$truth([^?:;,]+) [+|^] $field : \\2[];,)}]" \
            -e "[0-9A-Z] [+|^] [(][^?<>=!]*[?] $field : [-0-9A-Z_]+[)]" \
            -e "[(][^?<>=!]*[?] $field : [-0-9A-Z_]+[)] [+|^] [0-9A-Z]" |
        sed 's/^\([^:]*:[0-9]*\):.*/\1: gcc 14 reads this before it looks at the condition: use "if"/'
}

# How many lines of C and of Python a room has beside those that the table "Lines" of src/README.md gives it. A row may
# name several rooms. A room that is over is marked, and no offence: what goes over says why in its commit.
budget() {
    # shellcheck disable=SC2016
    find src \( -name '*.[ch]' -o -name '*.py' \) -exec wc -l {} + | awk '
        function number(text) { gsub(/[ ,]/, "", text); return text + 0 }
        function over(lines, most) { return lines > most ? "  over by " lines - most : "" }
        function say(name, c, most, py, most_py) {
            printf "%-22s %6d of %6d%s", name, c, most, over(c, most)
            if (py || most_py) printf "%s%6d of %5d lines of Python%s", ";", py, most_py, over(py, most_py)
            print ""
        }
        FNR == NR {
            if ($2 == "total") next
            split($2, part, "/")
            lines[part[2], $2 ~ /py$/] += $1
            next
        }
        /^## / { is_table = $2 == "Lines" }
        is_table && split($0, cell, "|") == 5 && number(cell[3]) {
            c = py = 0
            for (i = split(cell[2], room, /[ ,]+/); i > 0; i--) {
                c += lines[room[i], 0]
                py += lines[room[i], 1]
            }
            gsub(/^ | $/, "", cell[2])
            say(cell[2], c, number(cell[3]), py, number(cell[4]))
            all += c
            most += number(cell[3])
            all_py += py
            most_py += number(cell[4])
        }
        END { say("together", all, most, all_py, most_py) }' - src/README.md
}

# expect MESSAGE FILE INCLUDES...: the offence that is found, "" for none.
expect() {
    expected=$1
    file=$2
    shift 2
    echo "x.o: /dev/null $file /usr/include/stdc-predef.h \\" >x.d
    printf ' %s \\\n' "$@" >>x.d
    printf '\n%s:\n' "$@" >>x.d
    same "$expected" "$(includes x.d)"
}

same() {
    [ "$1" = "$2" ] || { printf 'rooms.sh: expected "%s", found "%s"\n' "$1" "$2" >&2; exit 1; }
}

self_test() {
    scratch=$(mktemp -d)
    trap 'rm -rf "$scratch"' EXIT
    cd "$scratch"
    expect '' src/core/op.c src/core/op.h src/base/buf.h /usr/include/stdio.h
    expect '' src/show/menu.c src/show/menu.h
    expect '' src/main.c src/tui/tui.h src/base/buf.h
    expect '' src/tui/screen.c src/app/app.h /usr/include/curses.h
    expect '' src/lesson/markdown.c /usr/include/cmark.h
    expect '' src/lesson/notebook.c /usr/include/jansson.h
    expect '' src/web/frame_json.c src/app/app.h /usr/include/jansson.h /usr/include/emscripten/emscripten.h
    expect 'src/web/web.c: includes src/tui/tui.h: web must not know of tui' src/web/web.c src/tui/tui.h
    expect 'src/app/app.c: includes /usr/include/emscripten.h: emscripten belongs in src/web/*.c alone' \
        src/app/app.c /usr/include/emscripten.h
    expect 'src/lesson/lesson.c: includes /usr/include/jansson.h: jansson belongs in src/lesson/notebook.c and tensor_file.c, src/show/json.c and src/web/frame_json.c' \
        src/lesson/lesson.c /usr/include/jansson.h
    expect 'src/base/buf.c: includes src/core/op.h: base must not know of core' \
        src/base/buf.c src/core/op.h
    expect 'src/show/frame.h: includes src/app/app.h: show must not know of app' \
        src/show/frame.h src/show/../app/app.h
    for header in /usr/include/curses.h /usr/include/ncursesw/term.h /opt/x/include/ncurses.h; do
        for file in src/show/frame.c src/tui/tui.h src/main.c; do
            expect "$file: includes $header: curses belongs in src/tui/*.c alone" "$file" "$header"
        done
    done
    for file in src/lesson/lesson.c src/lesson/markdown.h; do
        expect "$file: includes /usr/include/cmark.h: cmark belongs in src/lesson/markdown.c alone" \
            "$file" /usr/include/cmark.h
    done
    echo 'x.o: src/base/buf.c' >x.d
    same 'no system header is listed: compile with -MD' "$(includes x.d)"
    same 'no dependency file to read' "$(includes /dev/null)"

    mkdir -p src/base src/cellar tests
    touch src/base/buf.c src/cellar/wine.c src/loose.h src/main.c
    awk 'BEGIN { for (i = 0; i < 1001; i++) print "" }' >tests/long.c
    same 'src/cellar/wine.c: not in a room
src/loose.h: not in a room
tests/long.c: 1001 lines, more than 1000: split it' "$(files)"

    mkdir tests/base
    echo 'Suite *buf_suite(void)' >tests/base/check_buf.c
    echo 'Suite *err_suite(void)' >tests/base/check_err.c
    echo 'buf_suite,' >tests/base/main.c
    same 'tests/base/check_err.c: tests/base/main.c does not run its suite' "$(suites)"

    mkdir src/core src/show
    echo '    .name = "mul",' >src/core/op_x.c
    cat >src/show/story.c <<'END'
bool a = strcmp(call->op->name, name) == 0;
bool b = call->op == &op_mul;
bool c = strcmp(word, "mul") == 0;
bool d = strcmp(word, "head") == 0 && call->op == maker->op;
puts(call->op->name);
bool e = strcmp(stop->name, name) == 0;
END
    same "$(for line in 1 2 3; do
        echo "src/show/story.c:$line: asks which operation it is: let its row say"
    done)" "$(operations)"

    echo '    X(BINARY, mul)' >src/core/qkv.h
    printf 'const QkvOp op_%s = {\n' mul tan >src/core/op_x.c
    same 'src/core/qkv.h: QKV_OPS has not the row op_tan' "$(rows)"

    mkdir src/tell src/app
    cat >src/show/story.c <<'END'
bool a = l->hidden && hidden_cell(l->hidden, t, cell);
bool b = !as->lens->peeks;
bool c = lens_shows(l, t) && statement->hidden > lines_hidden;
bool d = lens_cell(&text, l, t, cell, &format) == LENS_HIDDEN;
int e = lens_hides_stop(l, stage, stop) > 0;
END
    for file in tell/lens.c tell/inspect.c app/class.c app/draw.c; do
        echo 'reveal_show(r, run, stage, stop, cells);' >src/$file
    done
    same "$(for at in app/draw.c:1 show/story.c:1 show/story.c:2 show/story.c:4 show/story.c:5 tell/inspect.c:1; do
        echo "src/$at: asks what a class has seen: let the lens say it"
    done)" "$(classes)"

    # A command that moves the pointer of a class to the largest number, hidden or not.
    cat >src/app/point.c <<'END'
for (int64_t i = 0; i < t->count; i++)
    if (qkv_tensor_at(t, i) > qkv_tensor_at(t, most))
        most = i;
if (t->data.f[i] > most || lens_value(l, t, i) > most || data.bytes > 0 || number_short(&out, x, 4))
number_full(&digits, t, most);
NumberRange range = memo_range(l->memo, l->run, t);
const NumberFormat format = lens_format(l, t);
END
    cp src/app/point.c src/tell/judge.c
    same "$(for line in 2 4 5 6; do
        echo "src/app/point.c:$line: reads a cell past the lens: ask lens_value, or lens_cell for its digits"
    done)" "$(cells)"
    rm -r src/tell src/app

    printf 'typedef struct %s {\n} %s;\n' Mark Mark Page Page >src/show/mark.h
    printf 'struct %s {\n};\n' Page Mark >src/show/story.c
    same "src/show/story.c:1: src/show/mark.h has a type Page
src/show/story.c:3: src/show/mark.h has a type Mark" "$(types | sort)"

    nm='build/obj/src/%s.c.o: %s %s 0\n'
    # shellcheck disable=SC2059
    same "src/app/go.c: calls open_run of src/app/open.c, which leads back to it
src/app/open.c: calls go_to of src/app/go.c, which leads back to it" \
        "$(printf "$nm" app/go go_to T app/go open_run U app/open open_run T app/open go_to U app/open act_say U \
            app/act act_say T app/key go_to U python/a a T python/a b U python/b b T python/b a U | circles)"

    # A value that raises; one that includes too much; a level without its file, and a file without its level; a reason
    # that is none any more.
    cat >levels.md <<'END'
| low | nobody | |
## Python's levels
| level | files | is |
|---|---|---|
| values | value gone | |
| runtime | spend raise | |
| kinds | str | |
| file | calls | since |
|---|---|---|
| spend | str_make str_kind | it is so |
## To add
| low | str | |
END
    mkdir -p src/python
    printf '#include "python/%s.h"\n' spend str raise >src/python/raise.h
    # shellcheck disable=SC2059
    same "src/README.md: gone is on a level, and no file of python
src/README.md: spend calls str_kind no more
src/python/loose.c: is on no level of src/README.md
src/python/raise.h: includes src/python/str.h, which is on a higher level
src/python/value.c: calls raise of raise.c, which is on a higher level" \
        "$(printf "$nm" python/value raise U python/value str_kind U python/raise raise T python/raise spend U \
            python/spend raise U python/spend spend T python/spend str_make U python/str str_make T python/str str_kind D \
            python/str raise U python/loose spend U core/op raise U | level_lines | levels levels.md)"

    rm -r src
    mkdir -p src/show
    cat >src/show/story.c <<'END'
return is_next ? run->line[before].number + 1 : 1;
int64_t all = t->is_whole ? first + t->size[0] :
                            first;
frame_put(f, (shows ? page->lines : 0) + 2);
int at = 1 + (shows ? *lines : 0);
return before > 0 ? run->line[before].number + 1 : 1;
int lines = shows ? page->lines : 0;
return shows ? lines + 1 : 1;
return shows ? page->lines + 1 : 0;
END
    same "$(for line in 1 2 4 5; do
        echo "src/show/story.c:$line: gcc 14 reads this before it looks at the condition: use \"if\""
    done)" "$(conditionals)"

    rm -r src
    mkdir -p src/core src/show
    seq 4 >src/show/story.c
    seq 1200 >src/core/op.c
    seq 30 >src/core/op.h
    seq 50 >src/core/op.py
    seq 7 >src/main.c
    cat >src/README.md <<'END'
| core | 9 | 9 |
## Lines
| room | C | Python |
|---|---|---|
| core | 1,000 | 60 |
| show, main.c | 300 | |
## Tests
| core | 9 | 9 |
END
    same 'core                     1230 of   1000  over by 230;    50 of    60 lines of Python
show, main.c               11 of    300
together                 1241 of   1300;    50 of    60 lines of Python' "$(budget)"
}

if [ "${1-}" = --self-test ]; then
    self_test
    exit
fi
objects() {
    for dependencies; do
        case $dependencies in *.c.d) echo "${dependencies%.d}.o" ;; esac
    done
}
offences=$(includes "$@" && objects "$@" | xargs nm -A -P | circles && objects "$@" | xargs nm -A -P | level_lines | levels src/README.md && files && suites && operations && rows && classes && cells && types && conditionals)
[ -z "$offences" ] || { echo "$offences" >&2; exit 1; }
echo "rooms: $# files keep to their rooms"
budget
