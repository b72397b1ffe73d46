/* Comparing values, and what rests on it: sorting, sets, and the keys of dicts.
 *
 * A value may hold itself, may be reached in more ways than there are atoms, and may be a text of a
 * megabyte that stands in a list a million times. So each pair that is compared costs, long texts
 * cost more, and the depth is bounded. A walk that is given up leaves its reason in the budget. */
#include "python/object.h"

#include <math.h>
#include <string.h>

#include "python/limits.h"
#include "python/set_table.h"

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

/* Whether so many bytes may be taken at once: for what grows without an evaluation in between. */
static bool budget_take(Budget *b, const Arena *a, size_t bytes)
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
    if (v->kind != VALUE_NAMESPACE || !v->space->is_absent)
        return true;
    b->is_lack = b->is_lack || !b->refused;
    return give_up(b, "a name that is not here is compared, or is a key");
}

/* Pays for one pair at some depth. */
static bool enter(Budget *b, int depth)
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

static bool equal(Budget *b, const Value *x, const Value *y, int depth);

/* A size is a tuple to ==. */
static ValueKind family(const Value *v)
{
    return v->kind == VALUE_SIZE ? VALUE_TUPLE : v->kind;
}

static bool equal_texts(Budget *b, const Text *x, const Text *y)
{
    if (x == y || x->length != y->length)
        return x == y;
    return budget_scan(b, x->length) && memcmp(x->bytes, y->bytes, x->length) == 0;
}

static bool equal_lists(Budget *b, const List *x, const List *y, int depth)
{
    if (x->count != y->count)
        return false;
    for (int64_t i = 0; i < x->count; i++)
        if (!equal(b, &x->item[i], &y->item[i], depth + 1))
            return false;
    return true;
}

static bool equal_dicts(Budget *b, const Dict *x, const Dict *y, int depth)
{
    if (x->key.count != y->key.count)
        return false;
    for (int64_t i = 0; i < x->key.count; i++) {
        const Value *other = dict_find(b, y, &x->key.item[i]);
        if (!other || !equal(b, &x->item.item[i], other, depth + 1))
            return false;
    }
    return true;
}

static bool equal_sets(Budget *b, const List *x, const List *y, int depth)
{
    if (!x->is_mixed && !y->is_mixed && !x->table && !y->table)
        return equal_lists(b, x, y, depth);
    bool same = x->count == y->count;
    if (x->table && y->table) {
        for (int64_t i = 0; same && i < x->count; i++)
            same = enter(b, depth) && set_find(b, y, &x->item[i]) >= 0;
        return same;
    }
    for (int64_t i = 0; same && i < x->count; i++) {
        bool met = false;
        for (int64_t k = 0; !met && k < y->count; k++)
            met = equal(b, &x->item[i], &y->item[k], depth + 1);
        same = met;
    }
    return same;
}

/* Only where they begin, how they go on and how many there are counts. */
static bool equal_ranges(const Range *x, const Range *y)
{
    int64_t n = range_count(x);
    return n == range_count(y) &&
           (n == 0 || (x->start == y->start && (n == 1 || x->step == y->step)));
}

static bool equal_tensors(Budget *b, const Value *x, const Value *y)
{
    double i, j;
    int order;
    if (x->kind == VALUE_TENSOR && y->kind == VALUE_TENSOR && x->tensor == y->tensor)
        return true;
    const Value *other = x->kind == VALUE_TENSOR ? y : x;
    if (other->kind != VALUE_TENSOR && !value_is_number(other))
        return false;
    if (!value_number(x, &i) || !value_number(y, &j))
        return give_up(b, "a tensor in a list or dict is compared, but that has one answer for "
                          "each of its cells: compare with (a == b).all()");
    return order_numbers(x, y, &order) && order == 0;
}

static bool is_array_type(const Value *v)
{
    return v->kind == VALUE_DTYPE && v->is_numpy;
}

