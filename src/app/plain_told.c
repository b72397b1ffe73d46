/* What was told last, which is what the next command means; and results, matrices and rows by their names. */
#include <string.h>

#include "app/cell_words.h"
#include "app/plain_internal.h"
#include "app/update.h"
#include "base/common.h"
#include "core/print.h"
#include "view/explain.h"
#include "view/matrix.h"
#include "view/page_names.h"
#include "view/spoken.h"

bool plain_is_there(const Plain *p, const Told *told)
{
    const Place *now = app_place(p->app);
    const QkvTape *tape = told->is_set && now->page != PAGE_MENU ? plain_run_of(p)->tape : NULL;
    return tape && now->where.lesson == told->from.where.lesson && told->step < tape->count &&
           told->cell < tape->step[told->step].call.out->count;
}

bool plain_is_where(const Plain *p, const Told *told)
{
    const Place *now = app_place(p->app), *then = &told->from;
    return plain_is_there(p, told) && now->page == then->page &&
           now->where.stage == then->where.stage && now->where.stop == then->where.stop &&
           now->view.item == then->view.item && now->asked.step == then->asked.step &&
           now->asked.cell == then->asked.cell;
}

CellHere plain_here(const Plain *p)
{
    const Told *told = &p->told;
    CellHere here = cell_here(plain_run_of(p), app_place(p->app));
    if (!plain_is_where(p, told))
        return here;
    const QkvStep *step = here.run->tape->step, *last = &step[here.run->tape->count - 1];
    bool is_it = here.step == &step[told->step];
    return (CellHere){.run = here.run,
                      .step = &step[told->step],
                      .cell = told->cell,
                      .is_asked = told->is_line || (here.is_asked && is_it),
                      .by = here.step ? here.step : last};
}

bool plain_is_place(const Plain *p, const char *words)
{
    Arena arena = {0};
    Buf said = {.arena = &arena};
    int64_t cell;
    CellHere here = plain_here(p);
    bool is_it = cell_is_item(&here, words) || cell_of_words(&here, words, &cell, &said);
    arena_release(&arena);
    return is_it;
}

enum { MOST_ROWS = 100 };

void plain_keep_told(Plain *p, const QkvTensor *t, int64_t cell, bool is_line)
{
    p->told = (Told){.from = *app_place(p->app),
                     .step = t->step,
                     .cell = cell,
                     .is_line = is_line,
                     .is_set = t->step >= 0 && t->count > 0};
    p->found.is_set = false;
}

static void read_item(Plain *p, const QkvTensor *t, int64_t item)
{
    spoken_matrix(&p->out, plain_run_of(p), app_place(p->app), t, item, MOST_ROWS);
    plain_keep_told(p, t, item * matrix_rows(t) * matrix_cols(t), false);
}

void plain_tell_item(Plain *p)
{
    CellHere here = cell_here(plain_run_of(p), app_place(p->app));
    if (here.step)
        read_item(p, here.step->call.out, matrix_item(here.step->call.out, here.cell));
}

/* To another matrix of the result of the place, on the page of a number to the same cell of that. */
static void go_to_item(Plain *p, const QkvTensor *t, int64_t item)
{
    Place place = *app_place(p->app);
    int64_t size = matrix_rows(t) * matrix_cols(t);
    if (place.page == PAGE_CELL)
        place.asked = (Asked){.cell = item * size + place.asked.cell % size,
                              .step = place.asked.step};
    else
        place.view.item = item;
    app_put(p->app, &place);
    if (place.page == PAGE_CELL)
        plain_tell(p);
    else
        read_item(p, t, item);
}

/* `goes`: from a number to that in its place there. */
static void tell_item(Plain *p, const QkvTensor *t, int64_t item, bool goes)
{
    const QkvStep *step = plain_step(p);
    if (step && t == step->call.out && (goes || app_place(p->app)->page == PAGE_STAGE))
        go_to_item(p, t, item);
    else
        read_item(p, t, item);
}

/* The matrix that words name. */
static void tell_named_item(Plain *p, bool goes)
{
    CellHere here = plain_here(p);
    int64_t item;
    const QkvTensor *t = cell_item(&here, p->rest, &item, &p->out);
    if (t)
        tell_item(p, t, item, goes);
}

void plain_next_matrix(Plain *p, int by)
{
    CellHere here = plain_here(p);
    const QkvTensor *t = here.step ? here.step->call.out : NULL;
    int64_t items = t ? matrix_items(t) : 0;
    if (items < 2)
        plain_say(p, "There is only one matrix here.");
    else
        tell_item(p, t, (matrix_item(t, here.cell) + by + items) % items, true);
}

void plain_matrix(Plain *p)
{
    if (*p->rest)
        tell_named_item(p, true);
    else
        plain_next_matrix(p, 1);
}

