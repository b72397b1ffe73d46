/* Texts of a lesson as blocks, and what its parts are called. */
#ifndef TELL_TEXT_H
#define TELL_TEXT_H

#include "tell/lens.h"

/* Prose and code of the parts first .. last-1 of a stage, without what its author hides, and what a what-if makes; *count
 * receives how many blocks there are. */
const Block *text_blocks(Arena *a, const Lens *l, const Stage *stage, int first, int last,
                         int *count);
/* "07 Sentences": what stands at the top of the pages of a lesson; of a script its file. */
const char *text_title(Arena *a, const Lesson *lesson);
/* "WHAT IF  ", "WITHOUT  " or "DIFFERENCE  ": what of two runs is looked at; "" of one alone. */
const char *text_changes(const Lens *l);
/* "stage 5/11  step 1/2", of a script "step 3/9  line 12". */
const char *text_where(Arena *a, const Run *run, const Spot *s);
/* Names the result of the stop of a spot: "scores", or "the result of 4.2". */
const char *text_result_name(Arena *a, const Run *run, const Spot *s);
/* Notes of a stage for the speaker; "" for none. */
const char *text_notes(Arena *a, const Stage *stage);

/* The columns of the left part of a wide window, where the text stands beside the numbers, 0 in another; and those that
 * code, formula and numbers have. */
int text_left_columns(int window);
int text_right_columns(int window);

#endif
