/* The evaluator: walks the tree of a lesson's code and computes with core. */
#ifndef PYTHON_EVAL_H
#define PYTHON_EVAL_H

#include "python/object.h"

/* Runs one statement. For an expression statement *out is its value (VALUE_NONE for print), for
 * others VALUE_ABSENT. */
bool eval_statement(Eval *e, const Node *statement, Value *out);

/* Tells whoever watches; `line` is what eval_line_begins returned. */
int eval_line_begins(Eval *e, LineKind kind, const Node *n, int kid);
void eval_line_shows(Eval *e, int line, const Value *value, bool truth);
void eval_line_ends(Eval *e, int line);

bool eval_expression(Eval *e, const Node *n, Value *out);
/* The same of what only a part is taken of: that is looked at for itself. */
bool eval_holder(Eval *e, const Node *n, Value *out);

/* The statements other than expressions, assignments, imports and assertions. */
bool eval_flow(Eval *e, const Node *n);
/* Runs the statements of a block, until one ends them: see Flow. */
bool eval_block(Eval *e, const Node *n);

/* Binds a name, or each name of a tuple, or sets an item. */
bool eval_target(Eval *e, const Node *target, const Value *v);
/* The arguments that are written from kid `first` of a node on. */
bool eval_given(Eval *e, const Node *n, int first, Given *given);
bool eval_set(Eval *e, const Node *n, Value *out);
bool eval_comprehension(Eval *e, const Node *n, Value *out);
bool eval_generator(Eval *e, const Node *n, Value *out);
/* The value of an expression, or of a yield: that is there only when e->flow goes on. */
bool eval_value(Eval *e, const Node *n, Value *out);
/* Evaluates what stands between the brackets: slices are allowed. */
bool eval_subscript(Eval *e, const Node *n, Value *out);
/* The statement `class`, and `def` or lambda as a value. */
bool object_class(Eval *e, const Node *n, Value *out);
bool object_new_class(Eval *e, const char *name, const List *bases, const Dict *names, Value *out);
bool function_make(Eval *e, const Node *n, Value *out);
/* Reads the body of a function of the library, if nothing has yet: before anything looks into it. */
bool function_read(Eval *e, const Closure *f);
/* Runs its body in a scope that has its arguments, for a generator or (NULL) to its end. */
bool function_run(Eval *e, const Closure *f, Scope *scope, const Value *self,
                  struct Generator *generator, Value *out);

#endif
