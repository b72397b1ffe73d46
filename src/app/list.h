/* Moving in lists and texts: rows that are marked, groups, folds and screens. */
#ifndef APP_LIST_H
#define APP_LIST_H

#include "app/act.h"

/* Marks another row, or with a text scrolls by lines. */
void list_move(Act *act, int by);
/* First (-1) or last row; top or end of a text. */
void list_end(Act *act, int by);
/* The next or previous group of rows, as headings part them. */
void list_group(Act *act, int by);
/* The next or previous screen of rows or lines. False: that was the last. */
bool list_turn(Act *act, int by);
/* Left (-1) and Right: lowers or raises a setting, folds or unfolds a row. */
void list_side(Act *act, int by);
/* The row marked; NULL without one. */
const DocRow *list_row(Act *act);
/* Scrolls what a stage has cut. False: all of it is in sight already. */
bool list_reads_on(Act *act);
bool list_reads_back(Act *act);
/* To the end of what a stage has cut, as one comes to it from behind. */
void list_to_end(Act *act);

#endif
