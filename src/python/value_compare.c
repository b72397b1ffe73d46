/* Comparing values, and what rests on it: sorting, sets, and the keys of dicts.
 *
 * A value may hold itself, may be reached in more ways than there are atoms, and may be a text of a
 * megabyte that stands in a list a million times. So each pair that is compared costs, long texts
 * cost more, and the depth is bounded. A walk that is given up leaves its reason in the budget. */
#include <math.h>
#include <string.h>

#include "python/limits.h"
#include "python/type.h"

bool budget_spend(Budget *b, int64_t amount)
{
    b->left = amount > b->left ? -1 : b->left - amount;
    return b->left >= 0 && !b->refused;
}

bool budget_scan(Budget *b, size_t bytes)
{
    enum { BYTES_PER_STEP = 64 };
    bytes += b->bytes;
    b->bytes = bytes % BYTES_PER_STEP;
    return budget_spend(b, (int64_t)(bytes / BYTES_PER_STEP));
}

/* Tells whether so many bytes may be taken at once: for what grows without an evaluation in between. */
bool budget_take(Budget *b, const Arena *a, size_t bytes)
{
    if (b->memory > 0 && (a->used > b->memory || bytes > b->memory - a->used))
        b->refused = "the lesson needs too much memory";
    return !b->refused;
}

static bool give_up(Budget *b, const char *why)
{
    b->refused = b->refused ? b->refused : why;
    return false;
}

/* False, and the walk is given up, for what stands for something that is not here. */
static bool is_here(Budget *b, const Value *v)
{
    if (value_is_here(v))
        return true;
    b->is_lack = b->is_lack || !b->refused;
    return give_up(b, "a name that is not here is compared, or is a key");
}

/* Pays for one pair at some depth. */
bool budget_enter(Budget *b, int depth)
{
    if (depth > LIMIT_DEPTH)
        return give_up(b, "lists are nested too deep to be compared");
    return budget_spend(b, 1);
}

/* --- numbers -------------------------------------------------------------------------------- */

/* Exact, also where a double cannot hold i. */
static int order_mixed(int64_t i, double x)
{
    if (x >= 0x1p63)
        return -1;
    if (x < -0x1p63)
        return 1;
    int64_t whole = (int64_t)floor(x);
    return i != whole ? (i > whole) - (i < whole) : -(x > floor(x));
}

/* False when one of them is a NaN. */
static bool order_numbers(const Value *x, const Value *y, int *order)
{
    int64_t i = 0, j = 0;
    double a = 0, b = 0;
    bool whole_x = value_integer(x, &i), whole_y = value_integer(y, &j);
    value_number(x, &a);
    value_number(y, &b);
    if (isnan(a) || isnan(b))
        return false;
    *order = whole_x && whole_y ? (i > j) - (i < j)
             : whole_x          ? order_mixed(i, b)
             : whole_y          ? -order_mixed(j, a)
                                : (a > b) - (a < b);
    return true;
}

/* --- equality ------------------------------------------------------------------------------- */

static bool equal_tensors(Budget *b, const Value *x, const Value *y)
{
    double i, j;
    int order;
    if (tensor_in(x) == tensor_in(y))
        return true;
    const Value *other = tensor_in(x) ? y : x;
    const QkvTensor *own = tensor_in(other == y ? x : y);
    bool is_other = !tensor_in(other) && !value_is_number(other);
    if (is_other && (!own->is_array || own->count == 1))
        return false;
    if (is_other || !value_number(x, &i) || !value_number(y, &j))
        return give_up(b, "a tensor in a list or dict is compared, but that has one answer for "
                          "each of its cells: compare with (a == b).all()");
    return order_numbers(x, y, &order) && order == 0;
}

static bool equal_other(Budget *b, const Value *x, const Value *y, bool *equal)
{
    const Kind *one = type_of(x), *two = type_of(y);
    return (one->equal_other && one->equal_other(b, x, y, equal)) ||
           (two->equal_other && two->equal_other(b, x, y, equal));
}

bool equal_in(Budget *b, const Value *x, const Value *y, int depth)
{
    int order;
    bool equal;
    if (!budget_enter(b, depth) || !is_here(b, x) || !is_here(b, y))
        return false;
    if (value_is_number(x) && value_is_number(y))
        return order_numbers(x, y, &order) && order == 0;
    if (!object_in(x) && !object_in(y) && (tensor_in(x) || tensor_in(y)))
        return equal_tensors(b, x, y);
    if (equal_other(b, x, y, &equal))
        return equal;
    if (type_family(x) != type_family(y))
        return false;
    const Kind *type = type_of(x);
    if (type->place && type->place(x) == type->place(y))
        return true;
    return type->equal ? type->equal(b, x, y, depth) : type->is_single;
}

