/* The stage page: what the lesson says, the line of code, its formula, and the matrices. At the
 * beginning of a stage, before the first result, the text has the page to itself. */
#include <string.h>

#include "base/utf8.h"
#include "view/explain.h"
#include "view/layout.h"
#include "view/page.h"
#include "view/page_text.h"

enum { TOP = 3, FOOT = 2, CODE_ROWS = 4, LEFT = 1 };

/* A stage page before it is drawn. Rows count from the top of the frame. */
typedef struct StagePage {
    Prose text; /* above the matrices, or alone                       */
    int text_row, text_rows;
    Prose after; /* what the lesson says behind the last result        */
    int after_row, after_rows;
    Prose code; /* the statement, as written                          */
    int code_row, code_rows;
    const char *formula; /* NULL for none                                   */
    Layout layout;
    int layout_row;
} StagePage;

/* --- which text belongs to a beat ----------------------------------------------------------- */

/* The first part behind the code part before `part`; 0 when there is none. */
static int part_after_code(const Stage *s, int part)
{
    while (part > 0 && s->part[part - 1].kind != PART_CODE)
        part--;
    return part;
}

static int next_code(const Stage *s, int part)
{
    while (part < s->parts && s->part[part].kind != PART_CODE)
        part++;
    return part;
}

static bool is_last_of_part(const Run *run, const Place *p, int part)
{
    int next = run->stage_beat[p->stage] + p->beat;
    return next >= run->stage_beat[p->stage + 1] ||
           run->line[run->beat[next].statement].part != part;
}

/* --- matrices ------------------------------------------------------------------------------- */

/* The matrix of an operand that the first cell of the shown result was made from. */
static int64_t operand_item(const Call *c, int operand, int64_t cell, Arena *a)
{
    if (c->out->count == 0)
        return 0;
    Terms t = op_terms(c, cell, a);
    for (int64_t i = 0; i < t.count; i++) {
        if (t.term[i].a.operand == operand)
            return matrix_item(c->in[operand], t.term[i].a.cell);
        if (t.term[i].b.operand == operand)
            return matrix_item(c->in[operand], t.term[i].b.cell);
    }
    return 0;
}

static void add_spot(Layout *l, Matrix m, bool is_result)
{
    if (l->operands + l->results >= LAYOUT_MOST)
        return;
    l->spot[l->operands + l->results] = (Spot){.matrix = m};
    l->results += is_result;
    l->operands += !is_result;
}

/* The spots for a step: its operands, and the result as `items` matrices from `item` on. */
static Layout spots_for(Arena *a, const Run *run, const Step *step, const Place *p, int64_t item,
                        int64_t items)
{
    Layout l = {0};
    const Call *c = &step->call;
    int decimals = p->full ? NUMBER_MOST_DECIMALS : p->decimals;
    int64_t first = item * matrix_rows(c->out) * matrix_cols(c->out);
    for (int i = 0; i < c->count; i++) {
        const Tensor *t = c->in[i];
        if (t->step >= 0)
            add_spot(&l,
                     matrix_of(t, explain_name(a, run, t), operand_item(c, i, first, a), decimals),
                     false);
    }
    for (int64_t i = 0; i < items; i++) {
        Matrix m = matrix_of(c->out, explain_name(a, run, c->out), item + i, decimals);
        m.is_more = i > 0;
        add_spot(&l, m, true);
    }
    return l;
}

/* All matrices of the result beside each other if they fit, else one. */
static void arrange(StagePage *page, Arena *a, const Run *run, const Step *step, const Place *p,
                    int height, int width)
{
    enum { ITEMS_MOST = 8 };
    const Tensor *out = step->call.out;
    int64_t items = matrix_items(out), item = p->item < items ? p->item : 0;
    if (items > 1 && items <= ITEMS_MOST && p->focus == 0) {
        page->layout = spots_for(a, run, step, p, 0, items);
        layout_arrange(&page->layout, height, width, 0);
        if (page->layout.is_whole)
            return;
        /* Without the operands, perhaps. */
        Layout *l = &page->layout;
        memmove(&l->spot[0], &l->spot[l->operands], (size_t)l->results * sizeof l->spot[0]);
        l->operands = 0;
        layout_arrange(l, height, width, 0);
        if (l->is_whole)
            return;
    }
    page->layout = spots_for(a, run, step, p, item, 1);
    Layout *l = &page->layout;
    int focus = p->focus == 0 ? l->operands : p->focus - 1;
    Matrix *m = &l->spot[focus].matrix;
    m->is_focus = p->focus > 0;
    if (p->row < matrix_rows(m->t) && p->col < matrix_cols(m->t)) {
        m->row = p->row;
        m->col = p->col;
    }
    layout_arrange(l, height, width, focus);
    if (l->is_whole)
        m->row = m->col = 0;
    else
        m->is_focus = true;
}

