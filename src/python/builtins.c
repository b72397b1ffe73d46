/* Python's built-in functions but those of numbers. */
#include <math.h>
#include <string.h>

#include "python/eval.h"
#include "python/library.h"
#include "python/outside.h"
#include "python/real.h"
#include "python/text.h"

/* --- print ---------------------------------------------------------------------------------- */

static bool print_text(Eval *e, const Value *file, const Text *text)
{
    Value made, written = value_text(e->arena, text->bytes, text->length);
    bool found = false;
    if (!file) {
        buf_add(&e->printed, text->bytes, text->length);
        return eval_wrote(e, text->length);
    }
    return object_method(e, file, "write", 1, &written, &made, &found) &&
           (found || eval_raise(e, "AttributeError", "'%s' object has no attribute 'write'",
                                value_type(file)));
}

static bool print_value(Eval *e, const Value *file, const Value *v)
{
    Value text;
    size_t before = e->printed.length;
    if (!file)
        return eval_write(e, v, false, LIMIT_OUTPUT, &e->printed) &&
               eval_wrote(e, e->printed.length - before);
    return eval_str(e, v, 's', &text) && print_text(e, file, text_in(&text));
}

/* Prints; what goes to no file is the program's output, others get it piece by piece. */
static bool call_print(Eval *e, Arg *args, Value *out)
{
    enum { VALUES, SEP, END, TO, FLUSH };
    const Text space = {" ", 1}, newline = {"\n", 1};
    const Value *to = &args[TO].value;
    const Value *file = to->kind == VALUE_ABSENT || to->kind == VALUE_NONE ? NULL : to;
    const Value *v = &args[VALUES].value;
    bool found = false;
    for (int64_t i = 0; v->kind != VALUE_ABSENT && i < row_in(v)->count; i++)
        if ((i && !print_text(e, file, args[SEP].has ? args[SEP].text : &space)) ||
            !print_value(e, file, &row_in(v)->item[i]))
            return false;
    if (!print_text(e, file, args[END].has ? args[END].text : &newline) ||
        (file && args[FLUSH].truth && !object_method(e, file, "flush", 0, NULL, out, &found)))
        return false;
    *out = value_none;
    return true;
}

/* --- sizes and walks ------------------------------------------------------------------------ */

static bool call_len(Eval *e, Arg *args, Value *out)
{
    const Value *v = &args[0].value;
    const List *list = value_items(v);
    const Kind *kind = kind_of(v);
    int64_t length = 0;
    if (kind->measure) {
        if (!kind->measure(e, v, &length))
            return false;
        *out = value_int(length);
        return true;
    }
    if (kind->length) {
        const char *why = kind->length(v, &length);
        *out = value_int(length);
        return !why || eval_raise_as(e, "TypeError", "len() of a 0-d tensor", "len: %s", why);
    }
    if (!list)
        return outside_allows(e, v) && real_allows(e, v, "__len__") &&
               eval_raise_as(
                   e, "TypeError",
                   arena_format(e->arena, "object of type '%s' has no len()", value_type(v)),
                   "len: %s has no length", value_kind(v));
    *out = value_int(list->count);
    return true;
}

static bool call_range(Eval *e, Arg *args, Value *out)
{
    int64_t part[3] = {0, 0, 1},
            n = args[0].value.kind == VALUE_ABSENT ? 0 : row_in(&args[0].value)->count;
    if (n < 1 || n > 3)
        return eval_raise(e, "TypeError", "range takes one to three integers, but got %lld",
                          (long long)n);
    for (int64_t i = 0; i < n; i++) {
        const Value *given = &row_in(&args[0].value)->item[i];
        if (!eval_written(e, given))
            return false;
        if (!value_integer(given, &part[n == 1 ? 1 : i]))
            return eval_raise(e, "TypeError", "range takes integers, but this is %s",
                              value_kind(given));
    }
    if (part[2] == 0)
        return eval_raise_as(e, "ValueError", "range() arg 3 must not be zero",
                             "the step of a range cannot be 0");
    *out = (Value){.kind = VALUE_RANGE, .range = {part[0], part[1], part[2]}};
    return true;
}

/* list and tuple. */
static bool call_gather(Eval *e, Arg *args, Value *out)
{
    return eval_gather(e, &args[0].value, e->call->function->data, out);
}

