/* Changes that a second run makes, in words: how many numbers of a result, which most, and whose largest lies
 * elsewhere now. */
#ifndef TELL_CHANGED_H
#define TELL_CHANGED_H

#include "tell/lens.h"

/* "with 16, value 3 of 3" where changes have several values and one of them is looked at; NULL otherwise. */
const char *changed_value(Arena *a, const Lens *l);

/* Of what a stop of the run with the changes shows, counted through all stages: "4 of 49 differ, most at
 * [she, Anna]: 1 -> 0", or why there is no difference. Where that is a what-if, its changes may be off. NULL while some of
 * it is hidden. Lives in `a`. */
const char *changed_numbers(Arena *a, const Lens *l, int stop);

/* "rounded is typed in: the change ends here and goes on in stage 9", with `where` for "here", of a stop whose numbers are
 * typed in where a result that the changes make another could stand: one with the same labels. NULL for all others, and for
 * a class. */
const char *changed_end(Arena *a, const Lens *l, int stop, const char *where);

/* "she now looks most at Tom (before: Anna)": the rows whose largest number moved to another column;
 * NULL for none, and while some of it is hidden. */
const char *changed_winners(Arena *a, const Lens *l, int stop);

/* How many numbers of the results that a stage shows, and that are seen in both runs, differ; texts and new results count
 * as one. */
int64_t changed_count(const Lens *l, int stage);

#endif
