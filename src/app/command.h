/* The table of commands: a word, its two letters, the key that does the same on the screens, what may follow, a line
 * of help and a function. The line mode obeys it; its help, the man page and the README are made from it. */
#ifndef APP_COMMAND_H
#define APP_COMMAND_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "base/buf.h"

typedef struct Plain Plain; /* plain_internal.h */

/* Where a command does something. */
typedef enum CommandWhere { COMMAND_ANYWHERE, COMMAND_IN_LESSON } CommandWhere;

typedef struct Command {
    const char *word, *brief;
    int key;          /* keys.h; 0: none does the same, or it asks for more */
    const char *args; /* as help writes them; in brackets: can be left out  */
    /* What to ask where an argument is missing, and an example, in which % stands for a number of this page: "which
     * number?", "% = 0.5". NULL: nothing need follow. */
    const char *ask, *example;
    CommandWhere where;
    void (*run)(Plain *p);
    const char *words; /* what it does */
} Command;

/* All rows, in the order of the help; *count receives how many. */
const Command *command_table(int *count);
/* The row of a word or of its two letters; NULL for none. */
const Command *command_find(const char *word, size_t length);
/* The word that is most like one that is none, or NULL. */
const char *command_nearest(const char *word);
/* "guess, gu [PLACE] = NUMBER", as help writes it. Memory from `a`. */
const char *command_usage(Arena *a, const Command *c);
/* A line or more for each row. */
void command_lines(Buf *out);

#endif
