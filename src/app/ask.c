/* Questions to the reader: the answers of a stage, hidden numbers that are guessed, hints at them. */
#include <stdio.h>
#include <string.h>

#include "app/act.h"
#include "app/guess.h"
#include "base/common.h"
#include "lesson/answer.h"
#include "tell/axes.h"
#include "tell/explain.h"

/* --- answers ---------------------------------------------------------------------------------------- */

/* The stop after which the answers of a stage come, as it is seen from a spot: where that is inside of a call that is not
 * open, the next one that is seen; 0 in a stage without results. */
static int answered_at(const Act *act, const Spot *s)
{
    const Run *run = act_run(act);
    int stops = run_stops(run, s->stage), stop = answer_stop(run, s->stage);
    int at = spot_next(run, s, max_int(stop - 1, 0), 1);
    return stop == 0 ? 0 : at <= stops ? at : spot_next(run, s, stops + 1, -1);
}

bool ask_is_step(const Act *act, const Page *page, const Spot *s)
{
    bool is_answered = page->answered == s->stage + 1;
    return act_run(act) && act->m->look.answers && page_kind(page) == DOC_STAGE && !is_answered &&
           lesson_asks(&act_run(act)->lesson->stage[s->stage]) && s->stop == answered_at(act, s);
}

const char *ask_no_answer(const Act *act)
{
    Spot s = model_spot(act->m);
    if (act_is_on(act, PAGE_ANSWERS))
        return NULL;
    if (act_no_stage(act))
        return act_no_stage(act);
    return lesson_asks(&act_run(act)->lesson->stage[s.stage]) ? NULL : "this stage has no question";
}

/* True if the answers may be told by now; if not, says whose numbers they give away. */
static bool may_answer(Act *act, const Spot *s)
{
    Spot first;
    const Lens *l = &act->w->lens;
    if (act->again || !lens_withholds_text(l, s->stage, run_stops(l->run, s->stage), &first))
        return true;
    const Stop *stop = spot_stop(l->run, &first);
    act_say(act, "The answer may give away %s, which is hidden: %s again opens it.",
            stop && stop->name ? stop->name : spot_number(act->a, l->run, &first),
            act_way(act, "a", "answer"));
    act->m->asks_again = true;
    return false;
}

void ask_answer(Act *act, const char *none)
{
    (void)none;
    Page *page = act_page(act);
    if (page->name == PAGE_ANSWERS) {
        model_pop(act->m);
    } else if (page->answers) {
        page->answers = false;
    } else if (may_answer(act, &page->spot)) {
        page->answered = page->spot.stage + 1;
        page->answers = page->spot.stop == 0;
        if (page->spot.stop > 0)
            act_push(act, PAGE_ANSWERS);
    }
}

/* --- which number is guessed ------------------------------------------------------------------------ */

static bool can_hide(const Run *run, const QkvTensor *t)
{
    return t && t->count > 0 && run->tape->step[t->step].call.op->how != QKV_HOW_GIVEN;
}

const char *ask_no_guess(const Act *act)
{
    int64_t cell;
    Spot s = model_spot(act->m);
    const Run *run = act_run(act);
    const QkvTensor *t = act_tensor(act, &cell);
    if (run && act_asks(act))
        return lens_state(&act->w->lens, t, cell) == LENS_HIDDEN ? NULL
                                                                 : "this number is not hidden";
    if (!run || act_no_stage(act))
        return act_no_stage(act);
    return tell_guesses(&act->w->lens, &s) ? NULL : "there is no result here that was computed";
}

const char *ask_head(Arena *a, const Model *m, const World *w)
{
    const QkvTensor *t = w->lens.run->tape->step[m->prompt.step].call.out;
    return arena_format(a, "guess %s%s = ", explain_name(a, w->lens.run, t),
                        matrix_place(a, t, m->prompt.cell));
}

/* --- judging ---------------------------------------------------------------------------------------- */

/* Shows the cells that were guessed; or of a result that was shown, hides all others. */
static void reveal(Act *act, const QkvTensor *t, Cells right, bool was_shown)
{
    Spot home = model_spot(act->m);
    const Hidden *h = act->w->lens.hidden;
    if (h ? !hidden_home(h, t->step, &home.stage, &home.stop)
          : !spot_of_step(&home, act_run(act), t->step))
        return;
    int64_t end = right.from + right.count;
    if (!was_shown && right.count > 0)
        act_reveal(act, false, home.stage, home.stop, right);
    if (was_shown && right.from > 0)
        act_reveal(act, true, home.stage, home.stop, (Cells){0, right.from});
    if (was_shown && end < t->count)
        act_reveal(act, true, home.stage, home.stop, (Cells){end, t->count - end});
}

