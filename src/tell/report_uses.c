/* Reports what a number leads to, as a table: the part of each result that it reaches, and how that moves. */
#include <string.h>

#include "tell/axes.h"
#include "tell/explain_name.h"
#include "tell/number.h"
#include "tell/report.h"

/* The indices along an axis that reached cells have: how many, and the last of them. */
typedef struct Along {
    int64_t count, index;
} Along;

static Along along_axis(Arena *a, const Reached *r, const QkvTensor *t, int axis)
{
    bool *seen = arena_many(a, (size_t)t->size[axis], bool);
    Along along = {0};
    for (int64_t i = 0; i < t->count; i++) {
        int64_t at[QKV_MAX_RANK];
        qkv_tensor_index(t, i, at);
        if (!r->cell[i] || seen[at[axis]])
            continue;
        seen[at[axis]] = true;
        along = (Along){along.count + 1, at[axis]};
    }
    return along;
}

/* "scores" for all cells, "scores[:, x2]" for all along some axes at one place of the others, and
 * "scores (5 of 9)". */
const char *report_reached(Arena *a, const Reached *r, const QkvTensor *t, const char *name,
                           int64_t *first)
{
    Buf out = {.arena = a};
    int64_t cells = 1;
    bool is_part = true;
    *first = 0;
    if (r->cells == t->count)
        return name;
    while (!r->cell[*first])
        ++*first;
    buf_printf(&out, "%s[", name);
    for (int d = 0; d < t->rank; d++) {
        Along along = along_axis(a, r, t, d);
        bool is_all = along.count == t->size[d] && along.count > 1;
        cells *= along.count;
        is_part = is_part && (is_all || along.count == 1);
        buf_printf(&out, "%s%s", d ? ", " : "",
                   is_all ? ":" : matrix_index_name(a, t, d, along.index, *first));
    }
    buf_putc(&out, ']');
    if (is_part && cells == r->cells)
        return buf_text(&out);
    return arena_format(a, "%s (%lld of %lld)", name, (long long)r->cells, (long long)t->count);
}

/* Tells what the number reaches of the first run's result of a row; NULL: nothing. Texts are none of the tape: they
 * count as soon as they are others. */
static const Reached *reached_by(const Reach *r, const CompareRow *row)
{
    static const Reached text = {0};
    if (row->a->kind == RESULT_TENSOR && row->a->step <= r->from->step)
        return NULL;
    if (row->a->kind != RESULT_TENSOR)
        return row->state == ROW_TEXT || row->state == ROW_KIND ? &text : NULL;
    const Reached *of = &r->step[row->a->step];
    return of->cells > 0 ? of : NULL;
}

/* A row of the comparison with the part that is reached in the place of its name. */
static CompareRow named_row(Arena *a, const CompareRow *row, const Reached *of)
{
    int64_t first;
    CompareRow named = *row;
    Result *result = arena_new(a, Result);
    *result = *row->a;
    if (of->cell)
        result->name = report_reached(a, of, row->a->tensor,
                                      *row->a->name ? row->a->name : "(no name)", &first);
    named.a = result;
    named.cause = CAUSE_NONE;
    return named;
}

static void put_head(Buf *out, Arena *a, const Lens *l, const Reach *r, int used, int results,
                     const char *change)
{
    buf_printf(out, "%s = ", explain_cell(a, r->run, r->from, r->cell));
    lens_full(out, l, r->from, r->cell);
    if (used == 0)
        buf_puts(out,
                 results > 0 ? ": no later result uses it.\n" : ": no result comes after it.\n");
    else
        buf_printf(out, ": %d of %d later results use%s it.\n", used, results,
                   used == 1 ? "s" : "");
    if (used && change) /* named as everywhere here: the change itself counts */
        buf_printf(out, "With %s%s\n", explain_cell(a, r->run, r->from, r->cell),
                   strstr(change, " = "));
}

void report_uses(Buf *out, const Lens *l, const Reach *r, const Comparison *c, const char *change)
{
    enum { WIDEST_NAME = 32 };
    Arena a = {0};
    CompareRow *row = NULL;
    int rows = 0, later = 0, used = 0;
    for (int i = 0; i < c->rows; i++) {
        const CompareRow *x = &c->row[i];
        if (!x->a)
            continue;
        const Reached *of = reached_by(r, x);
        later += x->a->step > r->from->step;
        used += of && of->cell;
        if (of)
            arena_push(&a, row, rows, named_row(&a, x, of));
    }
    int name = report_name_columns(row, rows, WIDEST_NAME);
    put_head(out, &a, l, r, used, later, change);
    for (int i = 0; i < rows && change; i++)
        report_row(out, c, &row[i], name, REPORT_WIDTH);
    for (int i = 0; i < rows && !change; i++)
        buf_printf(out, "  %s\n", row[i].a->name);
    if (r->is_cut)
        buf_puts(out, "... there may be more: the lesson is too large to go through all of it\n");
    arena_release(&a);
}
