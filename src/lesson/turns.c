/* Passes that are given back.
 *
 * A loop of thousands of passes would be millions of steps. Where a good part of what a run may keep was made since
 * something was given back last, the passes before the one at hand go: their lines, what they bound and their
 * operations. Each remains as a line, with its loss. The first pass stays, so do the last ones, and those that the lesson
 * is run for (Lesson.kept): a reader who goes to another one has the lesson run again for that. Runs are the same each
 * time, to the bit, so what is seen there is what was given back.
 *
 * What decides is counted, and never bytes or time: a lesson has the same stops wherever it is run. Memory alone is
 * looked after by what it is, and shows nowhere. */
#include "lesson/turns.h"

#include <string.h>

#include "base/common.h"

enum {
    TURNS_STEPS = 1 << 14,
    TURNS_CELLS = 1 << 22,
    TURNS_LINES = 1 << 13,
    TURNS_BESIDE = 2, /* passes kept on each side of the one that is wanted */
};

/* --- giving back ------------------------------------------------------------------------------------ */

void turns_note_losses(Recorder *r, int group)
{
    const QkvTape *tape = r->run->tape;
    if (!r->loss)
        r->loss = arena_many(r->arena, RUN_LOSSES, double);
    for (int g = group; g < tape->groups && r->losses < RUN_LOSSES; g++)
        if (tape->group[g].from && tape->group[g].from->count == 1)
            r->loss[r->losses++] = qkv_tensor_at(tape->group[g].from, 0);
}

bool turns_cut(Recorder *r, Eval *e, int steps, int groups, int count,
               const QkvTensor *const also[], int *place)
{
    const QkvTensor **live;
    int lives, made = r->run->tape->count - steps;
    if (!heap_tensors(e, &r->live, &live, &lives))
        return false;
    for (int i = 0; i < count; i++)
        if (also[i])
            arena_push(e->arena, live, lives, also[i]);
    return qkv_cut(e->q, steps, groups, lives, live,
                   arena_format(e->arena,
                                "what the %s computed, in %d operations that are not kept",
                                place ? "pass" : "line", made),
                   place);
}

static void begin_walk(Recorder *r, Eval *e, const Value *item, Iterator *it)
{
    const Value drawn = {.kind = VALUE_ITERATOR, .iterator = it};
    heap_clear(&r->live);
    if (item)
        heap_add(e, &r->live, item);
    if (it)
        heap_add(e, &r->live, &drawn);
}

static bool is_kept(const Run *run, const RunLine *pass)
{
    for (int i = 0; i < run->lesson->keeps; i++) {
        const KeptPass *k = &run->lesson->kept[i];
        if (k->line == pass->first && !pass->library && pass->number >= k->number - TURNS_BESIDE &&
            pass->number <= k->number + TURNS_BESIDE)
            return true;
    }
    return pass->number == 1;
}

/* The first of the passes of a loop at the end of the lines that can all go; the end of the lines where there is none. */
static int first_pass(const Recorder *r, const Node *loop)
{
    const Run *run = r->run;
    int first = run->lines;
    for (int i = r->now < 0 ? r->first_line : r->now + 1; i < run->lines;
         i = run->line[i].end_line) {
        const RunLine *line = &run->line[i];
        if (line->outer != r->now || line->kind != LINE_PASS || line->node != loop)
            continue;
        first = is_kept(run, line) ? run->lines : min_int(first, i);
    }
    return first;
}

/* Notes the number that each pass is told by in its line: these are kept, a list of `count`. */
static const QkvTensor **note_passes(const Recorder *r, Eval *e, int first, int *count)
{
    const Run *run = r->run;
    const QkvTensor **loss = NULL;
    *count = 0;
    for (int i = first; i < run->lines; i = run->line[i].end_line) {
        RunLine *line = &run->line[i];
        if (line->kind != LINE_PASS || line->outer != r->now)
            continue;
        line->loss = run_loss_of_pass(run, i, &line->goes_back);
        arena_push(e->arena, loss, *count, line->loss);
    }
    return loss;
}

