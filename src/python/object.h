/* What a lesson's own code defines: functions, classes and their objects; and the classes that
 * libraries bring, from which a lesson's can be made. */
#ifndef PYTHON_OBJECT_H
#define PYTHON_OBJECT_H

#include "python/names.h"

/* A function or a lambda with the names around it. */
struct Closure {
    const char *name, *qualname; /* f, and where it is defined: "C.f", "outer.<locals>.f"   */
    Dict *attributes;            /* f.x = 1, or NULL                                       */
    const Module *library;       /* the module of library.c that it is of, or NULL          */
    Value wrapped;               /* what functools.wraps says that it stands for, or absent */
    const Node *node; /* NODE_DEF or NODE_LAMBDA                                           */
    Scope *scope;     /* what is around it                                                 */
    Value *defaults;  /* one per parameter, VALUE_ABSENT where it has none; computed once  */
    Class *owner;     /* the class whose body it stands in, for super(); or NULL           */
    Locals *locals;   /* the names that are its own; NULL: its body is not read yet        */
};

/* @dataclass(frozen=True, order=True) of `class`. */
typedef struct Dataclass {
    const Class *class;
    bool has_eq, has_repr, has_hash, has_order, is_frozen, is_by_keyword;
} Dataclass;

struct Class {
    const char *name, *qualname;
    Class **base; /* as written, `bases` of them */
    int bases;
    const Node *body;   /* or NULL */
    const char *module; /* of the library, or NULL: the lesson's own */
    bool is_abstract;   /* made from ABC: not with abstract methods  */
    Class *
        *order; /* where attributes are looked for: itself, then its bases, as Python orders them */
    int count;
    Scope names;               /* what its body defined, or was set since                  */
    const NativeClass *native; /* what a library says of it, or NULL                       */
    List fields;               /* the annotated names of its body, in order: of a dataclass */
    const Dataclass
        *dataclass; /* what @dataclass said of it or of one that it is made from, or NULL */
};

/* Who an error is of: see error_is_pythons. */
typedef enum ErrorOrigin {
    ORIGIN_NONE, /* it was not raised yet */
    ORIGIN_PYTHONS,
    ORIGIN_UNSURE,
} ErrorOrigin;

struct Object {
    Class *class;
    Eval *eval; /* writing it can call its __repr__                              */
    Scope names;
    Value inner;        /* the dict, list or tuple that it is, made from that class; or absent */
    bool is_written;    /* now, so that one that holds itself ends                       */
    ErrorOrigin origin; /* of an error                                                */
    int64_t identity;   /* see eval_identity; 0 until it is asked                         */
};

/* super(): attributes of an object, looked for after a class. */
typedef struct Super {
    Class *class;
    Value self;
} Super;

/* What stands in a class in place of a plain function. */
typedef enum WrappedHow {
    WRAPPED_PROPERTY,
    WRAPPED_STATIC,
    WRAPPED_CLASS,
    WRAPPED_CACHED
} WrappedHow;
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
/* The methods of `object` itself, a row without a name at the end; the one of a name, object.__setattr__, or NULL. */
extern const Function object_methods[];
const Function *object_own_method(const char *name);
/* Lists the members of an enumeration, in order; NULL for any other class. */
const List *class_members(const Class *class);

/* An object of a class, made with arguments. */
bool object_make(Eval *e, Class *class, const Given *given, Value *out);
/* v.name of an object or class by its own rules; false without an error when there is none. */
bool object_attribute(Eval *e, const Value *v, const char *name, Value *out);
bool object_set(Eval *e, const Value *v, const char *name, const Value *value);
/* The same past its class's own __setattr__ and __delattr__; NULL deletes. */
bool object_set_plainly(Eval *e, const Value *v, const char *name, const Value *value);
bool class_has(const Value *object, const char *name);
/* A method of `object`, which has all of its own: a value that it may be called on. */
bool object_has_base_method(const Function *f, const Value *v);
/* What an attribute of a class is when it is asked of an object, or (`self` NULL) of the class. */
bool class_take(Eval *e, const Value *v, Class *class, const Value *self, Value *out);
/* The text that a body begins with, or None. */
Value object_doc(Eval *e, const Node *body);
/* A class without names, made from others; NULL after an error. */
Class *class_new(Eval *e, const char *name, int bases, Class **base);
/* Calls a method of an object if it has one: *found says so. */
bool object_method(Eval *e, const Value *object, const char *name, int count, const Value *args,
                   Value *out, bool *found);

/* What == says of two values, one of which is an object; its hash, and whether it has one. They call methods of its
 * class, and an error of theirs is set. */
bool object_equal(const Value *x, const Value *y);
uint64_t object_hash(const Value *v);
bool object_has_fixed_hash(const Value *v); /* see value_has_fixed_hash */
/* The dict, list or tuple that an object is: `v` itself for everything else. */
const Value *object_plain(const Value *v);
bool object_integer(const Value *v, int64_t *x); /* its __index__, or false */
bool object_is_key(const Value *v);

/* The name of what is defined here with all that it is inside of. */
const char *object_qualname(Eval *e, const char *name);
/* The statement `class`, and `def` or lambda as a value. */
bool object_class(Eval *e, const Node *n, Value *out);
bool object_new_class(Eval *e, const char *name, const List *bases, const Dict *names, Value *out);
bool function_make(Eval *e, const Node *n, Value *out);
/* Reads the body of a function of the library, if nothing has yet: before anything looks into it. */
bool function_read(Eval *e, const Closure *f);
/* Runs a function; `self` is put in front of what is given, or is NULL. */
bool function_call(Eval *e, const Closure *f, const Value *self, const Given *given, Value *out);
/* Runs its body in a scope that has its arguments, for a generator or (NULL) to its end. */
bool function_run(Eval *e, const Closure *f, Scope *scope, const Value *self,
                  struct Generator *generator, Value *out);

/* Whether an error in hand is of a class, which may be a tuple of them; the error as an object,
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
Class *object_from_row(Eval *e, const NativeClass *row, Class *base, Class *also);

extern const Kind *const object_kinds[];
extern const Function names_object[];
extern const NativeClass native_classes[];

#endif
