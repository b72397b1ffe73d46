/* Sets: lists of items, each once, sorted where the items have an order, so that they always print
 * alike. */
#include <string.h>

#include "python/args.h"

/* Where an item is, or (false) where it belongs: by halving, unless the items have no order. */
static bool search(Eval *e, const List *set, const Value *item, int64_t *at)
{
    int64_t low = 0, high = set->count;
    int order = 0;
    bool has_order = !set->is_mixed && !value_is_by_place(item);
    while (has_order && low < high) {
        int64_t middle = low + (high - low) / 2;
        if (!value_order(&e->budget, &set->item[middle], item, &order))
            break;
        if (order == 0) {
            *at = middle;
            return value_is_same_key(&e->budget, &set->item[middle], item);
        }
        low = order < 0 ? middle + 1 : low;
        high = order < 0 ? high : middle;
    }
    if (has_order && low == high) {
        *at = low;
        return false;
    }
    for (*at = 0; *at < set->count; ++*at)
        if (value_is_same_key(&e->budget, &set->item[*at], item))
            return true;
    return false;
}

/* Items are compared by methods of theirs, which must leave the set as it is. */
static bool check_same(Eval *e, const List *set, const List *before)
{
    return (set->item == before->item && set->count == before->count) ||
           eval_raise(e, "RuntimeError", "Set changed size during iteration");
}

/* The same: *found is false after an error, too. */
static bool find(Eval *e, const List *set, const Value *item, int64_t *at, bool *found)
{
    const List before = *set;
    *found = search(e, &before, item, at);
    return check_same(e, set, &before) && eval_spend(e, 0);
}

static bool has(Eval *e, const List *set, const Value *item)
{
    int64_t at;
    bool found;
    return find(e, set, item, &at, &found) && found;
}

/* --- both sets ---------------------------------------------------------------------------------- */

enum { KEEP_BOTH = 1, KEEP_LEFT = 2, KEEP_RIGHT = 4, KEEP_ALL = 7 };

/* The set of what is in both, in a alone or in b alone. */
static bool combine(Eval *e, const List *a, const List *b, int keep, Value *out)
{
    List items = {0};
    bool is_frozen = a->is_frozen;
    if (keep == KEEP_BOTH &&
        b->count <= a->count) { /* of equal items Python takes those of the smaller set */
        const List *other = a;
        a = b;
        b = other;
    }
    for (int64_t i = 0; i < a->count; i++)
        if (keep & (has(e, b, &a->item[i]) ? KEEP_BOTH : KEEP_LEFT))
            list_add(e->arena, &items, a->item[i]);
    for (int64_t i = 0; (keep & KEEP_RIGHT) && i < b->count; i++)
        if (!has(e, a, &b->item[i]))
            list_add(e->arena, &items, b->item[i]);
    if (!eval_spend(e, a->count + b->count) || !eval_make_set(e, &items, out))
        return false;
    out->list->is_frozen = is_frozen;
    return true;
}

static bool is_set(const Value *v)
{
    return v->kind == VALUE_SET || v->kind == VALUE_KEYS || v->kind == VALUE_ITEMS;
}

/* The items of any value as a set. */
static bool as_set(Eval *e, const Value *v, Value *out)
{
    Value items;
    *out = *v;
    return v->kind == VALUE_SET ||
           (eval_gather(e, v, VALUE_LIST, &items) && eval_make_set(e, items.list, out));
}

static bool set_contains(Eval *e, const Value *v, const Value *item, bool *found)
{
    Value key = *item;
    List frozen;
    if (item->kind == VALUE_SET &&
        !item->list->is_frozen) { /* stands for the frozenset of its items */
        frozen = *item->list;
        frozen.is_frozen = true;
        key.list = &frozen;
    }
    if (!eval_is_key(e, &key))
        return false;
    *found = has(e, v->list, &key);
    return true;
}

/* Tells whether a set or a view holds an item; the items of a view need no hash of their own. */
static bool holds(Eval *e, const Value *set, const Value *item, bool *found)
{
    if (set->kind == VALUE_SET)
        return set_contains(e, set, item, found);
    *found = false;
    for (int64_t i = 0; i < set->list->count && !*found; i++)
        *found = value_equal(&e->budget, &set->list->item[i], item);
    return eval_spend(e, 1 + set->list->count / 16);
}