bool value_equal(Budget *b, const Value *x, const Value *y)
{
    return equal_in(b, x, y, 0);
}

bool value_is(Budget *b, const Value *x, const Value *y)
{
    const Kind *type = type_of(x);
    if (x->kind != y->kind)
        return false;
    return type->place ? type->place(x) == type->place(y)
           : type->is  ? type->is(x, y)
                       : value_equal(b, x, y);
}

/* An array is compared by its number, if it can be a key at all. */
bool value_is_by_place(const Value *v)
{
    return tensor_in(v) && !v->tensor->is_array;
}

bool value_is_same_key(Budget *b, const Value *x, const Value *y)
{
    if (!value_is_by_place(x) && !value_is_by_place(y))
        return value_equal(b, x, y);
    if (x->kind != y->kind || x->parameter != y->parameter)
        return false;
    return x->parameter ? x->is_data == y->is_data : qkv_is_same(x->tensor, y->tensor);
}

/* --- order ---------------------------------------------------------------------------------- */

bool order_in(Budget *b, const Value *x, const Value *y, int depth, int *order)
{
    double number;
    if (!budget_enter(b, depth))
        return false;
    if (value_number(x, &number) && value_number(y, &number))
        return order_numbers(x, y, order);
    if (type_of(x)->order && type_family(x) == type_family(y))
        return type_of(x)->order(b, x, y, depth, order);
    if (type_of(x)->order_other || type_of(y)->order_other)
        return (type_of(x)->order_other ? x : y)->kind->order_other(x, y, order);
    return false;
}

bool value_order(Budget *b, const Value *x, const Value *y, int *order)
{
    return order_in(b, x, y, 0, order);
}

/* Merges two sorted halves: of values, or of pairs that have the order of their first items. */
static bool merge_sort(Budget *b, Value *item, Value *scratch, int64_t n, bool pairs)
{
    if (n < 2)
        return true;
    int64_t half = n / 2;
    if (!merge_sort(b, item, scratch, half, pairs) ||
        !merge_sort(b, item + half, scratch, n - half, pairs))
        return false;
    memcpy(scratch, item, (size_t)n * sizeof *item);
    for (int64_t i = 0, left = 0, right = half; i < n; i++) {
        int order = -1;
        const Value *x = &scratch[right < n ? right : left],
                    *y = &scratch[left < half ? left : half];
        x = pairs ? &x->list->item[0] : x;
        y = pairs ? &y->list->item[0] : y;
        if (left < half && right < n && !value_order(b, x, y, &order))
            return false;
        bool takes_right = left == half || (right < n && order < 0);
        item[i] = takes_right ? scratch[right++] : scratch[left++];
    }
    return true;
}

static bool sort(Arena *a, Budget *b, List *list, bool pairs)
{
    if (!budget_take(b, a, (size_t)list->count * sizeof(Value)))
        return false;
    Value *scratch = arena_many(a, (size_t)list->count, Value);
    return merge_sort(b, list->item, scratch, list->count, pairs);
}

bool list_sort(Arena *a, Budget *b, List *list)
{
    return sort(a, b, list, false);
}

bool list_sort_pairs(Arena *a, Budget *b, List *list)
{
    return sort(a, b, list, true);
}

const void *payload_place(const Value *v)
{
    return v->list; /* a pointer, whatever it points to */
}

/* --- keys ----------------------------------------------------------------------------------- */

/* Python's: the number modulo a prime, 2^61 - 1, which is the same for 2, 2.0 and True; never -1. */
#define HASH_BITS 61
#define HASH_PRIME ((UINT64_C(1) << HASH_BITS) - 1)

static uint64_t signed_hash(bool is_negative, uint64_t hash)
{
    hash = is_negative ? 0 - hash : hash;
    return hash == UINT64_MAX ? UINT64_MAX - 1 : hash;
}

static uint64_t turned_left(uint64_t hash, int by)
{
    return ((hash << by) & HASH_PRIME) | hash >> (HASH_BITS - by);
}

static uint64_t number_hash(double x)
{
    const int at_once = 28;
    int exponent;
    uint64_t hash = 0;
    if (!isfinite(x))
        return signed_hash(x < 0, isinf(x) ? 314159 : 0);
    for (double left = frexp(fabs(x), &exponent); left != 0; exponent -= at_once) {
        left = ldexp(left, at_once);
        hash = turned_left(hash, at_once) + (uint64_t)left;
        hash -= hash >= HASH_PRIME ? HASH_PRIME : 0;
        left -= trunc(left);
    }
    exponent %= HASH_BITS;
    return signed_hash(x < 0, turned_left(hash, exponent < 0 ? exponent + HASH_BITS : exponent));
}

static uint64_t integer_hash(int64_t i)
{
    uint64_t size = i < 0 ? 0 - (uint64_t)i : (uint64_t)i;
    return signed_hash(i < 0, size % HASH_PRIME);
}

