/* Functions that yield. The evaluator walks a tree, so where a body stands when it yields is how far
 * each statement around the yield has come: a stack of marks. On the way out each of them leaves
 * its mark, the innermost first; when the generator goes on, each takes its own back on the way in
 * and continues from there. */
#include "python/generator.h"

#include "base/common.h"

#include "python/eval.h"

struct Generator {
    const Closure *function;
    Scope *scope;
    Value self; /* first argument */
    ResumePoint *mark;
    int marks, capacity;
    bool begun, runs, done;
    bool returns;   /* on its way in, to where it yielded                            */
    Value sent;     /* value of the yield in the body                                */
    Value thrown;   /* an error that it raises instead, or absent                    */
    Value returned; /* once it is done                                               */
};

/* --- marks ------------------------------------------------------------------------------------ */

static Generator *in_hand(const Eval *e)
{
    return e->frame ? e->frame->generator : NULL;
}

void generator_leave(Eval *e, ResumePoint mark)
{
    Generator *g = in_hand(e);
    if (g->marks == g->capacity) {
        int capacity = g->capacity ? g->capacity * 2 : 8;
        g->mark = arena_grow(e->arena, g->mark, (size_t)g->marks, (size_t)capacity,
                             sizeof *g->mark);
        g->capacity = capacity;
    }
    g->mark[g->marks++] = mark;
}

bool generator_back(const Eval *e, ResumePoint *mark)
{
    Generator *g = in_hand(e);
    if (!g || !g->returns)
        return false;
    *mark = g->mark[--g->marks];
    g->returns = g->marks > 0;
    return true;
}

/* --- yield ------------------------------------------------------------------------------------ */

static bool yield(Eval *e, Value v, Iterator *from)
{
    e->returned = v;
    e->flow = FLOW_YIELD;
    generator_leave(e, (ResumePoint){.it = from});
    return true;
}

/* Gives a yield what was sent when its generator goes on, or raises the error that was thrown. */
static bool take_sent(Eval *e, Generator *g, Value *out)
{
    Value error = g->thrown;
    *out = g->sent;
    g->sent = value_none;
    g->thrown = (Value){.kind = VALUE_ABSENT};
    return error.kind == VALUE_ABSENT || object_raise(e, &error);
}

/* Hands what goes into this generator to the one that it draws from. */
static bool yield_from(Eval *e, Generator *g, Iterator *it, Value *out)
{
    Generator *inner = generator_of(it);
    Value item;
    if (inner) {
        inner->sent = g->sent;
        inner->thrown = g->thrown;
        g->sent = value_none;
        g->thrown = (Value){.kind = VALUE_ABSENT};
    } else if (!take_sent(e, g, &item)) {
        return false;
    }
    if (eval_next(e, it, &item))
        return yield(e, item, it);
    *out = inner ? inner->returned : value_none;
    return !e->err->set;
}

bool eval_value(Eval *e, const Node *n, Value *out)
{
    Generator *g = in_hand(e);
    ResumePoint mark = {0};
    Value v = value_none;
    if (n->kind != NODE_YIELD)
        return eval_expression(e, n, out);
    e->at = n;
    if (!g)
        return eval_raise(e, "SyntaxError", "'yield' outside function");
    if (generator_back(e, &mark))
        return n->integer ? yield_from(e, g, mark.it, out) : take_sent(e, g, out);
    if (n->kids > 0 && !eval_expression(e, n->kid[0], &v))
        return false;
    if (!n->integer)
        return yield(e, v, NULL);
    e->at = n->kid[0];
    return eval_iter(e, &v, &mark.it) && yield_from(e, g, mark.it, out);
}

/* --- running ---------------------------------------------------------------------------------- */

/* An error of the body: StopIteration must not look like its end. */
static bool fail_body(Eval *e)
{
    if (!error_is(e, "StopIteration"))
        return false;
    object_caught(e);
    return eval_raise(e, "RuntimeError", "generator raised StopIteration");
}

static bool next_yielded(Eval *e, Iterator *it, Value *item)
{
    Generator *g = it->own;
    Value handled = e->handled;
    if (g->runs)
        return eval_raise(e, "ValueError", "generator already executing");
    if (g->done)
        return false;
    if (!g->begun && g->thrown.kind != VALUE_ABSENT) {
        g->done = true;
        return take_sent(e, g, item);
    }
    g->runs = g->begun = true;
    g->returns = g->marks > 0;
    bool ok = function_run(e, g->function, g->scope, &g->self, g, item);
    bool yields = ok && e->flow == FLOW_YIELD;
    e->flow = FLOW_ON;
    e->handled = handled;
    g->runs = false;
    if (yields)
        return true;
    g->done = true;
    if (!ok)
        return fail_body(e);
    g->returned = *item;
    return false;
}

