/* Subscripts: x[1], x[1:3], x[:, None], d["key"]. */
#include <string.h>

#include "python/doubt.h"
#include "python/outside.h"
#include "python/text.h"

/* --- slices --------------------------------------------------------------------------------- */

bool eval_slice_part(Eval *e, const Value *v, int64_t *out)
{
    return v->kind == VALUE_NONE ||
           (eval_written(e, v) &&
            (value_integer(v, out) ||
             eval_raise_as(e, "TypeError",
                           "slice indices must be integers or None or have an __index__ method",
                           "the parts of a slice are integers, but this is %s", value_kind(v))));
}

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
    if (!eval_slice_part(e, out, &i))
        return false;
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
    int64_t step = 1, at;
    if (!eval_slice_part(e, &s->step, &step))
        return false;
    if (step == 0)
        return eval_raise_as(e, "ValueError", "slice step cannot be zero",
                             "the step of a slice cannot be 0");
    bool back = step < 0;
    int64_t low = back ? -1 : 0, high = back ? size - 1 : size;
    int64_t ends[2] = {back ? high : low, back ? low : high};
    const Value *given[2] = {&s->start, &s->stop};
    for (int i = 0; i < 2; i++) {
        if (given[i]->kind == VALUE_NONE)
            continue;
        if (!eval_slice_part(e, given[i], &at))
            return false;
        at += at < 0 ? size : 0;
        ends[i] = at < low ? low : at > high ? high : at;
    }
    *out = (Range){ends[0], ends[1], step};
    return true;
}

static bool fail_index(Eval *e, const char *what, const Value *key)
{
    const char *type = value_type(key);
    const char *said = strcmp(what, "str") == 0
                           ? arena_format(e->arena, "string indices must be integers, not '%s'",
                                          type)
                           : arena_format(e->arena, "%s indices must be integers or slices, not %s",
                                          what, type);
    return eval_raise_as(e, "TypeError", said, "the index of a %s is an integer, but this is %s",
                         what, value_kind(key));
}

static const char *out_of_range(Eval *e, const char *what)
{
    bool is_text = strcmp(what, "str") == 0, is_range = strcmp(what, "range") == 0;
    return arena_format(e->arena, "%s index out of range",
                        is_text    ? "string"
                        : is_range ? "range object"
                                   : what);
}

