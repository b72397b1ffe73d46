/* The context: one arena, one tape, one error. */
#include "core/context.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/common.h"
#include "core/random_internal.h"

const char *qkv_version(void)
{
    return QKV_VERSION;
}

/* Bounds for a program that trusts itself: what memory allows. */
static const QkvLimits no_limits = {
    .cells = INT64_C(1) << 31,
    .all_cells = INT64_C(1) << 40,
    .work = INT64_MAX,
    .steps = 1 << 30,
};

/* Memory that ends is an error like any other. An arena is the first thing in its context. */
static void out_of_memory(Arena *a, double bytes)
{
    qkv_lack((Qkv *)a, "out of memory: %.0f bytes asked for", bytes);
}

static void out_of_context(Arena *a, double bytes)
{
    (void)a, (void)bytes;
}

Qkv *qkv_new(void)
{
    Arena arena = {.full = out_of_context};
    Qkv *q = arena_new(&arena, Qkv);
    if (!q)
        return NULL;
    q->arena = arena; /* the context lives in its own arena */
    q->arena.full = out_of_memory;
    q->group = -1;
    q->limits = no_limits;
    random_seed(&q->random, RANDOM_DEFAULT_SEED);
    return q;
}

void qkv_free(Qkv *q)
{
    if (!q)
        return;
    Arena arena = q->arena;
    free(q->tape.step);
    free(q->tape.group);
    arena_release(&arena);
}

/* State that goes back with the memory. The mark lies in the memory that it gives back. */
struct QkvMark {
    ArenaMark memory;
    int steps, groups; /* of the tape */
    int group, unrecorded;
    int64_t all_cells;
};

QkvMark *qkv_mark(Qkv *q)
{
    if (!q || q->err.set)
        return NULL;
    ArenaMark memory = arena_mark(&q->arena);
    QkvMark *mark = arena_new(&q->arena, QkvMark);
    if (mark)
        *mark = (QkvMark){memory,   q->tape.count, q->tape.groups,
                          q->group, q->unrecorded, q->all_cells};
    return mark;
}

void qkv_release(Qkv *q, const QkvMark *mark)
{
    if (!q || !mark)
        return;
    q->tape.count = mark->steps;
    q->tape.groups = mark->groups;
    q->group = mark->group;
    q->unrecorded = mark->unrecorded;
    q->all_cells = mark->all_cells;
    arena_back(&q->arena, mark->memory);
}

const char *text_of(const Buf *b)
{
    return b->cut ? NULL : buf_text(b);
}

Arena *qkv_arena(Qkv *q)
{
    return &q->arena;
}

bool qkv_goes_back(const Qkv *q)
{
    return q->passes > 0;
}

void qkv_sweep(Qkv *q, const void *stack)
{
    const QkvTape *tape = &q->tape;
    const ArenaRoot roots[] = {
        {&q, sizeof(uintptr_t)},
        {tape->step, (size_t)tape->count * sizeof *tape->step},
        {tape->group, (size_t)tape->groups * sizeof *tape->group},
    };
    if (q->passes == 0) /* keeps gradients in memory of its own */
        arena_sweep(&q->arena, stack, COUNT(roots), roots);
}

int64_t qkv_cells(const Qkv *q)
{
    return q->all_cells;
}

void qkv_share(Qkv *q, size_t bytes)
{
    q->share = bytes;
    q->arena.full = NULL;
}

static void out_of_share(Arena *a, double bytes)
{
    Qkv *q = (Qkv *)a;
    if (bytes > (double)q->share - (double)a->used)
        context_bound(q, "this needs too much memory: more than %zu MiB in all", q->share >> 20);
    else
        arena_die(bytes); /* the machine has no more, in an operation or around it */
}

size_t context_hold(Qkv *q)
{
    size_t held = q->arena.limit;
    if (q->share) {
        q->arena.limit = q->share;
        q->arena.full = out_of_share;
    }
    return held;
}

void context_let_go(Qkv *q, size_t held)
{
    q->arena.limit = held;
    if (q->share && !held)
        q->arena.full = NULL;
}

const char *qkv_error(const Qkv *q)
{
    return !q           ? "there is no context: there was no memory for one"
           : q->err.set ? q->err.message
                        : NULL;
}

void qkv_clear_error(Qkv *q)
{
    if (!q)
        return;
    q->err.set = false;
    q->fault = (QkvFault){0};
    q->is_lack = q->is_bound = false;
    q->misses = false;
    q->said[0] = '\0';
}

const char *qkv_error_said(const Qkv *q)
{
    return q && q->err.set && q->said[0] ? q->said : NULL;
}

void context_say(Qkv *q, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    if (q && !q->err.set)
        vsnprintf(q->said, sizeof q->said, format, args);
    va_end(args);
}

const QkvFault *qkv_fault(const Qkv *q)
{
    return q && q->err.set ? &q->fault : NULL;
}

void context_fault(Qkv *q, QkvFaultKind kind, int count, const int64_t *numbers)
{
    if (!q || q->err.set)
        return;
    q->fault = (QkvFault){.kind = (int)kind};
    for (int i = 0; i < count && i < QKV_FAULT_NUMBERS; i++)
        q->fault.number[i] = numbers[i];
}

void context_fault_bounds(Qkv *q, int64_t x, QkvDType type)
{
    FAULT(q, QKV_FAULT_BOUNDS, x);
    if (q && !q->err.set)
        q->fault.to = type;
}

