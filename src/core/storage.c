/* Writing in place, on top of tensors that never change.
 *
 * In PyTorch a tensor is a way to read some memory: x.T and x[0] read that of x, and a write through
 * any of them is seen by all. Here the memory is a QkvStorage, which remembers the newest value of the
 * tensor that it was made for, its owner. A write is an operation like any other: from the owner's
 * value and what is written it makes the owner's next value, so that the tape can tell of every cell
 * when it was written and what it was before. A tensor of that memory that is older than the newest
 * write is stale: the next operation that takes it reads its cells again, which is an operation,
 * too. */
#include "core/storage.h"

#include <stdlib.h>
#include <string.h>

#include "core/context.h"
#include "core/gradient.h"
#include "core/label.h"
#include "core/rows.h"
#include "core/walk.h"

/* --- whose memory ----------------------------------------------------------------------------- */

bool storage_own(Qkv *q, QkvTensor *t)
{
    t->storage = arena_new(qkv_arena(q), QkvStorage);
    if (t->storage)
        t->storage->now = t;
    t->owns = true;
    return t->storage != NULL;
}

/* Where a cell of `t` lies in its memory. */
static int64_t place_of_cell(const QkvTensor *t, int64_t cell)
{
    int64_t place = t->start, at[QKV_MAX_RANK] = {0};
    qkv_tensor_index(t, cell, at);
    for (int d = 0; d < t->rank; d++)
        place += at[d] * t->stride[d];
    return place;
}

/* The cell of the owner that lies at a place: its axes fill the memory without gaps, in the order of
 * their strides. */
static int64_t owner_cell(const QkvTensor *owner, int64_t place)
{
    int64_t at[QKV_MAX_RANK] = {0};
    bool seen[QKV_MAX_RANK] = {false};
    for (int n = 0; n < owner->rank; n++) {
        int widest = -1;
        for (int d = 0; d < owner->rank; d++)
            if (!seen[d] && (widest < 0 || owner->stride[d] > owner->stride[widest]))
                widest = d;
        seen[widest] = true;
        if (owner->size[widest] > 1) {
            at[widest] = place / owner->stride[widest];
            place %= owner->stride[widest];
        }
    }
    return qkv_tensor_cell(owner, at);
}

/* A tensor beside the newest value of its owner, whose cells it reads. */
typedef struct Reader {
    const QkvTensor *t, *owner;
    bool is_whole; /* all of them, in their order                            */
    bool is_plain; /* the owner's cells lie in memory in their order         */
} Reader;

static Reader reader_of(const QkvTensor *t)
{
    const QkvTensor *owner = t->storage->now;
    bool same = t->start == 0 && qkv_tensor_same_shape(t, owner) &&
                memcmp(t->stride, owner->stride, (size_t)t->rank * sizeof *t->stride) == 0;
    return (Reader){t, owner, same, qkv_tensor_is_contiguous(owner)};
}

/* The owner's cell behind a cell of the reader. */
static int64_t cell_behind(const Reader *r, int64_t cell)
{
    if (r->is_whole)
        return cell;
    int64_t place = place_of_cell(r->t, cell);
    return r->is_plain ? place : owner_cell(r->owner, place);
}

/* A view has the version of what it was read from, for that is what its cells are. */
void storage_share(QkvCall *c)
{
    const QkvTensor *a = c->in[0];
    const Qkv *q = c->asker;
    QkvTensor *out = c->out;
    out->owns = false;
    out->is_apart = a->is_apart && !a->wants_grad; /* of what is detached */
    out->storage = a->storage;
    out->version = a->version;
    out->counted = a->counted;
    out->is_data = a->is_data;
    out->is_inference = a->is_inference;
    out->base = a->base ? a->base : a;
    out->made = (unsigned char)(!q->no_gradients ? a->made
                                : q->infers      ? QKV_MADE_IN_INFERENCE
                                                 : QKV_MADE_WITHOUT_GRADIENTS);
    out->start = a->start;
    if (out->count > 0)
        out->start = place_of_cell(a, c->offset);
}

int qkv_writes(const Qkv *q)
{
    return q->writes;
}

bool qkv_shares_memory(const QkvTensor *a, const QkvTensor *b)
{
    return a->storage && a->storage == b->storage;
}

/* --- reading again: the cells of a stale tensor from the newest value of its owner --------------- */

/* Where the owner's cells lie in their order, those of a reader are its strides apart. */
static bool plan_read(Qkv *q, QkvCall *c)
{
    const QkvTensor *old = c->params.data;
    Reader r = reader_of(old);
    int64_t *map = NULL;
    if (!qkv_shape(q, c->out, old->dtype, old->rank, old->size) || !qkv_spend(q, old->count))
        return false;
    c->offset = old->start;
    memcpy(c->stride, old->stride, sizeof c->stride);
    if (r.is_plain)
        return true;
    map = map_new(q, c);
    for (int64_t i = 0; map && i < old->count && qkv_goes_on(c, CELL_WORK); i++)
        map[i] = cell_behind(&r, i);
    return map != NULL;
}

