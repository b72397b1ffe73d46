/* libqkv: where a number comes from, and operations of one's own.
 *
 *     qkv_record(q);
 *     const QkvTensor *scores = qkv_matmul(q, x, y);
 *     const QkvCall *made = &qkv_tape(q)->step[scores->step].call;
 *     QkvTerms t = qkv_terms(made, 0, qkv_arena(q));
 *     for (int64_t k = 0; k < t.count; k++)
 *         printf("+ %g * %g ", qkv_tensor_at(x, qkv_term(&t, k).a.cell),
 *                qkv_tensor_at(y, qkv_term(&t, k).b.cell));
 *
 * A tape records every operation that is applied; an operation is a row, which says of each cell of
 * its result which cells of its operands made it. Everything here is the context's, or const. */
#ifndef QKV_TRACE_H
#define QKV_TRACE_H

#include "qkv.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct QkvOp QkvOp;
typedef struct QkvArena QkvArena; /* the memory of a context: qkv_arena */

/* --- rows --------------------------------------------------------------------------------------
 * A row holds all that is known of an operation: its name, its formula, which operands it takes and
 * what shape comes out (plan), its arithmetic (kernel), what happens to the labels of the axes
 * (label), and which cells made a cell (terms). Computing, error messages, labels, the explanation
 * of a cell and the way back to its source are all read from the row. */

enum { QKV_MAX_PARAMS = 24, QKV_RULES = 3 };
/* Parts that the way back of half types reads at once; that of float16 goes step by step all the same; there is
 * none. */
enum {
    QKV_AT_ONCE_RESULT = 1,
    QKV_AT_ONCE_OPERANDS = 2,
    QKV_AT_ONCE_BFLOAT16 = 4,
    QKV_AT_ONCE_LACKS = 8
};

/* Subscripts, resolved against the sizes: how each axis of the result without its tensors goes
 * through in[0]. */
typedef struct QkvIndexParams {
    int64_t offset; /* of the first cell */
    int axes;
    struct {
        int64_t size, step;
        int from; /* the axis of in[0]; -1 for a new one, and then step is the axis that comes next */
    } axis[QKV_MAX_RANK];
    int list[QKV_MAX_RANK]; /* at which of these axes the subscript in[1 + i] begins */
    bool is_rest;           /* `...` among the subscripts */
} QkvIndexParams;

/* The letters of the operands' axes and of the result's. */
typedef struct QkvLetters {
    int rank; /* of the result */
    int64_t in[2][QKV_MAX_RANK];
    int64_t out[QKV_MAX_RANK];
} QkvLetters;

/* Parameters that an operation gets beside its operands. The row says which of these it reads. */
typedef struct QkvParams {
    int count; /* how many of `at` are used                      */
    union {
        int64_t at[QKV_MAX_PARAMS]; /* axes, sizes, a permutation                     */
        QkvIndexParams index;       /* index: count is 0                              */
        QkvLetters letters;         /* einsum: count is 0                             */
    };
    bool keepdim;
    double value;
    const char *text; /* a formula of this call's own, or NULL                           */
    const void *data; /* the numbers of a leaf, of the result's type: they are copied    */
} QkvParams;

/* An operation with its operands and its result. */
typedef struct QkvCall {
    const QkvOp *op;
    int count;
    const QkvTensor *const *in; /* count operands                                    */
    QkvParams params;
    QkvTensor *out;
    QkvArena *memory; /* for the kernel: what it takes from there goes when it is done   */
    Qkv *asker;       /* during plan and kernel: qkv_goes_on asks there; NULL: nobody asks  */

    /* Findings of the plan, which the kernel and the terms read.
     * A strided operation visits source cell offset + sum of index[d] * stride[d]. */
    int64_t offset;
    int64_t stride[QKV_MAX_RANK];
    const int64_t *map;         /* source cell of each cell, -1 for params.value; NULL: strided */
    const int64_t *ends;        /* where the block of each operand of a join ends; of a write, the
                                   owner's cell of each cell of the part, or NULL */
    bool reduced[QKV_MAX_RANK]; /* axes of in[0] that a sum, softmax, max.. runs over */
    bool fused;                 /* a product is added without rounding it first   */
    QkvDType kept; /* of a call that a kernel and sum_row see: the half type that its result, of
                      float32, is rounded to afterwards; else 0 */
} QkvCall;

