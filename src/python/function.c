/* Functions of the lesson: making them, giving their parameters what a call gives, running them. A
 * call is a group on the tape, so that a reader can step over it or into it. */
#include <stdio.h>
#include <string.h>

#include "python/generator.h"
#include "python/heap.h"
#include "python/library.h"
#include "python/real.h"

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
    for (f->scope = e->scope; f->scope->is_class;) /* own names are not those of its functions */
        f->scope = f->scope->outer;
    f->owner = e->scope->is_class ? e->making : NULL;
    f->library = eval_module(e);
    f->qualname = object_qualname(e, f->name);
    *out = (Value){.kind = VALUE_CLOSURE, .closure = f};
    bool is_later = n->kind == NODE_DEF && n->kid[2]->kind == NODE_LATER;
    return is_later || function_read(e, f);
}

bool function_read(Eval *e, const Closure *f)
{
    Node *body = f->node->kind == NODE_DEF ? f->node->kid[2] : NULL;
    if (f->locals)
        return true;
    if (body && body->kind == NODE_LATER &&
        (e->err->set || !library_read_body(f->library, body, e->err)))
        return false;
    Locals *locals = eval_locals(e, f->node);
    ((Closure *)(uintptr_t)f)->locals = locals;
    return eval_spend(e, locals->count);
}

/* --- arguments -------------------------------------------------------------------------------- */

typedef struct Binder {
    Eval *e;
    const Closure *f;
    Scope *scope; /* first names are the parameters */
} Binder;

static Value *argument(const Binder *b, int i)
{
    return &b->scope->binding[i].value;
}

/* How many parameters can be given by position, and how many of them must be. */
static void count_positions(const Closure *f, int *least, int *most)
{
    const Node *parameters = parameters_of(f->node);
    *least = *most = 0;
    for (int i = 0; i < parameters->kids; i++)
        if (parameters->kid[i]->integer <= PARAMETER_ANY) {
            *least += f->defaults[i].kind == VALUE_ABSENT;
            ++*most;
        }
}

static bool fail_count(const Binder *b, int given)
{
    int least, most;
    char from[32] = "";
    count_positions(b->f, &least, &most);
    if (least < most)
        snprintf(from, sizeof from, "from %d to ", least);
    const char *what = arena_format(
        b->e->arena, "%s() takes %s%d positional argument%s but %d %s given", b->f->qualname, from,
        most, most == 1 ? "" : "s", given, given == 1 ? "was" : "were");
    return eval_is_librarys(b->f) ? eval_refuse_name(b->e, "%s", what)
                                  : eval_raise(b->e, "TypeError", "%s", what);
}

/* The arguments without a name, `self` before them; *extra is how many there are when it is too
 * many. */
static void bind_positions(Binder *b, const Value *self, const Given *given, int *extra)
{
    const Node *parameters = parameters_of(b->f->node);
    int at = 0, count = 0;
    *extra = 0;
    for (int i = self ? -1 : 0; i < given->count; i++) {
        if (i >= 0 && given->item[i].name)
            continue;
        const Value *v = i < 0 ? self : &given->item[i].value;
        int64_t kind = at < parameters->kids ? parameters->kid[at]->integer : PARAMETER_NAME;
        count++;
        if (kind > PARAMETER_STAR)
            *extra = count;
        else if (kind == PARAMETER_STAR)
            list_add(b->e->arena, row_in(argument(b, at)), *v);
        else
            *argument(b, at++) = *v;
    }
    *extra = *extra ? count : 0;
}

static bool is_by_name(const Node *parameter)
{
    return parameter->integer == PARAMETER_ANY || parameter->integer == PARAMETER_NAME;
}

