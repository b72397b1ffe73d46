/* The options of the command line: one table, for reading them, for what is said of them, and for which of them
 * are about what. */
#ifndef APP_OPTIONS_H
#define APP_OPTIONS_H

#include "app/manual.h"
#include "base/arena.h"

typedef struct Options {
    bool plain, brief, ascii, no_mouse, no_resume, teacher, follow, prune, notes, keys, man, json,
        help, version;
    const char **change; /* as many as were given, a NULL at the end */
    const char *color, *go, *autoplay, *script, *size, *esc_delay, *seconds, *from, *data, *html,
        *svg, *completion;
} Options;

/* Takes the options out of argv, leaving the words in `word`, `*words` of them. False after saying in `wrong`
 * what is. */
bool options_read(Arena *a, int argc, char **argv, Options *out, const char **word, int *words,
                  Buf *wrong);

/* Tells whether the options given are about a command, or about the pages where that is NULL. False after saying in
 * `wrong` which is not: an option is never passed over. */
bool options_suit(const Options *o, const char *command, Buf *wrong);
/* The same of a lesson that is told as text, line by line. */
bool options_suit_text(const Options *o, Buf *wrong);

/* The rows of the table, OPTIONS_MOST at most; returns how many. */
enum { OPTIONS_MOST = 48 };
int options_rows(UsageRow *row);
/* Gives the rows of the options whose words name this command; returns how many. */
int options_rows_of(UsageRow *row, const char *command);

#endif
