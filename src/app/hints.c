/* The last line of the screen: what the keys do here, in six columns. */
#include <stdio.h>
#include <string.h>

#include "app/act.h"
#include "app/key.h"
#include "base/common.h"
#include "base/utf8.h"
#include "tell/axes.h"
#include "tell/explain.h"

enum { SLOTS = 6, WIDE = 80 };

static const int column[SLOTS + 1] = {1, 15, 27, 48, 59, 74, 80};

/* "Space next"; NULL where the slot is empty. */
typedef struct Hints {
    const char *slot[SLOTS];
} Hints;

/* --- on a page of the lesson -------------------------------------------------------------------------- */

/* Names what Space shows to a class: what the result is made of, or its row. NULL: it hides nothing. */
static const char *shows(const Act *act)
{
    const Page *page = model_page(act->m);
    const Lens *l = &act->w->lens;
    const QkvTensor *t = act_result(act);
    Buf names = {.arena = act->a};
    int64_t at[QKV_MAX_RANK];
    if (act->m->follows || !l->hidden)
        return NULL;
    for (int i = 1; i < spot_tensors(l->run, &page->spot); i++) {
        const QkvTensor *in = spot_tensor(l->run, &page->spot, i);
        if (lens_hides(l, in) > 0)
            buf_printf(&names, "%s%s", names.length ? ", " : "", explain_name(act->a, l->run, in));
    }
    if (names.length)
        return buf_text(&names);
    if (class_hidden(act) == 0)
        return NULL;
    int64_t cell = t ? class_next(act, t) : -1;
    if (!t || cell < 0 || t->rank < 2 || act->m->class.unit == UNIT_MATRIX)
        return "it";
    qkv_tensor_index(t, cell, at);
    return matrix_index_name(act->a, t, t->rank - 2, at[t->rank - 2], cell);
}

/* Names what n goes to: of the list that the place lies on, or of the loop; NULL for none. */
static const char *next_of(const Act *act)
{
    const Model *m = act->m;
    const Page *page = model_page(m), *below = m->pages > 2 ? page - 1 : NULL;
    int passes = 0;
    const char *what = NULL;
    if (page->is_jump && below && page_row(below)->place)
        return arena_format(act->a, "n next %s", page_row(below)->place);
    int pass = spot_pass(act->a, act->w->lens.run, &page->spot, &passes, &what);
    if (pass == 0)
        return NULL;
    if (pass >= passes)
        return "n after loop";
    return arena_format(act->a, "n next %.*s", (int)strcspn(what, " "), what);
}

static const char *with_of(const Act *act)
{
    int side = act->m->side;
    return side == SIDE_WITHOUT                  ? "w difference"
           : side == SIDE_DIFFERENCE             ? "w with"
           : side + 1 < act->w->whatif->variants ? "w next value"
                                                 : "w without";
}

static const char *out_of(const Act *act)
{
    const Model *m = act->m;
    const Page *page = model_page(m), *below = page - 1;
    if (spot_depth(act->w->lens.run, &page->spot) > (page->is_jump ? page->depth : 0))
        return "out";
    const char *list = page_row(below)->places;
    if (!page->is_jump)
        return m->way.asked >= 0 ? "back" : "menu";
    return list ? list : "back";
}

