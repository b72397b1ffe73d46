/* What a person says in plain mode, and how it is written: "what if x x1 f1 were 5?" is "what if x x1 f1 = 5". */
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "app/cell_words.h"
#include "app/plain_internal.h"
#include "base/common.h"
#include "view/explain.h"

bool plain_begins(const char *line, const char *words, size_t length)
{
    return strncasecmp(words, line, length) == 0 && strchr(" ", line[length]);
}

bool plain_is_change(const char *line)
{
    int depth = 0;
    for (; *line && (*line != '=' || depth > 0); line++)
        depth += (*line == '(') - (*line == ')');
    return *line == '=';
}

static bool is_number(const char *word)
{
    char *end;
    strtod(word, &end);
    return *word && !*end;
}

static const char *const order[] = {"last", "first", "second", "third", "fourth", "fifth"};

/* How many bytes of a text are "first row", or "second head", and which one that is; 0 for none. */
static size_t ordinal_at(const char *text, int *index, const char **axis)
{
    static const char *const axes[] = {"row", "column", "head", "sentence", "item"};
    size_t length = strcspn(text, " "), after = length + strspn(text + length, " ");
    for (int i = 0; i < COUNT(order); i++)
        for (int k = 0; k < COUNT(axes); k++)
            if (plain_begins(text, order[i], strlen(order[i])) &&
                plain_begins(text + after, axes[k], strlen(axes[k]))) {
                *index = i - 1;
                *axis = axes[k];
                return after + strlen(axes[k]);
            }
    return 0;
}

/* "the first row", "last column of weights": by their numbers, "row 0", "column -1 of weights". */
static const char *by_number(Arena *a, const char *line)
{
    for (const char *at = line; *at; at += strcspn(at, " "), at += strspn(at, " ")) {
        const char *axis;
        int index;
        size_t length = ordinal_at(at, &index, &axis);
        bool has_the = at - line >= 4 && strncmp(at - 4, "the ", 4) == 0 &&
                       (at - line == 4 || at[-5] == ' ');
        if (length > 0)
            return by_number(a, arena_format(a, "%.*s%s %d%s", (int)(at - line) - 4 * has_the, line,
                                             axis, index, at + length));
    }
    return line;
}

/* "weights (x2, x3)", as a function is called: with brackets instead, if it is the name of a result. */
static const char *with_brackets(Arena *a, const Plain *p, const char *line)
{
    const char *opens = strchr(line, '('), *end = opens ? opens : line;
    size_t length = strlen(line);
    while (end > line && end[-1] == ' ')
        end--;
    const char *name = end;
    while (name > line && name[-1] != ' ')
        name--;
    bool is_call = opens && end > name && line[length - 1] == ')' && !strchr(line, '=') &&
                   app_place(p->app)->page != PAGE_MENU;
    CellHere here = is_call ? plain_here(p) : (CellHere){0};
    if (!is_call || !cell_tensor(&here, name, (size_t)(end - name)))
        return line;
    return arena_format(a, "%.*s[%.*s]", (int)(end - line), line,
                        (int)(line + length - 1 - (opens + 1)), opens + 1);
}

int plain_ordinal(const char *words)
{
    static const char the[] = "the ";
    static const char *const of[] = {"", "one", "term", "number", "lesson", "of them"};
    const char *which = words + (strncasecmp(words, the, strlen(the)) == 0 ? strlen(the) : 0);
    for (int i = 1; i < COUNT(order); i++)
        for (int k = 0; k < COUNT(of) && plain_begins(which, order[i], strlen(order[i])); k++) {
            const char *rest = which + strlen(order[i]);
            if (strcasecmp(rest + strspn(rest, " "), of[k]) == 0)
                return i;
        }
    return 0;
}

/* "follow the second one": by its number in the list, "follow 2". */
static const char *as_followed(Arena *a, const char *line)
{
    static const char follow[] = "follow ";
    bool is_it = strncasecmp(line, follow, strlen(follow)) == 0;
    int which = is_it ? plain_ordinal(line + strlen(follow)) : 0;
    return which > 0 ? arena_format(a, "follow %d", which) : line;
}

/* "why is weights x2 x3 0.98": the number is what it is, and no index. */
static const char *without_value(Arena *a, const Plain *p, const char *line)
{
    static const char why[] = "why is ";
    if (strncasecmp(line, why, strlen(why)) != 0 || app_place(p->app)->page == PAGE_MENU)
        return line;
    const char *of = line + strlen(why), *last = strrchr(of, ' ');
    if (!last || !is_number(last + 1) || plain_is_place(p, of))
        return line;
    const char *without = arena_text(a, of, (size_t)(last - of));
    return plain_is_place(p, without) ? arena_format(a, "%s%s", why, without) : line;
}

/* The number at hand, as a person says it. */
bool plain_is_it(const char *words)
{
    static const char *const it[] = {"it", "this", "that", "this number", "that number"};
    bool is = false;
    for (int i = 0; i < COUNT(it); i++)
        is = is || strcasecmp(words, it[i]) == 0;
    return is;
}

