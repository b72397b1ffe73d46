/* Errors of core in the classes and words of the two libraries: one row a kind, what PyTorch raises and what NumPy
 * does. What has no row for a library is nothing that it would raise there: of tensors a RuntimeError in this
 * program's words; of arrays a refusal, which no lesson can catch. */
#include <stdarg.h>
#include <string.h>

#include "core/qkv_trace.h"
#include "python/heap.h"
#include "torch/torch.h"

/* In the words {0} is a number of the fault, {a} to {c} are its shapes, {shapes} all of them, {list} the first as
 * PyTorch writes it, {new} the first with NumPy's word for what is left open; {ufunc} is NumPy's name of the operation,
 * {from} and {to} are types. Without words they are what core said of PyTorch's, or none. */
typedef struct Saying {
    const char *class, *words;
} Saying;

typedef struct Sayings {
    Saying of_tensors, of_arrays;
} Sayings;

#define GUFUNC "gufunc signature (n?,k),(k,m?)->(n?,m?)"
#define GUFUNC_CORE "gufunc core with signature (n?,k),(k,m?)->(n?,m?)"
#define NO_SAFE_TYPE                                                                               \
    "ufunc '{ufunc}' not supported for the input types, and the inputs could not be safely "       \
    "coerced to any supported types according to the casting rule ''safe''"

