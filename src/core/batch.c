/* Makers of a batch of sentences: words as rows of 0 and 1, and sequences brought to one length.
 * Both are groups of operations that lessons can apply one by one, too. */
#include "core/gradient.h"
#include "core/rows.h"

/* How many classes are needed to hold every number of a. */
static bool count_classes(Qkv *q, const QkvTensor *a, int64_t *classes)
{
    int64_t most = -1;
    for (int64_t i = 0; i < a->count; i++) {
        if (a->data.i[i] < 0)
            return qkv_fail(q, "one_hot: a class cannot be negative, but there is a %lld",
                            (long long)a->data.i[i]);
        most = a->data.i[i] > most ? a->data.i[i] : most;
    }
    if (a->count == 0 && *classes <= 0)
        return qkv_fail(q,
                        "one_hot: an empty tensor does not tell how many classes there are: give "
                        "num_classes");
    if (*classes != -1 && *classes <= most)
        return qkv_fail(q,
                        "one_hot: class %lld needs num_classes to be at least %lld, but it is %lld",
                        (long long)most, (long long)most + 1, (long long)*classes);
    if (most == INT64_MAX)
        return qkv_lack(q, "one_hot: too many classes");
    *classes = *classes == -1 ? most + 1 : *classes;
    return true;
}

const QkvTensor *qkv_one_hot(Qkv *q, const QkvTensor *a, int64_t classes)
{
    if (!a)
        return NULL;
    if (!qkv_is_long(a->dtype)) {
        qkv_fail(q, "one_hot: the classes are numbered with int64, but these are %s: use .long()",
                 qkv_dtype_name(a->dtype));
        return NULL;
    }
    if (!count_classes(q, a, &classes))
        return NULL;
    qkv_enter(q, "one_hot");
    const QkvTensor *column = qkv_unsqueeze(q, a, -1);
    const QkvTensor *is_class = qkv_eq(q, column, qkv_arange_integers(q, 0, classes, 1));
    const QkvTensor *out = qkv_to(q, is_class, QKV_INT64);
    qkv_leave(q);
    return out;
}

/* A sequence as one of the batch: the type and the other sizes of the first, `length` long. */
static const QkvTensor *as_item(Qkv *q, const QkvTensor *first, const QkvTensor *t, int64_t length,
                                double value)
{
    int64_t size[QKV_MAX_RANK];
    bool same = t->rank == first->rank;
    for (int d = 1; d < first->rank; d++) {
        size[d] = first->size[d];
        same = same && t->size[d] == size[d];
    }
    size[0] = t->size[0];
    const QkvTensor *item = qkv_to(q, t, first->dtype);
    if (!same)
        item = qkv_expand(q, item, first->rank, size);
    QkvParams p = {.count = 2 * first->rank, .value = value, .keepdim = true};
    p.at[p.count - 1] = length - t->size[0];
    return t->size[0] == length ? item : qkv_apply(q, &op_pad, 1, &item, &p);
}

const QkvTensor *qkv_pad_sequence(Qkv *q, int count, const QkvTensor *const in[], bool batch_first,
                                  double value)
{
    int64_t length = 0;
    if (count == 0)
        qkv_fail(q, "pad_sequence: there are no sequences");
    for (int i = 0; i < count; i++) {
        if (!in[i] || in[i]->rank == 0) {
            qkv_fail(q, "pad_sequence: number %d is a single number and no sequence", i + 1);
            return NULL;
        }
        length = in[i]->size[0] > length ? in[i]->size[0] : length;
    }
    if (qkv_error(q) || !constant_fits(q, "pad_sequence", in[0]->dtype, value))
        return NULL;
    qkv_enter(q, "pad_sequence");
    const QkvTensor **item = arena_many(qkv_arena(q), (size_t)count, const QkvTensor *);
    for (int i = 0; item && i < count; i++)
        item[i] = as_item(q, in[0], in[i], length, value);
    const QkvTensor *out = item ? qkv_stack(q, count, item, batch_first ? 0 : 1) : NULL;
    qkv_leave(q);
    return gradient_named(out, "CopySlices");
}
