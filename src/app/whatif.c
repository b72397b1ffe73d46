/* What keys do about changes: typing one, the list of them, the other run and the way to what differs.
 * A change itself is made by the app, which runs the lesson. */
#include <stdio.h>
#include <string.h>

#include "app/change_text.h"
#include "app/update.h"
#include "base/common.h"
#include "base/utf8.h"
#include "lesson/code.h"
#include "lesson/prepared.h"
#include "view/changed.h"

/* --- what is there, to begin with ----------------------------------------------------------------- */

/* The text of a node with its white space folded: a change is one line. */
static const char *one_line(Arena *a, const Lesson *lesson, const Node *n)
{
    Buf text = {.arena = a};
    for (size_t i = n->start; i < n->end; i++) {
        char c = lesson->source[i];
        bool is_again = is_blank(c) && text.length > 0 && text.text[text.length - 1] == ' ';
        if (!is_again)
            buf_putc(&text, is_blank(c) ? ' ' : c);
    }
    return buf_text(&text);
}

/* Of what a statement makes its right side; of what a call makes inside, its name. */
static const char *change_of_stop(Arena *a, const Update *u)
{
    const Run *run = update_run(u);
    const Lesson *lesson = u->scene->whatif ? u->scene->whatif->before->lesson : run->lesson;
    const Stop *stop = place_stop(run, &u->place);
    if (!stop || !stop->name)
        return NULL;
    const Result *r = stop->kind == STOP_TENSOR ? change_result(a, run, stop->step) : NULL;
    const char *name = r ? r->name : stop->name, *dot = strrchr(name, '.');
    if (dot)
        return arena_format(a, "%s = %s", name, dot + 1);
    const Node *maker = code_maker(lesson, NULL, name), *value = maker ? code_value(maker) : NULL;
    bool alone = value && maker->kids == 2 && maker->kid[0]->kind == NODE_NAME;
    const char *text = alone ? arena_format(a, "%s = %s", name, one_line(a, lesson, value)) : NULL;
    return text && strlen(text) < TYPED_BYTES ? text : arena_format(a, "%s[0] = ", name);
}

/* On a stage that is a what-if: the first of its changes that is not made yet. */
static const char *change_of_stage(const Update *u)
{
    const WhatIf *w = u->scene->whatif;
    const Run *run = w ? w->before : update_run(u);
    const Prepared *p = prepared_find(run, u->place.where.stage);
    for (int i = 0; p && i < p->changes; i++) {
        bool made = false;
        for (int k = 0; w && k < w->lines; k++)
            made = made || strcmp(w->line[k].text, p->change[i].text) == 0;
        if (!made)
            return p->change[i].text;
    }
    return NULL;
}

/* What `=` begins with. */
static const char *change_here(Arena *a, const Update *u)
{
    const char *prepared = change_of_stage(u);
    const Asked *asked = &u->place.asked;
    if (u->place.page == PAGE_CELL)
        return change_of_cell(a, update_run(u), ask_tensor(u), asked->cell);
    return prepared ? prepared : change_of_stop(a, u);
}

/* --- typing --------------------------------------------------------------------------------------- */

static void begin_typing(Place *p, TypedKind kind, int line, const char *text)
{
    p->overlay = OVERLAY_TYPE;
    memset(&p->typing, 0, sizeof p->typing);
    p->typing.kind = kind;
    p->typing.line = line;
    snprintf(p->typing.text, sizeof p->typing.text, "%s", text ? text : "");
    p->typing.at = (int)strlen(p->typing.text);
}

/* A new number or a new right side is typed over the old one; keys of the line edit that instead. */
static void mark_right_side(Typing *t, const char *text)
{
    static const char sign[] = " = ";
    const char *right = text ? strstr(text, sign) : NULL;
    t->marked = right ? (int)(strlen(right) - strlen(sign)) : 0;
}

void do_change(Update *u)
{
    Arena arena = {0};
    const char *text = NULL;
    const Stop *stop = u->place.page == PAGE_STAGE ? place_stop(update_run(u), &u->place) : NULL;
    if (u->by == 0 && stop &&
        place_hides_code(u->scene->shown, update_run(u), &u->place, stop->statement)) {
        u->message = "Its numbers are still hidden: v shows more.";
        return;
    }
    if (u->by == 0)
        text = change_here(&arena, u);
    if (text && strlen(text) >= TYPED_BYTES)
        text = NULL;
    if (u->by == 0 && !text)
        u->message = "This has no name to change it by: with : any change can be typed.";
    else
        begin_typing(&u->place, TYPED_CHANGE, -1, text);
    mark_right_side(&u->place.typing, text);
    arena_release(&arena);
}

