/* Cutting the tape back: what nobody can look at is given back, and what is still wanted of it stays as inputs. */
#include <string.h>

#include "core/context.h"
#include "core/gradient.h"

/* A link is followed from what is wanted no further than this: a ring of gradients has no end. */
enum { DEEPEST = 8, VISITS = 1 << 20 };

typedef struct TapeCut {
    Qkv *q;
    int steps;
    Arena scratch;
    QkvTensor **kept; /* each once; their steps are MARK - step meanwhile   */
    int count;
    int visits;
    bool fails;
} TapeCut;

enum { MARK = -2 };

static const QkvOp op_left = {.name = "left",
                              .formula = "what the line computed, in operations that are not kept",
                              .how = QKV_HOW_GIVEN};

/* Keeps a tensor, and what it holds itself. One whose way back has not been gone is wanted with all its steps. */
static void keep(TapeCut *c, const QkvTensor *wanted, int depth)
{
    QkvTensor *t = (QkvTensor *)(uintptr_t)wanted;
    if (!t || t->step <= MARK || c->fails)
        return;
    c->fails = depth > DEEPEST || ++c->visits > VISITS ||
               (t->step >= c->steps && t->grad_fn && !c->q->tape.step[t->step].is_spent);
    if (c->fails)
        return;
    if (t->step >= c->steps) {
        c->kept = arena_more(&c->scratch, c->kept, (size_t)c->count, sizeof *c->kept);
        c->kept[c->count++] = t;
        t->step = MARK - t->step;
        depth = 0;
    }
    const QkvTensor *const held[] = {t->turned, t->storage ? t->storage->now : NULL, t->grad,
                                     t->origin};
    for (size_t i = 0; i < sizeof held / sizeof *held; i++)
        if (held[i] != t)
            keep(c, held[i], depth + 1);
}

/* A value that a pass which is cut off came to does not know its gradient any more. */
static void forget(const TapeCut *c, const QkvTensor *tensor, int groups)
{
    QkvTensor *t = (QkvTensor *)(uintptr_t)tensor;
    if (t->slope && t->pass >= groups)
        t->slope = NULL;
    if (t->over >= c->steps)
        t->over = t->overs = 0;
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
        to[MARK - c->kept[i]->step - c->steps] = 0;
    for (int i = 0; i < tape->count - c->steps; i++) {
        const QkvStep old = tape->step[c->steps + i];
        if (to[i] == 0) {
            tape->step[next] = (QkvStep){
                .call = {.op = &op_left, .params.text = text, .out = old.call.out},
                .name = old.name,
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
        keep(&c, wanted[i], 0);
    int *to = arena_many(&c.scratch, (size_t)(q->tape.count - steps) + 1, int);
    const char *told = c.fails ? NULL : arena_string(&q->arena, text);
    if (told) {
        int *place = arena_many(&c.scratch, (size_t)c.count + 1, int);
        for (int i = 0; i < c.count; i++)
            place[i] = MARK - c.kept[i]->step;
        int end = move_steps(&c, to, told);
        for (int i = 0; i < c.count; i++) {
            c.kept[i]->step = to[place[i] - steps];
            forget(&c, c.kept[i], groups);
        }
        q->tape.count = end;
        q->tape.groups = groups;
        tape_shrink(q);
        for (int i = 0; i < steps; i++) {
            const QkvCall *call = &q->tape.step[i].call;
            forget(&c, call->out, groups);
            for (int k = 0; k < call->count; k++)
                forget(&c, call->in[k], groups);
        }
    } else {
        for (int i = 0; i < c.count; i++)
            c.kept[i]->step = MARK - c.kept[i]->step;
    }
    arena_release(&c.scratch);
    return told != NULL;
}
