/* Meaning of a lesson's names, handed to the evaluator in tables, as Lua's libraries are:
 * functions with their signatures, constants, namespaces, and what the kinds of values can do that
 * a package brings. Python's own names are such a package, too: python_package. */
#ifndef PYTHON_NAMES_H
#define PYTHON_NAMES_H

#include "python/runtime.h"

typedef struct Parameter Parameter; /* signature.h */

/* Where a function can be found: a set, since `softmax` is torch.softmax, F.softmax and x.softmax.
 * These are Python's; the others belong to the packages that the evaluator is given. */
enum {
    IN_BUILTIN = 1 << 0,
    IN_MATH = 1 << 1,
    OF_STR = 1 << 2, /* methods: the first parameter is the object */
    OF_LIST = 1 << 3,
    OF_DICT = 1 << 4,
    OF_PROPERTY = 1 << 5,
    OF_SET = 1 << 6,
    OF_INT = 1 << 7,
    OF_FLOAT = 1 << 8,
    OF_SLICE = 1 << 9,
    OF_ITERATOR = 1 << 10,
    IN_DICT = 1 << 11, /* dict.fromkeys */
    IN_DATACLASSES = 1 << 12,
    IN_COLLECTIONS = 1 << 13,
    IN_FUNCTOOLS = 1 << 14,
    IN_NUMPY = 1 << 15,
    IN_FILES = 1 << 16,   /* safetensors.torch */
    IN_LIBRARY = 1 << 17, /* base that the modules of library.c build on */
    IS_TYPE = 1 << 18,    /* stands for a type: int, list */
    HOMES_OF_PYTHON = 19, /* the bits of the packages begin here */
};

/* An argument: what was given, VALUE_ABSENT where an optional one was left out, and what its
 * parameter's letter makes of it. */
typedef struct Arg {
    Value value;
    bool has; /* there is something: given, and not None, or a default */
    union {
        int64_t integer;
        double number;
        bool truth;
        const Text *text;
        const QkvTensor *tensor;
        QkvDType dtype;
        struct {
            int count;
            const int64_t *at;
            const QkvTensor *const *tensors;
        };
    };
} Arg;

/* Gets one argument per parameter of its signature, and of a short one so many more as there must be at least,
 * which are absent: what serves several signatures may look at the longest of them. False after an error. */
enum { LEAST_ARGUMENTS = 6 };
typedef bool Native(Eval *e, Arg *args, Value *out);

/* `params` is the signature, the names of the parameters in order: "input:T dim:i=-1 | keepdim:b=".
 * A first "self" without a letter stands before the dot: a value that has the method, see receiver.c. The
 * letter after a name says what it takes:
 *
 *     i  an integer                     x  a number
 *     I  integers: one, or a row        b  True or False
 *     s  a text                            and none: any value
 *
 * and a package has letters of its own (T a tensor). "=" and a default, which may be empty, make it
 * optional, and one that is None takes None, too. "*size" takes all further positions, or with a
 * letter one tuple or list in their place; as I after the first it does so in a method alone. A last
 * "**values" takes all further names as a dict. Names before a "/" are given by position only, those
 * after a "|" by keyword only. */
struct Function {
    const char *name;
    unsigned homes;
    const char *params;
    Native *call;
    /* Data that tells functions apart that share `call`: a row of core; a kind, a type, an operator. */
    const void *data;
    int which;
    const struct Function *plain; /* of x.add_: x.add */
    const char *module;           /* of a type, as it is printed: "torch"; or NULL */
};

typedef struct Constant {
    const char *name;
    unsigned homes;
    Value value;
} Constant;

/* clang-format off */
#define NUMBER(x) {.kind = VALUE_FLOAT, .number = (x)}
/* clang-format on */

/* Namespace that `import` finds: "torch.nn". */
struct Namespace {
    const char *path;
    unsigned home;
    const char *given;    /* the name that it has without an import, or NULL */
    bool is_offered;      /* offers an import to who uses a name of it without one */
    const Module *helper; /* a file beside the lesson that it is, or NULL */
    bool is_absent;       /* not here: can be named and imported, and is no value */
};

/* A class that a library brings. Objects of it, and of the classes that a lesson makes from it, are
 * what the rest says; a NULL function is that of its base, and at last Python's own. */
