/* Calling values in hand: which argument goes to which parameter of a function in C; what has a name of a value, and the
 * methods of objects. */
#include <string.h>

#include "base/common.h"
#include "python/dispatch.h"
#include "python/outside.h"
#include "python/real.h"

/* --- binding -------------------------------------------------------------------------------- */

bool call_is_pythons(const Call *c)
{
    return c->function->homes < 1u << HOMES_OF_PYTHON && !(c->function->homes & IN_NUMPY);
}

/* torch.tensor([1.], torch.float32): says what can be given by name alone. How many a function of a package takes in the
 * original is not known, nor which names its arguments have. */
static bool fail_positions(Eval *e, const Call *c)
{
    const Signature *p = c->params;
    int most = p->positions - c->is_method;
    const char *name = c->function->name, *what;
    if (p->positions < p->count)
        what = arena_format(e->arena, "%s takes only %d argument%s without a name: write %s=...",
                            name, most, most == 1 ? "" : "s", p->parameter[p->positions].name);
    else if (most == 0)
        what = arena_format(e->arena, "%s takes no arguments", name);
    else
        what = arena_format(e->arena, "%s takes at most %d argument%s", name, most,
                            most == 1 ? "" : "s");
    return call_is_pythons(c) ? eval_raise(e, "TypeError", "%s", what)
                              : eval_refuse_name(e, "%s", what);
}

static bool add_position(Eval *e, void *context, Value v)
{
    Call *c = context;
    const Signature *p = c->params;
    if (p->rest >= 0 && c->positions >= p->rest) {
        Value *rest = &c->args[p->rest].value;
        if (rest->kind == VALUE_ABSENT)
            *rest = value_list(e->arena, VALUE_TUPLE);
        c->positions++;
        return eval_append(e, row_in(rest), v);
    }
    if (c->positions >= p->positions)
        return fail_positions(e, c);
    c->node[c->positions] = e->at;
    c->args[c->positions++].value = v;
    return true;
}

/* The parameter of this name that can be given by name; -1 when there is none. One that takes all further positions as
 * a row of integers can: flip(dims=(0, 1)). */
static int find_parameter(const Call *c, const char *name)
{
    const Signature *p = c->params;
    for (int i = c->is_method && p->named == 0 ? 1 : p->named; i < p->count; i++)
        if (strcmp(p->parameter[i].name, name) == 0 && i != p->names &&
            (i != p->rest || p->parameter[i].letter == 'I'))
            return i;
    return -1;
}

/* Also of one that is given by position alone. */
static bool is_parameter(const Signature *s, const char *name)
{
    bool found = false;
    for (int i = 0; i < s->count && !found; i++)
        found = strcmp(s->parameter[i].name, name) == 0;
    return found;
}

static bool add_keyword(Eval *e, Call *c, const char *name, Value v)
{
    const Signature *p = c->params;
    const char *nearest = NULL, *called = c->function->name;
    int i = find_parameter(c, name);
    const char *other = i < 0 ? names_keyword(e, c->function, name) : NULL;
    if (other && !*other)
        return c->has_more = true;
    if (other)
        i = find_parameter(c, other);
    if (i >= 0 && c->args[i].value.kind != VALUE_ABSENT)
        return eval_raise(e, "TypeError", "%s gets '%s' twice", called, name);
    if (i >= 0 && i == p->rest && !value_is_row(&v))
        return arg_wrong(e, &v, name, "a list or tuple of integers");
    if (i >= 0) {
        c->node[i] = e->at;
        c->args[i].value = v;
        return true;
    }
    if (p->names >= 0) {
        Value key = value_string(e->arena, name), *rest = &c->args[p->names].value;
        if (rest->kind == VALUE_ABSENT)
            *rest = value_dict(e->arena);
        return eval_put(e, dict_in(rest), &key, &v);
    }
    for (i = c->is_method && p->named == 0 ? 1 : p->named; i < p->count; i++)
        nearest = i == p->rest ? nearest : names_closer(name, p->parameter[i].name, nearest);
    if (!call_is_pythons(c) || (!is_parameter(p, name) && real_keyword(e, name)))
        return eval_refuse_name(e, "%s: the argument '%s' is not part of the lesson language%s",
                                called, name, names_did_you_mean(e, nearest));
    return eval_raise(e, "TypeError", "%s has no argument '%s'%s", called, name,
                      names_did_you_mean(e, nearest));
}