/* The byte where the character before (by -1) or after the cursor begins or ends. */
static int beside_cursor(const Typing *t, int by)
{
    int at = t->at;
    uint32_t c;
    if (by > 0)
        return at + (int)utf8_next(t->text + at, strlen(t->text + at), &c) * (t->text[at] != '\0');
    while (at > 0 && ((unsigned char)t->text[--at] & 0xC0) == 0x80)
        ;
    return at;
}

static void cut(Typing *t, int first, int end)
{
    memmove(t->text + first, t->text + end, strlen(t->text + end) + 1);
    t->at = first;
    t->fault = t->faults = 0;
    t->said[0] = '\0';
}

/* To the beginning of the word before the cursor. */
static int word_before(const Typing *t)
{
    int at = t->at;
    while (at > 0 && t->text[at - 1] == ' ')
        at--;
    while (at > 0 && t->text[at - 1] != ' ')
        at--;
    return at;
}

void whatif_type(Place *p, int key)
{
    Typing *t = &p->typing;
    char bytes[4];
    bool is_sign = key < K_SPECIAL && !utf8_is_control((unsigned)key);
    if (is_sign && t->marked > 0)
        cut(t, t->at - t->marked, t->at);
    t->marked = 0;
    if (key == K_BACKSPACE)
        cut(t, beside_cursor(t, -1), t->at);
    else if (key == K_DELETE)
        cut(t, t->at, beside_cursor(t, 1));
    else if (key == K_CONTROL('U'))
        cut(t, 0, t->at);
    else if (key == K_CONTROL('W'))
        cut(t, word_before(t), t->at);
    else if (is_sign) {
        size_t n = utf8_put(bytes, (unsigned)key), length = strlen(t->text);
        if (length + n >= sizeof t->text)
            return;
        memmove(t->text + t->at + n, t->text + t->at, length - (size_t)t->at + 1);
        memcpy(t->text + t->at, bytes, n);
        t->at += (int)n;
        t->fault = t->faults = 0;
        t->said[0] = '\0';
    }
}

void do_caret(Update *u)
{
    u->place.typing.at = beside_cursor(&u->place.typing, u->by);
    u->place.typing.marked = 0;
}

void do_caret_end(Update *u)
{
    u->place.typing.at = u->by < 0 ? 0 : (int)strlen(u->place.typing.text);
    u->place.typing.marked = 0;
}

void do_typed(Update *u)
{
    const Typing *t = &u->place.typing;
    bool is_change = t->kind == TYPED_CHANGE, is_blank = t->text[strspn(t->text, " ")] == '\0';
    if (is_change && (is_blank || (!strchr(t->text, '=') && ask_words(u, t->text))))
        u->place.overlay = OVERLAY_NONE;
    else
        u->wish = t->kind == TYPED_TITLE ? APP_CHANGES_WRITE : APP_CHANGE;
}

/* --- the list ------------------------------------------------------------------------------------- */

static int lines_of(const Update *u)
{
    return u->scene->whatif ? u->scene->whatif->lines : 0;
}

static void say_none(Update *u)
{
    u->message = "Nothing is changed: {change} is about what is on the page, {what-if} about "
                 "anything.";
}

void do_changes(Update *u)
{
    u->place.overlay = OVERLAY_CHANGES;
    u->place.choice = max_int(lines_of(u) - 1, 0);
}

/* A wish about the chosen change. */
void do_chosen(Update *u)
{
    if (lines_of(u) > 0)
        u->wish = (AppWish)u->by;
    else
        say_none(u);
}

void do_edit_change(Update *u)
{
    int line = clamp_int(u->place.choice, 0, max_int(lines_of(u) - 1, 0));
    if (lines_of(u) > 0)
        begin_typing(&u->place, TYPED_CHANGE, line, u->scene->whatif->line[line].text);
    else
        say_none(u);
}

void do_write_changes(Update *u)
{
    if (lines_of(u) > 0)
        begin_typing(&u->place, TYPED_TITLE, -1, NULL);
    else
        say_none(u);
}

/* --- two runs ------------------------------------------------------------------------------------- */

void do_side(Update *u)
{
    static const char *const says[] = {
        [SIDE_NOW] = "With the changes; * before each number that they make another.",
        [SIDE_BEFORE] = "As it was; * before each number that is another with the changes.",
        [SIDE_DIFFERENCE] = "The difference, with the changes less without them; = for none.",
        [SIDE_BOTH] = "Both: without the changes, and with them.",
    };
    Look *look = &u->place.look;
    if (!u->scene->align) {
        say_none(u);
        return;
    }
    look->side = (Side)((look->side + 1) % SIDES);
    bool is_hidden = place_has_class(&u->place) && u->place.view.hidden > 0;
    u->message = is_hidden && look->side == SIDE_BEFORE ? "As it was, as far as it was seen then."
                                                        : says[look->side];
}

