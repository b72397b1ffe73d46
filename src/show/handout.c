/* The handout is written in one walk over the stages, as the transcript is. Before it, a walk over the
 * tape backwards finds which results the numbers shown were made of: those that no statement shows get
 * their table, too, folded, so that no link leads nowhere.
 *
 *     <div id="r12">            the result of step 12
 *     <td id="c12-4">           its cell 4
 *     <li id="w12-4">           how that was made */
#include "show/handout.h"

#include <stdlib.h>
#include <string.h>

#include "base/common.h"
#include "base/utf8.h"
#include "core/print.h"
#include "show/curve.h"
#include "show/html.h"
#include "show/looks.h"
#include "show/markup.h"
#include "show/matrix.h"
#include "show/transcript.h"
#include "tell/arithmetic.h"
#include "tell/code.h"
#include "tell/explain.h"
#include "tell/formula.h"
#include "tell/passes.h"
#include "tell/prepared.h"
#include "tell/story.h"

/* handout_style.css: light and dark, narrow, wide and on paper. Shades are one colour for numbers above zero and one for
 * those below, more of it the farther they are: they say nothing that the number does not say. */
extern const char show_handout_style[];
/* handout_script.js opens what a link leads to, also in a browser that would not do so by itself, and on paper all. */
extern const char show_handout_script[];

enum {
    MOST_CELLS = 512,  /* of a result that is a table: a larger one is printed as PyTorch does   */
    MOST_TOLD = 22500, /* numbers of tables and of how their cells were made, 40 bytes each      */
    MOST_TERMS = 64,   /* of a cell that are written out                                         */
    FORMULA_WIDTH = 100,
    TABLE_WIDTH = 110 /* characters of a table beside its row labels, at most     */
};

/* The fate of the result of a step. */
typedef enum Fate { FATE_NONE, FATE_NEEDED, FATE_SHOWN, FATE_WRITTEN } Fate;

typedef struct HtmlPage {
    Arena a;
    Buf *out;
    const Run *run;
    Lens lens;
    bool *table; /* of each step: its result is a table, and told of   */
    Fate *fate;  /* of each step                                        */
    int next;    /* the steps before it are written if they are needed  */
    bool notes;
    bool in_code; /* the code that was written last may go on            */
} HtmlPage;

/* --- prose ---------------------------------------------------------------------------------------- */

/* A question, with its answer folded under it: the parts after `i` up to the one that is returned. */
static int put_question(HtmlPage *h, const Stage *stage, int i)
{
    HtmlLists lists = {0};
    const Block *question = &stage->part[i++].block;
    buf_puts(h->out, "<details class=\"question\"><summary>");
    html_spans(h->out, question, NULL);
    buf_puts(h->out, "</summary>\n");
    for (; i < stage->parts && stage->part[i].kind == PART_ANSWER; i++)
        html_listed(h->out, &lists, &stage->part[i].block, NULL);
    html_close_lists(h->out, &lists);
    buf_puts(h->out, "</details>\n");
    return i - 1;
}

/* The blocks first .. last-1 of a stage; notes among them where they are wanted. */
static void put_prose(HtmlPage *h, const Stage *stage, int first, int last)
{
    HtmlLists lists = {0};
    for (int i = first; i < last; i++) {
        const Part *part = &stage->part[i];
        if (part->kind == PART_PROSE) {
            html_listed(h->out, &lists, &part->block, NULL);
            continue;
        }
        html_close_lists(h->out, &lists);
        if (part->kind == PART_QUESTION)
            i = put_question(h, stage, i);
        else if (part->kind == PART_NOTE && h->notes)
            html_element(h->out, "aside", NULL, part->text);
    }
    html_close_lists(h->out, &lists);
}

/* --- which results there are ---------------------------------------------------------------------- */

static const QkvCall *call_of(const HtmlPage *h, const QkvTensor *t)
{
    return &h->run->tape->step[t->step].call;
}

static bool is_table(const HtmlPage *h, const QkvTensor *t)
{
    return h->table[t->step];
}

/* The results that the cells of a step were made of are needed. */
static void need_sources(HtmlPage *h, int step)
{
    const QkvCall *c = &h->run->tape->step[step].call;
    Arena a = {0};
    for (int64_t cell = 0; cell < c->out->count && is_table(h, c->out); cell++) {
        QkvTerms terms = qkv_terms(c, cell, &a);
        for (int64_t i = 0; i < 2 * min_int64(terms.count, MOST_TERMS); i++) {
            int64_t at;
            QkvTerm term = qkv_term(&terms, i / 2);
            const QkvTensor *t = arithmetic_origin(&a, h->run, c, i % 2 ? term.b : term.a, &at);
            if (t && h->fate[t->step] == FATE_NONE)
                h->fate[t->step] = FATE_NEEDED;
        }
    }
    arena_release(&a);
}