/* Leaves of each pass its line, which goes over what is left of its steps. place[i]: see qkv_cut. */
static void shorten_lines(Recorder *r, int first, int steps, const int *place)
{
    Run *run = r->run;
    int was = run->lines, bounds = run->line[first].first_bound, next = first;
    int had = run->bounds;
    for (int i = first, end; i < was; i = end) {
        RunLine line = run->line[i];
        end = line.end_line;
        if (line.kind != LINE_PASS || line.outer != r->now)
            continue;
        line.is_left = true;
        line.first_step = place[line.first_step - steps];
        line.end_step = place[line.end_step - steps];
        int from = line.first_bound, count = line.bounds;
        line.first_bound = bounds;
        line.bounds = 0;
        for (int b = from; b < from + count; b++)
            if (!run->bound[b].tensor) {
                run->bound[bounds++] = run->bound[b];
                line.bounds++;
            }
        run->line[next] = line;
        run->line[next].end_line = next + 1;
        next++;
    }
    run->lines = next;
    run->bounds = bounds;
    for (int i = next; i < was; i++)
        run->line[i] = (RunLine){0};
    for (int b = bounds; b < had; b++)
        run->bound[b] = (RunBound){0};
}

/* The marks of lines before stay; each pass that is left has one. Nothing is to be shown of what is left of the steps. */
static void shorten_marks(Recorder *r, int first, int steps)
{
    const Run *run = r->run;
    int marks = 0, was = r->marks;
    for (int m = 0; m < was; m++)
        if (r->mark[m].stop.line < first)
            r->mark[marks++] = r->mark[m];
    for (int m = marks; m < was; m++)
        r->mark[m] = (LineStop){0};
    r->marks = marks;
    for (int i = first; i < run->lines; i++)
        arena_push(r->arena, r->mark, r->marks,
                   ((LineStop){{.kind = STOP_LINE,
                                .step = -1,
                                .detail = DETAIL_EVERY,
                                .statement = run->statements,
                                .line = i},
                               2 * (int64_t)run->line[i].end_step}));
    while (r->spans > 0 && r->span[r->spans - 1].first >= steps)
        r->spans--;
    if (run->tape->count > steps)
        arena_push(r->arena, r->span, r->spans, ((StepSpan){steps, run->tape->count}));
}

/* Gives the passes of a loop back that nobody looks at. */
static void give_passes_back(Recorder *r, Eval *e, int first)
{
    const Run *run = r->run;
    const RunLine *line = &run->line[first];
    int steps = line->first_step, groups = line->first_group, count;
    int *place = arena_many(e->arena, (size_t)(run->tape->count - steps) + 1, int);
    const QkvTensor **loss = note_passes(r, e, first, &count);
    if (!turns_cut(r, e, steps, groups, count, loss, place))
        return;
    shorten_lines(r, first, steps, place);
    shorten_marks(r, first, steps);
}

static bool is_due(const Recorder *r, const Eval *e, const LoopBegin *begin)
{
    const Run *run = r->run;
    const Turned *k = &r->turned;
    return run->tape->count - max_int(begin->steps, k->steps) > TURNS_STEPS ||
           qkv_cells(e->q) - max_int64(begin->cells, k->cells) > TURNS_CELLS ||
           run->lines - max_int(r->first_line, k->lines) > TURNS_LINES;
}

/* Looks for what nothing reaches any more: best where passes were just given back, for then there is little to go
 * through; a quarter of what is waited for is enough there. */
static void sweep(Recorder *r, const Eval *e, bool gave_back)
{
    enum { LEAST = 48 << 20 };
    if (e->arena->used < (gave_back ? r->due - r->wait / 4 * 3 : r->due))
        return;
    qkv_sweep(e->q, r->stack);
    r->wait = e->arena->used / 2 > LEAST ? e->arena->used / 2 : LEAST;
    r->due = e->arena->used + r->wait;
}

void turns_between(Eval *e, const Node *loop, const LoopBegin *begin, const Value *item,
                   Iterator *it)
{
    Recorder *r = e->watch->context;
    const Run *run = r->run;
    bool may = !r->probe && !run->is_cut && !qkv_goes_back(e->q);
    bool is_time = may && is_due(r, e, begin);
    if (is_time) {
        begin_walk(r, e, item, it);
        int first = r->off > 0 ? run->lines : first_pass(r, loop);
        if (r->off > 0) {
            int losses = r->losses;
            turns_note_losses(r, begin->groups);
            if (!turns_cut(r, e, begin->steps, begin->groups, 0, NULL, NULL))
                r->losses = losses;
        } else if (first < run->lines)
            give_passes_back(r, e, first);
        r->turned = (Turned){run->tape->count, run->lines, qkv_cells(e->q)};
    }
    sweep(r, e, is_time);
}
