/* Calls: what is called, and which argument goes to which parameter. */
#include <string.h>

#include "lesson/eval.h"
#include "lesson/names.h"

enum { MAX_PARAMS = 12 };

/* The parameters of a function, cut from its `params`. */
typedef struct Parameters {
    int count;
    char name[MAX_PARAMS][24];
    bool optional[MAX_PARAMS];
    int positions; /* how many can be given by position                       */
    int rest;      /* the one that takes all further positions, -1 for none   */
} Parameters;

static Parameters parameters_of(const Function *f)
{
    Parameters p = {.rest = -1, .positions = -1};
    const char *at = f->params;
    while (*at) {
        size_t length = strcspn(at, " ");
        if (*at == '|') {
            p.positions = p.count;
        } else if (length > 0 && p.count < MAX_PARAMS) {
            const char *name = at;
            size_t n = length;
            if (*name == '*') {
                p.rest = p.count;
                name++;
                n--;
            }
            if (name[n - 1] == '=') {
                p.optional[p.count] = true;
                n--;
            }
            memcpy(p.name[p.count], name, n);
            p.name[p.count++][n] = '\0';
        }
        at += length;
        at += strspn(at, " ");
    }
    if (p.positions < 0)
        p.positions = p.count;
    return p;
}

/* --- binding ---------------------------------------------------------------------------------------- */

typedef struct Arguments {
    const Function *function;
    Parameters params;
    Value args[MAX_PARAMS];
    int positions; /* given so far */
} Arguments;

static bool add_position(Eval *e, void *context, Value v)
{
    Arguments *c = context;
    const Parameters *p = &c->params;
    if (p->rest >= 0 && c->positions >= p->rest) {
        Value *rest = &c->args[p->rest];
        if (rest->kind == VALUE_ABSENT)
            *rest = value_list(e->arena, VALUE_TUPLE);
        list_add(e->arena, rest->list, v);
        c->positions++;
        return true;
    }
    if (c->positions >= p->positions)
        return eval_fail(e, "%s takes at most %d argument%s by position", c->function->name,
                         p->positions, p->positions == 1 ? "" : "s");
    c->args[c->positions++] = v;
    return true;
}

static bool add_keyword(Eval *e, Arguments *c, const char *name, Value v)
{
    const Parameters *p = &c->params;
    const char *nearest = NULL;
    for (int i = 0; i < p->count; i++) {
        if (strcmp(p->name[i], name) == 0) {
            if (c->args[i].kind != VALUE_ABSENT)
                return eval_fail(e, "%s got '%s' twice", c->function->name, name);
            c->args[i] = v;
            return true;
        }
        nearest = names_closer(name, p->name[i], nearest);
    }
    if (strcmp(name, "requires_grad") == 0) /* accepted everywhere and means nothing here */
        return true;
    if (nearest)
        return eval_fail(e, "%s has no argument '%s': did you mean '%s'?", c->function->name, name, nearest);
    return eval_fail(e, "%s has no argument '%s'", c->function->name, name);
}

static bool add_arguments(Eval *e, const Node *n, Arguments *c)
{
    for (int i = 1; i < n->kids; i++) {
        const Node *arg = n->kid[i];
        bool is_plain = arg->kind != NODE_KEYWORD && arg->kind != NODE_STAR;
        Value v;
        if (!eval_expression(e, is_plain ? arg : arg->kid[0], &v))
            return false;
        e->at = arg;
        bool ok = arg->kind == NODE_KEYWORD ? add_keyword(e, c, arg->text, v)
                  : arg->kind == NODE_STAR  ? eval_each(e, &v, add_position, c)
                                            : add_position(e, c, v);
        if (!ok)
            return false;
    }
    return true;
}

/* f((2, 3)) where f(2, 3) is meant: one tuple or list in place of all positions. */
static void unwrap_rest(Arguments *c)
{
    if (c->params.rest < 0)
        return;
    Value *rest = &c->args[c->params.rest];
    bool is_plain = (c->function->homes & IN_BUILTIN) != 0; /* print((2, 3)) means what it says */
    if (rest->kind != VALUE_TUPLE || rest->list->count != 1 || is_plain)
        return;
    const Value *only = &rest->list->item[0];
    if (only->kind == VALUE_TUPLE || only->kind == VALUE_LIST || only->kind == VALUE_SIZE)
        *rest = *only;
}

static bool check_missing(Eval *e, const Arguments *c)
{
    const Parameters *p = &c->params;
    for (int i = 0; i < p->count; i++)
        if (c->args[i].kind == VALUE_ABSENT && !p->optional[i])
            return eval_fail(e, "%s needs '%s'", c->function->name, p->name[i]);
    return true;
}

