/* copy.copy and copy.deepcopy: of tensors, of what holds them, and of modules; what torch.save and torch.load do. */
#include <string.h>

#include "python/set_table.h"
#include "python/type.h"
#include "torch/torch.h"

/* A value that has been copied already: what is there twice, is there twice in the copy, too. */
typedef struct Done {
    const void *old;
    const QkvTensor *tensor; /* NULL: it is none */
    Value copy;
} Done;

typedef struct Copier {
    Eval *e;
    Done *done;
    int count, capacity, depth;
    bool
        saves; /* as into a file and back: tensors share memory as before, and gradients stay behind */
} Copier;

static const Value *find_done(const Copier *c, const void *old)
{
    for (int i = 0; i < c->count; i++)
        if (c->done[i].old == old)
            return &c->done[i].copy;
    return NULL;
}

static void remember(Copier *c, const void *old, const QkvTensor *tensor, Value copy)
{
    if (c->count == c->capacity) {
        int capacity = c->capacity ? 2 * c->capacity : 16;
        c->done = arena_grow(c->e->arena, c->done, (size_t)c->count, (size_t)capacity,
                             sizeof *c->done);
        c->capacity = capacity;
    }
    c->done[c->count++] = (Done){old, tensor, copy};
}

static bool copy_value(Copier *c, const Value *v, Value *out);

/* The gradient of a leaf goes with it; that of a parameter stays behind. */
static bool copy_grad(Copier *c, const QkvTensor *old, const QkvTensor *t)
{
    const QkvTensor *grad = qkv_origin(old)->grad;
    const QkvTensor *copy = grad ? qkv_clone(c->e->q, grad) : NULL;
    qkv_set_grad(t, copy);
    return copy || !grad || torch_fail(c->e);
}

static Value new_parameter(Eval *e, const QkvTensor *t)
{
    ValueParameter *p = arena_new(e->arena, ValueParameter);
    p->value = t;
    e->parameters += t->count;
    return value_parameter(p);
}

/* A tensor for `old` in the memory of the copy that was made of another one there; NULL for the first, and after
 * an error. Of tensors that share a part of theirs nothing is kept. */
static const QkvTensor *shared_copy(Copier *c, const QkvTensor *old)
{
    for (int i = 0; i < c->count; i++) {
        const QkvTensor *t = c->done[i].tensor;
        if (!t || !qkv_shares_memory(t, old))
            continue;
        if (t->start == old->start && qkv_tensor_same_shape(t, old) &&
            memcmp(t->stride, old->stride, sizeof t->stride[0] * (size_t)t->rank) == 0)
            return qkv_detach(c->e->q, value_now(&c->done[i].copy));
        eval_refuse_name(
            c->e, "torch.save: these tensors share a part of their memory: clone() one of them");
        return NULL;
    }
    return NULL;
}

/* Refuses what torch.save refuses, and weights_only=True. */
static bool check_saved(Copier *c, const Value *v)
{
    ValueKind k = v->kind;
    bool is_plain = k == VALUE_NONE || k == VALUE_BOOL || k == VALUE_INT || k == VALUE_FLOAT ||
                    k == VALUE_STR || k == VALUE_LIST || k == VALUE_TUPLE || k == VALUE_SIZE ||
                    k == VALUE_DICT || k == VALUE_SET;
    if (v->kind == VALUE_TENSOR && !value_now(v)->is_array && !value_now(v)->grad_fn)
        return true;
    return is_plain || eval_refuse_name(c->e,
                                        "torch.save: %s is not kept: of tensors that nothing "
                                        "computed, numbers, texts and what holds "
                                        "them alone",
                                        value_kind(v));
}

static bool copy_tensor(Copier *c, const Value *v, Value *out)
{
    Qkv *q = c->e->q;
    const QkvTensor *old = value_now(v);
    bool had = qkv_gradients(q, false), is_plain = !v->parameter || (c->saves && v->is_data);
    const QkvTensor *t = c->saves ? shared_copy(c, old) : NULL;
    if (!t && !c->e->err->set)
        t = qkv_clone(q, old);
    qkv_gradients(q, had);
    if (!t)
        return torch_fail(c->e);
    if (old->grad_fn)
        return eval_raise(c->e, "RuntimeError",
                          "Only Tensors created explicitly by the user (graph leaves) support the "
                          "deepcopy protocol at the moment.");
    qkv_want_grad(t, qkv_wants_grad(old) && !(c->saves && v->is_data));
    *out = is_plain ? value_tensor(t) : new_parameter(c->e, t);
    out->is_data = v->is_data && !c->saves;
    return !is_plain || v->is_data || c->saves || copy_grad(c, old, t);
}

/* Without its items. */
static Value like_list(Eval *e, const Value *v)
{
    Value made = value_list(e->arena, v->kind);
    *made.list = *value_items(v);
    made.list->item = NULL;
    made.list->count = made.list->capacity = 0;
    if (set_in(v))
        made.list->table = NULL;
    return made;
}

/* The items that were copied from a set with a table, as a set with its own. */
static bool add_anew(Eval *e, const Value *from, List *made, bool at_once)
{
    if (!set_in(from) || !set_in(from)->table)
        return true;
    List items = at_once ? *set_in(from) : *made;
    *made = (List){0};
    return set_update(e->arena, &e->budget, made, &items, at_once) || eval_spend(e, 0);
}

static bool copy_list(Copier *c, const Value *v, Value *out)
{
    *out = like_list(c->e, v);
    remember(c, value_items(v), NULL, *out);
    for (int64_t i = 0; i < value_items(v)->count; i++) {
        Value item = {0};
        if (!copy_value(c, &value_items(v)->item[i], &item))
            return false;
        list_add(c->e->arena, out->list, item);
    }
    return add_anew(c->e, v, out->list, false);
}