/* clang-format off: the two libraries below each other */
static const Sayings table[TORCH_FAULTS] = {
    [QKV_FAULT_BROADCAST] = {{"RuntimeError", "The size of tensor a ({0}) must match the size of "
                                              "tensor b ({1}) at non-singleton dimension {2}"},
                             {"ValueError",
                              "operands could not be broadcast together with shapes {shapes}"}},
    [QKV_FAULT_AXIS] =
        {{"IndexError",
          "Dimension out of range (expected to be in range of [{2}, {3}], but got {0})"},
         {"AxisError", "axis {0} is out of bounds for array of dimension {1}"}},
    [QKV_FAULT_AXIS_OF_NUMBER] = {{"IndexError",
                                   "Dimension specified as {0} but tensor has no dimensions"},
                                  {"AxisError",
                                   "axis {0} is out of bounds for array of dimension {1}"}},
    [QKV_FAULT_AXIS_TWICE] = {{"RuntimeError",
                               "dim {0} appears multiple times in the list of dims"},
                              {"ValueError", "duplicate value in 'axis'"}},
    [QKV_FAULT_INDEX] = {{"IndexError",
                          "index {0} is out of bounds for dimension {1} with size {2}"},
                         {"IndexError", "index {0} is out of bounds for axis {1} with size {2}"}},
    [QKV_FAULT_START] =
        {{"IndexError", "start out of range (expected to be in range of [{1}, {2}], but got {0})"},
         {NULL}},
    [QKV_FAULT_INDICES] =
        {{"IndexError", "too many indices for tensor of dimension {0}"},
         {"IndexError",
          "too many indices for array: array is {0}-dimensional, but {1} were indexed"}},
    [QKV_FAULT_REST_TWICE] = {{NULL},
                              {"IndexError", "an index can only have a single ellipsis ('...')"}},
    [QKV_FAULT_FLOAT_INDEX] = {{"IndexError",
                                "tensors used as indices must be long, int, byte or bool tensors"},
                               {"IndexError",
                                "arrays used as indices must be of integer (or boolean) type"}},
    [QKV_FAULT_MASK] = {{"IndexError", "The shape of the mask [{list}] at index {3} does not match "
                                       "the shape of the indexed tensor [{other}] at index {0}"},
                        {"IndexError",
                         "boolean index did not match indexed array along axis {0}; size of axis "
                         "is {1} but size of corresponding boolean axis is {2}"}},
    [QKV_FAULT_LISTS] =
        {{"IndexError", "shape mismatch: indexing tensors could not be broadcast together with "
                        "shapes [{list}], [{other}]"},
         {"IndexError",
          "shape mismatch: indexing arrays could not be broadcast together with shapes {shapes}"}},
    [QKV_FAULT_ZERO_STEP] = {{"ValueError", "slice step cannot be zero"},
                             {"ValueError", "slice step cannot be zero"}},
    [QKV_FAULT_CELLS] = {{"RuntimeError", "shape '[{list}]' is invalid for input of size {0}"},
                         {"ValueError", "cannot reshape array of size {0} into shape {new}"}},
    [QKV_FAULT_OPEN_SIZES] = {{"RuntimeError", "only one dimension can be inferred"},
                              {"ValueError", "can only specify one unknown dimension"}},
    [QKV_FAULT_PRODUCT] =
        {{"RuntimeError", NULL},
         {"ValueError",
          "matmul: Input operand 1 has a mismatch in its core dimension 0, with " GUFUNC
          " (size {1} is different from {0})"}},
    [QKV_FAULT_PRODUCT_BATCH] =
        {{"RuntimeError", "The size of tensor a ({0}) must match the size of tensor b ({1}) at "
                          "non-singleton dimension {2}"},
         {"ValueError", "operands could not be broadcast together with remapped shapes "
                        "[original->remapped]: {batch} and requested shape ({rows},{columns})"}},
    [QKV_FAULT_PRODUCT_NUMBER] =
        {{"RuntimeError", NULL},
         {"ValueError",
          "matmul: Input operand {0} does not have enough dimensions (has 0, " GUFUNC_CORE
          " requires 1)"}},
    [QKV_FAULT_JOIN_SIZES] = {{"RuntimeError", NULL},
                              {"ValueError",
                               "all the input array dimensions except for the concatenation axis "
                               "must match exactly, but along dimension {0}, the array at index 0 "
                               "has size {3} and the array at index {1} has size {2}"}},
    [QKV_FAULT_JOIN_RANKS] =
        {{"RuntimeError", "Tensors must have same number of dimensions: got {0} and {2}"},
         {"ValueError",
          "all the input arrays must have same number of dimensions, but the array at index {3} "
          "has {0} dimension(s) and the array at index {1} has {2} dimension(s)"}},
    [QKV_FAULT_JOIN_STACK] = {{"RuntimeError", NULL},
                              {"ValueError", "all input arrays must have the same shape"}},
    [QKV_FAULT_JOIN_NUMBERS] =
        {{"RuntimeError", "zero-dimensional tensor (at position {0}) cannot be concatenated"},
         {"ValueError", "zero-dimensional arrays cannot be concatenated"}},
    [QKV_FAULT_ORDER] = {{"RuntimeError",
                          "permute(sparse_coo): number of dimensions in the tensor input does not "
                          "match the length of the desired ordering of dimensions i.e. input.dim() "
                          "= {0} is not equal to len(dims) = {1}"},
                         {"ValueError", "axes don't match array"}},
    [QKV_FAULT_ORDER_TWICE] = {{"RuntimeError", "permute(): duplicate dims are not allowed."},
                               {"ValueError", "repeated axis in transpose"}},
    [QKV_FAULT_NO_LEAST] =
        {{"RuntimeError", NULL},
         {"ValueError",
          "zero-size array to reduction operation {ufunc}imum which has no identity"}},
    [QKV_FAULT_NO_PLACE] = {{"RuntimeError", NULL},
                            {"ValueError", "attempt to get {ufunc} of an empty sequence"}},
    [QKV_FAULT_POWER] = {{"RuntimeError", "Integers to negative integer powers are not allowed."},
                         {"ValueError", "Integers to negative integer powers are not allowed."}},
    [QKV_FAULT_MINUS] = {{"RuntimeError", NULL},
                         {"TypeError",
                          "numpy boolean subtract, the `-` operator, is not supported, use the "
                          "bitwise_xor, the `^` operator, or the logical_xor function instead."}},
    [QKV_FAULT_NEGATIVE] = {{"RuntimeError", NULL},
                            {"TypeError",
                             "The numpy boolean negative, the `-` operator, is not supported, use "
                             "the `~` operator or the logical_not function instead."}},
    [QKV_FAULT_BITS] = {{"RuntimeError", NULL}, {"TypeError", NO_SAFE_TYPE}},
    [QKV_FAULT_NO_LOOP] = {{"RuntimeError", NULL},
                           {"UFuncTypeError",
                            "ufunc '{ufunc}' did not contain a loop with signature matching types "
                            "<class 'numpy.dtypes.BoolDType'> -> None"}},
    [QKV_FAULT_EXPAND] = {{"RuntimeError", NULL},
                          {"ValueError",
                           "operands could not be broadcast together with remapped shapes "
                           "[original->remapped]: {a}  and requested shape {b}"}},
    [QKV_FAULT_EXPAND_LESS] =
        {{"RuntimeError", NULL},
         {"ValueError", "input operand has more dimensions than allowed by the axis remapping"}},
    [QKV_FAULT_WRITE] = {{"RuntimeError", NULL},
                         {"ValueError",
                          "could not broadcast input array from shape {a} into shape {b}"}},
    [QKV_FAULT_WRITE_PICKED] = {{"RuntimeError", NULL},
                                {"ValueError", "shape mismatch: value array of shape {a} could not "
                                               "be broadcast to indexing result of shape {b}"}},
    [QKV_FAULT_WRITE_MASKED] = {{"RuntimeError", NULL},
                                {"ValueError",
                                 "NumPy boolean array indexing assignment cannot assign {0} input "
                                 "values to the {1} output values where the mask is true"}},
    [QKV_FAULT_OUTPUT] =
        {{"RuntimeError", NULL},
         {"ValueError",
          "non-broadcastable output operand with shape {a} doesn't match the broadcast shape {b}"}},
    [QKV_FAULT_CAST] = {{"RuntimeError", NULL},
                        {"UFuncTypeError",
                         "Cannot cast ufunc '{ufunc}' output from dtype('{from}') to dtype('{to}') "
                         "with casting rule 'same_kind'"}},
    [QKV_FAULT_BOUNDS] = {{"RuntimeError", NULL},
                          {"OverflowError", "Python integer {0} out of bounds for {to}"}},
    [QKV_FAULT_NEGATIVE_SIZE] = {{"RuntimeError",
                                  "Trying to create tensor with negative dimension {0}: [{list}]"},
                                 {"ValueError", "negative dimensions are not allowed"}},
    [QKV_FAULT_GATHER] = {{"RuntimeError",
                           "index {0} is out of bounds for dimension {1} with size {2}"},
                          {"IndexError", "index {0} is out of bounds for axis {1} with size {2}"}},
    [QKV_FAULT_GATHER_RANK] = {{"RuntimeError", NULL},
                               {"ValueError",
                                "`indices` and `arr` must have the same number of dimensions"}},
    [QKV_FAULT_LETTERS] =
        {{"RuntimeError", NULL},
         {"ValueError",
          "einstein sum subscripts string contains too many subscripts for operand {0}"}},
    [QKV_FAULT_LETTERS_LESS] =
        {{"RuntimeError", NULL},
         {"ValueError", "operand has more dimensions than subscripts given in einstein sum, but no "
                        "'...' ellipsis provided to broadcast the extra dimensions."}},
    [QKV_FAULT_LETTER_OUT] = {{"RuntimeError", NULL},
                              {"ValueError",
                               "einstein sum subscripts string included output subscript "
                               "'{letter}' which never appeared in an input"}},
    [QKV_FAULT_OPERANDS] = {{"RuntimeError", NULL},
                            {"ValueError", "more operands provided to einstein sum function than "
                                           "specified in the subscripts string"}},
    [QKV_FAULT_OPERANDS_LESS] = {{"RuntimeError", NULL},
                                 {"ValueError", "fewer operands provided to einstein sum function "
                                                "than specified in the subscripts string"}},
    [QKV_FAULT_LETTER_SIZES] = {{"RuntimeError", NULL}, {"ValueError", NULL}},
    [QKV_FAULT_TENSORDOT] = {{"RuntimeError", NULL}, {"ValueError", "shape-mismatch for sum"}},
    [QKV_FAULT_NO_INTEGER] = {{NULL}, {"ValueError", "low >= high"}},
    [TORCH_FAULT_SUBSCRIPT] = {{"IndexError",
                                "only integers, slices (`:`), ellipsis (`...`), None and long or "
                                "byte Variables are valid indices"},
                               {"IndexError",
                                "only integers, slices (`:`), ellipsis (`...`), numpy.newaxis "
                                "(`None`) and integer or boolean arrays are valid indices"}},
    [TORCH_FAULT_SCALAR] = {{"ValueError",
                             "only one element tensors can be converted to Python scalars"},
                            {"TypeError",
                             "only 0-dimensional arrays can be converted to Python scalars"}},
    [TORCH_FAULT_ITEM] = {{"RuntimeError",
                           "a Tensor with {0} elements cannot be converted to Scalar"},
                          {"ValueError", "can only convert an array of size 1 to a Python scalar"}},
    [TORCH_FAULT_ITEMS] = {{"TypeError", "iteration over a 0-d tensor"},
                           {"TypeError", "iteration over a 0-d array"}},
    [TORCH_FAULT_RAGGED] =
        {{"RuntimeError", NULL},
         {"ValueError",
          "setting an array element with a sequence. The requested array has an inhomogeneous "
          "shape after {0} dimensions. The detected shape was {a} + inhomogeneous part."}},
    [TORCH_FAULT_DOT] = {{NULL},
                         {"ValueError",
                          "shapes {a} and {b} not aligned: {0} (dim {1}) != {2} (dim {3})"}},
    [TORCH_FAULT_NUMBER] = {{"RuntimeError", NULL},
                            {"OverflowError", "Python integer {0} out of bounds for {to}"}},
    [QKV_FAULT_DIAGONAL] = {{"RuntimeError", NULL},
                            {"ValueError", "diag requires an array of at least two dimensions"}},
    [QKV_FAULT_DIAG] = {{"RuntimeError", NULL}, {"ValueError", "Input must be 1- or 2-d."}},
};
/* clang-format on */

