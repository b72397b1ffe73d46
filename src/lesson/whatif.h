/* A what-if: a lesson with changes, run beside the lesson as it is. A value, as a run is: other changes
 * are another what-if.
 *
 *     ChangeLine line = {"E[she, f1] = 2", false};
 *     WhatIf *w = whatif_run(run, &line, 1, &err);
 *     const Run *now = w->variant[0].run;
 *     whatif_free(w);
 *
 * One of the lines may have several values: then there is a variant of the lesson for each. */
#ifndef LESSON_WHATIF_H
#define LESSON_WHATIF_H

#include "lesson/align.h"
#include "lesson/change.h"

enum { WHATIF_LINES = 32, WHATIF_VARIANTS = 12 };

typedef struct ChangeLine {
    const char *text;
    bool is_off;
} ChangeLine;

typedef struct Variant {
    const char *value; /* as it was typed, "-2"; NULL where there is one variant alone */
    Lesson *lesson;
    Run *run;
    Align *align; /* of the lesson's run and this one */
} Variant;

typedef struct WhatIf {
    Arena arena;
    const Run *before;
    int lines, on; /* the changes, and how many of them are on */
    ChangeLine *line;
    int variants; /* at least one */
    Variant *variant;
    const Change *several; /* the change with several values; NULL for none */
} WhatIf;

/* NULL after setting *err: a change is none, or the lesson fails with it where it did not before; what
 * it asserts may come out otherwise. The run must live as long. */
WhatIf *whatif_run(const Run *before, const ChangeLine *line, int lines, Err *err);
/* Frees its runs: there are the lines, to run them again. NULL is fine for both. */
void whatif_forget(WhatIf *w);
void whatif_free(WhatIf *w);

#endif