/* A name that no parameter takes. */
static bool fail_name(const Binder *b, const char *name)
{
    const Node *parameters = parameters_of(b->f->node);
    const char *nearest = NULL;
    bool is_position = false;
    for (int i = 0; i < parameters->kids; i++) {
        const Node *p = parameters->kid[i];
        is_position = is_position ||
                      (p->integer == PARAMETER_POSITION && strcmp(p->text, name) == 0);
        nearest = is_by_name(p) ? names_closer(name, p->text, nearest) : nearest;
    }
    const char *said = arena_format(
        b->e->arena,
        is_position ? "%s() got some positional-only arguments passed as keyword arguments: '%s'"
                    : "%s() got an unexpected keyword argument '%s'",
        b->f->qualname, name);
    const char *hint = names_did_you_mean(b->e, nearest);
    if (eval_is_librarys(b->f) && real_keyword(b->e, name))
        return eval_refuse_name(b->e,
                                "%s(): the argument '%s' is not part of the lesson language%s",
                                b->f->qualname, name, hint);
    return eval_raise_as(b->e, "TypeError", said, "%s%s", said, hint);
}

static bool bind_name(Binder *b, const char *name, const Value *v)
{
    const Node *parameters = parameters_of(b->f->node);
    for (int i = 0; i < parameters->kids; i++) {
        const Node *p = parameters->kid[i];
        if (!is_by_name(p) || strcmp(p->text, name) != 0)
            continue;
        if (argument(b, i)->kind != VALUE_ABSENT)
            return eval_raise(b->e, "TypeError", "%s() got multiple values for argument '%s'",
                              b->f->qualname, name);
        *argument(b, i) = *v;
        return true;
    }
    for (int i = 0; i < parameters->kids; i++)
        if (parameters->kid[i]->integer == PARAMETER_STARS) {
            Value key = value_string(b->e->arena, name);
            return eval_put(b->e, dict_in(argument(b, i)), &key, v);
        }
    return fail_name(b, name);
}

static bool is_missing(const Binder *b, int i, bool by_name)
{
    return argument(b, i)->kind == VALUE_ABSENT &&
           (parameters_of(b->f->node)->kid[i]->integer == PARAMETER_NAME) == by_name;
}

/* Names all parameters that have no value: 'a', 'b', and 'c'. */
static bool fail_missing(const Binder *b, bool by_name)
{
    const Node *parameters = parameters_of(b->f->node);
    Buf names = {0};
    int count = 0, met = 0;
    for (int i = 0; i < parameters->kids; i++)
        count += is_missing(b, i, by_name);
    for (int i = 0; i < parameters->kids; i++) {
        if (!is_missing(b, i, by_name))
            continue;
        const char *between = met == 0          ? ""
                              : met + 1 < count ? ", "
                              : count == 2      ? " and "
                                                : ", and ";
        buf_printf(&names, "%s'%s'", between, parameters->kid[i]->text);
        met++;
    }
    eval_raise(b->e, "TypeError", "%s() missing %d required %s argument%s: %s", b->f->qualname,
               count, by_name ? "keyword-only" : "positional", count == 1 ? "" : "s",
               buf_text(&names));
    buf_release(&names);
    return false;
}

static bool bind_defaults(Binder *b)
{
    const Node *parameters = parameters_of(b->f->node);
    bool missing[2] = {false, false};
    for (int i = 0; i < parameters->kids; i++) {
        Value *v = argument(b, i);
        if (v->kind == VALUE_ABSENT)
            *v = b->f->defaults[i];
        if (v->kind == VALUE_ABSENT)
            missing[parameters->kid[i]->integer == PARAMETER_NAME] = true;
    }
    return !(missing[0] || missing[1]) || fail_missing(b, !missing[0]);
}