/* Tells whether all items of `small` are in `large`. */
static bool is_within(Eval *e, const Value *small, const Value *large, bool *is)
{
    Value items;
    *is = true;
    if (!eval_gather(e, small, VALUE_LIST, &items))
        return false;
    for (int64_t i = 0; i < items.list->count && *is; i++)
        if (!holds(e, large, &items.list->item[i], is))
            return false;
    return true;
}

/* Tells whether their sizes alone say that a comparison is false. */
static bool differs_in_size(Operator op, const Value *a, const Value *b)
{
    int64_t m = a->list->count, n = b->list->count;
    return ((op == OP_EQ || op == OP_NE) && m != n) || (op == OP_LT && m >= n) ||
           (op == OP_LE && m > n) || (op == OP_GT && m <= n) || (op == OP_GE && m < n);
}

static bool compare(Eval *e, Operator op, const Value *a, const Value *b, Value *out)
{
    bool swaps = op == OP_GT || op == OP_GE, differs = differs_in_size(op, a, b), is = false;
    const Value *small = swaps ? b : a, *large = swaps ? a : b;
    Value keys;
    if (!differs && large->kind == VALUE_KEYS) { /* they have hashes, by which they are found */
        if (!as_set(e, large, &keys))
            return false;
        large = &keys;
    }
    if (!differs && !is_within(e, small, large, &is))
        return false;
    *out = value_bool(is == (op != OP_NE));
    return eval_spend(e, 1);
}

/* a | b, a & b, a - b and a ^ b of two sets, or of a view and any items, and how sets compare. */
static bool set_binary(Eval *e, Operator op, const Value *a, const Value *b, Value *out)
{
    const int keep = op == OP_BITOR    ? KEEP_ALL
                     : op == OP_BITAND ? KEEP_BOTH
                     : op == OP_SUB    ? KEEP_LEFT
                     : op == OP_BITXOR ? KEEP_LEFT | KEEP_RIGHT
                                       : 0;
    Value left, right;
    bool are_sets = is_set(a) && is_set(b);
    bool has_view = (is_set(a) && a->kind != VALUE_SET) || (is_set(b) && b->kind != VALUE_SET);
    if (!are_sets && (op == OP_EQ || op == OP_NE)) {
        *out = value_bool(op == OP_NE);
        return true;
    }
    if (are_sets && op >= OP_EQ && op <= OP_GE)
        return compare(e, op, a, b, out);
    if (!keep || (!are_sets && !has_view))
        return eval_refuse(e, op, a, b, "");
    bool is_none = b->kind != VALUE_SET && value_items(b) && value_items(b)->count == 0;
    if (op == OP_BITAND && is_none) /* then no item of the view needs a hash */
        return eval_make_set(e, &(List){0}, out);
    return as_set(e, a, &left) && as_set(e, b, &right) &&
           combine(e, left.list, right.list, keep, out);
}

/* a |= b, and the like, change a itself. */
static bool set_inplace(Eval *e, Operator op, const Value *a, const Value *b, Value *out,
                        bool *done)
{
    *done = !a->list->is_frozen && b->kind == VALUE_SET;
    if (!*done)
        return true;
    if (!set_binary(e, op, a, b, out))
        return false;
    *a->list = *out->list;
    *out = *a;
    return true;
}

const Kind set_kind = {.kind = VALUE_SET,
                       .methods = OF_SET,
                       .binary = set_binary,
                       .inplace = set_inplace,
                       .contains = set_contains};
const Kind keys_kind = {.kind = VALUE_KEYS, .binary = set_binary};
const Kind items_kind = {.kind = VALUE_ITEMS, .binary = set_binary};

/* --- methods ---------------------------------------------------------------------------------- */

/* A set, or what `which` of it is kept beside the items of each of the others. */
static bool call_combined(Eval *e, Arg *args, Value *out)
{
    const Value *others = &args[1].value;
    Value other;
    *out = args[0].value;
    if (others->kind == VALUE_ABSENT || others->list->count == 0)
        return combine(e, args[0].value.list, &(List){0}, KEEP_ALL, out);
    for (int64_t i = 0; i < others->list->count; i++)
        if (!as_set(e, &others->list->item[i], &other) ||
            !combine(e, out->list, other.list, e->call->function->which, out))
            return false;
    return true;
}

static bool call_update(Eval *e, Arg *args, Value *out)
{
    if (!call_combined(e, args, out))
        return false;
    *args[0].value.list = *out->list;
    *out = value_none;
    return true;
}

