/* What a lesson's names stand for, handed to the evaluator in tables, as Lua's libraries are:
 * functions with their signatures, constants, namespaces, and what the kinds of values can do that
 * a package brings. Python's own names are such a package, too: python_package. */
#ifndef PYTHON_NAMES_H
#define PYTHON_NAMES_H

#include "python/eval.h"

typedef struct Parameter Parameter; /* args.h */

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
    IN_LIBRARY = 1 << 17, /* what the modules of library.c build on */
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
    /* What tells functions apart that share `call`: a row of core; a kind, a type, an operator. */
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

/* What `import` finds: "torch.nn". */
struct Namespace {
    const char *path;
    unsigned home;
    const char *given;    /* the name that it has without an import, or NULL */
    bool is_offered;      /* who uses a name of it without an import is told how to import it */
    const Module *helper; /* a file beside the lesson that it is, or NULL */
    bool is_absent;       /* it is not here: it can be named and imported, and is no value */
};

typedef void HeapEach(Eval *e, void *context, const Value *held); /* see heap.h */
typedef struct Writer Writer;
typedef struct Writing Writing;
typedef bool NextItem(Eval *e, Iterator *it, Value *item);

/* A kind of value: what it is called, and what its values can do beyond being passed around. What is NULL, they
 * cannot, or as it says. A slot is called for values of its kind alone, and keeps no pointer to the value that it
 * was handed. */
typedef struct Kind {
    const char *name, *phrase;            /* "set", and as in a sentence: "a set" */
    const char *(*named)(const Value *v); /* the name, where it is not the same for all */
    const char *(*type)(const Value *v);  /* for "Linear has no 'x'" */
    bool (*is_made_by)(const Value *v,
                       const char *name); /* of types beside its own: torch.LongTensor */
    /* The row that says of this value what needs an evaluation, and its phrase; NULL: this one. */
    ValueKind (*form)(const Value *v);
    ValueKind family;          /* equal ones can be of this kind, too: a size is a tuple; or NULL */
    bool is_single;            /* there is one of it: None */
    bool is_tensor;            /* its payload is a tensor */
    unsigned methods;          /* where they are found, or 0 */
    const Function *functions; /* its methods and what makes it; NULL: they stand elsewhere */
    bool is_fixed;             /* it has those methods alone that change nothing */
    const char *library;       /* the module of library.c that has more of them, or NULL */
    char letter;               /* what stands for one in the list of names: "x.shape"; or 0 */
    const char *iterator;      /* what goes through it is called */

    /* Without an evaluation: these raise nothing. A walk that costs pays from the budget, at each depth by
     * budget_enter, and is given up by `refused`; what it gives then means nothing. */
    const List *(*items)(const Value *v);   /* of what keeps them in a list */
    const Dict *(*mapping)(const Value *v); /* of what has keys: dict(v), f(**v) */
    const void *(*place)(const Value *v);   /* where it lies, for `is` and the walk of heap.c */
    bool (*is)(const Value *x,
               const Value *y); /* the same thing, without a place; NULL: when they are equal */
    void (*each)(Eval *e, const Value *v, HeapEach *each,
                 void *context);     /* what it holds beside items */
    bool (*is_true)(const Value *v); /* NULL: when it has items, or no list of them */
    bool (*as_number)(const Value *v, double *x);
    bool (*as_integer)(const Value *v, int64_t *x);
    /* Of two of one family, at some depth inside others; an order is also false where there is none. */
    bool (*equal)(Budget *b, const Value *x, const Value *y, int depth);
    bool (*order)(Budget *b, const Value *x, const Value *y, int depth, int *order);
    /* Of one of this kind, x or y, and one of any: false when it does not know of the other. */
    bool (*equal_other)(Budget *b, const Value *x, const Value *y, bool *equal);
    bool (*order_other)(const Value *x, const Value *y, int *order); /* .. when they have one */
    bool (*is_key)(Budget *b, const Value *v, int depth);            /* NULL: always */
    const List *(*hashed)(Eval *e, const Value *v); /* what its hash is made of, or NULL */
    uint64_t (*hash)(const Value *v);               /* NULL: that of the kind's name */
    bool (*has_fixed_hash)(const Value *v); /* CPython has the same one in each run; NULL: never */
    void (*write)(Writer *w, const Value *v,
                  const Writing *around); /* as repr(), or see writes_str */

    /* With an evaluation: when they give false, they have set an error at e->at, which who asks has set. */
    bool (*truth)(Eval *e, const Value *v, bool *out); /* NULL: as is_true says */
    bool (*call)(Eval *e, const Value *v, const Given *given, Value *out);
    Value (*callee)(Eval *e, const Value *v); /* what is called in its place */
    NextItem *next;                           /* how to go through it: see iterate.c */
    /* What is gone through in its place, and how, unless as that one says; false after an error. */
    bool (*walk)(Eval *e, Value *over, NextItem **next);
    bool (*item)(Eval *e, const Value *v, int64_t i, Value *out); /* false: there is no such one */
    const char *(*length)(const Value *v, int64_t *out);          /* NULL, or why it has none */
    bool (*measure)(Eval *e, const Value *v, int64_t *out);       /* length, where code decides */
    bool (*contains)(Eval *e, const Value *v, const Value *item, bool *found);
    /* a + b of two of one family; v * n, and n * v. */
    bool (*join)(Eval *e, const Value *a, const Value *b, Value *out);
    bool (*repeat)(Eval *e, const Value *v, int64_t n, Value *out);
    /* One of a and b is of the kind: arithmetic, and comparisons but `in` and `is`. Without *done the other one is
     * asked, and then what is said here of all kinds. */
    bool (*binary)(Eval *e, Operator op, const Value *a, const Value *b, Value *out, bool *done);
    bool (*unary)(Eval *e, Operator op, const Value *v, Value *out);
    /* v op= other, where that changes v itself: *done says so, and *out is what the name gets. */
    bool (*inplace)(Eval *e, Operator op, const Value *v, const Value *other, Value *out,
                    bool *done);
    /* As a plain number: for `what`, which is float or int. */
    bool (*number)(Eval *e, const Value *v, const char *what, Value *out);
    /* v[key], where the key is written at `n`; and why items cannot be set. */
    bool (*index)(Eval *e, const Value *v, const Value *key, const Node *n, Value *out);
    const char *fixed;
    bool (*set_item)(Eval *e, const Value *v, const Value *key, const Node *n, const Value *value);
    bool (*remove)(Eval *e, const Value *v, const Value *key); /* del v[key] */
    /* v.name, where it is no method: false when there is none, also after an error. Their names, where they are
     * always the same, a NULL at the end; or whichever of them and `best` is more like `name`. */
    bool (*attribute)(Eval *e, const Value *v, const char *name, Value *out);
    const char *const *attributes;
    /* v.name of what has no other names; false after an error. */
    bool (*member)(Eval *e, const Value *v, const char *name, Value *out);
    const char *(*nearest)(const Value *v, const char *name, const char *best);
    /* v.name = value, for the target `n`: *known is false when that cannot be set at all. */
    bool (*store)(Eval *e, const Node *n, const Value *v, const Value *value, bool *known);
    void (*bound)(Eval *e, const Value *v, const char *name); /* is told the name that it gets */
} Kind;

