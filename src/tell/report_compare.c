/* A result of two runs in words: how it differs. */
#include <string.h>

#include "core/print.h"
#include "core/tensor.h"
#include "tell/axes.h"
#include "tell/number.h"
#include "tell/report.h"

static void put_cell(Buf *out, const QkvTensor *t, int64_t cell, int decimals)
{
    if (t->dtype == QKV_BOOL)
        number_full(out, t, cell);
    else
        number_short(out, qkv_tensor_at(t, cell), decimals);
}

/* "-0.18 -> 0.44", with as many decimals as it takes to tell the two apart. */
static void put_pair(Buf *out, const CompareRow *row)
{
    Buf old = {0}, new = {0};
    for (int d = NUMBER_DECIMALS; d <= NUMBER_MOST_DECIMALS; d++) {
        buf_clear(&old);
        buf_clear(&new);
        put_cell(&old, row->a->tensor, row->cell, d);
        put_cell(&new, row->b->tensor, row->cell, d);
        if (strcmp(buf_text(&old), buf_text(&new)) != 0)
            break;
    }
    buf_printf(out, "%s -> %s", buf_text(&old), buf_text(&new));
    buf_release(&old);
    buf_release(&new);
}

/* "[journey, d1]: -0.18 -> 0.44" */
static void put_most(Buf *out, const CompareRow *row, bool is_printed)
{
    Arena a = {0};
    const QkvTensor *t = row->a->tensor;
    const char *between = is_printed ? "][" : ", ";
    int64_t at[QKV_MAX_RANK];
    qkv_tensor_index(t, row->cell, at);
    for (int d = 0; d < t->rank; d++)
        buf_printf(out, "%s%s", d == 0 ? "[" : between,
                   matrix_index_name(&a, matrix_named(row->b->tensor, t, d), d, at[d], row->cell));
    buf_puts(out, t->rank > 0 ? "]: " : "");
    put_pair(out, row);
    arena_release(&a);
}

static void put_kind(Buf *out, const Result *r)
{
    if (r->kind == RESULT_TEXT)
        buf_puts(out, "a text");
    else
        buf_printf(out, "%s %s", SIZES(r->tensor), qkv_dtype_name(r->tensor->dtype));
}

void report_state(Buf *out, const CompareRow *row, bool is_printed)
{
    const Result *r = row->a ? row->a : row->b;
    if (!row->a || !row->b) {
        buf_puts(out, row->a ? "only in the first: " : "only in the second: ");
        put_kind(out, r);
        return;
    }
    switch (row->state) {
    case ROW_BITS:
        buf_puts(out, "equal as printed, but not bit for bit");
        break;
    case ROW_MOVED:
        buf_puts(out, "the same numbers in another order");
        break;
    case ROW_CELLS:
        buf_printf(out, "%lld of %lld differ%s, %s", (long long)row->differ,
                   (long long)r->tensor->count, r->tensor->count == 1 ? "s" : "",
                   r->tensor->rank ? "most at " : "");
        put_most(out, row, is_printed);
        break;
    case ROW_TEXT:
        buf_puts(out, "another text");
        break;
    case ROW_SHAPE:
    case ROW_KIND:
        put_kind(out, row->a);
        buf_puts(out, " -> ");
        put_kind(out, row->b);
        break;
    default:
        buf_puts(out, "same");
        break;
    }
}