/* How many numbers a table of a result has with the making of its cells, each of which is a link. */
static int64_t numbers_told(HtmlPage *h, const QkvCall *c)
{
    int64_t numbers = c->out->count;
    ArenaMark mark = arena_mark(&h->a);
    for (int64_t cell = 0; cell < c->out->count; cell++) {
        QkvTerms terms = qkv_terms(c, cell, &h->a);
        numbers += terms.how == QKV_HOW_GIVEN ? 0 : 1 + 2 * min_int64(terms.count, MOST_TERMS);
    }
    arena_back(&h->a, mark);
    return numbers;
}

static void find_fates(HtmlPage *h)
{
    const Run *run = h->run;
    for (int i = 0; i < run->stops; i++)
        if (run->stop[i].kind == STOP_TENSOR && run->stop[i].step >= 0 &&
            run->stop[i].detail <= DETAIL_NORMAL)
            h->fate[run->stop[i].step] = FATE_SHOWN;
    for (int i = 0; i < run->tape->count; i++)
        h->table[i] = run->tape->step[i].call.out->count <= MOST_CELLS;
    for (int i = run->tape->count - 1; i >= 0; i--)
        if (h->fate[i] != FATE_NONE)
            need_sources(h, i);
    int64_t told = 0;
    for (int i = 0; i < run->tape->count; i++) {
        if (h->fate[i] != FATE_NONE && h->table[i])
            told += numbers_told(h, &run->tape->step[i].call);
        h->table[i] = h->table[i] && told <= MOST_TOLD;
    }
}

/* --- how numbers were made ------------------------------------------------------------------------ */

/* Where a link to a cell leads: to how it was made, or for numbers that were given to the table. */
static void put_target(HtmlPage *h, const QkvTensor *t, int64_t cell)
{
    if (!is_table(h, t))
        buf_printf(h->out, "#r%d", t->step);
    else
        buf_printf(h->out, call_of(h, t)->op->how == QKV_HOW_GIVEN ? "#c%d-%lld" : "#w%d-%lld",
                   t->step, (long long)cell);
}

static void put_piece(void *to, const char *text, const QkvCall *c, QkvSource s)
{
    HtmlPage *h = to;
    int64_t cell;
    const QkvTensor *t = c ? arithmetic_origin(&h->a, h->run, c, s, &cell) : NULL;
    if (t) {
        buf_puts(h->out, "<a href=\"");
        put_target(h, t, cell);
        buf_puts(h->out, "\">");
    }
    markup_text(h->out, text);
    buf_puts(h->out, t ? "</a>" : "");
}

static void put_making(HtmlPage *h, const QkvTensor *t, int64_t cell)
{
    Arithmetic told = {.a = &h->a, .l = &h->lens, .most = MOST_TERMS, .put = put_piece, .to = h};
    QkvTerms terms = qkv_terms(call_of(h, t), cell, &h->a);
    Buf value = {0};
    lens_cell(&value, &h->lens, t, cell, NULL);
    buf_printf(h->out, "<li id=\"w%d-%lld\"><a href=\"#c%d-%lld\">", t->step, (long long)cell,
               t->step, (long long)cell);
    markup_text(h->out, explain_cell(&h->a, h->run, t, cell));
    buf_printf(h->out, "</a> = %s = ", buf_text(&value));
    arithmetic(&told, t, cell, &terms);
    buf_puts(h->out, "</li>\n");
    buf_release(&value);
}

/* The list of them, folded. */
static void put_makings(HtmlPage *h, const QkvTensor *t)
{
    if (call_of(h, t)->op->how == QKV_HOW_GIVEN || !is_table(h, t))
        return;
    buf_puts(h->out,
             "<details><summary>Where these numbers come from</summary>\n<ul class=\"why\">\n");
    for (int64_t cell = 0; cell < t->count; cell++)
        put_making(h, t, cell);
    buf_puts(h->out, "</ul></details>\n");
}

/* --- results -------------------------------------------------------------------------------------- */

