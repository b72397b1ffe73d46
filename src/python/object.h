/* Objects of classes, and errors, which are such. */
#ifndef PYTHON_OBJECT_H
#define PYTHON_OBJECT_H

#include "python/dispatch.h"

/* An object of a class, made with arguments. */
bool object_make(Eval *e, Class *class, const Given *given, Value *out);
/* v.name of an object or class by its own rules; false without an error when there is none. */
bool object_attribute(Eval *e, const Value *v, const char *name, Value *out);
bool object_set(Eval *e, const Value *v, const char *name, const Value *value);
/* The same past its class's own __setattr__ and __delattr__; NULL deletes. */
bool object_set_plainly(Eval *e, const Value *v, const char *name, const Value *value);
/* The text that a body begins with, or None. */
Value object_doc(Eval *e, const Node *body);

/* Tells whether an error in hand is of a class, which may be a tuple of them; the error as an object,
 * which takes it back. */
bool error_is(Eval *e, const char *class); /* the error in hand, if any */
/* True when the program that is imitated has the error in hand there, too, with any libraries: what a lesson raises
 * itself, and errors of the few classes that are raised here only where Python raises them. An error keeps
 * that when it is caught and raised again, by `with`, `finally` or hand. What is not here (eval_refuse_name),
 * is none of Python's, and is never an object. */
bool error_is_pythons(const Eval *e);
bool object_is_error(const Value *object);
bool object_catches(Eval *e, const Value *class, bool *caught);
Value object_caught(Eval *e);
bool object_raise(Eval *e, const Value *v);

/* Writes an object as repr() or str() does. */
void object_text(const Value *object, bool repr, Buf *out, size_t limit);
void object_message(const Value *object, Buf *out);

/* Slots that objects and classes share. */
const char *object_nearest(const Value *v, const char *name, const char *best);
const char *object_type(const Value *v);
bool object_store(Eval *e, const Node *n, const Value *v, const Value *value, bool *known);
void object_each(Eval *e, const Value *v, HeapEach *each, void *context);

extern const Kind *const object_kinds[];
extern const Function names_object[];
extern const NativeClass native_classes[];

#endif
