/* nn.Module for the classes of a lesson: an object of such a class stands for a module of core, whose
 * parameters, buffers and children are the attributes that were set to such values. */
#include <string.h>

#include "core/module.h"
#include "python/object.h"
#include "torch/torch.h"

QkvModule *torch_module_of(const Value *v)
{
    return v->kind == VALUE_OBJECT ? v->object->own : v->kind == VALUE_MODULE ? v->module : NULL;
}

bool torch_is_module(const Value *v)
{
    return v->kind == VALUE_MODULE || (v->kind == VALUE_OBJECT && v->object->own);
}

Value torch_module_value(QkvModule *m)
{
    if (m->object)
        return (Value){.kind = VALUE_OBJECT, .object = m->object};
    return (Value){.kind = VALUE_MODULE, .module = m};
}

/* What a module keeps that has an __init__ of its own, until that calls the one of Module. */
static const char bare;

bool torch_module_begin(Eval *e, const Value *object, const Given *given)
{
    (void)given;
    Object *o = object->object;
    QkvModuleKind *kind = arena_new(e->arena, QkvModuleKind);
    *kind = (QkvModuleKind){.name = o->class->name, .inputs = ""};
    QkvModule *m = qkv_module_new(e->q, kind, NULL, 0);
    if (!m)
        return torch_fail(e);
    bool is_plain = strcmp(class_native(o->class)->name, "Module") == 0;
    if (is_plain && class_find(o->class, NULL, "__init__"))
        m->own = &bare;
    m->object = o;
    o->own = m;
    return true;
}

bool torch_module_call(Eval *e, const Value *object, const Given *given, Value *out)
{
    Value forward;
    bool found;
    if (!eval_find_member(e, object, "forward", &forward, &found))
        return false;
    if (!found)
        return eval_raise(e, "NotImplementedError", "%s has no method 'forward' to call",
                          object->object->class->name);
    if (forward.kind == VALUE_BOUND)
        e->called = object->object->class->name;
    return eval_invoke(e, &forward, given, out);
}

QkvMember *torch_member(QkvMember *list, int count, const char *name)
{
    for (int i = 0; i < count; i++)
        if (strcmp(list[i].name, name) == 0)
            return &list[i];
    return NULL;
}

static Value member_value(const QkvMember *p)
{
    if (!p->parameter)
        return value_none;
    Value v = value_parameter(p->parameter);
    v.is_data = p->is_buffer;
    return v;
}

/* Whether its class says how it is called: the lesson's, or one that takes more than tensors. */
static bool has_own_forward(const Class *class)
{
    return class_find(class, NULL, "forward") || class_native(class)->forward != &forward_layer;
}

/* What a kind of core keeps: its settings, and what a call leaves. */
static bool of_kind(Eval *e, const Value *object, const char *name, Value *out)
{
    const Value plain = {.kind = VALUE_MODULE, .module = torch_module_of(object)};
    bool own = strcmp(name, "forward") == 0 && has_own_forward(object->object->class);
    return plain.module->kind->call && !own && torch_module.attribute(e, &plain, name, out);
}

bool torch_module_attribute(Eval *e, const Value *object, const char *name, Value *out)
{
    QkvModule *m = torch_module_of(object);
    const QkvMember *p = torch_member(m->parameter, m->parameters, name);
    const QkvMember *child = torch_member(m->child, m->children, name);
    if (p)
        *out = member_value(p);
    else if (child)
        *out = child->child ? torch_module_value(child->child) : value_none;
    else if (strcmp(name, "training") == 0)
        *out = value_bool(m->training);
    else
        return of_kind(e, object, name, out);
    return true;
}

const char *torch_module_nearest(const Value *object, const char *name, const char *best)
{
    const Value plain = {.kind = VALUE_MODULE, .module = torch_module_of(object)};
    return torch_module.nearest(&plain, name, best);
}

static bool set_buffer(Eval *e, QkvMember *buffer, const Value *value)
{
    if (value->kind != VALUE_TENSOR && value->kind != VALUE_NONE)
        return eval_raise(e, "TypeError", "'%s' is a buffer, and this is %s", buffer->name,
                          value_kind(value));
    if (value->kind == VALUE_TENSOR && !buffer->parameter)
        buffer->parameter = arena_new(e->arena, QkvParameter);
    if (value->kind == VALUE_TENSOR)
        buffer->parameter->value = value_now(value);
    else
        buffer->parameter = NULL;
    return true;
}

