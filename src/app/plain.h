/* The line mode: no cursor movement, no escape codes, nothing that a screen reader would trip over. A line is one
 * command of the table in command.c; the places are those of the full screens. */
#ifndef APP_PLAIN_H
#define APP_PLAIN_H

#include <stdio.h>

#include "app/app.h"

/* Reads commands from `in`, one a line, until "quit" or the end, and answers each of them on `out`. An empty line
 * goes on. The place is saved after each. False when `out` cannot be written: errno tells why. The library is the
 * app's. */
bool plain_run(App *app, Library *library, FILE *in, FILE *out);

/* From where the app is to the end of the lesson, when nobody is there to read commands from. */
bool plain_print(App *app, Library *library, FILE *out);

#endif
