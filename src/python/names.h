/* The names that lessons can use: torch, torch.nn, torch.nn.functional, math, Python's built-in
 * functions, and the methods of tensors, texts, lists and dicts. One row each, and a row can
 * answer to several of them: `softmax` is torch.softmax, F.softmax and x.softmax. */
#ifndef PYTHON_NAMES_H
#define PYTHON_NAMES_H

#include "python/eval.h"

/* Where a row can be found. */
typedef enum Home {
    IN_BUILTIN = 1 << 0,
    IN_MATH = 1 << 1,
    IN_TORCH = 1 << 2,
    IN_NN = 1 << 3,
    IN_FUNCTIONAL = 1 << 4,
    OF_TENSOR = 1 << 5, /* methods: the first parameter is the object */
    OF_STR = 1 << 6,
    OF_LIST = 1 << 7,
    OF_DICT = 1 << 8,
    OF_MODULE = 1 << 9,
    IN_UTILS = 1 << 10,
    IN_RNN = 1 << 11,
} Home;

/* Gets one argument per parameter, VALUE_ABSENT where an optional one was left out. False after an
 * error. */
typedef bool Native(Eval *e, Value *args, Value *out);

/* `params` lists PyTorch's names for them in order: "input dim=" has an optional second one;
 * "*size" takes all further positions as a tuple (or one tuple or list in their place); names
 * before a "/" are given by position only, those after a "|" by keyword only. */
struct Function {
    const char *name;
    unsigned homes;
    const char *params;
    Native *call;
    /* The function of core behind a row whose call only hands on tensors. */
    const QkvTensor *(*unary)(Qkv *q, const QkvTensor *a);
    const QkvTensor *(*binary)(Qkv *q, const QkvTensor *a, const QkvTensor *b);
};

/* A function in a namespace or of a kind of object; NULL when there is none. */
const Function *names_find(unsigned home, const char *name);
/* A constant of a namespace: torch.float32, math.pi. */
bool names_constant(unsigned home, const char *name, Value *out);
/* The namespace bound to a dotted path ("torch.nn"), or NULL. */
const Namespace *names_space(const char *path);
/* The namespaces that lessons have without an import: torch, math, nn and F; NULL for other
 * names. */
const Namespace *names_given(const char *name);
unsigned names_home(const Namespace *space);
const char *names_of_space(const Namespace *space);
const char *names_of_function(const Function *f);
/* The member `name` of a namespace: a constant, a function, a namespace inside it. */
bool names_member(Eval *e, const Namespace *space, const char *name, Value *out);
/* An attribute of a tensor that is no function: shape, T, dtype. False when there is none of that
 * name; an error may have been set even when true. */
bool names_property(Eval *e, const QkvTensor *t, const char *name, Value *out);
/* Its name by number, NULL behind the last. */
const char *names_of_property(size_t i);
/* Whether Python has a built-in function of this name that lessons have not. */
bool names_is_python(const char *name);
/* The argument `dtype`: torch.float32, or Python's float, int or bool; absent ones leave *out. */
bool names_dtype(Eval *e, const Value *v, QkvDType *out);
/* Whichever of `candidate` and `best` (which may be NULL) is more like `name`, if near enough. */
const char *names_closer(const char *name, const char *candidate, const char *best);
/* The known name most like `name` in a home, or NULL when none is near. */
const char *names_nearest(unsigned home, const char *name);
/* The home that holds a value's methods; 0 for none. */
unsigned names_methods(const Value *v);

/* The tables, a NULL name at the end of each. */
extern const Function names_python[];
extern const Function names_number[];
extern const Function names_text[];
extern const Function names_objects[];
extern const Function names_torch[];
extern const Function names_shape[];
extern const Function names_attention[];
extern const Function names_reduce[];
extern const Function names_random[];
extern const Function names_nn[];
extern const Function names_module[];
extern const Function names_product[];
extern const Function names_move[];

#endif
