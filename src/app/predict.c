#include "app/predict.h"

#include <stdio.h>
#include <string.h>

#include "app/cell_words.h"
#include "app/guess.h"
#include "app/update.h"
#include "base/common.h"
#include "view/spoken.h"

/* The next result, hidden: it was not told yet. False, and said so, when none comes. */
static bool find_next(Buf *out, const Run *run, Place at, Place *next)
{
    at.page = PAGE_STAGE;
    for (; at.where.stage < run->lesson->stages; at.where.stage++, at.where.stop = 0)
        while ((at.where.stop = place_next(run, &at, at.where.stop, 1)) <=
               run_stops(run, at.where.stage)) {
            *next = place_at(at, run, at.where.stage, at.where.stop);
            const QkvStep *step = place_step(run, next);
            if (step && step->call.count > 0 && step->call.out->count > 0) {
                *next = place_hide(*next, run);
                return true;
            }
        }
    buf_puts(out, "No result comes after this.\n");
    return false;
}

/* As the screens do it: `act` judges a guess, or gives a hint after so many. */
static void tell(Buf *out, const Run *run, const Place *next, const char *words, const char *guess,
                 KeyAct *act, Hinted *hinted)
{
    int64_t cell;
    CellHere here = {.run = run, .step = place_step(run, next)};
    const QkvTensor *t = cell_of_words(&here, words, &cell, out);
    if (!t)
        return;
    if (t != here.step->call.out) {
        buf_puts(out, "That is not in the next result: predict tells which that is.\n");
        return;
    }
    Scene scene = {.run = run, .is_plain = true};
    Update u = {.place = *next, .scene = &scene};
    bool is_same = hinted->stage == next->where.stage && hinted->stop == next->where.stop &&
                   hinted->cell == cell;
    u.place.view.aims = 1;
    u.place.view.aim = cell;
    u.place.view.hints = is_same ? hinted->hints : 0;
    snprintf(u.place.guess, sizeof u.place.guess, "%s", guess);
    act(&u);
    buf_printf(out, "%s\n", u.message ? u.message : u.said);
    *hinted = (Hinted){next->where.stage, next->where.stop, cell, u.place.view.hints};
}

/* The number at the end of "x2 x3 0.5" or "weights[x2][x3] = 1/2", which is cut off the words. */
static const char *cut_number(char *words)
{
    char *at = strrchr(words, '=');
    at = at ? at : strrchr(words, ' ');
    if (!at)
        return "";
    *at = '\0';
    for (char *end = at; end > words && end[-1] == ' ';)
        *--end = '\0';
    return at + 1 + strspn(at + 1, " ");
}

void predict_next(Buf *out, const Run *run, const Place *at, const char *words)
{
    Arena arena = {0};
    Place next;
    double value;
    char *cell = arena_string(&arena, words);
    const char *number = cut_number(cell);
    if (!find_next(out, run, *at, &next)) {
        ; /* it is said */
    } else if (!*words) {
        buf_printf(out, "The next result, %d.%d:\n", next.where.stage,
                   place_count(run, &next, next.where.stop));
        spoken_task(out, run, &next);
        buf_puts(out, "-- predict ROW COLUMN NUMBER, hint ROW COLUMN; Enter goes on to it --\n");
    } else if (guess_read(number, &value)) {
        tell(out, run, &next, cell, number, do_judge, &(Hinted){0});
    } else {
        buf_puts(out, "That is no number, nor arithmetic like 1/3 or exp(-2), after the cell: "
                      "predict x2 x3 0.5\n");
    }
    arena_release(&arena);
}

void predict_hint(Buf *out, const Run *run, const Place *at, const char *words, Hinted *hinted)
{
    Place next;
    if (find_next(out, run, *at, &next))
        tell(out, run, &next, words, "", do_hint, hinted);
}
