/* The stage page: what the lesson says, the line of code, its formula, and the matrices. At the
 * beginning of a stage, before the first result, the text has the page to itself. */
#include <string.h>

#include "base/utf8.h"
#include "view/explain.h"
#include "view/layout.h"
#include "view/page.h"
#include "view/page_text.h"
#include "view/story.h"

enum { TOP = 3, FOOT = 2, CODE_ROWS = 4, LEFT = 1 };

/* A stage page before it is drawn. Rows count from the top of the frame. */
typedef struct StagePage {
    Prose text; /* above the matrices, or alone                       */
    int text_row, text_rows;
    Prose after; /* what the lesson says behind the last result, and a result that is no tensor */
    int after_row, after_rows;
    Prose code; /* the statement, as written                          */
    int code_row, code_rows;
    const char *formula; /* NULL for none                                   */
    Layout layout;
    int layout_row;
    const char *note; /* what is not shown and how to see it, or what the numbers tell; or NULL */
} StagePage;

/* --- which text belongs to a stop ----------------------------------------------------------- */

static int part_of(const Run *run, const Place *p, int beat)
{
    return run->line[run->stop[run->stage_stop[p->stage] + beat - 1].statement].part;
}

/* The first part behind the one that the stops seen before this one belong to. */
static int first_part(const Run *run, const Place *p)
{
    int part = part_of(run, p, p->beat), b = p->beat;
    do
        b = place_next(run, p, b, -1);
    while (b > 0 && part_of(run, p, b) == part);
    return b > 0 ? part_of(run, p, b) + 1 : 0;
}

/* The part of the stop seen next, or how many parts there are. */
static int next_part(const Run *run, const Place *p)
{
    int b = place_next(run, p, p->beat, 1);
    return b <= place_beats(run, p->stage) ? part_of(run, p, b)
                                           : run->lesson->stage[p->stage].parts;
}

static Prose text_before(Arena *a, const Run *run, const Place *p, int width)
{
    return text_of_parts(a, run->lesson, run, p->stage, first_part(run, p),
                         part_of(run, p, p->beat), width);
}

/* None between two stops of one part. */
static Prose text_after(Arena *a, const Run *run, const Place *p, int width)
{
    return text_of_parts(a, run->lesson, run, p->stage, part_of(run, p, p->beat) + 1,
                         next_part(run, p), width);
}

/* --- matrices ------------------------------------------------------------------------------- */

enum { BLOCKS_MOST = 8 }; /* of one tensor beside each other */

/* What is needed to lay out the matrices of a step. */
typedef struct View {
    Arena *a;
    const Scene *scene;
    const Place *place;
    const Step *step;
    int64_t item; /* the first block shown of the tensor that has several */
} View;

