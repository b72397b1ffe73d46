/* The matrices of a stage page: which blocks of the operands and of the result are seen, and how the
 * rows are shared out between them and the texts. */
#include "base/common.h"
#include "base/utf8.h"
#include "view/code.h"
#include "view/explain.h"
#include "view/stage_page.h"
#include "view/story.h"

/* --- matrices ------------------------------------------------------------------------------- */

enum { BLOCKS_MOST = 8 }; /* of one tensor beside each other */

/* What is needed to lay out the matrices of a step. */
typedef struct Showing {
    Arena *a;
    const Scene *scene;
    const Place *place;
    const QkvStep *step;
    int64_t item; /* the first block shown of the tensor that has several */
    int only;     /* the one operand that is shown, or ALL */
    int line;     /* of a function, whose names are used; -1: of none */
} Showing;

enum { ALL = -1 };

/* The one that is shown: [ and ] go on from the first when the result has only one. */
static int64_t operand_item(const Showing *v, int operand, int64_t result_item)
{
    const QkvCall *c = &v->step->call;
    int64_t items = matrix_items(c->in[operand]),
            first = page_operand_item(c, operand, result_item);
    return matrix_items(c->out) == 1 && items > 0 ? (first + v->item) % items : first;
}

/* The hidden cell that is asked for is marked. */
static void mark_aim(Matrix *m, const Showing *v)
{
    const View *view = &v->place->view;
    if (view->hidden > 0 && (view->aims || v->place->overlay == OVERLAY_PREDICT))
        matrix_mark(m, v->a, place_aim(view, m->t), MARK_RESULT);
}