/* The newest reading takes the place of the stale one: its labels, its strides and its memory. */
static void stride_read(QkvCall *c)
{
    const QkvTensor *old = c->params.data;
    QkvTensor *out = c->out;
    memcpy(out->stride, old->stride, sizeof out->stride);
    out->storage = old->storage;
    out->start = old->start;
    out->version = old->storage->version;
    out->counted = old->storage->counted;
    out->owns = false;
    out->is_array = old->is_array;
    out->is_held = old->is_held;
}

static void label_read(Qkv *q, QkvCall *c)
{
    const QkvTensor *old = c->params.data;
    (void)q;
    memcpy(c->out->axis, old->axis, (size_t)old->rank * sizeof *old->axis);
}

const QkvOp op_read = {.name = "read",
                       .formula = "the same cells as they are now",
                       .how = QKV_HOW_COPY,
                       .plan = plan_read,
                       .kernel = move_kernel,
                       .label = label_read,
                       .stride = stride_read,
                       .terms = move_terms,
                       .back = back_copy,
                       .grad_fn = "AsStridedBackward0"};

static void set_turned(const QkvTensor *t, const QkvTensor *to)
{
    ((QkvTensor *)(uintptr_t)t)->turned = to;
}

/* The latest reading of a tensor, after the changes of its shape. All on the way are led there at once, or each
 * write to the same name would go through all those before. */
static const QkvTensor *turned(const QkvTensor *t)
{
    const QkvTensor *last = t;
    while (last && last->turned)
        last = last->turned;
    for (const QkvTensor *next; t != last && t->turned != last; t = next) {
        next = t->turned;
        set_turned(t, last);
    }
    return last;
}

bool qkv_turn(Qkv *q, const QkvTensor *t, const QkvTensor *view)
{
    t = turned(t);
    if (t != view) {
        gradient_view((QkvTensor *)(uintptr_t)view, t);
        if (qkv_origin(view) != qkv_origin(t)) /* else it is kept at the same place */
            gradient_moves(view, qkv_origin(t));
        set_turned(t, view);
    }
    q->writes++;
    return gradient_wrote(q, view);
}

const QkvTensor *qkv_known(const QkvTensor *t)
{
    t = turned(t);
    if (!t || !t->storage || t->version == t->storage->version)
        return t;
    return t->owns ? t->storage->now : NULL;
}

bool qkv_is_same(const QkvTensor *a, const QkvTensor *b)
{
    a = turned(a);
    b = turned(b);
    return a == b || (!a->is_apart && !b->is_apart && qkv_known(a) && qkv_known(a) == qkv_known(b));
}

const QkvTensor *storage_base(const QkvTensor *view)
{
    const QkvTensor *base = view->base;
    const QkvTensor *known = base->is_apart ? qkv_origin(base) : qkv_known(base);
    return known ? known : turned(base);
}

/* The newest value of the memory of a view, with the way back of what it is a view of: a parameter is apart. */
static const QkvTensor *owner_of(Qkv *q, const QkvTensor *t)
{
    const QkvTensor *now = t->storage->now, *base = t->base;
    bool is_whole = base && base->is_apart && !t->is_apart && base->storage == t->storage &&
                    base->start == 0 && qkv_tensor_same_shape(base, now);
    return is_whole ? gradient_alias(q, now, storage_base(t)) : now;
}

const QkvTensor *qkv_now(Qkv *q, const QkvTensor *t)
{
    const QkvTensor *known = qkv_known(t);
    t = turned(t);
    if (known || !t) {
        if (known != t && t->is_apart)
            known = gradient_alias(q, known, t);
        if (known && known != t)
            set_turned(t, known);
        return known;
    }
    const QkvTensor *owner = owner_of(q, t);
    QkvParams p = {.data = t};
    const QkvTensor *now = qkv_apply(q, &op_read, 1, &owner, &p);
    if (now && q->recording && t->step >= 0)
        q->tape.step[now->step].name = q->tape.step[t->step].name;
    if (now) /* for all that have it, so that they see the same change of shape */
        set_turned(t, now);
    return now;
}

bool storage_refresh(Qkv *q, int count, const QkvTensor *const **in)
{
    bool stale = false;
    if (q->pass)
        return gradient_may_read(q, count, *in);
    for (int i = 0; i < count; i++)
        stale = stale || ((*in)[i]->storage && (*in)[i]->version != (*in)[i]->storage->version);
    if (!stale)
        return true;
    const QkvTensor **now = arena_many(qkv_arena(q), (size_t)count, const QkvTensor *);
    for (int i = 0; now && i < count; i++)
        if (!(now[i] = qkv_now(q, (*in)[i])))
            return false;
    *in = now;
    return now != NULL;
}