/* --- filling the words in -------------------------------------------------------------------------------------- */

/* NumPy's "(2,3)" and "(4,)". */
static void add_shape(Buf *out, const QkvFault *f, int i, const char *open)
{
    buf_putc(out, '(');
    for (int d = 0; d < f->rank[i]; d++) {
        buf_puts(out, d ? "," : "");
        if (open && f->size[i][d] < 0)
            buf_puts(out, open);
        else
            buf_printf(out, "%lld", (long long)f->size[i][d]);
    }
    buf_puts(out, f->rank[i] == 1 ? ",)" : ")");
}

/* PyTorch's "2, 3". */
static void add_list(Buf *out, const QkvFault *f, int i)
{
    for (int d = 0; d < f->rank[i]; d++)
        buf_printf(out, "%s%lld", d ? ", " : "", (long long)f->size[i][d]);
}

/* "(2,3,4)->(2,newaxis,newaxis) (3,4,5)->(3,newaxis,newaxis) ": the batches of two products. */
static void add_batches(Buf *out, const QkvFault *f)
{
    for (int i = 0; i < f->shapes; i++) {
        add_shape(out, f, i, NULL);
        buf_puts(out, "->(");
        for (int d = 0; d < f->rank[i]; d++)
            if (d < f->rank[i] - 2)
                buf_printf(out, "%s%lld", d ? "," : "", (long long)f->size[i][d]);
            else
                buf_printf(out, "%snewaxis", d ? "," : "");
        buf_puts(out, ") ");
    }
}