static void put_cell(HtmlPage *h, const Matrix *m, int64_t cell)
{
    int shade = matrix_shade(m, cell);
    bool is_given = call_of(h, m->t)->op->how == QKV_HOW_GIVEN;
    Buf text = {0};
    lens_cell(&text, &h->lens, m->t, cell, &m->format);
    buf_printf(h->out, "<td id=\"c%d-%lld\"", m->t->step, (long long)cell);
    if (shade)
        buf_printf(h->out, " class=\"%c%d\"", shade > 0 ? 'p' : 'n', abs(shade));
    else if (matrix_is_pale(m, cell))
        buf_puts(h->out, " class=\"pale\"");
    buf_puts(h->out, ">");
    if (!is_given) {
        buf_puts(h->out, "<a href=\"");
        put_target(h, m->t, cell);
        buf_puts(h->out, "\">");
    }
    markup_text(h->out, buf_text(&text));
    buf_puts(h->out, is_given ? "</td>" : "</a></td>");
    buf_release(&text);
}

static void put_heading(HtmlPage *h, const QkvTensor *t, int axis, int64_t index, int64_t cell)
{
    buf_printf(h->out, "<th scope=\"%s\">", axis == t->rank - 1 ? "col" : "row");
    markup_text(h->out, matrix_index_name(&h->a, t, axis, index, cell));
    buf_puts(h->out, "</th>");
}

/* So many columns of a matrix are side by side on a page: what is wider is cut off on paper. */
static int64_t columns_at_once(HtmlPage *h, const Matrix *m, int64_t first)
{
    enum { GAP = 2 };
    int width = m->format.width;
    for (int64_t c = 0; m->t->rank > 0 && c < matrix_cols(m->t); c++) {
        const char *name = matrix_index_name(&h->a, m->t, m->t->rank - 1, c, first);
        width = max_int(width, utf8_columns(name));
    }
    return max_int(TABLE_WIDTH / (width + GAP), 1);
}

static void put_caption(HtmlPage *h, const Matrix *m, int64_t from, int64_t to)
{
    int64_t cols = matrix_cols(m->t);
    const char *title = matrix_title(&h->a, m);
    if (to - from < cols)
        title = arena_format(&h->a, "%s, columns %lld-%lld of %lld", title, (long long)from + 1,
                             (long long)to, (long long)cols);
    buf_puts(h->out, "<table><caption>");
    html_element(h->out, "span", NULL, title);
    buf_puts(h->out, "</caption>");
}

/* The columns from .. to-1 of the matrix whose first cell is `first`. */
static void put_columns(HtmlPage *h, const Matrix *m, int64_t first, int64_t from, int64_t to)
{
    const QkvTensor *t = m->t;
    int64_t rows = matrix_rows(t), cols = matrix_cols(t);
    put_caption(h, m, from, to);
    if (t->rank > 0) {
        buf_puts(h->out, t->rank > 1 ? "\n<thead><tr><td></td>" : "\n<thead><tr>");
        for (int64_t c = from; c < to; c++)
            put_heading(h, t, t->rank - 1, c, first);
        buf_puts(h->out, "</tr></thead>");
    }
    buf_puts(h->out, "\n<tbody>");
    for (int64_t r = 0; r < rows; r++) {
        buf_puts(h->out, "<tr>");
        if (t->rank > 1)
            put_heading(h, t, t->rank - 2, r, first);
        for (int64_t c = from; c < to; c++)
            put_cell(h, m, first + r * cols + c);
        buf_puts(h->out, "</tr>\n");
    }
    buf_puts(h->out, "</tbody></table>\n");
}

/* Writes a matrix: its last axis runs across, the one before it down. */
static void put_matrix(HtmlPage *h, const QkvTensor *t, const char *name, int64_t item)
{
    Matrix m = matrix_of(&h->lens, t, name, item);
    int64_t cols = matrix_cols(t), first = item * matrix_rows(t) * cols;
    int64_t step = columns_at_once(h, &m, first);
    m.terse = item > 0 ? TERSE_SHAPE : TERSE_NOT;
    if (matrix_is_heat(SHADE_WEIGHTS, t, lens_role(&h->lens, t), lens_shares(&h->lens, t)))
        matrix_shaded(&m);
    for (int64_t from = 0; from < cols; from += step) {
        put_columns(h, &m, first, from, min_int64(from + step, cols));
        m.terse = TERSE_SHAPE;
    }
}

/* Statements that show nothing stand together with those after them. */
static void put_code(HtmlPage *h, const char *code)
{
    buf_puts(h->out, h->in_code ? "" : "<pre class=\"code\">");
    markup_text(h->out, code);
    h->in_code = true;
}

/* Lines that the author hides leave a trace where they are missing. */
static void put_not_shown(HtmlPage *h, int *lines)
{
    if (*lines > 0)
        put_code(h, arena_format(&h->a, "%s\n", code_not_shown(&h->a, *lines)));
    *lines = 0;
}

