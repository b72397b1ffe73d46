/* Nothing is run for the meaning of code: attributes are looked up as the evaluator would, up to where
 * code of the lesson would decide. */
#include "python/meaning.h"

#include <string.h>

#include "python/outside.h"

/* --- names of the code ------------------------------------------------------------------------------------ */

static bool has_name(const Locals *names, const Node *n)
{
    for (int i = 0; i < names->count; i++)
        if (names->local[i].hash == n->hash && strcmp(names->local[i].name, n->text) == 0)
            return true;
    return false;
}

static void add_name(Meaning *m, Locals *names, const Node *n)
{
    if (!has_name(names, n))
        arena_push(m->e->arena, names->local, names->count, (Local){n->text, n->hash, LOCAL_OWN});
}

static void add_targets(Meaning *m, Locals *names, const Node *n)
{
    if (n->kind == NODE_NAME)
        add_name(m, names, n);
    if (n->kind == NODE_TUPLE || n->kind == NODE_LIST || n->kind == NODE_STAR)
        for (int i = 0; i < n->kids; i++)
            add_targets(m, names, n->kid[i]);
}

/* All names that code binds, also inside of its functions and comprehensions. */
static void find_inner(Meaning *m, const Node *n)
{
    int targets = n->kind == NODE_ASSIGN ? n->kids - 1 : 0;
    switch (n->kind) {
    case NODE_AUGMENTED:
    case NODE_ANNOTATED:
    case NODE_FOR:
    case NODE_EACH:
    case NODE_WALRUS:
        targets = 1;
        break;
    case NODE_PARAMETER:
        add_name(m, &m->inner, n);
        break;
    case NODE_ITEM:
    case NODE_EXCEPT:
        if (n->kids > 1 && n->kid[n->kids - 1])
            add_targets(m, &m->inner, n->kid[n->kids - 1]);
        break;
    default:
        break;
    }
    for (int i = 0; i < targets; i++)
        add_targets(m, &m->inner, n->kid[i]);
    for (int i = 0; i < n->kids; i++)
        if (n->kid[i])
            find_inner(m, n->kid[i]);
}

bool meaning_is_inner(const Meaning *m, const Node *n)
{
    return has_name(&m->inner, n);
}

const Value *meaning_outer(Meaning *m, const Node *n)
{
    Scope *scope = m->e->scope;
    if (m->in)
        m->e->scope = m->in->scope;
    const Value *v = eval_lookup_node(m->e, n);
    m->e->scope = scope;
    return v;
}

bool meaning_is_self(const Meaning *m, const Node *n)
{
    const Node *parameters = m->in ? m->in->node->kid[0] : NULL;
    return m->self.kind != VALUE_ABSENT && parameters && parameters->kids > 0 &&
           strcmp(parameters->kid[0]->text, n->text) == 0;
}

/* --- what an expression stands for ------------------------------------------------------------ */

void meaning_forget_error(Eval *e)
{
    *e->err = (Err){0};
    e->is_final = false;
    qkv_clear_error(e->q);
}

bool meaning_is_lesson_class(const Class *c)
{
    return c && c->body && !c->module;
}

/* A method or attribute in hand: with code of a property, nothing is found. */
static bool bind_found(Meaning *m, const Value *found, const Value *self, Value *out)
{
    const Wrapped *wrapped = found->kind == VALUE_WRAPPED ? found->wrapped : NULL;
    const Value class = {.kind = VALUE_CLASS,
                         .class = self->kind == VALUE_OBJECT ? self->object->class : self->class};
    bool is_bound = wrapped ? wrapped->how == WRAPPED_CLASS : self->kind == VALUE_OBJECT;
    *out = wrapped ? wrapped->get : *found;
    if (wrapped && wrapped->how != WRAPPED_STATIC && wrapped->how != WRAPPED_CLASS)
        return false;
    if (out->kind != VALUE_CLOSURE || !is_bound)
        return true;
    ValueBound *bound = arena_new(m->e->arena, ValueBound);
    *bound = (ValueBound){*out, wrapped ? class : *self};
    *out = (Value){.kind = VALUE_BOUND, .bound = bound};
    return true;
}

static bool find_native(Meaning *m, unsigned home, const Value *self, const char *name, Value *out)
{
    const Function *method = home ? names_find(m->e, home, name) : NULL;
    if (method)
        *out = value_method(m->e->arena, method, self);
    return method != NULL;
}

