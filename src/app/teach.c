/* What a teacher does with a result: it comes hidden, is shown unit by unit, and predicted before. The
 * cells that are hidden are always the last ones of the result. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "app/guess.h"
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
    View *view = &u->place.view;
    view->hidden = count - shown;
    int guesses = view->guesses;
    view->guesses = 0;
    for (int i = 0; i < guesses; i++) /* those that are still among hidden ones */
        if (view->guessed[i] >= shown)
            view->guessed[view->guesses++] = view->guessed[i];
    if (!view->aims || !place_hides(view, count, view->aim))
        view->aims = view->hints = 0;
    if (t && count > 0)
        u->place.view.item = matrix_item(t, shown < count ? shown : count - 1);
}

/* How many cells are shown after a step of Space. Row by row would be a long walk: the first row is an
 * example to talk about, and the others come with the next step. */
static int64_t shown_after(const Update *u, int64_t shown, int by)
{
    int64_t count = cells_of(u), unit = unit_of(u);
    if (u->place.teach.unit == UNIT_ROW)
        return by > 0 ? (shown < unit ? unit : count) : shown > unit ? unit : 0;
    return by > 0 ? (shown / unit + 1) * unit : (shown - 1) / unit * unit;
}

bool teach_step(Update *u, int by)
{
    View *view = &u->place.view;
    int64_t count = cells_of(u), shown = count - view->hidden;
    view->seconds = 0;
    if (count == 0 || (!u->place.teach.on && view->hidden == 0) ||
        (by > 0 ? shown == count : shown == 0 || place_is_written(u->scene->run, &u->place)))
        return false;
    show_first(u, min_int64(shown_after(u, shown, by), count));
    return true;
}

/* What was seen of the result of a place; NULL: it was never hidden. */
static struct ShownResult *shown_of(const Shown *shown, const Place *p)
{
    for (int i = 0; shown && i < shown->count; i++) {
        struct ShownResult *r = &shown->item[i];
        if (r->lesson == p->where.lesson && r->stage == p->where.stage && r->stop == p->where.stop)
            return r;
    }
    return NULL;
}

void teach_keep(Shown *shown, Arena *a, const Place *p, const Run *run)
{
    struct ShownResult now = {p->where.lesson, p->where.stage, p->where.stop, place_cells(run, p),
                              p->view};
    struct ShownResult *known = shown_of(shown, p);
    if (known)
        *known = now;
    else if (now.cells > 0 && (p->view.hidden > 0 || p->teach.on))
        arena_push(a, shown->item, shown->count, now);
}

/* As much is seen of the result as when it was left; one that is another by now is hidden as a whole. */
static void show_as_left(Update *u, const struct ShownResult *r)
{
    int64_t cells = cells_of(u);
    bool is_same = r->cells == cells;
    View *view = &u->place.view;
    view->guesses = is_same ? r->view.guesses : 0;
    memcpy(view->guessed, r->view.guessed, sizeof view->guessed);
    show_first(u, is_same || r->view.hidden == 0 ? cells - min_int64(r->view.hidden, cells) : 0);
    view->item = is_same ? r->view.item : 0;
}

void teach_arrive(Update *u, int by)
{
    const struct ShownResult *known = shown_of(u->scene->shown, &u->place);
    bool is_written = u->place.page == PAGE_STAGE && place_is_written(u->scene->run, &u->place);
    u->settled = true;
    if (known)
        show_as_left(u, known);
    else if (u->place.teach.on)
        show_first(u, by > 0 && !is_written ? 0 : cells_of(u));
    if (known && by > 0 && u->place.teach.on && !is_written && u->place.view.hidden < known->cells)
        u->message = "This was shown before: z hides it again.";
}

Place teach_hide(Place p, const Run *run, const Shown *shown)
{
    Update u = {.place = p, .scene = &(Scene){.run = run, .shown = shown}};
    teach_arrive(&u, 1);
    return u.place;
}

