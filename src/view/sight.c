/* What a class has seen: of each result as much as was shown at its stop, or as a part of another that was. What
 * stands in the code as it is needs no showing. */
#include "view/place.h"

#include <string.h>

#include "base/common.h"
#include "view/explain.h"
#include "view/matrix.h"

static struct ShownResult *shown_at(const Shown *shown, int lesson, int stage, int stop)
{
    for (int i = 0; shown && i < shown->count; i++) {
        struct ShownResult *r = &shown->item[i];
        if (r->lesson == lesson && r->stage == stage && r->stop == stop)
            return r;
    }
    return NULL;
}

struct ShownResult *place_shown(const Shown *shown, const Place *p)
{
    return shown_at(shown, p->where.lesson, p->where.stage, p->where.stop);
}

/* What was seen of the result of a stop. */
static struct ShownResult *shown_of(const Shown *shown, const Run *run, const Place *p,
                                    const Stop *stop)
{
    return shown_at(shown, p->where.lesson, run_stage_of_stop(run, stop),
                    run_number_of_stop(run, stop));
}

/* The cells of its operand that a step hands on in their order, as queries[0] and x[:, None] do; none of one that
 * does anything else. */
static Cells handed_on(const QkvCall *c)
{
    int64_t apart = 1;
    bool is_so = c->op->how == QKV_HOW_COPY && !c->map && c->count == 1;
    for (int d = c->out->rank - 1; d >= 0 && is_so; d--) {
        is_so = c->out->size[d] == 1 || c->stride[d] == apart;
        apart *= c->out->size[d];
    }
    return is_so ? (Cells){c->offset, c->out->count} : (Cells){0};
}

static bool is_written(const Run *run, const Stop *stop)
{
    Arena arena = {0};
    const QkvStep *step = place_step_of(run, stop);
    bool is_written = false;
    if (stop && stop->line < 0 &&
        (stop->kind == STOP_VALUE || (step && step->call.op->how == QKV_HOW_GIVEN))) {
        const char *code = explain_statement(&arena, run, stop->statement);
        const char *value = stop->text ? strstr(code, stop->text) : NULL;
        is_written = step ? explain_numbers(code) >= step->call.out->count
                          : value && value[strlen(stop->text)] == '\n';
    }
    arena_release(&arena);
    return is_written;
}

bool place_is_written(const Run *run, const Place *p)
{
    return is_written(run, place_stop(run, p));
}

/* Whether the code of a statement is part of what its stage begins with. */
static bool is_at_beginning(const Run *run, int statement)
{
    const RunStatement *x = &run->statement[statement];
    const Stop *first = run_stop(run, x->stage, 1);
    return first && run->statement[first->statement].part == x->part;
}

/* Whether something of a result is hidden, but for what is written: that is only where a computed one before it is. */
static bool hides_own(const Shown *shown, const Run *run, const Place *p, const Stop *stop)
{
    const struct ShownResult *r = shown_of(shown, run, p, stop);
    return stop == place_stop(run, p) ? p->view.hidden > 0
           : r                        ? r->view.hidden > 0
                                      : !is_written(run, stop);
}

/* Whether a class sees a result that is written at once: not where one before it, of which it may be a copy, is
 * hidden. What the code at the beginning of the stage has told is open. */
static bool is_open(const Shown *shown, const Run *run, const Place *p, const Stop *stop)
{
    enum { FAR = 100 }; /* what is written farther back was not copied from there */
    bool written = is_written(run, stop);
    if (!written || is_at_beginning(run, stop->statement))
        return written;
    int stage = run_stage_of_stop(run, stop), number = run_number_of_stop(run, stop);
    for (int b = number - 1; b > max_int(number - FAR, 0); b--) {
        const Stop *before = run_stop(run, stage, b);
        const QkvStep *step = place_step_of(run, before);
        bool has_own = before->detail == DETAIL_BRIEF && step && /* a row that is taken has none */
                       handed_on(&step->call).count == 0;
        if (has_own && hides_own(shown, run, p, before))
            return false;
    }
    return true;
}

bool place_is_open(const Shown *shown, const Run *run, const Place *p)
{
    return is_open(shown, run, p, place_stop(run, p));
}

