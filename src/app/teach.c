/* What a teacher does with a result: it comes hidden, is shown unit by unit, and predicted before. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "app/guess.h"
#include "app/update.h"
#include "base/common.h"
#include "base/utf8.h"
#include "view/explain.h"
#include "view/hint.h"
#include "view/matrix.h"

enum { TEMPO = 5, FASTEST = 1, SLOWEST = 120 /* seconds between steps */ };

/* The tensor on the page; NULL where the result is another value, or there is none. */
static const QkvTensor *result_of(const Update *u)
{
    return u->place.page == PAGE_STAGE ? place_tensor(update_run(u), &u->place, 0) : NULL;
}

/* How many cells can be hidden on the page. */
static int64_t cells_of(const Update *u)
{
    return u->place.page == PAGE_STAGE ? place_cells(update_run(u), &u->place) : 0;
}

static int64_t unit_of(const Update *u)
{
    const QkvTensor *t = result_of(u);
    if (!t || u->place.teach.unit == UNIT_CELL)
        return 1;
    return u->place.teach.unit == UNIT_ROW ? matrix_cols(t) : matrix_rows(t) * matrix_cols(t);
}

/* The matrix of the result that a cell lies in comes to the front. */
static void bring_to_front(Update *u, int64_t cell)
{
    const QkvTensor *t = result_of(u);
    if (t && matrix_items(t) > 1)
        u->place.view.item = matrix_item(t, cell);
}

/* The unit that a cell lies in. */
static Cells unit_around(const Update *u, int64_t cell)
{
    int64_t unit = unit_of(u);
    return (Cells){cell / unit * unit, unit};
}

static void show_all(Update *u)
{
    place_show(&u->place.view, cells_of(u), (Cells){0, cells_of(u)});
    u->place.view.aims = u->place.view.hints = 0;
}

static void show_none(Update *u)
{
    u->place = place_hide(u->place, update_run(u));
    u->place.view.aims = u->place.view.hints = 0;
    u->place.view.aim = 0;
}

/* The next unit of the matrix that is chosen, or of the next one with anything hidden. */
static void show_unit(Update *u)
{
    View *view = &u->place.view;
    const QkvTensor *t = result_of(u);
    int64_t cell = t ? place_first_hidden(view, t) : 0;
    while (!t && cell < cells_of(u) - 1 && !place_hides(view, cell))
        cell++;
    place_show(view, cells_of(u), unit_around(u, cell));
    bring_to_front(u, cell);
    if (!view->aims || !place_hides(view, view->aim))
        view->aims = view->hints = 0;
}

/* The last cell seen of the matrix that is chosen, or else of what was seen last. */
static int64_t last_seen(const Update *u)
{
    const View *view = &u->place.view;
    const QkvTensor *t = result_of(u);
    int64_t cell = t ? place_last_seen(view, t) : view->hidden == 0 ? cells_of(u) - 1 : -1;
    if (cell >= 0 || view->seens == 0)
        return max_int64(cell, 0);
    Cells latest = view->seen[view->seens - 1];
    return latest.from + latest.count - 1;
}

static void cover_unit(Update *u)
{
    place_cover(&u->place.view, cells_of(u), unit_around(u, last_seen(u)));
    if (u->place.view.seens > 0)
        bring_to_front(u, last_seen(u));
}

void teach_refuse(Update *u)
{
    u->message = "Not in teacher mode: it tells what is still hidden.";
}

const Stop *teach_unseen(const Update *u, const QkvStep *step, bool behind)
{
    const Stop *found = NULL;
    for (int i = step ? step->call.count - 1 : -1; i >= 0 && !found; i--)
        found = place_unseen(u->scene->shown, update_run(u), &u->place, step->call.in[i]->step,
                             behind, NULL);
    return found;
}

/* The step that the page is about. */
static const QkvStep *step_of(const Update *u)
{
    const Run *run = update_run(u);
    const Stop *unseen;
    if (u->place.page == PAGE_CELL)
        return &run->tape->step[u->place.asked.step];
    return u->place.where.stop > 0 ? place_step(run, &u->place)
                                   : place_asks_early(u->scene->shown, run, &u->place, &unseen);
}

/* Nothing can be said of a result whose operands nobody has seen: they come before it. */
static bool show_operands(Update *u)
{
    const QkvStep *step = step_of(u);
    u->shows = teach_unseen(u, step, false) ? step : NULL;
    return u->shows;
}

