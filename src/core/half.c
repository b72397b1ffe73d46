/* Half types. Their cells lie in memory as those of float32 do, so that a kernel of float32 computes with them as they
 * are; what it gives is rounded at one place.
 *
 * PyTorch's kernels on the CPU do the same: bfloat16 and float16 are widened, computed with in float32, sums and products
 * included, and rounded once. Plain numbers beside them are rounded first, as are tensors of another type, but for the
 * factor of a product. */
#include "core/half.h"

#include <math.h>
#include <string.h>

#include "core/cells.h"
#include "core/context.h"
#include "core/gradient.h"
#include "core/rows.h"

/* The bits below those that are kept are cut off, and what they were carries: past half of the last one that is kept, or
 * at half where that one is odd. */
static float cut_bits(float x, int below)
{
    uint32_t bits, half = (uint32_t)1 << (below - 1);
    memcpy(&bits, &x, sizeof bits);
    bits += half - 1 + ((bits >> below) & 1);
    bits &= ~(2 * half - 1);
    memcpy(&x, &bits, sizeof bits);
    return x;
}

enum { BELOW_BFLOAT16 = 16, BELOW_FLOAT16 = 13 };

/* Below the smallest normal number the steps are equal. */
static float rounded_to_float16(float x)
{
    const float smallest_normal = 0x1p-14F, step = 0x1p-24F, beyond = 65520;
    if (fabsf(x) >= beyond)
        return copysignf(INFINITY, x);
    return fabsf(x) < smallest_normal ? copysignf(rintf(x / step) * step, x)
                                      : cut_bits(x, BELOW_FLOAT16);
}

float half_rounded(QkvDType type, float x)
{
    if (!qkv_is_half(type) || isnan(x))
        return x;
    return type == QKV_BFLOAT16 ? cut_bits(x, BELOW_BFLOAT16) : rounded_to_float16(x);
}

QkvDType half_type(int count, const QkvTensor *const in[])
{
    bool has_half = false;
    for (int i = 0; i < count; i++)
        has_half = has_half || qkv_is_half(in[i]->dtype);
    QkvDType type = has_half ? qkv_promoted(count, in) : QKV_FLOAT32;
    return qkv_is_half(type) ? type : QKV_FLOAT32;
}

QkvDType half_kept(const QkvCall *c)
{
    return qkv_is_half(c->out->dtype) ? c->out->dtype : c->kept;
}

/* An operand as float32: a plain number, which `type` holds, is rounded to it. */
static const QkvTensor *widened(const QkvTensor *t, QkvDType type, Arena *memory)
{
    bool is_rounded = t->is_number && qkv_is_half(type);
    QkvTensor *wide = qkv_is_half(t->dtype) || is_rounded ? arena_new(memory, QkvTensor) : NULL;
    if (!wide)
        return t;
    *wide = *t;
    wide->dtype = QKV_FLOAT32;
    float *cell = is_rounded ? arena_new(memory, float) : NULL;
    if (!cell)
        return wide;
    *cell = half_rounded(type, cell_float(t, 0));
    wide->data.f = cell;
    wide->number = (double)*cell;
    return wide;
}

const QkvCall *half_wide(const QkvCall *c, QkvCall *wide, Arena *memory)
{
    bool has_half = qkv_is_half(c->out->dtype);
    for (int i = 0; i < c->count && !has_half; i++)
        has_half = qkv_is_half(c->in[i]->dtype);
    if (!has_half)
        return c;
    bool casts = c->op->casts && !c->op->keeps_number;
    QkvDType type = casts ? half_type(c->count, c->in) : QKV_FLOAT32;
    QkvTensor *out = arena_new(memory, QkvTensor);
    const QkvTensor **in = arena_many(memory, (size_t)c->count + 1, const QkvTensor *);
    if (!out || !in)
        return c;
    for (int i = 0; i < c->count; i++)
        in[i] = widened(c->in[i], type, memory);
    *out = *c->out;
    *wide = *c;
    wide->kept = c->out->dtype;
    wide->in = in;
    wide->out = out;
    if (qkv_is_half(out->dtype))
        out->dtype = QKV_FLOAT32;
    return wide;
}

void half_round(const QkvCall *c)
{
    QkvTensor *out = c->out;
    for (int64_t i = 0; i < out->count && qkv_is_half(out->dtype); i++)
        out->data.f[i] = half_rounded(out->dtype, out->data.f[i]);
}

