/* Dataclasses: see dataclass.c. */
#ifndef PYTHON_DATACLASS_H
#define PYTHON_DATACLASS_H

#include "python/object.h"

/* Adds a name to the fields of a class, unless a base has it already. */
void dataclass_add_field(Eval *e, List *fields, Value name);
/* Sets the fields of a new object from the arguments of its call. */
bool dataclass_fill(Eval *e, const Value *object, const Given *given);
/* Answer of == for two objects, the first of a dataclass; and its fields, which give it an order. */
bool dataclass_same(Eval *e, const Value *a, const Value *b, bool *same);
Value dataclass_tuple(Eval *e, const Value *v);
/* Writes it as "Point(x=1, y=2)". */
void dataclass_write(const Value *object, Buf *out, size_t limit);

#endif
