/* Tools that the rows of the table of mutations are written with. Private to them.
 *
 *     const Node *dim = dim_of(n);
 *     mutation_add(m, dim, "-2", "softmax runs over the queries");
 *     mutation_also(m, mutation_add(m, n, "w", "..."), other, "softmax(s)");      two places at once
 */
#ifndef LESSON_MUTATOR_H
#define LESSON_MUTATOR_H

#include "lesson/mutation.h"
#include "lesson/phrase.h"

enum { MOST_SIZES = 8 };

typedef struct Mutator {
    Arena *a;
    const Lesson *lesson;
    const Run *run;
    Mutations out;
    int row;               /* of the table, that looks now        */
    const Node *statement; /* statement looked at, and around it  */
    const Node *function;
    const bool *reached;      /* statements of the run that the step depends on */
    size_t start, end;        /* only what lies between them, if end is not 0   */
    int64_t size[MOST_SIZES]; /* of the results: what a wrong root is taken of  */
    int sizes;
} Mutator;

const char *source_of(const Mutator *m, const Node *n);
/* In brackets where something is done to it. */
const char *operand_of(const Mutator *m, const Node *n);
/* Value of a name where it is used: the right side of the statement that makes it, or NULL. */
const Node *value_named(const Mutator *m, const Node *n);

/* Puts text in the place of a node. What is no change is none: then the mutation has no edits. */
Mutation *mutation_add(Mutator *m, const Node *n, const char *new, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
/* ... and other text in another place. */
void mutation_also(Mutation *x, const Node *n, const char *new);

/* The first such step in what softmax gets, through names if need be; NULL for none. */
const Node *step_inside(const Mutator *m, const Node *n, bool (*is_step)(const Node *), int depth);
/* Operand of softmax, with everything but that as it was. */
const char *softmax_of(const Mutator *m, const Node *n, const char *what);

/* Names that are bound before a node, in the same function. */
typedef struct UnusedNames {
    Mutator *m;
    const Node *at; /* node that is replaced */
    const char *seen[24];
    int count;
} UnusedNames;

void names_before(UnusedNames *names);
/* Of two names outside of functions it is known whether they fit; inside all may. */
bool may_replace(const Mutator *m, const char *name, const char *other);
const QkvTensor *tensor_named(const Run *run, const char *name);

/* A row that takes more than a template; those in mutation_moves.c move something from one place to
 * another, or put in what is missing. */
typedef void MutationMake(Mutator *m, const Node *n);

/* The rows for a few lines alone (mutation_wide.c). The first of them say in words of their own what is done. */
enum { MUTATION_PLAIN = 2 };
extern MutationMake *const mutation_wide[];
extern const int mutation_wides;

MutationMake eval_put_in, dropout_moved, dropped_hidden, sink_moved, cap_moved, mask_moved_early,
    divided_early, mask_put_in, result_kept, heads_transposed, norm_moved, labels_shifted,
    labels_in_place, pairs_or_halves, positions_of_mask, positions_in_turn, counted_from,
    counted_by_one, colon_moved, positions_of_batch, positions_down, last_taken, axis_of_sum,
    letters_exchanged, columns_in_turn, projected_apart, weights_untied, name_in_exp;

#endif
