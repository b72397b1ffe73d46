/* Modules in lessons: their attributes, setting them, and calling one. */
#include <string.h>

#include "python/eval.h"
#include "python/names.h"

/* --- calling -------------------------------------------------------------------------------- */

/* Where the evaluator keeps what the last call of a module left. */
static const QkvTensor **slot_of(Eval *e, const QkvModule *m)
{
    EvalLeft *slot = e->left_by;
    while (slot && slot->module != m)
        slot = slot->next;
    if (!slot) {
        slot = arena_new(e->arena, EvalLeft);
        *slot = (EvalLeft){.module = m, .next = e->left_by};
        e->left_by = slot;
    }
    return &slot->tensor;
}

/* The arguments of a call are the module and then its inputs. */
static bool call_module(Eval *e, Value *args, Value *out)
{
    const QkvTensor *in[QKV_MAX_INPUTS] = {0};
    QkvModule *m = args[0].module;
    const char *name;
    int count = 0;
    while ((name = eval_parameter(e, count + 1)) != NULL) {
        const Value *v = &args[count + 1];
        bool is_left_out = v->kind == VALUE_ABSENT || v->kind == VALUE_NONE;
        if (!is_left_out && !arg_tensor(e, v, name, &in[count]))
            return false;
        count++;
    }
    const QkvTensor *left;
    const QkvTensor *result = qkv_call(e->q, m, count, in, &left);
    if (left)
        *slot_of(e, m) = left;
    return eval_result(e, result, out);
}

Value eval_module_call(Eval *e, Value module)
{
    const QkvModuleKind *kind = module.module->kind;
    Function *f = arena_new(e->arena, Function);
    f->name = kind->name;
    f->homes = OF_MODULE;
    f->params = arena_format(e->arena, "self %s", kind->inputs);
    f->call = call_module;
    ValueMethod *method = arena_new(e->arena, ValueMethod);
    *method = (ValueMethod){f, module};
    return (Value){.kind = VALUE_METHOD, .method = method};
}

/* --- attributes ----------------------------------------------------------------------------- */

static const QkvMember *find(const QkvMember *list, int count, const char *name)
{
    for (int i = 0; i < count; i++)
        if (strcmp(list[i].name, name) == 0)
            return &list[i];
    return NULL;
}

static Value setting_value(Eval *e, const QkvSetting *s)
{
    switch (s->kind) {
    case QKV_SETTING_TRUTH:
        return value_bool(s->integer != 0);
    case QKV_SETTING_INTEGER:
        return value_int(s->integer);
    case QKV_SETTING_NUMBER:
        return value_float(s->number);
    case QKV_SETTING_TEXT:
        return value_string(e->arena, s->text);
    case QKV_SETTING_SIZES: {
        Value sizes = value_list(e->arena, VALUE_TUPLE);
        for (int64_t i = 0; i < s->integer; i++)
            list_add(e->arena, sizes.list, value_int(s->sizes[i]));
        return sizes;
    }
    case QKV_SETTING_NONE:
        break;
    }
    return value_none;
}

bool eval_module_attribute(Eval *e, const QkvModule *m, const char *name, Value *out)
{
    const QkvMember *parameter = find(m->parameter, m->parameters, name);
    const QkvMember *child = find(m->child, m->children, name);
    bool leaves = m->kind->leaves && strcmp(name, m->kind->leaves) == 0;
    const QkvTensor *left = leaves ? *slot_of(e, m) : NULL;
    QkvSetting setting = {0};
    if (parameter)
        *out = parameter->parameter ? value_parameter(parameter->parameter) : value_none;
    else if (child)
        *out = (Value){.kind = VALUE_MODULE, .module = child->child};
    else if (strcmp(name, "training") == 0)
        *out = value_bool(m->training);
    else if (qkv_module_setting(m, name, &setting))
        *out = setting_value(e, &setting);
    else if (left)
        *out = value_tensor(left);
    else
        return false;
    return true;
}

const char *eval_module_nearest(const QkvModule *m, const char *name, const char *best)
{
    QkvSetting s = {0};
    for (int i = 0; i < m->parameters; i++)
        best = names_closer(name, m->parameter[i].name, best);
    for (int i = 0; i < m->children; i++)
        best = names_closer(name, m->child[i].name, best);
    for (int i = 0; m->kind->setting && m->kind->setting(m, i, &s); i++)
        best = names_closer(name, s.name, best);
    return m->kind->leaves ? names_closer(name, m->kind->leaves, best) : best;
}

/* --- setting attributes --------------------------------------------------------------------- */

/* The tensor is called by what it is assigned to: "layer.weight". */
static void name_target(Eval *e, const Node *target, const QkvTensor *t)
{
    const char *source = e->source + target->start;
    qkv_name(e->q, t, arena_text(e->arena, source, target->end - target->start));
}

static bool store_parameter(Eval *e, const Node *target, QkvModule *m, const Value *v)
{
    if (v->kind != VALUE_TENSOR || !v->parameter || v->is_data)
        return eval_fail(e, "'%s' is a parameter, and this is %s: write nn.Parameter(...)",
                         target->text, v->kind == VALUE_TENSOR ? "a plain tensor" : value_kind(v));
    if (!qkv_share_parameter(e->q, m, target->text, v->parameter))
        return eval_fail(e, "%s", qkv_error(e->q));
    name_target(e, target, value_now(v));
    return true;
}

bool eval_module_store(Eval *e, const Node *target, QkvModule *m, const Value *v)
{
    Value old;
    if (find(m->parameter, m->parameters, target->text))
        return store_parameter(e, target, m, v);
    if (strcmp(target->text, "training") == 0)
        return eval_fail(e, "'training' is set by train() and eval()");
    if (eval_module_attribute(e, m, target->text, &old))
        return eval_fail(e, "'%s' of %s is fixed when it is made: make a new one", target->text,
                         m->kind->name);
    const char *nearest = eval_module_nearest(m, target->text, NULL);
    if (nearest)
        return eval_fail(e, "%s has no '%s': did you mean '%s'?", m->kind->name, target->text,
                         nearest);
    return eval_fail(e, "%s has no '%s'", m->kind->name, target->text);
}

bool eval_data_store(Eval *e, const Node *target, const Value *object, const Value *v)
{
    if (v->kind != VALUE_TENSOR)
        return eval_fail(e, "'data' must be a tensor, and this is %s", value_kind(v));
    if (!qkv_set_value(e->q, object->parameter, "data", value_now(v)))
        return eval_fail(e, "%s", qkv_error(e->q));
    name_target(e, target, object->parameter->value);
    return true;
}