bool whatif_find_changed(Place *p, const Scene *s, int by)
{
    Place at = *p;
    const Run *run = s->run;
    int stages = run->lesson->stages;
    for (; at.where.stage >= 0 && at.where.stage < stages; at.where.stage += by) {
        int stage = at.where.stage, stops = run_stops(run, stage);
        if (stage != p->where.stage)
            at.where.stop = by > 0 ? 0 : stops + 1;
        for (at.where.stop = place_next(run, &at, at.where.stop, by);
             at.where.stop > 0 && at.where.stop <= stops;
             at.where.stop = place_next(run, &at, at.where.stop, by))
            if (align_differs(s->align, run->stage_stop[stage] + at.where.stop - 1)) {
                *p = place_at(*p, run, stage, at.where.stop);
                return true;
            }
    }
    return false;
}

/* What the way led past: stages in which nothing is changed, and the first result that is written in the
 * lesson, where the change did not go on. */
static void say_skipped(Update *u, const Place *from, const Place *to)
{
    const Run *run = update_run(u);
    const Where *a = u->by > 0 ? &from->where : &to->where,
                *b = u->by > 0 ? &to->where : &from->where;
    int first = a->stage + 1, last = b->stage - 1, written = -1;
    if (first > last)
        return;
    for (int i = run->stage_stop[a->stage] + a->stop; i < run->stage_stop[b->stage] && written < 0;
         i++)
        if (changed_is_written(run, i) && run->stop[i].name && run->stop[i].detail == DETAIL_BRIEF)
            written = i;
    int length = first == last ? snprintf(u->said, sizeof u->said, "Stage %d is as it was.", first)
                               : snprintf(u->said, sizeof u->said,
                                          "Stages %d to %d are as they were.", first, last);
    if (written >= 0)
        snprintf(u->said + length, sizeof u->said - (size_t)length,
                 " %s stays: its numbers are written in the lesson.", run->stop[written].name);
}

void do_changed(Update *u)
{
    Place to = u->place;
    if (!u->scene->align) {
        say_none(u);
    } else if (whatif_find_changed(&to, u->scene, u->by)) {
        u->among_changes = true;
        say_skipped(u, &u->place, &to);
        update_leave_trail(&u->place);
        to.trails = u->place.trails;
        memcpy(to.trail, u->place.trail, sizeof to.trail);
        u->place = to;
        teach_arrive(u, u->by);
    } else if (whatif_find_changed(&to, u->scene, -u->by)) {
        u->message = u->by > 0 ? "Nothing after this is changed; {earlier} goes back to what is."
                               : "Nothing before this is changed; {changed} goes on to what is.";
    } else {
        u->message = "Nothing else is changed.";
    }
}

/* What lies under the first line is always seen at first. */
static void fold_all(Update *u, bool is_folded)
{
    for (int i = 1; i < TREE_LINES; i++)
        place_fold(&u->place, i, is_folded);
    place_fold(&u->place, 0, false);
    u->place.choice = 0;
}

void do_fold_all(Update *u)
{
    Arena arena = {0};
    TreeView v = page_tree_view(&arena, u->scene, &u->place);
    bool folds = false; /* nothing lies under a number that is written */
    for (int i = 1; i < v.lines; i++)
        folds |= v.has_more[i];
    if (folds)
        fold_all(u, u->by > 0);
    arena_release(&arena);
}

static bool has_code(const Update *u)
{
    const Stage *stage = &update_run(u)->lesson->stage[u->place.where.stage];
    for (int i = 0; i < stage->parts; i++)
        if (stage->part[i].kind == PART_CODE)
            return true;
    return false;
}

/* A report must not tell what the class does not see yet. */
void do_report(Update *u)
{
    const Place *p = &u->place;
    bool several = u->scene->whatif && u->scene->whatif->several;
    bool is_about_cell = p->page == PAGE_CELL && u->by != OVERLAY_CODE;
    const QkvStep *asked = is_about_cell ? &update_run(u)->tape->step[p->asked.step] : NULL;
    if (p->overlay == (Overlay)u->by) { /* the same key again */
        do_close(u);
    } else if (u->by == OVERLAY_VALUES && !several) {
        u->message =
            "Columns are for changes with several values: {what-if} x[0, 1] = -2, 0, 2 makes one.";
    } else if (u->by == OVERLAY_CODE && !has_code(u)) {
        u->message = "There is no code in this stage.";
    } else if (((u->by == OVERLAY_USES || u->by == OVERLAY_VALUES) && place_has_class(p)) ||
               teach_unseen(u, asked, true)) {
        teach_refuse(u);
    } else {
        place_lay_over(&u->place, (Overlay)u->by); /* the inputs lie over the tree */
        u->place.report_scroll = 0;
        if (u->by == OVERLAY_WHY)
            fold_all(u, true);
    }
}

