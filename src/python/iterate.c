/* Going through values one item after the other: what `for` walks over, and the iterators that
 * functions give. Each item costs, so that nothing is endless. */
#include "python/dispatch.h"

/* --- of each kind ----------------------------------------------------------------------------- */

bool next_of_list(Eval *e, Iterator *it, Value *item)
{
    const List *list = value_items(&it->over); /* may grow meanwhile */
    (void)e;
    if (it->at >= list->count)
        return false;
    *item = list->item[it->at++];
    return true;
}

bool next_of_fixed(Eval *e, Iterator *it, Value *item)
{
    const IterationStart *w = it->own;
    const List *list = value_items(&it->over);
    if (list->count != w->count)
        return eval_raise(e, "RuntimeError", "%s changed size during iteration",
                          mapping_in(&it->over) ? "dictionary" : "Set");
    return next_of_list(e, it, item);
}

/* By what the value's package says. */
static bool next_by_kind(Eval *e, Iterator *it, Value *item)
{
    const IterationStart *w = it->own;
    e->at = w->node; /* a row's step is called by what is walked over */
    return kind_of(&it->over)->item(e, &it->over, it->at++, item);
}

/* --- beginning ---------------------------------------------------------------------------------- */

bool eval_fail_iter(Eval *e, const Value *v)
{
    return eval_raise_object(e, v, "__iter__", "is not iterable", "has no items to go through");
}

/* Name of the type that goes through a value: that of its row, if there is one. */
static const char *iterator_of(Eval *e, const Value *v)
{
    const char *type = type_of(v)->iterator;
    return type ? type : arena_format(e->arena, "%s_iterator", value_type(v));
}

/* How to go through what is no object; NULL when there is no way, or none is needed. */
static NextItem *next_of(const Value *v)
{
    if (kind_of(v)->item)
        return next_by_kind;
    return value_items(v) && !type_of(v)->next ? next_of_list : type_of(v)->next;
}

bool eval_iter(Eval *e, const Value *v, Iterator **it)
{
    Value over = *v;
    NextItem *next = NULL;
    if (type_of(v)->walk && !type_of(v)->walk(e, &over, &next))
        return false;
    if (!next)
        next = next_of(&over);
    if (over.kind == VALUE_ITERATOR) {
        *it = over.iterator;
        return true;
    }
    if (!next) {
        eval_fail_iter(e, v);
        return false;
    }
    struct {
        Iterator it;
        IterationStart walk;
    } *both = arena_alloc(e->arena, sizeof *both);
    int64_t count = over.kind == VALUE_RANGE ? range_count(&over.range)
                    : value_items(&over)     ? value_items(&over)->count
                                             : 0;
    both->walk = (IterationStart){.count = count, .node = e->at};
    both->it = (Iterator){
        .type = iterator_of(e, &over), .next = next, .over = over, .own = &both->walk};
    *it = &both->it;
    return true;
}

bool eval_next(Eval *e, Iterator *it, Value *item)
{
    if (!eval_spend(e, 1) || !eval_deeper(e))
        return false;
    if (it->next)
        return it->next(e, it, item);
    if (it->at >= it->list.count)
        return false;
    *item = it->list.item[it->at++];
    return true;
}

bool eval_each(Eval *e, const Value *v, EachItem each, void *context)
{
    Iterator *it;
    Value item = {0};
    if (!eval_iter(e, v, &it))
        return false;
    while (eval_next(e, it, &item))
        if (!each(e, context, item))
            return false;
    return !e->err->set;
}
