/* Methods of lists and dicts. */
#include "python/args.h"

/* --- lists ---------------------------------------------------------------------------------- */

static bool call_append(Eval *e, Arg *args, Value *out)
{
    if (args[0].value.kind != VALUE_LIST)
        return eval_fail(e, "%s cannot grow: use a list", value_kind(&args[0].value));
    *out = value_none;
    return eval_append(e, args[0].value.list, args[1].value);
}

/* The next item from `from` on that equals the value; the count when there is none. */
static int64_t find(Eval *e, const List *list, const Value *wanted, int64_t from)
{
    while (from < list->count && !value_equal(&e->budget, &list->item[from], wanted))
        from++;
    return from;
}

static bool call_index(Eval *e, Arg *args, Value *out)
{
    const List *list = args[0].value.list;
    int64_t i = find(e, list, &args[1].value, 0);
    *out = value_int(i);
    if (i < list->count || !eval_spend(e, 0))
        return !e->err->set;
    Buf text = {0};
    value_repr(&text, &args[1].value, 80);
    eval_fail(e, "index: %s is not in the %s", buf_text(&text), value_type(&args[0].value));
    buf_release(&text);
    return false;
}

static bool call_count(Eval *e, Arg *args, Value *out)
{
    const List *list = args[0].value.list;
    int64_t count = 0;
    for (int64_t i = find(e, list, &args[1].value, 0); i < list->count;
         i = find(e, list, &args[1].value, i + 1))
        count++;
    *out = value_int(count);
    return true;
}

/* --- dicts ---------------------------------------------------------------------------------- */

/* d.keys(), d.values(), d.items(). */
static bool call_view(Eval *e, Arg *args, Value *out)
{
    const Dict *dict = args[0].value.dict;
    ValueKind kind = (ValueKind)e->call->function->which;
    *out = value_list(e->arena, kind);
    out->list->is_ordered = dict->key.is_ordered;
    for (int64_t i = 0; i < dict->key.count; i++) {
        const Value *key = &dict->key.item[i], *item = &dict->item.item[i];
        list_add(e->arena, out->list,
                 kind == VALUE_KEYS     ? *key
                 : kind == VALUE_VALUES ? *item
                                        : value_pair(e->arena, *key, *item));
    }
    return eval_spend(e, dict->key.count);
}

static bool call_get(Eval *e, Arg *args, Value *out)
{
    if (!eval_is_key(e, &args[1].value))
        return false;
    const Value *item = dict_find(&e->budget, args[0].value.dict, &args[1].value);
    *out = item ? *item : args[2].value.kind == VALUE_ABSENT ? value_none : args[2].value;
    return true;
}

const Function names_containers[] = {
    {"append", OF_LIST, "self object /", call_append},
    {"index", OF_LIST, "self value /", call_index},
    {"count", OF_LIST, "self value /", call_count},
    {"keys", OF_DICT, "self /", call_view, .which = VALUE_KEYS},
    {"values", OF_DICT, "self /", call_view, .which = VALUE_VALUES},
    {"items", OF_DICT, "self /", call_view, .which = VALUE_ITEMS},
    {"get", OF_DICT, "self key default= /", call_get},
    {0},
};