static bool call_add(Eval *e, Arg *args, Value *out)
{
    List *set = args[0].value.list;
    const Value *item = &args[1].value;
    int64_t at;
    int order;
    bool found;
    *out = value_none;
    if (!eval_is_key(e, item) || !find(e, set, item, &at, &found) || found)
        return !e->err->set;
    const List before = *set;
    bool fits = !value_is_by_place(item) &&
                (set->count == 0 || value_order(&e->budget, &set->item[0], item, &order));
    set->is_mixed = set->is_mixed || !fits;
    if (!check_same(e, set, &before) || !eval_append(e, set, *item) || set->is_mixed)
        return !e->err->set;
    memmove(&set->item[at + 1], &set->item[at], (size_t)(set->count - 1 - at) * sizeof *item);
    set->item[at] = *item;
    return eval_spend(e, 1 + (set->count - at) / 64);
}

/* discard, and remove, which wants it to be there. */
static bool call_discard(Eval *e, Arg *args, Value *out)
{
    List *set = args[0].value.list;
    int64_t at;
    bool found;
    *out = value_none;
    if (!eval_is_key(e, &args[1].value) || !find(e, set, &args[1].value, &at, &found))
        return false;
    if (found) {
        list_take_out(set, at);
        return eval_spend(e, 1 + (set->count - at) / 64);
    }
    if (!e->call->function->which)
        return true;
    eval_raise(e, "KeyError", "this is not in the set");
    e->said = args[1].value;
    return false;
}

static bool call_pop(Eval *e, Arg *args, Value *out)
{
    List *set = args[0].value.list;
    if (set->count == 0)
        return eval_raise(e, "KeyError", "pop from an empty set");
    *out = set->item[0];
    list_take_out(set, 0);
    return eval_spend(e, 1 + set->count / 64);
}

static bool call_clear(Eval *e, Arg *args, Value *out)
{
    (void)e;
    *out = value_none;
    *args[0].value.list = (List){0};
    return true;
}

/* issubset and issuperset by an operator, isdisjoint without one. */
static bool call_compare(Eval *e, Arg *args, Value *out)
{
    Operator op = (Operator)e->call->function->which;
    Value other;
    if (!as_set(e, &args[1].value, &other))
        return false;
    if (op != OP_NONE)
        return compare(e, op, &args[0].value, &other, out);
    if (!combine(e, args[0].value.list, other.list, KEEP_BOTH, &other))
        return false;
    *out = value_bool(other.list->count == 0);
    return true;
}

static bool call_set(Eval *e, Arg *args, Value *out)
{
    Value items;
    if (!eval_gather(e, &args[0].value, VALUE_LIST, &items) || !eval_make_set(e, items.list, out))
        return false;
    out->list->is_frozen = e->call->function->which;
    return true;
}

const Function names_sets[] = {
    {"set", IN_BUILTIN | IS_TYPE, "iterable= /", call_set},
    {"frozenset", IN_BUILTIN | IS_TYPE, "iterable= /", call_set, .which = true},
    {"add", OF_SET, "self item /", call_add},
    {"discard", OF_SET, "self item /", call_discard},
    {"remove", OF_SET, "self item /", call_discard, .which = true},
    {"pop", OF_SET, "self /", call_pop},
    {"clear", OF_SET, "self /", call_clear},
    {"copy", OF_SET, "self /", call_combined, .which = KEEP_ALL},
    {"union", OF_SET, "self *others=", call_combined, .which = KEEP_ALL},
    {"intersection", OF_SET, "self *others=", call_combined, .which = KEEP_BOTH},
    {"difference", OF_SET, "self *others=", call_combined, .which = KEEP_LEFT},
    {"symmetric_difference", OF_SET, "self *others=", call_combined,
     .which = KEEP_LEFT | KEEP_RIGHT},
    {"update", OF_SET, "self *others=", call_update, .which = KEEP_ALL},
    {"intersection_update", OF_SET, "self *others=", call_update, .which = KEEP_BOTH},
    {"difference_update", OF_SET, "self *others=", call_update, .which = KEEP_LEFT},
    {"issubset", OF_SET, "self other /", call_compare, .which = OP_LE},
    {"issuperset", OF_SET, "self other /", call_compare, .which = OP_GE},
    {"isdisjoint", OF_SET, "self other /", call_compare, .which = OP_NONE},
    {0},
};
