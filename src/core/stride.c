/* PyTorch's strides: of its views, and of results whose axes lie in memory as its operands' do. */
#include "core/stride.h"

#include <stdlib.h>
#include <string.h>

#include "core/cells.h"
#include "core/integer.h"
#include "core/storage.h"

void stride_new(QkvTensor *t)
{
    int64_t pitch = 1;
    for (int d = t->rank - 1; d >= 0; d--) {
        t->stride[d] = pitch;
        pitch *= t->size[d] > 1 ? t->size[d] : 1; /* PyTorch counts a size of 0 as 1 here */
    }
}

static void keep_strides(QkvTensor *out, const int64_t *stride)
{
    memcpy(out->stride, stride, (size_t)out->rank * sizeof *stride);
}

/* --- views ------------------------------------------------------------------------------------ */

/* The old axes fall into runs that lie in memory as one axis; each run must be filled by some of
 * the new axes, from the last to the first. */
bool stride_view(const QkvTensor *a, int rank, const int64_t *size, int64_t *stride)
{
    int to = rank - 1;
    int64_t base = a->rank > 0 ? a->stride[a->rank - 1] : 1, old = 1, new = 1;
    bool same = rank == a->rank && memcmp(size, a->size, (size_t)rank * sizeof *size) == 0;
    if (a->count == 0 && same) {
        memcpy(stride, a->stride, (size_t)rank * sizeof *stride);
        return true;
    }
    if (a->count == 0) {
        for (int64_t pitch = 1; to >= 0; pitch *= size[to] > 1 ? size[to] : 1, to--)
            stride[to] = pitch;
        return true;
    }
    for (int from = a->rank - 1; from >= 0; from--) {
        old *= a->size[from];
        bool goes_on = from > 0 &&
                       (a->size[from - 1] == 1 || a->stride[from - 1] == wrap_mul(old, base));
        if (goes_on)
            continue;
        for (; to >= 0 && (new < old || size[to] == 1); to--) {
            stride[to] = wrap_mul(new, base);
            new *= size[to];
        }
        if (new != old)
            return false;
        base = from > 0 ? a->stride[from - 1] : base;
        old = new = 1;
    }
    for (; to >= 0; to--) /* of a single number every size is 1 */
        stride[to] = 1;
    return true;
}

void stride_reshape(QkvCall *c)
{
    int64_t stride[QKV_MAX_RANK];
    if (!stride_view(c->in[0], c->out->rank, c->out->size, stride))
        return;
    keep_strides(c->out, stride);
    storage_share(c);
}

/* --- the order of the axes -------------------------------------------------------------------- */

/* Operands as they are read: strides along the axes of the result, 0 where one is broadcast. */
typedef struct Reads {
    int count, rank;
    const int64_t *size;
    int64_t stride[3][QKV_MAX_RANK];
} Reads;

static void read_operand(Reads *r, const QkvTensor *in)
{
    int shift = r->rank - in->rank;
    int64_t *stride = r->stride[r->count++];
    for (int d = 0; d < r->rank; d++)
        stride[d] = d < shift || (in->size[d - shift] == 1 && r->size[d] != 1)
                        ? 0
                        : in->stride[d - shift];
}

/* Negative when axis x lies closer together in memory than y, positive the other way round, 0 when
 * no operand says. */
static int compare_axes(const Reads *r, int x, int y)
{
    for (int i = 0; i < r->count; i++) {
        int64_t a = llabs(r->stride[i][x]), b = llabs(r->stride[i][y]);
        if (a == 0 || b == 0)
            continue;
        if (a != b)
            return a < b ? -1 : 1;
        if (r->size[x] > r->size[y])
            return 1;
    }
    return 0;
}

/* Strides without gaps, the axes in the order of the operands. PyTorch's sort by insertion, step by
 * step: where the operands do not say, the order of the steps decides. */