bool eval_position(Eval *e, const Value *key, const int64_t *items, const char *what, int64_t *i)
{
    if (!eval_written(e, key))
        return false;
    if (!value_integer(key, i))
        return fail_index(e, what, key);
    const int64_t size = *items;
    if (size == 0)
        return eval_raise_as(e, "IndexError", out_of_range(e, what),
                             "index %lld is out of range: the %s is empty", (long long)*i, what);
    if (*i < -size || *i >= size)
        return eval_raise_as(e, "IndexError", out_of_range(e, what),
                             "index %lld is out of range: the %s has %lld item%s, 0 to %lld",
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
        if (!eval_position(e, key, &list->count, value_type(v), &i))
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
        int64_t i = 0, size = range_count(r);
        if (!eval_position(e, key, &size, "range", &i))
            return false;
        *out = value_int(r->start + i * r->step);
        return true;
    }
    Range cut = {0}, result = {0};
    if (!slice_range(e, key->slice, range_count(r), &cut))
        return false;
    if (!scale(r, cut.start, &result.start) || !scale(r, cut.stop, &result.stop) ||
        __builtin_mul_overflow(r->step, cut.step, &result.step))
        return eval_refuse_name(e, "the numbers of this range do not fit in 64 bits");
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
    int64_t i = 0, size = text_characters(text);
    if (!eval_position(e, key, &size, "str", &i))
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
    if (!eval_scan(e, text->length))
        return false;
    int64_t size = text_characters(text);
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

/* The item of a key, which must be there. */
static bool find_item(Eval *e, const Dict *dict, const Value *key, const Value **item)
{
    if (!eval_is_key(e, key))
        return false;
    *item = dict_find(&e->budget, dict, key);
    if (*item)
        return true;
    Buf text = {0};
    value_repr(&text, key, 80);
    eval_raise(e, "KeyError", "the dict has no key %s", buf_text(&text));
    e->said = *key;
    buf_release(&text);
    return false;
}

static bool index_dict(Eval *e, const Value *v, const Value *key, Value *out)
{
    const Value *item;
    if (!find_item(e, v->dict, key, &item))
        return false;
    *out = *item;
    return true;
}

/* --- all ------------------------------------------------------------------------------------- */

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

/* Whether types can stand in brackets after it: list[int]. */
static bool is_generic(const Value *v)
{
    return v->kind == VALUE_FUNCTION && (v->function->homes & IS_TYPE) &&
           outside_is_one_of("list tuple dict set frozenset type enumerate", v->function->name);
}

bool eval_item(Eval *e, const Node *n, const Value *object, const Value *key, Value *out)
{
    e->at = n ? n : e->at;
    const Kind *kind = names_kind(e, object);
    if (kind && kind->index)
        return kind->index(e, object, key, n ? n->kid[1] : e->at, out);
    const Value *members = object->kind == VALUE_CLASS && class_members(object->class)
                               ? class_find(object->class, NULL, "__members__")
                               : NULL;
    if (members && members->kind == VALUE_DICT)
        return index_dict(e, members, key, out);
    switch (object->kind) {
    case VALUE_LIST:
    case VALUE_TUPLE:
    case VALUE_SIZE:
        return index_list(e, object, key, out);
    case VALUE_STR:
        return index_text(e, object->text, key, out);
    case VALUE_RANGE:
        return index_range(e, &object->range, key, out);
    case VALUE_DICT:
        return index_dict(e, object, key, out);
    case VALUE_NAMESPACE:
    case VALUE_CLASS:
        *out = outside_is_quiet(object) ? outside_result(e, object->space, "[]") : *object;
        return true;
    default:
        if (is_generic(object))
            return eval_refuse_name(e,
                                    "%s[..] as a value is not part of the lesson language: write "
                                    "it in an annotation",
                                    object->function->name);
        if (object->kind == VALUE_FUNCTION && (object->function->homes & IS_TYPE))
            return eval_raise_as(
                e, "TypeError",
                arena_format(e->arena, "type '%s' is not subscriptable", object->function->name),
                "a type cannot be indexed");
        return eval_raise_object(e, object, "__getitem__", "is not subscriptable",
                                 "cannot be indexed");
    }
}

bool eval_index(Eval *e, const Node *n, Value *out)
{
    Value object = {0}, key = {0};
    return eval_holder(e, n->kid[0], &object) && eval_subscript(e, n->kid[1], &key) &&
           (!e->doubts || doubt_allows(e, n->kid[0], &object, key.kind == VALUE_SLICE)) &&
           eval_item(e, n, &object, &key, out);
}

bool eval_range(Eval *e, const ValueSlice *slice, int64_t size, Value *out)
{
    out->kind = VALUE_RANGE;
    return slice_range(e, slice, size, &out->range);
}

/* The start, stop and step of a slice over so many items. */
static bool call_indices(Eval *e, Arg *args, Value *out)
{
    Range r = {0};
    if (!slice_range(e, args[0].value.slice, args[1].integer, &r))
        return false;
    *out = value_list(e->arena, VALUE_TUPLE);
    list_add(e->arena, out->list, value_int(r.start));
    list_add(e->arena, out->list, value_int(r.stop));
    list_add(e->arena, out->list, value_int(r.step));
    return true;
}

const Function names_slice[] = {{"indices", OF_SLICE, "self len:i /", call_indices}, {0}};
const Kind slice_kind = {.kind = VALUE_SLICE, .methods = OF_SLICE};

bool eval_delete(Eval *e, Dict *dict, const Value *key)
{
    const Value *item;
    if (!find_item(e, dict, key, &item))
        return false;
    dict_take_out(e->arena, dict, item - dict->item.item);
    return eval_spend(e, dict->key.count);
}