bool teach_ask(Update *u)
{
    const Stop *unseen;
    return u->by > 0 && u->place.teach.on && !u->scene->is_plain &&
           place_asks_early(u->scene->shown, update_run(u), &u->place, &unseen) && show_operands(u);
}

/* Row by row would be a long walk: the first row is an example to talk about, and the others come with
 * the next step of Space. A row further down that was predicted is none of these. */
static void step_by_rows(Update *u, int by)
{
    const QkvTensor *t = result_of(u);
    int64_t shown = cells_of(u) - u->place.view.hidden, unit = unit_of(u);
    int64_t first = t ? place_chosen(&u->place.view, t).from : 0;
    if (by > 0 && shown >= unit && !place_hides(&u->place.view, first)) {
        show_all(u);
        return;
    }
    if (by < 0)
        show_none(u);
    if (by > 0 || shown > unit)
        show_unit(u);
}

/* Whether a step shows or hides a part of the result. */
static bool steps_in_result(const Update *u, int by)
{
    const Place *p = &u->place;
    int64_t count = cells_of(u), shown = count - p->view.hidden;
    return count > 0 && !p->teach.follows && (p->teach.on || p->view.hidden > 0) &&
           (by > 0 ? shown < count
                   : shown > 0 && !place_is_open(u->scene->shown, update_run(u), p));
}

bool teach_covers(const Place *p, const Scene *s)
{
    Update u = {.place = *p, .scene = s};
    return p->overlay == OVERLAY_NONE && steps_in_result(&u, -1);
}

bool teach_step(Update *u, int by)
{
    if (!steps_in_result(u, by))
        return false;
    if (by > 0 && show_operands(u))
        return true;
    if (u->place.teach.unit == UNIT_ROW)
        step_by_rows(u, by);
    else if (by > 0)
        show_unit(u);
    else
        cover_unit(u);
    return true;
}

void teach_keep(Shown *shown, Arena *a, const Place *p, const Run *run)
{
    struct ShownResult now = {p->where.lesson, p->where.stage, p->where.stop, place_cells(run, p),
                              p->view};
    struct ShownResult *known = place_shown(shown, p);
    if (known)
        *known = now;
    else if (now.cells > 0 && (p->view.hidden > 0 || p->teach.on))
        arena_push(a, shown->item, shown->count, now);
}

/* Of a question that waits at the beginning of a stage: that it is asked. */
void teach_show(Shown *shown, Arena *a, const Place *p, const Run *run, const QkvStep *step)
{
    const Stop *stop;
    Cells part;
    bool is_asked = p->page == PAGE_STAGE && p->where.stop == 0;
    if (step && is_asked)
        arena_push(a, shown->item, shown->count,
                   ((struct ShownResult){p->where.lesson, p->where.stage, 0, 0, {0}}));
    for (int i = 0; step && !is_asked && i < step->call.count; i++)
        while ((stop = place_unseen(shown, run, p, step->call.in[i]->step, false, &part))) {
            Place there = *p;
            there.where.stage = run_stage_of_stop(run, stop);
            there.where.stop = run_number_of_stop(run, stop);
            there.view = (View){0};
            int64_t all = place_cells(run, &there);
            const struct ShownResult *known = place_shown(shown, &there);
            there.view = known && known->cells == all ? known->view : place_hide(there, run).view;
            place_show(&there.view, all, part);
            teach_keep(shown, a, &there, run);
        }
}

/* As much is seen of the result as when it was left; one that is another by now is hidden as a whole. */
static void show_as_left(Update *u, const struct ShownResult *r)
{
    int64_t cells = cells_of(u);
    View *view = &u->place.view;
    view->item = r->cells == cells ? r->view.item : 0;
    if (r->view.hidden == 0)
        return;
    show_none(u);
    for (int i = 0; i < r->view.seens && r->cells == cells; i++)
        place_show(view, cells, r->view.seen[i]);
}