/* --- cells that nobody has written -------------------------------------------------------------- */

bool storage_written(Qkv *q, const char *reader, const QkvTensor *t)
{
    return !t->hole ||
           qkv_lack(q,
                    "%s: this tensor has cells that were never written: torch.empty makes "
                    "room for them, but gives them no value",
                    reader);
}

/* Tells whether a cell of the result is a copy of one that was never written; and of which operand it is. */
static bool copies_hole(const QkvCall *c, int64_t cell, Arena *scratch, int *operand)
{
    QkvTerms t = qkv_terms(c, cell, scratch);
    QkvSource a = t.count > 0 ? qkv_term(&t, 0).a : (QkvSource){-1, 0};
    *operand = a.operand;
    return a.operand >= 0 && c->in[a.operand]->hole && c->in[a.operand]->hole[a.cell];
}

bool storage_holes(Qkv *q, const QkvCall *c)
{
    enum { HOLE_WORK = 8 * CELL_WORK }; /* to find the terms of a cell */
    int from = 0;
    while (from < c->count && !c->in[from]->hole)
        from++;
    bool writes_all = c->op == &op_write && !c->map && !c->in[1]->hole;
    if (from == c->count || writes_all)
        return true;
    if (c->op->how != QKV_HOW_COPY)
        return storage_written(q, qkv_written(c->op), c->in[from]);
    bool *hole = arena_many(qkv_arena(q), (size_t)c->out->count + 1, bool), any = false;
    /* The cells are copied, and do not say which to copy; a write may leave none of them. */
    bool copied = c->out->count == 0 || c->op == &op_write;
    Arena scratch = {0};
    ArenaMark mark = arena_mark(&scratch);
    for (int64_t i = 0; hole && i < c->out->count && qkv_goes_on(c, HOLE_WORK); i++) {
        int operand = -1;
        hole[i] = copies_hole(c, i, &scratch, &operand);
        arena_back(&scratch, mark);
        copied = copied || operand == from;
        any = any || hole[i];
    }
    arena_release(&scratch);
    c->out->hole = any ? hole : NULL;
    return hole != NULL && (copied || storage_written(q, qkv_written(c->op), c->in[from]));
}

/* Parameters of a write. For the gradient of the value, `place` says which cell of the owner each cell of the
 * written part is, also where another one was written there later; NULL where none is wanted. */
typedef struct Written {
    const int64_t *map;
    int64_t *place;
    int rank;
    int64_t size[QKV_MAX_RANK];
} Written;

/* --- writing --------------------------------------------------------------------------------------
 * in[0] is the owner before, in[1] what is written; params.data is a Written: map says for each cell of the owner
 * which cell of in[1] it becomes, -1 for one that stays. Without it all are written: in[1] is broadcast. */

static bool plan_write(Qkv *q, QkvCall *c)
{
    const QkvTensor *owner = c->in[0];
    const Written *w = c->params.data;
    if (w) { /* not there any more on the way back */
        c->map = w->map;
        c->ends = w->place;
        c->params.count = w->rank;
        memcpy(c->params.at, w->size, (size_t)w->rank * sizeof *w->size);
    }
    return qkv_shape(q, c->out, owner->dtype, owner->rank, owner->size) &&
           qkv_spend(q, owner->count);
}

/* Goes through the cells that are written, and through those of the value in step. As in PyTorch axes of
 * size 1 in front of the value do not count. */
static Walk walk_written(const QkvTensor *part, const QkvTensor *value)
{
    QkvTensor inner = *value;
    int extra = value->rank > part->rank ? value->rank - part->rank : 0;
    inner.rank -= extra;
    memmove(inner.size, inner.size + extra, (size_t)inner.rank * sizeof *inner.size);
    Walk w = walk_begin(part);
    walk_broadcast(&w, 0, &inner);
    return w;
}

/* The tape keeps each value of the owner: all of it is copied, at once, and then what is written. */
static void write_some(const QkvCall *c)
{
    const QkvTensor *owner = c->in[0];
    if (c->out->count == 0 || !qkv_goes_on(c, c->out->count))
        return;
    memcpy(c->out->data.raw, owner->data.raw, (size_t)owner->count * qkv_dtype_size(owner->dtype));
    for (int64_t i = 0; i < c->out->count; i++)
        if (c->map[i] >= 0) {
            if (!qkv_goes_on(c, CELL_WORK))
                return;
            copy_cell(c->out, i, c->in[1], c->map[i]);
        }
}

