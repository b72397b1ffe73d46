#include "app/find.h"

#include <stdio.h>
#include <string.h>

#include "app/open.h"
#include "app/point.h"
#include "app/typed.h"
#include "base/common.h"
#include "base/utf8.h"

void find_filter(Act *act, const char *text)
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

static void find_places(Act *act, const char *text)
{
    Page page = {.name = PAGE_FOUND, .spot = model_spot(act->m)};
    snprintf(page.text, sizeof page.text, "%s", text);
    Doc *d = tell_found(act->a, &act->w->lens, &page.spot, page.text, &page.row);
    int rows = doc_rows(d);
    const Piece *note = doc_piece(d, PIECE_NOTE);
    page.row = clamp_int(page.row, 0, max_int(rows - 1, 0));
    if (rows == 0)
        act_say(act, "%s", note ? note->text : "It is nowhere in this lesson.");
    else if (rows == 1)
        open_target(act, doc_row_at(d, 0), doc_row_at(d, 0)->target);
    else
        model_push(act->m, page);
}

void find_run(Act *act, const char *text)
{
    text += strspn(text, " ");
    if (act_is_on(act, PAGE_MENU))
        find_filter(act, text);
    else if (!act_run(act))
        act_say(act, "find: %s.", act_no_lesson(act));
    else if (!*text)
        act_say(act, "find: what? find softmax, find 0.88, find she him");
    else if (strlen(text) >= FIND_BYTES)
        act_say(act, "That is too long to be looked for.");
    else if (!find_number(act, text))
        find_places(act, text);
}
