/* What keys do, page by page: every function here takes a place to another one and touches nothing
 * else. Teaching has a file of its own. */
#include "app/update.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/common.h"
#include "base/utf8.h"
#include "view/explain.h"
#include "view/matrix.h"
#include "view/page_names.h"
#include "view/search.h"

static KeyContext context_under(const Place *p, Overlay overlay)
{
    static const KeyContext pages[] = {
        [PAGE_MENU] = ON_MENU, [PAGE_STAGE] = ON_STAGE, [PAGE_CELL] = ON_CELL};
    static const KeyContext overlays[] = {
        [OVERLAY_CONTENTS] = ON_CONTENTS, [OVERLAY_HELP] = ON_HELP,
        [OVERLAY_FILTER] = ON_FILTER,     [OVERLAY_SEARCH] = ON_SEARCH,
        [OVERLAY_HITS] = ON_HITS,         [OVERLAY_PREDICT] = ON_PREDICT,
        [OVERLAY_CHANGES] = ON_CHANGES,   [OVERLAY_TYPE] = ON_TYPE,
        [OVERLAY_USES] = ON_REPORT,       [OVERLAY_INPUTS] = ON_REPORT,
        [OVERLAY_WHY] = ON_TREE,          [OVERLAY_CODE] = ON_REPORT,
        [OVERLAY_VALUES] = ON_REPORT,     [OVERLAY_COMPARE] = ON_COMPARE,
        [OVERLAY_LINKS] = ON_LINKS,       [OVERLAY_NAMES] = ON_NAMES};
    return overlay != OVERLAY_NONE ? overlays[overlay] : pages[p->page];
}

KeyContext update_context(const Place *p)
{
    return context_under(p, p->overlay);
}

KeyContext update_helped_context(const Place *p)
{
    return context_under(p, p->overlay == OVERLAY_HELP ? p->under : p->overlay);
}

/* There is no result at this stop yet, or none in the whole stage. */
void update_say_nothing_yet(Update *u)
{
    if (run_stops(update_run(u), u->place.where.stage) == 0)
        u->message = "There are no numbers in this stage.";
    else
        u->message = "Nothing has been computed yet in this stage: {next} shows the first result.";
}

/* --- stepping --------------------------------------------------------------------------------- */

/* The nearest lesson in that direction that can be opened, in the order of the menu, or -1. */
static int lesson_beside(const Update *u, int by)
{
    Arena arena = {0};
    const Library *library = u->scene->library;
    const int *order = library_order(&arena, library);
    int at = 0, found = -1;
    while (at < library->count && order[at] != u->place.where.lesson)
        at++;
    for (int i = at + by; i >= 0 && i < library->count && found < 0; i += by)
        if (library->entry[order[i]].lesson)
            found = order[i];
    arena_release(&arena);
    return found;
}

/* Back from the beginning: to the end of the lesson before, when the key is pressed once more. */
static void step_out(Update *u)
{
    int before = lesson_beside(u, -1);
    if (before < 0) {
        u->message = "This is the beginning. {menu} goes to the menu.";
    } else if (!u->again) {
        u->place.once_more = u->key;
        u->message = "This is the beginning. Once more goes to the end of the lesson before.";
    } else {
        const Run *run = library_run(u->scene->library, before);
        int last = run->lesson->stages - 1;
        u->place = place_at(place_start(u->place, before), run, last, run_stops(run, last));
    }
}

/* A step first shows what the page has cut. */
static bool scrolls(Update *u)
{
    View *view = &u->place.view;
    int to = u->scene->is_plain ? view->scroll : page_scroll_step(u->scene, &u->place, u->by);
    bool does = to != view->scroll;
    view->scroll = to;
    return does;
}