/* --- putting it together -------------------------------------------------------------------- */

static Prose statement_code(Arena *a, const Run *run, const Beat *beat, int width)
{
    const Line *line = &run->line[beat->statement];
    const Part *part = &run->lesson->stage[line->stage].part[line->part];
    const char *at = part->text;
    for (int i = part->line; i < line->first; i++)
        at += strcspn(at, "\n") + 1;
    const char *end = at;
    for (int i = line->first; i <= line->last && *end; i++)
        end += strcspn(end, "\n") + (end[strcspn(end, "\n")] == '\n');
    return text_plain(a, arena_text(a, at, (size_t)(end - at)), width);
}

static void lay_text_alone(StagePage *page, Arena *a, const Run *run, const Place *p, int rows,
                           int width)
{
    const Stage *stage = &run->lesson->stage[p->stage];
    int last = place_beats(run, p->stage) > 0 ? next_code(stage, 0) + 1 : stage->parts;
    page->text = text_of_parts(a, run->lesson, p->stage, 0, last, width);
    page->text_row = TOP;
    page->text_rows = rows;
}

/* The results that are no tensors: a value, or what was printed. */
static void lay_value(StagePage *page, Arena *a, const Beat *beat, int rows, int width)
{
    const char *text = beat->text;
    if (beat->kind == BEAT_VALUE && beat->name)
        text = arena_format(a, "%s = %s", beat->name, beat->text);
    page->text = text_plain(a, text, width);
    page->text_row = page->code_row + page->code_rows + 1;
    page->text_rows = rows - page->code_rows - 1;
}

static int at_most(int a, int b)
{
    return a < b ? a : b;
}

/* Shares the rows out: code and formula first, then the matrices, the text gets what is left;
 * but at least three rows, if the matrices can be cut and still show two rows of numbers. */
static void lay_matrices(StagePage *page, Arena *a, const Run *run, const Place *p,
                         const Beat *beat, int rows, int width)
{
    enum { LEAST_TEXT = 3 };
    const Stage *stage = &run->lesson->stage[p->stage];
    int part = run->line[beat->statement].part;
    int text_columns = text_width(p->width);
    page->text = text_of_parts(a, run->lesson, p->stage, part_after_code(stage, part), part,
                               text_columns);
    if (is_last_of_part(run, p, part))
        page->after = text_of_parts(a, run->lesson, p->stage, part + 1, next_code(stage, part + 1),
                                    text_columns);

    int fixed = page->code_rows + (page->formula ? 1 : 0) + 1;
    const Step *step = &run->tape->step[beat->step];
    arrange(page, a, run, step, p, rows - fixed, width);
    int left = rows - fixed - page->layout.height;
    bool has_after = page->after.lines > 0;
    bool can_share = rows - fixed - LEAST_TEXT - 1 > MATRIX_HEAD + 1;
    if (left < LEAST_TEXT + 1 && can_share && page->text.lines + page->after.lines > 0 &&
        !page->layout.is_whole) {
        arrange(page, a, run, step, p, rows - fixed - LEAST_TEXT - 1, width);
        left = rows - fixed - page->layout.height;
    }
    int room = left - 1 - has_after;
    page->after_rows = at_most(page->after.lines, room);
    room -= page->after_rows;
    page->text_rows = at_most(page->text.lines, room);
    /* Text that was read already is not cut to pieces to keep it company. */
    if (has_after && page->text_rows < page->text.lines)
        page->text_rows = 0;
    page->text_rows = page->text_rows < 0 ? 0 : page->text_rows;
    page->after_rows = page->after_rows < 0 ? 0 : page->after_rows;
}

static void place_rows(StagePage *page)
{
    page->text_row = TOP;
    page->code_row = TOP + page->text_rows + (page->text_rows > 0);
    page->layout_row = page->code_row + page->code_rows + (page->formula ? 1 : 0) + 1;
    page->after_row = page->layout_row + page->layout.height + 1;
}

