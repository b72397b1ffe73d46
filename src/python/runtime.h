/* A run: its names, what it may spend, and its errors. Nothing here calls code of the lesson. */
#ifndef PYTHON_RUNTIME_H
#define PYTHON_RUNTIME_H

#include "base/err.h"
#include "core/print.h"
#include "core/qkv_trace.h"
#include "python/limits.h"
#include "python/type.h"

/* A name with its hash, and what it is bound to. */
typedef struct Binding {
    const char *name;
    uint64_t hash;
    Value value;
} Binding;

/* The names that a function's body assigns to, which are its own, and those that it declares
 * otherwise. */
typedef enum LocalKind { LOCAL_OWN, LOCAL_GLOBAL, LOCAL_OUTER } LocalKind;
typedef struct Local {
    const char *name;
    uint64_t hash;
    LocalKind kind;
} Local;
typedef struct Locals {
    Local *local; /* the parameters first, in their order        */
    int count;
    int *slot; /* mask + 1 of them, by hash: 1 + the place of a name, or 0 */
    uint64_t mask;
    bool yields; /* the function is a generator's */
} Locals;

/* The names of the lesson, of a call of a function, of a class while its body runs, or of a
 * comprehension: found by hash. */
typedef struct Scope {
    struct Scope *outer; /* where a name that is not here is looked up; NULL for the lesson's own */
    Binding *binding;    /* `count` of them, in the order in which they were bound first, of
                            `capacity`                                                    */
    int *slot;           /* twice as many, by hash: 1 + the place of a name, or 0         */
    int count, capacity;
    const Locals *locals; /* of a function                                                        */
    bool is_inner;        /* of a comprehension: `:=` assigns outside of it                       */
    bool is_class;        /* functions inside do not see these names                              */
} Scope;

/* The arguments of a call as they are written or handed on: those without a name first or among the
 * others. */
typedef struct Argument {
    const char *name; /* NULL: by position */
    Value value;
    const Node *node; /* where it is written, or NULL */
} Argument;
struct Given {
    Argument *item; /* `few`, as long as that is enough: so one of these stays where it is */
    int count, capacity;
    Argument few[2];
};

typedef struct Eval Eval;

/* How the statements that run now end; FLOW_YIELD: for now, and they go on later. */
typedef enum Flow { FLOW_ON, FLOW_BREAK, FLOW_CONTINUE, FLOW_RETURN, FLOW_YIELD } Flow;

/* A call that runs: of a function of the lesson. */
typedef struct CallFrame {
    const Closure *function;
    const Node *call;            /* where it is called     */
    Value self;                  /* first argument         */
    struct Generator *generator; /* generator whose body it runs, or NULL */
    struct CallFrame *outer;
    const Scope *around; /* the names where it is called */
    int depth;
    int first_step; /* of the tape */
} CallFrame;

/* A call that an error ended on its way out. */
typedef struct EndedCall {
    const Closure *function;
    const Node *call;
} EndedCall;

/* A module of the library that was imported. */
typedef struct Module {
    const char *name, *source;
    const char *file;  /* as errors in it name it: "layers/head.py" */
    const Node *asked; /* where the lesson came to need it */
    bool is_own;       /* Python's, and not a package's    */
    bool is_helper;    /* a file beside the lesson: a stranger's code, as the lesson is */
    bool is_package;   /* ... which is the __init__.py of a folder */
    const struct Namespace *space; /* of a helper: what importing it gives */
    Scope names;
    struct Module *next;
} Module;

/* Lines that run inside of a statement of the lesson: those of a function's body, of loops and branches. */
typedef enum LineKind {
    LINE_STATEMENT, /* of a block                                                  */
    LINE_CALL,      /* a call of a function of the lesson: of a NODE_DEF            */
    LINE_PASS,      /* a pass of a NODE_FOR or NODE_WHILE                           */
    LINE_TEST,      /* a condition of a NODE_IF                                     */
} LineKind;

/* Lengths of the tape when a loop began, and the cells of all tensors. */
typedef struct LoopBegin {
    int steps, groups;
    int64_t cells;
} LoopBegin;

/* Watcher of lines: told as each begins, as soon as what it shows is there (the arguments of a
 * call, the target of a pass), and as it ends, also after an error. Watching changes nothing. */
