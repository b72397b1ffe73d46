/* A lesson that was edited while it was read: the same place in the new run of it. */
#ifndef APP_RELOAD_H
#define APP_RELOAD_H

#include "view/page.h"

/* The place in `now` that fits `p` in `before` best: the stage of the same title, or else of the same
 * number; its stop of the same name and number; on the cell page the same cell of the step that was
 * asked, or the stage when there is none such. Clamped to what there is. `before` NULL: what it was is gone,
 * and numbers alone tell. */
Place reload_place(Place p, const Run *before, const Run *now);

/* The same of the results of a lesson whose numbers are kept hidden. */
void reload_shown(Shown *shown, int lesson, const Run *before, const Run *now);

#endif
