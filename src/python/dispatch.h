/* Operations on a value in hand, whatever its kind: its row is asked. */
#ifndef PYTHON_DISPATCH_H
#define PYTHON_DISPATCH_H

#include "python/class.h"
#include "python/signature.h"

/* A tensor as it is after the newest write to its memory; a parameter as it was set last. */
bool eval_refresh(Eval *e, Value *tensor);

/* An integer or a tuple or list of them, at most `most`; None is none. */
bool arg_integers(Eval *e, const Value *v, const char *param, int most, Arg *out);
/* An argument is of a wrong kind: Python's TypeError, but of a package's function a refusal, since the original may take
 * it; returns false. */
bool arg_wrong(Eval *e, const Value *v, const char *param, const char *wanted);

/* Goes through the items of whatever `for` can walk, one by one: eval_next is false at the end, and
 * after an error. What is an iterator itself goes on from where it is. */
bool eval_iter(Eval *e, const Value *v, Iterator **it);
bool eval_next(Eval *e, Iterator *it, Value *item);
/* Calls `each` with all of them. Stops at false. */
typedef bool (*EachItem)(Eval *e, void *context, Value item);
bool eval_each(Eval *e, const Value *v, EachItem each, void *context);

/* Makes errors be about an argument of the call in hand, where it is written. */
void eval_blame(Eval *e, const Value *arg);

void given_add(Eval *e, Given *given, const char *name, Value value, const Node *node);
/* Calls a value; and a function of the lesson with `self` before what is given. */
bool eval_invoke(Eval *e, const Value *callee, const Given *given, Value *out);
bool eval_invoke_on(Eval *e, const Value *function, const Value *self, const Given *given,
                    Value *out);
/* With one argument: the key= of sorted. */
bool eval_apply(Eval *e, const Value *function, const Value *arg, Value *out);

/* Python's str (or repr) of a value, after what `out` holds; false after an error when it is too
 * long or nested too deep. */
bool eval_write(Eval *e, const Value *v, bool repr, size_t limit, Buf *out);

/* True for what is not here, and for a list, tuple or dict with it. */
bool eval_holds_absent(const Value *v);
/* Writes a part of an object of a class of the library, as repr() does; false after the refusal of
 * what is not here. */
bool eval_write_part(Eval *e, const Value *v, size_t limit, Buf *out);

/* A text of it: str() ('s'), repr() ('r') or ascii() ('a'); and what format() gives. */
bool eval_str(Eval *e, const Value *v, char how, Value *out);
bool eval_formatted(Eval *e, const Value *v, const char *spec, Value *out);

/* Counts bytes that the lesson prints or shows, up to LIMIT_OUTPUT. */
bool eval_wrote(Eval *e, size_t bytes);

/* A text made of a Buf, which is released; an error when it is too long. */
bool eval_text(Eval *e, Buf *text, Value *out);

/* Adds to a list, up to LIMIT_ITEMS. */
bool eval_append(Eval *e, List *list, Value v);
/* The same with all items of a value. */
bool eval_extend(Eval *e, List *list, const Value *v);
/* A new list or tuple of the items of a value; empty when it is absent. */
bool eval_gather(Eval *e, const Value *v, ValueKind kind, Value *out);
/* False, after an error, for what cannot be a key of a dict or in a set. */
bool eval_is_key(Eval *e, const Value *v);
/* An error: two of the items are neither smaller nor larger. */
bool eval_fail_order(Eval *e, const char *name, const List *items);
/* A set of the items, or a new item of a dict: an error when something cannot be in it. */
bool eval_make_set(Eval *e, const List *items, Value *out);
bool eval_put(Eval *e, Dict *dict, const Value *key, const Value *item);
/* All items of a dict, or of what has pairs of a key and an item; none when it is absent. */
bool eval_put_all(Eval *e, Dict *dict, const Value *from);

bool eval_binary(Eval *e, Operator op, const Value *a, const Value *b, Value *out);
bool eval_unary(Eval *e, Operator op, const Value *a, Value *out);
/* The error that an operator does not work between two values, and what to do instead, or "". */
bool eval_refuse(Eval *e, Operator op, const Value *a, const Value *b, const char *hint);
bool eval_compare(Eval *e, Operator op, const Value *a, const Value *b, Value *out);

