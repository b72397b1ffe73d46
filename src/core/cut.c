/* Cutting the tape back: what nobody can look at is given back, and what is still wanted of it stays as inputs; with its
 * operations where gradients may still go back through them. */
#include <string.h>

#include "core/context.h"
#include "core/gradient.h"

/* A link is followed from what is wanted no further than this; each tensor is looked at once. */
enum { DEEPEST = 100 };

/* Fate of a step where the tape is cut. */
typedef enum Fate { FATE_GOES, FATE_LEFT, FATE_STAYS } Fate;

typedef struct TapeCut {
    Qkv *q;
    int steps;
    Arena scratch;
    QkvTensor **seen; /* each once; their steps are MARK - step meanwhile                     */
    int count;
    bool *is_spent;      /* of each step from `steps` on: no way back leads through it any more   */
    unsigned char *fate; /* ... and a Fate                                                        */
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

static bool is_seen(const QkvTensor *t)
{
    return t->step <= MARK + 1;
}

/* The call that the way back goes through. */
static const QkvCall *way_of(const QkvStep *step)
{
    return step->whole ? step->whole : &step->call;
}

/* A way back that comes to a step that was gone through, and used what it kept, ends there with an error. */
static void find_spent(TapeCut *c)
{
    const QkvTape *tape = &c->q->tape;
    for (int i = c->steps; i < tape->count; i++) {
        const QkvCall *call = way_of(&tape->step[i]);
        bool spent = tape->step[i].is_spent;
        for (int k = 0; k < call->count && !spent; k++) {
            int from = call->in[k] && call->in[k]->grad_fn ? call->in[k]->step : -1;
            spent = from >= c->steps ? c->is_spent[from - c->steps]
                                     : from >= 0 && tape->step[from].is_spent;
        }
        c->is_spent[i - c->steps] = spent;
    }
}

/* Keeps a tensor, and what it holds itself. One whose way back can still be gone is wanted with its step. */
static void keep_alive(TapeCut *c, const QkvTensor *wanted, int depth)
{
    QkvTensor *t = (QkvTensor *)(uintptr_t)wanted;
    c->fails = c->fails || depth > DEEPEST;
    if (!t || is_seen(t) || c->fails)
        return;
    int i = t->step - c->steps;
    if (i >= 0 && c->fate[i] != FATE_STAYS)
        c->fate[i] = t->grad_fn && !c->is_spent[i] ? FATE_STAYS : FATE_LEFT;
    c->seen = arena_more(&c->scratch, c->seen, (size_t)c->count, sizeof *c->seen);
    c->seen[c->count++] = t;
    t->step = MARK - t->step;
    qkv_known(t); /* leads to the latest reading at once: none on the way is looked at any more */
    const QkvTensor *const held[] = {t->turned, t->storage ? t->storage->now : NULL, t->grad,
                                     t->origin, t->base};
    for (size_t k = 0; k < sizeof held / sizeof *held; k++)
        keep_alive(c, held[k], depth + 1);
}

static void keep_operands(TapeCut *c, const QkvCall *call)
{
    for (int k = 0; call && k < call->count; k++)
        keep_alive(c, call->in[k], 0);
}

/* The operands of the steps that stay, until there are no others. */
static void keep_ways(TapeCut *c)
{
    for (int count = -1; count != c->count && !c->fails;) {
        count = c->count;
        for (int i = c->q->tape.count - 1; i >= c->steps; i--)
            if (c->fate[i - c->steps] == FATE_STAYS) {
                keep_operands(c, &c->q->tape.step[i].call);
                keep_operands(c, c->q->tape.step[i].whole);
            }
    }
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
    int made = is_seen(first) ? step_seen(first) : first->step;
    return step->name                     ? step->name
           : made >= 0 && made < c->steps ? c->q->tape.step[made].name
                                          : NULL;
}

/* A step that stays, or what is left of one: outside of the groups that are cut. */
static QkvStep moved_step(const TapeCut *c, int i, const char *text)
{
    QkvStep step = c->q->tape.step[c->steps + i];
    const char *name = cut_name(c, &step);
    if (c->fate[i] == FATE_LEFT)
        step = (QkvStep){.call = {.op = &op_left, .params.text = text, .out = step.call.out},
                         .name = name,
                         .tag = step.tag,
                         .is_spent = c->is_spent[i]};
    step.group = c->q->group;
    step.way = 0;
    return step;
}

/* Moves the steps of what is kept to the end of those before, in their order; to[i] becomes the new place of step
 * `steps` + i, or -1. */
static int move_steps(TapeCut *c, int *to, const char *text)
{
    QkvTape *tape = &c->q->tape;
    int next = c->steps;
    for (int i = 0; i < tape->count - c->steps; i++) {
        QkvTensor *out = tape->step[c->steps + i].call.out;
        to[i] = c->fate[i] == FATE_GOES ? -1 : next;
        if (to[i] < 0)
            c->q->all_cells -= out->count;
        else
            tape->step[next++] = moved_step(c, i, text);
        if (!is_seen(out))
            out->step = to[i];
    }
    return next;
}

static void tell_places(const TapeCut *c, const int *to, int end, int *place)
{
    int steps = c->q->tape.count - c->steps, next = end;
    for (int i = steps; place && i >= 0; i--) {
        next = i < steps && to[i] >= 0 ? to[i] : next;
        place[i] = next;
    }
}

static void forget_all(const TapeCut *c, int groups)
{
    const QkvTape *tape = &c->q->tape;
    for (int i = 0; i < tape->count; i++) {
        forget_call(c, &tape->step[i].call, groups);
        if (tape->step[i].whole)
            forget_call(c, tape->step[i].whole, groups);
    }
}

/* Cuts what is known to go. */
static void cut(TapeCut *c, int groups, const char *text, int *place)
{
    QkvTape *tape = &c->q->tape;
    int *to = arena_many(&c->scratch, (size_t)(tape->count - c->steps) + 1, int);
    forget_all(c, groups);
    int end = move_steps(c, to, text);
    for (int i = 0; i < c->count; i++) {
        int was = step_seen(c->seen[i]);
        c->seen[i]->step = was >= c->steps ? to[was - c->steps] : was;
        forget_gradient(c, c->seen[i], groups);
    }
    tell_places(c, to, end, place);
    tape->count = end;
    tape->groups = groups;
    tape_shrink(c->q);
}

bool qkv_cut(Qkv *q, int steps, int groups, int count, const QkvTensor *const wanted[],
             const char *text, int *place)
{
    if (!q || !q->recording || q->err.set || steps > q->tape.count || q->group >= groups)
        return false;
    TapeCut c = {.q = q, .steps = steps};
    size_t most = (size_t)(q->tape.count - steps) + 1;
    c.is_spent = arena_many(&c.scratch, most, bool);
    c.fate = arena_many(&c.scratch, most, unsigned char);
    find_spent(&c);
    for (int i = 0; i < count; i++)
        keep_alive(&c, wanted[i], 0);
    keep_ways(&c);
    const char *told = c.fails ? NULL : arena_string(&q->arena, text);
    if (told)
        cut(&c, groups, told, place);
    else
        for (int i = 0; i < c.count; i++)
            c.seen[i]->step = step_seen(c.seen[i]);
    arena_release(&c.scratch);
    return told != NULL;
}