static bool is_fault_word(const char *word, size_t length, const char *name)
{
    return strlen(name) == length && strncmp(word, name, length) == 0;
}

/* Adds what stands for {word}. */
static void add_word(Buf *out, const QkvFault *f, const char *word, size_t length)
{
    char c = length == 1 ? word[0] : ' ';
    int last = f->rank[1] > 0 ? f->rank[1] - 1 : 0, before = f->rank[0] > 1 ? f->rank[0] - 2 : 0;
    if (c >= '0' && c < '0' + QKV_FAULT_NUMBERS)
        buf_printf(out, "%lld", (long long)f->number[c - '0']);
    else if (c >= 'a' && c < 'a' + QKV_FAULT_SHAPES)
        add_shape(out, f, c - 'a', NULL);
    else if (is_fault_word(word, length, "new"))
        add_shape(out, f, 0, "newaxis");
    else if (is_fault_word(word, length, "list"))
        add_list(out, f, 0);
    else if (is_fault_word(word, length, "other"))
        add_list(out, f, 1);
    else if (is_fault_word(word, length, "batch"))
        add_batches(out, f);
    else if (is_fault_word(word, length, "rows"))
        buf_printf(out, "%lld", (long long)f->size[0][before]);
    else if (is_fault_word(word, length, "columns"))
        buf_printf(out, "%lld", (long long)f->size[1][last]);
    else if (is_fault_word(word, length, "ufunc"))
        buf_puts(out, torch_array_name(f->op));
    else if (is_fault_word(word, length, "letter"))
        buf_putc(out, (char)f->number[0]);
    else if (is_fault_word(word, length, "from"))
        buf_puts(out, qkv_dtype_name(f->from));
    else if (is_fault_word(word, length, "to"))
        buf_puts(out, qkv_dtype_name(f->to));
    for (int i = 0; is_fault_word(word, length, "shapes") && i < f->shapes; i++) {
        add_shape(out, f, i, NULL);
        buf_putc(out, ' ');
    }
}