void do_step(Update *u)
{
    Place *p = &u->place;
    const Run *run = update_run(u);
    if (teach_ask(u)) /* what waits is asked, before the step goes on */
        return;
    bool shows_first = u->by > 0 &&
                       p->where.stop > 0; /* below a what-if comes what of it is shown next */
    if (shows_first ? teach_step(u, 1) || scrolls(u) : scrolls(u) || teach_step(u, u->by))
        return;
    int stage = p->where.stage,
        stop = p->where.stop > 0 || u->by > 0 ? place_next(run, p, p->where.stop, u->by) : -1;
    if (stop > run_stops(run, stage)) {
        if (stage == run->lesson->stages - 1) {
            u->message = lesson_beside(u, 1) < 0
                             ? "This was the last step. {menu} goes to the menu."
                             : "This was the last step. {lesson} goes to the next lesson, {menu} "
                               "to the menu.";
            return;
        }
        stage++;
        stop = 0;
    } else if (stop < 0) {
        if (stage == 0) {
            step_out(u);
            return;
        }
        stage--;
        stop = run_stops(run, stage);
    }
    *p = place_at(*p, run, stage, stop);
    teach_arrive(u, u->by);
    if (u->by < 0 && !u->scene->is_plain)
        p->view.scroll = page_scroll_last(u->scene, p);
}

static const char begins[] = "This is where the lesson begins.";

void do_stage(Update *u)
{
    Place *p = &u->place;
    int stage = u->by < 0 && p->where.stop > 0 ? p->where.stage : p->where.stage + u->by;
    if (stage >= update_run(u)->lesson->stages)
        u->message = "This is the last stage.";
    else if (stage < 0)
        u->message = begins;
    else
        *p = place_at(*p, update_run(u), stage, 0);
}

/* The question stands where the stage begins: whoever has seen the results and checks an answer is led there. */
void do_answer(Update *u)
{
    const Run *run = update_run(u);
    Place *p = &u->place;
    const Place asked = p->where.stop > 0 ? place_at(*p, run, p->where.stage, 0) : *p;
    const Stop *unseen;
    if (!lesson_asks(&run->lesson->stage[p->where.stage])) {
        u->message = "This stage asks no question.";
    } else if (p->where.stop > 0 && place_asks_early(u->scene->shown, run, &asked, &unseen)) {
        update_leave_trail(p); /* it waits there, and says so */
        *p = asked;
    } else if (place_asks_early(u->scene->shown, run, &asked, &unseen)) {
        snprintf(u->said, sizeof u->said,
                 "The question may tell numbers of %s, which is hidden. Press v to ask it.",
                 unseen->name);
    } else if (!asked.view.answered && !u->again &&
               place_unseen_before(u->scene->shown, run, p, run_stops(run, p->where.stage))) {
        u->message = "The answer may tell results that are hidden: A once more shows it.";
        p->once_more = u->key;
    } else if (p->where.stop > 0) {
        update_leave_trail(p);
        *p = place_at(*p, run, p->where.stage, 0);
        p->view.answered = true;
    } else {
        p->view.answered = !p->view.answered;
        p->view.scroll = 0;
    }
}

void do_end(Update *u)
{
    if (u->by > 0 && u->place.number >= 0)
        jump_to_stage(u, u->place.number);
    else if (u->by < 0 && u->place.where.stage == 0 && u->place.where.stop == 0)
        u->message = begins;
    else
        jump_to_stage(u, u->by < 0 ? 0 : update_run(u)->lesson->stages - 1);
}

void do_lesson(Update *u)
{
    int lesson = lesson_beside(u, u->by);
    if (lesson < 0) {
        u->message = u->by < 0 ? "This is the first lesson." : "This is the last lesson.";
        return;
    }
    u->place = place_start(u->place, lesson);
    u->place.resumed = true; /* a look at the next lesson must not cost the place in this one */
}

void do_restart(Update *u)
{
    update_leave_trail(&u->place);
    u->place = place_at(u->place, update_run(u), 0, 0);
}

/* --- in and out ------------------------------------------------------------------------------- */

/* Goes to another stop of the stage. */
static void move_to(Place *p, Place to)
{
    bool moved = to.where.stop != p->where.stop;
    *p = to;
    if (moved)
        place_reset_view(p);
}

void do_into(Update *u)
{
    Place to = u->place;
    if (!place_stop(update_run(u), &to))
        update_say_nothing_yet(u);
    else if (place_into(&to, update_run(u)))
        move_to(&u->place, to);
    else if (to.where.opens == OPENED_MOST)
        u->message = "This is as far in as one can go: {out} goes out.";
    else
        u->message = "There is nothing more to see inside of this.";
}

void do_out(Update *u)
{
    Place to = u->place;
    if (place_out(&to, update_run(u)))
        move_to(&u->place, to);
    else
        u->message = "This is not inside of anything: {into} goes into what made a result.";
}

