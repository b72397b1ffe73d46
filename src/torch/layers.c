/* The layers of torch.nn as classes: what their constructors do. A layer of core gives what it is made
 * of to the object in hand, which may be of a class that a lesson made from the layer's. */
#include <string.h>

#include "core/module.h"
#include "torch/torch.h"

bool torch_take_over(Eval *e, const Value *self, const QkvModule *made, Value *out)
{
    QkvModule *m = torch_module_of(self);
    *out = value_none;
    if (!made)
        return torch_fail(e);
    QkvModuleKind *kind = arena_new(e->arena, QkvModuleKind);
    *kind = *made->kind;
    kind->name = self->object->class->name;
    m->kind = kind;
    m->own = made->own;
    m->parameter = made->parameter;
    m->parameters = made->parameters;
    m->child = made->child;
    m->children = made->children;
    return true;
}

bool torch_not_made(Eval *e, const Value *self)
{
    const char *name = self->object->class->name;
    return eval_raise_as(e, "AttributeError",
                         arena_format(e->arena, "'%s' object has no attribute 'weight'", name),
                         "%s has no weights yet: its __init__ does not call super().__init__ "
                         "with the sizes of the layer",
                         name);
}

static bool call_linear(Eval *e, Arg *args, Value *out)
{
    return torch_take_over(e, &args[0].value,
                           qkv_linear_new(e->q, args[1].integer, args[2].integer, args[3].truth),
                           out);
}

static bool call_embedding(Eval *e, Arg *args, Value *out)
{
    enum { ROWS = 1, WIDTH, PADDING, MAX_NORM, NORM_TYPE, BY_COUNT, SPARSE };
    int64_t rows = args[ROWS].integer, padding = args[PADDING].has ? args[PADDING].integer : -1;
    if (args[PADDING].has && padding < 0)
        padding += rows;
    if (args[PADDING].has && padding < 0)
        return eval_fail(e, "Embedding: there is no row %lld for 'padding_idx'",
                         (long long)(padding - rows));
    if (args[MAX_NORM].has)
        return eval_refuse_name(e, "Embedding: 'max_norm' is not part of the lesson language");
    return torch_take_over(e, &args[0].value,
                           qkv_embedding_new(e->q, rows, args[WIDTH].integer, padding), out);
}

static bool call_dropout(Eval *e, Arg *args, Value *out)
{
    const Value *p = &args[1].value;
    QkvModule *m = p->kind == VALUE_INT ? qkv_dropout_new_integer(e->q, p->integer)
                                        : qkv_dropout_new(e->q, args[1].number);
    if (m && args[2].truth)
        qkv_dropout_in_place(m);
    return torch_take_over(e, &args[0].value, m, out);
}

static bool call_layer_norm(Eval *e, Arg *args, Value *out)
{
    return torch_take_over(
        e, &args[0].value,
        qkv_layer_norm_new(e->q, args[1].count, args[1].at, args[2].number, args[3].truth), out);
}

/* Embedding.from_pretrained(rows): nothing is drawn for it. */
static bool call_from_pretrained(Eval *e, Arg *args, Value *out)
{
    const QkvTensor *rows = args[0].tensor;
    Given given = {0};
    if (rows->rank != 2)
        return torch_refuse(e, &args[0], "Embeddings parameter is expected to be 2-dimensional");
    for (int d = 0; d < 2; d++)
        given_add(e, &given, NULL, value_int(rows->size[d]), NULL);
    if (args[2].has)
        given_add(e, &given, "padding_idx", value_int(args[2].integer), NULL);
    const QkvAside *aside = qkv_aside(e->q);
    bool made = aside && object_make(e, names_class(e, IN_NN, "Embedding"), &given, out);
    qkv_return(e->q, aside);
    if (!made)
        return false;
    QkvParameter *weight = torch_module_of(out)->parameter[0].parameter;
    weight->is_frozen = args[1].truth;
    return qkv_set_value(e->q, weight, "weight", rows) || torch_fail(e);
}

