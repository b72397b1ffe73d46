/* Lists, tuples and sizes: what they share with each other, then what each is. */
#include <string.h>

#include "python/dispatch.h"

/* --- items ------------------------------------------------------------------------------------ */

const List *list_items(const Value *v)
{
    return v->list;
}

const void *list_place(const Value *v)
{
    return v->list;
}

/* xxHash, as CPython hashes tuples. */
uint64_t list_hash(const Value *v)
{
    const uint64_t prime_1 = UINT64_C(11400714785074694791),
                   prime_2 = UINT64_C(14029467366897019727),
                   prime_5 = UINT64_C(2870177450012600261);
    uint64_t hash = prime_5;
    for (int64_t i = 0; i < v->list->count; i++) {
        hash += value_hash(&v->list->item[i]) * prime_2;
        hash = (hash << 31 | hash >> 33) * prime_1;
    }
    hash += (uint64_t)v->list->count ^ prime_5 ^ 3527539;
    return hash == UINT64_MAX ? 1546275796 : hash;
}

bool list_equal(Budget *b, const Value *one, const Value *other, int depth)
{
    const List *x = one->list, *y = other->list;
    if (x->count != y->count)
        return false;
    for (int64_t i = 0; i < x->count; i++)
        if (!equal_in(b, &x->item[i], &y->item[i], depth + 1))
            return false;
    return true;
}

static bool list_order(Budget *b, const Value *one, const Value *other, int depth, int *order)
{
    const List *x = one->list, *y = other->list;
    for (int64_t i = 0; i < x->count && i < y->count; i++)
        if (!equal_in(b, &x->item[i], &y->item[i], depth + 1))
            return order_in(b, &x->item[i], &y->item[i], depth + 1, order);
    *order = (x->count > y->count) - (x->count < y->count);
    return true;
}

/* --- written ---------------------------------------------------------------------------------- */

/* Writes what max and min along an axis give, with both names. */
static void write_pair(Writer *w, const List *pair, const Writing *around)
{
    Writing own = {.object = pair, .around = around};
    if (!write_begin(w, &own, "(...)"))
        return;
    buf_printf(w->out, "torch.return_types.%s(\nvalues=", pair->named);
    write_in(w, &pair->item[0], &own);
    buf_puts(w->out, ",\nindices=");
    write_in(w, &pair->item[1], &own);
    buf_putc(w->out, ')');
}

/* Writes what load_state_dict gives: the keys that did not match. */
static void write_keys(Writer *w, const List *pair, const Writing *around)
{
    const char *const *names = value_pair_names(pair);
    if (pair->item[0].list->count == 0 && pair->item[1].list->count == 0) {
        buf_puts(w->out, "<All keys matched successfully>");
        return;
    }
    buf_printf(w->out, "%s(%s=", pair->named, names[0]);
    write_in(w, &pair->item[0], around);
    buf_printf(w->out, ", %s=", names[1]);
    write_in(w, &pair->item[1], around);
    buf_putc(w->out, ')');
}

static void list_write(Writer *w, const Value *v, const Writing *around)
{
    write_items(w, v->list, "[", "]", around);
}

static void size_write(Writer *w, const Value *v, const Writing *around)
{
    write_items(w, v->list, "torch.Size([", "])", around);
}

static void tuple_write(Writer *w, const Value *v, const Writing *around)
{
    if (v->list->named && *v->list->named == '_')
        write_keys(w, v->list, around);
    else if (v->list->named)
        write_pair(w, v->list, around);
    else
        write_items(w, v->list, "(", v->list->count == 1 ? ",)" : ")", around);
}

/* --- subscripts ------------------------------------------------------------------------------- */

