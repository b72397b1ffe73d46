/* Places and keys: every function here takes a place to another one and touches nothing else. */
#include "app/update.h"

#include <string.h>

#include "app/teach.h"
#include "view/explain.h"
#include "view/matrix.h"

/* --- places --------------------------------------------------------------------------------- */

/* What belongs to one screen only goes when another is shown. */
static void reset_view(Place *p)
{
    p->item = p->row = p->col = 0;
    p->focus = p->scroll = 0;
    p->number = -1;
    p->teach.hidden = p->teach.hints = p->teach.seconds = 0;
}

Place place_menu(int width, int height)
{
    return (Place){.width = width,
                   .height = height,
                   .page = PAGE_MENU,
                   .number = -1,
                   .decimals = NUMBER_DECIMALS};
}

Place place_start(Place from, int lesson)
{
    Place p = from;
    p.page = PAGE_STAGE;
    p.overlay = OVERLAY_NONE;
    p.lesson = lesson;
    p.stage = p.beat = 0;
    p.opens = 0;
    p.search[0] = '\0';
    p.trails = 0;
    reset_view(&p);
    return p;
}

Place place_resize(Place p, int width, int height)
{
    p.width = width;
    p.height = height;
    return p;
}

Place place_at(Place p, const Run *run, int stage, int beat)
{
    int last = run->lesson->stages - 1;
    p.page = PAGE_STAGE;
    p.stage = stage < 0 ? 0 : stage > last ? last : stage;
    int beats = place_beats(run, p.stage);
    p.beat = beat < 0 ? 0 : beat > beats ? beats : beat;
    reset_view(&p);
    return place_settle(p, run);
}

Place place_block(Place p, const Run *run, int64_t item)
{
    const QkvTensor *t = place_items(run, &p);
    p.item = t ? clamp_to(item, matrix_items(t) - 1) : 0;
    return p;
}

KeyContext update_context(const Place *p)
{
    static const KeyContext overlays[] = {[OVERLAY_CONTENTS] = ON_CONTENTS,
                                          [OVERLAY_HELP] = ON_HELP,
                                          [OVERLAY_FILTER] = ON_FILTER,
                                          [OVERLAY_SEARCH] = ON_SEARCH,
                                          [OVERLAY_PREDICT] = ON_PREDICT};
    static const KeyContext pages[] = {
        [PAGE_MENU] = ON_MENU, [PAGE_STAGE] = ON_STAGE, [PAGE_CELL] = ON_CELL};
    return p->overlay != OVERLAY_NONE ? overlays[p->overlay] : pages[p->page];
}

static const Run *run_of(const Update *u)
{
    return u->scene->run;
}

/* Writes down where a jump starts. The oldest is forgotten when there are too many. */
void leave_trail(Place *p)
{
    if (p->trails == TRAIL_DEPTH) {
        memmove(&p->trail[0], &p->trail[1], (TRAIL_DEPTH - 1) * sizeof p->trail[0]);
        p->trails--;
    }
    p->trail[p->trails++] = (Trail){p->page, p->stage, p->beat,        p->step,
                                    p->pick, p->cell,  p->teach.hidden};
}

void say_how(Update *u, const char *by_key, const char *by_command)
{
    u->message = u->scene->is_plain ? by_command : by_key;
}

void say_nothing_yet(Update *u)
{
    if (place_beats(run_of(u), u->place.stage) == 0)
        u->message = "There are no numbers in this stage.";
    else
        say_how(u, "Nothing has been computed yet in this stage: Space shows the first result.",
                "Nothing has been computed yet in this stage: next shows the first result.");
}

static void go_to_stage(Update *u, int stage)
{
    Place *p = &u->place;
    if (stage > run_of(u)->lesson->stages - 1) {
        say_how(u, "There is no stage with this number: t lists them.",
                "There is no stage with this number: contents lists them.");
        p->number = -1;
        return;
    }
    leave_trail(p);
    *p = place_at(*p, run_of(u), stage, 0);
    p->overlay = OVERLAY_NONE;
}

/* --- stepping ------------------------------------------------------------------------------- */

/* The nearest lesson in that direction that can be opened, or -1. */
static int lesson_beside(const Update *u, int by)
{
    const Library *library = u->scene->library;
    for (int i = u->place.lesson + by; i >= 0 && i < library->count; i += by)
        if (!library->entry[i].err.set && library->entry[i].run)
            return i;
    return -1;
}