/* Adds `count` blocks of a tensor from `item` on. */
static void add_blocks(Layout *l, const Showing *v, const QkvTensor *t, int64_t item, int64_t count,
                       bool is_result)
{
    item = min_int64(item, matrix_items(t) - count);
    for (int64_t i = 0; i < count && l->operands + l->results < LAYOUT_MOST; i++) {
        Matrix m = page_matrix(v->a, v->scene, v->place, t, item + i);
        m.name = page_panel(v->a, v->scene->run, &v->step->call, t,
                            explain_name_in(v->a, v->scene->run, v->line, t));
        if (is_result)
            mark_aim(&m, v);
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
static Layout spots_for(const Showing *v, int64_t operand_blocks, int64_t result_blocks)
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
    bool is_apart;     /* the second text has a page of its own            */
    bool is_packed;    /* nor around the text: it begins a row higher      */
} Share;

int stage_rows_of_text(int lines)
{
    return lines > 0 ? lines + 1 : 0; /* an empty row, or how much more there is */
}

/* The rows that are left for matrices. */
static int rows_left(const StagePage *page, const Share *s)
{
    int left = page->rows - page->code_rows - page->formula_rows;
    return s->is_packed
               ? left + 1 - s->before
               : left - !s->is_tight - stage_rows_of_text(s->before) - stage_rows_of_text(s->after);
}

/* Settles how much of the texts is shown around the matrices as they are laid out. Where a text is cut, one
 * more row says so. */
static void use_share(StagePage *page, const Share *s)
{
    if (s->is_apart) {
        page->closing = page->after;
        page->after = (Prose){0};
    }
    page->is_tight = s->is_tight;
    page->is_packed = s->is_packed;
    Share none = {.is_tight = s->is_tight, .is_packed = s->is_packed};
    int left = rows_left(page, &none) - page->layout.height + s->is_packed;
    page->after_rows = clamp_int(left - stage_rows_of_text(s->before) - 1, 0, page->after.lines);
    left -= stage_rows_of_text(page->after_rows);
    page->text_rows = clamp_int(left - 1, 0, page->text.lines);
    page->is_close = !s->is_packed && left > 1 && page->text.lines == left;
    page->text_rows += page->is_close; /* rather than that one more line is cut */
    left -= stage_rows_of_text(page->text_rows);
    if (!page->inside && !s->is_packed) /* code that was cut has what is left */
        page->code_rows += clamp_int(page->code.lines - page->code_rows, 0, max_int(left, 0));
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
static bool try(StagePage *page, const Showing *v, int64_t operand_blocks, int64_t result_blocks,
                int width)
{
    int before = page->text.lines, after = page->after.lines;
    int least = min_int(before, LEAST_TEXT);
    const Share shares[] = {
        {before, after, false, false, false},
        {min_int(before, SOME_TEXT), min_int(after, SOME_TEXT), false, false, false},
        {min_int(before, LEAST_TEXT), min_int(after, LEAST_TEXT), false, false, false},
        {min_int(before, LEAST_TEXT), min_int(after, LEAST_TEXT), true, false, false},
        {least, 0, true, true, false},
        {least, 0, true, true, true},
    };
    int count = COUNT(shares) - !page->may_pack;
    const Layout spots = spots_for(v, operand_blocks, result_blocks);
    if (!fits(page, &spots, &shares[count - 1], width)) /* it leaves the most rows */
        return false;
    for (int i = 0; i < count; i++)
        if (fits(page, &spots, &shares[i], width)) {
            use_share(page, &shares[i]);
            return true;
        }
    return false;
}

/* One operand beside the result, the last that fits. */
static bool arrange_one_operand(StagePage *page, const Showing *v, int width)
{
    Showing one = *v;
    for (one.only = v->step->call.count - 1; one.only >= 0; one.only--)
        if (v->step->call.in[one.only]->step >= 0 && try(page, &one, 1, 1, width))
            return true;
    return false;
}

/* So many blocks of each operand, and of the result if it has several. */
static bool arrange_blocks(StagePage *page, const Showing *v, int64_t count, int width)
{
    const Run *run = v->scene->run;
    int focus = v->place->view.focus;
    Layout *l = &page->layout;
    if (!try(page, v, count, matrix_items(v->step->call.out) > 1 ? count : 1, width))
        return false;
    for (int i = 0; i < l->operands + l->results && focus > 0; i++)
        l->spot[i].matrix.is_focus = l->spot[i].matrix.t == place_tensor(run, v->place, focus);
    return true;
}

static int64_t most_blocks(const Showing *v)
{
    const QkvTensor *t = place_items(v->scene->run, v->place);
    return clamp_int64(matrix_items(t), 1, BLOCKS_MOST);
}

/* All blocks if they fit, otherwise as many as do of operands that make one matrix, otherwise one
 * of each: the result is seen with what made it as long as that can be. If it cannot, and nothing is in
 * focus, with one operand, or only the result, with all of its blocks if they fit. */
static bool arrange_whole(StagePage *page, const Showing *v, int width)
{
    const QkvTensor *out = v->step->call.out;
    bool has_blocks = matrix_items(out) > 1;
    int focus = v->place->view.focus;
    for (int64_t n = most_blocks(v); n > 0; n = has_blocks && n > 1 ? 1 : n - 1)
        if (arrange_blocks(page, v, n, width))
            return true;
    if (focus == 0 && v->step->call.count > 1 && arrange_one_operand(page, v, width))
        return true;
    for (int64_t n = blocks_of(out, BLOCKS_MOST); n > 0 && focus == 0; n--)
        if (try(page, v, 0, n, width))
            return true;
    return false;
}

/* One matrix with all of the space: the one in focus. */
static void arrange_focus(StagePage *page, const Showing *v, int width)
{
    const Place *p = v->place;
    const QkvTensor *shown = place_tensor(v->scene->run, p, p->view.focus);
    Share share = {.before = min_int(page->text.lines, LEAST_TEXT), .is_apart = true};
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
    use_share(page, &share);
}

/* Operands that the class has not seen, though they are on the page. */
static const char *unseen_note(const StagePage *page, const Showing *v)
{
    const Layout *l = &page->layout;
    const Matrix *one = NULL;
    int count = 0;
    for (int i = 0; i < l->operands; i++) {
        const Matrix *m = &l->spot[i].matrix;
        bool hides = m->sight.hidden > 0 && !m->peeks;
        count += hides && !(one && one->t == m->t); /* it may have several matrices */
        one = hides ? m : one;
    }
    if (count != 1)
        return count ? "What this is made of is still hidden: press v to see it." : NULL;
    return arena_format(v->a, "%s%s is still hidden: press v to see it.",
                        one->sight.hidden < one->t->count ? "Some of " : "", one->name);
}

/* What of the matrices is not shown, and the key that shows it. */
static const char *note_of(const StagePage *page, const Showing *v)
{
    enum { NARROW = 44 };
    const Layout *l = &page->layout;
    int matrices = place_matrices(v->scene->run, v->place);
    const QkvTensor *t = place_items(v->scene->run, v->place);
    if (!l->is_whole)
        return matrices > 1
                   ? arena_format(v->a, "Matrix %d of %d: Tab%s scroll.",
                                  v->place->view.focus > 0 ? v->place->view.focus : matrices,
                                  matrices, v->place->width < NARROW ? ", HJKL" : " next, H J K L")
                   : "Not all fits: H J K L scroll.";
    int shown = 0;
    for (int i = 0; i < l->operands; i++)
        shown += !l->spot[i].is_more;
    if (shown < matrices - 1)
        return shown == 0 ? "Not all fits: Tab shows what made it."
                          : "Not all fits: Tab shows what else made it.";
    for (int i = 0; i < l->operands + l->results; i++)
        if (l->spot[i].matrix.t == t && l->spot[i].matrix.blocks > 0)
            return "] [ show the other blocks.";
    return NULL;
}

int stage_code_width(const Place *p)
{
    enum { GAP = 2 };
    return p->width - 2 * STAGE_LEFT - (p->width >= STAGE_WIDE ? STAGE_NAMES + GAP : 0);
}

/* Rows of code that matrices leave, beginning with the most: so many that all of them are seen, otherwise
 * that some are. */
static bool arrange_below_code(StagePage *page, const Showing *v, int width)
{
    enum { FEW = 3 };
    int all = code_rows(v->a, v->scene->run, page->inside, stage_code_width(v->place));
    int most = min_int(all, page->rows * 2 / 5), few = min_int(most, FEW);
    for (int rows = most; rows > 0; rows = rows > 1 ? max_int(rows - 2, 1) : 0) {
        page->code_rows = rows + page->says_operation;
        if (arrange_blocks(page, v, most_blocks(v), width))
            return true;
    }
    for (int rows = most; rows >= few && rows > 0; rows = rows > few ? max_int(rows - 2, few) : 0) {
        page->code_rows = rows + page->says_operation;
        if (arrange_whole(page, v, width))
            return true;
    }
    page->code_rows = few + page->says_operation;
    return false;
}

void stage_arrange(StagePage *page, Arena *a, const Scene *s, const Place *p, int width)
{
    const QkvTensor *t = place_items(s->run, p);
    Showing v = {.a = a,
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
    page->note = page->is_cut ? page->note : unseen_note(page, &v);
    const char *story = p->view.hidden == 0 ? story_of(a, s->memo, s->run, v.step) : NULL;
    const char *both = story && page->note ? arena_format(a, "%s %s", story, page->note) : story;
    if (both && (!page->note || utf8_columns(both) <= width))
        page->note = both;
}

int64_t page_items_first(const Scene *s, const Place *p, const QkvTensor *t)
{
    const QkvStep *step = place_step(s->run, p);
    const QkvTensor *out = step->call.out;
    int64_t item = matrix_items(out) > 1 ? p->view.item : 0, first = 0;
    for (int i = step->call.count - 1; i >= 0 && t != out; i--)
        if (step->call.in[i] == t)
            first = page_operand_item(&step->call, i, item);
    return first;
}