void do_over(Update *u)
{
    static const char *const no[] = {
        [OVER_FUNCTION] = "This is the end of it: {out} goes out, {next} on.",
        [OVER_PASS] = "There is no other pass.",
        [OVER_LOOP] = "There is nothing after the loop in this function.",
    };
    Place to = u->place;
    const Stop *stop = place_stop(update_run(u), &to);
    if (!stop || stop->line < 0)
        u->message = "This is not inside of code: {into} goes into a call.";
    else if (place_over(&to, update_run(u), (Over)u->by))
        move_to(&u->place, to);
    else
        u->message = no[u->by];
}

void do_detail(Update *u)
{
    static const char *const words[] = {"Shown: the result of each statement.",
                                        "Shown: results, and the named stages of calls.",
                                        "Shown: every single operation."};
    Place to = u->place;
    int detail = (int)to.where.detail + u->by;
    to.where.detail = detail < DETAIL_BRIEF   ? DETAIL_BRIEF
                      : detail > DETAIL_EVERY ? DETAIL_EVERY
                                              : (Detail)detail;
    move_to(&u->place, place_settle(to, update_run(u)));
    u->message = words[to.where.detail - DETAIL_BRIEF];
}

/* --- looking ---------------------------------------------------------------------------------- */

void do_scroll(Update *u)
{
    int most = page_scroll_most(u->scene, &u->place);
    if (most == 0 &&
        place_step(update_run(u), &u->place)) /* an arrow on numbers means one of them */
        ask_open(u);
    else
        u->place.view.scroll = clamp_int(u->place.view.scroll + u->by, 0, most);
}

void do_help_scroll(Update *u)
{
    Place *p = &u->place;
    bool is_report = page_is_report(p);
    int *scroll = is_report ? &p->report_scroll : &p->help_scroll;
    int most = (is_report ? page_report_most : page_help_most)(u->scene, p);
    *scroll = clamp_int(*scroll + u->by, 0, most);
}

void do_help_page(Update *u)
{
    u->by *= page_help_rows(&u->place);
    do_help_scroll(u);
}

void do_focus(Update *u)
{
    Place *p = &u->place;
    int count = place_matrices(update_run(u), p);
    if (count < 2)
        return;
    p->view.focus = (p->view.focus + u->by + count) % count;
    p->view.row = p->view.col = 0;
    const QkvTensor *items = place_items(update_run(u), p),
                    *focused = place_tensor(update_run(u), p, p->view.focus);
    if (u->scene->is_plain || p->view.focus == 0 || matrix_items(items) <= 1 ||
        matrix_items(focused) <= 1 || items == focused)
        return;
    Arena arena = {0}; /* its matrices are those that the result's are made of */
    snprintf(u->said, sizeof u->said, "Enter asks in %s; ] and [ go through %s.",
             explain_name(&arena, update_run(u), focused),
             explain_name(&arena, update_run(u), items));
    arena_release(&arena);
}

void do_pan(Update *u)
{
    Place *p = &u->place;
    const QkvTensor *t = place_tensor(update_run(u), p, p->view.focus);
    if (!t)
        return;
    p->view.row = clamp_int64(p->view.row + u->by / 2, 0, matrix_rows(t) - 1);
    p->view.col = clamp_int64(p->view.col + u->by % 2, 0, matrix_cols(t) - 1);
}

/* Which matrix of a tensor it is, "head b (2 of 2)", after what there is to say before that. */
static void say_item(Update *u, const char *before, const QkvTensor *t, int64_t item,
                     const char *after)
{
    Arena arena = {0};
    Matrix m = {.t = t, .name = "", .item = item, .head = HEAD_BLOCK, .blocks = 1};
    snprintf(u->said, sizeof u->said, "%s%s: %s.%s", before, explain_name(&arena, update_run(u), t),
             matrix_title(&arena, &m), after);
    arena_release(&arena);
}

/* Moves by whole matrices: on the stage page the one chosen, on the cell page the cell. Where there
 * is none it stays: beyond the last batch item lies no other, and not the last head either. */
