#include "app/ask.h"

#include <stdio.h>
#include <string.h>

#include "app/class.h"
#include "app/go.h"
#include "app/judge.h"
#include "app/typed.h"
#include "base/common.h"
#include "tell/axes.h"
#include "tell/explain.h"

/* --- answers ---------------------------------------------------------------------------------------- */

const char *ask_no_answer(const Act *act)
{
    Spot s = model_spot(act->m);
    if (act_is_on(act, PAGE_ANSWERS))
        return NULL;
    if (act_no_stage(act))
        return act_no_stage(act);
    return lesson_asks(&act_run(act)->lesson->stage[s.stage]) ? NULL
                                                              : "this stage asks no question";
}

/* True if the answers may be told by now; if not, says whose numbers they give away. */
static bool may_answer(Act *act, const Spot *s)
{
    Spot first;
    const Lens *l = &act->w->lens;
    if (act->again || !lens_withholds_text(l, s->stage, run_stops(l->run, s->stage), &first))
        return true;
    const Stop *stop = spot_stop(l->run, &first);
    act_say(act, "The answer may tell numbers of %s, which is hidden: %s again opens it.",
            stop && stop->name ? stop->name : spot_number(act->a, l->run, &first),
            act->m->is_plain ? "answer" : "a");
    act->m->asks_again = true;
    return false;
}

void ask_answer(Act *act, const char *none)
{
    (void)none;
    Page *page = act_page(act);
    const char *no = ask_no_answer(act);
    if (no) {
        act_say(act, "No answer here: %s.", no);
    } else if (page->name == PAGE_ANSWERS) {
        model_pop(act->m);
    } else if (page->answers) {
        page->answers = false;
    } else if (may_answer(act, &page->spot)) {
        page->answered = page->spot.stage + 1;
        page->answers = page->spot.stop == 0;
        if (page->spot.stop > 0)
            model_push(act->m, (Page){.name = PAGE_ANSWERS, .spot = page->spot});
    }
}

/* --- which number is guessed ------------------------------------------------------------------------ */

static const QkvTensor *result_at(const Act *act, const Spot *s)
{
    return act_run(act) ? spot_tensor(act_run(act), s, 0) : NULL;
}

static bool can_hide(const Act *act, const QkvTensor *t)
{
    return t && t->count > 0 && act_run(act)->tape->step[t->step].call.op->how != QKV_HOW_GIVEN;
}

const char *ask_no_guess(const Act *act)
{
    int64_t cell;
    Spot s = model_spot(act->m);
    if (!act_run(act))
        return act_no_lesson(act);
    const QkvTensor *t = act_tensor(act, &cell);
    if (act_kind(act) == DOC_NUMBER)
        return t && lens_state(&act->w->lens, t, cell) == LENS_HIDDEN ? NULL
                                                                      : "this number is not hidden";
    if (act_no_stage(act))
        return act_no_stage(act);
    if (s.stop == 0) {
        int next = spot_next(act_run(act), &s, 0, 1);
        if (next > run_stops(act_run(act), s.stage))
            return "there is no result in this stage";
        s.stop = next;
    }
    return can_hide(act, result_at(act, &s)) ? NULL : "there is no result here that was computed";
}

static void begin_guess(Act *act, const QkvTensor *t, int64_t cell)
{
    typed_begin(act, PROMPT_GUESS, "");
    act->m->prompt.step = t->step;
    act->m->prompt.cell = cell;
    Page *page = act_page(act);
    if (page->name == PAGE_STAGE && result_at(act, &page->spot) == t)
        page->pointer = (Pointer){.thing = 0, .cell = cell};
}

const char *ask_head(Arena *a, const Model *m, const World *w)
{
    const QkvTensor *t = w->lens.run->tape->step[m->prompt.step].call.out;
    return arena_format(a, "guess %s%s = ", explain_name(a, w->lens.run, t),
                        matrix_place(a, t, m->prompt.cell));
}

/* The number pointed at if it is hidden, else the first hidden one of the result; where nothing is hidden all of it is hidden
 * first. */
