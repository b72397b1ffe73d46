/* Python's built-in functions, and math. */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/print.h"
#include "lesson/names.h"

/* --- print ----------------------------------------------------------------------------------------- */

static bool call_print(Eval *e, Value *args, Value *out)
{
    const Text space = {" ", 1}, newline = {"\n", 1};
    const Text *sep = &space, *end = &newline;
    if (!arg_text(e, &args[1], "sep", &sep) || !arg_text(e, &args[2], "end", &end))
        return false;
    size_t before = e->printed.length;
    int64_t count = args[0].kind == VALUE_ABSENT ? 0 : args[0].list->count;
    for (int64_t i = 0; i < count; i++) {
        if (i)
            buf_add(&e->printed, sep->bytes, sep->length);
        value_str(&e->printed, &args[0].list->item[i], e->printed.length + LIMIT_OUTPUT);
    }
    buf_add(&e->printed, end->bytes, end->length);
    e->printed_in_all += e->printed.length - before;
    if (e->printed_in_all > LIMIT_OUTPUT)
        return eval_fail(e, "the lesson prints more than %d bytes: too much", LIMIT_OUTPUT);
    *out = value_none;
    return true;
}

/* --- sizes and walks ------------------------------------------------------------------------------- */

static bool count_item(Eval *e, void *context, Value item)
{
    (void)e;
    (void)item;
    ++*(int64_t *)context;
    return true;
}

static bool call_len(Eval *e, Value *args, Value *out)
{
    const Value *v = &args[0];
    if (v->kind == VALUE_TENSOR) {
        if (v->tensor->rank == 0)
            return eval_fail(e, "len: a single number has no length");
        *out = value_int(v->tensor->size[0]);
        return true;
    }
    if (v->kind == VALUE_RANGE) {
        *out = value_int(range_count(&v->range));
        return true;
    }
    int64_t count = 0;
    if (!eval_each(e, v, count_item, &count))
        return false;
    *out = value_int(count);
    return true;
}

static bool call_range(Eval *e, Value *args, Value *out)
{
    int64_t part[3] = {0, 0, 1}, n = args[0].kind == VALUE_ABSENT ? 0 : args[0].list->count;
    if (n < 1 || n > 3)
        return eval_fail(e, "range takes one to three integers, and got %lld", (long long)n);
    for (int64_t i = 0; i < n; i++)
        if (!arg_integer(e, &args[0].list->item[i], "range", &part[n == 1 ? 1 : i]))
            return false;
    if (part[2] == 0)
        return eval_fail(e, "the step of a range cannot be 0");
    *out = (Value){.kind = VALUE_RANGE, .range = {part[0], part[1], part[2]}};
    return true;
}

static bool collect(Eval *e, void *context, Value item)
{
    List *list = context;
    if (list->count >= LIMIT_ITEMS)
        return eval_fail(e, "a list with more than %d items: too long", LIMIT_ITEMS);
    list_add(e->arena, list, item);
    return true;
}

/* A new list, tuple or set of the items of a value; empty when it is absent. */
static bool gather(Eval *e, const Value *v, ValueKind kind, Value *out)
{
    *out = value_list(e->arena, kind);
    return v->kind == VALUE_ABSENT || eval_each(e, v, collect, out->list);
}

static bool call_list(Eval *e, Value *args, Value *out)
{
    return gather(e, &args[0], VALUE_LIST, out);
}

static bool call_tuple(Eval *e, Value *args, Value *out)
{
    return gather(e, &args[0], VALUE_TUPLE, out);
}

static bool call_set(Eval *e, Value *args, Value *out)
{
    Value items;
    if (!gather(e, &args[0], VALUE_LIST, &items))
        return false;
    *out = value_list(e->arena, VALUE_SET);
    for (int64_t i = 0; i < items.list->count; i++)
        if (!set_add(e->arena, out->list, items.list->item[i]))
            return eval_fail(e, "set: the items have no order between them");
    return true;
}