static bool member_of_object(Meaning *m, const Value *v, const char *name, Value *out)
{
    const Object *o = v->object;
    const NativeClass *native = class_native(o->class);
    const Value *own = eval_find_in(&o->names, name), *found = class_find(o->class, NULL, name);
    if (own) {
        *out = *own;
        return true;
    }
    if (found)
        return bind_found(m, found, v, out);
    bool is_there = native && native->attribute && native->attribute(m->e, v, name, out);
    meaning_forget_error(m->e);
    return is_there || (native && find_native(m, native->methods, v, name, out));
}

bool meaning_member(Meaning *m, const Value *v, const char *name, Value *out)
{
    const Kind *kind = names_kind(m->e, v);
    const Value *found;
    bool is_there;
    switch (v->kind) {
    case VALUE_NAMESPACE:
        is_there = names_import(m->e, v->space, name, out);
        meaning_forget_error(m->e);
        return is_there;
    case VALUE_OBJECT:
        return member_of_object(m, v, name, out);
    case VALUE_CLASS:
        found = class_find(v->class, NULL, name);
        return found && bind_found(m, found, v, out);
    case VALUE_SUPER:
        found = v->super->self.kind == VALUE_OBJECT
                    ? class_find(v->super->self.object->class, v->super->class, name)
                    : NULL;
        return found && bind_found(m, found, &v->super->self, out);
    default:
        return find_native(m, kind->methods, v, name, out);
    }
}

bool meaning_is_super(const Meaning *m, const Node *n)
{
    return n->kind == NODE_CALL && n->kid[0]->kind == NODE_NAME && m->in && m->in->owner &&
           strcmp(n->kid[0]->text, "super") == 0;
}

bool meaning_of(Meaning *m, const Node *n, Value *out)
{
    Value base;
    if (n->kind == NODE_ATTRIBUTE)
        return meaning_of(m, n->kid[0], &base) && meaning_member(m, &base, n->text, out);
    if (meaning_is_super(m, n) && m->self.kind == VALUE_OBJECT) {
        Super *super = arena_new(m->e->arena, Super);
        *super = (Super){m->in->owner, m->self};
        *out = (Value){.kind = VALUE_SUPER, .super = super};
        return true;
    }
    if (n->kind == NODE_CALL || n->kind == NODE_INDEX) /* plt.figure(), axes[0] */
        return meaning_of(m, n->kid[0], out) && outside_is_quiet(out);
    if (n->kind != NODE_NAME)
        return false;
    if (meaning_is_self(m, n)) {
        *out = m->self;
        return true;
    }
    const Value *v = meaning_is_inner(m, n) ? NULL : meaning_outer(m, n);
    if (v)
        *out = *v;
    return v || (!meaning_is_inner(m, n) && !doubt_lost(m->e, n->text) &&
                 names_given(m->e, n->text, out));
}

bool meaning_is_quiet(Meaning *m, const Node *n)
{
    Value v;
    while (n->kind == NODE_ATTRIBUTE || n->kind == NODE_CALL || n->kind == NODE_INDEX) {
        if (meaning_of(m, n, &v))
            return outside_is_quiet(&v);
        n = n->kid[0];
    }
    return n->kind == NODE_NAME &&
           (has_name(&m->quiet, n) || (meaning_of(m, n, &v) && outside_is_quiet(&v)));
}

static bool mentions_quiet(Meaning *m, const Node *n)
{
    bool found = meaning_is_quiet(m, n);
    for (int i = 0; i < n->kids && !found; i++)
        found = n->kid[i] && mentions_quiet(m, n->kid[i]);
    return found;
}

/* fig, ax = plt.subplots(), for a in axes, with plt.style.context("x") as c */
static void find_quiet(Meaning *m, const Node *n)
{
    if (n->kind == NODE_ASSIGN && meaning_is_quiet(m, n->kid[n->kids - 1]))
        for (int i = 0; i + 1 < n->kids; i++)
            add_targets(m, &m->quiet, n->kid[i]);
    if ((n->kind == NODE_FOR || n->kind == NODE_EACH) && mentions_quiet(m, n->kid[1]))
        add_targets(m, &m->quiet, n->kid[0]);
    if (n->kind == NODE_ITEM && n->kids > 1 && meaning_is_quiet(m, n->kid[0]))
        add_targets(m, &m->quiet, n->kid[1]);
    for (int i = 0; i < n->kids; i++)
        if (n->kid[i])
            find_quiet(m, n->kid[i]);
}

/* --- all -------------------------------------------------------------------------------------- */

Meaning meaning_begin(Eval *e, const Closure *in, const Value *self)
{
    return (Meaning){.e = e, .in = in, .self = self ? *self : (Value){.kind = VALUE_ABSENT}};
}

void meaning_read(Meaning *m, const Node *n)
{
    find_inner(m, n);
    find_quiet(m, n);
}