/* Whether what a statement makes on the way was seen beside its result: a class that came to that has seen what it is
 * made of, or a copy of it. */
static bool was_beside(const Shown *shown, const Run *run, const Place *p, const Stop *inner)
{
    const RunStatement *x = &run->statement[inner->statement];
    bool was = false;
    for (int i = x->first_stop; i < x[1].first_stop && !was; i++) {
        const Stop *stop = &run->stop[i];
        const QkvStep *step = stop->detail <= DETAIL_NORMAL && shown_of(shown, run, p, stop)
                                  ? place_step_of(run, stop)
                                  : NULL;
        for (int k = 0; step && k < step->call.count && !was; k++) {
            int of = step->call.in[k]->step;
            while (of > inner->step && run->tape->step[of].call.op->how == QKV_HOW_COPY &&
                   run->tape->step[of].call.count == 1)
                of = run->tape->step[of].call.in[0]->step;
            was = of == inner->step;
        }
    }
    return was;
}

/* The stop that shows the result of a step; of what nobody comes to, being inside of a statement, none. It is
 * the same one however a class came here: what has a stop hides its result from whoever jumps past it. */
static const Stop *stop_of_step(const Shown *shown, const Run *run, const Place *p, int step)
{
    const RunStatement *x = &run->statement[run->tape->step[step].tag];
    for (int i = x->first_stop; i < x[1].first_stop; i++) {
        const Stop *stop = &run->stop[i];
        if (stop->kind == STOP_TENSOR && stop->step == step &&
            (stop->detail <= DETAIL_NORMAL ||
             (handed_on(&run->tape->step[step].call).count == 0 &&
              (shown_of(shown, run, p, stop) ||
               (place_sees_stop(run, p, stop) && !was_beside(shown, run, p, stop))))))
            return stop;
    }
    return NULL;
}

/* How many of some cells were seen. */
static int64_t seen_among(const Sight *sight, Cells cells)
{
    int64_t seen = 0;
    for (int i = 0; i < sight->seens; i++) {
        int64_t from = max_int64(sight->seen[i].from, cells.from);
        int64_t end = min_int64(sight->seen[i].from + sight->seen[i].count,
                                cells.from + cells.count);
        seen += max_int64(end - from, 0);
    }
    return sight->hidden > 0 ? seen : cells.count;
}

static bool is_unseen(const Shown *shown, const Run *run, const Place *p, const Stop *stop,
                      Cells part)
{
    const struct ShownResult *r = shown_of(shown, run, p, stop);
    if (!r)
        return !is_open(shown, run, p, stop);
    const Sight sight = place_seen(&r->view);
    return sight.hidden > 0 &&
           (r->cells != stop->tensor->count || seen_among(&sight, part) < part.count);
}

static Cells both(Cells a, Cells b)
{
    int64_t from = min_int64(a.from, b.from);
    return a.count == 0 ? b : (Cells){from, max_int64(a.from + a.count, b.from + b.count) - from};
}

/* What a class has not seen, whoever looks: a screen that follows shows it, and marks it. */
static const Stop *unseen_there(const Shown *shown, const Run *run, const Place *p, int step,
                                bool behind, Cells *cells)
{
    Arena arena = {0};
    const Stop *found = NULL;
    if (!p->teach.on || step < 0)
        return NULL;
    Cells *part = arena_many(&arena, (size_t)step + 1, Cells); /* of each result, what counts */
    part[step].count = run->tape->step[step].call.out->count;
    for (int i = step; i >= 0 && !found; i--) {
        const Stop *stop = part[i].count > 0 ? stop_of_step(shown, run, p, i) : NULL;
        const QkvCall *c = &run->tape->step[i].call;
        const Cells handed = handed_on(c);
        found = stop && is_unseen(shown, run, p, stop, part[i]) ? stop : NULL;
        *cells = part[i];
        for (int k = 0; part[i].count > 0 && (!stop || behind) && k < c->count; k++) {
            Cells of = handed.count > 0 ? (Cells){handed.from + part[i].from, part[i].count}
                                        : (Cells){0, c->in[k]->count};
            if (c->in[k]->step >= 0)
                part[c->in[k]->step] = both(part[c->in[k]->step], of);
        }
    }
    arena_release(&arena);
    return found;
}

