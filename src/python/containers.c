/* Methods of lists and dicts. */
#include <string.h>

#include "python/args.h"

/* --- lists ---------------------------------------------------------------------------------- */

static bool call_append(Eval *e, Arg *args, Value *out)
{
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
    int64_t from = args[2].integer, end = args[3].has ? args[3].integer : list->count;
    from += from < 0 ? list->count : 0;
    end += end < 0 ? list->count : 0;
    int64_t i = find(e, list, &args[1].value, from < 0 ? 0 : from);
    *out = value_int(i);
    if (i < (end < list->count ? end : list->count) || !eval_spend(e, 0))
        return !e->err->set;
    Buf text = {0};
    value_repr(&text, &args[1].value, 80);
    const char *type = value_type(&args[0].value);
    const char *said = arena_format(e->arena, "%s is not in list", buf_text(&text));
    said = args[0].value.kind == VALUE_LIST ? said : "tuple.index(x): x not in tuple";
    eval_raise_as(e, "ValueError", said, "index: %s is not in the %s", buf_text(&text), type);
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

static bool append_item(Eval *e, void *list, Value item)
{
    return eval_append(e, list, item);
}

static bool call_extend(Eval *e, Arg *args, Value *out)
{
    Value items;
    *out = value_none;
    if (args[1].value.kind == VALUE_ITERATOR) /* which may look at the list as it grows */
        return eval_each(e, &args[1].value, append_item, args[0].value.list) && !e->err->set;
    if (!eval_gather(e, &args[1].value, VALUE_LIST, &items))
        return false;
    for (int64_t i = 0; i < items.list->count; i++)
        if (!eval_append(e, args[0].value.list, items.list->item[i]))
            return false;
    return true;
}

/* Puts an item before item `at`. */
static bool call_insert(Eval *e, Arg *args, Value *out)
{
    List *list = args[0].value.list;
    int64_t at = args[1].integer;
    *out = value_none;
    if (!eval_append(e, list, args[2].value))
        return false;
    at += at < 0 ? list->count - 1 : 0;
    at = at < 0 ? 0 : at >= list->count ? list->count - 1 : at;
    memmove(&list->item[at + 1], &list->item[at],
            (size_t)(list->count - 1 - at) * sizeof *list->item);
    list->item[at] = args[2].value;
    return eval_spend(e, list->count - at);
}

static bool call_pop(Eval *e, Arg *args, Value *out)
{
    List *list = args[0].value.list;
    int64_t at = list->count - 1;
    int64_t unused;
    bool is_place = args[1].value.kind == VALUE_ABSENT || value_integer(&args[1].value, &unused);
    if (list->count == 0 && is_place)
        return eval_raise(e, "IndexError", "pop from empty list");
    if (args[1].value.kind != VALUE_ABSENT && value_integer(&args[1].value, &unused) &&
        (unused < -list->count || unused >= list->count))
        return eval_raise(e, "IndexError", "pop index out of range");
    if (args[1].value.kind != VALUE_ABSENT &&
        !eval_position(e, &args[1].value, &list->count, "list", &at))
        return false;
    *out = list->item[at];
    list_take_out(list, at);
    return eval_spend(e, list->count - at);
}

static bool call_remove(Eval *e, Arg *args, Value *out)
{
    List *list = args[0].value.list;
    int64_t at = find(e, list, &args[1].value, 0);
    *out = value_none;
    if (!eval_spend(e, 0))
        return false;
    if (at >= list->count) /* or it was made shorter meanwhile */
        return eval_raise(e, "ValueError", "list.remove(x): x not in list");
    list_take_out(list, at);
    return true;
}

static bool call_reverse(Eval *e, Arg *args, Value *out)
{
    List *list = args[0].value.list;
    *out = value_none;
    for (int64_t i = 0, k = list->count - 1; i < k; i++, k--) {
        Value v = list->item[i];
        list->item[i] = list->item[k];
        list->item[k] = v;
    }
    return eval_spend(e, list->count);
}

static bool call_clear(Eval *e, Arg *args, Value *out)
{
    (void)e;
    *out = value_none;
    args[0].value.list->count = 0;
    return true;
}

static bool call_copy(Eval *e, Arg *args, Value *out)
{
    const Value *list = &args[0].value;
    return list->kind == VALUE_LIST
               ? eval_gather(e, list, VALUE_LIST, out)
               : eval_raise(e, "AttributeError", "%s does not change: it needs no copy",
                            value_kind(list));
}

/* By the sorting of `sorted`, which the list then holds. */
static bool call_sort(Eval *e, Arg *args, Value *out)
{
    Value sorted, f = {.kind = VALUE_FUNCTION, .function = names_find(e, IN_BUILTIN, "sorted")};
    Given given = {0};
    given_add(e, &given, NULL, args[0].value, NULL);
    if (args[1].value.kind != VALUE_ABSENT)
        given_add(e, &given, "key", args[1].value, NULL);
    if (args[2].value.kind != VALUE_ABSENT)
        given_add(e, &given, "reverse", args[2].value, NULL);
    int64_t count = args[0].value.list->count;
    if (!eval_invoke(e, &f, &given, &sorted))
        return false;
    if (args[0].value.list->count != count)
        return eval_raise(e, "ValueError", "list modified during sort");
    *args[0].value.list = *sorted.list;
    *out = value_none;
    return true;
}

/* l += items and l *= n change the list itself. */
static bool list_inplace(Eval *e, Operator op, const Value *list, const Value *other, Value *out,
                         bool *done)
{
    Value made;
    *done = op == OP_ADD || op == OP_MUL;
    *out = *list;
    if (op == OP_ADD) {
        Arg args[] = {{.value = *list}, {.value = *other}};
        return call_extend(e, args, &made);
    }
    if (!*done || !eval_binary(e, op, list, other, &made))
        return !*done;
    *list->list = *made.list;
    return true;
}

const Kind list_kind = {
    .kind = VALUE_LIST, .methods = OF_LIST, .letter = 'l', .inplace = list_inplace};

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

static bool call_take(Eval *e, Arg *args, Value *out)
{
    const Value *item = dict_find(&e->budget, args[0].value.dict, &args[1].value);
    *out = item ? *item : args[2].value;
    if (!item && args[2].value.kind != VALUE_ABSENT)
        return true;
    if (args[0].value.dict->key.count == 0) /* whatever the key, which is not looked at */
        return eval_raise(e, "KeyError", "pop(): the dict is empty");
    return eval_delete(e, args[0].value.dict, &args[1].value);
}

/* d.update(other, name=value, ...) */
bool dict_update(Eval *e, Arg *args, Value *out)
{
    Dict *dict = args[0].value.dict;
    *out = value_none;
    return eval_put_all(e, dict, &args[1].value) && eval_put_all(e, dict, &args[2].value);
}

static bool call_copy_dict(Eval *e, Arg *args, Value *out);

/* a | b, and == */
static bool dict_binary(Eval *e, Operator op, const Value *a, const Value *b, Value *out)
{
    Arg args[] = {{.value = *a}};
    bool both = a->kind == VALUE_DICT && b->kind == VALUE_DICT;
    if (op == OP_EQ || op == OP_NE) {
        *out = value_bool(value_equal(&e->budget, a, b) == (op == OP_EQ));
        return true;
    }
    if (b->kind == VALUE_KEYS ||
        b->kind == VALUE_ITEMS) /* which take any items for the other side */
        return keys_kind.binary(e, op, a, b, out);
    if (!both || op != OP_BITOR)
        return eval_refuse(e, op, a, b, "");
    return call_copy_dict(e, args, out) && eval_put_all(e, out->dict, b);
}

/* a |= b changes a itself. */
static bool dict_inplace(Eval *e, Operator op, const Value *a, const Value *b, Value *out,
                         bool *done)
{
    *done = op == OP_BITOR;
    *out = *a;
    return !*done || eval_put_all(e, a->dict, b);
}

const Kind dict_kind = {.kind = VALUE_DICT,
                        .methods = OF_DICT,
                        .letter = 'd',
                        .binary = dict_binary,
                        .inplace = dict_inplace};

/* Of an OrderedDict: an item goes to its end, or to its beginning. */
static bool call_move_to_end(Eval *e, Arg *args, Value *out)
{
    Dict *d = args[0].value.dict, made = {.key.is_ordered = true};
    const Value *found = dict_find(&e->budget, d, &args[1].value);
    Value item = found ? *found : value_none;
    *out = value_none;
    bool to_end = !args[2].has || args[2].truth;
    if (!eval_delete(e, d, &args[1].value))
        return false;
    if (to_end)
        return eval_put(e, d, &args[1].value, &item);
    dict_put(e->arena, &e->budget, &made, args[1].value, item);
    for (int64_t i = 0; i < d->key.count; i++)
        dict_put(e->arena, &e->budget, &made, d->key.item[i], d->item.item[i]);
    *d = made;
    return eval_spend(e, made.key.count);
}

/* The item that came last, with its key. */
static bool call_popitem(Eval *e, Arg *args, Value *out)
{
    const Dict *d = args[0].value.dict;
    if (d->key.count == 0)
        return eval_raise(e, "KeyError", "popitem(): dictionary is empty");
    bool is_first = args[1].has && !args[1].truth;
    int64_t at = is_first ? 0 : d->key.count - 1;
    Value key = d->key.item[at];
    *out = value_pair(e->arena, key, d->item.item[at]);
    return eval_delete(e, args[0].value.dict, &key);
}

/* dict.fromkeys(keys, value) */
static bool call_fromkeys(Eval *e, Arg *args, Value *out)
{
    Iterator *it;
    Value key, item = args[1].value.kind == VALUE_ABSENT ? value_none : args[1].value;
    *out = value_dict(e->arena);
    if (!eval_iter(e, &args[0].value, &it))
        return false;
    while (eval_next(e, it, &key))
        if (!eval_put(e, out->dict, &key, &item))
            return false;
    return !e->err->set;
}

/* {}.fromkeys(keys, value) */
static bool call_fromkeys_of(Eval *e, Arg *args, Value *out)
{
    return call_fromkeys(e, args + 1, out);
}

static bool call_setdefault(Eval *e, Arg *args, Value *out)
{
    const Value *item = dict_find(&e->budget, args[0].value.dict, &args[1].value);
    *out = item ? *item : args[2].value.kind == VALUE_ABSENT ? value_none : args[2].value;
    return item || eval_put(e, args[0].value.dict, &args[1].value, out);
}

static bool call_copy_dict(Eval *e, Arg *args, Value *out)
{
    *out = value_dict(e->arena);
    out->dict->key.is_ordered = args[0].value.dict->key.is_ordered;
    return eval_put_all(e, out->dict, &args[0].value);
}

static bool call_clear_dict(Eval *e, Arg *args, Value *out)
{
    (void)e;
    *args[0].value.dict = (Dict){.key.is_ordered = args[0].value.dict->key.is_ordered};
    *out = value_none;
    return true;
}

const Function names_containers[] = {
    {"extend", OF_LIST, "self iterable /", call_extend},
    {"insert", OF_LIST, "self index:i object /", call_insert},
    {"pop", OF_LIST, "self index= /", call_pop},
    {"remove", OF_LIST, "self value /", call_remove},
    {"reverse", OF_LIST, "self /", call_reverse},
    {"clear", OF_LIST, "self /", call_clear},
    {"copy", OF_LIST, "self /", call_copy},
    {"sort", OF_LIST, "self | key= reverse=", call_sort},
    {"pop", OF_DICT, "self key default= /", call_take},
    {"update", OF_DICT, "self other= / **values", dict_update},
    {"setdefault", OF_DICT, "self key default= /", call_setdefault},
    {"copy", OF_DICT, "self /", call_copy_dict},
    {"fromkeys", IN_DICT, "iterable value= /", call_fromkeys},
    {"fromkeys", OF_DICT, "self iterable value= /", call_fromkeys_of},
    {"popitem", OF_DICT, "self last:b=True", call_popitem},
    {"move_to_end", OF_DICT, "self key last:b=True", call_move_to_end},
    {"clear", OF_DICT, "self /", call_clear_dict},
    {"append", OF_LIST, "self object /", call_append},
    {"index", OF_LIST, "self value start:i=0 stop:i= /", call_index},
    {"count", OF_LIST, "self value /", call_count},
    {"keys", OF_DICT, "self /", call_view, .which = VALUE_KEYS},
    {"values", OF_DICT, "self /", call_view, .which = VALUE_VALUES},
    {"items", OF_DICT, "self /", call_view, .which = VALUE_ITEMS},
    {"get", OF_DICT, "self key default= /", call_get},
    {0},
};