/* Draws the parameters anew, into the same tensors. */
static bool call_reset(Eval *e, Arg *args, Value *out)
{
    QkvModule *m = torch_module_of(&args[0].value), *made = NULL;
    QkvSetting s[3] = {{0}};
    if (!m->kind->setting)
        return torch_not_made(e, &args[0].value);
    for (int i = 0; i < 3; i++)
        m->kind->setting(m, i, &s[i]);
    if (e->call->function->which)
        made = qkv_linear_new(e->q, s[0].integer, s[1].integer, s[2].integer);
    else
        made = qkv_embedding_new(e->q, s[0].integer, s[1].integer,
                                 s[2].kind == QKV_SETTING_INTEGER ? s[2].integer : -1);
    *out = value_none;
    for (int i = 0; made && i < made->parameters && i < m->parameters; i++)
        if (made->parameter[i].parameter && m->parameter[i].parameter &&
            !qkv_write(e->q, m->parameter[i].parameter->value, made->parameter[i].parameter->value))
            return torch_fail(e);
    return made || torch_fail(e);
}

/* super().forward(x) */
static bool call_layer(Eval *e, Arg *args, Value *out)
{
    const QkvModule *m = torch_module_of(&args[0].value);
    if (!m->kind->call)
        return torch_not_made(e, &args[0].value);
    return torch_result(e, qkv_forward(e->q, m, args[1].tensor), out);
}

/* --- LazyLinear: made when it is first called ----------------------------------------------------- */

static const char lazy_size[] = "out_features", lazy_bias[] = "bias";

static bool call_lazy_linear(Eval *e, Arg *args, Value *out)
{
    Scope *names = &args[0].value.object->names;
    *out = value_none;
    eval_bind_in(e, names, "in_features", value_int(0));
    eval_bind_in(e, names, lazy_size, value_int(args[1].integer));
    eval_bind_in(e, names, lazy_bias, value_bool(args[2].truth));
    return true;
}

static bool call_lazy_forward(Eval *e, Arg *args, Value *out)
{
    static const char *const gone[] = {"in_features", lazy_size, lazy_bias};
    const QkvTensor *x = args[1].tensor;
    Value self = args[0].value, unused;
    Scope *names = &self.object->names;
    const Value *size = eval_find_in(names, lazy_size), *bias = eval_find_in(names, lazy_bias);
    int64_t wide;
    if (x->rank == 0)
        return eval_fail(e, "LazyLinear: the input has no last axis to take its size from");
    if (!size || !bias || !value_integer(size, &wide))
        return torch_not_made(e, &self);
    QkvModule *made = qkv_linear_new(e->q, x->size[x->rank - 1], wide, value_truth(bias));
    if (!made)
        return torch_fail(e);
    for (int i = 0; i < 3; i++)
        eval_bind_in(e, names, gone[i], (Value){0});
    self.object->class = names_class(e, IN_NN, "Linear");
    Given given = {0};
    given_add(e, &given, NULL, args[1].value, NULL);
    return torch_take_over(e, &self, made, &unused) && torch_module_call(e, &self, &given, out);
}

void write_lazy_linear(const Value *object, Buf *out)
{
    const Value *size = eval_find_in(&object->object->names, lazy_size);
    const Value *bias = eval_find_in(&object->object->names, lazy_bias);
    int64_t wide;
    if (size && bias && value_integer(size, &wide))
        buf_printf(out, "in_features=0, out_features=%lld, bias=%s", (long long)wide,
                   value_truth(bias) ? "True" : "False");
    else
        module_print_settings(out, object->object->own);
}

/* --- the rows ----------------------------------------------------------------------------------- */

const Function forward_layer = {"forward", 0, "self input:T", call_layer};
const Function init_linear = {
    "Linear", 0, "self in_features:i out_features:i bias:b=True device= dtype=", call_linear};
const Function table_linear[] = {{"reset_parameters", 0, "self", call_reset, .which = true}, {0}};
const Function table_embedding[] = {
    {"reset_parameters", 0, "self", call_reset, .which = false},
    {"from_pretrained", 0, "embeddings:T freeze:b=True padding_idx:i=None", call_from_pretrained},
    {0}};
const Function init_lazy_linear = {
    "LazyLinear", 0, "self out_features:i bias:b=True device= dtype=", call_lazy_linear};
const Function forward_lazy_linear = {"LazyLinear", 0, "self input:T", call_lazy_forward};
const Function init_embedding = {
    "Embedding", 0,
    "self num_embeddings:i embedding_dim:i padding_idx:i=None max_norm:x=None norm_type:x=2.0 "
    "scale_grad_by_freq:b=False sparse:b=False device= dtype=",
    call_embedding};
const Function init_dropout = {"Dropout", 0, "self p:x=0.5 inplace:b=False", call_dropout};
const Function init_layer_norm = {
    "LayerNorm", 0,
    "self normalized_shape:I eps:x=1e-5 elementwise_affine:b=True device= dtype=", call_layer_norm};