static int64_t at_most64(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

static int at_most(int a, int b)
{
    return a < b ? a : b;
}

/* The matrix of an operand that the first cell of the shown result was made from. */
static int64_t operand_item(const View *v, int operand, int64_t result_item)
{
    const Call *c = &v->step->call;
    const Tensor *in = c->in[operand], *out = c->out;
    if (matrix_items(in) <= 1 || out->count == 0)
        return 0;
    if (matrix_items(out) == 1)
        return at_most64(v->item, matrix_items(in) - 1);
    int64_t cell = result_item * matrix_rows(out) * matrix_cols(out);
    Terms t = memo_terms(v->scene->memo, v->scene->run, out->step, cell, v->a);
    for (int64_t i = 0; i < t.count; i++) {
        if (t.term[i].a.operand == operand)
            return matrix_item(in, t.term[i].a.cell);
        if (t.term[i].b.operand == operand)
            return matrix_item(in, t.term[i].b.cell);
    }
    return 0;
}

/* Adds `count` blocks of a tensor from `item` on. */
static void add_blocks(Layout *l, const View *v, const Tensor *t, int64_t item, int64_t count,
                       bool is_result)
{
    item = at_most64(item, matrix_items(t) - count);
    for (int64_t i = 0; i < count && l->operands + l->results < LAYOUT_MOST; i++) {
        Matrix m = page_matrix(v->a, v->scene, v->place, t, item + i);
        m.is_more = i > 0;
        m.hidden = is_result ? v->place->teach.hidden : 0;
        m.peeks = v->place->teach.follows;
        m.blocks = count < matrix_items(t) ? count : 0;
        l->spot[l->operands + l->results] = (Spot){.matrix = m};
        l->results += is_result;
        l->operands += !is_result;
    }
}

static int64_t blocks_of(const Tensor *t, int64_t wanted)
{
    int64_t items = matrix_items(t);
    return items > 1 ? at_most64(items, wanted) : 1;
}

/* The spots for a step: at most as many blocks of each operand and of the result; no operands when
 * that is 0. */
static Layout spots_for(const View *v, int64_t operand_blocks, int64_t result_blocks)
{
    Layout l = {0};
    const Call *c = &v->step->call;
    int64_t item = matrix_items(c->out) > 1 ? v->item : 0;
    for (int i = 0; i < c->count && operand_blocks > 0; i++)
        if (c->in[i]->step >= 0) {
            int64_t count = blocks_of(c->in[i], operand_blocks);
            bool all = count == matrix_items(c->in[i]);
            add_blocks(&l, v, c->in[i], all ? 0 : operand_item(v, i, item), count, false);
        }
    add_blocks(&l, v, c->out, item, blocks_of(c->out, result_blocks), true);
    return l;
}

static bool try(StagePage *page, const View *v, int64_t operand_blocks, int64_t result_blocks,
                int height, int width)
{
    page->layout = spots_for(v, operand_blocks, result_blocks);
    layout_arrange(&page->layout, height, width, page->layout.operands);
    return page->layout.is_whole;
}

/* All blocks if they fit, otherwise those of the result, otherwise as many as fit. */
static bool arrange_blocks(StagePage *page, const View *v, int height, int width)
{
    const Tensor *out = v->step->call.out;
    int64_t most = matrix_items(place_items(v->scene->run, v->place));
    most = at_most64(most, BLOCKS_MOST);
    bool has_several = matrix_items(out) > 1;
    if (try(page, v, most, most, height, width))
        return true;
    if (has_several && try(page, v, 1, most, height, width))
        return true;
    for (int64_t n = most; n > 1; n--)
        if (try(page, v, has_several ? 0 : n, has_several ? n : 1, height, width))
            return true;
    return try(page, v, 1, 1, height, width);
}

/* One matrix with all of the space: the one in focus. */
static void arrange_focus(StagePage *page, const View *v, int height, int width)
{
    const Place *p = v->place;
    page->layout = spots_for(v, 1, 1);
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

/* What of the matrices is not shown, and the key that shows it. */
static const char *note_of(const StagePage *page, const View *v)
{
    const Layout *l = &page->layout;
    int matrices = place_matrices(v->scene->run, v->place);
    const Tensor *t = place_items(v->scene->run, v->place);
    if (!l->is_whole)
        return matrices > 1 ? "Not all fits: Tab next matrix, H J K L scroll."
                            : "Not all fits: H J K L scroll.";
    if (l->operands == 0 && matrices > 1)
        return "Not all fits: Tab shows what made it.";
    for (int i = 0; i < l->operands + l->results; i++)
        if (l->spot[i].matrix.t == t && l->spot[i].matrix.blocks > 0)
            return "Not all fits: ] [ show other blocks.";
    return NULL;
}

static void arrange(StagePage *page, Arena *a, const Scene *s, const Place *p, int height,
                    int width)
{
    const Tensor *t = place_items(s->run, p);
    View v = {.a = a,
              .scene = s,
              .place = p,
              .step = place_step(s->run, p),
              .item = p->item < matrix_items(t) ? p->item : 0};
    if (p->focus > 0 || !arrange_blocks(page, &v, height, width))
        arrange_focus(page, &v, height, width);
    page->note = note_of(page, &v);
    const char *story = p->teach.hidden == 0 ? story_of(a, s->memo, s->run, v.step) : NULL;
    const char *both = story && page->note ? arena_format(a, "%s %s", story, page->note) : story;
    if (both && (!page->note || utf8_columns(both) <= width))
        page->note = both;
}

/* --- putting it together -------------------------------------------------------------------- */

/* Up to the first code that shows something. */
static void lay_text_alone(StagePage *page, Arena *a, const Run *run, const Place *p, int rows)
{
    int first = place_next(run, p, 0, 1);
    int last = first <= place_beats(run, p->stage) ? part_of(run, p, first) + 1
                                                   : run->lesson->stage[p->stage].parts;
    page->text = text_of_parts(a, run->lesson, run, p->stage, 0, last, text_width(p->width));
    page->text_row = TOP;
    page->text_rows = rows;
}

/* The results that are no tensors: a value, or what was printed. What the lesson says after it
 * follows, and is scrolled with it. */
static void lay_value(StagePage *page, Arena *a, const Run *run, const Place *p, const Beat *beat,
                      int rows)
{
    const char *text = beat->text;
    int width = text_width(p->width);
    if (beat->kind == BEAT_VALUE && beat->name)
        text = arena_format(a, "%s = %s", beat->name, beat->text);
    page->text = text_before(a, run, p, width);
    page->after = p->teach.hidden > 0 && !p->teach.follows
                      ? text_plain(a, "???", width)
                      : text_joined(a, text_plain(a, text, width), text_after(a, run, p, width));
    int left = rows - page->code_rows - 1;
    page->text_rows = page->text.lines;
    if (page->text.lines + 1 + page->after.lines > left) /* it was read already */
        page->text_rows = 0;
    page->text_row = TOP;
    page->code_row = TOP + page->text_rows + (page->text_rows > 0);
    page->after_row = page->code_row + page->code_rows + 1;
    page->after_rows = TOP + rows - page->after_row;
}

/* Shares the rows out: code and formula first, then the matrices, the text gets what is left;
 * but at least three rows, if the matrices can be cut and still show two rows of numbers. */
static void lay_matrices(StagePage *page, Arena *a, const Scene *s, const Place *p, int rows,
                         int width)
{
    enum { LEAST_TEXT = 3 };
    int text_columns = text_width(p->width);
    page->text = text_before(a, s->run, p, text_columns);
    page->after = text_after(a, s->run, p, text_columns);

    int fixed = page->code_rows + (page->formula ? 1 : 0) + 1;
    arrange(page, a, s, p, rows - fixed, width);
    int left = rows - fixed - page->layout.height;
    bool has_after = page->after.lines > 0;
    bool can_share = rows - fixed - LEAST_TEXT - 1 > MATRIX_HEAD + 1;
    /* What follows is shown nowhere else; what came before was read already, and makes room for
     * matrices that then fit. */
    int least = has_after ? at_most(page->after.lines, LEAST_TEXT)
                          : at_most(page->text.lines, page->layout.is_whole ? 0 : LEAST_TEXT);
    if (left < least + 1 && can_share && least > 0) {
        arrange(page, a, s, p, rows - fixed - least - 1, width);
        left = rows - fixed - page->layout.height;
    }
    /* An empty row goes before what follows, and one behind what came before. */
    page->after_rows = at_most(page->after.lines, left - 1);
    int room = left - page->after_rows - has_after - 1;
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

static StagePage lay_out(Arena *a, const Scene *s, const Place *p)
{
    StagePage page = {0};
    const Run *run = s->run;
    int rows = p->height - TOP - FOOT, width = p->width - 2 * LEFT;
    const Beat *beat = place_beat(run, p);
    if (!beat) {
        lay_text_alone(&page, a, run, p, rows);
        return page;
    }
    bool is_inside = beat->detail != DETAIL_BRIEF;
    page.code = text_plain(a,
                           is_inside ? explain_operation(a, run, beat->step)
                                     : explain_statement(a, run, beat->statement),
                           width);
    page.code_row = TOP;
    page.code_rows = at_most(page.code.lines, CODE_ROWS);
    if (!place_step(run, p)) {
        lay_value(&page, a, run, p, beat, rows);
        return page;
    }
    if (place_step(run, p)->call.count > 0)
        page.formula = explain_formula(a, run, beat->step, width - 4);
    /* In a low window the code is cut rather than the numbers. */
    int left = rows - (page.formula ? 1 : 0) - 1 - (MATRIX_HEAD + 1);
    page.code_rows = at_most(page.code_rows, left < 1 ? 1 : left);
    lay_matrices(&page, a, s, p, rows, width);
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
    if (p->page != PAGE_STAGE || !s->run)
        return 0;
    StagePage page = lay_out(&arena, s, p);
    const Prose *text = scrolled(&page, &rows);
    int most = rows > 0 ? text_scroll_most(text, rows) : 0;
    arena_release(&arena);
    return most;
}

static void draw_heads(Frame *f, Arena *a, const Run *run, const Place *p)
{
    const Lesson *lesson = run->lesson;
    int steps = place_count(run, p, place_beats(run, p->stage));
    const char *left = arena_format(a, "%s%s", text_number(a, lesson), lesson->title);
    const char *right = p->stage == 0 ? "introduction"
                        : steps > 0
                            ? arena_format(a, "stage %d/%d  step %d/%d", p->stage,
                                           lesson->stages - 1, place_count(run, p, p->beat), steps)
                            : arena_format(a, "stage %d/%d", p->stage, lesson->stages - 1);
    page_title(f, left, right);
    Buf bar = {0};
    text_progress(&bar, p->stage, lesson->stages, 24);
    int columns = frame_put(f, 1, LEFT, STYLE_FAINT, buf_text(&bar));
    buf_release(&bar);
    frame_fit(f, 1, LEFT + columns + 2, f->width - columns - 4, STYLE_HEADING,
              text_stage_title(lesson, p->stage));
    const char *path = place_path(a, run, p);
    if (path)
        frame_fit(f, 2, LEFT, f->width - 2 * LEFT, STYLE_STRONG, path);
}

void page_stage(Frame *f, const Scene *s, const Place *p)
{
    Arena arena = {0};
    StagePage page = lay_out(&arena, s, p);
    bool follows = page.after.lines > 0;
    draw_heads(f, &arena, s->run, p);
    if (page.note && !s->message && p->number < 0 && p->overlay != OVERLAY_SEARCH)
        frame_fit(f, f->height - 2, LEFT, f->width - 2 * LEFT, STYLE_FAINT, page.note);
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
    if (place_step(s->run, p))
        layout_draw(f, page.layout_row, LEFT, &page.layout);
    if (follows && (p->teach.hidden == 0 || p->teach.follows ||
                    !place_step(s->run, p))) /* it may well tell the result */
        text_draw(f, page.after_row, page.after_rows, &page.after, p->scroll);
    page_foot(f, s, p);
    arena_release(&arena);
}
