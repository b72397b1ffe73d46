# Writes the files of a room that are not C as C. Those of Python become one table, ROOM_modules: see library.h. With
# each text stand the names that it defines, so that it is read only when one of them is asked for. Lists of words,
# NAME.txt, become a table NAME_words each: see outside.h. Any other file becomes a text, ROOM_NAME: the man page, the
# lesson to begin with, how a handout looks, and real_names.txt (python/real.h).

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

function base_name(file) {
    sub(/.*\//, "", file)
    sub(/[.][a-z]*$/, "", file)
    return file
}

BEGIN {
    print "#include \"python/library.h\"\n#include \"python/outside.h\"\n"
}

# "section: word word"; a line that begins with a blank goes on.
function add_words(    section) {
    if (FNR == 1) {
        lists = lists (lists ? "},\n    {0},\n};\n" : "") "\nconst Words " base_name(FILENAME) "_words[] = {\n"
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
    is_module = FILENAME ~ /[.]py$/
}

FNR == 1 && is_module {
    module[++count] = base_name(FILENAME)
    names[count] = " "
    printf "static const char text_%d[] =\n", count
}

FNR == 1 && !is_module {
    name = ROOM "_" base_name(FILENAME)
    printf "extern const char %s[];\nconst char %s[] =\n", name, name
}

{
    line = $0
    gsub(/[\\"?]/, "\\\\&", line)
    printf "    \"%s\\n\"\n", line
}

!is_module {
    next
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

END {
    finish()
    printf "\nconst LibraryModule %s_modules[] = {\n", ROOM
    for (i = 1; i <= count; i++)
        printf "    {\"%s\", text_%d,\n     \"%s\"},\n", module[i], i, names[i]
    print "    {0},\n};" (lists ? lists "},\n    {0},\n};" : "")
}
