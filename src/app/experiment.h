/* The changes that a reader tries out in one lesson. */
#ifndef APP_EXPERIMENT_H
#define APP_EXPERIMENT_H

#include "lesson/whatif.h"

typedef struct ChangeList {
    int lines;
    ChangeLine *line;
} ChangeList;

/* All zero is one without changes. */
typedef struct Experiment {
    WhatIf *now; /* NULL without changes */
} Experiment;

/* The changes as a list to work on, with room for one more; in `a`. */
ChangeList experiment_list(Arena *a, const Experiment *x);
/* These changes instead of those that there are, of the lesson's run. False after setting *err; then all is as it
 * was. The what-if that there was goes into *before: free it when nothing looks at its run any more. */
bool experiment_set(Experiment *x, const Run *run, ChangeList list, WhatIf **before, Err *err);
/* The same changes in another run of the lesson, as far as they can be made; adds to `lost` which
 * cannot, and why. */
void experiment_renew(Experiment *x, const Run *run, WhatIf **before, Buf *lost);
void experiment_release(Experiment *x);

/* The changes as a block of a lesson with this title, and what is expected with them: of the first result
 * that they make another, and of the last. */
void experiment_write(Buf *out, const Experiment *x, const char *title);

#endif
