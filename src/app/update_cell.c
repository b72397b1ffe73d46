/* Keys on the cell page, and the way there from a stage. */
#include "app/update.h"
#include "view/explain.h"
#include "view/matrix.h"

static const Run *run_of(const Update *u)
{
    return u->scene->run;
}

const QkvTensor *cell_tensor(const Update *u)
{
    return run_of(u)->tape->step[u->place.step].call.out;
}

void go_to_cell(Update *u, int64_t cell)
{
    Place *p = &u->place;
    if (cell >= cell_tensor(u)->count - place_hidden(run_of(u), p)) {
        u->message = "It is still hidden: Esc, then v shows more.";
        return;
    }
    p->cell = cell;
    p->pick = 0;
}

void open_cell(Update *u)
{
    Place *p = &u->place;
    const Beat *beat = place_beat(run_of(u), p);
    if (!beat) {
        say_nothing_yet(u);
    } else if (beat->kind != BEAT_TENSOR || beat->step < 0) {
        u->message = "This is not a tensor: it has no cells to ask.";
    } else if (beat->tensor->count == 0) {
        u->message = "This tensor has no cells.";
    } else if (p->teach.hidden >= beat->tensor->count) {
        u->message = "It is still hidden: s shows all, v a bit more.";
    } else {
        int64_t item = clamp_to(p->item, matrix_items(beat->tensor) - 1);
        p->page = PAGE_CELL;
        p->step = beat->step;
        p->cell = item * matrix_rows(beat->tensor) * matrix_cols(beat->tensor);
        if (p->teach.hidden > 0) /* the one that was shown last */
            p->cell = beat->tensor->count - p->teach.hidden - 1;
        p->pick = 0;
    }
}

void do_move(Update *u, int direction)
{
    Place *p = &u->place;
    const QkvTensor *t = cell_tensor(u);
    int64_t cols = matrix_cols(t), size = matrix_rows(t) * cols, start = p->cell / size * size;
    int64_t row = clamp_to((p->cell - start) / cols + row_step[direction], matrix_rows(t) - 1);
    int64_t col = clamp_to(p->cell % cols + col_step[direction], cols - 1);
    go_to_cell(u, start + row * cols + col);
}

void leave_cell(Place *p)
{
    while (p->trails > 0 && p->trail[p->trails - 1].page == PAGE_CELL)
        p->trails--;
    p->page = PAGE_STAGE;
}

void do_cell(Update *u, int by)
{
    Place *p = &u->place;
    int64_t cell = p->cell + by;
    if (cell < 0 || cell >= cell_tensor(u)->count - place_hidden(run_of(u), p))
        leave_cell(p);
    else
        go_to_cell(u, cell);
}

void do_cell_end(Update *u, int which)
{
    const QkvTensor *t = cell_tensor(u);
    int64_t size = matrix_rows(t) * matrix_cols(t), start = u->place.cell / size * size;
    go_to_cell(u, which < 0 ? start : start + size - 1);
}

void do_row_end(Update *u, int which)
{
    int64_t cols = matrix_cols(cell_tensor(u)), start = u->place.cell / cols * cols;
    go_to_cell(u, which < 0 ? start : start + cols - 1);
}

/* The source cells of the cell in question. */
static QkvTerms terms_of(const Update *u, Arena *a)
{
    return memo_terms(u->scene->memo, run_of(u), u->place.step, u->place.cell, a);
}

static const char *nothing_made_it(const QkvTerms *t)
{
    return t->how == QKV_HOW_GIVEN
               ? "Nothing made this number: it is written in the lesson, or drawn."
               : "No other number went into this one: there is nothing to pick.";
}

void do_pick(Update *u, int by)
{
    Arena arena = {0};
    QkvTerms t = terms_of(u, &arena);
    int picks = explain_picks(&t);
    if (picks > 0)
        u->place.pick = (u->place.pick + by + picks) % picks;
    else
        u->message = nothing_made_it(&t);
    arena_release(&arena);
}

void do_dive(Update *u, int unused)
{
    (void)unused;
    Place *p = &u->place;
    Arena arena = {0};
    QkvTerms t = terms_of(u, &arena);
    QkvSource s = explain_source(&t, p->pick);
    const QkvCall *c = &run_of(u)->tape->step[p->step].call;
    const QkvTensor *source = s.operand >= 0 ? c->in[s.operand] : NULL;
    const char *nothing = nothing_made_it(&t);
    arena_release(&arena);
    if (!source) {
        u->message = nothing;
    } else if (source->step < 0) {
        u->message = "This is a plain number, written in the code.";
    } else {
        leave_trail(p);
        p->step = source->step;
        p->cell = s.cell;
        p->pick = 0;
    }
}