const Stop *place_unseen(const Shown *shown, const Run *run, const Place *p, int step, bool behind,
                         Cells *part)
{
    Cells any;
    return p->teach.follows ? NULL : unseen_there(shown, run, p, step, behind, part ? part : &any);
}

const QkvStep *place_asks_early(const Shown *shown, const Run *run, const Place *p,
                                const Stop **unseen)
{
    int stage = p->where.stage, stops = run_stops(run, stage);
    const struct ShownResult *asked = place_shown(shown, p);
    if (p->page != PAGE_STAGE || p->where.stop > 0 || !lesson_asks(&run->lesson->stage[stage]) ||
        (asked && asked->cells == 0))
        return NULL;
    for (int b = 1; b <= stops; b++) {
        const QkvStep *step = place_step_of(run, run_stop(run, stage, b));
        for (int i = 0; step && place_sees(run, p, b) && i < step->call.count; i++) {
            *unseen = place_unseen(shown, run, p, step->call.in[i]->step, false, NULL);
            if (*unseen && run->statement[(*unseen)->statement].stage < stage)
                return step;
        }
    }
    return NULL;
}

Sight place_stop_sight(const Shown *shown, const Run *run, const Place *p, const Stop *stop)
{
    const struct ShownResult *r = shown_of(shown, run, p, stop);
    const Sight nothing = {.hidden = stop->tensor ? stop->tensor->count : 1};
    if (stop == place_stop(run, p))
        return place_seen(&p->view);
    if (!p->teach.on || (!r && is_open(shown, run, p, stop)))
        return (Sight){0};
    return r && (r->view.hidden == 0 || r->cells == nothing.hidden) ? place_seen(&r->view)
                                                                    : nothing;
}

bool place_hides_code(const Shown *shown, const Run *run, const Place *p, int statement)
{
    const RunStatement *x = &run->statement[statement];
    bool hides = false;
    for (int i = x->first_stop; i < x[1].first_stop && !hides && !p->teach.follows; i++) {
        const Stop *stop = &run->stop[i];
        hides = stop->detail == DETAIL_BRIEF && is_written(run, stop) &&
                !is_at_beginning(run, statement) &&
                place_stop_sight(shown, run, p, stop).hidden > 0;
    }
    return hides;
}

const char *place_code(Arena *a, const Shown *shown, const Run *run, const Place *p, int statement,
                       int columns)
{
    const char *code = columns > 0 ? explain_code(a, run, statement, columns)
                                   : explain_statement(a, run, statement);
    return place_hides_code(shown, run, p, statement) ? explain_without_numbers(a, code) : code;
}

const Stop *place_unseen_before(const Shown *shown, const Run *run, const Place *p, int stop)
{
    const Stop *unseen = NULL;
    for (int b = p->teach.follows ? 0 : stop; b > 0 && p->teach.on && !unseen; b--) {
        const Stop *before = run_stop(run, p->where.stage, b);
        bool is_result = before->detail == DETAIL_BRIEF && hides_own(shown, run, p, before);
        bool is_seen = is_result && before->step >= 0 && /* maybe as a part of another */
                       !place_unseen(shown, run, p, before->step, false, NULL);
        unseen = is_result && !is_seen ? before : NULL;
    }
    return unseen;
}

Sight place_sight(const Shown *shown, const Run *run, const Place *p, const QkvTensor *t)
{
    Sight sight = {.hidden = t->count};
    Cells part;
    if (t == place_tensor(run, p, 0))
        return place_seen(&p->view);
    const Stop *unseen = unseen_there(shown, run, p, t->step, false, &part);
    if (!unseen)
        return (Sight){0};
    /* Cells that are handed on are seen where they come from. */
    int step = t->step;
    int64_t first = 0;
    for (Cells of; step != unseen->step; step = run->tape->step[step].call.in[0]->step) {
        of = handed_on(&run->tape->step[step].call);
        if (of.count == 0)
            return sight;
        first += of.from;
    }
    sight = place_stop_sight(shown, run, p, unseen);
    sight.hidden = t->count - seen_among(&sight, (Cells){first, t->count});
    sight.first = first;
    return sight.hidden > 0 ? sight : (Sight){0};
}