static bool list_index(Eval *e, const Value *v, const Value *key, const Node *n, Value *out)
{
    (void)n;
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

/* list[a:b:c] = items; with a step other than 1 there are as many of them. */
static bool set_stepped(Eval *e, List *list, const Range *r, const List *items)
{
    if (items->count != range_count(r))
        return eval_raise(e, "ValueError",
                          "attempt to assign sequence of size %lld to extended slice of size %lld",
                          (long long)items->count, (long long)range_count(r));
    for (int64_t i = 0; i < items->count; i++)
        list->item[r->start + i * r->step] = items->item[i];
    return eval_spend(e, items->count);
}

/* list[a:b] = items */
static bool set_slice(Eval *e, List *list, const ValueSlice *slice, const Value *v)
{
    Value items;
    Range cut = {0};
    if (!eval_gather(e, v, VALUE_LIST, &items) || !slice_range(e, slice, list->count, &cut))
        return false;
    int64_t from = cut.start, count = range_count(&cut);
    if (cut.step != 1)
        return set_stepped(e, list, &cut, items.list);
    List made = {0};
    for (int64_t i = 0; i < from; i++)
        list_add(e->arena, &made, list->item[i]);
    for (int64_t i = 0; i < items.list->count; i++)
        list_add(e->arena, &made, items.list->item[i]);
    for (int64_t i = from + count; i < list->count; i++)
        list_add(e->arena, &made, list->item[i]);
    *list = made;
    return eval_spend(e, made.count);
}

static bool list_set_item(Eval *e, const Value *v, const Value *key, const Node *n,
                          const Value *value)
{
    int64_t i;
    (void)n;
    if (key->kind == VALUE_SLICE)
        return set_slice(e, v->list, key->slice, value);
    if (!eval_position(e, key, &v->list->count, "list", &i))
        return false;
    v->list->item[i] = *value;
    return true;
}

/* del list[a:b:c] */
static bool remove_slice(Eval *e, List *list, const ValueSlice *slice)
{
    Range cut = {0};
    int64_t kept = 0;
    if (!slice_range(e, slice, list->count, &cut))
        return false;
    for (int64_t i = 0; i < list->count; i++)
        if (!range_has(&cut, i))
            list->item[kept++] = list->item[i];
    list->count = kept;
    return eval_spend(e, list->count);
}

static bool list_remove(Eval *e, const Value *v, const Value *key)
{
    int64_t at;
    if (key->kind == VALUE_SLICE)
        return remove_slice(e, v->list, key->slice);
    if (!eval_position(e, key, &v->list->count, "list", &at))
        return false;
    list_take_out(v->list, at);
    return true;
}

/* --- operators -------------------------------------------------------------------------------- */

/* A tuple and a size make a size. */
static bool list_join(Eval *e, const Value *a, const Value *b, Value *out)
{
    const List *parts[2] = {a->list, b->list};
    if (!eval_spend(e, a->list->count + b->list->count))
        return false;
    *out = value_list(e->arena, b->kind == VALUE_SIZE ? VALUE_SIZE : a->kind);
    list_reserve(e->arena, out->list, a->list->count + b->list->count);
    for (int i = 0; i < 2; i++)
        for (int64_t k = 0; k < parts[i]->count; k++)
            if (!eval_append(e, out->list, parts[i]->item[k]))
                return false;
    return true;
}

static bool list_repeat(Eval *e, const Value *v, int64_t n, Value *out)
{
    int64_t length = v->list->count;
    n = length > 0 ? n : 0;
    if (!eval_repeat_fits(e, length, n) || !eval_spend(e, n * length))
        return false;
    *out = value_list(e->arena, v->kind);
    list_reserve(e->arena, out->list, n * length);
    for (int64_t i = 0; i < n * length; i++)
        list_add(e->arena, out->list, v->list->item[i % length]);
    return true;
}

/* --- methods ---------------------------------------------------------------------------------- */

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
    int64_t end = args[3].has ? args[3].integer : list->count;
    int64_t from = position_within(args[2].integer, list->count, 0, INT64_MAX);
    int64_t i = find(e, list, &args[1].value, from);
    *out = value_int(i);
    if (i < position_within(end, list->count, 0, list->count) || !eval_spend(e, 0))
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
    if (args[1].value.kind == VALUE_ITERATOR) /* an iterator may look at the list as it grows */
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
    int64_t at = position_within(args[1].integer, list->count, 0, list->count);
    *out = value_none;
    if (!eval_append(e, list, args[2].value))
        return false;
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

/* torch.Size([2, 3]).numel() */
static bool call_numel(Eval *e, Arg *args, Value *out)
{
    const List *sizes = args[0].value.list;
    int64_t count = 1;
    for (int64_t i = 0; i < sizes->count; i++)
        if (__builtin_mul_overflow(count, sizes->item[i].integer, &count))
            return eval_refuse_name(e, "numel: the sizes are too large");
    *out = value_int(count);
    return true;
}

static bool size_attribute(Eval *e, const Value *v, const char *name, Value *out)
{
    static const Function numel = {"numel", OF_LIST, "self", call_numel};
    if (strcmp(name, numel.name) != 0)
        return false;
    *out = value_method(e->arena, &numel, v);
    return true;
}

/* --- the rows --------------------------------------------------------------------------------- */

static const Function functions[] = {
    {"extend", OF_LIST, "self iterable /", call_extend},
    {"insert", OF_LIST, "self index:i object /", call_insert},
    {"pop", OF_LIST, "self index= /", call_pop},
    {"remove", OF_LIST, "self value /", call_remove},
    {"reverse", OF_LIST, "self /", call_reverse},
    {"clear", OF_LIST, "self /", call_clear},
    {"copy", OF_LIST, "self /", call_copy},
    {"sort", OF_LIST, "self | key= reverse=", call_sort},
    {"append", OF_LIST, "self object /", call_append},
    {"index", OF_LIST, "self value start:i=0 stop:i= /", call_index},
    {"count", OF_LIST, "self value /", call_count},
    {0},
};

static const List *list_hashed(Eval *e, const Value *v)
{
    (void)e;
    return v->list;
}

/* clang-format off */
const Kind list_kind = {
    .functions = functions, .name = "list", .phrase = "a list", .methods = OF_LIST, .letter = 'l',
    .is_key = never_key, .items = list_items, .equal = list_equal, .order = list_order,
    .write = list_write, .place = list_place, .next = next_of_list, .iterator = "list_iterator",
    .index = list_index, .join = list_join, .repeat = list_repeat, .set_item = list_set_item,
    .remove = list_remove, .inplace = list_inplace,
};
const Kind tuple_kind = {
    .name = "tuple", .phrase = "a tuple", .family = VALUE_TUPLE, .methods = OF_LIST,
    .is_fixed = true, .is_key = items_key, .items = list_items, .equal = list_equal,
    .order = list_order, .hash = list_hash, .hashed = list_hashed, .has_fixed_hash = items_have_fixed_hash,
    .write = tuple_write, .place = list_place, .next = next_of_list, .iterator = "tuple_iterator",
    .index = list_index, .join = list_join, .repeat = list_repeat,
};
const Kind size_kind = {
    .name = "torch.Size", .phrase = "a torch.Size", .family = VALUE_TUPLE, .methods = OF_LIST,
    .is_fixed = true, .is_key = items_key, .items = list_items, .equal = list_equal,
    .order = list_order, .hash = list_hash, .hashed = list_hashed, .has_fixed_hash = items_have_fixed_hash,
    .write = size_write, .place = list_place, .next = next_of_list, .iterator = "tuple_iterator",
    .index = list_index, .join = list_join, .repeat = list_repeat, .attribute = size_attribute,
};
/* clang-format on */
