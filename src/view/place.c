/* Places among the stops of a run: which of them are seen, and the ways in and out.
 *
 * A stop is seen from its detail on, or when what it lies in is opened (Inside in lesson/run.h).
 * Where the code of a call is opened, the calls in it are stepped over: what lies further inside is
 * seen only where that is opened, too. */
#include "view/place.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "base/common.h"
#include "view/code.h"
#include "view/explain.h"
#include "view/matrix.h"
#include "view/prepared.h"

/* --- what is seen ----------------------------------------------------------------------------- */

const Stop *place_stop(const Run *run, const Place *p)
{
    return run_stop(run, p->where.stage, p->where.stop);
}

static int opened_statement(const Run *run, Inside in)
{
    switch (in.kind) {
    case INSIDE_GROUP:
        return run->tape->step[run->tape->group[in.of].first].tag;
    case INSIDE_LINE:
    case INSIDE_LINE_CODE:
        return run->line[in.of].statement;
    default:
        return in.of;
    }
}

static bool is_opened(const Place *p, Inside in)
{
    for (int i = 0; i < p->where.opens; i++)
        if (run_is_same(p->where.opened[i], in))
            return true;
    return false;
}

/* Whether a stop lies in a call that is not opened, of code that is. */
static bool is_stepped_over(const Run *run, const Place *p, const Stop *stop)
{
    if (p->where.opens == 0 || stop->statement != opened_statement(run, p->where.opened[0]))
        return false;
    for (Inside in = run_around(run, stop->in); in.kind != INSIDE_NOTHING; in = run_around(run, in))
        if (in.kind >= INSIDE_STATEMENT_CODE && is_opened(p, in))
            return true;
    return false;
}

bool place_sees_stop(const Run *run, const Place *p, const Stop *stop)
{
    if (stop->detail == DETAIL_BRIEF || is_opened(p, stop->in))
        return true;
    return stop->detail <= p->where.detail &&
           (p->where.detail == DETAIL_EVERY || !is_stepped_over(run, p, stop));
}

bool place_sees(const Run *run, const Place *p, int number)
{
    const Stop *stop = run_stop(run, p->where.stage, number);
    return stop && place_sees_stop(run, p, stop);
}

bool place_opens(const Run *run, const Place *p, int number)
{
    const Stop *stop = run_stop(run, p->where.stage, number);
    return stop && (p->where.detail == DETAIL_EVERY || is_opened(p, stop->in));
}

int place_next(const Run *run, const Place *p, int stop, int by)
{
    int stops = run_stops(run, p->where.stage);
    do
        stop += by;
    while (stop > 0 && stop <= stops && !place_sees(run, p, stop));
    return stop < 0 ? 0 : stop;
}

int place_numbers_near(const Run *run, const Place *p)
{
    Place at = *p;
    for (int by = 1; by >= -1; by -= 2) {
        at.where.stop = place_next(run, p, p->where.stop, by);
        for (; at.where.stop > 0 && place_stop(run, &at);
             at.where.stop = place_next(run, &at, at.where.stop, by)) {
            const QkvTensor *t = place_tensor(run, &at, 0);
            if (t && t->count > 0)
                return at.where.stop;
        }
    }
    return 0;
}

int place_count(const Run *run, const Place *p, int stop)
{
    int count = 0;
    for (int b = 1; b <= stop; b++)
        count += place_sees(run, p, b);
    return count;
}

int place_stop_of_step(const Run *run, const Place *p, int stage, int step)
{
    Place at = *p;
    at.where.stage = stage;
    at.where.stop = 0;
    for (int i = 0; i < step && at.where.stop <= run_stops(run, stage); i++)
        at.where.stop = place_next(run, &at, at.where.stop, 1);
    return step < 0 || at.where.stop > run_stops(run, stage) ? -1 : at.where.stop;
}

Place place_settle(Place p, const Run *run)
{
    if (p.where.stop == 0 || place_sees(run, &p, p.where.stop))
        return p;
    int next = place_next(run, &p, p.where.stop, 1);
    p.where.stop = next <= run_stops(run, p.where.stage) ? next
                                                         : place_next(run, &p, p.where.stop, -1);
    return p;
}

/* --- going somewhere -------------------------------------------------------------------------- */

int place_decimals(const Place *p)
{
    return p->look.full ? NUMBER_MOST_DECIMALS : p->look.decimals;
}

