/* Functions of the lesson: making them, giving their parameters what a call gives, running them. A
 * call is a group on the tape, so that a reader can step over it or into it. */
#include <string.h>

#include "python/generator.h"

static const Node *parameters_of(const Node *function)
{
    return function->kid[0];
}

bool function_make(Eval *e, const Node *n, Value *out)
{
    const Node *parameters = parameters_of(n);
    Closure *f = arena_new(e->arena, Closure);
    *f = (Closure){.name = n->kind == NODE_LAMBDA ? "<lambda>" : n->text, .node = n};
    f->defaults = arena_many(e->arena, (size_t)parameters->kids + 1, Value);
    for (int i = 0; i < parameters->kids; i++) {
        const Node *p = parameters->kid[i];
        if (p->kids > 1 && p->kid[1] && !eval_expression(e, p->kid[1], &f->defaults[i]))
            return false;
    }
    for (f->scope = e->scope; f->scope->is_class;) /* its names are not those of its functions */
        f->scope = f->scope->outer;
    f->owner = e->scope->is_class ? e->making : NULL;
    f->locals = eval_locals(e, n);
    *out = (Value){.kind = VALUE_CLOSURE, .closure = f};
    return eval_spend(e, f->locals->count);
}

/* --- arguments -------------------------------------------------------------------------------- */

typedef struct Binder {
    Eval *e;
    const Closure *f;
    Scope *scope;
    Value *value; /* of each parameter */
} Binder;

static bool fail_count(const Binder *b, int given)
{
    const Node *parameters = parameters_of(b->f->node);
    int most = 0;
    for (int i = 0; i < parameters->kids; i++)
        most += parameters->kid[i]->integer <= PARAMETER_ANY;
    return eval_raise(b->e, "TypeError", "%s() takes %d positional argument%s but %d %s given",
                      b->f->name, most, most == 1 ? "" : "s", given, given == 1 ? "was" : "were");
}

/* The arguments without a name, `self` before them. */
static bool bind_positions(Binder *b, const Value *self, const Given *given)
{
    const Node *parameters = parameters_of(b->f->node);
    int at = 0, count = 0;
    for (int i = self ? -1 : 0; i < given->count; i++) {
        if (i >= 0 && given->item[i].name)
            continue;
        const Value *v = i < 0 ? self : &given->item[i].value;
        count++;
        while (at < parameters->kids && parameters->kid[at]->integer > PARAMETER_STAR)
            at++;
        if (at == parameters->kids)
            continue; /* counted on, for the message */
        if (parameters->kid[at]->integer == PARAMETER_STAR)
            list_add(b->e->arena, b->value[at].list, *v);
        else
            b->value[at++] = *v;
    }
    return at < parameters->kids || count <= at ||
           (at > 0 && parameters->kid[at - 1]->integer == PARAMETER_STAR) || fail_count(b, count);
}

static bool bind_name(Binder *b, const char *name, const Value *v)
{
    const Node *parameters = parameters_of(b->f->node);
    const char *nearest = NULL;
    for (int i = 0; i < parameters->kids; i++) {
        const Node *p = parameters->kid[i];
        bool can = p->integer == PARAMETER_ANY || p->integer == PARAMETER_NAME;
        if (can && strcmp(p->text, name) == 0) {
            if (b->value[i].kind != VALUE_ABSENT)
                return eval_raise(b->e, "TypeError", "%s() got multiple values for argument '%s'",
                                  b->f->name, name);
            b->value[i] = *v;
            return true;
        }
        nearest = can ? names_closer(name, p->text, nearest) : nearest;
    }
    for (int i = 0; i < parameters->kids; i++)
        if (parameters->kid[i]->integer == PARAMETER_STARS) {
            Value key = value_string(b->e->arena, name);
            return eval_put(b->e, b->value[i].dict, &key, v);
        }
    return eval_raise(b->e, "TypeError", "%s() got an unexpected keyword argument '%s'%s%s%s",
                      b->f->name, name, nearest ? ": did you mean '" : "", nearest ? nearest : "",
                      nearest ? "'?" : "");
}

