/* Modules as values of the language: calling one, its attributes and setting them, and its methods:
 * parameters as a dict and back, and the mode. */
#include <string.h>

#include "core/module.h"
#include "torch/torch.h"

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
static bool call_module(Eval *e, Arg *args, Value *out)
{
    const QkvTensor *in[QKV_MAX_INPUTS] = {0};
    QkvModule *m = torch_module_of(&args[0].value);
    int count = e->call->params->count - 1;
    for (int i = 0; i < count; i++)
        in[i] = args[i + 1].tensor;
    const QkvTensor *left;
    const QkvTensor *result = qkv_call(e->q, m, count, in, &left);
    if (left)
        *slot_of(e, m) = left;
    return torch_result(e, result, out);
}

/* "x mask=" as "self x:T mask:T=None". */
static const char *signature_for(Arena *a, const char *inputs)
{
    Buf out = {.arena = a};
    buf_puts(&out, "self");
    for (const char *at = inputs; *at; at += strspn(at, " ")) {
        size_t length = strcspn(at, " ");
        bool is_optional = at[length - 1] == '=';
        buf_printf(&out, " %.*s:T%s", (int)length - is_optional, at, is_optional ? "=None" : "");
        at += length;
    }
    return buf_text(&out);
}

static Value module_callee(Eval *e, const Value *module)
{
    const QkvModuleKind *kind = module->module->kind;
    Function *f = arena_new(e->arena, Function);
    f->name = kind->name;
    f->homes = OF_MODULE;
    f->params = signature_for(e->arena, kind->inputs);
    f->call = call_module;
    return value_method(e->arena, f, module);
}

/* --- attributes ----------------------------------------------------------------------------- */

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

static bool module_attribute(Eval *e, const Value *v, const char *name, Value *out)
{
    const QkvModule *m = v->module;
    const QkvMember *parameter = torch_member(m->parameter, m->parameters, name);
    const QkvMember *child = torch_member(m->child, m->children, name);
    bool leaves = m->kind->leaves && strcmp(name, m->kind->leaves) == 0;
    const QkvTensor *left = leaves ? *slot_of(e, m) : NULL;
    QkvSetting setting = {0};
    if (parameter)
        *out = parameter->parameter ? value_parameter(parameter->parameter) : value_none;
    else if (child)
        *out = torch_module_value(child->child);
    else if (strcmp(name, "training") == 0)
        *out = value_bool(m->training);
    else if (qkv_module_setting(m, name, &setting))
        *out = setting_value(e, &setting);
    else if (left)
        *out = value_tensor(left);
    else if (strcmp(name, "forward") == 0)
        *out = module_callee(e, v);
    else if (leaves)
        return eval_fail(e, "%s has no '%s' before it is called", m->kind->name, name);
    else
        return false;
    return true;
}