static void kernel_write(const QkvCall *c)
{
    if (c->map) {
        write_some(c);
        return;
    }
    const QkvTensor *value = c->in[1];
    if (qkv_tensor_same_shape(c->out, value) && c->out->dtype == value->dtype) {
        if (qkv_goes_on(c, value->count) && value->count > 0)
            memcpy(c->out->data.raw, value->data.raw,
                   (size_t)value->count * qkv_dtype_size(value->dtype));
        return;
    }
    Walk w = walk_written(c->out, value);
    for (int64_t i = 0; i < c->out->count && qkv_goes_on(c, CELL_WORK); i++, walk_next(&w))
        copy_cell(c->out, i, c->in[1], w.cell[0]);
}

static void terms_write(const QkvCall *c, int64_t cell, Arena *a, QkvTerms *t)
{
    Walk w = walk_written(c->out, c->in[1]);
    walk_to(&w, cell);
    int64_t from = c->map ? c->map[cell] : w.cell[0];
    t->count = 1;
    t->term = arena_new(a, QkvTerm);
    *t->term = (QkvTerm){.a = {from >= 0, from < 0 ? cell : from}, .b = {-1, 0}};
}

/* Makes the result the owner's next value. */
static void stride_write(QkvCall *c)
{
    const QkvTensor *owner = c->in[0];
    memcpy(c->out->stride, owner->stride, sizeof c->out->stride);
    c->out->storage = owner->storage;
    c->out->version = owner->storage->version + 1;
    c->out->counted = owner->storage->counted + 1;
    c->out->is_array = owner->is_array;
    c->out->is_held = owner->is_held;
    c->out->is_inference = owner->is_inference;
}

static void label_write(Qkv *q, QkvCall *c)
{
    bool is_whole = !c->map &&
                    c->in[1]->rank == c->out->rank; /* of which the new numbers tell, too */
    (void)q;
    for (int d = 0; d < c->out->rank; d++) {
        label_pass(c->out, d, c->in[0], d, true);
        if (is_whole)
            label_pass(c->out, d, c->in[1], d, true);
    }
}

/* The names of writes that leave nothing of what was there before. Another one is that of the operation whose
 * result was written to where it was computed from: all goes through that. */
static const char of_copy[] = "CopyBackwards", of_fill[] = "FillBackward3",
                  of_part[] = "CopySlices", of_places[] = "IndexPutBackward0";

/* Gives the cells of before what those that stayed get. */
static const QkvTensor *back_owner(Qkv *q, const QkvCall *c, const QkvTensor *g)
{
    int64_t *map = NULL;
    const char *name = c->out->grad_fn;
    bool is_known = name && (strncmp(name, "Copy", 4) == 0 || strncmp(name, "Fill", 4) == 0 ||
                             strncmp(name, "Zero", 4) == 0);
    if (!c->map)
        return is_known ? back_zero(q, c, 0, g) : NULL;
    map = arena_many(qkv_arena(q), (size_t)c->out->count + 1, int64_t);
    for (int64_t i = 0; map && i < c->out->count; i++)
        map[i] = c->map[i] < 0 ? i : -1;
    return back_put(q, c->in[0], g, map, false);
}

static const QkvTensor *back_write(Qkv *q, const QkvCall *c, int operand, const QkvTensor *g)
{
    if (operand == 0)
        return back_owner(q, c, g);
    if (!c->map)
        return g;
    return c->ends ? back_taken(q, g, c->ends, c->params.count, c->params.at)
                   : back_copy(q, c, operand, g);
}

const QkvOp op_write = {.name = "write",
                        .formula = "the cells that are written, and the others as before",
                        .how = QKV_HOW_COPY,
                        .plan = plan_write,
                        .kernel = kernel_write,
                        .fills = true,
                        .label = label_write,
                        .stride = stride_write,
                        .terms = terms_write,
                        .back = back_write,
                        .grad_fn = "CopySlices"};

/* Tells whether a tensor fills a piece of memory, each cell a place of its own: PyTorch's words are
 * non-overlapping and dense. */
static bool is_dense(const QkvTensor *t)
{
    bool seen[QKV_MAX_RANK] = {false};
    int64_t filled = 1;
    for (int n = 0; n < t->rank; n++) {
        int next = -1;
        for (int d = 0; d < t->rank; d++)
            if (!seen[d] && (t->size[d] == 1 || (next < 0 && t->stride[d] == filled)))
                next = d;
        if (next < 0)
            return false;
        seen[next] = true;
        filled *= t->size[next];
    }
    return true;
}

/* PyTorch refuses to write to a piece of memory while it reads another that overlaps it, and looks for
 * this among pieces only. The very same cells may be read and written. */
static bool are_apart(Qkv *q, const QkvTensor *to, const QkvTensor *from, bool may_be_same)
{
    if (to->storage != from->storage || to->count == 0 || from->count == 0 || !is_dense(to) ||
        !is_dense(from))
        return true;
    bool same = may_be_same && to->rank == from->rank && to->start == from->start &&
                to->count == from->count &&
                memcmp(to->stride, from->stride, (size_t)to->rank * sizeof *to->stride) == 0;
    if (same || to->start >= from->start + from->count || from->start >= to->start + to->count)
        return true;
    context_say(q, "unsupported operation: some elements of the input tensor and the written-to "
                   "tensor refer to a single memory location. Please clone() the tensor before "
                   "performing the operation.");
    return qkv_fail(q,
                    "what is read overlaps what is written, in the same memory: read a .clone()");
}