/* The next hidden cell besides those that are right now, or -1. */
static int64_t next_hidden(const Lens *l, const QkvTensor *t, Cells right, bool was_shown)
{
    int64_t cell = right.from + right.count;
    if (was_shown)
        return right.count < t->count ? cell % t->count : -1;
    for (int64_t tries = 0; tries <= right.count && cell >= 0; tries++) {
        cell = lens_first_hidden(l, t, cell % t->count);
        if (cell < right.from || cell >= right.from + right.count)
            return cell;
        cell++;
    }
    return -1;
}

/* Judges numbers of the cells from one on, as many as are right: "x1, 7 is too large" at the first that is wrong. The prompt
 * goes on to that, or to the next hidden one. */
static void judge_words(Act *act, const QkvTensor *t, int64_t cell, const GuessWords *g,
                        const double *number, bool was_shown)
{
    Prompt *p = &act->m->prompt;
    const Lens *l = &act->w->lens;
    int right = 0;
    const char *no = NULL;
    while (right < g->count &&
           !(no = tell_judge(l, t, cell + right, g->word[right], number[right])))
        right++;
    Cells done = {cell, right};
    reveal(act, t, done, was_shown);
    int64_t next = no ? cell + right : next_hidden(l, t, done, was_shown);
    p->hints = right > 0 ? 0 : p->hints;
    if (no)
        act_say(act, "%s%s%s: %s.", g->count == 1 ? "" : matrix_place(act->a, t, next),
                g->count == 1 ? "" : ": ", g->word[right], no);
    else if (next >= 0 && g->count == 1)
        act_say(act, "Right: %s = %s.", act_cell_name(act, t, cell), g->word[0]);
    else if (next >= 0)
        act_say(act, "Right.");
    if (next < 0) {
        *p = (Prompt){0};
        act_say(act, "Right. All of it is shown.");
        return;
    }
    p->line[p->caret = 0] = '\0';
    p->cell = next;
    if (act_result(act) == t && act_page(act)->pointer.thing == 0)
        act_page(act)->pointer.cell = next;
}

/* A line with as many numbers as a row has is one. */
static void judge(Act *act, const QkvTensor *t, int64_t cell, const char *words, bool was_shown)
{
    double number[GUESS_WORDS];
    GuessWords g = guess_numbers(act->a, words, number);
    int64_t cols = max_int64(matrix_cols(t), 1);
    cell -= g.count == cols ? cell % cols : 0;
    if (g.count == 0)
        act_say(act, "That is not a number, nor arithmetic like 1/3 or exp(-2).");
    else if (cell % cols + g.count > cols)
        act_say(act, "%d numbers are too many: from here on, the row has %lld.", g.count,
                (long long)(cols - cell % cols));
    else
        judge_words(act, t, cell, &g, number, was_shown);
}

void ask_judge(Act *act)
{
    Prompt *p = &act->m->prompt;
    if (p->line[strspn(p->line, " ")] == '\0')
        *p = (Prompt){0};
    else
        judge(act, act_run(act)->tape->step[p->step].call.out, p->cell, p->line, false);
}

/* Asks for a number; one that is shown is hidden first, with all of its result. In the line mode no prompt waits: what follows
 * is judged at once. */
static void begin_guess(Act *act, const QkvTensor *t, int64_t cell, const char *number)
{
    LensState state = lens_state(&act->w->lens, t, cell);
    bool was_shown = state != LENS_HIDDEN && state != LENS_PEEKED;
    Prompt *p = &act->m->prompt;
    prompt_open(act, PROMPT_GUESS, "");
    p->step = t->step;
    p->cell = cell;
    if (act_result(act) == t)
        act_page(act)->pointer = (Pointer){.thing = 0, .cell = cell};
    if (*number)
        judge(act, t, cell, number, was_shown);
    else if (was_shown)
        reveal(act, t, (Cells){cell, 0}, true);
    if (!*number && act->m->is_plain)
        act_say(act, "%s... is hidden: type this and a number.", ask_head(act->a, act->m, act->w));
    if (act->m->is_plain)
        *p = p->kind == PROMPT_NONE ? (Prompt){0}
                                    /* else a hint is at this number, or at the next */
                                    : (Prompt){.marked = -1, .step = p->step, .cell = p->cell};
}

