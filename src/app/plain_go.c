/* The line mode: commands that go somewhere. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "app/editor.h"
#include "app/keys.h"
#include "app/plain_internal.h"
#include "app/signs.h"
#include "app/update.h"
#include "base/common.h"
#include "base/utf8.h"
#include "lesson/library.h"
#include "view/explain.h"
#include "view/number.h"
#include "view/page_text.h"
#include "view/search.h"

/* --- along the lesson ------------------------------------------------------------------------- */

void plain_next(Plain *p)
{
    p->has_landed = false;
    plain_press(p, ' ');
}

void plain_back(Plain *p)
{
    p->has_landed = false;
    plain_press(p, K_BACKSPACE);
}

void plain_quit(Plain *p)
{
    plain_press(p, 'Q');
}

/* From a number to the stage that it was asked in, without a word. */
static void leave_cell(Plain *p)
{
    if (app_place(p->app)->page == PAGE_CELL)
        app_key(p->app, K_ESCAPE);
}

void plain_land(Plain *p)
{
    p->landed = app_place(p->app)->where;
    p->has_landed = true;
}

/* To a stop; `up` comes back from there. */
static void jump(Plain *p, int stage, int stop)
{
    Place place = *app_place(p->app);
    const Run *run = plain_run_of(p);
    const Stop *to = run_stop(run, stage, stop);
    update_leave_trail(&place);
    place = to && !place_sees_stop(run, &place, to) ? place_inside(place, run, stage, stop)
                                                    : place_at(place, run, stage, stop);
    app_put(p->app, &place);
    plain_land(p);
    plain_tell(p);
}

static bool is_landed(const Plain *p)
{
    const Where *now = &app_place(p->app)->where, *then = &p->landed;
    return p->has_landed && now->lesson == then->lesson && now->stage == then->stage &&
           now->stop == then->stop;
}

void plain_up(Plain *p)
{
    Place out = *app_place(p->app);
    int key = 'q';
    if (out.page == PAGE_MENU) {
        plain_say(p, "These are the lessons: quit leaves.");
        return;
    }
    bool has_jumped = out.page == PAGE_CELL ? place_chain(&out) > 0
                                            : is_landed(p) && out.trails > 0;
    if (has_jumped)
        key = '\'';
    else if (out.page == PAGE_STAGE && place_out(&out, plain_run_of(p)))
        key = 'u';
    plain_press(p, key);
}

/* "line 19": to the first step that this line of the lesson makes, or one after it. */
static void go_to_line(Plain *p, int line)
{
    const Run *run = plain_run_of(p);
    for (int i = 0; i < run->stops; i++) {
        const Stop *stop = &run->stop[i];
        if (stop->detail == DETAIL_BRIEF && run->statement[stop->statement].last >= line) {
            jump(p, run_stage_of_stop(run, stop), run_number_of_stop(run, stop));
            return;
        }
    }
    buf_printf(&p->out, "No step comes from line %d or from one after it.\n", line);
}

void plain_goto(Plain *p)
{
    int stage, step = 0, line, end = 0, length = (int)strlen(p->rest);
    const Run *run = plain_run_of(p);
    Place at = *app_place(p->app);
    if (sscanf(p->rest, "line %6d%n", &line, &end) == 1 && end == length) {
        go_to_line(p, line);
        return;
    }
    bool is_stage = sscanf(p->rest, "%4d%n", &stage, &end) == 1 && end == length;
    bool is_step = !is_stage && sscanf(p->rest, "%4d.%4d%n", &stage, &step, &end) == 2 &&
                   end == length;
    if (!is_stage && !is_step) {
        plain_say(p, "goto takes a stage, a step or a line: goto 5, goto 5.1, goto line 19.");
        return;
    }
    if (stage < 0 || stage >= run->lesson->stages) {
        buf_printf(&p->out, "There is no stage %d: contents lists them.\n", stage);
        return;
    }
    int stop = place_stop_of_step(run, &at, stage, step);
    if (stop >= 0) {
        jump(p, stage, stop);
        return;
    }
    at.where.stage = stage;
    buf_printf(&p->out, "Stage %d has steps 0 to %d.\n", stage,
               place_count(run, &at, run_stops(run, stage)));
}

