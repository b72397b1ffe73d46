/* Shows a class, or a reader alone who guesses, what is hidden. Digits are hidden by the lens; here they are
 * shown. */
#ifndef APP_CLASS_H
#define APP_CLASS_H

#include "app/act.h"

/* Counts the cells of the result of the spot at hand are hidden; of a what-if of the lesson its results. */
int64_t class_hidden(const Act *act);
/* Shows what comes next of the spot at hand: what its result is made of, then its next row. False: all is seen. */
bool class_shows_more(Act *act);
/* Hides the row again that was shown last of the result at hand. False: none was. */
bool class_hides_row(Act *act);
/* True if Backspace would do that. */
bool class_can_hide(const Act *act);

/* The commands. */
void class_show(Act *act, const char *place);
void class_hide(Act *act, const char *place);
const char *class_no_show(const Act *act);
const char *class_no_hide(const Act *act);

#endif