static bool bind_defaults(Binder *b)
{
    const Node *parameters = parameters_of(b->f->node);
    for (int i = 0; i < parameters->kids; i++) {
        if (b->value[i].kind == VALUE_ABSENT)
            b->value[i] = b->f->defaults[i];
        if (b->value[i].kind == VALUE_ABSENT)
            return eval_raise(b->e, "TypeError", "%s() is missing the argument '%s'", b->f->name,
                              parameters->kid[i]->text);
        eval_bind_in(b->e, b->scope, parameters->kid[i]->text, b->value[i]);
    }
    return true;
}

static bool bind_arguments(Binder *b, const Value *self, const Given *given)
{
    const Node *parameters = parameters_of(b->f->node);
    b->value = arena_many(b->e->arena, (size_t)parameters->kids + 1, Value);
    for (int i = 0; i < parameters->kids; i++) {
        if (parameters->kid[i]->integer == PARAMETER_STAR)
            b->value[i] = value_list(b->e->arena, VALUE_TUPLE);
        if (parameters->kid[i]->integer == PARAMETER_STARS)
            b->value[i] = value_dict(b->e->arena);
    }
    if (!bind_positions(b, self, given))
        return false;
    for (int i = 0; i < given->count; i++)
        if (given->item[i].name && !bind_name(b, given->item[i].name, &given->item[i].value))
            return false;
    return bind_defaults(b);
}

/* --- running ---------------------------------------------------------------------------------- */

static bool run_body(Eval *e, const Closure *f, Value *out)
{
    if (f->node->kind == NODE_LAMBDA)
        return eval_expression(e, f->node->kid[1], out);
    bool ok = eval_block(e, f->node->kid[2]);
    *out = e->flow == FLOW_ON ? value_none : e->returned;
    if (e->flow == FLOW_RETURN)
        e->flow = FLOW_ON;
    return ok;
}

/* Layers that a constructor makes belong to whoever called it, like those of a built-in class. */
static bool is_group(const Closure *f)
{
    return f->node->kind == NODE_DEF && strcmp(f->name, "__init__") != 0;
}

bool function_run(Eval *e, const Closure *f, Scope *scope, const Value *self, Generator *generator,
                  Value *out)
{
    const char *called = e->called;
    CallFrame frame = {.function = f,
                       .call = e->at,
                       .self = *self,
                       .generator = generator,
                       .outer = e->frame,
                       .depth = e->frame ? e->frame->depth + 1 : 1};
    e->called = NULL;
    if (frame.depth > LIMIT_CALLS)
        return eval_raise_as(e, "RecursionError", "maximum recursion depth exceeded",
                             "functions call each other more than %d deep", LIMIT_CALLS);
    Scope *outer = e->scope;
    const Call *call = e->call;
    const Node *at = e->at;
    if (is_group(f))
        qkv_enter(e->q, called ? called : f->name);
    e->scope = scope;
    e->frame = &frame;
    e->call = NULL;
    bool ok = run_body(e, f, out);
    e->scope = outer;
    e->frame = frame.outer;
    e->call = call;
    if (is_group(f))
        qkv_leave(e->q);
    if (ok)
        e->at = at;
    else if (e->ended_calls < LIMIT_CALLS)
        e->ended[e->ended_calls++] = (EndedCall){f, frame.call};
    return ok;
}

bool function_call(Eval *e, const Closure *f, const Value *self, const Given *given, Value *out)
{
    Scope *scope = arena_new(e->arena, Scope); /* functions inside may outlive the call */
    Binder b = {.e = e, .f = f, .scope = scope};
    Value first = {0};
    *scope = (Scope){.outer = f->scope, .locals = f->locals};
    if (!eval_spend(e, 1) || !eval_deeper(e) || !bind_arguments(&b, self, given))
        return false;
    if (parameters_of(f->node)->kids > 0)
        first = b.value[0];
    return f->locals->yields ? generator_make(e, f, scope, first, out)
                             : function_run(e, f, scope, &first, NULL, out);
}
