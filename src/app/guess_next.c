#include "app/guess_next.h"

#include <stdio.h>
#include <string.h>

#include "app/guess.h"
#include "app/named.h"
#include "app/update.h"
#include "base/common.h"
#include "view/explain.h"
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

/* True when the last hint or wrong guess was at the next result. */
static bool is_about(const Hinted *last, const Run *run, const Place *next)
{
    const Where *w = &next->where;
    return last->is_set && last->lesson == w->lesson && last->stage == w->stage &&
           last->stop == w->stop && last->cell < place_step(run, next)->call.out->count;
}

/* As the screens do it: `act` judges a guess at a cell, or gives a hint after so many. Whether the guess was
 * wrong. */
static bool tell(Buf *out, const Run *run, const Place *next, int64_t cell, const char *guess,
                 KeyAct *act, Hinted *hinted)
{
    Scene scene = {.run = run, .is_plain = true};
    Update u = {.place = *next, .scene = &scene};
    bool is_same = is_about(hinted, run, next) && hinted->cell == cell;
    u.place.view.aims = 1;
    u.place.view.aim = cell;
    u.place.view.hints = is_same ? hinted->hints : 0;
    snprintf(u.place.guess, sizeof u.place.guess, "%s", guess);
    act(&u);
    buf_puts(out, u.message ? u.message : u.said);
    bool is_open = u.place.view.hidden < next->view.hidden;
    const Where *w = &next->where;
    *hinted = (Hinted){w->lesson, w->stage, w->stop, cell, u.place.view.hints, true};
    return !is_open;
}

/* The part of the next result that is named, the number of `last` for "", or else its first; false after saying why
 * it is none. */
static bool find_part(Buf *out, const Run *run, const Place *next, const char *text,
                      const Hinted *last, NamedPart *part)
{
    NamedHere here = {.run = run, .step = place_step(run, next)};
    const QkvTensor *t = here.step->call.out;
    if (!*text) {
        *part = (NamedPart){.t = t};
        qkv_tensor_index(t, is_about(last, run, next) ? last->cell : 0, part->index);
        return true;
    }
    if (!named_read(&here, text, part, out))
        return false;
    if (part->t != t)
        buf_puts(out, "That is not in the next result: guess alone tells which that is.\n");
    return part->t == t;
}

/* Tells what can be typed of the next result. */
static void put_ways(Buf *out, const Run *run, const Place *next)
{
    Arena arena = {0};
    const QkvTensor *t = place_step(run, next)->call.out;
    buf_printf(out, "guess: which number? guess %s = 0.5", explain_cell(&arena, run, t, 0));
    if (t->rank > 1 && matrix_cols(t) > 1) {
        buf_printf(out, "; or a row, guess %s", explain_name(&arena, run, t));
        for (int d = 0; d < t->rank - 1; d++)
            buf_printf(out, "[%s]", matrix_own_name(&arena, t, d, 0, 0));
        buf_printf(out, " = and its %lld numbers", (long long)matrix_cols(t));
    }
    buf_puts(out, ".\n");
    arena_release(&arena);
}

/* One number, or as many as the row has: each is judged, and the first that is wrong is the one to go on with. */
static void judge(Buf *out, const Run *run, const Place *next, const NamedPart *part,
                  const GuessWords *guess, Hinted *last)
{
    int64_t cell = named_first(part), cols = matrix_cols(part->t);
    bool is_row = part->t->rank > 0 && part->index[part->t->rank - 1] < 0;
    bool is_any_wrong = false;
    if (guess->count != (is_row ? cols : 1)) {
        buf_printf(out, "After = %lld number%s: %s.\n", (long long)(is_row ? cols : 1),
                   plural(is_row ? cols : 1), is_row ? "all of the row" : "this is no row");
        return;
    }
    for (int i = 0; i < guess->count; i++) {
        Hinted hinted = *last;
        bool is_wrong = tell(out, run, next, cell + i, guess->word[i], do_judge, &hinted);
        *last = is_any_wrong ? *last : hinted;
        is_any_wrong |= is_wrong;
        buf_putc(out, '\n');
    }
    if (is_any_wrong)
        buf_puts(out, "guess = NUMBER tries again, hint helps.\n");
}

/* The numbers after "="; "5 - 1" is one. */
static GuessWords numbers_of(Arena *a, const char *text)
{
    GuessWords words = guess_words(a, text);
    double value;
    if (guess_read(text, &value) || !guess_are_numbers(&words, 0)) {
        words.count = *text != '\0';
        words.word[0] = text;
    }
    return words;
}

void guess_next(Buf *out, const Run *run, const Place *at, const char *line, Hinted *last)
{
    Arena arena = {0};
    Place next;
    NamedPart part;
    double value;
    const char *sign = strchr(line, '='), *end = sign ? sign : line;
    while (end > line && end[-1] == ' ')
        end--;
    const char *text = sign ? sign + 1 + strspn(sign + 1, " ") : "";
    GuessWords guess = numbers_of(&arena, text);
    if (!find_next(out, run, *at, &next)) {
        ; /* it is said */
    } else if (!sign) {
        buf_printf(out, "The next result, %d.%d:\n", next.where.stage,
                   place_count(run, &next, next.where.stop));
        spoken_task(out, run, &next);
        put_ways(out, run, &next);
    } else if (guess.count == 1 && !guess_read(guess.word[0], &value)) {
        guess_refuse(out, guess.word[0]);
        buf_puts(out, ".\n");
    } else if (guess.count == 0) {
        put_ways(out, run, &next);
    } else if (find_part(out, run, &next, arena_text(&arena, line, (size_t)(end - line)), last,
                         &part)) {
        judge(out, run, &next, &part, &guess, last);
    }
    arena_release(&arena);
}

void guess_hint(Buf *out, const Run *run, const Place *at, const char *place, Hinted *hinted)
{
    Place next;
    NamedPart part;
    if (find_next(out, run, *at, &next) && find_part(out, run, &next, place, hinted, &part)) {
        tell(out, run, &next, named_first(&part), "", do_hint, hinted);
        buf_putc(out, '\n');
    }
}
