/* libqkv: tensors and self-attention, with PyTorch's names, shapes and bits.
 *
 *     Qkv *q = qkv_new();
 *     const QkvTensor *x = qkv_floats(q, 2, (int64_t[]){3, 4}, numbers);
 *     const QkvTensor *scores = qkv_matmul(q, x, qkv_transpose(q, x, 0, 1));
 *     const QkvTensor *weights = qkv_softmax(q, scores, -1);
 *     puts(weights ? qkv_print(q, weights) : qkv_error(q));
 *     qkv_free(q);
 *
 * Lifetime: a context owns all that is made in it, tensors and texts. They last as long as
 * it does, or until qkv_release goes back to a mark from before them.
 *
 * Errors: what makes something returns NULL after an error, and a NULL operand gives NULL, so that a
 * formula is written straight through and checked once at its end. The first error stays in the
 * context, as one line of text, until it is cleared; nothing is made meanwhile. Sizes that do not
 * fit, a bound that is passed and memory that ends are all such errors: the library neither prints
 * nor exits.
 *
 * Threads: a context belongs to one at a time; contexts share nothing: what one made is given to no function
 * with another one. A NULL context is one with an error.
 *
 * A float32 result has the same bits with every compiler: those of PyTorch on x86 with AVX2. Functions
 * of float64 (erf, exp, ..) are those of the machine's C library. qkv_trace.h says where each number comes from and how to add an operation. */
#ifndef QKV_H
#define QKV_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The version of this header; qkv_version tells that of the library that was linked. A program is compiled and linked
 * with one and the same: no layout of a structure is promised from one version to the next. */
#define QKV_VERSION "0.2.0"
const char *qkv_version(void);

typedef struct Qkv Qkv;

/* --- contexts ------------------------------------------------------------------------------------- */

/* NULL when there is no memory for one. */
Qkv *qkv_new(void);
void qkv_free(Qkv *q);

/* The first error since the last clear, one line, or NULL. Good until the next call. */
const char *qkv_error(const Qkv *q);
/* The same in PyTorch's own words, where they are known, or NULL. */
const char *qkv_error_said(const Qkv *q);
/* Tells whether PyTorch would go on there: a bound, or what this library has not. */
bool qkv_is_lack(const Qkv *q);
void qkv_clear_error(Qkv *q);

/* Bounds for input that is not trusted: cells in one tensor, cells in all of them, multiply-adds in
 * all, steps, and bytes of memory in all. 0 leaves a bound as it is. Passing one is an error like
 * any other, as running out of memory is. */
typedef struct QkvLimits {
    int64_t cells;
    int64_t all_cells;
    int64_t work;
    int steps;
    size_t bytes;
} QkvLimits;
void qkv_limit(Qkv *q, QkvLimits limits);

/* From now on `stop` is asked every few milliseconds while something computes: a text that it returns
 * ends the operation, as its error; NULL lets it go on. So that a host can hold to a time, or stop when
 * a key is pressed. NULL: nobody is asked. */
void qkv_ask(Qkv *q, const char *(*stop)(void *data), void *data);

/* A mark, and back to it: everything that was made since is freed, tensors and the steps
 * of the tape, so that a context can run without end:
 *
 *     QkvMark *mark = qkv_mark(q);
 *     const QkvTensor *y = qkv_linear(q, x, weight, NULL);
 *     qkv_release(q, mark);
 *
 * What was made before the mark must no longer hold what was made after it: a parameter that was
 * set, a name or a label that was given. A mark goes with its release, and with that of an earlier
 * one. The generator, the settings, the error and the count of the work stay as they are. qkv_mark
 * returns NULL after an error, and releasing that does nothing. */
typedef struct QkvMark QkvMark;
QkvMark *qkv_mark(Qkv *q);
void qkv_release(Qkv *q, const QkvMark *mark);

/* --- tensors -----------------------------------------------------------------------------------
 * Contiguous blocks of float32, float64, bfloat16, float16, int64, int32, uint8 or bool with 0 to 6 axes, immutable
 * once made.
 *
 * Sizes are written as PyTorch prints them: (2, 3) has two rows of three. A cell is named by its
 * place in memory, row-major: cell 4 of (2, 3) is row 1, column 1. */

enum { QKV_MAX_RANK = 6 };

/* In the order of promotion, but for the half types, which come before float32: a result has the largest type among its
 * operands, and bfloat16 with float16 gives float32. Where only the kind is larger, as that of a plain number, the integers
 * are of one kind, and so are the floats.
 *
 * Half types compute as PyTorch does on the CPU: in float32, and the result of each operation is rounded to the nearest
 * number that they have, which is inf beyond the largest. Their cells lie in data.f, each such a number: whoever makes
 * one of numbers of float32 (qkv_given) has them rounded. */
typedef enum QkvDType {
    QKV_BOOL,
    QKV_UINT8,
    QKV_INT32,
    QKV_INT64,
    QKV_FLOAT32,
    QKV_FLOAT64,
    QKV_BFLOAT16, /* 8 bits of precision, the range of float32 */
    QKV_FLOAT16,  /* 11 bits of precision, up to 65504         */
    QKV_DTYPES
} QkvDType;

/* Subject of an error, so that a host can say it in the class and the words of a library. `number` and
 * `shape` of each kind stand behind it. */
