/* What a teacher does with a result: it comes hidden, is shown unit by unit, and predicted before. The
 * cells that are hidden are always the last ones of the result. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "app/update.h"
#include "base/common.h"
#include "view/explain.h"
#include "view/matrix.h"

enum { TEMPO = 5, FASTEST = 1, SLOWEST = 120 /* seconds between steps */ };

/* The tensor on the page; NULL where the result is another value, or there is none. */
static const QkvTensor *result_of(const Update *u)
{
    return u->place.page == PAGE_STAGE ? place_tensor(u->scene->run, &u->place, 0) : NULL;
}

/* How many cells can be hidden on the page. */
static int64_t cells_of(const Update *u)
{
    return u->place.page == PAGE_STAGE ? place_cells(u->scene->run, &u->place) : 0;
}

static int64_t unit_of(const Update *u)
{
    const QkvTensor *t = result_of(u);
    if (!t || u->place.teach.unit == UNIT_CELL)
        return 1;
    return u->place.teach.unit == UNIT_ROW ? matrix_cols(t) : matrix_rows(t) * matrix_cols(t);
}

/* Leaves the first `shown` cells to be seen. The matrix that the next one lies in comes to the
 * front. */
static void show_first(Update *u, int64_t shown)
{
    int64_t count = cells_of(u);
    const QkvTensor *t = result_of(u);
    u->place.view.hidden = count - shown;
    u->place.view.hints = 0;
    if (t && count > 0)
        u->place.view.item = matrix_item(t, shown < count ? shown : count - 1);
}

bool teach_step(Update *u, int by)
{
    View *view = &u->place.view;
    int64_t count = cells_of(u), shown = count - view->hidden, unit = unit_of(u);
    view->seconds = 0;
    if (count == 0 || (!u->place.teach.on && view->hidden == 0) ||
        (by > 0 ? shown == count : shown == 0))
        return false;
    int64_t to = by > 0 ? (shown / unit + 1) * unit : (shown - 1) / unit * unit;
    show_first(u, to < count ? to : count);
    return true;
}

void teach_arrive(Update *u, int by)
{
    if (u->place.teach.on)
        show_first(u, by > 0 ? 0 : cells_of(u));
}

void do_teach(Update *u)
{
    Teach *teach = &u->place.teach;
    teach->on = !teach->on;
    u->place.view.hidden = 0;
    u->message = teach->on
                     ? "Teacher mode: results come hidden. Space shows a cell, V chooses more."
                     : "Teacher mode is off.";
}

void do_reveal(Update *u)
{
    if (u->place.view.hidden == 0 || !teach_step(u, 1))
        u->message = "Nothing is hidden here: z hides the result.";
}

void do_unit(Update *u)
{
    static const char *const says[] = {
        [UNIT_CELL] = "Space and v show a cell at a time.",
        [UNIT_ROW] = "Space and v show a row at a time.",
        [UNIT_MATRIX] = "Space and v show a whole matrix at a time.",
    };
    Teach *teach = &u->place.teach;
    teach->unit = (Unit)((teach->unit + 1) % UNITS);
    u->message = says[teach->unit];
}

void do_hide(Update *u)
{
    show_first(u, u->by ? 0 : cells_of(u));
}

/* --- predicting ------------------------------------------------------------------------------- */

void do_predict(Update *u)
{
    if (u->place.view.hidden == 0 || !result_of(u)) {
        u->message = "Nothing is hidden here: z hides the result.";
        return;
    }
    u->place.guess[0] = '\0';
    u->place.teach.aim = result_of(u)->count - u->place.view.hidden;
    u->place.overlay = OVERLAY_PREDICT;
}

/* Chooses another cell to predict: one of the hidden ones of this matrix. */
void do_aim(Update *u)
{
    const QkvTensor *t = result_of(u);
    Teach *teach = &u->place.teach;
    if (!t)
        return;
    int64_t cols = matrix_cols(t), col = teach->aim % cols + u->by % 2;
    int64_t cell = teach->aim + u->by / 2 * cols + u->by % 2;
    bool is_here = col >= 0 && col < cols && cell >= t->count - u->place.view.hidden &&
                   cell < t->count;
    if (is_here && matrix_item(t, cell) == matrix_item(t, teach->aim))
        teach->aim = cell;
}

/* Reads a number, or true or false, which are 1 and 0. */
static bool read_guess(const char *text, double *guess)
{
    char *end;
    if (strcasecmp(text, "true") == 0 || strcasecmp(text, "false") == 0) {
        *guess = strcasecmp(text, "true") == 0;
        return true;
    }
    *guess = strtod(text, &end);
    return end != text && *end == '\0';
}