/* f((2, 3)) where f(2, 3) is meant: one tuple or list in place of all positions; but print((2, 3))
 * means what it says. */
static void unwrap_rest(Call *c)
{
    if (c->params->rest < 0 || !c->params->parameter[c->params->rest].letter)
        return;
    Value *rest = &c->args[c->params->rest].value;
    if (rest->kind == VALUE_TUPLE && row_in(rest)->count == 1 && value_is_row(row_in(rest)->item))
        *rest = row_in(rest)->item[0];
}

/* --- what is given ---------------------------------------------------------------------------- */

void given_add(Eval *e, Given *given, const char *name, Value value, const Node *node)
{
    if (given->capacity == 0) {
        given->item = given->few;
        given->capacity = COUNT(given->few);
    }
    if (given->count == given->capacity) {
        int capacity = given->capacity * 2;
        given->item = arena_grow(e->arena, given->item, (size_t)given->count, (size_t)capacity,
                                 sizeof *given->item);
        given->capacity = capacity;
    }
    given->item[given->count++] = (Argument){name, value, node};
}

/* --- calling -------------------------------------------------------------------------------- */

/* Python's words for a wrong number of arguments, where they are given by position alone; NULL when
 * the number is right. */
static const char *said_of_count(Eval *e, const Call *c, const Value *self, int given)
{
    const Signature *s = c->params;
    int first = self != NULL, most = s->count - first, least = 0;
    const char *name = c->function->name;
    for (int i = first; i < s->count; i++)
        least += !s->parameter[i].is_optional;
    if (s->named < s->count || s->rest >= 0 || s->names >= 0 || (given >= least && given <= most))
        return NULL;
    if (self)
        name = arena_format(e->arena, "%s.%s", value_type(self), name);
    if (most == 0)
        return arena_format(e->arena, "%s() takes no arguments (%d given)", name, given);
    if (most == 1 && least == 1)
        return arena_format(e->arena, "%s() takes exactly one argument (%d given)", name, given);
    int wanted = given < least ? least : most;
    const char *bound = least == most ? "" : given < least ? "at least " : "at most ";
    return arena_format(e->arena, "%s expected %s%d argument%s, got %d", c->function->name, bound,
                        wanted, wanted == 1 ? "" : "s", given);
}

static bool bind_native(Eval *e, Call *c, const Value *self, const Given *given)
{
    const Node *at = e->at;
    if (self && !add_position(e, c, *self))
        return false;
    for (int i = 0; i < given->count; i++) {
        const Argument *a = &given->item[i];
        e->at = a->node ? a->node : at;
        if (!(a->name ? add_keyword(e, c, a->name, a->value) : add_position(e, c, a->value)))
            return false;
    }
    e->at = at;
    unwrap_rest(c);
    e->call = c;
    return args_read(e, c->function, c->params, c->args);
}

/* All arguments absent. */
static void begin_call(Eval *e, Call *c, const Function *f, bool is_method)
{
    const Signature *s = names_signature(e, f, is_method);
    c->function = f;
    c->params = s;
    for (int i = 0; i < s->count || i < LEAST_ARGUMENTS; i++) {
        c->args[i] = (Arg){0};
        c->node[i] = NULL;
    }
    c->positions = 0;
    c->is_method = is_method;
    c->has_more = false;
}

/* A function of a library; `self` is NULL or stands before the dot. */
bool call_native(Eval *e, const Function *f, const Value *self, const Given *given, Value *out)
{
    Call c;
    begin_call(e, &c, f, self != NULL);
    const Call *outer = e->call;
    bool was_fine = !e->err->set, bound = bind_native(e, &c, self, given);
    const char *said = bound ? NULL : said_of_count(e, &c, self, given->count);
    if (said && was_fine && !e->is_final)
        e->said = value_string(e->arena, said);
    bool ok = bound && f->call(e, c.args, out) && (!c.has_more || names_finish(e, f, given, out));
    e->call = outer;
    return ok;
}

bool eval_invoke(Eval *e, const Value *callee, const Given *given, Value *out)
{
    const Kind *kind = kind_of(callee);
    if (type_of(callee)->call)
        return type_of(callee)->call(e, callee, given, out);
    if (!kind->callee)
        return eval_raise_object(e, callee, "__call__", "is not callable",
                                 "cannot be called as a function");
    Value other = kind->callee(e, callee);
    return eval_invoke(e, &other, given, out);
}

