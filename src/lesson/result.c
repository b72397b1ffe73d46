/* Stops in their order, and for hidden statements, which have none, the steps that have a name. */
#include "lesson/result.h"

#include <string.h>

#include "base/common.h"
#include "python/names.h"

/* "y.": the names of the calls around a step, outermost first, but for those that it is the result of. */
static void put_calls(Buf *out, const Run *run, int group, int step)
{
    const QkvGroup *g = &run->tape->group[group];
    if (g->parent >= 0)
        put_calls(out, run, g->parent, step);
    if (run_group_result(run, group) != step)
        buf_printf(out, "%s.", g->result ? g->result : g->name);
}

static const char *name_of_result(Arena *a, const Run *run, int step)
{
    Buf text = {.arena = a};
    const char *name = run_name_of_step(run, step, true);
    int group = run->tape->step[step].group;
    const char *result = run_name_of_step(run, step, false);
    if (group >= 0 && run_group_result(run, run_call_of_step(run, step)) == step)
        return result ? result : "";
    if (group >= 0)
        put_calls(&text, run, group, step);
    buf_puts(&text, name ? name : "");
    return buf_text(&text);
}

/* The next version of the memory of a tensor. */
static bool is_written(const QkvTensor *before, const QkvTensor *after)
{
    return before->storage && before->storage == after->storage && after->version > before->version;
}

/* Tells whether a step has its cells in memory of their own. */
static bool is_copy(const QkvStep *step)
{
    const QkvTensor *from = step->call.in[0], *to = step->call.out;
    return step->call.op->how == QKV_HOW_COPY && step->call.count == 1 &&
           from->storage != to->storage && qkv_tensor_same_shape(from, to);
}

/* Tells whether a later step is this value, copied under its name and then written. */
static bool is_replaced(const Run *run, int step, bool copied)
{
    const QkvStep *s = &run->tape->step[step];
    enum { NEAR = 4 }; /* the copy, what is written, and the write come at once */
    for (int i = step + 1; i < run->tape->count && i <= step + NEAR; i++) {
        const QkvStep *later = &run->tape->step[i];
        bool takes = later->call.count > 0 && later->call.in[0]->step == step;
        if (!takes || later->group != s->group || !s->name || !same_text(later->name, s->name))
            continue;
        if (is_written(s->call.out, later->call.out))
            return copied;
        if (is_copy(later))
            return is_replaced(run, i, true);
    }
    return false;
}

static bool is_made_by_copy(const Run *run, int step)
{
    const QkvStep *s = &run->tape->step[step];
    return s->call.count > 0 && is_copy(s);
}

typedef struct Collector {
    Arena *a;
    const Run *run;
    Results out;
} Collector;

static void add_tensor(Collector *c, int statement, const char *name, const QkvTensor *t, int step,
                       int line)
{
    Result r = {.name = name, .statement = statement, .tensor = t, .step = step, .line = line};
    if (step < 0 || !is_replaced(c->run, step, is_made_by_copy(c->run, step)))
        arena_push(c->a, c->out.item, c->out.count, r);
}

static void add_stop(Collector *c, const Stop *stop)
{
    const RunLine *line = stop->line >= 0 ? &c->run->line[stop->line] : NULL;
    const bool is_librarys = line && line->library;
    if (is_librarys && !stop->name) /* only there for whoever goes into that code */
        return;
    const char *other = stop->kind == STOP_PRINT   ? "print"
                        : stop->kind == STOP_ERROR ? "error"
                                                   : "";
    const char *name = stop->name ? stop->name : other;
    if (stop->kind != STOP_TENSOR) {
        Result r = {.kind = RESULT_TEXT,
                    .name = name,
                    .statement = stop->statement,
                    .step = -1,
                    .line = c->run->statement[stop->statement].first,
                    .text = stop->text};
        arena_push(c->a, c->out.item, c->out.count, r);
    } else {
        bool inside = stop->detail == DETAIL_NORMAL && stop->step >= 0;
        add_tensor(c, stop->statement, inside ? name_of_result(c->a, c->run, stop->step) : name,
                   stop->tensor, stop->step,
                   line && !is_librarys ? line->first : c->run->statement[stop->statement].first);
    }
}

static void add_hidden(Collector *c, int statement)
{
    const RunStatement *x = &c->run->statement[statement];
    for (int i = x->first_step; i < x[1].first_step; i++) {
        int call = run_call_of_step(c->run, i);
        const char *name = run_name_of_step(c->run, i, false);
        if (name && (call < 0 || run_group_result(c->run, call) == i))
            add_tensor(c, statement, name, c->run->tape->step[i].call.out, i, x->first);
    }
}

Results results_of(Arena *a, const Run *run)
{
    Collector c = {.a = a, .run = run};
    for (int s = 0; s < run->statements; s++) {
        const RunStatement *x = &run->statement[s];
        for (int i = x->first_stop; i < x[1].first_stop; i++)
            if (run->stop[i].detail <= DETAIL_NORMAL)
                add_stop(&c, &run->stop[i]);
        if (x->hidden)
            add_hidden(&c, s);
    }
    return c.out;
}

const Result *results_find(const Results *r, const char *name)
{
    for (int i = r->count - 1; i >= 0; i--)
        if (r->item[i].kind == RESULT_TENSOR && strcmp(r->item[i].name, name) == 0)
            return &r->item[i];
    return NULL;
}

const char *results_nearest(const Results *r, const char *name)
{
    const char *nearest = NULL;
    for (int i = 0; i < r->count; i++)
        if (r->item[i].kind == RESULT_TENSOR)
            nearest = names_closer(name, r->item[i].name, nearest);
    return nearest;
}
