/* The package einops: rearrange, repeat, reduce and parse_shape, and the first and the third as layers.
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
    if (v->kind != VALUE_STR) {
        arg_wrong(e, v, "pattern", "a str");
        return NULL;
    }
    if (strlen(v->text->bytes) == v->text->length)
        return v->text->bytes;
    eval_fail(e, "the pattern has a character that means nothing");
    return NULL;
}

/* h=2, d=4 */
static bool lengths_of(Eval *e, const Value *given, QkvLength **lengths, int *count)
{
    *count = given->kind == VALUE_DICT ? (int)given->dict->key.count : 0;
    *lengths = arena_many(e->arena, (size_t)*count + 1, QkvLength);
    for (int i = 0; i < *count; i++) {
        QkvLength *l = &(*lengths)[i];
        const Value *name = &given->dict->key.item[i];
        if (name->kind != VALUE_STR) /* a layer's axes_lengths can be set to any dict */
            return arg_wrong(e, name, "axes_lengths", "a dict of names and sizes");
        l->name = name->text->bytes;
        if (!value_integer(&given->dict->item.item[i], &l->size))
            return arg_wrong(e, &given->dict->item.item[i], l->name, "an integer");
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

static bool apply(Eval *e, const char *how, Arg *tensor, const Value *pattern, const Value *given,
                  Value *out)
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
    return apply(e, e->call->function->name, &args[0], &args[1].value, &args[2].value, out);
}

static const char *reduction_of(Eval *e, const Value *v)
{
    if (v->kind == VALUE_STR)
        return v->text->bytes;
    arg_wrong(e, v, "reduction", "'min', 'max', 'sum', 'mean' or 'prod'");
    return NULL;
}

static bool call_reduce(Eval *e, Arg *args, Value *out)
{
    const char *how = reduction_of(e, &args[2].value);
    return how && apply(e, how, &args[0], &args[1].value, &args[3].value, out);
}

static bool call_parse_shape(Eval *e, Arg *args, Value *out)
{
    Pattern p;
    const char *text = pattern_of(e, &args[1].value);
    if (!text)
        return false;
    *out = value_dict(e->arena);
    if (!pattern_read(e->q, "parse_shape", text, 1, &p) ||
        !pattern_measure(e->q, &p, args[0].tensor, 0, NULL)) {
        eval_blame(e, &args[1].value);
        return torch_fail(e);
    }
    for (int i = 0; i < p.axes; i++) {
        Value key = value_text(e->arena, p.axis[i].text, (size_t)p.axis[i].length);
        Value size = value_int(p.axis[i].size);
        if (!p.axis[i].is_number && i != p.dots && !eval_put(e, out->dict, &key, &size))
            return false;
    }
    return true;
}

/* --- layers ------------------------------------------------------------------------------------- */

static const char pattern_name[] = "pattern", reduction_name[] = "reduction",
                  lengths_name[] = "axes_lengths";

/* self, pattern, reduction of Reduce, lengths */
static bool call_init(Eval *e, Arg *args, Value *out)
{
    bool reduces = e->call->params->count == 4;
    Scope *names = &args[0].value.object->names;
    Value lengths = args[reduces ? 3 : 2].value;
    Pattern p;
    const char *text = pattern_of(e, &args[1].value);
    if (!text)
        return false;
    if (!pattern_read(e->q, reduces ? "Reduce" : "Rearrange", text, 2, &p)) {
        eval_blame(e, &args[1].value);
        return torch_fail(e);
    }
    *out = value_none;
    eval_bind_in(e, names, pattern_name, args[1].value);
    if (reduces)
        eval_bind_in(e, names, reduction_name, args[2].value);
    eval_bind_in(e, names, lengths_name,
                 lengths.kind == VALUE_DICT ? lengths : value_dict(e->arena));
    return !reduces || reduction_of(e, &args[2].value);
}

static bool call_forward(Eval *e, Arg *args, Value *out)
{
    Scope *names = &args[0].value.object->names;
    const Value *pattern = eval_find_in(names, pattern_name);
    const Value *reduction = eval_find_in(names, reduction_name);
    const Value *lengths = eval_find_in(names, lengths_name);
    const char *how = reduction ? reduction_of(e, reduction) : "rearrange";
    if (!pattern || !lengths)
        return eval_raise(e, "AttributeError", "%s has no '%s'", args[0].value.object->class->name,
                          pattern ? lengths_name : pattern_name);
    return how && apply(e, how, &args[1], pattern, lengths, out);
}

/* "'b (h d) -> b h d', h=2" */
static void write_layer(const Value *object, Buf *out)
{
    Scope *names = &object->object->names;
    const Value *pattern = eval_find_in(names, pattern_name);
    const Value *reduction = eval_find_in(names, reduction_name);
    const Value *lengths = eval_find_in(names, lengths_name);
    if (pattern)
        value_repr(out, pattern, LIMIT_OUTPUT);
    if (reduction) {
        buf_puts(out, ", ");
        value_repr(out, reduction, LIMIT_OUTPUT);
    }
    for (int64_t i = 0; lengths && lengths->kind == VALUE_DICT && i < lengths->dict->key.count;
         i++) {
        buf_puts(out, ", ");
        value_str(out, &lengths->dict->key.item[i], LIMIT_OUTPUT);
        buf_puts(out, "=");
        value_repr(out, &lengths->dict->item.item[i], LIMIT_OUTPUT);
    }
}

/* --- the package -------------------------------------------------------------------------------- */

static const Function init_rearrange = {"Rearrange", 0, "self pattern:s **axes_lengths", call_init};
static const Function init_reduce = {"Reduce", 0, "self pattern:s reduction **axes_lengths",
                                     call_init};
static const Function forward_layer_of = {"forward", 0, "self tensor", call_forward};

/* clang-format off */
#define LAYER(class, constructor)                                                                  \
    {.name = (class), .module = "einops.layers.torch", .base = "Module",                           \
     .write = torch_module_write, MODULE_CLASS_IN(IN_EINOPS_LAYERS), .init = &(constructor),       \
     .forward = &forward_layer_of, .extra = write_layer}
/* clang-format on */

static const NativeClass classes[] = {
    LAYER("Rearrange", init_rearrange), LAYER("Reduce", init_reduce), {0}};

static const Function table[] = {
    {"rearrange", IN_EINOPS, "tensor pattern:s **axes_lengths", call_rearrange},
    {"repeat", IN_EINOPS, "tensor pattern:s **axes_lengths", call_rearrange},
    {"reduce", IN_EINOPS, "tensor pattern:s reduction **axes_lengths", call_reduce},
    {"parse_shape", IN_EINOPS, "x:T pattern:s", call_parse_shape},
    {0},
};

static const Function *const tables[] = {table, NULL};

const Package einops_package = {.spaces = spaces, .functions = tables, .classes = classes};
