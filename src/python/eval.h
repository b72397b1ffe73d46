/* The evaluator: walks the tree of a lesson's code and computes with core. */
#ifndef PYTHON_EVAL_H
#define PYTHON_EVAL_H

#include "base/err.h"
#include "core/qkv_trace.h"
#include "python/limits.h"
#include "python/tree.h"
#include "python/value.h"

/* A name and what it is bound to; a NULL name is a free place. */
typedef struct Binding {
    const char *name;
    Value value;
} Binding;

/* The names of the lesson, or those of a comprehension inside it: found by hash. */
typedef struct Scope {
    struct Scope *outer; /* where a name that is not here is looked up; NULL for the lesson's own */
    Binding *binding;    /* `room` places, a power of two; at least half of them free             */
    int count, room;
} Scope;

/* What the last call of a module computed beside its result: net.attention_weights. */
typedef struct EvalLeft {
    const QkvModule *module;
    const QkvTensor *tensor;
    struct EvalLeft *next;
} EvalLeft;

typedef struct Call Call;       /* args.h      */
typedef struct Package Package; /* names.h     */
typedef struct Names Names;     /* names.c     */
typedef struct Arg Arg;         /* names.h     */

typedef struct Eval {
    Qkv *q;
    Arena *arena;
    const Names *names; /* what the packages bring */
    const char *path;   /* of the source, as errors name it                 */
    const char *source; /* for the text of expressions                      */
    Err *err;
    const Node *at;       /* the expression that an error is about            */
    const Call *call;     /* the call whose function runs, or NULL           */
    const Node *compared; /* the comparison that was made last, or NULL       */
    Value left, right;    /* its sides: a false assertion shows them          */
    EvalLeft *left_by;    /* what the last call of each module left           */
    Scope *scope;
    Buf printed;    /* by print, not yet taken                          */
    size_t written; /* bytes printed and shown                          */
    Budget budget;
} Eval;

/* An evaluator at the beginning of a lesson that knows the names of these packages, a NULL at their
 * end, beside Python's. The caller releases `printed`. */
Eval eval_begin(Qkv *q, const char *path, const char *source, const Package *const *packages,
                Err *err);

/* Runs one statement. For an expression statement *out is its value (VALUE_NONE for print), for
 * others VALUE_ABSENT. */
bool eval_statement(Eval *e, const Node *statement, Value *out);

bool eval_expression(Eval *e, const Node *n, Value *out);

/* Binds a name, or each name of a tuple, or sets an item. */
bool eval_target(Eval *e, const Node *target, const Value *v);

/* What a name is bound to, or NULL. */
const Value *eval_lookup(const Eval *e, const char *name);
void eval_bind(Eval *e, const char *name, Value v);

/* The name like `name` that is bound or built in, or NULL. */
const char *eval_nearest(const Eval *e, const char *name);

/* An error at the expression in hand; returns false. */
bool eval_fail(Eval *e, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* --- for the functions behind names --------------------------------------------------------- */

/* One integer or a tuple or list of them, at most `most`; None is none. */
bool arg_integers(Eval *e, const Value *v, const char *param, int most, Arg *out);
/* The error that an argument is of a wrong kind; returns false. */
bool arg_wrong(Eval *e, const Value *v, const char *param, const char *wanted);

/* Calls f(items) one after the other over whatever `for` can walk. Stops at false. */
typedef bool (*EachItem)(Eval *e, void *context, Value item);
bool eval_each(Eval *e, const Value *v, EachItem each, void *context);

/* Makes errors be about an argument of the call in hand, where it is written. */
void eval_blame(Eval *e, const Value *arg);

/* Calls a function value with one argument: the key= of sorted. */
bool eval_apply(Eval *e, const Value *function, const Value *arg, Value *out);

/* Pays for work, and sees to it that neither time nor memory has run out, nor a walk through values
 * been given up. */
bool eval_spend(Eval *e, int64_t amount);
/* The same for bytes of a text. */
bool eval_scan(Eval *e, size_t bytes);

/* Python's str (or repr) of a value, behind what `out` holds; false after an error when it is too
 * long or nested too deep. */
bool eval_write(Eval *e, const Value *v, bool repr, size_t limit, Buf *out);

/* Counts bytes that the lesson prints or shows, up to LIMIT_OUTPUT. */
bool eval_wrote(Eval *e, size_t bytes);

/* A text made of a Buf, which is released; an error when it is too long. */
bool eval_text(Eval *e, Buf *text, Value *out);

/* Adds to a list, up to LIMIT_ITEMS. */
bool eval_append(Eval *e, List *list, Value v);
/* A new list or tuple of the items of a value; empty when it is absent. */
bool eval_gather(Eval *e, const Value *v, ValueKind kind, Value *out);
/* False, after an error, for what cannot be a key of a dict or in a set. */
bool eval_is_key(Eval *e, const Value *v);
/* An error: two of the items are neither smaller nor larger. */
bool eval_fail_order(Eval *e, const char *name, const List *items);
/* A set of the items, or a new item of a dict: an error when something cannot be in it. */
bool eval_make_set(Eval *e, const List *items, Value *out);
bool eval_put(Eval *e, Dict *dict, const Value *key, const Value *item);

/* --- parts of the evaluator ----------------------------------------------------------------- */

bool eval_binary(Eval *e, Operator op, const Value *a, const Value *b, Value *out);
bool eval_unary(Eval *e, Operator op, const Value *a, Value *out);
/* The error that an operator does not work between two values, and what to do instead, or "". */
bool eval_refuse(Eval *e, Operator op, const Value *a, const Value *b, const char *hint);
bool eval_compare(Eval *e, Operator op, const Value *a, const Value *b, Value *out);
bool eval_call(Eval *e, const Node *n, Value *out);
bool eval_attribute(Eval *e, const Node *n, Value *out);
bool eval_index(Eval *e, const Node *n, Value *out);
/* What stands between the brackets: slices are allowed. */
bool eval_subscript(Eval *e, const Node *n, Value *out);
/* An index of something with `size` items, counted from its front. */
bool eval_position(Eval *e, const Value *key, int64_t size, const char *what, int64_t *i);
bool eval_format(Eval *e, const Value *v, const char *spec, Buf *out);
/* Truth of a value in `if`, `and`, `not`: a tensor must have exactly one cell. */
bool eval_truth(Eval *e, const Value *v, bool *out);

#endif