static void set_order(QkvTensor *out, const Reads *r)
{
    int order[QKV_MAX_RANK];
    for (int d = 0; d < r->rank; d++)
        order[d] = r->rank - 1 - d;
    for (int i = 1; i < r->rank; i++) {
        int at = i;
        for (int before = i - 1; before >= 0; before--) {
            int side = compare_axes(r, order[before], order[at]);
            if (side < 0)
                break;
            if (side > 0) {
                int axis = order[before];
                order[before] = order[at];
                order[at] = axis;
                at = before;
            }
        }
    }
    bool is_new = true;
    for (int i = 0; i < r->rank; i++)
        is_new = is_new && order[i] == r->rank - 1 - i;
    for (int64_t i = 0, pitch = 1; !is_new && i < r->rank; i++) {
        out->stride[order[i]] = pitch;
        pitch *= out->size[order[i]]; /* PyTorch lets a size of 0 count here */
    }
}

void stride_order(QkvTensor *out, int count, const int64_t stride[][QKV_MAX_RANK])
{
    Reads r = {.count = count, .rank = out->rank, .size = out->size};
    for (int i = 0; i < count; i++)
        memcpy(r.stride[i], stride[i], sizeof r.stride[i]);
    set_order(out, &r);
}

/* Tells whether the cells fill a block of memory, in whatever order of the axes. */
static bool is_dense(const QkvTensor *t)
{
    int64_t pitch = 1;
    bool used[QKV_MAX_RANK] = {false};
    for (int n = 0; n < t->rank; n++) {
        int next = -1;
        for (int d = 0; d < t->rank; d++)
            if (!used[d] && t->size[d] > 1 && t->stride[d] == pitch)
                next = d;
        if (next < 0)
            break;
        used[next] = true;
        pitch *= t->size[next];
    }
    return t->count == 0 || pitch == t->count;
}

/* PyTorch's other usual order of four axes (batch, channel, row, column): channels closest
 * together. A tensor with axes of size 1 can be in this order and row after row, too. */
static bool put_channels_last(const QkvTensor *t, int64_t *stride)
{
    static const int order[] = {1, 3, 2, 0};
    bool is_so = t->rank == 4 && t->count > 0;
    for (int64_t i = 0, pitch = 1; is_so && i < 4; pitch *= t->size[order[i++]]) {
        is_so = t->size[order[i]] == 1 || t->stride[order[i]] == pitch;
        stride[order[i]] = pitch;
    }
    return is_so;
}

static bool same_strides(const QkvTensor *a, const QkvTensor *b)
{
    return memcmp(a->stride, b->stride, (size_t)a->rank * sizeof *a->stride) == 0;
}

void stride_like(const QkvTensor *in, QkvTensor *out)
{
    Reads r = {.rank = out->rank, .size = out->size};
    read_operand(&r, in);
    if (is_dense(in))
        keep_strides(out, in->stride);
    else
        set_order(out, &r);
}

void stride_copy(QkvCall *c)
{
    stride_like(c->in[0], c->out);
}

/* An operand as it is read: PyTorch copies one that has another type than is computed with. The
 * condition of a choice is not computed with. */
static QkvTensor operand_read(const QkvCall *c, int i)
{
    QkvTensor t = *c->in[i];
    QkvDType type = c->out->dtype == QKV_BOOL ? promoted(c) : c->out->dtype;
    if (t.dtype != type && !(c->op->how == QKV_HOW_CHOICE && i == 0)) {
        stride_new(&t);
        stride_like(c->in[i], &t);
    }
    return t;
}

void stride_cellwise(QkvCall *c)
{
    Reads r = {.rank = c->out->rank, .size = c->out->size};
    bool all_new = true, all_same = true, all_channels_last = true;
    int64_t channels_last[QKV_MAX_RANK];
    QkvTensor first = operand_read(c, 0);
    for (int i = 0; i < c->count; i++) {
        QkvTensor in = operand_read(c, i);
        bool fits = qkv_tensor_same_shape(&in, c->out);
        all_new = all_new && fits && qkv_tensor_is_contiguous(&in);
        all_same = all_same && fits && is_dense(&in) && same_strides(&in, &first);
        all_channels_last = all_channels_last && fits && put_channels_last(&in, channels_last);
        read_operand(&r, &in);
    }
    if (all_new)
        return;
    if (all_channels_last)
        keep_strides(c->out, channels_last);
    else if (all_same)
        keep_strides(c->out, first.stride);
    else
        set_order(c->out, &r);
}
