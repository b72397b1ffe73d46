/* Looking rows of a table up by their numbers: indices (..), table (ROWS, D) -> (.., D). */
#include "core/gradient.h"
#include "core/label.h"
#include "core/qkv.h"
#include "core/rows.h"

enum { TABLE, INDICES };

/* Checks that what is asked for is there, before anything is made. */
static bool check_rows(Qkv *q, const QkvTensor *indices, int64_t rows)
{
    for (int64_t i = 0; i < indices->count; i++)
        if (indices->data.i[i] < 0 || indices->data.i[i] >= rows)
            return qkv_fail(
                q, "embedding: there is no row %lld: the weight matrix has %lld row%s, from 0",
                (long long)indices->data.i[i], (long long)rows, rows == 1 ? "" : "s");
    return true;
}

/* The row that learns nothing, which params.at has, where it has one, counted from the end if it is negative; -1: none. */
static int64_t padding_of(const QkvCall *c)
{
    int64_t row = c->params.count > 0 ? c->params.at[0] : -1;
    return c->params.count > 0 && row < 0 ? row + c->in[TABLE]->size[0] : row;
}

static bool check_padding(Qkv *q, const QkvCall *c)
{
    int64_t row = padding_of(c), rows = c->in[TABLE]->size[0];
    return c->params.count == 0 || (row >= 0 && row < rows) ||
           qkv_fail(q, "embedding: padding_idx=%lld: the weight matrix has %lld row%s",
                    (long long)c->params.at[0], (long long)rows, rows == 1 ? "" : "s");
}

static bool plan_embedding(Qkv *q, QkvCall *c)
{
    const QkvTensor *table = c->in[TABLE], *indices = c->in[INDICES];
    if (table->rank != 2)
        return qkv_fail(
            q, "embedding: the weight matrix has the two axes (rows, features), but this has %d",
            table->rank);
    if (!qkv_is_long(indices->dtype))
        return qkv_fail(q, "embedding: rows are numbered by int64, but this is %s: use .long()",
                        qkv_dtype_name(indices->dtype));
    if (!check_padding(q, c) || !check_rows(q, indices, table->size[0]))
        return false;
    int64_t size[QKV_MAX_RANK + 1];
    for (int d = 0; d < indices->rank; d++)
        size[d] = indices->size[d];
    size[indices->rank] = table->size[1];
    return qkv_shape(q, c->out, table->dtype, indices->rank + 1, size) &&
           qkv_spend(q, c->out->count);
}

/* The number that a cell belongs to, and the cell of the table that it is a copy of. */
static int64_t embedding_number(const QkvCall *c, int64_t cell)
{
    return cell / c->in[TABLE]->size[1];
}

static int64_t source_of(const QkvCall *c, int64_t cell)
{
    int64_t features = c->in[TABLE]->size[1];
    return c->in[INDICES]->data.i[embedding_number(c, cell)] * features + cell % features;
}

static void kernel_embedding(const QkvCall *c)
{
    for (int64_t i = 0; i < c->out->count; i++)
        copy_cell(c->out, i, c->in[TABLE], source_of(c, i));
}

static void terms_embedding(const QkvCall *c, int64_t cell, Arena *a, QkvTerms *t)
{
    qkv_terms_new(
        a, t, 1,
        &(QkvTerm){.a = {TABLE, source_of(c, cell)}, .b = {INDICES, embedding_number(c, cell)}});
}

static void label_embedding(Qkv *q, QkvCall *c)
{
    (void)q;
    const QkvTensor *indices = c->in[INDICES];
    for (int d = 0; d < indices->rank; d++)
        label_pass(c->out, d, indices, d, true);
    label_pass(c->out, indices->rank, c->in[TABLE], 1, false);
}

BACK(embedding)
{
    int64_t *map = NULL;
    if (back_knows(q, c->in[INDICES]))
        map = arena_many(qkv_arena(q), (size_t)c->out->count + 1, int64_t);
    for (int64_t i = 0; map && i < c->out->count; i++) {
        bool is_padding = c->in[INDICES]->data.i[embedding_number(c, i)] == padding_of(c);
        map[i] = is_padding ? -1 : source_of(c, i);
    }
    return back_put(q, c->in[operand], g, map, true);
}

const QkvOp op_embedding = {.name = "embedding",
                            .signature = "input:T1 weight:T0 padding_idx:i=None",
                            .homes = QKV_IN_FUNCTIONAL,
                            .formula = "out[i, j] = a[b[i], j]: the row with this number",
                            .how = QKV_HOW_CHOICE,
                            .plan = plan_embedding,
                            .kernel = kernel_embedding,
                            .label = label_embedding,
                            .back = back_embedding,
                            .terms = terms_embedding};

const QkvTensor *qkv_embedding(Qkv *q, const QkvTensor *x, const QkvTensor *table)
{
    const QkvTensor *in[] = {table, x};
    return qkv_apply(q, &op_embedding, 2, in, NULL);
}