/* --- results by their names ------------------------------------------------------------------- */

const QkvTensor *plain_tensor_meant(Plain *p)
{
    CellHere here = plain_here(p);
    if (*p->rest) {
        const QkvTensor *named = cell_tensor(&here, p->rest, strlen(p->rest));
        if (!named)
            cell_refuse_name(&p->out, here.run, p->rest, strlen(p->rest));
        return named;
    }
    if (!here.step || here.step->call.out->count == 0)
        plain_say(p, "There are no numbers here.");
    return here.step && here.step->call.out->count > 0 ? here.step->call.out : NULL;
}

bool plain_go_to_meant(Plain *p)
{
    CellHere here = plain_here(p);
    const QkvTensor *t = *p->rest || here.step != plain_step(p) ? plain_tensor_meant(p) : NULL;
    Place at = *app_place(p->app);
    if (t) {
        jump_to_result(&at, here.run, t, here.step && t == here.step->call.out ? here.cell : 0);
        app_put(p->app, &at);
    }
    return t || !*p->rest;
}

/* From somewhere; false for none. */
static bool tell_line_from(Plain *p, const CellHere *here, const char *words)
{
    Arena arena = {0};
    Buf said = {.arena = &arena};
    int64_t cell;
    bool is_column;
    const QkvTensor *t = cell_line(here, words, &cell, &is_column, &said);
    bool is_it = t && (!here->is_asked || matrix_item(t, cell) == matrix_item(t, here->cell));
    if (is_it) {
        buf_puts(&p->out, buf_text(&said));
        (is_column ? spoken_column : spoken_row)(&p->out, plain_run_of(p), app_place(p->app), t,
                                                 cell);
        plain_keep_told(p, t, cell, true);
    }
    arena_release(&arena);
    return is_it;
}

static bool were_all_told(const Plain *p)
{
    return p->told.is_all && plain_is_where(p, &p->told);
}

/* Of the result that is named first, or all of whose matrices were told last, the line of each. */
static bool tell_line_of_each(Plain *p, const char *words)
{
    CellHere here = plain_here(p);
    const QkvTensor *t = cell_tensor(&here, words, strcspn(words, " "));
    Told first = {0};
    int told = 0;
    t = !t && were_all_told(p) ? here.step->call.out : t;
    if (!t || t->step < 0 || t->count == 0)
        return false;
    here.by = here.by ? here.by : here.step;
    here.step = &here.run->tape->step[t->step];
    here.is_asked = true; /* its own matrix alone */
    for (int64_t i = 0; i < matrix_items(t) && told < MOST_ROWS; i++) {
        here.cell = i * matrix_rows(t) * matrix_cols(t);
        told += tell_line_from(p, &here, words);
        first = told == 1 ? p->told : first;
    }
    if (told > 0)
        p->told = first;
    p->told.is_all = told > 1;
    return told > 0;
}

bool plain_tell_line(Plain *p, const char *words)
{
    CellHere here = plain_here(p);
    here.is_asked = false;
    return (were_all_told(p) && tell_line_of_each(p, words)) || tell_line_from(p, &here, words) ||
           tell_line_of_each(p, words);
}

/* In a call a name can be another result than in the lesson, and names lists that of the lesson. */
static void tell_other(Plain *p, const QkvTensor *t)
{
    Arena arena = {0};
    const Run *run = plain_run_of(p);
    Place at = *app_place(p->app);
    Names names = names_so_far(&arena, run, &at);
    for (int i = 0; i < names.count; i++) {
        const Stop *stop = names.stop[i];
        if (strcmp(stop->name, p->rest) != 0 || stop->tensor == t)
            continue;
        at.where.stage = run_stage_of_stop(run, stop);
        buf_printf(&p->out, "This %s is of %s; another is told in %d.%d.\n", p->rest,
                   explain_where(&arena, run, t->step), at.where.stage,
                   place_count(run, &at, run_number_of_stop(run, stop)));
    }
    arena_release(&arena);
}

/* As many matrices as are heard at once; the first is told so that cells are those of it. */
static void read_items(Plain *p, const QkvTensor *t)
{
    int64_t items = matrix_items(t), fits = max_int64(MOST_ROWS / matrix_rows(t), 1), i = 0;
    for (; i < items && i < fits; i++)
        read_item(p, t, i);
    plain_keep_told(p, t, 0, false);
    p->told.is_all = items > 1;
    if (i < items)
        buf_printf(&p->out, "and %lld more matrices\n", (long long)(items - i));
    if (items > 1)
        spoken_here(&p->out, t, 0);
}

/* One matrix, and which others there are. */
static void read_one(Plain *p, const QkvTensor *t, int64_t item)
{
    read_item(p, t, item);
    if (matrix_items(t) > 1)
        spoken_here(&p->out, t, item);
}