/* How the terms of a cell make the cell. */
typedef enum QkvHow {
    QKV_HOW_GIVEN,    /* no terms: written in the lesson, or drawn                    */
    QKV_HOW_COPY,     /* a term, as the type of the result; none: params.value        */
    QKV_HOW_CHOICE,   /* a of a term, as the type of the result; its b is the cell that decided */
    QKV_HOW_APPLY,    /* fn(a) or fn(a, b) of one cell from each operand              */
    QKV_HOW_SUM,      /* a0 + a1 + ...                                                */
    QKV_HOW_PRODUCTS, /* a0 * b0 + a1 * b1 + ..., in this order from 0, or from the last term if that
                     is no product                                                */
    QKV_HOW_SOFTMAX,  /* exp(a - max) / sum of exp(ak - max), or the logarithm of it  */
    QKV_HOW_EXTREME,  /* the term that beats all others, or its place among them      */
    QKV_HOW_FOLD,     /* a number made of all a: how far they lie apart, their norm   */
} QkvHow;

/* A cell of an operand. operand is -1 where a term has none. */
typedef struct QkvSource {
    int operand;
    int64_t cell;
} QkvSource;

typedef struct QkvTerm {
    QkvSource a;
    QkvSource b; /* the second factor of a product, the right side of a + b          */
} QkvTerm;

/* Millions of terms cost no memory where they lie at regular distances: then they are those of a walk
 * along axes. Read them with qkv_term. */
typedef struct QkvTerms {
    QkvHow how;
    int64_t count;
    int64_t self;  /* QKV_HOW_SOFTMAX: the cell's own term; QKV_HOW_EXTREME: the chosen one */
    QkvTerm *term; /* count terms in the order in which they are taken; NULL: on the walk   */
    QkvTerm first; /* of the walk, and for each of its axes how far a and b go on           */
    int axes;
    int64_t size[QKV_MAX_RANK], a_step[QKV_MAX_RANK], b_step[QKV_MAX_RANK];
} QkvTerms;

/* Where a lesson can call an operation by its name: torch.name(x), F.name(x), x.name(). */
enum {
    QKV_IN_TORCH = 1,
    QKV_IN_FUNCTIONAL = 2,
    QKV_IN_TENSOR = 4,
    QKV_IN_BOTH = QKV_IN_TORCH | QKV_IN_TENSOR,
    QKV_IN_ALL = QKV_IN_BOTH | QKV_IN_FUNCTIONAL
};

struct QkvOp {
    const char *name; /* as PyTorch calls it: "matmul"                         */
    /* PyTorch's parameters: "input:T dim:I= keepdim:b=False | dtype:d=". A call becomes operands and
     * QkvParams by the letter after each name, in this order:
     *     T  a tensor: the next operand
     *     O  a tensor or a plain number: the next operand
     *     L  a list or tuple of tensors: all operands
     *     i  an integer, I integers (a single one, a list or a tuple): the next of params.at
     *     b  a truth: params.keepdim
     *     x  a number: params.value
     *     d  a type, to which the first operand is converted before the operation
     * and without a letter, what is taken and changes nothing: "stable=".
     * A digit after T or O is the operand's place in `in` where that is another. "=" makes a
     * parameter optional; what follows is its default, and without one, or with None, it adds
     * nothing. Those after "|" are given by keyword only. "*name:I" takes, as a method, all further
     * positions. NULL: no plain call leads to it. */
    const char *signature;
    unsigned homes; /* QKV_IN_TORCH | ..; 0: a lesson reaches it in other ways         */
    /* In words a reader can check: "out[i, j] = sum over n of a[i, n] * b[n, j]". ".." stands for
     * what depends on the call: in "[..]" for the axes that are not named, as they broadcast with
     * those of the result; in "over .." for the axes that are reduced. */
    const char *formula;
    const char *symbol; /* the sign between two operands or before the only one; NULL: name(a, b) */
    QkvHow how;

    /* Tells whether there is nothing to do: the first operand is the result, and no step is made. NULL:
     * never. */
    bool (*idle)(const QkvCall *c);
    /* Checks the operands and sets dtype, rank and size of c->out, and the plan. It may put another
     * row into c->op, which does the rest. False after qkv_fail. */
    bool (*plan)(Qkv *q, QkvCall *c);
    /* Fills c->out->data from the operands. Cannot fail. NULL for QKV_HOW_GIVEN. */
    void (*kernel)(const QkvCall *c);
    /* Sets the axes of c->out from those of the operands. NULL: the result has none. */
    void (*label)(Qkv *q, QkvCall *c);
    /* Sets the strides of c->out where PyTorch's result does not lie row after row in memory; NULL:
     * it always does. */
    void (*stride)(QkvCall *c);
    /* Fills t->term (memory from `memory`) for one cell of the result. NULL for QKV_HOW_GIVEN. */
    void (*terms)(const QkvCall *c, int64_t cell, QkvArena *memory, QkvTerms *t);