/* Back from the beginning: to the end of the lesson before, when the key is pressed once more. */
static void step_out(Update *u)
{
    int before = lesson_beside(u, -1);
    if (before < 0) {
        say_how(u, "This is the beginning. q goes to the menu.",
                "This is the beginning. menu goes to the lessons.");
    } else if (!u->again) {
        u->place.leaves = true;
        u->message = "This is the beginning. Once more goes to the end of the lesson before.";
    } else {
        const Run *run = u->scene->library->entry[before].run;
        int last = run->lesson->stages - 1;
        u->place = place_at(place_start(u->place, before), run, last, place_beats(run, last));
    }
}

void do_step(Update *u, int by)
{
    Place *p = &u->place;
    const Run *run = run_of(u);
    if (teach_step(u, by))
        return;
    int stage = p->stage, beat = p->beat > 0 || by > 0 ? place_next(run, p, p->beat, by) : -1;
    if (beat > place_beats(run, stage)) {
        if (stage == run->lesson->stages - 1) {
            say_how(u, "This was the last step. ) goes to the next lesson, q to the menu.",
                    "This was the last step. lesson goes to the next one, menu to all of them.");
            return;
        }
        stage++;
        beat = 0;
    } else if (beat < 0) {
        if (stage == 0) {
            step_out(u);
            return;
        }
        stage--;
        beat = place_beats(run, stage);
    }
    *p = place_at(*p, run, stage, beat);
    teach_arrive(u, by);
}

void do_stage(Update *u, int by)
{
    Place *p = &u->place;
    int stage = by < 0 && p->beat > 0 ? p->stage : p->stage + by;
    if (stage >= run_of(u)->lesson->stages)
        u->message = "This is the last stage.";
    else
        *p = place_at(*p, run_of(u), stage, 0);
}

void do_end(Update *u, int which)
{
    if (which > 0 && u->place.number >= 0)
        go_to_stage(u, u->place.number);
    else
        go_to_stage(u, which < 0 ? 0 : run_of(u)->lesson->stages - 1);
}

void do_number(Update *u, int digit)
{
    enum { MOST = 9999 };
    Place *p = &u->place;
    p->number = (p->number < 0 ? 0 : p->number) * 10 + digit;
    if (p->number > MOST)
        p->number = -1;
}

void do_lesson(Update *u, int by)
{
    int lesson = lesson_beside(u, by);
    if (lesson < 0) {
        u->message = by < 0 ? "This is the first lesson." : "This is the last lesson.";
        return;
    }
    u->place = place_start(u->place, lesson);
    u->place.resumed = true; /* a look at the next lesson must not cost the place in this one */
}

void do_restart(Update *u, int unused)
{
    (void)unused;
    leave_trail(&u->place);
    u->place = place_at(u->place, run_of(u), 0, 0);
}

void do_jump_back(Update *u, int unused)
{
    (void)unused;
    Place *p = &u->place;
    if (p->trails == 0) {
        u->message = "There was no jump to come back from.";
        return;
    }
    Trail t = p->trail[--p->trails];
    *p = place_at(*p, run_of(u), t.stage, t.beat);
    p->page = t.page;
    p->step = t.step;
    p->cell = t.cell;
    p->pick = t.pick;
    p->teach.hidden = t.hidden;
}

/* --- in and out ----------------------------------------------------------------------------- */

/* Goes to another stop of the stage. */
static void move_to(Place *p, Place to)
{
    bool moved = to.beat != p->beat;
    *p = to;
    if (moved)
        reset_view(p);
}

void do_into(Update *u, int unused)
{
    (void)unused;
    Place to = u->place;
    if (!place_beat(run_of(u), &to))
        say_nothing_yet(u);
    else if (place_into(&to, run_of(u)))
        move_to(&u->place, to);
    else
        u->message = "There is nothing more to see inside of this.";
}

void do_out(Update *u, int unused)
{
    (void)unused;
    Place to = u->place;
    if (place_out(&to, run_of(u)))
        move_to(&u->place, to);
    else
        u->message = "This is not inside of anything: d goes into what made a result.";
}