const QkvCall *half_back(Qkv *q, const QkvCall *c)
{
    unsigned at_once = c->op->at_once;
    bool is_stepped = (at_once & QKV_AT_ONCE_BFLOAT16) && c->out->dtype != QKV_BFLOAT16;
    if (!at_once || is_stepped || !qkv_is_half(c->out->dtype))
        return c;
    if (at_once & QKV_AT_ONCE_LACKS) {
        qkv_lack(q, "backward: the gradient of %s is not here for %s: use .float()", c->op->name,
                 qkv_dtype_name(c->out->dtype));
        return NULL;
    }
    QkvCall *wide = arena_new(qkv_arena(q), QkvCall);
    const QkvTensor **in = arena_many(qkv_arena(q), (size_t)c->count + 1, const QkvTensor *);
    if (!wide || !in)
        return NULL;
    *wide = *c;
    wide->in = in;
    for (int i = 0; i < c->count; i++) {
        bool is_read = c->in[i] && (at_once & QKV_AT_ONCE_OPERANDS) && qkv_is_half(c->in[i]->dtype);
        in[i] = is_read ? half_widened(q, c->in[i]) : c->in[i];
    }
    if (at_once & QKV_AT_ONCE_RESULT)
        wide->out = (QkvTensor *)(uintptr_t)half_widened(q, c->out);
    return qkv_error(q) ? NULL : wide;
}

/* PyTorch takes so many numbers side by side at once; the root of those that are left over it rounds. */
enum { TOGETHER = 32 };

float half_root_below(const QkvCall *c, int64_t cell, float a)
{
    bool is_left = cell >= c->out->count / TOGETHER * TOGETHER;
    return 1.0f / (is_left ? half_rounded(c->kept, sqrtf(a)) : sqrtf(a));
}

bool half_knows_roots(Qkv *q, const char *op, const QkvTensor *a)
{
    bool is_known = !qkv_is_half(a->dtype) || qkv_tensor_is_contiguous(a) || a->count < TOGETHER;
    return is_known || qkv_lack(q, "%s: of %s that do not lie cell beside cell: use .contiguous()",
                                op, qkv_dtype_name(a->dtype));
}

const QkvTensor *half_widened(Qkv *q, const QkvTensor *t)
{
    return t ? qkv_to(q, t, QKV_FLOAT32) : NULL;
}

const QkvTensor *half_narrowed(Qkv *q, const QkvTensor *t, const QkvTensor *like, const char *name)
{
    return gradient_named(qkv_to(q, t, like->dtype), name);
}

const QkvTensor *half_add_scaled(Qkv *q, const QkvTensor *a, const QkvTensor *b, double alpha)
{
    QkvDType type = half_type(2, (const QkvTensor *[]){a, b});
    if (!constant_fits(q, "add", type, alpha))
        return NULL;
    if (b->wants_grad && qkv_has_gradients(q)) {
        qkv_lack(q, "add: a gradient through 'alpha' is not here for %s: multiply first",
                 qkv_dtype_name(type));
        return NULL;
    }
    const QkvTensor *factor = qkv_number(q, (double)half_rounded(type, (float)alpha));
    int64_t whole = a->count / TOGETHER * TOGETHER;
    bool is_plain = qkv_tensor_same_shape(a, b) && qkv_tensor_is_contiguous(a) &&
                    qkv_tensor_is_contiguous(b);
    if (whole > 0 && !is_plain) {
        qkv_lack(q, "add: 'alpha' with %s that do not lie cell beside cell: use .contiguous()",
                 qkv_dtype_name(type));
        return NULL;
    }
    const QkvTensor *in_vectors = whole > 0 ? qkv_multiply_add(q, b, factor, a) : NULL;
    if (whole == a->count && whole > 0)
        return in_vectors;
    const QkvTensor *single = qkv_add(q, a, qkv_mul(q, b, factor));
    if (whole == 0)
        return single;
    const QkvTensor *place = qkv_arange_integers(q, 0, a->count, 1);
    const QkvTensor *is_whole = qkv_lt(q, place, qkv_integer(q, whole));
    return qkv_where(q, qkv_reshape(q, is_whole, a->rank, a->size), in_vectors, single);
}

/* Tells whether the kernel takes the operand as it is. The right factor of a product, and the divisor, stay what they
 * are where they have no axes. */
static bool is_taken(const QkvOp *op, const QkvTensor *const in[], int i, QkvDType type)
{
    return in[i]->dtype == type || in[i]->dtype == QKV_BOOL || in[i]->is_number ||
           (op->keeps_number && i == 1 && in[i]->rank == 0);
}

bool half_cast(Qkv *q, const QkvOp *op, int count, const QkvTensor *const **in)
{
    QkvDType type = op->casts ? half_type(count, *in) : QKV_FLOAT32;
    if (!qkv_is_half(type))
        return true;
    const QkvTensor **cast = arena_many(qkv_arena(q), (size_t)count, const QkvTensor *);
    for (int i = 0; cast && i < count; i++)
        if (!(cast[i] = is_taken(op, *in, i, type) ? (*in)[i] : qkv_to(q, (*in)[i], type)))
            return false;
    *in = cast;
    return cast != NULL;
}