static bool is_inside(const QkvModule *m, const QkvModule *tree, int64_t *visits)
{
    ++*visits;
    bool found = m == tree;
    for (int i = 0; !found && i < tree->children && *visits < LIMIT_ITEMS; i++)
        found = is_inside(m, tree->child[i].child, visits);
    return found;
}

bool torch_module_put(Eval *e, QkvModule *m, const char *name, QkvMember member)
{
    int64_t visits = 0;
    if (member.child && is_inside(m, member.child, &visits))
        return eval_refuse_name(e, "'%s': a module cannot be inside of itself", name);
    return eval_spend(e, visits) && (module_put(e->q, m, name, member) || torch_fail(e));
}

/* nn.Parameter, and not what is in one. */
static bool is_parameter(const Value *v)
{
    return v->kind == VALUE_TENSOR && v->parameter && !v->is_data;
}

/* In place of a parameter: another one, or none. A layer of core keeps the shape that it was made
 * for. */
static bool set_parameter(Eval *e, QkvModule *m, QkvMember *p, const Value *value)
{
    if (value->kind == VALUE_NONE) {
        p->parameter = NULL;
        return true;
    }
    if (!is_parameter(value))
        return eval_raise(e, "TypeError",
                          "'%s' is a parameter, and this is %s: write nn.Parameter(...)", p->name,
                          value->kind == VALUE_TENSOR ? "a plain tensor" : value_kind(value));
    if (m->kind->call)
        return qkv_share_parameter(e->q, m, p->name, value->parameter) || torch_fail(e);
    p->parameter = value->parameter;
    return true;
}

/* What is a parameter or a module becomes one of this module; everything else is an attribute like
 * any other. */
bool torch_module_set(Eval *e, const Value *object, const char *name, const Value *value,
                      bool *done)
{
    QkvModule *m = torch_module_of(object);
    QkvMember *p = torch_member(m->parameter, m->parameters, name);
    QkvSetting setting;
    *done = true;
    if (!value) {
        *done = module_remove(m, name);
        return true;
    }
    if (p && p->is_buffer && !is_parameter(value))
        return set_buffer(e, p, value);
    if (p && !p->is_buffer)
        return set_parameter(e, m, p, value);
    if (is_parameter(value) || torch_is_module(value)) {
        QkvMember member = {0};
        if (m->own == &bare)
            return eval_raise(e, "AttributeError", "cannot assign %s before Module.__init__() call",
                              is_parameter(value) ? "parameters" : "module");
        if (is_parameter(value))
            member.parameter = value->parameter;
        else
            member.child = torch_module_of(value);
        eval_bind_in(e, &object->object->names, name, (Value){0});
        return torch_module_put(e, m, name, member);
    }
    if (strcmp(name, "training") == 0 && value->kind == VALUE_BOOL) {
        m->training = value->truth;
        return true;
    }
    if (m->kind->call && qkv_module_setting(m, name, &setting))
        return eval_fail(e, "'%s' of %s is fixed when it is made: make a new one", name,
                         m->kind->name);
    *done = false;
    module_remove(m, name);
    return true;
}

/* --- as text ---------------------------------------------------------------------------------- */

/* Text with each line after the first further in. */
static void add_indented(Buf *out, const char *text)
{
    for (; *text; text++) {
        buf_putc(out, *text);
        if (*text == '\n')
            buf_puts(out, "  ");
    }
}

/* What stands between the brackets beside the children: what a method of the lesson says, or the
 * settings. */
static void write_extra(const Value *object, Buf *out)
{
    bool found = false;
    Value text = {0};
    if (!object_method(object->object->eval, object, "extra_repr", 0, NULL, &text, &found))
        return;
    const NativeClass *native = class_native(object->object->class);
    if (!found && native->extra)
        native->extra(object, out);
    else if (!found)
        module_print_settings(out, torch_module_of(object));
    else if (text.kind == VALUE_STR)
        buf_puts(out, text.text->bytes);
}

