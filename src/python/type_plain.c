/* The rows of None and its like, and of slices. */
#include "python/dispatch.h"

static bool always(const Value *v)
{
    (void)v;
    return true;
}

static bool never(const Value *v)
{
    (void)v;
    return false;
}

/* CPython's. */
static uint64_t none_hash(const Value *v)
{
    (void)v;
    return UINT64_C(0xFCA86420);
}

/* Writes what there is one of: its name without "Type". */
static void single_write(Writer *w, const Value *v, const Writing *around)
{
    (void)around;
    buf_puts(w->out, v->kind == VALUE_NONE       ? "None"
                     : v->kind == VALUE_ELLIPSIS ? "Ellipsis"
                                                 : "NotImplemented");
}

static const void *slice_place(const Value *v)
{
    return v->slice;
}

static void slice_write(Writer *w, const Value *v, const Writing *around)
{
    const ValueSlice *slice = v->slice;
    const List parts = {.item = (Value[]){slice->start, slice->stop, slice->step}, .count = 3};
    write_items(w, &parts, "slice(", ")", around);
}

/* As those of the tuples of their parts. */
static bool slice_equal(Budget *b, const Value *x, const Value *y, int depth)
{
    return equal_in(b, &x->slice->start, &y->slice->start, depth + 1) &&
           equal_in(b, &x->slice->stop, &y->slice->stop, depth + 1) &&
           equal_in(b, &x->slice->step, &y->slice->step, depth + 1);
}

const Kind absent_kind = {.name = "nothing", .phrase = "nothing"};
/* The start, stop and step of a slice over so many items. */
static bool call_indices(Eval *e, Arg *args, Value *out)
{
    Range r = {0};
    if (!slice_range(e, args[0].value.slice, args[1].integer, &r))
        return false;
    *out = value_list(e->arena, VALUE_TUPLE);
    list_add(e->arena, out->list, value_int(r.start));
    list_add(e->arena, out->list, value_int(r.stop));
    list_add(e->arena, out->list, value_int(r.step));
    return true;
}

static const Function functions[] = {{"indices", OF_SLICE, "self len:i /", call_indices}, {0}};

/* clang-format off */
const Kind none_kind = {
    .name = "NoneType", .phrase = "None", .is_single = true, .is_true = never, .hash = none_hash,
    .has_fixed_hash = always, .write = single_write,
};
const Kind ellipsis_kind = {
    .name = "ellipsis", .phrase = "an ellipsis", .is_single = true, .write = single_write,
};
const Kind not_implemented_kind = {
    .name = "NotImplementedType", .phrase = "a NotImplementedType", .is_single = true,
    .write = single_write,
};
const Kind slice_kind = {
    .name = "slice", .phrase = "a slice", .methods = OF_SLICE, .functions = functions,
    .place = slice_place, .equal = slice_equal, .write = slice_write,
};
/* clang-format on */
