/* The library: its namespaces and constants, and the tables that it consists of. */
#include "torch/torch.h"

#include <math.h>
#include <string.h>

static const Namespace spaces[] = {
    {"torch", IN_TORCH, "torch"},
    {"torch.nn", IN_NN, "nn"},
    {"torch.nn.functional", IN_FUNCTIONAL, "F"},
    {"torch.nn.utils", IN_UTILS, NULL},
    {"torch.nn.utils.rnn", IN_RNN, NULL},
    {0},
};

#define TYPE(x)                                                                                    \
    {                                                                                              \
        .kind = VALUE_DTYPE, .dtype = (x)                                                          \
    }

static const Constant constants[] = {
    {"pi", IN_TORCH, NUMBER(3.141592653589793)}, {"e", IN_TORCH, NUMBER(2.718281828459045)},
    {"inf", IN_TORCH, NUMBER((double)INFINITY)}, {"nan", IN_TORCH, NUMBER((double)NAN)},
    {"float32", IN_TORCH, TYPE(QKV_FLOAT32)},    {"float", IN_TORCH, TYPE(QKV_FLOAT32)},
    {"int64", IN_TORCH, TYPE(QKV_INT64)},        {"long", IN_TORCH, TYPE(QKV_INT64)},
    {"bool", IN_TORCH, TYPE(QKV_BOOL)},          {0},
};

static const Function *const functions[] = {
    names_torch,     names_shape,  names_product, names_random, names_move, names_tensor,
    names_attention, names_reduce, names_nn,      names_module, names_own,  NULL,
};

/* PyTorch takes NumPy's names, too; and a gradient may be asked for everywhere, which means nothing
 * here. */
static const char *keyword(const Function *f, const char *name)
{
    if (strcmp(name, "requires_grad") == 0)
        return "";
    if (!(f->homes & (IN_TORCH | OF_TENSOR)))
        return NULL;
    return strcmp(name, "axis") == 0 ? "dim" : strcmp(name, "keepdims") == 0 ? "keepdim" : NULL;
}

static const Kind *const kinds[] = {&torch_tensor, &torch_module, NULL};

const Library torch_library = {functions, constants, spaces, kinds, torch_classes, keyword};