    /* The gradient of each operand as a line of Python, which a reader is shown: "g * (1 - out * out)".
     * g is that of the result `out`, and a, b, c are the operands. There are numbers, pi, + - * / // **,
     * comparisons, `and`, `or`, `x if condition else y`, and functions of one cell, which are rows; and
     * parts with a name: "s = sigmoid(a); g * s * (1 - s)". A product is added, and taken off, without
     * being rounded before. Where the row has `back`, that computes, and the rule is only shown; then
     * it may have @, .T and sum(..) along the axis of the operation, too. */
    const char *rule[QKV_RULES];
    /* The gradient of operand `operand`, where `g` is that of the result: with its shape, or with the result's
     * where the operand was broadcast; then it is summed. It is computed with rows, so that it can be
     * asked where it comes from. NULL after an error, and where there is none to pass on. A row with neither rule nor back
     * lets no gradient through. */
    const QkvTensor *(*back)(Qkv *q, const QkvCall *c, int operand, const QkvTensor *g);
    /* Of half types: whether PyTorch computes the way back in one go, of the result, of the operands or of both, so that
     * it is rounded once. 0: it is rounded at each step. */
    unsigned char at_once;
    /* "AddBackward0": PyTorch's name for the way back. NULL: made from `name`. */
    const char *grad_fn;
    /* The same where it depends on the operands: after the plan. NULL: it does not. */
    const char *(*named)(const QkvCall *c);

    /* The arithmetic, of which a kind needs, and qkv_apply misses, these:
     *     QKV_HOW_APPLY      d1 or d2 for floats, i1 or i2 for integers, by the number of operands;
     *                        or compare_f and compare_i; or test
     *     QKV_HOW_SUM        sum_row for float32, i2 for integers
     *     QKV_HOW_FOLD       the same, fold for float64, and told
     *     QKV_HOW_SOFTMAX    way
     *     QKV_HOW_EXTREME    compare_f, compare_i and told */
    double (*d1)(double a);
    double (*d2)(double a, double b);
    /* Of float32, where that is not d1 or d2 rounded once. A row that has these alone is of float32
     * only. */
    float (*f1)(float a);
    float (*f2)(float a, float b);
    /* Of half types, where PyTorch rounds on the way, too: in float32, with the call that the kernel sees, whose `kept` is
     * the type, and the cell of the result. */
    float (*h1)(const QkvCall *c, int64_t cell, float a);
    float (*h2)(const QkvCall *c, int64_t cell, float a, float b);
    /* The same of n floats in a row, where that is faster: operand a is read at a[k * a_step]. May be
     * NULL. */
    void (*f1_run)(float *out, const float *a, int64_t n);
    void (*f2_run)(float *out, const float *a, int64_t a_step, const float *b, int64_t b_step,
                   int64_t n);
    int64_t (*i1)(int64_t a);
    int64_t (*i2)(int64_t a, int64_t b);
    bool (*compare_f)(double a, double b);
    bool (*compare_i)(int64_t a, int64_t b);
    bool (*test)(double a);
    /* Goes on from cell to cell along an axis, as cumsum: with one number more. */
    double (*next)(double so_far, double x);
    /* QKV_HOW_SUM: the float sum of the n addends of one cell, in the order that PyTorch takes.
     * QKV_HOW_FOLD: what the n terms of one cell make. Integers are taken one by one with i2. */
    float (*sum_row)(const QkvCall *c, int64_t cell, const float *x, int64_t n);
    /* The same of float64. QKV_HOW_SUM: NULL, and the sum is NumPy's. */
    double (*fold)(const QkvCall *c, const double *x, int64_t n);
    /* sum_row of n floats for each of `rows` cells, whose terms lie one cell's after the other's, where
     * that is faster; false where it is not. May be NULL. */
    bool (*sum_rows)(float *out, const float *x, int64_t rows, int64_t n);
    /* QKV_HOW_SOFTMAX: the SoftmaxWay (core/math32.h) in which the row that a cell lies in is computed. */
    int (*way)(const QkvCall *c, int64_t cell);
    /* QKV_HOW_EXTREME where the terms are only those cells that are left, as in a sort: the place of a
     * cell of in[0] among all of them, which is the result. NULL: the terms are all of them. */
    int64_t (*place)(const QkvCall *c, int64_t source);
    /* How a reader is told of it. QKV_HOW_EXTREME: what the chosen cell is, "the largest".
     * QKV_HOW_FOLD: what is made of the cells listed above, a line each: "%n" stands for how many
     * they are, "%v" for params.value, "%d" for a divisor, n or (n - value). */
    const char *told;
    bool fills;    /* the kernel sets each cell: until then it may be anything, not only 0       */
    bool is_near;  /* the last bit is not always that of PyTorch, but all is within 1e-6 */
    bool masks;    /* the first operand says where a number takes the place of a cell */
    bool scales;   /* cells times or by something: rows of shares may not add up to 1 any more */
    bool is_typed; /* numbers written in the code                                          */
    bool by_letters; /* QKV_HOW_PRODUCTS: letters say which axes go together: params.letters */
    bool rounds;     /* QKV_HOW_PRODUCTS: of half types the sum is rounded after each product */
    bool casts; /* of half types: numbers and operands of other types are rounded to theirs first */
    bool keeps_number; /* ... but for numbers, and a right operand without axes                */
    bool is_log;       /* QKV_HOW_SOFTMAX: the logarithm of the share                    */
    bool is_place;     /* QKV_HOW_EXTREME: the number of the chosen term, not the term   */
    bool is_truth;     /* QKV_HOW_EXTREME: whether the chosen term is not 0              */
    /* QKV_HOW_SUM, _FOLD, _EXTREME: the result when there are no terms. Integers begin with the same number; one
     * that is none of theirs, as -INFINITY, becomes the smallest of them. */
    double of_nothing;
};

