/* What a reader tries out in one lesson: the changes as they are, and as they were before each step, to
 * go back. */
#ifndef APP_EXPERIMENT_H
#define APP_EXPERIMENT_H

#include "lesson/whatif.h"

typedef struct ChangeList {
    int lines;
    ChangeLine *line;
} ChangeList;

/* All zero is one without changes. */
typedef struct Experiment {
    Arena arena;
    WhatIf *now; /* NULL without changes */
    int past;
    ChangeList *list; /* the last one is what `now` was before its last step */
    bool is_undone;   /* a step was: what is there then is what the reader wants, also nothing */
} Experiment;

/* These changes instead of those that there are, of the lesson's run. False after setting *err; then all is as it
 * was. The what-if that there was goes into *before: free it when nothing looks at its run any more. */
bool experiment_set(Experiment *x, const Run *run, ChangeList list, WhatIf **before, Err *err);
/* As before the last change that can be taken back: after the lesson was read anew some of the lists before
 * it may not run any more. False when there is none. */
bool experiment_undo(Experiment *x, const Run *run, WhatIf **before);
/* Which changes that made off, on, or another. NULL for none. */
void experiment_tell_undone(Buf *out, const WhatIf *before, const WhatIf *now);
/* The same changes in another run of the lesson, as far as they can be made; adds to `lost` which
 * cannot, and why. */
void experiment_renew(Experiment *x, const Run *run, WhatIf **before, Buf *lost);
void experiment_release(Experiment *x);

/* The changes as a list to work on, with room for one more; in `a`. */
ChangeList experiment_list(Arena *a, const Experiment *x);

/* The changes as a block of a lesson with this title, and what is expected with them: of the first result
 * that they make another, and of the last. */
void experiment_write(Buf *out, const Experiment *x, const char *title);

#endif
