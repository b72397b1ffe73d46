/* Models: the stack of pages, and what becomes of it when the run behind it is another one. */
#include "app/model.h"

#include <string.h>

#include "base/common.h"

Model model_menu(int width, int height)
{
    return (Model){.width = width,
                   .height = height,
                   .pages = 1,
                   .page = {{.name = PAGE_MENU}},
                   .way = {-1, -1, -1, -1},
                   .look = {.decimals = NUMBER_DECIMALS, .answers = true, .mouse = true}};
}

const Page *model_page(const Model *m)
{
    return &m->page[m->pages - 1];
}

const Page *model_lesson(const Model *m)
{
    return m->pages > 1 && page_kind(&m->page[1]) == DOC_STAGE ? &m->page[1] : NULL;
}

Spot model_spot(const Model *m)
{
    for (int i = m->pages - 1; i > 0; i--)
        if (page_kind(&m->page[i]) == DOC_STAGE)
            return m->page[i].spot;
    return (Spot){.lesson = -1, .detail = m->look.detail};
}

void model_open(Model *m, const World *w, Spot spot)
{
    Page page = {.name = PAGE_STAGE, .spot = spot};
    page.pointer = w->lens.run ? tell_pointer(&w->lens, &spot, NULL, NULL)
                               : (Pointer){.thing = POINT_NOTHING};
    m->page[1] = page;
    m->pages = 2;
    m->prompt = (Prompt){0};
    m->pins = (Pins){0};
    m->trails = 0;
    m->has_back = false;
}

void model_leaves(Model *m, const Page *page)
{
    int kept = 0;
    for (int i = m->trails == TRAIL_MOST; i < m->trails; i++)
        if (!spot_is_same(&m->trail[i].spot, &page->spot))
            m->trail[kept++] = m->trail[i];
    m->trail[kept++] = (Trail){page->spot, page->pointer};
    m->trails = kept;
}

void model_returns(const Model *m, Page *page)
{
    for (int i = 0; i < m->trails; i++)
        if (spot_is_same(&m->trail[i].spot, &page->spot))
            page->pointer = m->trail[i].pointer;
}

/* Lists and texts are once in the stack; places and numbers lie on each other. */
static bool is_one_of_a_kind(const Page *page)
{
    DocKind kind = page_row(page)->kind;
    return kind == DOC_LIST || kind == DOC_TEXT;
}

Page *model_push(Model *m, Page page)
{
    for (int i = 1; i < m->pages; i++)
        if (m->page[i].name == page.name && is_one_of_a_kind(&page)) {
            m->pages = i + 1;
            m->page[i] = page;
            return &m->page[i];
        }
    if (m->pages == PAGES_MOST) {
        memmove(&m->page[2], &m->page[3], (PAGES_MOST - 3) * sizeof m->page[0]);
        m->pages--;
    }
    m->page[m->pages++] = page;
    return &m->page[m->pages - 1];
}

void model_pop(Model *m)
{
    m->pages = max_int(m->pages - 1, 1);
}

void model_detail(Model *m, const Run *run, Detail detail)
{
    m->look.detail = m->back.detail = detail;
    for (int i = 1; i < m->pages; i++) {
        Page *page = &m->page[i];
        page->spot.detail = detail;
        if (page_kind(page) == DOC_STAGE && run)
            page->spot = spot_at(page->spot, run, page->spot.stage, page->spot.stop);
    }
}

/* --- another run -------------------------------------------------------------------------------- */

/* Takes a page out of the stack, but for the menu and the lesson. */
static void drop(Model *m, int at)
{
    memmove(&m->page[at], &m->page[at + 1], (size_t)(m->pages - at - 1) * sizeof m->page[0]);
    m->pages--;
}

static bool asks_of_run(const Page *page, const Run *run)
{
    return page->step >= 0 && page->step < run->tape->count &&
           page->cell < run->tape->step[page->step].call.out->count;
}

/* A pointer of a page whose results may have another size now. */
static void clamp_pointer(Page *page, const Run *run)
{
    Pointer *p = &page->pointer;
    const QkvTensor *t = p->thing >= 0 ? spot_tensor(run, &page->spot, p->thing) : NULL;
    bool is_gone = p->thing >= 0 ? !t || t->count == 0
                                 : p->thing <= POINT_CALL &&
                                       POINT_CALL - p->thing >= spot_calls(run, &page->spot);
    if (is_gone) {
        t = spot_tensor(run, &page->spot, 0);
        *p = (Pointer){.thing = t && t->count > 0 ? 0 : POINT_NOTHING};
    } else if (t) {
        p->cell = clamp_int64(p->cell, 0, t->count - 1);
    }
}

/* All pages go to another run: beside it where the two are aligned, else as near as can be. */
static void turn(Model *m, const Run *to, const Align *align, const Run *from)
{
    m->trails = 0;
    for (int i = 1; i < m->pages; i++) {
        Page *page = &m->page[i];
        page->spot = align ? spot_beside(page->spot, align, from)
                           : spot_at(page->spot, to, page->spot.stage, page->spot.stop);
        if (page_kind(page) == DOC_STAGE)
            clamp_pointer(page, to);
        if (!page_asks(page))
            continue;
        page->step = align ? align_step(align, from, page->step) : -1;
        page->folds = 0;
        if (!asks_of_run(page, to))
            drop(m, i--);
    }
    if (m->has_back)
        m->back = align ? spot_beside(m->back, align, from)
                        : spot_at(m->back, to, m->back.stage, m->back.stop);
    if (m->prompt.kind == PROMPT_GUESS)
        m->prompt = (Prompt){0};
}

void model_beside(Model *m, const Align *align, const Run *from)
{
    turn(m, from == align_now(align) ? align_before(align) : align_now(align), align, from);
}

void model_renew(Model *m, const Run *run)
{
    turn(m, run, NULL, NULL);
}
