/* The values of the lesson language: Python's, as far as lessons use them.
 *
 * Lists, dicts and sets are shared by reference, as in Python; everything else is passed by value.
 * All memory is the run's and goes with it. */
#ifndef LESSON_VALUE_H
#define LESSON_VALUE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/buf.h"
#include "core/tensor.h"

typedef enum ValueKind {
    VALUE_ABSENT, /* an argument that was not given: never seen by a lesson */
    VALUE_NONE,
    VALUE_BOOL,
    VALUE_INT,
    VALUE_FLOAT,
    VALUE_STR,
    VALUE_LIST,
    VALUE_TUPLE,
    VALUE_SIZE, /* torch.Size: a tuple that prints its name */
    VALUE_DICT,
    VALUE_SET,
    VALUE_RANGE,
    VALUE_SLICE,
    VALUE_ELLIPSIS,
    VALUE_TENSOR,
    VALUE_DTYPE,
    VALUE_FUNCTION,
    VALUE_METHOD,
    VALUE_NAMESPACE,
    VALUE_KINDS
} ValueKind;

typedef struct Value Value;

typedef struct Text {
    const char *bytes; /* UTF-8; a NUL follows */
    size_t length;
} Text;

/* Also tuples, sizes and sets (sorted, without repeats). */
typedef struct List {
    Value *item;
    int64_t count, room;
} List;

/* In the order of insertion: key[i] belongs to item[i]. */
typedef struct Dict {
    List key;
    List item;
} Dict;

typedef struct Range {
    int64_t start, stop, step;
} Range;

typedef struct Function Function;   /* names.h */
typedef struct Namespace Namespace; /* names.h */

struct Value {
    ValueKind kind;
    union {
        bool truth;
        int64_t integer;
        double number;
        const Text *text;
        List *list;
        Dict *dict;
        Range range;
        const struct ValueSlice *slice;
        const Tensor *tensor;
        DType dtype;
        const Function *function;
        const struct ValueMethod *method;
        const Namespace *space;
    };
};

/* start:stop:step, each VALUE_NONE when it is missing. */
typedef struct ValueSlice {
    Value start, stop, step;
} ValueSlice;

/* A function waiting for its other arguments: x.sum. */
typedef struct ValueMethod {
    const Function *function;
    Value self;
} ValueMethod;

extern const Value value_none;
Value value_bool(bool truth);
Value value_int(int64_t integer);
Value value_float(double number);
Value value_text(Arena *a, const char *bytes, size_t length);
Value value_string(Arena *a, const char *text);
Value value_tensor(const Tensor *t);
/* One cell as a plain bool, int or float. */
void tensor_item(const Tensor *t, int64_t cell, Value *out);
/* An empty list, tuple, size or set. */
Value value_list(Arena *a, ValueKind kind);
Value value_dict(Arena *a);

void list_add(Arena *a, List *list, Value v);
/* Adds to a set: sorted, once. False when the two kinds have no order between them. */
bool set_add(Arena *a, List *set, Value v);
/* The item for a key, or NULL. */
Value *dict_find(const Dict *dict, const Value *key);
void dict_put(Arena *a, Dict *dict, Value key, Value item);
int64_t range_count(const Range *r);

/* "int", "list", "Tensor": as Python names the type. */
const char *value_type(const Value *v);

/* Python's truth of a value; a tensor counts by its only cell (check tensor->count == 1 before). */
bool value_truth(const Value *v);

/* The number in an int, float or bool, or in a tensor with one cell. False for anything else. */
bool value_number(const Value *v, double *x);
/* The same for whole numbers: int and bool, or a tensor of them with one cell. */
bool value_integer(const Value *v, int64_t *x);

/* == between values that are not tensors. */
bool value_equal(const Value *a, const Value *b);
/* -1, 0, 1 for a < b, a == b, a > b; false when they have no order. */
bool value_order(const Value *a, const Value *b, int *order);

/* As str(v) and as repr(v) write it; tensors in PyTorch's format. Stops at `limit` bytes. */
void value_str(Buf *out, const Value *v, size_t limit);
void value_repr(Buf *out, const Value *v, size_t limit);

#endif