void place_reset_view(Place *p)
{
    p->view = (View){0};
    p->number = p->decimal = -1;
}

int place_pinned(const Place *p, const char *name)
{
    for (int i = 0; i < p->pins.count; i++)
        if (strcmp(p->pins.name[i], name) == 0)
            return i;
    return -1;
}

bool place_pin(Place *p, const char *name)
{
    Pins *pins = &p->pins;
    int at = place_pinned(p, name);
    if (at >= 0) {
        memmove(&pins->name[at], &pins->name[at + 1],
                (size_t)(pins->count - 1 - at) * sizeof *pins->name);
        memset(&pins->name[--pins->count], 0, sizeof *pins->name);
        return true;
    }
    if (pins->count == PINS_MOST || strlen(name) >= PIN_BYTES)
        return false;
    snprintf(pins->name[pins->count++], PIN_BYTES, "%s", name);
    return true;
}

Place place_menu(int width, int height)
{
    return (Place){.width = width,
                   .height = height,
                   .page = PAGE_MENU,
                   .number = -1,
                   .decimal = -1,
                   .look.decimals = NUMBER_DECIMALS};
}

Place place_start(Place p, int lesson)
{
    p.page = PAGE_STAGE;
    p.overlay = OVERLAY_NONE;
    p.where = (Where){.lesson = lesson, .detail = p.where.detail};
    p.search[0] = '\0';
    p.trails = p.chain = 0;
    p.asked = (Asked){0};
    p.pins = (Pins){0};
    place_reset_view(&p);
    return p;
}

void place_lay_over(Place *p, Overlay overlay)
{
    if (p->overlay != OVERLAY_HELP) {
        p->below = p->overlay != OVERLAY_NONE ? p->under : OVERLAY_NONE;
        p->under = p->overlay;
    }
    p->overlay = overlay;
}

Place place_at(Place p, const Run *run, int stage, int stop)
{
    int last = run->lesson->stages - 1;
    p.page = PAGE_STAGE;
    p.where.stage = clamp_int(stage, 0, last);
    int stops = run_stops(run, p.where.stage);
    p.where.stop = clamp_int(stop, 0, stops);
    place_reset_view(&p);
    return place_settle(p, run);
}

int place_chain(const Place *p)
{
    return p->page == PAGE_CELL ? min_int(p->chain, p->trails) : 0;
}

Place place_item(Place p, const Run *run, int64_t item)
{
    const QkvTensor *t = place_items(run, &p);
    p.view.item = t ? clamp_int64(item, 0, matrix_items(t) - 1) : 0;
    return p;
}

/* --- what is seen of a result ------------------------------------------------------------------ */

static void hide_all(View *v, int64_t all)
{
    v->hidden = all;
    memset(v->seen, 0, sizeof v->seen);
    v->seens = 0;
}

Place place_hide(Place p, const Run *run)
{
    hide_all(&p.view, place_cells(run, &p));
    return p;
}

/* Cells that touch others become one with them. Where there are too many the earliest are forgotten. */
void place_show(View *v, int64_t all, Cells cells)
{
    const View was = *v;
    int64_t from = clamp_int64(cells.from, 0, all), end = min_int64(from + cells.count, all);
    if (was.hidden == 0 || end <= from)
        return;
    hide_all(v, all);
    for (int i = 0; i < was.seens; i++) {
        Cells c = was.seen[i];
        if (c.from <= end && from <= c.from + c.count) {
            from = min_int64(from, c.from);
            end = c.from + c.count > end ? c.from + c.count : end;
        } else {
            v->seen[v->seens++] = c;
            v->hidden -= c.count;
        }
    }
    if (v->seens == SEEN_MOST) {
        v->hidden += v->seen[0].count;
        memmove(&v->seen[0], &v->seen[1], (size_t)--v->seens * sizeof v->seen[0]);
    }
    v->seen[v->seens++] = (Cells){from, end - from};
    v->hidden -= end - from;
    if (v->hidden == 0)
        hide_all(v, 0);
}

void place_cover(View *v, int64_t all, Cells cells)
{
    View was = *v;
    if (was.hidden == 0)
        was.seen[was.seens++] = (Cells){0, all};
    hide_all(v, all);
    for (int i = 0; i < was.seens; i++) {
        Cells c = was.seen[i];
        int64_t end = c.from + c.count, after = max_int64(c.from, cells.from + cells.count);
        place_show(v, all, (Cells){c.from, min_int64(end, cells.from) - c.from});
        place_show(v, all, (Cells){after, end - after});
    }
}

