/* What a click does: the page has written down for each of its columns what is there, and the rest is
 * as if keys had gone to it. */
#include "app/update.h"

/* The cell that was clicked on. */
static void ask(Update *u, Link link)
{
    const QkvTensor *t = update_run(u)->tape->step[link.of].call.out;
    if (ask_may(u, t, link.cell))
        ask_go(&u->place, update_run(u), t, link.cell, false);
    else
        u->message = "It is still hidden: v shows more.";
}

/* Chooses the row, of the list over the page or of the menu, and does what Enter does there. */
static Update choose(Update u, int row)
{
    u.place.number = u.place.decimal = -1;
    if (u.place.overlay != OVERLAY_NONE)
        u.place.choice = row;
    else
        u.place.where.lesson = row;
    return update(&u.place, u.scene, K_ENTER);
}

Update update_click(Place place, const Scene *scene, Link link)
{
    Update u = {.place = place, .scene = scene, .wish = APP_GO_ON};
    KeyContext where = update_context(&place);
    bool is_other_run = place.look.side == SIDE_BEFORE || place.look.side == SIDE_BOTH;
    u.place.resumed = u.place.retries = false;
    u.place.once_more = K_NONE;
    if (place.teach.blank && !place.teach.follows) {
        u.place.teach.blank = false;
    } else if (link.kind == LINK_ROW && ((where & (ON_LISTS | ON_TREE)) != 0)) {
        return choose(u, link.of);
    } else if (link.kind == LINK_CELL && (where & ON_LESSON) && is_other_run) {
        u.message = "Numbers are asked in the run with the changes: ~ goes there.";
    } else if (link.kind == LINK_CELL && (where & ON_LESSON)) {
        ask(&u, link);
    } else if (link.kind == LINK_PICK && where == ON_CELL && !is_other_run) {
        u.place.asked.pick = link.of;
        return update(&u.place, scene, K_ENTER);
    } else if (link.kind == LINK_ENTER && where == ON_CELL && !is_other_run) {
        return update(&u.place, scene, K_ENTER);
    } else {
        u.message = "Nothing is to be had here: click a number, a row of a list, or a key in the "
                    "last line.";
    }
    return u;
}
