/* The classes of torch.nn, a row each: from any of them a lesson can make its own. */
#include "torch/torch.h"

#define CLASS(class, file)                                                                         \
    .name = (class), .module = "torch.nn.modules." file, .base = "Module",                         \
    .write = torch_module_write, MODULE_CLASS_IN(IN_NN)
/* clang-format off */
#define LAYER(class, file, constructor)                                                            \
    {CLASS(class, file), .init = &(constructor), .forward = &forward_layer}
#define ACTIVATION(class, constructor)                                                             \
    {CLASS(class, "activation"), .init = &(constructor), .forward = &forward_activation,           \
     .extra = write_activation}

#define MODE(n)                                                                                    \
    {.name = (n), .module = "torch.autograd.grad_mode", .homes = IN_TORCH,                         \
     .begin = torch_mode_begin, .call = torch_mode_call, .write = torch_mode_write}

/* One row, one class. */
const NativeClass torch_classes[] = {
    {.name = "Module",
     .module = "torch.nn.modules.module",
     .write = torch_module_write,
     MODULE_CLASS_IN(IN_NN)},
    {CLASS("Linear", "linear"), .init = &init_linear, .forward = &forward_layer,
     .table = table_linear},
    {CLASS("LazyLinear", "linear"), .init = &init_lazy_linear, .forward = &forward_lazy_linear,
     .extra = write_lazy_linear},
    {.name = "NonDynamicallyQuantizableLinear",
     .module = "torch.nn.modules.linear",
     .base = "Linear",
     .write = torch_module_write,
     MODULE_CLASS_IN(IN_HIDDEN),
     .init = &init_linear,
     .forward = &forward_layer},
    {CLASS("MultiheadAttention", "activation"), .init = &init_multihead,
     .forward = &forward_multihead},
    {CLASS("Embedding", "sparse"), .init = &init_embedding, .forward = &forward_layer,
     .table = table_embedding},
    LAYER("Dropout", "dropout", init_dropout),
    LAYER("LayerNorm", "normalization", init_layer_norm),
    {CLASS("ModuleList", "container"), .init = &init_module_list, .items = &items_module_list,
     .table = table_module_list},
    {CLASS("Sequential", "container"), .init = &init_sequential, .forward = &forward_sequential,
     .items = &items_module_list, .table = table_sequential},
    {CLASS("ModuleDict", "container"), .init = &init_module_dict, .items = &items_module_dict,
     .table = table_module_dict},
    {CLASS("ParameterList", "container"), .init = &init_parameter_list,
     .items = &items_parameter_list, .table = table_parameter_list, .extra = write_parameters},
    {CLASS("ParameterDict", "container"), .init = &init_parameter_dict,
     .items = &items_parameter_dict, .table = table_parameter_dict, .extra = write_parameters},
    ACTIVATION("ReLU", init_inplace),
    ACTIVATION("ReLU6", init_inplace),
    ACTIVATION("GELU", init_gelu),
    ACTIVATION("SiLU", init_inplace),
    ACTIVATION("Mish", init_inplace),
    ACTIVATION("Tanh", init_plain),
    ACTIVATION("Sigmoid", init_plain),
    ACTIVATION("LogSigmoid", init_plain),
    ACTIVATION("Softsign", init_plain),
    ACTIVATION("Hardsigmoid", init_inplace),
    ACTIVATION("Hardswish", init_inplace),
    ACTIVATION("Softmax", init_softmax),
    ACTIVATION("LogSoftmax", init_softmax),
    ACTIVATION("LeakyReLU", init_leaky_relu),
    ACTIVATION("ELU", init_elu),
    ACTIVATION("Softplus", init_softplus),
    {CLASS("Identity", "linear"), .init = &init_identity, .forward = &forward_activation},
    {CLASS("Flatten", "flatten"), .init = &init_flatten, .forward = &forward_activation,
     .extra = write_activation},
    {.name = "finfo",
     .module = "torch",
     .homes = IN_TORCH,
     .init = &init_finfo,
     .write = write_info},
    {.name = "iinfo",
     .module = "torch",
     .homes = IN_TORCH,
     .init = &init_iinfo,
     .write = write_info},
    MODE("no_grad"),
    MODE("enable_grad"),
    MODE("inference_mode"),
    MODE("set_grad_enabled"),
    {0},
};
/* clang-format on */