static void guess_here(Act *act)
{
    Page *page = act_page(act);
    const Lens *l = &act->w->lens;
    if (page->name == PAGE_NUMBER) {
        begin_guess(act, l->run->tape->step[page->step].call.out, page->cell);
        return;
    }
    if (page->spot.stop == 0) {
        Spot to = page->spot;
        spot_step_on(&to, l->run);
        act_arrive(act, to);
        page = act_page(act);
    }
    const QkvTensor *t = result_at(act, &page->spot);
    int64_t at = page->pointer.thing == 0 ? page->pointer.cell : 0;
    int64_t cell = l->hidden ? lens_first_hidden(l, t, at) : -1;
    if (cell < 0)
        act_reveal(act, true, page->spot.stage, page->spot.stop, (Cells){0, t->count});
    begin_guess(act, t, cell < 0 ? at : cell);
}

/* --- judging ---------------------------------------------------------------------------------------- */

/* The next hidden cell besides those that are right now, or -1. */
static int64_t next_hidden(const Act *act, const QkvTensor *t, int64_t from, Cells right)
{
    const Lens *l = &act->w->lens;
    int64_t at = from;
    for (int64_t tries = 0; tries < t->count; tries += right.count + 1) {
        int64_t cell = lens_first_hidden(l, t, at % t->count);
        if (cell < 0)
            return -1;
        if (cell < right.from || cell >= right.from + right.count)
            return cell;
        at = right.from + right.count;
        if (lens_hides(l, t) <= right.count)
            return -1;
    }
    return -1;
}

static void show_right(Act *act, const QkvTensor *t, Cells right)
{
    int stage, stop;
    if (act->w->lens.hidden && hidden_home(act->w->lens.hidden, t->step, &stage, &stop))
        act_reveal(act, false, stage, stop, right);
}

/* Judges numbers of the cells from one on, as many as are right: "x1, 7 is too large" at the first that is wrong. The prompt
 * goes on to that, or to the next hidden one. */
static void judge_words(Act *act, const QkvTensor *t, int64_t cell, const GuessWords *g)
{
    Prompt *p = &act->m->prompt;
    int decimals = act->w->lens.decimals, right = 0;
    const char *name = act_cell_name(act, t, cell);
    while (right < g->count && judge_is_right(g->word[right], t, cell + right, decimals))
        right++;
    if (right > 0)
        show_right(act, t, (Cells){cell, right});
    if (right < g->count) {
        const char *place = g->count == 1
                                ? ""
                                : arena_format(act->a,
                                               "%s: ", matrix_place(act->a, t, cell + right));
        typed_say(p, arena_format(act->a, "%s%s: %s.", place, g->word[right],
                                  judge_wrong(g->word[right], t, cell + right)));
        if (right > 0)
            p->hints = 0;
        p->cell = cell + right;
    } else {
        Cells done = {cell, right};
        int64_t next = next_hidden(act, t, cell + right, done);
        if (next < 0) {
            act_say(act, "Right. All of it is shown.");
            *p = (Prompt){0};
            return;
        }
        typed_say(p, g->count == 1 ? arena_format(act->a, "Right: %s = %s.", name, g->word[0])
                                   : "Right.");
        p->cell = next;
        p->hints = 0;
    }
    typed_put(p, "");
    Page *page = act_page(act);
    if (page->name == PAGE_STAGE && page->pointer.thing == 0 && result_at(act, &page->spot) == t)
        page->pointer.cell = p->cell;
}

static bool judge(Act *act, const QkvTensor *t, int64_t cell, const char *words, const char **no)
{
    GuessWords g = guess_numbers(act->a, words, number_format(t, 4).kind != NUMBER_WHOLE);
    int64_t cols = max_int64(matrix_cols(t), 1);
    Buf why = {.arena = act->a};
    if (g.count == cols && cols > 1)
        cell -= cell % cols;
    if (!guess_are_numbers(&g, 0)) {
        guess_refuse(&why, words);
        *no = arena_format(act->a, "%s.", buf_text(&why));
        return false;
    }
    if (cell % cols + g.count > cols) {
        *no = arena_format(act->a, "%d numbers are more than the row has from here on, %lld.",
                           g.count, (long long)(cols - cell % cols));
        return false;
    }
    judge_words(act, t, cell, &g);
    return true;
}