typedef enum QkvFaultKind {
    QKV_FAULT_OTHER,     /* only this library has words for it: a lack, or a bound              */
    QKV_FAULT_BROADCAST, /* two sizes that meet, and at which axis; the operands' shapes        */
    QKV_FAULT_AXIS,      /* the axis, the rank                                                  */
    QKV_FAULT_AXIS_OF_NUMBER, /* the axis, 0: of a single number                                     */
    QKV_FAULT_AXIS_TWICE,  /* the axis, the rank                                                  */
    QKV_FAULT_INDEX,       /* the index, the axis, its size                                       */
    QKV_FAULT_START,       /* where a part begins; the least and the most it can be               */
    QKV_FAULT_INDICES,     /* the rank, how many subscripts                                       */
    QKV_FAULT_REST_TWICE,  /* x[..., ...]                                                         */
    QKV_FAULT_FLOAT_INDEX, /* floats that are to say which cells                                  */
    QKV_FAULT_MASK,        /* the axis, its size, the size that the mask has there; mask, operand */
    QKV_FAULT_LISTS,       /* lists of positions that do not go together; their shapes            */
    QKV_FAULT_ZERO_STEP,   /* x[::0]                                                              */
    QKV_FAULT_CELLS,       /* of a reshape: the cells there are; the sizes asked for              */
    QKV_FAULT_OPEN_SIZES,  /* more than one size is -1                                            */
    QKV_FAULT_PRODUCT,     /* the inner sizes of two matrices; their shapes                       */
    QKV_FAULT_PRODUCT_BATCH, /* sizes of two batches, and at which axis                             */
    QKV_FAULT_PRODUCT_NUMBER, /* operand that is a single number                                     */
    QKV_FAULT_JOIN_SIZES, /* the axis, which operand, its size there, the size of the first      */
    QKV_FAULT_JOIN_RANKS, /* the first's rank, which operand, its rank                           */
    QKV_FAULT_JOIN_STACK, /* shapes of a stack that differ                                       */
    QKV_FAULT_JOIN_NUMBERS, /* single numbers have no axis to join along                           */
    QKV_FAULT_JOIN_NOTHING,
    QKV_FAULT_ORDER, /* not every axis is named                                                   */
    QKV_FAULT_ORDER_TWICE,
    QKV_FAULT_NO_LEAST, /* of no cells: the largest, the smallest                                    */
    QKV_FAULT_NO_PLACE, /* ... and where it stands                                                   */
    QKV_FAULT_POWER, /* an integer to a negative one                                              */
    QKV_FAULT_MINUS, /* truths are subtracted                                                     */
    QKV_FAULT_NEGATIVE, /* a truth is negated                                                        */
    QKV_FAULT_BITS, /* of floats                                                                 */
    QKV_FAULT_NO_LOOP, /* an operation that truths have not                                         */
    QKV_FAULT_EXPAND, /* the operand's shape, the sizes asked for                                  */
    QKV_FAULT_EXPAND_LESS,
    QKV_FAULT_WRITE, /* shapes of the value and the part                                      */
    QKV_FAULT_WRITE_PICKED, /* ... where lists of positions say which cells                          */
    QKV_FAULT_WRITE_MASKED, /* how many values, how many places of the mask                          */
    QKV_FAULT_OUTPUT, /* a result is larger than what it is written into: that shape, its own  */
    QKV_FAULT_CAST,   /* a result is of a type that what it is written into cannot hold        */
    QKV_FAULT_BOUNDS, /* a number that a type cannot hold                                      */
    QKV_FAULT_NEGATIVE_SIZE, /* the size, at which axis; the sizes asked for                         */
    QKV_FAULT_DIAGONAL, /* of what has no two axes                                              */
    QKV_FAULT_DIAG,     /* of what is neither a row nor a matrix                                */
    QKV_FAULT_GATHER,   /* the position, the axis, its size                                     */
    QKV_FAULT_GATHER_RANK,
    QKV_FAULT_LETTERS, /* of an equation that says more axes than there are: which operand     */
    QKV_FAULT_LETTERS_LESS,
    QKV_FAULT_LETTER_OUT, /* the letter of a result that no operand has                           */
    QKV_FAULT_OPERANDS,   /* an equation is about fewer operands than there are                   */
    QKV_FAULT_OPERANDS_LESS, /* ... about more                                                       */
    QKV_FAULT_LETTER_SIZES, /* a letter has two sizes                                               */
    QKV_FAULT_TENSORDOT,
    QKV_FAULT_NO_INTEGER, /* none is drawn between two bounds                                     */
    QKV_FAULTS
} QkvFaultKind;

enum { QKV_FAULT_NUMBERS = 4, QKV_FAULT_SHAPES = 3 };

typedef struct QkvFault {
    int kind;          /* a QkvFaultKind; a host may have kinds of its own beyond them */
    bool is_of_arrays; /* the operands are NumPy's                      */
    const char *op;    /* the name of the operation's row, or NULL      */
    int64_t number[QKV_FAULT_NUMBERS];
    int shapes, rank[QKV_FAULT_SHAPES];
    int64_t size[QKV_FAULT_SHAPES][QKV_MAX_RANK];
    QkvDType from, to; /* of a cast */
} QkvFault;

typedef struct QkvTensor QkvTensor;

/* Of the error that qkv_error tells, good until the next call; NULL without an error. */
const QkvFault *qkv_fault(const Qkv *q);
/* Says of an operation whose operands do not fit which tensor its result was to be written into: one shape more. */
void qkv_fault_output(Qkv *q, const QkvTensor *into);

/* Names of the indices along one axis. Labels may differ from one batch item to the next:
 * then `groups` is the size of axis 0 and there are groups * size labels, item by item. */
typedef struct QkvAxis {
    const char *name;          /* "query", or NULL                                  */
    int64_t groups;            /* 1, or the size of axis 0; 0 when there are none   */
    const char *const *labels; /* groups * size texts, or NULL                      */
} QkvAxis;

/* Memory that tensors share: of the tensor that it was made for, its owner. */
typedef struct QkvStorage {
    const QkvTensor *now; /* the owner as it is after the newest write       */
    int version;          /* how many writes there were                      */
    int counted;          /* ... that PyTorch counts: those through x.data are not */
} QkvStorage;

/* Origin of a view, which bounds writes through it, or to what it is a view of, where gradients are kept: no view that
 * a call made together with others, or that was made while none were kept, has a way back then. */
typedef enum QkvMade {
    QKV_MADE_ALONE,
    QKV_MADE_WITH_OTHERS,
    QKV_MADE_WITHOUT_GRADIENTS,
    QKV_MADE_IN_INFERENCE
} QkvMade;

struct QkvTensor {
    QkvDType dtype;
    bool is_number; /* a plain number in a formula: promotes by its kind only       */
    double number;  /* a plain float as it was said: its cell is rounded, for float32  */
    bool is_array;  /* NumPy's: what becomes a float becomes float64, not float32   */
    bool is_held;   /* ... without axes, and yet no plain number of NumPy's, which never changes */
    int rank;
    int64_t size[QKV_MAX_RANK];   /* size[0 .. rank-1]                              */
    int64_t count;                /* the product of the sizes; 1 when rank is 0     */
    int64_t stride[QKV_MAX_RANK]; /* PyTorch's, in cells of `storage`; data here are contiguous */
    QkvStorage *storage;          /* memory of it in PyTorch; NULL: of a plain number           */
    int64_t start;                /* where its first cell lies there                            */
    int version;                  /* of the memory when it was read: see qkv_now                */
    bool owns;                    /* the one that the memory was made for, then or later        */
    const bool *hole;             /* cells of torch.empty that nobody has written; NULL: none   */
    const QkvTensor *turned; /* tensor since it was read again, or turned in place; or NULL     */
    /* Gradients: see qkv_backward. These change where the rest of a tensor does not. */
    bool wants_grad;         /* asked for, or computed from what it was asked for                 */
    bool keeps_grad;         /* of a result: its own is kept as `grad`, too                       */
    bool is_watched;         /* see qkv_watch_gradients                                           */
    bool is_apart;           /* beside others of the same memory, a tensor of its own: detached   */
    const char *grad_fn;     /* of a result: "AddBackward0", PyTorch's name for how it was made   */
    const QkvTensor *origin; /* the tensor that it is a newer value of; NULL: itself              */
    const QkvTensor *base; /* of a view: what it is a view of, a value that is none; or NULL     */
    bool follows;          /* ... its gradient is wanted for that of its base alone: none is kept */
    unsigned char made;    /* ... a QkvMade: how the view was made                               */
    int nth;               /* ... which it is of those that the call gave                        */
    int counted;           /* writes when it was read, as its memory counts them                 */
    bool is_invalid;       /* ... its memory was written, and no way back leads through it       */
    bool is_data;          /* data of another, as itself or its base: its writes do not count    */
    bool is_inference;     /* made in inference mode: it cannot be written outside               */
    const QkvTensor *grad; /* of a leaf: the sum of what all passes gave it, or NULL            */
    const QkvTensor *slope; /* gradient of the last pass that came to this value, or NULL        */
    int pass;               /* ... the group of that pass                                        */
    int over,
        overs; /* the steps that computed what it was written over with, in place: they know it  */
    union {
        float *f; /* float32 and half types */
        double *d;
        int64_t *i;
        unsigned char *b; /* bool: 0 or 1; uint8: 0 to 255 */
        void *raw;
    } data;
    QkvAxis *axis; /* rank of them: what qkv_label sets                        */
    int step;      /* the step of the tape that made it; -1 when none was recorded       */
};