/* All the numbers row by row: of the matrix in question, or of the result or the matrix that is named. */
void plain_read(Plain *p)
{
    CellHere here = plain_here(p);
    bool is_whole = *p->rest && cell_tensor(&here, p->rest, strlen(p->rest));
    if (*p->rest && !is_whole && plain_tell_line(p, p->rest))
        return;
    if (*p->rest && !is_whole && !cell_is_item(&here, p->rest) && plain_is_place(p, p->rest)) {
        plain_cell(p);
        return;
    }
    if (*p->rest && !is_whole && (cell_is_item(&here, p->rest) || cell_begins(&here, p->rest))) {
        tell_named_item(p, false);
        return;
    }
    const QkvTensor *t = plain_tensor_meant(p);
    if (is_whole)
        tell_other(p, t);
    if (t && t->count == 0)
        plain_say(p, "This tensor has no cells.");
    else if (t && !is_whole)
        read_one(p, t, matrix_item(t, here.cell));
    else if (t)
        read_items(p, t);
}

/* As PyTorch prints it. */
void plain_as_printed(Plain *p)
{
    const QkvTensor *t = plain_tensor_meant(p);
    if (t) {
        print_tensor(&p->out, t, &print_default);
        plain_say(p, "");
    }
}

void plain_shape(Plain *p)
{
    Arena arena = {0};
    const QkvTensor *t = plain_tensor_meant(p);
    if (t)
        buf_printf(&p->out, "%s %s\n", explain_name(&arena, plain_run_of(p), t),
                   matrix_shape(&arena, t));
    arena_release(&arena);
}

bool plain_is_seen(const Plain *p, const char *name)
{
    Arena arena = {0};
    const Place *place = app_place(p->app);
    Names names = place->page == PAGE_MENU ? (Names){0}
                                           : names_so_far(&arena, plain_run_of(p), place);
    bool is_it = false;
    for (int i = 0; i < names.count && !is_it; i++)
        is_it = strcmp(names.stop[i]->name, name) == 0;
    arena_release(&arena);
    return is_it;
}

/* "scores [3 query x 3 key], 4.1" */
static void put_result(Plain *p, const Stop *stop)
{
    Arena arena = {0};
    const Run *run = plain_run_of(p);
    Place at = *app_place(p->app);
    at.where.stage = run_stage_of_stop(run, stop);
    buf_printf(&p->out, "%s %s, %d.%d\n", stop->name, matrix_shape(&arena, stop->tensor),
               at.where.stage, place_count(run, &at, run_number_of_stop(run, stop)));
    arena_release(&arena);
}

/* The results so far. */
void plain_names(Plain *p)
{
    Arena arena = {0};
    Names names = names_so_far(&arena, plain_run_of(p), app_place(p->app));
    for (int i = 0; i < names.count; i++)
        put_result(p, names.stop[i]);
    plain_say(p, names.count ? "-- read NAME tells one; a number with its point goes there --"
                             : "There are no results yet: next goes on.");
    arena_release(&arena);
}

bool plain_tell_having(Plain *p, const char *words)
{
    if (words[0] == '-' && plain_is_number(words + 1)) /* a number, and no index from the end */
        return false;
    Arena arena = {0};
    const Run *run = plain_run_of(p);
    Place last = *app_place(p->app);
    const Stop *first = NULL;
    int64_t cell = 0, first_cell = 0;
    last.where.stage = run->lesson->stages - 1;
    last.where.stop = run_stops(run, last.where.stage);
    Names names = names_so_far(&arena, run, &last);
    for (int i = 0; i < names.count; i++)
        if (cell_has_line(run, names.stop[i], words, &cell)) {
            first_cell = first ? first_cell : cell;
            first = first ? first : names.stop[i];
            put_result(p, names.stop[i]);
        }
    if (first) {
        CellHere there = {.run = run, .step = &run->tape->step[first->step]};
        size_t length = strlen(first->name);
        bool has_name = strncmp(words, first->name, length) == 0 && words[length] == ' ';
        const char *of = words + (has_name ? length + 1 : 0);
        if (cell_is_item(&there, words)) /* as it is told: "head b" */
            of = spoken_block(&arena, first->tensor, matrix_item(first->tensor, first_cell));
        last.where.stage = run_stage_of_stop(run, first);
        snprintf(p->found_at, sizeof p->found_at, "%d.%d", last.where.stage,
                 place_count(run, &last, run_number_of_stop(run, first)));
        CellHere here = plain_here(p); /* where that name may be another result's */
        if (cell_tensor(&here, first->name, length) == first->tensor)
            buf_printf(&p->out, "-- %s %s tells it; %s goes there --\n", first->name, of,
                       p->found_at);
        else
            buf_printf(&p->out, "-- %s goes there --\n", p->found_at);
    }
    arena_release(&arena);
    return first != NULL;
}
