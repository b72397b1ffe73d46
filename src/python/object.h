/* What a lesson's own code defines: functions, classes and their objects; and the classes that
 * libraries bring, from which a lesson's can be made. */
#ifndef PYTHON_OBJECT_H
#define PYTHON_OBJECT_H

#include "python/names.h"

/* A function or a lambda with the names around it. */
struct Closure {
    const char *name;
    const Node *node; /* NODE_DEF or NODE_LAMBDA                                           */
    Scope *scope;     /* what is around it                                                 */
    Value *defaults;  /* one per parameter, VALUE_ABSENT where it has none; computed once  */
    Class *owner;     /* the class whose body it stands in, for super(); or NULL           */
    Locals *locals;   /* the names that are its own                                        */
};

struct Class {
    const char *name;
    Class *
        *order; /* where attributes are looked for: itself, then its bases, as Python orders them */
    int count;
    Scope names;               /* what its body defined, or was set since                  */
    const NativeClass *native; /* what a library says of it, or NULL                       */
    List fields;               /* the annotated names of its body, in order: of a dataclass */
    bool is_dataclass;
};

struct Object {
    Class *class;
    Eval *eval; /* writing it can call its __repr__                              */
    Scope names;
    void *own;       /* what the library behind its class keeps: a QkvModule, or NULL */
    bool is_written; /* now, so that one that holds itself ends                       */
};

/* super(): attributes of an object, looked for after a class. */
typedef struct Super {
    Class *class;
    Value self;
} Super;

/* What stands in a class in place of a plain function. */
typedef enum WrappedHow { WRAPPED_PROPERTY, WRAPPED_STATIC, WRAPPED_CLASS } WrappedHow;
typedef struct Wrapped {
    WrappedHow how;
    Value get, set;
} Wrapped;

/* The first class in the order of `class` that a library says something of, or NULL. */
const NativeClass *class_native(const Class *class);
bool class_is(const Class *class, const Class *base);
/* An attribute of a class or of those it is made from, after `after` (NULL: from itself on); NULL
 * when there is none. */
const Value *class_find(const Class *class, const Class *after, const char *name);

/* An object of a class, made with arguments. */
bool object_make(Eval *e, Class *class, const Given *given, Value *out);
/* v.name of an object or class by its own rules; false without an error when there is none. */
bool object_attribute(Eval *e, const Value *v, const char *name, Value *out);
bool object_set(Eval *e, const Value *v, const char *name, const Value *value);
/* Calls a method of an object if it has one: *found says so. */
bool object_method(Eval *e, const Value *object, const char *name, int count, const Value *args,
                   Value *out, bool *found);

/* What a library has for the items and operators of an object: nothing, when there is none. */
const Kind *object_items(const Value *object);

/* The statement `class`, and `def` or lambda as a value. */
bool object_class(Eval *e, const Node *n, Value *out);
bool function_make(Eval *e, const Node *n, Value *out);
/* Runs a function; `self` is put in front of what is given, or is NULL. */
bool function_call(Eval *e, const Closure *f, const Value *self, const Given *given, Value *out);
/* Runs its body in a scope that has its arguments, for a generator or (NULL) to its end. */
bool function_run(Eval *e, const Closure *f, Scope *scope, const Value *self,
                  struct Generator *generator, Value *out);

/* Whether an error in hand is of a class, which may be a tuple of them; the error as an object,
 * which takes it back. */
bool object_catches(Eval *e, const Value *class, bool *caught);
Value object_caught(Eval *e);
bool object_raise(Eval *e, const Value *v);

/* Writes an object as repr() or str() does. */
void object_text(const Value *object, bool repr, Buf *out, size_t limit);
void object_message(const Value *object, Buf *out);
Class *object_from_row(Eval *e, const NativeClass *row, Class *base);

extern const Kind *const object_kinds[];
extern const Function names_object[];
extern const NativeClass native_exceptions[];

#endif