/* --- the tape ------------------------------------------------------------------------------------- */

typedef struct QkvStep {
    QkvCall call;     /* call.out is the result                                       */
    const char *name; /* author's name of the result: "Q"; NULL when it has none      */
    const char *text; /* the expression as written: "x @ w_key"; NULL when not known  */
    const char *said; /* a sentence about the result by the code that made it; or NULL */
    int tag;          /* the recorder's own number: a lesson keeps its statement here */
    int group;        /* the innermost group it belongs to; -1 for none               */
    /* The way back goes through this call in place of the step's own: that of the group that ends here, which has
     * a way back as a whole. NULL: through the step's own. */
    const QkvCall *whole;
    bool is_spent; /* a pass went back through it that used a number it kept: no other can */
    /* In a pass: what came back through step `way` - 1 to its operand `way_in`, in[] of its `whole` or its call; 0: no
     * such gradient. */
    bool is_way_sum; /* ... added to in[0] of this step, which came back on other ways */
    unsigned char way_in;
    int way;
} QkvStep;

/* The steps of one call: first .. first+count-1, groups inside included. What the last of them made
 * is the group's result. The caller has a name and an expression for it ("y", "net(x)") beside
 * those that the step has inside ("context", "weights @ v"). */
typedef struct QkvGroup {
    const char *name; /* name of what was called: "SelfAttentionV1"                   */
    int first;
    int count;
    int parent;            /* -1 for none                                                */
    const char *result;    /* as Step.name, by the caller                                */
    const char *text;      /* as Step.text, by the caller                                */
    const QkvTensor *from; /* of a pass: what it goes back from; NULL for several of them */
} QkvGroup;

/* Lists that move when the tape grows: keep the number of a step, not its address. */
typedef struct QkvTape {
    QkvStep *step;
    int count;
    QkvGroup *group;
    int groups;
    int capacity, group_capacity; /* private */
} QkvTape;

/* Cuts the tape back to its first `steps` steps and `groups` groups, of which no other is open. What the others made and
 * is `wanted`, and what that holds itself (its .grad, its memory's newest value), keeps its numbers: each is the result
 * of a step without operands then, whose formula is `text`. place[i], where `place` is not NULL, becomes the number of
 * the first of them that step `steps` + i or a later one made, one more at the end. False, and nothing is changed, where
 * gradients may still go back from one of them through what would be cut. */
bool qkv_cut(Qkv *q, int steps, int groups, int count, const QkvTensor *const wanted[],
             const char *text, int *place);

