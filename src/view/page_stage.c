/* The stage page: what the lesson says, the line of code, its formula, and the matrices. At the
 * beginning of a stage, before the first result, the text has the page to itself. */
#include <string.h>

#include "base/common.h"
#include "base/utf8.h"
#include "view/changed.h"
#include "view/code.h"
#include "view/explain.h"
#include "view/layout.h"
#include "view/page_names.h"
#include "view/page_text.h"
#include "view/story.h"

enum { TOP = 3, FOOT = 2, CODE_ROWS = 4, LEFT = 1 };

/* A stage page before it is drawn. Rows count from the top of the frame. */
typedef struct StagePage {
    int rows;   /* between the bars                                   */
    Prose text; /* above the matrices, or alone                       */
    int text_row, text_rows;
    int known; /* the first lines of it, which have been on a page before this stop */
    Prose
        reading; /* new lines of it that have no row beside the matrices: they come before these */
    Prose after; /* what the lesson says after the last result, and a result that is no tensor */
    int after_row, after_rows;
    Prose code;  /* the statement, as written; or of one's own code the lines around that in hand */
    Prose names; /* beside it: what they are bound to                      */
    const Stop *inside;  /* whose code that is; NULL: it is the statement          */
    bool tells;          /* what the line in hand made is not hidden               */
    bool says_operation; /* below the code: it is one of several of the line       */
    int trace;           /* its first rows say that lines before it are not shown */
    int code_row, code_rows;
    const char *formula; /* NULL for none                                   */
    int formula_row, formula_rows;
    Layout layout;
    bool is_tight; /* no empty row above the matrices, and none between them */
    int layout_row;
    int column;  /* where code, formula and matrices begin: in a wide window beside the text */
    bool is_cut; /* not all of the matrices is seen */
    const char *changed; /* what the changes do to the result, or NULL */
    const char *winners; /* ... and whose largest they move, or NULL, or in `changed` already */
    const char *note; /* what is not shown and how to see it, or what the numbers tell; or NULL */
} StagePage;

/* --- which text belongs to a stop ----------------------------------------------------------- */

static int part_of(const Run *run, const Place *p, int stop)
{
    return run->statement[run->stop[run->stage_stop[p->where.stage] + stop - 1].statement].part;
}

/* The stop seen before this one that belongs to an earlier part; 0 for none. */
static int stop_before(const Run *run, const Place *p, int stop)
{
    int part = part_of(run, p, stop), b = stop;
    do
        b = place_next(run, p, b, -1);
    while (b > 0 && part_of(run, p, b) == part);
    return b;
}

static bool has_prose(const Stage *stage, int first, int last)
{
    for (int i = first; i < last; i++)
        if (stage->part[i].kind == PART_PROSE)
            return true;
    return false;
}

/* What the lesson says before a stop. It stays for the stops after it, until something new is said:
 * numbers are read with the words about them. What leads to the first stop has stood at the beginning
 * of the stage. */
static void lay_text_before(StagePage *page, Arena *a, const Scene *s, const Place *p, int width)
{
    const Run *run = s->run;
    Prose text = {0};
    int fresh = 0;
    bool found = false;
    for (int b = p->where.stop; b > 0 && !found; b = stop_before(run, p, b)) {
        int before = stop_before(run, p, b), last = part_of(run, p, b);
        int first = before > 0 ? part_of(run, p, before) + 1 : 0;
        found = has_prose(&run->lesson->stage[p->where.stage], first, last);
        if (found || b == p->where.stop) /* code that shows nothing, before this one only */
            text = page_join(a, memo_text(s->memo, run, p->where.stage, first, last, width, a),
                             text);
        if (before > 0 && b == p->where.stop)
            fresh = text.lines;
    }
    page->text = text;
    page->known = text.lines - fresh;
}

/* What the lesson says after the last stop of a stage. Between two stops it leads to the second. */
static Prose text_after(Arena *a, const Scene *s, const Place *p, int width)
{
    const Run *run = s->run;
    if (place_next(run, p, p->where.stop, 1) <= run_stops(run, p->where.stage))
        return (Prose){0};
    return memo_text(s->memo, run, p->where.stage, part_of(run, p, p->where.stop) + 1,
                     run->lesson->stage[p->where.stage].parts, width, a);
}

/* --- matrices ------------------------------------------------------------------------------- */

enum { BLOCKS_MOST = 8 }; /* of one tensor beside each other */

/* What is needed to lay out the matrices of a step. */
typedef struct Shown {
    Arena *a;
    const Scene *scene;
    const Place *place;
    const QkvStep *step;
    int64_t item; /* the first block shown of the tensor that has several */
    int only;     /* the one operand that is shown, or ALL */
    int line;     /* of a function, whose names are used; -1: of none */
} Shown;

enum { ALL = -1 };

/* The block of an operand that the first cell of the shown result was made from. */
static int64_t first_item(const Shown *v, int operand, int64_t result_item)
{
    const QkvCall *c = &v->step->call;
    const QkvTensor *in = c->in[operand], *out = c->out;
    if (matrix_items(in) <= 1 || out->count == 0)
        return 0;
    int64_t cell = result_item * matrix_rows(out) * matrix_cols(out);
    QkvTerms t = memo_terms(v->scene->memo, v->scene->run, out->step, cell, v->a);
    for (int64_t i = 0; i < t.count; i++) {
        if (qkv_term(&t, i).a.operand == operand)
            return matrix_item(in, qkv_term(&t, i).a.cell);
        if (qkv_term(&t, i).b.operand == operand)
            return matrix_item(in, qkv_term(&t, i).b.cell);
    }
    return 0;
}