void teach_arrive(Update *u, int by)
{
    const struct ShownResult *known = place_shown(u->scene->shown, &u->place);
    const Run *run = update_run(u);
    const QkvStep *step = place_step(run, &u->place);
    bool is_open = u->place.page == PAGE_STAGE && place_is_open(u->scene->shown, run, &u->place);
    /* Of a row that is taken of another result no number is new, once that was seen. */
    bool is_seen = step && !u->place.teach.follows &&
                   !place_unseen(u->scene->shown, run, &u->place, step->call.out->step, false,
                                 NULL);
    u->settled = true;
    if (known)
        show_as_left(u, known);
    else if (u->place.teach.on && !is_open && !is_seen)
        show_none(u);
    if (known && by > 0 && u->place.teach.on && !is_open && u->place.view.hidden < known->cells)
        u->message = u->place.view.hidden > 0 ? "Some of this was shown before."
                                              : "This was shown before: z hides it again.";
}

Place teach_hide(Place p, const Run *run, const Shown *shown)
{
    Update u = {.place = p, .scene = &(Scene){.run = run, .shown = shown}};
    teach_arrive(&u, 1);
    return u.place;
}

/* Whoever begins with another class must not show it the page on the way: only the second key ends the mode. */
void do_teach(Update *u)
{
    Teach *teach = &u->place.teach;
    bool was_on = teach->on;
    teach->on = u->is_new_class = !was_on || !u->again;
    u->place.once_more = teach->on ? u->key : K_NONE;
    show_all(u);
    u->place.view.answered = 0;
    if (teach->on && u->place.page == PAGE_STAGE && !place_is_open(NULL, update_run(u), &u->place))
        show_none(u); /* this class has seen nothing */
    if (!teach->on)
        u->message = "Teacher mode is off.";
    else if (was_on)
        u->message = "Another class: what was shown is hidden again. T as the next key, too, ends "
                     "teacher mode.";
    else
        u->message = "Teacher mode: results come hidden. Space and v show more, z hides them "
                     "again, a takes a prediction, V chooses how much a step shows.";
}

static void say_nothing_hidden(Update *u)
{
    if (cells_of(u) == 0)
        update_say_nothing_yet(u);
    else if (u->place.view.hidden > 0)
        u->message = "There is no number here to predict: v shows what is hidden.";
    else
        u->message = "Nothing of this result is hidden: z hides it, Space goes on.";
}

void do_reveal(Update *u)
{
    if (show_operands(u))
        return;
    if (u->place.page == PAGE_CELL && u->place.view.hidden > 0)
        u->message = "The rest is shown on the stage: Esc, then v.";
    else if (u->place.page == PAGE_CELL)
        u->message = "Nothing is hidden here.";
    else if (u->place.view.hidden == 0)
        say_nothing_hidden(u);
    else
        show_unit(u);
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
    bool shows = u->by == 0 && show_operands(u);
    if (cells_of(u) == 0 && !shows)
        update_say_nothing_yet(u);
    else if (u->by)
        show_none(u);
    else
        show_all(u);
    u->hides = u->by > 0 && u->place.view.hidden > 0;
}

/* --- predicting ------------------------------------------------------------------------------- */

/* From the text before the first result of a stage on to that result, hidden; a class that has seen it stays. */
static void go_to_predict(Update *u)
{
    Place *p = &u->place;
    const Run *run = update_run(u);
    int next = place_next(run, p, 0, 1);
    if (p->where.stop > 0 || next > run_stops(run, p->where.stage))
        return;
    Place there = place_at(*p, run, p->where.stage, next);
    if (!place_tensor(run, &there, 0) || place_is_open(u->scene->shown, run, &there))
        return;
    Update arrives = {.place = there, .scene = u->scene};
    teach_arrive(&arrives, 1);
    if (p->teach.on && arrives.place.view.hidden == 0) {
        u->message = "The next result is not hidden: Space goes there, and z hides it.";
        return;
    }
    *p = arrives.place;
    u->settled = true;
    if (!p->teach.on)
        show_none(u);
}

/* Chooses the cell that is guessed and hinted at, and forgets the hints on another. */
static void aim_at(Update *u, int64_t cell)
{
    View *view = &u->place.view;
    if (!view->aims || view->aim != cell)
        view->hints = 0;
    view->aims = 1;
    view->aim = cell;
    bring_to_front(u, cell);
}

void do_predict(Update *u)
{
    Place *p = &u->place;
    if (p->page == PAGE_STAGE)
        go_to_predict(u);
    p->guess[0] = '\0';
    if (u->message)
        return;
    if (p->view.hidden == 0 || !result_of(u)) {
        say_nothing_hidden(u);
        p->retries = true; /* whoever did not read that types a number all the same */
        return;
    }
    aim_at(u, place_aim(&p->view, result_of(u)));
    p->overlay = OVERLAY_PREDICT;
}