/* "float32", "float64", "bfloat16", "float16", "int64", "int32", "uint8", "bool"; whether it is one of floats, a half
 * type, or its cells lie in data.i; and bytes per cell, which are those of int64 for int32 and of float32 for half
 * types. */
const char *qkv_dtype_name(QkvDType dtype);
bool qkv_is_float(QkvDType dtype);
bool qkv_is_half(QkvDType dtype);
bool qkv_is_long(QkvDType dtype);
size_t qkv_dtype_size(QkvDType dtype);

/* The type of what is computed of these operands cell by cell: PyTorch's rules, or NumPy's if all are arrays. */
QkvDType qkv_promoted(int count, const QkvTensor *const in[]);

/* A cell as a double: exact for floats, bool and integers up to 2^53. NaN for a cell that is not there,
 * and of NULL, which is what a formula with an error gives. */
double qkv_tensor_at(const QkvTensor *t, int64_t cell);

/* Index along each axis (at[0 .. rank-1]) of a cell, and back. */
void qkv_tensor_index(const QkvTensor *t, int64_t cell, int64_t at[QKV_MAX_RANK]);
int64_t qkv_tensor_cell(const QkvTensor *t, const int64_t at[QKV_MAX_RANK]);

/* The cells between neighbours along `axis`: 1 for the last, the row length for the one before. An axis before
 * the first is the first, and one beyond the last the last. */
int64_t qkv_tensor_pitch(const QkvTensor *t, int axis);

/* Tells whether PyTorch's tensor would have its cells row after row, too, without gaps. */
bool qkv_tensor_is_contiguous(const QkvTensor *t);

/* Label of an index along an axis in the batch item that `cell` lies in; NULL for none, and where there is
 * no such axis, index or cell. */
const char *qkv_tensor_label(const QkvTensor *t, int axis, int64_t index, int64_t cell);

bool qkv_tensor_same_shape(const QkvTensor *a, const QkvTensor *b);

/* Names and labels one axis (from the end when negative) of a tensor. `labels` may be NULL; else
 * there are groups * size of them, groups being 1 or the size of axis 0. All texts are copied.
 * False, with an error, when the axis or the count does not fit. */
bool qkv_label(Qkv *q, const QkvTensor *t, int axis, const char *name, int64_t groups,
               int64_t count, const char *const *labels);

/* A tensor becomes an array right after it was made. */
const QkvTensor *qkv_as_array(const QkvTensor *t, bool is_array);
/* The same array; without axes it is none of NumPy's plain numbers: np.array(5.0). */
const QkvTensor *qkv_held(const QkvTensor *t);

/* Text that print(t) writes in PyTorch with its default options: precision 4, 80 columns, summarised
 * beyond 1000 cells; no final newline. And a float as Python's repr writes it: the shortest digits
 * that read back the same. NULL where memory ends. */
const char *qkv_print(Qkv *q, const QkvTensor *t);
const char *qkv_print_float(Qkv *q, double x);

/* --- operations --------------------------------------------------------------------------------
 * Shapes are written as in the comments of each; a name in capitals is a size. */

/* The one list of them.
 * Each operation has its row, `op_NAME`, in one of the files op_*.c, and its line here: the kind of
 * its function qkv_NAME, and the name. From this list come the declarations of the functions and
 * of the rows, the functions themselves, and the table, qkv_ops().
 *
 *     UNARY     of one tensor          (q, a)
 *     BINARY    of two                 (q, a, b)
 *     INTEGER   with an axis, ..       (q, a, axis)
 *     INTEGERS  with axes or sizes     (q, a, count, at): `count` of them
 *     REDUCE    over axes              (q, a, count, axes, keepdim): over all when count is 0
 *     CHOOSE    over an axis           (q, a, &axis, keepdim): over all when axis is NULL
 *     OWN       anything else          declared below, if there is a function
 */
