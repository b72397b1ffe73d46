/* Calls: what is called, and which argument goes to which parameter. */
#include <assert.h>
#include <string.h>

#include "python/args.h"

/* --- binding -------------------------------------------------------------------------------- */

/* torch.tensor([1.], torch.float32): says what can be given by name alone. */
static bool fail_positions(Eval *e, const Call *c)
{
    const Signature *p = &c->params;
    int most = p->positions - c->is_method;
    if (p->positions < p->count)
        return eval_fail(e, "%s takes only %d argument%s without a name: write %s=...",
                         c->function->name, most, most == 1 ? "" : "s",
                         p->parameter[p->positions].name);
    if (most == 0)
        return eval_fail(e, "%s takes no arguments", c->function->name);
    return eval_fail(e, "%s takes at most %d argument%s", c->function->name, most,
                     most == 1 ? "" : "s");
}

static bool add_position(Eval *e, void *context, Value v)
{
    Call *c = context;
    const Signature *p = &c->params;
    if (p->rest >= 0 && c->positions >= p->rest) {
        Value *rest = &c->args[p->rest].value;
        if (rest->kind == VALUE_ABSENT)
            *rest = value_list(e->arena, VALUE_TUPLE);
        c->positions++;
        return eval_append(e, rest->list, v);
    }
    if (c->positions >= p->positions)
        return fail_positions(e, c);
    c->node[c->positions] = e->at;
    c->args[c->positions++].value = v;
    return true;
}

/* The parameter of this name that can be given by name; -1 when there is none. */
static int find_parameter(const Call *c, const char *name)
{
    const Signature *p = &c->params;
    for (int i = c->is_method && p->named == 0 ? 1 : p->named; i < p->count; i++)
        if (strcmp(p->parameter[i].name, name) == 0 && i != p->rest)
            return i;
    return -1;
}

static bool add_keyword(Eval *e, Call *c, const char *name, Value v)
{
    const Signature *p = &c->params;
    const char *nearest = NULL, *called = c->function->name;
    int i = find_parameter(c, name);
    const char *other = i < 0 ? names_keyword(e, c->function, name) : NULL;
    if (other && !*other)
        return true;
    if (other)
        i = find_parameter(c, other);
    if (i >= 0 && c->args[i].value.kind != VALUE_ABSENT)
        return eval_fail(e, "%s gets '%s' twice", called, name);
    if (i >= 0) {
        c->node[i] = e->at;
        c->args[i].value = v;
        return true;
    }
    for (i = c->is_method && p->named == 0 ? 1 : p->named; i < p->count; i++)
        nearest = i == p->rest ? nearest : names_closer(name, p->parameter[i].name, nearest);
    if (nearest)
        return eval_fail(e, "%s has no argument '%s': did you mean '%s'?", called, name, nearest);
    return eval_fail(e, "%s has no argument '%s'", called, name);
}

static bool add_arguments(Eval *e, const Node *n, Call *c)
{
    for (int i = 1; i < n->kids; i++) {
        const Node *arg = n->kid[i];
        bool is_plain = arg->kind != NODE_KEYWORD && arg->kind != NODE_STAR;
        Value v = {0};
        if (!eval_expression(e, is_plain ? arg : arg->kid[0], &v))
            return false;
        e->at = arg->kind == NODE_STAR ? arg->kid[0] : arg;
        bool ok = arg->kind == NODE_KEYWORD ? add_keyword(e, c, arg->text, v)
                  : arg->kind == NODE_STAR  ? eval_each(e, &v, add_position, c)
                                            : add_position(e, c, v);
        if (!ok)
            return false;
    }
    return true;
}

/* f((2, 3)) where f(2, 3) is meant: one tuple or list in place of all positions; but print((2, 3))
 * means what it says. */
static void unwrap_rest(Call *c)
{
    if (c->params.rest < 0 || !c->params.parameter[c->params.rest].letter)
        return;
    Value *rest = &c->args[c->params.rest].value;
    if (rest->kind == VALUE_TUPLE && rest->list->count == 1 && value_is_row(rest->list->item))
        *rest = rest->list->item[0];
}

static bool begin_call(Eval *e, const Value *callee, Call *c)
{
    const Kind *kind = names_kind(e, callee);
    Value call;
    if (kind->callee) {
        call = kind->callee(e, callee);
        callee = &call;
    }
    if (callee->kind != VALUE_FUNCTION && callee->kind != VALUE_METHOD)
        return eval_fail(e, "%s cannot be called as a function", value_kind(callee));
    bool is_method = callee->kind == VALUE_METHOD;
    *c = (Call){.function = is_method ? callee->method->function : callee->function,
                .is_method = is_method};
    assert(c->function);
    c->params = signature_of(c->function, is_method);
    return !is_method || add_position(e, c, callee->method->self);
}

static bool finish_call(Eval *e, Call *c, Value *out)
{
    const Call *outer = e->call;
    unwrap_rest(c);
    e->call = c;
    bool ok = args_read(e, c->function, &c->params, c->args) && c->function->call(e, c->args, out);
    e->call = outer;
    return ok;
}

bool eval_call(Eval *e, const Node *n, Value *out)
{
    Value callee = {0};
    Call c = {0};
    if (!eval_expression(e, n->kid[0], &callee))
        return false;
    e->at = n->kid[0];
    if (!begin_call(e, &callee, &c) || !add_arguments(e, n, &c))
        return false;
    e->at = n;
    return finish_call(e, &c, out);
}

bool eval_apply(Eval *e, const Value *function, const Value *arg, Value *out)
{
    Call c = {0};
    return eval_spend(e, 1) && begin_call(e, function, &c) && add_position(e, &c, *arg) &&
           finish_call(e, &c, out);
}

void eval_blame(Eval *e, const Value *arg)
{
    for (int i = 0; e->call && i < MAX_PARAMETERS; i++)
        if (arg == &e->call->args[i].value && e->call->node[i])
            e->at = e->call->node[i];
}

/* --- attributes ----------------------------------------------------------------------------- */

bool eval_attribute(Eval *e, const Node *n, Value *out)
{
    Value object = {0};
    if (!eval_expression(e, n->kid[0], &object))
        return false;
    e->at = n;
    if (object.kind == VALUE_NAMESPACE)
        return names_member(e, object.space, n->text, out);
    const Kind *kind = names_kind(e, &object);
    const Value *part = value_part(&object, n->text);
    if (part) {
        *out = *part;
        return true;
    }
    if (kind->attribute && kind->attribute(e, &object, n->text, out))
        return true;
    if (e->err->set)
        return false;
    const Function *f = names_find(e, kind->methods, n->text);
    if (f) {
        ValueMethod *method = arena_new(e->arena, ValueMethod);
        *method = (ValueMethod){f, object};
        *out = (Value){.kind = VALUE_METHOD, .method = method};
        return true;
    }
    const char *nearest = names_nearest(e, kind->methods, n->text);
    const char *what = kind->type ? kind->type(&object) : value_kind(&object);
    for (const char *const *a = kind->attributes; a && *a; a++)
        nearest = names_closer(n->text, *a, nearest);
    if (kind->nearest)
        nearest = kind->nearest(&object, n->text, nearest);
    if (nearest)
        return eval_fail(e, "%s has no '%s': did you mean '%s'?", what, n->text, nearest);
    return eval_fail(e, "%s has no '%s'", what, n->text);
}
