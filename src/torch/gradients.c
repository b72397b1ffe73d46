/* Gradients: what a tensor knows of its own, and the way back that gives it one. The modes (torch.no_grad) and
 * optimizers are Python: torch.autograd.py, torch.optim.py. */
#include <string.h>

#include "torch/torch.h"

/* --- of one tensor ---------------------------------------------------------------------------------- */

/* As PyTorch prints it, but for the place in memory. */
static Value node_of(Eval *e, const QkvTensor *t)
{
    if (!t->grad_fn)
        return value_none;
    const char *end = strstr(t->grad_fn, "Backward"); /* without a number: of a lesson's Function */
    bool is_own = end && !end[strlen("Backward")];
    const char *of = is_own ? "torch.autograd.function." : "";
    const char *text = arena_format(e->arena, "<%s%s object>", of, t->grad_fn);
    return value_string(e->arena, text);
}

bool torch_gradient_attribute(Eval *e, const Value *v, const char *name, Value *out)
{
    const QkvTensor *t = value_now(v);
    if (strcmp(name, "grad") == 0) {
        const QkvTensor *grad = v->is_data ? NULL : qkv_origin(t)->grad;
        *out = grad ? value_tensor(grad) : value_none;
    } else if (strcmp(name, "grad_fn") == 0) {
        *out = v->is_data ? value_none : node_of(e, t);
        return qkv_has_way(e->q, t) || torch_fail(e);
    } else if (strcmp(name, "is_leaf") == 0) {
        *out = value_bool(!t->grad_fn);
        return qkv_has_way(e->q, t) || torch_fail(e);
    } else if (strcmp(name, "requires_grad") == 0) {
        *out = value_bool(qkv_wants_grad(t) && !v->is_data);
    } else if (strcmp(name, "retains_grad") == 0) {
        *out = value_bool(t->grad_fn && qkv_origin(t)->keeps_grad);
    } else {
        return false;
    }
    return true;
}

bool torch_want_gradient(Eval *e, const Value *v, bool wants)
{
    const QkvTensor *t = value_now(v);
    if (wants && !qkv_is_float(t->dtype))
        return eval_raise(e, "RuntimeError",
                          "Only Tensors of floating point and complex dtype can require gradients");
    if (wants && t->is_inference && !qkv_infers(e->q))
        return eval_raise(e, "RuntimeError",
                          "Setting requires_grad=True on inference tensor outside InferenceMode is "
                          "not allowed.");
    if (t->grad_fn && !wants)
        return eval_raise(e, "RuntimeError",
                          "you can only change requires_grad flags of leaf variables. If you want "
                          "to use a computed variable in a subgraph that doesn't require "
                          "differentiation use var_no_grad = var.detach().");
    if (!t->grad_fn)
        qkv_want_grad(t, wants);
    return true;
}

/* The sizes as in a list: "2, 3". */
static const char *sizes_of(Eval *e, const QkvTensor *t)
{
    Buf text = {.arena = e->arena};
    for (int d = 0; d < t->rank; d++)
        buf_printf(&text, "%s%lld", d ? ", " : "", (long long)t->size[d]);
    return buf_text(&text);
}

static bool fits_grad(Eval *e, const QkvTensor *t, const QkvTensor *grad)
{
    static const char *const names[] = {[QKV_BOOL] = "bool",
                                        [QKV_UINT8] = "unsigned char",
                                        [QKV_INT32] = "int",
                                        [QKV_INT64] = "long int",
                                        [QKV_FLOAT32] = "float",
                                        [QKV_FLOAT64] = "double",
                                        [QKV_BFLOAT16] = "c10::BFloat16",
                                        [QKV_FLOAT16] = "c10::Half"};
    if (qkv_is_same(t, grad))
        return eval_raise(e, "RuntimeError", "can't assign Variable as its own grad");
    if (grad->dtype != t->dtype)
        return eval_raise(e, "RuntimeError",
                          "attempting to assign a gradient with dtype '%s' to a tensor with "
                          "grad_dtype '%.*s'. The gradient must match the tensor's grad_dtype "
                          "(defaults to the tensor's dtype). You can set the tensor's grad_dtype "
                          "attribute with a specific dtype, or None to allow any dtype. Set "
                          "grad_dtype with caution. Diverging the dtypes of a tensor and its "
                          "gradient may break downstream systems that assume they match.",
                          names[grad->dtype], (int)(strlen(type_class(t->dtype)) - 2 * TORCH_DOT),
                          type_class(t->dtype) + TORCH_DOT);
    return qkv_tensor_same_shape(grad, t) ||
           eval_raise(e, "RuntimeError",
                      "attempting to assign a gradient of size '[%s]' to a tensor of size '[%s]'. "
                      "Please ensure that the gradient and the tensor are the same size",
                      sizes_of(e, grad), sizes_of(e, t));
}