/* The stop of the stage, or the nearest before it, that has a partner; its number in all of the run. -1
 * for none, as for a stage or a stop of a run that is no more. */
static int stop_beside(const Align *align, const Run *from, const Where *at)
{
    int partner = -1, stops = at->stage < from->lesson->stages ? run_stops(from, at->stage) : 0;
    for (int b = min_int(at->stop, stops); b > 0 && partner < 0; b--)
        partner = align_stop(align, from, from->stage_stop[at->stage] + b - 1);
    return partner;
}

static bool is_made(const QkvCall *c, QkvSource s)
{
    return s.operand >= 0 && c->in[s.operand]->step >= 0;
}

/* Which of its sources is picked at first: the cell's own term, or the first that was made: from a plain number
 * in the code no way leads on. */
static int first_pick(const QkvCall *c, int64_t cell)
{
    Arena a = {0};
    QkvTerms t = qkv_terms(c, cell, &a);
    int pick = 0, picks = explain_picks(&t);
    bool has_own = c->op->how == QKV_HOW_SOFTMAX || c->op->how == QKV_HOW_EXTREME;
    if (has_own && t.self >= 0 && t.self < t.count && t.self <= INT_MAX)
        pick = (int)t.self;
    while (!has_own && pick < picks && !is_made(c, explain_source(&t, pick)))
        pick++;
    arena_release(&a);
    return pick < picks ? pick : 0;
}

Asked place_ask(const Run *run, int step, int64_t cell)
{
    const QkvCall *c = &run->tape->step[step].call;
    return (Asked){.cell = cell, .step = step, .pick = first_pick(c, cell)};
}

/* The same question about a step that there is: the cell and what is picked may be fewer there. */
static Asked asked_of(const Run *run, Asked asked)
{
    const QkvCall *c = &run->tape->step[asked.step].call;
    Arena a = {0};
    asked.cell = min_int64(asked.cell, c->out->count - 1);
    if (asked.pick > 0) {
        QkvTerms t = qkv_terms(c, asked.cell, &a);
        asked.pick = clamp_int(asked.pick, 0, max_int(explain_picks(&t) - 1, 0));
    }
    arena_release(&a);
    return asked;
}

static bool has_cells(const Run *run, int step)
{
    return step >= 0 && run->tape->step[step].call.out->count > 0;
}

/* Places to return to hold numbers of stops and steps: one that is gone takes the older ones along. */
static void trails_beside(Place *p, const Align *align, const Run *from, const Run *to)
{
    int kept = 0;
    for (int i = 0; i < p->trails; i++) {
        Trail t = p->trail[i];
        int stop = stop_beside(align, from, &(Where){.stage = t.stage, .stop = t.stop});
        if (stop >= 0) {
            t.stage = run_stage_of_stop(to, &to->stop[stop]);
            t.stop = run_number_of_stop(to, &to->stop[stop]);
        }
        bool asks = t.page == PAGE_CELL;
        t.asked.step = asks ? align_step(align, from, t.asked.step) : 0;
        if (asks && has_cells(to, t.asked.step))
            t.asked = asked_of(to, t.asked);
        else if (asks)
            kept = 0;
        if (!asks || has_cells(to, t.asked.step))
            p->trail[kept++] = t;
    }
    p->trails = kept;
}

Place place_beside(Place p, const Align *align, const Run *from)
{
    const Run *to = from == align_now(align) ? align_before(align) : align_now(align);
    const View view = p.view;
    const Place here = p;
    int stop = stop_beside(align, from, &p.where), stage = p.where.stage, number = 0;
    bool opens = p.where.opens > 0 && place_opens(from, &p, p.where.stop);
    if (stop >= 0) {
        stage = run_stage_of_stop(to, &to->stop[stop]);
        number = run_number_of_stop(to, &to->stop[stop]);
    }
    Page page = p.page;
    trails_beside(&p, align, from, to);
    p.where.opens = 0;
    p = opens ? place_inside(p, to, stage, number) : place_at(p, to, stage, number);
    p.page = page;
    p.view = view;
    p = place_item(p, to, view.item);
    if (view.hidden > 0 && place_cells(from, &here) != place_cells(to, &p))
        p = place_hide(p, to);
    const QkvTensor *focused = place_tensor(to, &p, view.focus);
    if (!focused || view.row >= matrix_rows(focused) || view.col >= matrix_cols(focused))
        p.view.row = p.view.col = p.view.focus = 0;
    int step = page == PAGE_MENU ? -1 : align_step(align, from, p.asked.step);
    if (!has_cells(to, step)) {
        p.page = page == PAGE_CELL ? PAGE_STAGE : page;
        p.asked = (Asked){0};
        return p;
    }
    p.asked.step = step;
    p.asked = asked_of(to, p.asked);
    return p;
}

