/* Subscripts: x[1], x[1:3], x[:, None], d["key"]. */
#include <string.h>

#include "python/eval.h"
#include "python/text.h"

enum { BYTES_PER_STEP = 64 };

/* --- slices --------------------------------------------------------------------------------- */

static bool slice_part(Eval *e, const Node *n, Value *out)
{
    int64_t i;
    if (!n) {
        *out = value_none;
        return true;
    }
    if (!eval_expression(e, n, out))
        return false;
    e->at = n;
    if (out->kind == VALUE_NONE)
        return true;
    if (!value_integer(out, &i))
        return eval_fail(e, "the parts of a slice are integers, and this is %s", value_kind(out));
    *out = value_int(i);
    return true;
}

static bool eval_part(Eval *e, const Node *n, Value *out)
{
    if (n->kind != NODE_SLICE)
        return eval_expression(e, n, out);
    ValueSlice *s = arena_new(e->arena, ValueSlice);
    if (!slice_part(e, n->kid[0], &s->start) || !slice_part(e, n->kid[1], &s->stop) ||
        !slice_part(e, n->kid[2], &s->step))
        return false;
    *out = (Value){.kind = VALUE_SLICE, .slice = s};
    return true;
}

/* Python's slice over `size` items, as the range of its indices. */
static bool slice_range(Eval *e, const ValueSlice *s, int64_t size, Range *out)
{
    int64_t step = s->step.kind == VALUE_NONE ? 1 : s->step.integer;
    if (step == 0)
        return eval_fail(e, "the step of a slice cannot be 0");
    bool back = step < 0;
    int64_t low = back ? -1 : 0, high = back ? size - 1 : size;
    int64_t ends[2] = {back ? high : low, back ? low : high};
    const Value *given[2] = {&s->start, &s->stop};
    for (int i = 0; i < 2; i++) {
        if (given[i]->kind == VALUE_NONE)
            continue;
        int64_t at = given[i]->integer;
        at += at < 0 ? size : 0;
        ends[i] = at < low ? low : at > high ? high : at;
    }
    *out = (Range){ends[0], ends[1], step};
    return true;
}

bool eval_position(Eval *e, const Value *key, int64_t size, const char *what, int64_t *i)
{
    if (!value_integer(key, i))
        return eval_fail(e, "the index of a %s is an integer, and this is %s", what,
                         value_kind(key));
    if (size == 0)
        return eval_fail(e, "index %lld is out of range: the %s is empty", (long long)*i, what);
    if (*i < -size || *i >= size)
        return eval_fail(e, "index %lld is out of range: the %s has %lld item%s, 0 to %lld",
                         (long long)*i, what, (long long)size, size == 1 ? "" : "s",
                         (long long)size - 1);
    *i += *i < 0 ? size : 0;
    return true;
}

/* --- plain values --------------------------------------------------------------------------- */

static bool index_list(Eval *e, const Value *v, const Value *key, Value *out)
{
    const List *list = v->list;
    if (key->kind != VALUE_SLICE) {
        int64_t i = 0;
        if (!eval_position(e, key, list->count, value_type(v), &i))
            return false;
        *out = list->item[i];
        return true;
    }
    Range cut = {0};
    if (!slice_range(e, key->slice, list->count, &cut) || !eval_spend(e, range_count(&cut)))
        return false;
    *out = value_list(e->arena, v->kind);
    for (int64_t k = 0, count = range_count(&cut); k < count; k++)
        list_add(e->arena, out->list, list->item[cut.start + k * cut.step]);
    return true;
}

static bool scale(const Range *r, int64_t index, int64_t *out)
{
    return !__builtin_mul_overflow(index, r->step, out) &&
           !__builtin_add_overflow(*out, r->start, out);
}

static bool index_range(Eval *e, const Range *r, const Value *key, Value *out)
{
    if (key->kind != VALUE_SLICE) {
        int64_t i = 0;
        if (!eval_position(e, key, range_count(r), "range", &i))
            return false;
        *out = value_int(r->start + i * r->step);
        return true;
    }
    Range cut = {0}, result = {0};
    if (!slice_range(e, key->slice, range_count(r), &cut))
        return false;
    if (!scale(r, cut.start, &result.start) || !scale(r, cut.stop, &result.stop) ||
        __builtin_mul_overflow(r->step, cut.step, &result.step))
        return eval_fail(e, "the numbers of this range do not fit in 64 bits");
    *out = (Value){.kind = VALUE_RANGE, .range = result};
    return true;
}

/* A text is indexed by its characters: where each begins, and the end. */
static size_t *character_starts(Eval *e, const Text *text)
{
    size_t *start = arena_many(e->arena, text->length + 1, size_t);
    int64_t count = 0;
    for (size_t i = 0; i < text->length; i += text_step(text, i))
        start[count++] = i;
    start[count] = text->length;
    return start;
}

static bool index_character(Eval *e, const Text *text, const Value *key, Value *out)
{
    int64_t i = 0;
    if (!eval_position(e, key, text_characters(text), "str", &i))
        return false;
    size_t at = 0;
    for (; i > 0; i--)
        at += text_step(text, at);
    *out = value_text(e->arena, text->bytes + at, text_step(text, at));
    return true;
}

