#include "app/tools.h"

#include <stdio.h>
#include <string.h>

#include "app/list.h"
#include "app/settings.h"
#include "base/common.h"
#include "core/print.h"
#include "tell/explain.h"

/* --- settings ------------------------------------------------------------------------------------- */

/* Opens a list of settings, or without a screen for it, and with words, sets one. */
static void set(Act *act, PageName list, const char *words)
{
    if (!*words) {
        model_push(act->m, (Page){.name = list, .spot = model_spot(act->m)});
        return;
    }
    SettingDone done = settings_set(act->a, act->m, act->w, list, words, act->again);
    if (done.said)
        act_say(act, "%s", done.said);
    if (done.effect != EFFECT_NONE)
        act_do(act, done.effect, 0, NULL);
    act->m->asks_again = done.asks;
}

void tools_view(Act *act, const char *words)
{
    set(act, PAGE_VIEW, words);
}

void tools_class(Act *act, const char *words)
{
    set(act, PAGE_CLASS, words);
}

void tools_play(Act *act, const char *seconds)
{
    const char *tempo = *seconds ? seconds : act->m->class.seconds ? "off" : "5";
    set(act, PAGE_CLASS, arena_format(act->a, "play %s", tempo));
    if (act->m->class.seconds > 0)
        act_say(act, "A step every %d second%s; play off stops it.", act->m->class.seconds,
                plural(act->m->class.seconds));
}

/* --- texts ---------------------------------------------------------------------------------------- */

const char *tools_no_notes(const Act *act)
{
    Buf text = {.arena = act->a};
    Spot s = model_spot(act->m);
    if (!act_run(act))
        return act_no_lesson(act);
    return lesson_notes(&text, &act_run(act)->lesson->stage[s.stage]) > 0
               ? NULL
               : "this stage has no notes for the speaker";
}

void tools_notes(Act *act, const char *none)
{
    (void)none;
    const char *no = tools_no_notes(act);
    if (no) {
        act_say(act, "No notes: %s.", no);
    } else if (act->m->class.on && !act->w->is_followed && !act->again) {
        act_say(act, "The class would see the notes: no second screen follows this one. Once more "
                     "shows them.");
        act->m->asks_again = true;
    } else {
        model_push(act->m, (Page){.name = PAGE_NOTES, .spot = model_spot(act->m)});
    }
}

void tools_signs(Act *act, const char *none)
{
    (void)none;
    model_push(act->m, (Page){.name = PAGE_SIGNS, .spot = model_spot(act->m)});
}

/* --- pins ----------------------------------------------------------------------------------------- */

static const char *name_here(const Act *act)
{
    int64_t cell;
    const QkvTensor *t = act_tensor(act, &cell);
    return t ? explain_name(act->a, act_run(act), t) : NULL;
}

const char *tools_no_pin(const Act *act)
{
    return !act_run(act) ? act_no_lesson(act) : name_here(act) ? NULL : "there is no result here";
}

void tools_pin(Act *act, const char *name)
{
    Pins *pins = &act->m->pins;
    int at = 0;
    name = *name ? name : name_here(act);
    if (!act_run(act) || !name) {
        act_say(act, "pin: %s.", tools_no_pin(act));
        return;
    }
    while (at < pins->count && strcmp(pins->name[at], name) != 0)
        at++;
    if (at < pins->count) {
        memmove(&pins->name[at], &pins->name[at + 1],
                (size_t)(pins->count - 1 - at) * sizeof *pins->name);
        memset(&pins->name[--pins->count], 0, sizeof *pins->name);
        act_say(act, "%s is pinned no more.", name);
    } else if (pins->count == PINS_MOST || strlen(name) >= PIN_BYTES) {
        act_say(act, pins->count == PINS_MOST ? "No more can be pinned: unpin one first."
                                              : "Only a result with a short name can be pinned.");
    } else {
        snprintf(pins->name[pins->count++], PIN_BYTES, "%s", name);
        act_say(act, "%s is kept in sight.", name);
    }
}

/* --- copying -------------------------------------------------------------------------------------- */

