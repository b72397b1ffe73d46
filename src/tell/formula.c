#include "tell/formula.h"

#include <ctype.h>
#include <string.h>

#include "base/common.h"
#include "base/utf8.h"
#include "tell/explain_name.h"

/* Tells what a word of a formula stands for: out, a, b and c are the result and the operands. */
static const QkvTensor *meaning(const QkvCall *c, const char *word, size_t length)
{
    if (length == 3 && strncmp(word, "out", 3) == 0)
        return c->out;
    int operand = *word - 'a';
    return length == 1 && operand >= 0 && operand < 3 && operand < c->count ? c->in[operand] : NULL;
}

/* Columns for what stands for a tensor in a formula, and whether axes are named. */
typedef struct Columns {
    int expression;
    int name;
    bool axes;
} Columns;

/* A tensor in a formula: its name, or its expression in brackets. */
static const char *word_for(Arena *a, const Lens *l, int line, const QkvCall *c, const QkvTensor *t,
                            Columns columns)
{
    const char *name = t->step < 0 ? lens_number(a, l, c->out->step, t)
                                   : explain_name_in(a, l->run, line, t);
    if (t->step < 0 || !explain_is_expression(name))
        return explain_cut(a, name, columns.name);
    return arena_format(a, "(%s)", explain_cut(a, name, columns.expression));
}

/* How many axes the index at `at`, "[..]" or "[.., i, n]", names. */
static int axes_named(const char *at)
{
    int named = 0;
    for (; *at && *at != ']'; at++)
        named += *at == ',';
    return named;
}

/* The axes that ".." stands for: the last of these of an operand broadcasts with the last of the
 * result, and so on. A reduction speaks of all axes of what it reduces. */
typedef struct Space {
    const QkvTensor *of;
    int axes;
    bool is_batch; /* the formula has letters of its own for the last axes */
} Space;

static Space space_of(const QkvCall *c)
{
    const char *index = strstr(qkv_formula(c), "[..");
    int named = index ? axes_named(index) : 0;
    bool is_reduction = false;
    for (int d = 0; d < QKV_MAX_RANK; d++)
        is_reduction = is_reduction || c->reduced[d];
    const QkvTensor *of = is_reduction ? c->in[0] : c->out;
    return (Space){of, of->rank - named, named > 0};
}

/* The last two axes are i and j, those before them b, c and so on: a table of a batch has the same
 * letters in all its formulas. There is no k, which is a key. */
static char letter_of(Space space, int axis)
{
    int rows = space.is_batch ? space.axes : space.axes - 2;
    return axis < rows ? (char)('b' + axis) : (char)('i' + axis - max_int(rows, 0));
}

/* Puts the index of a tensor, "[b, 0, j]" for "[..]": 0 where its only cell is repeated. Returns
 * how much of the text at `at` it stands for: all of the index, or nothing where that stays. */
static size_t put_index(Buf *out, const QkvCall *c, const QkvTensor *t, const char *at)
{
    size_t length = *at == '[' ? strcspn(at, "]") + 1 : 0;
    if (t->step < 0) /* a plain number has none */
        return length;
    if (strncmp(at, "[..", 3) != 0)
        return 0;
    Space space = space_of(c);
    int axes = t->rank - axes_named(at), d = 0;
    bool is_less = t == c->out && axes < space.axes; /* the reduced axes are gone */
    if (t->rank == 0)
        return length;
    buf_putc(out, '[');
    for (int n = is_less ? 0 : space.axes - axes; n < space.axes; n++) {
        if (is_less && c->reduced[n])
            continue;
        bool is_repeated = t->size[d] == 1 && space.of->size[n] != 1;
        buf_printf(out, "%s%c", d++ ? ", " : "", is_repeated ? '0' : letter_of(space, n));
    }
    const char *named = at + strlen("[..");
    named += d == 0 ? strspn(named, ", ") : 0;
    buf_add(out, named, (size_t)(at + length - named));
    return length;
}

/* " over i, j" for "over ..": the axes that are reduced, perhaps with the name of a single one. */
static void put_over(Buf *out, const QkvCall *c, bool is_named)
{
    Space space = space_of(c);
    int count = 0, last = 0;
    for (int d = 0; d < space.axes; d++)
        if (c->reduced[d]) {
            buf_printf(out, "%s%c", count++ ? ", " : " over ", letter_of(space, d));
            last = d;
        }
    if (is_named && count == 1 && space.of->axis[last].name)
        buf_printf(out, " (%s)", space.of->axis[last].name);
}

static const char *formula_with(Arena *a, const Lens *l, int line, const QkvCall *c,
                                Columns columns)
{
    static const char over[] = " over ..";
    Buf text = {0};
    for (const char *at = qkv_formula(c); *at;) {
        size_t n = 0;
        while (isalpha((unsigned char)at[n]))
            n++;
        /* "a" is an operand where it is indexed; elsewhere it is the English article. The result
         * comes first, and may be a single number. */
        bool is_tensor = n > 0 && (at[n] == '[' || at == qkv_formula(c));
        const QkvTensor *t = is_tensor ? meaning(c, at, n) : NULL;
        if (strncmp(at, over, strlen(over)) == 0) {
            put_over(&text, c, columns.axes);
            n = strlen(over);
        } else if (t) {
            buf_puts(&text, word_for(a, l, line, c, t, columns));
            n += put_index(&text, c, t, at + n);
        } else {
            n = n > 0 ? n : 1;
            buf_add(&text, at, n);
        }
        at += n;
    }
    const char *copy = arena_string(a, buf_text(&text));
    buf_release(&text);
    return copy;
}

/* The names of axes are left out, then long expressions are cut as far as it takes, then names: the
 * headings of the matrices have them whole. */
static const Columns columns[] = {{200, 200, true}, {200, 200, false}, {24, 200, false},
                                  {16, 200, false}, {10, 200, false},  {12, 12, false},
                                  {8, 8, false}};
enum { UNCUT = 2, WAYS = sizeof columns / sizeof columns[0] };

/* A formula in so many rows at most, broken at blanks; NULL where they are not enough. */
static const char *in_rows(Arena *a, const char *formula, int rows, int width)
{
    Buf text = {.arena = a};
    for (int row = 0; row < rows; row++) {
        size_t length = strlen(formula);
        size_t fits = utf8_fit_words(formula, length, width - (row > 0 ? EXPLAIN_INDENT : 0));
        buf_printf(&text, "%s%.*s", row > 0 ? "\n" : "", (int)fits, formula);
        formula += fits + strspn(formula + fits, " ");
        if (!*formula)
            return buf_text(&text);
    }
    return NULL;
}

const char *explain_formula_rows(Arena *a, const Lens *l, int line, int step, int rows, int width)
{
    const QkvCall *c = &l->run->tape->step[step].call;
    const char *found = NULL, *formula = "";
    for (int pass = 0; pass < 4 && !found;
         pass++) /* more rows are better than a name that is cut */
        for (int i = pass < 2 ? 0 : UNCUT; i < (pass < 2 ? UNCUT : WAYS) && !found; i++) {
            formula = formula_with(a, l, line, c, columns[i]);
            found = in_rows(a, formula, pass % 2 ? rows : 1, width);
        }
    return found ? found : formula;
}

const char *explain_formula(Arena *a, const Lens *l, int step, int width)
{
    return explain_formula_rows(a, l, -1, step, 1, width);
}