void ask_judge(Act *act)
{
    Prompt *p = &act->m->prompt;
    const char *no = "";
    const QkvTensor *t = act_run(act)->tape->step[p->step].call.out;
    if (p->line[strspn(p->line, " ")] == '\0')
        *p = (Prompt){0};
    else if (!judge(act, t, p->cell, p->line, &no))
        typed_say(p, no);
}

/* Line mode: the verdict is the message, and no prompt stays open. */
static void judge_once(Act *act, const QkvTensor *t, int64_t cell, const char *words)
{
    const char *no = "";
    begin_guess(act, t, cell);
    if (!judge(act, t, cell, words, &no))
        act_say(act, "%s", no);
    else if (*act->m->prompt.said)
        act_say(act, "%s", act->m->prompt.said);
    act->m->prompt = (Prompt){0};
}

/* A line has no prompt to wait in. */
static void guess_without_number(Act *act)
{
    guess_here(act);
    if (!act->m->is_plain)
        return;
    act_say(act, "%s... is hidden: type it with a number.", ask_head(act->a, act->m, act->w));
    act->m->prompt = (Prompt){0};
}

/* "weights[x2, x2] = 0.98", "= 0.98", "weights[x2, x2]" or "". */
void ask_guess(Act *act, const char *words)
{
    const char *equals = strchr(words, '='), *no = ask_no_guess(act);
    bool is_named = *words && words != equals;
    int64_t cell = -1;
    const QkvTensor *t = NULL;
    if (!act_run(act) || (no && !is_named)) {
        act_say(act, "Nothing to guess: %s.", no ? no : act_no_lesson(act));
        return;
    }
    if (!is_named && (!equals || !act->m->is_plain)) {
        guess_without_number(act);
        return;
    }
    if (is_named) {
        t = act_number(act, arena_text(act->a, words, strcspn(words, "=")), &cell);
    } else {
        t = act_tensor(act, &cell);
        cell = t ? lens_first_hidden(&act->w->lens, t, cell) : -1;
    }
    if (is_named && !t)
        return;
    if (!t || cell < 0 || lens_state(&act->w->lens, t, cell) != LENS_HIDDEN)
        act_say(act, "That number is not hidden.");
    else if (equals)
        judge_once(act, t, cell, equals + 1 + strspn(equals + 1, " "));
    else
        begin_guess(act, t, cell);
}

/* --- hints ------------------------------------------------------------------------------------------ */

void ask_next_hint(Act *act)
{
    Prompt *p = &act->m->prompt;
    const char *hint = tell_hint(act->a, &act->w->lens, p->step, p->cell, p->hints + 1);
    if (hint)
        p->hints++;
    typed_say(p, hint ? arena_format(act->a, "Hint: %s", hint) : "There is no stronger hint.");
}

const char *ask_no_hint(const Act *act)
{
    int64_t cell;
    const QkvTensor *t = act_tensor(act, &cell);
    if (!act_run(act))
        return act_no_lesson(act);
    return t && lens_hides(&act->w->lens, t) > 0 ? NULL : "nothing is hidden here";
}

/* The hint after those that were given on this number: the prompt that would be open keeps their count. */
void ask_hint(Act *act, const char *place)
{
    int64_t cell;
    const char *no = *place ? NULL : ask_no_hint(act);
    const QkvTensor *t = *place ? act_number(act, place, &cell) : act_tensor(act, &cell);
    if (no)
        act_say(act, "No hint: %s.", no);
    if (no || !t)
        return;
    cell = *place ? cell : lens_first_hidden(&act->w->lens, t, cell);
    Prompt *p = &act->m->prompt;
    int given = p->step == t->step && p->cell == cell ? p->hints : 0;
    const char *hint = tell_hint(act->a, &act->w->lens, t->step, cell, given + 1);
    *p = (Prompt){.marked = -1, .step = t->step, .cell = cell, .hints = given + (hint != NULL)};
    act_say(act, hint ? "%s: %s" : "%s: there is no stronger hint.", act_cell_name(act, t, cell),
            hint ? hint : "");
}
