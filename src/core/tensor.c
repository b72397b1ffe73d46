/* Tensors: sizes, cells and indices. */
#include "core/tensor.h"

#include "base/common.h"
#include "core/cells.h"
#include "core/half.h"
#include "core/integer.h"
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* --- types ------------------------------------------------------------------------------------------- */

typedef enum TypeKind { KIND_TRUTH, KIND_INTEGER, KIND_FLOAT } TypeKind;

typedef struct TypeRow {
    const char *name;
    const char *class;  /* the old class of PyTorch's tensors                               */
    size_t size, bytes; /* of a cell here, and in PyTorch                                   */
    TypeKind kind;
    QkvDType stored; /* the type whose cells lie in memory in the same way               */
    int place;       /* in the order of promotion                                        */
    double most;     /* of floats: the largest number                                    */
} TypeRow;

/* clang-format off */
static const TypeRow types[QKV_DTYPES] = {
    [QKV_BOOL]     = {"bool",     "torch.BoolTensor", 1, 1, KIND_TRUTH,   QKV_BOOL,    0},
    [QKV_UINT8]    = {"uint8",    "torch.ByteTensor", 1, 1, KIND_INTEGER, QKV_BOOL,    1},
    [QKV_INT32]    = {"int32",    "torch.IntTensor", 8, 4, KIND_INTEGER, QKV_INT64,   2},
    [QKV_INT64]    = {"int64",    "torch.LongTensor", 8, 8, KIND_INTEGER, QKV_INT64,   3},
    [QKV_BFLOAT16] = {"bfloat16", "torch.BFloat16Tensor", 4, 2, KIND_FLOAT,   QKV_FLOAT32, 4, 0x1.FEp127},
    [QKV_FLOAT16]  = {"float16",  "torch.HalfTensor", 4, 2, KIND_FLOAT,   QKV_FLOAT32, 4, 65504},
    [QKV_FLOAT32]  = {"float32",  "torch.FloatTensor", 4, 4, KIND_FLOAT,   QKV_FLOAT32, 5, (double)FLT_MAX},
    [QKV_FLOAT64]  = {"float64",  "torch.DoubleTensor", 8, 8, KIND_FLOAT,   QKV_FLOAT64, 6, DBL_MAX},
};
/* clang-format on */

static const TypeRow *row_of(QkvDType dtype)
{
    static const TypeRow none = {.name = "no type", .class = ""};
    return (unsigned)dtype < QKV_DTYPES ? &types[dtype] : &none;
}

const char *qkv_dtype_name(QkvDType dtype)
{
    return row_of(dtype)->name;
}

const char *type_class(QkvDType dtype)
{
    return row_of(dtype)->class;
}

size_t qkv_dtype_size(QkvDType dtype)
{
    return row_of(dtype)->size;
}

size_t type_bytes(QkvDType dtype)
{
    return row_of(dtype)->bytes;
}

double type_most(QkvDType dtype)
{
    return row_of(dtype)->most;
}

int type_bits(QkvDType dtype)
{
    return dtype == QKV_BFLOAT16  ? 8
           : dtype == QKV_FLOAT16 ? 11
           : dtype == QKV_FLOAT64 ? DBL_MANT_DIG
                                  : FLT_MANT_DIG;
}

bool qkv_is_float(QkvDType dtype)
{
    return row_of(dtype)->kind == KIND_FLOAT;
}

bool qkv_is_half(QkvDType dtype)
{
    return dtype == QKV_BFLOAT16 || dtype == QKV_FLOAT16;
}

bool qkv_is_long(QkvDType dtype)
{
    return dtype == QKV_INT32 || dtype == QKV_INT64;
}

QkvDType stored_as(QkvDType dtype)
{
    return row_of(dtype)->stored;
}

bool type_is_more(QkvDType dtype, QkvDType than)
{
    return row_of(dtype)->place > row_of(than)->place;
}

QkvDType type_of_both(QkvDType a, QkvDType b)
{
    bool are_two = a != b && row_of(a)->place == row_of(b)->place;
    return are_two ? QKV_FLOAT32 : type_is_more(b, a) ? b : a;
}

const QkvTensor *qkv_as_array(const QkvTensor *t, bool is_array)
{
    if (t)
        ((QkvTensor *)(uintptr_t)t)->is_array = is_array;
    return t;
}

