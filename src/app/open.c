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
        act_say(act, "There is nothing more inside this.");
}

/* A change opens the first result that it changes, so that n goes on from there. */
static void open_first_changed(Act *act)
{
    const Doc *d = pages_doc(act);
    for (int i = 0; i < doc_rows(d); i++)
        if (doc_row_at(d, i)->target.kind == TARGET_SPOT) {
            act_page(act)->row = i;
            act_jump(act, doc_row_at(d, i)->target.spot);
            return;
        }
    act_say(act, "No result differs with this change.");
}

/* A stage of the lesson that is open is a place of it; of another one q comes back to this one. */
static void open_lesson(Act *act, Target target)
{
    const Run *run = act_run(act);
    const Spot here = model_spot(act->m);
    const int stage = (int)target.cell;
    if (run && target.of == here.lesson && stage < run->lesson->stages) {
        act_jump(act, spot_at(here, run, stage, 0));
        return;
    }
    act_no_way(act);
    act->m->way.asked = run ? here.lesson : -1;
    act_do(act, EFFECT_OPEN, target.of, NULL);
    act->effect.opening = (Opening){.is_fresh = stage > 0, .stage = stage};
}

void open_target(Act *act, Target target)
{
    switch (target.kind) {
    case TARGET_SPOT:
        act_jump(act, target.spot);
        if (target.of) /* a number that was found */
            act_page(act)->pointer = (Pointer){.thing = 0, .cell = target.cell};
        break;
    case TARGET_NUMBER:
        point_ask(act, target.of, target.cell, TAB_MADE);
        break;
    case TARGET_TERM:
        act_page(act)->pick = target.of;
        break;
    case TARGET_CALL:
        enter_call(act, target.of);
        break;
    case TARGET_LESSON:
        open_lesson(act, target);
        break;
    case TARGET_WORD:
        lookup_word(act, target.of, (int)target.cell);
        break;
    case TARGET_CHANGE:
        open_first_changed(act);
        break;
    case TARGET_FOLD:
        act_page(act)->row = target.of;
        list_side(act, 0);
        break;
    case TARGET_SETTING:
        list_side(act, 0);
        break;
    case TARGET_TAB:
        inspect_pick(act, target.of);
        break;
    case TARGET_PRACTICE:
        practice_row(act, target);
        break;
    case TARGET_KEY:
        act->press = target.of;
        break;
    default:
        break;
    }
}

/* --- Enter -------------------------------------------------------------------------------------- */

/* The target that Enter opens: of the pointer, the marked term, the marked row. */
static Target at_hand(const Act *act)
{
    const Page *page = model_page(act->m);
    Target to = {.kind = TARGET_NONE};
    if (page_kind(page) == DOC_STAGE && page->pointer.thing <= POINT_CALL) {
        to = (Target){.kind = TARGET_CALL, .of = POINT_CALL - page->pointer.thing};
    } else if (page_kind(page) == DOC_STAGE && page->pointer.thing >= 0) {
        const QkvTensor *t = act_tensor(act, &to.cell);
        to.kind = t ? TARGET_NUMBER : TARGET_NONE;
        to.of = t ? t->step : 0;
    } else if (page_kind(page) == DOC_NUMBER) {
        bool is_there = tell_term(&act->w->lens, page->step, page->cell, page->tab, page->pick,
                                  &to.of, &to.cell);
        to.kind = is_there ? TARGET_NUMBER : TARGET_NONE;
    }
    return to;
}

static void open_nothing(Act *act)
{
    const Page *page = act_page(act);
    const Lens *l = &act->w->lens;
    const Stop *stop = act_run(act) ? spot_stop(l->run, &page->spot) : NULL;
    DocKind kind = act_kind(act);
    if (kind == DOC_STAGE && stop && stop->kind == STOP_ERROR) {
        act_say(act, "It stopped here. %s changes the line.", act_way(act, "=", "whatif"));
    } else if (kind == DOC_NUMBER) {
        const RunStatement *x = &l->run->statement[l->run->tape->step[page->step].tag];
        act_say(act, "%s: %s.",
                tell_terms(l, page->step, page->cell, page->tab) > 0 ? "a number in the code"
                                                                     : "an input",
                lesson_place_text(act->a, lesson_where(l->run->lesson, x->first)));
    } else if (class_hidden(act) > 0) {
        act_say(act, "It is hidden: %s shows it.", act_way(act, "Space", "next"));
    } else if (kind != DOC_LIST) {
        act->press = ' ';
    }
}

/* "Head.forward" is called by that, or "forward". */
static bool is_called(const char *name, const char *word)
{
    const char *dot = name ? strrchr(name, '.') : NULL;
    return same_text(name, word) || (dot && strcmp(dot + 1, word) == 0);
}

/* Opens what a word names: a numbered row or term, a call of the line, a number. */
static void open_named(Act *act, const char *place)
{
    Page *page = act_page(act);
    int64_t cell;
    DocKind kind = act_kind(act);
    int row = is_digits(place) && strlen(place) < 9 ? atoi(place) - 1 : -1;
    if (row >= 0 && (kind == DOC_LIST || kind == DOC_NUMBER)) {
        int rows = kind == DOC_LIST ? doc_rows(pages_doc(act))
                                    : tell_terms(&act->w->lens, page->step, page->cell, page->tab);
        *(kind == DOC_LIST ? &page->row : &page->pick) = row < rows ? row : 0;
        if (row < rows)
            open_run(act, "");
        else
            act_say(act, "There is no row %s here.", place);
        return;
    }
    bool is_stage = act_run(act) && page_kind(page) == DOC_STAGE;
    for (int i = 0; is_stage && i < spot_calls(act_run(act), &page->spot); i++)
        if (is_called(spot_call_name(act->a, act_run(act), &page->spot, i), place)) {
            enter_call(act, i);
            return;
        }
    const QkvTensor *t = act_number(act, place, &cell);
    if (t)
        point_ask(act, t->step, cell, TAB_MADE);
}

