/* Calls: what is called, and which argument goes to which parameter. */
#include <assert.h>
#include <string.h>

#include "python/eval.h"
#include "python/names.h"

enum { MAX_PARAMS = 24 };

/* The parameters of a function, cut from its `params`. */
typedef struct Parameters {
    int count;
    char name[MAX_PARAMS][32];
    bool optional[MAX_PARAMS];
    int positions; /* how many can be given by position                       */
    int named;     /* the first that can be given by name                     */
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
        } else if (*at == '/') {
            p.named = p.count;
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

/* --- binding -------------------------------------------------------------------------------- */

struct Arguments {
    const Function *function;
    Parameters params;
    Value args[MAX_PARAMS];
    const Node *node[MAX_PARAMS]; /* where each is written; NULL when it is not */
    int positions;                /* given so far                               */
    bool is_method;               /* the first one stands before the dot        */
};

/* torch.tensor([1.], torch.float32): says what can be given by name alone. */
static bool fail_positions(Eval *e, const Arguments *c)
{
    const Parameters *p = &c->params;
    int most = p->positions - c->is_method;
    if (p->positions < p->count)
        return eval_fail(e, "%s takes only %d argument%s without a name: write %s=...",
                         c->function->name, most, most == 1 ? "" : "s", p->name[p->positions]);
    if (most == 0)
        return eval_fail(e, "%s takes no arguments", c->function->name);
    return eval_fail(e, "%s takes at most %d argument%s", c->function->name, most,
                     most == 1 ? "" : "s");
}

static bool add_position(Eval *e, void *context, Value v)
{
    Arguments *c = context;
    const Parameters *p = &c->params;
    if (p->rest >= 0 && c->positions >= p->rest) {
        Value *rest = &c->args[p->rest];
        if (rest->kind == VALUE_ABSENT)
            *rest = value_list(e->arena, VALUE_TUPLE);
        c->positions++;
        return eval_append(e, rest->list, v);
    }
    if (c->positions >= p->positions)
        return fail_positions(e, c);
    c->node[c->positions] = e->at;
    c->args[c->positions++] = v;
    return true;
}

/* The parameter of this name that can be given by name; -1 when there is none. */
static int find_parameter(const Arguments *c, const char *name)
{
    const Parameters *p = &c->params;
    for (int i = c->is_method && p->named == 0 ? 1 : p->named; i < p->count; i++)
        if (strcmp(p->name[i], name) == 0 && i != p->rest)
            return i;
    return -1;
}

static bool add_keyword(Eval *e, Arguments *c, const char *name, Value v)
{
    const Parameters *p = &c->params;
    const char *nearest = NULL, *called = c->function->name;
    int i = find_parameter(c, name);
    const char *other = i < 0 ? names_keyword(e, c->function, name) : NULL;
    if (other && !*other)
        return true;
    if (other)
        i = find_parameter(c, other);
    if (i >= 0 && c->args[i].kind != VALUE_ABSENT)
        return eval_fail(e, "%s gets '%s' twice", called, name);
    if (i >= 0) {
        c->node[i] = e->at;
        c->args[i] = v;
        return true;
    }
    for (i = c->is_method && p->named == 0 ? 1 : p->named; i < p->count; i++)
        nearest = i == p->rest ? nearest : names_closer(name, p->name[i], nearest);
    if (nearest)
        return eval_fail(e, "%s has no argument '%s': did you mean '%s'?", called, name, nearest);
    return eval_fail(e, "%s has no argument '%s'", called, name);
}

static bool add_arguments(Eval *e, const Node *n, Arguments *c)
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

/* f((2, 3)) where f(2, 3) is meant: one tuple or list in place of all positions. */
static void unwrap_rest(Arguments *c)
{
    if (c->params.rest < 0)
        return;
    Value *rest = &c->args[c->params.rest];
    assert(c->function);
    bool is_plain = (c->function->homes & IN_BUILTIN) != 0; /* print((2, 3)) means what it says */
    if (rest->kind != VALUE_TUPLE || rest->list->count != 1 || is_plain)
        return;
    const Value *only = &rest->list->item[0];
    if (only->kind == VALUE_TUPLE || only->kind == VALUE_LIST || only->kind == VALUE_SIZE)
        *rest = *only;
}

const Function *eval_callee(const Eval *e)
{
    return e->call->function;
}

const char *eval_parameter(const Eval *e, int i)
{
    return e->call && i < e->call->params.count ? e->call->params.name[i] : NULL;
}

const Value *eval_argument(const Eval *e, int i)
{
    return &e->call->args[i];
}

static bool check_missing(Eval *e, const Arguments *c)
{
    const Parameters *p = &c->params;
    for (int i = 0; i < p->count; i++)
        if (c->args[i].kind == VALUE_ABSENT && !p->optional[i])
            return eval_fail(e, "%s: the argument '%s' is missing", c->function->name, p->name[i]);
    return true;
}

static bool begin_call(Eval *e, const Value *callee, Arguments *c)
{
    const Kind *kind = names_kind(e, callee);
    Value call;
    if (kind && kind->callee) {
        call = kind->callee(e, callee);
        callee = &call;
    }
    if (callee->kind != VALUE_FUNCTION && callee->kind != VALUE_METHOD)
        return eval_fail(e, "%s cannot be called as a function", value_kind(callee));
    bool is_method = callee->kind == VALUE_METHOD;
    *c = (Arguments){.function = is_method ? callee->method->function : callee->function,
                     .is_method = is_method};
    assert(c->function);
    c->params = parameters_of(c->function);
    return !is_method || add_position(e, c, callee->method->self);
}

static bool finish_call(Eval *e, Arguments *c, Value *out)
{
    const Arguments *outer = e->call;
    unwrap_rest(c);
    if (!check_missing(e, c))
        return false;
    e->call = c;
    bool ok = c->function->call(e, c->args, out);
    e->call = outer;
    return ok;
}

bool eval_call(Eval *e, const Node *n, Value *out)
{
    Value callee = {0};
    Arguments c = {0};
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
    Arguments c = {0};
    return eval_spend(e, 1) && begin_call(e, function, &c) && add_position(e, &c, *arg) &&
           finish_call(e, &c, out);
}

void eval_blame(Eval *e, const Value *arg)
{
    for (int i = 0; e->call && i < MAX_PARAMS; i++)
        if (arg == &e->call->args[i] && e->call->node[i])
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
    if (kind && kind->attribute && kind->attribute(e, &object, n->text, out))
        return true;
    if (e->err->set)
        return false;
    unsigned home = kind ? kind->methods : 0;
    const Function *f = home ? names_find(e, home, n->text) : NULL;
    if (f) {
        ValueMethod *method = arena_new(e->arena, ValueMethod);
        *method = (ValueMethod){f, object};
        *out = (Value){.kind = VALUE_METHOD, .method = method};
        return true;
    }
    const char *nearest = home ? names_nearest(e, home, n->text) : NULL;
    const char *what = kind && kind->type ? kind->type(&object) : value_kind(&object);
    if (kind && kind->nearest)
        nearest = kind->nearest(&object, n->text, nearest);
    if (nearest)
        return eval_fail(e, "%s has no '%s': did you mean '%s'?", what, n->text, nearest);
    return eval_fail(e, "%s has no '%s'", what, n->text);
}

/* --- arguments ------------------------------------------------------------------------------ */

bool arg_wrong(Eval *e, const Value *v, const char *param, const char *wanted)
{
    eval_blame(e, v);
    return eval_fail(e, "'%s' must be %s, and this is %s", param, wanted, value_kind(v));
}

bool arg_integer(Eval *e, const Value *v, const char *param, int64_t *out)
{
    return v->kind == VALUE_ABSENT || value_integer(v, out) || arg_wrong(e, v, param, "an integer");
}

bool arg_number(Eval *e, const Value *v, const char *param, double *out)
{
    return v->kind == VALUE_ABSENT || value_number(v, out) || arg_wrong(e, v, param, "a number");
}

bool arg_truth(Eval *e, const Value *v, const char *param, bool *out)
{
    if (v->kind == VALUE_ABSENT)
        return true;
    if (v->kind != VALUE_BOOL)
        return arg_wrong(e, v, param, "True or False");
    *out = v->truth;
    return true;
}

bool arg_text(Eval *e, const Value *v, const char *param, const Text **out)
{
    if (v->kind == VALUE_ABSENT)
        return true;
    if (v->kind != VALUE_STR)
        return arg_wrong(e, v, param, "a str");
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
        return value_integer(v, &out[0]) ||
               arg_wrong(e, v, param, "an integer or a tuple of integers");
    }
    if (v->list->count > most)
        return eval_fail(e, "'%s' has %lld numbers, and at most %d are possible", param,
                         (long long)v->list->count, most);
    for (int64_t i = 0; i < v->list->count; i++)
        if (!value_integer(&v->list->item[i], &out[(*count)++]))
            return eval_fail(e, "'%s' must be a tuple of integers, and item %lld is %s", param,
                             (long long)i, value_kind(&v->list->item[i]));
    return true;
}