/* The one that is shown: [ and ] go on from the first when the result has only one. */
static int64_t operand_item(const Shown *v, int operand, int64_t result_item)
{
    const QkvCall *c = &v->step->call;
    int64_t items = matrix_items(c->in[operand]), first = first_item(v, operand, result_item);
    return matrix_items(c->out) == 1 && items > 0 ? (first + v->item) % items : first;
}

/* What of the result the class does not see yet; the cell that is asked for is marked. */
static void hide_cells(Matrix *m, const Shown *v)
{
    const View *view = &v->place->view;
    m->hidden = view->hidden;
    m->guessed = view->guessed;
    m->guesses = view->guesses;
    if (view->hidden > 0 && (view->aims || v->place->overlay == OVERLAY_PREDICT))
        matrix_mark(m, v->a, place_aim(view, m->t->count), MARK_RESULT);
}

/* Adds `count` blocks of a tensor from `item` on. */
static void add_blocks(Layout *l, const Shown *v, const QkvTensor *t, int64_t item, int64_t count,
                       bool is_result)
{
    item = min_int64(item, matrix_items(t) - count);
    for (int64_t i = 0; i < count && l->operands + l->results < LAYOUT_MOST; i++) {
        Matrix m = page_matrix(v->a, v->scene, v->place, t, item + i);
        m.name = explain_name_in(v->a, v->scene->run, v->line, t);
        if (is_result)
            hide_cells(&m, v);
        m.peeks = v->place->teach.follows;
        m.blocks = count < matrix_items(t) ? count : 0;
        m.is_chosen = is_result && count > 1 && v->item > 0 && item + i == v->item;
        l->spot[l->operands + l->results] = (Spot){.matrix = m, .is_more = i > 0};
        l->results += is_result;
        l->operands += !is_result;
    }
}

static int64_t blocks_of(const QkvTensor *t, int64_t wanted)
{
    int64_t items = matrix_items(t);
    return items > 1 ? min_int64(items, wanted) : 1;
}

/* The spots for a step: at most as many blocks of each operand and of the result; no operands when
 * that is 0. */
static Layout spots_for(const Shown *v, int64_t operand_blocks, int64_t result_blocks)
{
    Layout l = {0};
    const QkvCall *c = &v->step->call;
    int64_t item = matrix_items(c->out) > 1 ? v->item : 0;
    for (int i = 0; i < c->count && operand_blocks > 0; i++)
        if (c->in[i]->step >= 0 && (v->only == ALL || v->only == i)) {
            int64_t count = blocks_of(c->in[i], operand_blocks);
            bool all = count == matrix_items(c->in[i]);
            add_blocks(&l, v, c->in[i], all ? 0 : operand_item(v, i, item), count, false);
        }
    add_blocks(&l, v, c->out, item, blocks_of(c->out, result_blocks), true);
    return l;
}

/* --- sharing the rows out ------------------------------------------------------------------- */

enum { LEAST_TEXT = 2, SOME_TEXT = 3, LEAST_ROWS = MATRIX_HEAD + 2 };

/* How the rows are shared out between the text before the matrices, them, and the text after them. */
typedef struct Share {
    int before, after; /* lines at least                                  */
    bool is_tight;     /* no empty row above the matrices nor between them */
    bool is_joined;    /* the second text follows the first one, above     */
} Share;

static int rows_of_text(int lines)
{
    return lines > 0 ? lines + 1 : 0; /* an empty row, or how much more there is */
}

/* The rows that are left for matrices. */
static int rows_left(const StagePage *page, const Share *s)
{
    return page->rows - page->code_rows - page->formula_rows - !s->is_tight -
           rows_of_text(s->before) - rows_of_text(s->after);
}

/* Settles how much of the texts is shown around the matrices as they are laid out. Where a text is cut, one
 * more row says so. */
static void use_share(StagePage *page, Arena *a, const Share *s)
{
    if (s->is_joined) {
        page->text = page_join(a, page->text, page->after);
        page->after = (Prose){0};
    }
    page->is_tight = s->is_tight;
    Share none = {.is_tight = s->is_tight};
    int left = rows_left(page, &none) - page->layout.height;
    page->after_rows = clamp_int(left - rows_of_text(s->before) - 1, 0, page->after.lines);
    left -= rows_of_text(page->after_rows);
    page->text_rows = clamp_int(left - 1, 0, page->text.lines);
}

static bool fits(StagePage *page, const Layout *spots, const Share *s, int width)
{
    page->layout = *spots;
    page->layout.is_tight = s->is_tight;
    layout_arrange(&page->layout, rows_left(page, s), width, page->layout.operands);
    return page->layout.is_whole;
}

/* Whether so many blocks of operands and result fit beside some of the text: the more of it, the
 * better. */
