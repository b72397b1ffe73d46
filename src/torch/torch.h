/* PyTorch for lessons: its names, modules and classes as tables for the evaluator. */
#ifndef TORCH_TORCH_H
#define TORCH_TORCH_H

#include "python/names.h"

extern const Library torch_library;

/* Where its functions are found, beside those that are built in. */
enum {
    IN_TORCH = 1 << 8,
    IN_NN = 1 << 9,
    IN_FUNCTIONAL = 1 << 10,
    IN_UTILS = 1 << 11,
    IN_RNN = 1 << 12,
    OF_TENSOR = 1 << 13, /* methods: the first parameter is the object */
    OF_MODULE = 1 << 14,
};

/* --- between values and core ---------------------------------------------------------------- */

/* Turns a core result into a value; a NULL one becomes an error at the expression in hand. */
bool torch_result(Eval *e, const QkvTensor *t, Value *out);
bool torch_made(Eval *e, QkvModule *m, Value *out);
/* The tensor is called by what it is assigned to: "layer.weight". */
void torch_name(Eval *e, const Node *target, const QkvTensor *t);
/* Writes a result into the memory of a tensor, which *out then is: x += 1, x.add_(1). */
bool torch_write(Eval *e, const Value *v, const QkvTensor *result, Value *out);
/* The error of core at the expression in hand; returns false. */
bool torch_fail(Eval *e);

/* An argument as a tensor, or as a tensor or a number; false after an error that names the
 * parameter and marks the argument. */
bool arg_tensor(Eval *e, const Value *v, const char *param, const QkvTensor **out);
bool arg_operand(Eval *e, const Value *v, const char *param, const QkvTensor **out);
/* NULL for None, too, and for a tensor that is left out. */
bool arg_tensor_or_none(Eval *e, const Value *v, const char *param, const QkvTensor **out);
/* torch.float32, or Python's float, int or bool; absent ones leave *out. */
bool arg_dtype(Eval *e, const Value *v, QkvDType *out);

/* A module, or an object of a class that a lesson made from nn.Module: what it is in core, whether it
 * is one, and back. */
QkvModule *torch_module_of(const Value *v);
bool torch_is_module(const Value *v);
Value torch_module_value(QkvModule *m);
void torch_module_bound(Eval *e, const Value *v, const char *name);

/* --- the tables ------------------------------------------------------------------------------- */

extern const Kind torch_tensor, torch_module;

extern const Function names_torch[];
extern const Function names_shape[];
extern const Function names_attention[];
extern const Function names_reduce[];
extern const Function names_random[];
extern const Function names_nn[];
extern const Function names_module[];
extern const Function names_product[];
extern const Function names_own[];
extern const NativeClass torch_classes[];
extern const Function names_move[];
extern const Function names_tensor[];

#endif
