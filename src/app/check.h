/* What `qkv check` finds out about lessons: expectations that do not hold, what their authors may not have meant, and
 * snapshots that are not what they print. */
#ifndef APP_CHECK_H
#define APP_CHECK_H

#include "show/snapshot.h"
#include "tell/fact.h"

typedef struct Check {
    Library *library;
    const int
        *entry; /* the lessons, or all of the library: then files without a lesson are told, too */
    int entries;
    bool whole;
    Buf *out;       /* lines for a reader                              */
    Fact *facts;    /* or facts for other programs; NULL: lines        */
    bool is_broken; /* out: a lesson cannot be read or run              */
} Check;

/* Runs each lesson, looks at it and forgets it. Returns 0, 1 where something is not as it should be, or 2 where a lesson
 * is broken or after setting *err: a snapshot cannot be read. */
int check_lessons(Check *c, Err *err);

/* Adds the warning of weights that do not add up to 1 over what is summed with them, if there is one. */
void check_astray(Buf *out, const Run *run);

#endif
