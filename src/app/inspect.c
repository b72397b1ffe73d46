#include "app/inspect.h"

#include <string.h>
#include <strings.h>

#include "app/list.h"
#include "base/common.h"

static int tabs_of(const Act *act, const Page *page, Tab tab[TABS], int *at)
{
    NumberAs as = {.step = page->step, .cell = page->cell, .tab = page->tab, .from = page->spot};
    int count = tell_tabs(&act->w->lens, &as, tab);
    *at = -1;
    for (int i = 0; i < count; i++)
        *at = tab[i] == page->tab ? i : *at;
    return count;
}

static void set_tab(Act *act, Tab tab)
{
    Page *page = act_page(act);
    page->tab = act->m->tab = tab;
    page->scroll = 0;
    page->row = pages_tell_page(act->a, act->m, act->w, page)->row;
}

void inspect_pick(Act *act, int which)
{
    Tab tab[TABS];
    int at, count = act_is_on(act, PAGE_NUMBER) ? tabs_of(act, act_page(act), tab, &at) : 0;
    if (which >= 0 && which < count)
        set_tab(act, tab[which]);
}

/* The marked result of a list: its first number. */
static const QkvTensor *marked_result(Act *act)
{
    const DocRow *row = list_row(act);
    if (!row || row->target.kind != TARGET_SPOT || !act_run(act))
        return NULL;
    const QkvTensor *t = spot_tensor(act_run(act), &row->target.spot, 0);
    return t && t->count > 0 ? t : NULL;
}

void inspect_turn(Act *act, int by)
{
    Tab tab[TABS];
    int64_t cell;
    int at;
    Page *page = act_page(act);
    if (page->name == PAGE_NUMBER) {
        int count = tabs_of(act, page, tab, &at);
        if (count > 0)
            set_tab(act, tab[(at + by + count) % count]);
        return;
    }
    const QkvTensor *t = page->name == PAGE_STAGE ? act_tensor(act, &cell) : marked_result(act);
    cell = page->name == PAGE_STAGE ? cell : 0;
    if (t)
        act_ask(act, t->step, cell, act->m->tab);
    else
        act_say(act, "There is no number here to inspect.");
}

const char *inspect_no(const Act *act)
{
    int64_t cell;
    if (!act_run(act))
        return act_no_lesson(act);
    return act_tensor(act, &cell) ? NULL : "there is no number on this page";
}

const char *inspect_hint(const Act *act)
{
    Tab tab[TABS];
    int at, count = tabs_of(act, model_page(act->m), tab, &at);
    return count > 1 ? tell_tab_name(tab[(at + 1) % count]) : NULL;
}

/* The tab that a first word means; false for none. */
static bool tab_named(const char *word, size_t length, Tab *tab)
{
    for (int t = 0; t < TABS && length > 1; t++)
        if (strncasecmp(tell_tab_name((Tab)t), word, length) == 0) {
            *tab = (Tab)t;
            return true;
        }
    return false;
}

/* To a tab of the number at hand. */
static void to_tab(Act *act, Tab wanted)
{
    Tab tab[TABS];
    int at;
    int64_t cell;
    const QkvTensor *t = act_tensor(act, &cell);
    if (!act_is_on(act, PAGE_NUMBER)) {
        if (!t) {
            act_say(act, "inspect: which number? inspect NAME[i, j]");
            return;
        }
        act_ask(act, t->step, cell, wanted);
    }
    int count = act_is_on(act, PAGE_NUMBER) ? tabs_of(act, act_page(act), tab, &at) : 0;
    for (int i = 0; i < count; i++)
        if (tab[i] == wanted) {
            set_tab(act, wanted);
            return;
        }
    act_say(act, "%s: nothing to tell of this number.", tell_tab_name(wanted));
}

void inspect_run(Act *act, const char *words)
{
    Tab tab = TAB_MADE;
    size_t length = strcspn(words, " ");
    bool has_tab = tab_named(words, length, &tab);
    const char *place = has_tab ? words + length + strspn(words + length, " ") : words;
    if (has_tab &&
        strcmp(place, strchr(tell_tab_name(tab), ' ') ? strchr(tell_tab_name(tab), ' ') + 1 : "") ==
            0)
        place = ""; /* the second word of "made of" */
    if (!act_run(act)) {
        act_say(act, "inspect: %s.", act_no_lesson(act));
        return;
    }
    if (*place) {
        NamedPart part;
        if (act_named(act, place, &part) && part.t->step >= 0 && part.t->count > 0)
            act_ask(act, part.t->step, named_first(&part), has_tab ? tab : act->m->tab);
        return;
    }
    if (has_tab)
        to_tab(act, tab);
    else if (*words)
        act_say(act, "inspect takes: made, tree, inputs, leads, attention, sums, results, values.");
    else
        inspect_turn(act, 1);
}