static Hints hints_of_stage(const Act *act, const Doc *d, const Shown *shown)
{
    enum { ROOM = 2 }; /* for a name, so that the next column stays where it is */
    const Page *page = model_page(act->m);
    const Lens *l = &act->w->lens;
    bool is_first = page->spot.stage == 0 && page->spot.stop == 0 && act->m->way.from < 0 &&
                    act->m->way.path < 0 && shown->scroll == 0;
    bool asks = page->spot.stop == 0 && !page->answers && !ask_no_answer(act);
    const char *enter = open_hint(act, d), *next = next_of(act), *show = shows(act);
    Hints h = {{"Space next", "Bksp back"}};
    if (shown->scroll < shown->scroll_most)
        h.slot[0] = "Space more";
    else if (show)
        h.slot[0] = arena_format(act->a, "Space show %s", utf8_columns(show) <= ROOM ? show : "it");
    if (class_can_hide(act))
        h.slot[1] = "Bksp hide";
    else if (is_first)
        h.slot[1] = NULL;
    h.slot[2] = enter                        ? arena_format(act->a, "Enter %s", enter)
                : asks && !ask_no_guess(act) ? "g guess" /* Enter is as Space there */
                                             : NULL;
    h.slot[3] = arena_format(act->a, "q %s", out_of(act));
    h.slot[4] = asks                                                       ? "a answer"
                : l->hidden && class_hidden(act) > 0 && !ask_no_guess(act) ? "g guess"
                : next                                                     ? next
                : practice_is_next(act)                                    ? "x exercise"
                : act->w->whatif                                           ? with_of(act)
                                                                           : "= what if";
    return h;
}

/* --- on pages over it ----------------------------------------------------------------------------------- */

static Hints hints_of_menu(const Act *act, const Doc *d)
{
    bool is_away = act->m->follows && act->w->is_away;
    Hints h = {{"Space open", NULL, "Enter open", is_away ? "q speaker" : "q leave", "/ find"}};
    if (doc_rows(d) == 0)
        h.slot[0] = h.slot[2] = NULL;
    return h;
}

static Hints hints_over(const Act *act, const Doc *d, const Shown *shown)
{
    enum { ROOM = 7 }; /* for "to 5.1", so that the next column stays where it is */
    const Page *page = model_page(act->m);
    const DocRow *row = d->kind == DOC_LIST ? doc_row_at(d, page->row) : NULL;
    const WhatIf *w = act->w->whatif;
    const char *back = go_hint_back(act), *enter = open_hint(act, d), *tab = inspect_hint(act);
    bool is_cut = d->kind != DOC_NUMBER && shown->scroll < shown->scroll_most;
    Hints h = {{"Space menu", "Bksp back", NULL, "q back"}};
    if (is_cut)
        h.slot[0] = d->kind == DOC_LIST ? "Space page" : "Space more";
    else if (back)
        h.slot[0] = arena_format(act->a, "Space %s", utf8_columns(back) <= ROOM ? back : "to step");
    h.slot[2] = enter ? arena_format(act->a, "Enter %s", enter) : NULL;
    if (d->kind == DOC_NUMBER)
        h.slot[4] = enter && tab ? arena_format(act->a, "i %s", tab) : "= what if";
    else if (row && row->target.kind == TARGET_CHANGE && w && row->target.of < w->lines)
        h.slot[4] = w->line[row->target.of].is_off ? "w on" : "w off";
    else
        h.slot[4] = d->kind == DOC_TEXT ? "y copy" : act_run(act) ? "/ find" : NULL;
    return h;
}

static Hints hints_of_prompt(PromptKind kind)
{
    bool is_change = kind == PROMPT_CHANGE, is_guess = kind == PROMPT_GUESS;
    if (kind == PROMPT_PRACTICE)
        return (Hints){{"Enter judge", "Esc close", "Tab help"}};
    return (Hints){{is_change  ? "Enter try it"
                    : is_guess ? "Enter check"
                               : "Enter run",
                    "Esc close",
                    is_change  ? "Tab other proposal"
                    : is_guess ? "Tab hint"
                               : "Tab complete",
                    NULL, is_guess ? "row: 7 8 9" : "Up, Down pick"}};
}

/* --- laying them out -------------------------------------------------------------------------------------- */

/* A text that is too long for the room up to the next one is cut: all stay in their columns. */
static void put_wide(Buf *out, const Hints *h)
{
    int at = 0;
    for (int i = 0; i < SLOTS; i++) {
        if (!h->slot[i])
            continue;
        const char *text = h->slot[i];
        int begin = column[i], next = i + 1;
        while (next < SLOTS && !h->slot[next])
            next++;
        int room = column[next] - begin - (next < SLOTS);
        bool is_cut = utf8_columns(text) > room;
        size_t length = utf8_fit(text, strlen(text), room - is_cut);
        buf_fill(out, ' ', begin - at);
        buf_add(out, text, length);
        buf_puts(out, is_cut ? "~" : "");
        at = begin + utf8_columns_n(text, length) + is_cut;
    }
}

