/* Dropout: cells are left out while a network is trained. */
#include "core/context.h"

const QkvTensor *qkv_dropout(Qkv *q, const QkvTensor *x, double p, bool training)
{
    if (!x)
        return NULL;
    if (!(p >= 0 && p <= 1)) {
        qkv_fail(q, "dropout: p is the probability that a cell becomes 0: from 0 to 1, and not %g",
                 p);
        return NULL;
    }
    if (!training || p == 0 || x->count == 0)
        return x;
    if (x->dtype != QKV_FLOAT32 && p == 1)
        return qkv_mul(q, x, qkv_full(q, x->dtype, 0, NULL, 0));
    if (x->dtype != QKV_FLOAT32) {
        qkv_fail(q, "dropout: the mask is drawn in float32, and this is %s: use .float()",
                 qkv_dtype_name(x->dtype));
        return NULL;
    }
    qkv_enter(q, "dropout");
    const QkvTensor *out = qkv_mul(q, x, qkv_dropout_mask_like(q, x, p));
    qkv_leave(q);
    return out;
}
