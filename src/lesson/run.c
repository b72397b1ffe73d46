/* Running a lesson: the statements in order, the expectations where they stand. */
#include "lesson/run.h"

#include <stdlib.h>
#include <string.h>

#include "lesson/directive.h"
#include "lesson/eval.h"
#include "lesson/expect.h"

/* A run while it is being made. */
typedef struct Maker {
    Run *run;
    Eval eval;
    int beat_room, failure_room;
    size_t taken; /* of what was printed, by expectations so far */
    int stage, part;
} Maker;

static void add_beat(Maker *m, Beat beat)
{
    Run *run = m->run;
    if (run->beats == m->beat_room) {
        int room = m->beat_room ? m->beat_room * 2 : 32;
        run->beat = arena_grow(m->eval.arena, run->beat, (size_t)run->beats, (size_t)room,
                               sizeof *run->beat);
        m->beat_room = room;
    }
    beat.statement = run->lines;
    run->beat[run->beats++] = beat;
}

/* The text without its last newline, for good. */
static const char *keep_text(Maker *m, const char *text, size_t length)
{
    if (length > 0 && text[length - 1] == '\n')
        length--;
    return arena_text(m->eval.arena, text, length);
}

static void show_value(Maker *m, const char *name, const Value *v)
{
    if (v->kind == VALUE_TENSOR) {
        add_beat(m, (Beat){.kind = BEAT_TENSOR, .name = name, .tensor = v->tensor, .step = v->tensor->step});
        return;
    }
    Buf text = {0};
    value_repr(&text, v, LIMIT_OUTPUT);
    add_beat(m, (Beat){.kind = BEAT_VALUE, .name = name, .step = -1,
                       .text = keep_text(m, buf_text(&text), text.length)});
    buf_release(&text);
}

/* --- what a statement shows --------------------------------------------------------------------------- */

/* Whether an expression is written out in full: showing its value would repeat it. */
static bool is_written_out(const Node *n)
{
    switch (n->kind) {
    case NODE_NONE:
    case NODE_TRUE:
    case NODE_FALSE:
    case NODE_INT:
    case NODE_FLOAT:
    case NODE_STRING:
    case NODE_NAME:
        return true;
    case NODE_UNARY:
    case NODE_LIST:
    case NODE_TUPLE:
    case NODE_DICT:
    case NODE_SET:
        for (int i = 0; i < n->kids; i++)
            if (!is_written_out(n->kid[i]))
                return false;
        return true;
    default:
        return false;
    }
}

/* Visits the names that a target binds, with their values. */
static bool each_target(Maker *m, const Node *target, bool quiet, const Statement *s, int first_step,
                        bool hidden)
{
    if (target->kind == NODE_TUPLE || target->kind == NODE_LIST) {
        for (int i = 0; i < target->kids; i++)
            if (!each_target(m, target->kid[i], quiet, s, first_step, hidden))
                return false;
        return true;
    }
    if (target->kind != NODE_NAME)
        return true;
    const Value *v = eval_lookup(&m->eval, target->text);
    if (!directive_label(&m->eval, s, v->kind == VALUE_TENSOR ? v->tensor : NULL, first_step))
        return false;
    if (!hidden && (v->kind == VALUE_TENSOR || !quiet))
        show_value(m, target->text, v);
    return true;
}

static bool show_results(Maker *m, const Statement *s, const Value *value, int first_step, bool hidden)
{
    const Node *n = s->node;
    if (n->kind == NODE_ASSIGN) {
        bool quiet = is_written_out(n->kid[n->kids - 1]);
        for (int i = 0; i + 1 < n->kids; i++)
            if (!each_target(m, n->kid[i], quiet, s, first_step, hidden))
                return false;
        return true;
    }
    const Tensor *t = value->kind == VALUE_TENSOR ? value->tensor : NULL;
    if (!directive_label(&m->eval, s, t, first_step))
        return false;
    if (!hidden && value->kind != VALUE_ABSENT && value->kind != VALUE_NONE)
        show_value(m, NULL, value);
    return true;
}

static bool run_statement(Maker *m, const Statement *s)
{
    Run *run = m->run;
    Eval *e = &m->eval;
    Value value;
    Line *line = &run->line[run->lines];
    *line = (Line){.stage = m->stage, .part = m->part, .first = s->line, .last = s->last_line,
                   .first_step = run->tape->count, .first_beat = run->beats};
    size_t printed = e->printed.length;
    e->tag = run->lines;
    qkv_tag(run->q, run->lines);
    if (!directive_check(e, s, &line->hidden) || !eval_statement(e, s->node, &value))
        return false;
    if (e->printed.length > printed && !line->hidden)
        add_beat(m, (Beat){.kind = BEAT_PRINT, .step = -1,
                           .text = keep_text(m, e->printed.text + printed, e->printed.length - printed)});
    if (!show_results(m, s, &value, line->first_step, line->hidden))
        return false;
    run->lines++;
    return true;
}

