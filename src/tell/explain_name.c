/* Names of results: by the author, by the expression they were written as, or by the
 * operation. */
#include <ctype.h>
#include <string.h>

#include "base/common.h"
#include "base/utf8.h"
#include "lesson/directive.h"
#include "tell/axes.h"
#include "tell/explain_name.h"
#include "tell/number.h"

/* The text with its white space folded to single blanks: an expression may run over several
 * lines. */
static const char *one_line(Arena *a, const char *text)
{
    Buf out = {0};
    for (; *text; text++) {
        bool blank = isspace((unsigned char)*text) != 0;
        if (!blank)
            buf_putc(&out, *text);
        else if (out.length > 0 && out.text[out.length - 1] != ' ')
            buf_putc(&out, ' ');
    }
    const char *copy = arena_string(a, buf_text(&out));
    buf_release(&out);
    return copy;
}

const char *explain_cut(Arena *a, const char *text, int columns)
{
    size_t length = strlen(text);
    if (utf8_fit(text, length, columns) == length)
        return text;
    length = utf8_fit(text, length, columns > 0 ? columns - 1 : 0);
    while (length > 0 && strchr("([{", text[length - 1]))
        length--;
    return arena_format(a, "%.*s~", (int)length, text);
}

/* The expression that made it, as the outermost caller of the groups in which it comes last wrote
 * it. */
static const char *given_text(const Run *run, int i)
{
    const QkvStep *step = &run->tape->step[i];
    const char *text = step->text;
    for (int g = step->group; g >= 0 && run_group_result(run, g) == i;
         g = run->tape->group[g].parent)
        if (run->tape->group[g].text)
            text = run->tape->group[g].text;
    return text;
}

const char *explain_name(Arena *a, const Run *run, const QkvTensor *t)
{
    if (t->step < 0) {
        Buf text = {0};
        number_short(&text, qkv_tensor_at(t, 0), NUMBER_DECIMALS);
        const char *copy = arena_string(a, buf_text(&text));
        buf_release(&text);
        return copy;
    }
    const char *name = run_name_of_step(run, t->step, false);
    const char *text = name ? NULL : given_text(run, t->step);
    return name ? name : text ? one_line(a, text) : run->tape->step[t->step].call.op->name;
}

/* The name that a tensor was last bound to in the body that the line lies in, up to that line. */
static const char *own_name(const Run *run, int line, const QkvTensor *t)
{
    int call = run->line[line].call;
    for (int i = line; call >= 0 && i >= call; i--) {
        const RunLine *l = &run->line[i];
        for (int b = l->call == call ? l->bounds - 1 : -1; b >= 0; b--) {
            const RunBound *bound = &run->bound[l->first_bound + b];
            if (bound->tensor == t && *bound->name && strcmp(bound->name, "return") != 0)
                return bound->name;
        }
    }
    return NULL;
}

const char *explain_name_in(Arena *a, const Run *run, int line, const QkvTensor *t)
{
    const char *own = line >= 0 && t->step >= 0 ? own_name(run, line, t) : NULL;
    return own ? own : explain_name(a, run, t);
}

static bool is_expression(const char *name)
{
    return strpbrk(name, " +-*/@") != NULL;
}

const char *explain_cell(Arena *a, const Run *run, const QkvTensor *t, int64_t cell)
{
    const char *name = explain_name(a, run, t);
    return arena_format(a, is_expression(name) && t->rank > 0 ? "(%s)%s" : "%s%s", name,
                        matrix_place(a, t, cell));
}

/* --- where a step lies ---------------------------------------------------------------------- */

const char *explain_where(Arena *a, const Run *run, int step)
{
    const RunStatement *x = &run->statement[run->tape->step[step].tag];
    return arena_format(a, "stage %d, %s", x->stage, lesson_line_text(a, run->lesson, x->first));
}

const char *explain_statement(Arena *a, const Run *run, int statement)
{
    const RunStatement *x = &run->statement[statement];
    const Part *part = &run->lesson->stage[x->stage].part[x->part];
    const char *at = part->text;
    for (int i = part->line; i < x->first; i++)
        at += strcspn(at, "\n") + 1;
    Buf code = {0};
    size_t indent = strspn(at, " \t"); /* of one under `if __name__ == "__main__":` */
    for (int i = x->first; i <= x->last && *at; i++) {
        size_t length = strcspn(at, "\n");
        size_t blanks = strspn(at, " \t"), left_out = blanks < indent ? blanks : indent;
        length += at[length] == '\n';
        if (!directive_line(at))
            buf_add(&code, at + left_out, length - left_out);
        at += length;
    }
    return arena_keep(a, &code);
}

const char *explain_code(Arena *a, const Run *run, int statement, int columns)
{
    const char *code = one_line(a, explain_statement(a, run, statement));
    size_t length = strlen(code);
    length -= length > 0 && code[length - 1] == ' ';
    return explain_cut(a, arena_text(a, code, length), columns);
}

const char *explain_operation(Arena *a, const Run *run, int step)
{
    const char *text = given_text(run, step), *name = run_name_of_step(run, step, true);
    if (!text)
        return explain_statement(a, run, run->tape->step[step].tag);
    text = one_line(a, text);
    return name && strcmp(name, text) != 0 ? arena_format(a, "%s = %s", name, text) : text;
}

/* " > q": the groups from the outermost on, but for those that the step is the result of. */
static void put_groups(Buf *out, const Run *run, int step, int group)
{
    const QkvGroup *g = &run->tape->group[group];
    if (g->parent >= 0)
        put_groups(out, run, step, g->parent);
    if (run_group_result(run, group) != step)
        buf_printf(out, " > %s", g->parent >= 0 && g->result ? g->result : g->name);
}

const char *explain_path(Arena *a, const Run *run, int step, int width)
{
    enum { CODE = 32, LEAST = 8 };
    const QkvStep *s = &run->tape->step[step];
    const RunStatement *x = &run->statement[s->tag];
    Buf text = {.arena = a};
    const char *name = run_name_of_step(run, step, true);
    if (s->group >= 0)
        put_groups(&text, run, step, s->group);
    buf_printf(&text, " > %s, operation %d of %d", name ? name : s->call.op->name,
               step - x->first_step + 1, x[1].first_step - x->first_step);
    int room = clamp_int(width - utf8_columns(buf_text(&text)), LEAST, CODE);
    return arena_format(a, "%s%s", explain_code(a, run, s->tag, room), buf_text(&text));
}

/* --- formulas ------------------------------------------------------------------------------- */

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
static const char *word_for(Arena *a, const Run *run, int line, const QkvTensor *t, Columns columns)
{
    const char *name = explain_name_in(a, run, line, t);
    if (t->step < 0 || !is_expression(name))
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

static const char *formula_with(Arena *a, const Run *run, int line, const QkvCall *c,
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
            buf_puts(&text, word_for(a, run, line, t, columns));
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

const char *explain_formula_rows(Arena *a, const Run *run, int line, int step, int rows, int width)
{
    const QkvCall *c = &run->tape->step[step].call;
    const char *found = NULL, *formula = "";
    for (int pass = 0; pass < 4 && !found;
         pass++) /* more rows are better than a name that is cut */
        for (int i = pass < 2 ? 0 : UNCUT; i < (pass < 2 ? UNCUT : WAYS) && !found; i++) {
            formula = formula_with(a, run, line, c, columns[i]);
            found = in_rows(a, formula, pass % 2 ? rows : 1, width);
        }
    return found ? found : formula;
}

const char *explain_formula(Arena *a, const Run *run, int step, int width)
{
    return explain_formula_rows(a, run, -1, step, 1, width);
}