typedef struct NativeClass {
    const char *name;
    const char *module; /* module that it is printed with: "torch.nn.modules.linear", or NULL */
    unsigned homes;
    const char *base;     /* another row, or NULL */
    const char *also;     /* a second base, or NULL */
    unsigned methods;     /* where those are found that a lesson's class does not define; or 0 */
    const Function *init; /* the __init__, with the object as the first argument; or NULL */
    ValueKind inner;      /* kind of its objects: dict, list or tuple; or absent          */
    bool (*begin)(Eval *e, const Value *object,
                  const Given *given); /* a new one, before __init__ */
    bool (*call)(Eval *e, const Value *object, const Given *given, Value *out);
    bool (*attribute)(Eval *e, const Value *object, const char *name, Value *out);
    bool (*set)(Eval *e, const Value *object, const char *name, const Value *value, bool *done);
    void (*write)(const Value *object, Buf *out);
    /* Chooses of the names of its attributes and `best` the one that is more like `name`. */
    const char *(*nearest)(const Value *object, const char *name, const char *best);
    void (*bound)(Eval *e, const Value *object, const char *name); /* is told a name that it gets */
} NativeClass;

/* A row of a class of errors; `also` is a second base, or NULL. */
#define NATIVE_ERROR(n, where, first, second)                                                      \
    {                                                                                              \
        .name = (n), .homes = (where), .base = (first), .also = (second),                          \
        .begin = native_error_begin, .set = native_error_set, .write = native_error_write,         \
        .init = &native_error_init                                                                 \
    }
bool native_error_begin(Eval *e, const Value *object, const Given *given);
bool native_error_set(Eval *e, const Value *object, const char *name, const Value *value,
                      bool *done);
void native_error_write(const Value *object, Buf *out);
extern const Function native_error_init;

/* A module that is written in Python, from a file of its name: see library.c. */
typedef struct LibraryModule {
    const char *name, *source;
    const char *names; /* names that it defines, each between blanks: it is read for no other */
} LibraryModule;

/* A package. Tables end with a row without a name or a path, lists of tables with NULL; what a package
 * has none of is NULL. */
struct Package {
    const Namespace *spaces;
    const Function *const *functions;
    const Function *const *(*made)(Arena *a); /* more of them, made in the arena of each lesson */
    const Constant *constants;
    const Kind *const *kinds; /* and forms of them; a NULL at the end */
    const NativeClass *classes;
    /* Modules of it that are written in Python, by namespaces; or NULL. A function of one is a group of steps. */
    const LibraryModule *modules;
    /* Another name for a keyword that a function has not: "dim" for "axis"; "" when it is accepted
     * and means nothing, NULL for none. */
    const char *(*keyword)(const Function *f, const char *name);
    /* Does what the accepted keywords ask for beside it, when the function has given *out; NULL: nothing. */
    bool (*finish)(Eval *e, const Function *f, const Given *given, Value *out);
    /* Reads an argument that was given and is not None: false when the letter is not the package's;
     * *ok is false after an error. */
    bool (*read)(Eval *e, const Parameter *p, Arg *a, bool *ok);
    /* Words for what a function computes, or NULL. */
    const char *(*formula)(const Function *f);
    /* The text of the file of Python that a lesson may import as `name`, and its path beside the lesson: name.py, or
     * name/__init__.py where that is there. NULL: none, also after an error. It lives as long as the run. */
    const char *(*helper)(Eval *e, const char *name, const char **file);
    /* Why a name that the real library has there is not here, where there is more to say than that; or NULL. */
    const char *(*why)(unsigned home, const char *name);
    /* The names that the originals have: see real.h. */
    const char *real;
};

/* The method update of dicts; and what gives None, or its first argument, whatever the rest. */
Native dict_update, native_none, native_self;
/* Runs what the module of library.c that `data` names has under the name of the row: it gets the arguments as they were
 * read. No lesson can import a module with a hyphen in its name. */
Native native_in_python;
/* text % from, which is Python, too. */
bool text_percent(Eval *e, const Text *text, const Value *from, Value *out);

extern const Package python_package;
extern const Kind *const python_kinds[];
extern const Function names_str[], names_str_format[], names_generator[], names_iterators[],
    names_builtins[], names_math[], names_regex[];
