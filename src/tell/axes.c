#include "tell/axes.h"

#include <string.h>

int64_t matrix_rows(const QkvTensor *t)
{
    return t->rank > 1 ? t->size[t->rank - 2] : 1;
}

int64_t matrix_cols(const QkvTensor *t)
{
    return t->rank > 0 ? t->size[t->rank - 1] : 1;
}

int64_t matrix_cells(const QkvTensor *t)
{
    return matrix_rows(t) * matrix_cols(t);
}

int64_t matrix_items(const QkvTensor *t)
{
    int64_t cells = matrix_cells(t);
    return cells > 0 ? t->count / cells : 0;
}

int64_t matrix_item(const QkvTensor *t, int64_t cell)
{
    int64_t cells = matrix_cells(t);
    return cells > 0 ? cell / cells : 0;
}

const char *matrix_index_name(Arena *a, const QkvTensor *t, int axis, int64_t index, int64_t cell)
{
    const char *label = qkv_tensor_label(t, axis, index, cell);
    return label ? label : arena_format(a, "%lld", (long long)index);
}

const char *matrix_own_name(Arena *a, const QkvTensor *t, int axis, int64_t index, int64_t cell)
{
    const char *name = matrix_index_name(a, t, axis, index, cell);
    for (int64_t i = 0; i < t->size[axis] && t->axis[axis].labels; i++) {
        const char *label = i == index ? NULL : qkv_tensor_label(t, axis, i, cell);
        if (label && strcmp(label, name) == 0)
            return arena_format(a, "%s %lld", name, (long long)index);
    }
    return name;
}

const char *matrix_axis_name(const QkvTensor *t, int axis)
{
    return t->axis[axis].name ? t->axis[axis].name : "item";
}

const char *matrix_index_title(Arena *a, const QkvTensor *t, int axis, int64_t index, int64_t cell)
{
    return arena_format(a, "%s %s", matrix_axis_name(t, axis),
                        matrix_index_name(a, t, axis, index, cell));
}

const char *matrix_shape_from(Arena *a, const QkvTensor *t, int named)
{
    Buf text = {0};
    buf_putc(&text, '[');
    for (int d = 0; d < t->rank; d++) {
        buf_printf(&text, d ? " x %lld" : "%lld", (long long)t->size[d]);
        if (t->axis[d].name && d >= named)
            buf_printf(&text, " %s", t->axis[d].name);
    }
    buf_puts(&text, t->rank == 0 ? "one number]" : "]");
    if (t->dtype != QKV_FLOAT32)
        buf_printf(&text, " %s", qkv_dtype_name(t->dtype));
    return arena_keep(a, &text);
}

const char *matrix_shape(Arena *a, const QkvTensor *t)
{
    return matrix_shape_from(a, t, 0);
}

const char *matrix_sizes(Arena *a, const QkvTensor *t)
{
    return matrix_shape_from(a, t, t->rank);
}

const char *matrix_place(Arena *a, const QkvTensor *t, int64_t cell)
{
    int64_t at[QKV_MAX_RANK];
    Buf text = {.arena = a};
    qkv_tensor_index(t, cell, at);
    for (int d = 0; d < t->rank; d++)
        buf_printf(&text, "%s%s", d ? ", " : "[", matrix_own_name(a, t, d, at[d], cell));
    buf_puts(&text, t->rank ? "]" : "");
    return buf_text(&text);
}

const QkvTensor *matrix_named(const QkvTensor *t, const QkvTensor *other, int axis)
{
    return t->rank != other->rank || t->axis[axis].labels ? t : other;
}