void open_run(Act *act, const char *place)
{
    const DocRow *row = list_row(act);
    Target to = row ? row->target : at_hand(act);
    if (*place)
        open_named(act, place);
    else if (to.kind != TARGET_NONE)
        open_target(act, to);
    else
        open_nothing(act);
}

const char *open_hint(const Act *act, const Doc *d)
{
    Target to = at_hand(act);
    const DocRow *row = d->kind == DOC_LIST ? doc_row_at(d, model_page(act->m)->row) : NULL;
    if (row && row->target.kind == TARGET_PRACTICE)
        return practice_row_hint(act, row->target);
    if (d->kind == DOC_LIST)
        return doc_rows(d) > 0 ? "open" : NULL;
    if (!act_run(act) || to.kind == TARGET_NONE)
        return NULL;
    if (to.kind == TARGET_NUMBER)
        return d->kind == DOC_STAGE
                   ? "where from"
                   : act_cell_name(act, act_run(act)->tape->step[to.of].call.out, to.cell);
    const char *name = spot_call_name(act->a, act_run(act), &model_page(act->m)->spot, to.of);
    const char *dot = name ? strrchr(name, '.') : NULL;
    return name ? arena_format(act->a, "into %s", dot && dot[1] ? dot + 1 : name) : NULL;
}

/* --- rows beside --------------------------------------------------------------------------------- */

bool open_beside(Act *act, int by)
{
    Model *m = act->m;
    Page *list = m->pages > 2 ? &m->page[m->pages - 2] : NULL;
    if (act_kind(act) != DOC_STAGE || !act_page(act)->is_jump || !list ||
        page_kind(list) != DOC_LIST)
        return false;
    const Doc *d = page_tell(act->a, m, act->w, list);
    for (int row = list->row + by; doc_row_at(d, row); row += by)
        if (doc_row_at(d, row)->target.kind == TARGET_SPOT) {
            list->row = row;
            model_pop(m);
            open_target(act, doc_row_at(d, row)->target);
            return true;
        }
    act_say(act,
            by > 0 ? "This is the last row of the list." : "This is the first row of the list.");
    return true;
}

/* --- clicks ------------------------------------------------------------------------------------- */

/* Points at a number of this page; false where it stands for none that can be pointed at. */
static bool points_at(Act *act, int step, int64_t cell)
{
    Page *page = act_page(act);
    const Lens *l = &act->w->lens;
    bool is_stage = page_kind(page) == DOC_STAGE, is_number = act_kind(act) == DOC_NUMBER;
    for (int i = 0; is_stage && i < spot_tensors(l->run, &page->spot); i++)
        if (spot_tensor(l->run, &page->spot, i)->step == step) {
            page->pointer = (Pointer){.thing = i, .cell = cell};
            return true;
        }
    if (is_number && step == page->step) {
        page->cell = cell;
        page->pick = tell_first_term(l, step, cell, page->tab);
        return true;
    }
    int terms = is_number ? min_int(tell_terms(l, page->step, page->cell, page->tab), 4096) : 0, of;
    int64_t its;
    for (int i = 0; i < terms; i++)
        if (tell_term(l, page->step, page->cell, page->tab, i, &of, &its) && of == step &&
            its == cell) {
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

/* Puts the pointer, or the mark, on what a target is; false where it cannot be pointed at. */
static bool points(Act *act, Target target)
{
    Page *page = act_page(act);
    if (target.kind == TARGET_NUMBER && is_there(act, target))
        return points_at(act, target.of, target.cell);
    if (target.kind == TARGET_TERM)
        page->pick = target.of;
    else if (target.kind == TARGET_CALL)
        page->pointer = (Pointer){.thing = POINT_CALL - target.of};
    else if (target.kind == TARGET_ROW)
        page->row = doc_row_at(pages_doc(act), target.of) ? target.of : page->row;
    else
        return target.kind == TARGET_NUMBER;
    return true;
}

/* A click points; on what is pointed at it is Enter. */
void open_click(Act *act, Target target)
{
    Page *page = act_page(act);
    const Page was = *page;
    if (!points(act, target))
        open_target(act, target);
    else if (page->pointer.thing == was.pointer.thing && page->pointer.cell == was.pointer.cell &&
             page->cell == was.cell && page->pick == was.pick && page->row == was.row)
        open_run(act, "");
}

void open_press(Act *act, Target target, int page)
{
    Model *m = act->m;
    if (page >= m->pages || (target.kind == TARGET_NUMBER && !is_there(act, target)))
        return;
    prompt_close(act);
    while (m->pages > page + 1)
        model_pop(m);
    const Page *top = act_page(act);
    bool is_own = page_asks(top) && target.kind == TARGET_NUMBER && target.of == top->step;
    if (!points(act, target))
        open_target(act, target);
    else if (!is_own)
        open_run(act, "");
}

void open_point(Act *act, Target target, int page)
{
    if (page == act->m->pages - 1 && act->m->prompt.kind == PROMPT_NONE)
        points(act, target);
}
