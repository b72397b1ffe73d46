/* Gradients, which are not computed here: a parameter says whether it would have one, and what would
 * compute one is refused in words. */
#include <string.h>

#include "torch/torch.h"

bool torch_gradient_attribute(Eval *e, const Value *v, const char *name, Value *out)
{
    *out = value_none;
    if (strcmp(name, "grad") == 0 || strcmp(name, "grad_fn") == 0)
        return true;
    bool is_leaf = strcmp(name, "is_leaf") == 0;
    if (!is_leaf && strcmp(name, "requires_grad") != 0)
        return false;
    if (!v->parameter && !v->tensor->wants_grad && !v->is_data && qkv_tape(e->q) &&
        v->tensor->step >= 0 && qkv_tape(e->q)->step[v->tensor->step].call.count > 0)
        return eval_refuse_name(e,
                                "%s: gradients are not computed here, so a result does not "
                                "know whether it would have one",
                                name);
    bool wants = v->parameter ? !v->parameter->is_frozen : v->tensor->wants_grad;
    *out = value_bool(is_leaf || (wants && !v->is_data));
    return true;
}

/* `require_grad`, often written, is an attribute like any other, which nothing reads. */
bool torch_gradient_store(const Value *v, const char *name, const Value *value)
{
    if (!v->parameter && strcmp(name, "requires_grad") == 0 && value->kind == VALUE_BOOL)
        qkv_want_grad(v->tensor, value->truth);
    bool known = strcmp(name, "requires_grad") == 0 || strcmp(name, "require_grad") == 0 ||
                 strcmp(name, "grad") == 0;
    if (v->parameter && strcmp(name, "requires_grad") == 0 && value->kind == VALUE_BOOL)
        v->parameter->is_frozen = !value->truth;
    return known;
}

static bool call_requires(Eval *e, Arg *args, Value *out)
{
    (void)e;
    *out = args[0].value;
    if (args[0].value.parameter)
        args[0].value.parameter->is_frozen = !args[1].truth;
    else
        qkv_want_grad(args[0].tensor, args[1].truth);
    return true;
}

static bool call_backward(Eval *e, Arg *args, Value *out)
{
    (void)args;
    (void)out;
    return eval_refuse_name(e, "%s: gradients are not part of the lesson language",
                            e->call->function->name);
}

const Function torch_gradients[] = {
    {"requires_grad_", OF_TENSOR, "self:T requires_grad:b=True", call_requires},
    {"backward", OF_TENSOR, "self gradient= retain_graph= create_graph= inputs=", call_backward},
    {"retain_grad", OF_TENSOR, "self", call_backward},
    {"register_hook", OF_TENSOR, "self hook", call_backward},
    {"register_backward_hook", OF_MODULE, "self hook", call_backward},
    {"register_full_backward_hook", OF_MODULE, "self hook", call_backward},
    {0},
};
