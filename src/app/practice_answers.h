/* Keeps what was answered right, for the sheet that is handed in. The file `answers` of the state folder has of each answer
 *
 *     12 13 7c3f0a91 01-hand-crafted-weights
 *     <tab>scores = q @ k.T
 *     <tab>weights = scores.softmax(-1)
 *
 * its lines in the lesson, a sum over what the author has there, so that it is forgotten when that changes, and the text. */
#ifndef APP_PRACTICE_ANSWERS_H
#define APP_PRACTICE_ANSWERS_H

#include "lesson/practice.h"
#include "lesson/sheet.h"

/* The file; NULL without a home. In `a`. */
const char *answers_path(Arena *a);
/* Notes what is right of an exercise, in the place of what was. `lesson` is its name. False, errno says why. */
bool answers_note(const char *path, const char *lesson, const Practice *p);
/* Puts all that is known of a lesson into its sheet. Returns how many answers there are. */
int answers_put(Worksheet *s, const char *path, const char *lesson);

#endif