/* Merges two sorted halves; stable, as Python's sort is. */
static bool merge_sort(Value *item, Value *scratch, int64_t n)
{
    if (n < 2)
        return true;
    int64_t half = n / 2;
    if (!merge_sort(item, scratch, half) || !merge_sort(item + half, scratch, n - half))
        return false;
    memcpy(scratch, item, (size_t)n * sizeof *item);
    for (int64_t i = 0, left = 0, right = half; i < n; i++) {
        int order = -1;
        if (left < half && right < n && !value_order(&scratch[right], &scratch[left], &order))
            return false;
        bool takes_right = left == half || (right < n && order < 0);
        item[i] = takes_right ? scratch[right++] : scratch[left++];
    }
    return true;
}

static bool call_sorted(Eval *e, Value *args, Value *out)
{
    bool reverse = false;
    if (!arg_truth(e, &args[1], "reverse", &reverse) || !gather(e, &args[0], VALUE_LIST, out))
        return false;
    List *list = out->list;
    Value *scratch = arena_many(e->arena, (size_t)list->count, Value);
    if (!merge_sort(list->item, scratch, list->count))
        return eval_fail(e, "sorted: the items have no order between them");
    for (int64_t i = 0; reverse && i < list->count / 2; i++) {
        Value other = list->item[i];
        list->item[i] = list->item[list->count - 1 - i];
        list->item[list->count - 1 - i] = other;
    }
    return true;
}

static bool call_enumerate(Eval *e, Value *args, Value *out)
{
    int64_t start = 0;
    Value items;
    if (!arg_integer(e, &args[1], "start", &start) || !gather(e, &args[0], VALUE_LIST, &items))
        return false;
    *out = value_list(e->arena, VALUE_LIST);
    for (int64_t i = 0; i < items.list->count; i++) {
        Value pair = value_list(e->arena, VALUE_TUPLE);
        list_add(e->arena, pair.list, value_int(start + i));
        list_add(e->arena, pair.list, items.list->item[i]);
        list_add(e->arena, out->list, pair);
    }
    return true;
}

static bool call_zip(Eval *e, Value *args, Value *out)
{
    enum { MOST = 8 };
    Value columns[MOST];
    int64_t n = args[0].kind == VALUE_ABSENT ? 0 : args[0].list->count, shortest = 0;
    if (n > MOST)
        return eval_fail(e, "zip takes at most %d arguments", MOST);
    for (int64_t i = 0; i < n; i++) {
        if (!gather(e, &args[0].list->item[i], VALUE_LIST, &columns[i]))
            return false;
        int64_t count = columns[i].list->count;
        shortest = i == 0 || count < shortest ? count : shortest;
    }
    *out = value_list(e->arena, VALUE_LIST);
    for (int64_t row = 0; row < shortest; row++) {
        Value tuple = value_list(e->arena, VALUE_TUPLE);
        for (int64_t i = 0; i < n; i++)
            list_add(e->arena, tuple.list, columns[i].list->item[row]);
        list_add(e->arena, out->list, tuple);
    }
    return true;
}

/* --- sum, min, max ----------------------------------------------------------------------------------- */

static bool add_item(Eval *e, void *context, Value item)
{
    Value *sum = context, result;
    if (!eval_binary(e, OP_ADD, sum, &item, &result))
        return false;
    *sum = result;
    return true;
}

static bool call_sum(Eval *e, Value *args, Value *out)
{
    *out = args[1].kind == VALUE_ABSENT ? value_int(0) : args[1];
    return eval_each(e, &args[0], add_item, out);
}

static bool extreme(Eval *e, const char *name, const Value *args, Operator op, Value *out)
{
    Value items = args[0];
    if (items.kind == VALUE_ABSENT)
        return eval_fail(e, "%s needs something to choose from", name);
    if (items.list->count == 1 && !gather(e, &args[0].list->item[0], VALUE_LIST, &items))
        return false;
    if (items.list->count == 0)
        return eval_fail(e, "%s of nothing", name);
    *out = items.list->item[0];
    for (int64_t i = 1; i < items.list->count; i++) {
        Value better;
        bool truth;
        if (!eval_compare(e, op, &items.list->item[i], out, &better) || !eval_truth(e, &better, &truth))
            return false;
        if (truth)
            *out = items.list->item[i];
    }
    return true;
}

