/* Recording steps and groups. */
#include <string.h>

#include "core/context.h"

enum { FIRST_ROOM = 64 };

void qkv_record(Qkv *q)
{
    q->recording = true;
}

const Tape *qkv_tape(const Qkv *q)
{
    return q->recording ? &q->tape : NULL;
}

void qkv_tag(Qkv *q, int tag)
{
    q->tag = tag;
}

/* The step that made a tensor, or NULL. */
static Step *step_of(Qkv *q, const Tensor *t)
{
    return t && t->step >= 0 && q->recording ? &q->tape.step[t->step] : NULL;
}

/* The group directly inside `outer` (-1: inside none) that step `i` is the last of; -1 for none. */
static int group_ending(const Tape *tape, int outer, int i)
{
    int g = tape->step[i].group;
    while (g >= 0 && tape->group[g].parent != outer)
        g = tape->group[g].parent;
    return g >= 0 && i == tape->group[g].first + tape->group[g].count - 1 ? g : -1;
}

/* The group that `t` is the result of, as seen from the group at hand. NULL when there is none. */
static Group *group_of(Qkv *q, const Tensor *t)
{
    int g = step_of(q, t) ? group_ending(&q->tape, q->group, t->step) : -1;
    return g >= 0 ? &q->tape.group[g] : NULL;
}

int tape_group(const Tape *tape, const Tensor *t)
{
    return t->step >= 0 ? group_ending(tape, -1, t->step) : -1;
}

const char *tape_stage_name(const Tape *tape, int group, int i)
{
    if (tape->step[i].group == group)
        return tape->step[i].name;
    int inner = group_ending(tape, group, i);
    return inner >= 0 ? tape->group[inner].result : NULL;
}

const Tensor *tape_stage(const Tape *tape, int group, const char *name)
{
    const Group *g = &tape->group[group];
    for (int i = g->first; i < g->first + g->count; i++) {
        const char *own = tape_stage_name(tape, group, i);
        if (own && strcmp(own, name) == 0)
            return tape->step[i].call.out;
    }
    return NULL;
}

void qkv_name(Qkv *q, const Tensor *t, const char *name)
{
    Step *step = step_of(q, t);
    Group *group = group_of(q, t);
    if (step && !step->name)
        step->name = arena_string(&q->arena, name);
    if (group && !group->result)
        group->result = arena_string(&q->arena, name);
}

void qkv_caption(Qkv *q, const Tensor *t, const char *text, size_t length)
{
    Step *step = step_of(q, t);
    Group *group = group_of(q, t);
    if (step && !step->text)
        step->text = arena_text(&q->arena, text, length);
    if (group && !group->text)
        group->text = arena_text(&q->arena, text, length);
}

/* Twice the room, or the first. */
static int more(int room)
{
    return room ? room * 2 : FIRST_ROOM;
}

bool tape_add(Qkv *q, const Call *c)
{
    Tape *tape = &q->tape;
    if (tape->count >= q->limits.steps)
        return qkv_fail(q, "more than %d operations: too many", q->limits.steps);
    if (tape->count == tape->room) {
        int room = more(tape->room);
        tape->step = arena_grow(&q->arena, tape->step, (size_t)tape->count, (size_t)room,
                                sizeof *tape->step);
        tape->room = room;
    }
    Step *step = &tape->step[tape->count];
    *step = (Step){.call = *c, .tag = q->tag, .depth = q->depth, .group = q->group};

    const Tensor **in = arena_many(&q->arena, (size_t)c->count, const Tensor *);
    for (int i = 0; i < c->count; i++)
        in[i] = c->in[i];
    step->call.in = in;
    step->call.params.data = NULL;
    c->out->step = tape->count++;
    return true;
}

void qkv_enter(Qkv *q, const char *name)
{
    q->depth++;
    if (!q->recording)
        return;
    Tape *tape = &q->tape;
    if (tape->groups == tape->group_room) {
        int room = more(tape->group_room);
        tape->group = arena_grow(&q->arena, tape->group, (size_t)tape->groups, (size_t)room,
                                 sizeof *tape->group);
        tape->group_room = room;
    }
    tape->group[tape->groups] = (Group){
        .name = arena_string(&q->arena, name), .first = tape->count, .parent = q->group};
    q->group = tape->groups++;
}

void qkv_leave(Qkv *q)
{
    q->depth--;
    if (!q->recording || q->group < 0)
        return;
    Group *group = &q->tape.group[q->group];
    group->count = q->tape.count - group->first;
    q->group = group->parent;
}