static bool try(StagePage *page, const Shown *v, int64_t operand_blocks, int64_t result_blocks,
                int width)
{
    int before = page->text.lines, after = page->after.lines;
    const Share shares[] = {
        {before, after, false, false},
        {min_int(before, SOME_TEXT), min_int(after, SOME_TEXT), false, false},
        {min_int(before, LEAST_TEXT), min_int(after, LEAST_TEXT), false, false},
        {min_int(before, LEAST_TEXT), min_int(after, LEAST_TEXT), true, false},
        {min_int(before + after, LEAST_TEXT), 0, true, true},
    };
    const Layout spots = spots_for(v, operand_blocks, result_blocks);
    if (!fits(page, &spots, &shares[COUNT(shares) - 1], width)) /* it leaves the most rows */
        return false;
    for (int i = 0; i < COUNT(shares); i++)
        if (fits(page, &spots, &shares[i], width)) {
            use_share(page, v->a, &shares[i]);
            return true;
        }
    return false;
}

/* One operand beside the result, the last that fits. */
static bool arrange_one_operand(StagePage *page, const Shown *v, int width)
{
    Shown one = *v;
    for (one.only = v->step->call.count - 1; one.only >= 0; one.only--)
        if (v->step->call.in[one.only]->step >= 0 && try(page, &one, 1, 1, width))
            return true;
    return false;
}

/* All blocks if they fit, otherwise as many as do of operands that make one matrix, otherwise one
 * of each: the result is seen with what made it as long as that can be. If it cannot, and nothing is in
 * focus, with one operand, or only the result, with all of its blocks if they fit. */
static bool arrange_whole(StagePage *page, const Shown *v, int width)
{
    const Run *run = v->scene->run;
    const QkvTensor *out = v->step->call.out;
    bool has_blocks = matrix_items(out) > 1;
    int focus = v->place->view.focus;
    int64_t most = clamp_int64(matrix_items(place_items(run, v->place)), 1, BLOCKS_MOST);
    for (int64_t n = most; n > 0; n = has_blocks && n > 1 ? 1 : n - 1) {
        if (!try(page, v, n, has_blocks ? n : 1, width))
            continue;
        Layout *l = &page->layout;
        for (int i = 0; i < l->operands + l->results && focus > 0; i++)
            l->spot[i].matrix.is_focus = l->spot[i].matrix.t == place_tensor(run, v->place, focus);
        return true;
    }
    if (focus == 0 && v->step->call.count > 1 && arrange_one_operand(page, v, width))
        return true;
    for (int64_t n = blocks_of(out, BLOCKS_MOST); n > 0 && focus == 0; n--)
        if (try(page, v, 0, n, width))
            return true;
    return false;
}

/* One matrix with all of the space: the one in focus. */
static void arrange_focus(StagePage *page, const Shown *v, int width)
{
    const Place *p = v->place;
    const QkvTensor *shown = place_tensor(v->scene->run, p, p->view.focus);
    Share share = {.before = min_int(page->text.lines + page->after.lines, LEAST_TEXT),
                   .is_joined = true};
    if (rows_left(page, &share) < LEAST_ROWS)
        share.before = 0;
    /* In a low window rows of numbers are worth more than the formula. */
    share.is_tight = rows_left(page, &share) < MATRIX_HEAD + matrix_rows(shown);
    if (share.before == 0 && rows_left(page, &share) < MATRIX_HEAD + matrix_rows(shown))
        page->formula_rows = 0;
    int height = rows_left(page, &share);
    page->layout = spots_for(v, 1, 1);
    Layout *l = &page->layout;
    int focus = p->view.focus == 0 ? l->operands : p->view.focus - 1;
    Matrix *m = &l->spot[focus].matrix;
    m->is_focus = p->view.focus > 0;
    if (p->view.row < matrix_rows(m->t) && p->view.col < matrix_cols(m->t)) {
        m->row = p->view.row;
        m->col = p->view.col;
    }
    layout_arrange(l, height, width, focus);
    if (l->is_whole)
        m->row = m->col = 0;
    else
        m->is_focus = true;
    use_share(page, v->a, &share);
}

enum { NARROW = 44, WIDE = 120, NAMES = 36 /* columns */ };

/* What of the matrices is not shown, and the key that shows it. */
static const char *note_of(const StagePage *page, const Shown *v)
{
    const Layout *l = &page->layout;
    int matrices = place_matrices(v->scene->run, v->place);
    const QkvTensor *t = place_items(v->scene->run, v->place);
    if (!l->is_whole)
        return matrices > 1
                   ? arena_format(v->a, "Matrix %d of %d: Tab next, %s scroll.",
                                  v->place->view.focus > 0 ? v->place->view.focus : matrices,
                                  matrices, v->place->width < NARROW ? "HJKL" : "H J K L")
                   : "Not all fits: H J K L scroll.";
    int shown = 0;
    for (int i = 0; i < l->operands; i++)
        shown += !l->spot[i].is_more;
    if (shown < matrices - 1)
        return shown == 0 ? "Not all fits: Tab shows what made it."
                          : "Not all fits: Tab shows what else made it.";
    for (int i = 0; i < l->operands + l->results; i++)
        if (l->spot[i].matrix.t == t && l->spot[i].matrix.blocks > 0)
            return "Not all fits: ] [ show other blocks.";
    return NULL;
}

static int code_width(const Place *p)
{
    return p->width - 2 * LEFT - (p->width >= WIDE ? NAMES : 0);
}