static bool index_text(Eval *e, const Text *text, const Value *key, Value *out)
{
    Range cut = {0};
    int64_t size = text_characters(text);
    if (!eval_spend(e, size / BYTES_PER_STEP))
        return false;
    if (key->kind != VALUE_SLICE)
        return index_character(e, text, key, out);
    if (!slice_range(e, key->slice, size, &cut))
        return false;
    const size_t *start = character_starts(e, text);
    Buf part = {0};
    for (int64_t k = 0, count = range_count(&cut); k < count; k++) {
        int64_t i = cut.start + k * cut.step;
        buf_add(&part, text->bytes + start[i], start[i + 1] - start[i]);
    }
    return eval_text(e, &part, out);
}

static bool index_dict(Eval *e, const Value *v, const Value *key, Value *out)
{
    if (!eval_is_key(e, key))
        return false;
    const Value *item = dict_find(&e->budget, v->dict, key);
    if (!item) {
        Buf text = {0};
        value_repr(&text, key, 80);
        eval_fail(e, "the dict has no key %s", buf_text(&text));
        buf_release(&text);
        return false;
    }
    *out = *item;
    return true;
}

/* --- tensors -------------------------------------------------------------------------------- */

static void set_part(const Value *v, bool *has, int64_t *to)
{
    *has = v->kind != VALUE_NONE;
    if (*has)
        *to = v->integer;
}

/* A tensor that picks several positions, or what PyTorch makes one of. */
static bool takes_tensor(const Value *key)
{
    if (key->kind == VALUE_TENSOR)
        return key->tensor->rank > 0 || key->tensor->dtype != QKV_INT64;
    return key->kind == VALUE_BOOL || key->kind == VALUE_LIST;
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
            eval_fail(e,
                      "a list that indexes a tensor holds integers alone or truths alone, and "
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
        qkv_caption(e->q, t, e->source + n->start, n->end - n->start);
    else
        eval_fail(e, "%s", qkv_error(e->q));
    return t;
}

static const QkvTensor *subscript_tensor(Eval *e, const Value *key, const Node *n)
{
    if (key->kind == VALUE_TENSOR)
        return key->tensor;
    return key->kind == VALUE_BOOL ? qkv_truth(e->q, key->truth) : list_tensor(e, key->list, n);
}

/* What stands at `n`, as a subscript. */
static bool tensor_subscript(Eval *e, const Value *key, const Node *n, QkvSubscript *s)
{
    *s = (QkvSubscript){.step = 1};
    bool has_step;
    switch (key->kind) {
    case VALUE_NONE:
        s->kind = QKV_SUBSCRIPT_NEW;
        return true;
    case VALUE_ELLIPSIS:
        s->kind = QKV_SUBSCRIPT_REST;
        return true;
    case VALUE_SLICE:
        s->kind = QKV_SUBSCRIPT_SLICE;
        set_part(&key->slice->start, &s->has_start, &s->start);
        set_part(&key->slice->stop, &s->has_stop, &s->stop);
        set_part(&key->slice->step, &has_step, &s->step);
        return true;
    default:
        break;
    }
    if (takes_tensor(key)) {
        s->kind = QKV_SUBSCRIPT_TENSOR;
        return (s->tensor = subscript_tensor(e, key, n)) != NULL;
    }
    s->kind = QKV_SUBSCRIPT_AT;
    if (key->kind == VALUE_INT ||
        (key->kind == VALUE_TENSOR && key->tensor->rank == 0 && key->tensor->dtype == QKV_INT64))
        return value_integer(key, &s->start);
    return eval_fail(e,
                     "a tensor is indexed with integers, slices, None, ..., and with lists or "
                     "tensors of integers or truths, and this is %s",
                     value_kind(key));
}

static bool index_tensor(Eval *e, const QkvTensor *t, const Value *key, const Node *n, Value *out)
{
    enum { MOST = 2 * QKV_MAX_RANK };
    QkvSubscript subscripts[MOST];
    int64_t count = key->kind == VALUE_TUPLE ? key->list->count : 1;
    const Value *keys = key->kind == VALUE_TUPLE ? key->list->item : key;
    if (count > MOST)
        return eval_fail(e, "%lld indices are too many for a tensor with %d ax%cs",
                         (long long)count, t->rank, t->rank == 1 ? 'i' : 'e');
    for (int64_t i = 0; i < count; i++)
        if (!tensor_subscript(e, &keys[i], n->kind == NODE_TUPLE ? n->kid[i] : n, &subscripts[i]))
            return false;
    return eval_result(e, qkv_index(e->q, t, (int)count, subscripts), out);
}

bool eval_subscript(Eval *e, const Node *n, Value *out)
{
    if (n->kind != NODE_TUPLE)
        return eval_part(e, n, out);
    *out = value_list(e->arena, VALUE_TUPLE);
    for (int i = 0; i < n->kids; i++) {
        Value v = {0};
        if (!eval_part(e, n->kid[i], &v))
            return false;
        list_add(e->arena, out->list, v);
    }
    return true;
}

bool eval_index(Eval *e, const Node *n, Value *out)
{
    Value object = {0}, key = {0};
    if (!eval_expression(e, n->kid[0], &object) || !eval_subscript(e, n->kid[1], &key))
        return false;
    e->at = n;
    switch (object.kind) {
    case VALUE_TENSOR:
        return index_tensor(e, object.tensor, &key, n->kid[1], out);
    case VALUE_LIST:
    case VALUE_TUPLE:
    case VALUE_SIZE:
        return index_list(e, &object, &key, out);
    case VALUE_STR:
        return index_text(e, object.text, &key, out);
    case VALUE_RANGE:
        return index_range(e, &object.range, &key, out);
    case VALUE_DICT:
        return index_dict(e, &object, &key, out);
    default:
        return eval_fail(e, "%s cannot be indexed", value_kind(&object));
    }
}
