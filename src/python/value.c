/* Values: making them, what kind they are, and the numbers in them. */
#include "base/common.h"
#include "python/object.h"

#include <assert.h>
#include <string.h>

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

/* clang-format off */
#define LETTER(c) {.bytes = (const char[]){(char)(c), '\0'}, .length = 1}
/* clang-format on */
#define LETTERS_4(c) LETTER(c), LETTER((c) + 1), LETTER((c) + 2), LETTER((c) + 3)
#define LETTERS_16(c) LETTERS_4(c), LETTERS_4((c) + 4), LETTERS_4((c) + 8), LETTERS_4((c) + 12)
#define LETTERS_64(c)                                                                              \
    LETTERS_16(c), LETTERS_16((c) + 16), LETTERS_16((c) + 32), LETTERS_16((c) + 48)

/* Texts of one character of ASCII: a loop over a text of a megabyte makes none of them anew. */
static const Text letters[128] = {LETTERS_64(0), LETTERS_64(64)};

Value value_text(Arena *a, const char *bytes, size_t length)
{
    if (length == 1 && (unsigned char)*bytes < COUNT(letters))
        return (Value){.kind = VALUE_STR, .text = &letters[(unsigned char)*bytes]};
    Text *text = arena_new(a, Text);
    *text = (Text){.bytes = arena_text(a, bytes, length), .length = length};
    return (Value){.kind = VALUE_STR, .text = text};
}

Value value_string(Arena *a, const char *text)
{
    return value_text(a, text, strlen(text));
}

Value value_tensor(const QkvTensor *t)
{
    return (Value){.kind = VALUE_TENSOR, .tensor = t};
}

Value value_parameter(ValueParameter *p)
{
    return (Value){.kind = VALUE_TENSOR, .tensor = p->value, .parameter = p};
}

const QkvTensor *value_now(const Value *v)
{
    return v->parameter ? v->parameter->value : v->tensor;
}

void tensor_item(const QkvTensor *t, int64_t cell, Value *out)
{
    *out = t->dtype == QKV_BOOL    ? value_bool(t->data.b[cell])
           : qkv_is_long(t->dtype) ? value_int(t->data.i[cell])
           : t->dtype == QKV_UINT8 ? value_int(t->data.b[cell])
                                   : value_float(qkv_tensor_at(t, cell));
}

Value value_list(Arena *a, ValueKind kind)
{
    return (Value){.kind = kind, .list = arena_new(a, List)};
}

Value value_pair(Arena *a, Value first, Value second)
{
    Value pair = value_list(a, VALUE_TUPLE), *item = arena_many(a, 2, Value);
    item[0] = first;
    item[1] = second;
    *pair.list = (List){.item = item, .count = 2, .capacity = 2};
    return pair;
}

Value value_method(Arena *a, const Function *f, const Value *self)
{
    ValueMethod *method = arena_new(a, ValueMethod);
    *method = (ValueMethod){f, *self};
    return (Value){.kind = VALUE_METHOD, .method = method};
}

Value value_iterator(Arena *a, const char *type)
{
    Iterator *it = arena_new(a, Iterator);
    it->type = type;
    return (Value){.kind = VALUE_ITERATOR, .iterator = it};
}

Value value_dict(Arena *a)
{
    return (Value){.kind = VALUE_DICT, .dict = arena_new(a, Dict)};
}

void list_reserve(Arena *a, List *list, int64_t more)
{
    if (more <= list->capacity - list->count)
        return;
    list->capacity = list->count + more;
    list->item = arena_grow(a, list->item, (size_t)list->count, (size_t)list->capacity,
                            sizeof *list->item);
}

void list_add(Arena *a, List *list, Value v)
{
    enum { FIRST = 4 };
    if (list->count >= list->capacity)
        list_reserve(a, list, list->count < FIRST ? FIRST - list->count : list->count);
    list->item[list->count++] = v;
}

void list_take_out(List *list, int64_t at)
{
    memmove(&list->item[at], &list->item[at + 1],
            (size_t)(--list->count - at) * sizeof *list->item);
}

int64_t range_count(const Range *r)
{
    /* In unsigned steps: the distance between two int64 may not be one. */
    uint64_t more = 0;
    if (r->step > 0 && r->start < r->stop)
        more = ((uint64_t)r->stop - (uint64_t)r->start - 1) / (uint64_t)r->step + 1;
    if (r->step < 0 && r->start > r->stop)
        more = ((uint64_t)r->start - (uint64_t)r->stop - 1) / (0 - (uint64_t)r->step) + 1;
    return more > INT64_MAX ? INT64_MAX : (int64_t)more;
}

bool range_has(const Range *r, int64_t i)
{
    bool inside = r->step > 0 ? i >= r->start && i < r->stop : i <= r->start && i > r->stop;
    uint64_t far = r->step > 0 ? (uint64_t)i - (uint64_t)r->start
                               : (uint64_t)r->start - (uint64_t)i;
    uint64_t step = r->step > 0 ? (uint64_t)r->step : 0 - (uint64_t)r->step;
    return inside && far % step == 0;
}

/* --- kinds ---------------------------------------------------------------------------------- */