/* Where pieces have gaps, PyTorch goes on, and what comes out depends on the order in which it goes
 * through the cells. That is no answer: here it is an error. map says for each cell of the owner which
 * cell of `from` is read for it, -1 for none; a copy of a cell onto itself changes nothing. */
static bool is_any_order(Qkv *q, const QkvTensor *from, const int64_t *map, bool copies)
{
    Reader r = reader_of(from);
    const QkvCall asking = {.asker = q};
    for (int64_t i = 0; i < r.owner->count && qkv_goes_on(&asking, CELL_WORK); i++) {
        int64_t read = map[i] < 0 ? i : cell_behind(&r, map[i]);
        if (read != i && map[read] >= 0 && !(copies && cell_behind(&r, map[read]) == read))
            return qkv_lack(
                q,
                "some cells are both read and written, and the result would depend on which comes "
                "first: read a .clone()");
    }
    return !q->err.set;
}

/* Tells whether several cells are one place: the narrowest stride that is left must be wider than all that
 * lies between the cells along those before it. So it is but in an expanded tensor and in windows. */
static bool has_one_place_twice(const QkvTensor *t)
{
    bool seen[QKV_MAX_RANK] = {false};
    int64_t span = 0;
    for (int n = 0; n < t->rank; n++) {
        int next = -1;
        for (int d = 0; d < t->rank; d++)
            if (!seen[d] && (next < 0 || llabs(t->stride[d]) < llabs(t->stride[next])))
                next = d;
        seen[next] = true;
        if (t->size[next] > 1 && llabs(t->stride[next]) <= span)
            return true;
        span += (t->size[next] - 1) * llabs(t->stride[next]);
    }
    return false;
}

/* A number may be written where several cells are one place, but not cells; and not to a part of them. */
static bool is_writable(Qkv *q, const QkvTensor *t, const QkvTensor *value, bool is_part)
{
    if (!t->storage) {
        qkv_fail(q, "a plain number has no memory to write to");
        return false;
    }
    if ((!value->storage && !is_part) || t->count == 0 || !has_one_place_twice(t))
        return true;
    context_say(q, "unsupported operation: more than one element of the written-to tensor refers "
                   "to a single memory location. Please clone() the tensor before performing the "
                   "operation.");
    return qkv_fail(q,
                    "several cells of an expanded tensor, or of its windows, are one position in "
                    "memory: write to a .clone() of it");
}

/* Tells whether a value broadcasts to the target. As in PyTorch axes of size 1 in front do not count. */
static bool fits_target(const QkvTensor *value, const QkvTensor *target)
{
    int extra = value->rank - target->rank;
    for (int d = 0; d < value->rank; d++)
        if (value->size[d] != 1 && (d < extra || value->size[d] != target->size[d - extra]))
            return false;
    return true;
}

/* Puts into `map` which cell of the value each cell of the owner becomes; -1: it stays. Cell i of the
 * part is cell of[i] of t; without `of` the part is t. `place` receives the owner's cell of each, unless it
 * is NULL. False after an error. */
static bool map_written(Qkv *q, int64_t *map, int64_t *place, const QkvTensor *t,
                        const QkvTensor *part, const int64_t *of, const QkvTensor *value)
{
    Reader r = reader_of(t);
    Walk w = walk_written(part, value);
    const QkvCall asking = {.asker = q};
    memset(map, 0xFF, (size_t)r.owner->count * sizeof *map); /* -1 everywhere */
    for (int64_t i = 0; i < part->count && qkv_goes_on(&asking, CELL_WORK); i++, walk_next(&w)) {
        int64_t to = cell_behind(&r, of ? of[i] : i);
        map[to] = w.cell[0];
        if (place)
            place[i] = to;
    }
    return !q->err.set;
}

static int64_t *new_map(Qkv *q, const QkvTensor *t)
{
    return arena_array_raw(qkv_arena(q), (size_t)t->storage->now->count + 1, sizeof(int64_t));
}

/* Notes what will be written, with the places of the part where a gradient may be asked for. */
static Written *new_written(Qkv *q, const QkvTensor *part, const int64_t *map,
                            const QkvTensor *value)
{
    Written *w = arena_new(qkv_arena(q), Written);
    if (!w || !map)
        return NULL;
    w->map = map;
    w->rank = part->rank;
    memcpy(w->size, part->size, sizeof w->size);
    if (value->wants_grad && !q->no_gradients)
        w->place = arena_many(qkv_arena(q), (size_t)part->count + 1, int64_t);
    return w;
}