static void add_shape(QkvFault *f, int rank, const int64_t *size)
{
    if (f->shapes == QKV_FAULT_SHAPES || rank > QKV_MAX_RANK)
        return;
    int i = f->shapes++;
    f->rank[i] = rank;
    for (int d = 0; d < rank; d++)
        f->size[i][d] = size[d];
}

void context_fault_shape(Qkv *q, int rank, const int64_t *size)
{
    if (q && !q->err.set)
        add_shape(&q->fault, rank, size);
}

void qkv_fault_output(Qkv *q, const QkvTensor *into)
{
    if (q && q->err.set && into && q->fault.kind == QKV_FAULT_BROADCAST)
        add_shape(&q->fault, into->rank, into->size);
}

void context_fault_of(Qkv *q, const QkvCall *c, QkvFaultKind kind, int count,
                      const int64_t *numbers)
{
    context_fault(q, kind, count, numbers);
    if (q && !q->err.set)
        q->fault.op = c->op->name;
    for (int i = 0; i < c->count && i < QKV_FAULT_SHAPES; i++)
        context_fault_shape(q, c->in[i]->rank, c->in[i]->size);
}

bool qkv_is_lack(const Qkv *q)
{
    return !q || q->is_lack;
}

bool qkv_is_bound(const Qkv *q)
{
    return q && q->is_bound;
}

bool context_bound(Qkv *q, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    if (q) {
        q->is_bound = q->is_bound || !q->err.set;
        q->is_lack = q->is_lack || !q->err.set;
        err_vset(&q->err, (Loc){0}, format, args);
    }
    va_end(args);
    return false;
}

bool qkv_lack(Qkv *q, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    if (q) {
        q->is_lack = q->is_lack || !q->err.set;
        err_vset(&q->err, (Loc){0}, format, args);
    }
    va_end(args);
    return false;
}

bool qkv_fail(Qkv *q, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    if (q)
        err_vset(&q->err, (Loc){0}, format, args);
    va_end(args);
    return false;
}

static void lower(int64_t *bound, int64_t to)
{
    if (to > 0)
        *bound = to;
}

void qkv_limit(Qkv *q, QkvLimits limits)
{
    if (!q)
        return;
    lower(&q->limits.cells, limits.cells);
    lower(&q->limits.all_cells, limits.all_cells);
    lower(&q->limits.work, limits.work);
    if (limits.bytes > 0)
        q->arena.limit = limits.bytes;
    if (limits.steps > 0)
        q->limits.steps = limits.steps;
}

bool qkv_spend(Qkv *q, int64_t work)
{
    if (!q)
        return false;
    if (work > q->limits.work - q->work)
        return context_bound(
            q, "this needs more than %lld multiplications and additions in all: too many",
            (long long)q->limits.work);
    q->work += work;
    return true;
}

void qkv_ask(Qkv *q, const char *(*stop)(void *data), void *data)
{
    if (!q)
        return;
    q->stop = stop;
    q->stop_data = data;
}

bool qkv_goes_on(const QkvCall *c, int64_t work)
{
    enum { WORK_TO_ASK = 1 << 20 }; /* some tenth of a millisecond; a hundred times that at worst */
    Qkv *q = c->asker;
    if (!q || !q->stop)
        return true;
    if (q->err.set)
        return false;
    q->unasked += work;
    if (q->unasked < WORK_TO_ASK)
        return true;
    q->unasked = 0;
    const char *why = q->stop(q->stop_data);
    return !why || qkv_lack(q, "%s", why);
}

bool qkv_axis(Qkv *q, const char *op, int rank, int64_t axis, int *out)
{
    int64_t span = rank > 0 ? rank : 1; /* PyTorch lets a single number have the axes 0 and -1 */
    if (axis < -span || axis >= span) {
        FAULT(q, QKV_FAULT_AXIS, axis, rank, -span, span - 1);
        return qkv_fail(q, "%s: there is no axis %lld: a tensor with %d %s has %lld to %lld", op,
                        (long long)axis, rank, plural_axes(rank), (long long)-span,
                        (long long)span - 1);
    }
    *out = (int)(axis < 0 ? axis + span : axis);
    return true;
}

bool qkv_shape(Qkv *q, QkvTensor *out, QkvDType dtype, int rank, const int64_t *size)
{
    if ((unsigned)dtype >= QKV_DTYPES)
        return qkv_fail(q, "%d is not a type of a tensor", (int)dtype);
    if (rank < 0)
        return qkv_fail(q, "a tensor cannot have %d axes", rank);
    if (rank > QKV_MAX_RANK)
        return qkv_lack(q, "%d axes are too many: a tensor has at most %d", rank, QKV_MAX_RANK);
    int64_t count = 1, bound = 1; /* the second counts a 0 as 1: pitches must not overflow either */
    for (int d = 0; d < rank; d++) {
        if (size[d] < 0) {
            FAULT(q, QKV_FAULT_NEGATIVE_SIZE, size[d], d);
            context_fault_shape(q, rank, size);
            return qkv_fail(q, "a size cannot be negative, and axis %d would be %lld", d,
                            (long long)size[d]);
        }
        if (size[d] > 0 && bound > q->limits.cells / size[d])
            return context_bound(q, "the result would have more than %lld cells: too many",
                                 (long long)q->limits.cells);
        bound *= size[d] > 0 ? size[d] : 1;
        count *= size[d];
        out->size[d] = size[d];
    }
    if (count > q->limits.all_cells - q->all_cells)
        return context_bound(q, "all tensors together would have more than %lld cells: too many",
                             (long long)q->limits.all_cells);
    out->dtype = dtype;
    out->rank = rank;
    out->count = count;
    out->step = -1;
    return true;
}
