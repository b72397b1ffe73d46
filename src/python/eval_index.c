/* Subscripts of values in hand, x[1], x[1:3], d["key"]; and what can be set: items and attributes. */
#include <string.h>

#include "python/dispatch.h"
#include "python/outside.h"

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

bool slice_range(Eval *e, const ValueSlice *s, int64_t size, Range *out)
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
        ends[i] = position_within(at, size, low, high);
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
    *i = position_within(*i, size, 0, size - 1);
    return true;
}

/* --- all ------------------------------------------------------------------------------------- */

bool eval_item(Eval *e, const Node *n, const Value *object, const Value *key, Value *out)
{
    e->at = n ? n : e->at;
    const Kind *kind = kind_of(object);
    if (kind->index)
        return kind->index(e, object, key, n ? n->kid[1] : e->at, out);
    const Value *members = class_in(object) && class_members(class_in(object))
                               ? class_find(class_in(object), NULL, "__members__")
                               : NULL;
    if (members && dict_in(members))
        return dict_kind.index(e, members, key, n, out);
    if (space_in(object) || object->kind == VALUE_CLASS) {
        *out = outside_is_quiet(object) ? outside_result(e, space_in(object), "[]") : *object;
        return true;
    }
    return eval_raise_object(e, object, "__getitem__", "is not subscriptable", "cannot be indexed");
}

/* --- setting ------------------------------------------------------------------------------- */

bool eval_set_item(Eval *e, const Node *n, const Value *object, const Value *key, const Value *v)
{
    e->at = n;
    e->stored = *v;
    const Kind *kind = kind_of(object);
    if (kind->set_item)
        return kind->set_item(e, object, key, n, v);
    if (outside_is_quiet(object))
        return true;
    if (space_in(object) && !space_in(object)->home)
        return names_refuse(e, space_in(object));
    if (kind->fixed)
        return eval_raise(e, "TypeError", "%s", kind->fixed);
    return eval_raise_as(
        e, "TypeError",
        arena_format(e->arena, "'%s' object does not support item assignment", value_type(object)),
        "the items of %s cannot be set: make a new one, or use a list", value_kind(object));
}

/* Python lets the attributes of all other values be set. */
static bool is_closed(ValueKind kind)
{
    return kind == VALUE_NONE || kind == VALUE_BOOL || kind == VALUE_INT || kind == VALUE_FLOAT ||
           kind == VALUE_STR || kind == VALUE_LIST || kind == VALUE_TUPLE || kind == VALUE_DICT ||
           kind == VALUE_SET || kind == VALUE_FROZENSET || kind == VALUE_RANGE ||
           kind == VALUE_BOUND;
}

bool eval_cannot_set(Eval *e, const Value *object, const char *name)
{
    if (object->kind == VALUE_NAMESPACE)
        return eval_refuse_name(e, "'%s' of a module cannot be set here", name);
    if (!is_closed(object->kind))
        return eval_refuse_name(e, "'%s' of %s cannot be set here", name, value_kind(object));
    return eval_raise_as(
        e, "AttributeError",
        arena_format(e->arena,
                     "'%s' object has no attribute '%s' and no __dict__ for setting new attributes",
                     value_type(object), name),
        "'%s' of %s cannot be set", name, value_kind(object));
}

bool eval_set_member(Eval *e, const Node *n, const Value *object, const Value *v)
{
    e->at = n;
    e->stored = *v;
    if (outside_is_quiet(object))
        return true;
    const Kind *kind = kind_of(object);
    bool known = kind->store;
    if (known && kind->store(e, n, object, v, &known))
        return true;
    return !known && eval_cannot_set(e, object, n->text);
}
