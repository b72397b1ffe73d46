/* The attributes of modules, and what else the files torch.nn.*.py build on. An object of nn.Module has
 * its members in three dicts of its own, as in PyTorch: _parameters, _buffers and _modules. What is set
 * to a parameter or a module goes there, and is found there. */
#include <string.h>

#include "base/common.h"
#include "core/attention.h"
#include "core/label.h"
#include "python/heap.h"
#include "torch/torch.h"

static const NativeClass members;

bool torch_is_module(const Value *v)
{
    return object_in(v) && class_native(object_in(v)->class) == &members;
}

/* --- members ------------------------------------------------------------------------------------ */

static const char *const holders[] = {"_parameters", "_buffers", "_modules"};
enum { PARAMETERS, BUFFERS, MODULES, HOLDERS };

/* Finds one of the dicts; NULL when Module.__init__ was not called, or a lesson has put something in its place. */
static Dict *holder(const Value *object, int i)
{
    const Value *v = eval_find_in(&object_in(object)->names, holders[i]);
    return v && dict_in(v) ? dict_in(v) : NULL;
}

static const Value *find_in(Eval *e, const Dict *dict, const char *name)
{
    const Text text = {name, strlen(name)};
    const Value key = {.kind = VALUE_STR, .text = &text};
    return dict ? dict_find(&e->budget, dict, &key) : NULL;
}

static bool get_member(Eval *e, const Value *object, const char *name, Value *out)
{
    const Value *found = NULL;
    for (int i = 0; i < HOLDERS && !found; i++)
        found = find_in(e, holder(object, i), name);
    if (!found)
        return false;
    *out = *found;
    if (out->kind == VALUE_TENSOR) /* of a parameter: as it was set last */
        out->tensor = value_now(out);
    return true;
}

static const char *nearest_member(const Value *object, const char *name, const char *best)
{
    for (int i = 0; i < HOLDERS; i++) {
        const Dict *dict = holder(object, i);
        for (int64_t k = 0; dict && k < dict->key.count; k++)
            if (text_in(&dict->key.item[k]))
                best = names_closer(name, text_in(&dict->key.item[k])->bytes, best);
    }
    return best;
}

/* Takes a member away, from all dicts but one; false when there is none. */
static bool take_out(Eval *e, const Value *object, const char *name, int but)
{
    bool found = false;
    for (int i = 0; i < HOLDERS; i++) {
        Dict *dict = holder(object, i);
        const Value key = value_string(e->arena, name);
        if (i != but && find_in(e, dict, name))
            found = eval_delete(e, dict, &key);
    }
    return found;
}

static bool put_member(Eval *e, const Value *object, int i, const char *name, const Value *value)
{
    Value key = value_string(e->arena, name);
    eval_bind_in(e, &object_in(object)->names, name, (Value){0});
    take_out(e, object, name, i);
    return eval_put(e, holder(object, i), &key, value);
}

/* nn.Parameter, and not what is in one. */
static bool is_parameter(const Value *v)
{
    return v->kind == VALUE_TENSOR && v->parameter && !v->is_data;
}

/* Refuses what cannot stand in place of the member that a dict has. */
static bool fits_member(Eval *e, int i, const char *name, const Value *value)
{
    const char *kind = value->kind == VALUE_TENSOR ? "a plain tensor" : value_kind(value);
    if (value->kind == VALUE_NONE || (i == BUFFERS && value->kind == VALUE_TENSOR))
        return true;
    if (i == PARAMETERS)
        return eval_raise(e, "TypeError",
                          "'%s' is a parameter, but this is %s: write nn.Parameter(...)", name,
                          kind);
    return eval_raise(e, "TypeError", "'%s' is a %s, but this is %s", name,
                      i == BUFFERS ? "buffer" : "module", kind);
}

static bool set_member(Eval *e, const Value *object, const char *name, const Value *value,
                       bool *done)
{
    int i = !value ? HOLDERS : is_parameter(value) ? PARAMETERS : MODULES;
    *done = true;
    if (!value) {
        *done = take_out(e, object, name, -1);
        return !e->err->set;
    }
    if ((is_parameter(value) || torch_is_module(value)) && !holder(object, i))
        return eval_raise(e, "AttributeError", "cannot assign %s before Module.__init__() call",
                          is_parameter(value) ? "parameters" : "module");
    if (!is_parameter(value) && !torch_is_module(value))
        for (i = 0; i < HOLDERS && !find_in(e, holder(object, i), name);)
            i++;
    *done = i < HOLDERS;
    if (!*done)
        return true;
    Value member = *value;
    bool is_new = is_parameter(value) || torch_is_module(value);
    if (i == BUFFERS && value->kind == VALUE_TENSOR)
        member.is_data = true;
    return (is_new || fits_member(e, i, name, value)) && put_member(e, object, i, name, &member);
}

