/* Recording steps and groups. */
#include <stdlib.h>
#include <string.h>

#include "core/context.h"

enum { FIRST_CAPACITY = 64 };

void qkv_record(Qkv *q)
{
    if (q)
        q->recording = true;
}

struct QkvAside {
    bool recording;
    Random random;
    QkvArrayRandom arrays;
};

QkvAside *qkv_aside(Qkv *q)
{
    if (!q)
        return NULL;
    QkvAside *aside = arena_new(&q->arena, QkvAside);
    if (aside)
        *aside = (QkvAside){q->recording, q->random, q->array_random};
    q->recording = false;
    return aside;
}

void qkv_return(Qkv *q, const QkvAside *aside)
{
    if (q)
        q->recording = aside && aside->recording;
    if (q && aside) {
        q->random = aside->random;
        q->array_random = aside->arrays;
    }
}

const QkvTape *qkv_tape(const Qkv *q)
{
    return q && q->recording ? &q->tape : NULL;
}

void qkv_tag(Qkv *q, int tag)
{
    if (q)
        q->tag = tag;
}

/* The step that made a tensor, or NULL. */
static QkvStep *tape_step_of(Qkv *q, const QkvTensor *t)
{
    return q && t && t->step >= 0 && q->recording ? &q->tape.step[t->step] : NULL;
}

/* The group directly inside `outer` (-1: inside none) that step `i` is the last of; -1 for none. */
static int group_ending(const QkvTape *tape, int outer, int i)
{
    int g = tape->step[i].group;
    while (g >= 0 && tape->group[g].parent != outer)
        g = tape->group[g].parent;
    return g >= 0 && i == tape->group[g].first + tape->group[g].count - 1 ? g : -1;
}

/* The group that `t` is the result of, as seen from the group at hand. NULL when there is none. */
static QkvGroup *group_of(Qkv *q, const QkvTensor *t)
{
    int g = tape_step_of(q, t) ? group_ending(&q->tape, q->group, t->step) : -1;
    return g >= 0 ? &q->tape.group[g] : NULL;
}

int qkv_tape_group(const QkvTape *tape, const QkvTensor *t)
{
    return t->step >= 0 ? group_ending(tape, -1, t->step) : -1;
}

const char *qkv_tape_stage_name(const QkvTape *tape, int group, int i)
{
    if (tape->step[i].group == group)
        return tape->step[i].name;
    int inner = group_ending(tape, group, i);
    return inner >= 0 ? tape->group[inner].result : NULL;
}

const QkvTensor *qkv_tape_stage(const QkvTape *tape, int group, const char *name)
{
    const QkvGroup *g = &tape->group[group];
    for (int i = g->first; i < g->first + g->count; i++) {
        const char *own = qkv_tape_stage_name(tape, group, i);
        if (own && strcmp(own, name) == 0)
            return tape->step[i].call.out;
    }
    return NULL;
}

void qkv_name(Qkv *q, const QkvTensor *t, const char *name)
{
    QkvStep *step = tape_step_of(q, t);
    QkvGroup *group = group_of(q, t);
    if (step && !step->name)
        step->name = arena_string(&q->arena, name);
    if (group && !group->result)
        group->result = arena_string(&q->arena, name);
}

void qkv_caption(Qkv *q, const QkvTensor *t, const char *text, size_t length)
{
    QkvStep *step = tape_step_of(q, t);
    QkvGroup *group = group_of(q, t);
    if (step && !step->text)
        step->text = arena_text(&q->arena, text, length);
    if (group && !group->text)
        group->text = arena_text(&q->arena, text, length);
}

void qkv_say(Qkv *q, const QkvTensor *t, const char *sentence)
{
    QkvStep *step = tape_step_of(q, t);
    if (step && !step->said)
        step->said = arena_string(&q->arena, sentence);
}

const char *qkv_said(Qkv *q, const QkvTensor *t)
{
    const QkvStep *step = tape_step_of(q, t);
    return step ? step->said : NULL;
}

/* A list of the tape with space for one more; NULL when memory ends. It is large and grows often, so it lies outside of
 * the arena, which would keep the old ones, but counts there. */
static void *with_space(Qkv *q, void *list, int count, int *capacity, size_t size)
{
    Arena *a = &q->arena;
    if (count < *capacity)
        return list;
    int more = *capacity ? *capacity * 2 : FIRST_CAPACITY;
    size_t added = (size_t)(more - *capacity) * size;
    bool fits = !a->limit || (a->used <= a->limit && added <= a->limit - a->used);
    void *grown = fits ? realloc(list, (size_t)more * size) : NULL;
    if (!grown && !a->full)
        arena_die((double)added);
    if (!grown) {
        a->full(a, (double)added);
        return NULL;
    }
    a->used += added;
    a->beside += added;
    *capacity = more;
    return grown;
}

void tape_shrink(Qkv *q)
{
    QkvTape *tape = &q->tape;
    int least = tape->count > FIRST_CAPACITY ? tape->count : FIRST_CAPACITY;
    QkvStep *step = least < tape->capacity ? realloc(tape->step, (size_t)least * sizeof *step)
                                           : NULL;
    if (!step)
        return;
    size_t freed = (size_t)(tape->capacity - least) * sizeof *step;
    q->arena.used -= freed < q->arena.used ? freed : q->arena.used;
    q->arena.beside -= freed;
    tape->step = step;
    tape->capacity = least;
}

bool tape_add(Qkv *q, const QkvCall *c)
{
    QkvTape *tape = &q->tape;
    if (tape->count >= q->limits.steps)
        return context_bound(q, "more than %d operations: too many", q->limits.steps);
    const QkvTensor **in = arena_many(&q->arena, (size_t)c->count, const QkvTensor *);
    QkvStep *step = in ? with_space(q, tape->step, tape->count, &tape->capacity, sizeof *step)
                       : NULL;
    if (!step)
        return false;
    tape->step = step;
    for (int i = 0; i < c->count; i++)
        in[i] = c->in[i];
    step += tape->count;
    *step = (QkvStep){.call = *c, .tag = q->tag, .group = q->group};
    step->call.in = in;
    step->call.memory = NULL;
    step->call.params.data = NULL;
    c->out->step = tape->count++;
    return true;
}

void qkv_enter(Qkv *q, const char *name)
{
    if (!q)
        return;
    QkvTape *tape = &q->tape;
    bool recorded = q->recording && q->unrecorded == 0;
    char *copy = recorded ? arena_string(&q->arena, name) : NULL;
    QkvGroup *group = copy ? with_space(q, tape->group, tape->groups, &tape->group_capacity,
                                        sizeof *group)
                           : NULL;
    if (!group) {
        q->unrecorded++;
        return;
    }
    tape->group = group;
    group[tape->groups] = (QkvGroup){.name = copy, .first = tape->count, .parent = q->group};
    q->group = tape->groups++;
}

void qkv_leave(Qkv *q)
{
    if (!q)
        return;
    if (q->unrecorded > 0) {
        q->unrecorded--;
        return;
    }
    if (q->group < 0)
        return;
    QkvGroup *group = &q->tape.group[q->group];
    group->count = q->tape.count - group->first;
    q->group = group->parent;
}

int qkv_group(const Qkv *q)
{
    return q->group;
}
