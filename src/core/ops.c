/* The table of operations, and the functions of those that are all alike: made from the one list. */
#include "core/qkv.h"

#include "core/rows.h"

#define ROW(kind, name) &op_##name,
static const QkvOp *const table[] = {QKV_OPS(ROW)};

const QkvOp *const *qkv_ops(int *count)
{
    *count = (int)(sizeof table / sizeof table[0]);
    return table;
}

const QkvTensor *apply_with(Qkv *q, const QkvOp *op, const QkvTensor *a, int count,
                            const int64_t *at, QkvParams p)
{
    p.count = count;
    if (count > QKV_MAX_RANK) {
        qkv_fail(q, "%s: %d axes are named, and a tensor has at most %d", op->name, count,
                 QKV_MAX_RANK);
        return NULL;
    }
    for (int i = 0; i < count; i++)
        p.at[i] = at[i];
    return qkv_apply(q, op, 1, &a, &p);
}

/* clang-format off */
#define DEFINE_UNARY(name) QKV_UNARY(name) { return qkv_apply(q, &op_##name, 1, &a, NULL); }
#define DEFINE_BINARY(name) QKV_BINARY(name) { return qkv_apply(q, &op_##name, 2, (const QkvTensor *[]){a, b}, NULL); }
#define DEFINE_INTEGER(name) QKV_INTEGER(name) { return apply_with(q, &op_##name, a, 1, &axis, (QkvParams){0}); }
#define DEFINE_INTEGERS(name) QKV_INTEGERS(name) { return apply_with(q, &op_##name, a, count, at, (QkvParams){0}); }
#define DEFINE_REDUCE(name) QKV_REDUCE(name) { return apply_with(q, &op_##name, a, count, axes, (QkvParams){.keepdim = keepdim}); }
#define DEFINE_CHOOSE(name) QKV_CHOOSE(name) { return apply_with(q, &op_##name, a, axis != NULL, axis, (QkvParams){.keepdim = keepdim}); }
#define DEFINE_OWN(name)
#define DEFINE(kind, name) DEFINE_##kind(name)
QKV_OPS(DEFINE)
/* clang-format on */
