/* Ranges: numbers that are counted and not kept. */
#include "python/dispatch.h"

static bool range_next(Eval *e, Iterator *it, Value *item)
{
    const IterationStart *w = it->own;
    const Range *r = &it->over.range;
    (void)e;
    if (it->at >= w->count)
        return false;
    *item = value_int(r->start + it->at++ * r->step);
    return true;
}

static bool scale(const Range *r, int64_t index, int64_t *out)
{
    return !__builtin_mul_overflow(index, r->step, out) &&
           !__builtin_add_overflow(*out, r->start, out);
}

static bool range_index(Eval *e, const Value *v, const Value *key, const Node *n, Value *out)
{
    const Range *r = &v->range;
    (void)n;
    if (key->kind != VALUE_SLICE) {
        int64_t i = 0, size = range_count(r);
        if (!eval_position(e, key, &size, "range", &i))
            return false;
        *out = value_int(r->start + i * r->step);
        return true;
    }
    Range cut = {0}, result = {0};
    if (!slice_range(e, key->slice, range_count(r), &cut))
        return false;
    if (!scale(r, cut.start, &result.start) || !scale(r, cut.stop, &result.stop) ||
        __builtin_mul_overflow(r->step, cut.step, &result.step))
        return eval_refuse_name(e, "the numbers of this range do not fit in 64 bits");
    *out = (Value){.kind = VALUE_RANGE, .range = result};
    return true;
}

/* Only where they begin, how they go on and how many there are counts. */
static bool range_equal(Budget *b, const Value *one, const Value *other, int depth)
{
    const Range *x = &one->range, *y = &other->range;
    int64_t n = range_count(x);
    (void)b, (void)depth;
    return n == range_count(y) &&
           (n == 0 || (x->start == y->start && (n == 1 || x->step == y->step)));
}

/* Equal ones go through the same numbers: that of their count, first number and step. */
static uint64_t range_hash(const Value *v)
{
    int64_t count = range_count(&v->range);
    Value part[] = {value_int(count), count > 0 ? value_int(v->range.start) : value_none,
                    count > 1 ? value_int(v->range.step) : value_none};
    List parts = {.item = part, .count = 3};
    return list_hash(&(Value){.kind = VALUE_TUPLE, .list = &parts});
}

static bool range_true(const Value *v)
{
    return range_count(&v->range) > 0;
}

static bool range_has_fixed_hash(const Value *v)
{
    (void)v;
    return true;
}

static void range_write(Writer *w, const Value *v, const Writing *around)
{
    const Range *r = &v->range;
    (void)around;
    buf_printf(w->out, "range(%lld, %lld", (long long)r->start, (long long)r->stop);
    if (r->step != 1)
        buf_printf(w->out, ", %lld", (long long)r->step);
    buf_putc(w->out, ')');
}

static bool range_contains(Eval *e, const Value *v, const Value *item, bool *found)
{
    int64_t i;
    if (!value_integer(item, &i))
        return eval_contains(e, v, item, found);
    *found = range_has(&v->range, i);
    return true;
}

static bool range_measure(Eval *e, const Value *v, int64_t *out)
{
    *out = range_count(&v->range);
    return *out < INT64_MAX ||
           eval_raise(e, "OverflowError", "Python int too large to convert to C ssize_t");
}

/* clang-format off */
const Kind range_kind = {
    .name = "range", .phrase = "a range", .is_true = range_true, .equal = range_equal,
    .hash = range_hash, .has_fixed_hash = range_has_fixed_hash, .write = range_write,
    .next = range_next, .iterator = "range_iterator", .index = range_index,
    .contains = range_contains, .measure = range_measure,
};
/* clang-format on */