/* The number pointed at if it is hidden, else the first hidden one of the result, else that pointed at. */
static void guess_here(Act *act, const char *number)
{
    int64_t cell;
    const Lens *l = &act->w->lens;
    if (act_kind(act) == DOC_STAGE && act_page(act)->spot.stop == 0) {
        Spot to = act_page(act)->spot;
        spot_step_on(&to, l->run);
        act_arrive(act, to);
    }
    const QkvTensor *t = act_tensor(act, &cell), *result = act_result(act);
    if (result && result != t)
        cell = 0;
    t = result ? result : t;
    int64_t hidden = l->hidden && result ? lens_first_hidden(l, t, cell) : -1;
    begin_guess(act, t, hidden < 0 ? cell : hidden, number);
}

/* "weights[x2, x2] = 0.98", "= 0.98", "weights[x2, x2]" or "". */
void ask_guess(Act *act, const char *words)
{
    const char *equals = strchr(words, '='), *no = ask_no_guess(act);
    const char *number = equals ? equals + 1 + strspn(equals + 1, " ") : "";
    int64_t cell;
    bool is_named = *words && words != equals;
    const QkvTensor *t = NULL;
    if (is_named)
        t = act_number(act, arena_text(act->a, words, strcspn(words, "=")), &cell);
    if (!is_named && no)
        act_say(act, "guess: %s.", no);
    else if (!is_named)
        guess_here(act, number);
    else if (t && can_hide(act_run(act), t))
        begin_guess(act, t, cell, number);
    else if (t)
        act_say(act, "guess: that number is written in the code.");
}

/* --- hints ------------------------------------------------------------------------------------------ */

void ask_next_hint(Act *act)
{
    Prompt *p = &act->m->prompt;
    const char *hint = tell_hint(act->a, &act->w->lens, p->step, p->cell, p->hints + 1);
    p->hints += hint != NULL;
    act_say(act, hint ? "Hint: %s" : "There is no stronger hint.%s", hint ? hint : "");
}

const char *ask_no_hint(const Act *act)
{
    int64_t cell;
    const QkvTensor *t = act_tensor(act, &cell);
    return !act_run(act)                           ? act_no_lesson(act)
           : t && lens_hides(&act->w->lens, t) > 0 ? NULL
                                                   : "nothing is hidden here";
}

/* The number that was guessed at last in a line of this stage, while it is hidden; NULL for none. */
static const QkvTensor *guessed_last(const Act *act, int64_t *cell)
{
    const Prompt *p = &act->m->prompt;
    const Lens *l = &act->w->lens;
    int stage, stop;
    bool is_here = p->marked < 0 && l->hidden && hidden_home(l->hidden, p->step, &stage, &stop) &&
                   stage == model_spot(act->m).stage;
    const QkvTensor *t = is_here ? l->run->tape->step[p->step].call.out : NULL;
    bool is_hidden = t && p->cell < t->count && lens_state(l, t, p->cell) == LENS_HIDDEN;
    *cell = is_hidden ? p->cell : -1;
    return is_hidden ? t : NULL;
}

/* The hint after those that were given on this number: the prompt that would be open keeps their count. */
void ask_hint(Act *act, const char *place)
{
    int64_t cell;
    const QkvTensor *last = *place ? NULL : guessed_last(act, &cell), *t = last;
    if (!last)
        t = *place ? act_number(act, place, &cell) : act_tensor(act, &cell);
    if (!t)
        return;
    cell = *place ? cell : lens_first_hidden(&act->w->lens, t, cell);
    Prompt *p = &act->m->prompt;
    int given = p->step == t->step && p->cell == cell ? p->hints : 0;
    const char *hint = tell_hint(act->a, &act->w->lens, t->step, cell, given + 1);
    *p = (Prompt){.marked = -1, .step = t->step, .cell = cell, .hints = given + (hint != NULL)};
    act_say(act, "%s: %s", act_cell_name(act, t, cell), hint ? hint : "there is no stronger hint.");
}