static void end_code(HtmlPage *h)
{
    buf_puts(h->out, h->in_code ? "</pre>\n" : "");
    h->in_code = false;
}

/* Puts a print-out, or a value as text. */
static void put_output(HtmlPage *h, const char *class, const char *name, const char *text)
{
    buf_printf(h->out, "<pre class=\"%s\">", class);
    if (name) {
        markup_text(h->out, name);
        buf_puts(h->out, " = ");
    }
    markup_text(h->out, text);
    buf_puts(h->out, "</pre>\n");
}

static void put_printed(HtmlPage *h, const QkvTensor *t, const char *name)
{
    Buf text = {0};
    print_tensor(&text, t, &print_default);
    put_output(h, "out", name, buf_text(&text));
    buf_release(&text);
}

/* All that is known of a step's result. */
static void put_tensor(HtmlPage *h, const QkvTensor *t, const char *name)
{
    if (!is_table(h, t) || t->count == 0)
        put_printed(h, t, name);
    else
        for (int64_t item = 0; item < matrix_items(t); item++)
            put_matrix(h, t, name, item);
    html_element(h->out, "p", "formula", explain_formula(&h->a, &h->lens, t->step, FORMULA_WIDTH));
    const char *story = story_of(&h->a, &h->lens, &h->run->tape->step[t->step]);
    if (story)
        html_element(h->out, "p", "story", story);
    buf_putc(h->out, '\n');
    put_makings(h, t);
}

/* Results on the way to a step that no statement shows. */
static void put_needed(HtmlPage *h, int step)
{
    for (; h->next < step; h->next++) {
        const QkvTensor *t = h->run->tape->step[h->next].call.out;
        if (h->fate[h->next] != FATE_NEEDED)
            continue;
        h->fate[h->next] = FATE_WRITTEN;
        const char *name = explain_name(&h->a, h->run, t);
        buf_printf(h->out,
                   "<details class=\"way\" id=\"r%d\"><summary>Intermediate result: ", t->step);
        html_element(h->out, "code", NULL, name);
        buf_puts(h->out, "</summary>\n");
        put_tensor(h, t, name);
        buf_puts(h->out, "</details>\n");
    }
}

/* A picture below its title. */
static void put_curve(HtmlPage *h, const DocCurve *c)
{
    if (!curve_is_seen(&h->lens, c))
        return;
    buf_puts(h->out, "<figure><figcaption>");
    markup_text(h->out, curve_title(&h->a, &h->lens, c));
    buf_puts(h->out, "</figcaption>\n");
    curve_svg(h->out, &h->lens, c);
    buf_puts(h->out, "</figure>\n");
}

/* Draws who looks at whom, of weights whose rows and columns are few enough to be seen at once: a picture of each
 * matrix. */
static void put_looks(HtmlPage *h, const QkvTensor *t, const char *name)
{
    enum { SIDE = 16, ITEMS = 8 };
    bool is_one = t->step >= 0 && looks_has(&h->lens, t) && matrix_items(t) <= ITEMS &&
                  matrix_rows(t) > 1 && matrix_rows(t) <= SIDE && matrix_cols(t) <= SIDE &&
                  (lens_shares(&h->lens, t) || lens_role(&h->lens, t) == ROLE_WEIGHTS);
    for (int64_t i = 0; is_one && i < matrix_items(t); i++) {
        const DocLooks looks = looks_of(&h->lens, t, i * matrix_cells(t));
        const Matrix m = {.lens = &h->lens, .t = t, .name = name, .item = i, .terse = TERSE_SHAPE};
        buf_puts(h->out, "<figure><figcaption>Who looks at whom: ");
        markup_text(h->out, matrix_title(&h->a, &m));
        buf_puts(h->out, "</figcaption>\n");
        looks_svg(h->out, &h->lens, &looks);
        buf_puts(h->out, "</figure>\n");
    }
}

/* The losses of what led to a stop. */
static void put_losses(HtmlPage *h, const Stop *stop)
{
    const Spot none = {.detail = DETAIL_NORMAL};
    const Spot here = spot_at(none, h->run, run_stage_of_stop(h->run, stop),
                              run_number_of_stop(h->run, stop));
    put_curve(h, passes_curve(&h->a, &h->lens, &here));
}