static bool bind_arguments(Binder *b, const Value *self, const Given *given)
{
    const Node *parameters = parameters_of(b->f->node);
    int extra;
    for (int i = 0; i < parameters->kids; i++) {
        if (parameters->kid[i]->integer == PARAMETER_STAR)
            *argument(b, i) = value_list(b->e->arena, VALUE_TUPLE);
        if (parameters->kid[i]->integer == PARAMETER_STARS)
            *argument(b, i) = value_dict(b->e->arena);
    }
    bind_positions(b, self, given, &extra);
    for (int i = 0; i < given->count; i++)
        if (given->item[i].name && !bind_name(b, given->item[i].name, &given->item[i].value))
            return false;
    return extra ? fail_count(b, extra) : bind_defaults(b);
}

/* Cost of going too deep: code that tries it again and again must come to an end. */
enum { COST_OF_DEPTH = 100 };

/* --- running ---------------------------------------------------------------------------------- */

static bool run_body(Eval *e, const Closure *f, Value *out)
{
    if (f->node->kind == NODE_LAMBDA)
        return eval_expression(e, f->node->kid[1], out);
    int line = eval_line_begins(e, LINE_CALL, f->node, 0);
    eval_line_shows(e, line, NULL, true);
    bool ok = eval_block(e, f->node->kid[2]);
    eval_line_ends(e, line);
    *out = e->flow == FLOW_ON ? value_none : e->returned;
    if (e->flow == FLOW_RETURN)
        e->flow = FLOW_ON;
    return ok;
}

/* True if the arguments of a call need no computing: names, attributes, constants. */
static bool is_plain(const Node *n)
{
    bool plain = n->kind != NODE_CALL && n->kind != NODE_BINARY && n->kind != NODE_UNARY &&
                 n->kind != NODE_COMPARE && n->kind != NODE_INDEX;
    for (int i = 0; plain && i < n->kids; i++)
        plain = !n->kid[i] || is_plain(n->kid[i]);
    return plain;
}

/* The call that is all that a function does: return F.linear(input, self.weight, self.bias). */
static const Node *only_call(const Node *function)
{
    const Node *body = function->kid[2], *last = body->kid[body->kids - 1];
    bool has_text = body->kids == 2 && body->kid[0]->kind == NODE_EXPRESSION &&
                    body->kid[0]->kid[0]->kind == NODE_STRING;
    const Node *call = last->kind == NODE_RETURN && last->kids > 0 ? last->kid[0] : NULL;
    bool plain = call && call->kind == NODE_CALL && (body->kids == 1 || has_text);
    for (int i = 0; plain && i < call->kids; i++)
        plain = is_plain(call->kid[i]);
    return plain ? call : NULL;
}

/* A function of the library that hands on what another one computes: that one is the group, under the name
 * that this one would have. */
static bool hands_on(const Closure *f)
{
    return eval_is_librarys(f) && f->node->kind == NODE_DEF && only_call(f->node);
}

/* Layers that a constructor makes belong to whoever called it. Of the library, what a package offers is a
 * group, and not what Python does, nor what writes into a tensor, as its name says (zeros_); of a class that
 * is what calling its objects does. */
static bool is_group(const Closure *f, const char *called)
{
    if (f->node->kind != NODE_DEF || strcmp(f->name, "__init__") == 0)
        return false;
    if (!eval_is_librarys(f) || called)
        return !hands_on(f);
    bool is_offered = f->owner ? strcmp(f->name, "forward") == 0
                               : *f->name != '_' && f->name[strlen(f->name) - 1] != '_';
    return !f->library->is_own && is_offered && !hands_on(f);
}