/* --- expectations --------------------------------------------------------------------------------------- */

static void add_failure(Maker *m, Loc at, const char *name, const char *expected, const char *computed)
{
    Run *run = m->run;
    if (run->failures == m->failure_room) {
        int room = m->failure_room ? m->failure_room * 2 : 8;
        run->failure = arena_grow(m->eval.arena, run->failure, (size_t)run->failures, (size_t)room,
                                  sizeof *run->failure);
        m->failure_room = room;
    }
    Buf message = {0}, detail = {0};
    buf_printf(&message, "expect %s: ", *name ? name : "(printed)");
    expect_summary(&message, expected, computed);
    expect_detail(&detail, expected, computed);
    run->failure[run->failures++] =
        (Failure){.at = at, .stage = m->stage,
                  .message = arena_text(m->eval.arena, buf_text(&message), message.length),
                  .detail = arena_text(m->eval.arena, buf_text(&detail), detail.length)};
    buf_release(&message);
    buf_release(&detail);
}

static bool check_expectation(Maker *m, const Part *part)
{
    Eval *e = &m->eval;
    Loc at = {.file = m->run->lesson->path, .line = part->line - 1, .col = 1};
    Buf computed = {0};
    if (*part->name) {
        const Value *v = eval_lookup(e, part->name);
        if (!v)
            return err_set(e->err, at, "expect %s: nothing has this name here", part->name);
        value_str(&computed, v, LIMIT_OUTPUT);
    } else {
        buf_add(&computed, buf_text(&e->printed) + m->taken, e->printed.length - m->taken);
        m->taken = e->printed.length;
    }
    m->run->expectations++;
    if (!expect_equal(part->text, buf_text(&computed)))
        add_failure(m, at, part->name, part->text, buf_text(&computed));
    buf_release(&computed);
    return true;
}

/* --- the whole lesson ------------------------------------------------------------------------------------ */

static bool run_part(Maker *m, const Part *part)
{
    if (part->kind == PART_EXPECT)
        return check_expectation(m, part);
    for (int i = 0; part->kind == PART_CODE && i < part->program.count; i++)
        if (!run_statement(m, &part->program.statement[i]))
            return false;
    return true;
}

static int count_statements(const Lesson *lesson)
{
    int count = 0;
    for (int s = 0; s < lesson->stages; s++)
        for (int p = 0; p < lesson->stage[s].parts; p++)
            if (lesson->stage[s].part[p].kind == PART_CODE)
                count += lesson->stage[s].part[p].program.count;
    return count;
}

static void run_stages(Maker *m)
{
    Run *run = m->run;
    const Lesson *lesson = run->lesson;
    for (m->stage = 0; m->stage < lesson->stages; m->stage++) {
        const Stage *stage = &lesson->stage[m->stage];
        run->stage_beat[m->stage] = run->beats;
        for (m->part = 0; m->part < stage->parts && !run->err.set; m->part++)
            if (!run_part(m, &stage->part[m->part]))
                break;
    }
    run->stage_beat[lesson->stages] = run->beats;
}

Run *run_lesson(const Lesson *lesson)
{
    Qkv *q = qkv_new();
    Arena *arena = qkv_arena(q);
    Run *run = arena_new(arena, Run);
    qkv_limit(q, (QkvLimits){LIMIT_CELLS, LIMIT_ALL_CELLS, LIMIT_WORK, LIMIT_STEPS});
    qkv_record(q);
    *run = (Run){.lesson = lesson, .q = q, .tape = qkv_tape(q)};
    run->line = arena_many(arena, (size_t)count_statements(lesson) + 1, Line);
    run->stage_beat = arena_many(arena, (size_t)lesson->stages + 1, int);

    Maker m = {.run = run,
               .eval = {.q = q, .arena = arena, .lesson = lesson, .err = &run->err}};
    run_stages(&m);
    run->line[run->lines].first_step = run->tape->count;
    run->line[run->lines].first_beat = run->beats;
    buf_release(&m.eval.printed);
    return run;
}

void run_free(Run *run)
{
    if (run)
        qkv_free(run->q); /* the run lives in the context's arena */
}

int run_stage_of_step(const Run *run, int step)
{
    return run->line[run->tape->step[step].tag].stage;
}

int run_beat_of_step(const Run *run, int step)
{
    int stage = run_stage_of_step(run, step);
    for (int b = run->stage_beat[stage]; b < run->stage_beat[stage + 1]; b++)
        if (run->beat[b].step >= step)
            return b;
    return -1;
}