/* --- calls --------------------------------------------------------------------------------------- */

/* Calls a method of Module with hooks; the result stands for the last argument. */
static bool call_hooks(Eval *e, const Value *object, const char *name, const Value *args,
                       Value *last)
{
    Value method;
    Given given = {0};
    if (args)
        given_add(e, &given, NULL, *args, NULL);
    given_add(e, &given, NULL, *last, NULL);
    return eval_member_named(e, object, name, &method) && eval_invoke(e, &method, &given, last);
}

/* With the arguments that the hooks before it make of those given by place. */
static bool call_hooked(Eval *e, const Value *object, const Value *forward, const Given *given,
                        Value *out)
{
    Value args = value_list(e->arena, VALUE_TUPLE);
    Given now = {0};
    for (int i = 0; i < given->count; i++)
        if (!given->item[i].name)
            list_add(e->arena, row_in(&args), given->item[i].value);
    if (!call_hooks(e, object, "_call_forward_pre_hooks", NULL, &args))
        return false;
    if (args.kind != VALUE_TUPLE) /* a lesson's class may have a method of that name */
        return eval_raise(e, "TypeError", "the hooks made the arguments %s, and not a tuple",
                          value_kind(&args));
    for (int64_t i = 0; i < row_in(&args)->count; i++)
        given_add(e, &now, NULL, row_in(&args)->item[i], NULL);
    for (int i = 0; i < given->count; i++)
        if (given->item[i].name)
            given_add(e, &now, given->item[i].name, given->item[i].value, given->item[i].node);
    e->called = object_in(object)->class->name;
    return eval_invoke(e, forward, &now, out) &&
           call_hooks(e, object, "_call_forward_hooks", &args, out);
}

static bool call_module(Eval *e, const Value *object, const Given *given, Value *out)
{
    Value forward;
    if (!eval_member_named(e, object, "forward", &forward))
        return false;
    if (eval_find_in(&object_in(object)->names, "_forward_hooks"))
        return call_hooked(e, object, &forward, given, out);
    if (forward.kind == VALUE_BOUND)
        e->called = object_in(object)->class->name;
    return eval_invoke(e, &forward, given, out);
}

/* The numbers of a layer are called as a lesson writes them: "net.q.weight". */
static void name_members(Eval *e, const Value *v, const char *path, Places *met)
{
    if (places_find(met, object_in(v)) || !budget_spend(&e->budget, 1))
        return;
    places_add(e->arena, met, object_in(v));
    const Dict *parameters = holder(v, PARAMETERS), *modules = holder(v, MODULES);
    for (int64_t i = 0; parameters && i < parameters->key.count; i++) {
        const Value *p = &parameters->item.item[i], *key = &parameters->key.item[i];
        if (is_parameter(p) && text_in(key))
            qkv_name(e->q, value_now(p),
                     arena_format(e->arena, "%s.%s", path, text_in(key)->bytes));
    }
    for (int64_t i = 0; modules && i < modules->key.count; i++) {
        const Value *child = &modules->item.item[i], *key = &modules->key.item[i];
        if (torch_is_module(child) && text_in(key) && eval_deeper(e))
            name_members(e, child, arena_format(e->arena, "%s.%s", path, text_in(key)->bytes), met);
    }
}

static void bound_module(Eval *e, const Value *object, const char *name)
{
    Places met = {0};
    name_members(e, object, name, &met);
}

/* Of nn.Module, which is written in Python, and so of all classes that are made from it. */
static const NativeClass members = {.name = "Module",
                                    .module = "torch.nn.modules.module",
                                    .homes = IN_HIDDEN,
                                    .methods = OF_MODULE,
                                    .attribute = get_member,
                                    .set = set_member,
                                    .nearest = nearest_member,
                                    .call = call_module,
                                    .bound = bound_module};

/* --- what only C can do --------------------------------------------------------------------------- */

/* A decorator: the class gets the attributes above. It is nn.Module, and no class of a lesson. */
static bool call_members(Eval *e, Arg *args, Value *out)
{
    *out = args[0].value;
    if (out->kind != VALUE_CLASS || !e->loading || e->loading->is_helper ||
        class_native(class_in(out)))
        return arg_wrong(e, out, "cls", "a class of the library");
    class_in(out)->native = &members;
    return true;
}

