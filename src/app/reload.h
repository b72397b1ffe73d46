/* A lesson that was edited while it was read: the same place in the new run of it. */
#ifndef APP_RELOAD_H
#define APP_RELOAD_H

#include "view/page.h"

/* The place in `now` that fits `p` in `before` best: the stage of the same title, or else of the same
 * number; its stop of the same name and number; on the cell page the same cell of the step that was
 * asked, or the stage when there is none such. Clamped to what there is. `before` NULL: what it was is gone,
 * and numbers alone tell. */
Place reload_place(Place p, const Run *before, const Run *now);

/* The same of what was seen of the results of a lesson. In teacher mode nothing is of those that are computed anew
 * and come out as others: a class can be asked what they come to. */
void reload_shown(Shown *shown, bool is_class, int lesson, const Run *before, const Run *now);
/* Those of `more`, of the same run, were seen too. Memory is from `a`. */
void reload_shown_too(Shown *shown, Arena *a, const Shown *more);

#endif