static StagePage lay_out(Arena *a, const Run *run, const Place *p)
{
    StagePage page = {0};
    int rows = p->height - TOP - FOOT, width = p->width - 2 * LEFT;
    const Beat *beat = place_beat(run, p);
    if (!beat) {
        lay_text_alone(&page, a, run, p, rows, text_width(p->width));
        return page;
    }
    page.code = statement_code(a, run, beat, width);
    page.code_row = TOP;
    page.code_rows = at_most(page.code.lines, CODE_ROWS);
    if (beat->kind != BEAT_TENSOR || beat->step < 0) {
        lay_value(&page, a, beat, rows, text_width(p->width));
        return page;
    }
    if (run->tape->step[beat->step].call.count > 0)
        page.formula = explain_formula(a, run, beat->step);
    /* In a low window the code is cut rather than the numbers. */
    int left = rows - (page.formula ? 1 : 0) - 1 - (MATRIX_HEAD + 1);
    page.code_rows = at_most(page.code_rows, left < 1 ? 1 : left);
    lay_matrices(&page, a, run, p, beat, rows, width);
    place_rows(&page);
    return page;
}

/* Which of the two texts the keys scroll: what follows, when it is there. */
static const Prose *scrolled(const StagePage *page, int *rows)
{
    *rows = page->after.lines > 0 ? page->after_rows : page->text_rows;
    return page->after.lines > 0 ? &page->after : &page->text;
}

int page_scroll_most(const Scene *s, const Place *p)
{
    Arena arena = {0};
    int rows;
    if (p->overlay == OVERLAY_HELP)
        return s->help_rows > p->height - 4 ? s->help_rows - (p->height - 4) : 0;
    if (p->page != PAGE_STAGE || !s->run)
        return 0;
    StagePage page = lay_out(&arena, s->run, p);
    const Prose *text = scrolled(&page, &rows);
    int most = rows > 0 ? text_scroll_most(text, rows) : 0;
    arena_release(&arena);
    return most;
}

static void draw_heads(Frame *f, Arena *a, const Run *run, const Place *p)
{
    const Lesson *lesson = run->lesson;
    int beats = place_beats(run, p->stage);
    const char *left = arena_format(a, "%s%s", text_number(a, lesson), lesson->title);
    const char *right = p->stage == 0 ? "introduction"
                        : beats > 0   ? arena_format(a, "stage %d/%d  step %d/%d", p->stage,
                                                     lesson->stages - 1, p->beat, beats)
                                    : arena_format(a, "stage %d/%d", p->stage, lesson->stages - 1);
    page_title(f, left, right);
    Buf bar = {0};
    text_progress(&bar, p->stage, lesson->stages, 24);
    int columns = frame_put(f, 1, LEFT, STYLE_FAINT, buf_text(&bar));
    buf_release(&bar);
    frame_fit(f, 1, LEFT + columns + 2, f->width - columns - 4, STYLE_HEADING,
              p->stage == 0 ? "Introduction" : lesson->stage[p->stage].title);
}

void page_stage(Frame *f, const Scene *s, const Place *p)
{
    Arena arena = {0};
    StagePage page = lay_out(&arena, s->run, p);
    const Beat *beat = place_beat(s->run, p);
    bool follows = page.after.lines > 0;
    draw_heads(f, &arena, s->run, p);
    text_draw(f, page.text_row, page.text_rows, &page.text, follows ? 0 : p->scroll);
    if (page.code_rows > 0) {
        prose_draw(f, page.code_row, LEFT, &page.code, 0, page.code_rows);
        frame_put(f, page.code_row, LEFT, STYLE_CODE, ">>>");
        if (page.code_rows < page.code.lines)
            frame_put(f, page.code_row + page.code_rows - 1, LEFT, STYLE_CODE, "...");
    }
    if (page.formula)
        frame_fit(f, page.code_row + page.code_rows, LEFT + 4, f->width - LEFT - 5, STYLE_EMPHASIS,
                  page.formula);
    if (beat && beat->kind == BEAT_TENSOR)
        layout_draw(f, page.layout_row, LEFT, &page.layout);
    if (follows)
        text_draw(f, page.after_row, page.after_rows, &page.after, p->scroll);
    page_foot(f, s);
    arena_release(&arena);
}
