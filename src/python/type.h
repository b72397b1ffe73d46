/* What the rows of kinds are made of: see Kind in names.h. */
#ifndef PYTHON_TYPE_H
#define PYTHON_TYPE_H

#include "python/object.h"

/* --- inside others ---------------------------------------------------------------------------- */

bool equal_in(Budget *b, const Value *x, const Value *y, int depth);
bool order_in(Budget *b, const Value *x, const Value *y, int depth, int *order);
/* Also spreads numbers over the slots of a dict, whatever power of 2 they are multiples of. */
static inline uint64_t hash_mix(uint64_t hash, uint64_t with)
{
    hash = (hash ^ with) * UINT64_C(0x9E3779B97F4A7C15);
    hash = (hash ^ hash >> 32) * UINT64_C(0xD6E8FEB86659FD93);
    return hash ^ hash >> 32;
}

/* Whether so many bytes may be taken at once: for what grows without an evaluation in between. */
bool budget_take(Budget *b, const Arena *a, size_t bytes);

/* Pays for one value at some depth; false when that is too deep. */
bool budget_enter(Budget *b, int depth);

/* Where the payload lies, of a kind that has a place. */
const void *payload_place(const Value *v);
bool never_key(Budget *b, const Value *v, int depth);
bool items_key(Budget *b, const Value *v, int depth);
bool is_key_in(Budget *b, const Value *v, int depth);
bool equal_numbers(const Value *x, const Value *y);
void write_text(Buf *out, const Text *text);

/* --- what is kept in a list ------------------------------------------------------------------- */

const List *list_items(const Value *v);
const void *list_place(const Value *v);
uint64_t list_hash(const Value *v);
bool items_have_fixed_hash(const Value *v);
bool list_equal(Budget *b, const Value *x, const Value *y, int depth);
/* How an iterator goes through what it is over. */
typedef struct IterationStart {
    int64_t count;    /* of what must not change its size, and of a range */
    const Node *node; /* where it is written */
} IterationStart;
NextItem next_of_list, next_of_fixed;
/* The error that there is nothing to go through. */
bool eval_fail_iter(Eval *e, const Value *v);

/* a | b and the like of two sets, or of a view of a dict and any items. */
bool set_binary(Eval *e, Operator op, const Value *a, const Value *b, Value *out, bool *done);
/* `in`, item by item; and whether n times this length is not too long, which is an error. */
bool eval_contains(Eval *e, const Value *v, const Value *item, bool *found);
bool eval_repeat_fits(Eval *e, int64_t length, int64_t n);

/* --- writing ---------------------------------------------------------------------------------- */

/* A list or dict that is being written, and those around it. */
struct Writing {
    const void *object;
    const Writing *around;
    int depth;
};

struct Writer {
    Buf *out;
    size_t limit;
    const PrintOptions *options;
    bool is_repr; /* of what is written, not str() of it */
    bool cut;     /* too long, or too deep */
};

/* What is inside others is written as repr() does. */
static inline bool writes_str(const Writer *w, const Writing *around)
{
    return !w->is_repr && !around;
}

/* False when the object is being written already, or lies too deep: then `instead` was written. */
bool write_begin(Writer *w, Writing *own, const char *instead);
void write_in(Writer *w, const Value *v, const Writing *around);
void write_items(Writer *w, const List *list, const char *open, const char *close,
                 const Writing *around);

/* --- subscripts ------------------------------------------------------------------------------- */

/* A position among `size` items, from their end where it is negative, and kept from low to high. */
static inline int64_t position_within(int64_t at, int64_t size, int64_t low, int64_t high)
{
    at += at < 0 ? size : 0;
    return at < low ? low : at > high ? high : at;
}

/* Python's slice over `size` items, as the range of its indices. */
bool slice_range(Eval *e, const ValueSlice *s, int64_t size, Range *out);

/* A function of a library; `self` is NULL or stands before the dot. */
bool call_native(Eval *e, const Function *f, const Value *self, const Given *given, Value *out);

/* What objects and classes share. */
const char *object_nearest(const Value *v, const char *name, const char *best);
const char *object_type(const Value *v);
bool object_store(Eval *e, const Node *n, const Value *v, const Value *value, bool *known);
void object_each(Eval *e, const Value *v, HeapEach *each, void *context);

#endif
