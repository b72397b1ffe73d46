/* Recording steps and groups. */
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

/* The group that `t` is the result of, as seen from the group at hand: the outermost of those that
 * have been left. NULL when there is none. */
static Group *group_of(Qkv *q, const Tensor *t)
{
    const Step *step = step_of(q, t);
    int g = step ? step->group : -1;
    while (g >= 0 && q->tape.group[g].parent != q->group)
        g = q->tape.group[g].parent;
    Group *group = g >= 0 && g != q->group ? &q->tape.group[g] : NULL;
    return group && t->step == group->first + group->count - 1 ? group : NULL;
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
