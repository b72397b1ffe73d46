/* Reads what stands between the brackets after a tensor, as core takes it. */
#include "torch/torch.h"

static bool set_part(Eval *e, const Value *v, bool *has, int64_t *to)
{
    *has = v->kind != VALUE_NONE;
    return eval_slice_part(e, v, to);
}

/* A tensor that picks several positions, or what PyTorch makes one of. */
static bool takes_tensor(const Value *key)
{
    if (key->kind == VALUE_TENSOR)
        return key->tensor->rank > 0 || !qkv_is_long(key->tensor->dtype);
    return key->kind == VALUE_BOOL || list_in(key) || key->kind == VALUE_TUPLE ||
           key->kind == VALUE_RANGE;
}

/* x[[0, 2]]: the list as a tensor, which is a step of its own. */
static const QkvTensor *list_tensor(Eval *e, const List *list, const Node *n)
{
    bool truths = list->count > 0 && list->item[0].kind == VALUE_BOOL;
    int64_t *position = arena_many(e->arena, (size_t)list->count, int64_t);
    bool *truth = arena_many(e->arena, (size_t)list->count, bool);
    for (int64_t i = 0; i < list->count; i++) {
        const Value *item = &list->item[i];
        if (item->kind != (truths ? VALUE_BOOL : VALUE_INT)) {
            eval_refuse_name(
                e,
                "a list that indexes a tensor holds only integers or only booleans, but "
                "item %lld is %s",
                (long long)i, value_kind(item));
            return NULL;
        }
        position[i] = truths ? 0 : item->integer;
        truth[i] = truths && item->truth;
    }
    const QkvTensor *t = truths ? qkv_bools(e->q, 1, &list->count, truth)
                                : qkv_ints(e->q, 1, &list->count, position);
    if (t)
        qkv_caption(e->q, t, eval_source(e) + n->start, n->end - n->start);
    else
        torch_fail(e);
    return t;
}

static const QkvTensor *subscript_tensor(Eval *e, const Value *key, const Node *n)
{
    if (key->kind == VALUE_TENSOR)
        return key->tensor;
    if (key->kind == VALUE_BOOL)
        return qkv_truth(e->q, key->truth);
    Value items = *key;
    if (key->kind == VALUE_RANGE && !eval_gather(e, key, VALUE_LIST, &items))
        return NULL;
    return list_tensor(e, row_in(&items), n);
}

/* Reads what stands at `n`, as a subscript. */
static bool tensor_subscript(Eval *e, const QkvTensor *t, const Value *key, const Node *n,
                             QkvSubscript *s)
{
    *s = (QkvSubscript){.step = 1};
    bool has_step;
    if (key->kind == VALUE_NONE) {
        s->kind = QKV_SUBSCRIPT_NEW;
        return true;
    }
    if (key->kind == VALUE_ELLIPSIS) {
        s->kind = QKV_SUBSCRIPT_REST;
        return true;
    }
    if (key->kind == VALUE_SLICE) {
        s->kind = QKV_SUBSCRIPT_SLICE;
        return set_part(e, &key->slice->start, &s->has_start, &s->start) &&
               set_part(e, &key->slice->stop, &s->has_stop, &s->stop) &&
               set_part(e, &key->slice->step, &has_step, &s->step);
    }
    if (!eval_written(e, key))
        return false;
    bool is_array_of_floats = !t->is_array && key->kind == VALUE_TENSOR && key->tensor->is_array &&
                              qkv_is_float(key->tensor->dtype);
    if (text_in(key) || is_array_of_floats)
        return eval_refuse_name(e, "a tensor is not indexed with %s here", value_kind(key));
    if (takes_tensor(key)) {
        s->kind = QKV_SUBSCRIPT_TENSOR;
        return (s->tensor = subscript_tensor(e, key, n)) != NULL;
    }
    s->kind = QKV_SUBSCRIPT_AT;
    if (key->kind == VALUE_INT ||
        (key->kind == VALUE_TENSOR && key->tensor->rank == 0 && qkv_is_long(key->tensor->dtype)))
        return value_integer(key, &s->start);
    return torch_raise(e, &(QkvFault){.kind = TORCH_FAULT_SUBSCRIPT, .is_of_arrays = t->is_array},
                       "a tensor is indexed with integers, slices, None, ..., and with lists or "
                       "tensors of integers or booleans, but this is %s",
                       value_kind(key));
}

int torch_subscripts(Eval *e, const Value *v, const Value *key, const Node *n,
                     QkvSubscript subscripts[MOST_SUBSCRIPTS])
{
    const QkvTensor *t = v->tensor;
    int64_t count = key->kind == VALUE_TUPLE ? row_in(key)->count : 1;
    const Value *keys = key->kind == VALUE_TUPLE ? row_in(key)->item : key;
    if (count > MOST_SUBSCRIPTS) {
        eval_refuse_name(e, "%lld indices are too many for a tensor with %d ax%cs",
                         (long long)count, t->rank, t->rank == 1 ? 'i' : 'e');
        return -1;
    }
    bool written = n->kind == NODE_TUPLE && n->kids == count;
    for (int64_t i = 0; i < count; i++)
        if (!tensor_subscript(e, t, &keys[i], written ? n->kid[i] : n, &subscripts[i]))
            return -1;
    for (int64_t i = 0; i < count && t->is_array; i++)
        if (keys[i].kind != VALUE_TENSOR)
            qkv_as_array(subscripts[i].tensor, true);
    return (int)count;
}

bool torch_index(Eval *e, const Value *v, const Value *key, const Node *n, Value *out)
{
    QkvSubscript subscripts[MOST_SUBSCRIPTS];
    int count = torch_subscripts(e, v, key, n, subscripts);
    return count >= 0 && torch_result(e, qkv_index(e->q, v->tensor, count, subscripts), out);
}
