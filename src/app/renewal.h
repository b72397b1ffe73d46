/* A lesson that was read again, beside what it was: until the next step the pages mark what changed. */
#ifndef APP_RENEWAL_H
#define APP_RENEWAL_H

#include "lesson/align.h"
#include "lesson/library.h"

/* All zero is none. */
typedef struct Renewal {
    Entry before;
    Align *align; /* of its run and the new one; NULL: there is nothing to mark */
    int lesson;
} Renewal;

/* Takes over what the entry was. */
void renewal_begin(Renewal *r, Entry before, const Run *now, int lesson);
void renewal_end(Renewal *r);

#endif