/* clang-format off */
#define QKV_OPS(X) \
    /* Leaves: given, made by a rule, drawn. */ \
    X(OWN, tensor) \
    X(OWN, full) \
    X(OWN, eye) \
    X(OWN, arange) \
    X(OWN, linspace) \
    X(OWN, rand) \
    X(OWN, uniform) \
    X(OWN, randn) \
    X(OWN, randint) \
    X(OWN, randperm) \
    X(OWN, dropout_mask) \
    X(OWN, array_draw) \
    /* Cell by cell, with broadcasting. div is true division: integers give float32; a plain number \
     * on the left is multiplied with 1 / b. */ \
    X(BINARY, add) \
    X(BINARY, sub) \
    X(BINARY, mul) \
    X(BINARY, div) \
    X(OWN, div_number) \
    X(BINARY, pow) \
    X(OWN, pow_number) \
    X(UNARY, neg) \
    /* Functions of a float; integers and bools become float32. */ \
    X(UNARY, exp) \
    X(UNARY, log) \
    X(UNARY, sqrt) \
    X(UNARY, tanh) \
    X(UNARY, sigmoid) \
    X(UNARY, sin) \
    X(UNARY, cos) \
    /* Keep the type; a nan stays nan. */ \
    X(UNARY, abs) \
    X(UNARY, relu) \
    X(BINARY, maximum) \
    X(BINARY, minimum) \
    /* a / b rounded down, and what it leaves of a, with the sign of b. */ \
    X(BINARY, floor_divide) \
    X(BINARY, remainder) \
    /* Of bools, and of the bits of integers; floats are refused. */ \
    X(BINARY, and) \
    X(BINARY, or) \
    X(BINARY, xor) \
    X(UNARY, not) \
    X(OWN, not_truth) \
    /* Questions about numbers give bool, and so do comparisons. */ \
    X(UNARY, isnan) \
    X(UNARY, isinf) \
    X(UNARY, isfinite) \
    X(BINARY, eq) \
    X(BINARY, ne) \
    X(BINARY, lt) \
    X(BINARY, le) \
    X(BINARY, gt) \
    X(BINARY, ge) \
    /* out[.., M, N] = a[.., M, K] @ b[.., K, N]; one-axis operands and batches as in torch.matmul. \
     * Each cell is a chain s = fmaf(a[k], b[k], s) over k from 0; with a vector, and in a batch of \
     * small matrices, the product is rounded first. */ \
    X(BINARY, matmul) \
    /* The same for operands of one kind alone: two matrices; two batches of as many matrices; a \
     * matrix and a vector; two vectors. */ \
    X(BINARY, mm) \
    X(BINARY, bmm) \
    X(BINARY, mv) \
    X(BINARY, dot) \
    /* out[M, N] = a[M] * b[N] */ \
    X(BINARY, outer) \
    X(OWN, einsum) \
    X(OWN, einsum_each) \
    X(OWN, einsum_from_zero) \
    X(OWN, einsum_copy) \
    /* Sums: of bool and int64 they give int64. */ \
    X(REDUCE, sum) \
    X(OWN, var) \
    X(OWN, std) \
    X(OWN, norm) \
    X(OWN, layer_mean) \
    X(OWN, layer_var) \
    X(OWN, multiply_add) \
    /* The largest and the smallest; a nan wins. An error when there are none. */ \
    X(CHOOSE, max) \
    X(CHOOSE, min) \
    /* The place of it along the axis (the first where several are equal), or in memory; int64. */ \
    X(CHOOSE, argmax) \
    X(CHOOSE, argmin) \
    /* The places beside the values of max and min: of truths, too. */ \
    X(CHOOSE, max_place) \
    X(CHOOSE, min_place) \
    /* Tell whether any, and all, of them are not 0: bool. */ \
    X(CHOOSE, any) \
    X(CHOOSE, all) \
    /* The sum of each cell and all before it along the axis. bool and int64 give int64. */ \
    X(INTEGER, cumsum) \
    /* The product of them, in the same way. */ \
    X(INTEGER, cumprod) \
    /* exp(x - max) / sum of exp(x - max) along one axis, by way of 1 / sum when it is the last. A \
     * row of -inf alone gives NaN. */ \
    X(INTEGER, softmax) \
    /* x - max - log(sum of exp(x - max)) along one axis. */ \
    X(INTEGER, log_softmax) \
    /* Moves: every cell is a copy of one source cell. The axes in another order, all named. */ \
    X(OWN, transpose) \
    X(INTEGERS, permute) \
    /* The same cells in the same order with other sizes; one size may be -1. view refuses where \
     * PyTorch's tensor cannot be read so without moving its cells: a transposed one for example. */ \
    X(INTEGERS, reshape) \
    X(INTEGERS, view) \
    /* contiguous gives a tensor that view can read, the same when it is one already; clone keeps the \
     * order of the axes in memory. */ \
    X(UNARY, contiguous) \
    X(UNARY, clone) \
    /* With one more axis of size 1 at a place; without those of size 1. */ \
    X(INTEGER, unsqueeze) \
    X(UNARY, squeeze) \
    X(OWN, flatten) \
    /* Axes of size 1 repeated to the sizes given; more axes may be put in front; -1 keeps a size. */ \
    X(INTEGERS, expand) \
    /* The tensor so many times along each axis; more axes may be put in front. */ \
    X(INTEGERS, repeat) \
    X(OWN, pad) \
    /* The part of each matrix where column - row <= the integer, or >=; 0 elsewhere. */ \
    X(INTEGER, tril) \
    X(INTEGER, triu) \
    /* The opposite order along some axes. */ \
    X(INTEGERS, flip) \
    X(OWN, index) \
    X(OWN, pick) \
    X(OWN, read) \
    X(OWN, write) \
    X(OWN, narrow) \
    X(OWN, cat) \
    X(OWN, stack) \
    X(OWN, where) \
    X(OWN, masked_fill) \
    X(OWN, embedding) \
    X(OWN, to) \
    /* More functions of a float; floor, ceil, trunc, round, square and sign keep integers. */ \
    X(UNARY, erf) \
    X(UNARY, gelu) \
    X(UNARY, gelu_tanh) \
    X(UNARY, silu) \
    X(UNARY, logsigmoid) \
    X(UNARY, relu6) \
    X(UNARY, rsqrt) \
    X(UNARY, reciprocal) \
    X(UNARY, square) \
    X(UNARY, exp2) \
    X(UNARY, expm1) \
    X(UNARY, log2) \
    X(UNARY, log10) \
    X(UNARY, log1p) \
    X(UNARY, floor) \
    X(UNARY, ceil) \
    X(UNARY, trunc) \
    X(UNARY, round) \
    X(UNARY, sign) \
    X(UNARY, logical_not) \
    /* With a number: the beta of softplus, the slope or the factor where it is negative, how many \
     * decimals; and of truths. */ \
    X(BINARY, softplus) \
    X(BINARY, leaky_relu) \
    X(BINARY, elu) \
    X(BINARY, round_to) \
    X(BINARY, logical_and) \
    X(BINARY, logical_or) \
    X(BINARY, logical_xor) \
    /* Along an axis: the cells at places that a tensor says, and the cells shifted, repeated, of a \
     * diagonal, in order. */ \
    X(OWN, gather) \
    X(OWN, scatter) \
    X(OWN, scatter_add) \
    X(INTEGERS, roll) \
    X(OWN, repeat_interleave) \
    X(OWN, diagonal) \
    X(OWN, unfold) \
    X(OWN, diag) \
    X(OWN, argsort) \
    X(OWN, argsort_down) \
    /* More leaves. */ \
    X(OWN, normal) \
    X(OWN, bernoulli) \
    X(OWN, multinomial) \
    X(OWN, empty) \
    X(OWN, triangle_places) \
    /* The product; of bool and int64 int64. */ \
    X(REDUCE, prod) \
    /* Angles; and a / b in its other forms: what it leaves of a, with the sign of a, and rounded towards \
     * 0. */ \
    X(UNARY, tan) \
    X(UNARY, asin) \
    X(UNARY, acos) \
    X(UNARY, atan) \
    X(BINARY, atan2) \
    X(BINARY, hypot) \
    X(BINARY, heaviside) \
    X(BINARY, fmod) \
    X(BINARY, div_trunc) \
    /* a / b rounded down, of which PyTorch knows a gradient. */ \
    X(BINARY, div_floor) \
    /* The bounds of clamp, and what nan_to_num puts in: their gradients are not those of maximum, \
     * minimum and masked_fill. */ \
    X(OWN, at_least) \
    X(OWN, at_most) \
    X(OWN, replaced)

#define QKV_UNARY(name) const QkvTensor *qkv_##name(Qkv *q, const QkvTensor *a)
#define QKV_BINARY(name) const QkvTensor *qkv_##name(Qkv *q, const QkvTensor *a, const QkvTensor *b)
#define QKV_INTEGER(name) const QkvTensor *qkv_##name(Qkv *q, const QkvTensor *a, int64_t axis)
#define QKV_INTEGERS(name) const QkvTensor *qkv_##name(Qkv *q, const QkvTensor *a, int count, const int64_t *at)
#define QKV_REDUCE(name) const QkvTensor *qkv_##name(Qkv *q, const QkvTensor *a, int count, const int64_t *axes, bool keepdim)
#define QKV_CHOOSE(name) const QkvTensor *qkv_##name(Qkv *q, const QkvTensor *a, const int64_t *axis, bool keepdim)
#define QKV_OWN(name) struct Qkv
#define QKV_DECLARE(kind, name) QKV_##kind(name);
QKV_OPS(QKV_DECLARE)
#undef QKV_DECLARE
/* clang-format on */

/* --- made from numbers: leaves of the tape -------------------------------------------------- */

/* A tensor of the given sizes from `count` = product of the sizes numbers; they are copied. */
const QkvTensor *qkv_floats(Qkv *q, int rank, const int64_t *size, const float *data);
const QkvTensor *qkv_ints(Qkv *q, int rank, const int64_t *size, const int64_t *data);
const QkvTensor *qkv_bools(Qkv *q, int rank, const int64_t *size, const bool *data);
/* The same of any type, from cells as QkvTensor.data has them. */
const QkvTensor *qkv_given(Qkv *q, QkvDType dtype, int rank, const int64_t *size, const void *data);
/* The same of numbers that come from elsewhere: `told` says from where, in words; copied. */
const QkvTensor *qkv_loaded(Qkv *q, QkvDType dtype, int rank, const int64_t *size, const void *data,
                            const char *told);