/* Parts are compared as bytes, so that a new member needs no line here: they have no padding. */
_Static_assert(sizeof(Where) == (5 + 2 * OPENED_MOST) * sizeof(int), "no padding");
_Static_assert(sizeof(Asked) == sizeof(int64_t) + 2 * sizeof(int), "no padding");
_Static_assert(sizeof(View) == (5 + 2 * SEEN_MOST) * sizeof(int64_t) + 6 * sizeof(int),
               "no padding");
_Static_assert(sizeof(Teach) == sizeof(Following) + sizeof(Unit) + 4 * sizeof(bool), "no padding");

#define SAME(part) (memcmp(&a->part, &b->part, sizeof a->part) == 0)

bool place_is_same(const Place *a, const Place *b)
{
    const Look *x = &a->look, *y = &b->look;
    return SAME(where) && SAME(asked) && SAME(view) && SAME(teach) && x->decimals == y->decimals &&
           x->side == y->side && x->full == y->full && x->shade == y->shade && x->sums == y->sums &&
           a->width == b->width && a->height == b->height && a->page == b->page &&
           a->overlay == b->overlay && a->help_scroll == b->help_scroll && a->under == b->under &&
           a->report_scroll == b->report_scroll && a->choice == b->choice &&
           a->filter_from == b->filter_from && a->number == b->number && a->decimal == b->decimal &&
           a->once_more == b->once_more && a->retries == b->retries && a->trails == b->trails &&
           strcmp(a->search, b->search) == 0 && strcmp(a->filter, b->filter) == 0 &&
           strcmp(a->guess, b->guess) == 0 && SAME(typing.kind) && SAME(typing.line) &&
           SAME(typing.at) && SAME(typing.marked) && SAME(typing.fault) &&
           strcmp(a->typing.text, b->typing.text) == 0 && SAME(folds) && SAME(pins);
}

/* --- in and out ------------------------------------------------------------------------------- */

/* The stops that lead to one result, that one the last: of a statement, or of a line. Those of a
 * tuple lie one after the other; those of a loop or branch lie after all of its lines. */
typedef struct Stretch {
    int first, last; /* in run->stop */
} Stretch;

/* Whether a stop is a result: of its line, or with none of the statement. What is printed on the way
 * to another result is none, but of a loop or branch. */
static bool is_result(const Run *run, const Stop *stop)
{
    bool has_next = stop + 1 < run->stop + run->stops;
    const Stop *next = has_next ? stop + 1 : stop;
    bool is_last = !has_next || next->statement != stop->statement || next->detail != DETAIL_BRIEF;
    return stop->in.kind >= INSIDE_STATEMENT_CODE ||
           (stop->in.kind == INSIDE_NOTHING &&
            (stop->kind == STOP_TENSOR || is_last || run->statement[stop->statement].is_block));
}

static bool is_result_of(const Run *run, const Stop *stop, int line)
{
    return is_result(run, stop) && stop->line == line;
}

static Stretch stretch_of(const Run *run, int stop)
{
    const RunStatement *x = &run->statement[run->stop[stop].statement];
    int line = run->stop[stop].line;
    Stretch s = {stop, stop};
    if (x->is_block && line < 0)
        return (Stretch){x->first_stop, x[1].first_stop - 1};
    while (s.first > x->first_stop && !is_result_of(run, &run->stop[s.first - 1], line))
        s.first--;
    while (s.last + 1 < x[1].first_stop && !is_result_of(run, &run->stop[s.last], line))
        s.last++;
    return s;
}

/* The first stop of a stretch that would be seen with one thing more opened, or -1. */
static int first_inside(const Run *run, const Place *p, Inside opened, Stretch s)
{
    for (int i = s.first; i <= s.last; i++)
        if (!place_sees_stop(run, p, &run->stop[i]) && run_is_same(opened, run->stop[i].in))
            return i;
    return -1;
}

