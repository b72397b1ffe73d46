/* Reports over a page, to scroll through: what uses the number in question, and the result with each of
 * several values. They are those of the command line, as is all that a number is made of in plain mode. */
#include <string.h>

#include "base/common.h"
#include "lesson/reach.h"
#include "lesson/trial.h"
#include "view/explain.h"
#include "view/page.h"
#include "view/report.h"

enum { TOP = 2 };

/* --- texts ---------------------------------------------------------------------------------------- */

static const QkvTensor *asked_tensor(const Scene *s, const Place *p)
{
    return s->run->tape->step[p->asked.step].call.out;
}

/* The run in which the number is a little different says how what uses it moves. */
static void put_uses(Buf *out, Arena *a, const Scene *s, const Place *p)
{
    Err err = {0};
    const QkvTensor *t = asked_tensor(s, p);
    Reach *r = reach_of(s->run, t, p->asked.cell);
    ChangeLine line = {reach_change(a, s->run, t, p->asked.cell), false};
    WhatIf *w = line.text ? whatif_run(s->run, &line, 1, &err, NULL) : NULL;
    Comparison *same = w ? NULL : compare_runs(s->run, s->run);
    report_uses(out, r, w ? align_comparison(w->variant->align) : same, w ? line.text : NULL);
    compare_free(same);
    whatif_free(w);
    reach_free(r);
}

static void put_why(Buf *out, Arena *a, const Scene *s, const Place *p)
{
    (void)a;
    report_why(out, s->run, asked_tensor(s, p), p->asked.cell, TREE_LINES);
}

static void put_values(Buf *out, Arena *a, const Scene *s, const Place *p)
{
    const WhatIf *w = s->whatif;
    const QkvTensor *t = p->page == PAGE_CELL ? asked_tensor(s, p) : place_tensor(s->run, p, 0);
    Err err = {0};
    PlacePart part;
    if (!w || !w->several)
        return;
    Trials trials = {.change = w->several, .count = w->variants + 1};
    trials.trial = arena_many(&trials.arena, (size_t)trials.count, Trial);
    trials.trial[0] = (Trial){.value = "now", .run = w->before};
    for (int i = 0; i < w->variants; i++)
        trials.trial[i + 1] = (Trial){.value = w->variant[i].value, .run = w->variant[i].run};
    Results results = results_of(a, w->before);
    const QkvTensor *old = t ? align_tensor(s->align, s->run, t) : NULL;
    const char *name = NULL;
    for (int i = 0; old && i < results.count; i++)
        if (results.item[i].tensor == old && *results.item[i].name)
            name = results.item[i].name;
    if (trials_part(&trials, name, &part, &err))
        report_trials(out, &trials, &part);
    else
        buf_printf(out, "%s\n", err.message);
    arena_release(&trials.arena);
}

void page_report_text(Buf *out, const Scene *s, const Place *p)
{
    static void (*const reports[])(Buf *, Arena *, const Scene *, const Place *) = {
        [OVERLAY_USES] = put_uses, [OVERLAY_WHY] = put_why, [OVERLAY_VALUES] = put_values};
    Arena arena = {0};
    reports[p->overlay](out, &arena, s, p);
    arena_release(&arena);
}

static const char **lines_of(Arena *a, const Scene *s, const Place *p, int *count)
{
    Buf text = {.arena = a};
    const char **line = NULL;
    *count = 0;
    page_report_text(&text, s, p);
    for (const char *at = buf_text(&text); *at;) {
        size_t length = strcspn(at, "\n");
        arena_push(a, line, *count, arena_text(a, at, length));
        at += length + (at[length] == '\n');
    }
    return line;
}

/* --- the page ------------------------------------------------------------------------------------- */

bool page_is_report(const Place *p)
{
    return p->overlay == OVERLAY_USES || p->overlay == OVERLAY_VALUES;
}

int page_report_most(const Scene *s, const Place *p)
{
    Arena arena = {0};
    int lines;
    lines_of(&arena, s, p, &lines);
    int most = max_int(lines - page_help_rows(p), 0);
    arena_release(&arena);
    return most;
}

void page_report(Frame *f, const Scene *s, const Place *p)
{
    static const char *const titles[] = {[OVERLAY_USES] = "who uses this number?",
                                         [OVERLAY_VALUES] = "a result with each of the values"};
    Arena arena = {0};
    int lines;
    const char **line = lines_of(&arena, s, p, &lines);
    int rows = page_help_rows(p), most = max_int(lines - rows, 0);
    int first = clamp_int(p->help_scroll, 0, most);
    page_title(f, titles[p->overlay], page_what_if(&arena, s, p, "Esc closes"));
    for (int i = 0; i < rows && first + i < lines; i++)
        frame_fit(f, TOP + i, 0, f->width, STYLE_TEXT, line[first + i]);
    if (first < most && !s->message)
        frame_printf(f, f->height - 2, max_int(f->width - 12, 0), STYLE_STRONG, " v %3d more",
                     most - first);
    page_foot(f, s, p);
    arena_release(&arena);
}
