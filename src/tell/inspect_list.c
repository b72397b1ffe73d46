/* The tabs "attention" and "results" of the inspect page. */
#include <math.h>
#include <string.h>

#include "base/common.h"
#include "base/utf8.h"
#include "lesson/result.h"
#include "tell/axes.h"
#include "tell/explain_name.h"
#include "tell/inspect.h"

static Target to_number(int step, int64_t cell)
{
    return (Target){.kind = TARGET_NUMBER, .of = step, .cell = cell};
}

/* --- attention ------------------------------------------------------------------------------------ */

static bool is_axis(const QkvTensor *t, int axis, const char *name)
{
    return same_text(t->axis[axis].name, name);
}

/* Queries by keys; where nobody says so, as many rows as columns. */
bool inspect_has_attention(const QkvTensor *t)
{
    if (t->rank < 2 || t->count == 0 || qkv_is_long(t->dtype))
        return false;
    int rows = t->rank - 2, cols = t->rank - 1;
    bool is_named = t->axis[rows].name && t->axis[cols].name;
    return (is_axis(t, rows, "query") && is_axis(t, cols, "key")) ||
           (t->size[rows] == t->size[cols] && t->size[rows] > 1 &&
            (!is_named || same_text(t->axis[rows].name, t->axis[cols].name)));
}

enum { KEYS = 4 }; /* of a query so many are told */

/* The largest numbers of a row, in their order: their columns; -1 where there are no more. */
static void find_largest(const Lens *l, const QkvTensor *t, int64_t first, int64_t cols,
                         int64_t at[KEYS])
{
    for (int k = 0; k < KEYS; k++) {
        at[k] = -1;
        for (int64_t c = 0; c < cols; c++) {
            double x = lens_value(l, t, first + c);
            bool is_free = !isnan(x);
            for (int m = 0; m < k; m++)
                is_free = is_free && at[m] != c;
            if (is_free && (at[k] < 0 || x > lens_value(l, t, first + at[k])))
                at[k] = c;
        }
    }
}

/* "x2\tx2 0.9820  x3 0.0180  x1 ~0": a query and the keys that it looks at, the largest first. */
static void add_query(const Inspect *x, int64_t row, const NumberFormat *format)
{
    const QkvTensor *t = x->t;
    int64_t cols = matrix_cols(t), at[KEYS];
    int64_t first = matrix_item(t, x->cell) * matrix_cells(t) + row * cols, largest = 0;
    Buf text = {.arena = x->a};
    if (lens_shows_cells(x->l, t, (Cells){first, cols})) {
        find_largest(x->l, t, first, cols, at);
        largest = max_int64(at[0], 0);
        for (int k = 0; k < KEYS && at[k] >= 0; k++) {
            buf_printf(&text, "%s%s ", k ? "   " : "",
                       matrix_own_name(x->a, t, t->rank - 1, at[k], first));
            lens_marked(&text, x->l, t, first + at[k], format);
        }
        if (text.length == 0)
            buf_puts(&text, "no numbers");
        else if (cols > KEYS)
            buf_puts(&text, "   ...");
    } else {
        buf_puts(&text, LENS_UNKNOWN);
    }
    DocRow *added = doc_row(x->d, to_number(t->step, first + largest), "%s\t%s",
                            matrix_own_name(x->a, t, t->rank - 2, row, first), buf_text(&text));
    bool is_own = x->cell >= first && x->cell < first + cols;
    added->style = is_own ? STYLE_STRONG : STYLE_TEXT;
    if (is_own)
        x->d->row = doc_rows(x->d) - 1;
}

void inspect_attention(const Inspect *x)
{
    enum { MOST = 60 };
    NumberFormat format = lens_format(x->l, x->t);
    int64_t rows = matrix_rows(x->t), cells = matrix_cells(x->t);
    int64_t own = (x->cell - matrix_item(x->t, x->cell) * cells) / matrix_cols(x->t);
    int64_t first = clamp_int64(own - MOST / 2, 0, max_int64(0, rows - MOST));
    doc_heading(x->d, "a query\tthe keys that it looks at, the largest first");
    for (int64_t r = first; r < rows && r < first + MOST; r++)
        add_query(x, r, &format);
    if (rows > MOST)
        doc_note(x->d, "%d of %lld queries.", MOST, (long long)rows);
}

/* --- results -------------------------------------------------------------------------------------- */

/* The stop of the run that a spot has come to: results up to it are told. */
static int end_of(const Run *run, const Spot *s)
{
    const Stop *now = spot_stop(run, s);
    bool is_stage = s->stage >= 0 && s->stage < run->lesson->stages;
    if (now)
        return (int)(now - run->stop) + 1;
    return is_stage ? run->stage_stop[s->stage] : 0;
}

static bool is_latest(const Run *run, int stop, int end)
{
    for (int i = stop + 1; i < end; i++)
        if (run->stop[i].detail == DETAIL_BRIEF && run->stop[i].kind == STOP_TENSOR &&
            same_text(run->stop[i].name, run->stop[stop].name))
            return false;
    return true;
}

void inspect_results(const Inspect *x)
{
    enum { MOST = 400, CODE = 44 };
    const Run *run = x->l->run;
    int end = end_of(run, &x->as->from), rows = 0;
    for (int i = max_int(0, end - MOST); i < end; i++) {
        const Stop *stop = &run->stop[i];
        if (stop->detail != DETAIL_BRIEF || stop->kind != STOP_TENSOR || !stop->name ||
            !is_latest(run, i, end))
            continue;
        Spot spot = spot_at(x->as->from, run, run_stage_of_stop(run, stop),
                            run_number_of_stop(run, stop));
        DocRow *row = doc_row(x->d, (Target){.kind = TARGET_SPOT, .spot = spot}, "%s\t%s\t%s",
                              stop->name, matrix_shape(x->a, stop->tensor),
                              explain_code(x->a, run, stop->statement, CODE));
        row->right = arena_format(x->a, "in %s", spot_number(x->a, run, &spot));
        if (stop->tensor == x->t) {
            row->style = STYLE_STRONG;
            x->d->row = rows;
        }
        rows++;
    }
    if (rows == 0)
        doc_note(x->d, "No result has a name yet.");
}