/* In a narrow window the fifth and the second go first, then the words after the keys, from the last one on. */
static void put_narrow(Buf *out, const Hints *h, int width)
{
    enum { WAYS = SLOTS + 2 };
    for (int way = 0; way < WAYS; way++) {
        buf_clear(out);
        for (int i = 0; i < SLOTS; i++) {
            bool goes = i == 4 || (i == 1 && way > 0), is_key = SLOTS - i < way;
            const char *text = goes ? NULL : h->slot[i];
            if (text)
                buf_printf(out, "%s%.*s", out->length ? "   " : " ",
                           (int)(is_key ? strcspn(text, " ") : strlen(text)), text);
        }
        if (utf8_columns(buf_text(out)) <= width)
            return;
    }
}

static Hints hints_of(const Act *act, const Doc *d, const Shown *shown)
{
    const Model *m = act->m;
    Hints h = m->prompt.kind != PROMPT_NONE          ? hints_of_prompt(m->prompt.kind)
              : d->kind == DOC_STAGE && act_run(act) ? hints_of_stage(act, d, shown)
              : act_is_on_menu(act)                  ? hints_of_menu(act, d)
                                                     : hints_over(act, d, shown);
    h.slot[SLOTS - 1] = m->prompt.kind != PROMPT_NONE ? "F1 all" : "? keys";
    return h;
}

const char *hints_line(Arena *a, const Model *m, const World *w, const Doc *d, const Shown *shown)
{
    Model copy = *m; /* stays unchanged: what is asked takes an Act */
    const Act act = {.m = &copy, .w = w, .a = a};
    Buf out = {.arena = a};
    Hints h = hints_of(&act, d, shown);
    if (m->width >= WIDE)
        put_wide(&out, &h);
    else
        put_narrow(&out, &h, m->width);
    return buf_text(&out);
}

static int add_hint(Arena *a, KeyHint *out, int count, const char *slot)
{
    size_t length = slot ? strcspn(slot, " ") : 0;
    for (int i = 0; i < count && slot; i++)
        if (strlen(out[i].key) == length && strncmp(out[i].key, slot, length) == 0)
            return count;
    if (!slot || count == HINTS_MOST || strchr(",:", slot[length - 1])) /* "Up, Down pick" */
        return count;
    out[count] = (KeyHint){arena_text(a, slot, length), slot + length + (slot[length] == ' ')};
    return count + 1;
}

int hints_list(Arena *a, const Model *m, const World *w, const Doc *d, KeyHint out[HINTS_MOST])
{
    static const struct {
        const char *slot, *command;
    } more[] = {{"a answer", "answer"},     {"g guess", "guess"},     {"= what if", "whatif"},
                {"w with", "with"},         {"c changes", "changes"}, {"x practice", "practice"},
                {"t contents", "contents"}, {"/ find", "find"}};
    Model copy = *m;
    const Act act = {.m = &copy, .w = w, .a = a};
    const Shown whole = {0};
    const Hints h = hints_of(&act, d, &whole);
    int count = 0;
    for (int i = 0; i < SLOTS - 1; i++)
        count = add_hint(a, out, count, h.slot[i]);
    for (int i = 0; i < COUNT(more) && m->prompt.kind == PROMPT_NONE; i++) {
        const Command *c = command_find(more[i].command, strlen(more[i].command));
        bool does = c && !(c->why_not && c->why_not(&act)) &&
                    (c->run != practice_run || practice_is_offered(&act)) &&
                    key_does(key_row(key_named(more[i].slot, 1)), (int)d->kind);
        count = add_hint(a, out, count, does ? more[i].slot : NULL);
    }
    return add_hint(a, out, count, h.slot[SLOTS - 1]);
}