Generator *generator_of(const Iterator *it)
{
    return it->next == next_yielded ? it->own : NULL;
}

const Closure *generator_function(const Iterator *it)
{
    const Generator *g = generator_of(it);
    return g ? g->function : NULL;
}

/* Goes through what a generator's body holds beside its names. */
static void each_held(Eval *e, const Iterator *it, HeapEach *each, void *context)
{
    const Generator *g = it->own;
    const Value *const held[] = {&g->self, &g->sent, &g->thrown, &g->returned};
    for (int i = 0; i < COUNT(held); i++)
        each(e, context, held[i]);
    for (int i = 0; i < g->marks; i++) {
        const Value drawn = {.kind = VALUE_ITERATOR, .iterator = g->mark[i].it};
        each(e, context, &g->mark[i].value);
        if (drawn.iterator)
            each(e, context, &drawn);
    }
}

bool generator_make(Eval *e, const Closure *f, Scope *scope, Value self, Value *out)
{
    Generator *g = arena_new(e->arena, Generator);
    *g = (Generator){
        .function = f, .scope = scope, .self = self, .sent = value_none, .returned = value_none};
    *out = value_iterator(e->arena, "generator");
    iterator_in(out)->next = next_yielded;
    iterator_in(out)->scope = scope;
    iterator_in(out)->own = g;
    iterator_in(out)->each = each_held;
    return true;
}

bool generator_end(Eval *e, const Iterator *it)
{
    const Generator *g = generator_of(it);
    if (e->err->set)
        return false;
    eval_raise_as(e, "StopIteration", "", "there is no next item");
    if (g && g->returned.kind != VALUE_NONE)
        e->said = g->returned;
    else
        e->said = value_none;
    return false;
}

/* --- methods ---------------------------------------------------------------------------------- */

/* The generator before the dot: its methods are not those of other iterators. */
static bool own(Eval *e, const Arg *self, Generator **g)
{
    *g = generator_of(iterator_in(&self->value));
    if (*g)
        return true;
    const char *name = e->call->function->name;
    return eval_raise_as(e, "AttributeError", eval_said_no_attribute(e, &self->value, name),
                         "%s has no '%s'", value_kind(&self->value), name);
}

static bool go_on(Eval *e, const Arg *self, Value *out)
{
    Iterator *it = iterator_in(&self->value);
    return eval_next(e, it, out) || generator_end(e, it);
}

static bool call_send(Eval *e, Arg *args, Value *out)
{
    Generator *g;
    if (!own(e, &args[0], &g))
        return false;
    if (!g->begun && args[1].value.kind != VALUE_NONE)
        return eval_raise(e, "TypeError", "can't send non-None value to a just-started generator");
    g->sent = args[1].value;
    return go_on(e, &args[0], out);
}

static bool call_throw(Eval *e, Arg *args, Value *out)
{
    Generator *g;
    if (!own(e, &args[0], &g))
        return false;
    if (g->done)
        return object_raise(e, &args[1].value);
    g->thrown = args[1].value;
    return go_on(e, &args[0], out);
}

static bool call_close(Eval *e, Arg *args, Value *out)
{
    Generator *g;
    Class *class = names_class(e, IN_BUILTIN, "GeneratorExit");
    const Value exit = {.kind = VALUE_CLASS, .class = class};
    *out = value_none;
    if (!own(e, &args[0], &g))
        return false;
    if (g->done || !g->begun) {
        g->done = true;
        return true;
    }
    g->thrown = exit;
    if (eval_next(e, iterator_in(&args[0].value), out))
        return eval_raise(e, "RuntimeError", "generator ignored GeneratorExit");
    if (!e->err->set)
        return true;
    if (!error_is(e, "GeneratorExit"))
        return false;
    object_caught(e);
    return true;
}

static bool call_next(Eval *e, Arg *args, Value *out)
{
    return go_on(e, &args[0], out);
}

const Function names_generator[] = {
    {"send", OF_ITERATOR, "self arg /", call_send},
    {"throw", OF_ITERATOR, "self value /", call_throw},
    {"close", OF_ITERATOR, "self /", call_close},
    {"__next__", OF_ITERATOR, "self /", call_next},
    {"__iter__", OF_ITERATOR, "self /", native_self},
    {0},
};
