/* PyTorch for lessons: its names, modules and classes as tables for the evaluator.
 *
 * An operation of core whose row says where it is called needs no line here: its signature is
 * read, and its row applied. The tables hold what is more than that, or less plain: a function of
 * the same name in them comes before the operation. */
#ifndef TORCH_TORCH_H
#define TORCH_TORCH_H

#include "core/qkv.h"
#include "core/tensor.h"
#include "python/object.h"
#include "python/signature.h"
#include "python/type.h"

/* How long "torch." is, which type_class() begins with. */
enum { TORCH_DOT = 6 };

extern const Package torch_package, numpy_package, einops_package;
extern const LibraryModule torch_modules[];

/* Where its functions are found, beside those that are built in; the first three as a row of core
 * has them. Methods get the object as their first argument. */
enum {
    HOMES_OF_OPS = HOMES_OF_PYTHON, /* the bits of a row of core begin here */
    IN_TORCH = QKV_IN_TORCH << HOMES_OF_OPS,
    IN_FUNCTIONAL = QKV_IN_FUNCTIONAL << HOMES_OF_OPS,
    OF_TENSOR = QKV_IN_TENSOR << HOMES_OF_OPS,
    IN_BOTH = IN_TORCH | OF_TENSOR,
    IN_NN = 1 << 22,
    IN_QKV = 1 << 23, /* the project's own: the classes of attention */
    OF_MODULE = 1 << 24,
    IN_INIT = 1 << 25,
    IN_COPY = 1 << 26,
    IN_SPACES =
        1 << 27, /* only namespaces, and modules of library.c: torch.backends, torch.linalg */
    IN_EINOPS = 1 << 28,
    IN_EINOPS_LAYERS = 1 << 29,
    IN_HIDDEN = 1 << 30, /* torch._C: what the package itself builds on */
};
_Static_assert(IN_NN > OF_TENSOR && IN_NN > IN_FUNCTIONAL && IN_NN > IN_TORCH,
               "each home has a bit of its own");

/* The letters of signatures beside Python's:
 *
 *     T  a tensor                       L  a list or tuple of tensors
 *     O  a tensor or a plain number     E  tensors, each an argument of its own: "*operands:E"
 *     d  a type: torch.float32, or Python's float, int or bool
 *     A  an array of NumPy, a list of numbers or a number */

/* --- between values and core ---------------------------------------------------------------- */

