/* Cutting the tape back: what nobody can look at is given back, and what is still wanted of it stays as inputs. */
#include <string.h>

#include "core/context.h"
#include "core/gradient.h"

/* A link is followed from what is wanted no further than this; each tensor is looked at once. */
enum { DEEPEST = 100 };

typedef struct TapeCut {
    Qkv *q;
    int steps;
    Arena scratch;
    QkvTensor **seen; /* each once; their steps are MARK - step meanwhile */
    int count;
    bool fails;
} TapeCut;

enum { MARK = -3 }; /* no step, and none of -1 */

static const QkvOp op_left = {.name = "left",
                              .formula = "what the line computed, in operations that are not kept",
                              .how = QKV_HOW_GIVEN};

bool qkv_is_cut(const QkvStep *step)
{
    return step->call.op == &op_left;
}

static int step_seen(const QkvTensor *t)
{
    return MARK - t->step;
}

/* Keeps a tensor, and what it holds itself. One whose way back has not been gone is wanted with all its steps. */
static void keep_alive(TapeCut *c, const QkvTensor *wanted, int depth)
{
    QkvTensor *t = (QkvTensor *)(uintptr_t)wanted;
    if (!t || t->step <= MARK + 1 || c->fails)
        return;
    c->fails = depth > DEEPEST ||
               (t->step >= c->steps && t->grad_fn && !c->q->tape.step[t->step].is_spent);
    if (c->fails)
        return;
    c->seen = arena_more(&c->scratch, c->seen, (size_t)c->count, sizeof *c->seen);
    c->seen[c->count++] = t;
    t->step = MARK - t->step;
    qkv_known(t); /* leads to the latest reading at once: none on the way is looked at any more */
    const QkvTensor *const held[] = {t->turned, t->storage ? t->storage->now : NULL, t->grad,
                                     t->origin, t->base};
    for (size_t i = 0; i < sizeof held / sizeof *held; i++)
        keep_alive(c, held[i], depth + 1);
}

/* A value that a pass which is cut off came to does not know its gradient any more. */
static void forget_gradient(const TapeCut *c, const QkvTensor *tensor, int groups)
{
    QkvTensor *t = (QkvTensor *)(uintptr_t)tensor;
    if (t->slope && t->pass >= groups)
        t->slope = NULL;
    if (t->over >= c->steps)
        t->over = t->overs = 0;
}

static void forget_call(const TapeCut *c, const QkvCall *call, int groups)
{
    for (int k = 0; k <= call->count; k++) {
        const QkvTensor *t = k < call->count ? call->in[k] : call->out;
        qkv_known(t); /* none between it and what it is now is looked at any more */
        for (int way = 0; t && way < 2; way++, t = t->turned) {
            forget_gradient(c, t, groups);
            if (t->step >= c->steps && t != call->out)
                ((QkvTensor *)(uintptr_t)t)->step = -1;
        }
    }
}

/* The name of a result: of one that was written in place, that of the tensor that it is the newest value of. */
static const char *cut_name(const TapeCut *c, const QkvStep *step)
{
    const QkvTensor *first = qkv_origin(step->call.out);
    int made = first->step <= MARK ? step_seen(first) : first->step;
    return step->name                     ? step->name
           : made >= 0 && made < c->steps ? c->q->tape.step[made].name
                                          : NULL;
}

/* Moves the steps of what is kept to the end of those before, in their order; to[i] becomes the new place of step
 * `steps` + i, or -1. */
static int move_steps(TapeCut *c, int *to, const char *text)
{
    QkvTape *tape = &c->q->tape;
    int next = c->steps;
    for (int i = 0; i < tape->count - c->steps; i++)
        to[i] = -1;
    for (int i = 0; i < c->count; i++)
        if (step_seen(c->seen[i]) >= c->steps)
            to[step_seen(c->seen[i]) - c->steps] = 0;
    for (int i = 0; i < tape->count - c->steps; i++) {
        const QkvStep old = tape->step[c->steps + i];
        if (to[i] == 0) {
            tape->step[next] = (QkvStep){
                .call = {.op = &op_left, .params.text = text, .out = old.call.out},
                .name = cut_name(c, &old),
                .tag = old.tag,
                .group = c->q->group,
                .is_spent = old.is_spent};
            to[i] = next++;
        }
        old.call.out->step = to[i];
    }
    return next;
}

bool qkv_cut(Qkv *q, int steps, int groups, int count, const QkvTensor *const wanted[],
             const char *text)
{
    if (!q || !q->recording || q->err.set || steps > q->tape.count)
        return false;
    TapeCut c = {.q = q, .steps = steps};
    for (int i = 0; i < count; i++)
        keep_alive(&c, wanted[i], 0);
    int *to = arena_many(&c.scratch, (size_t)(q->tape.count - steps) + 1, int);
    const char *told = c.fails ? NULL : arena_string(&q->arena, text);
    if (told) {
        int *place = arena_many(&c.scratch, (size_t)c.count + 1, int);
        for (int i = 0; i < c.count; i++)
            place[i] = step_seen(c.seen[i]);
        for (int i = 0; i < q->tape.count; i++) {
            forget_call(&c, &q->tape.step[i].call, groups);
            if (q->tape.step[i].whole)
                forget_call(&c, q->tape.step[i].whole, groups);
        }
        int end = move_steps(&c, to, told);
        for (int i = 0; i < c.count; i++) {
            c.seen[i]->step = place[i] >= steps ? to[place[i] - steps] : place[i];
            forget_gradient(&c, c.seen[i], groups);
        }
        q->tape.count = end;
        q->tape.groups = groups;
        tape_shrink(q);
    } else {
        for (int i = 0; i < c.count; i++)
            c.seen[i]->step = step_seen(c.seen[i]);
    }
    arena_release(&c.scratch);
    return told != NULL;
}
