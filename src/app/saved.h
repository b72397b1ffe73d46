/* Where the reader was: one line per lesson in $XDG_STATE_HOME/qkv/places (~/.local/state
 * without it), replaced as a whole, so that a crash leaves the old one. */
#ifndef APP_SAVED_H
#define APP_SAVED_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"

typedef struct SavedPlace {
    const char *name; /* of the lesson */
    int stage, stop;
    int furthest;        /* the last stage that was ever reached  */
    const char **change; /* what was tried out */
    int changes;
    const char **seen; /* what a class has seen, a line for each result   */
    int seens;
    bool is_changed; /* since it was read or written          */
} SavedPlace;

typedef struct Saved {
    Arena arena;
    const char *path; /* NULL: nothing is read or written */
    int count;
    SavedPlace *place;
    int unit;     /* how much of a hidden result a step shows, of no lesson alone */
    int decimals; /* of numbers, everywhere; -1: none were chosen */
    bool teaches; /* results come hidden */
    bool unit_is_changed, decimals_are_changed, teaches_is_changed;
    const char *last; /* the lesson that the reader was in; NULL: in none yet */
    bool last_is_changed;
} Saved;

/* The path of a file of ours in the state folder; NULL without a home. In `a`. */
const char *saved_path(Arena *a, const char *name);
/* Makes the folders on the way to a file. */
void saved_make_folders(const char *path);

/* Reads what was saved; a missing, damaged or unreadable file counts as empty. With `off`
 * nothing is ever read or written. */
void saved_load(Saved *s, bool off);
/* The place of a lesson, or NULL. */
SavedPlace *saved_find(const Saved *s, const char *name);
void saved_put(Saved *s, const char *name, int stage, int stop);
/* The changes to the lesson. */
void saved_put_changes(Saved *s, const char *name, const char *const *change, int changes);
/* What a class was shown of its results (reveal_write). */
void saved_put_seen(Saved *s, const char *name, const char *const *seen, int seens);
void saved_put_teaches(Saved *s, bool teaches);
void saved_put_decimals(Saved *s, int decimals);
void saved_put_unit(Saved *s, int unit);
/* The lesson that the reader is in. */
void saved_put_last(Saved *s, const char *name);
/* Writes the file if something changed; the places of other lessons stay as they are in it by then:
 * another window may have written them. Failing is silent: a read-only home must not disturb a
 * lesson. */
bool saved_store(Saved *s); /* whether it is all in the file */
void saved_release(Saved *s);

#endif