/* Rows of code that matrices leave, beginning with the most. */
static bool arrange_below_code(StagePage *page, const Shown *v, int width)
{
    int all = code_rows(v->a, v->scene->run, page->inside, code_width(v->place));
    int most = min_int(all, page->rows * 2 / 5), least = min_int(all, 3);
    bool is_whole = false;
    for (int rows = most; rows >= least && !is_whole; rows -= 2) {
        page->code_rows = rows + page->says_operation;
        is_whole = arrange_whole(page, v, width);
    }
    if (!is_whole)
        page->code_rows = least + page->says_operation;
    return is_whole;
}

static void arrange(StagePage *page, Arena *a, const Scene *s, const Place *p, int width)
{
    const QkvTensor *t = place_items(s->run, p);
    Shown v = {.a = a,
               .scene = s,
               .place = p,
               .step = place_step(s->run, p),
               .item = p->view.item < matrix_items(t) ? p->view.item : 0,
               .only = ALL,
               .line = page->inside ? page->inside->line : -1};
    if (!(page->inside ? arrange_below_code : arrange_whole)(page, &v, width))
        arrange_focus(page, &v, width);
    page->note = note_of(page, &v);
    page->is_cut = page->note != NULL;
    const char *story = p->view.hidden == 0 ? story_of(a, s->memo, s->run, v.step) : NULL;
    const char *both = story && page->note ? arena_format(a, "%s %s", story, page->note) : story;
    if (both && (!page->note || utf8_columns(both) <= width))
        page->note = both;
}

/* --- putting it together -------------------------------------------------------------------- */

/* Up to the first code that shows something, and what is asked about it, which is seen however long the
 * rest is. With its answer it has the page to itself. */
static void lay_text_alone(StagePage *page, Arena *a, const Run *run, Memo *memo, const Place *p)
{
    const Stage *stage = &run->lesson->stage[p->where.stage];
    int width = page_text_width(p->width), first = place_next(run, p, 0, 1);
    int last = first <= run_stops(run, p->where.stage) ? part_of(run, p, first) + 1 : stage->parts;
    page->text_row = TOP;
    page->text_rows = page->rows;
    if (p->view.answered) {
        page->text = page_questions(a, stage, QUESTION_BOTH, width);
        return;
    }
    page->text = memo_text(memo, run, p->where.stage, 0, last, width, a);
    page->after = page_questions(a, stage, QUESTION_ASKED, width);
    page->after_rows = min_int(page->after.lines, page->rows * 2 / 3);
    page->text_rows = min_int(page->text.lines, page->rows - rows_of_text(page->after_rows));
    page->after_row = TOP + rows_of_text(page->text_rows);
}

/* The results that are no tensors: a value, or what was printed. What the lesson says after it
 * follows, and is scrolled with it. */
static void lay_value(StagePage *page, Arena *a, const Scene *s, const Place *p, const Stop *stop)
{
    const Run *run = s->run;
    int width = page_text_width(p->width);
    lay_text_before(page, a, s, p, width);
    page->after = p->view.hidden > 0 && !p->teach.follows
                      ? page_plain(a, "???", width)
                      : page_join(a, memo_said(s->memo, run, stop, width, a),
                                  text_after(a, s, p, width));
    int left = page->rows - page->code_rows - 1;
    page->text_rows = min_int(page->text.lines, left - 1 - min_int(page->after.lines, left / 2));
    page->text_rows = page->text_rows < 0 ? 0 : page->text_rows;
    page->text_row = TOP;
    page->code_row = TOP + page->text_rows + (page->text_rows > 0);
    page->after_row = page->code_row + page->code_rows + 1;
    page->after_rows = TOP + page->rows - page->after_row;
}

/* --- one's own code ------------------------------------------------------------------------- */

/* The lines around the one in hand, and in a wide window the names beside them. */
static void lay_code(StagePage *page, Arena *a, const Run *run, const Place *p)
{
    int rows = page->code_rows - page->says_operation;
    page->code = code_window(a, run, page->inside, rows, code_width(p), page->tells);
    if (page->says_operation) {
        Prose text = page_plain(a, explain_operation(a, run, page->inside->step), code_width(p));
        Prose both = {.lines = page->code.lines + 1};
        both.line = arena_many(a, (size_t)both.lines, ProseLine);
        memcpy(both.line, page->code.line, (size_t)page->code.lines * sizeof *both.line);
        both.line[page->code.lines] = text.line[0];
        page->code = both;
    }
    if (p->width >= WIDE)
        page->names = code_names(a, run, page->inside, NAMES, page->tells);
}

/* A line that shows no matrices has the page to itself: what it bound, and all names. */
static void lay_line(StagePage *page, Arena *a, const Scene *s, const Place *p, const Stop *stop)
{
    const Run *run = s->run;
    int width = page_text_width(p->width);
    bool is_call = run->line[stop->line].kind == LINE_CALL; /* the names say it */
    bool has_text = !is_call && stop->text;
    const char *said = is_call || has_text ? "" : code_said(a, run, stop->line);
    Prose names = code_names(a, run, stop, width, page->tells);
    page->code_rows = min_int(code_rows(a, run, stop, code_width(p)),
                              max_int(page->rows * 2 / 3, 1));
    lay_code(page, a, run, p);
    page->after = !page->tells ? page_plain(a, "???", width)
                  : has_text   ? memo_said(s->memo, run, stop, width, a)
                  : *said      ? page_plain(a, said, width)
                               : (Prose){0};
    if (p->width < WIDE && names.lines > 0)
        page->after = page_join(a, page->after, names);
    page->code_row = TOP;
    page->after_row = page->code_row + page->code_rows + 1;
    page->after_rows = TOP + page->rows - page->after_row;
}

