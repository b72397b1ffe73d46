/* From pages of a model to their documents. */
#include <string.h>

#include "app/act.h"
#include "base/common.h"

static Doc *tell_of_stage(Arena *a, const Model *m, const World *w, const Page *page)
{
    StageAs as = {.spot = page->spot,
                  .pointer = page->pointer,
                  .answers = page->answers,
                  .notes = m->look.notes,
                  .pins = m->pins,
                  .as = {m->width, m->height}};
    return tell_stage(a, &w->lens, &as);
}

static Doc *tell_of_number(Arena *a, const Model *m, const World *w, const Page *page)
{
    NumberAs as = {.step = page->step,
                   .cell = page->cell,
                   .pick = page->pick,
                   .tab = page->tab,
                   .from = page->spot,
                   .folds = page->folds,
                   .as = {m->width, m->height}};
    memcpy(as.fold, page->fold, sizeof as.fold);
    return tell_number(a, &w->lens, &as);
}

Doc *pages_tell_page(Arena *a, const Model *m, const World *w, const Page *page)
{
    int row;
    const Lens *l = &w->lens;
    if (page->name == PAGE_MENU)
        return tell_menu(a, w->library, page->text, w->seen);
    if (page->name == PAGE_VIEW || page->name == PAGE_CLASS)
        return settings_tell(a, m, w, page->name);
    if (page->name == PAGE_SIGNS)
        return tell_signs(a);
    if (!l->run)
        return tell_text(a, "", "This lesson cannot be shown.");
    switch (page->name) {
    case PAGE_STAGE:
        return tell_of_stage(a, m, w, page);
    case PAGE_NUMBER:
        return tell_of_number(a, m, w, page);
    case PAGE_CONTENTS:
        return tell_contents(a, l, &page->spot, m->has_back ? &m->back : NULL, &row);
    case PAGE_PASSES:
        return tell_passes(a, l, &page->spot, &row);
    case PAGE_FOUND:
        return tell_found(a, l, &page->spot, page->text, &row);
    case PAGE_CHANGES:
        return tell_changes(a, l, w->compared, w->compared ? l->run->lesson->title : NULL);
    case PAGE_NOTES:
        return tell_notes(a, l, page->spot.stage);
    default:
        return tell_answers(a, l, page->spot.stage);
    }
}

Doc *pages_tell(Arena *a, const Model *m, const World *w)
{
    Doc *d = pages_tell_page(a, m, w, model_page(m));
    const bool is_class = m->class.on && w->lens.run && m->pages > 1;
    if (m->follows || is_class || w->is_old)
        d->state = arena_format(a, "%s%s%s%s%s", m->follows ? "FOLLOW  " : "",
                                m->follows && w->is_away ? "only here  " : "",
                                is_class ? "CLASS  " : "", w->is_old ? "OLD  " : "",
                                d->state ? d->state : "");
    return d;
}

/* The text looked for stands out at the places where it was found. */
static const char *text_found(const Model *m)
{
    const Page *page = model_page(m);
    const Page *below = m->pages > 1 ? page - 1 : page;
    return page->name == PAGE_STAGE && page->is_jump && below->name == PAGE_FOUND ? below->text
           : page->name == PAGE_FOUND                                             ? page->text
                                                                                  : NULL;
}

Shown pages_show(Frame *f, const Model *m, const Doc *d, const char *message, const char *keys)
{
    const Page *page = model_page(m);
    ShowAs as = {.width = m->width,
                 .height = m->height,
                 .row = d->kind == DOC_LIST ? page->row : -1,
                 .scroll = page->scroll,
                 .shade = m->look.shade,
                 .sums = m->look.sums,
                 .message = message,
                 .keys = keys,
                 .find = text_found(m)};
    return show_page(f, d, &as);
}

Doc *pages_doc(Act *act)
{
    return pages_tell(act->a, act->m, act->w);
}

Shown pages_shown(Act *act)
{
    return pages_show(NULL, act->m, pages_doc(act), NULL, NULL);
}