void plain_contents(Plain *p)
{
    const Lesson *lesson = plain_run_of(p)->lesson;
    int now = app_place(p->app)->where.stage;
    p->rows.count = 0;
    for (int s = 0; s < lesson->stages; s++) {
        Row row = {.kind = ROW_STEP, .stage = s};
        snprintf(row.label, sizeof row.label, "%d", s);
        plain_add_row(p, row);
        buf_printf(&p->out, "%d %s%s\n", s, page_stage_title(lesson, s),
                   s == now ? ", you are here" : "");
    }
}

/* --- skip ------------------------------------------------------------------------------------- */

static void open_row(Plain *p, int index);

/* To another row of the list that one came from, while one is where that led. */
static bool skip_row(Plain *p, int by)
{
    int to = p->came_at + by;
    if (!is_landed(p) || p->came.count == 0)
        return false;
    if (to < 0 || to >= p->came.count) {
        plain_say(p, by > 0 ? "This was the last row of the list." : "This was its first row.");
        return true;
    }
    p->rows = p->came;
    app_key(p->app, '\'');
    open_row(p, to);
    return true;
}

/* To the same line of another pass of the loop that one is in; false for none. */
static bool go_to_pass(Plain *p, int by)
{
    Place to = *app_place(p->app);
    const Run *run = plain_run_of(p);
    int pass = to.page == PAGE_STAGE ? place_pass_number(run, &to) : 0;
    if (pass == 0 || !place_pass(&to, run, pass + by))
        return false;
    app_put(p->app, &to);
    plain_tell(p);
    return true;
}

void plain_skip(Plain *p)
{
    Place to = *app_place(p->app);
    if (skip_row(p, 1))
        return;
    p->has_landed = false;
    if (go_to_pass(p, 1))
        return;
    if (to.page == PAGE_STAGE && place_over(&to, plain_run_of(p), OVER_LOOP)) {
        plain_press(p, 'Y');
    } else {
        leave_cell(p);
        plain_press(p, 'n');
    }
}

void plain_previous(Plain *p)
{
    if (skip_row(p, -1))
        return;
    p->has_landed = false;
    if (!go_to_pass(p, -1)) {
        leave_cell(p);
        plain_press(p, 'p');
    }
}

void plain_pass(Plain *p)
{
    Place to = *app_place(p->app);
    const Run *run = plain_run_of(p);
    int now = to.page == PAGE_STAGE ? place_pass_number(run, &to) : 0;
    if (now == 0) {
        plain_say(p, "You are in no loop of your own code: open goes into a call.");
    } else if (!plain_is_number(p->rest) || !place_pass(&to, run, atoi(p->rest))) {
        buf_printf(&p->out, "The loop has no pass %s: this one is %d.\n", p->rest, now);
    } else {
        app_put(p->app, &to);
        plain_tell(p);
    }
}

/* --- open ------------------------------------------------------------------------------------- */

void plain_go_to_cell(Plain *p, const QkvTensor *t, int64_t cell, bool follows)
{
    Place place = *app_place(p->app);
    ask_go(&place, plain_run_of(p), t, cell, follows);
    app_put(p->app, &place);
    plain_tell(p);
}

bool plain_go_to_number(Plain *p, const char *word, const char *text)
{
    int64_t cell;
    NamedHere here = plain_here(p);
    const QkvTensor *t = NULL;
    bool is_told = p->told_in_run == here.run && here.step;
    if (!*text && !is_told && app_place(p->app)->page == PAGE_CELL)
        return true;
    if (*text) {
        NamedPart part;
        bool is_one = plain_place(p, text, &part) && named_cell(&here, &part, &cell, &p->out);
        t = is_one ? part.t : NULL;
    } else if (is_told) {
        t = here.step->call.out;
        cell = here.cell;
    } else
        plain_ask(p, word, "which number?", "%");
    if (t) {
        Place place = *app_place(p->app);
        ask_go(&place, here.run, t, cell, false);
        app_put(p->app, &place);
        p->told_in_run = NULL;
    }
    return t != NULL;
}

static void open_lesson(Plain *p, int index)
{
    const Entry *entry = &p->library->entry[index];
    p->has_landed = false;
    if (entry->lesson) {
        app_open(p->app, index);
        plain_message(p);
        plain_tell(p);
        return;
    }
    buf_printf(&p->out, "%s is ", entry->name);
    library_broken(&p->out, entry);
    buf_printf(&p->out, ": %s\n", entry->err.message);
}