/* --- all of it ------------------------------------------------------------------------------ */

/* That lines before the statement are not shown is said at the right of its first row, or in one above
 * it. */
static void lay_trace(StagePage *page, Arena *a, const char *text, int width)
{
    enum { GAP = 3 };
    const ProseLine *first = &page->code.line[0];
    int used = 0, columns = utf8_columns(text);
    for (int i = 0; i < first->pieces; i++)
        used = max_int(used, first->piece[i].column + utf8_columns(first->piece[i].text));
    page->trace = used + GAP + columns > width;
    Prose both = {.lines = page->trace + page->code.lines};
    both.line = arena_many(a, (size_t)both.lines, ProseLine);
    memcpy(both.line + page->trace, page->code.line, (size_t)page->code.lines * sizeof *both.line);
    ProseLine *line = &both.line[0];
    int pieces = line->pieces;
    line->piece = arena_many(a, (size_t)pieces + 1, ProsePiece);
    if (pieces > 0)
        memcpy(line->piece, first->piece, (size_t)pieces * sizeof *line->piece);
    line->piece[pieces] = (ProsePiece){STYLE_FAINT,
                                       page->trace ? PROSE_CODE_INDENT : width - columns, text};
    line->pieces = pieces + 1;
    page->code = both;
}

static void lay_statement(StagePage *page, Arena *a, const Run *run, const Place *p,
                          const Stop *stop, int width)
{
    bool is_whole = stop->detail == DETAIL_BRIEF;
    int hidden = is_whole ? code_hidden_before(run, stop->statement) : 0;
    page->code = page_plain(a,
                            is_whole ? explain_statement(a, run, stop->statement)
                                     : explain_operation(a, run, stop->step),
                            width);
    page->trace = 0;
    if (hidden > 0 && page->code.lines > 0)
        lay_trace(page, a, arena_format(a, "%s before: #", code_not_shown(a, hidden)), width);
    page->code_rows = min_int(page->code.lines, CODE_ROWS);
    /* In a low window the code is cut rather than the numbers. */
    int left = page->rows - page->formula_rows - 1 - (MATRIX_HEAD + 1);
    if (place_step(run, p))
        page->code_rows = min_int(page->code_rows, max_int(left, 1 + page->trace));
}

/* What differs from the other run, and how many rows say so: the same for both runs, so that nothing
 * moves when one takes the place of the other. */
static int tell_changed(StagePage *page, Arena *a, const Scene *s, const Place *p, int width)
{
    const Stop *stop = place_stop(s->run, p);
    if (!s->align || !stop)
        return 0;
    int now = (int)(stop - s->run->stop);
    if (s->run != align_now(s->align))
        now = align_stop(s->align, s->run, now);
    if (now < 0)
        return 1;
    RowState state = align_state(s->align, now);
    page->changed = s->whatif || (state > ROW_BITS && state < ROW_RIGHT)
                        ? changed_numbers(a, s->align, now)
                    : state == ROW_RIGHT ? "Only the second has this."
                                         : "The same in both.";
    page->winners = changed_winners(a, s->align, now);
    if (page->winners) {
        const char *both = arena_format(a, "%s; %s", page->changed, page->winners);
        bool fits = utf8_columns(both) <= width;
        page->changed = fits ? both : page->changed;
        page->winners = fits ? NULL : page->winners;
    }
    int rows = 1 + (page->winners != NULL);
    if ((p->view.hidden > 0 && !p->teach.follows) || s->is_first)
        page->changed = page->winners = NULL;
    return s->is_first ? 0 : rows;
}

/* The rows of a left column shared out between its two texts. */
static void lay_left(StagePage *page, Arena *a, const Scene *s, const Place *p)
{
    int columns = page_left_columns(p->width), rows = page->rows - 1;
    lay_text_before(page, a, s, p, columns);
    page->after = text_after(a, s, p, columns);
    int rest = page->after.lines > 0 ? min_int(page->after.lines + 2, rows / 2) : 0;
    page->text_row = TOP;
    page->text_rows = min_int(page->text.lines, rows - rest);
    page->after_row = TOP + page->text_rows + 2 * (page->text_rows > 0);
    page->after_rows = clamp_int(TOP + rows - page->after_row, 0, page->after.lines);
}

/* A long formula takes two rows; below code one is enough where that can be. */
static void set_formula(StagePage *page, Arena *a, const Run *run, const Stop *stop, int rows,
                        int width)
{
    page->formula = explain_formula_rows(a, run, stop->line, stop->step, rows,
                                         width - PROSE_CODE_INDENT);
    if (utf8_columns(page->formula) > width - PROSE_CODE_INDENT && rows < 2)
        page->formula = explain_formula_rows(a, run, stop->line, stop->step, 2,
                                             width - PROSE_CODE_INDENT);
    page->formula_rows = 1 + (strchr(page->formula, '\n') != NULL);
}