enum { NESTED = 64 };

/* What a stop can be opened to, from the outside: the code that it ran, its operations, the groups
 * of the tape that it is the result of. */
static int ways_into(const Run *run, const Stop *stop, Inside way[NESTED])
{
    int count = 0, group[NESTED], groups = 0;
    bool of_line = stop->line >= 0;
    if (is_result(run, stop)) {
        int of = of_line ? stop->line : stop->statement;
        way[count++] = (Inside){of_line ? INSIDE_LINE_CODE : INSIDE_STATEMENT_CODE, of};
        way[count++] = (Inside){of_line ? INSIDE_LINE : INSIDE_STATEMENT, of};
    }
    /* What a function made is opened where that made it. */
    bool is_own = stop->step >= 0 && run_line_of_step(run, stop->step) == stop->line;
    int g = is_own ? run->tape->step[stop->step].group : -1;
    for (; g >= 0 && run_group_result(run, g) == stop->step && groups < NESTED - 2;
         g = run->tape->group[g].parent)
        group[groups++] = g;
    for (int i = groups - 1; i >= 0; i--) {
        Inside in = {INSIDE_GROUP, group[i]};
        if (is_result(run, stop) || !run_is_same(in, stop->in))
            way[count++] = in;
    }
    return count;
}

bool place_into(Place *p, const Run *run)
{
    Inside way[NESTED];
    const Stop *stop = place_stop(run, p);
    if (!stop)
        return false;
    Place q = *p;
    if (q.where.opens > 0 && opened_statement(run, q.where.opened[0]) != stop->statement)
        q.where.opens = 0;
    Stretch s = stretch_of(run, (int)(stop - run->stop));
    int ways = ways_into(run, stop, way);
    for (int i = 0; i < ways && q.where.opens < OPENED_MOST; i++) {
        int inside = first_inside(run, &q, way[i], s);
        if (inside < 0)
            continue;
        q.where.opened[q.where.opens++] = way[i];
        q.where.stop = run_number_of_stop(run, &run->stop[inside]);
        *p = q;
        return true;
    }
    return false;
}

/* The stop that shows the result of what was opened, from one inside of it on: of a line, a group, or
 * the statement. */
static int result_of(const Run *run, const Place *p, Inside opened, int stop)
{
    const RunStatement *x = &run->statement[run->stop[stop].statement];
    bool is_line = opened.kind == INSIDE_LINE || opened.kind == INSIDE_LINE_CODE;
    for (int i = stop; i < x[1].first_stop; i++) {
        const Stop *at = &run->stop[i];
        bool fits = opened.kind == INSIDE_GROUP ? at->step == run_group_result(run, opened.of) &&
                                                      place_sees_stop(run, p, at)
                    : is_line ? is_result_of(run, at, opened.of)
                              : is_result_of(run, at, -1);
        if (fits)
            return i;
    }
    return x[1].first_stop - 1;
}

bool place_out(Place *p, const Run *run)
{
    const Stop *stop = place_stop(run, p);
    if (!stop)
        return false;
    int at = (int)(stop - run->stop), opens = p->where.opens;
    bool is_open = opens > 0 && opened_statement(run, p->where.opened[0]) == stop->statement;
    if (!is_open && stop->detail == DETAIL_BRIEF)
        return false;
    Inside opened = is_open ? p->where.opened[opens - 1]
                            : (Inside){INSIDE_STATEMENT, stop->statement};
    if (is_open)
        p->where.opened[--p->where.opens] = (Inside){0};
    p->where.stop = run_number_of_stop(run, &run->stop[result_of(run, p, opened, at)]);
    *p = place_settle(*p, run);
    return true;
}

Place place_inside(Place p, const Run *run, int stage, int stop)
{
    Inside around[OPENED_MOST];
    int count = 0;
    const Stop *at = run_stop(run, stage, stop);
    p.where.opens = 0;
    memset(p.where.opened, 0, sizeof p.where.opened);
    Inside in = at ? at->in : (Inside){INSIDE_NOTHING, 0};
    for (; in.kind != INSIDE_NOTHING && count < OPENED_MOST; in = run_around(run, in))
        around[count++] = in;
    while (count > 0)
        p.where.opened[p.where.opens++] = around[--count];
    return place_at(p, run, stage, stop);
}

