/* Finding: a word, a label, a number; or the number in a row and column. */
#ifndef APP_FIND_H
#define APP_FIND_H

#include "app/act.h"

/* On the menu the text is a filter of the lessons. */
void find_run(Act *act, const char *text);
/* Sets the filter of the menu. */
void find_filter(Act *act, const char *text);

#endif
