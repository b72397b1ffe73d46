/* The values of the lesson language: Python's, as far as lessons use them.
 *
 * A lesson is a stranger's file, and the payload of a value is memory: it is read only where the kind has
 * been looked at, in the same function or by what called it. That is so
 *   - for what stands before the dot of a method (a parameter "self"): receiver.c looks, for every row;
 *   - for an argument with a letter: args.c and the packages' readers look; one without has any kind;
 *   - for "*rest" and "**names": a tuple and a dict that the call made itself, or absent;
 *   - for what a slot of a Kind is handed: it is called for values of that kind alone;
 *   - for what C put into a container that no lesson can reach.
 * What a lesson can reach, it can replace: an attribute, an item, a name of a class have any kind, whoever
 * set them first. tests/torch/check_calls.c holds all of this for every function and form of syntax.
 *
 * Lists, dicts, sets and iterators are shared by reference, as in Python; everything else is
 * passed by value. All memory is the run's and goes with it. */
#ifndef PYTHON_VALUE_H
#define PYTHON_VALUE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/buf.h"
#include "core/print.h"
#include "python/tree.h"

/* Kind of a value: its row, see Kind in type.h; NULL: an argument that was not given, which no lesson sees. */
typedef const struct Kind *ValueKind;

/* All that Python has; packages bring others. A new one is a file with its row, and its name here. */
/* clang-format off */
#define KINDS(X)                                                                                   \
    X(none) X(bool) X(int) X(float) X(str) X(list) X(tuple) X(size) X(dict) X(keys) X(values)      \
    X(items) X(set) X(frozenset) X(iterator) X(range) X(slice) X(ellipsis) X(not_implemented)      \
    X(function) X(method) X(space) X(closure) X(bound) X(class) X(object)       \
    X(super) X(wrapped) X(union) X(alias)
/* clang-format on */
#define DECLARE(kind) extern const struct Kind kind##_kind;
KINDS(DECLARE)
#undef DECLARE

#define VALUE_ABSENT ((ValueKind)0)
#define VALUE_NONE (&none_kind)
#define VALUE_BOOL (&bool_kind)
#define VALUE_INT (&int_kind)
#define VALUE_FLOAT (&float_kind)
#define VALUE_STR (&str_kind)
#define VALUE_LIST (&list_kind)
#define VALUE_TUPLE (&tuple_kind)
#define VALUE_SIZE (&size_kind)
#define VALUE_DICT (&dict_kind)
#define VALUE_KEYS (&keys_kind)
#define VALUE_VALUES (&values_kind)
#define VALUE_ITEMS (&items_kind)
#define VALUE_SET (&set_kind)
#define VALUE_FROZENSET (&frozenset_kind)
#define VALUE_ITERATOR (&iterator_kind)
#define VALUE_RANGE (&range_kind)
#define VALUE_SLICE (&slice_kind)
#define VALUE_ELLIPSIS (&ellipsis_kind)
#define VALUE_NOT_IMPLEMENTED (&not_implemented_kind)
#define VALUE_FUNCTION (&function_kind)
#define VALUE_METHOD (&method_kind)
#define VALUE_NAMESPACE (&space_kind)
#define VALUE_CLOSURE (&closure_kind)
#define VALUE_BOUND (&bound_kind)
#define VALUE_CLASS (&class_kind)
#define VALUE_OBJECT (&object_kind)
#define VALUE_SUPER (&super_kind)
#define VALUE_WRAPPED (&wrapped_kind)
#define VALUE_UNION (&union_kind)
#define VALUE_ALIAS (&alias_kind)

typedef struct Value Value;

/* Made by nn.Parameter: a place whose tensor can be replaced by another of its shape, which whoever
 * holds the parameter sees. */
typedef struct ValueParameter {
    const QkvTensor *value; /* float32: a leaf of its own, which may want a gradient */
} ValueParameter;

/* Also tuples, sizes and sets: see set_table.h. */
typedef struct SetTable SetTable;
typedef struct List {
    Value *item;
    int64_t count;
    int64_t capacity;
    union {
        const char *named; /* a pair and who gave it: "max", "_IncompatibleKeys"; else NULL */
        SetTable *table;   /* of a set: where its items have their places, or NULL         */
    };
    bool is_mixed;   /* a set without a table whose items have no order between them: not sorted */
    bool is_ordered; /* the keys of an OrderedDict, and its views: they print as such */
} List;