bool function_run(Eval *e, const Closure *f, Scope *scope, const Value *self, Generator *generator,
                  Value *out)
{
    const char *called = e->called;
    bool is_handed = hands_on(f), groups = is_group(f, called);
    int outside = e->frame ? e->frame->depth : 0;
    CallFrame frame = {.function = f,
                       .call = e->at,
                       .self = *self,
                       .generator = generator,
                       .outer = e->frame,
                       .around = e->scope,
                       .depth = outside + 1,
                       .first_step = qkv_tape(e->q) ? qkv_tape(e->q)->count : 0};
    e->called = !is_handed ? NULL : called ? called : f->name;
    if (frame.depth > LIMIT_CALLS)
        return eval_spend(e, COST_OF_DEPTH) &&
               eval_raise_as(e, "RecursionError", "maximum recursion depth exceeded",
                             "functions call each other more than %d deep", LIMIT_CALLS);
    Scope *outer = e->scope;
    const Call *call = e->call;
    const Node *at = e->at;
    if (groups)
        qkv_enter(e->q, called ? called : f->name);
    e->scope = scope;
    e->frame = &frame;
    e->call = NULL;
    bool ok = run_body(e, f, out);
    e->called = NULL;
    e->scope = outer;
    e->frame = frame.outer;
    e->call = call;
    if (groups)
        qkv_leave(e->q);
    e->is_final = e->is_final || (!ok && e->err->set && e->is_inner && !eval_in_library(e));
    if (ok)
        e->at = at;
    else if (e->ended_calls < LIMIT_CALLS)
        arena_push(e->arena, e->ended, e->ended_calls, (EndedCall){f, frame.call});
    return ok;
}

/* Runs a function; `self` is put in front of what is given, or is NULL. */
static bool function_call(Eval *e, const Closure *f, const Value *self, const Given *given,
                          Value *out)
{
    if (!function_read(e, f))
        return false;
    Scope *scope = eval_scope_of_call(e, f->scope, f->locals); /* functions inside may outlive it */
    Binder b = {.e = e, .f = f, .scope = scope};
    Value first = {0};
    if (!eval_spend(e, 1) || !eval_deeper(e))
        return false;
    if (!bind_arguments(&b, self, given))
        return eval_is_librarys(f) ? false : eval_is_known(e);
    if (parameters_of(f->node)->kids > 0)
        first = *argument(&b, 0);
    return f->locals->yields ? generator_make(e, f, scope, first, out)
                             : function_run(e, f, scope, &first, NULL, out);
}

/* --- their attributes ---------------------------------------------------------------------- */

/* The defaults of the parameters that can be given by position, as a tuple; of the others, as a dict; None where
 * there are none. */
static Value defaults_of(Eval *e, const Closure *f, bool by_name)
{
    const Node *parameters = f->node->kid[0];
    Value tuple = value_list(e->arena, VALUE_TUPLE), dict = value_dict(e->arena);
    for (int i = 0; i < parameters->kids; i++) {
        const Node *p = parameters->kid[i];
        if (f->defaults[i].kind == VALUE_ABSENT)
            continue;
        if (p->integer == PARAMETER_NAME)
            dict_put(e->arena, &e->budget, dict_in(&dict), value_string(e->arena, p->text),
                     f->defaults[i]);
        else
            list_add(e->arena, row_in(&tuple), f->defaults[i]);
    }
    int64_t count = by_name ? dict_in(&dict)->key.count : row_in(&tuple)->count;
    return count == 0 ? value_none : by_name ? dict : tuple;
}

static bool function_attribute(Eval *e, const Value *v, const char *name, Value *out)
{
    if (v->kind == VALUE_BOUND && strcmp(name, "__self__") == 0) {
        *out = v->bound->self;
        return true;
    }
    if (v->kind == VALUE_BOUND)
        v = &v->bound->function;
    if (v->kind != VALUE_CLOSURE)
        return false;
    const Closure *f = v->closure;
    if (f->wrapped.kind != VALUE_ABSENT && strcmp(name, "__wrapped__") != 0 &&
        (strcmp(name, "__name__") == 0 || strcmp(name, "__qualname__") == 0 ||
         strcmp(name, "__doc__") == 0)) {
        bool found;
        return eval_spend(e, 1) && eval_deeper(e) &&
               eval_find_member(e, &f->wrapped, name, out, &found) && found;
    }
    Value key = value_string(e->arena, name);
    const Value *own = f->attributes ? dict_find(&e->budget, f->attributes, &key) : NULL;
    if (own)
        *out = *own;
    else if (strcmp(name, "__name__") == 0)
        *out = value_string(e->arena, f->name);
    else if (strcmp(name, "__qualname__") == 0)
        *out = value_string(e->arena, f->qualname);
    else if (strcmp(name, "__module__") == 0)
        *out = value_string(e->arena, "__main__");
    else if (strcmp(name, "__defaults__") == 0)
        *out = defaults_of(e, f, false);
    else if (strcmp(name, "__kwdefaults__") == 0)
        *out = defaults_of(e, f, true);
    else if (strcmp(name, "__doc__") == 0)
        *out = object_doc(e, v->closure->node->kind == NODE_DEF && function_read(e, v->closure)
                                 ? v->closure->node->kid[2]
                                 : NULL);
    else
        return false;
    return true;
}