/* The same number everywhere; 1 on the diagonal; start, start + step, ... before stop. */
const QkvTensor *qkv_full(Qkv *q, QkvDType dtype, int rank, const int64_t *size, double value);
const QkvTensor *qkv_eye(Qkv *q, QkvDType dtype, int64_t rows, int64_t cols);
const QkvTensor *qkv_arange(Qkv *q, QkvDType dtype, double start, double stop, double step);
/* The same in whole numbers: exact beyond 2^53, where a double is not. */
const QkvTensor *qkv_full_integer(Qkv *q, QkvDType dtype, int rank, const int64_t *size,
                                  int64_t value);
/* The same number everywhere, with the sizes of `like` and the order of its axes in memory. */
const QkvTensor *qkv_full_like(Qkv *q, const QkvTensor *like, QkvDType dtype, double value);
const QkvTensor *qkv_full_like_integer(Qkv *q, const QkvTensor *like, QkvDType dtype,
                                       int64_t value);
const QkvTensor *qkv_arange_integers(Qkv *q, int64_t start, int64_t stop, int64_t step);
/* `count` numbers from start to stop, both included. */
const QkvTensor *qkv_linspace(Qkv *q, QkvDType dtype, double start, double stop, int64_t count);
/* The rows and columns, (2, n), of the cells of a triangle: those where column - row <= diagonal, or
 * >= when it is the upper one. */
const QkvTensor *qkv_triangle_places(Qkv *q, int64_t rows, int64_t cols, int64_t diagonal,
                                     bool upper);
/* `count` numbers from start to stop, both included. */
const QkvTensor *qkv_linspace(Qkv *q, QkvDType dtype, double start, double stop, int64_t count);

/* A plain number as an operand, as Python's 2 or 0.5 in `2 * x`: it never raises a float's or an
 * integer's precision, only its kind. Not a step of the tape. */
const QkvTensor *qkv_number(Qkv *q, double value);
const QkvTensor *qkv_integer(Qkv *q, int64_t value);
const QkvTensor *qkv_truth(Qkv *q, bool value);

/* --- products and sums --------------------------------------------------------------------------- */

/* Computes what an equation of letters says of one to eight operands, as torch.einsum: "bid,bjd->bij". The
 * letters that the result has not are summed, A to Z and then a to z. An equation can be more than
 * one step of the tape: "ij,jk->k" sums i alone, and then over j; three operands are two products. */
const QkvTensor *qkv_einsum(Qkv *q, const char *equation, int count, const QkvTensor *const in[]);

/* The sum divided by how many there are: of float32 only. */
const QkvTensor *qkv_mean(Qkv *q, const QkvTensor *a, int count, const int64_t *axes, bool keepdim);
/* The mean square of the distances from the mean, the sum of squares divided by `correction` less
 * than their number, and its root. Of float32 only. */
const QkvTensor *qkv_var(Qkv *q, const QkvTensor *a, int count, const int64_t *axes,
                         double correction, bool keepdim);
const QkvTensor *qkv_std(Qkv *q, const QkvTensor *a, int count, const int64_t *axes,
                         double correction, bool keepdim);
/* (sum of |x|^p)^(1/p); for inf and -inf the largest and the smallest |x|, for 0 how many x are not
 * 0. Of float32 only. */
const QkvTensor *qkv_norm(Qkv *q, const QkvTensor *a, double p, int count, const int64_t *axes,
                          bool keepdim);

/* a * b + c, rounded once. */
const QkvTensor *qkv_multiply_add(Qkv *q, const QkvTensor *a, const QkvTensor *b,
                                  const QkvTensor *c);
/* a, but no smaller than `low` and no larger than `high`, either of which may be NULL. */
const QkvTensor *qkv_clamp(Qkv *q, const QkvTensor *a, const QkvTensor *low, const QkvTensor *high);

/* --- moves: every cell is a copy of one source cell ------------------------------------------ */

const QkvTensor *qkv_transpose(Qkv *q, const QkvTensor *a, int64_t axis0, int64_t axis1);

/* squeeze of one axis, if its size is 1. */
const QkvTensor *qkv_squeeze_axis(Qkv *q, const QkvTensor *a, int64_t axis);
/* Axes first .. last made into one: the same tensor when they are one already. */
const QkvTensor *qkv_flatten(Qkv *q, const QkvTensor *a, int64_t first, int64_t last);

/* yes[i] where the condition holds, no[i] elsewhere, with broadcasting; the condition is bool. */
const QkvTensor *qkv_where(Qkv *q, const QkvTensor *condition, const QkvTensor *yes,
                           const QkvTensor *no);
/* A single number where the mask is True; the type stays a's. */
const QkvTensor *qkv_masked_fill(Qkv *q, const QkvTensor *a, const QkvTensor *mask,
                                 const QkvTensor *value);

/* Row x[..] of the table (ROWS, D) for each integer of x (..) -> (.., D). */
const QkvTensor *qkv_embedding(Qkv *q, const QkvTensor *x, const QkvTensor *table);

/* A subscript of an index: x[1], x[a:b:c], x[None], x[...], x[ids], x[mask]. */
typedef enum QkvSubscriptKind {
    QKV_SUBSCRIPT_AT,
    QKV_SUBSCRIPT_SLICE,
    QKV_SUBSCRIPT_NEW,
    QKV_SUBSCRIPT_REST,
    QKV_SUBSCRIPT_TENSOR
} QkvSubscriptKind;
typedef struct QkvSubscript {
    QkvSubscriptKind kind;
    int64_t start;      /* AT: the index                                          */
    int64_t stop, step; /* SLICE: as in Python; step must be positive             */
    bool has_start, has_stop;
    const QkvTensor *tensor; /* TENSOR: positions along an axis (int64), or a mask of some (bool) */
} QkvSubscript;
const QkvTensor *qkv_index(Qkv *q, const QkvTensor *a, int count, const QkvSubscript *subscripts);

/* Indices start .. start + length-1 along an axis: a piece of a split. */
const QkvTensor *qkv_narrow(Qkv *q, const QkvTensor *a, int64_t axis, int64_t start,
                            int64_t length);

/* A constant around the cells: `ends` are how many before and after the last axis, before and
 * after the one before it, ...; negative ones cut off. */
const QkvTensor *qkv_pad(Qkv *q, const QkvTensor *a, int count, const int64_t *ends, double value);

/* `count` tensors one after the other along an axis, or along a new one; of the largest type. */
const QkvTensor *qkv_cat(Qkv *q, int count, const QkvTensor *const in[], int64_t axis);
const QkvTensor *qkv_stack(Qkv *q, int count, const QkvTensor *const in[], int64_t axis);

/* The cell whose place along the axis the integer at index[..] is. */
const QkvTensor *qkv_gather(Qkv *q, const QkvTensor *a, int64_t axis, const QkvTensor *index);
/* Each cell so many times, a number for all places along the axis or for each; without an axis the
 * cells make one row. */
const QkvTensor *qkv_repeat_interleave(Qkv *q, const QkvTensor *a, const QkvTensor *times,
                                       const int64_t *axis);
/* The diagonal so far right of the main one, along two axes, as the last axis of a view. */
const QkvTensor *qkv_diagonal(Qkv *q, const QkvTensor *a, int64_t right, int64_t row, int64_t col);
/* The windows of so many along an axis, each as the last axis of a view; the next begins `step` on. */
const QkvTensor *qkv_unfold(Qkv *q, const QkvTensor *a, int64_t axis, int64_t window, int64_t step);
/* The places along an axis in the order of their cells; sort and topk give the cells, too. */
const QkvTensor *qkv_argsort(Qkv *q, const QkvTensor *a, int64_t axis, bool descending);
bool qkv_sort(Qkv *q, const QkvTensor *a, int64_t axis, bool descending, const QkvTensor **values,
              const QkvTensor **places);