static void open_row(Plain *p, int index)
{
    const Row row = p->rows.row[index];
    const Run *run = plain_run_of(p);
    if (row.kind == ROW_LESSON) {
        open_lesson(p, row.lesson);
    } else if (row.kind == ROW_CODE) {
        plain_say(p, "That is a plain number in the code: nothing made it.");
    } else if (row.kind == ROW_CELL && plain_has_cell(run, &row)) {
        plain_go_to_cell(p, run->tape->step[row.step].call.out, row.cell, true);
    } else if (row.kind == ROW_STEP && row.stage < run->lesson->stages) {
        p->came = p->rows;
        p->came_at = index;
        jump(p, row.stage, row.stop);
        if (plain_has_cell(run, &row))
            plain_keep_told(p, run->tape->step[row.step].call.out, row.cell);
    } else {
        plain_say(p, "The lesson was read again, and this row is no longer there.");
    }
}

/* A step that is a call of the lesson's own code is gone into; another has numbers. */
static void open_here(Plain *p)
{
    Place in = *app_place(p->app);
    const Run *run = plain_run_of(p);
    bool is_told = in.page == PAGE_STAGE && p->told_in_run == run;
    const Stop *stop = in.page == PAGE_STAGE && place_into(&in, run) ? place_stop(run, &in) : NULL;
    if (is_told && plain_go_to_number(p, "open", ""))
        plain_tell(p);
    else
        plain_press(p, stop && stop->line >= 0 ? 'd' : K_ENTER);
}

void plain_open(Plain *p)
{
    const Row *row = plain_row(p, p->rest);
    if (row)
        open_row(p, (int)(row - p->rows.row));
    else if (plain_is_menu(p) && *p->rest)
        plain_lesson(p);
    else if (plain_is_menu(p))
        plain_press(p, K_ENTER);
    else if (!*p->rest)
        open_here(p);
    else if (plain_go_to_number(p, "open", p->rest))
        plain_tell(p);
}

void plain_point(Plain *p)
{
    plain_read(p);
}

/* --- block ------------------------------------------------------------------------------------ */

/* The index that a label means, along the last axis before the rows that has it, of those before `*axis`. */
static int64_t block_index(const QkvTensor *t, const char *label, int *axis)
{
    for (int d = *axis - 1; d >= 0; d--) {
        int64_t index = named_index(t, d, label, 0);
        if (index >= 0) {
            *axis = d;
            return index;
        }
    }
    return -1;
}

/* The matrix that labels name, the last of them the last axis; -1 after saying which is none. */
static int64_t find_block(Plain *p, const QkvTensor *t, int64_t cell)
{
    Arena arena = {0};
    int64_t at[QKV_MAX_RANK], index = 0;
    qkv_tensor_index(t, cell, at);
    int axis = t->rank - 2;
    char *words = arena_string(&arena, p->rest);
    for (char *last; index >= 0 && *words;) {
        last = strrchr(words, ' ');
        const char *label = last ? last + 1 : words;
        index = *label ? block_index(t, label, &axis) : 0;
        if (index < 0)
            buf_printf(&p->out, "No block of this result is called %s.\n", label);
        else if (*label)
            at[axis] = index;
        *(last ? last : words) = '\0';
    }
    int64_t block = index < 0 ? -1 : matrix_item(t, qkv_tensor_cell(t, at));
    arena_release(&arena);
    return block;
}

void plain_block(Plain *p)
{
    NamedHere here = plain_here(p);
    const QkvTensor *t = here.step ? here.step->call.out : NULL;
    int64_t blocks = t ? matrix_items(t) : 0, size = t ? matrix_rows(t) * matrix_cols(t) : 0;
    if (blocks < 2) {
        plain_say(p, "There is only one matrix here.");
        return;
    }
    int64_t block = *p->rest ? find_block(p, t, here.cell)
                             : (matrix_item(t, here.cell) + 1) % blocks;
    if (block < 0)
        return;
    Place place = *app_place(p->app);
    const QkvStep *own = plain_step(p);
    bool is_own = own && own->call.out == t;
    if (is_own && place.page == PAGE_CELL) {
        plain_go_to_cell(p, t, block * size + place.asked.cell % size, false);
        return;
    }
    if (is_own)
        place.view.item = block;
    app_put(p->app, &place);
    plain_keep_told(p, t, block * size);
    p->rest = "";
    plain_read(p);
}

/* --- lessons ---------------------------------------------------------------------------------- */

/* How well a lesson is named: 0 not at all, 1 by a part of its title, more by all of that, or by its number or how
 * its file begins. */
