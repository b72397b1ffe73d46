#include "app/predict.h"

#include <stdio.h>
#include <string.h>

#include "app/cell_words.h"
#include "app/guess.h"
#include "app/update.h"
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

/* Whether the last hint or wrong guess was at the next result. */
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
    *hinted = (Hinted){w->lesson, w->stage, w->stop, cell, u.place.view.hints, !is_open};
    return !is_open;
}

/* The cell of the next result that words name; false after saying why none. */
static bool find_cell(Buf *out, const Run *run, const Place *next, const char *words, int64_t *cell)
{
    CellHere here = {.run = run, .step = place_step(run, next)};
    const QkvTensor *t = cell_of_words(&here, words, cell, out);
    if (t && t != here.step->call.out)
        buf_puts(out, "That is not in the next result: predict tells which that is.\n");
    return t == here.step->call.out;
}

/* --- what is predicted ------------------------------------------------------------------------ */

/* After a wrong one. */
static const char advice[] = "A number tries again, hint helps.\n";

/* The labels of the first number along so many axes: "x1 v1". */
static const char *first_cell(Arena *a, const QkvTensor *t, int axes)
{
    Buf text = {.arena = a};
    for (int d = 0; d < axes; d++)
        buf_printf(&text, "%s ", matrix_own_name(a, t, d, 0, 0));
    return buf_text(&text);
}

/* What can be typed of a result: "predict x1 v1 NUMBER, or x1 and its 3 numbers". */
static void put_ways(Buf *out, const QkvTensor *t)
{
    Arena arena = {0};
    long long cols = (long long)matrix_cols(t);
    buf_printf(out, "predict %sNUMBER", first_cell(&arena, t, t->rank));
    if (cols > 1 && t->rank > 1)
        buf_printf(out, ", or %sand its %lld numbers", first_cell(&arena, t, t->rank - 1), cols);
    else if (cols > 1)
        buf_printf(out, ", or all %lld numbers", cols);
    arena_release(&arena);
}

/* "x2 x3 0.5", "weights[x2][x3] = 1/2"; "x2 0.2 0.3 0.5", "x2 = 0.2 0.3 0.5", a row. */
typedef struct Guesses {
    char *of;          /* the words of the cell, or of the row            */
    const char *whole; /* after "=": a number may have blanks in it; or NULL */
    const char *last;  /* that, or the last word */
    GuessWords words;
} Guesses;

static Guesses read_guesses(Arena *a, const char *words)
{
    Guesses g = {.of = arena_string(a, words)};
    char *equals = strrchr(g.of, '=');
    if (equals) {
        *equals = '\0';
        for (char *end = equals; end > g.of && end[-1] == ' ';)
            *--end = '\0';
        g.whole = equals + 1 + strspn(equals + 1, " ");
    }
    g.words = guess_words(a, equals ? g.whole : g.of);
    g.last = g.whole ? g.whole : g.words.count > 0 ? g.words.word[g.words.count - 1] : "";
    return g;
}

/* The words before the last `numbers` of them. */
static const char *words_before(Arena *a, const Guesses *g, int numbers)
{
    Buf text = {.arena = a};
    for (int i = 0; !g->whole && i < g->words.count - numbers; i++)
        buf_printf(&text, i ? " %s" : "%s", g->words.word[i]);
    return g->whole ? g->of : buf_text(&text);
}

/* After "=" there can be several numbers; "5 - 1" is one. */
static bool has_several(const Guesses *g)
{
    return g->whole && g->words.count > 1 && guess_are_numbers(&g->words, 0);
}

/* One number, of a cell, or of the one that was hinted at. Nothing is said where that is not meant. */
static bool judge_cell(Buf *out, const Run *run, const Place *next, const Guesses *g, Hinted *last)
{
    Arena arena = {0};
    Buf said = {.arena = &arena};
    int64_t cell = last->cell;
    double value;
    const char *of = words_before(&arena, g, 1);
    bool is_one = place_step(run, next)->call.out->count == 1;
    bool ok = guess_read(g->last, &value) && !has_several(g) &&
              (*of || is_one ? find_cell(&said, run, next, of, &cell) : is_about(last, run, next));
    if (ok) {
        buf_puts(out, buf_text(&said));
        bool is_wrong = tell(out, run, next, cell, g->last, do_judge, last);
        buf_printf(out, "%s%s", is_wrong ? " " : "\n", is_wrong ? advice : "");
    }
    arena_release(&arena);
    return ok;
}