/* Tells whether a way back is being gone, from which something of the caller's is called. */
bool qkv_goes_back(const Qkv *q);
/* The cells of all tensors so far, but for those that were cut off. */
int64_t qkv_cells(const Qkv *q);
/* Gives memory back that nothing can reach any more: from the stack of C up to `stack`, the address of a variable
 * whose function called all others that count; its arena tracks its blocks (base/arena.h). */
void qkv_sweep(Qkv *q, const void *stack);

/* Tells whether the operations behind a result were cut off the tape. */
bool qkv_is_cut(const QkvStep *step);

/* The group that a tensor is the result of, the outermost of several; -1 for none. */
int qkv_tape_group(const QkvTape *tape, const QkvTensor *t);
/* Tensor called `name` inside a group: the result of one of its own steps, or of a group directly
 * inside it. NULL when there is none. */
const QkvTensor *qkv_tape_stage(const QkvTape *tape, int group, const char *name);
/* The name of what step `i` made as the group that it lies in sees it, or NULL: steps of groups
 * further inside have none, but for the last of each. */
const char *qkv_tape_stage_name(const QkvTape *tape, int group, int i);

/* Attaches a tape: what is applied from now on is recorded. */
void qkv_record(Qkv *q);
/* The tape, or NULL. */
const QkvTape *qkv_tape(const Qkv *q);

/* Begin and end what leaves no steps, and the generator where it stood: to look
 * at something in passing. NULL when memory ends. */
typedef struct QkvAside QkvAside;
QkvAside *qkv_aside(Qkv *q);
void qkv_return(Qkv *q, const QkvAside *aside);

/* A number of the caller's that the steps applied from now on carry. */
void qkv_tag(Qkv *q, int tag);
/* The name of a result ("Q") and the expression that made it ("x @ w_query"), on the step that made
 * `t`; copied. When that is the last step of a group that has been left, they are also what the
 * caller gives the group's result. The first one stays; without a tape nothing happens. */
void qkv_name(Qkv *q, const QkvTensor *t, const char *name);
void qkv_caption(Qkv *q, const QkvTensor *t, const char *text, size_t length);
/* Notes what those who look at `t` should know, on the step that made it: a sentence, copied; the first one stays. */
void qkv_say(Qkv *q, const QkvTensor *t, const char *sentence);
/* The sentence about `t`, or NULL. */
const char *qkv_said(Qkv *q, const QkvTensor *t);

/* Steps from here to the matching leave belong together, one level deeper. */
void qkv_enter(Qkv *q, const char *name);
void qkv_leave(Qkv *q);
/* The group that was entered last and not left; -1 for none. */
int qkv_group(const Qkv *q);

/* --- the explanation of a cell -------------------------------------------------------------------- */

/* Spelling of an operation in a lesson, for messages: the sign between two operands, or the name. */
const char *qkv_written(const QkvOp *op);

/* The formula of a call: its own, or that of its row. */
const char *qkv_formula(const QkvCall *c);

/* Finds which cells of which operands made a cell, and how. Memory from `memory`; no terms
 * where it ends. */
QkvTerms qkv_terms(const QkvCall *c, int64_t cell, QkvArena *memory);

/* The i-th of them, from 0. */
QkvTerm qkv_term(const QkvTerms *t, int64_t i);

/* Addend of a term: the cell a, or the product a * b. */
double qkv_term_value(const QkvCall *c, QkvTerm t);

/* The numbers between the terms of a softmax cell and the cell, as the kernel has them. */
typedef struct QkvSoftmaxParts {
    double max;
    double sum; /* of exp(term - max) for each term */
} QkvSoftmaxParts;
QkvSoftmaxParts qkv_softmax_parts(const QkvCall *c, const QkvTerms *t, QkvArena *memory);
/* exp(term - max) of the i-th term. */
double qkv_softmax_power(const QkvCall *c, const QkvTerms *t, double max, int64_t i);
/* The max alone. */
double qkv_softmax_max(const QkvCall *c, const QkvTerms *t, QkvArena *memory);

/* The cell computed again from its terms alone: the same bits as the kernel's, for every cell of
 * every operation. QKV_HOW_GIVEN gives the cell itself. What it needs of `memory` it gives back; 0
 * where there is none. */
double qkv_recompute(const QkvCall *c, int64_t cell, const QkvTerms *t, QkvArena *memory);
/* The same before it is rounded to a half type; of others the same number. */
double qkv_unrounded(const QkvCall *c, int64_t cell, const QkvTerms *t, QkvArena *memory);