void torch_module_write(const Value *object, Buf *out)
{
    const QkvModule *m = torch_module_of(object);
    Buf extra = {0};
    write_extra(object, &extra);
    bool lines = m->children > 0 || strchr(buf_text(&extra), '\n');
    buf_printf(out, "%s(", object->object->class->name);
    if (lines && extra.length > 0)
        buf_puts(out, "\n  ");
    (lines ? add_indented : buf_puts)(out, buf_text(&extra));
    buf_release(&extra);
    for (int i = 0; i < m->children; i++) {
        Value child = m->child[i].child ? torch_module_value(m->child[i].child) : value_none;
        Buf text = {0};
        value_repr(&text, &child, LIMIT_OUTPUT);
        buf_printf(out, "\n  (%s): ", m->child[i].name);
        add_indented(out, buf_text(&text));
        buf_release(&text);
    }
    buf_puts(out, lines ? "\n)" : ")");
}

/* --- what its objects can do beside that ---------------------------------------------------------- */

static bool call_init(Eval *e, Arg *args, Value *out)
{
    QkvModule *m = torch_module_of(&args[0].value);
    (void)e;
    *out = value_none;
    m->own = m->own == &bare ? NULL : m->own;
    return true;
}

static bool call_register_buffer(Eval *e, Arg *args, Value *out)
{
    const Text *name = args[1].text;
    QkvModule *m = torch_module_of(&args[0].value);
    *out = value_none;
    const QkvMember *there = torch_member(m->parameter, m->parameters, name->bytes);
    if (torch_member(m->child, m->children, name->bytes) || (there && !there->is_buffer))
        return eval_raise(e, "KeyError", "attribute '%s' already exists", name->bytes);
    QkvMember buffer = {.is_buffer = true, .is_hidden = !args[3].truth, .name = name->bytes};
    if (!set_buffer(e, &buffer, &args[2].value))
        return false;
    if (buffer.parameter)
        qkv_name(e->q, buffer.parameter->value, name->bytes);
    return torch_module_put(e, m, name->bytes, buffer);
}

/* The parameter or the buffer of this path; NULL for none. */
static const QkvMember *member_of(const QkvModule *m, const char *path)
{
    Buf at = {0};
    const QkvMember *p;
    for (int i = 0; (p = module_member_at(m, i, &at)); i++, buf_clear(&at))
        if (strcmp(buf_text(&at), path) == 0)
            break;
    buf_release(&at);
    return p;
}

/* get_parameter and get_buffer, which is `which`. */
static bool call_get(Eval *e, Arg *args, Value *out)
{
    const char *path = args[1].text->bytes;
    const QkvModule *m = torch_module_of(&args[0].value);
    const QkvMember *p = member_of(m, path);
    bool is_buffer = e->call->function->which;
    if (!p || p->is_buffer != is_buffer)
        return eval_raise(e, "AttributeError", "%s has no %s '%s'", m->kind->name,
                          is_buffer ? "buffer" : "parameter", path);
    *out = member_value(p);
    return true;
}

static bool call_get_submodule(Eval *e, Arg *args, Value *out)
{
    const char *path = args[1].text->bytes;
    QkvModule *m = torch_module_of(&args[0].value);
    QkvModule *child = *path ? qkv_module_child(m, path) : m;
    if (*path && !child)
        return eval_raise(e, "AttributeError", "%s has no module '%s'", m->kind->name, path);
    *out = torch_module_value(child);
    return true;
}

static bool call_register_parameter(Eval *e, Arg *args, Value *out)
{
    const Text *name = args[1].text;
    *out = value_none;
    if (args[2].value.kind == VALUE_NONE)
        return torch_module_put(e, torch_module_of(&args[0].value), name->bytes, (QkvMember){0});
    return args[0].value.kind == VALUE_OBJECT
               ? object_set(e, &args[0].value, name->bytes, &args[2].value)
               : eval_refuse_name(e, "register_parameter: only modules of one's own take more");
}

static bool call_add_module(Eval *e, Arg *args, Value *out)
{
    const Text *name = args[1].text;
    *out = value_none;
    if (!torch_is_module(&args[2].value))
        return arg_wrong(e, &args[2].value, "module", "a module");
    return torch_module_put(e, torch_module_of(&args[0].value), name->bytes,
                            (QkvMember){.child = torch_module_of(&args[2].value)});
}

/* --- walks over the tree -------------------------------------------------------------------------- */

enum { NAMED = 1, DEEP = 2 }; /* of the rows: with paths; all that are inside */

typedef struct Walk {
    Eval *e;
    List *out;
    bool named, deep;
} Walk;