/* object[key] and object.text of the target `n`, read and set. */
bool eval_item(Eval *e, const Node *n, const Value *object, const Value *key, Value *out);
bool eval_set_item(Eval *e, const Node *n, const Value *object, const Value *key, const Value *v);
bool eval_member(Eval *e, const Node *n, const Value *object, Value *out);
/* By a name that was computed; and what has that name, if anything has. */
bool eval_member_named(Eval *e, const Value *object, const char *name, Value *out);
bool eval_find_member(Eval *e, const Value *object, const char *name, Value *out, bool *found);
/* The error that there is none: Python's, or the refusal of what the original has; and Python's words for it. */
bool eval_no_attribute(Eval *e, const Value *object, const char *name);
const char *eval_said_no_attribute(Eval *e, const Value *object, const char *name);
/* The error that there is nothing of this name that could be set. */
bool eval_cannot_set(Eval *e, const Value *object, const char *name);
bool eval_set_member(Eval *e, const Node *n, const Value *object, const Value *v);
/* A tuple has the methods of a list that change nothing, a frozenset those of a set. */
bool eval_has_method(const Value *v, const char *name);
/* A number of a slice; None leaves *out as it is. */
bool eval_slice_part(Eval *e, const Value *v, int64_t *out);
/* An index of something with `size` items, counted from its front. The key may be an object whose
 * __index__ changes that size: it is read after that. */
bool eval_position(Eval *e, const Value *key, const int64_t *size, const char *what, int64_t *i);
bool eval_format(Eval *e, const Value *v, const char *spec, Buf *out);
/* Truth of a value in `if`, `and`, `not`: a tensor must have exactly one cell. */
bool eval_truth(Eval *e, const Value *v, bool *out);
/* An item of a dict taken out. */
bool eval_delete(Eval *e, Dict *dict, const Value *key);

/* --- arguments --------------------------------------------------------------------------------- */

/* Reads the arguments of a call, one for each parameter; false after an error that names the
 * parameter and marks the argument. */
bool args_read(Eval *e, const Function *f, const Signature *s, Arg *args);

/* Checks what stands before the dot of a method, however it got there, and makes an object of a class
 * made from list or dict the list or dict that it is; false after Python's TypeError. */
bool receiver_read(Eval *e, const Function *f, Value *self);

/* --- objects ----------------------------------------------------------------------------------- */

/* The methods of `object` itself, a row without a name at the end; the one of a name, object.__setattr__, or NULL. */
extern const Function object_methods[];
const Function *object_own_method(const char *name);
/* Takes an attribute of a class as it is when it is asked of an object, or (`self` NULL) of the class. */
bool class_take(Eval *e, const Value *v, Class *class, const Value *self, Value *out);
/* True for an object of the library that is a tuple or a str in Python, and knows less here (`_stands_for`). */
bool object_stands_for(const Value *v, const char *type);
/* Calls a method of an object if it has one: *found says so. */
bool object_method(Eval *e, const Value *object, const char *name, int count, const Value *args,
                   Value *out, bool *found);

/* --- for rows ---------------------------------------------------------------------------------- */

/* How an iterator goes through what it is over. */
typedef struct IterationStart {
    int64_t count;    /* of what must not change its size, and of a range */
    const Node *node; /* where it is written */
} IterationStart;
NextItem next_of_list, next_of_fixed;

/* A position among `size` items, from their end where it is negative, and kept from low to high. */
static inline int64_t position_within(int64_t at, int64_t size, int64_t low, int64_t high)
{
    at += at < 0 ? size : 0;
    return at < low ? low : at > high ? high : at;
}

/* The error that there is nothing to go through. */
bool eval_fail_iter(Eval *e, const Value *v);
/* `in`, item by item; and whether n times this length is not too long, which is an error. */
bool eval_contains(Eval *e, const Value *v, const Value *item, bool *found);
bool eval_repeat_fits(Eval *e, int64_t length, int64_t n);

/* Python's slice over `size` items, as the range of its indices. */
bool slice_range(Eval *e, const ValueSlice *s, int64_t size, Range *out);

/* A function of a library; `self` is NULL or stands before the dot. */
bool call_native(Eval *e, const Function *f, const Value *self, const Given *given, Value *out);

/* int | None, where both are types; list[int]: see type_union.c. */
bool type_binary(Eval *e, Operator op, const Value *a, const Value *b, Value *out, bool *done);
bool type_index(Eval *e, const Value *v, const Value *key, const Node *n, Value *out);

/* a | b and the like of two sets, or of a view of a dict and any items. */
bool set_binary(Eval *e, Operator op, const Value *a, const Value *b, Value *out, bool *done);

#endif
