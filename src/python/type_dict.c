/* Dicts, and what d.keys(), d.values() and d.items() give. */
#include <stdio.h>
#include <string.h>

#include "python/dispatch.h"

static bool dict_equal(Budget *b, const Value *one, const Value *two, int depth)
{
    const Dict *x = one->dict, *y = two->dict;
    if (x->key.count != y->key.count)
        return false;
    for (int64_t i = 0; i < x->key.count; i++) {
        const Value *other = dict_find(b, y, &x->key.item[i]);
        if (!other || !equal_in(b, &x->item.item[i], other, depth + 1))
            return false;
    }
    return true;
}

/* {'a': 1}, OrderedDict({'a': 1}), and with nothing in it OrderedDict(). */
static void dict_write(Writer *w, const Value *v, const Writing *around)
{
    const Dict *dict = v->dict;
    bool is_ordered = dict->key.is_ordered, has_braces = !is_ordered || dict->key.count > 0;
    Writing own = {.object = dict, .around = around};
    if (!write_begin(w, &own, is_ordered ? "..." : "{...}"))
        return;
    buf_puts(w->out, is_ordered ? "OrderedDict(" : "");
    buf_puts(w->out, has_braces ? "{" : "");
    for (int64_t i = 0; i < dict->key.count && !w->cut; i++) {
        buf_puts(w->out, i ? ", " : "");
        write_in(w, &dict->key.item[i], &own);
        buf_puts(w->out, ": ");
        write_in(w, &dict->item.item[i], &own);
    }
    buf_puts(w->out, has_braces ? "}" : "");
    buf_puts(w->out, is_ordered ? ")" : "");
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

static bool dict_index(Eval *e, const Value *v, const Value *key, const Node *n, Value *out)
{
    (void)n;
    const Value *item;
    if (!find_item(e, v->dict, key, &item))
        return false;
    *out = *item;
    return true;
}

bool eval_delete(Eval *e, Dict *dict, const Value *key)
{
    const Value *item;
    if (!find_item(e, dict, key, &item))
        return false;
    dict_take_out(e->arena, dict, item - dict->item.item);
    return eval_spend(e, dict->key.count);
}

static const List *dict_items(const Value *v)
{
    return &v->dict->key;
}

static const Dict *dict_mapping(const Value *v)
{
    return v->dict;
}

static bool dict_remove(Eval *e, const Value *v, const Value *key)
{
    return eval_delete(e, v->dict, key);
}

static const char *dict_named(const Value *v)
{
    return v->dict && v->dict->key.is_ordered ? "OrderedDict" : "dict";
}

/* Place of a dict; that of an object's attributes is the object. */
static const void *dict_place(const Value *v)
{
    return v->dict->of ? (const void *)v->dict->of : v->dict;
}

static bool dict_set_item(Eval *e, const Value *v, const Value *key, const Node *n,
                          const Value *value)
{
    (void)n;
    return eval_put(e, v->dict, key, value);
}

static bool dict_contains(Eval *e, const Value *v, const Value *item, bool *found)
{
    *found = eval_is_key(e, item) && dict_find(&e->budget, v->dict, item) != NULL;
    return !e->err->set;
}

/* --- dicts ------------------------------------------------------------------------------------ */

/* d.keys(), d.values(), d.items(). */
static bool call_view(Eval *e, Arg *args, Value *out)
{
    const Dict *dict = args[0].value.dict;
    ValueKind kind = e->call->function->data;
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
    if (args[0].value.dict->key.count == 0) /* no look at the key, whatever it is */
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

/* a | b */
static bool dict_binary(Eval *e, Operator op, const Value *a, const Value *b, Value *out,
                        bool *done)
{
    Arg args[] = {{.value = *a}};
    *done = op == OP_BITOR && a->kind == VALUE_DICT && b->kind == VALUE_DICT;
    return !*done || (call_copy_dict(e, args, out) && eval_put_all(e, out->dict, b));
}

/* a |= b changes a itself. */
static bool dict_inplace(Eval *e, Operator op, const Value *a, const Value *b, Value *out,
                         bool *done)
{
    *done = op == OP_BITOR;
    *out = *a;
    return !*done || eval_put_all(e, a->dict, b);
}

static void view_write(Writer *w, const Value *v, const Writing *around)
{
    char open[32];
    snprintf(open, sizeof open, "%s([", type_of(v)->name);
    if (v->list->is_ordered)
        buf_puts(w->out, "o"); /* odict_keys */
    write_items(w, v->list, open, "])", around);
}

/* Looks among keys, which have hashes, as what is looked for must have. */
static bool keys_contain(Eval *e, const Value *v, const Value *item, bool *found)
{
    return eval_is_key(e, item) && eval_contains(e, v, item, found);
}

static bool never_equal(Budget *b, const Value *x, const Value *y, int depth)
{
    (void)b, (void)x, (void)y, (void)depth;
    return false;
}

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

/* --- the rows --------------------------------------------------------------------------------- */

static const Function functions[] = {
    {"pop", OF_DICT, "self key default= /", call_take},
    {"update", OF_DICT, "self other= / **values", dict_update},
    {"setdefault", OF_DICT, "self key default= /", call_setdefault},
    {"copy", OF_DICT, "self /", call_copy_dict},
    {"fromkeys", IN_DICT, "iterable value= /", call_fromkeys},
    {"fromkeys", OF_DICT, "self iterable value= /", call_fromkeys_of},
    {"popitem", OF_DICT, "self last:b=True", call_popitem},
    {"move_to_end", OF_DICT, "self key last:b=True", call_move_to_end},
    {"clear", OF_DICT, "self /", call_clear_dict},
    {"keys", OF_DICT, "self /", call_view, .data = VALUE_KEYS},
    {"values", OF_DICT, "self /", call_view, .data = VALUE_VALUES},
    {"items", OF_DICT, "self /", call_view, .data = VALUE_ITEMS},
    {"get", OF_DICT, "self key default= /", call_get},
    {0},
};

/* clang-format off */
const Kind dict_kind = {
    .functions = functions, .name = "dict", .named = dict_named, .phrase = "a dict",
    .methods = OF_DICT, .letter = 'd', .is_key = never_key, .items = dict_items,
    .mapping = dict_mapping, .equal = dict_equal, .write = dict_write, .place = dict_place,
    .next = next_of_fixed, .iterator = "dict_keyiterator", .index = dict_index,
    .set_item = dict_set_item, .remove = dict_remove, .contains = dict_contains,
    .binary = dict_binary, .inplace = dict_inplace,
};
const Kind keys_kind = {
    .name = "dict_keys", .phrase = "a dict_keys", .is_key = never_key, .items = list_items,
    .equal = list_equal, .write = view_write, .place = list_place, .next = next_of_list,
    .iterator = "dict_keyiterator", .contains = keys_contain, .binary = set_binary,
};
const Kind items_kind = {
    .name = "dict_items", .phrase = "a dict_items", .is_key = never_key, .items = list_items,
    .equal = list_equal, .write = view_write, .place = list_place, .next = next_of_list,
    .iterator = "dict_itemiterator", .binary = set_binary,
};
const Kind values_kind = {
    .name = "dict_values", .phrase = "a dict_values", .items = list_items, .equal = never_equal,
    .write = view_write, .place = list_place, .next = next_of_list,
    .iterator = "dict_valueiterator",
};
/* clang-format on */
