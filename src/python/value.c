/* Values: making them, what kind they are, and the numbers in them. */
#include "base/common.h"
#include "python/type.h"

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

const char *value_kind(const Value *v)
{
    return kind_of(v)->phrase;
}

const char *value_type(const Value *v)
{
    const Kind *type = type_of(v);
    return type->named ? type->named(v) : type->name;
}

bool value_is_row(const Value *v)
{
    return v->kind == VALUE_LIST || v->kind == VALUE_TUPLE || v->kind == VALUE_SIZE;
}

const List *value_items(const Value *v)
{
    const Kind *type = type_of(v);
    return type->items ? type->items(v) : NULL;
}

bool value_truth(const Value *v)
{
    const Kind *type = type_of(v);
    return type->is_true ? type->is_true(v) : !type->items || type->items(v)->count > 0;
}

bool value_is_number(const Value *v)
{
    return v->kind == VALUE_BOOL || v->kind == VALUE_INT || v->kind == VALUE_FLOAT;
}

bool value_number(const Value *v, double *x)
{
    const Kind *type = type_of(v);
    return type->as_number && type->as_number(v, x);
}

bool value_integer(const Value *v, int64_t *x)
{
    if (v->kind == VALUE_INT) {
        *x = v->integer;
        return true;
    }
    const Kind *type = type_of(v);
    return type->as_integer && type->as_integer(v, x);
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
