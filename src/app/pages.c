/* The topmost page of a model: its document, and how it is laid out. */
#include "app/act.h"

Doc *pages_tell(Arena *a, const Model *m, const World *w)
{
    Doc *d = page_tell(a, m, w, model_page(m));
    const bool is_class = m->class.on && w->lens.run && m->pages > 1;
    if (m->follows || is_class || w->is_old)
        d->state = arena_format(a, "%s%s%s%s%s", m->follows ? "FOLLOW  " : "",
                                m->follows && w->is_away ? "only here  " : "",
                                is_class ? "CLASS  " : "", w->is_old ? "OLD  " : "",
                                d->state ? d->state : "");
    return d;
}

/* Returns the text of the last search, to be marked in the list of its places and at each place; or NULL. */
static const char *text_found(const Model *m)
{
    const Page *page = model_page(m);
    const Page *list = page->is_jump ? page - 1 : page;
    return page_row(list)->place && *list->text ? list->text : NULL;
}

Shown pages_show(Frame *f, const Model *m, const Doc *d, const char *message, const char *keys)
{
    if (m->is_whole && !f)
        return (Shown){.page = m->height};
    const Page *page = model_page(m);
    ShowAs as = {.width = m->width,
                 .height = m->height,
                 .row = d->kind == DOC_LIST ? page->row : -1,
                 .scroll = page->scroll,
                 .shade = m->look.shade,
                 .bars = !m->look.has_colors,
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