bool eval_call(Eval *e, const Node *n, Value *out)
{
    Value callee;
    if (!eval_expression(e, n->kid[0], &callee))
        return false;
    e->at = n->kid[0];
    if (callee.kind != VALUE_FUNCTION && callee.kind != VALUE_METHOD)
        return eval_fail(e, "a %s cannot be called", value_type(&callee));

    Arguments c = {.function = callee.kind == VALUE_METHOD ? callee.method->function : callee.function};
    c.params = parameters_of(c.function);
    if (callee.kind == VALUE_METHOD && !add_position(e, &c, callee.method->self))
        return false;
    if (!add_arguments(e, n, &c))
        return false;
    unwrap_rest(&c);
    e->at = n;
    return check_missing(e, &c) && c.function->call(e, c.args, out);
}

/* --- attributes ------------------------------------------------------------------------------------ */

bool eval_attribute(Eval *e, const Node *n, Value *out)
{
    Value object;
    if (!eval_expression(e, n->kid[0], &object))
        return false;
    e->at = n;
    if (object.kind == VALUE_NAMESPACE)
        return names_member(e, object.space, n->text, out);
    if (object.kind == VALUE_TENSOR && names_property(e, object.tensor, n->text, out))
        return !e->err->set;
    unsigned home = names_methods(&object);
    const Function *f = home ? names_find(home, n->text) : NULL;
    if (!f) {
        const char *nearest = home ? names_nearest(home, n->text) : NULL;
        if (nearest)
            return eval_fail(e, "a %s has no '%s': did you mean '%s'?", value_type(&object), n->text,
                             nearest);
        return eval_fail(e, "a %s has no '%s'", value_type(&object), n->text);
    }
    ValueMethod *method = arena_new(e->arena, ValueMethod);
    *method = (ValueMethod){f, object};
    *out = (Value){.kind = VALUE_METHOD, .method = method};
    return true;
}

/* --- arguments -------------------------------------------------------------------------------------- */

static bool wrong(Eval *e, const Value *v, const char *param, const char *wanted)
{
    return eval_fail(e, "'%s' must be %s, and this is a %s", param, wanted, value_type(v));
}

bool arg_tensor(Eval *e, const Value *v, const char *param, const Tensor **out)
{
    switch (v->kind) {
    case VALUE_TENSOR:
        *out = v->tensor;
        return true;
    case VALUE_INT:
        *out = qkv_integer(e->q, v->integer);
        return true;
    case VALUE_BOOL:
        *out = qkv_truth(e->q, v->truth);
        return true;
    case VALUE_FLOAT:
        *out = qkv_number(e->q, v->number);
        return true;
    default:
        return wrong(e, v, param, "a tensor or a number");
    }
}

bool arg_integer(Eval *e, const Value *v, const char *param, int64_t *out)
{
    return v->kind == VALUE_ABSENT || value_integer(v, out) || wrong(e, v, param, "an integer");
}

bool arg_number(Eval *e, const Value *v, const char *param, double *out)
{
    return v->kind == VALUE_ABSENT || value_number(v, out) || wrong(e, v, param, "a number");
}

bool arg_truth(Eval *e, const Value *v, const char *param, bool *out)
{
    if (v->kind == VALUE_ABSENT)
        return true;
    if (v->kind != VALUE_BOOL)
        return wrong(e, v, param, "True or False");
    *out = v->truth;
    return true;
}

bool arg_text(Eval *e, const Value *v, const char *param, const Text **out)
{
    if (v->kind == VALUE_ABSENT)
        return true;
    if (v->kind != VALUE_STR)
        return wrong(e, v, param, "a text");
    *out = v->text;
    return true;
}

bool arg_integers(Eval *e, const Value *v, const char *param, int most, int64_t *out, int *count)
{
    *count = 0;
    if (v->kind == VALUE_ABSENT || v->kind == VALUE_NONE)
        return true;
    if (v->kind != VALUE_LIST && v->kind != VALUE_TUPLE && v->kind != VALUE_SIZE) {
        *count = 1;
        return value_integer(v, &out[0]) || wrong(e, v, param, "an integer or a tuple of integers");
    }
    if (v->list->count > most)
        return eval_fail(e, "'%s' has %lld numbers: at most %d", param, (long long)v->list->count, most);
    for (int64_t i = 0; i < v->list->count; i++)
        if (!value_integer(&v->list->item[i], &out[(*count)++]))
            return wrong(e, &v->list->item[i], param, "a tuple of integers");
    return true;
}
