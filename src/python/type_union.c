/* Types that are made of types, where they are values: int | None, tuple[int, int]. They say something to tools; of what a
 * program does with them isinstance and printing are here.
 * A union keeps its types; an alias what was indexed, then what stood in the brackets. */
#include <string.h>

#include "python/dispatch.h"
#include "python/heap.h"
#include "python/outside.h"

static bool is_type(const Value *v)
{
    return v->kind == VALUE_CLASS || v->kind == VALUE_UNION || v->kind == VALUE_ALIAS ||
           (function_in(v) && (function_in(v)->homes & IS_TYPE));
}

/* --- making --------------------------------------------------------------------------------------- */

static bool add_type(Eval *e, List *types, const Value *v)
{
    const List *parts = v->kind == VALUE_UNION ? v->list : &(List){.item = (Value *)v, .count = 1};
    for (int64_t i = 0; i < parts->count; i++) {
        bool is_known = false;
        for (int64_t k = 0; k < types->count && !is_known; k++)
            is_known = value_equal(&e->budget, &types->item[k], &parts->item[i]);
        if (!is_known)
            list_add(e->arena, types, parts->item[i]);
    }
    return eval_spend(e, types->count * parts->count);
}

bool type_binary(Eval *e, Operator op, const Value *a, const Value *b, Value *out, bool *done)
{
    bool are_types = (is_type(a) && (is_type(b) || b->kind == VALUE_NONE)) ||
                     (is_type(b) && a->kind == VALUE_NONE);
    *done = op == OP_BITOR && are_types;
    if (!*done)
        return true;
    *out = value_list(e->arena, VALUE_UNION);
    if (!add_type(e, out->list, a) || !add_type(e, out->list, b))
        return false;
    if (out->list->count == 1)
        *out = out->list->item[0];
    return true;
}

/* Tells whether types can stand in brackets after it: list[int]. */
static bool is_generic(const Value *v)
{
    return function_in(v) && (function_in(v)->homes & IS_TYPE) &&
           outside_is_one_of("list tuple dict set frozenset type enumerate", function_in(v)->name);
}

bool type_index(Eval *e, const Value *v, const Value *key, const Node *n, Value *out)
{
    (void)n;
    if (is_generic(v)) {
        *out = value_list(e->arena, VALUE_ALIAS);
        list_add(e->arena, out->list, *v);
        const List *parts = key->kind == VALUE_TUPLE ? key->list
                                                     : &(List){.item = (Value *)key, .count = 1};
        for (int64_t i = 0; i < parts->count; i++)
            list_add(e->arena, out->list, parts->item[i]);
        return eval_spend(e, parts->count);
    }
    if (function_in(v) && (function_in(v)->homes & IS_TYPE))
        return eval_raise_as(
            e, "TypeError",
            arena_format(e->arena, "type '%s' is not subscriptable", function_in(v)->name),
            "a type cannot be indexed");
    return eval_raise_object(e, v, "__getitem__", "is not subscriptable", "cannot be indexed");
}

/* --- the rows ------------------------------------------------------------------------------------- */

/* int, torch.Tensor: what repr writes within <class '..'>. */
static void write_type(Writer *w, const Value *v, const Writing *around)
{
    static const char before[] = "<class '", after[] = "'>";
    size_t start = w->out->length, skip = sizeof before - 1;
    if (v->kind == VALUE_ELLIPSIS) {
        buf_puts(w->out, "...");
        return;
    }
    write_in(w, v, around);
    size_t length = w->out->length - start, end = sizeof after - 1;
    if (is_type(v) && length > skip + end && memcmp(w->out->text + start, before, skip) == 0) {
        memmove(w->out->text + start, w->out->text + start + skip, length - skip - end);
        buf_cut(w->out, start + length - skip - end);
    }
}

static void union_write(Writer *w, const Value *v, const Writing *around)
{
    Writing own = {.object = v->list, .around = around};
    if (!write_begin(w, &own, "..."))
        return;
    for (int64_t i = 0; i < v->list->count && !w->cut; i++) {
        buf_puts(w->out, i ? " | " : "");
        write_type(w, &v->list->item[i], &own);
    }
}

static void alias_write(Writer *w, const Value *v, const Writing *around)
{
    Writing own = {.object = v->list, .around = around};
    if (!write_begin(w, &own, "..."))
        return;
    for (int64_t i = 0; i < v->list->count && !w->cut; i++) {
        buf_puts(w->out, i == 0 ? "" : i == 1 ? "[" : ", ");
        write_type(w, &v->list->item[i], &own);
    }
    buf_putc(w->out, ']');
}

static void types_each(Eval *e, const Value *v, HeapEach *each, void *context)
{
    each_item(e, v->list, each, context);
}

/* Compares the types of unions, which have no order. */
static bool union_equal(Budget *b, const Value *x, const Value *y, int depth)
{
    bool all = x->list->count == y->list->count && budget_enter(b, depth);
    for (int64_t i = 0; all && i < x->list->count; i++) {
        bool found = false;
        for (int64_t k = 0; k < y->list->count && !found; k++)
            found = value_equal(b, &x->list->item[i], &y->list->item[k]);
        all = found;
    }
    return all;
}

static bool alias_equal(Budget *b, const Value *x, const Value *y, int depth)
{
    bool all = x->list->count == y->list->count && budget_enter(b, depth);
    for (int64_t i = 0; all && i < x->list->count; i++)
        all = value_equal(b, &x->list->item[i], &y->list->item[i]);
    return all;
}

static bool always(const Value *v)
{
    (void)v;
    return true;
}

/* list[int]() makes a list. */
static Value alias_callee(Eval *e, const Value *v)
{
    (void)e;
    return v->list->item[0];
}

const Kind union_kind = {.name = "types.UnionType",
                         .phrase = "a union of types",
                         .place = payload_place,
                         .each = types_each,
                         .equal = union_equal,
                         .is_true = always,
                         .write = union_write,
                         .binary = type_binary};
const Kind alias_kind = {.name = "types.GenericAlias",
                         .phrase = "a type with types in brackets",
                         .place = payload_place,
                         .each = types_each,
                         .equal = alias_equal,
                         .is_true = always,
                         .write = alias_write,
                         .callee = alias_callee,
                         .binary = type_binary};