/* Writes numbers into the memory of a parameter or a buffer. */
static bool call_load(Eval *e, Arg *args, Value *out)
{
    const QkvTensor *into = value_now(&args[0].value), *value = value_now(&args[1].value);
    *out = value_none;
    if (!qkv_tensor_same_shape(into, value))
        return eval_fail(e, "the shape of '%s' is %s, but this is %s", args[2].text->bytes,
                         SIZES(into), SIZES(value));
    bool had = qkv_gradients(e->q, false);
    const QkvTensor *now = qkv_write(e->q, into, value);
    qkv_gradients(e->q, had);
    qkv_name(e->q, now, args[2].text->bytes);
    return now || torch_fail(e);
}

/* A tensor, or None, as a buffer: it is known to have no gradient. */
static bool call_buffer(Eval *e, Arg *args, Value *out)
{
    *out = args[0].value;
    if (out->kind != VALUE_TENSOR)
        return true;
    qkv_name(e->q, value_now(out), args[1].text->bytes);
    out->is_data = true;
    return true;
}

/* Names the last axes of a tensor; None leaves one without. */
static bool call_axes(Eval *e, Arg *args, Value *out)
{
    const List *names = args[1].value.kind == VALUE_ABSENT ? NULL : row_in(&args[1].value);
    int count = names ? (int)names->count : 0;
    *out = args[0].value;
    for (int i = 0; i < count && i < args[0].tensor->rank; i++) {
        const Value *name = &names->item[count - 1 - i];
        if (text_in(name))
            qkv_label(e->q, args[0].tensor, -1 - i, text_in(name)->bytes, 0, 0, NULL);
    }
    return true;
}

static bool call_axes_like(Eval *e, Arg *args, Value *out)
{
    (void)e;
    label_like(args[0].tensor, args[1].tensor);
    *out = args[0].value;
    return true;
}

/* Tells the reader something of a tensor: a sentence, or what was told of another one. */
static bool call_told(Eval *e, Arg *args, Value *out)
{
    const Value *about = &args[1].value;
    const char *said = about->kind == VALUE_TENSOR ? qkv_said(e->q, about->tensor)
                       : text_in(about)            ? text_in(about)->bytes
                                                   : NULL;
    if (said)
        qkv_say(e->q, args[0].tensor, said);
    *out = args[0].value;
    return true;
}

static bool call_fits_scores(Eval *e, Arg *args, Value *out)
{
    *out = value_none;
    return attention_fits(e->q, args[0].text->bytes, args[1].tensor, args[2].tensor,
                          args[3].truth) ||
           torch_fail(e);
}

/* Raises an error that says more on the screen than in PyTorch. */
static bool call_fail(Eval *e, Arg *args, Value *out)
{
    (void)out;
    eval_raise_as(e, args[0].text->bytes, args[1].text->bytes, "%s", args[2].text->bytes);
    return eval_is_known(e);
}

static bool call_integer(Eval *e, Arg *args, Value *out)
{
    int64_t unused;
    *out = args[0].value;
    return value_integer(out, &unused) || arg_wrong(e, out, args[1].text->bytes, "an integer");
}

/* Names the kind of a value: "an int". */
static bool call_kind(Eval *e, Arg *args, Value *out)
{
    *out = value_string(e->arena, value_kind(&args[0].value));
    return true;
}

static bool call_nearest(Eval *e, Arg *args, Value *out)
{
    const List *names = value_items(&args[1].value);
    const char *best = NULL;
    for (int64_t i = 0; names && i < names->count; i++)
        if (text_in(&names->item[i]))
            best = names_closer(args[0].text->bytes, text_in(&names->item[i])->bytes, best);
    *out = best ? value_string(e->arena, best) : value_none;
    return eval_spend(e, names ? names->count : 0);
}

/* clang-format off: one row, one line */
const Function torch_of_module[] = {
    {"_members", IN_HIDDEN, "cls", call_members},
    {"_load", IN_HIDDEN, "own:T value:T name:s", call_load},
    {"_buffer", IN_HIDDEN, "tensor name:s", call_buffer},
    {"_axes", IN_HIDDEN, "tensor:T *names", call_axes},
    {"_axes_like", IN_HIDDEN, "tensor:T like:T", call_axes_like},
    {"_told", IN_HIDDEN, "tensor:T about", call_told},
    {"_fits_scores", IN_HIDDEN, "what:s mask:T scores:T has_heads:b", call_fits_scores},
    {"_fail", IN_HIDDEN, "kind:s said:s shown:s", call_fail},
    {"_integer", IN_HIDDEN, "value name:s", call_integer},
    {"_kind", IN_HIDDEN, "value", call_kind},
    {"_nearest", IN_HIDDEN, "name:s names", call_nearest},
    {0},
};
/* clang-format on */