bool eval_invoke_on(Eval *e, const Value *function, const Value *self, const Given *given,
                    Value *out)
{
    const ValueBound bound = {*function, *self};
    return eval_invoke(e, &(Value){.kind = VALUE_BOUND, .bound = &bound}, given, out);
}

bool eval_apply(Eval *e, const Value *function, const Value *arg, Value *out)
{
    Given given = {0};
    given_add(e, &given, NULL, *arg, NULL);
    return eval_spend(e, 1) && eval_invoke(e, function, &given, out);
}

void eval_blame(Eval *e, const Value *arg)
{
    for (int i = 0; e->call && i < MAX_PARAMETERS; i++)
        if (arg == &e->call->args[i].value && e->call->node[i])
            e->at = e->call->node[i];
}

/* --- attributes ----------------------------------------------------------------------------- */

/* The method of a type: str.upper. NULL when there is none. */
static const Function *method_of_type(const Eval *e, const Function *type, const char *name)
{
    const Function *f = strcmp(type->name, "dict") == 0 ? names_find(e, IN_DICT, name) : NULL;
    const Package *const *l;
    int unused;
    for (names_all(e, &l, &unused); *l; l++)
        for (const Kind *const *row = (*l)->kinds; row && *row && !f; row++) {
            const Value any = {.kind = *row};
            if ((*row)->methods && *row != VALUE_OBJECT && *row != VALUE_ITERATOR &&
                strcmp(value_type(&any), type->name) == 0 && eval_has_method(&any, name))
                f = names_find(e, (*row)->methods, name);
        }
    return f;
}

/* Finds what all values have, and functions of libraries; with a type before the dot its methods. */
static bool find_common(Eval *e, const Value *object, const char *name, Value *out, bool *found)
{
    const Function *of = function_in(object) ? function_in(object)
                         : method_in(object) ? method_in(object)->function
                                             : NULL;
    const Value type = {.kind = VALUE_FUNCTION, .function = names_find(e, IN_BUILTIN, "type")};
    *found = true;
    if (strcmp(name, "__class__") == 0)
        return eval_apply(e, &type, object, out);
    bool is_name = strcmp(name, "__name__") == 0 || strcmp(name, "__qualname__") == 0;
    if (is_name && of) {
        *out = value_string(e->arena, of->name);
    } else if (strcmp(name, "__doc__") == 0) {
        *out = value_none;
    } else if (strcmp(name, "__module__") == 0 && of) {
        *out = value_string(e->arena, "builtins");
    } else {
        bool is_type = of && object->kind == VALUE_FUNCTION && (of->homes & IS_TYPE);
        bool is_object = is_type && strcmp(of->name, "object") == 0;
        const Function *f = is_object ? object_own_method(name)
                            : is_type ? method_of_type(e, of, name)
                                      : NULL;
        *out = (Value){.kind = VALUE_FUNCTION, .function = f};
        *found = f != NULL;
    }
    return true;
}

bool eval_has_method(const Value *v, const char *name)
{
    bool is_tuple = type_family(v) == VALUE_TUPLE;
    return !type_of(v)->is_fixed ||
           (!(outside_does(name) & DOES_WRITE) && !(is_tuple && strcmp(name, "copy") == 0));
}

bool eval_find_member(Eval *e, const Value *object, const char *name, Value *out, bool *found)
{
    const Kind *kind = kind_of(object);
    const Value *part = value_part(object, name);
    *found = true;
    if (part) {
        *out = *part;
        return true;
    }
    if (kind->attribute && kind->attribute(e, object, name, out))
        return true;
    if (e->err->set)
        return false;
    unsigned home = kind ? kind->methods : 0;
    const Function *f = home ? names_find(e, home, name) : NULL;
    if (f && eval_has_method(object, name)) {
        *out = value_method(e->arena, f, object);
        return true;
    }
    return find_common(e, object, name, out, found);
}

const char *eval_said_no_attribute(Eval *e, const Value *object, const char *name)
{
    const Kind *kind = kind_of(object);
    const char *type = kind->type ? kind->type(object) : value_type(object);
    if (object->kind == VALUE_CLASS)
        return arena_format(e->arena, "type object '%s' has no attribute '%s'", type, name);
    return arena_format(e->arena, "'%s' object has no attribute '%s'", type, name);
}

