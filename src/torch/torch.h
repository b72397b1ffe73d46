/* PyTorch for lessons: its names, modules and classes as tables for the evaluator.
 *
 * An operation of core whose row says where it is called needs no line here: its signature is
 * read, and its row applied. The tables hold what is more than that, or less plain: a function of
 * the same name in them comes before the operation. */
#ifndef TORCH_TORCH_H
#define TORCH_TORCH_H

#include "core/qkv.h"
#include "python/args.h"

extern const Package torch_package;

/* Where its functions are found, beside those that are built in; the first three as a row of core
 * has them. Methods get the object as their first argument. */
enum {
    HOMES_OF_OPS = 8, /* the bits of a row of core begin here */
    IN_TORCH = QKV_IN_TORCH << HOMES_OF_OPS,
    IN_FUNCTIONAL = QKV_IN_FUNCTIONAL << HOMES_OF_OPS,
    OF_TENSOR = QKV_IN_TENSOR << HOMES_OF_OPS,
    IN_BOTH = IN_TORCH | OF_TENSOR,
    IN_NN = 1 << 16,
    IN_UTILS = 1 << 17,
    IN_RNN = 1 << 18,
    OF_MODULE = 1 << 19,
};

/* The letters of signatures beside Python's:
 *
 *     T  a tensor                       L  a list or tuple of tensors
 *     O  a tensor or a plain number     E  tensors, each an argument of its own: "*operands:E"
 *     d  a type: torch.float32, or Python's float, int or bool */

/* --- between values and core ---------------------------------------------------------------- */

/* Turns a core result into a value; a NULL one becomes an error at the expression in hand. */
bool torch_result(Eval *e, const QkvTensor *t, Value *out);
bool torch_made(Eval *e, QkvModule *m, Value *out);
/* The error of core at the expression in hand; returns false. */
bool torch_fail(Eval *e);
/* An argument is refused, with the error that it has no parameter for; returns false. */
bool torch_refuse(Eval *e, const Arg *arg, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* The tensor is called by what it is assigned to: "layer.weight". */
void torch_name(Eval *e, const Node *target, const QkvTensor *t);
/* The type that an argument of letter d asks for, or the other. */
QkvDType torch_type(const Arg *arg, QkvDType otherwise);
/* A tensor or a plain number as an operand; false after an error that calls it so. */
bool torch_operand(Eval *e, const Value *v, const char *param, const QkvTensor **out);
/* Reads the tensors of a list or tuple. */
bool torch_tensors(Eval *e, const char *param, Arg *a);
/* Applies the row of core that the function in hand is. */
bool torch_apply(Eval *e, Arg *args, Value *out);

/* --- the tables ------------------------------------------------------------------------------- */

extern const Kind torch_tensor, torch_module;
extern const Function torch_making[], torch_math[], torch_reducing[], torch_shaping[],
    torch_random[], torch_layers[], torch_of_tensor[], torch_of_module[];
/* The constructors of the classes of attention, from the variants and switches of core. */
const Function *torch_attention_classes(Arena *a);

#endif
