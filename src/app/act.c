/* An event while it is handled: the page and the run it is about, ways to say and to do something. */
#include "app/act.h"

#include <stdarg.h>
#include <string.h>

#include "app/key.h"
#include "base/common.h"
#include "base/utf8.h"
#include "tell/axes.h"
#include "tell/explain.h"

void act_say(Act *act, const char *format, ...)
{
    Buf text = {.arena = act->a};
    va_list args;
    va_start(args, format);
    buf_vprintf(&text, format, args);
    va_end(args);
    bool is_prompt = act->m->prompt.kind != PROMPT_NONE && !act->m->is_plain;
    char *said = is_prompt ? act->m->prompt.said : act->m->said;
    size_t length = text.length;
    if (length >= SAID_BYTES) /* a sign has 4 bytes at most */
        length = utf8_fit(buf_text(&text), SAID_BYTES - 1, (SAID_BYTES - 1) / 4);
    memcpy(said, buf_text(&text), length);
    said[length] = '\0';
}

void act_no_way(Act *act)
{
    act->m->way = (Arrival){-1, -1, -1, -1};
}

void act_push(Act *act, PageName name)
{
    Page page = {.name = name, .spot = model_spot(act->m)};
    page.row = page_tell(act->a, act->m, act->w, &page)->row;
    model_push(act->m, page);
}

Page *act_page(Act *act)
{
    return &act->m->page[act->m->pages - 1];
}

DocKind act_kind(const Act *act)
{
    return page_kind(model_page(act->m));
}

bool act_is_on(const Act *act, PageName name)
{
    return model_page(act->m)->name == name;
}

bool act_asks(const Act *act)
{
    return page_asks(model_page(act->m));
}

bool act_is_on_menu(const Act *act)
{
    return act->m->pages == 1;
}

const Run *act_run(const Act *act)
{
    return act->m->pages > 1 ? act->w->lens.run : NULL;
}

/* --- places ------------------------------------------------------------------------------------- */

static Page stage_at(const Act *act, Spot to, const Page *from)
{
    Page page = {.name = PAGE_STAGE, .spot = to, .pointer = {.thing = POINT_NOTHING}};
    bool has_from = from && page_kind(from) == DOC_STAGE;
    if (act->w->lens.run)
        page.pointer = tell_pointer(&act->w->lens, &to, has_from ? &from->pointer : NULL,
                                    has_from ? &from->spot : NULL);
    return page;
}

void act_return(Act *act, Spot to)
{
    act_arrive(act, to);
    model_returns(act->m, act_page(act));
}

void act_arrive(Act *act, Spot to)
{
    Page *page = act_page(act);
    if (page_kind(page) == DOC_STAGE)
        model_leaves(act->m, page);
    Page next = stage_at(act, to, page);
    next.is_jump = page->is_jump;
    next.depth = page->depth;
    next.answered = page->spot.stage == to.stage ? page->answered : 0;
    *page = next;
}

/* A document knows neither the library nor the reader's detail. */
void act_jump(Act *act, Spot to)
{
    const Spot here = model_spot(act->m);
    to.lesson = here.lesson;
    to.detail = here.detail;
    Page page = stage_at(act, to, NULL);
    page.is_jump = true;
    page.depth = spot_depth(act->w->lens.run, &to);
    model_push(act->m, page);
}

void act_settle(Act *act)
{
    Model *m = act->m;
    if (act_kind(act) != DOC_STAGE || !act_page(act)->is_jump)
        return;
    m->has_back = true;
    m->back = m->page[1].spot;
    m->page[1] = m->page[m->pages - 1];
    m->page[1].is_jump = false;
    m->pages = 2;
}

void act_close(Act *act)
{
    while (act->m->pages > 1 && act_kind(act) != DOC_STAGE)
        model_pop(act->m);
}

const QkvTensor *act_tensor(const Act *act, int64_t *cell)
{
    const Page *page = model_page(act->m);
    const PageRow *row = page_row(page);
    *cell = 0;
    const QkvTensor *t = act_run(act) && row->where ? row->where(act_run(act), page, cell) : NULL;
    return t && t->count > 0 ? t : NULL;
}

const QkvTensor *act_result(const Act *act)
{
    const Page *page = model_page(act->m);
    return act_run(act) && page_kind(page) == DOC_STAGE ? spot_tensor(act_run(act), &page->spot, 0)
                                                        : NULL;
}

const char *act_cell_name(const Act *act, const QkvTensor *t, int64_t cell)
{
    return arena_format(act->a, "%s%s", explain_name(act->a, act->w->lens.run, t),
                        matrix_place(act->a, t, cell));
}

NamedHere act_here(const Act *act)
{
    int64_t cell;
    Spot spot = model_spot(act->m);
    const QkvTensor *t = act_tensor(act, &cell);
    return named_here(&act->w->lens, &spot, t ? t->step : -1, cell);
}

bool act_named(Act *act, const char *place, NamedPart *part)
{
    Buf said = {.arena = act->a};
    NamedHere here = {0};
    size_t length = strlen(place);
    while (length > 0 && place[length - 1] == ' ')
        length--;
    place = arena_text(act->a, place, length);
    if (act_run(act))
        here = act_here(act);
    if (act_run(act) && named_read(&here, place, part, &said))
        return true;
    act_say(act, "%s", act_run(act) ? buf_text(&said) : act_no_lesson(act));
    return false;
}

const QkvTensor *act_number(Act *act, const char *place, int64_t *cell)
{
    NamedPart part;
    Buf said = {.arena = act->a};
    if (!act_named(act, place, &part))
        return NULL;
    NamedHere here = act_here(act);
    if (named_cell(&here, &part, cell, &said) && part.t->step >= 0)
        return part.t;
    act_say(act, "%s", said.length ? buf_text(&said) : "That number is written in the code.");
    return NULL;
}

/* --- effects ------------------------------------------------------------------------------------ */

void act_do(Act *act, EffectKind kind, int index, const char *text)
{
    act->effect = (Effect){.kind = kind, .index = index, .text = text};
}

void act_reveal(Act *act, bool hides, int stage, int stop, Cells cells)
{
    Effect *e = &act->effect;
    if (e->kind != EFFECT_REVEAL)
        *e = (Effect){.kind = EFFECT_REVEAL, .hides = hides};
    e->shown = arena_more(act->a, e->shown, (size_t)e->count, sizeof *e->shown);
    e->shown[e->count++] = (EffectShown){stage, stop, cells};
}

const char *act_way(const Act *act, const char *key, const char *word)
{
    return act->m->is_plain ? word : key;
}

/* --- where nothing can be done ------------------------------------------------------------------ */

const char *act_no_lesson(const Act *act)
{
    return act_run(act) ? NULL
                        : arena_format(act->a, "no lesson is open: %s opens one",
                                       act_way(act, "Enter", "open"));
}

const char *act_no_stage(const Act *act)
{
    return !act_run(act) ? act_no_lesson(act)
           : act_kind(act) == DOC_STAGE
               ? NULL
               : arena_format(act->a, "this is not a page of the lesson: %s goes back to it",
                              act_way(act, "Space", "next"));
}

const char *act_no_number(const Act *act)
{
    int64_t cell;
    return !act_run(act)            ? act_no_lesson(act)
           : act_tensor(act, &cell) ? NULL
                                    : "there is no number on this page";
}