static int fits(const Entry *entry, const char *wanted)
{
    const char *title = entry->lesson ? entry->lesson->title : "";
    if (plain_is_number(wanted))
        return atoi(entry->name) == atoi(wanted) ? 3 : 0;
    if (strncmp(entry->name, wanted, strlen(wanted)) == 0)
        return 3;
    bool is_part = utf8_contains(title, strlen(title), wanted);
    return is_part + (is_part && strlen(title) == strlen(wanted));
}

static void open_named(Plain *p, const char *wanted)
{
    int best = 0, found = -1, several = 0;
    for (int i = 0; i < p->library->count; i++) {
        int fit = fits(&p->library->entry[i], wanted);
        several = fit > best ? 1 : several + (fit > 0 && fit == best);
        found = fit > best ? i : found;
        best = max_int(best, fit);
    }
    if (best > 1 || several == 1) {
        open_lesson(p, found);
    } else if (several == 0) {
        buf_puts(&p->out, "There is no lesson ");
        buf_shown(&p->out, wanted, strlen(wanted));
        plain_say(p, ": lesson alone lists them.");
    } else {
        plain_say(p, "Several lessons have that in their titles:");
        p->rows.count = 0;
        for (int i = 0; i < p->library->count; i++)
            if (fits(&p->library->entry[i], wanted) == best)
                buf_printf(&p->out, "%s %s: %s\n",
                           plain_add_row(p, (Row){.kind = ROW_LESSON, .lesson = i}),
                           p->library->entry[i].name, p->library->entry[i].lesson->title);
    }
}

void plain_lesson(Plain *p)
{
    if (!*p->rest)
        plain_tell_lessons(p, "");
    else if (!same_text(p->rest, "next"))
        open_named(p, p->rest);
    else {
        leave_cell(p);
        plain_press(p, plain_is_menu(p) ? K_ENTER : ')');
    }
}

/* --- find ------------------------------------------------------------------------------------- */

/* Of a place that was found: the row that leads there, and to the number there that was looked for. */
static Row found_row(const Plain *p, const Place *at, const Hit *hit)
{
    const Run *run = plain_run_of(p);
    const Stop *stop = run_stop(run, hit->stage, hit->stop);
    Row row = {.kind = ROW_STEP, .stage = hit->stage, .stop = hit->stop, .step = -1};
    const QkvTensor *t = stop && stop->step >= 0 ? stop->tensor : NULL;
    if (t && search_cells(&(Scene){.run = run}, at, t, &row.cell, 1) > 0)
        row.step = t->step;
    return row;
}

static void say_nowhere(Plain *p, const Place *at)
{
    Arena arena = {0};
    const Stop *stop;
    int64_t cell;
    const char *nearest = search_nearest(&arena, plain_run_of(p), at, &stop, &cell);
    buf_putc(&p->out, '"'); /* it may be any bytes */
    buf_shown(&p->out, at->search, strlen(at->search));
    buf_puts(&p->out, "\" is in no text, name, label or number of this lesson.");
    buf_printf(&p->out, nearest ? " The nearest is %s.\n" : "%s\n", nearest ? nearest : "");
    if (nearest && stop->tensor->step >= 0)
        plain_keep_told(p, stop->tensor, cell);
    arena_release(&arena);
}

void plain_find(Plain *p)
{
    if (plain_is_menu(p)) {
        plain_tell_lessons(p, p->rest);
        return;
    }
    Arena arena = {0};
    Place at = *app_place(p->app);
    snprintf(at.search, sizeof at.search, "%s", p->rest);
    int count;
    Scene scene = {.run = plain_run_of(p), .is_plain = true};
    const HitRow *found = search_rows(&arena, &scene, &at, &count);
    p->rows.count = count > 0 ? 0 : p->rows.count;
    for (int i = 0; i < count && i < ROWS_MOST; i++) {
        Row row = found_row(p, &at, &found[i].hit);
        const char *gap = strstr(found[i].text, "  "); /* between two columns */
        buf_printf(&p->out, "%s in %s: ", plain_add_row(p, row),
                   plain_step_name(&arena, p, row.stage, row.stop));
        if (gap)
            buf_printf(&p->out, "%.*s, ", (int)(gap - found[i].text), found[i].text);
        plain_say(p, gap ? gap + strspn(gap, " ") : found[i].text);
    }
    if (count > ROWS_MOST)
        buf_printf(&p->out, "and %d more places\n", count - ROWS_MOST);
    if (count == 0)
        say_nowhere(p, &at);
    arena_release(&arena);
}

/* --- the rest --------------------------------------------------------------------------------- */