/* What is asked around a name: "where is keys x2 k1 used" is "uses keys x2 k1"; of "it" the command alone. */
static const char *as_question(Arena *a, const char *line)
{
    static const struct {
        const char *begins, *ends, *means;
    } said[] = {
        {"where is ", " used", "uses"},
        {"where is ", " made", "search"},
        {"where is ", " computed", "search"},
        {"what is ", " made of", "why"},
        {"what made ", "", "why"},
        {"what makes ", "", "why"},
        {"how is ", " made", "why"},
        {"how is ", " computed", "why"},
        {"how was ", " made", "why"},
        {"how was ", " computed", "why"},
        {"what becomes of ", "", "cell"},
        {"what about ", "", "cell"},
        {"how about ", "", "cell"},
        {"what became of ", "", "cell"},
        {"which inputs made ", "", "inputs"},
        {"which inputs make ", "", "inputs"},
        {"what are the inputs of ", "", "inputs"},
        {"inputs of ", "", "inputs"},
        {"all decimals of ", "", "decimals"},
        {"all digits of ", "", "decimals"},
        {"full value of ", "", "decimals"},
        {"decimals of ", "", "decimals"},
        {"digits of ", "", "decimals"},
        {"digits ", "", "decimals"},
    };
    size_t length = strlen(line);
    for (int i = 0; i < COUNT(said); i++) {
        size_t begin = strlen(said[i].begins), end = strlen(said[i].ends);
        if (length <= begin + end || strncasecmp(line, said[i].begins, begin) != 0 ||
            strcmp(line + length - end, said[i].ends) != 0)
            continue;
        const char *of = arena_text(a, line + begin, length - begin - end);
        if (plain_is_it(of)) /* of what is at hand: its page says where it is made */
            return strcmp(said[i].means, "search") == 0 ? "here" : said[i].means;
        return arena_format(a, "%s %s", said[i].means, of);
    }
    return line;
}

/* What a person says, and how it is written. */
static const char *as_written(Arena *a, const char *line)
{
    static const char *const said[][2] = {
        {"all decimals", "decimals all"},
        {"more decimals", "decimals all"},
        {"every decimal", "decimals all"},
        {"full value", "decimals all"},
        {"full values", "decimals all"},
        {"all digits", "decimals all"},
        {"fewer decimals", "decimals 4"},
        {"all", "read"},
        {"from where", "cell"},
        {"whole matrix", "read"},
        {"the whole matrix", "read"},
        {"read all", "read"},
        {"all inputs", "inputs all"},
        {"down to the inputs", "inputs"},
        {"all the way", "inputs"},
        {"deeper", "more"},
        {"go deeper", "more"},
        {"further", "more"},
        {"what are the terms", "terms"},
        {"what are its terms", "terms"},
        {"read it", "read"},
        {"read that", "read"},
        {"follow it down", "inputs"},
        {"follow it down to the input", "inputs"},
        {"follow it down to the inputs", "inputs"},
        {"follow that", "follow"},
        {"follow it", "follow"},
        {"back to where i was", "return"},
        {"go back to where i was", "return"},
        {"previous lesson", "lesson before"},
        {"the previous lesson", "lesson before"},
        {"the lesson before", "lesson before"},
        {"back to the lesson", "lesson before"},
        {"back to the lesson before", "lesson before"},
        {"back to the previous lesson", "lesson before"},
        {"go back to the lesson", "lesson before"},
        {"go back to the lesson before", "lesson before"},
        {"go back to the previous lesson", "lesson before"},
    };
    for (int i = 0; i < COUNT(said); i++)
        if (strcasecmp(line, said[i][0]) == 0)
            return said[i][1];
    static const char where[] = "where ";
    static const char *const others[] = {"is ",  "am ",  "does ",
                                         "did ", "from", "it "}; /* are commands */
    bool is_where = strncasecmp(line, where, strlen(where)) == 0;
    for (int i = 0; i < COUNT(others); i++)
        is_where = is_where && strncasecmp(line + strlen(where), others[i], strlen(others[i])) != 0;
    return is_where ? arena_format(a, "search %s", line + strlen(where)) : line;
}

/* "why is A larger than B", "difference between A and B", "compare A and B": two numbers. */
static const char *as_pair(Arena *a, const char *line)
{
    static const struct {
        const char *begins, *between;
    } said[] = {
        {"compare ", " with "},        {"compare ", " and "},
        {"compare ", " to "},          {"difference between ", " and "},
        {"compare ", " vs "},          {"the difference between ", " and "},
        {"compare ", " against "},     {"what is the difference between ", " and "},
        {"why is ", " larger than "},  {"why is ", " smaller than "},
        {"why is ", " greater than "}, {"why is ", " bigger than "},
        {"why is ", " more than "},    {"why is ", " less than "},
    };
    for (int i = 0; i < COUNT(said); i++) {
        size_t length = strlen(said[i].begins);
        bool begins = strncasecmp(line, said[i].begins, length) == 0;
        const char *at = begins ? strstr(line + length, said[i].between) : NULL;
        if (at)
            return arena_format(a, "compare %.*s with %s", (int)(at - line - (int)length),
                                line + length, at + strlen(said[i].between));
    }
    return line;
}