static bool store_grad(Eval *e, const Value *v, const Value *value)
{
    const QkvTensor *t = value_now(v);
    if (value->kind != VALUE_NONE && value->kind != VALUE_TENSOR)
        return eval_raise(e, "TypeError",
                          "assigned grad expected to be a Tensor or None but got "
                          "grad of type %s",
                          value_type(value));
    const QkvTensor *grad = value->kind == VALUE_TENSOR ? value_now(value) : NULL;
    if (grad && !fits_grad(e, t, grad))
        return false;
    qkv_set_grad(t, grad);
    return true;
}

/* `require_grad`, often written, is an attribute like any other, which nothing reads. */
bool torch_gradient_store(Eval *e, const Value *v, const char *name, const Value *value,
                          bool *known)
{
    bool wants = strcmp(name, "requires_grad") == 0, grad = strcmp(name, "grad") == 0;
    *known = wants || grad || strcmp(name, "require_grad") == 0;
    if (wants && value_now(v)->grad_fn && value_truth(value))
        return eval_raise(e, "RuntimeError",
                          "you can only change requires_grad flags of leaf variables.");
    if (wants)
        return torch_want_gradient(e, v, value_truth(value));
    return !grad || store_grad(e, v, value);
}

static bool call_requires(Eval *e, Arg *args, Value *out)
{
    *out = args[0].value;
    return torch_want_gradient(e, out, args[1].truth);
}

static bool call_retain(Eval *e, Arg *args, Value *out)
{
    const QkvTensor *t = args[0].tensor;
    *out = value_none;
    if (!qkv_wants_grad(t))
        return eval_raise(e, "RuntimeError",
                          "can't retain_grad on Tensor that has requires_grad=False");
    if (t->grad_fn)
        qkv_keep_grad(t);
    return true;
}

static bool call_refused(Eval *e, Arg *args, Value *out)
{
    (void)args;
    (void)out;
    return eval_refuse_name(e,
                            "%s: gradients of modules are not watched here: use the hook of a "
                            "tensor",
                            e->call->function->name);
}

/* --- hooks: what a lesson wants to be told of a gradient --------------------------------------------- */

/* The hooks of a tensor, as RemovableHandle keeps them; NULL for none. */
static List *hooks_of(const Eval *e, const QkvTensor *t)
{
    for (int64_t i = 0; i < e->hooked.count; i++) {
        const Value *pair = row_in(&e->hooked.item[i])->item;
        if (pair[0].tensor == t)
            return row_in(&pair[1]);
    }
    return NULL;
}

/* A type as the errors about hooks call it. */
static const char *class_of(QkvDType dtype)
{
    return dtype == QKV_BOOL ? "CPUBoolType" : type_class(dtype);
}

/* Result of a hook, in the place of the gradient; NULL after the error that it cannot be there. */
static const QkvTensor *hook_result(Eval *e, const Value *hook, const Value *result,
                                    const QkvTensor *gradient)
{
    const char *name = closure_in(hook) ? closure_in(hook)->name : "hook";
    if (result->kind == VALUE_NONE)
        return gradient;
    if (result->kind != VALUE_TENSOR || result->tensor->is_array)
        eval_raise(e, "TypeError", "expected Variable, but hook returned '%s'", value_type(result));
    else if (value_now(result)->dtype != gradient->dtype)
        eval_raise(e, "RuntimeError", "hook '%s' has changed the type of value (was %s got %s)",
                   name, class_of(gradient->dtype), class_of(value_now(result)->dtype));
    else if (!qkv_tensor_same_shape(value_now(result), gradient))
        eval_raise(e, "RuntimeError", "hook '%s' has changed the size of value", name);
    else
        return value_now(result);
    return NULL;
}