extern const Kind absent_kind;

static inline const Kind *type_of(const Value *v)
{
    return v->kind ? v->kind : &absent_kind;
}

static inline const Kind *kind_of(const Value *v)
{
    const Kind *type = type_of(v);
    return type->form ? type->form(v) : type;
}

static inline ValueKind type_family(const Value *v)
{
    const Kind *type = type_of(v);
    return type->family ? type->family : v->kind;
}

/* The payload of a value, or NULL when it is of another kind. */
static inline const QkvTensor *tensor_in(const Value *v)
{
    return v->kind && v->kind->is_tensor ? v->tensor : NULL;
}

static inline const Text *text_in(const Value *v)
{
    return v->kind == VALUE_STR ? v->text : NULL;
}

static inline List *list_in(const Value *v)
{
    return v->kind == VALUE_LIST ? v->list : NULL;
}

static inline Dict *dict_in(const Value *v)
{
    return v->kind == VALUE_DICT ? v->dict : NULL;
}

static inline Object *object_in(const Value *v)
{
    return v->kind == VALUE_OBJECT ? v->object : NULL;
}

/* The keys and items of what is a mapping, or NULL. */
static inline const Dict *mapping_in(const Value *v)
{
    return type_of(v)->mapping ? type_of(v)->mapping(v) : NULL;
}

/* A class that a library brings. Objects of it, and of the classes that a lesson makes from it, are
 * what the rest says; a NULL function is that of its base, and at last Python's own. */