/* In the order of insertion: key[i] belongs to item[i]. */
typedef struct Dict {
    List key;
    List item;
    uint64_t *hash;    /* of each key                           */
    int64_t *slot;     /* by hash: 1 + the place of a key, or 0 */
    int64_t slots;     /* a power of two                        */
    struct Object *of; /* object that has these attributes: putting an item sets one; or NULL */
} Dict;

typedef struct Eval Eval;
typedef struct Iterator Iterator;
typedef struct Scope Scope; /* runtime.h */

/* Rest that may be spent on evaluating. Values can be large, and can hold themselves, so that
 * whatever walks through one pays for each part; `refused` says why a walk was given up, and after
 * that results mean nothing: whoever owns the budget looks at it before using them. */
typedef struct Budget {
    int64_t left;
    size_t bytes; /* of texts, walked over and not yet paid for: fewer than cost 1 */
    const char *refused;
    bool is_lack;  /* about a value that is not here: the next statement may go on */
    size_t memory; /* bytes that the arena may have in use; 0: as many as there are */
} Budget;

/* False when there is not as much left. */
bool budget_spend(Budget *b, int64_t amount);
/* The same for bytes of a text that are read or compared, 64 of which cost 1. */
bool budget_scan(Budget *b, size_t bytes);

typedef struct Range {
    int64_t start, stop, step;
} Range;

typedef struct Function Function;   /* names.h */
typedef struct Namespace Namespace; /* names.h */
typedef struct Closure Closure;     /* class.h */
typedef struct Class Class;
typedef struct Object Object;

struct Value {
    ValueKind kind;
    union {
        bool truth;
        int64_t integer;
        double number;
        const Text *text;
        List *list;
        Dict *dict;
        Iterator *iterator;
        Range range;
        const struct ValueSlice *slice;
        struct {
            const QkvTensor *tensor;
            /* Of nn.Parameter: whose value it is. The tensor may be an older one: value_now. */
            ValueParameter *parameter;
            bool is_data; /* .data, and in state_dict(): prints as a plain tensor */
        };
        struct {
            QkvDType dtype;
            bool is_numpy; /* a.dtype of an array: prints as NumPy's */
        };
        const Function *function;
        const struct ValueMethod *method;
        const Namespace *space;
        const Closure *closure;
        const struct ValueBound *bound;
        Class *class;
        Object *object;
        const struct Super *super;
        const struct Wrapped *wrapped;
        const void *own; /* of an absent one: what C hands on to itself */
    };
};

/* Gives items one after the other, each once, as iter(), zip() and a generator do. The values that it has
 * stand where heap.c finds them, but for loops that a generator is in the middle of. */
/* Does something with a value that another holds: see heap.h. */
typedef void HeapEach(struct Eval *e, void *context, const Value *held);

