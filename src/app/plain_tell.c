/* Telling where the reader is, line by line. */
#include "app/keys.h"
#include "app/plain_internal.h"
#include "view/explain.h"
#include "view/matrix.h"
#include "view/transcript.h"

enum { COLUMNS = 78 };

const Run *plain_run_of(const Plain *p)
{
    return p->library->entry[app_place(p->app)->lesson].run;
}

/* The step whose result can be asked: on the cell page the one asked already. NULL for none. */
const QkvStep *plain_step(const Plain *p)
{
    const Place *place = app_place(p->app);
    if (place->page == PAGE_CELL)
        return &plain_run_of(p)->tape->step[place->step];
    const Beat *beat = place->page == PAGE_STAGE ? place_beat(plain_run_of(p), place) : NULL;
    return beat && beat->kind == BEAT_TENSOR && beat->step >= 0
               ? &plain_run_of(p)->tape->step[beat->step]
               : NULL;
}

void say(Plain *p, const char *text)
{
    buf_printf(&p->out, "%s\n", text);
}

void tell_menu(Plain *p)
{
    Arena arena = {0};
    Scene scene = {.library = p->library};
    int *index = arena_many(&arena, (size_t)p->library->count + 1, int);
    int count = menu_lessons(&scene, app_place(p->app), index, p->library->count);
    for (int i = 0; i < count; i++) {
        const Entry *entry = &p->library->entry[index[i]];
        bool is_here = index[i] == app_place(p->app)->lesson;
        buf_printf(&p->out, "%s %s: %s%s\n", is_here ? ">" : " ", entry->name,
                   entry->lesson ? entry->lesson->title : "", entry->err.set ? " (broken)" : "");
    }
    say(p, count == 0 ? "No lessons." : "-- lessons: a number opens one; Enter, help, quit --");
    arena_release(&arena);
}

static void tell_stage(Plain *p)
{
    const Place *place = app_place(p->app);
    const Lesson *lesson = plain_run_of(p)->lesson;
    int steps = place_count(plain_run_of(p), place, place_beats(plain_run_of(p), place->stage));
    if (place->stage == 0 && place->beat == 0)
        buf_printf(&p->out, "%s\n\n", lesson->title);
    transcript_step(&p->out, plain_run_of(p), place);
    buf_printf(&p->out, "-- stage %d/%d", place->stage, lesson->stages - 1);
    if (steps > 0)
        buf_printf(&p->out, ", step %d/%d", place_count(plain_run_of(p), place, place->beat),
                   steps);
    buf_printf(&p->out, "; Enter next, back%s, help, quit --\n", plain_step(p) ? ", cell" : "");
}

static void tell_cell(Plain *p)
{
    Arena arena = {0};
    const Place *place = app_place(p->app);
    const Run *run = plain_run_of(p);
    const QkvStep *step = &run->tape->step[place->step];
    QkvTerms terms = op_terms(&step->call, place->cell, &arena);
    Explanation e = explain(&arena, run, place->step, place->cell, &terms, place->pick, COLUMNS,
                            place->full ? NUMBER_MOST_DECIMALS : place->decimals);
    say(p, e.what);
    if (step->call.count > 0)
        say(p, explain_formula(&arena, run, place->step, COLUMNS));
    for (int i = 0; i < e.lines; i++)
        say(p, e.line[i]);
    say(p, e.full);
    say(p, "-- a cell; terms, follow N, Enter next cell, q stage, help --");
    arena_release(&arena);
}

void tell_contents(Plain *p)
{
    const Place *place = app_place(p->app);
    const Lesson *lesson = plain_run_of(p)->lesson;
    for (int s = 0; s < lesson->stages; s++)
        buf_printf(&p->out, "%s %2d %s\n", s == place->stage ? ">" : " ", s,
                   s == 0 ? "Introduction" : lesson->stage[s].title);
    say(p, "-- contents; a number goes to a stage --");
}

void tell(Plain *p)
{
    static void (*const pages[])(Plain *) = {
        [PAGE_MENU] = tell_menu, [PAGE_STAGE] = tell_stage, [PAGE_CELL] = tell_cell};
    pages[app_place(p->app)->page](p);
}

void tell_numbers(Plain *p)
{
    enum { MOST_ROWS = 100, MOST_COLUMNS = 100 };
    const QkvStep *step = plain_step(p);
    if (!step || step->call.out->count == 0) {
        say(p, "There are no numbers here.");
        return;
    }
    Arena arena = {0};
    const QkvTensor *t = step->call.out;
    const Place *place = app_place(p->app);
    NumberFormat format = number_format(t, place->full ? NUMBER_MOST_DECIMALS : place->decimals);
    int64_t rows = matrix_rows(t), cols = matrix_cols(t);
    int64_t item = place->page == PAGE_CELL ? matrix_item(t, place->cell) : place->item;
    int64_t first = (item < matrix_items(t) ? item : 0) * rows * cols;
    buf_printf(&p->out, "%s %s\n", explain_name(&arena, plain_run_of(p), t),
               matrix_shape(&arena, t));
    for (int64_t r = 0; r < rows && r < MOST_ROWS; r++) {
        if (t->rank > 1)
            buf_printf(&p->out, "row %s: ", matrix_index_name(&arena, t, t->rank - 2, r, first));
        for (int64_t c = 0; c < cols && c < MOST_COLUMNS; c++) {
            buf_puts(&p->out, c ? ", " : "");
            if (t->rank > 0)
                buf_printf(&p->out, "%s ",
                           matrix_index_name(&arena, t, t->rank - 1, c, first + r * cols));
            number_cell(&p->out, &format, t, first + r * cols + c);
        }
        say(p, cols > MOST_COLUMNS ? ", and more" : "");
    }
    if (rows > MOST_ROWS)
        buf_printf(&p->out, "and %lld more rows\n", (long long)rows - MOST_ROWS);
    arena_release(&arena);
}