static const char *module_nearest(const Value *v, const char *name, const char *best)
{
    const QkvModule *m = v->module;
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

void torch_name(Eval *e, const Node *target, const QkvTensor *t)
{
    const char *source = eval_source(e) + target->start;
    qkv_name(e->q, t, arena_text(e->arena, source, target->end - target->start));
}

static bool store_parameter(Eval *e, const Node *target, QkvModule *m, const Value *v)
{
    if (v->kind != VALUE_TENSOR || !v->parameter || v->is_data)
        return eval_fail(e, "'%s' is a parameter, and this is %s: write nn.Parameter(...)",
                         target->text, v->kind == VALUE_TENSOR ? "a plain tensor" : value_kind(v));
    if (!qkv_share_parameter(e->q, m, target->text, v->parameter))
        return torch_fail(e);
    torch_name(e, target, value_now(v));
    return true;
}

static bool module_store(Eval *e, const Node *target, const Value *object, const Value *v,
                         bool *known)
{
    Value old;
    QkvModule *m = object->module;
    *known = true;
    if (torch_member(m->parameter, m->parameters, target->text))
        return store_parameter(e, target, m, v);
    if (strcmp(target->text, "training") == 0)
        return eval_fail(e, "'training' is set by train() and eval()");
    if (module_attribute(e, object, target->text, &old))
        return eval_fail(e, "'%s' of %s is fixed when it is made: make a new one", target->text,
                         m->kind->name);
    const char *nearest = module_nearest(object, target->text, NULL);
    if (nearest)
        return eval_fail(e, "%s has no '%s': did you mean '%s'?", m->kind->name, target->text,
                         nearest);
    return eval_fail(e, "%s has no '%s'", m->kind->name, target->text);
}

/* The numbers of a layer are called as a lesson writes them: "net.q.weight". */
void torch_module_bound(Eval *e, const Value *v, const char *name)
{
    const QkvParameter *p;
    const char *path;
    for (int i = 0; (p = qkv_module_parameter_at(e->q, torch_module_of(v), i, &path)); i++)
        qkv_name(e->q, p->value, arena_format(e->arena, "%s.%s", name, path));
}

static const char *module_type(const Value *v)
{
    return v->module->kind->name;
}

const Kind torch_module = {
    .kind = VALUE_MODULE,
    .methods = OF_MODULE,
    .attribute = module_attribute,
    .letter = 'm',
    .nearest = module_nearest,
    .type = module_type,
    .store = module_store,
    .bound = torch_module_bound,
    .callee = module_callee,
};

/* --- out ------------------------------------------------------------------------------------ */

/* Parameter or buffer i and its path as a text; false after the last. */
static bool member_at(Eval *e, const QkvModule *m, int i, Value *path, Value *parameter,
                      bool *hidden)
{
    Buf text = {0};
    const QkvMember *p = module_member_at(m, i, &text);
    if (p) {
        *path = value_text(e->arena, buf_text(&text), text.length);
        *parameter = value_parameter(p->parameter);
        *hidden = p->is_hidden;
    }
    buf_release(&text);
    return p != NULL;
}

/* The same for parameters alone. */
static bool parameter_at(Eval *e, const QkvModule *m, int i, Value *path, Value *parameter)
{
    const char *name;
    QkvParameter *p = qkv_module_parameter_at(e->q, m, i, &name);
    if (p) {
        *path = value_text(e->arena, name, strlen(name));
        *parameter = value_parameter(p);
    }
    return p != NULL;
}

static bool call_state_dict(Eval *e, Arg *args, Value *out)
{
    Value path, parameter;
    *out = value_dict(e->arena);
    out->dict->key.is_ordered = true;
    bool hidden;
    for (int i = 0; member_at(e, torch_module_of(&args[0].value), i, &path, &parameter, &hidden);
         i++) {
        parameter.is_data = true;
        if (!hidden)
            dict_put(e->arena, &e->budget, out->dict, path, parameter);
    }
    return eval_spend(e, out->dict->key.count);
}

/* A parameter that modules share is met once. */
static bool is_met(const List *list, bool named, const QkvParameter *p)
{
    for (int64_t i = 0; i < list->count; i++) {
        const Value *v = &list->item[i];
        if ((named ? v->list->item[1].parameter : v->parameter) == p)
            return true;
    }
    return false;
}

/* parameters() and, with their paths, named_parameters(). */
static bool call_parameters(Eval *e, Arg *args, Value *out)
{
    Value path, parameter;
    bool named = e->call->function->which;
    *out = value_iterator(e->arena, "generator");
    List *list = &out->iterator->list;
    for (int i = 0; parameter_at(e, torch_module_of(&args[0].value), i, &path, &parameter); i++)
        if (!is_met(list, named, parameter.parameter))
            list_add(e->arena, list, named ? value_pair(e->arena, path, parameter) : parameter);
    return eval_spend(e, list->count);
}

/* --- in ------------------------------------------------------------------------------------- */

/* What does not match between a dict and a module: as the caller gets it, as PyTorch says it, and in a
 * text with hints. */
typedef struct Wrong {
    Eval *e;
    const QkvModule *module;
    const Dict *dict;
    Value missing, unexpected;
    Buf said, shapes, hints;
    bool is_cut; /* there are more unexpected keys than are named */
} Wrong;

static void add_item(Buf *list, const char *path)
{
    buf_printf(list, "%s'%s'", list->length > 0 ? ", " : "", path);
}

static void compare_shapes(Wrong *w, const char *path, const QkvTensor *own, const QkvTensor *given)
{
    if (qkv_tensor_same_shape(own, given))
        return;
    add_item(&w->shapes, path);
    buf_printf(&w->shapes, " is %s in the module and %s here", SIZES(own), SIZES(given));
    Value own_sizes = {0}, given_sizes = {0};
    torch_shape_of(w->e, own, &own_sizes);
    torch_shape_of(w->e, given, &given_sizes);
    buf_printf(&w->said, "\n\tsize mismatch for %s: copying a param with shape ", path);
    value_repr(&w->said, &given_sizes, LIMIT_OUTPUT);
    buf_puts(&w->said, " from checkpoint, the shape in current model is ");
    value_repr(&w->said, &own_sizes, LIMIT_OUTPUT);
    buf_putc(&w->said, '.');
}

/* Every parameter should be there, as a tensor of its shape. */
static bool compare_parameters(Wrong *w)
{
    Value path, own;
    bool hidden;
    for (int i = 0; member_at(w->e, w->module, i, &path, &own, &hidden); i++) {
        if (hidden)
            continue;
        const Value *given = dict_find(&w->e->budget, w->dict, &path);
        if (!given)
            list_add(w->e->arena, w->missing.list, path);
        else if (given->kind != VALUE_TENSOR)
            return eval_fail(w->e, "load_state_dict: '%s' must be a tensor, and this is %s",
                             path.text->bytes, value_kind(given));
        else
            compare_shapes(w, path.text->bytes, value_now(&own), value_now(given));
    }
    return true;
}

/* A text can hold a NUL, and then it is no name. */
static bool is_parameter(const QkvModule *m, const Text *path)
{
    return strlen(path->bytes) == path->length && qkv_module_parameter(m, path->bytes);
}

/* A name that is nearly right gets a hint. A dict can hold any number of wrong names: some do. */
static void add_hint(Wrong *w, const char *key)
{
    enum { MOST_BYTES = 300 };
    Value path, own;
    const char *nearest = NULL;
    if (w->hints.length > MOST_BYTES) {
        w->is_cut = true;
        return;
    }
    add_item(&w->hints, key);
    for (int i = 0; parameter_at(w->e, w->module, i, &path, &own); i++)
        nearest = names_closer(key, path.text->bytes, nearest);
    if (nearest)
        buf_printf(&w->hints, " (did you mean '%s'?)", nearest);
}

/* Nothing else should be there. */
static bool compare_keys(Wrong *w)
{
    for (int64_t i = 0; i < w->dict->key.count; i++) {
        const Value *key = &w->dict->key.item[i];
        if (key->kind != VALUE_STR)
            return eval_fail(w->e,
                             "load_state_dict: the keys are the names of parameters, and this "
                             "is %s",
                             value_kind(key));
        if (is_parameter(w->module, key->text))
            continue;
        list_add(w->e->arena, w->unexpected.list, *key);
        add_hint(w, key->text->bytes);
    }
    return true;
}

/* '\n\tMissing key(s) in state_dict: "weight", "bias". ' */
static void say_keys(Buf *said, const char *what, const List *keys)
{
    for (int64_t i = 0; i < keys->count; i++)
        buf_printf(said, i ? ", \"%s\"" : "\n\t%s key(s) in state_dict: \"%s\"",
                   i ? keys->item[i].text->bytes : what, keys->item[i].text->bytes);
    if (keys->count > 0)
        buf_puts(said, ". ");
}

/* Shapes must be equal; keys need not match where the call is not strict. */
static bool report(Wrong *w, bool strict)
{
    Buf text = {0}, said = {0}, missing = {0};
    const List *lost = w->missing.list;
    for (int64_t i = 0; i < lost->count; i++)
        add_item(&missing, lost->item[i].text->bytes);
    if (w->is_cut)
        buf_puts(&w->hints, ", ...");
    const struct {
        const char *what;
        const Buf *list;
        bool counts;
    } parts[] = {{"missing: ", &missing, strict},
                 {"unexpected: ", &w->hints, strict},
                 {"", &w->shapes, true}};
    for (int i = 0; i < 3; i++)
        if (parts[i].counts && parts[i].list->length > 0)
            buf_printf(&text, "%s%s%s", text.length > 0 ? "; " : "", parts[i].what,
                       buf_text(parts[i].list));
    buf_printf(&said, "Error(s) in loading state_dict for %s:", w->module->kind->name);
    if (strict) {
        say_keys(&said, "Missing", lost);
        say_keys(&said, "Unexpected", w->unexpected.list);
    }
    buf_puts(&said, buf_text(&w->said));
    bool ok = text.length == 0 || eval_raise_as(w->e, "RuntimeError", buf_text(&said),
                                                "load_state_dict: %s", buf_text(&text));
    buf_release(&text);
    buf_release(&said);
    buf_release(&missing);
    return ok;
}

/* What is a member of another module stays apart from this one: its numbers are copied, as those of a
 * buffer are. */
static bool load(Eval *e, QkvModule *m, const char *path, const Value *given)
{
    const QkvTensor *value = value_now(given);
    QkvParameter *p = qkv_module_parameter(m, path);
    bool copies = given->parameter || p->value->dtype != QKV_FLOAT32;
    const QkvTensor *now = copies ? qkv_write(e->q, p->value, value) : NULL;
    if (!(copies ? now != NULL : qkv_set_parameter(e->q, m, path, value)))
        return torch_fail(e);
    qkv_name(e->q, copies ? now : p->value, path);
    return true;
}

/* Either all of them are set or none is. */
static bool call_load_state_dict(Eval *e, Arg *args, Value *out)
{
    QkvModule *m = torch_module_of(&args[0].value);
    const Value *given = &args[1].value;
    if (given->kind != VALUE_DICT)
        return arg_wrong(e, given, "state_dict", "a dict");
    Wrong w = {.e = e,
               .module = m,
               .dict = given->dict,
               .missing = value_list(e->arena, VALUE_LIST),
               .unexpected = value_list(e->arena, VALUE_LIST)};
    bool ok = compare_parameters(&w) && compare_keys(&w) && report(&w, args[2].truth);
    buf_release(&w.said);
    buf_release(&w.shapes);
    buf_release(&w.hints);
    const List *keys = &given->dict->key, *items = &given->dict->item;
    for (int64_t i = 0; ok && i < keys->count; i++)
        if (is_parameter(m, keys->item[i].text))
            ok = load(e, m, keys->item[i].text->bytes, &items->item[i]);
    *out = value_pair(e->arena, w.missing, w.unexpected);
    out->list->named = "_IncompatibleKeys";
    return ok;
}

/* --- modes ---------------------------------------------------------------------------------- */

static bool call_train(Eval *e, Arg *args, Value *out)
{
    (void)e;
    qkv_module_train(torch_module_of(&args[0].value), args[1].truth);
    *out = args[0].value;
    return true;
}

static bool call_eval(Eval *e, Arg *args, Value *out)
{
    (void)e;
    qkv_module_train(torch_module_of(&args[0].value), false);
    *out = args[0].value;
    return true;
}

const Function torch_of_module[] = {
    {"state_dict", OF_MODULE, "self", call_state_dict},
    {"load_state_dict", OF_MODULE, "self state_dict strict:b=True", call_load_state_dict},
    {"parameters", OF_MODULE, "self", call_parameters, .which = false},
    {"named_parameters", OF_MODULE, "self", call_parameters, .which = true},
    {"train", OF_MODULE, "self mode:b=True", call_train},
    {"eval", OF_MODULE, "self", call_eval},
    {0},
};