/* Down or up the lines that are seen. */
void do_branch(Update *u)
{
    Arena arena = {0};
    TreeView v = page_tree_view(&arena, u->scene, &u->place);
    u->place.choice = v.row[clamp_int(v.at + u->by, 0, max_int(v.rows - 1, 0))];
    arena_release(&arena);
}

/* The cursor goes where the page then shows the next of the rows, or those before; at either end to the
 * last row or the first. */
void do_branch_page(Update *u)
{
    Arena arena = {0};
    TreeView v = page_tree_view(&arena, u->scene, &u->place);
    int first = v.first + u->by * v.seen, last = max_int(v.rows - 1, 0);
    bool is_end = u->by > 0 ? v.first + v.seen >= v.rows : v.first == 0;
    int at = is_end ? (u->by > 0 ? last : 0) : first + v.seen / 2;
    u->place.choice = v.row[clamp_int(at, 0, last)];
    arena_release(&arena);
}

/* Folded and unfolded, by 0; deeper, by 1, or out, by -1. What lies under the first line is always seen, and
 * from a number that was derived above the way deeper leads there. One under which nothing lies is asked. */
void do_fold(Update *u)
{
    Arena arena = {0};
    Place *p = &u->place;
    TreeView v = page_tree_view(&arena, u->scene, p);
    int line = v.row[v.at], above = v.tree->line[line].above;
    bool is_closed = place_folds(p, line), folds = v.has_more[line] && line > 0;
    if (folds && (u->by == 0 || (u->by > 0) == is_closed))
        place_fold(p, line, !is_closed);
    else if (u->by >= 0 && v.has_more[line]) {
        p->choice = line + 1;
        u->message = u->by == 0 ? "The number in question stays open: Enter folds what is below."
                                : NULL;
    } else if (u->by < 0 && v.outer[line] >= 0)
        p->choice = v.outer[line];
    else if (u->by >= 0 && above >= 0) {
        for (int out = p->choice = above; out >= 0; out = v.outer[out])
            place_fold(p, out, false);
        u->message = "This is the number, where it was derived first.";
    } else if (u->by == 0 && line > 0) {
        const WhyLine *leaf = &v.tree->line[line];
        p->overlay = OVERLAY_NONE;
        ask_go(p, update_run(u), update_run(u)->tape->step[leaf->step].call.out, leaf->cell, true);
    } else if (u->by >= 0)
        u->message = v.tree->line[line].is_cut ? "What this is made of is left out here."
                                               : "Nothing lies under this: it is written or drawn.";
    arena_release(&arena);
}

/* --- the results of two runs ---------------------------------------------------------------------- */

/* The stop of the run that is shown whose step this is; NULL for none. */
static const Stop *stop_of(const Run *run, const Result *r)
{
    const Stop *found = NULL;
    for (int i = 0; i < run->stops; i++) {
        const Stop *stop = &run->stop[i];
        bool is_it = stop->kind == STOP_TENSOR && stop->step == r->step && r->step >= 0;
        if (is_it && stop->statement == r->statement && stop->detail <= DETAIL_NORMAL &&
            (!found || stop->detail < found->detail))
            found = stop;
    }
    return found;
}

/* The row that the reader has come from, or else the first that differs. */
static int row_here(const Update *u, const Comparison *c)
{
    const Run *run = update_run(u);
    const Stop *here = place_stop(run, &u->place);
    for (int i = 0; i < c->rows && here && u->place.look.side == SIDE_BOTH; i++)
        if (c->row[i].b && stop_of(run, c->row[i].b) == here)
            return i;
    return c->first;
}

void do_compare(Update *u)
{
    const Comparison *c = u->scene->align ? align_comparison(u->scene->align) : NULL;
    if (!c) {
        say_none(u);
    } else if (place_has_class(&u->place)) {
        teach_refuse(u);
    } else {
        u->place.overlay = OVERLAY_COMPARE;
        u->place.choice = max_int(row_here(u, c), 0);
    }
}

/* To the chosen result, with both runs on the page. */
void do_compared(Update *u)
{
    const Comparison *c = u->scene->align ? align_comparison(u->scene->align) : NULL;
    const Run *run = update_run(u);
    if (!c || c->rows == 0)
        return;
    const CompareRow *row = &c->row[clamp_int(u->place.choice, 0, c->rows - 1)];
    const Stop *stop = row->b ? stop_of(run, row->b) : NULL;
    if (!stop) {
        u->message = row->b ? "This has no page of its own." : "Only the first has this.";
        return;
    }
    u->among_changes = true;
    update_leave_trail(&u->place);
    u->place = place_inside(u->place, run, run_stage_of_stop(run, stop),
                            run_number_of_stop(run, stop));
    u->place.overlay = OVERLAY_NONE;
    u->place.look.side = SIDE_BOTH;
    u->message = "{compare} goes back to the list.";
}
