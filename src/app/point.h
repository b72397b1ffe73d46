/* The pointer: on a number of the result or of an operand, or on a call of the line. */
#ifndef APP_POINT_H
#define APP_POINT_H

#include "app/act.h"

/* Moves the pointer, or on a page of a number that number, by rows and columns; false where there is no number. Left and
 * right past an edge lead to the next matrix of a stack; up and down past one are *scrolls lines of the page. */
bool point_move(Act *act, int rows, int cols, int *scrolls);
/* To the first (-1) or the last number of the row. */
void point_end(Act *act, int by);
/* The next or previous thing of a stage; the next or previous number that this one is made of. */
void point_tab(Act *act, int by);
/* To the next or previous matrix of a stack. */
void point_turn(Act *act, int by);
/* Puts the pointer on a number: of this page, or else of the place where it is made, which is laid over it. */
void point_to(Act *act, const QkvTensor *t, int64_t cell);

/* The commands. */
void point_run(Act *act, const char *place);
void point_block(Act *act, const char *labels);
const char *point_no_number(const Act *act);
const char *point_no_block(const Act *act);

#endif
