/* Dropout: cells are left out while a network is trained. */
#include "core/context.h"

const QkvTensor *qkv_dropout(Qkv *q, const QkvTensor *x, double p, bool training)
{
    if (!x)
        return NULL;
    if (!(p >= 0 && p <= 1)) {
        qkv_fail(q, "dropout: p is the probability that a cell becomes 0: from 0 to 1, not %g", p);
        return NULL;
    }
    if (!training || p == 0 || x->count == 0)
        return x;
    if (x->dtype != QKV_FLOAT32 && p == 1)
        return qkv_mul(q, x, qkv_full(q, x->dtype, 0, NULL, 0));
    if (!qkv_is_float(x->dtype)) {
        qkv_fail(q, "dropout: the kept cells are scaled up, but this is %s: use .float()",
                 qkv_dtype_name(x->dtype));
        return NULL;
    }
    qkv_enter(q, "dropout");
    const QkvTensor *mask = qkv_dropout_mask_like(q, x, p);
    if (x->dtype ==
        QKV_FLOAT64) /* the same cells stay, and 1 / (1 - p) is not rounded to float32 */
        mask = qkv_div(q, qkv_to(q, qkv_ne(q, mask, qkv_number(q, 0)), x->dtype),
                       qkv_number(q, 1 - p));
    const QkvTensor *out = qkv_mul(q, x, qkv_is_half(x->dtype) ? qkv_to(q, mask, x->dtype) : mask);
    qkv_leave(q);
    return out;
}