void do_detail(Update *u, int by)
{
    static const char *const words[] = {"Shown: the result of each statement.",
                                        "Shown: results, and the named stages of calls.",
                                        "Shown: every single operation."};
    Place to = u->place;
    int detail = (int)to.detail + by;
    to.detail = detail < DETAIL_BRIEF   ? DETAIL_BRIEF
                : detail > DETAIL_EVERY ? DETAIL_EVERY
                                        : (Detail)detail;
    move_to(&u->place, place_settle(to, run_of(u)));
    u->message = words[to.detail - DETAIL_BRIEF];
}

/* --- looking -------------------------------------------------------------------------------- */

void do_scroll(Update *u, int by)
{
    int most = page_scroll_most(u->scene, &u->place);
    u->place.scroll = (int)clamp_to(u->place.scroll + by, most);
}

void do_help_scroll(Update *u, int by)
{
    int most = page_help_most(u->scene, &u->place);
    u->place.help_scroll = (int)clamp_to(u->place.help_scroll + by, most);
}

void do_help_page(Update *u, int by)
{
    do_help_scroll(u, by * page_help_rows(&u->place));
}

void do_focus(Update *u, int by)
{
    Place *p = &u->place;
    int count = place_matrices(run_of(u), p);
    if (count < 2)
        return;
    p->focus = (p->focus + by + count) % count;
    p->row = p->col = 0;
}

const int row_step[] = {[GO_UP] = -1, [GO_DOWN] = 1, [GO_LEFT] = 0, [GO_RIGHT] = 0};
const int col_step[] = {[GO_UP] = 0, [GO_DOWN] = 0, [GO_LEFT] = -1, [GO_RIGHT] = 1};

void do_pan(Update *u, int direction)
{
    Place *p = &u->place;
    const QkvTensor *t = place_tensor(run_of(u), p, p->focus);
    if (!t)
        return;
    p->row = clamp_to(p->row + row_step[direction], matrix_rows(t) - 1);
    p->col = clamp_to(p->col + col_step[direction], matrix_cols(t) - 1);
}

/* Moves by whole matrices: on the stage page the one shown, on the cell page the cell. Where there
 * is none it stays: beyond the last batch item lies no other, and not the last head either. */
static void move_items(Update *u, const QkvTensor *t, int64_t by)
{
    Place *p = &u->place;
    int64_t size = matrix_rows(t) * matrix_cols(t);
    int64_t item = (p->page == PAGE_CELL ? matrix_item(t, p->cell) : p->item) + by;
    if (item < 0 || item >= matrix_items(t))
        return;
    if (p->page == PAGE_CELL)
        go_to_cell(u, item * size + p->cell % size);
    else
        p->item = item;
}

static const QkvTensor *shown_tensor(const Update *u)
{
    return u->place.page == PAGE_CELL ? cell_tensor(u) : place_items(run_of(u), &u->place);
}

void do_item(Update *u, int by)
{
    const QkvTensor *t = shown_tensor(u);
    if (t && matrix_items(t) > 1)
        move_items(u, t, by);
    else
        u->message = "There is only one matrix here.";
}

void do_batch(Update *u, int by)
{
    const QkvTensor *t = shown_tensor(u);
    if (t && t->rank > 2 && t->count > 0)
        move_items(u, t, by * (matrix_items(t) / t->size[0]));
    else
        u->message = "There are no batches here.";
}

void do_decimals(Update *u, int by)
{
    Place *p = &u->place;
    p->decimals = (int)clamp_to(p->decimals + by, NUMBER_MOST_DECIMALS);
    p->full = false;
}

void do_full(Update *u, int unused)
{
    (void)unused;
    u->place.full = !u->place.full;
}

void do_shade(Update *u, int unused)
{
    (void)unused;
    u->place.shade = !u->place.shade;
    if (!u->place.shade)
        u->message = "Not shaded.";
    else if (u->scene->has_colors)
        u->message = "Shaded: the farther from 0 the stronger; blue above 0, yellow below.";
    else
        u->message = "Beside each row: # is the farthest from 0, then + : . and blank near 0.";
}

void do_sums(Update *u, int unused)
{
    (void)unused;
    u->place.sums = !u->place.sums;
    u->message = u->place.sums ? "Sums: of each row as sum(dim=-1), of each column as sum(dim=-2)."
                               : "No sums.";
}

