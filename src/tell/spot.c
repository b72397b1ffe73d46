/* Spots among the stops of a run: which of them are seen, and the ways along, in and out.
 *
 * A stop is seen from its detail on, or when what it lies in is open. Where code is open, the calls in it are stepped
 * over: what lies further inside is seen only where that is open, too. The body of `main()`, called at the top of a
 * script, and of a function that it calls for nothing, is always open. */
#include "tell/spot.h"

#include "base/common.h"
#include "tell/code.h"
#include "tell/explain_name.h"

/* --- what is open ----------------------------------------------------------------------------- */

enum { DEEPEST = 256 };

/* All that the anchor lies in, the innermost first. */
typedef struct Opened {
    const Run *run;
    Detail detail;
    int asked; /* the statement last looked at for is_clear, counted from 1, and what was found: it may have thousands of stops */
    bool was_clear;
    int count;
    Inside in[DEEPEST];
} Opened;

static bool has_stage(const Run *run, const Spot *s)
{
    return run && s->stage >= 0 && s->stage < run->lesson->stages;
}

static const Stop *stop_at(const Run *run, const Spot *s, int number)
{
    return has_stage(run, s) && number > 0 ? run_stop(run, s->stage, number) : NULL;
}

static Opened opened_by(const Run *run, const Spot *s)
{
    Opened o = {.run = run, .detail = s->detail};
    if (!run || s->anchor < 1 || s->anchor > run->stops)
        return o;
    Inside in = run->stop[s->anchor - 1].in;
    for (; in.kind != INSIDE_NOTHING && o.count < DEEPEST; in = run_around(run, in))
        o.in[o.count++] = in;
    return o;
}

/* The name of a function that an expression does nothing but call, or NULL. */
static const char *bare_call(const Node *n)
{
    const Node *call = n->kind == NODE_EXPRESSION ? n->kid[0] : NULL;
    const Node *callee = call && call->kind == NODE_CALL ? call->kid[0] : NULL;
    return callee && (callee->kind == NODE_NAME || callee->kind == NODE_ATTRIBUTE) ? callee->text
                                                                                   : NULL;
}

static const Node *node_of_statement(const Run *run, int statement)
{
    const RunStatement *x = &run->statement[statement];
    const Program *p = &run->lesson->stage[x->stage].part[x->part].program;
    for (int i = 0; i < p->count; i++)
        if (p->statement[i].line == x->first)
            return p->statement[i].node;
    return NULL;
}

/* True for a line that is the call of a function of that name, directly inside of another line or of the statement. */
static bool is_call_of(const Run *run, int line, int outer, const char *name)
{
    const RunLine *l = line < run->lines ? &run->line[line] : NULL;
    return l && l->kind == LINE_CALL && l->outer == outer && l->node->kind == NODE_DEF &&
           same_text(l->node->text, name);
}

/* `if __name__ == "__main__":`, as its test is written. */
static bool is_main_block(const Node *n)
{
    const Node *test = n->kind == NODE_IF ? n->kid[0] : NULL;
    return test && test->kind == NODE_COMPARE && test->kid[0]->kind == NODE_NAME &&
           same_text(test->kid[0]->text, "__name__");
}