typedef struct NativeClass {
    const char *name;
    const char *module; /* whose name it is printed with: "torch.nn.modules.linear", or NULL */
    unsigned homes;
    const char *base;     /* another row, or NULL */
    const char *also;     /* a second base, or NULL */
    unsigned methods;     /* where those are found that a lesson's class does not define; or 0 */
    const Function *init; /* its __init__, with the object as the first argument; or NULL */
    ValueKind inner;      /* what its objects are: dict, list or tuple; or absent         */
    bool (*begin)(Eval *e, const Value *object,
                  const Given *given); /* a new one, before __init__ */
    bool (*call)(Eval *e, const Value *object, const Given *given, Value *out);
    bool (*attribute)(Eval *e, const Value *object, const char *name, Value *out);
    bool (*set)(Eval *e, const Value *object, const char *name, const Value *value, bool *done);
    void (*write)(const Value *object, Buf *out);
    /* Whichever of the names of its attributes and `best` is more like `name`. */
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
    const char *names; /* those that it defines, each between blanks: it is read for no other */
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
    /* What of it is written in Python, by namespaces; or NULL. A function of one is a group of steps. */
    const LibraryModule *modules;
    /* Another name for a keyword that a function has not: "dim" for "axis"; "" when it is accepted
     * and means nothing, NULL for none. */
    const char *(*keyword)(const Function *f, const char *name);
    /* Does what the accepted keywords ask for beside it, when the function has given *out; NULL: nothing. */
    bool (*finish)(Eval *e, const Function *f, const Given *given, Value *out);
    /* Reads an argument that was given and is not None: false when the letter is not the package's;
     * *ok is false after an error. */
    bool (*read)(Eval *e, const Parameter *p, Arg *a, bool *ok);
    /* What a function computes, in words, or NULL. */
    const char *(*formula)(const Function *f);
    /* The text of the file of Python with this name that a lesson may import; NULL: none, also after an
     * error. It lives as long as the run. */
    const char *(*helper)(Eval *e, const char *name);
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

extern const Package python_package;
extern const Kind *const python_kinds[];
extern const Function names_str[], names_str_format[], names_generator[], names_iterators[],
    names_builtins[], names_math[];
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
/* What importing `path` gives, which can be a file beside the lesson; NULL after an error. */
const Namespace *names_imported(Eval *e, const char *path);
/* Calls `each` with all names of a namespace that a lesson may take with *; false after an error. */
typedef void EachName(Eval *e, const char *name, const Value *v);
bool names_each(Eval *e, const Namespace *space, EachName *each);
void names_each_class(Eval *e, unsigned home, EachName *each);
/* What a lesson has without an import or an assignment: torch, nn, print. */
bool names_given(Eval *e, const char *name, Value *out);
/* The member `name` of a namespace: a constant, a function, a namespace inside it. To import what is
 * not here is no error. */
bool names_import(Eval *e, const Namespace *space, const char *name, Value *out);
/* What a name is in the tables, with one of these homes; the namespace of a path, NULL for none, and one for what is not
 * here. To import that is no error, to use it is. */
bool names_row(const Eval *e, unsigned home, const char *name, Value *out);
const Namespace *names_find_space(const Eval *e, const char *path);
const Namespace *names_stand_in(Eval *e, const char *path);
/* The name of a module that is most like this one, or NULL. */
const char *names_nearest_in(Eval *e, const Namespace *space, const char *name);
bool names_member(Eval *e, const Namespace *space, const char *name, Value *out);
/* The namespace that offers a name that nobody imported, or NULL. */
const Namespace *names_offered(const Eval *e, const char *name);
/* What a keyword is called that a function does not have as it stands: see Package. */
const char *names_keyword(const Eval *e, const Function *f, const char *name);
/* Whether a function of a library with this name makes values like v: nn.Linear, torch.Tensor. */
bool names_is_made_by(const Value *v, const char *name);
/* What type() of a value of a library is: the function that makes it. */
bool names_type(Eval *e, const Value *v, Value *out);
bool names_read(Eval *e, const Parameter *p, Arg *a, bool *ok);
bool names_finish(Eval *e, const Function *f, const Given *given, Value *out);
/* What has the name of a type is found in it: str.upper. NULL when there is none. */
const Function *names_of_type(const Eval *e, const Function *type, const char *name);
/* The class of a library with a row for a function, or NULL. */
const char *names_row_of(const Eval *e, const Function *f);
/* Whichever of `candidate` and `best` (which may be NULL) is more like `name`, if near enough. */
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
bool library_has(const Eval *e, const char *module);
bool library_defines(const Eval *e, const char *module, const char *name);
/* A module is `path` or a part of it. */
bool library_is_of(const LibraryModule *m, const char *path);
/* Whichever of the names that `path` offers and `best` is more like `name`. */
const char *library_nearest(Eval *e, const char *path, const char *name, const char *best);

/* All functions in the order of their tables, and all packages, for the list of names. */
const Function *const *names_all(const Eval *e, const Package *const **packages, int *functions);

#endif