/* The number that the reader is at; NULL for none. */
static const char *name_at_hand(Arena *a, const Plain *p)
{
    CellHere here = plain_here(p);
    return here.is_asked && here.step ? explain_cell(a, here.run, here.step->call.out, here.cell)
                                      : NULL;
}

/* "what if x x1 f1 were 5", "set x x1 f1 to 5": changes of what has a name, as they are written. */
static const char *as_change(Arena *a, const Plain *p, const char *line)
{
    static const char *const begins[] = {"what if ", "what-if ", "set ", "change ", "try "};
    static const char *const verbs[] = {" were ", " was ", " is ", " to ", " becomes ", " equals "};
    const char *of = NULL, *at = NULL;
    size_t verb = 0;
    for (int i = 0; i < COUNT(begins); i++)
        if (strncasecmp(line, begins[i], strlen(begins[i])) == 0)
            of = line + strlen(begins[i]);
    if (!of || plain_is_change(line) || app_place(p->app)->page == PAGE_MENU)
        return line;
    for (int i = 0; i < COUNT(verbs); i++) { /* the first of them */
        const char *found = strstr(of, verbs[i]);
        verb = found && (!at || found < at) ? strlen(verbs[i]) : verb;
        at = found && (!at || found < at) ? found : at;
    }
    CellHere here = plain_here(p);
    const char *words = at ? arena_text(a, of, (size_t)(at - of)) : "";
    const char *it = at && plain_is_it(words) ? name_at_hand(a, p) : NULL;
    if (it)
        return arena_format(a, "what if %s = %s", it, at + verb);
    bool is_name = at &&
                   (cell_tensor(&here, of, strcspn(words, " [.")) || plain_is_place(p, words));
    return is_name ? arena_format(a, "%.*s = %s", (int)(at - line), line, at + verb) : line;
}

/* Whether a word of so many bytes is the name of a result. */
static bool is_result(const Plain *p, const char *word, size_t length)
{
    CellHere here = plain_here(p);
    return cell_tensor(&here, word, length) != NULL;
}

/* "and where does it come from now": what is said around a line. */
static const char *without_fillers(Arena *a, const Plain *p, const char *line)
{
    static const char *const before[] = {"and", "so", "then", "now", "ok", "okay", "please"};
    static const char *const after[] = {"now", "please", "then"};
    if (app_place(p->app)->page == PAGE_MENU)
        return line;
    for (int i = 0; i < COUNT(before) && !plain_is_change(line); i++) {
        size_t length = strlen(before[i]);
        bool is_it = plain_begins(line, before[i], length) && line[length];
        if (is_it && !is_result(p, line, length))
            return without_fillers(a, p, line + length + strspn(line + length, " "));
    }
    static const char rows[] = " row by row"; /* as all is told */
    size_t length = strlen(line), end = strlen(rows);
    if (length > end && strcasecmp(line + length - end, rows) == 0)
        return arena_text(a, line, length - end);
    const char *last = strrchr(line, ' ');
    for (int i = 0; last && i < COUNT(after); i++)
        if (strcasecmp(last + 1, after[i]) == 0 && last > line + strlen("what") &&
            !is_result(p, last + 1, strlen(last + 1)))
            return arena_text(a, line, (size_t)(last - line));
    return line;
}

/* What a line means by where the reader is: on a number, which is told already, "where does that come from" goes on;
 * "go there" is about what was looked for. */
static const char *as_here(Arena *a, const Plain *p, const char *line)
{
    static const char *const from[] = {"where does that come from",
                                       "where does this come from",
                                       "where does it come from",
                                       "and that",
                                       "that one",
                                       "and that one",
                                       "go on following",
                                       "follow on",
                                       "follow further"};
    static const char *const there[] = {"go there", "take me there", "there", "go to it"};
    bool is_number = app_place(p->app)->page == PAGE_CELL;
    for (int i = 0; i < COUNT(from); i++)
        if (strcasecmp(line, from[i]) == 0)
            return is_number ? "follow" : "cell";
    for (int i = 0; i < COUNT(there) && p->found_at[0]; i++)
        if (strcasecmp(line, there[i]) == 0)
            return arena_format(a, "stage %s", p->found_at);
    return line;
}

const char *plain_written(Arena *a, const Plain *p, const char *line)
{
    line = without_value(a, p, as_here(a, p, without_fillers(a, p, line)));
    line = as_written(a, as_change(a, p, as_pair(a, as_question(a, as_followed(a, line)))));
    return with_brackets(a, p, by_number(a, line));
}