static const char *filled_in(Eval *e, const char *words, const QkvFault *f)
{
    Buf out = {.arena = e->arena};
    for (const char *at = words, *end; *at; at = end + 1) {
        const char *open = strchr(at, '{');
        end = open ? strchr(open, '}') : NULL;
        if (!end) {
            buf_puts(&out, at);
            break;
        }
        buf_add(&out, at, (size_t)(open - at));
        add_word(&out, f, open + 1, (size_t)(end - open - 1));
    }
    return buf_text(&out);
}

/* --- raising ---------------------------------------------------------------------------------------------------- */

/* Tells whether a function of NumPy is called, or one of its library's. */
static bool is_in_numpy(const Eval *e)
{
    const Module *module = eval_in_library(e) ? eval_module(e) : NULL;
    bool is_call = e->call && (e->call->function->homes & IN_NUMPY);
    return is_call || (module && strncmp(module->name, "numpy", strlen("numpy")) == 0);
}

/* The library itself takes parts of what it was given, in ways that the original has not. */
static bool is_own_work(const Eval *e, const QkvFault *f)
{
    bool is_part = f->kind == TORCH_FAULT_SUBSCRIPT || f->kind == TORCH_FAULT_ITEMS ||
                   f->kind == TORCH_FAULT_SCALAR || f->kind == QKV_FAULT_INDICES;
    return is_part && eval_in_library(e);
}

/* Raises the error of a fault, with core's own words of PyTorch, where it has some. */
static bool raise_fault(Eval *e, const QkvFault *f, const char *said, const char *message)
{
    bool is_of_arrays = f->is_of_arrays || is_in_numpy(e);
    const Saying *s = is_of_arrays ? &table[f->kind].of_arrays : &table[f->kind].of_tensors;
    if (is_of_arrays && !s->class)
        return eval_refuse_name(e, "%s", message);
    const char *class = s->class ? s->class : "RuntimeError";
    said = s->words ? filled_in(e, s->words, f) : is_of_arrays ? NULL : said;
    if (said)
        eval_raise_as(e, class, said, "%s", message);
    else
        eval_raise(e, class, "%s", message);
    return is_own_work(e, f) ? !(e->is_inner = true) : eval_is_known(e);
}

bool torch_fail(Eval *e)
{
    const char *message = qkv_error(e->q);
    const QkvFault none = {0}, *f = message ? qkv_fault(e->q) : &none;
    if (message && qkv_is_lack(e->q))
        return eval_refuse_name(e, "%s%s", message, qkv_is_bound(e->q) ? eval_sizes(e) : "");
    return raise_fault(e, f, qkv_error_said(e->q), message ? message : "no result");
}

bool torch_raise(Eval *e, const QkvFault *f, const char *format, ...)
{
    Buf message = {.arena = e->arena};
    va_list args;
    va_start(args, format);
    buf_vprintf(&message, format, args);
    va_end(args);
    return raise_fault(e, f, NULL, buf_text(&message));
}
