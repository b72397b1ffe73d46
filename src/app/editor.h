/* The author's editor: $VISUAL, $EDITOR or vi, at a line of a lesson. */
#ifndef APP_EDITOR_H
#define APP_EDITOR_H

#include <stdbool.h>

#include "base/arena.h"

/* The words of the command, NULL at the end: those of $VISUAL or $EDITOR, split at blanks, then
 * +LINE and the path. No shell ever sees them, so that nothing in a path means anything. In `a`. */
char **editor_command(Arena *a, const char *path, int line);

/* Runs it at the terminal and waits. Ctrl-C is the editor's own meanwhile, and when it suspends
 * itself we stop with it. False when it could not be started. */
bool editor_run(char **command);

#endif
