# Writes the files of Python that it is given as one table of C, TABLE: see library.h. With each text stand
# the names that it defines, so that it is read only when one of them is asked for. Of lists of words, NAME.txt,
# it makes a table NAME_words each: see outside.h. A real_names.txt becomes a text of its own,
# ROOM_real_names: see real.h.

function finish() {
    if (is_open_text)
        print "    ;"
    is_open_text = 1
}

function add_name(name) {
    names[count] = names[count] name " "
}

# "a, b as c": those that are bound.
function add_names(list,    i, n, part) {
    gsub(/[()]/, "", list)
    n = split(list, part, /,/)
    for (i = 1; i <= n; i++) {
        sub(/^.* as /, "", part[i])
        gsub(/ /, "", part[i])
        if (part[i] != "")
            add_name(part[i])
    }
}

BEGIN {
    print "#include \"python/library.h\"\n#include \"python/outside.h\"\n"
}

# "section: word word"; a line that begins with a blank goes on.
function add_words(    section) {
    if (FNR == 1) {
        section = FILENAME
        sub(/.*\//, "", section)
        sub(/\.txt$/, "", section)
        lists = lists (lists ? "},\n    {0},\n};\n" : "") "\nconst Words " section "_words[] = {\n"
        sections = 0
    }
    if (/^#/ || /^$/)
        return
    if (/^[^ ]/) {
        section = $1
        sub(/:$/, "", section)
        sub(/^[^:]*:/, "")
        lists = lists (sections++ ? "},\n" : "") "    {\"" section "\", \" \""
    }
    sub(/^ */, "")
    lists = lists "\n     \"" $0 " \""
}

FILENAME ~ /[.]txt$/ && FILENAME !~ /real_names/ {
    add_words()
    next
}

FNR == 1 {
    finish()
    is_names = FILENAME ~ /real_names.txt$/
}

FNR == 1 && is_names {
    name = TABLE
    sub(/modules$/, "real_names", name)
    printf "extern const char %s[];\nconst char %s[] =\n", name, name
}

is_names {
    if ($0 !~ /^#/)
        printf "    \"%s\\n\"\n", $0
    else
        print "    \"\\n\"" # a title stands behind the end of a line
    next
}

FNR == 1 {
    module[++count] = FILENAME
    sub(/.*\//, "", module[count])
    sub(/\.py$/, "", module[count])
    names[count] = " "
    printf "static const char text_%d[] =\n", count
}

/^(class|def) / {
    name = $2
    sub(/[(:].*/, "", name)
    add_name(name)
}

/^[A-Za-z_][A-Za-z_0-9, ]* = / {
    list = $0
    sub(/ = .*/, "", list)
    add_names(list)
}

# A package does not offer what its parts import.
/^from / && module[count] !~ /\.modules\./ {
    is_list = 1
}

is_list {
    list = $0
    sub(/^from .* import /, "", list)
    is_list = (is_open = is_open || list ~ /\(/) && list !~ /\)/
    is_open = is_list
    add_names(list)
}

{
    gsub(/[\\"?]/, "\\\\&")
    printf "    \"%s\\n\"\n", $0
}

END {
    finish()
    printf "\nconst LibraryModule %s[] = {\n", TABLE
    for (i = 1; i <= count; i++)
        printf "    {\"%s\", text_%d,\n     \"%s\"},\n", module[i], i, names[i]
    print "    {0},\n};" (lists ? lists "},\n    {0},\n};" : "")
}