/* Chooses another cell: the next hidden one in a direction, up and down on into the next matrix. */
void do_aim(Update *u)
{
    const QkvTensor *t = result_of(u);
    View *view = &u->place.view;
    if (!t)
        return;
    int64_t cols = matrix_cols(t), rows = matrix_rows(t), at = place_aim(view, t);
    int64_t start = at / (rows * cols) * rows * cols, row = (at - start) / cols, col = at % cols;
    for (;;) {
        row += u->by / 2;
        col += u->by % 2;
        int64_t on = row < 0 ? -rows : row >= rows ? rows : 0; /* to another matrix */
        row -= on;
        start += on * cols;
        if (start < 0 || start >= t->count || col < 0 || col >= cols)
            return;
        if (place_hides(view, start + row * cols + col))
            break;
    }
    aim_at(u, start + row * cols + col);
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

/* A number is as near as it can be with the decimals, or the digits, that a guess is written with, two or more:
 * 0.06 is 0.0634, and 1.9 is 1.9366. */
static bool is_rounded(const char *guess, double number, double value)
{
    enum { LEAST = 2, MOST = 9 };
    char x[32], y[32];
    const char *point = strchr(guess, '.'), *first = guess + strcspn(guess, "123456789");
    int decimals = point ? (int)strspn(point + 1, "0123456789") : 0, digits = 0;
    for (; *first; first++)
        digits += *first >= '0' && *first <= '9';
    if (!point || max_int(decimals, digits) > MOST || number == 0 ||
        guess[strspn(guess, "+-.0123456789 ")])
        return false;
    snprintf(x, sizeof x, "%.*f", decimals, number);
    snprintf(y, sizeof y, "%.*f", decimals, value);
    if (decimals >= LEAST && strcmp(x, y) == 0)
        return true;
    snprintf(x, sizeof x, "%.*e", digits - 1, number);
    snprintf(y, sizeof y, "%.*e", digits - 1, value);
    return digits >= LEAST && strcmp(x, y) == 0;
}

/* Nobody computes four digits in the head: half a percent is right, where numbers are no whole ones. Of inf any
 * number would be within that. */
static bool is_right(double guess, double value, NumberFormat format, int decimals)
{
    static const double tolerance = 0.005;
    if (format.kind == NUMBER_FIXED)
        format.decimals = decimals; /* decimals that the page leaves off are zeros */
    bool is_whole = format.kind == NUMBER_WHOLE || format.kind == NUMBER_TRUTH;
    return looks_same(guess, value, &format) ||
           (!is_whole && isfinite(value) && fabs(guess - value) <= tolerance * fabs(value));
}

/* How long the name of a cell is without its last index, "weights[x2]" of "weights[x2][[PAD]]": cells of a row have
 * that in common. */
static int shared_name(const char *name)
{
    int at = (int)strlen(name), depth = 0;
    while (at > 0 && (depth > 0 || name[at - 1] == ']')) {
        at--;
        depth += name[at] == ']' ? 1 : name[at] == '[' ? -1 : 0;
        if (depth == 0)
            break;
    }
    return at;
}

/* What is said never tells how far off a guess is: that would be the answer. Whether it is right: then the cell is
 * shown. */
static bool judge(Update *u, const QkvTensor *t, int64_t cell, const char *guess, Buf *right,
                  Buf *wrong)
{
    Arena arena = {0};
    double number = 0, value = qkv_tensor_at(t, cell);
    int decimals = place_decimals(&u->place);
    NumberFormat format = number_format(t, decimals);
    const char *name = explain_cell(&arena, update_run(u), t, cell),
               *index = name + shared_name(name);
    guess_read(guess, &number);
    bool ok = is_right(number, value, format, decimals) || is_rounded(guess, number, value);
    if (ok) {
        buf_printf(right, "%s%s = ", right->length ? ", " : "", index);
        (u->scene->is_plain ? number_spoken : number_cell)(right, &format, t, cell);
        place_show(&u->place.view, t->count, (Cells){cell, 1});
    } else {
        bool has_order = isfinite(number - value) && format.kind != NUMBER_TRUTH;
        const char *off = !has_order                       ? "not it"
                          : has_same_digits(number, value) ? "close, right to two digits"
                          : number < value                 ? "too small"
                                                           : "too large";
        buf_printf(wrong, "%s%s: %s is %s", wrong->length ? "; " : "", index, guess, off);
    }
    arena_release(&arena);
    return ok;
}

/* "Right: q[x1][0] = 1.00, [2] = 1.50; [1]: 7 is too large." */
static void put_verdict(Buf *out, Arena *a, const Run *run, const QkvTensor *t, int64_t cell,
                        const Buf *right, const Buf *wrong)
{
    const char *name = explain_cell(a, run, t, cell);
    bool has_both = right->length > 0 && wrong->length > 0;
    buf_printf(out, "%s%.*s%s", right->length ? "Right: " : "", shared_name(name), name,
               right->length ? buf_text(right) : "");
    buf_printf(out, "%s%s%s", has_both ? "; " : "", wrong->length ? buf_text(wrong) : "",
               wrong->length ? "." : "");
}

/* The numbers of the cells from one on. The next guess is at the first that is wrong, or else after them. */
static void judge_all(Update *u, const QkvTensor *t, int64_t cell, const GuessWords *guess)
{
    Arena arena = {0};
    Buf right = {.arena = &arena}, wrong = {.arena = &arena}, said = {.arena = &arena};
    int64_t next = -1;
    for (int i = 0; i < guess->count; i++)
        if (!judge(u, t, cell + i, guess->word[i], &right, &wrong) && next < 0)
            next = cell + i;
    View *view = &u->place.view;
    aim_at(u, next >= 0 ? next : cell + guess->count - 1);
    if (next < 0 && view->hidden > 0)
        aim_at(u, place_aim(view, t)); /* it is no more hidden: the one after it */
    view->aims = view->hidden > 0;
    u->place.retries = view->hidden > 0;
    put_verdict(&said, &arena, update_run(u), t, cell, &right, &wrong);
    /* A second row of it would lie over the last of the matrix. */
    static const char *const ways[] = {" Type another; i gives a hint, v shows more.",
                                       " Type another."};
    int columns = u->place.width - 2 - utf8_columns(buf_text(&said));
    for (int i = 0; !u->scene->is_plain && u->place.retries && wrong.length > 0 && i < COUNT(ways);
         i++)
        if (utf8_columns(ways[i]) <= columns || u->place.width == 0) {
            buf_puts(&said, ways[i]);
            break;
        }
    if (!u->scene->is_plain && u->place.retries && wrong.length == 0)
        buf_puts(&said, "; type the next");
    snprintf(u->said, sizeof u->said, "%s", buf_text(&said));
    arena_release(&arena);
}

static void say_no_number(Update *u)
{
    Buf why = {0};
    guess_refuse(&why, u->place.guess);
    snprintf(u->said, sizeof u->said, "%s. Type another.", buf_text(&why));
    buf_release(&why);
}

/* Who waits for help at the prompt types the key of it there: "i" and Enter. NULL: it is no such key. */
static const KeyRow *help_typed(const char *guess)
{
    const KeyRow *row = guess[0] && !guess[1] ? keys_find(ON_STAGE, guess[0]) : NULL;
    return row && (row->act == do_hint || row->act == do_reveal) ? row : NULL;
}

/* One number, or those of the row, or some from the cell on that is predicted. */
void do_judge(Update *u)
{
    Arena arena = {0};
    const QkvTensor *t = result_of(u);
    bool is_whole = t && number_format(t, place_decimals(&u->place)).kind == NUMBER_WHOLE;
    GuessWords guess = guess_numbers(&arena, u->place.guess, !is_whole);
    const KeyRow *help = help_typed(u->place.guess);
    u->place.overlay = OVERLAY_NONE;
    if (t && u->place.view.hidden > 0 && guess.count == 0) {
        u->message = "Nothing was typed: a predicts the marked number, i gives a hint at it.";
    } else if (t && u->place.view.hidden > 0 && help) {
        u->by = help->by;
        help->act(u);
    } else if (t && u->place.view.hidden > 0) {
        int64_t cols = matrix_cols(t), cell = place_aim(&u->place.view, t);
        cell -= guess.count == cols ? cell % cols : 0;
        u->place.retries = true;
        if (!guess_are_numbers(&guess, 0))
            say_no_number(u);
        else if (cell % cols + guess.count > cols)
            snprintf(u->said, sizeof u->said,
                     "%d numbers are more than the row has from here on, %lld. Type another.",
                     guess.count, (long long)(cols - cell % cols));
        else
            judge_all(u, t, cell, &guess);
    }
    arena_release(&arena);
}

/* Hint by hint: which numbers it is made of, then the arithmetic of the cell as far as its result; what its
 * terms come to is one hint. */
static int hint_line(const Explanation *e, int number)
{
    int terms = max_int(e->last - e->first - 1, 0);
    int line = min_int(number <= e->first ? number : number + terms, e->lines - 1);
    return line >= e->first && line < e->last ? e->first : line;
}

static void put_hint(Buf *out, const Explanation *e, int number)
{
    int line = hint_line(e, number);
    buf_puts(out, e->line[line]);
    for (int i = line + 1; line == e->first && i < e->last; i++)
        buf_printf(out, "; %s", e->line[i] + strspn(e->line[i], " "));
    buf_puts(out, hint_line(e, number + 1) == line ? " (the last hint)" : "");
}

void do_hint(Update *u)
{
    enum { MOST_ROWS = 3 };
    const QkvTensor *t = result_of(u);
    Place *p = &u->place;
    if (!t || p->view.hidden == 0 || t->step < 0) {
        say_nothing_hidden(u);
        return;
    }
    Arena arena = {0};
    Buf text = {0};
    const Run *run = update_run(u);
    const QkvCall *call = &run->tape->step[t->step].call;
    aim_at(u, place_aim(&p->view, t));
    buf_printf(&text, "%s: ", explain_cell(&arena, run, t, p->view.aim));
    int hint = p->view.hints + (call->count == 0), width = MOST_ROWS * p->width;
    const Stop *unseen = teach_unseen(u, &run->tape->step[t->step], false);
    QkvTerms terms = qkv_terms(call, p->view.aim, &arena);
    if (hint == 0) {
        buf_puts(&text, hint_words(&arena, run, t->step, &terms));
    } else if (unseen) {
        buf_printf(&text, "%s is still hidden, and this is made of it: press v to see it",
                   unseen->name);
    } else {
        Explanation e = explain_question(&arena, run, t->step, p->view.aim, &terms, width,
                                         place_decimals(p));
        put_hint(&text, &e, hint - 1);
    }
    p->view.hints++;
    p->retries = true;
    static const char ways[] = "; type a guess"; /* a second row for it would lie over the matrix */
    int columns = utf8_columns(buf_text(&text)), row = p->width - 2;
    bool has_room = columns > row || columns + (int)strlen(ways) <= row;
    buf_puts(&text, !u->scene->is_plain && has_room ? ways : "");
    snprintf(u->said, sizeof u->said, "%s", buf_text(&text));
    buf_release(&text);
    arena_release(&arena);
}

/* --- the rest --------------------------------------------------------------------------------- */

void do_blank(Update *u)
{
    u->place.teach.blank = true;
}

static bool has_notes(const Update *u, int stage)
{
    Buf text = {0};
    int notes = lesson_notes(&text, &update_run(u)->lesson->stage[stage]);
    buf_release(&text);
    return notes > 0;
}

static void say_no_notes(Update *u)
{
    int stages = update_run(u)->lesson->stages, next = u->place.where.stage + 1;
    while (next < stages && !has_notes(u, next))
        next++;
    if (next < stages)
        snprintf(u->said, sizeof u->said,
                 "There are no notes in this stage; the next are in stage %d.", next);
    else
        u->message = "There are no notes in this stage.";
}

void do_notes_pane(Update *u)
{
    bool *notes = &u->place.teach.notes, was_on = *notes;
    *notes = true;
    bool has_room = page_notes_rows(u->scene, &u->place) > 0;
    *notes = has_room ? !was_on : was_on; /* what is not here is neither opened nor closed */
    if (!has_notes(u, u->place.where.stage))
        say_no_notes(u);
    else if (!has_room)
        u->message = "This window is too low for the notes of this stage.";
}

void do_play(Update *u)
{
    int *seconds = &u->place.view.seconds;
    *seconds = *seconds > 0 ? 0 : TEMPO;
    if (*seconds > 0)
        snprintf(u->said, sizeof u->said,
                 "Playing: a step every %d seconds; < slower, > faster, any other key stops it.",
                 TEMPO);
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
