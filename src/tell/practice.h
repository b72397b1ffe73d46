/* The page of an exercise. */
#ifndef TELL_PRACTICE_H
#define TELL_PRACTICE_H

#include "lesson/practice.h"
#include "tell/doc.h"

/* Kinds of rows, in the `cell` of their TARGET_PRACTICE; `of` is which. */
typedef enum PracticeRow {
    PRACTICE_LINE,
    PRACTICE_RULE,
    PRACTICE_HELP,
    PRACTICE_OTHER,
    PRACTICE_ALL /* the list of all */
} PracticeRow;

/* The lens is of p->own. NULL: an empty list. While an answer is typed, the prompt says what is to be said. */
Doc *tell_practice(Arena *a, const Lens *l, const Practice *p, bool is_typed);
/* All exercises of the lesson, and which were done. */
Doc *tell_exercises(Arena *a, const Lens *l, const Practice *p);
/* Writes down what helps with a number that is to be predicted. */
void tell_practice_help(Practice *p);

#endif