int spot_first_line(const Run *run, int statement)
{
    int low = 0, high = run->lines;
    while (low < high) {
        int middle = low + (high - low) / 2;
        if (run->line[middle].statement < statement)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static bool shows_value(const Run *run, int statement)
{
    for (int i = run->statement[statement].first_stop; i < run->statement[statement + 1].first_stop;
         i++) {
        const Stop *stop = &run->stop[i];
        if (stop->in.kind == INSIDE_NOTHING &&
            (stop->kind == STOP_TENSOR || stop->kind == STOP_VALUE))
            return true;
    }
    return false;
}

static bool is_clear_statement(const Run *run, int statement)
{
    const Node *n = node_of_statement(run, statement);
    if (n && is_main_block(n))
        return true;
    const char *name = n ? bare_call(n) : NULL;
    return name && is_call_of(run, spot_first_line(run, statement), -1, name) &&
           (same_text(name, "main") ||
            !shows_value(run, statement)); /* no use of what main returns */
}

/* True for code that is no level of its own: its stops are seen as if they were the statement's. */
static bool is_clear(Opened *o, Inside in)
{
    const Run *run = o->run;
    for (; in.kind == INSIDE_LINE_CODE; in = run_inside_of_line(run, in.of)) {
        const char *name = bare_call(run->line[in.of].node);
        if (!name || !is_call_of(run, in.of + 1, in.of, name))
            return false;
    }
    if (in.kind != INSIDE_STATEMENT_CODE)
        return false;
    if (o->asked != in.of + 1) {
        o->asked = in.of + 1;
        o->was_clear = is_clear_statement(run, in.of);
    }
    return o->was_clear;
}

static bool is_clear_way(const Run *run, Inside in)
{
    Opened o = {.run = run};
    return is_clear(&o, in);
}

static bool is_open(Opened *o, Inside in)
{
    for (int i = 0; i < o->count; i++)
        if (run_is_same(o->in[i], in))
            return true;
    return is_clear(o, in);
}

/* True for a stop that lies in a call that is not open, of code that is. */
static bool is_stepped_over(Opened *o, const Stop *stop)
{
    for (Inside in = run_around(o->run, stop->in); in.kind != INSIDE_NOTHING;
         in = run_around(o->run, in))
        if (in.kind >= INSIDE_STATEMENT_CODE && is_open(o, in))
            return true;
    return false;
}

static bool sees(Opened *o, const Stop *stop)
{
    if (stop->detail == DETAIL_BRIEF || o->detail == DETAIL_EVERY || is_open(o, stop->in))
        return true;
    return stop->detail <= o->detail && !is_stepped_over(o, stop);
}

/* --- what is seen ----------------------------------------------------------------------------- */

bool spot_is_same(const Spot *a, const Spot *b)
{
    return a->lesson == b->lesson && a->stage == b->stage && a->stop == b->stop &&
           a->anchor == b->anchor && a->detail == b->detail;
}

const Stop *spot_stop(const Run *run, const Spot *s)
{
    return stop_at(run, s, s->stop);
}

const QkvStep *spot_step(const Run *run, const Spot *s)
{
    const Stop *stop = spot_stop(run, s);
    return stop && stop->kind == STOP_TENSOR && stop->step >= 0 ? &run->tape->step[stop->step]
                                                                : NULL;
}

bool spot_sees(const Run *run, const Spot *s, int number)
{
    const Stop *stop = stop_at(run, s, number);
    Opened o = opened_by(run, s);
    return stop && sees(&o, stop);
}

bool spot_opens(const Run *run, const Spot *s, int number)
{
    const Stop *stop = stop_at(run, s, number);
    Opened o = opened_by(run, s);
    return stop && (s->detail == DETAIL_EVERY || is_open(&o, stop->in));
}

static int next_seen(Opened *o, int stage, int number, int by)
{
    int stops = run_stops(o->run, stage);
    do
        number += by;
    while (number > 0 && number <= stops && !sees(o, run_stop(o->run, stage, number)));
    return clamp_int(number, 0, stops + 1);
}

int spot_next(const Run *run, const Spot *s, int number, int by)
{
    Opened o = opened_by(run, s);
    return has_stage(run, s) ? next_seen(&o, s->stage, number, by) : 0;
}

int spot_count(const Run *run, const Spot *s, int number)
{
    Opened o = opened_by(run, s);
    int count = 0, stops = has_stage(run, s) ? run_stops(run, s->stage) : 0;
    for (int i = 1; i <= min_int(number, stops); i++)
        count += sees(&o, run_stop(run, s->stage, i));
    return count;
}

int spot_nth(const Run *run, const Spot *s, int stage, int nth)
{
    Opened o = opened_by(run, s);
    if (!has_stage(run, &(Spot){.stage = stage}))
        return -1;
    int number = 0, stops = run_stops(run, stage);
    for (int i = 0; i < nth && number <= stops; i++)
        number = next_seen(&o, stage, number, 1);
    return nth < 0 || number > stops ? -1 : number;
}

/* --- going somewhere -------------------------------------------------------------------------- */

Spot spot_at(Spot s, const Run *run, int stage, int stop)
{
    if (!run)
        return s;
    s.stage = clamp_int(stage, 0, run->lesson->stages - 1);
    s.stop = clamp_int(stop, 0, run_stops(run, s.stage));
    s.anchor = 0;
    if (s.stop > 0 && !spot_sees(run, &s, s.stop))
        s.anchor = run->stage_stop[s.stage] + s.stop;
    return s;
}

/* The spot of a stop that is counted through the run from 0. */
static Spot spot_at_stop(Spot s, const Run *run, int stop)
{
    const Stop *at = &run->stop[stop];
    return spot_at(s, run, run_stage_of_stop(run, at), run_number_of_stop(run, at));
}

/* The spot of a stop, come to from another spot. What is open there stays open where the stop is seen only so. */
static Spot moved_to(const Spot *s, const Run *run, int stop)
{
    Spot to = spot_at_stop(*s, run, stop);
    Opened o = opened_by(run, s);
    if (is_open(&o, run->stop[stop].in) && !is_clear_way(run, run->stop[stop].in))
        to.anchor = stop + 1;
    return to;
}

bool spot_step_on(Spot *s, const Run *run)
{
    if (!has_stage(run, s))
        return false;
    int next = spot_next(run, s, s->stop, 1);
    if (next <= run_stops(run, s->stage)) {
        s->stop = next;
        return true;
    }
    if (s->stage == run->lesson->stages - 1)
        return false;
    s->stage++;
    s->stop = 0;
    return true;
}

Spot spot_end(Spot s, const Run *run, int stage)
{
    s.stage = stage;
    s.stop = spot_next(run, &s, run_stops(run, stage) + 1, -1);
    return s;
}

bool spot_step_back(Spot *s, const Run *run)
{
    if (!has_stage(run, s) || (s->stage == 0 && s->stop == 0))
        return false;
    if (s->stop == 0)
        *s = spot_end(*s, run, s->stage - 1);
    else
        s->stop = spot_next(run, s, s->stop, -1);
    return true;
}

/* --- in and out ------------------------------------------------------------------------------- */

/* The stops that lead to one result, that one the last: of a statement, or of a line. Those of a tuple lie one after
 * the other; those of a loop or branch lie after all of its lines. */
typedef struct StopRange {
    int first, last; /* in run->stop */
} StopRange;

/* True for a stop that is a result: of its line, or with none of the statement. Text that is printed on the way to another result is
 * none, but of a loop or branch. */
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

static StopRange stretch_of(const Run *run, int stop)
{
    const RunStatement *x = &run->statement[run->stop[stop].statement];
    int line = run->stop[stop].line;
    StopRange s = {stop, stop};
    if (x->is_block && line < 0)
        return (StopRange){x->first_stop, x[1].first_stop - 1};
    while (s.first > x->first_stop && !is_result_of(run, &run->stop[s.first - 1], line))
        s.first--;
    while (s.last + 1 < x[1].first_stop && !is_result_of(run, &run->stop[s.last], line))
        s.last++;
    return s;
}

enum { WAYS = 64 };

/* Lists what a stop can be opened to, from the outside: the code that it ran, its operations, the groups of the tape that it is
 * the result of. */
static int ways_into(const Run *run, const Stop *stop, Inside way[WAYS])
{
    int count = 0, group[WAYS], groups = 0;
    bool of_line = stop->line >= 0;
    if (is_result(run, stop)) {
        int of = of_line ? stop->line : stop->statement;
        way[count++] = (Inside){of_line ? INSIDE_LINE_CODE : INSIDE_STATEMENT_CODE, of};
        way[count++] = (Inside){of_line ? INSIDE_LINE : INSIDE_STATEMENT, of};
    }
    /* A result of a function is opened where that made it. */
    bool is_own = stop->step >= 0 && run_line_of_step(run, stop->step) == stop->line;
    int g = is_own && stop->kind == STOP_TENSOR ? run->tape->step[stop->step].group : -1;
    for (; g >= 0 && run_group_result(run, g) == stop->step && groups < WAYS - 2;
         g = run->tape->group[g].parent)
        group[groups++] = g;
    for (int i = groups - 1; i >= 0; i--) {
        Inside in = {INSIDE_GROUP, group[i]};
        if (is_result(run, stop) || !run_is_same(in, stop->in))
            way[count++] = in;
    }
    return count;
}

/* A thing of a line that can be gone into: a call, a block, or its operations; and the first stop inside, in run->stop. */
typedef struct Entrance {
    Inside in;
    int call; /* the LINE_CALL, or -1 */
    int stop;
} Entrance;

enum { ENTRANCES = 32 };

/* The calls of the stop's line, or else the one thing that it can be opened to. */
static int entrances(const Run *run, const Spot *s, Entrance *e)
{
    Inside way[WAYS];
    const Stop *stop = spot_stop(run, s);
    int count = 0, ways = stop ? ways_into(run, stop, way) : 0;
    Spot closed = stop ? moved_to(s, run, (int)(stop - run->stop)) : *s; /* stop further inside */
    Opened o = opened_by(run, &closed);
    StopRange all = ways > 0 ? stretch_of(run, (int)(stop - run->stop)) : (StopRange){0, -1};
    for (int w = 0; w < ways && count == 0; w++)
        for (int i = all.first; i <= all.last && count < ENTRANCES; i++) {
            const Stop *at = &run->stop[i];
            if (!run_is_same(at->in, way[w]) || is_open(&o, at->in))
                continue;
            bool is_code = way[w].kind >= INSIDE_STATEMENT_CODE;
            int call = is_code && at->line >= 0 ? run->line[at->line].call : -1;
            bool is_new = true;
            for (int k = 0; k < count; k++)
                is_new = is_new && e[k].call != call;
            if (is_new)
                e[count++] = (Entrance){way[w], call, i};
        }
    return count;
}

bool spot_enter(Spot *s, const Run *run, int call)
{
    Entrance e[ENTRANCES];
    int count = entrances(run, s, e);
    if (count == 0)
        return false;
    int stop = e[call < 0 || call >= count ? count - 1 : call].stop;
    s->stop = run_number_of_stop(run, &run->stop[stop]);
    s->anchor = stop + 1;
    return true;
}

/* The innermost level that the spot lies in; INSIDE_NOTHING for none. What is seen of code that is not open lies in the
 * call of the statement. */
static Inside level_of(const Run *run, const Spot *s, int *depth)
{
    const Stop *stop = spot_stop(run, s);
    Inside level = {INSIDE_NOTHING, 0}, in = stop ? stop->in : level;
    *depth = 0;
    if (in.kind == INSIDE_NOTHING)
        return level;
    Opened o = opened_by(run, s);
    bool opens = is_open(&o, in);
    for (; in.kind != INSIDE_NOTHING && !is_clear_way(run, in); in = run_around(run, in))
        if (opens ? (*depth)++ == 0 : in.kind >= INSIDE_STATEMENT_CODE) {
            level = in;
            *depth = max_int(*depth, 1);
        }
    return level;
}

static bool lies_in(const Run *run, const Stop *stop, Inside level)
{
    for (Inside in = stop->in; in.kind != INSIDE_NOTHING; in = run_around(run, in))
        if (run_is_same(in, level))
            return true;
    return false;
}

/* The stop that shows the result of a level, from one inside of it on: of a line, a group, or the statement. */
static int result_of(const Run *run, Inside level, int stop)
{
    const RunStatement *x = &run->statement[run->stop[stop].statement];
    bool is_line = level.kind == INSIDE_LINE || level.kind == INSIDE_LINE_CODE;
    for (int i = stop; i < x[1].first_stop; i++) {
        const Stop *at = &run->stop[i];
        bool fits = level.kind == INSIDE_GROUP
                        ? at->step == run_group_result(run, level.of) && !lies_in(run, at, level)
                        : is_result_of(run, at, is_line ? level.of : -1);
        if (fits)
            return i;
    }
    return x[1].first_stop - 1;
}

bool spot_leave(Spot *s, const Run *run)
{
    int depth;
    Inside level = level_of(run, s, &depth);
    if (depth == 0)
        return false;
    *s = moved_to(s, run, result_of(run, level, (int)(spot_stop(run, s) - run->stop)));
    return true;
}

int spot_depth(const Run *run, const Spot *s)
{
    int depth;
    level_of(run, s, &depth);
    return depth;
}

int spot_calls(const Run *run, const Spot *s)
{
    Entrance e[ENTRANCES];
    return entrances(run, s, e);
}

static const char *entrance_name(Arena *a, const Run *run, const Spot *s, const Entrance *e)
{
    if (e->call >= 0)
        return run->line[e->call].name;
    if (e->in.kind >= INSIDE_STATEMENT_CODE) {
        const Node *n = e->in.kind == INSIDE_LINE_CODE ? run->line[e->in.of].node
                                                       : node_of_statement(run, e->in.of);
        return n && (n->kind == NODE_FOR || n->kind == NODE_WHILE) ? "loop" : "block";
    }
    const QkvStep *step = spot_step(run, s);
    int group = step ? qkv_tape_group(run->tape, step->call.out) : -1;
    if (e->in.kind == INSIDE_GROUP)
        group = e->in.of;
    return group >= 0 ? arena_string(a, run->tape->group[group].name) : "operations";
}

const char *spot_call_name(Arena *a, const Run *run, const Spot *s, int call)
{
    Entrance e[ENTRANCES];
    int count = entrances(run, s, e);
    if (count == 0)
        return NULL;
    return entrance_name(a, run, s, &e[call < 0 || call >= count ? count - 1 : call]);
}

const char *spot_call(const Run *run, const Spot *s)
{
    Entrance e[ENTRANCES];
    int count = entrances(run, s, e);
    return count > 0 && e[count - 1].call >= 0 ? run->line[e[count - 1].call].name : NULL;
}

bool spot_is_return(const Run *run, const Spot *s)
{
    const Stop *stop = spot_stop(run, s);
    Opened o = opened_by(run, s);
    bool returns = false;
    for (int i = 0; stop && i < o.count && !returns; i++)
        returns = !lies_in(run, stop, o.in[i]) &&
                  result_of(run, o.in[i], s->anchor - 1) == (int)(stop - run->stop);
    return returns;
}

/* --- loops ------------------------------------------------------------------------------------ */

/* The innermost pass around a line; -1 for none. */
static int pass_around(const Run *run, int line)
{
    while (line >= 0 && run->line[line].kind != LINE_PASS)
        line = run->line[line].outer;
    return line;
}

int spot_pass_line(const Run *run, const Spot *s)
{
    const Stop *stop = spot_stop(run, s);
    return stop && stop->line >= 0 ? pass_around(run, stop->line) : -1;
}

int spot_pass(Arena *a, const Run *run, const Spot *s, int *passes, const char **what)
{
    int pass = spot_pass_line(run, s);
    if (pass < 0)
        return 0;
    *passes = run_passes(run, pass);
    *what = arena_format(a, "%s %d", code_loop_name(&run->line[pass]), run->line[pass].number);
    return run->line[pass].number;
}

/* The first pass of the loop that a line is a pass of. */
static int first_pass(const Run *run, int pass)
{
    const RunLine *now = &run->line[pass];
    for (int i = pass; i >= 0 && i > now->outer && run->line[i].statement == now->statement; i--)
        if (run->line[i].kind == LINE_PASS && run->line[i].node == now->node &&
            run->line[i].outer == now->outer)
            pass = i;
    return pass;
}

/* The first pass of the first loop that statements from one to another ran; -1 for none. */
static int loop_between(const Run *run, int statement, int end)
{
    for (int i = spot_first_line(run, statement); i < spot_first_line(run, end); i++)
        if (run->line[i].kind == LINE_PASS && run->line[i].truth)
            return i;
    return -1;
}

int spot_loop(const Run *run, const Spot *s)
{
    int pass = spot_pass_line(run, s);
    if (!run || s->stage >= run->lesson->stages || pass >= 0)
        return pass >= 0 ? first_pass(run, pass) : -1;
    const Stop *stop = spot_stop(run, s);
    int first = run->statements, end = 0;
    for (int i = 0; i < run->statements; i++)
        if (run->statement[i].stage == s->stage) {
            first = min_int(first, i);
            end = i + 1;
        }
    int loop = stop ? loop_between(run, stop->statement, stop->statement + 1) : -1;
    return loop >= 0 || end == 0 ? loop : loop_between(run, first, end);
}

int spot_trained(const Run *run, const Spot *s)
{
    const Stop *stop = run && s->stage < run->lesson->stages ? spot_stop(run, s) : NULL;
    int64_t count = 0;
    for (int i = stop ? stop->statement : -1; i >= 0 && run->statement[i].stage == s->stage; i--)
        count += run->statement[i].losses ? run->statement[i].losses->count : 0;
    return (int)count;
}

/* Another pass of the same loop, or -1; *end receives the first line after the loop. */
static int pass_of_loop(const Run *run, int pass, int number, int *end)
{
    const RunLine *now = &run->line[pass];
    int found = -1, stop = now->outer >= 0 ? run->line[now->outer].end_line : run->lines;
    *end = now->end_line;
    for (int i = now->outer >= 0 ? now->outer + 1 : spot_first_line(run, now->statement); i < stop;
         i = max_int(run->line[i].end_line, i + 1)) {
        const RunLine *line = &run->line[i];
        if (line->kind != LINE_PASS || line->node != now->node || line->statement != now->statement)
            continue;
        found = line->number == number && line->truth >= now->truth ? i : found;
        *end = line->end_line;
    }
    return found;
}

Spot spot_in_line(Spot s, const Run *run, int line)
{
    const RunStatement *x = &run->statement[run->line[line].statement];
    for (int i = x->first_stop; i < x[1].first_stop; i++)
        if (run->stop[i].line >= line && run->stop[i].line < run->line[line].end_line)
            return spot_at(s, run, run_stage_of_stop(run, &run->stop[i]),
                           run_number_of_stop(run, &run->stop[i]));
    return s;
}

Spot spot_of_pass(Spot s, const Run *run, int loop, int number)
{
    int end, pass = pass_of_loop(run, loop, number, &end);
    return pass >= 0 ? spot_in_line(s, run, pass) : s;
}

static bool lies_in_pass(const Run *run, const Stop *stop, int pass)
{
    return stop->line >= pass && stop->line < run->line[pass].end_line;
}

/* True if a stop shows that kind of thing of that code. */
static bool is_alike(const Run *run, const Stop *a, const SpotInPass *is)
{
    return a->in.kind == is->in && run->line[a->line].node == is->node &&
           run->line[a->line].kind == is->kind;
}

SpotInPass spot_in_pass(const Run *run, const Spot *s)
{
    int pass = spot_pass_line(run, s);
    const Stop *now = spot_stop(run, s);
    if (pass < 0)
        return (SpotInPass){0};
    SpotInPass is = {.loop = run->line[pass].node,
                     .node = run->line[now->line].node,
                     .kind = run->line[now->line].kind,
                     .in = now->in.kind};
    for (const Stop *at = &run->stop[run->statement[now->statement].first_stop]; at < now; at++)
        is.before += lies_in_pass(run, at, pass) && is_alike(run, at, &is);
    return is;
}

/* The stop of a pass that is what another one is in its own; or else the first result of that pass; -1 for none. */
static int stop_in_pass(const Run *run, const SpotInPass *is, int pass)
{
    const RunStatement *x = &run->statement[run->line[pass].statement];
    int first = -1, before = is->before;
    for (int i = x->first_stop; i < x[1].first_stop; i++) {
        const Stop *at = &run->stop[i];
        if (!lies_in_pass(run, at, pass))
            continue;
        if (is_alike(run, at, is) && before-- == 0)
            return i;
        if (first < 0 && is_result(run, at) && run->line[at->line].call == run->line[pass].call)
            first = i;
    }
    return first;
}

bool spot_to_alike(Spot *s, const Run *run, int pass, const SpotInPass *is)
{
    int to = run->line[pass].node == is->loop ? stop_in_pass(run, is, pass) : -1;
    if (to >= 0)
        *s = moved_to(s, run, to);
    return to >= 0;
}

/* The first stop after a loop that is of its own function, or of one further outside. */
static int stop_after_loop(const Run *run, const Spot *s, int stop, int pass, int end)
{
    for (int i = stop + 1; i < run->stage_stop[s->stage + 1]; i++) {
        const Stop *at = &run->stop[i];
        int call = run->line[pass].call, of = at->line >= 0 ? run->line[at->line].call : -1;
        if (!is_result(run, at) ||
            (at->line >= run->line[pass].outer && at->line < end && at->line >= pass))
            continue;
        while (call >= 0 && call != of)
            call = run->line[call].outer >= 0 ? run->line[run->line[call].outer].call : -1;
        if (call == of)
            return i;
    }
    return -1;
}

bool spot_to_pass(Spot *s, const Run *run, int number)
{
    int pass = spot_pass_line(run, s), end = 0;
    if (pass < 0 || number < 1)
        return false;
    int stop = (int)(spot_stop(run, s) - run->stop);
    int other = pass_of_loop(run, pass, number, &end);
    int to = -1;
    const SpotInPass is = spot_in_pass(run, s);
    if (other >= 0)
        return spot_to_alike(s, run, other, &is);
    if (number > run_passes(run, pass))
        to = stop_after_loop(run, s, stop, pass, end);
    if (to < 0)
        return false;
    *s = moved_to(s, run, to);
    return true;
}

/* --- elsewhere -------------------------------------------------------------------------------- */

Spot spot_beside(Spot s, const Align *align, const Run *from)
{
    const Run *to = from == align_now(align) ? align_before(align) : align_now(align);
    if (!has_stage(from, &s))
        return spot_at(s, to, s.stage, s.stop);
    int partner = -1, stage = min_int(s.stage, to->lesson->stages - 1), anchor = -1;
    for (int b = min_int(s.stop, run_stops(from, s.stage)); b > 0 && partner < 0; b--)
        partner = align_stop(align, from, from->stage_stop[s.stage] + b - 1);
    if (s.anchor > 0 && s.anchor <= from->stops)
        anchor = align_stop(align, from, s.anchor - 1);
    s = partner >= 0 ? spot_at_stop(s, to, partner) : spot_at(s, to, stage, 0);
    Spot open = s;
    open.anchor = anchor + 1;
    return anchor >= 0 && (s.stop == 0 || spot_sees(to, &open, s.stop)) ? open : s;
}

bool spot_of_step(Spot *s, const Run *run, int step)
{
    int found = -1;
    for (int i = 0; run && step >= 0 && i < run->stops; i++)
        if (run->stop[i].kind == STOP_TENSOR && run->stop[i].step == step &&
            (found < 0 || run->stop[i].detail < run->stop[found].detail))
            found = i;
    if (found >= 0)
        *s = spot_at_stop(*s, run, found);
    return found >= 0;
}

const QkvTensor *spot_tensor(const Run *run, const Spot *s, int which)
{
    const QkvStep *step = spot_step(run, s);
    if (!step || which <= 0)
        return step && which == 0 ? step->call.out : NULL;
    for (int i = 0; i < step->call.count; i++)
        if (step->call.in[i]->step >= 0 && --which == 0)
            return step->call.in[i];
    return NULL;
}

int spot_tensors(const Run *run, const Spot *s)
{
    int count = 0;
    while (spot_tensor(run, s, count))
        count++;
    return count;
}

/* The line of the innermost code that is no level of its own in which a line ran; -1: of none. */
static int root_of_line(const Run *run, int line)
{
    while (line >= 0 && !is_clear_way(run, run_inside_of_line(run, line)))
        line = run->line[line].outer;
    return line;
}

const char *spot_path(Arena *a, const Run *run, const Spot *s, int width)
{
    const Stop *stop = spot_stop(run, s);
    if (!stop || stop->detail == DETAIL_BRIEF)
        return NULL;
    if (stop->line >= 0)
        return code_way(a, run, stop, root_of_line(run, stop->line), width);
    return stop->kind == STOP_TENSOR && stop->step >= 0 ? explain_path(a, run, stop->step, width)
                                                        : NULL;
}

const char *spot_program(Arena *a, const Run *run, const Spot *s)
{
    enum { CODE = 24 };
    const Stop *stop = spot_stop(run, s);
    bool has_one = stop && stop->line >= 0 && root_of_line(run, stop->line) >= 0;
    return has_one ? explain_code(a, run, stop->statement, CODE) : NULL;
}

const char *spot_number(Arena *a, const Run *run, const Spot *s)
{
    if (!has_stage(run, s) || s->stop == 0)
        return arena_format(a, "%d", s->stage);
    Spot closed = {.stage = s->stage, .detail = s->detail};
    bool is_inside = !spot_sees(run, &closed, s->stop);
    return arena_format(a, "%d.%d", s->stage, spot_count(run, &closed, s->stop) + is_inside);
}
