/* Kind of a value: its row, and what rows are made of that needs no evaluation. */
#ifndef PYTHON_TYPE_H
#define PYTHON_TYPE_H

#include "python/tree.h"
#include "python/value.h"

typedef struct Writer Writer;
typedef struct Writing Writing;
typedef struct Given Given; /* runtime.h */
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
    bool is_tensor;            /* payload is a tensor */
    unsigned methods;          /* where they are found, or 0 */
    const Function *functions; /* methods and what makes it; NULL: they stand elsewhere */
    bool is_fixed;             /* has those methods alone that change nothing */
    const char *library;       /* the module of library.c that has more of them, or NULL */
    char letter;               /* sign for one in the list of names: "x.shape"; or 0 */
    const char *iterator;      /* name of what goes through it */

    /* Without an evaluation: these raise nothing. A walk that costs pays from the budget, at each depth by
     * budget_enter, and is given up by `refused`; what it gives then means nothing. */
    const List *(*items)(const Value *v);   /* of what keeps them in a list */
    const Dict *(*mapping)(const Value *v); /* of what has keys: dict(v), f(**v) */
    const void *(*place)(const Value *v);   /* where it lies, for `is` and the walk of heap.c */
    bool (*is)(const Value *x,
               const Value *y); /* the same thing, without a place; NULL: when they are equal */
    void (*each)(Eval *e, const Value *v, HeapEach *each,
                 void *context);     /* goes through what it holds beside items */
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
    bool (*is_here)(const Value *v); /* false: it stands for what is not here; NULL: it is */
    const List *(*hashed)(Eval *e, const Value *v); /* items that its hash is made of, or NULL */
    uint64_t (*hash)(const Value *v);               /* NULL: that of the kind's name */
    bool (*has_fixed_hash)(const Value *v); /* CPython has the same one in each run; NULL: never */
    void (*write)(Writer *w, const Value *v,
                  const Writing *around); /* as repr(), or see writes_str */

    /* With an evaluation: when they give false, they have set an error at e->at, which who asks has set. */
    bool (*truth)(Eval *e, const Value *v, bool *out); /* NULL: as is_true says */
    bool (*call)(Eval *e, const Value *v, const Given *given, Value *out);
    Value (*callee)(Eval *e, const Value *v); /* value called in its place */
    NextItem *next;                           /* how to go through it: see iterate.c */
    /* Finds what is gone through in its place, and how, unless as that one says; false after an error. */
    bool (*walk)(Eval *e, Value *over, NextItem **next);
    bool (*item)(Eval *e, const Value *v, int64_t i, Value *out); /* false: there is no such one */
    const char *(*length)(const Value *v, int64_t *out);          /* NULL, or why it has none */
    bool (*measure)(Eval *e, const Value *v, int64_t *out);       /* length, where code decides */
    bool (*contains)(Eval *e, const Value *v, const Value *item, bool *found);
    /* a + b of two of one family; v * n, and n * v. */
    bool (*join)(Eval *e, const Value *a, const Value *b, Value *out);
    bool (*repeat)(Eval *e, const Value *v, int64_t n, Value *out);
    /* Arithmetic, where a or b is of the kind, and comparisons but `in` and `is`. Without *done the other one is
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

/* Of a list, a tuple or a size. */
static inline List *row_in(const Value *v)
{
    bool is_row = v->kind == VALUE_LIST || v->kind == VALUE_TUPLE || v->kind == VALUE_SIZE;
    return is_row ? v->list : NULL;
}

static inline Dict *dict_in(const Value *v)
{
    return v->kind == VALUE_DICT ? v->dict : NULL;
}

static inline Object *object_in(const Value *v)
{
    return v->kind == VALUE_OBJECT ? v->object : NULL;
}

static inline const Function *function_in(const Value *v)
{
    return v->kind == VALUE_FUNCTION ? v->function : NULL;
}

static inline const struct ValueMethod *method_in(const Value *v)
{
    return v->kind == VALUE_METHOD ? v->method : NULL;
}

static inline const Closure *closure_in(const Value *v)
{
    return v->kind == VALUE_CLOSURE ? v->closure : NULL;
}

static inline Class *class_in(const Value *v)
{
    return v->kind == VALUE_CLASS ? v->class : NULL;
}

static inline const Namespace *space_in(const Value *v)
{
    return v->kind == VALUE_NAMESPACE ? v->space : NULL;
}

static inline Iterator *iterator_in(const Value *v)
{
    return v->kind == VALUE_ITERATOR ? v->iterator : NULL;
}

/* False for what stands for something that is not here. */
static inline bool value_is_here(const Value *v)
{
    return !type_of(v)->is_here || type_of(v)->is_here(v);
}

static inline List *set_in(const Value *v)
{
    return type_family(v) == VALUE_SET ? v->list : NULL;
}

/* The keys and items of what is a mapping, or NULL. */
static inline const Dict *mapping_in(const Value *v)
{
    return type_of(v)->mapping ? type_of(v)->mapping(v) : NULL;
}

/* --- inside others ---------------------------------------------------------------------------- */

/* Also spreads numbers over the slots of a dict, whatever power of 2 they are multiples of. */
static inline uint64_t hash_mix(uint64_t hash, uint64_t with)
{
    hash = (hash ^ with) * UINT64_C(0x9E3779B97F4A7C15);
    hash = (hash ^ hash >> 32) * UINT64_C(0xD6E8FEB86659FD93);
    return hash ^ hash >> 32;
}

bool equal_in(Budget *b, const Value *x, const Value *y, int depth);
bool order_in(Budget *b, const Value *x, const Value *y, int depth, int *order);

/* Tells whether so many bytes may be taken at once: for what grows without an evaluation in between. */
bool budget_take(Budget *b, const Arena *a, size_t bytes);

/* Pays for one value at some depth; false when that is too deep. */
bool budget_enter(Budget *b, int depth);

/* Where the payload lies, of a kind that has a place. */
const void *payload_place(const Value *v);
bool never_key(Budget *b, const Value *v, int depth);
bool items_key(Budget *b, const Value *v, int depth);
bool is_key_in(Budget *b, const Value *v, int depth);

/* --- what is kept in a list ------------------------------------------------------------------- */

const List *list_items(const Value *v);
const void *list_place(const Value *v);
uint64_t list_hash(const Value *v);
bool list_equal(Budget *b, const Value *x, const Value *y, int depth);
bool items_have_fixed_hash(const Value *v);

/* --- writing ---------------------------------------------------------------------------------- */

/* A list or dict that is being written, and those around it. */
struct Writing {
    const void *object;
    const Writing *around;
    int depth;
};

struct Writer {
    Buf *out;
    size_t limit;
    const PrintOptions *options;
    bool is_repr; /* of what is written, not str() of it */
    bool cut;     /* too long, or too deep */
};

/* Tells whether a value is written as str() does: inside others it is not. */
static inline bool writes_str(const Writer *w, const Writing *around)
{
    return !w->is_repr && !around;
}

void write_text(Buf *out, const Text *text);
/* False when the object is being written already, or lies too deep: then `instead` was written. */
bool write_begin(Writer *w, Writing *own, const char *instead);
void write_in(Writer *w, const Value *v, const Writing *around);
void write_items(Writer *w, const List *list, const char *open, const char *close,
                 const Writing *around);

#endif