static bool call_min(Eval *e, Value *args, Value *out)
{
    return extreme(e, "min", args, OP_LT, out);
}

static bool call_max(Eval *e, Value *args, Value *out)
{
    return extreme(e, "max", args, OP_GT, out);
}

static bool each_truth(Eval *e, const Value *v, bool wanted, Value *out)
{
    Value items;
    if (!gather(e, v, VALUE_LIST, &items))
        return false;
    *out = value_bool(!wanted);
    for (int64_t i = 0; i < items.list->count; i++) {
        bool truth;
        if (!eval_truth(e, &items.list->item[i], &truth))
            return false;
        if (truth == wanted)
            *out = value_bool(wanted);
    }
    return true;
}

static bool call_any(Eval *e, Value *args, Value *out)
{
    return each_truth(e, &args[0], true, out);
}

static bool call_all(Eval *e, Value *args, Value *out)
{
    return each_truth(e, &args[0], false, out);
}

/* --- conversions -------------------------------------------------------------------------------------- */

static bool call_abs(Eval *e, Value *args, Value *out)
{
    if (args[0].kind == VALUE_FLOAT) {
        *out = value_float(fabs(args[0].number));
        return true;
    }
    int64_t i;
    if (args[0].kind == VALUE_TENSOR || !value_integer(&args[0], &i))
        return eval_fail(e, "abs works on a number, and this is a %s", value_type(&args[0]));
    *out = value_int(i);
    return i >= 0 || eval_unary(e, OP_NEG, out, out);
}

/* Python rounds the exact decimal value, halves to even: what printf does too. */
static bool call_round(Eval *e, Value *args, Value *out)
{
    int64_t digits = 0;
    double x;
    if (!arg_integer(e, &args[1], "ndigits", &digits))
        return false;
    if (args[0].kind == VALUE_INT) {
        *out = args[0];
        return true;
    }
    if (!value_number(&args[0], &x))
        return eval_fail(e, "round works on a number, and this is a %s", value_type(&args[0]));
    if (args[1].kind == VALUE_ABSENT) {
        if (!(fabs(x) < 9e18))
            return eval_fail(e, "this number has no nearest 64-bit integer");
        *out = value_int((int64_t)nearbyint(x));
        return true;
    }
    if (digits < 0 || digits > 300 || !isfinite(x))
        return eval_fail(e, "round: ndigits must be 0 to 300 and the number finite");
    Buf text = {0};
    buf_printf(&text, "%.*f", (int)digits, x);
    *out = value_float(strtod(buf_text(&text), NULL));
    buf_release(&text);
    return true;
}

/* The text of a number without the blanks around it; false when nothing or something else is left. */
static bool parse_float(const char *text, double *x)
{
    char *end;
    *x = strtod(text, &end);
    bool any = end != text;
    end += strspn(end, " \t\n");
    return any && *end == '\0' && !strpbrk(text, "xXpP");
}

static bool call_float(Eval *e, Value *args, Value *out)
{
    double x = 0;
    if (args[0].kind == VALUE_STR) {
        if (!parse_float(args[0].text->bytes, &x))
            return eval_fail(e, "float: '%s' is not a number", args[0].text->bytes);
    } else if (!arg_number(e, &args[0], "x", &x)) {
        return false;
    }
    *out = value_float(x);
    return true;
}

static bool call_int(Eval *e, Value *args, Value *out)
{
    double x = 0;
    if (args[0].kind == VALUE_STR) {
        char *end;
        errno = 0;
        long long i = strtoll(args[0].text->bytes, &end, 10);
        if (end == args[0].text->bytes || *end != '\0' || errno)
            return eval_fail(e, "int: '%s' is not a whole number of 64 bits", args[0].text->bytes);
        *out = value_int(i);
        return true;
    }
    int64_t i = 0;
    if (args[0].kind != VALUE_ABSENT && value_integer(&args[0], &i)) {
        *out = value_int(i);
        return true;
    }
    if (!arg_number(e, &args[0], "x", &x))
        return false;
    if (!(fabs(x) < 9.2e18))
        return eval_fail(e, "int: the number does not fit in 64 bits");
    *out = value_int((int64_t)x);
    return true;
}