static void move_items(Update *u, const QkvTensor *t, int64_t by, const char *what)
{
    Arena arena = {0};
    Place *p = &u->place;
    bool asks = p->page == PAGE_CELL, is_result = asks || t == place_tensor(update_run(u), p, 0);
    int64_t size = matrix_rows(t) * matrix_cols(t), items = matrix_items(t);
    bool lies_over = p->overlay != OVERLAY_NONE;
    int64_t first = is_result || lies_over ? 0 : page_items_first(u->scene, p, t);
    int64_t now = asks ? matrix_item(t, p->asked.cell) : (first + p->view.item) % items;
    int64_t item = now + by;
    if (item < 0 || item >= items) {
        say_item(u, arena_format(&arena, "This is the %s %s of ", by < 0 ? "first" : "last", what),
                 t, now, "");
    } else if (asks) {
        ask_cell(u, item * size + p->asked.cell % size);
    } else {
        p->view.item = (item - first + items) % items;
        p->view.aims = p->view.hints = 0; /* another number is predicted there */
        bool is_hidden = t == place_tensor(update_run(u), p, 0) && place_last_seen(&p->view, t) < 0;
        bool enters = t == place_tensor(update_run(u), p, p->view.focus) && !u->scene->is_plain &&
                      !lies_over && (p->view.focus > 0 || !is_hidden);
        say_item(u, "", t, item,
                 enters                                         ? " Enter asks in it."
                 : is_hidden                                    ? " It is hidden."
                 : is_result || lies_over || u->scene->is_plain ? ""
                                                                : " After Tab Enter asks in it.");
    }
    arena_release(&arena);
}

/* The tensor that has the matrices; NULL after saying that there are none to go to. */
static const QkvTensor *with_items(Update *u)
{
    Arena arena = {0};
    Place *p = &u->place;
    bool asks = p->page == PAGE_CELL;
    const QkvTensor *t = asks ? ask_tensor(u) : place_items(update_run(u), p);
    int64_t items = t ? matrix_items(t) : 0;
    int near = t ? 0 : place_numbers_near(update_run(u), p);
    if (near > 0) {
        snprintf(u->said, sizeof u->said, "There is no matrix here: step %d.%d has %s.",
                 p->where.stage, place_count(update_run(u), p, near),
                 near > p->where.stop ? "the next" : "one");
    } else if (!asks && !place_stop(update_run(u), p)) {
        update_say_nothing_yet(u);
    } else if (!t) {
        u->message = "There is no matrix here.";
    } else if (items <= 1) {
        snprintf(u->said, sizeof u->said, "%s is a single matrix: there is no other to go to.",
                 explain_name(&arena, update_run(u), t));
    } else if (!asks && t != place_tensor(update_run(u), p, 0) &&
               page_items_seen(u->scene, p) == items) {
        snprintf(u->said, sizeof u->said, "All %lld matrices of %s are seen.", (long long)items,
                 explain_name(&arena, update_run(u), t));
    } else {
        arena_release(&arena);
        return t;
    }
    arena_release(&arena);
    return NULL;
}

void do_item(Update *u)
{
    const QkvTensor *t = with_items(u);
    if (t)
        move_items(u, t, u->by, "matrix");
}

void do_batch(Update *u)
{
    const QkvTensor *t = with_items(u);
    const char *what = t && t->axis[0].name ? t->axis[0].name : "batch item";
    if (t && t->size[0] == 1)
        snprintf(u->said, sizeof u->said,
                 "There is only one %s: {matrix} goes through its matrices.", what);
    else if (t)
        move_items(u, t, u->by * (matrix_items(t) / t->size[0]), what);
}

static void say_decimals(Update *u)
{
    int decimals = place_decimals(&u->place);
    const char *most = decimals < NUMBER_MOST_DECIMALS ? ""
                       : u->place.page == PAGE_CELL    ? "; the full value stands here, too"
                                                    : ": the page of a number has all its digits";
    snprintf(u->said, sizeof u->said, "Numbers with %d decimal%s at most%s.", decimals,
             plural(decimals), most);
}

/* One more or less than there are now, however they came. */
static bool has_numbers(Update *u)
{
    bool has = u->place.overlay != OVERLAY_CODE;
    u->message = has ? u->message : "Code stands as it is written.";
    return has;
}

void do_decimals(Update *u)
{
    if (!has_numbers(u))
        return;
    Look *look = &u->place.look;
    look->decimals = clamp_int(place_decimals(&u->place) + u->by, 0, NUMBER_MOST_DECIMALS);
    look->full = false;
    say_decimals(u);
}

