/* The table of pages. */
#include <string.h>

#include "app/setting.h"

/* --- their documents ------------------------------------------------------------------------------ */

static Doc *page_stage(Arena *a, const Model *m, const World *w, const Page *page)
{
    StageAs as = {.spot = page->spot,
                  .pointer = page->pointer,
                  .answers = page->answers,
                  .notes = m->look.notes,
                  .pins = m->pins,
                  .as = {m->width, m->height}};
    return tell_stage(a, &w->lens, &as);
}

static Doc *page_number(Arena *a, const Model *m, const World *w, const Page *page)
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

/* The others take less. */
#define TELLS(name, doc)                                                                           \
    static Doc *name(Arena *a, const Model *m, const World *w, const Page *page)                   \
    {                                                                                              \
        (void)m, (void)w, (void)page;                                                              \
        return doc;                                                                                \
    }
TELLS(page_menu, tell_menu(a, w->library, page->text, w->seen))
TELLS(page_contents, tell_contents(a, &w->lens, &page->spot, m->has_back ? &m->back : NULL))
TELLS(page_passes, tell_passes(a, &w->lens, &page->spot))
TELLS(page_found, tell_found(a, &w->lens, &page->spot, page->text))
TELLS(page_changes, tell_changes(a, &w->lens, w->compared,
                                 w->compared ? w->lens.run->lesson->title : NULL, page->folds > 0))
TELLS(page_view, setting_tell(a, m, w, false))
TELLS(page_class, setting_tell(a, m, w, true))
TELLS(page_answers, tell_answers(a, &w->lens, page->spot.stage))
TELLS(page_notes, tell_notes(a, &w->lens, page->spot.stage))
TELLS(page_signs, tell_signs(a))
TELLS(page_practice, tell_practice(a, &w->lens, w->practice, m->prompt.kind == PROMPT_PRACTICE))
TELLS(page_exercises, tell_exercises(a, &w->lens, w->practice))
#undef TELLS

static Doc *page_words(Arena *a, const Model *m, const World *w, const Page *page)
{
    (void)m;
    return tell_glossary(a, glossary_of(a, w->library), &w->lens, &page->spot);
}

static Doc *page_word(Arena *a, const Model *m, const World *w, const Page *page)
{
    const Glossary *g = glossary_of(a, w->library);
    for (int i = 0; i < g->count; i++)
        if (g->word[i].lesson == page->step && g->word[i].stage == page->cell)
            return tell_word(a, w->library, g, &g->word[i]);
    return page_words(a, m, w, page); /* gone from there */
}

/* --- the number in question ------------------------------------------------------------------------- */

static const QkvTensor *page_where_in_stage(const Run *run, const Page *page, int64_t *cell)
{
    const Pointer *p = &page->pointer;
    *cell = p->thing >= 0 ? p->cell : 0;
    return spot_tensor(run, &page->spot, p->thing >= 0 ? p->thing : 0);
}

static const QkvTensor *page_where_in_number(const Run *run, const Page *page, int64_t *cell)
{
    *cell = page->cell;
    return page->step < run->tape->count ? run->tape->step[page->step].call.out : NULL;
}

/* --- the table -------------------------------------------------------------------------------------- */

static const PageRow page_table[PAGE_NAMES] = {
    [PAGE_MENU] = {DOC_LIST, page_menu, .is_free = true},
    [PAGE_STAGE] = {DOC_STAGE, page_stage, .where = page_where_in_stage},
    [PAGE_NUMBER] = {DOC_NUMBER, page_number, .where = page_where_in_number},
    [PAGE_CONTENTS] = {DOC_LIST, page_contents, "row", "contents"},
    [PAGE_PASSES] = {DOC_LIST, page_passes, "pass", "passes"},
    [PAGE_FOUND] = {DOC_LIST, page_found, "place", "places"},
    [PAGE_CHANGES] = {DOC_LIST, page_changes, "result", "changes"},
    [PAGE_VIEW] = {DOC_LIST, page_view, .is_free = true},
    [PAGE_CLASS] = {DOC_LIST, page_class, .is_free = true},
    [PAGE_ANSWERS] = {DOC_TEXT, page_answers},
    [PAGE_NOTES] = {DOC_TEXT, page_notes},
    [PAGE_SIGNS] = {DOC_TEXT, page_signs, .is_free = true},
    [PAGE_PRACTICE] = {DOC_LIST, page_practice},
    [PAGE_EXERCISES] = {DOC_LIST, page_exercises},
    [PAGE_WORDS] = {DOC_LIST, page_words, .is_free = true},
    [PAGE_WORD] = {DOC_LIST, page_word, .is_free = true},
};

const PageRow *page_row(const Page *page)
{
    return &page_table[page->name];
}

DocKind page_kind(const Page *page)
{
    static const bool is_list[TABS] = {
        [TAB_TREE] = true, [TAB_INPUTS] = true, [TAB_LEADS] = true, [TAB_RESULTS] = true};
    return page_asks(page) && is_list[page->tab] ? DOC_LIST : page_row(page)->kind;
}

bool page_asks(const Page *page)
{
    return page_row(page)->kind == DOC_NUMBER;
}

Doc *page_tell(Arena *a, const Model *m, const World *w, const Page *page)
{
    const PageRow *row = page_row(page);
    if (!w->lens.run && !row->is_free)
        return tell_text(a, "", "This lesson cannot be shown.");
    return row->tell(a, m, w, page);
}