/* Calls the hooks of a tensor, in the order in which they were registered. */
static const QkvTensor *call_hooks(void *data, const QkvTensor *t, const QkvTensor *gradient)
{
    Eval *e = data;
    const List *hooks = hooks_of(e, t);
    if (!hooks)
        return gradient;
    List now = *hooks; /* as it is before one of them takes itself away */
    for (int64_t i = 0; gradient && i < now.count; i++) {
        const List *pair = value_items(&now.item[i]);
        Value result = value_none;
        Given given = {0};
        if (!pair || pair->count < 2)
            continue;
        given_add(e, &given, NULL, value_tensor(gradient), NULL);
        gradient = eval_invoke(e, &pair->item[1], &given, &result)
                       ? hook_result(e, &pair->item[1], &result, gradient)
                       : NULL;
    }
    return gradient;
}

/* _hooks(tensor): the list of its hooks, which are called from now on. */
static bool call_hooks_of(Eval *e, Arg *args, Value *out)
{
    const QkvTensor *of = qkv_origin(args[0].tensor);
    Value hooks = {.kind = VALUE_LIST, .list = hooks_of(e, of)};
    if (!row_in(&hooks)) {
        hooks = value_list(e->arena, VALUE_LIST);
        list_add(e->arena, &e->hooked, value_pair(e->arena, value_tensor(of), hooks));
    }
    qkv_watch_gradients(e->q, call_hooks, e);
    qkv_watch(of);
    *out = hooks;
    return true;
}

/* --- the way back --------------------------------------------------------------------------------- */

static bool refuse_second(Eval *e, const Arg *creates)
{
    return creates->value.kind == VALUE_ABSENT || !value_truth(&creates->value) ||
           torch_lack(e, creates, "a gradient of a gradient is not computed here");
}

/* The error is core's, or that of a hook. */
static bool fail_on_way(Eval *e)
{
    return !e->err->set && torch_fail(e);
}

static bool call_backward(Eval *e, Arg *args, Value *out)
{
    enum { SELF, GRADIENT, RETAIN, CREATE };
    *out = value_none;
    if (!refuse_second(e, &args[CREATE]))
        return false;
    return qkv_backward(e->q, args[SELF].tensor, args[GRADIENT].tensor,
                        args[RETAIN].value.kind != VALUE_ABSENT &&
                            value_truth(&args[RETAIN].value)) ||
           fail_on_way(e);
}

/* _gradients(outputs, inputs, grad_outputs, retain_graph): a list, with None where no way leads. Without
 * inputs all leaves keep theirs. */
static bool call_gradients(Eval *e, Arg *args, Value *out)
{
    enum { OUTPUTS, INPUTS, GIVEN, RETAIN };
    int n = args[INPUTS].count;
    const QkvTensor **found = arena_many(e->arena, (size_t)n + 1, const QkvTensor *);
    const QkvTensor *const *given = args[GIVEN].count > 0 ? args[GIVEN].tensors : NULL;
    for (int i = 0; i < n; i++)
        if (!qkv_wants_grad(args[INPUTS].tensors[i]))
            return eval_raise(e, "RuntimeError",
                              "One of the differentiated Tensors does not require grad");
    if (!qkv_gradients_of(e->q, args[OUTPUTS].count, args[OUTPUTS].tensors, given,
                          args[RETAIN].truth, n, args[INPUTS].tensors, found))
        return fail_on_way(e);
    *out = value_list(e->arena, VALUE_LIST);
    for (int i = 0; i < n; i++)
        list_add(e->arena, row_in(out), found[i] ? value_tensor(found[i]) : value_none);
    return true;
}

/* --- torch.autograd.Function: a way back in Python --------------------------------------------------- */

typedef struct PythonWay {
    Eval *e;
    Value back;
    int outs, ins;
} PythonWay;

/* Reads what the function gave for one operand. */
static bool read_found(const PythonWay *w, const Value *v, const QkvTensor **found)
{
    if (v->kind != VALUE_NONE && (v->kind != VALUE_TENSOR || v->tensor->is_array))
        return eval_raise(w->e, "RuntimeError", "expected Variable or None (got %s)",
                          value_type(v));
    *found = v->kind == VALUE_NONE ? NULL : value_now(v);
    return true;
}