/* As in a sentence: an article, a blank and Python's name of the type. */
static const char *const kinds[VALUE_KINDS] = {
    [VALUE_ABSENT] = "nothing",
    [VALUE_NONE] = "None",
    [VALUE_BOOL] = "a bool",
    [VALUE_INT] = "an int",
    [VALUE_FLOAT] = "a float",
    [VALUE_STR] = "a str",
    [VALUE_LIST] = "a list",
    [VALUE_TUPLE] = "a tuple",
    [VALUE_SIZE] = "a torch.Size",
    [VALUE_DICT] = "a dict",
    [VALUE_KEYS] = "a dict_keys",
    [VALUE_VALUES] = "a dict_values",
    [VALUE_ITEMS] = "a dict_items",
    [VALUE_SET] = "a set",
    [VALUE_ITERATOR] = "an iterator",
    [VALUE_RANGE] = "a range",
    [VALUE_SLICE] = "a slice",
    [VALUE_ELLIPSIS] = "an ellipsis",
    [VALUE_TENSOR] = "a Tensor",
    [VALUE_DTYPE] = "a torch.dtype",
    [VALUE_FUNCTION] = "a function",
    [VALUE_METHOD] = "a method",
    [VALUE_NAMESPACE] = "a module",
    [VALUE_CLOSURE] = "a function",
    [VALUE_BOUND] = "a method",
    [VALUE_CLASS] = "a class",
    [VALUE_OBJECT] = "an object",
    [VALUE_SUPER] = "a super",
    [VALUE_WRAPPED] = "a property",
    [VALUE_ARRAY] = "an ndarray",
    [VALUE_NOT_IMPLEMENTED] = "a NotImplementedType",
};

const char *value_kind(const Value *v)
{
    return kinds[v->kind == VALUE_TENSOR && v->tensor && v->tensor->is_array ? VALUE_ARRAY
                                                                             : v->kind];
}

const char *value_type(const Value *v)
{
    switch (v->kind) {
    case VALUE_ITERATOR:
        return v->iterator->type;
    case VALUE_OBJECT:
        return v->object->class->name;
    case VALUE_NONE:
        return "NoneType";
    case VALUE_CLASS:
        return "type";
    case VALUE_FUNCTION:
        return v->function && (v->function->homes & IS_TYPE) ? "type"
                                                             : "builtin_function_or_method";
    case VALUE_METHOD:
        return "builtin_function_or_method";
    case VALUE_TENSOR:
        if (v->tensor && v->tensor->is_array)
            return v->tensor->rank > 0 || v->tensor->is_held ? "ndarray"
                                                             : qkv_dtype_name(v->tensor->dtype);
        return v->tensor && v->parameter && !v->is_data ? "Parameter" : "Tensor";
    case VALUE_DICT:
        return v->dict && v->dict->key.is_ordered ? "OrderedDict" : "dict";
    case VALUE_SET:
        return v->list && v->list->is_frozen ? "frozenset" : "set";
    default:
        break;
    }
    const char *blank = strchr(kinds[v->kind], ' ');
    return blank ? blank + 1 : kinds[v->kind];
}

bool value_is_row(const Value *v)
{
    return v->kind == VALUE_LIST || v->kind == VALUE_TUPLE || v->kind == VALUE_SIZE;
}

const List *value_items(const Value *v)
{
    switch (v->kind) {
    case VALUE_LIST:
    case VALUE_TUPLE:
    case VALUE_SIZE:
    case VALUE_KEYS:
    case VALUE_VALUES:
    case VALUE_ITEMS:
    case VALUE_SET:
        return v->list;
    case VALUE_DICT:
        return &v->dict->key;
    case VALUE_CLASS:
        return class_members(v->class);
    default:
        return NULL;
    }
}

bool value_truth(const Value *v)
{
    const List *items = v->kind == VALUE_CLASS ? NULL : value_items(v);
    if (items)
        return items->count > 0;
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
    case VALUE_RANGE:
        return range_count(&v->range) > 0;
    case VALUE_TENSOR:
        return v->tensor->count == 1 && qkv_tensor_at(v->tensor, 0) != 0;
    default:
        return true;
    }
}

bool value_is_number(const Value *v)
{
    return v->kind == VALUE_BOOL || v->kind == VALUE_INT || v->kind == VALUE_FLOAT;
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
        if (v->tensor->count != 1 || v->tensor->hole)
            return false;
        *x = qkv_tensor_at(v->tensor, 0);
        return true;
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
        if (v->tensor->count != 1 || qkv_is_float(v->tensor->dtype) || v->tensor->hole)
            return false;
        *x = qkv_is_long(v->tensor->dtype) ? v->tensor->data.i[0] : v->tensor->data.b[0];
        return true;
    case VALUE_OBJECT:
        return object_integer(v, x);
    default:
        return false;
    }
}

static const Value *slice_part(const ValueSlice *s, const char *name)
{
    return strcmp(name, "start") == 0  ? &s->start
           : strcmp(name, "stop") == 0 ? &s->stop
           : strcmp(name, "step") == 0 ? &s->step
                                       : NULL;
}

const char *const *value_pair_names(const List *pair)
{
    static const char *const places[] = {"values", "indices"};
    static const char *const keys[] = {"missing_keys", "unexpected_keys"};
    return *pair->named == '_' ? keys : places;
}

const Value *value_part(const Value *v, const char *name)
{
    if (v->kind == VALUE_SLICE)
        return slice_part(v->slice, name);
    if (v->kind != VALUE_TUPLE || !v->list->named)
        return NULL;
    const char *const *names = value_pair_names(v->list);
    return strcmp(name, names[0]) == 0   ? &v->list->item[0]
           : strcmp(name, names[1]) == 0 ? &v->list->item[1]
                                         : NULL;
}
