/* After a lesson was read again the run is another one: stages are found by title, stops and steps by
 * name, and the nearest wins. */
#include "app/reload.h"

#include <stdlib.h>
#include <string.h>

#include "base/common.h"
#include "lesson/compare.h"
#include "view/code.h"

/* The stage with this title that is nearest to `stage`; without one, `stage` itself. */
static int stage_titled(const Lesson *lesson, const char *title, int stage)
{
    int found = -1;
    for (int s = 1; s < lesson->stages; s++)
        if (strcmp(lesson->stage[s].title, title) == 0 &&
            (found < 0 || abs(s - stage) < abs(found - stage)))
            found = s;
    return found < 0 || stage == 0 ? stage : found;
}

/* Whether two lines are the same as far as can be seen: of functions of one name, the same code. */
static bool is_same_line(const Run *before, int a, const Run *now, int b)
{
    if (a < 0 || b < 0)
        return a < 0 && b < 0;
    const RunLine *x = &before->line[a], *y = &now->line[b];
    Arena arena = {0};
    bool same = x->kind == y->kind && x->number == y->number && (x->call < 0) == (y->call < 0) &&
                (x->call < 0 || strcmp(before->line[x->call].name, now->line[y->call].name) == 0) &&
                strcmp(code_line(&arena, before, a), code_line(&arena, now, b)) == 0;
    arena_release(&arena);
    return same;
}

/* The stop of a stage that shows the same line of one's own code and is nearest in number; 0 for
 * none. */
static int stop_of_line(const Run *before, const Run *now, int stage, const Stop *old, int stop)
{
    int found = 0;
    for (int b = 1; b <= run_stops(now, stage); b++) {
        const Stop *new = run_stop(now, stage, b);
        bool nearer = found == 0 || abs(b - stop) < abs(found - stop);
        if (new->line >= 0 && new->in.kind == old->in.kind &&
            nearer &&is_same_line(before, old->line, now, new->line))
            found = b;
    }
    return found;
}

/* The stop of a stage that has the name of the old one and is nearest in number; without one, that
 * of the same number. */
static int stop_named(const Run *now, int stage, const Stop *old, int stop)
{
    int found = -1;
    for (int b = 1; old->name && b <= run_stops(now, stage); b++) {
        const Stop *new = run_stop(now, stage, b);
        if (new->name && strcmp(new->name, old->name) == 0 && new->detail == old->detail &&
            (found < 0 || abs(b - stop) < abs(found - stop)))
            found = b;
    }
    return found < 0 ? stop : found;
}

/* Takes a stage and a stop of it to those of the new run that show the same. */
static void move_stop(int *stage, int *stop, const Run *before, const Run *now)
{
    const Stop *old = run_stop(before, *stage, *stop);
    int last = now->lesson->stages - 1;
    *stage = stage_titled(now->lesson, before->lesson->stage[*stage].title, *stage);
    *stage = *stage < last ? *stage : last;
    int of_line = old && old->line >= 0 ? stop_of_line(before, now, *stage, old, *stop) : 0;
    *stop = of_line > 0 ? of_line : old ? stop_named(now, *stage, old, *stop) : *stop;
}

/* Whether a step of the new run computes what one of the old run did, as far as can be seen. */
static bool is_same_step(const QkvStep *a, const QkvStep *b)
{
    if (a->call.op != b->call.op || !same_text(a->name, b->name) || !same_text(a->text, b->text) ||
        a->call.out->rank != b->call.out->rank)
        return false;
    for (int d = 0; d < a->call.out->rank; d++)
        if (a->call.out->size[d] != b->call.out->size[d])
            return false;
    return true;
}

/* The step of the new run nearest in number; -1 for none. */
static int step_like(const Run *before, int step, const Run *now)
{
    int found = -1;
    for (int i = 0; i < now->tape->count; i++)
        if (is_same_step(&before->tape->step[step], &now->tape->step[i]) &&
            (found < 0 || abs(i - step) < abs(found - step)))
            found = i;
    return found;
}

/* Places to return to hold the numbers of steps: those that are gone take the older ones along. */
static void move_trail(Place *p, const Run *before, const Run *now)
{
    int kept = 0;
    for (int i = 0; i < p->trails; i++) {
        Trail t = p->trail[i];
        move_stop(&t.stage, &t.stop, before, now);
        t.asked.step = t.page == PAGE_CELL ? step_like(before, t.asked.step, now) : 0;
        t.asked.pick = 0;
        if (t.asked.step < 0)
            kept = 0;
        else
            p->trail[kept++] = t;
    }
    p->trails = kept;
}