/* NumPy's a.dtype equals np.float32, Python's float and "float32". */
static bool is_named(const Value *type, const Value *v)
{
    const char *name = v->kind == VALUE_STR        ? v->text->bytes
                       : v->kind == VALUE_FUNCTION ? v->function->name
                                                   : "";
    bool is_wide = strcmp(name, "float") == 0 || strcmp(name, "double") == 0;
    name = is_wide                      ? "float64"
           : strcmp(name, "int") == 0   ? "int64"
           : strcmp(name, "bool_") == 0 ? "bool"
                                        : name;
    return strcmp(name, qkv_dtype_name(type->dtype)) == 0;
}

static bool equal(Budget *b, const Value *x, const Value *y, int depth)
{
    int order;
    if (!enter(b, depth) || !is_here(b, x) || !is_here(b, y))
        return false;
    if (value_is_number(x) && value_is_number(y))
        return order_numbers(x, y, &order) && order == 0;
    if (x->kind == VALUE_TENSOR || y->kind == VALUE_TENSOR)
        return equal_tensors(b, x, y);
    if (x->kind == VALUE_OBJECT || y->kind == VALUE_OBJECT)
        return object_equal(x, y);
    if (is_array_type(x) != is_array_type(y))
        return is_array_type(x) ? is_named(x, y) : is_named(y, x);
    if (family(x) != family(y))
        return false;
    switch (x->kind) {
    case VALUE_STR:
        return equal_texts(b, x->text, y->text);
    case VALUE_LIST:
    case VALUE_TUPLE:
    case VALUE_SIZE:
    case VALUE_KEYS:
    case VALUE_ITEMS:
        return x->list == y->list || equal_lists(b, x->list, y->list, depth);
    case VALUE_SET:
        return x->list == y->list || equal_sets(b, x->list, y->list, depth);
    case VALUE_VALUES:
        return x->list == y->list;
    case VALUE_DICT:
        return x->dict == y->dict || equal_dicts(b, x->dict, y->dict, depth);
    case VALUE_ITERATOR:
        return x->iterator == y->iterator;
    case VALUE_RANGE:
        return equal_ranges(&x->range, &y->range);
    case VALUE_DTYPE:
        return x->dtype == y->dtype;
    case VALUE_FUNCTION:
        return x->function == y->function;
    case VALUE_NAMESPACE:
        return x->space == y->space;
    case VALUE_CLOSURE:
        return x->closure == y->closure;
    case VALUE_CLASS:
        return x->class == y->class;
    case VALUE_WRAPPED:
        return x->wrapped == y->wrapped;
    case VALUE_BOUND:
        return equal(b, &x->bound->function, &y->bound->function, depth + 1) &&
               equal(b, &x->bound->self, &y->bound->self, depth + 1);
    default:
        return x->kind == VALUE_NONE || x->kind == VALUE_ELLIPSIS ||
               x->kind == VALUE_NOT_IMPLEMENTED;
    }
}

bool value_equal(Budget *b, const Value *x, const Value *y)
{
    return equal(b, x, y, 0);
}

