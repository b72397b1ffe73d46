/* Sets and frozensets: how they compare, their operators and methods. The order of their items is that of set_table.h; how a result is made,
 * item by item or by a copy, decides on it, and is as in CPython. */
#include <string.h>

#include "python/dispatch.h"
#include "python/set_table.h"

/* Tells whether it is a set or a frozenset. */
static bool is_own(const Value *v)
{
    return type_family(v) == VALUE_SET;
}

/* Where an item is, or (false) where it belongs: by halving, unless the items have no order. */
static bool search_sorted(Eval *e, const List *set, const Value *item, int64_t *at)
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

static bool search(Eval *e, const List *set, const Value *item, int64_t *at)
{
    if (!set->table)
        return search_sorted(e, set, item, at);
    *at = set_find(&e->budget, set, item);
    return *at >= 0;
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

/* --- both sets -------------------------------------------------------------------------------- */

typedef enum Keep { KEEP_BOTH, KEEP_LEFT, KEEP_ONE, KEEP_ALL } Keep;

static bool add_all(Eval *e, List *set, const List *items, bool at_once)
{
    return set_update(e->arena, &e->budget, set, items, at_once) || eval_spend(e, 0);
}

/* Copies a set, as s.copy() and set(s) do. */
static bool copy_set(Eval *e, const List *set, List *out)
{
    *out = (List){0};
    return add_all(e, out, set, true);
}

/* Keeps those items of a list that are in a set, or are not, one after the other. */
static bool keep_items(Eval *e, const List *items, const List *set, bool wanted, List *out)
{
    List kept = {0};
    for (int64_t i = 0; i < items->count; i++)
        if (has(e, set, &items->item[i]) == wanted)
            list_add(e->arena, &kept, items->item[i]);
    *out = (List){0};
    return eval_spend(e, items->count) && add_all(e, out, &kept, false);
}

/* Of equal items Python takes those of the smaller set. */
static bool intersect(Eval *e, const List *a, const Value *b, List *out)
{
    if (b->list == a)
        return copy_set(e, a, out);
    bool swaps = is_own(b) && b->list->count > a->count;
    return keep_items(e, swaps ? a : b->list, swaps ? b->list : a, true, out);
}

/* Takes the items of b out of a. */
static bool take_out_all(Eval *e, List *a, const Value *b)
{
    List both = {0}, made;
    const List *items = b->list;
    if (items == a) {
        set_replace(e->arena, a, NULL);
        return true;
    }
    if (!a->table) {
        if (!keep_items(e, a, items, false, &made))
            return false;
        *a = made;
        return true;
    }
    if (is_own(b) && items->count / 8 > a->count) {
        if (!intersect(e, a, b, &both))
            return false;
        items = &both;
    }
    return set_take_out_all(e->arena, &e->budget, a, items, false) || eval_spend(e, 0);
}

static bool subtract(Eval *e, const List *a, const Value *b, List *out)
{
    if (is_own(b) && a->count / 4 <= b->list->count)
        return keep_items(e, a, b->list, false, out);
    return copy_set(e, a, out) && take_out_all(e, out, b);
}

static bool is_fixed(const List *items)
{
    for (int64_t i = 0; i < items->count; i++)
        if (!value_has_fixed_hash(&items->item[i]))
            return false;
    return true;
}

/* Each item of `items`, which are in it once, goes into a set where it is not, and out of it where it is. */
static bool toggle(Eval *e, List *set, const List *items)
{
    List left, right;
    if ((set->table || set->count == 0) && is_fixed(items))
        return set_take_out_all(e->arena, &e->budget, set, items, true) || eval_spend(e, 0);
    if (!keep_items(e, set, items, false, &left) || !keep_items(e, items, set, false, &right) ||
        !add_all(e, &left, &right, false))
        return false;
    *set = left;
    return true;
}

/* Makes a set of a and b, of the kind of a; b is a set, or a list of keys. */
static bool combine(Eval *e, const Value *first, const Value *b, Keep keep, Value *out)
{
    const List *a = first->list;
    Value once = *b;
    bool ok = true;
    List made = {0};
    if (keep == KEEP_BOTH)
        ok = intersect(e, a, b, &made);
    else if (keep == KEEP_LEFT)
        ok = subtract(e, a, b, &made);
    else if (keep == KEEP_ALL)
        ok = copy_set(e, a, &made) &&
             (b->list == a || add_all(e, &made, b->list, b->kind != VALUE_LIST));
    else
        ok = (is_own(b) ? copy_set(e, once.list, &made)
                        : add_all(e, &made, once.list, b->kind != VALUE_LIST)) &&
             toggle(e, &made, a);
    *out = value_list(e->arena, first->kind);
    *out->list = made;
    return ok;
}

/* The same of a itself. */
static bool change(Eval *e, List *a, const Value *b, Keep keep)
{
    Value out, once = *b;
    if (keep == KEEP_ALL)
        return b->list == a || add_all(e, a, b->list, b->kind != VALUE_LIST);
    if (keep == KEEP_LEFT)
        return take_out_all(e, a, b);
    if (keep == KEEP_ONE) {
        if (!is_own(b) && !eval_make_set(e, b->list, &once))
            return false;
        return b->list == a ? take_out_all(e, a, b) : toggle(e, a, once.list);
    }
    if (!combine(e, &(Value){.kind = VALUE_SET, .list = a}, b, keep, &out))
        return false;
    set_replace(e->arena, a, out.list);
    return true;
}

static bool is_set(const Value *v)
{
    return is_own(v) || v->kind == VALUE_KEYS || v->kind == VALUE_ITEMS;
}

/* A set as it is; the items of any other value as a list of keys, those of a dict as one whose size is known. */
static bool as_keys(Eval *e, const Value *v, Value *out)
{
    *out = *v;
    if (is_own(v))
        return true;
    if (!eval_gather(e, v, VALUE_LIST, out))
        return false;
    for (int64_t i = 0; i < out->list->count; i++)
        if (!eval_is_key(e, &out->list->item[i]))
            return false;
    out->kind = v->kind == VALUE_DICT ? VALUE_KEYS : VALUE_LIST;
    return true;
}

/* The items of any value as a set. */
static bool as_set(Eval *e, const Value *v, Value *out)
{
    Value keys;
    *out = *v;
    if (is_own(v))
        return true;
    if (!as_keys(e, v, &keys))
        return false;
    *out = value_list(e->arena, VALUE_SET);
    return add_all(e, out->list, keys.list, keys.kind == VALUE_KEYS);
}

static bool set_contains(Eval *e, const Value *v, const Value *item, bool *found)
{
    Value key = *item;
    if (item->kind == VALUE_SET) /* stands for the frozenset of its items */
        key.kind = VALUE_FROZENSET;
    if (!eval_is_key(e, &key))
        return false;
    *found = has(e, v->list, &key);
    return true;
}

/* Tells whether a set or a view holds an item; the items of a view need no hash of their own. */
static bool holds(Eval *e, const Value *set, const Value *item, bool *found)
{
    if (is_own(set))
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
    if (!differs && large->kind == VALUE_KEYS) { /* keys have hashes, by which they are found */
        if (!as_set(e, large, &keys))
            return false;
        large = &keys;
    }
    if (!differs && !is_within(e, small, large, &is))
        return false;
    *out = value_bool(is == (op != OP_NE));
    return eval_spend(e, 1);
}

static bool keep_of(Operator op, Keep *keep)
{
    *keep = op == OP_BITAND  ? KEEP_BOTH
            : op == OP_SUB   ? KEEP_LEFT
            : op == OP_BITOR ? KEEP_ALL
                             : KEEP_ONE;
    return *keep != KEEP_ONE || op == OP_BITXOR;
}

/* Goes through the other side, unless that is the larger one: then through the view. */
static bool intersect_view(Eval *e, const Value *view, const Value *other, Value *out)
{
    Value set, keys;
    int64_t more = is_set(other) ? other->list->count - view->list->count : -1;
    bool swaps = more > 0 || (more == 0 && is_own(other));
    *out = value_list(e->arena, VALUE_SET);
    return as_set(e, swaps ? other : view, &set) && as_keys(e, swaps ? view : other, &keys) &&
           keep_items(e, keys.list, set.list, true, out->list);
}

/* A view and any items: a set of those on the left is changed by the others. */
static bool combine_view(Eval *e, const Value *a, const Value *b, Keep keep, Value *out)
{
    Value keys;
    bool is_left = is_set(a) && !is_own(a);
    if (keep == KEEP_BOTH)
        return intersect_view(e, is_left ? a : b, is_left ? b : a, out);
    *out = value_list(e->arena, VALUE_SET);
    return as_keys(e, a, &keys) &&
           add_all(e, out->list, keys.list, keys.kind != VALUE_LIST || a->kind == VALUE_KEYS) &&
           as_keys(e, b, &keys) && change(e, out->list, &keys, keep);
}

/* a | b, a & b, a - b and a ^ b of two sets, or of a view and any items, and how sets compare. */
bool set_binary(Eval *e, Operator op, const Value *a, const Value *b, Value *out, bool *done)
{
    Keep keep;
    bool are_sets = is_set(a) && is_set(b), combines = keep_of(op, &keep);
    bool has_view = (is_set(a) && !is_own(a)) || (is_set(b) && !is_own(b));
    bool compares = op >= OP_EQ && op <= OP_GE;
    *done = compares ? are_sets : combines && (are_sets || has_view);
    if (!*done)
        return true;
    if (compares)
        return compare(e, op, a, b, out);
    bool is_none = !is_own(b) && value_items(b) && value_items(b)->count == 0;
    if (op == OP_BITAND && is_none) /* then no item of the view needs a hash */
        return eval_make_set(e, &(List){0}, out);
    return has_view ? combine_view(e, a, b, keep, out) : combine(e, a, b, keep, out);
}

/* a |= b, and the like, change a itself. */
static bool set_inplace(Eval *e, Operator op, const Value *a, const Value *b, Value *out,
                        bool *done)
{
    Keep keep;
    *done = is_own(b) && keep_of(op, &keep);
    *out = *a;
    return !*done || change(e, a->list, b, keep);
}

static bool set_equal(Budget *b, const Value *one, const Value *other, int depth)
{
    const List *x = one->list, *y = other->list;
    if (!x->is_mixed && !y->is_mixed && !x->table && !y->table)
        return list_equal(b, one, other, depth);
    bool same = x->count == y->count;
    if (x->table && y->table) {
        for (int64_t i = 0; same && i < x->count; i++)
            same = budget_enter(b, depth) && set_find(b, y, &x->item[i]) >= 0;
        return same;
    }
    for (int64_t i = 0; same && i < x->count; i++) {
        bool met = false;
        for (int64_t k = 0; !met && k < y->count; k++)
            met = equal_in(b, &x->item[i], &y->item[k], depth + 1);
        same = met;
    }
    return same;
}

/* The same in whatever order the items stand: CPython's. */
static uint64_t set_hash(const Value *v)
{
    const List *items = v->list;
    uint64_t hash = 0;
    for (int64_t i = 0; i < items->count; i++) {
        uint64_t item = value_hash(&items->item[i]);
        hash ^= ((item ^ 89869747) ^ item << 16) * UINT64_C(3644798167);
    }
    hash ^= ((uint64_t)items->count + 1) * UINT64_C(1927868237);
    hash ^= (hash >> 11) ^ (hash >> 25);
    hash = hash * 69069 + 907133923;
    return hash == UINT64_MAX ? 590923713 : hash;
}

static void set_write(Writer *w, const Value *v, const Writing *around)
{
    if (v->list->count == 0)
        buf_puts(w->out, "set()");
    else
        write_items(w, v->list, "{", "}", around);
}

static void frozenset_write(Writer *w, const Value *v, const Writing *around)
{
    bool is_empty = v->list->count == 0;
    write_items(w, v->list, is_empty ? "frozenset(" : "frozenset({", is_empty ? ")" : "})", around);
}

/* --- methods ---------------------------------------------------------------------------------- */

/* A set, or what `which` of it is kept beside the items of each of the others. */
static bool call_combined(Eval *e, Arg *args, Value *out)
{
    const Value *others = &args[1].value;
    const Value self = args[0].value;
    Keep keep = (Keep)e->call->function->which;
    Value other;
    *out = value_list(e->arena, self.kind);
    if (others->kind == VALUE_ABSENT || others->list->count == 0)
        return copy_set(e, self.list, out->list);
    for (int64_t i = 0; i < others->list->count; i++) {
        if (!as_keys(e, &others->list->item[i], &other))
            return false;
        bool ok = i == 0 || keep == KEEP_BOTH ? combine(e, i == 0 ? &self : out, &other, keep, out)
                                              : change(e, out->list, &other, keep);
        if (!ok)
            return false;
    }
    return true;
}

static bool call_update(Eval *e, Arg *args, Value *out)
{
    const Value *others = &args[1].value;
    Value other;
    *out = value_none;
    for (int64_t i = 0; others->kind != VALUE_ABSENT && i < others->list->count; i++)
        if (!as_keys(e, &others->list->item[i], &other) ||
            !change(e, args[0].value.list, &other, (Keep)e->call->function->which))
            return false;
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
    if ((set->table || set->count == 0) && value_has_fixed_hash(item)) {
        if (set->count >= LIMIT_ITEMS) /* appending says so */
            return eval_append(e, set, *item);
        set_insert(e->arena, &e->budget, set, *item);
        return eval_spend(e, 1 + set->count / 64);
    }
    if (set->table) /* the first that has no place in it */
        return add_all(e, set, &(List){.item = (Value[]){*item}, .count = 1}, false);
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
        set_take_out(set, at);
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
    int64_t at = set_next_out(set);
    *out = set->item[at];
    set_take_out(set, at);
    return eval_spend(e, 1 + set->count / 64);
}

static bool call_clear(Eval *e, Arg *args, Value *out)
{
    *out = value_none;
    set_replace(e->arena, args[0].value.list, NULL);
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
    List both;
    if (!intersect(e, args[0].value.list, &other, &both))
        return false;
    *out = value_bool(both.count == 0);
    return true;
}

/* set and frozenset. */
static bool call_set(Eval *e, Arg *args, Value *out)
{
    Value keys;
    ValueKind kind = e->call->function->data;
    *out = args[0].value;
    if (out->kind == VALUE_FROZENSET && kind == VALUE_FROZENSET)
        return true; /* itself */
    *out = value_list(e->arena, kind);
    return args[0].value.kind == VALUE_ABSENT ||
           (as_keys(e, &args[0].value, &keys) &&
            add_all(e, out->list, keys.list, keys.kind != VALUE_LIST));
}

/* --- the rows --------------------------------------------------------------------------------- */

static const Function functions[] = {
    {"set", IN_BUILTIN | IS_TYPE, "iterable= /", call_set, .data = VALUE_SET},
    {"frozenset", IN_BUILTIN | IS_TYPE, "iterable= /", call_set, .data = VALUE_FROZENSET},
    {"add", OF_SET, "self item /", call_add},
    {"discard", OF_SET, "self item /", call_discard},
    {"remove", OF_SET, "self item /", call_discard, .which = true},
    {"pop", OF_SET, "self /", call_pop},
    {"clear", OF_SET, "self /", call_clear},
    {"copy", OF_SET, "self /", call_combined, .which = KEEP_ALL},
    {"union", OF_SET, "self *others=", call_combined, .which = KEEP_ALL},
    {"intersection", OF_SET, "self *others=", call_combined, .which = KEEP_BOTH},
    {"difference", OF_SET, "self *others=", call_combined, .which = KEEP_LEFT},
    {"symmetric_difference", OF_SET, "self *others=", call_combined, .which = KEEP_ONE},
    {"update", OF_SET, "self *others=", call_update, .which = KEEP_ALL},
    {"intersection_update", OF_SET, "self *others=", call_update, .which = KEEP_BOTH},
    {"difference_update", OF_SET, "self *others=", call_update, .which = KEEP_LEFT},
    {"symmetric_difference_update", OF_SET, "self *others=", call_update, .which = KEEP_ONE},
    {"issubset", OF_SET, "self other /", call_compare, .which = OP_LE},
    {"issuperset", OF_SET, "self other /", call_compare, .which = OP_GE},
    {"isdisjoint", OF_SET, "self other /", call_compare, .which = OP_NONE},
    {0},
};

/* clang-format off */
const Kind set_kind = {
    .functions = functions, .name = "set", .phrase = "a set", .family = VALUE_SET,
    .methods = OF_SET, .is_key = never_key, .items = list_items, .place = list_place,
    .equal = set_equal, .has_fixed_hash = items_have_fixed_hash, .write = set_write,
    .next = next_of_fixed, .iterator = "set_iterator", .binary = set_binary, .inplace = set_inplace,
    .contains = set_contains,
};
const Kind frozenset_kind = {
    .name = "frozenset", .phrase = "a frozenset", .family = VALUE_SET, .methods = OF_SET,
    .is_fixed = true, .is_key = items_key, .items = list_items, .place = list_place,
    .equal = set_equal, .hash = set_hash, .has_fixed_hash = items_have_fixed_hash,
    .write = frozenset_write, .next = next_of_fixed, .iterator = "set_iterator",
    .binary = set_binary, .contains = set_contains,
};
/* clang-format on */