/* As many as there can be, and back to how many there were. */
void do_full(Update *u)
{
    if (!has_numbers(u))
        return;
    Look *look = &u->place.look;
    bool is_full = place_decimals(&u->place) == NUMBER_MOST_DECIMALS;
    if (is_full && !look->full)
        look->decimals = NUMBER_DECIMALS;
    look->full = !is_full;
    say_decimals(u);
}

void do_shade(Update *u)
{
    u->place.look.shade = !u->place.look.shade;
    if (!u->place.look.shade)
        u->message = "Not shaded.";
    else if (u->scene->has_colors)
        u->message = "Shaded: the farther from 0 the stronger; blue above 0, yellow below.";
    else
        u->message = "Beside each row: # is the farthest from 0, then + : . and blank near 0.";
}

void do_sums(Update *u)
{
    u->place.look.sums = !u->place.look.sums;
    u->message = u->place.look.sums
                     ? "Sums: of each row as sum(dim=-1), of each column as sum(dim=-2)."
                     : "No sums.";
}

void do_enter(Update *u)
{
    Place *p = &u->place;
    if (p->number >= 0)
        jump_to_stage(u, p->number);
    else if (p->overlay == OVERLAY_CONTENTS)
        jump_to_stage(u, p->choice);
    else
        ask_open(u);
}

/* --- lists: the menu and the contents --------------------------------------------------------- */

void do_cursor(Update *u)
{
    Place *p = &u->place;
    Arena arena = {0};
    if (p->overlay == OVERLAY_CONTENTS || p->overlay == OVERLAY_HITS) {
        int all = update_run(u)->lesson->stages;
        if (p->overlay == OVERLAY_HITS)
            search_rows(&arena, u->scene, p, &all);
        p->choice = (int)clamp_int64(p->choice + u->by, 0, all - 1);
        arena_release(&arena);
        return;
    }
    if (p->overlay == OVERLAY_NAMES) {
        int count = names_so_far(&arena, update_run(u), p).count;
        p->choice = clamp_int(p->choice + u->by, 0, max_int(count - 1, 0));
        arena_release(&arena);
        return;
    }
    if (p->overlay == OVERLAY_CHANGES) {
        int lines = u->scene->whatif ? u->scene->whatif->lines : 0;
        p->choice = clamp_int(p->choice + u->by, 0, max_int(lines - 1, 0));
        return;
    }
    if (p->overlay == OVERLAY_COMPARE) {
        int rows = u->scene->align ? align_comparison(u->scene->align)->rows : 0;
        p->choice = clamp_int(p->choice + u->by, 0, max_int(rows - 1, 0));
        return;
    }
    int count, at, *index = menu_lessons(&arena, u->scene, p, &count, &at);
    if (count > 0)
        p->where.lesson = index[clamp_int64((at < 0 ? 0 : at) + u->by, 0, count - 1)];
    arena_release(&arena);
}

/* As many rows as are seen: the chosen one is in the middle of them, so that none is passed over; in the menu to
 * the end of a track first, the next of which may stand beside it. */
void do_list_page(Update *u)
{
    const int rows = max_int(page_list_rows(u->scene, &u->place), 1), by = u->by;
    const Library *library = u->scene->library;
    const Place was = u->place;
    u->by = by * rows;
    do_cursor(u);
    const char *track = was.page == PAGE_MENU && library->count > 0
                            ? library_track(library, was.where.lesson)
                            : NULL;
    for (int steps = rows - 1;
         track && steps > 0 && !same_text(track, library_track(library, u->place.where.lesson));
         steps--) {
        u->place = was;
        u->by = by * steps;
        do_cursor(u);
    }
}

/* The lesson whose name begins with a number, or -1. */
static int lesson_numbered(const Library *library, int number)
{
    for (int i = 0; i < library->count; i++)
        if (strspn(library->entry[i].name, "0123456789") > 0 &&
            atoi(library->entry[i].name) == number)
            return i;
    return -1;
}