struct Iterator {
    const char *type; /* "zip" */
    /* The next item: false at the end, and after an error. NULL: that of `list` at `at`. */
    bool (*next)(Eval *e, Iterator *it, Value *item);
    List list;
    int64_t at;
    Value over;         /* gone through, or called for each item; or absent */
    const Scope *scope; /* the names of its code, or NULL                   */
    void *own;          /* state that `next` keeps, or NULL                 */
    /* Does something with each value that `own` holds; NULL: it holds none. */
    void (*each)(Eval *e, const Iterator *it, HeapEach *each, void *context);
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

typedef struct ValueBound {
    Value function, self;
} ValueBound;

extern const Value value_none;
Value value_bool(bool truth);
Value value_int(int64_t integer);
Value value_float(double number);
Value value_text(Arena *a, const char *bytes, size_t length);
Value value_string(Arena *a, const char *text);
/* The tensor of a value with one; that of a parameter as it is now. */
const QkvTensor *value_now(const Value *v);
/* A cell as a plain bool, int or float. */
void tensor_item(const QkvTensor *t, int64_t cell, Value *out);
/* An empty list, tuple, size or set. */
Value value_list(Arena *a, ValueKind kind);
Value value_dict(Arena *a);
Value value_pair(Arena *a, Value first, Value second); /* a tuple */
Value value_method(Arena *a, const Function *f, const Value *self);
/* An iterator, which is walked over once, and still empty. */
Value value_iterator(Arena *a, const char *type);

void list_add(Arena *a, List *list, Value v);
/* Room for just so many more: for who knows how many will be added. */
void list_reserve(Arena *a, List *list, int64_t more);
/* Without the item at a place. */
void list_take_out(List *list, int64_t at);
/* A stable sort, smallest first. False when two items have no order between them. */
bool list_sort(Arena *a, Budget *b, List *list);
/* The same of pairs, by their first items alone. */
bool list_sort_pairs(Arena *a, Budget *b, List *list);
/* A set of the items, each once: added in turn, see set_table.h. False when the budget is spent. */
bool value_set(Arena *a, Budget *b, const List *items, Value *out);
/* The same without a table: sorted, where they have an order, or as they come. */
bool value_sorted_set(Arena *a, Budget *b, const List *items, Value *out);
/* False for what can change, a list for one: it cannot be a key or in a set. */
bool value_is_key(Budget *b, const Value *v);
/* Equal keys have equal ones: 1, 1.0 and True, too. */
uint64_t value_hash(const Value *v);
/* Tells whether CPython gives it the same hash in each run: then it is this one. */
bool value_has_fixed_hash(const Value *v);
/* The item for a key, or NULL. */
Value *dict_find(Budget *b, const Dict *dict, const Value *key);
void dict_put(Arena *a, Budget *b, Dict *dict, Value key, Value item);
/* Without the key and the item at a place. */
void dict_take_out(Arena *a, Dict *dict, int64_t at);
int64_t range_count(const Range *r);
bool range_has(const Range *r, int64_t i);

/* "int", "list", "Tensor": as Python names the type. */
const char *value_type(const Value *v);
/* The same for a sentence: "an int", "a list", "None". */
const char *value_kind(const Value *v);

/* Tells whether it is a list, a tuple or a size. */
bool value_is_row(const Value *v);
/* The items of whatever keeps them in a list; NULL for other kinds. */
const List *value_items(const Value *v);

/* The part of a tuple (values, indices) that has a name, or NULL. */
const Value *value_part(const Value *v, const char *name);
/* Names of the items of a named pair: "values", "indices". */
const char *const *value_pair_names(const List *pair);

/* Python's truth of a value; a tensor counts by its only cell (check tensor->count == 1 before). */
bool value_truth(const Value *v);

/* Tells whether it is an int, a float or a bool. */
bool value_is_number(const Value *v);
/* The number in an int, float or bool, or in a tensor with one cell. False for anything else. */
bool value_number(const Value *v, double *x);
/* The same for whole numbers: int and bool, or a tensor of them with one cell. */
bool value_integer(const Value *v, int64_t *x);

/* Python's == for values inside others; a tensor has one answer only when it has one cell. */
bool value_equal(Budget *b, const Value *x, const Value *y);
/* Python's `is`: the same thing, or the same None, True, False. */
bool value_is(Budget *b, const Value *x, const Value *y);
/* == of two keys, and of what lies in sets: a tensor is only itself there. */
bool value_is_by_place(const Value *v);
bool value_is_same_key(Budget *b, const Value *x, const Value *y);
/* -1, 0, 1 for x < y, x == y, x > y; false when they have no order. */
bool value_order(Budget *b, const Value *x, const Value *y, int *order);

/* As str(v) and as repr(v) write it; tensors in PyTorch's format. False when it was not written
 * to its end: when it is longer than `limit` bytes, or lists lie in lists more than LIMIT_DEPTH
 * deep. */
bool value_str(Buf *out, const Value *v, size_t limit);
bool value_repr(Buf *out, const Value *v, size_t limit);
/* Either of them, with tensors as the options say. */
/* Tells whether repr writes a character as an escape. */
bool value_is_escaped(uint32_t c);
bool value_write(Buf *out, const Value *v, bool repr, const PrintOptions *options, size_t limit);
/* Writes all but ASCII in a repr as escapes, as ascii() does. */
void value_to_ascii(Buf *text);

#endif