typedef struct Watch {
    bool
        sees_library; /* also what a package's functions and the objects of its classes do when they are
                          called; otherwise the lesson's own code alone */
    /* Returns a number for the line, which the other two get back; below 0: it is not followed.
     * `kid` is the condition of a LINE_TEST. */
    int (*begins)(Eval *e, LineKind kind, const Node *n, int kid);
    /* `value` is what eval_statement gave for a statement; `truth` that of a condition, if the line
     * has one. */
    void (*shows)(Eval *e, int line, const Value *value, bool truth);
    void (*ends)(Eval *e, int line);
    /* Around all of that, of a statement of a block that has directives: `enters` returns where it
     * begins, which `leaves` gets back, or below 0 after an error; `leaves` whether it was fine.
     * `value` is as above, and NULL after an error. */
    int (*enters)(Eval *e, const Statement *s);
    bool (*leaves)(Eval *e, const Statement *s, int begin, const Value *value);
    /* Between two passes of a loop of the lesson's that began at these steps and groups of the tape. Of what was made
     * since, no value is held but what names reach, and the next item and the iterator that it came from; these may be
     * NULL. */
    void (*turns)(Eval *e, const Node *loop, const LoopBegin *begin, const Value *item,
                  Iterator *it);
    void *context;
} Watch;

typedef struct Call Call;       /* signature.h */
typedef struct Package Package; /* names.h     */
typedef struct Names Names;     /* names.c     */
typedef struct Arg Arg;         /* names.h     */
typedef struct Doubts Doubts;   /* doubt.h     */

struct Eval {
    Qkv *q;
    Arena *arena;
    Names *names;       /* names that the packages bring */
    const char *path;   /* of the source, as errors name it                 */
    const char *source; /* for the text of expressions                      */
    Err *err;
    const Node *at;       /* the expression that an error is about            */
    const Call *call;     /* the call whose function runs, or NULL           */
    const Node *compared; /* the comparison that was made last, or NULL       */
    Value left, right;    /* sides, which a false assertion shows             */
    Scope *scope;
    Flow flow;
    Value returned;          /* FLOW_RETURN                                         */
    const char *called;      /* name of the next call of a function on the tape, if not its own */
    CallFrame *frame;        /* the innermost call, or NULL                         */
    Value said;              /* argument of that error once it is caught: VALUE_ABSENT for its
                                message, VALUE_NONE for nothing */
    Value raised;            /* the object of the error, VALUE_ABSENT when it has none yet */
    Class *making;           /* class whose body runs, or NULL                      */
    List *fields;            /* the names that this body annotates                  */
    Value handled;           /* the error that an `except` block deals with         */
    const char *error_class; /* of the error that was set last: "KeyError"  */
    EndedCall *ended;        /* by the error in hand, the innermost first   */
    int ended_calls;
    int helper_line; /* where that error is in a file beside the lesson, or 0 */
    bool is_changed; /* code edited by a reader: labels that do not fit are left out */
    const struct Lesson
        *labelled; /* ... and those of a text that was edited are those of the new one; or NULL */
    bool is_final; /* the error cannot be caught: a limit, or something that is not here */
    bool
        is_inner; /* error about a type or a name in code of the library, which the original has not */
    Buf printed;        /* by print, not yet taken                          */
    PrintOptions print; /* how tensors are written                      */
    size_t written;     /* bytes printed and shown                          */
    Budget budget;
    double began;          /* by clock_used                                    */
    size_t beside;         /* bytes of memory that other runs hold             */
    int64_t parameters;    /* cells of all that were made                      */
    double look;           /* by clock_seconds: no bound can be passed before  */
    int unlooked;          /* expressions since the last look                  */
    Module *modules;       /* of the library, imported so far                  */
    const Module *loading; /* the one whose body runs, or NULL                 */
    const char *stack;     /* of C, where the lesson began */
    ptrdiff_t stack_limit; /* how much of it there is for calls inside each other */
    Value stored;          /* value last put into an item or an attribute      */
    const Watch *watch;    /* or NULL */
    int64_t identities;    /* given out so far by eval_identity */
    Value identity;        /* identities of values that are no objects: a dict, or absent */
    List hooked; /* pairs: a tensor, and who waits for its gradient, in pairs (handle, function) */
    List ways;   /* functions of Python that a gradient goes back through */
    struct RealNames *real; /* see real.c; NULL: not asked for yet */
    Doubts *doubts;         /* of what was left undone; NULL: none */
    int import_tries;       /* blocks of `try` that run and whose `except` is for ImportError */
};

/* An evaluator at the beginning of a lesson that knows the names of these packages, a NULL at their
 * end, beside Python's. The caller releases `printed`. */
Eval eval_begin(Qkv *q, const char *path, const char *source, const Package *const *packages,
                Err *err);

/* Counts what was spent before, too. */
void eval_beside(Eval *e, double seconds, size_t bytes);

/* From now on the clock is looked at within long operations, too; until it is not any more. Meanwhile
 * the evaluator must stay where it is. */
void eval_hurry(Eval *e);
void eval_stay(Eval *e);

/* After an error: it is over, and what was bound stays. False when no other statement can run, because
 * a limit of the whole lesson is passed. */
