/* Where a number comes from, all the way back: a line for each cell, its sources indented under it.
 * Copies (a transposed or cut tensor without a name) are passed through; the cell that was asked for is told
 * if it has another name. */
#include <string.h>

#include "base/common.h"
#include "base/utf8.h"
#include "view/arithmetic.h"
#include "view/explain.h"
#include "view/report.h"

/* A cell that has its line. */
typedef struct Told {
    const QkvTensor *t;
    int64_t cell;
    int line;
} Told;

typedef struct Tree {
    Arena *a;
    WhyTree out;
    const Run *run;
    WhyAs as;
    int most, depth; /* lines that are left to the branch in hand */
    int told;
    Told *tell;
} Tree;

static const QkvCall *call_of(const Tree *w, const QkvTensor *t)
{
    return &w->run->tape->step[t->step].call;
}

/* --- lines ---------------------------------------------------------------------------------------- */

/* A text in what is left of the width; a longer one ends in '~'. */
static void put_fitting(Buf *out, const char *text, int columns)
{
    size_t length = strlen(text), fits = utf8_fit(text, length, columns);
    if (fits < length)
        fits = utf8_fit(text, length, columns - 1);
    buf_add(out, text, fits);
    buf_puts(out, fits < length ? "~" : "");
}

static void put_piece(void *to, const char *text, const QkvCall *c, QkvSource s)
{
    (void)c, (void)s;
    buf_puts(to, text);
}

/* Whether a number stands in the code: nothing lies under it. */
static bool is_written(const Tree *w, const QkvTensor *t, const QkvTerms *terms)
{
    if (terms->how != QKV_HOW_COPY || terms->count == 0)
        return terms->how == QKV_HOW_GIVEN;
    QkvSource s = qkv_term(terms, 0).a;
    return s.operand >= 0 && call_of(w, t)->in[s.operand]->step < 0;
}

static void add_line(Tree *w, const QkvTensor *t, int64_t cell, const QkvTerms *terms, int above)
{
    enum { COLUMN = 32, GAP = 2, LEAST = 20 };
    Buf line = {0}, text = {0};
    Arithmetic told = {.a = w->a,
                       .run = w->run,
                       .most = 8,
                       .decimals = w->as.decimals,
                       .put = put_piece,
                       .to = &text};
    for (int i = 1; i < w->depth; i++)
        buf_puts(&line, "| ");
    if (w->depth > 0)
        buf_puts(&line, is_written(w, t, terms) ? ". " : "+ ");
    buf_printf(&line, "%s = ", explain_cell(w->a, w->run, t, cell));
    arithmetic_value(&line, t, cell, w->as.decimals);
    buf_fill(&line, ' ', max_int(GAP, COLUMN - utf8_columns(buf_text(&line))));
    if (above >= 0)
        buf_puts(&text, "(see above)");
    else
        arithmetic(&told, t, terms);
    int width = w->depth > 0 ? w->as.width
                             : 2 * w->as.width - WHY_INDENT; /* what was asked for: two rows */
    put_fitting(&line, buf_text(&text), max_int(LEAST, width - utf8_columns(buf_text(&line))));
    buf_release(&text);
    arena_push(w->a, w->out.line, w->out.lines,
               ((WhyLine){w->depth, above, t->step, cell, false, arena_keep(w->a, &line)}));
}

/* The line that a cell has; -1: it is to have the next. */
static int line_of(Tree *w, const QkvTensor *t, int64_t cell)
{
    for (int i = 0; i < w->told; i++)
        if (w->tell[i].t == t && w->tell[i].cell == cell)
            return w->tell[i].line;
    arena_push(w->a, w->tell, w->told, ((Told){t, cell, w->out.lines}));
    return -1;
}

static void tell(Tree *w, const QkvTensor *t, int64_t cell);

/* The lines end at `most`, and `left` branches come after this one: one line is kept for each. */
static void tell_source(Tree *w, const QkvCall *c, QkvSource s, int64_t left, int most)
{
    int64_t cell;
    const QkvTensor *t = arithmetic_origin(w->a, w->run, c, s, &cell);
    w->most = (int)clamp_int64(most - left, min_int(w->out.lines + 1, most), most);
    if (t)
        tell(w, t, cell);
    w->most = most;
}

static void tell(Tree *w, const QkvTensor *t, int64_t cell)
{
    if (w->depth > w->as.levels && w->as.levels < WHY_ALL) {
        w->out.deeper++;
        return;
    }
    if (w->out.lines >= w->most || w->depth > WHY_ALL) {
        w->out.left_out++;
        return;
    }
    QkvTerms terms = qkv_terms(call_of(w, t), cell, w->a);
    int above = line_of(w, t, cell);
    add_line(w, t, cell, &terms, terms.count > 0 ? above : -1);
    if (above >= 0)
        return;
    bool has_two = arithmetic_has_two(call_of(w, t), &terms);
    bool is_pair = has_two && terms.count > 0 && qkv_term(&terms, 0).b.operand >= 0;
    int64_t left = terms.count * (1 + is_pair) - 1;
    int most = w->most, line = w->out.lines - 1;
    w->depth++;
    for (int64_t i = 0; i < terms.count; i++, left -= 1 + is_pair) {
        tell_source(w, call_of(w, t), qkv_term(&terms, i).a, left, most);
        if (has_two)
            tell_source(w, call_of(w, t), qkv_term(&terms, i).b, left - is_pair, most);
    }
    w->depth--;
    w->out.line[line].is_cut = w->out.lines == line + 1 && !is_written(w, t, &terms);
}

WhyTree report_why_tree(Arena *a, const Run *run, const QkvTensor *t, int64_t cell, WhyAs as)
{
    Tree w = {.a = a, .run = run, .as = as, .most = as.lines};
    if (t->step >= 0) {
        int64_t from = cell;
        const QkvTensor *copied = arithmetic_copied(a, run, t, &from);
        bool is_same = strcmp(explain_cell(a, run, t, cell), explain_cell(a, run, copied, from)) ==
                       0;
        tell(&w, is_same ? copied : t, is_same ? from : cell);
    }
    return w.out;
}

size_t report_why_break(const char *line, int width)
{
    size_t length = strlen(line), first = utf8_fit(line, length, width);
    if (first == length)
        return first;
    /* The last blank, and the last of them after a plus: before it, the next row would look like a branch. */
    size_t any = 0, sum = 0;
    for (size_t i = first; i > 0 && sum == 0; i--)
        if (line[i] == ' ') {
            any = any ? any : i;
            sum = line[i - 1] == '+' ? i : 0;
        }
    return sum ? sum : any ? any : first;
}

void report_why(Buf *out, const Run *run, const QkvTensor *t, int64_t cell, WhyAs as)
{
    Arena arena = {0};
    WhyTree tree = report_why_tree(&arena, run, t, cell, as);
    for (int i = 0; i < tree.lines; i++) {
        const char *line = tree.line[i].text;
        size_t first = report_why_break(line, as.width);
        buf_printf(out, "%.*s\n", (int)first, line);
        if (line[first])
            buf_printf(out, "%*s%s\n", WHY_INDENT, "", line + first + strspn(line + first, " "));
    }
    if (tree.left_out > 0)
        buf_printf(out, "... %lld more branches are left out: ask for one of the cells above\n",
                   (long long)tree.left_out);
    arena_release(&arena);
}
