/* Suggestions of prompts: commands that do something here, places, changes. */
#ifndef APP_PALETTE_H
#define APP_PALETTE_H

#include "app/command.h"

/* The suggestions of the prompt that is open, a list; NULL: it has none. */
Doc *palette_suggest(Arena *a, const Model *m, const World *w);
/* The text that a suggestion of the palette puts into the line: "find " where something must follow, or all of it. */
const char *palette_line(Arena *a, const DocRow *row, bool *is_whole);
/* The line with its last word completed to the name of a result; NULL for none. */
const char *palette_complete(Arena *a, const World *w, const char *line);

#endif
