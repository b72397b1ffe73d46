/* Shows a class, or a reader alone who guesses, what is hidden. Digits are hidden by the lens. */
#include "app/act.h"

#include <string.h>

#include "base/common.h"
#include "tell/axes.h"
#include "tell/explain.h"

int64_t class_hidden(const Act *act)
{
    const Page *page = model_page(act->m);
    if (!act_run(act) || !act->w->lens.hidden || page_kind(page) != DOC_STAGE)
        return 0;
    return lens_hides_stop(&act->w->lens, page->spot.stage, page->spot.stop);
}

/* The cells that Space would show next of a tensor, from its first hidden one on: a row, a matrix, a number. */
static Cells unit_at(const Act *act, const QkvTensor *t, int64_t first)
{
    int64_t cols = max_int64(matrix_cols(t), 1), cells = cols * max_int64(matrix_rows(t), 1);
    int64_t size = !act->m->class.on                   ? t->count
                   : act->m->class.unit == UNIT_CELL   ? 1
                   : act->m->class.unit == UNIT_MATRIX ? cells
                                                       : cols;
    int64_t from = size > 0 ? first / size * size : 0;
    return (Cells){from, min_int64(size, t->count - from)};
}

/* In a stack of matrices those of the matrix in sight come first. */
int64_t class_next(const Act *act, const QkvTensor *t)
{
    const Lens *l = &act->w->lens;
    const Page *page = model_page(act->m);
    const Pointer at = page->pointer;
    const QkvTensor *pointed = at.thing >= 0 ? spot_tensor(l->run, &page->spot, at.thing) : NULL;
    if (!pointed || at.cell >= pointed->count || matrix_items(pointed) != matrix_items(t))
        return lens_first_hidden(l, t, 0);
    int64_t item = matrix_item(pointed, at.cell), cells = t->count / matrix_items(t);
    int64_t first = lens_first_hidden(l, t, item * cells);
    return first >= 0 && matrix_item(t, first) == item ? first : lens_first_hidden(l, t, 0);
}

/* --- showing ------------------------------------------------------------------------------------ */

/* Of the steps up to that of `t`, marks the operands of those that are marked and shows the hidden ones, at the stops that
 * show them first; of one that no stop shows, its own operands. A step has only earlier ones, so each is met once. */
static void show_operands(Act *act, const QkvTensor *t)
{
    const Lens *l = &act->w->lens;
    bool *asked = t->step >= 0 ? arena_many(act->a, (size_t)t->step + 1, bool) : NULL;
    bool *done = t->step >= 0 ? arena_many(act->a, (size_t)t->step + 1, bool) : NULL;
    if (t->step >= 0)
        asked[t->step] = true;
    for (int s = t->step; s >= 0; s--) {
        const QkvCall *call = &l->run->tape->step[s].call;
        for (int i = 0; i < call->count && asked[s]; i++) {
            const QkvTensor *in = call->in[i];
            int stage, stop;
            if (in->step < 0 || in->step >= s || done[in->step] || lens_hides(l, in) == 0)
                continue;
            done[in->step] = true;
            if (hidden_home(l->hidden, in->step, &stage, &stop))
                act_reveal(act, false, stage, stop, (Cells){0, in->count});
            else
                asked[in->step] = true;
        }
    }
}

bool class_shows_more(Act *act)
{
    Page *page = act_page(act);
    const Lens *l = &act->w->lens;
    const QkvTensor *t = act_result(act);
    if (!act_run(act) || !l->hidden || page_kind(page) != DOC_STAGE || act->m->follows)
        return false; /* the speaker's own screen shows all, and goes on */
    if (t)
        show_operands(act, t);
    bool shows = act->effect.kind == EFFECT_REVEAL;
    page->is_back = page->is_back && !shows && class_hidden(act) == 0;
    if (shows || class_hidden(act) == 0)
        return shows;
    int64_t first = t ? class_next(act, t) : -1;
    Cells cells = t && first >= 0 ? unit_at(act, t, first) : (Cells){0, INT64_MAX / 2};
    act_reveal(act, false, page->spot.stage, page->spot.stop, cells);
    return true;
}