static void put_stop(HtmlPage *h, int i)
{
    const Stop *stop = &h->run->stop[i];
    if (stop->kind == STOP_LINE)
        return;
    end_code(h);
    put_losses(h, stop);
    if (stop->kind != STOP_TENSOR) {
        put_output(h, stop->kind == STOP_ERROR ? "error" : "out",
                   stop->kind == STOP_VALUE ? stop->name : NULL, stop->text);
        return;
    }
    const char *name = transcript_name(&h->a, h->run, i);
    if (!name)
        name = explain_name(&h->a, h->run, stop->tensor);
    if (stop->step < 0 || h->fate[stop->step] == FATE_WRITTEN) {
        put_printed(h, stop->tensor, name);
        return;
    }
    put_needed(h, stop->step);
    h->fate[stop->step] = FATE_WRITTEN;
    buf_printf(h->out, "<div class=\"result\" id=\"r%d\">\n", stop->step);
    put_tensor(h, stop->tensor, name);
    put_curve(h, curve_of_shares(&h->a, &h->lens, stop->tensor, name));
    put_looks(h, stop->tensor, name);
    buf_puts(h->out, "</div>\n");
}

/* --- stages --------------------------------------------------------------------------------------- */

static void put_statements(HtmlPage *h, int stage, int part)
{
    const Run *run = h->run;
    int written = 0, hidden = 0;
    for (int i = run_statement_at(run, run->lesson->stage[stage].part[part].line);
         i < run->statements; i++) {
        const RunStatement *x = &run->statement[i];
        if (x->stage != stage || x->part != part)
            break;
        hidden += code_hidden_lines(run, i);
        if (x->hidden)
            continue;
        put_not_shown(h, &hidden);
        const char *code = explain_statement_after(&h->a, run, i, written);
        if (*code)
            put_code(h, code);
        written = x->last;
        for (int s = x->first_stop; s < x[1].first_stop; s++)
            if (run->stop[s].detail <= DETAIL_NORMAL)
                put_stop(h, s);
    }
    put_not_shown(h, &hidden);
    end_code(h);
}

/* The changes of a stage that is about some, and what they make. */
static void put_what_if(HtmlPage *h, int s)
{
    enum { WIDTH = 100 };
    Buf text = {0};
    prepared_text(&text, &h->lens, s, WIDTH);
    if (text.length > 0)
        html_element(h->out, "pre", NULL, buf_text(&text));
    buf_release(&text);
}

static void put_stage(HtmlPage *h, int s)
{
    const Stage *stage = &h->run->lesson->stage[s];
    const char *tag = s > 0 ? "section" : "div"; /* a section has a heading */
    buf_printf(h->out, "<%s id=\"s%d\">\n", tag, s);
    if (s > 0) {
        buf_printf(h->out, "<h2>%d. ", s);
        markup_text(h->out, stage->title);
        buf_puts(h->out, "</h2>\n");
    }
    put_what_if(h, s);
    for (int p = 0; p < stage->parts; p++) {
        int first = p;
        while (p < stage->parts && stage->part[p].kind != PART_CODE)
            p++;
        put_prose(h, stage, first, p);
        if (p < stage->parts)
            put_statements(h, s, p);
    }
    buf_printf(h->out, "</%s>\n", tag);
}

static void put_contents(HtmlPage *h)
{
    buf_puts(h->out, "<nav aria-label=\"Stages\"><ol>\n");
    for (int s = 1; s < h->run->lesson->stages; s++) {
        buf_printf(h->out, "<li><a href=\"#s%d\">", s);
        markup_text(h->out, h->run->lesson->stage[s].title);
        buf_puts(h->out, "</a></li>\n");
    }
    buf_puts(h->out, "</ol></nav>\n");
}

void handout(Buf *out, const Run *run, bool notes)
{
    HtmlPage h = {.out = out, .run = run, .notes = notes};
    h.lens = (Lens){.run = run, .decimals = NUMBER_DECIMALS, .memo = memo_new()};
    h.table = arena_many(&h.a, (size_t)run->tape->count, bool);
    h.fate = arena_many(&h.a, (size_t)run->tape->count, Fate);
    find_fates(&h);
    buf_puts(out, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                  "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n");
    html_element(out, "title", NULL, run->lesson->title);
    buf_printf(out, "\n<style>\n%s</style>\n</head>\n<body>\n", show_handout_style);
    html_element(out, "h1", NULL, run->lesson->title);
    buf_puts(out, "\n");
    if (run->lesson->stages > 2)
        put_contents(&h);
    buf_puts(out, "<main>\n");
    html_element(out, "p", "hint",
                 "Each computed number is a link to its arithmetic, and from there to the numbers "
                 "that went into it, back to the inputs.");
    buf_putc(out, '\n');
    for (int s = 0; s < run->lesson->stages; s++)
        put_stage(&h, s);
    buf_printf(out, "</main>\n<script>\n%s</script>\n</body>\n</html>\n", show_handout_script);
    memo_free(h.lens.memo);
    arena_release(&h.a);
}
