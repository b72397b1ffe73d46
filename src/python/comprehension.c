/* Comprehensions and generator expressions. Their clauses are walked like the wheels of a counter,
 * the last one turning fastest, so that what was begun can stop after any result and go on later:
 * a list takes all results at once, a generator one at a time. */
#include "python/eval.h"

typedef struct Clauses {
    const Node *node;
    int first; /* clause among the kids       */
    bool begun;
    Iterator **it; /* of each `for` that is under way, by its place among the kids */
    Scope *scope;  /* the names are the comprehension's own                        */
} Clauses;

/* The next item of a `for`, bound to its target; *on is false when there is none. */
static bool take(Eval *e, Clauses *c, int at, bool *on)
{
    const Node *clause = c->node->kid[at], *over = clause->kid[1];
    Value v = {0};
    if (!c->it[at]) {
        if (!eval_expression(e, over, &v))
            return false;
        e->at = over;
        if (!eval_iter(e, &v, &c->it[at]))
            return false;
    }
    *on = eval_next(e, c->it[at], &v);
    if (*on)
        return eval_target(e, clause->kid[0], &v);
    c->it[at] = NULL;
    return !e->err->set;
}

static bool holds(Eval *e, const Node *clause, bool *truth)
{
    Value v = {0};
    if (!eval_expression(e, clause->kid[0], &v))
        return false;
    e->at = clause->kid[0];
    return eval_truth(e, &v, truth);
}

/* The `for` before clause `at`, or what is before the first one. */
static int before(const Clauses *c, int at)
{
    do
        at--;
    while (at >= c->first && c->node->kid[at]->kind != NODE_EACH);
    return at;
}

/* Goes on to the next items for which all conditions hold: false after the last, and an error. */
static bool advance(Eval *e, Clauses *c)
{
    int kids = c->node->kids, at = c->begun ? before(c, kids) : c->first;
    c->begun = true;
    while (at >= c->first && at < kids) {
        const Node *clause = c->node->kid[at];
        bool on = false;
        if (!(clause->kind == NODE_EACH ? take(e, c, at, &on) : holds(e, clause, &on)))
            return false;
        at = on ? at + 1 : before(c, at);
    }
    return at == kids;
}

/* Evaluates at once, and outside, what the first `for` goes through. */
static bool begin(Eval *e, const Node *n, Clauses *c)
{
    int first = n->kind == NODE_DICTCOMP ? 2 : 1;
    const Node *over = n->kid[first]->kid[1];
    Value v = {0};
    *c = (Clauses){.node = n, .first = first};
    c->it = arena_many(e->arena, (size_t)n->kids, Iterator *);
    c->scope = arena_new(e->arena, Scope); /* a lambda inside may outlive it */
    /* Names of a class that is being made are not seen inside. */
    Scope *outer = e->scope;
    while (outer->is_class)
        outer = outer->outer;
    *c->scope = (Scope){.outer = outer, .is_inner = true};
    if (!eval_expression(e, over, &v))
        return false;
    e->at = over;
    return eval_iter(e, &v, &c->it[first]);
}

/* --- all results at once -------------------------------------------------------------------------- */

static bool add_result(Eval *e, const Node *n, Value *out)
{
    Value key = {0}, v = {0};
    if (!eval_expression(e, n->kid[0], &key))
        return false;
    if (n->kind != NODE_DICTCOMP)
        return eval_append(e, row_in(out), key);
    if (!eval_expression(e, n->kid[1], &v))
        return false;
    e->at = n->kid[0];
    return eval_put(e, dict_in(out), &key, &v);
}

bool eval_comprehension(Eval *e, const Node *n, Value *out)
{
    Clauses c;
    Scope *outer = e->scope;
    bool ok = true;
    if (!begin(e, n, &c))
        return false;
    *out = n->kind == NODE_DICTCOMP ? value_dict(e->arena) : value_list(e->arena, VALUE_LIST);
    e->scope = c.scope;
    while (ok && advance(e, &c))
        ok = add_result(e, n, out);
    e->scope = outer;
    if (e->err->set)
        return false;
    e->at = n;
    return n->kind != NODE_SETCOMP || eval_make_set(e, row_in(out), out);
}

/* --- one result at a time --------------------------------------------------------------------------- */

static bool next_result(Eval *e, Iterator *it, Value *item)
{
    Clauses *c = it->own;
    Scope *outer = e->scope;
    const Node *at = e->at;
    e->scope = c->scope;
    bool on = advance(e, c) && eval_expression(e, c->node->kid[0], item);
    e->scope = outer;
    if (!e->err->set)
        e->at = at;
    if (!on)
        c->first = c->node->kids; /* after the end, or an error, there is nothing more */
    return on;
}

static void each_held(Eval *e, const Iterator *it, HeapEach *each, void *context)
{
    const Clauses *c = it->own;
    for (int i = 0; i < c->node->kids; i++) {
        const Value drawn = {.kind = VALUE_ITERATOR, .iterator = c->it[i]};
        if (drawn.iterator)
            each(e, context, &drawn);
    }
}

bool eval_generator(Eval *e, const Node *n, Value *out)
{
    Clauses *c = arena_new(e->arena, Clauses);
    *out = value_iterator(e->arena, "generator");
    iterator_in(out)->next = next_result;
    iterator_in(out)->own = c;
    iterator_in(out)->each = each_held;
    if (!begin(e, n, c))
        return false;
    iterator_in(out)->scope = c->scope;
    iterator_in(out)->over = (Value){.kind = VALUE_ITERATOR, .iterator = c->it[c->first]};
    return true;
}