/* The last cell of the result at hand that was shown, and so could be hidden; -1 for none. */
static int64_t last_shown(const Act *act)
{
    const Page *page = model_page(act->m);
    const Reveal *r = act->w->reveal;
    const QkvTensor *t = act_result(act);
    int64_t last = -1;
    int stage = page->spot.stage, stop = page->spot.stop;
    if (!act_run(act) || !act->m->class.on || !r || page_kind(page) != DOC_STAGE)
        return -1;
    if (t && act->w->lens.hidden)
        hidden_home(act->w->lens.hidden, t->step, &stage, &stop);
    for (int i = 0; i < r->count; i++) {
        const Revealed *item = &r->item[i];
        if (item->stage == stage && item->stop == stop && item->spans > 0)
            last = item->span[item->spans - 1].from + item->span[item->spans - 1].count - 1;
    }
    return last;
}

bool class_can_hide(const Act *act)
{
    bool is_back = model_page(act->m)->is_back && class_hidden(act) == 0;
    return !act->m->follows && !is_back && last_shown(act) >= 0;
}

bool class_hides_row(Act *act)
{
    const Page *page = act_page(act);
    const QkvTensor *t = act_result(act);
    int64_t last = last_shown(act);
    if (!class_can_hide(act))
        return false;
    act_reveal(act, true, page->spot.stage, page->spot.stop,
               t && last < t->count ? unit_at(act, t, last) : (Cells){0, INT64_MAX / 2});
    return true;
}

/* --- by name ------------------------------------------------------------------------------------ */

static bool is_part(const NamedPart *part, int64_t cell)
{
    int64_t at[QKV_MAX_RANK];
    qkv_tensor_index(part->t, cell, at);
    for (int d = 0; d < part->t->rank; d++)
        if (part->index[d] >= 0 && part->index[d] != at[d])
            return false;
    return true;
}

/* Shows or hides the stretches of cells that a place names, at the stop that shows it. */
static void reveal_named(Act *act, const char *place, bool hides)
{
    NamedPart part;
    int64_t from = -1;
    Spot home = model_spot(act->m);
    if (!act_named(act, place, &part))
        return;
    if (!spot_of_step(&home, act_run(act), part.t->step)) {
        act_say(act, "%s is not shown anywhere.", explain_name(act->a, act_run(act), part.t));
        return;
    }
    if (act->w->lens.hidden)
        hidden_home(act->w->lens.hidden, part.t->step, &home.stage, &home.stop);
    for (int64_t i = 0; i <= part.t->count; i++) {
        bool is_in = i < part.t->count && is_part(&part, i);
        if (is_in && from < 0)
            from = i;
        if (!is_in && from >= 0) {
            act_reveal(act, hides, home.stage, home.stop, (Cells){from, i - from});
            from = -1;
        }
    }
}

const char *class_no_show(const Act *act)
{
    int64_t cell;
    const QkvTensor *t = act_tensor(act, &cell);
    if (!act_run(act))
        return act_no_lesson(act);
    if (act_kind(act) == DOC_NUMBER && t)
        return lens_state(&act->w->lens, t, cell) == LENS_HIDDEN ? NULL
                                                                 : "this number is not hidden";
    return class_hidden(act) > 0 ? NULL : "nothing is hidden here";
}

void class_show(Act *act, const char *place)
{
    int64_t cell;
    const Page *page = act_page(act);
    if (*place) {
        reveal_named(act, place, false);
    } else if (page_asks(page)) {
        int stage, stop;
        const QkvTensor *t = act_tensor(act, &cell);
        if (hidden_home(act->w->lens.hidden, t->step, &stage, &stop))
            act_reveal(act, false, stage, stop, (Cells){cell, 1});
        else
            show_operands(act, t); /* hidden because they are */
    } else {
        act_reveal(act, false, page->spot.stage, page->spot.stop, (Cells){0, INT64_MAX / 2});
    }
}

const char *class_no_hide(const Act *act)
{
    const QkvTensor *t = act_result(act);
    if (act_no_stage(act))
        return act_no_stage(act);
    if (!act->m->class.on)
        return arena_format(act->a, "needs a class: %s begins one", act_way(act, "T", "class on"));
    return t && t->count > 0 ? NULL : "there is no result here";
}

void class_hide(Act *act, const char *place)
{
    const Page *page = act_page(act);
    if (*place)
        reveal_named(act, place, true);
    else
        act_reveal(act, true, page->spot.stage, page->spot.stop, (Cells){0, INT64_MAX / 2});
}