/* Turns a core result into a value; a NULL one becomes an error at the expression in hand. */
bool torch_result(Eval *e, const QkvTensor *t, Value *out);
/* Writes a result into the memory of a tensor, which *out then is: x += 1, x.add_(1). */
bool torch_write(Eval *e, const Value *v, const QkvTensor *result, Value *out);
/* The error of core at the expression in hand; returns false. */
bool torch_fail(Eval *e);
/* Faults that this room finds itself, as kinds beside core's: see fault.c. */
enum {
    TORCH_FAULT_SUBSCRIPT = QKV_FAULTS, /* value that is no subscript                    */
    TORCH_FAULT_SCALAR,                 /* float(x) of several                           */
    TORCH_FAULT_ITEM,                   /* x.item() of several: how many                 */
    TORCH_FAULT_ITEMS,                  /* a single number has none                      */
    TORCH_FAULT_RAGGED,                 /* rows of unlike length: how deep; sizes so far */
    TORCH_FAULT_DOT,                    /* sizes of np.dot, and which axes they are of   */
    TORCH_FAULT_NUMBER,                 /* number that a type cannot hold                */
    TORCH_FAULTS
};
/* Raises what the library in hand does of a fault, with this message where nobody catches it; returns false. */
bool torch_raise(Eval *e, const QkvFault *f, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* False, after a TypeError, where keepdim is given and no axis. */
bool torch_wants_axis(Eval *e, bool has_axis, const Arg *keepdim);
/* An argument is refused, with the error that it has no parameter for; returns false. */
bool torch_refuse(Eval *e, const Arg *arg, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* The same for what PyTorch or NumPy would take: nothing catches it. */
bool torch_lack(Eval *e, const Arg *arg, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* Reads an argument as letter d does. */
bool torch_read_type(Eval *e, Arg *a);
/* The type that an argument of letter d asks for, or the other. */
QkvDType torch_type(const Arg *arg, QkvDType otherwise);
/* A tensor or a plain number as an operand; false after an error that calls it so. */
bool torch_operand(Eval *e, const Value *v, const char *param, const QkvTensor **out);
/* An array of NumPy, or what becomes one: a list of numbers, a number. */
bool torch_array(Eval *e, const Value *v, const char *param, const QkvTensor **out);
/* The same cells as an array of NumPy or as a tensor, in the same memory; NULL of NULL. */
const QkvTensor *torch_of_kind(Eval *e, const QkvTensor *t, bool is_array);
/* The tensor or array of nested lists, of a type or of that which the numbers ask for. */
bool torch_nested(Eval *e, const Value *v, const Arg *type, bool is_array, const QkvTensor **out);
/* Reads the tensors of a list or tuple. */
bool torch_tensors(Eval *e, const char *param, Arg *a);
/* Finds which of several words a text is, 0 when none is given; -1 after an error that lists them. */
int torch_choose(Eval *e, const Arg *arg, const char *param, const char *const words[]);
/* Operation of an operator on two tensors; NULL for none. */
typedef const QkvTensor *TensorOperator(Qkv *q, const QkvTensor *a, const QkvTensor *b);
TensorOperator *torch_operator(Operator op);
/* Slots that arrays share with tensors: see Kind. */
bool torch_index(Eval *e, const Value *v, const Value *key, const Node *n, Value *out);
/* The subscripts of v[key], where the key is written at `n`: how many; -1 after an error. */
enum { MOST_SUBSCRIPTS = 2 * QKV_MAX_RANK };
int torch_subscripts(Eval *e, const Value *v, const Value *key, const Node *n,
                     QkvSubscript subscripts[MOST_SUBSCRIPTS]);
bool torch_contains(Eval *e, const Value *v, const Value *item, bool *found);
bool torch_number(Eval *e, const Value *v, const char *what, Value *out);
bool torch_item_at(Eval *e, const Value *v, int64_t i, Value *out);
void torch_bound(Eval *e, const Value *v, const char *name);
/* x.shape: a tuple of an array, torch.Size of a tensor. */
void torch_shape_of(Eval *e, const QkvTensor *t, Value *out);
/* Bytes of a cell in PyTorch and NumPy: here those of int32 are as wide as int64. */
int64_t torch_cell_bytes(const QkvTensor *t);
/* Finds what reads x.NAME of a tensor or an array; NULL for no such property. */
typedef bool TensorProperty(Eval *e, const QkvTensor *t, Value *out);
TensorProperty *torch_property(const QkvTensor *t, const char *name);

/* x.requires_grad and the like: false without an error when it is none of them. */
bool torch_gradient_attribute(Eval *e, const Value *v, const char *name, Value *out);
bool torch_gradient_store(Eval *e, const Value *v, const char *name, const Value *value,
                          bool *known);
/* False after PyTorch's error: only leaves of floats can be asked for a gradient. */
bool torch_want_gradient(Eval *e, const Value *v, bool wants);

/* An object of nn.Module or of a class that is made from it. */
bool torch_is_module(const Value *v);

bool torch_device(Eval *e, const QkvTensor *t, Value *out);
extern const Text torch_version, torch_name_text;

/* Why a name that PyTorch has is not here, where there is more to say than that; or NULL. */
const char *torch_why(unsigned home, const char *name);
extern const char torch_real_names[];

/* --- the tables ------------------------------------------------------------------------------- */

/* A tensor, whatever it is called; what of an array of NumPy is its own; and the type of their cells. */
extern const Kind torch_tensor, torch_numpy, torch_dtype;
#define VALUE_TENSOR (&torch_tensor)
#define VALUE_DTYPE (&torch_dtype)
Value value_tensor(const QkvTensor *t);
Value value_parameter(ValueParameter *p);
extern const Function torch_making[], torch_math[], torch_reducing[], torch_shaping[],
    torch_random[], torch_layers[], torch_functional[], torch_moving[], torch_of_tensor[],
    torch_of_module[], torch_copy[], torch_types[], torch_arrays[];
extern const Function torch_gradients[], torch_devices[];
extern const NativeClass torch_classes[];

/* NumPy's name for the row of that name: "subtract" of "sub". */
const char *torch_array_name(const char *row);

#endif
