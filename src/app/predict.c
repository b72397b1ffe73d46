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

/* As the screens do it: `act` judges a guess at a cell, or gives a hint after so many. Whether the guess was
 * wrong. */
static bool tell(Buf *out, const Run *run, const Place *next, int64_t cell, const char *guess,
                 KeyAct *act, Hinted *hinted)
{
    Scene scene = {.run = run, .is_plain = true};
    Update u = {.place = *next, .scene = &scene};
    bool is_same = hinted->stage == next->where.stage && hinted->stop == next->where.stop &&
                   hinted->cell == cell;
    u.place.view.aims = 1;
    u.place.view.aim = cell;
    u.place.view.hints = is_same ? hinted->hints : 0;
    snprintf(u.place.guess, sizeof u.place.guess, "%s", guess);
    act(&u);
    buf_puts(out, u.message ? u.message : u.said);
    *hinted = (Hinted){next->where.stage, next->where.stop, cell, u.place.view.hints};
    return u.place.view.hidden == next->view.hidden;
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
static const char advice[] = "Predict another, or hint with the same cell.\n";

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

/* One number, of a cell. Nothing is said where that is not meant. */
static bool judge_cell(Buf *out, const Run *run, const Place *next, const Guesses *g)
{
    Arena arena = {0};
    Buf said = {.arena = &arena};
    int64_t cell;
    double value;
    const char *of = words_before(&arena, g, 1);
    bool is_one = place_step(run, next)->call.out->count == 1;
    bool ok = guess_read(g->last, &value) && (*of || is_one) &&
              find_cell(&said, run, next, of, &cell);
    if (ok) {
        buf_puts(out, buf_text(&said));
        bool is_wrong = tell(out, run, next, cell, g->last, do_judge, &(Hinted){0});
        buf_printf(out, "%s%s", is_wrong ? " " : "\n", is_wrong ? advice : "");
    }
    arena_release(&arena);
    return ok;
}

/* As many numbers as the rows have columns: of the row that is named, or of the first; then the advice. */
static bool judge_row(Buf *out, const Run *run, const Place *next, const Guesses *g)
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
        is_wrong |= tell(out, run, next, cell + i, guess, do_judge, &(Hinted){0});
        buf_putc(out, '\n');
    }
    buf_puts(out, is_wrong ? advice : "");
    arena_release(&arena);
    return ok;
}

/* Why neither a number nor a row was predicted. */
static void refuse(Buf *out, const Run *run, const Place *next, const Guesses *g)
{
    Arena arena = {0};
    int64_t cell;
    double value;
    const char *of = words_before(&arena, g, 1);
    if (!guess_read(g->last, &value) && !(g->whole && guess_are_numbers(&g->words, 0)))
        buf_puts(out, "That is no number, nor arithmetic like 1/3 or exp(-2), after the cell: "
                      "predict x2 x3 0.5\n");
    else if (!*of || !find_cell(out, run, next, of, &cell))
        buf_printf(out, "A whole row: predict ROW and all of its %lld numbers.\n",
                   (long long)matrix_cols(place_step(run, next)->call.out));
    arena_release(&arena);
}

void predict_next(Buf *out, const Run *run, const Place *at, const char *words)
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
        buf_puts(out, "-- predict ROW COLUMN NUMBER, or ROW and all of its numbers; hint ROW "
                      "COLUMN; Enter goes on to it --\n");
    } else if (!judge_cell(out, run, &next, &g) && !judge_row(out, run, &next, &g)) {
        refuse(out, run, &next, &g);
    }
    arena_release(&arena);
}

void predict_hint(Buf *out, const Run *run, const Place *at, const char *words, Hinted *hinted)
{
    Place next;
    int64_t cell;
    if (find_next(out, run, *at, &next) && find_cell(out, run, &next, words, &cell)) {
        tell(out, run, &next, cell, "", do_hint, hinted);
        buf_putc(out, '\n');
    }
}