/* Where the methods of a value are found. */
static unsigned methods_of(const Value *v)
{
    const NativeClass *native = object_in(v) ? class_native(object_in(v)->class) : NULL;
    if (v->kind == VALUE_FUNCTION || (class_in(v) && !class_in(v)->body))
        return ~0u; /* torch.Tensor.add_ */
    return native ? native->methods : kind_of(v)->methods;
}

/* The name of an attribute of this value that is most like this one, or NULL. */
static const char *nearest_attribute(const Eval *e, const Value *object, const char *name)
{
    const Kind *kind = kind_of(object);
    const char *nearest = kind->methods ? names_nearest(e, kind->methods, name) : NULL;
    for (const char *const *a = kind->attributes; a && *a; a++)
        nearest = names_closer(name, *a, nearest);
    return kind->nearest ? kind->nearest(object, name, nearest) : nearest;
}

/* Refuses what the original has there, which nothing catches. */
static bool refuse_attribute(Eval *e, const Value *object, const char *name, const char *nearest)
{
    const char *why = names_why(e, methods_of(object), name);
    const char *of = class_in(object)      ? class_in(object)->name
                     : function_in(object) ? function_in(object)->name
                                           : value_type(object);
    return why ? eval_refuse_name(e, "%s: %s", name, why)
               : eval_refuse_name(e, "%s.%s is not part of the lesson language%s", of, name,
                                  names_did_you_mean(e, nearest));
}

bool eval_no_attribute(Eval *e, const Value *object, const char *name)
{
    const Kind *kind = kind_of(object);
    const char *nearest = nearest_attribute(e, object, name);
    const char *said = eval_said_no_attribute(e, object, name);
    const char *what = kind->type ? kind->type(object) : value_kind(object);
    if (real_attribute(e, object, name) != REAL_LACKS)
        return refuse_attribute(e, object, name, nearest);
    if (nearest && !eval_has_method(object, nearest))
        return eval_raise_as(e, "AttributeError", said,
                             "%s does not change and has no '%s': use a %s", what, name,
                             type_family(object) == VALUE_SET ? "set" : "list");
    return eval_raise_as(e, "AttributeError", said, "%s has no '%s'%s", what, name,
                         names_did_you_mean(e, nearest));
}

bool eval_member_named(Eval *e, const Value *object, const char *name, Value *out)
{
    bool found;
    if (type_of(object)->member)
        return type_of(object)->member(e, object, name, out);
    return eval_find_member(e, object, name, out, &found) &&
           (found || eval_no_attribute(e, object, name));
}

bool eval_member(Eval *e, const Node *n, const Value *object, Value *out)
{
    e->at = n;
    return eval_member_named(e, object, n->text, out);
}

/* --- methods of objects -------------------------------------------------------------------- */

static Value bound(Eval *e, const Value *function, const Value *self)
{
    ValueBound *b = arena_new(e->arena, ValueBound);
    *b = (ValueBound){*function, *self};
    return (Value){.kind = VALUE_BOUND, .bound = b};
}

bool class_take(Eval *e, const Value *v, Class *class, const Value *self, Value *out)
{
    const Value of_class = {.kind = VALUE_CLASS, .class = class};
    Given none = {0};
    *out = *v;
    if (v->kind == VALUE_CLOSURE && self)
        *out = bound(e, v, self);
    if (v->kind != VALUE_WRAPPED)
        return true;
    *out = v->wrapped->get;
    if (v->wrapped->how == WRAPPED_CLASS)
        *out = bound(e, &v->wrapped->get, &of_class);
    bool is_called = v->wrapped->how == WRAPPED_PROPERTY || v->wrapped->how == WRAPPED_CACHED;
    if (!is_called || !self)
        return true;
    given_add(e, &none, NULL, *self, NULL);
    return eval_invoke(e, &v->wrapped->get, &none, out);
}

bool object_method(Eval *e, const Value *object, const char *name, int count, const Value *args,
                   Value *out, bool *found)
{
    Value method;
    Given given = {0};
    const Value *f = object_in(object) ? class_find(object_in(object)->class, NULL, name) : NULL;
    *found = f != NULL;
    if (!f)
        return true;
    for (int i = 0; i < count; i++)
        given_add(e, &given, NULL, args[i], NULL);
    return class_take(e, f, object_in(object)->class, object, &method) &&
           eval_invoke(e, &method, &given, out);
}