void do_enter(Update *u, int unused)
{
    (void)unused;
    Place *p = &u->place;
    if (p->overlay == OVERLAY_CONTENTS)
        go_to_stage(u, p->number >= 0 ? p->number : p->choice);
    else if (p->number >= 0)
        go_to_stage(u, p->number);
    else
        open_cell(u);
}

/* --- leaving -------------------------------------------------------------------------------- */

void do_help(Update *u, int unused)
{
    (void)unused;
    u->place.overlay = OVERLAY_HELP;
    u->place.help_scroll = 0;
}

void do_up(Update *u, int unused)
{
    (void)unused;
    if (u->place.page == PAGE_CELL)
        leave_cell(&u->place);
    else
        u->place.page = PAGE_MENU;
}

void do_close(Update *u, int unused)
{
    (void)unused;
    Place *p = &u->place;
    p->number = -1;
    if (p->overlay == OVERLAY_HELP)
        p->help_scroll = 0;
    if (p->overlay == OVERLAY_SEARCH || (p->overlay == OVERLAY_NONE && p->page == PAGE_STAGE))
        p->search[0] = '\0';
    if (p->overlay != OVERLAY_NONE)
        p->overlay = OVERLAY_NONE;
    else if (p->page == PAGE_CELL)
        leave_cell(p);
    else if (p->page == PAGE_MENU)
        p->filter[0] = '\0';
}

void do_quit(Update *u, int unused)
{
    (void)unused;
    u->wish = APP_QUIT;
}

void do_wish(Update *u, int wish)
{
    u->wish = (AppWish)wish;
}

/* --- the update ----------------------------------------------------------------------------- */

Update update(Place place, const Scene *scene, int key)
{
    Update u = {.place = place, .scene = scene, .wish = APP_GO_ON, .again = place.leaves};
    KeyContext where = update_context(&place);
    bool takes_numbers = where == ON_STAGE || where == ON_CONTENTS;
    u.place.resumed = u.place.leaves = false;
    if (teach_wakes(&u))
        return u;
    if (takes_numbers && key >= '0' && key <= '9') {
        do_number(&u, key - '0');
        return u;
    }
    const KeyRow *row = keys_find(where, key);
    if (row)
        row->act(&u, row->argument);
    else if (where == ON_PREDICT)
        teach_type(&u, key);
    else if (where == ON_FILTER)
        type_filter(&u, key);
    else if (where == ON_SEARCH)
        type_text(u.place.search, key);
    if (u.place.number == place.number)
        u.place.number = -1; /* a number lasts until the next key */
    return u;
}

static bool same_teach(const Teach *a, const Teach *b)
{
    return a->on == b->on && a->unit == b->unit && a->hidden == b->hidden && a->aim == b->aim &&
           a->hints == b->hints && a->blank == b->blank && a->follows == b->follows &&
           a->notes == b->notes && a->seconds == b->seconds && strcmp(a->guess, b->guess) == 0;
}

bool update_is_same(const Place *a, const Place *b)
{
    return a->width == b->width && a->height == b->height && a->page == b->page &&
           a->overlay == b->overlay && a->lesson == b->lesson && a->stage == b->stage &&
           a->beat == b->beat && a->detail == b->detail && a->opens == b->opens &&
           a->step == b->step && a->cell == b->cell && a->pick == b->pick && a->item == b->item &&
           a->focus == b->focus && a->row == b->row && a->col == b->col && a->scroll == b->scroll &&
           a->help_scroll == b->help_scroll && a->choice == b->choice && a->number == b->number &&
           a->decimals == b->decimals && a->full == b->full && a->shade == b->shade &&
           a->sums == b->sums && a->trails == b->trails && a->leaves == b->leaves &&
           memcmp(a->opened, b->opened, sizeof a->opened) == 0 &&
           same_teach(&a->teach, &b->teach) && strcmp(a->search, b->search) == 0 &&
           strcmp(a->filter, b->filter) == 0;
}

/* Tried out: a key does something when it leads to another place, or asks for something. */
bool update_can(const KeyRow *row, const Place *place, const Scene *scene)
{
    Update u = update(*place, scene, row->code[0]);
    return u.wish != APP_GO_ON || u.place.resumed || !update_is_same(&u.place, place);
}