Place reload_place(Place p, const Run *before, const Run *now)
{
    if (!before) { /* what was opened, asked and left is told by numbers of that run */
        p.overlay = OVERLAY_NONE;
        p.trails = p.where.opens = 0;
        p.asked = (Asked){0};
        return place_at(p, now, p.where.stage, p.where.stop);
    }
    int step = p.page == PAGE_CELL ? step_like(before, p.asked.step, now) : -1;
    int stage = p.where.stage, stop = p.where.stop;
    move_stop(&stage, &stop, before, now);
    /* What was opened is told by numbers of the old run. */
    bool is_open = place_opens(before, &p, p.where.stop) && p.where.opens > 0;
    p.where.opens = 0;
    Place q = is_open ? place_inside(p, now, stage, stop) : place_at(p, now, stage, stop);
    q.overlay = p.overlay == OVERLAY_HELP ? OVERLAY_HELP : OVERLAY_NONE;
    q = place_item(q, now, p.view.item);
    q.view.scroll = p.view.scroll;
    if (step >= 0) {
        q.page = PAGE_CELL;
        q.asked = place_ask(now, step, p.asked.cell);
    }
    move_trail(&q, before, now);
    return q;
}

/* Whether a number of a result stands in the code of the step that made it, as one that a change puts there. */
static bool is_put(const Run *run, const QkvTensor *t, int64_t cell)
{
    Arena arena = {0};
    const QkvCall *c = t->step >= 0 ? &run->tape->step[t->step].call : NULL;
    QkvTerms terms = c ? qkv_terms(c, cell, &arena) : (QkvTerms){0};
    int operand = terms.count == 1 ? qkv_term(&terms, 0).a.operand : -1;
    bool is_so = operand >= 0 && c->in[operand]->step < 0;
    arena_release(&arena);
    return is_so;
}

/* Whether a result is another in the new run, by more than the numbers that were put in: a class can be asked what
 * it comes to. */
static bool is_another(const Stop *old, const Run *now, const Stop *stop)
{
    const QkvTensor *a = old->tensor, *b = stop->tensor;
    if (!a || !b)
        return a || b || !same_text(old->text, stop->text);
    bool is_so = !qkv_tensor_same_shape(a, b);
    for (int64_t i = 0; !is_so && i < b->count; i++)
        is_so = compare_distance(a, b, i) != 0 && !is_put(now, b, i);
    return is_so;
}

void reload_shown(Shown *shown, bool is_class, int lesson, const Run *before, const Run *now)
{
    for (int i = 0; i < shown->count; i++) {
        struct ShownResult *r = &shown->item[i];
        Place there = {.where = {.lesson = lesson, .stage = r->stage, .stop = r->stop}};
        if (r->lesson != lesson || r->stage >= before->lesson->stages ||
            r->stop > run_stops(before, r->stage)) /* it may be of a run with changes */
            continue;
        const Stop *old = run_stop(before, r->stage, r->stop);
        bool is_news = is_class && old && !place_is_written(before, &there);
        move_stop(&r->stage, &r->stop, before, now);
        const Stop *stop = run_stop(now, r->stage, r->stop);
        there.where = (Where){.lesson = lesson, .stage = r->stage, .stop = r->stop};
        if (is_news && stop && is_another(old, now, stop)) {
            r->cells = place_cells(now, &there);
            r->view = place_hide(there, now).view;
        }
    }
}

void reload_shown_too(Shown *shown, Arena *a, const Shown *more)
{
    for (int i = 0; i < more->count; i++) {
        const struct ShownResult *from = &more->item[i];
        Place there = {.where = {from->lesson, .stage = from->stage, .stop = from->stop}};
        struct ShownResult *r = place_shown(shown, &there);
        if (!r)
            arena_push(a, shown->item, shown->count, *from);
        else if (r->cells == from->cells && from->view.hidden == 0)
            place_show(&r->view, r->cells, (Cells){0, r->cells});
        else
            for (int k = 0; k < from->view.seens && r->cells == from->cells; k++)
                place_show(&r->view, r->cells, from->view.seen[k]);
    }
}
