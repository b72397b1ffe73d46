/* The changes that a reader tries out in one lesson. */
#ifndef APP_EXPERIMENT_H
#define APP_EXPERIMENT_H

#include "lesson/whatif.h"

typedef struct ChangeList {
    int lines;
    ChangeLine *line;
} ChangeList;

/* The changes as a list to work on, with room for one more; in `a`. */
ChangeList experiment_list(Arena *a, const WhatIf *w);
/* Makes these changes instead of those that there were, of the lesson's run; NULL without any, and after setting
 * *err. */
WhatIf *experiment_make(const WhatIf *was, const Run *run, ChangeList list, Err *err);
/* The same changes in another run of the lesson, as far as they can be made; adds to `lost` which
 * cannot, and why. */
WhatIf *experiment_renew(const WhatIf *was, const Run *run, Buf *lost);

/* The changes as a block of a lesson with this title, and what is expected with them: of the first result
 * that they make another, and of the last. */
void experiment_write(Buf *out, const WhatIf *w, const char *title);

#endif