/* --- operations of one's own --------------------------------------------------------------------
 * Whoever links the library can apply a row that is not in its table, and it is labelled, recorded
 * and explained as any other:
 *
 *     static float softsign(float x)
 *     {
 *         return x / (1 + fabsf(x));
 *     }
 *
 *     static bool plan(Qkv *q, QkvCall *c)
 *     {
 *         const QkvTensor *x = c->in[0];
 *         if (x->dtype != QKV_FLOAT32)
 *             return qkv_fail(q, "softsign: of float32 only, not %s", qkv_dtype_name(x->dtype));
 *         return qkv_shape(q, c->out, x->dtype, x->rank, x->size) && qkv_spend(q, x->count);
 *     }
 *
 *     static void kernel(const QkvCall *c)
 *     {
 *         for (int64_t i = 0; i < c->out->count; i++)
 *             c->out->data.f[i] = softsign(c->in[0]->data.f[i]);
 *     }
 *
 *     static void terms(const QkvCall *c, int64_t cell, QkvArena *memory, QkvTerms *t)
 *     {
 *         (void)c;
 *         qkv_terms_new(memory, t, 1, &(QkvTerm){.a = {0, cell}, .b = {-1, 0}});
 *     }
 *
 *     static const QkvOp op_softsign = {.name = "softsign",
 *                                       .formula = "out[..] = a[..] / (1 + |a[..]|)",
 *                                       .how = QKV_HOW_APPLY,
 *                                       .plan = plan,
 *                                       .kernel = kernel,
 *                                       .terms = terms,
 *                                       .f1 = softsign};
 *
 *     const QkvTensor *y = qkv_apply(q, &op_softsign, 1, &x, NULL);
 */

/* Applies an operation: plans, computes, labels, and records a step if a tape is attached. NULL
 * when an operand is NULL or the context has an error already, or after setting one: a row that
 * lacks what its kind needs is one, and the message names the field. The operands must live as long
 * as the context. */
const QkvTensor *qkv_apply(Qkv *q, const QkvOp *op, int count, const QkvTensor *const in[],
                           const QkvParams *params);

/* The rule by which the gradient of this operand is made, as a row shows it; NULL: it is none that is shown. */
const char *qkv_rule(const QkvCall *c, int operand);

/* Memory for the functions of a row: `count` zeroed items of `size` bytes. NULL after an error. */
void *qkv_memory(QkvArena *memory, size_t count, size_t size);
/* For a kernel that can take long: whether to go on with so much more work, as qkv_spend counts it. If
 * not, the context has an error, and what has been computed does not matter. */
bool qkv_goes_on(const QkvCall *c, int64_t work);
/* Gives t `count` terms: copies of `from`, or, where that is NULL, zeros to be filled in. After an
 * error t has none. */
void qkv_terms_new(QkvArena *memory, QkvTerms *t, int64_t count, const QkvTerm *from);
/* Gives t the terms from `first` on that lie a_step and b_step apart along axes of those sizes. Where b_step
 * is NULL there is no b. */
void qkv_terms_along(QkvTerms *t, QkvTerm first, int axes, const int64_t *size,
                     const int64_t *a_step, const int64_t *b_step);

/* The memory of the context, and counting work against the bounds. */
QkvArena *qkv_arena(Qkv *q);
/* Shares it with those who have nothing to fall back on where memory ends: for them the program ends
 * then. Operations alone are held to a bound in bytes, whoever took them: an error like any other. */
void qkv_share(Qkv *q, size_t bytes);
bool qkv_spend(Qkv *q, int64_t work);
/* An axis counted from the front: -1 is the last. False, with PyTorch's range in the error. */
bool qkv_axis(Qkv *q, const char *op, int rank, int64_t axis, int *out);
/* Sets rank, sizes and count of a result, checking the bounds. */
bool qkv_shape(Qkv *q, QkvTensor *out, QkvDType dtype, int rank, const int64_t *size);

/* Sets the error unless there is one; returns false. It is for what PyTorch fails at, too, and qkv_lack for what it
 * can, or may be able to: a bound, a type, a gradient that is not here. */
bool qkv_fail(Qkv *q, const char *format, ...) __attribute__((format(printf, 2, 3)));
bool qkv_lack(Qkv *q, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Tells whether what is lacking is a bound that was passed. */
bool qkv_is_bound(const Qkv *q);

/* All operations, for tests and listings; *count receives how many. */
const QkvOp *const *qkv_ops(int *count);

#ifdef __cplusplus
}
#endif

#endif