extern const Constant constants_math[];

/* Makes the tables of names of a lesson: of the packages, a NULL at their end, and of Python. */
void names_begin(Eval *e, const Package *const *packages);

/* The first kind that has one of these sets of methods, or NULL. */
const Kind *names_kind_with(const Eval *e, unsigned methods);
/* A function in a namespace or of a kind of object; NULL when there is none. */
const Function *names_find(const Eval *e, unsigned home, const char *name);
/* The class of a row by its home and name, or NULL. */
Class *names_class(const Eval *e, unsigned home, const char *name);
/* The error that a name that was imported is used and is not here. */
bool names_refuse(Eval *e, const Namespace *space);
/* The namespace with a dotted path ("torch.nn"); one without members when it is not here. */
const Namespace *names_space(Eval *e, const char *path);
/* Namespace that importing `path` gives, which can be a file beside the lesson; NULL after an error. */
const Namespace *names_imported(Eval *e, const char *path);
/* Namespace that `import name.inner` binds, after that was imported. */
const Namespace *names_bound(Eval *e, const char *name);
/* Calls `each` with all names of a namespace that a lesson may take with *; false after an error. */
typedef void EachName(Eval *e, const char *name, const Value *v);
bool names_each(Eval *e, const Namespace *space, EachName *each);
void names_each_class(Eval *e, unsigned home, EachName *each);
/* Finds what a lesson has without an import or an assignment: torch, nn, print. */
bool names_given(Eval *e, const char *name, Value *out);
/* The members of a namespace that were found before, for modules.c to keep. */
Scope *names_met(Eval *e, const Namespace *space);
/* The member `name` of a namespace: a constant, a function, a namespace inside it. To import what is
 * not here is no error. */
bool names_import(Eval *e, const Namespace *space, const char *name, Value *out);
/* Looks a name up in the tables, with one of these homes; the namespace of a path, NULL for none, and one for what is
 * not here. To import that is no error, to use it is. */
bool names_row(const Eval *e, unsigned home, const char *name, Value *out);
const Namespace *names_find_space(const Eval *e, const char *path);
const Namespace *names_stand_in(Eval *e, const char *path);
/* The name of a module that is most like this one, or NULL. */
const char *names_nearest_in(Eval *e, const Namespace *space, const char *name);
/* The namespace that offers a name that nobody imported, or NULL. */
const Namespace *names_offered(const Eval *e, const char *name);
/* Name of a keyword that a function does not have as it stands: see Package. */
const char *names_keyword(const Eval *e, const Function *f, const char *name);
/* Tells whether a function of a library with this name makes values like v: nn.Linear, torch.Tensor. */
bool names_is_made_by(const Value *v, const char *name);
/* Finds the type() of a value of a library: the function that makes it. */
bool names_type(Eval *e, const Value *v, Value *out);
bool names_read(Eval *e, const Parameter *p, Arg *a, bool *ok);
bool names_finish(Eval *e, const Function *f, const Given *given, Value *out);
/* The class of a library with a row for a function, or NULL. */
const char *names_row_of(const Eval *e, const Function *f);
/* Chooses the one of `candidate` and `best` (which may be NULL) that is more like `name`, if near enough. */
const char *names_closer(const char *name, const char *candidate, const char *best);
/* The end of a message: ": did you mean 'x'?", or "" for NULL. */
const char *names_did_you_mean(Eval *e, const char *nearest);
/* Why a name that the real library has is not here, where more is known: see Package. */
const char *names_why(const Eval *e, unsigned home, const char *name);
/* The known name most like `name` in a home, or NULL when none is near. */
const char *names_nearest(const Eval *e, unsigned home, const char *name);

/* --- the modules that are written in Python, as tables: library.h runs them -------------------- */

/* The module of this name, or (`name` is not NULL) the one of `path` that defines it; NULL for none. */
const LibraryModule *library_row(const Eval *e, const char *path, const char *name);
bool library_defines(const Eval *e, const char *module, const char *name);
/* A module is `path` or a part of it. */
bool library_is_of(const LibraryModule *m, const char *path);

/* All functions in the order of their tables, and all packages, for the list of names. */
const Function *const *names_all(const Eval *e, const Package *const **packages, int *functions);

#endif
