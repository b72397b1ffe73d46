/* What the answers of plain mode are made of. Private to it. */
#ifndef APP_PLAIN_INTERNAL_H
#define APP_PLAIN_INTERNAL_H

#include "app/app.h"
#include "lesson/library.h"
#include "view/page.h"

typedef struct Plain {
    App *app;
    const Library *library;
    Buf out; /* the answer to one line */
    bool quit;
} Plain;

const Run *plain_run_of(const Plain *p);
/* The step whose result can be asked: on the cell page the one asked already. NULL for none. */
const QkvStep *plain_step(const Plain *p);

void say(Plain *p, const char *text);
/* Where the reader is: the lessons, a step, or a cell. */
void tell(Plain *p);
void tell_menu(Plain *p);
void tell_contents(Plain *p);
/* The numbers row by row, each with its label: for the ear. */
void tell_numbers(Plain *p);

#endif
