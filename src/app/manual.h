/* How the program is used, as text: --help, the man page, completion for shells. All are made from
 * the same rows. */
#ifndef APP_MANUAL_H
#define APP_MANUAL_H

#include <stdbool.h>

#include "base/buf.h"

/* An option or a command, what follows it, and what it does. */
typedef struct UsageRow {
    const char *name;  /* "--color", "print"                               */
    const char *value; /* "WHEN", "LESSON..."; NULL for nothing            */
    const char *words;
    const char
        *choices; /* for the value: "auto always never"; "/" for folders, NULL for anything */
} UsageRow;

typedef struct Usage {
    const char *version, *released; /* "0.1.0", "2026-11-21" */
    const UsageRow *command, *option;
    int commands, options;
} Usage;

void manual_help(Buf *out, const Usage *u);
/* Writes the help of one command: its row, `more` lines of text, and the options that are about it. */
void manual_help_of(Buf *out, const UsageRow *command, const char *more, const UsageRow *option,
                    int options);
/* The table of keys, and that of the words of the prompt and the line mode. */
void manual_keys(Buf *out);
void manual_words(Buf *out);
/* The bounds of what a lesson may be and do, a row each. */
void manual_limits(Buf *out);
/* qkv(1) in the man macros, with the table of keys. */
void manual_page(Buf *out, const Usage *u);
/* A completion script for "bash", "zsh" or "fish"; false for other shells. */
bool manual_completion(Buf *out, const Usage *u, const char *shell);

#endif