/* Writes by a map, or all of the owner. Through a detached tensor no gradient sees it. */
static const QkvTensor *write_by(Qkv *q, const QkvTensor *t, const Written *w,
                                 const QkvTensor *value, const char *name)
{
    QkvStorage *s = t->storage;
    QkvParams p = {.data = w};
    bool had = qkv_gradients(q, !q->no_gradients && !t->is_apart);
    const QkvTensor *next = qkv_apply(q, &op_write, 2, (const QkvTensor *[]){s->now, value}, &p);
    if (next && !q->no_gradients)
        gradient_named(next, name);
    qkv_gradients(q, had);
    if (!next)
        return NULL;
    ((QkvTensor *)(uintptr_t)next)->counted = s->counted += !t->is_data;
    if (!next->origin) /* else it is the same way back */
        gradient_moves(next, qkv_origin(s->now));
    s->version++;
    q->writes++;
    s->now = next;
    return next;
}

/* PyTorch's words: the target cannot grow to the shape that both have together, if there is one. */
static void say_shape(Qkv *q, const QkvTensor *to, const QkvTensor *value)
{
    QkvTensor both = *(to->rank > value->rank ? to : value);
    for (int i = 1; i <= both.rank; i++) {
        int64_t x = i <= to->rank ? to->size[to->rank - i] : 1;
        int64_t y = i <= value->rank ? value->size[value->rank - i] : 1;
        if (x != y && x != 1 && y != 1)
            return;
        both.size[both.rank - i] = x == 1 ? y : x;
    }
    context_say(q, "output with shape %s doesn't match the broadcast shape %s", SIZES_LIST(to),
                SIZES_LIST(&both));
}

static bool can_become(Qkv *q, const QkvTensor *t, const QkvTensor *part, const QkvTensor *value,
                       QkvFaultKind kind)
{
    bool is_output = kind == QKV_FAULT_OUTPUT;
    if (!fits_target(value, part) || (is_output && value->rank > part->rank)) {
        const QkvTensor *first = is_output ? part : value, *second = is_output ? value : part;
        FAULT(q, kind, value->count, part->count);
        context_fault_shape(q, first->rank, first->size);
        context_fault_shape(q, second->rank, second->size);
        say_shape(q, part, value);
        return qkv_fail(q, "write: %s does not fit into %s", SIZES(value), SIZES(part));
    }
    if (!is_output && qkv_is_float(t->dtype)) /* becomes inf */
        return true;
    return !value->is_number || constant_fits(q, "write", t->dtype, cell_double(value, 0));
}

bool qkv_can_read(Qkv *q, const QkvTensor *t, const QkvTensor *operand)
{
    if (!t->storage || t->storage != operand->storage)
        return true;
    if (!are_apart(q, t, operand, true))
        return false;
    if (!fits_target(operand, t) || (reader_of(t).is_whole && reader_of(operand).is_whole))
        return true;
    size_t held = context_hold(q);
    ArenaMark mark = arena_mark(qkv_arena(q));
    int64_t *map = new_map(q, t);
    bool can = map && map_written(q, map, NULL, t, t, NULL, operand) &&
               is_any_order(q, operand, map, false);
    arena_back(qkv_arena(q), mark);
    context_let_go(q, held);
    return can;
}

/* Writes all of t, which may be a view; `itself`: the tensor that owns the memory was named. */
static const QkvTensor *write_all(Qkv *q, const QkvTensor *t, const QkvTensor *value, bool itself,
                                  QkvFaultKind kind)
{
    bool is_shared = value->storage == t->storage;
    if (!can_become(q, t, t, value, kind))
        return NULL;
    if (reader_of(t).is_whole && !is_shared)
        return write_by(q, t, NULL, value,
                        !itself            ? of_part
                        : value->rank == 0 ? of_fill
                                           : of_copy);
    int64_t *map = new_map(q, t);
    Written *w = new_written(q, t, map, value);
    if (!w || !map_written(q, map, w->place, t, t, NULL, value))
        return NULL;
    return is_shared && !is_any_order(q, value, map, true) ? NULL
                                                           : write_by(q, t, w, value, of_part);
}

bool qkv_are_apart(Qkv *q, const QkvTensor *to, const QkvTensor *from)
{
    if (!to->storage || to->storage != from->storage || !are_apart(q, to, from, false))
        return !q->err.set;
    int64_t end = place_of_cell(to, to->count - 1), last = place_of_cell(from, from->count - 1);
    return (is_dense(to) && is_dense(from)) || to->start > last || from->start > end ||
           qkv_lack(q, "some cells are both read and written, and the result would depend on which "
                       "comes first: read a .clone()");
}

