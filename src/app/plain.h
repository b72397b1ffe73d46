/* The line mode, qkv --plain: for who reads with the ear or with the fingers, and for scripts. A line is a command
 * (command.h), an empty one goes on, a number opens that row of the list told last. */
#ifndef APP_PLAIN_H
#define APP_PLAIN_H

#include <stdio.h>

#include "app/app.h"

/* Reads lines until the reader leaves or there are no more. False when `out` takes no more; errno says why. */
bool plain_run(App *app, Library *library, FILE *in, FILE *out);
/* Tells the lesson that is open, all of it from the stage on that it is at. */
bool plain_print(App *app, Library *library, FILE *out);

#endif