void do_teach(Update *u)
{
    Teach *teach = &u->place.teach;
    teach->on = !teach->on;
    show_first(u, cells_of(u));
    u->message = teach->on
                     ? "Teacher mode: results come hidden. Space and v show more, z hides them "
                       "again, a takes a prediction, V chooses how much a step shows."
                     : "Teacher mode is off.";
}

static const char nothing_hidden[] = "Nothing is hidden here: z hides the result.";

void do_reveal(Update *u)
{
    int64_t count = cells_of(u), unit = unit_of(u), shown = count - u->place.view.hidden;
    if (u->place.view.hidden == 0)
        u->message = nothing_hidden;
    else
        show_first(u, min_int64((shown / unit + 1) * unit, count));
}

void do_unit(Update *u)
{
    static const char *const says[] = {
        [UNIT_ROW] = "Space shows the first row, then all others; v a row at a time.",
        [UNIT_MATRIX] = "Space and v show a whole matrix at a time.",
        [UNIT_CELL] = "Space and v show a cell at a time.",
    };
    Teach *teach = &u->place.teach;
    teach->unit = (Unit)((teach->unit + 1) % UNITS);
    u->message = says[teach->unit];
}

void do_hide(Update *u)
{
    u->place.view.guesses = 0;
    show_first(u, u->by ? 0 : cells_of(u));
}

/* --- predicting ------------------------------------------------------------------------------- */

/* From the text before the first result of a stage on to that result, hidden. */
static void go_to_predict(Update *u)
{
    Place *p = &u->place;
    const Run *run = u->scene->run;
    int next = place_next(run, p, 0, 1);
    if (p->where.stop > 0 || next > run_stops(run, p->where.stage))
        return;
    Place there = place_at(*p, run, p->where.stage, next);
    if (!place_tensor(run, &there, 0))
        return;
    *p = there;
    show_first(u, 0);
}

/* Chooses the cell that is guessed and hinted at, and forgets the hints on another. */
static void aim_at(View *view, int64_t cell)
{
    if (!view->aims || view->aim != cell)
        view->hints = 0;
    view->aims = 1;
    view->aim = cell;
}

void do_predict(Update *u)
{
    Place *p = &u->place;
    if (p->page == PAGE_STAGE)
        go_to_predict(u);
    if (p->view.hidden == 0 || !result_of(u)) {
        u->message = nothing_hidden;
        return;
    }
    p->guess[0] = '\0';
    aim_at(&p->view, place_aim(&p->view, result_of(u)->count));
    p->overlay = OVERLAY_PREDICT;
}