void plain_help(Plain *p)
{
    Arena arena = {0};
    const Command *c = *p->rest ? command_find(p->rest, strlen(p->rest)) : NULL;
    Buf key = {.arena = &arena};
    if (!*p->rest) {
        command_lines(&p->out);
        plain_say(
            p, "PLACE is scores[x2, x3], a number; scores[x2], a row; scores; or [x2, x3] of the "
               "result told last. A label or a number from 0; : is all.");
    } else if (!c) {
        buf_printf(&p->out, "There is no command %s: help alone lists them.\n", p->rest);
    } else {
        buf_printf(&p->out, "%s: %s.\n", command_usage(&arena, c), c->words);
        if (c->key)
            keys_name(&key, c->key);
        if (c->key)
            buf_printf(&p->out, "On the screens: %s.\n", buf_text(&key));
    }
    arena_release(&arena);
}

void plain_signs(Plain *p)
{
    int count;
    const SignRow *sign = signs_table(&count);
    for (int i = 0; i < count; i++)
        buf_printf(&p->out, "%s: %s\n", sign[i].sign, sign[i].words);
}

void plain_again(Plain *p)
{
    p->told_inside = 0; /* also inside of what that is */
    plain_tell(p);
}

void plain_answer(Plain *p)
{
    leave_cell(p);
    plain_press(p, 'A');
}

void plain_class(Plain *p)
{
    plain_say(p, "A class looks at a screen: start qkv without --plain, then T.");
}

void plain_notes(Plain *p)
{
    const Place *place = app_place(p->app);
    if (lesson_notes(&p->out, &plain_run_of(p)->lesson->stage[place->where.stage]) == 0)
        plain_say(p, "There are no notes for the speaker here.");
}

void plain_edit(Plain *p)
{
    Arena arena = {0};
    int line;
    if (app_copy(p->app)) {
        const char *path = app_source(p->app, &line);
        app_edited(p->app, editor_run(editor_command(&arena, path, line)));
    }
    plain_message(p);
    plain_tell(p);
    arena_release(&arena);
}

/* --- view ------------------------------------------------------------------------------------- */

static const char *const details[] = {"statements", "results", "operations"};

/* Presses one of two keys so often. */
static void press_by(Plain *p, int by, int more, int less)
{
    for (; by != 0; by += by > 0 ? -1 : 1)
        app_key(p->app, by > 0 ? more : less);
}

static void tell_view(Plain *p)
{
    const Place *place = app_place(p->app);
    buf_printf(&p->out, "decimals %d, at most: 0 to %d, or all\n", place_decimals(place),
               NUMBER_MOST_DECIMALS);
    buf_printf(&p->out, "detail %s: statements, results or operations\n",
               details[place->where.detail - DETAIL_BRIEF]);
    buf_printf(&p->out, "sums %s: of rows and columns, on or off\n",
               place->look.sums ? "on" : "off");
}

static bool set_decimals(Plain *p, const char *value)
{
    int wanted = same_text(value, "all")  ? NUMBER_MOST_DECIMALS
                 : plain_is_number(value) ? atoi(value)
                                          : -1;
    if (wanted < 0 || wanted > NUMBER_MOST_DECIMALS)
        return false;
    press_by(p, wanted - place_decimals(app_place(p->app)), '+', '-');
    return true;
}

static bool set_detail(Plain *p, const char *value)
{
    for (int i = 0; i < COUNT(details); i++)
        if (same_text(value, details[i])) {
            leave_cell(p);
            press_by(p, i + DETAIL_BRIEF - (int)app_place(p->app)->where.detail, 'D', 'U');
            return true;
        }
    return false;
}

static bool set_sums(Plain *p, const char *value)
{
    bool is_on = same_text(value, "on");
    if (is_on != app_place(p->app)->look.sums && (is_on || same_text(value, "off")))
        app_key(p->app, 'S');
    return is_on || same_text(value, "off");
}

void plain_view(Plain *p)
{
    static const struct {
        const char *name;
        bool (*set)(Plain *p, const char *value);
    } settings[] = {{"decimals ", set_decimals}, {"detail ", set_detail}, {"sums ", set_sums}};
    for (int i = 0; i < COUNT(settings); i++) {
        size_t length = strlen(settings[i].name);
        if (strncmp(p->rest, settings[i].name, length) == 0 &&
            settings[i].set(p, p->rest + length)) {
            plain_tell(p);
            return;
        }
    }
    if (*p->rest)
        buf_printf(&p->out, "There is no setting %s. There are:\n", p->rest);
    tell_view(p);
}