bool qkv_topk(Qkv *q, const QkvTensor *a, int64_t count, int64_t axis, bool largest,
              const QkvTensor **values, const QkvTensor **places);

/* Converts from any of the types to another, as .to(dtype). The same tensor when it fits already. */
const QkvTensor *qkv_to(Qkv *q, const QkvTensor *a, QkvDType dtype);

/* --- writing in place ----------------------------------------------------------------------------
 * Tensors never change; the memory behind them does, and t.T, t[0] and t.view(..) share that of t,
 * as in PyTorch. */

/* All cells of t become those of `value`, which broadcasts to its shape and takes its type. Returns
 * the newest value of the tensor that the memory was made for. */
const QkvTensor *qkv_write(Qkv *q, const QkvTensor *t, const QkvTensor *value);
/* The same of what was just computed from t, as x.mul_(2) and x *= 2 do it. */
/* Tells whether a result of an operation may become of the type of what it is written over: not where that is of a
 * smaller kind. `op` is the name of its row, or NULL. */
bool qkv_can_cast(Qkv *q, const char *op, const QkvTensor *result, const QkvTensor *into);
const QkvTensor *qkv_write_over(Qkv *q, const QkvTensor *t, const QkvTensor *result);
/* The same for the cells that the subscripts mean: t[..] = value. */
const QkvTensor *qkv_write_at(Qkv *q, const QkvTensor *t, int count, const QkvSubscript *subscripts,
                              const QkvTensor *value);
/* Tells whether an operation can read `operand` whose result is then written into t: not when it would read
 * other cells of the memory that is written. */
bool qkv_can_read(Qkv *q, const QkvTensor *t, const QkvTensor *operand);
/* The cells of `t` as they are after the newest write to its memory: t itself while there was none.
 * Operations see to this for their operands. */
const QkvTensor *qkv_now(Qkv *q, const QkvTensor *t);
/* The same where nothing has to be computed for it; NULL elsewhere. */
const QkvTensor *qkv_known(const QkvTensor *t);
/* From now on `t` is this view of its memory, for all that have it: t.unsqueeze_(0). */
bool qkv_turn(Qkv *q, const QkvTensor *t, const QkvTensor *view);
/* How many writes there were, and changes of shape. */
int qkv_writes(const Qkv *q);
/* False, with an error, where both lie in the same piece of memory: of what is not read cell by cell as it is written. */
bool qkv_are_apart(Qkv *q, const QkvTensor *to, const QkvTensor *from);
/* False, with an error, where the shape of t may not change in place. */
bool qkv_may_turn(Qkv *q, const QkvTensor *t);
bool qkv_shares_memory(const QkvTensor *a, const QkvTensor *b);
/* Tells whether both are values, older or newer ones, of what is one tensor in PyTorch. */
bool qkv_is_same(const QkvTensor *a, const QkvTensor *b);
/* Memory without numbers: a cell that was never written cannot be computed with. */
const QkvTensor *qkv_empty(Qkv *q, QkvDType dtype, int rank, const int64_t *size);

/* --- gradients -----------------------------------------------------------------------------------
 * How much a result grows when one of the numbers that it was computed from grows by 1. A tape must
 * be attached: the way back goes through its steps from the last to the first, and what it computes
 * are steps, too, of a group "backward":
 *
 *     qkv_want_grad(w, true);
 *     const QkvTensor *loss = qkv_mse_loss(q, qkv_matmul(q, x, w), y, QKV_REDUCE_MEAN);
 *     if (qkv_backward(q, loss, NULL, false))
 *         puts(qkv_print(q, w->grad));
 *
 * The order of operations and sums is PyTorch's: of several uses of a tensor the newest comes first.
 */

/* A leaf: its gradient is wanted from here on, or no more. */
void qkv_want_grad(const QkvTensor *t, bool wants);
/* Tells whether the gradient of t is wanted by now: a view follows what it is a view of. */
bool qkv_wants_grad(const QkvTensor *t);
/* Sets whether what is computed from now on belongs to the way back; returns how it was. */
bool qkv_gradients(Qkv *q, bool on);
bool qkv_has_gradients(const Qkv *q);
/* Sets whether what is made from now on is of inference mode, not to be written outside of it. Returns how it was. */
bool qkv_inference(Qkv *q, bool on);
bool qkv_infers(const Qkv *q);
/* Says of a view of `operand` that a call made it together with others, as their nth, and what PyTorch calls the way
 * back of that call. Returns t. */
const QkvTensor *qkv_of_several(const QkvTensor *t, const QkvTensor *operand, int64_t nth,
                                const char *name);
/* Says that t, made by several operations, is a view of nothing that anybody has. */
void qkv_no_view(const QkvTensor *t);
/* False, with PyTorch's words in the error, where t has no way back any more. */
bool qkv_has_way(Qkv *q, const QkvTensor *t);
/* The same cells in the same memory, but no way back from here: a leaf of its own; and the same as x.data, through
 * which a write does not count. */
const QkvTensor *qkv_detach(Qkv *q, const QkvTensor *t);
const QkvTensor *qkv_data(Qkv *q, const QkvTensor *t);
/* The same cells and memory as a leaf of its own, which wants a gradient or not. */
const QkvTensor *qkv_parameter(Qkv *q, const QkvTensor *t, bool wants);
/* The cells of t as the next value of a tensor: what wanted its gradient wants that of these. */
const QkvTensor *qkv_replace(Qkv *q, const QkvTensor *t, const QkvTensor *old);
/* Gives t, made of `operand`, another grad_fn, if it has one: where PyTorch has names of its own for what is
 * one row here. Returns t. */
const QkvTensor *qkv_grad_fn(const QkvTensor *t, const QkvTensor *operand, const char *name);
/* The tensor that a gradient is kept at: t, or what t is a newer value of. */
const QkvTensor *qkv_origin(const QkvTensor *t);

/* Gives each leaf that wants it the gradient of `t`, which has one cell, or of the sum of t * gradient;
 * a leaf that has one gets the sum. `again`: the way can be gone once more. */
bool qkv_backward(Qkv *q, const QkvTensor *t, const QkvTensor *gradient, bool again);
/* The same of several at once, with NULL among the gradients for 1. Where `inputs` is not NULL, no leaf is
 * touched: found[i] receives the gradient of inputs[i], or NULL where no way leads there. */
bool qkv_gradients_of(Qkv *q, int count, const QkvTensor *const t[],
                      const QkvTensor *const gradient[], bool again, int inputs,
                      const QkvTensor *const input[], const QkvTensor **found);
/* Sets, or with NULL takes away, what a leaf has; and a result keeps its own from now on. */
void qkv_set_grad(const QkvTensor *t, const QkvTensor *grad);
void qkv_keep_grad(const QkvTensor *t);
/* Called during a pass with the gradient of each tensor that is watched before it goes on: returns it,
 * or another one of the same shape; NULL after an error. */
void qkv_watch(const QkvTensor *t);
void qkv_watch_gradients(Qkv *q,
                         const QkvTensor *(*seen)(void *data, const QkvTensor *t,
                                                  const QkvTensor *gradient),
                         void *data);