/* As many numbers as the rows have columns: of the row that is named, or of the first; then the advice. The first
 * that is wrong is tried again. */
static bool judge_row(Buf *out, const Run *run, const Place *next, const Guesses *g, Hinted *last)
{
    Arena arena = {0};
    Buf said = {.arena = &arena};
    int64_t cols = matrix_cols(place_step(run, next)->call.out), cell = 0;
    int64_t first = g->words.count - cols;
    bool ok = cols > 1 && first >= 0 && (!g->whole || first == 0) &&
              guess_are_numbers(&g->words, (int)first);
    const char *of = ok ? words_before(&arena, g, (int)cols) : "";
    const char *column = *of && of[strlen(of) - 1] == ']' ? "[0]" : " 0";
    ok = ok &&
         (!*of || find_cell(&said, run, next, arena_format(&arena, "%s%s", of, column), &cell));
    bool is_wrong = false;
    for (int64_t i = 0; ok && i < cols; i++) {
        const char *guess = g->words.word[first + i];
        Hinted hinted = {0};
        bool is_it = !tell(out, run, next, cell + i, guess, do_judge, &hinted);
        *last = is_wrong ? *last : hinted;
        is_wrong |= !is_it;
        buf_putc(out, '\n');
    }
    if (is_wrong)
        buf_printf(out, "A number tries %s again, hint helps.\n",
                   explain_cell(&arena, run, place_step(run, next)->call.out, last->cell));
    arena_release(&arena);
    return ok;
}

/* A cell or a row is named, and no number; false where that is not so. */
static bool refuse_nothing(Buf *out, const Run *run, const Place *next, const Guesses *g)
{
    Arena arena = {0};
    Buf said = {.arena = &arena};
    int64_t cols = matrix_cols(place_step(run, next)->call.out), cell;
    const char *first = arena_format(&arena, "%s 0", g->of);
    bool has_none = !g->whole || !*g->whole, is_cell = find_cell(&said, run, next, g->of, &cell),
         is_row = !is_cell && cols > 1 && find_cell(&said, run, next, first, &cell);
    if (has_none && is_cell)
        buf_printf(out, "Which number is it: predict %s NUMBER.\n", g->of);
    else if (has_none && is_row)
        buf_printf(out, "Which are they: predict %s and its %lld numbers.\n", g->of,
                   (long long)cols);
    arena_release(&arena);
    return has_none && (is_cell || is_row);
}

/* Why neither a number nor a row was predicted. */
static void refuse(Buf *out, const Run *run, const Place *next, const Guesses *g)
{
    Arena arena = {0};
    int64_t cell;
    double value;
    const char *of = words_before(&arena, g, 1);
    if (refuse_nothing(out, run, next, g)) {
        arena_release(&arena);
        return;
    }
    if (has_several(g)) {
        buf_puts(out, "After = there is one number, or all of a row: ");
    } else if (!guess_read(g->last, &value)) {
        guess_refuse(out, g->last);
        buf_puts(out, ": ");
    } else if (!*of)
        buf_puts(out, "Of which cell? ");
    else
        find_cell(out, run, next, of, &cell);
    put_ways(out, place_step(run, next)->call.out);
    buf_puts(out, ".\n");
    arena_release(&arena);
}

void predict_next(Buf *out, const Run *run, const Place *at, const char *words, Hinted *last)
{
    Arena arena = {0};
    Place next;
    Guesses g = read_guesses(&arena, words);
    if (!find_next(out, run, *at, &next)) {
        ; /* it is said */
    } else if (!*words) {
        buf_printf(out, "The next result, %d.%d:\n", next.where.stage,
                   place_count(run, &next, next.where.stop));
        spoken_task(out, run, &next);
        buf_puts(out, "-- ");
        put_ways(out, place_step(run, &next)->call.out);
        buf_puts(out, "; hint; Enter goes on to it --\n");
    } else if (!judge_cell(out, run, &next, &g, last) && !judge_row(out, run, &next, &g, last)) {
        refuse(out, run, &next, &g);
    }
    arena_release(&arena);
}

void predict_hint(Buf *out, const Run *run, const Place *at, const char *words, Hinted *hinted)
{
    Place next;
    int64_t cell = hinted->cell;
    if (find_next(out, run, *at, &next) &&
        ((!*words && is_about(hinted, run, &next)) || find_cell(out, run, &next, words, &cell))) {
        tell(out, run, &next, cell, "", do_hint, hinted);
        buf_putc(out, '\n');
    }
}