/* Chooses another cell: the next hidden one of this matrix in a direction. */
void do_aim(Update *u)
{
    const QkvTensor *t = result_of(u);
    View *view = &u->place.view;
    if (!t)
        return;
    int64_t cols = matrix_cols(t), rows = matrix_rows(t), at = place_aim(view, t->count);
    int64_t start = at / (rows * cols) * rows * cols, row = (at - start) / cols, col = at % cols;
    for (;;) {
        row += u->by / 2;
        col += u->by % 2;
        if (row < 0 || row >= rows || col < 0 || col >= cols)
            return;
        if (place_hides(view, t->count, start + row * cols + col))
            break;
    }
    aim_at(view, start + row * cols + col);
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

static bool has_same_digits(double a, double b)
{
    char x[32], y[32];
    snprintf(x, sizeof x, "%.1e", a);
    snprintf(y, sizeof y, "%.1e", b);
    return strcmp(x, y) == 0;
}

/* Nobody computes four digits in the head: half a percent is right, where numbers are no whole ones. */
static bool is_right(double guess, double value, NumberFormat format, int decimals)
{
    static const double tolerance = 0.005;
    if (format.kind == NUMBER_FIXED)
        format.decimals = decimals; /* decimals that the page leaves off are zeros */
    bool is_whole = format.kind == NUMBER_WHOLE || format.kind == NUMBER_TRUTH;
    return looks_same(guess, value, &format) ||
           (!is_whole && fabs(guess - value) <= tolerance * fabs(value));
}

/* The cell opens; it stays open while others are hidden. */
static void open_cell(Update *u, int64_t count, int64_t cell)
{
    View *view = &u->place.view;
    if (view->guesses == GUESSED_MOST) /* the earliest is forgotten */
        memmove(&view->guessed[0], &view->guessed[1],
                (size_t)--view->guesses * sizeof view->guessed[0]);
    view->guessed[view->guesses++] = cell;
    int64_t shown = count - view->hidden;
    while (shown < count && !place_hides(view, count, shown))
        shown++;
    view->aims = 0;
    show_first(u, shown);
}

/* What is said never tells how far off a guess is: that would be the answer. */
static void judge(Update *u, const QkvTensor *t, double guess)
{
    Arena arena = {0};
    Buf text = {0};
    const Place *p = &u->place;
    int decimals = place_decimals(p);
    int64_t cell = place_aim(&p->view, t->count);
    double value = qkv_tensor_at(t, cell);
    NumberFormat format = number_format(t, decimals);
    const char *name = explain_cell(&arena, u->scene->run, t, cell);
    if (is_right(guess, value, format, decimals)) {
        buf_printf(&text, "Right: %s = ", name);
        number_cell(&text, &format, t, cell);
        open_cell(u, t->count, cell);
        u->place.retries = false;
    } else {
        const char *off = !isfinite(guess - value)        ? "not it"
                          : has_same_digits(guess, value) ? "close, right to two digits"
                          : guess < value                 ? "too small"
                                                          : "too large";
        buf_printf(&text, "%s: %s is %s. %s", name, p->guess, off,
                   u->scene->is_plain ? "Predict another, or hint with the same cell."
                                      : "Try another number; i gives a hint, v shows more.");
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
    u->place.retries = true;
    if (guess_read(u->place.guess, &guess))
        judge(u, t, guess);
    else
        u->message = "That is no number, nor arithmetic like 1/3 or exp(-2). Try another.";
}

/* Hint by hint: the formula, then the arithmetic of the cell as far as its result; what its terms come
 * to is one hint. */
static void put_hint(Buf *out, const Explanation *e, int number)
{
    int line = number < e->first ? number
               : number == e->first && e->last > e->first
                   ? e->first
                   : number + max_int(e->last - e->first - 1, 0);
    line = min_int(line, e->lines - 1);
    buf_puts(out, e->line[line]);
    for (int i = line + 1; line == e->first && i < e->last; i++)
        buf_printf(out, "; %s", e->line[i] + strspn(e->line[i], " "));
}

void do_hint(Update *u)
{
    enum { MOST_ROWS = 3 };
    const QkvTensor *t = result_of(u);
    Place *p = &u->place;
    if (!t || p->view.hidden == 0 || t->step < 0) {
        u->message = nothing_hidden;
        return;
    }
    Arena arena = {0};
    Buf text = {0};
    const Run *run = u->scene->run;
    const QkvCall *call = &run->tape->step[t->step].call;
    aim_at(&p->view, place_aim(&p->view, t->count));
    buf_printf(&text, "%s: ", explain_cell(&arena, run, t, p->view.aim));
    int hint = p->view.hints + (call->count == 0), width = MOST_ROWS * p->width;
    if (hint == 0) {
        buf_puts(&text, explain_formula(&arena, run, t->step, p->width - 2));
    } else {
        QkvTerms terms = qkv_terms(call, p->view.aim, &arena);
        Explanation e = explain_question(&arena, run, t->step, p->view.aim, &terms, width,
                                         place_decimals(p));
        put_hint(&text, &e, hint - 1);
    }
    p->view.hints++;
    p->retries = true;
    snprintf(u->said, sizeof u->said, "%s", buf_text(&text));
    buf_release(&text);
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
    if (*seconds > 0)
        snprintf(u->said, sizeof u->said,
                 "Playing: a step every %d seconds; < slower, > faster, any step stops it.", TEMPO);
    else
        u->message = "Stopped.";
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