/* --- over ------------------------------------------------------------------------------------- */

/* The innermost pass around a line, in the same function; -1 for none. */
static int pass_around(const Run *run, int line)
{
    int i = line;
    while (i >= 0 && run->line[i].kind != LINE_PASS)
        i = run->line[i].kind == LINE_CALL ? -1 : run->line[i].outer;
    return i;
}

/* The lines that a place goes on to: first .. end-1, and which of their stops. */
typedef struct Target {
    int first, end;
    bool is_last;
} Target;

static Target target_of(const Run *run, int line, Over over)
{
    const Target none = {0, 0, false};
    int pass = pass_around(run, line), call = run->line[line].call;
    if (over == OVER_FUNCTION)
        return (Target){line + 1, call >= 0 ? run->line[call].end_line : run->lines, true};
    if (pass < 0)
        return none;
    int outer = run->line[pass].outer, end = run->line[pass].end_line;
    bool goes_on = end < run->lines && run->line[end].outer == outer &&
                   run->line[end].node == run->line[pass].node;
    if (over == OVER_PASS)
        return goes_on ? (Target){end, end + 1, false} : none;
    int after = outer >= 0 ? run->line[outer].end_line : run->lines;
    return (Target){after, call >= 0 ? run->line[call].end_line : run->lines, false};
}

/* Makes a stop seen that is not: what it lies in is opened. */
static void open_code(Place *p, const Run *run, const Stop *stop)
{
    if (p->where.opens > 0 && opened_statement(run, p->where.opened[0]) != stop->statement)
        p->where.opens = 0;
    if (!place_sees_stop(run, p, stop) && p->where.opens < OPENED_MOST)
        p->where.opened[p->where.opens++] = stop->in;
}

bool place_over(Place *p, const Run *run, Over over)
{
    const Stop *stop = place_stop(run, p);
    if (!stop || stop->line < 0)
        return false;
    const RunStatement *x = &run->statement[stop->statement];
    Target t = target_of(run, stop->line, over);
    int found = -1, call = run->line[stop->line].call;
    for (int i = (int)(stop - run->stop) + 1; i < x[1].first_stop; i++) {
        const Stop *at = &run->stop[i];
        bool fits = is_result(run, at) && at->line >= t.first && at->line < t.end &&
                    run->line[at->line].call == call;
        if (fits && (t.is_last || found < 0))
            found = i;
    }
    if (found < 0)
        return false;
    open_code(p, run, &run->stop[found]);
    p->where.stop = run_number_of_stop(run, &run->stop[found]);
    return true;
}

int place_pass_number(const Run *run, const Place *p)
{
    const Stop *stop = place_stop(run, p);
    int pass = stop && stop->line >= 0 ? pass_around(run, stop->line) : -1;
    return pass < 0 ? 0 : run->line[pass].number;
}

/* The pass of a loop with a number, which is `pass` or another of the same loop; -1 for none. */
static int pass_of_loop(const Run *run, int pass, int number)
{
    const RunLine *now = &run->line[pass];
    int first = now->outer >= 0 ? now->outer : 0,
        end = now->outer >= 0 ? run->line[now->outer].end_line : run->lines;
    for (int i = first; i < end; i++) {
        const RunLine *line = &run->line[i];
        if (line->kind == LINE_PASS && line->outer == now->outer && line->node == now->node &&
            line->statement == now->statement && line->number == number)
            return i;
    }
    return -1;
}

bool place_pass(Place *p, const Run *run, int number)
{
    const Stop *stop = place_stop(run, p);
    int now = stop && stop->line >= 0 ? pass_around(run, stop->line) : -1;
    int pass = now < 0 ? -1 : pass_of_loop(run, now, number), found = -1;
    const RunStatement *x = pass < 0 ? NULL : &run->statement[stop->statement];
    for (int i = x ? x->first_stop : 0; x && i < x[1].first_stop; i++) {
        const Stop *at = &run->stop[i];
        bool fits = is_result(run, at) && at->line >= pass && at->line < run->line[pass].end_line &&
                    run->line[at->line].call == run->line[stop->line].call;
        bool is_same = fits && run->line[at->line].node == run->line[stop->line].node;
        if (is_same || (fits && found < 0))
            found = i;
        if (is_same)
            break;
    }
    if (found < 0)
        return false;
    open_code(p, run, &run->stop[found]);
    p->where.stop = run_number_of_stop(run, &run->stop[found]);
    return true;
}