const QkvTensor *qkv_write(Qkv *q, const QkvTensor *t, const QkvTensor *value)
{
    if (!t || !value || !is_writable(q, t, value, false) ||
        !gradient_may_write(q, t, NULL, value) || !are_apart(q, t, value, true))
        return NULL;
    size_t held = context_hold(q);
    const QkvTensor *next = write_all(q, t, value, !t->base, QKV_FAULT_OUTPUT);
    context_let_go(q, held);
    next = next && gradient_wrote(q, t) ? next : NULL;
    if (!next)
        q->fault.is_of_arrays = t->is_array;
    return next;
}

bool qkv_may_turn(Qkv *q, const QkvTensor *t)
{
    return gradient_may_write(q, t, NULL, NULL);
}

bool storage_become(Qkv *q, const QkvTensor *t, QkvTensor *result)
{
    QkvStorage *s = t->storage;
    bool is_alone = t->owns && !t->is_apart && result->owns && reader_of(t).is_whole;
    if (!is_alone || t->dtype != result->dtype || !qkv_tensor_is_contiguous(t))
        return qkv_write(q, t, result) != NULL;
    result->storage = s;
    result->is_held = t->is_held;
    result->version = ++s->version;
    result->counted = ++s->counted;
    s->now = result;
    q->writes++;
    return true;
}

bool qkv_can_cast(Qkv *q, const char *op, const QkvTensor *result, const QkvTensor *into)
{
    QkvDType from = result->dtype, to = into->dtype;
    bool are_floats = qkv_is_float(from) && qkv_is_float(to);
    bool is_kind = are_floats || (!qkv_is_float(to) && to != QKV_BOOL && qkv_is_long(from));
    if (!type_is_more(from, to) || is_kind)
        return true;
    FAULT(q, QKV_FAULT_CAST, 0);
    q->fault.op = op;
    q->fault.is_of_arrays = into->is_array;
    q->fault.from = from;
    q->fault.to = to;
    return qkv_fail(q, "the result is %s, and cannot be written into a tensor of %s",
                    qkv_dtype_name(from), qkv_dtype_name(to));
}

const QkvTensor *qkv_write_over(Qkv *q, const QkvTensor *t, const QkvTensor *result)
{
    if (!t || !result)
        return NULL;
    if (!qkv_can_cast(q, NULL, result, t))
        return NULL;
    const QkvTensor *was = qkv_known(t), *next = qkv_write(q, t, result);
    if (next && was)
        gradient_over(q, was, result);
    if (next && next->grad_fn && strcmp(next->grad_fn, of_part) != 0 && result->grad_fn)
        gradient_named(next, result->grad_fn);
    return next;
}

/* The value of t[part] = value: `part` is a view where the subscripts are numbers and slices. */
static bool can_write_at(Qkv *q, const QkvTensor *t, const QkvTensor *part, const QkvTensor *value)
{
    if (part->storage != t->storage)
        return value->count == 1 || are_apart(q, t, value, false);
    QkvTensor inner = *value; /* axes of size 1 in front do not count */
    int extra = value->rank - part->rank;
    if (extra > 0) {
        inner.rank -= extra;
        memmove(inner.size, inner.size + extra, (size_t)inner.rank * sizeof *inner.size);
        memmove(inner.stride, inner.stride + extra, (size_t)inner.rank * sizeof *inner.stride);
    }
    return is_writable(q, part, value, true) &&
           (!qkv_tensor_same_shape(&inner, part) || are_apart(q, part, &inner, true));
}

/* Only a single number, written where a mask is True or at one place, takes the type of the tensor. */
static bool has_type_to_put(Qkv *q, const QkvTensor *t, int count, const QkvSubscript *subscripts,
                            const QkvTensor *value)
{
    bool is_listed = value->count != 1;
    for (int i = 0; i < count; i++)
        if (subscripts[i].kind == QKV_SUBSCRIPT_TENSOR && subscripts[i].tensor->rank > 0)
            is_listed = is_listed || !is_mask(subscripts[i].tensor->dtype);
    return value->is_number || value->dtype == t->dtype || !is_listed ||
           qkv_fail(q, "write: the tensor is %s and what is written is %s: one type is needed",
                    qkv_dtype_name(t->dtype), qkv_dtype_name(value->dtype));
}

/* How many axes a subscript is for. */
static int axes_of(const QkvSubscript *s)
{
    if (s->kind == QKV_SUBSCRIPT_TENSOR && is_mask(s->tensor->dtype))
        return s->tensor->rank;
    return s->kind != QKV_SUBSCRIPT_NEW && s->kind != QKV_SUBSCRIPT_REST;
}

/* Tells whether PyTorch writes to the tensor itself, and not to a view that the subscripts make of it: where they are
 * tensors that pick from all of it, or are for all of it. */
