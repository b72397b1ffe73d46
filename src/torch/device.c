/* Where tensors are: all on the CPU, which is asked for and told about all the same. */
#include <string.h>

#include "python/library.h"
#include "torch/torch.h"

/* --- torch.device("cpu") ------------------------------------------------------------------------ */

/* "cpu" of "cpu" and of torch.device("cpu"); NULL for what is no device. */
static const char *device_name(const Value *v)
{
    if (text_in(v))
        return text_in(v)->bytes;
    bool is_device = object_in(v) && strcmp(object_in(v)->class->name, "device") == 0;
    const Value *type = is_device ? eval_find_in(&object_in(v)->names, "type") : NULL;
    return type && text_in(type) ? text_in(type)->bytes : NULL;
}

static bool begins(const char *text, const char *begin)
{
    return text && strncmp(text, begin, strlen(begin)) == 0;
}

/* A graphics card is refused by name. */
static bool is_here(Eval *e, const Value *device)
{
    const char *name = device_name(device);
    return !(begins(name, "cuda") || begins(name, "mps")) ||
           eval_refuse_name(e, "there is no device '%s' here: everything runs on the CPU", name);
}

static bool call_here(Eval *e, Arg *args, Value *out)
{
    *out = value_none;
    return is_here(e, &args[0].value);
}

/* x.device: see library.c. */
bool torch_device(Eval *e, const QkvTensor *t, Value *out)
{
    Given given = {0};
    const Value *class = library_value(e, "torch", "device");
    (void)t;
    return class && eval_invoke(e, class, &given, out);
}

/* --- moves that change nothing -------------------------------------------------------------------- */

/* x.to(dtype), x.to(device), x.to(device, dtype), x.to(other). */
static bool call_to(Eval *e, Arg *args, Value *out)
{
    const Value *given = &args[1].value; /* a device, a type or a tensor */
    const char *device = device_name(given);
    QkvDType type = torch_type(&args[2], args[0].tensor->dtype);
    if (!is_here(e, given))
        return false;
    if (given->kind == VALUE_TENSOR)
        type = given->tensor->dtype;
    else if (!begins(device, "cpu") && given->kind != VALUE_ABSENT && given->kind != VALUE_NONE) {
        if (!torch_read_type(e, &args[1]))
            return false;
        type = torch_type(&args[1], type);
    }
    return torch_result(e, qkv_to(e->q, args[0].tensor, type), out);
}

static bool call_cuda(Eval *e, Arg *args, Value *out)
{
    (void)args, (void)out;
    return eval_refuse_name(e, "cuda: there is no graphics card here: everything runs on the CPU");
}

static bool call_is_available(Eval *e, Arg *args, Value *out)
{
    (void)e, (void)args;
    *out = value_bool(false);
    return true;
}

const Function torch_devices[] = {
    {"to", OF_TENSOR, "self:T device= dtype:d= non_blocking= copy=", call_to},
    {"cpu", OF_TENSOR, "self:T", native_self},
    {"cuda", OF_TENSOR, "self:T device=", call_cuda},
    {"is_available", IN_HIDDEN, "", call_is_available},
    {"_here", IN_HIDDEN, "device", call_here},
    {0},
};
