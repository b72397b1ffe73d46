/* Leaves: tensors from numbers that somebody gave. */
#include <string.h>

#include "core/context.h"
#include "core/rows.h"

/* params: at[0] is the type, at[1 ..] the sizes; data the numbers. */
static bool plan_given(Qkv *q, Call *c)
{
    const Params *p = &c->params;
    return qkv_shape(q, c->out, (DType)p->at[0], p->count - 1, p->at + 1);
}

static void copy_given(const Call *c)
{
    if (c->out->count > 0)
        memcpy(c->out->data.raw, c->params.data, (size_t)c->out->count * dtype_size(c->out->dtype));
}

const Op op_tensor = {.name = "tensor",
                      .formula = "the numbers as they are written",
                      .how = HOW_GIVEN,
                      .plan = plan_given,
                      .kernel = copy_given};

static const Tensor *given(Qkv *q, DType dtype, int rank, const int64_t *size, const void *data)
{
    if (rank < 0 || rank > QKV_MAX_RANK) {
        qkv_fail(q, "%d axes are too many: a tensor has at most %d", rank, QKV_MAX_RANK);
        return NULL;
    }
    Params p = {.count = 1 + rank, .at = {dtype}, .data = data};
    for (int d = 0; d < rank; d++)
        p.at[1 + d] = size[d];
    return qkv_apply(q, &op_tensor, 0, NULL, &p);
}

const Tensor *qkv_floats(Qkv *q, int rank, const int64_t *size, const float *data)
{
    return given(q, DTYPE_FLOAT32, rank, size, data);
}

const Tensor *qkv_ints(Qkv *q, int rank, const int64_t *size, const int64_t *data)
{
    return given(q, DTYPE_INT64, rank, size, data);
}

const Tensor *qkv_bools(Qkv *q, int rank, const int64_t *size, const bool *data)
{
    return given(q, DTYPE_BOOL, rank, size, data);
}

/* A rank-0 tensor outside the tape. */
static Tensor *number(Qkv *q, DType dtype)
{
    Tensor *t = arena_new(&q->arena, Tensor);
    *t = (Tensor){.dtype = dtype, .is_number = true, .count = 1, .step = -1};
    t->data.raw = arena_alloc(&q->arena, dtype_size(dtype));
    return t;
}

const Tensor *qkv_number(Qkv *q, double value)
{
    Tensor *t = number(q, DTYPE_FLOAT32);
    t->data.f[0] = (float)value;
    return t;
}

const Tensor *qkv_integer(Qkv *q, int64_t value)
{
    Tensor *t = number(q, DTYPE_INT64);
    t->data.i[0] = value;
    return t;
}

const Tensor *qkv_truth(Qkv *q, bool value)
{
    Tensor *t = number(q, DTYPE_BOOL);
    t->data.b[0] = value;
    return t;
}
