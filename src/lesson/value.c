/* Values: making them, comparing them, writing them as Python does. */
#include "lesson/value.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "base/utf8.h"
#include "core/print.h"
#include "lesson/names.h"

const Value value_none = {.kind = VALUE_NONE};

Value value_bool(bool truth)
{
    return (Value){.kind = VALUE_BOOL, .truth = truth};
}

Value value_int(int64_t integer)
{
    return (Value){.kind = VALUE_INT, .integer = integer};
}

Value value_float(double number)
{
    return (Value){.kind = VALUE_FLOAT, .number = number};
}

Value value_text(Arena *a, const char *bytes, size_t length)
{
    Text *text = arena_new(a, Text);
    *text = (Text){.bytes = arena_text(a, bytes, length), .length = length};
    return (Value){.kind = VALUE_STR, .text = text};
}

Value value_string(Arena *a, const char *text)
{
    return value_text(a, text, strlen(text));
}

Value value_tensor(const Tensor *t)
{
    return (Value){.kind = VALUE_TENSOR, .tensor = t};
}

void tensor_item(const Tensor *t, int64_t cell, Value *out)
{
    *out = t->dtype == DTYPE_BOOL    ? value_bool(t->data.b[cell])
           : t->dtype == DTYPE_INT64 ? value_int(t->data.i[cell])
                                     : value_float((double)t->data.f[cell]);
}

Value value_list(Arena *a, ValueKind kind)
{
    return (Value){.kind = kind, .list = arena_new(a, List)};
}

Value value_dict(Arena *a)
{
    return (Value){.kind = VALUE_DICT, .dict = arena_new(a, Dict)};
}

void list_add(Arena *a, List *list, Value v)
{
    if (list->count == list->room) {
        int64_t room = list->room ? list->room * 2 : 4;
        list->item = arena_grow(a, list->item, (size_t)list->count, (size_t)room, sizeof *list->item);
        list->room = room;
    }
    assert(list->item);
    list->item[list->count++] = v;
}

bool set_add(Arena *a, List *set, Value v)
{
    int64_t low = 0, high = set->count;
    while (low < high) {
        int64_t middle = low + (high - low) / 2;
        int order;
        if (!value_order(&v, &set->item[middle], &order))
            return false;
        if (order == 0)
            return true;
        if (order < 0)
            high = middle;
        else
            low = middle + 1;
    }
    list_add(a, set, v);
    memmove(&set->item[low + 1], &set->item[low], (size_t)(set->count - 1 - low) * sizeof v);
    set->item[low] = v;
    return true;
}

Value *dict_find(const Dict *dict, const Value *key)
{
    for (int64_t i = 0; i < dict->key.count; i++)
        if (value_equal(&dict->key.item[i], key))
            return &dict->item.item[i];
    return NULL;
}

void dict_put(Arena *a, Dict *dict, Value key, Value item)
{
    Value *old = dict_find(dict, &key);
    if (old) {
        *old = item;
        return;
    }
    list_add(a, &dict->key, key);
    list_add(a, &dict->item, item);
}

int64_t range_count(const Range *r)
{
    /* In unsigned steps: the distance between two int64 may not be one. */
    if (r->step > 0 && r->start < r->stop)
        return (int64_t)(((uint64_t)r->stop - (uint64_t)r->start - 1) / (uint64_t)r->step + 1);
    if (r->step < 0 && r->start > r->stop)
        return (int64_t)(((uint64_t)r->start - (uint64_t)r->stop - 1) / (0 - (uint64_t)r->step) + 1);
    return 0;
}

const char *value_type(const Value *v)
{
    static const char *const names[VALUE_KINDS] = {
        [VALUE_ABSENT] = "nothing",     [VALUE_NONE] = "None",
        [VALUE_BOOL] = "bool",          [VALUE_INT] = "int",
        [VALUE_FLOAT] = "float",        [VALUE_STR] = "str",
        [VALUE_LIST] = "list",          [VALUE_TUPLE] = "tuple",
        [VALUE_SIZE] = "torch.Size",    [VALUE_DICT] = "dict",
        [VALUE_SET] = "set",            [VALUE_RANGE] = "range",
        [VALUE_SLICE] = "slice",        [VALUE_ELLIPSIS] = "ellipsis",
        [VALUE_TENSOR] = "Tensor",      [VALUE_DTYPE] = "torch.dtype",
        [VALUE_FUNCTION] = "function",  [VALUE_METHOD] = "method",
        [VALUE_NAMESPACE] = "module",
    };
    return names[v->kind];
}

bool value_truth(const Value *v)
{
    switch (v->kind) {
    case VALUE_NONE:
        return false;
    case VALUE_BOOL:
        return v->truth;
    case VALUE_INT:
        return v->integer != 0;
    case VALUE_FLOAT:
        return v->number != 0;
    case VALUE_STR:
        return v->text->length > 0;
    case VALUE_LIST:
    case VALUE_TUPLE:
    case VALUE_SIZE:
    case VALUE_SET:
        return v->list->count > 0;
    case VALUE_DICT:
        return v->dict->key.count > 0;
    case VALUE_RANGE:
        return range_count(&v->range) > 0;
    case VALUE_TENSOR:
        return v->tensor->count == 1 && tensor_at(v->tensor, 0) != 0;
    default:
        return true;
    }
}

