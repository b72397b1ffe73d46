/* The whole screen: the page, a prompt over it, the message and the last line. */
#include <string.h>

#include "app/act.h"
#include "base/common.h"
#include "tell/explain.h"

/* Names what the pointer is on, or the number that Enter goes to. */
const char *pages_message(Arena *a, const Model *m, const World *w)
{
    const Page *page = model_page(m);
    const Act act = {.m = (Model *)m, .w = w, .a = a};
    int step;
    int64_t cell;
    Buf number = {.arena = a};
    if (*m->said)
        return m->said;
    if (!w->lens.run || m->pages < 2)
        return NULL;
    if (page_kind(page) == DOC_STAGE && page->pointer.thing >= 0 && !m->knows_arrows)
        return "Arrows point at a number; Enter asks where it comes from.";
    if (page_kind(page) == DOC_STAGE)
        return tell_pointed(a, &w->lens, &page->spot, page->pointer);
    if (page_kind(page) != DOC_NUMBER ||
        !tell_term(&w->lens, page->step, page->cell, page->tab, page->pick, &step, &cell))
        return NULL;
    const QkvTensor *t = w->lens.run->tape->step[step].call.out;
    Spot home = page->spot;
    lens_cell(&number, &w->lens, t, cell, NULL);
    return spot_of_step(&home, w->lens.run, step)
               ? arena_format(a, "%s = %s, made in %s", act_cell_name(&act, t, cell),
                              buf_text(&number), spot_number(a, w->lens.run, &home))
               : arena_format(a, "%s = %s", act_cell_name(&act, t, cell), buf_text(&number));
}

ShowPrompt pages_prompt(Arena *a, const Model *m, const World *w)
{
    static const char *const heads[] = {
        [PROMPT_COMMAND] = "? ",      [PROMPT_GOTO] = "go to ",     [PROMPT_FIND] = "find ",
        [PROMPT_FILTER] = "find ",    [PROMPT_CHANGE] = "what if ", [PROMPT_TITLE] = "title ",
        [PROMPT_PRACTICE] = "answer "};
    const Prompt *p = &m->prompt;
    return (ShowPrompt){.head = p->kind == PROMPT_GUESS ? ask_head(a, m, w) : heads[p->kind],
                        .line = p->line,
                        .said = *p->said ? p->said : NULL,
                        .caret = p->caret,
                        .suggestions = palette_suggest(a, m, w),
                        .marked = p->marked};
}

static void draw_prompt(Frame *f, Arena *a, const Model *m, const World *w, const Doc *d)
{
    Shown shown = {0};
    ShowPrompt as = pages_prompt(a, m, w);
    as.keys = hints_line(a, m, w, d, &shown);
    shown = pages_show(f, m, d, NULL, NULL);
    as.more = d->kind == DOC_LIST && !as.suggestions ? shown.scroll_most - shown.scroll : 0;
    show_prompt(f, &as);
}

void pages_draw(Frame *f, const Model *m, const World *w)
{
    Arena arena = {0};
    frame_resize(f, m->width, m->height);
    if (m->blank) {
        frame_clear(f);
        return;
    }
    const Doc *d = pages_tell(&arena, m, w);
    if (m->prompt.kind != PROMPT_NONE) {
        draw_prompt(f, &arena, m, w, d);
    } else { /* mostly nothing is cut; else it is known only now */
        const char *message = pages_message(&arena, m, w);
        Shown whole = {.scroll = 0};
        const char *keys = hints_line(&arena, m, w, d, &whole);
        Shown shown = pages_show(f, m, d, message, keys);
        const char *again = hints_line(&arena, m, w, d, &shown);
        if (strcmp(again, keys) != 0)
            pages_show(f, m, d, message, again);
    }
    arena_release(&arena);
}
