/* Stories tell what numbers have to tell beyond their arithmetic, in one line: a row that is hidden everywhere,
 * weights whose rows no longer add up to 1. Said only where it is sure:
 * each rule reads the operation that made the numbers, and the numbers. */
#ifndef TELL_STORY_H
#define TELL_STORY_H

#include "tell/lens.h"

/* The story of a step's result, the first that holds; NULL for none, and while something of it or of what it is
 * made of is hidden. In `a`. */
const char *story_of(Arena *a, const Lens *l, const QkvStep *step);

#endif
