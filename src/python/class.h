/* Definitions of a lesson's own code, as they lie in memory: functions, classes and their objects; and the classes that
 * libraries bring, from which a lesson's can be made. */
#ifndef PYTHON_CLASS_H
#define PYTHON_CLASS_H

#include "python/names.h"

/* A function or a lambda with the names around it. */
struct Closure {
    const char *name, *qualname; /* f, and where it is defined: "C.f", "outer.<locals>.f"   */
    Dict *attributes;            /* f.x = 1, or NULL                                       */
    const Module *library;       /* the module of library.c that it is of, or NULL          */
    Value wrapped;               /* original that functools.wraps names, or absent          */
    const Node *node; /* NODE_DEF or NODE_LAMBDA                                           */
    Scope *scope;     /* scope around it                                                   */
    Value *defaults;  /* for each parameter, VALUE_ABSENT where it has none; computed once */
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
    Scope names;               /* names that its body defined, or that were set since      */
    const NativeClass *native; /* row of a library for it, or NULL                         */
    List fields;               /* the annotated names of its body, in order: of a dataclass */
    const Dataclass
        *dataclass; /* settings of @dataclass for it or for one that it is made from, or NULL */
};

/* Origin of an error: see error_is_pythons. */
typedef enum ErrorOrigin {
    ORIGIN_NONE, /* not raised yet */
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

/* Wrapper that stands in a class in place of a plain function. */
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
/* Lists the members of an enumeration, in order; NULL for any other class. */
const List *class_members(const Class *class);
bool class_has(const Value *object, const char *name);
/* A class without names, made from others; NULL after an error. */
Class *class_new(Eval *e, const char *name, int bases, Class **base);
/* The dict, list or tuple that an object is: `v` itself for everything else. */
const Value *object_plain(const Value *v);

/* The name of what is defined here with all that it is inside of. */
const char *object_qualname(Eval *e, const char *name);
Class *object_from_row(Eval *e, const NativeClass *row, Class *base, Class *also);

#endif
