/* Enter, a click, and what rows open. */
#include "app/act.h"

#include <stdlib.h>
#include <string.h>

#include "base/common.h"

static void enter_call(Act *act, int call)
{
    Spot to = act_page(act)->spot;
    if (spot_enter(&to, act_run(act), call))
        act_arrive(act, to);
    else
        act_say(act, "There is nothing more to see inside of this.");
}

/* A change opens the first result that it changes, so that n goes on from there. */
static void open_first_changed(Act *act)
{
    const Doc *d = act_doc(act);
    for (int i = 0; i < doc_rows(d); i++)
        if (doc_row_at(d, i)->target.kind == TARGET_SPOT) {
            act_page(act)->row = i;
            act_jump(act, doc_row_at(d, i)->target.spot);
            return;
        }
    act_say(act, "No result is another with this change.");
}

void open_target(Act *act, const DocRow *row, Target target)
{
    switch (target.kind) {
    case TARGET_SPOT:
        act_jump(act, target.spot);
        if (target.of) /* it is a number that was found */
            act_page(act)->pointer = (Pointer){.thing = 0, .cell = target.cell};
        break;
    case TARGET_NUMBER:
        act_ask(act, target.of, target.cell, TAB_MADE);
        break;
    case TARGET_TERM:
        act_page(act)->pick = target.of;
        break;
    case TARGET_CALL:
        enter_call(act, target.of);
        break;
    case TARGET_LESSON:
        act->m->came_from = -1;
        act_do(act, EFFECT_OPEN, target.of, NULL);
        break;
    case TARGET_CHANGE:
        open_first_changed(act);
        break;
    case TARGET_SETTING:
    case TARGET_FOLD:
        list_side(act, 0);
        break;
    case TARGET_COMMAND:
        act->then = row ? arena_text(act->a, row->text, strcspn(row->text, "\t")) : NULL;
        break;
    case TARGET_TAB:
        inspect_pick(act, target.of);
        break;
    case TARGET_KEY:
        act->press = target.of;
        break;
    default:
        break;
    }
}

static void open_row(Act *act)
{
    const DocRow *row = list_row(act);
    if (row)
        open_target(act, row, row->target);
}

/* --- Enter -------------------------------------------------------------------------------------- */

static bool is_error(const Act *act)
{
    const Page *page = model_page(act->m);
    const Stop *stop = act_run(act) ? spot_stop(act_run(act), &page->spot) : NULL;
    return stop && stop->kind == STOP_ERROR;
}

static void open_of_stage(Act *act)
{
    const Page *page = act_page(act);
    int64_t cell;
    const QkvTensor *t = act_tensor(act, &cell);
    if (page->pointer.thing <= POINT_CALL)
        enter_call(act, POINT_CALL - page->pointer.thing);
    else if (page->pointer.thing >= 0 && t)
        act_ask(act, t->step, cell, TAB_MADE);
    else if (is_error(act))
        act_say(act, "It stopped here. %s changes the line.", act_way(act, "=", "whatif"));
    else
        act->press = ' ';
}

static void open_of_number(Act *act)
{
    const Page *page = act_page(act);
    const Lens *l = &act->w->lens;
    int step;
    int64_t cell;
    if (tell_term(l, page->step, page->cell, page->pick, &step, &cell)) {
        act_ask(act, step, cell, TAB_MADE);
        return;
    }
    const RunStatement *x = &l->run->statement[l->run->tape->step[page->step].tag];
    act_say(act, "%s: %s.",
            tell_terms(l, page->step, page->cell) > 0 ? "a number of the code" : "an input",
            lesson_place_text(act->a, lesson_where(l->run->lesson, x->first)));
}

/* "Head.forward" is called by that, or "forward". */
static bool is_called(const char *name, const char *word)
{
    const char *dot = name ? strrchr(name, '.') : NULL;
    return same_text(name, word) || (dot && strcmp(dot + 1, word) == 0);
}

/* Opens what a word names: a numbered row, a call of the line, a number. */
static void open_named(Act *act, const char *place)
{
    Page *page = act_page(act);
    int64_t cell;
    const QkvTensor *t;
    DocKind kind = act_kind(act);
    if (is_digits(place) && kind == DOC_LIST) {
        const DocRow *row = doc_row_at(act_doc(act), atoi(place) - 1);
        if (!row)
            act_say(act, "There is no row %s here.", place);
        page->row = row ? atoi(place) - 1 : page->row;
        open_row(act);
        return;
    }
    if (is_digits(place) && kind == DOC_NUMBER) {
        page->pick = clamp_int(atoi(place) - 1, 0,
                               max_int(tell_terms(&act->w->lens, page->step, page->cell) - 1, 0));
        open_of_number(act);
        return;
    }
    if (!act_run(act)) {
        act_say(act, "open: name a lesson by its number, or a row of the list.");
        return;
    }
    for (int i = 0; page->name == PAGE_STAGE && i < spot_calls(act_run(act), &page->spot); i++)
        if (is_called(spot_call_name(act->a, act_run(act), &page->spot, i), place)) {
            enter_call(act, i);
            return;
        }
    t = act_number(act, place, &cell);
    if (t)
        act_ask(act, t->step, cell, TAB_MADE);
}