bool value_number(const Value *v, double *x)
{
    switch (v->kind) {
    case VALUE_BOOL:
        *x = v->truth;
        return true;
    case VALUE_INT:
        *x = (double)v->integer;
        return true;
    case VALUE_FLOAT:
        *x = v->number;
        return true;
    case VALUE_TENSOR:
        if (v->tensor->count == 1)
            *x = tensor_at(v->tensor, 0);
        return v->tensor->count == 1;
    default:
        return false;
    }
}

bool value_integer(const Value *v, int64_t *x)
{
    switch (v->kind) {
    case VALUE_BOOL:
        *x = v->truth;
        return true;
    case VALUE_INT:
        *x = v->integer;
        return true;
    case VALUE_TENSOR:
        if (v->tensor->count != 1 || v->tensor->dtype == DTYPE_FLOAT32)
            return false;
        *x = (int64_t)tensor_at(v->tensor, 0);
        return true;
    default:
        return false;
    }
}

static bool is_sequence(const Value *v)
{
    return v->kind == VALUE_LIST || v->kind == VALUE_TUPLE || v->kind == VALUE_SIZE ||
           v->kind == VALUE_SET;
}

static bool is_plain_number(const Value *v)
{
    return v->kind == VALUE_BOOL || v->kind == VALUE_INT || v->kind == VALUE_FLOAT;
}

/* A size is a tuple to ==. */
static ValueKind family(const Value *v)
{
    return v->kind == VALUE_SIZE ? VALUE_TUPLE : v->kind;
}

static bool equal_lists(const List *a, const List *b)
{
    if (a->count != b->count)
        return false;
    for (int64_t i = 0; i < a->count; i++)
        if (!value_equal(&a->item[i], &b->item[i]))
            return false;
    return true;
}

static bool equal_dicts(const Dict *a, const Dict *b)
{
    if (a->key.count != b->key.count)
        return false;
    for (int64_t i = 0; i < a->key.count; i++) {
        const Value *other = dict_find(b, &a->key.item[i]);
        if (!other || !value_equal(&a->item.item[i], other))
            return false;
    }
    return true;
}

bool value_equal(const Value *a, const Value *b)
{
    if (is_plain_number(a) && is_plain_number(b)) {
        double x, y;
        value_number(a, &x);
        value_number(b, &y);
        return a->kind != VALUE_FLOAT && b->kind != VALUE_FLOAT
                   ? (a->kind == VALUE_INT ? a->integer : a->truth) ==
                         (b->kind == VALUE_INT ? b->integer : b->truth)
                   : x == y;
    }
    if (family(a) != family(b))
        return false;
    switch (a->kind) {
    case VALUE_STR:
        return a->text->length == b->text->length &&
               memcmp(a->text->bytes, b->text->bytes, a->text->length) == 0;
    case VALUE_LIST:
    case VALUE_TUPLE:
    case VALUE_SIZE:
    case VALUE_SET:
        return equal_lists(a->list, b->list);
    case VALUE_DICT:
        return equal_dicts(a->dict, b->dict);
    case VALUE_RANGE:
        return a->range.start == b->range.start && a->range.stop == b->range.stop &&
               a->range.step == b->range.step;
    case VALUE_TENSOR:
        return a->tensor == b->tensor;
    case VALUE_DTYPE:
        return a->dtype == b->dtype;
    case VALUE_FUNCTION:
        return a->function == b->function;
    case VALUE_NAMESPACE:
        return a->space == b->space;
    default:
        return a->kind == VALUE_NONE || a->kind == VALUE_ELLIPSIS;
    }
}

static int order_of(bool less, bool greater)
{
    return less ? -1 : greater ? 1 : 0;
}

static bool order_texts(const Text *a, const Text *b, int *order)
{
    size_t n = a->length < b->length ? a->length : b->length;
    int c = memcmp(a->bytes, b->bytes, n); /* UTF-8 sorts as its code points do */
    *order = c ? order_of(c < 0, c > 0) : order_of(a->length < b->length, a->length > b->length);
    return true;
}

static bool order_lists(const List *a, const List *b, int *order)
{
    for (int64_t i = 0; i < a->count && i < b->count; i++) {
        if (value_equal(&a->item[i], &b->item[i]))
            continue;
        return value_order(&a->item[i], &b->item[i], order);
    }
    *order = order_of(a->count < b->count, a->count > b->count);
    return true;
}