/* A way back that the caller computes, as one step: torch.autograd.Function. */
typedef struct QkvWay {
    const char *name; /* PyTorch's: "SquareBackward"                                */
    /* given[i] is the gradient of the result i, or NULL where nothing led to it; found[i] is to be that
     * of the operand i, of a shape that broadcasts with it, or NULL. False after an error. */
    bool (*back)(void *data, const QkvTensor *const given[], const QkvTensor *found[]);
    void *data;
    int since; /* the step of the tape at which computing the results began           */
    int saves; /* tensors needed as they are now: unchanged, and once if the way is not kept */
    const QkvTensor *const *saved;
} QkvWay;
/* Lets the gradients of `out`, which were computed under qkv_gradients(q, false), go to the operands `in` by
 * that way: it is gone once in a pass, when the gradients of all results are there. Each out[i] becomes the
 * result that has it. `way` is copied, and what it points to must stay. False after an error. */
bool qkv_lead_back(Qkv *q, const QkvWay *way, int outs, const QkvTensor *out[], int ins,
                   const QkvTensor *const in[]);

/* --- questions with one answer, not steps of the tape; false after an error too ---------------- */

/* Tells whether the sizes are the same and so is every cell: 1 and 1.0 are, a nan is not. */
bool qkv_equal(Qkv *q, const QkvTensor *a, const QkvTensor *b);
/* Tells whether |a - b| <= atol + rtol * |b| everywhere, with broadcasting, or both are nan, if
 * `equal_nan`. Both must be of one type. */
bool qkv_allclose(Qkv *q, const QkvTensor *a, const QkvTensor *b, double rtol, double atol,
                  bool equal_nan);

/* --- groups of operations ----------------------------------------------------------------------- */

/* Adds an axis with `classes` places: 1 at the class, 0 elsewhere. -1: as many as are needed. */
const QkvTensor *qkv_one_hot(Qkv *q, const QkvTensor *a, int64_t classes);
/* Sequences (their first axis) filled up to the longest, as (sequence, place, ...) or
 * (place, sequence, ...). */
const QkvTensor *qkv_pad_sequence(Qkv *q, int count, const QkvTensor *const in[], bool batch_first,
                                  double value);

/* The largest and the smallest over some axes, over all when count is 0: one axis after the other. */
const QkvTensor *qkv_amax(Qkv *q, const QkvTensor *a, int count, const int64_t *axes, bool keepdim);
const QkvTensor *qkv_amin(Qkv *q, const QkvTensor *a, int count, const int64_t *axes, bool keepdim);

/* log(sum of exp(a)), without overflow. */
const QkvTensor *qkv_logsumexp(Qkv *q, const QkvTensor *a, int count, const int64_t *axes,
                               bool keepdim);
/* The sum of the diagonal of a matrix. */
const QkvTensor *qkv_trace(Qkv *q, const QkvTensor *a);
/* beta * c + alpha * (a @ b), of matrices or of batches of them. */
const QkvTensor *qkv_addmm(Qkv *q, const char *name, const QkvTensor *c, const QkvTensor *a,
                           const QkvTensor *b, const QkvTensor *beta, const QkvTensor *alpha);
/* Sums of products over the axes of a and of b that go together, `count` of each. */
const QkvTensor *qkv_tensordot(Qkv *q, const QkvTensor *a, const QkvTensor *b, int count,
                               const int64_t *of_a, const int64_t *of_b);
/* The places of the cells that are not 0, (n, rank); and the cells where the mask is True. */
const QkvTensor *qkv_nonzero(Qkv *q, const QkvTensor *a);
const QkvTensor *qkv_masked_select(Qkv *q, const QkvTensor *a, const QkvTensor *mask);
/* gather with broadcasting, and of the row of all cells where `axis` is NULL. */
const QkvTensor *qkv_take_along_dim(Qkv *q, const QkvTensor *a, const QkvTensor *index,
                                    const int64_t *axis);
/* Cells put at places along an axis, or added there: of several the last one stays. */
const QkvTensor *qkv_scatter(Qkv *q, const QkvTensor *a, int64_t axis, const QkvTensor *index,
                             const QkvTensor *source);
const QkvTensor *qkv_scatter_add(Qkv *q, const QkvTensor *a, int64_t axis, const QkvTensor *index,
                                 const QkvTensor *source);
/* The same with whole slices, whose places are a row: "index_add", "index_copy", "index_fill". */
const QkvTensor *qkv_index_put(Qkv *q, const char *name, const QkvTensor *a, int64_t axis,
                               const QkvTensor *index, const QkvTensor *source);
/* Numbers in place of nan, inf and -inf. */
const QkvTensor *qkv_nan_to_num(Qkv *q, const QkvTensor *a, double nan, double most, double least);
/* a / its norm along an axis, which counts as `eps` where it is less. */
const QkvTensor *qkv_normalize(Qkv *q, const QkvTensor *a, double p, int64_t axis, double eps);
const QkvTensor *qkv_cosine_similarity(Qkv *q, const QkvTensor *a, const QkvTensor *b, int64_t axis,
                                       double eps);

/* einops: "b t (h d) -> b h t d" says what becomes of each axis. `how` is "rearrange", "repeat", or, of
 * reduce, how what is left out comes together: "sum", "mean", "max", "min" or "prod". `lengths` are
 * the sizes of names that the shape of `a` leaves open. */
typedef struct QkvLength {
    const char *name;
    int64_t size;
} QkvLength;
const QkvTensor *qkv_rearrange(Qkv *q, const char *how, const QkvTensor *a, const char *pattern,
                               int count, const QkvLength *lengths);

/* Ways to put the losses of single items together. */
typedef enum QkvReduction { QKV_REDUCE_NONE, QKV_REDUCE_MEAN, QKV_REDUCE_SUM } QkvReduction;
const QkvTensor *qkv_mse_loss(Qkv *q, const QkvTensor *a, const QkvTensor *b,
                              QkvReduction reduction);
const QkvTensor *qkv_l1_loss(Qkv *q, const QkvTensor *a, const QkvTensor *b,
                             QkvReduction reduction);
/* Of (N, C, ..) or (C): minus the cell of the class that `target` says; those whose target is
 * `ignored` count for nothing. `weight` (C) may be NULL. cross_entropy takes the log_softmax first,
 * and shares `smoothing` among all classes. */
const QkvTensor *qkv_nll_loss(Qkv *q, const QkvTensor *a, const QkvTensor *target,
                              const QkvTensor *weight, int64_t ignored, QkvReduction reduction);
const QkvTensor *qkv_cross_entropy(Qkv *q, const QkvTensor *a, const QkvTensor *target,
                                   const QkvTensor *weight, int64_t ignored, QkvReduction reduction,
                                   double smoothing);

/* --- random numbers ----------------------------------------------------------------------------
 * PyTorch's on the CPU, to the bit: the Mersenne Twister (MT19937) and what PyTorch makes of its
 * numbers. One generator per context, so the order of the draws is that of the calls.
 *
 * Sources: Matsumoto and Nishimura's MT19937 with the initialisation of 2002; normals by Box and
 * Muller; for 16 and more of them the float polynomials of Cephes (S. Moshier), as PyTorch's AVX2
 * kernels use them; dropout of MKL builds by the generator MCG31m1 of Intel's documentation. */