/* What a second row of the formula is taken from a matrix is worth less than that. */
static void arrange_with_formula(StagePage *page, Arena *a, const Scene *s, const Place *p,
                                 const Stop *stop, int width)
{
    StagePage one = *page;
    arrange(page, a, s, p, width);
    if (!page->is_cut || one.formula_rows < 2 || page->inside)
        return;
    set_formula(&one, a, s->run, stop, 1, width);
    arrange(&one, a, s, p, width);
    if (!one.is_cut)
        *page = one;
}

/* In a wide window the text stands left, and beside it code, formula and matrices; false where these need
 * the whole width. */
static bool lay_wide(StagePage *page, Arena *a, const Scene *s, const Place *p, const Stop *stop)
{
    enum { GAP = 3 };
    StagePage wide = *page;
    int left = page_left_columns(p->width), width = p->width - left - GAP - 2 * LEFT;
    if (left == 0)
        return false;
    wide.column = LEFT + left + GAP;
    if (wide.formula)
        set_formula(&wide, a, s->run, stop, 2, width);
    lay_statement(&wide, a, s->run, p, stop, width);
    arrange_with_formula(&wide, a, s, p, stop, width);
    if (wide.is_cut)
        return false;
    lay_left(&wide, a, s, p);
    wide.code_row = TOP;
    wide.formula_row = TOP + wide.code_rows;
    wide.layout_row = wide.formula_row + wide.formula_rows + 1;
    *page = wide;
    return true;
}

/* In a low window words that have no row beside the matrices have the page first. A class that is asked
 * for numbers sees these, and so does who compares two runs. */
static void lay_reading(StagePage *page, const Scene *s, const Place *p)
{
    if (!s->align && page->text_rows == 0 && page->known < page->text.lines && p->view.hidden == 0)
        page->reading = (Prose){.line = page->text.line + page->known,
                                .lines = page->text.lines - page->known};
}

/* The rows of these words; the last of the page says how much more there is. */
static int reading_rows(const StagePage *page)
{
    return max_int(page->rows - 1, 1);
}

/* From where on they have been read, and the matrices are seen; 0 without such words. */
static int reading_end(const StagePage *page)
{
    return page->reading.lines == 0 ? 0 : page_text_most(&page->reading, reading_rows(page)) + 1;
}

static StagePage lay_out(Arena *a, const Scene *s, const Place *p)
{
    StagePage page = {.column = LEFT};
    const Run *run = s->run;
    int rows = p->height - TOP - FOOT, width = p->width - 2 * LEFT;
    const Stop *stop = place_stop(run, p);
    rows -= tell_changed(&page, a, s, p, width);
    page.rows = rows;
    if (!stop) {
        bool is_prepared = s->whatif && stage_what_if(&run->lesson->stage[p->where.stage]);
        lay_text_alone(&page, a, is_prepared ? s->whatif->before : run,
                       is_prepared ? NULL : s->memo, p);
        return page;
    }
    page.inside = stop->line >= 0 ? stop : NULL;
    page.tells = p->view.hidden == 0 || p->teach.follows;
    page.says_operation = page.inside && stop->in.kind < INSIDE_STATEMENT_CODE;
    page.code_row = TOP;
    if (page.inside && !place_step(run, p)) {
        lay_line(&page, a, s, p, stop);
        return page;
    }
    if (place_step(run, p) && place_step(run, p)->call.count > 0)
        set_formula(&page, a, run, stop, page.inside ? 1 : 2, width);
    if (!page.inside && place_step(run, p) && lay_wide(&page, a, s, p, stop))
        return page;
    if (!page.inside)
        lay_statement(&page, a, run, p, stop, width);
    if (!place_step(run, p)) {
        lay_value(&page, a, s, p, stop);
        return page;
    }
    if (!page.inside) {
        lay_text_before(&page, a, s, p, page_text_width(p->width));
        page.after = text_after(a, s, p, page_text_width(p->width));
    }
    arrange_with_formula(&page, a, s, p, stop, width);
    if (page.inside)
        lay_code(&page, a, run, p);
    page.text_row = TOP;
    page.code_row = TOP + page.text_rows + (page.text_rows > 0);
    int used = page.code_rows + page.formula_rows + !page.is_tight + page.layout.height;
    page.formula_row = page.code_row + page.code_rows + (page.inside && used < rows);
    page.layout_row = page.formula_row + page.formula_rows + !page.is_tight;
    page.after_row = page.layout_row + page.layout.height + 1;
    lay_reading(&page, s, p);
    return page;
}

/* The keys scroll the first text to its end, and then the second. */
static int scroll_most(const Prose *text, int rows)
{
    return rows > 0 ? page_text_most(text, rows) : 0;
}

/* How far the two texts can be scrolled, and from where on there is something new in the first. */
typedef struct Scroll {
    int first, second;
    int news; /* more than `first`: nothing */
    int first_rows, second_rows;
} Scroll;

static Scroll scroll_of(const Scene *s, const Place *p)
{
    Arena arena = {0};
    if (p->page != PAGE_STAGE || !s->run)
        return (Scroll){0};
    StagePage page = lay_out(&arena, s, p);
    bool hides = p->view.hidden > 0 && place_step(s->run, p);
    Scroll c = {.first = scroll_most(&page.text, page.text_rows),
                .second = hides ? 0 : scroll_most(&page.after, page.after_rows),
                .first_rows = page.text_rows,
                .second_rows = page.after_rows};
    c.news = page.known < page.text.lines ? min_int(page.known, c.first) : c.first + 1;
    if (page.reading.lines > 0)
        c = (Scroll){.first = reading_end(&page), .first_rows = reading_rows(&page)};
    arena_release(&arena);
    return c;
}