uint64_t value_hash(const Value *v)
{
    double x;
    int64_t whole;
    if (value_is_by_place(v))
        return hash_mix(1, names_hash(value_type(v)));
    if (value_integer(v, &whole))
        return integer_hash(whole);
    if (value_is_number(v) && value_number(v, &x))
        return number_hash(x);
    return type_of(v)->hash ? type_of(v)->hash(v) : hash_mix(1, names_hash(value_type(v)));
}

bool value_has_fixed_hash(const Value *v)
{
    return type_of(v)->has_fixed_hash && type_of(v)->has_fixed_hash(v);
}

bool items_have_fixed_hash(const Value *v)
{
    for (int64_t i = 0; i < v->list->count; i++)
        if (!value_has_fixed_hash(&v->list->item[i]))
            return false;
    return true;
}

bool is_key_in(Budget *b, const Value *v, int depth)
{
    const Kind *type = type_of(v);
    return budget_enter(b, depth) && is_here(b, v) && (!type->is_key || type->is_key(b, v, depth));
}

bool never_key(Budget *b, const Value *v, int depth)
{
    (void)b, (void)v, (void)depth;
    return false;
}

bool items_key(Budget *b, const Value *v, int depth)
{
    for (int64_t i = 0; i < v->list->count; i++)
        if (!is_key_in(b, &v->list->item[i], depth + 1))
            return false;
    return true;
}

bool value_is_key(Budget *b, const Value *v)
{
    return is_key_in(b, v, 0);
}

/* 1 + the place of a key, or 0. Methods of the keys compare them, and may change the dict: then it is
 * gone through anew. */
static int64_t find(Budget *b, const Dict *dict, const Value *key, uint64_t hash)
{
    enum { KEYS_PER_STEP = 8 };
    for (uint64_t at = hash; dict->slots > 0; at++) {
        budget_spend(b, at % KEYS_PER_STEP == 0 && at != hash); /* keys may be chosen to collide */
        const int64_t *table = dict->slot;
        int64_t place = table[at & ((uint64_t)dict->slots - 1)];
        bool same = place == 0 || (dict->hash[place - 1] == hash &&
                                   value_is_same_key(b, &dict->key.item[place - 1], key));
        if (dict->slot != table)
            at = hash - 1;
        else if (same || b->left < 0)
            return place;
    }
    return 0;
}

static int64_t *free_slot(const Dict *dict, uint64_t hash)
{
    uint64_t mask = (uint64_t)dict->slots - 1;
    while (dict->slot[hash & mask])
        hash++;
    return &dict->slot[hash & mask];
}

/* A new table, which says that the dict was changed. At most half of the slots are taken. */
static void make_slots(Arena *a, Dict *dict, int64_t slots)
{
    dict->slots = slots;
    dict->slot = arena_many(a, (size_t)slots, int64_t);
    for (int64_t i = 0; i < dict->key.count; i++)
        *free_slot(dict, dict->hash[i]) = i + 1;
}

Value *dict_find(Budget *b, const Dict *dict, const Value *key)
{
    if (dict->slots == 0 || !value_is_key(b, key))
        return NULL;
    int64_t place = find(b, dict, key, hash_mix(value_hash(key), 1));
    return place ? &dict->item.item[place - 1] : NULL;
}

void dict_put(Arena *a, Budget *b, Dict *dict, Value key, Value item)
{
    /* Keys, items and hashes for every new slot that may be taken, and the slots. */
    enum { GROWTH = 2 * sizeof(Value) + 3 * sizeof(int64_t) };
    uint64_t hash = hash_mix(value_hash(&key), 1);
    int64_t place = find(b, dict, &key, hash);
    Value *known = place ? dict->item.item : NULL;
    if (known) {
        known[place - 1] = item;
        return;
    }
    bool is_full = dict->key.count * 2 >= dict->slots;
    if (!budget_take(b, a, is_full ? (size_t)dict->slots * GROWTH : 0))
        return;
    if (is_full)
        make_slots(a, dict, dict->slots ? dict->slots * 2 : 8);
    dict->hash = arena_more(a, dict->hash, (size_t)dict->key.count, sizeof *dict->hash);
    dict->hash[dict->key.count] = hash;
    list_add(a, &dict->key, key);
    list_add(a, &dict->item, item);
    *free_slot(dict, hash) = dict->key.count;
}

void dict_take_out(Arena *a, Dict *dict, int64_t at)
{
    list_take_out(&dict->key, at);
    list_take_out(&dict->item, at);
    memmove(&dict->hash[at], &dict->hash[at + 1],
            (size_t)(dict->key.count - at) * sizeof *dict->hash);
    make_slots(a, dict, dict->slots);
}