void open_run(Act *act, const char *place)
{
    if (*place) {
        open_named(act, place);
        return;
    }
    switch (act_kind(act)) {
    case DOC_STAGE:
        open_of_stage(act);
        break;
    case DOC_NUMBER:
        open_of_number(act);
        break;
    case DOC_LIST:
        open_row(act);
        break;
    default:
        act->press = ' ';
    }
}

static const char *hint_of_stage(const Act *act)
{
    const Page *page = model_page(act->m);
    const char *name, *dot;
    if (page->pointer.thing >= 0)
        return "where from";
    if (page->pointer.thing > POINT_CALL)
        return NULL;
    name = spot_call_name(act->a, act_run(act), &page->spot, POINT_CALL - page->pointer.thing);
    dot = name ? strrchr(name, '.') : NULL;
    return name ? arena_format(act->a, "into %s", dot && dot[1] ? dot + 1 : name) : NULL;
}

const char *open_hint(const Act *act, const Doc *d)
{
    const Page *page = model_page(act->m);
    int step;
    int64_t cell;
    switch (pages_kind(page)) {
    case DOC_STAGE:
        return act_run(act) ? hint_of_stage(act) : NULL;
    case DOC_LIST:
        return doc_rows(d) > 0 ? "open" : NULL;
    case DOC_NUMBER:
        return tell_term(&act->w->lens, page->step, page->cell, page->pick, &step, &cell)
                   ? act_cell_name(act, act_run(act)->tape->step[step].call.out, cell)
                   : NULL;
    default:
        return NULL;
    }
}

/* --- rows beside --------------------------------------------------------------------------------- */

bool open_beside(Act *act, int by)
{
    Model *m = act->m;
    Page *list = m->pages > 2 ? &m->page[m->pages - 2] : NULL;
    if (!act_is_on(act, PAGE_STAGE) || !act_page(act)->is_jump || !list ||
        pages_kind(list) != DOC_LIST)
        return false;
    const Doc *d = pages_tell_page(act->a, m, act->w, list);
    for (int row = list->row + by; doc_row_at(d, row); row += by)
        if (doc_row_at(d, row)->target.kind == TARGET_SPOT) {
            const DocRow *to = doc_row_at(d, row);
            list->row = row;
            model_pop(m);
            open_target(act, to, to->target);
            return true;
        }
    act_say(act, by > 0 ? "This is the last place of the list."
                        : "This is the first place of the list.");
    return true;
}

/* --- clicks ------------------------------------------------------------------------------------- */

/* Points at a number of this page; false where it stands for none that can be pointed at. */
static bool points_at(Act *act, int step, int64_t cell)
{
    Page *page = act_page(act);
    const Lens *l = &act->w->lens;
    bool is_stage = page->name == PAGE_STAGE, is_number = act_kind(act) == DOC_NUMBER;
    for (int i = 0; is_stage && i < spot_tensors(l->run, &page->spot); i++)
        if (spot_tensor(l->run, &page->spot, i)->step == step) {
            page->pointer = (Pointer){.thing = i, .cell = cell};
            return true;
        }
    if (is_number && step == page->step) {
        page->cell = cell;
        page->pick = tell_first_term(l, step, cell);
        return true;
    }
    int terms = is_number ? min_int(tell_terms(l, page->step, page->cell), 4096) : 0, of;
    int64_t its;
    for (int i = 0; i < terms; i++)
        if (tell_term(l, page->step, page->cell, i, &of, &its) && of == step && its == cell) {
            page->pick = i;
            return true;
        }
    return false;
}

static bool is_there(const Act *act, Target target)
{
    const Run *run = act_run(act);
    return run && target.of >= 0 && target.of < run->tape->count &&
           target.cell < run->tape->step[target.of].call.out->count;
}

/* A click points; on what is pointed at it is Enter. */
void open_click(Act *act, Target target)
{
    Page *page = act_page(act);
    const Page was = *page;
    bool points = true;
    if (target.kind == TARGET_NUMBER && is_there(act, target))
        points = points_at(act, target.of, target.cell);
    else if (target.kind == TARGET_TERM)
        page->pick = target.of;
    else if (target.kind == TARGET_CALL)
        page->pointer = (Pointer){.thing = POINT_CALL - target.of};
    else if (target.kind == TARGET_ROW)
        page->row = doc_row_at(act_doc(act), target.of) ? target.of : page->row;
    else
        points = target.kind == TARGET_NUMBER;
    if (!points)
        open_target(act, NULL, target);
    else if (page->pointer.thing == was.pointer.thing && page->pointer.cell == was.pointer.cell &&
             page->cell == was.cell && page->pick == was.pick && page->row == was.row)
        open_run(act, "");
}