static bool call_bool(Eval *e, Value *args, Value *out)
{
    bool truth = false;
    if (args[0].kind != VALUE_ABSENT && !eval_truth(e, &args[0], &truth))
        return false;
    *out = value_bool(truth);
    return true;
}

static bool call_str(Eval *e, Value *args, Value *out)
{
    Buf text = {0};
    if (args[0].kind != VALUE_ABSENT)
        value_str(&text, &args[0], LIMIT_ITEMS);
    *out = value_text(e->arena, buf_text(&text), text.length);
    buf_release(&text);
    return true;
}

static bool call_dict(Eval *e, Value *args, Value *out)
{
    Value pairs;
    *out = value_dict(e->arena);
    if (!gather(e, &args[0], VALUE_LIST, &pairs))
        return false;
    for (int64_t i = 0; i < pairs.list->count; i++) {
        const Value *pair = &pairs.list->item[i];
        if ((pair->kind != VALUE_TUPLE && pair->kind != VALUE_LIST) || pair->list->count != 2)
            return eval_fail(e, "dict wants pairs, and item %lld is a %s", (long long)i, value_type(pair));
        dict_put(e->arena, out->dict, pair->list->item[0], pair->list->item[1]);
    }
    return true;
}

/* --- math ----------------------------------------------------------------------------------------------- */

static bool math_function(Eval *e, const Value *v, double (*f)(double), Value *out)
{
    double x = 0;
    if (!arg_number(e, v, "x", &x))
        return false;
    double y = f(x);
    if (isnan(y) && !isnan(x))
        return eval_fail(e, "this function has no value at %g", x);
    if (isinf(y) && isfinite(x))
        return eval_fail(e, "the result is too large, or infinite, at %g", x);
    *out = value_float(y);
    return true;
}

static bool call_math_sqrt(Eval *e, Value *args, Value *out)
{
    return math_function(e, &args[0], sqrt, out);
}

static bool call_math_exp(Eval *e, Value *args, Value *out)
{
    return math_function(e, &args[0], exp, out);
}

static bool call_math_log(Eval *e, Value *args, Value *out)
{
    return math_function(e, &args[0], log, out);
}

const Function names_python[] = {
    {"print", IN_BUILTIN, "*values= sep= end=", call_print},
    {"len", IN_BUILTIN, "obj", call_len},
    {"range", IN_BUILTIN, "*stop", call_range},
    {"list", IN_BUILTIN, "iterable=", call_list},
    {"tuple", IN_BUILTIN, "iterable=", call_tuple},
    {"set", IN_BUILTIN, "iterable=", call_set},
    {"dict", IN_BUILTIN, "iterable=", call_dict},
    {"sorted", IN_BUILTIN, "iterable | reverse=", call_sorted},
    {"enumerate", IN_BUILTIN, "iterable start=", call_enumerate},
    {"zip", IN_BUILTIN, "*iterables=", call_zip},
    {"sum", IN_BUILTIN, "iterable start=", call_sum},
    {"min", IN_BUILTIN, "*values", call_min},
    {"max", IN_BUILTIN, "*values", call_max},
    {"any", IN_BUILTIN, "iterable", call_any},
    {"all", IN_BUILTIN, "iterable", call_all},
    {"abs", IN_BUILTIN, "x", call_abs},
    {"round", IN_BUILTIN, "number ndigits=", call_round},
    {"float", IN_BUILTIN, "x=", call_float},
    {"int", IN_BUILTIN, "x=", call_int},
    {"bool", IN_BUILTIN, "x=", call_bool},
    {"str", IN_BUILTIN, "object=", call_str},
    {"sqrt", IN_MATH, "x", call_math_sqrt},
    {"exp", IN_MATH, "x", call_math_exp},
    {"log", IN_MATH, "x", call_math_log},
    {0},
};
