/* Python's built-in functions that make iterators and draw on them. None of them asks for an item
 * before its own is asked for. */
#include "python/eval.h"
#include "python/generator.h"

typedef bool NextItem(Eval *e, Iterator *it, Value *item);

/* An iterator over others, which `from` has. */
static Iterator *make(Eval *e, const char *type, NextItem *next, Value *out)
{
    *out = value_iterator(e->arena, type);
    iterator_in(out)->next = next;
    return iterator_in(out);
}

static bool add_source(Eval *e, Iterator *it, const Value *v)
{
    Value source = {.kind = VALUE_ITERATOR};
    if (!eval_iter(e, v, &source.iterator))
        return false;
    list_add(e->arena, &it->list, source);
    return true;
}

static bool add_sources(Eval *e, Iterator *it, const Value *given)
{
    for (int64_t i = 0; given->kind != VALUE_ABSENT && i < row_in(given)->count; i++)
        if (!add_source(e, it, &row_in(given)->item[i]))
            return false;
    return true;
}

/* --- several together -------------------------------------------------------------------------- */

static bool next_of_zip(Eval *e, Iterator *it, Value *item)
{
    Value tuple = value_list(e->arena, VALUE_TUPLE), v;
    for (int64_t i = 0; i < it->list.count; i++) {
        if (!eval_next(e, iterator_in(&it->list.item[i]), &v))
            return false;
        list_add(e->arena, row_in(&tuple), v);
    }
    *item = tuple;
    return it->list.count > 0;
}

/* zip(..., strict=True): all of them must end together. */
static bool next_of_strict(Eval *e, Iterator *it, Value *item)
{
    Value tuple = value_list(e->arena, VALUE_TUPLE), v;
    int64_t i = 0, count = it->list.count;
    while (i < count && eval_next(e, iterator_in(&it->list.item[i]), &v)) {
        list_add(e->arena, row_in(&tuple), v);
        i++;
    }
    *item = tuple;
    if (i == count || e->err->set)
        return count > 0 && !e->err->set;
    bool is_shorter = i > 0;
    for (i = is_shorter ? i : 1; !is_shorter && i < count; i++)
        if (eval_next(e, iterator_in(&it->list.item[i]), &v))
            break;
    if (e->err->set || i == count)
        return false;
    return eval_raise(e, "ValueError", "zip() argument %d is %s than argument%s%d", (int)i + 1,
                      is_shorter ? "shorter" : "longer", i > 1 ? "s 1-" : " ", (int)i);
}

static bool call_zip(Eval *e, Arg *args, Value *out)
{
    bool strict = args[1].has && args[1].truth;
    Iterator *it = make(e, "zip", strict ? next_of_strict : next_of_zip, out);
    return add_sources(e, it, &args[0].value);
}

static bool next_of_enumerate(Eval *e, Iterator *it, Value *item)
{
    Value v;
    if (!eval_next(e, iterator_in(&it->list.item[0]), &v))
        return false;
    Value number, passed = value_int(it->at++);
    if (!eval_binary(e, OP_ADD, &it->over, &passed, &number))
        return false;
    *item = value_pair(e->arena, number, v);
    return true;
}

static bool call_enumerate(Eval *e, Arg *args, Value *out)
{
    Iterator *it = make(e, "enumerate", next_of_enumerate, out);
    it->over = value_int(args[1].integer); /* number of the first item */
    return add_source(e, it, &args[0].value);
}

/* --- by a function: `over` is it ----------------------------------------------------------------- */

static bool next_of_map(Eval *e, Iterator *it, Value *item)
{
    Given given = {0};
    Value v;
    for (int64_t i = 0; i < it->list.count; i++) {
        if (!eval_next(e, iterator_in(&it->list.item[i]), &v))
            return false;
        given_add(e, &given, NULL, v, NULL);
    }
    return eval_invoke(e, &it->over, &given, item);
}

static bool call_map(Eval *e, Arg *args, Value *out)
{
    Iterator *it = make(e, "map", next_of_map, out);
    it->over = args[0].value;
    if (args[1].value.kind == VALUE_ABSENT)
        return eval_raise(e, "TypeError", "map() must have at least two arguments.");
    return add_sources(e, it, &args[1].value);
}

static bool next_of_filter(Eval *e, Iterator *it, Value *item)
{
    const Value *f = &it->over;
    while (eval_next(e, iterator_in(&it->list.item[0]), item)) {
        Value answer = *item;
        bool truth;
        if ((f->kind != VALUE_NONE && !eval_apply(e, f, item, &answer)) ||
            !eval_truth(e, &answer, &truth))
            return false;
        if (truth)
            return true;
    }
    return false;
}

static bool call_filter(Eval *e, Arg *args, Value *out)
{
    Iterator *it = make(e, "filter", next_of_filter, out);
    it->over = args[0].value;
    return add_source(e, it, &args[1].value);
}