bool value_order(const Value *a, const Value *b, int *order)
{
    if (is_plain_number(a) && is_plain_number(b)) {
        int64_t i, j;
        if (value_integer(a, &i) && value_integer(b, &j)) {
            *order = order_of(i < j, i > j);
            return true;
        }
        double x, y;
        value_number(a, &x);
        value_number(b, &y);
        *order = order_of(x < y, x > y);
        return !isnan(x) && !isnan(y);
    }
    if (a->kind == VALUE_STR && b->kind == VALUE_STR)
        return order_texts(a->text, b->text, order);
    if (is_sequence(a) && a->kind != VALUE_SET && family(a) == family(b))
        return order_lists(a->list, b->list, order);
    return false;
}

/* --- writing ------------------------------------------------------------------------------------ */

static void repr_text(Buf *out, const Text *text)
{
    bool has_single = memchr(text->bytes, '\'', text->length) != NULL;
    char quote = has_single && !memchr(text->bytes, '"', text->length) ? '"' : '\'';
    buf_putc(out, quote);
    for (size_t i = 0; i < text->length;) {
        uint32_t c;
        size_t n = utf8_next(text->bytes + i, text->length - i, &c);
        if (c == (uint32_t)quote || c == '\\')
            buf_printf(out, "\\%c", (char)c);
        else if (c == '\n')
            buf_puts(out, "\\n");
        else if (c == '\t')
            buf_puts(out, "\\t");
        else if (c == '\r')
            buf_puts(out, "\\r");
        else if (c < 0x100 && utf8_is_control(c))
            buf_printf(out, "\\x%02x", (unsigned)c);
        else if (utf8_is_control(c))
            buf_printf(out, "\\u%04x", (unsigned)c);
        else
            buf_add(out, text->bytes + i, n);
        i += n;
    }
    buf_putc(out, quote);
}

static void repr_items(Buf *out, const List *list, const char *open, const char *close, size_t limit)
{
    buf_puts(out, open);
    for (int64_t i = 0; i < list->count && out->length <= limit; i++) {
        buf_puts(out, i ? ", " : "");
        value_repr(out, &list->item[i], limit);
    }
    buf_puts(out, close);
}

static void repr_dict(Buf *out, const Dict *dict, size_t limit)
{
    buf_putc(out, '{');
    for (int64_t i = 0; i < dict->key.count && out->length <= limit; i++) {
        buf_puts(out, i ? ", " : "");
        value_repr(out, &dict->key.item[i], limit);
        buf_puts(out, ": ");
        value_repr(out, &dict->item.item[i], limit);
    }
    buf_putc(out, '}');
}

static void repr_range(Buf *out, const Range *r)
{
    buf_printf(out, "range(%lld, %lld", (long long)r->start, (long long)r->stop);
    if (r->step != 1)
        buf_printf(out, ", %lld", (long long)r->step);
    buf_putc(out, ')');
}

/* NOLINTNEXTLINE(readability-function-size): a line for each kind */
void value_repr(Buf *out, const Value *v, size_t limit)
{
    if (out->length > limit) /* also ends a list that holds itself */
        return;
    switch (v->kind) {
    case VALUE_ABSENT:
    case VALUE_NONE:
        buf_puts(out, "None");
        break;
    case VALUE_BOOL:
        buf_puts(out, v->truth ? "True" : "False");
        break;
    case VALUE_INT:
        buf_printf(out, "%lld", (long long)v->integer);
        break;
    case VALUE_FLOAT:
        print_float(out, v->number);
        break;
    case VALUE_STR:
        repr_text(out, v->text);
        break;
    case VALUE_LIST:
        repr_items(out, v->list, "[", "]", limit);
        break;
    case VALUE_TUPLE:
        repr_items(out, v->list, "(", v->list->count == 1 ? ",)" : ")", limit);
        break;
    case VALUE_SIZE:
        repr_items(out, v->list, "torch.Size([", "])", limit);
        break;
    case VALUE_SET:
        repr_items(out, v->list, v->list->count ? "{" : "set(", v->list->count ? "}" : ")", limit);
        break;
    case VALUE_DICT:
        repr_dict(out, v->dict, limit);
        break;
    case VALUE_RANGE:
        repr_range(out, &v->range);
        break;
    case VALUE_TENSOR:
        print_tensor(out, v->tensor);
        break;
    case VALUE_DTYPE:
        buf_printf(out, "torch.%s", dtype_name(v->dtype));
        break;
    case VALUE_ELLIPSIS:
        buf_puts(out, "Ellipsis");
        break;
    case VALUE_SLICE:
        buf_puts(out, "slice");
        break;
    case VALUE_FUNCTION:
        buf_printf(out, "<function %s>", names_of_function(v->function));
        break;
    case VALUE_METHOD:
        buf_printf(out, "<method %s>", names_of_function(v->method->function));
        break;
    case VALUE_NAMESPACE:
        buf_printf(out, "<module '%s'>", names_of_space(v->space));
        break;
    case VALUE_KINDS:
        break;
    }
}

void value_str(Buf *out, const Value *v, size_t limit)
{
    if (v->kind == VALUE_STR)
        buf_add(out, v->text->bytes, v->text->length);
    else
        value_repr(out, v, limit);
}