static void add(const Walk *w, const char *path, Value v)
{
    if (w->named)
        v = value_pair(w->e->arena, value_string(w->e->arena, path), v);
    list_add(w->e->arena, w->out, v);
}

/* A module that is there twice is met once. */
static bool is_met(const Walk *w, const QkvModule *m)
{
    for (int64_t i = 0; i < w->out->count; i++) {
        const Value *v = &w->out->item[i];
        if (torch_module_of(w->named ? &v->list->item[1] : v) == m)
            return true;
    }
    return false;
}

static void walk(const Walk *w, QkvModule *m, const char *path)
{
    if (w->deep && is_met(w, m))
        return;
    if (w->deep)
        add(w, path, torch_module_value(m));
    for (int i = 0; i < m->children; i++) {
        const char *name = m->child[i].name;
        const char *inner = *path ? arena_format(w->e->arena, "%s.%s", path, name) : name;
        if (w->deep)
            walk(w, m->child[i].child, inner);
        else if (!is_met(w, m->child[i].child))
            add(w, inner, torch_module_value(m->child[i].child));
    }
}

/* children, named_children, modules and named_modules */
static bool call_children(Eval *e, Arg *args, Value *out)
{
    const int which = e->call->function->which;
    *out = value_iterator(e->arena, "generator");
    List *list = &out->iterator->list;
    walk(&(Walk){e, list, which & NAMED, which & DEEP}, torch_module_of(&args[0].value), "");
    return eval_spend(e, list->count);
}

/* buffers and named_buffers */
static bool call_buffers(Eval *e, Arg *args, Value *out)
{
    const QkvModule *m = torch_module_of(&args[0].value);
    *out = value_iterator(e->arena, "generator");
    Walk w = {e, &out->iterator->list, e->call->function->which & NAMED, true};
    Buf path = {0};
    const QkvMember *p;
    for (int i = 0; (p = module_member_at(m, i, &path)); i++, buf_clear(&path))
        if (p->is_buffer)
            add(&w, buf_text(&path), member_value(p));
    buf_release(&path);
    return eval_spend(e, w.out->count);
}

/* The function is called with every module inside, then with this one. */
static bool apply(Eval *e, QkvModule *m, const Value *f)
{
    Value unused, v = torch_module_value(m);
    for (int i = 0; i < m->children; i++)
        if (!apply(e, m->child[i].child, f))
            return false;
    return eval_apply(e, f, &v, &unused);
}

static bool call_apply(Eval *e, Arg *args, Value *out)
{
    *out = args[0].value;
    return apply(e, torch_module_of(&args[0].value), &args[1].value);
}

static bool call_cuda(Eval *e, Arg *args, Value *out)
{
    (void)args;
    (void)out;
    return eval_refuse_name(e, "cuda: there is no graphics card here: everything runs on the CPU");
}

const Function torch_own[] = {
    {"__init__", OF_MODULE, "self *args=", call_init},
    {"register_buffer", OF_MODULE, "self name:s tensor persistent:b=True", call_register_buffer},
    {"register_parameter", OF_MODULE, "self name:s param", call_register_parameter},
    {"add_module", OF_MODULE, "self name:s module", call_add_module},
    {"get_parameter", OF_MODULE, "self target:s", call_get},
    {"get_buffer", OF_MODULE, "self target:s", call_get, .which = true},
    {"get_submodule", OF_MODULE, "self target:s", call_get_submodule},
    {"register_module", OF_MODULE, "self name:s module", call_add_module},
    {"children", OF_MODULE, "self", call_children, .which = 0},
    {"named_children", OF_MODULE, "self", call_children, .which = NAMED},
    {"modules", OF_MODULE, "self", call_children, .which = DEEP},
    {"named_modules", OF_MODULE, "self", call_children, .which = NAMED | DEEP},
    {"buffers", OF_MODULE, "self recurse=", call_buffers, .which = 0},
    {"named_buffers", OF_MODULE, "self prefix= recurse=", call_buffers, .which = NAMED},
    {"apply", OF_MODULE, "self fn", call_apply},
    {"to", OF_MODULE, "self *device= dtype=", native_self},
    {"cpu", OF_MODULE, "self", native_self},
    {"float", OF_MODULE, "self", native_self},
    {"zero_grad", OF_MODULE, "self set_to_none=", native_none},
    {"cuda", OF_MODULE, "self device=", call_cuda},
    {0},
};