static bool copy_dict(Copier *c, const Value *v, Value *out)
{
    *out = value_dict(c->e->arena);
    dict_in(out)->key.is_ordered = dict_in(v)->key.is_ordered;
    remember(c, dict_in(v), NULL, *out);
    for (int64_t i = 0; i < dict_in(v)->key.count; i++) {
        Value item = {0};
        if (!copy_value(c, &dict_in(v)->item.item[i], &item))
            return false;
        dict_put(c->e->arena, &c->e->budget, dict_in(out), dict_in(v)->key.item[i], item);
    }
    return true;
}

static void copy_names(Eval *e, const Object *from, Object *to)
{
    for (int i = 0; i < from->names.count; i++)
        eval_bind_in(e, &to->names, from->names.binding[i].name, from->names.binding[i].value);
}

/* A container with the same items: not the items of its items. */
static bool copy_once(Eval *e, const Value *v, Value *out)
{
    Value made = *v;
    bool ok = true;
    if (dict_in(v)) {
        made = value_dict(e->arena);
        dict_in(&made)->key.is_ordered = dict_in(v)->key.is_ordered;
        ok = eval_put_all(e, dict_in(&made), v);
    } else if (list_in(v) || set_in(v)) {
        made = like_list(e, v);
        ok = eval_extend(e, made.list, v) && add_anew(e, v, made.list, true);
    }
    *out = made;
    return ok;
}

static bool same_object(Eval *e, const Value *v, Value *out)
{
    Object *o = arena_new(e->arena, Object);
    *o = (Object){.class = object_in(v)->class, .eval = e};
    if (object_in(v)->inner.kind != VALUE_ABSENT && !copy_once(e, &object_in(v)->inner, &o->inner))
        return false;
    *out = (Value){.kind = VALUE_OBJECT, .object = o};
    copy_names(e, object_in(v), o);
    return true;
}

static bool copy_object(Copier *c, const Value *v, Value *out)
{
    if (!same_object(c->e, v, out))
        return false;
    remember(c, object_in(v), NULL, *out);
    Object *o = object_in(out);
    if (o->inner.kind != VALUE_ABSENT && !copy_value(c, &object_in(v)->inner, &o->inner))
        return false;
    Scope *names = &object_in(out)->names;
    for (int i = 0; i < names->count; i++)
        if (names->binding[i].value.kind != VALUE_ABSENT &&
            !copy_value(c, &names->binding[i].value, &names->binding[i].value))
            return false;
    return true;
}

/* Copies what can change; everything else is itself. */
static bool copy_value(Copier *c, const Value *v, Value *out)
{
    const void *old = v->kind == VALUE_TENSOR && v->parameter ? (const void *)v->parameter
                      : object_in(v)                          ? (const void *)object_in(v)
                      : dict_in(v)                            ? (const void *)dict_in(v)
                      : v->kind == VALUE_TENSOR               ? (const void *)v->tensor
                      : value_items(v)                        ? (const void *)v->list
                                                              : NULL;
    bool is_data = c->saves && v->kind == VALUE_TENSOR &&
                   v->is_data; /* each is a tensor of its own */
    const Value *done = old && !is_data ? find_done(c, old) : NULL;
    if (c->saves && !check_saved(c, v))
        return false;
    if (!old || done) {
        *out = done ? *done : *v;
        return true;
    }
    if (++c->depth > LIMIT_CALLS)
        return eval_refuse_name(c->e, "deepcopy: things are nested too deep");
    Value from = *v;
    bool ok = eval_spend(c->e, 1 + c->count / 64);
    if (ok && from.kind == VALUE_TENSOR) {
        ok = copy_tensor(c, &from, out);
        remember(c, old, from.tensor, *out);
    } else if (ok && object_in(&from)) {
        ok = copy_object(c, &from, out);
    } else if (ok && dict_in(&from)) {
        ok = copy_dict(c, &from, out);
    } else if (ok) {
        ok = copy_list(c, &from, out);
    }
    c->depth--;
    return ok;
}

static bool call_deepcopy(Eval *e, Arg *args, Value *out)
{
    Copier c = {.e = e};
    return copy_value(&c, &args[0].value, out);
}

/* _saved(x): what torch.load gives of what torch.save was given. */
static bool call_saved(Eval *e, Arg *args, Value *out)
{
    Copier c = {.e = e, .saves = true};
    return copy_value(&c, &args[0].value, out);
}

/* A tensor of its own, and a leaf, in the same memory. */
static bool share_tensor(Eval *e, const Value *v, Value *out)
{
    const QkvTensor *t = value_now(v);
    const QkvTensor *alias = qkv_parameter(e->q, t, qkv_wants_grad(t));
    if (!alias)
        return torch_fail(e);
    *out = v->parameter ? new_parameter(e, alias) : value_tensor(alias);
    out->is_data = v->is_data;
    return true;
}

static bool call_copy(Eval *e, Arg *args, Value *out)
{
    const Value *v = &args[0].value;
    *out = *v;
    if (v->kind == VALUE_TENSOR && v->tensor->is_array)
        return torch_result(e, qkv_clone(e->q, v->tensor), out);
    if (v->kind == VALUE_TENSOR)
        return share_tensor(e, v, out);
    if (object_in(v))
        return same_object(e, v, out);
    return copy_once(e, v, out);
}

const Function torch_copy[] = {
    {"copy", IN_COPY, "x", call_copy},
    {"deepcopy", IN_COPY, "x memo=", call_deepcopy},
    {"_saved", IN_HIDDEN, "x", call_saved},
    {0},
};
