/* The commands beside the way: finding, copying, pins, notes, and what only the line mode has. */
#include "app/act.h"

#include <stdio.h>
#include <string.h>

#include "base/common.h"
#include "tell/explain.h"

/* --- finding -------------------------------------------------------------------------------------- */

void tools_filter(Act *act, const char *text)
{
    Page *menu = act_page(act);
    if (strlen(text) >= sizeof menu->text)
        return;
    snprintf(menu->text, sizeof menu->text, "%s", text);
    size_t length = strlen(menu->text);
    while (length > 0 && menu->text[length - 1] == ' ') /* another word may come after it */
        menu->text[--length] = '\0';
    menu->row = menu->scroll = 0;
}

/* "she him", "E she f1": the number there. False when the words name none. */
static bool find_number(Act *act, const char *text)
{
    Buf said = {.arena = act->a};
    NamedPart part;
    int64_t cell;
    NamedHere here = act_here(act);
    const char *place = named_of_words(act->a, &here, text);
    if (strlen(place) < 3 || !strchr(place, '[') || !named_read(&here, place, &part, &said) ||
        !named_cell(&here, &part, &cell, &said) || part.t->step < 0)
        return false;
    point_to(act, part.t, cell);
    return true;
}

/* The only place: says where it is, and its number. */
static void open_found(Act *act, const DocRow *row)
{
    int64_t cell;
    Buf number = {.arena = act->a};
    open_target(act, row->target);
    const Page *page = act_page(act);
    const QkvTensor *t = row->target.of ? act_tensor(act, &cell) : NULL;
    if (t) {
        buf_printf(&number, ": %s = ", act_cell_name(act, t, cell));
        lens_marked(&number, &act->w->lens, t, cell, NULL);
    }
    act_say(act, "Found in %s%s.", spot_number(act->a, act_run(act), &page->spot),
            number.length ? buf_text(&number) : "");
}

static void find_places(Act *act, const char *text)
{
    Page page = {.name = PAGE_FOUND, .spot = model_spot(act->m)};
    snprintf(page.text, sizeof page.text, "%s", text);
    Doc *d = tell_found(act->a, &act->w->lens, &page.spot, page.text);
    int rows = doc_rows(d);
    const Piece *note = doc_piece(d, PIECE_NOTE);
    page.row = d->row;
    if (rows == 0)
        act_say(act, "%s", note ? note->text : "It was not found in this lesson.");
    else if (rows == 1)
        open_found(act, doc_row_at(d, 0));
    else
        model_push(act->m, page);
}

void tools_find(Act *act, const char *text)
{
    bool is_menu = act_is_on_menu(act);
    text += strspn(text, " ");
    if (!*text)
        prompt_open(act, is_menu ? PROMPT_FILTER : PROMPT_FIND, is_menu ? act_page(act)->text : "");
    else if (is_menu)
        tools_filter(act, text);
    else if (!act_run(act))
        act_say(act, "find: %s.", act_no_lesson(act));
    else if (strlen(text) >= FIND_BYTES)
        act_say(act, "That is too long to search for.");
    else if (!find_number(act, text))
        find_places(act, text);
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
    if (settings_may_note(act))
        act_push(act, PAGE_NOTES);
}

/* --- pins ----------------------------------------------------------------------------------------- */

static const char *name_here(const Act *act)
{
    int64_t cell;
    const QkvTensor *t = act_tensor(act, &cell);
    return t ? explain_name(act->a, act_run(act), t) : NULL;
}

void tools_pin(Act *act, const char *name)
{
    Pins *pins = &act->m->pins;
    int at = 0;
    name = *name ? name : name_here(act);
    while (at < pins->count && strcmp(pins->name[at], name) != 0)
        at++;
    if (at < pins->count) {
        memmove(&pins->name[at], &pins->name[at + 1],
                (size_t)(pins->count - 1 - at) * sizeof *pins->name);
        memset(&pins->name[--pins->count], 0, sizeof *pins->name);
        act_say(act, "%s is no longer pinned.", name);
    } else if (pins->count == PINS_MOST || strlen(name) >= PIN_BYTES) {
        act_say(act, pins->count == PINS_MOST ? "No more can be pinned: unpin one first."
                                              : "Only a result with a short name can be pinned.");
    } else {
        snprintf(pins->name[pins->count++], PIN_BYTES, "%s", name);
        act_say(act, "%s stays in sight.", name);
    }
}

/* --- copying -------------------------------------------------------------------------------------- */

static void copy_text(Act *act, const Buf *text, const char *what)
{
    act_do(act, EFFECT_COPY, 0, buf_text(text));
    if (!act->m->is_plain)
        act_say(act, "Copied: %s.", what);
}

/* A number, or all of a result; of what is hidden nothing. */
static void copy_part(Act *act, const QkvTensor *t, int64_t cell, bool is_number)
{
    Buf text = {.arena = act->a};
    const Lens *l = &act->w->lens;
    const char *name = explain_name(act->a, act_run(act), t);
    if (is_number ? lens_full(&text, l, t, cell) == LENS_HIDDEN : !lens_print(&text, l, t))
        act_say(act, "%s is hidden.", is_number ? "The number" : name);
    else
        copy_text(act, &text,
                  is_number ? buf_text(&text)
                            : arena_format(act->a, "%s, as PyTorch prints it", name));
}

/* The row pointed at; the text or the value that a step shows; otherwise all that the page says. */
static void copy_words(Act *act)
{
    Buf text = {.arena = act->a};
    const Doc *d = pages_doc(act);
    const DocRow *row = list_row(act);
    const Piece *said = d->kind == DOC_STAGE ? doc_piece(d, PIECE_SAID) : NULL;
    const Spot *spot = said ? &act_page(act)->spot : NULL;
    if (spot && !lens_shows_stop(&act->w->lens, spot->stage, spot->stop)) {
        act_say(act, "The result is hidden.");
        return;
    }
    if (row || said)
        buf_puts(&text, row ? row->text : said->text);
    else
        show_speech(&text, d, 0);
    copy_text(act, &text, row ? "the row" : said ? "the result" : "the text");
}

void tools_copy(Act *act, const char *place)
{
    NamedPart part = {0};
    int64_t cell = 0;
    DocKind kind = act_kind(act);
    const QkvTensor *t = kind == DOC_STAGE || kind == DOC_NUMBER ? act_tensor(act, &cell) : NULL;
    bool is_number = kind == DOC_NUMBER;
    if (*place) {
        if (!act_named(act, place, &part))
            return;
        t = part.t;
        is_number = t->rank == 0;
        for (int d = 0; d < t->rank; d++)
            is_number = is_number || part.index[d] >= 0;
        if (is_number && !(t = act_number(act, place, &cell))) /* a row: these are several */
            return;
    }
    if (t)
        copy_part(act, t, cell, is_number);
    else
        copy_words(act);
}

/* --- the editor, the screen ----------------------------------------------------------------------- */

const char *tools_no_edit(const Act *act)
{
    return !act_run(act) ? act_no_lesson(act)
           : act->m->class.on
               ? "with a class on, the file would give away what is hidden: off ends it"
               : NULL;
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
    return act->m->is_plain ? act_no_number(act) : "the screen shows it: this is for the line mode";
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