/* An array is compared by its number, if it can be a key at all. */
bool value_is_by_place(const Value *v)
{
    return v->kind == VALUE_TENSOR && !v->tensor->is_array;
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

static bool order_texts(Budget *b, const Text *x, const Text *y, int *order)
{
    size_t n = x->length < y->length ? x->length : y->length;
    if (!budget_scan(b, n))
        return false;
    int c = x == y ? 0 : memcmp(x->bytes, y->bytes, n); /* UTF-8 sorts as its code points do */
    *order = c ? (c > 0) - (c < 0) : (x->length > y->length) - (x->length < y->length);
    return true;
}

static bool order_values(Budget *b, const Value *x, const Value *y, int depth, int *order);

static bool order_lists(Budget *b, const List *x, const List *y, int depth, int *order)
{
    for (int64_t i = 0; i < x->count && i < y->count; i++)
        if (!equal(b, &x->item[i], &y->item[i], depth + 1))
            return order_values(b, &x->item[i], &y->item[i], depth + 1, order);
    *order = (x->count > y->count) - (x->count < y->count);
    return true;
}

static bool order_values(Budget *b, const Value *x, const Value *y, int depth, int *order)
{
    double number;
    if (!enter(b, depth))
        return false;
    if (value_number(x, &number) && value_number(y, &number))
        return order_numbers(x, y, order);
    if (x->kind == VALUE_STR && y->kind == VALUE_STR)
        return order_texts(b, x->text, y->text, order);
    if (family(x) == family(y) && (x->kind == VALUE_LIST || family(x) == VALUE_TUPLE))
        return order_lists(b, x->list, y->list, depth, order);
    if (x->kind == VALUE_OBJECT || y->kind == VALUE_OBJECT)
        return object_order(x, y, order);
    return false;
}

bool value_order(Budget *b, const Value *x, const Value *y, int *order)
{
    return order_values(b, x, y, 0, order);
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

/* Items that have no order between them stay as they come. */
static bool once_each(Arena *a, Budget *b, const List *items, List *out)
{
    Dict met = {0};
    for (int64_t i = 0; i < items->count && !b->refused; i++)
        dict_put(a, b, &met, items->item[i], value_none);
    *out = met.key;
    return b->left >= 0 && !b->refused;
}

bool value_set(Arena *a, Budget *b, const List *items, Value *out)
{
    *out = value_list(a, VALUE_SET);
    return set_update(a, b, out->list, items, false) && b->left >= 0 && !b->refused;
}

bool value_sorted_set(Arena *a, Budget *b, const List *items, Value *out)
{
    List sorted;
    *out = value_list(a, VALUE_SET);
    if (!once_each(a, b, items, out->list) ||
        !budget_take(b, a, (size_t)out->list->count * sizeof(Value)))
        return false;
    sorted = (List){.item = arena_many(a, (size_t)out->list->count, Value),
                    .count = out->list->count};
    bool has_order = true;
    for (int64_t i = 0; i < sorted.count; i++) {
        sorted.item[i] = out->list->item[i];
        has_order = has_order && !value_is_by_place(&sorted.item[i]);
    }
    if (has_order && list_sort(a, b, &sorted))
        *out->list = sorted;
    else
        out->list->is_mixed = true;
    return b->left >= 0 && !b->refused;
}

/* --- keys ----------------------------------------------------------------------------------- */

/* Also spreads numbers over the slots of a dict, whatever power of 2 they are multiples of. */
static uint64_t mix(uint64_t hash, uint64_t with)
{
    hash = (hash ^ with) * UINT64_C(0x9E3779B97F4A7C15);
    hash = (hash ^ hash >> 32) * UINT64_C(0xD6E8FEB86659FD93);
    return hash ^ hash >> 32;
}

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

static uint64_t rotated(uint64_t x, int by)
{
    return x << by | x >> (64 - by);
}

/* xxHash, as CPython hashes tuples. */
static const uint64_t prime_1 = UINT64_C(11400714785074694791),
                      prime_2 = UINT64_C(14029467366897019727),
                      prime_5 = UINT64_C(2870177450012600261);

static uint64_t add_lane(uint64_t hash, uint64_t lane)
{
    return rotated(hash + lane * prime_2, 31) * prime_1;
}

static uint64_t end_lanes(uint64_t hash, uint64_t count)
{
    hash += count ^ prime_5 ^ 3527539;
    return hash == UINT64_MAX ? 1546275796 : hash;
}

static uint64_t tuple_hash(const List *items)
{
    uint64_t hash = prime_5;
    for (int64_t i = 0; i < items->count; i++)
        hash = add_lane(hash, value_hash(&items->item[i]));
    return end_lanes(hash, (uint64_t)items->count);
}

#define NONE_HASH UINT64_C(0xFCA86420)

/* Equal ones go through the same numbers. */
static uint64_t range_hash(const Range *r)
{
    int64_t count = range_count(r);
    uint64_t hash = add_lane(prime_5, integer_hash(count));
    hash = add_lane(hash, count > 0 ? integer_hash(r->start) : NONE_HASH);
    hash = add_lane(hash, count > 1 ? integer_hash(r->step) : NONE_HASH);
    return end_lanes(hash, 3);
}

/* The same in whatever order the items stand. */
static uint64_t set_hash(const List *items)
{
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

static uint64_t text_hash(const Text *text)
{
    uint64_t hash = 1;
    for (size_t i = 0; i < text->length; i++)
        hash = mix(hash, (unsigned char)text->bytes[i]);
    return hash;
}

uint64_t value_hash(const Value *v)
{
    double x;
    int64_t whole;
    if (value_is_by_place(v))
        return mix(1, (uint64_t)v->kind);
    if (value_integer(v, &whole))
        return integer_hash(whole);
    if (value_is_number(v) && value_number(v, &x))
        return number_hash(x);
    switch (v->kind) {
    case VALUE_OBJECT:
        return object_hash(v);
    case VALUE_STR:
        return text_hash(v->text);
    case VALUE_TUPLE:
    case VALUE_SIZE:
        return tuple_hash(v->list);
    case VALUE_SET:
        return set_hash(v->list);
    case VALUE_RANGE:
        return range_hash(&v->range);
    case VALUE_NONE:
        return NONE_HASH;
    case VALUE_CLASS:
        return mix(1, names_hash(v->class->qualname));
    case VALUE_CLOSURE:
        return mix(1, names_hash(v->closure->qualname));
    default:
        return mix(1, (uint64_t)v->kind);
    }
}

bool value_has_fixed_hash(const Value *v)
{
    bool fixed = v->kind == VALUE_NONE || v->kind == VALUE_BOOL || v->kind == VALUE_INT ||
                 v->kind == VALUE_RANGE || (v->kind == VALUE_FLOAT && !isnan(v->number));
    bool has_items = family(v) == VALUE_TUPLE || v->kind == VALUE_SET;
    if (v->kind == VALUE_OBJECT)
        return object_has_fixed_hash(v);
    for (int64_t i = 0; has_items && i < v->list->count; i++)
        if (!value_has_fixed_hash(&v->list->item[i]))
            return false;
    return fixed || has_items;
}

static bool is_key(Budget *b, const Value *v, int depth)
{
    bool changes = v->kind == VALUE_LIST || v->kind == VALUE_DICT || v->kind == VALUE_KEYS ||
                   v->kind == VALUE_ITEMS || (v->kind == VALUE_SET && !v->list->is_frozen) ||
                   (v->kind == VALUE_OBJECT && !object_is_key(v));
    if (changes || !enter(b, depth) || !is_here(b, v))
        return false;
    if (v->kind == VALUE_STR)
        return budget_scan(b, v->text->length);
    bool holds_keys = family(v) == VALUE_TUPLE || v->kind == VALUE_SET;
    for (int64_t i = 0; holds_keys && i < v->list->count; i++)
        if (!is_key(b, &v->list->item[i], depth + 1))
            return false;
    return true;
}

bool value_is_key(Budget *b, const Value *v)
{
    return is_key(b, v, 0);
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
    int64_t place = find(b, dict, key, mix(value_hash(key), 1));
    return place ? &dict->item.item[place - 1] : NULL;
}

void dict_put(Arena *a, Budget *b, Dict *dict, Value key, Value item)
{
    /* Keys, items and hashes for every new slot that may be taken, and the slots. */
    enum { GROWTH = 2 * sizeof(Value) + 3 * sizeof(int64_t) };
    uint64_t hash = mix(value_hash(&key), 1);
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