/* --- where a stop lies ------------------------------------------------------------------------ */

const char *place_path(Arena *a, const Run *run, const Place *p, int width)
{
    const Stop *stop = place_stop(run, p);
    if (!stop || stop->detail == DETAIL_BRIEF)
        return NULL;
    return stop->line >= 0 ? code_way(a, run, stop, width)
                           : explain_path(a, run, stop->step, width);
}

/* --- matrices --------------------------------------------------------------------------------- */

const QkvStep *place_step_of(const Run *run, const Stop *stop)
{
    return stop && stop->kind == STOP_TENSOR && stop->step >= 0 ? &run->tape->step[stop->step]
                                                                : NULL;
}

const QkvStep *place_step(const Run *run, const Place *p)
{
    return place_step_of(run, place_stop(run, p));
}

int place_matrices(const Run *run, const Place *p)
{
    const QkvStep *step = place_step(run, p);
    int count = step ? 1 : 0;
    for (int i = 0; step && i < step->call.count; i++)
        count += step->call.in[i]->step >= 0; /* plain numbers have no matrix */
    return count;
}

const QkvTensor *place_tensor(const Run *run, const Place *p, int which)
{
    const QkvStep *step = place_step(run, p);
    if (!step || which == 0)
        return step ? step->call.out : NULL;
    for (int i = 0; i < step->call.count; i++)
        if (step->call.in[i]->step >= 0 && --which == 0)
            return step->call.in[i];
    return NULL;
}

int64_t place_cells(const Run *run, const Place *p)
{
    const QkvTensor *t = place_tensor(run, p, 0);
    bool is_what_if = stage_what_if(&run->lesson->stage[p->where.stage]);
    return t                    ? t->count
           : place_stop(run, p) ? 1
           : is_what_if         ? prepared_cells(run, p->where.stage)
                                : 0;
}

bool place_has_class(const Place *p)
{
    return (p->teach.on || p->view.hidden > 0) && !p->teach.follows;
}

Place place_as_class(Place p)
{
    p.teach.follows = false;
    return p;
}

Sight place_seen(const View *v)
{
    return (Sight){.hidden = v->hidden, .seen = v->seen, .seens = v->seens};
}

bool place_hides(const View *v, int64_t cell)
{
    const Sight sight = place_seen(v);
    return matrix_conceals(&sight, cell);
}

/* The matrix that [ and ] have chosen: those of another tensor where the result has only one. */
Cells place_chosen(const View *v, const QkvTensor *t)
{
    int64_t size = matrix_rows(t) * matrix_cols(t), items = matrix_items(t);
    return (Cells){items > 1 ? min_int64(v->item, items - 1) * size : 0, size};
}

int64_t place_first_hidden(const View *v, const QkvTensor *t)
{
    int64_t start = place_chosen(v, t).from;
    for (int64_t i = 0; i < t->count; i++)
        if (place_hides(v, (start + i) % t->count))
            return (start + i) % t->count;
    return start;
}

int64_t place_aim(const View *v, const QkvTensor *t)
{
    Cells chosen = place_chosen(v, t);
    if (v->aims && v->aim < t->count && place_hides(v, v->aim))
        return v->aim;
    for (int64_t i = max_int64(v->aim, chosen.from); i < chosen.from + chosen.count; i++)
        if (place_hides(v, i))
            return i;
    return place_first_hidden(v, t);
}

int64_t place_last_seen(const View *v, const QkvTensor *t)
{
    Cells chosen = place_chosen(v, t);
    if (v->hidden == 0)
        return chosen.from + chosen.count - 1;
    for (int i = v->seens - 1; i >= 0; i--) {
        int64_t end = min_int64(v->seen[i].from + v->seen[i].count, chosen.from + chosen.count);
        if (end > v->seen[i].from && end > chosen.from)
            return end - 1;
    }
    return -1;
}

const QkvTensor *place_items(const Run *run, const Place *p)
{
    const QkvTensor *most = place_tensor(run, p, 0);
    for (int i = 1; most && matrix_items(place_tensor(run, p, 0)) <= 1; i++) {
        const QkvTensor *t = place_tensor(run, p, i);
        if (!t)
            break;
        most = matrix_items(t) > matrix_items(most) ? t : most;
    }
    return most;
}
