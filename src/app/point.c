/* The pointer: on a number of the result or of an operand, or on a call of the line; and the page of a number. */
#include "app/act.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "app/guess.h"
#include "base/common.h"
#include "tell/axes.h"
#include "tell/explain.h"

/* Puts another cell of the same tensor in question. */
static void set_cell(Act *act, int64_t cell)
{
    Page *page = act_page(act);
    if (page_kind(page) == DOC_STAGE) {
        page->pointer.cell = cell;
        return;
    }
    page->cell = cell;
    page->pick = tell_first_term(&act->w->lens, page->step, cell, page->tab);
    page->folds = page->row = page->scroll = 0;
}

static void turn(int *rows, int *cols)
{
    int across = *cols;
    *cols = *rows;
    *rows = across;
}

bool point_move(Act *act, int rows, int cols, int *scrolls)
{
    int64_t cell;
    Page *page = act_page(act);
    const QkvTensor *t = act_tensor(act, &cell);
    *scrolls = 0;
    if (!t || (page_kind(page) == DOC_STAGE && page->pointer.thing == POINT_NOTHING))
        return false;
    if (page_kind(page) == DOC_STAGE && page->pointer.thing <= POINT_CALL) {
        page->pointer = (Pointer){.thing = 0};
        return true;
    }
    int64_t height = matrix_rows(t), width = matrix_cols(t), size = height * width;
    int64_t item = cell / size, row = cell % size / width, col = cell % width;
    if (page_asks(page) && tell_turns(page->tab))
        turn(&rows, &cols);
    row += rows;
    if (row < 0 || row >= height) {
        *scrolls = rows;
        return true;
    }
    col += cols;
    if (col < 0 || col >= width) {
        item += cols < 0 ? -1 : 1;
        col = cols < 0 ? width - 1 : 0;
    }
    if (item >= 0 && item < matrix_items(t))
        set_cell(act, item * size + row * width + col);
    return true;
}

void point_end(Act *act, int by)
{
    int64_t cell;
    const QkvTensor *t = act_tensor(act, &cell);
    DocKind kind = act_kind(act);
    if (kind == DOC_LIST || kind == DOC_TEXT)
        list_end(act, -by);
    if (!t || kind == DOC_LIST || (kind == DOC_STAGE && act_page(act)->pointer.thing < 0))
        return;
    int64_t width = matrix_cols(t);
    set_cell(act, by > 0 ? cell / width * width : cell / width * width + width - 1);
}

static void tab_of_stage(Act *act, int by)
{
    enum { THINGS = 64 };
    int thing[THINGS], at = -1;
    Page *page = act_page(act);
    int count = min_int(tell_things(&act->w->lens, &page->spot, thing, THINGS), THINGS);
    for (int i = 0; i < count; i++)
        at = thing[i] == page->pointer.thing ? i : at;
    if (count == 0)
        return;
    int next = at < 0 ? (by > 0 ? 0 : count - 1) : (at + by + count) % count;
    if (thing[next] == page->pointer.thing)
        return;
    const QkvTensor *from = page->pointer.thing >= 0
                                ? spot_tensor(act_run(act), &page->spot, page->pointer.thing)
                                : NULL;
    const QkvTensor *to = thing[next] >= 0 ? spot_tensor(act_run(act), &page->spot, thing[next])
                                           : NULL;
    int64_t item = from && to
                       ? min_int64(matrix_item(from, page->pointer.cell), matrix_items(to) - 1)
                       : 0;
    page->pointer = (Pointer){.thing = thing[next],
                              .cell = to ? item * matrix_rows(to) * matrix_cols(to) : 0};
}

void point_tab(Act *act, int by)
{
    Page *page = act_page(act);
    if (act_kind(act) == DOC_LIST) {
        list_group(act, by);
    } else if (page_kind(page) == DOC_STAGE && act_run(act)) {
        tab_of_stage(act, by);
    } else if (page_asks(page)) {
        int terms = tell_terms(&act->w->lens, page->step, page->cell, page->tab);
        page->pick = terms > 0 ? (page->pick + by + terms) % terms : 0;
    }
}

static int64_t items_here(const Act *act, int64_t *item, int64_t *size)
{
    int64_t cell;
    const QkvTensor *t = act_tensor(act, &cell);
    *size = t ? matrix_rows(t) * matrix_cols(t) : 1;
    *item = cell / *size;
    return t ? matrix_items(t) : 0;
}

void point_turn(Act *act, int by)
{
    int64_t item, size, cell, items = items_here(act, &item, &size);
    act_tensor(act, &cell);
    if (items < 2) {
        act_say(act, "There is only one block here.");
        return;
    }
    if (act_kind(act) == DOC_STAGE && act_page(act)->pointer.thing < 0)
        act_page(act)->pointer = (Pointer){.thing = 0};
    set_cell(act, (item + by + items) % items * size + cell % size);
}

void point_to(Act *act, const QkvTensor *t, int64_t cell)
{
    const Run *run = act_run(act);
    if (act_kind(act) == DOC_STAGE)
        for (int i = 0; i < spot_tensors(run, &act_page(act)->spot); i++)
            if (spot_tensor(run, &act_page(act)->spot, i) == t) {
                act_page(act)->pointer = (Pointer){.thing = i, .cell = cell};
                return;
            }
    Spot home = model_spot(act->m);
    if (!spot_of_step(&home, run, t->step)) {
        act_say(act, "%s is not shown anywhere.", explain_name(act->a, run, t));
        return;
    }
    act_jump(act, home);
    act_page(act)->pointer = (Pointer){.thing = 0, .cell = cell};
}