/* Origins of dropout masks: PyTorch without MKL, or with it on an Intel processor. */
typedef enum QkvDropoutFlavour { QKV_DROPOUT_TORCH, QKV_DROPOUT_TORCH_MKL } QkvDropoutFlavour;

/* torch.manual_seed: only the low 32 bits matter, and a waiting normal is forgotten. */
void qkv_seed(Qkv *q, int64_t seed);
bool qkv_is_seeded(const Qkv *q);
/* From now on it is an error to draw before qkv_seed: for what must come out the same each time. */
void qkv_require_seed(Qkv *q);
/* The same numbers as after qkv_seed(q, seed), while nobody has called it; and whether any of them
 * were drawn. */
void qkv_assume_seed(Qkv *q, int64_t seed);
bool qkv_has_assumed(const Qkv *q);
/* From now on it is an error to draw, until qkv_seed: numbers that should have been drawn were not.
 * qkv_missed_generator: the error in hand is that one. */
void qkv_lose_generator(Qkv *q);
bool qkv_missed_generator(const Qkv *q);
void qkv_dropout_flavour(Qkv *q, QkvDropoutFlavour flavour);

/* NumPy's generators, to the bit: that of numpy.random.seed, which is its Mersenne Twister, and any number of
 * those of numpy.random.default_rng, PCG64. Of float64, and whole numbers of int64, both ends included. */
typedef struct QkvArrayRandom QkvArrayRandom;
typedef enum QkvArrayDraw {
    QKV_ARRAY_UNIFORM,  /* from a to b                         */
    QKV_ARRAY_NORMAL,   /* with mean a and deviation b         */
    QKV_ARRAY_INTEGERS, /* first .. last                       */
    QKV_ARRAY_ORDER     /* 0 .. n-1, shuffled                  */
} QkvArrayDraw;
void qkv_seed_arrays(Qkv *q, int64_t seed);
/* A generator of its own; NULL when memory ends. */
QkvArrayRandom *qkv_array_generator(Qkv *q, uint64_t seed);
/* Tells whether numbers were drawn before qkv_seed_arrays: those after the seed 0. */
bool qkv_arrays_assumed(const Qkv *q);
/* `of` NULL is the context's. */
const QkvTensor *qkv_array_draw(Qkv *q, QkvArrayRandom *of, QkvArrayDraw kind, int rank,
                                const int64_t *size, double a, double b, int64_t first,
                                int64_t last);

/* Leaves of the tape, of the given sizes. rand: uniform in [0, 1); uniform: in [low, high), as
 * nn.Linear draws; randn: standard normal; randint: low <= n < high; randperm: 0 .. n-1
 * shuffled. */
const QkvTensor *qkv_rand(Qkv *q, int rank, const int64_t *size);
const QkvTensor *qkv_uniform(Qkv *q, int rank, const int64_t *size, double low, double high);
const QkvTensor *qkv_randn(Qkv *q, int rank, const int64_t *size);
const QkvTensor *qkv_normal(Qkv *q, int rank, const int64_t *size, double mean, double deviation);
/* 1 with the probability in each cell, or 0; and of each row, `times` places drawn by the
 * probabilities in the row, which need not add up to 1. */
const QkvTensor *qkv_bernoulli(Qkv *q, const QkvTensor *p);
const QkvTensor *qkv_multinomial(Qkv *q, const QkvTensor *p, int64_t times, bool replace);
/* The same with the sizes of a tensor, drawn in the order in which its cells lie in memory. */
const QkvTensor *qkv_rand_like(Qkv *q, const QkvTensor *like);
const QkvTensor *qkv_randn_like(Qkv *q, const QkvTensor *like);
const QkvTensor *qkv_uniform_like(Qkv *q, const QkvTensor *like, double low, double high);
const QkvTensor *qkv_normal_like(Qkv *q, const QkvTensor *like, double mean, double deviation);
const QkvTensor *qkv_randint(Qkv *q, int64_t low, int64_t high, int rank, const int64_t *size);
const QkvTensor *qkv_randperm(Qkv *q, int64_t n);
/* The order in which a DataLoader of PyTorch that shuffles takes its items: the generator gives the seed of
 * another one, from which it is drawn. Of n = 0 only the seed is drawn. */
const QkvTensor *qkv_loader_order(Qkv *q, int64_t n);

/* Factors of dropout: 0 with probability p, else 1 / (1 - p); float32. Draws nothing
 * for p = 0 (all ones) and p = 1 (all zeros). Fails when p is not between 0 and 1. */
const QkvTensor *qkv_dropout_mask(Qkv *q, int rank, const int64_t *size, double p);
/* Draws one of the shape of a tensor, in the order in which its cells lie in memory. */
const QkvTensor *qkv_dropout_mask_like(Qkv *q, const QkvTensor *like, double p);

/* --- layers, with their weights in hand: groups of operations ------------------------------------ */

/* x (.., IN) @ weight^T + bias -> (.., OUT), with weight (OUT, IN) and bias (OUT), or NULL for
 * none. A group "linear" of at most three steps: transpose, matmul, add. The bias is added to the
 * finished sum, as PyTorch does it. */
const QkvTensor *qkv_linear(Qkv *q, const QkvTensor *x, const QkvTensor *weight,
                            const QkvTensor *bias);

/* (x - mean) / sqrt(variance + eps) over the last `rank` axes, which have the sizes given; then
 * times weight plus bias, each of these sizes, or NULL for ones and zeros. A group "layer_norm",
 * with the steps named mean, variance, deviation, scale, centered and normalized. */
const QkvTensor *qkv_layer_norm(Qkv *q, const QkvTensor *x, int rank, const int64_t *size,
                                const QkvTensor *weight, const QkvTensor *bias, double eps);

/* x * mask, where the mask is drawn as qkv_dropout_mask_like draws it. Outside training, and for p = 0
 * or no cells, it is x itself. */
const QkvTensor *qkv_dropout(Qkv *q, const QkvTensor *x, double p, bool training);

/* Attention of queries (.., T, d) over keys (.., S, d) and values (.., S, e) -> (.., T, e): Vaswani et al.,
 * "Attention Is All You Need" (2017), section 3.2. All axes before the last two broadcast: those of a batch,
 * of heads. A group "scaled_dot_product_attention" with these stages:
 *
 *     scores   (.., T, S)  query @ key^T
 *     scaled               scores * d ** -0.5
 *     mask     (T, S)      that of causal attention, where it is asked for
 *     masked               -inf where a query may not look; or scaled + mask
 *     weights              softmax; 0 in the row of a query that may look nowhere
 *     dropped              some of them 0, and the others larger
 *     context  (.., T, e)  weights @ value, the result
 *
 * qkv_tape_stage finds one by its name. */
typedef struct QkvAttention {
    const QkvTensor
        *mask;      /* bool: True = look; or float32, added; or NULL. It broadcasts to the scores */
    bool is_causal; /* a query sees keys up to its own place only; then without a mask       */
    double dropout; /* the probability that a weight becomes 0                               */
    const double *scale; /* in place of d ** -0.5; or NULL                                        */
    bool is_grouped; /* key and value have fewer heads, at axis -3: several queries share each   */
} QkvAttention;
/* `with` NULL: nothing of that. */
const QkvTensor *qkv_attention(Qkv *q, const QkvTensor *query, const QkvTensor *key,
                               const QkvTensor *value, const QkvAttention *with);

#ifdef __cplusplus
}
#endif

#endif