/* Whether two numbers are the same as far as the page shows them. */
static bool looks_same(double a, double b, const NumberFormat *format)
{
    if (isnan(a) || isnan(b) || isinf(a) || isinf(b))
        return a == b || (isnan(a) && isnan(b));
    enum { DIGITS = 400 };
    char x[DIGITS], y[DIGITS];
    const char *how = format->kind == NUMBER_SCIENTIFIC ? "%.*e" : "%.*f";
    int decimals = format->kind == NUMBER_FIXED || format->kind == NUMBER_SCIENTIFIC
                       ? format->decimals
                       : NUMBER_MOST_DECIMALS;
    snprintf(x, sizeof x, how, decimals, a + 0.0);
    snprintf(y, sizeof y, how, decimals, b + 0.0);
    return strcmp(x + (*x == '-' && atof(x) == 0), y + (*y == '-' && atof(y) == 0)) == 0;
}

static void judge(Update *u, const QkvTensor *t, double guess)
{
    Arena arena = {0};
    Buf text = {0};
    const Place *p = &u->place;
    int decimals = place_decimals(p);
    int64_t cell = p->teach.aim, next = t->count - p->view.hidden;
    double value = qkv_tensor_at(t, cell), off = guess - value;
    NumberFormat format = number_format(t, decimals), judged = format;
    if (format.kind == NUMBER_FIXED)
        judged.decimals = decimals; /* decimals that the page leaves off are zeros */
    if (looks_same(guess, value, &judged)) {
        buf_printf(&text, "Right: %s = ", explain_cell(&arena, u->scene->run, t, cell));
        number_cell(&text, &format, t, cell);
        if (cell == next)
            show_first(u, cell + 1);
    } else {
        buf_printf(&text, "%s is ", p->guess);
        if (isfinite(off)) {
            number_short(&text, fabs(off), decimals);
            buf_puts(&text, off < 0 ? " too small" : " too large");
        } else {
            buf_puts(&text, "not it");
        }
        buf_puts(&text, ". i gives a hint, v shows it, a tries again.");
    }
    snprintf(u->said, sizeof u->said, "%s", buf_text(&text));
    buf_release(&text);
    arena_release(&arena);
}

void do_judge(Update *u)
{
    double guess;
    const QkvTensor *t = result_of(u);
    u->place.overlay = OVERLAY_NONE;
    if (!t || u->place.view.hidden == 0 || u->place.guess[0] == '\0')
        return;
    if (read_guess(u->place.guess, &guess))
        judge(u, t, guess);
    else
        u->message = "That is no number: a tries again.";
}

/* The first hint is the formula, the second the numbers in it; never the result. */
void do_hint(Update *u)
{
    const QkvTensor *t = result_of(u);
    Place *p = &u->place;
    if (!t || p->view.hidden == 0 || t->step < 0) {
        u->message = "Nothing is hidden here: z hides the result.";
        return;
    }
    Arena arena = {0};
    const Run *run = u->scene->run;
    if (p->view.hints == 0 && run->tape->step[t->step].call.count > 0) {
        snprintf(u->said, sizeof u->said, "%s",
                 explain_formula(&arena, run, t->step, p->width - 2));
        p->view.hints = 1;
    } else {
        int64_t cell = t->count - p->view.hidden;
        QkvTerms terms = qkv_terms(&run->tape->step[t->step].call, cell, &arena);
        Explanation e = explain(&arena, run, t->step, cell, &terms, 0, p->width - 2,
                                place_decimals(p));
        const char *line = e.line[0], *cut = NULL;
        for (const char *at = line; (at = strstr(at, " = ")) != NULL; at += 3)
            cut = at;
        bool is_whole = e.lines == 1 && cut;
        int length = is_whole ? (int)(cut - line) : (int)strlen(line);
        snprintf(u->said, sizeof u->said, "%.*s%s", length, line, is_whole ? " = ?" : "");
    }
    arena_release(&arena);
}

/* --- the rest --------------------------------------------------------------------------------- */

void do_blank(Update *u)
{
    u->place.teach.blank = true;
}

void do_notes_pane(Update *u)
{
    u->place.teach.notes = !u->place.teach.notes;
}

void do_play(Update *u)
{
    int *seconds = &u->place.view.seconds;
    *seconds = *seconds > 0 ? 0 : TEMPO;
    u->message = *seconds > 0 ? "Playing: < slower, > faster, any step stops it." : "Stopped.";
}

void do_tempo(Update *u)
{
    int *seconds = &u->place.view.seconds, next = *seconds + u->by;
    if (*seconds == 0) {
        u->message = "Nothing is playing: P plays.";
        return;
    }
    *seconds = next < FASTEST ? FASTEST : next > SLOWEST ? SLOWEST : next;
    snprintf(u->said, sizeof u->said, "A step every %d second%s.", *seconds, plural(*seconds));
}
