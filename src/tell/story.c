#include "tell/story.h"

#include <math.h>
#include <string.h>

#include "tell/axes.h"

enum { MOST_CELLS = 1 << 12 }; /* larger results are not read through for a story */

/* A result and what is needed to tell about it. */
typedef struct Story {
    Arena *a;
    const Lens *l;
    const QkvStep *step;
} Story;

/* The call that made the first operand; NULL for one that was not made here. */
static const QkvCall *story_maker(const Story *t)
{
    const QkvCall *c = &t->step->call;
    int step = c->count > 0 ? c->in[0]->step : -1;
    return step >= 0 ? &t->l->run->tape->step[step].call : NULL;
}

/* "x2": what the row that a cell lies in is called. */
static const char *row_name(const Story *t, int64_t cell)
{
    const QkvTensor *out = t->step->call.out;
    int64_t at[QKV_MAX_RANK];
    qkv_tensor_index(out, cell, at);
    return matrix_index_name(t->a, out, out->rank - 2, at[out->rank - 2], cell);
}

/* Row "x2"; Row [0, 1, x2] of a tensor with several matrices. */
static const char *row_of(const Story *t, int64_t cell)
{
    const QkvTensor *out = t->step->call.out;
    if (out->rank <= 2)
        return out->rank == 2 ? arena_format(t->a, "Row \"%s\"", row_name(t, cell)) : "The row";
    Buf text = {.arena = t->a};
    int64_t at[QKV_MAX_RANK];
    qkv_tensor_index(out, cell, at);
    for (int d = 0; d < out->rank - 1; d++)
        buf_printf(&text, "%s%s", d ? ", " : "Row [", matrix_index_name(t->a, out, d, at[d], cell));
    buf_putc(&text, ']');
    return buf_text(&text);
}

/* Words of the code that made a number on it. */
static const char *said_by_code(const Story *t)
{
    return t->step->said;
}

/* Softmax over the last axis. */
static bool shares_rows(const QkvCall *c)
{
    return c->op->how == QKV_HOW_SOFTMAX && !c->op->is_log && c->out->rank > 0 &&
           c->reduced[c->out->rank - 1];
}

/* Softmax of a row of which nothing is left but -inf. */
static const char *hidden_row(const Story *t)
{
    const QkvCall *c = &t->step->call;
    if (!shares_rows(c))
        return NULL;
    int64_t cols = matrix_cols(c->out);
    for (int64_t cell = 0; cell < c->out->count; cell += cols) {
        int64_t k = 0;
        while (k < cols && isinf(lens_value(t->l, c->in[0], cell + k)) &&
               lens_value(t->l, c->in[0], cell + k) < 0)
            k++;
        if (k == cols && k > 0)
            return arena_format(t->a,
                                "%s is masked everywhere: softmax of nothing but -inf is nan.",
                                row_of(t, cell));
    }
    return NULL;
}

/* Tells whether a cell of what a mask was applied to is the value that it fills with. */
static bool is_filled(const Story *t, const QkvCall *fill, int64_t cell)
{
    QkvTerms terms = qkv_terms(fill, cell, t->a);
    return terms.count > 0 && fabs(lens_value(t->l, fill->in[qkv_term(&terms, 0).b.operand],
                                              qkv_term(&terms, 0).b.cell)) > 0;
}

/* Softmax of a row that a mask filled everywhere with a number. */
static const char *even_row(const Story *t)
{
    const QkvCall *c = &t->step->call, *fill = story_maker(t);
    if (!shares_rows(c) || !fill || !fill->op->masks)
        return NULL;
    int64_t cols = matrix_cols(c->out);
    for (int64_t cell = 0; cell < c->out->count; cell += cols) {
        int64_t k = 0;
        while (k < cols && isfinite(lens_value(t->l, c->in[0], cell + k)) &&
               is_filled(t, fill, cell + k))
            k++;
        if (k == cols && k > 1)
            return arena_format(t->a,
                                "%s is masked everywhere: all its scores are the same, and so "
                                "are its weights.",
                                row_of(t, cell));
    }
    return NULL;
}

/* Softmax over tokens of which one is padding. */
static const char *pad_row(const Story *t)
{
    const QkvCall *c = &t->step->call;
    if (!shares_rows(c) || c->out->rank < 2)
        return NULL;
    for (int64_t cell = 0; cell < c->out->count; cell += matrix_cols(c->out))
        if (strcmp(row_name(t, cell), "[PAD]") == 0)
            return "[PAD] has a row, too: it is a query like any other.";
    return NULL;
}

/* Weights that were multiplied or divided afterwards: by dropout, by a mask, by a root. */
static const char *changed_rows(const Story *t)
{
    static const double close = 1e-3;
    const QkvCall *c = &t->step->call, *weights = story_maker(t);
    if (!weights || !shares_rows(weights) || !qkv_tensor_same_shape(weights->out, c->out) ||
        !c->op->scales)
        return NULL;
    Sums sums = memo_sums(t->l->memo, t->l->run, c->out, t->a);
    for (int64_t i = 0; sums.across && i < sums.across->count; i++)
        if (fabs(lens_value(t->l, sums.across, i) - 1) > close)
            return "Not all rows add up to 1 any more: the tab sums shows the sums.";
    return NULL;
}

/* A mask without heads of its own, for scores that have some. */
static const char *shared_mask(const Story *t)
{
    const QkvCall *c = &t->step->call;
    if (!c->op->masks)
        return NULL;
    const QkvTensor *mask = c->in[0], *out = c->out;
    for (int d = 0; d < out->rank - 2; d++) {
        int own = d - (out->rank - mask->rank);
        const char *name = out->axis[d].name;
        if (name && strcmp(name, "head") == 0 && out->size[d] > 1 &&
            (own < 0 || mask->size[own] == 1))
            return arena_format(t->a, "All %lld heads share this one mask.",
                                (long long)out->size[d]);
    }
    return NULL;
}

const char *story_of(Arena *a, const Lens *l, const QkvStep *step)
{
    static const char *(*const rules[])(const Story *t) = {said_by_code, hidden_row,  even_row,
                                                           changed_rows, shared_mask, pad_row};
    Story t = {a, l, step};
    const char *story = NULL;
    if (step->call.out->count > MOST_CELLS || !lens_shows(l, step->call.out))
        return NULL;
    for (int i = 0; i < step->call.count; i++)
        if (!lens_shows(l, step->call.in[i]))
            return NULL;
    for (size_t i = 0; i < sizeof rules / sizeof rules[0] && !story; i++)
        story = rules[i](&t);
    return story;
}