/* Calls back(gradient of each result), which gives a list with one for each operand. */
static bool go_python_way(void *data, const QkvTensor *const given[], const QkvTensor *found[])
{
    const PythonWay *w = data;
    Given args = {0};
    Value result = value_none;
    for (int i = 0; i < w->outs; i++)
        given_add(w->e, &args, NULL, given[i] ? value_tensor(given[i]) : value_none, NULL);
    if (!eval_invoke(w->e, &w->back, &args, &result))
        return false;
    const List *all = value_items(&result);
    for (int i = 0; i < w->ins; i++)
        if (!read_found(w, &all->item[i], &found[i]))
            return false;
    return true;
}

/* _lead_back(name, since, results, operands, saved, back): the results with that way. */
static bool call_lead_back(Eval *e, Arg *args, Value *out)
{
    enum { NAME, SINCE, OUTS, INS, SAVED, BACK };
    PythonWay *w = arena_new(e->arena, PythonWay);
    int outs = args[OUTS].count;
    const QkvTensor **to = arena_many(e->arena, (size_t)outs + 1, const QkvTensor *);
    *w = (PythonWay){e, args[BACK].value, outs, args[INS].count};
    QkvWay way = {args[NAME].text->bytes,   go_python_way,     w,
                  (int)args[SINCE].integer, args[SAVED].count, args[SAVED].tensors};
    memcpy(to, args[OUTS].tensors, (size_t)outs * sizeof *to);
    list_add(e->arena, &e->ways, w->back);
    if (!qkv_lead_back(e->q, &way, outs, to, w->ins, args[INS].tensors))
        return torch_fail(e);
    *out = value_list(e->arena, VALUE_LIST);
    for (int i = 0; i < outs; i++)
        list_add(e->arena, row_in(out), value_tensor(to[i]));
    return true;
}

/* _steps(): how many there are on the tape. */
static bool call_steps(Eval *e, Arg *args, Value *out)
{
    (void)args;
    *out = value_int(qkv_tape(e->q) ? qkv_tape(e->q)->count : 0);
    return true;
}

/* _mode(on): whether what is computed has a way back; gives how it was. */
static bool call_mode(Eval *e, Arg *args, Value *out)
{
    *out = value_bool(qkv_gradients(e->q, args[0].truth));
    return true;
}

/* _named(t, name): t, whose way back has PyTorch's name for the function that made it. */
static bool call_named(Eval *e, Arg *args, Value *out)
{
    (void)e;
    *out = args[0].value;
    qkv_no_view(args[0].tensor);
    qkv_grad_fn(args[0].tensor, NULL, args[1].text->bytes);
    return true;
}

/* _write(t, result, operands): what was computed, of t too, in its place. */
static bool call_write(Eval *e, Arg *args, Value *out)
{
    for (int i = 0; i < args[2].count; i++)
        if (!qkv_can_read(e->q, args[0].tensor, args[2].tensors[i]))
            return torch_fail(e);
    return torch_write(e, &args[0].value, args[1].tensor, out);
}

/* _inference(on): whether it is inference mode; gives how it was. */
static bool call_inference(Eval *e, Arg *args, Value *out)
{
    *out = value_bool(qkv_inference(e->q, args[0].truth));
    return true;
}

static bool call_is_enabled(Eval *e, Arg *args, Value *out)
{
    (void)args;
    *out = value_bool(qkv_has_gradients(e->q));
    return true;
}

const Function torch_gradients[] = {
    {"requires_grad_", OF_TENSOR, "self:T requires_grad:b=True", call_requires},
    {"backward", OF_TENSOR, "self:T gradient:T=None retain_graph= create_graph=", call_backward},
    {"retain_grad", OF_TENSOR, "self:T", call_retain},
    {"register_backward_hook", OF_MODULE, "self hook", call_refused},
    {"register_full_backward_hook", OF_MODULE, "self hook", call_refused},
    {"is_grad_enabled", IN_TORCH, "", call_is_enabled},
    {"_gradients", IN_HIDDEN, "outputs:L inputs:L given:L retain:b", call_gradients},
    {"_hooks", IN_HIDDEN, "tensor:T", call_hooks_of},
    {"_lead_back", IN_HIDDEN, "name:s since:i outs:L ins:L saved:L back", call_lead_back},
    {"_steps", IN_HIDDEN, "", call_steps},
    {"_mode", IN_HIDDEN, "on:b", call_mode},
    {"_named", IN_HIDDEN, "t:T name:s", call_named},
    {"_write", IN_HIDDEN, "t:T result:T operands:L", call_write},
    {"_inference", IN_HIDDEN, "on:b", call_inference},
    {0},
};