/* The keys that a list is sorted or chosen by: the items themselves without key=. */
static bool make_keys(Eval *e, const List *items, const Value *key, List *keys)
{
    bool plain = key->kind == VALUE_ABSENT || key->kind == VALUE_NONE;
    for (int64_t i = 0; i < items->count; i++) {
        Value v = items->item[i];
        if (!plain && !eval_apply(e, key, &items->item[i], &v))
            return false;
        list_add(e->arena, keys, v);
        if (!eval_spend(e, 0))
            return false;
    }
    return true;
}

/* Sorts pairs of a key and a place: equal keys stay in their order, also from back to front. */
static bool call_sorted(Eval *e, Arg *args, Value *out)
{
    bool reverse = args[2].truth;
    Value items, pairs = value_list(e->arena, VALUE_LIST);
    List keys = {0};
    if (!eval_gather(e, &args[0].value, VALUE_LIST, &items) ||
        !make_keys(e, row_in(&items), &args[1].value, &keys))
        return false;
    for (int64_t i = 0; i < keys.count && eval_spend(e, 0); i++) {
        int64_t place = reverse ? keys.count - 1 - i : i;
        list_add(e->arena, row_in(&pairs),
                 value_pair(e->arena, keys.item[place], value_int(place)));
    }
    if (!eval_spend(e, 0))
        return false;
    if (!list_sort_pairs(e->arena, &e->budget, row_in(&pairs)))
        return eval_fail_order(e, "sorted", &keys);
    *out = value_list(e->arena, VALUE_LIST);
    for (int64_t i = 0; i < keys.count; i++) {
        const Value *pair = &row_in(&pairs)->item[reverse ? keys.count - 1 - i : i];
        list_add(e->arena, row_in(out), row_in(&items)->item[row_in(pair)->item[1].integer]);
    }
    return eval_spend(e, 0);
}

/* --- sum, min, max -------------------------------------------------------------------------- */

typedef struct Sum {
    Value total;
    double lost;      /* part that rounding has taken from a total of floats                   */
    bool is_of_other; /* an item was no number: from then on + is all there is to it           */
} Sum;

/* Adds what rounding has lost, when that is a number. */
static void settle(Sum *sum)
{
    if (sum->total.kind == VALUE_FLOAT && isfinite(sum->lost))
        sum->total.number += sum->lost;
    sum->lost = 0;
}

/* Adds a float to floats and keeps what is rounded off, as Python does since 3.12 (Neumaier, ZAMM 54, 1974). */
static void add_float(Sum *sum, double x)
{
    double total = sum->total.number, next = total + x;
    sum->lost += fabs(total) >= fabs(x) ? (total - next) + x : (x - next) + total;
    sum->total.number = next;
}

static bool fail_text(Eval *e, const Value *total)
{
    return eval_raise_as(
        e, "TypeError",
        text_in(total) ? "sum() can't sum strings [use ''.join(seq) instead]"
                       : arena_format(e->arena, "unsupported operand type(s) for +: '%s' and 'str'",
                                      value_type(total)),
        "sum adds numbers, but one item is a str: ''.join(...) joins texts");
}

static bool add_item(Eval *e, void *context, Value item)
{
    Sum *sum = context;
    Value result;
    bool is_whole = item.kind == VALUE_INT || item.kind == VALUE_BOOL;
    if (text_in(&item))
        return fail_text(e, &sum->total);
    if (sum->total.kind == VALUE_FLOAT && item.kind == VALUE_FLOAT && !sum->is_of_other) {
        add_float(sum, item.number);
        return true;
    }
    if (!is_whole) {
        sum->is_of_other = sum->is_of_other || item.kind != VALUE_FLOAT;
        settle(sum);
    }
    if (!eval_binary(e, OP_ADD, &sum->total, &item, &result))
        return false;
    sum->total = result;
    return true;
}

static bool call_sum(Eval *e, Arg *args, Value *out)
{
    Sum sum = {.total = args[1].value};
    if (sum.total.kind == VALUE_ABSENT)
        sum.total = value_int(0);
    if (text_in(&sum.total))
        return eval_raise(e, "TypeError", "sum() can't sum strings [use ''.join(seq) instead]");
    if (!eval_each(e, &args[0].value, add_item, &sum))
        return false;
    settle(&sum);
    *out = sum.total;
    return true;
}