/* --- their rows ---------------------------------------------------------------------------- */

static void closure_each(Eval *e, const Value *v, HeapEach *each, void *context)
{
    const Closure *f = v->closure;
    const Node *parameters = f->node->kid[0];
    each_around(e, f->scope, each, context);
    each(e, context, &f->wrapped);
    for (int i = 0; i < parameters->kids; i++)
        each(e, context, &f->defaults[i]);
    if (f->attributes)
        each_item(e, &f->attributes->item, each, context);
}

static bool closure_invoke(Eval *e, const Value *v, const Given *given, Value *out)
{
    return function_call(e, v->closure, NULL, given, out);
}

/* With what it is inside of; what functools.wraps says that it stands for gives its name. */
static const char *name_of(const Closure *f)
{
    for (int depth = 0; f->wrapped.kind == VALUE_CLOSURE && depth < LIMIT_DEPTH; depth++)
        f = f->wrapped.closure;
    return f->qualname;
}

static void closure_write(Writer *w, const Value *v, const Writing *around)
{
    (void)around;
    buf_printf(w->out, "<function %s>", name_of(v->closure));
}

static uint64_t closure_hash(const Value *v)
{
    return hash_mix(1, names_hash(v->closure->qualname));
}

/* clang-format off */
const Kind closure_kind = {
    .name = "function", .phrase = "a function", .place = payload_place, .hash = closure_hash,
    .each = closure_each, .write = closure_write, .call = closure_invoke,
    .attribute = function_attribute, .store = object_store,
};
/* clang-format on */

static bool bound_invoke(Eval *e, const Value *v, const Given *given, Value *out)
{
    const Value *f = &v->bound->function;
    return f->kind == VALUE_CLOSURE ? function_call(e, f->closure, &v->bound->self, given, out)
                                    : eval_invoke(e, f, given, out);
}

/* With what it is of. */
static void bound_write(Writer *w, const Value *v, const Writing *around)
{
    const ValueBound *bound = v->bound;
    Writing own = {.object = bound, .around = around};
    if (bound->function.kind != VALUE_CLOSURE) {
        buf_puts(w->out, "<method>");
        return;
    }
    if (!write_begin(w, &own, "..."))
        return;
    buf_printf(w->out, "<bound method %s of ", name_of(bound->function.closure));
    write_in(w, &bound->self, &own);
    buf_putc(w->out, '>');
}

static void bound_each(Eval *e, const Value *v, HeapEach *each, void *context)
{
    each(e, context, &v->bound->function);
    each(e, context, &v->bound->self);
}

static bool bound_equal(Budget *b, const Value *x, const Value *y, int depth)
{
    return equal_in(b, &x->bound->function, &y->bound->function, depth + 1) &&
           equal_in(b, &x->bound->self, &y->bound->self, depth + 1);
}

/* clang-format off */
const Kind bound_kind = {
    .name = "method", .phrase = "a method", .place = payload_place, .equal = bound_equal,
    .write = bound_write, .each = bound_each, .call = bound_invoke, .attribute = function_attribute,
};
/* clang-format on */
