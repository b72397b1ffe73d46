/* Small mistakes that people make in code for attention, put into a lesson: a table, each row with what
 * it looks for in the tree, what it puts there, and the sentence that says so.
 *
 *     Mutations m = mutations_of(&arena, lesson, run, step);
 *     Lesson *wrong = lesson_edit(lesson, m.item[0].edit, m.item[0].edits, &err);
 */
#ifndef LESSON_MUTATION_H
#define LESSON_MUTATION_H

#include "lesson/edit.h"
#include "lesson/run.h"

enum { MUTATION_EDITS = 6 };

typedef struct Mutation {
    int rank;  /* rows of the table that say more come first  */
    int line;  /* of the code that it changes                 */
    int edits; /* 1, or several that belong together          */
    Edit edit[MUTATION_EDITS];
    const char *old, *new; /* the code there, before and after  */
    const char *sentence;  /* "softmax runs over another axis"  */
    bool is_wide;          /* of the rows for a few lines alone       */
} Mutation;

typedef struct Mutations {
    int count;
    Mutation *item; /* sorted by rank, then in the order of the lesson */
} Mutations;

/* All that can be put into the code which a step of the run depends on; they live in `a`. */
Mutations mutations_of(Arena *a, const Lesson *lesson, const Run *run, int step);

/* All that can be put into the statements between two places of the source, which lie in one block: also
 * what would be too many for a whole program. */
Mutations mutations_within(Arena *a, const Lesson *lesson, const Run *run, size_t start,
                           size_t end);

/* Words of a mutation, without telling what is right there. */
const char *mutation_said(Arena *a, const Mutation *x);

#endif