bool eval_recover(Eval *e);

/* The text in which the expression in hand stands: of the lesson, or of a module of the library. */
const char *eval_source(const Eval *e);
/* Tells whether the bytes of a node lie in the lesson's text: what is tried in the place of a line may be longer. */
bool eval_has_text(const Eval *e, const Node *n);
/* True if the code that runs is the library's. */
bool eval_in_library(const Eval *e);
/* The module whose code runs, of the library or beside the lesson; NULL for the lesson's own. */
const Module *eval_module(const Eval *e);
/* Tells whether a function is of the library. */
bool eval_is_librarys(const struct Closure *f);
/* Node of the lesson where something goes wrong now: a mistake in a library is its caller's. */
const Node *eval_caller(const Eval *e);
/* Refuses a value whose numbers are not known: a tensor with cells that torch.empty made and nobody has
 * written since, and the time, for one (outside_allows). False after the error. */
bool eval_written(Eval *e, const Value *v);

/* The names that belong to a function with this body, and those that a statement binds. */
Locals *eval_locals(Eval *e, const Node *function);
/* A scope for a call: its first names are those of the function, in their order, which have no value yet. */
Scope *eval_scope_of_call(Eval *e, Scope *outer, const Locals *locals);
Locals *eval_bound(Eval *e, const Node *statement);
void eval_bind_in(Eval *e, Scope *scope, const char *name, Value v);
void eval_bind_node_in(Eval *e, Scope *scope, const Node *name, Value v);
const Value *eval_find_in(const Scope *scope, const char *name);

/* Value that a name is bound to, or NULL. */
const Value *eval_lookup(const Eval *e, const char *name);
void eval_bind(Eval *e, const char *name, Value v);
/* The same for the text of a node, whose hash is known. */
const Value *eval_lookup_node(const Eval *e, const Node *name);
void eval_bind_node(Eval *e, const Node *name, Value v);

/* Tells whether the function that runs assigns to a name. */
bool eval_is_local(const Eval *e, const char *name);

/* The name like `name` that is bound or built in, or NULL. */
const char *eval_nearest(const Eval *e, const char *name);

/* The NameError about a name without a value; `nearest` is one that may have been meant, or NULL. */
bool eval_fail_name(Eval *e, const Node *n, const char *nearest);
/* An error of a class of Python's at the expression in hand; returns false. */
bool eval_raise(Eval *e, const char *class, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* The same where Python's own words differ: they are what the error says once it is caught. */
bool eval_raise_as(Eval *e, const char *class, const char *said, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
/* Says that the original raises the error in hand, too, though code of the library is at fault; returns false. */
bool eval_is_known(Eval *e);
/* A TypeError about a value: "'int' object is not iterable", and as `message` has it after its kind. It is a refusal
 * where values of this type have the method in the original. */
bool eval_raise_object(Eval *e, const Value *v, const char *method, const char *said,
                       const char *message);
/* The same for what the language here does not have, and for limits: nothing catches it. */
bool eval_refuse_name(Eval *e, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Refuses a name that is a blank of an exercise: nothing is known of what hangs on it. */
#define BLANK "___"
bool eval_refuse_blank(Eval *e, const Node *n);
/* The same as a RuntimeError. */
bool eval_fail(Eval *e, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* A number that tells a value from every other, what id() gives: counted up as they are asked for, since
 * an address would let a lesson aim at memory, and would be another one in each run. */
int64_t eval_identity(Eval *e, const Value *v);
/* False after an error: calls, or iterators that draw on iterators, are too deep in each other. */
bool eval_deeper(Eval *e);

/* Pays for work, and sees to it that neither time nor memory has run out, nor a walk through values
 * been given up. */
bool eval_overspend(Eval *e, int64_t amount); /* does that when something is at an end */
static inline bool eval_spend(Eval *e, int64_t amount)
{
    if (e->err->set || e->budget.refused || amount > e->budget.left ||
        e->arena->used > LIMIT_MEMORY - e->beside)
        return eval_overspend(e, amount);
    e->budget.left -= amount;
    return true;
}

/* The same for code that is walked, a node at a time, and not run; the next evaluation tells what ran out. */
bool eval_walks(Eval *e);
/* The same for bytes of a text. */
bool eval_scan(Eval *e, size_t bytes);
/* Looks at the clock now and then; sooner where values can take long. An operation of core asks within, too. */
enum { MOST_UNLOOKED = 64 };
bool eval_is_in_time(Eval *e);
static inline bool eval_look(Eval *e, bool is_long)
{
    enum { LONG = 8 };
    e->unlooked += is_long ? LONG : 1;
    return e->unlooked < MOST_UNLOOKED || eval_is_in_time(e);
}

#endif
