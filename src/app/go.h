/* Along the lesson, and in and out of it: the commands that go somewhere. */
#ifndef APP_GO_H
#define APP_GO_H

#include "app/act.h"

void go_next(Act *act, const char *none);
void go_back(Act *act, const char *none);
void go_up(Act *act, const char *none);
void go_quit(Act *act, const char *none);
/* The next and previous row of the list one came from, pass, or stage. */
void go_skip(Act *act, const char *none);
void go_previous(Act *act, const char *none);
void go_pass(Act *act, const char *number);
/* "5", "5.1", "line 19"; on the menu the number of a lesson. */
void go_to(Act *act, const char *place);
bool go_is_place(const char *text);
/* The spot that it names, in the lesson of *s; false after saying why there is none, without a full stop. */
bool go_spot(Spot *s, const Run *run, const char *place, Buf *why);
void go_contents(Act *act, const char *none);
void go_lesson(Act *act, const char *name);

const char *go_no_pass(const Act *act);
/* Names where Space on a page over the lesson comes back to: "to 5.1". */
const char *go_hint_back(const Act *act);

#endif