static void copy_tensor(Act *act, const QkvTensor *t)
{
    Buf text = {.arena = act->a};
    const char *name = explain_name(act->a, act_run(act), t);
    if (!lens_shows(&act->w->lens, t)) {
        act_say(act, "%s is hidden.", name);
        return;
    }
    print_tensor(&text, t, &print_default);
    act_do(act, EFFECT_COPY, 0, buf_text(&text));
    if (!act->m->is_plain)
        act_say(act, "Copied: %s, as PyTorch prints it.", name);
}

static void copy_cell(Act *act, const QkvTensor *t, int64_t cell)
{
    Buf text = {.arena = act->a};
    if (lens_full(&text, &act->w->lens, t, cell) == LENS_HIDDEN) {
        act_say(act, "The number is hidden.");
        return;
    }
    act_do(act, EFFECT_COPY, 0, buf_text(&text));
    if (!act->m->is_plain)
        act_say(act, "Copied: %s.", buf_text(&text));
}

static void copy_text(Act *act, const char *text)
{
    act_do(act, EFFECT_COPY, 0, text);
    if (!act->m->is_plain)
        act_say(act, "Copied.");
}

static void copy_named(Act *act, const char *place)
{
    NamedPart part;
    bool is_all = true;
    if (!act_named(act, place, &part))
        return;
    for (int d = 0; d < part.t->rank; d++)
        is_all = is_all && part.index[d] < 0;
    if (is_all && part.t->rank > 0)
        copy_tensor(act, part.t);
    else
        copy_cell(act, part.t, named_first(&part));
}

void tools_copy(Act *act, const char *place)
{
    int64_t cell;
    const QkvTensor *t = act_tensor(act, &cell);
    Buf text = {.arena = act->a};
    const DocRow *row = list_row(act);
    if (*place)
        copy_named(act, place);
    else if (act_kind(act) == DOC_NUMBER && t)
        copy_cell(act, t, cell);
    else if (act_kind(act) == DOC_STAGE && t)
        copy_tensor(act, t);
    else if (row) {
        copy_text(act, row->text);
    } else {
        show_speech(&text, act_doc(act), 0);
        copy_text(act, buf_text(&text));
    }
}

/* --- the editor, the screen ----------------------------------------------------------------------- */

const char *tools_no_edit(const Act *act)
{
    return !act_run(act)      ? act_no_lesson(act)
           : act->m->class.on ? "with a class on the file would tell what is hidden: off ends it"
                              : NULL;
}

void tools_edit(Act *act, const char *none)
{
    (void)none;
    const char *no = tools_no_edit(act);
    if (no)
        act_say(act, "No editor: %s.", no);
    else
        act_do(act, EFFECT_EDIT, 0, NULL);
}

void tools_blank(Act *act, const char *none)
{
    (void)none;
    if (act->m->is_plain)
        act_say(act, "There is no screen to blank.");
    else
        act->m->blank = true;
}

/* --- the line mode -------------------------------------------------------------------------------- */

static const char *no_screen(const Act *act)
{
    return act->m->is_plain ? NULL : "the screen shows it: it is a word of the line mode";
}

void tools_again(Act *act, const char *none)
{
    (void)none;
    if (act->m->is_plain)
        act_do(act, EFFECT_TELL, 0, "");
    else
        act_do(act, EFFECT_REDRAW, 0, NULL);
}

const char *tools_no_read(const Act *act)
{
    int64_t cell;
    return no_screen(act)           ? no_screen(act)
           : act_tensor(act, &cell) ? NULL
                                    : "there is no result here";
}

/* All of a result, or the row that a place names. */
void tools_read(Act *act, const char *place)
{
    int64_t cell;
    Buf text = {.arena = act->a};
    const QkvTensor *t = act_tensor(act, &cell);
    NamedPart part = {.t = t};
    if (*place && !act_named(act, place, &part))
        return;
    t = part.t;
    if (!t) {
        act_say(act, "read: which result? read NAME");
        return;
    }
    bool whole = !*place || t->rank < 2 || part.index[t->rank - 2] < 0;
    show_speech_tensor(&text, &act->w->lens, t, whole, *place ? named_first(&part) : cell);
    act_do(act, EFFECT_TELL, 0, buf_text(&text));
}
