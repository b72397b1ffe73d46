/* Subscripts: x[1], x[1:3], x[:, None], d["key"]. */
#include <string.h>

#include "lesson/eval.h"

/* --- slices ---------------------------------------------------------------------------------------- */

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
        return eval_fail(e, "the parts of a slice are integers, and this is a %s", value_type(out));
    *out = value_int(i);
    return true;
}

static bool eval_subscript(Eval *e, const Node *n, Value *out)
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

/* Python's slice over `size` items: the first index, the step, and how many. */
static bool slice_range(Eval *e, const ValueSlice *s, int64_t size, int64_t *first, int64_t *step,
                        int64_t *count)
{
    *step = s->step.kind == VALUE_NONE ? 1 : s->step.integer;
    if (*step == 0)
        return eval_fail(e, "the step of a slice cannot be 0");
    bool back = *step < 0;
    int64_t low = back ? -1 : 0, high = back ? size - 1 : size;
    int64_t ends[2] = {back ? high : low, back ? low : high};
    const Value *given[2] = {&s->start, &s->stop};
    for (int i = 0; i < 2; i++) {
        if (given[i]->kind == VALUE_NONE)
            continue;
        int64_t at = given[i]->integer;
        at += at < 0 && at > INT64_MIN + size ? size : 0;
        ends[i] = at < low ? low : at > high ? high : at;
    }
    *first = ends[0];
    Range r = {ends[0], ends[1], *step};
    *count = range_count(&r);
    return true;
}

static bool in_range(Eval *e, const Value *key, int64_t size, const char *what, int64_t *i)
{
    if (!value_integer(key, i))
        return eval_fail(e, "the index of a %s is an integer, and this is a %s", what, value_type(key));
    if (*i < -size || *i >= size)
        return eval_fail(e, "index %lld is out of range: the %s has %lld items", (long long)*i, what,
                         (long long)size);
    *i += *i < 0 ? size : 0;
    return true;
}

/* --- plain values ---------------------------------------------------------------------------------- */

static bool index_list(Eval *e, const Value *v, const Value *key, Value *out)
{
    int64_t i = 0, step = 1, count = 0;
    const List *list = v->list;
    if (key->kind != VALUE_SLICE) {
        if (!in_range(e, key, list->count, value_type(v), &i))
            return false;
        *out = list->item[i];
        return true;
    }
    if (!slice_range(e, key->slice, list->count, &i, &step, &count))
        return false;
    *out = value_list(e->arena, v->kind);
    for (int64_t k = 0; k < count; k++)
        list_add(e->arena, out->list, list->item[i + k * step]);
    return true;
}

/* A text is indexed by its characters: where each begins, and the end. */
static size_t *character_starts(Eval *e, const Text *text, int64_t *count)
{
    size_t *start = arena_many(e->arena, text->length + 1, size_t);
    *count = 0;
    for (size_t i = 0; i < text->length; i++)
        if (((unsigned char)text->bytes[i] & 0xC0) != 0x80)
            start[(*count)++] = i;
    start[*count] = text->length;
    return start;
}

static bool index_text(Eval *e, const Text *text, const Value *key, Value *out)
{
    int64_t size, i = 0, step = 1, count = 1;
    const size_t *start = character_starts(e, text, &size);
    if (key->kind == VALUE_SLICE ? !slice_range(e, key->slice, size, &i, &step, &count)
                                 : !in_range(e, key, size, "text", &i))
        return false;
    Buf cut = {0};
    for (int64_t k = 0; k < count; k++) {
        size_t from = start[i + k * step], to = start[i + k * step + 1];
        buf_add(&cut, text->bytes + from, to - from);
    }
    *out = value_text(e->arena, buf_text(&cut), cut.length);
    buf_release(&cut);
    return true;
}

static bool index_dict(Eval *e, const Value *v, const Value *key, Value *out)
{
    const Value *item = dict_find(v->dict, key);
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

/* --- tensors --------------------------------------------------------------------------------------- */

static void set_part(const Value *v, bool *has, int64_t *to)
{
    *has = v->kind != VALUE_NONE;
    if (*has)
        *to = v->integer;
}

static bool tensor_subscript(Eval *e, const Value *key, Subscript *s)
{
    *s = (Subscript){.step = 1};
    bool has_step;
    switch (key->kind) {
    case VALUE_NONE:
        s->kind = SUBSCRIPT_NEW;
        return true;
    case VALUE_ELLIPSIS:
        s->kind = SUBSCRIPT_REST;
        return true;
    case VALUE_SLICE:
        s->kind = SUBSCRIPT_SLICE;
        set_part(&key->slice->start, &s->has_start, &s->start);
        set_part(&key->slice->stop, &s->has_stop, &s->stop);
        set_part(&key->slice->step, &has_step, &s->step);
        return true;
    case VALUE_INT:
        s->kind = SUBSCRIPT_AT;
        s->start = key->integer;
        return true;
    default:
        return eval_fail(e, "a tensor is indexed with integers, slices, None and ..., and this is a %s",
                         value_type(key));
    }
}

static bool index_tensor(Eval *e, const Tensor *t, const Value *key, Value *out)
{
    enum { MOST = 2 * QKV_MAX_RANK };
    Subscript subscripts[MOST];
    int64_t count = key->kind == VALUE_TUPLE ? key->list->count : 1;
    const Value *keys = key->kind == VALUE_TUPLE ? key->list->item : key;
    if (count > MOST)
        return eval_fail(e, "%lld subscripts are too many", (long long)count);
    for (int64_t i = 0; i < count; i++)
        if (!tensor_subscript(e, &keys[i], &subscripts[i]))
            return false;
    return eval_result(e, qkv_index(e->q, t, (int)count, subscripts), out);
}

static bool eval_key(Eval *e, const Node *n, Value *out)
{
    if (n->kind != NODE_TUPLE)
        return eval_subscript(e, n, out);
    *out = value_list(e->arena, VALUE_TUPLE);
    for (int i = 0; i < n->kids; i++) {
        Value v;
        if (!eval_subscript(e, n->kid[i], &v))
            return false;
        list_add(e->arena, out->list, v);
    }
    return true;
}

bool eval_index(Eval *e, const Node *n, Value *out)
{
    Value object, key;
    if (!eval_expression(e, n->kid[0], &object) || !eval_key(e, n->kid[1], &key))
        return false;
    e->at = n;
    switch (object.kind) {
    case VALUE_TENSOR:
        return index_tensor(e, object.tensor, &key, out);
    case VALUE_LIST:
    case VALUE_TUPLE:
    case VALUE_SIZE:
        return index_list(e, &object, &key, out);
    case VALUE_STR:
        return index_text(e, object.text, &key, out);
    case VALUE_DICT:
        return index_dict(e, &object, &key, out);
    default:
        return eval_fail(e, "a %s cannot be indexed", value_type(&object));
    }
}