static bool is_itself(const QkvTensor *t, int count, const QkvSubscript *subscripts)
{
    bool is_whole = !t->base;
    int d = 0, rest = t->rank;
    for (int i = 0; i < count; i++)
        rest -= axes_of(&subscripts[i]);
    for (int i = 0; i < count && is_whole; i++) {
        const QkvSubscript *s = &subscripts[i];
        is_whole = s->kind == QKV_SUBSCRIPT_REST ||
                   (s->kind == QKV_SUBSCRIPT_TENSOR && s->tensor->rank > 0) ||
                   (s->kind == QKV_SUBSCRIPT_SLICE && s->step == 1 && d < t->rank &&
                    (!s->has_start || s->start == 0) && (!s->has_stop || s->stop >= t->size[d]));
        d += s->kind == QKV_SUBSCRIPT_REST ? rest : axes_of(s);
    }
    return is_whole;
}

/* The way back of the view that subscripts make, or NULL where they make none. */
static const char *view_at(const QkvTensor *t, int count, const QkvSubscript *subscripts)
{
    static const char *const names[] = {[QKV_SUBSCRIPT_AT] = "SelectBackward0",
                                        [QKV_SUBSCRIPT_SLICE] = "SliceBackward0",
                                        [QKV_SUBSCRIPT_NEW] = "UnsqueezeBackward0"};
    const char *name = "AliasBackward0";
    for (int i = 0; i < count; i++)
        if (subscripts[i].kind < (int)(sizeof names / sizeof *names) && names[subscripts[i].kind])
            name = names[subscripts[i].kind];
    return is_itself(t, count, subscripts) ? NULL : name;
}

/* Finds what does not fit where tensors pick: a single mask is told apart from positions. */
static QkvFaultKind fault_of_picked(int count, const QkvSubscript *subscripts)
{
    bool is_mask_alone = count == 1 && is_mask(subscripts[0].tensor->dtype);
    return is_mask_alone ? QKV_FAULT_WRITE_MASKED : QKV_FAULT_WRITE_PICKED;
}

/* The cells that tensors pick. The map stays, and what it takes to make it does not. */
static const QkvTensor *write_picked(Qkv *q, const QkvTensor *t, int count,
                                     const QkvSubscript *subscripts, const QkvTensor *value)
{
    QkvTensor part;
    const int64_t *of = NULL;
    int64_t *map = new_map(q, t);
    Written *w = NULL;
    Arena scratch = {0};
    ArenaMark mark = arena_mark(qkv_arena(q));
    bool ok = map && has_type_to_put(q, t, count, subscripts, value) &&
              index_places(q, t, count, subscripts, &part, &of) &&
              can_write_at(q, t, &part, value) &&
              can_become(q, t, &part, value, fault_of_picked(count, subscripts));
    int64_t *place = ok && value->wants_grad ? arena_many(&scratch, (size_t)part.count + 1, int64_t)
                                             : NULL;
    ok = ok && map_written(q, map, place, t, &part, of, value) &&
         (value->storage != t->storage || is_any_order(q, value, map, true));
    arena_back(qkv_arena(q), mark);
    w = ok ? new_written(q, &part, map, value) : NULL;
    if (w && w->place && place)
        memcpy(w->place, place, (size_t)part.count * sizeof *place);
    arena_release(&scratch);
    return w ? write_by(q, t, w, value, is_itself(t, count, subscripts) ? of_places : of_part)
             : NULL;
}

/* Looks up which cells the subscripts mean, which is no step of the reader's. False after an error. */
static bool refresh_subscripts(Qkv *q, int count, const QkvSubscript *subscripts, bool *picks)
{
    bool recording = q->recording, ok = true;
    q->recording = false;
    for (int i = 0; i < count && ok; i++)
        if (subscripts[i].kind == QKV_SUBSCRIPT_TENSOR) {
            *picks = true;
            ok = qkv_now(q, subscripts[i].tensor) != NULL;
        }
    q->recording = recording;
    return ok;
}

const QkvTensor *qkv_write_at(Qkv *q, const QkvTensor *t, int count, const QkvSubscript *subscripts,
                              const QkvTensor *value)
{
    const QkvTensor *next = NULL;
    bool picks = false;
    QkvTensor part;
    const int64_t *of;
    if (!t || !value || (!t->storage && !is_writable(q, t, value, false)) ||
        !gradient_may_write(q, t, view_at(t, count, subscripts), value) ||
        !refresh_subscripts(q, count, subscripts, &picks))
        return NULL;
    size_t held = context_hold(q);
    if (picks)
        next = write_picked(q, t, count, subscripts, value);
    else if (index_places(q, t, count, subscripts, &part, &of) &&
             can_write_at(q, t, &part, value)) {
        part.is_apart = t->is_apart;
        next = write_all(q, &part, value, is_itself(t, count, subscripts), QKV_FAULT_WRITE);
    }
    context_let_go(q, held);
    next = next && gradient_wrote(q, t) ? next : NULL;
    if (!next)
        q->fault.is_of_arrays = t->is_array;
    return next;
}