/* --- by words ----------------------------------------------------------------------------------- */

const char *point_no_block(const Act *act)
{
    int64_t item, size;
    return items_here(act, &item, &size) > 1 ? NULL : "there is only one block here";
}

void point_run(Act *act, const char *place)
{
    NamedPart part;
    if (!act_named(act, place, &part))
        return;
    if (part.t->step < 0 || part.t->count == 0)
        act_say(act, "%s has no numbers to point at.", explain_name(act->a, act_run(act), part.t));
    else
        point_to(act, part.t, named_first(&part));
}

/* "s1 b": labels or numbers of the axes before the last two, from the last of them on backwards where there are fewer. */
void point_block(Act *act, const char *labels)
{
    int64_t cell, at[QKV_MAX_RANK];
    const QkvTensor *t = act_tensor(act, &cell);
    GuessWords words = guess_words(act->a, labels);
    int axes = t ? t->rank - 2 : 0;
    if (axes < 1 || words.count == 0 || words.count > axes) {
        act_say(act,
                axes < 1 ? "There is only one block here."
                         : "block: name one of each axis, from the first: %s",
                axes < 1 ? "" : matrix_shape(act->a, t));
        return;
    }
    qkv_tensor_index(t, cell, at);
    for (int i = 0; i < words.count; i++) {
        int axis = axes - words.count + i;
        int64_t index = named_index(t, axis, words.word[i], cell);
        if (index < 0) {
            act_say(act, "block: %s has no %s.", matrix_axis_name(t, axis), words.word[i]);
            return;
        }
        at[axis] = index;
    }
    if (act_kind(act) == DOC_STAGE && act_page(act)->pointer.thing < 0)
        act_page(act)->pointer = (Pointer){.thing = 0};
    set_cell(act, qkv_tensor_cell(t, at));
}

/* --- the inspect page ---------------------------------------------------------------------------- */

void point_ask(Act *act, int step, int64_t cell, Tab tab)
{
    Tab tabs[TABS];
    Page page = {.name = PAGE_NUMBER, .spot = model_spot(act->m), .step = step, .cell = cell};
    NumberAs as = {.step = step, .cell = cell, .from = page.spot};
    int count = tell_tabs(&act->w->lens, &as, tabs);
    if (count == 0) {
        act_say(act, "There is nothing to say about this number.");
        return;
    }
    page.tab = TAB_MADE; /* of an input its page alone: nothing made it */
    for (int i = 0; i < count; i++)
        page.tab = tabs[i] == tab ? tab : page.tab;
    page.pick = tell_first_term(&act->w->lens, step, cell, page.tab);
    page.row = page_tell(act->a, act->m, act->w, &page)->row;
    model_push(act->m, page);
}

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
    if (tell_goes_on(tab) || tell_goes_on(page->tab)) /* picks are others */
        page->pick = tell_first_term(&act->w->lens, page->step, page->cell, tab);
    page->tab = act->m->tab = tab;
    page->scroll = 0;
    page->row = page_tell(act->a, act->m, act->w, page)->row;
}

void inspect_pick(Act *act, int which)
{
    Tab tab[TABS];
    int at, count = act_asks(act) ? tabs_of(act, act_page(act), tab, &at) : 0;
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
    if (page_asks(page)) {
        int count = tabs_of(act, page, tab, &at);
        if (count > 0)
            set_tab(act, tab[(at + by + count) % count]);
        return;
    }
    const QkvTensor *t = page_kind(page) == DOC_STAGE ? act_tensor(act, &cell) : marked_result(act);
    cell = page_kind(page) == DOC_STAGE ? cell : 0;
    if (t)
        point_ask(act, t->step, cell, act->m->tab);
    else
        act_say(act, "There is no number here to inspect.");
}

const char *inspect_hint(const Act *act)
{
    Tab tab[TABS];
    bool is_number = act_run(act) && act_asks(act);
    int at, count = is_number ? tabs_of(act, model_page(act->m), tab, &at) : 0;
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
    int at, count;
    if (!act_asks(act))
        inspect_turn(act, 0);
    count = act_asks(act) ? tabs_of(act, act_page(act), tab, &at) : 0;
    for (int i = 0; i < count; i++)
        if (tab[i] == wanted) {
            set_tab(act, wanted);
            return;
        }
    act_say(act, "%s: nothing to show for this number.", tell_tab_name(wanted));
}

void inspect_run(Act *act, const char *words)
{
    Tab tab = act->m->tab;
    NamedPart part;
    size_t length = strcspn(words, " ");
    bool has_tab = tab_named(words, length, &tab);
    const char *place = has_tab ? words + length + strspn(words + length, " ") : words;
    const char *second = has_tab ? strchr(tell_tab_name(tab), ' ') : NULL; /* made of, leads to */
    if (*place && !(second && strcmp(place, second + 1) == 0)) {
        if (act_named(act, place, &part) && part.t->step >= 0 && part.t->count > 0)
            point_ask(act, part.t->step, named_first(&part), tab);
    } else if (has_tab) {
        to_tab(act, tab);
    } else {
        inspect_turn(act, 1);
    }
}
