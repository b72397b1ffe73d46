/* Where the reader was: one line per lesson in $XDG_STATE_HOME/qkv/places (~/.local/state
 * without it), replaced as a whole, so that a crash leaves the old one. */
#ifndef APP_SAVED_H
#define APP_SAVED_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"

/* Lines that belong to a lesson: what was tried out, and what a class has seen of each result (reveal_write). */
typedef enum SavedKind { SAVED_CHANGES, SAVED_SEEN, SAVED_KINDS } SavedKind;

typedef struct SavedLines {
    Arena arena;
    int count;
    const char **line;
} SavedLines;

typedef struct SavedPlace {
    const char *name; /* of the lesson */
    int stage, stop;
    int furthest; /* the last stage that was ever reached  */
    SavedLines changes, seen;
    bool is_changed; /* since it was read or written          */
} SavedPlace;

/* Facts of no lesson alone. */
typedef struct SavedFacts {
    int unit;         /* how much of a hidden result a step shows */
    int decimals;     /* of numbers, everywhere; -1: none were chosen */
    int shades;       /* number of the choice of heat maps, and 1 more; 0: no choice */
    int teaches;      /* results come hidden */
    const char *last; /* the lesson that the reader was in; NULL: in none yet */
} SavedFacts;

typedef struct Saved {
    Arena arena;
    const char *path; /* NULL: nothing is read or written */
    int count;
    SavedPlace *place;
    SavedFacts facts, stored; /* to be set; as they are in the file */
} Saved;

/* The path of a file of ours in the state folder; NULL without a home. In `a`. */
const char *saved_path(Arena *a, const char *name);
/* Makes the folders on the way to a file. */
void saved_make_folders(const char *path);

/* Reads what was saved; a missing, damaged or unreadable file counts as empty. With `off`
 * nothing is ever read or written. */
void saved_load(Saved *s, bool off);
/* All of it as text, and from text, which is changed by reading it. */
void saved_text(Buf *out, const Saved *s);
void saved_read(Saved *s, char *text);
/* The place of a lesson, or NULL. */
SavedPlace *saved_find(const Saved *s, const char *name);
/* The reader is there. */
void saved_put(Saved *s, const char *name, int stage, int stop);
/* The lines of a lesson, whose place is known. */
void saved_put_lines(Saved *s, const char *name, SavedKind kind, const char *const *line,
                     int count);
/* Writes the file if something changed; the places of other lessons stay as they are in it by then:
 * another window may have written them. Failing is silent: a read-only home must not disturb a
 * lesson. */
bool saved_store(Saved *s); /* true if all of it is in the file */
void saved_release(Saved *s);

#endif
