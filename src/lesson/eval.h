/* The evaluator: walks the tree of a lesson's code and computes with core. */
#ifndef LESSON_EVAL_H
#define LESSON_EVAL_H

#include "base/err.h"
#include "core/qkv.h"
#include "lesson/lesson.h"
#include "lesson/limits.h"
#include "lesson/value.h"

/* A name and what it is bound to. */
typedef struct Binding {
    const char *name;
    Value value;
} Binding;

typedef struct Eval {
    Qkv *q;
    Arena *arena;
    const Lesson *lesson; /* for places and for the text of expressions       */
    Err *err;
    const Node *at;       /* the expression that an error is about            */
    int tag;              /* of the statement that runs: goes onto the tape   */
    Binding *binding;
    int bindings, room;
    Buf printed;          /* by print, not yet taken                          */
    size_t printed_in_all;
    int64_t evaluations;
} Eval;

/* Runs one statement. For an expression statement *out is its value (VALUE_NONE for print), for others VALUE_ABSENT. */
bool eval_statement(Eval *e, const Node *statement, Value *out);

bool eval_expression(Eval *e, const Node *n, Value *out);

/* What a name is bound to, or NULL. */
const Value *eval_lookup(const Eval *e, const char *name);
void eval_bind(Eval *e, const char *name, Value v);

/* An error at the expression in hand; returns false. */
bool eval_fail(Eval *e, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* --- for the functions behind names ---------------------------------------------------------------- */

/* Turns a core result into a value; a NULL one becomes an error at the expression in hand. */
bool eval_result(Eval *e, const Tensor *t, Value *out);

/* An argument as a tensor (a plain number becomes one), axis, number, truth or text; false after an error that names the
 * parameter. Absent ones take the value given. */
bool arg_tensor(Eval *e, const Value *v, const char *param, const Tensor **out);
bool arg_integer(Eval *e, const Value *v, const char *param, int64_t *out);
bool arg_number(Eval *e, const Value *v, const char *param, double *out);
bool arg_truth(Eval *e, const Value *v, const char *param, bool *out);
bool arg_text(Eval *e, const Value *v, const char *param, const Text **out);
/* One integer or a tuple or list of them: at most `most`. */
bool arg_integers(Eval *e, const Value *v, const char *param, int most, int64_t *out, int *count);

/* Calls f(items) one after the other over whatever `for` can walk. Stops at false. */
typedef bool (*EachItem)(Eval *e, void *context, Value item);
bool eval_each(Eval *e, const Value *v, EachItem each, void *context);

/* Counts one piece of work against LIMIT_EVALUATIONS. */
bool eval_tick(Eval *e);

/* --- parts of the evaluator ------------------------------------------------------------------------ */

bool eval_binary(Eval *e, Operator op, const Value *a, const Value *b, Value *out);
bool eval_unary(Eval *e, Operator op, const Value *a, Value *out);
bool eval_compare(Eval *e, Operator op, const Value *a, const Value *b, Value *out);
bool eval_call(Eval *e, const Node *n, Value *out);
bool eval_attribute(Eval *e, const Node *n, Value *out);
bool eval_index(Eval *e, const Node *n, Value *out);
bool eval_format(Eval *e, const Value *v, const char *spec, Buf *out);
/* Truth of a value in `if`, `and`, `not`: a tensor must have exactly one cell. */
bool eval_truth(Eval *e, const Value *v, bool *out);

#endif