/* The lesson that the cursor is on, or that whose number was typed, maybe with a stage. */
void do_open(Update *u)
{
    const Library *library = u->scene->library;
    Place *p = &u->place;
    Arena arena = {0};
    int count, at, number = p->number, stage = p->decimal;
    menu_lessons(&arena, u->scene, p, &count, &at);
    arena_release(&arena);
    if (p->number >= 0) {
        at = lesson_numbered(library, p->number);
        p->where.lesson = at < 0 ? p->where.lesson : at;
        p->number = p->decimal = -1;
        if (at < 0) {
            u->message = "There is no lesson with this number.";
            return;
        }
    }
    if (at < 0) {
        u->message = library->count > 0 ? "No lesson is chosen: Esc shows all of them." : NULL;
        return;
    }
    if (!library->entry[p->where.lesson].lesson) {
        u->message = "This lesson is broken: it says why below its title.";
        return;
    }
    int stages = library->entry[p->where.lesson].lesson->stages;
    if (stage >= stages) {
        snprintf(u->said, sizeof u->said, "Lesson %d has stages 0 to %d.", number, stages - 1);
        return;
    }
    *p = place_start(*p, p->where.lesson);
    p->where.stage = max_int(stage, 0);
    p->resumed = !u->by && stage < 0;
}

void do_contents(Update *u)
{
    u->place.overlay = OVERLAY_CONTENTS;
    u->place.choice = u->place.where.stage;
}

void do_filter(Update *u)
{
    u->place.overlay = OVERLAY_FILTER;
    u->place.filter_from = u->place.where.lesson;
    u->place.filter[0] = '\0';
}

void do_keep(Update *u)
{
    u->place.overlay = OVERLAY_NONE;
}

/* --- lines from words to words ---------------------------------------------------------------- */

/* Of all queries, or on the cell page of the one in question. */
void do_links(Update *u)
{
    Place *p = &u->place;
    const char *missing = page_links_missing(update_run(u), p);
    u->message = missing;
    if (missing)
        return;
    int64_t row = 0;
    if (p->page == PAGE_CELL)
        row = p->asked.cell / matrix_cols(ask_tensor(u)) % matrix_rows(ask_tensor(u)) + 1;
    p->overlay = OVERLAY_LINKS;
    p->choice = (int)row;
}

/* Round through the queries and all of them; by 0 to all. */
void do_link(Update *u)
{
    int count = page_links_most(update_run(u), &u->place) + 1;
    u->place.choice = u->by == 0 ? 0 : (u->place.choice + u->by + count) % count;
}

/* --- leaving ---------------------------------------------------------------------------------- */

void do_help(Update *u)
{
    place_lay_over(&u->place, OVERLAY_HELP);
    u->place.help_scroll = 0;
}

void do_up(Update *u)
{
    if (u->place.page == PAGE_CELL)
        ask_leave(u);
    else
        u->place.page = PAGE_MENU;
}

void do_close(Update *u)
{
    Place *p = &u->place;
    p->number = p->decimal = -1;
    bool lies_over = p->overlay == OVERLAY_HELP || p->overlay == OVERLAY_SEARCH ||
                     p->overlay == OVERLAY_INPUTS;
    if (p->overlay == OVERLAY_HELP)
        p->help_scroll = 0;
    if (p->overlay == OVERLAY_SEARCH || p->overlay == OVERLAY_HITS ||
        (p->overlay == OVERLAY_NONE && p->page == PAGE_STAGE))
        p->search[0] = '\0';
    if (p->overlay == OVERLAY_FILTER)
        p->where.lesson = p->filter_from;
    if (p->overlay == OVERLAY_FILTER || (p->overlay == OVERLAY_NONE && p->page == PAGE_MENU))
        p->filter[0] = '\0';
    if (p->overlay != OVERLAY_NONE)
        p->overlay = lies_over ? p->under : OVERLAY_NONE;
    else if (p->page == PAGE_CELL)
        ask_leave(u);
    p->under = lies_over ? p->below : OVERLAY_NONE;
    p->below = OVERLAY_NONE;
}

void do_quit(Update *u)
{
    u->wish = APP_QUIT;
}

void do_wish(Update *u)
{
    u->wish = (AppWish)u->by;
}

/* The file has all the numbers, and an editor would show them on the projector. */
void do_edit(Update *u)
{
    if (place_has_class(&u->place))
        teach_refuse(u);
    else
        do_wish(u);
}

/* --- typing ----------------------------------------------------------------------------------- */

