/* Tensors: sizes, cells and indices. */
#include "core/tensor.h"

#include <assert.h>

const char *dtype_name(DType dtype)
{
    static const char *const names[] = {
        [DTYPE_BOOL] = "bool", [DTYPE_INT64] = "int64", [DTYPE_FLOAT32] = "float32"};
    return names[dtype];
}

size_t dtype_size(DType dtype)
{
    static const size_t sizes[] = {
        [DTYPE_BOOL] = 1, [DTYPE_INT64] = sizeof(int64_t), [DTYPE_FLOAT32] = sizeof(float)};
    return sizes[dtype];
}

double tensor_at(const Tensor *t, int64_t cell)
{
    assert(cell >= 0 && cell < t->count);
    switch (t->dtype) {
    case DTYPE_BOOL:
        return t->data.b[cell];
    case DTYPE_INT64:
        return (double)t->data.i[cell];
    case DTYPE_FLOAT32:
        return (double)t->data.f[cell];
    }
    return 0;
}

int64_t tensor_pitch(const Tensor *t, int axis)
{
    int64_t pitch = 1;
    for (int d = axis + 1; d < t->rank; d++)
        pitch *= t->size[d];
    return pitch;
}

void tensor_index(const Tensor *t, int64_t cell, int64_t at[QKV_MAX_RANK])
{
    for (int d = t->rank - 1; d >= 0; d--) {
        at[d] = cell % t->size[d];
        cell /= t->size[d];
    }
}

int64_t tensor_cell(const Tensor *t, const int64_t at[QKV_MAX_RANK])
{
    int64_t cell = 0;
    for (int d = 0; d < t->rank; d++)
        cell = cell * t->size[d] + at[d];
    return cell;
}

bool tensor_is_contiguous(const Tensor *t)
{
    for (int d = 0; d < t->rank; d++)
        if (t->count > 0 && t->size[d] != 1 && t->stride[d] != tensor_pitch(t, d))
            return false;
    return true;
}

const char *tensor_label(const Tensor *t, int axis, int64_t index, int64_t cell)
{
    const Axis *a = &t->axis[axis];
    if (!a->labels)
        return NULL;
    int64_t item = a->groups > 1 ? cell / tensor_pitch(t, 0) : 0;
    return a->labels[item * t->size[axis] + index];
}

bool tensor_same_shape(const Tensor *a, const Tensor *b)
{
    bool same = a->rank == b->rank;
    for (int d = 0; same && d < a->rank; d++)
        same = a->size[d] == b->size[d];
    return same;
}

void tensor_shape(Buf *out, const Tensor *t)
{
    buf_putc(out, '(');
    for (int d = 0; d < t->rank; d++)
        buf_printf(out, d ? ", %lld" : "%lld", (long long)t->size[d]);
    buf_puts(out, t->rank == 1 ? ",)" : ")");
}