/* --- reversed, iter, next ----------------------------------------------------------------------- */

/* `at` is how far it has come. */
static bool next_of_reversed(Eval *e, Iterator *it, Value *item)
{
    const Value *v = &it->over;
    const List *list = value_items(v);
    Value key = value_int(it->at - 1);
    if (it->at <= 0)
        return false;
    it->at--;
    if (!list)
        return eval_item(e, NULL, v, &key, item);
    if (it->at >= list->count)
        return false;
    *item = list->item[it->at];
    return true;
}

static bool fail_reversed(Eval *e, const Value *v)
{
    return eval_raise_object(e, v, "__reversed__", "is not reversible",
                             "cannot be gone through backwards");
}

static bool call_reversed(Eval *e, Arg *args, Value *out)
{
    const Value *v = &args[0].value,
                len = {.kind = VALUE_FUNCTION, .function = names_find(e, IN_BUILTIN, "len")};
    Value length;
    bool found;
    if (!object_method(e, v, "__reversed__", 0, NULL, out, &found) || found)
        return found && !e->err->set;
    if (type_family(v) == VALUE_SET || v->kind == VALUE_ITERATOR || v->kind == VALUE_CLOSURE)
        return fail_reversed(e, v);
    if (!eval_apply(e, &len, v, &length))
        return object_caught(e), fail_reversed(e, v);
    const char *type = value_items(v) && v->kind != VALUE_TUPLE ? "%s_reverseiterator" : "reversed";
    Iterator *it = make(e, arena_format(e->arena, type, value_type(v)), next_of_reversed, out);
    it->over = *v;
    it->at = length.integer;
    return true;
}

/* iter(f, end): what f gives until it gives that. */
static bool next_of_calls(Eval *e, Iterator *it, Value *item)
{
    Given none = {0};
    Value same;
    bool ends;
    if (it->at || !eval_invoke(e, &it->over, &none, item) ||
        !eval_compare(e, OP_EQ, item, &it->list.item[0], &same) || !eval_truth(e, &same, &ends))
        return false;
    it->at = ends;
    return !ends;
}

static bool call_iter(Eval *e, Arg *args, Value *out)
{
    bool found;
    if (args[1].value.kind != VALUE_ABSENT) {
        Iterator *it = make(e, "callable_iterator", next_of_calls, out);
        it->over = args[0].value;
        list_add(e->arena, &it->list, args[1].value);
        return true;
    }
    /* An object's own iterator is the one that is given. */
    if (!object_method(e, &args[0].value, "__iter__", 0, NULL, out, &found))
        return false;
    if (found && object_in(out))
        return true;
    const Value over = found ? *out : args[0].value;
    *out = (Value){.kind = VALUE_ITERATOR};
    return eval_iter(e, &over, &out->iterator);
}

static bool call_next(Eval *e, Arg *args, Value *out)
{
    const Value *v = &args[0].value;
    bool found = false, is_iterator = v->kind == VALUE_ITERATOR;
    bool ok = is_iterator ? eval_next(e, iterator_in(v), out) || generator_end(e, iterator_in(v))
                          : object_method(e, v, "__next__", 0, NULL, out, &found);
    if (ok && !is_iterator && !found)
        return eval_raise_as(
            e, "TypeError", arena_format(e->arena, "'%s' object is not an iterator", value_type(v)),
            "next takes an iterator, but this is %s", value_kind(v));
    if (ok || args[1].value.kind == VALUE_ABSENT || !error_is(e, "StopIteration"))
        return ok;
    object_caught(e);
    *out = args[1].value;
    return true;
}

/* any looks for True, and all for False: they stop where they find it. */
static bool call_each_truth(Eval *e, Arg *args, Value *out)
{
    Iterator *it;
    Value item;
    bool wanted = e->call->function->which, truth = !wanted;
    if (!eval_iter(e, &args[0].value, &it))
        return false;
    while (truth != wanted && eval_next(e, it, &item))
        if (!eval_truth(e, &item, &truth))
            return false;
    *out = value_bool(truth);
    return !e->err->set;
}

const Function names_iterators[] = {
    {"zip", IN_BUILTIN | IS_TYPE, "*iterables= strict:b=False", call_zip},
    {"enumerate", IN_BUILTIN | IS_TYPE, "iterable start:i=0", call_enumerate},
    {"map", IN_BUILTIN | IS_TYPE, "func *iterables=", call_map},
    {"filter", IN_BUILTIN | IS_TYPE, "function iterable /", call_filter},
    {"reversed", IN_BUILTIN | IS_TYPE, "sequence /", call_reversed},
    {"iter", IN_BUILTIN, "object sentinel= /", call_iter},
    {"next", IN_BUILTIN, "iterator default= /", call_next},
    {"any", IN_BUILTIN, "iterable /", call_each_truth, .which = true},
    {"all", IN_BUILTIN, "iterable /", call_each_truth, .which = false},
    {0},
};