/* Typing in a text of `size` bytes: characters, Backspace, Ctrl-U. */
static void type_text(char *text, size_t size, int key)
{
    size_t length = strlen(text);
    char bytes[4];
    if (key == K_BACKSPACE) {
        while (length > 0 && ((unsigned char)text[--length] & 0xC0) == 0x80)
            ;
        text[length] = '\0';
    } else if (key == K_CONTROL('U')) {
        text[0] = '\0';
    } else if (key < K_SPECIAL && !utf8_is_control((unsigned)key)) {
        size_t n = utf8_put(bytes, (unsigned)key);
        if (length + n < size) {
            memcpy(text + length, bytes, n);
            text[length + n] = '\0';
        }
    }
}

/* Numbers and arithmetic are written in ASCII. */
static bool is_for_numbers(int key)
{
    return key < 0x7F || key >= K_SPECIAL;
}

/* What a number begins with, or arithmetic: exp(-2), (1 + 2) / 3. Where nothing is hidden these are keys. */
static bool begins_guess(const Place *p, int key)
{
    return (key >= '0' && key <= '9') || key == '-' || key == '.' ||
           (p->view.hidden > 0 && (key == 'e' || key == '('));
}

/* A digit of a number, or the point after it. */
static void type_digit(Place *p, int key)
{
    int *part = p->decimal < 0 ? &p->number : &p->decimal;
    if (key == '.')
        p->decimal = 0;
    else if (key == K_BACKSPACE && p->decimal == 0)
        p->decimal = -1;
    else if (key == K_BACKSPACE)
        *part = part == &p->number && *part < 10 ? -1 : *part / 10;
    else
        *part = max_int(*part, 0) * 10 + key - '0';
    if (*part > TYPED_MOST)
        p->number = p->decimal = -1;
}

static bool is_typed_number(const Place *p, KeyContext where, int key)
{
    bool goes_on = p->number >= 0 && (key == K_BACKSPACE || key == '.');
    return !(where & ON_PROMPTS) && ((key >= '0' && key <= '9') || goes_on);
}

/* --- the update ------------------------------------------------------------------------------- */

/* A message says "{next}" for what the screens call Space and the line mode next. */
static void name_keys(Update *u)
{
    const char *text = u->message ? u->message : u->said;
    if (!strchr(text, '{'))
        return;
    Buf said = {0};
    keys_say(&said, text, u->scene->is_plain);
    snprintf(u->said, sizeof u->said, "%s", buf_text(&said));
    u->message = u->said[0] && u->message ? NULL : u->message;
    buf_release(&said);
}

/* Another result of the same lesson: nothing of it may be seen too early. */
static bool is_elsewhere(const Place *a, const Place *b)
{
    return a->page != PAGE_MENU && b->page == PAGE_STAGE && a->where.lesson == b->where.lesson &&
           (a->where.stage != b->where.stage || a->where.stop != b->where.stop);
}

static void say_unknown(Update *u, KeyContext where, int key)
{
    Buf name = {0};
    keys_name(&name, key);
    snprintf(u->said, sizeof u->said, "%s does nothing here: %s.",
             key == K_OTHER ? "That key" : buf_text(&name),
             keys_find(where, '?') ? "? lists the keys" : "Esc goes back");
    buf_release(&name);
}

/* What a class is shown is decided where it looks. */
static bool is_for_speaker(const Place *p, const KeyRow *row)
{
    return p->teach.follows && row->kind == KIND_TEACHING && !row->is_own;
}

/* A key that changes nothing and says nothing leaves a reader in doubt. */
static bool is_silent(const Update *u, const Place *before)
{
    return !u->message && !u->said[0] && u->wish == APP_GO_ON && !u->shows && !u->place.resumed &&
           place_is_same(&u->place, before);
}

/* A key of the stage on a number's page leads there first; where it is refused, the number is not left. */
static void act_of_stage(Update *u, const KeyRow *row)
{
    const Place number = u->place;
    ask_leave(u);
    u->said[0] = '\0'; /* it is about the way there */
    Place stage = u->place;
    row->act(u);
    stage.retries = u->place.retries;
    if (u->message && u->wish == APP_GO_ON && !u->shows && place_is_same(&u->place, &stage))
        u->place = number;
}

/* After a verdict or a hint an arrow goes on to another number to predict. */
static bool chooses_another(const Place *place, const Scene *scene, int key)
{
    return place->retries && place->view.hidden > 0 && place->page == PAGE_STAGE &&
           (key == K_DOWN || key == K_UP) && place_tensor(scene->run, place, 0);
}