const QkvTensor *qkv_held(const QkvTensor *t)
{
    if (t)
        ((QkvTensor *)(uintptr_t)t)->is_held = t->is_array && t->rank == 0;
    return t;
}

double qkv_tensor_at(const QkvTensor *t, int64_t cell)
{
    if (!t || cell < 0 || cell >= t->count)
        return (double)NAN;
    switch ((int)stored_as(t->dtype)) {
    case QKV_BOOL:
        return t->data.b[cell];
    case QKV_INT64:
        return (double)t->data.i[cell];
    case QKV_FLOAT32:
        return (double)t->data.f[cell];
    default:
        return t->data.d[cell];
    }
}

float cell_float(const QkvTensor *t, int64_t cell)
{
    switch ((int)stored_as(t->dtype)) {
    case QKV_FLOAT32:
        return t->data.f[cell];
    case QKV_FLOAT64:
        return (float)t->data.d[cell];
    case QKV_INT64: /* not by way of double, which would round, too */
        return (float)t->data.i[cell];
    default:
        return (float)t->data.b[cell];
    }
}

double cell_double(const QkvTensor *t, int64_t cell)
{
    return t->is_number && qkv_is_float(t->dtype) ? t->number : qkv_tensor_at(t, cell);
}

int64_t cell_integer(const QkvTensor *t, int64_t cell)
{
    switch ((int)stored_as(t->dtype)) {
    case QKV_FLOAT32:
        return integer_from((double)t->data.f[cell]);
    case QKV_FLOAT64:
        return integer_from(t->data.d[cell]);
    case QKV_INT64:
        return t->data.i[cell];
    default:
        return t->data.b[cell];
    }
}

int64_t integer_as(QkvDType type, int64_t x)
{
    return type == QKV_BOOL    ? x != 0
           : type == QKV_UINT8 ? (unsigned char)x
           : type == QKV_INT32 ? (int32_t)(uint32_t)(uint64_t)x
                               : x;
}

int64_t number_as(QkvDType type, double x)
{
    bool is_beyond = type == QKV_INT32 && !(x > INT32_MIN - 1.0 && x < INT32_MAX + 1.0);
    return is_beyond ? INT32_MIN : integer_as(type, integer_from(x));
}

int64_t cell_as(QkvDType type, const QkvTensor *t, int64_t cell)
{
    return qkv_is_float(t->dtype) ? number_as(type, qkv_tensor_at(t, cell))
                                  : integer_as(type, cell_integer(t, cell));
}

void put_integer(QkvTensor *out, int64_t cell, int64_t x)
{
    if (qkv_is_long(out->dtype))
        out->data.i[cell] = integer_as(out->dtype, x);
    else
        out->data.b[cell] = (unsigned char)integer_as(out->dtype, x);
}

void put_number(QkvTensor *out, int64_t cell, double x)
{
    if (stored_as(out->dtype) == QKV_FLOAT32)
        out->data.f[cell] = half_rounded(out->dtype, (float)x);
    else if (out->dtype == QKV_FLOAT64)
        out->data.d[cell] = x;
    else if (out->dtype == QKV_BOOL)
        out->data.b[cell] = x != 0;
    else
        put_integer(out, cell, number_as(out->dtype, x));
}

void copy_cell(QkvTensor *out, int64_t to, const QkvTensor *in, int64_t from)
{
    if (stored_as(out->dtype) == QKV_FLOAT32)
        out->data.f[to] = half_rounded(out->dtype, cell_float(in, from));
    else if (out->dtype == QKV_FLOAT64)
        out->data.d[to] = cell_double(in, from);
    else if (out->dtype == QKV_BOOL)
        out->data.b[to] = qkv_tensor_at(in, from) != 0;
    else
        put_integer(out, to, cell_as(out->dtype, in, from));
}

bool is_integer(QkvDType type)
{
    return row_of(type)->kind == KIND_INTEGER;
}

bool is_mask(QkvDType type)
{
    return type == QKV_BOOL || type == QKV_UINT8;
}

QkvDType summed(QkvDType type)
{
    return qkv_is_float(type) ? type : QKV_INT64;
}

/* Of two types that count by kind: what counts less wins only with a larger kind. */
static QkvDType combined(QkvDType first, QkvDType second)
{
    return row_of(second)->kind > row_of(first)->kind ? second : first;
}

bool are_arrays(int count, const QkvTensor *const in[])
{
    bool any = false;
    for (int i = 0; i < count; i++)
        if (in[i]->is_array)
            any = true;
        else if (!in[i]->is_number)
            return false;
    return any;
}