int page_scroll_most(const Scene *s, const Place *p)
{
    Scroll c = scroll_of(s, p);
    return c.first + c.second;
}

/* The first line of the page after that of a line. */
static int page_after(int line, int rows)
{
    enum { FEW = 4 }; /* a line is seen twice where there are more */
    int page = rows > FEW ? rows - 1 : max_int(rows, 1);
    return (line / page + 1) * page;
}

/* Where Space stops after `at`: over what is known at the first line that is not, page by page to the end
 * of the first text, and of the second. `at` itself when there is nothing more. */
static int station_after(const Scroll *c, int at)
{
    bool is_known = c->news > c->first;
    if (at < c->first && !is_known)
        return at < c->news ? c->news
                            : min_int(page_after(at - c->news, c->first_rows) + c->news, c->first);
    if (c->second == 0)
        return at;
    int rest = max_int(at - c->first, 0);
    return c->first + min_int(page_after(rest, c->second_rows), c->second);
}

int page_scroll_step(const Scene *s, const Place *p, int by)
{
    Scroll c = scroll_of(s, p);
    int at = clamp_int(p->view.scroll, 0, c.first + c.second), to = 0;
    if (by > 0)
        return station_after(&c, at);
    for (int next = station_after(&c, 0); next < at && next > to; next = station_after(&c, to))
        to = next;
    return to;
}

int page_scroll_last(const Scene *s, const Place *p)
{
    Scroll c = scroll_of(s, p);
    int to = 0;
    for (int next = station_after(&c, 0); next > to; next = station_after(&c, to))
        to = next;
    return to;
}

/* A change that is the only one, at the right where there is room. */
static void draw_change(Frame *f, const Scene *s, int used)
{
    enum { GAP = 3 };
    const char *text = s->whatif && s->whatif->lines == 1 ? s->whatif->line[0].text : "";
    int columns = utf8_columns(text);
    if (columns > 0 && used + GAP + columns < f->width)
        frame_put(f, 1, f->width - 1 - columns, STYLE_EMPHASIS, text);
}

/* Where the stop lies, and in a notebook the cell whose lines are counted below. */
static void draw_path(Frame *f, Arena *a, const Run *run, const Place *p)
{
    const Stop *stop = place_stop(run, p);
    int width = f->width - 2 * LEFT;
    LessonPlace at = {0};
    if (stop && stop->line >= 0)
        at = lesson_where(run->lesson, run->line[stop->line].first);
    if (at.cell > 0) {
        const char *cell = arena_format(a, "cell %d", at.cell);
        width -= utf8_columns(cell) + 2;
        frame_put(f, 2, LEFT + width + 2, STYLE_FAINT, cell);
    }
    const char *path = place_path(a, run, p, width);
    if (path)
        frame_fit(f, 2, LEFT, width, STYLE_STRONG, path);
}

static void draw_heads(Frame *f, Arena *a, const Scene *s, const Place *p)
{
    const Run *run = s->run;
    const Lesson *lesson = run->lesson;
    int steps = place_count(run, p, run_stops(run, p->where.stage));
    const char *left = arena_format(a, "%s%s", page_lesson_number(a, lesson), lesson->title);
    const char *right = p->where.stage == 0 ? "introduction"
                        : steps > 0
                            ? arena_format(a, "stage %d/%d  step %d/%d", p->where.stage,
                                           lesson->stages - 1, place_count(run, p, p->where.stop),
                                           steps)
                            : arena_format(a, "stage %d/%d", p->where.stage, lesson->stages - 1);
    page_title(f, left, page_what_if(a, s, p, right));
    Buf bar = {0};
    page_progress(&bar, p->where.stage, lesson->stages, 24);
    int columns = frame_put(f, 1, LEFT, STYLE_FAINT, buf_text(&bar));
    buf_release(&bar);
    frame_fit(f, 1, LEFT + columns + 2, f->width - columns - 4, STYLE_HEADING,
              page_stage_title(lesson, p->where.stage));
    draw_change(f, s, LEFT + columns + 2 + utf8_columns(page_stage_title(lesson, p->where.stage)));
    draw_path(f, a, run, p);
}

int64_t page_items_first(const Scene *s, const Place *p, const QkvTensor *t)
{
    Arena arena = {0};
    Shown v = {.a = &arena, .scene = s, .place = p, .step = place_step(s->run, p)};
    const QkvTensor *out = v.step->call.out;
    int64_t item = matrix_items(out) > 1 ? p->view.item : 0, first = 0;
    for (int i = v.step->call.count - 1; i >= 0 && t != out; i--)
        if (v.step->call.in[i] == t)
            first = first_item(&v, i, item);
    arena_release(&arena);
    return first;
}

int page_items_seen(const Scene *s, const Place *p)
{
    Arena arena = {0};
    const StagePage page = lay_out(&arena, s, p);
    const QkvTensor *t = place_items(s->run, p);
    int seen = 0;
    for (int i = 0; i < page.layout.operands + page.layout.results; i++)
        seen += page.layout.spot[i].is_shown && page.layout.spot[i].matrix.t == t;
    arena_release(&arena);
    return seen;
}