static Update obey(const Place *place, const Scene *scene, int key)
{
    Update u = {.place = *place, .scene = scene, .wish = APP_GO_ON};
    KeyContext where = update_context(place);
    u.place.resumed = u.place.retries = false;
    u.place.once_more = K_NONE;
    if (place->teach.blank && !place->teach.follows) {
        u.place.teach.blank = false; /* all that a key does then, whatever it means */
        return u;
    }
    bool is_for_nothing = place->view.hidden == 0 && place->guess[0] && key == K_ENTER;
    if (place->retries && (begins_guess(place, key) || is_for_nothing)) {
        do_predict(&u);
        type_text(u.place.guess, GUESS_BYTES, key);
        return u;
    }
    if (chooses_another(place, scene, key)) {
        do_predict(&u);
        u.by = key == K_DOWN ? GO_DOWN : GO_UP;
        do_aim(&u);
        return u;
    }
    if (is_typed_number(place, where, key)) {
        type_digit(&u.place, key);
        return u;
    }
    bool is_number = place->number >= 0 && key == K_ENTER;
    const KeyRow *row = keys_find(is_number ? context_under(place, OVERLAY_NONE) : where, key);
    bool is_of_stage = !row && where == ON_CELL && (row = keys_find(ON_STAGE, key));
    u.by = row ? row->by : 0;
    u.key = row ? row->code[0] : K_NONE;
    u.again = row && place->once_more == u.key;
    if (row && is_for_speaker(place, row))
        u.message = "That key is for the screen that this one follows.";
    else if (row) {
        if (is_of_stage)
            act_of_stage(&u, row);
        else
            row->act(&u);
    } else if (where == ON_PREDICT && is_for_numbers(key))
        type_text(u.place.guess, GUESS_BYTES, key);
    else if (where == ON_TYPE)
        whatif_type(&u.place, key);
    else if (where == ON_SEARCH)
        type_text(u.place.search, FILTER_BYTES, key);
    else if (where == ON_FILTER) {
        type_text(u.place.filter, FILTER_BYTES, key);
        u.place.where.lesson = menu_meant(scene, &u.place);
    } else
        say_unknown(&u, where, key);
    if (row && u.place.number == place->number) /* it lasts until a key means another thing */
        u.place.number = u.place.decimal = -1;
    if (row && (where & ON_PAGES) && row->act != do_close && is_silent(&u, place))
        u.message = "That changes nothing here.";
    if (!u.settled && is_elsewhere(place, &u.place))
        teach_arrive(&u, 1);
    name_keys(&u);
    return u;
}

/* What plays is stopped by any key but those that are about it: nothing comes by itself while somebody types. A
 * step only stops it, so that no more is shown than was. */
Update update(const Place *place, const Scene *scene, int key)
{
    bool plays = place->view.seconds > 0 && !place->teach.follows;
    const KeyRow *row = plays ? keys_find(update_context(place), key) : NULL;
    if (!plays || (row && (row->act == do_play || row->act == do_tempo)))
        return obey(place, scene, key);
    bool only_stops = row && row->act == do_step;
    Update u = only_stops ? (Update){.place = *place, .scene = scene, .wish = APP_GO_ON}
                          : obey(place, scene, key);
    if (is_silent(&u, place))
        u.message = "Stopped.";
    u.place.view.seconds = 0;
    return u;
}

/* Tried out: a key does something when it leads to another place, or asks for something. Without changes
 * there is hardly one to undo: what was deleted comes back all the same. */
bool update_can(const KeyRow *row, const Place *place, const Scene *scene)
{
    if (row->kind == KIND_RUNNING && scene->whatif && scene->whatif->on == 0)
        return false; /* all changes are switched off: none runs */
    Place now = *place;
    now.once_more = K_NONE;
    now.view.seconds = 0;
    now.retries = false; /* any key ends what only the next one may do */
    Update u = update(&now, scene, row->code[0]);
    u.place.retries = false; /* what a guess there would be taken for leads nowhere */
    if (u.place.overlay != OVERLAY_PREDICT)
        memcpy(u.place.guess, now.guess, sizeof now.guess);
    if (u.wish == APP_CHANGE_UNDO)
        return scene->whatif != NULL;
    return u.wish != APP_GO_ON || u.shows || u.place.resumed || !place_is_same(&u.place, &now);
}