/* NumPy's types: all arrays count alike, also those without axes, and float32 cannot hold int64. */
static QkvDType promoted_arrays(int count, const QkvTensor *const in[])
{
    QkvDType type = QKV_BOOL, number = QKV_BOOL;
    bool has_long = false;
    for (int i = 0; i < count; i++) {
        QkvDType *t = in[i]->is_number ? &number : &type;
        *t = type_of_both(*t, in[i]->dtype);
        has_long = has_long || (!in[i]->is_number && qkv_is_long(in[i]->dtype));
    }
    number = qkv_is_float(number) ? QKV_FLOAT64 : number;
    return type == QKV_FLOAT32 && has_long ? QKV_FLOAT64 : combined(type, number);
}

/* Tensors with axes count first, then those without, then plain numbers. */
QkvDType qkv_promoted(int count, const QkvTensor *const in[])
{
    QkvDType type[3] = {QKV_BOOL, QKV_BOOL, QKV_BOOL};
    if (are_arrays(count, in))
        return promoted_arrays(count, in);
    for (int i = 0; i < count; i++) {
        QkvDType *t = &type[in[i]->is_number ? 2 : in[i]->rank == 0];
        *t = type_of_both(*t, in[i]->dtype);
    }
    return combined(type[0], combined(type[1], type[2]));
}

QkvDType promoted(const QkvCall *c)
{
    return qkv_promoted(c->count, c->in);
}

QkvDType floating(const QkvCall *c)
{
    QkvDType type = promoted(c);
    return qkv_is_float(type) ? type : are_arrays(c->count, c->in) ? QKV_FLOAT64 : QKV_FLOAT32;
}

int64_t qkv_tensor_pitch(const QkvTensor *t, int axis)
{
    int64_t pitch = 1;
    for (int d = axis < 0 ? 1 : axis + 1; t && d < t->rank; d++)
        pitch *= t->size[d];
    return pitch;
}

void qkv_tensor_index(const QkvTensor *t, int64_t cell, int64_t at[QKV_MAX_RANK])
{
    for (int d = t->rank - 1; d >= 0; d--) {
        at[d] = cell % t->size[d];
        cell /= t->size[d];
    }
}

int64_t qkv_tensor_cell(const QkvTensor *t, const int64_t at[QKV_MAX_RANK])
{
    int64_t cell = 0;
    for (int d = 0; d < t->rank; d++)
        cell = cell * t->size[d] + at[d];
    return cell;
}

bool qkv_tensor_is_contiguous(const QkvTensor *t)
{
    for (int d = 0; d < t->rank; d++)
        if (t->count > 0 && t->size[d] != 1 && t->stride[d] != qkv_tensor_pitch(t, d))
            return false;
    return true;
}

const char *qkv_tensor_label(const QkvTensor *t, int axis, int64_t index, int64_t cell)
{
    bool is_there = t && axis >= 0 && axis < t->rank && index >= 0 && index < t->size[axis];
    const QkvAxis *a = is_there ? &t->axis[axis] : NULL;
    if (!a || !a->labels || (a->groups > 1 && (cell < 0 || cell >= t->count)))
        return NULL;
    int64_t item = a->groups > 1 ? cell / qkv_tensor_pitch(t, 0) : 0;
    return a->labels[item * t->size[axis] + index];
}

bool qkv_tensor_same_shape(const QkvTensor *a, const QkvTensor *b)
{
    bool same = a->rank == b->rank;
    for (int d = 0; same && d < a->rank; d++)
        same = a->size[d] == b->size[d];
    return same;
}

const char *sizes_text(char text[SIZES_CAPACITY], int rank, const int64_t *size)
{
    char *at = text;
    *at++ = '(';
    for (int d = 0; d < rank; d++)
        at += sprintf(at, d ? ", %lld" : "%lld", (long long)size[d]);
    memcpy(at, rank == 1 ? ",)" : ")", rank == 1 ? 3 : 2);
    return text;
}

const char *sizes_list(char text[SIZES_CAPACITY], int rank, const int64_t *size)
{
    char *at = text;
    *at++ = '[';
    for (int d = 0; d < rank; d++)
        at += sprintf(at, d ? ", %lld" : "%lld", (long long)size[d]);
    memcpy(at, "]", 2);
    return text;
}
