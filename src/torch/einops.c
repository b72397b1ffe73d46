/* The package einops: rearrange, repeat and reduce, and the first and the third as layers.
 * What a pattern comes down to is core's. */
#include <string.h>

#include "core/pattern.h"
#include "torch/torch.h"

static const Namespace spaces[] = {
    {"einops", IN_EINOPS, NULL},
    {"einops.layers.torch", IN_EINOPS_LAYERS, NULL},
    {"einops.layers", IN_SPACES, NULL},
    {0},
};

/* --- functions -------------------------------------------------------------------------------- */

/* A pattern as C takes it; NULL, after an error, for one with a NUL in it. */
static const char *pattern_of(Eval *e, const Value *v)
{
    if (!text_in(v)) {
        arg_wrong(e, v, "pattern", "a str");
        return NULL;
    }
    if (strlen(text_in(v)->bytes) == text_in(v)->length)
        return text_in(v)->bytes;
    eval_fail(e, "the pattern has a character that means nothing");
    return NULL;
}

/* h=2, d=4 */
static bool lengths_of(Eval *e, const Value *given, QkvLength **lengths, int *count)
{
    *count = dict_in(given) ? (int)dict_in(given)->key.count : 0;
    *lengths = arena_many(e->arena, (size_t)*count + 1, QkvLength);
    for (int i = 0; i < *count; i++) {
        QkvLength *l = &(*lengths)[i];
        const Value *name = &dict_in(given)->key.item[i];
        if (!text_in(name)) /* a layer's axes_lengths can be set to any dict */
            return arg_wrong(e, name, "axes_lengths", "a dict of names and sizes");
        l->name = text_in(name)->bytes;
        if (!value_integer(&dict_in(given)->item.item[i], &l->size))
            return arg_wrong(e, &dict_in(given)->item.item[i], l->name, "an integer");
    }
    return true;
}

/* A list of tensors has one axis more. */
static bool read_tensor(Eval *e, Arg *a, const QkvTensor **out)
{
    *out = a->value.tensor;
    if (a->value.kind == VALUE_TENSOR)
        return true;
    if (!value_is_row(&a->value))
        return arg_wrong(e, &a->value, "tensor", "a tensor or a list of them");
    if (!torch_tensors(e, "tensor", a))
        return false;
    *out = qkv_stack(e->q, a->count, a->tensors, 0);
    return *out || torch_fail(e);
}

static bool apply_pattern(Eval *e, const char *how, Arg *tensor, const Value *pattern,
                          const Value *given, Value *out)
{
    QkvLength *lengths;
    int count;
    const QkvTensor *t;
    const char *text = pattern_of(e, pattern);
    if (!text || !read_tensor(e, tensor, &t) || !lengths_of(e, given, &lengths, &count))
        return false;
    const QkvTensor *result = qkv_rearrange(e->q, how, t, text, count, lengths);
    if (!result)
        eval_blame(e, pattern);
    return torch_result(e, result, out);
}

static bool call_rearrange(Eval *e, Arg *args, Value *out)
{
    return apply_pattern(e, e->call->function->name, &args[0], &args[1].value, &args[2].value, out);
}

static const char *reduction_of(Eval *e, const Value *v)
{
    if (text_in(v))
        return text_in(v)->bytes;
    arg_wrong(e, v, "reduction", "'min', 'max', 'sum', 'mean' or 'prod'");
    return NULL;
}

static bool call_reduce(Eval *e, Arg *args, Value *out)
{
    const char *how = reduction_of(e, &args[2].value);
    return how && apply_pattern(e, how, &args[0], &args[1].value, &args[3].value, out);
}

/* --- the package -------------------------------------------------------------------------------- */

/* Reads a pattern, as making a layer does. */
static bool call_check(Eval *e, Arg *args, Value *out)
{
    Pattern p;
    const char *text = pattern_of(e, &args[1].value);
    *out = value_none;
    return text && (pattern_read(e->q, args[0].text->bytes, text, &p) || torch_fail(e));
}

static const Function table[] = {
    {"_check", IN_EINOPS, "layer:s pattern", call_check},
    {"rearrange", IN_EINOPS, "tensor pattern:s **axes_lengths", call_rearrange},
    {"repeat", IN_EINOPS, "tensor pattern:s **axes_lengths", call_rearrange},
    {"reduce", IN_EINOPS, "tensor pattern:s reduction **axes_lengths", call_reduce},
    {0},
};

static const Function *const tables[] = {table, NULL};

const Package einops_package = {.spaces = spaces, .functions = tables};
