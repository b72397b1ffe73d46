/* {a, b}: a set as it is written. */
#include "python/eval.h"
#include "python/set_table.h"

/* Tells whether CPython computes a node before a program runs. */
static bool is_constant(const Node *n)
{
    bool is_leaf = n->kind == NODE_NONE || n->kind == NODE_TRUE || n->kind == NODE_FALSE ||
                   n->kind == NODE_INT || n->kind == NODE_FLOAT || n->kind == NODE_STRING;
    bool is_folded = n->kind == NODE_UNARY || n->kind == NODE_BINARY || n->kind == NODE_TUPLE;
    for (int i = 0; i < n->kids; i++)
        is_folded = is_folded && n->kid[i] && is_constant(n->kid[i]);
    return is_leaf || is_folded;
}

/* A set of constants is made of a frozenset that is made twice, each time in the order of the last; in a loop it
 * is that frozenset. Items that share a slot are turned around by it. */
static bool remake_constant(Eval *e, const Node *n, Value *set)
{
    enum { FOLDED = 3 };
    if (!set_in(set)->table || (n->kids < FOLDED && !n->integer))
        return true;
    for (int i = 0; i < n->kids; i++)
        if (!is_constant(n->kid[i]))
            return true;
    Value again;
    if (!value_set(e->arena, &e->budget, set_in(set), &again))
        return eval_spend(e, 0);
    *set = again;
    if (n->integer)
        return true;
    *set = value_list(e->arena, VALUE_SET);
    return set_update(e->arena, &e->budget, set_in(set), set_in(&again), true) || eval_spend(e, 0);
}

/* {*a, b}: a goes in as a.update() puts it. */
static bool eval_starred_set(Eval *e, const Node *n, Value *out)
{
    *out = value_list(e->arena, VALUE_SET);
    for (int i = 0; i < n->kids; i++) {
        const Node *kid = n->kid[i];
        bool is_star = kid->kind == NODE_STAR;
        Value v = {0}, items = value_list(e->arena, VALUE_LIST);
        if (!eval_expression(e, is_star ? kid->kid[0] : kid, &v))
            return false;
        e->at = n;
        if (!is_star)
            list_add(e->arena, row_in(&items), v);
        else if (!eval_extend(e, row_in(&items), &v))
            return false;
        bool at_once = is_star && (set_in(&v) || mapping_in(&v));
        for (int64_t k = 0; k < row_in(&items)->count; k++)
            if (!eval_is_key(e, &row_in(&items)->item[k]))
                return false;
        const List *from = is_star && set_in(&v) ? set_in(&v) : row_in(&items);
        if (!set_update(e->arena, &e->budget, set_in(out), from, at_once))
            return eval_spend(e, 0);
    }
    return true;
}

bool eval_set(Eval *e, const Node *n, Value *out)
{
    List items = {0};
    list_reserve(e->arena, &items, n->kids);
    for (int i = 0; i < n->kids; i++)
        if (n->kid[i]->kind == NODE_STAR)
            return eval_starred_set(e, n, out);
    for (int i = 0; i < n->kids; i++) {
        Value v = {0};
        if (!eval_expression(e, n->kid[i], &v))
            return false;
        list_add(e->arena, &items, v);
    }
    e->at = n;
    return eval_make_set(e, &items, out) && remake_constant(e, n, out);
}
