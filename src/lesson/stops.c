#include "lesson/stops.h"

/* Whether a beat of a statement shows what a step of it made. */
static bool is_shown(const Run *run, const Line *line, int step)
{
    for (int b = line->first_beat; b < line[1].first_beat; b++)
        if (run->beat[b].step == step)
            return true;
    return false;
}

/* The first step behind those that were applied for a beat: a tensor that the statement made ends
 * them; for other beats it is the next such tensor, or the end of the statement. */
static int end_of_steps(const Run *run, const Line *line, int beat)
{
    int end = line[1].first_step;
    for (int b = beat; b < line[1].first_beat; b++) {
        int step = run->beat[b].step;
        bool is_new = step >= line->first_step && step < line[1].first_step;
        if (is_new && b == beat)
            return step;
        end = is_new && step < end ? step : end;
    }
    return end;
}

/* The steps `from` .. `to`-1 as stops, without those that beats show. */
static void add_inside(Run *run, const Line *line, int from, int to)
{
    for (int i = from; i < to; i++) {
        const QkvStep *step = &run->tape->step[i];
        const char *name = run_name_of_step(run, i, true);
        bool is_stage = step->group >= 0 && name;
        if (!is_shown(run, line, i))
            run->stop[run->stops++] = (Beat){.kind = BEAT_TENSOR,
                                             .detail = is_stage ? DETAIL_NORMAL : DETAIL_EVERY,
                                             .statement = (int)(line - run->line),
                                             .name = name,
                                             .tensor = step->call.out,
                                             .step = i};
    }
}

/* The beats of a statement in their order, each behind what led to it. */
static void add_stops(Run *run, const Line *line)
{
    int next = line->first_step;
    for (int b = line->first_beat; b < line[1].first_beat; b++) {
        int end = end_of_steps(run, line, b);
        add_inside(run, line, next, end);
        next = end > next ? end : next;
        run->stop[run->stops] = run->beat[b];
        run->stop[run->stops++].detail = DETAIL_BRIEF;
    }
    if (!line->hidden)
        add_inside(run, line, next, line[1].first_step);
}

void stops_make(Run *run, Arena *a)
{
    int stages = run->lesson->stages, stage = 0;
    run->stops = 0;
    run->stop = arena_many(a, (size_t)run->beats + (size_t)run->tape->count, Beat);
    run->stage_stop = arena_many(a, (size_t)stages + 1, int);
    for (int i = 0; i < run->lines; i++) {
        for (; stage <= run->line[i].stage; stage++)
            run->stage_stop[stage] = run->stops;
        run->line[i].first_stop = run->stops;
        add_stops(run, &run->line[i]);
    }
    for (; stage <= stages; stage++)
        run->stage_stop[stage] = run->stops;
    run->line[run->lines].first_stop = run->stops;
}