static void draw_left(Frame *f, const Scene *s, const Place *p, const StagePage *page)
{
    int columns = page_left_columns(f->width), right = LEFT + columns + 2;
    int first = min_int(p->view.scroll, scroll_most(&page->text, page->text_rows));
    bool shows_after = page->after.lines > 0 && (p->view.hidden == 0 || p->teach.follows);
    page_draw_text(f, page->text_row, page->text_rows, right, &page->text, first);
    if (shows_after)
        page_draw_text(f, page->after_row, page->after_rows, right, &page->after,
                       p->view.scroll - first);
    int row = page->after_row + (shows_after ? page->after_rows + 2 : 0);
    page_so_far(f, s->run, p, row, TOP + page->rows - row, columns);
}

void page_left(Frame *f, const Scene *s, const Place *p)
{
    Arena arena = {0};
    StagePage page = {.rows = f->height - TOP - FOOT};
    if (place_stop(s->run, p))
        lay_left(&page, &arena, s, p);
    else
        page.after_row = TOP;
    draw_left(f, s, p, &page);
    arena_release(&arena);
}

/* Where the page has nothing else: below its matrices, or beside a text that does not need the width. */
static Box free_part(const Frame *f, const StagePage *page, bool has_step, bool shows_after)
{
    enum { GAP = 3, LEAST_WIDTH = 40 };
    int end = TOP + page->rows, row = TOP, col = page->column;
    int text = page_text_width(f->width) + LEFT + GAP;
    if (!has_step && !page->inside && f->width - text >= LEAST_WIDTH)
        return (Box){TOP, text, page->rows, f->width - text - LEFT};
    if (has_step)
        row = page->layout_row + page->layout.height;
    if (col == LEFT && shows_after && page->after_rows > 0)
        row = max_int(row, page->after_row + page->after_rows);
    if (col == LEFT)
        row = max_int(row, page->text_row + page->text_rows);
    row = max_int(row, page->code_rows > 0 ? page->code_row + page->code_rows : 0) + 1;
    return (Box){row, col, end - row, f->width - col - LEFT};
}

void page_stage(Frame *f, const Scene *s, const Place *p)
{
    Arena arena = {0};
    StagePage page = lay_out(&arena, s, p);
    int first = min_int(p->view.scroll, scroll_most(&page.text, page.text_rows)), used = 0;
    enum { GAP = 3 };
    draw_heads(f, &arena, s, p);
    if (p->view.scroll < reading_end(&page)) {
        page_draw_text(f, TOP, reading_rows(&page), f->width, &page.reading, p->view.scroll);
        page_foot(f, s, p);
        arena_release(&arena);
        return;
    }
    if (page.note && !s->message && p->number < 0 && p->overlay != OVERLAY_SEARCH)
        used = frame_fit(f, f->height - 2, LEFT, f->width - 2 * LEFT, STYLE_FAINT, page.note);
    const Spot *result = &page.layout.spot[page.layout.operands];
    if (page.layout.results > 0 && !s->message)
        matrix_scale(f, f->height - 2, f->width - LEFT, f->width - 2 * LEFT - used - GAP,
                     &result->matrix);
    bool is_wide = page.column > LEFT;
    if (is_wide)
        draw_left(f, s, p, &page);
    else
        page_draw_text(f, page.text_row, page.text_rows, f->width, &page.text, first);
    if (page.code_rows > 0) {
        int prompt = page.code_row + (page.inside ? page.code_rows - 1 : page.trace);
        prose_draw(f, page.code_row, page.column, &page.code, 0, page.code_rows);
        prose_draw(f, page.code_row, f->width - NAMES, &page.names, 0, page.code_rows);
        if ((!page.inside && page.code_rows > page.trace) || page.says_operation)
            frame_put(f, prompt, page.column, STYLE_CODE, ">>>");
        if (!page.inside && page.code_rows < page.code.lines)
            frame_put(f, page.code_row + page.code_rows - 1, page.column, STYLE_CODE, "...");
    }
    if (page.formula_rows > 0)
        page_formula(f, page.formula_row, page.column + PROSE_CODE_INDENT, page.formula);
    if (place_step(s->run, p))
        layout_draw(f, page.layout_row, page.column, &page.layout);
    bool has_step = place_step(s->run, p) != NULL; /* what follows may well tell the result */
    bool shows_after = page.after.lines > 0 &&
                       (p->view.hidden == 0 || p->teach.follows || !has_step);
    if (!is_wide && shows_after)
        page_draw_text(f, page.after_row, page.after_rows, f->width, &page.after,
                       p->view.scroll - first);
    page_earlier(f, s, p, has_step ? &page.layout : NULL,
                 free_part(f, &page, has_step, shows_after));
    if (page.changed)
        frame_fit(f, f->height - 3 - (page.winners != NULL), LEFT, f->width - 2 * LEFT,
                  STYLE_STRONG, page.changed);
    if (page.winners)
        frame_fit(f, f->height - 3, LEFT, f->width - 2 * LEFT, STYLE_STRONG, page.winners);
    page_foot(f, s, p);
    arena_release(&arena);
}