/* min or max of several values or of the items of one; args: values, key=, default=. */
static bool call_extreme(Eval *e, Arg *args, Value *out)
{
    const Function *function = e->call->function;
    const char *name = function->name;
    List keys = {0};
    Value items = args[0].value;
    if (items.kind == VALUE_ABSENT)
        return eval_raise(e, "TypeError", "%s needs something to choose from", name);
    if (row_in(&items)->count == 1 &&
        !eval_gather(e, &row_in(&args[0].value)->item[0], VALUE_LIST, &items))
        return false;
    if (row_in(&items)->count == 0) {
        *out = args[2].value;
        return args[2].value.kind != VALUE_ABSENT ||
               eval_raise_as(e, "ValueError",
                             arena_format(e->arena, "%s() iterable argument is empty", name),
                             "%s: there is nothing to choose from", name);
    }
    if (!make_keys(e, row_in(&items), &args[1].value, &keys))
        return false;
    int64_t best = 0;
    for (int64_t i = 1; i < keys.count; i++) {
        Value better;
        bool truth;
        if (!eval_compare(e, (Operator)function->which, &keys.item[i], &keys.item[best], &better) ||
            !eval_truth(e, &better, &truth))
            return false;
        best = truth ? i : best;
    }
    *out = row_in(&items)->item[best];
    return true;
}

/* --- conversions ---------------------------------------------------------------------------- */

static bool call_bool(Eval *e, Arg *args, Value *out)
{
    bool truth = false;
    if (args[0].value.kind != VALUE_ABSENT && !eval_truth(e, &args[0].value, &truth))
        return false;
    *out = value_bool(truth);
    return true;
}

static bool call_str(Eval *e, Arg *args, Value *out)
{
    bool is_one = object_stands_for(&args[0].value, "str");
    *out = is_one ? args[0].value : value_string(e->arena, "");
    return is_one || args[0].value.kind == VALUE_ABSENT || eval_str(e, &args[0].value, 's', out);
}

/* dict and OrderedDict */
static bool call_dict(Eval *e, Arg *args, Value *out)
{
    *out = value_dict(e->arena);
    dict_in(out)->key.is_ordered = e->call->function->which;
    return eval_put_all(e, dict_in(out), &args[0].value) &&
           eval_put_all(e, dict_in(out), &args[1].value);
}

const Function names_builtins[] = {
    {"print", IN_BUILTIN, "*values= sep:s=None end:s=None file= flush:b=False", call_print},
    {"len", IN_BUILTIN, "obj /", call_len},
    {"range", IN_BUILTIN | IS_TYPE, "*stop", call_range},
    {"list", IN_BUILTIN | IS_TYPE, "iterable= /", call_gather, .data = VALUE_LIST},
    {"tuple", IN_BUILTIN | IS_TYPE, "iterable= /", call_gather, .data = VALUE_TUPLE},
    {"dict", IN_BUILTIN | IS_TYPE, "iterable= / **values", call_dict},
    {"OrderedDict", IN_COLLECTIONS | IS_TYPE, "iterable= / **values", call_dict, .which = true},
    {"sorted", IN_BUILTIN, "iterable / | key= reverse:b=False", call_sorted},
    {"sum", IN_BUILTIN, "iterable / start=", call_sum},
    {"min", IN_BUILTIN, "*values key= default=", call_extreme, .which = OP_LT},
    {"max", IN_BUILTIN, "*values key= default=", call_extreme, .which = OP_GT},
    {"bool", IN_BUILTIN | IS_TYPE, "x= /", call_bool},
    {"str", IN_BUILTIN | IS_TYPE, "object=", call_str},
    {0},
};

/* --- the package ---------------------------------------------------------------------------- */

static const Namespace spaces[] = {{"math", IN_MATH, "math"},
                                   {"dataclasses", IN_DATACLASSES, NULL},
                                   {"collections", IN_COLLECTIONS, NULL},
                                   {"functools", IN_FUNCTOOLS, NULL},
                                   {0}};

static const Function *const functions[] = {names_builtins,  names_object,     names_math,
                                            names_str,       names_str_format, names_iterators,
                                            names_generator, names_regex,      NULL};

static const char *why(unsigned home, const char *name)
{
    return home & OF_STR && strcmp(name, "encode") == 0
               ? "bytes are not part of the lesson language"
               : NULL;
}

const Package python_package = {.spaces = spaces,
                                .functions = functions,
                                .constants = constants_math,
                                .kinds = python_kinds,
                                .classes = native_classes,
                                .modules = python_modules,
                                .why = why,
                                .real = python_real_names};
