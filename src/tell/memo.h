/* A memo keeps what drawing found out about a run and need not find out again: the range of a tensor's numbers, the sums of
 * its rows and columns, how it differs from another run's. All of it
 * follows from the run, so that documents with and without a memo are the same; with one, a key does not cost a
 * walk over every cell. */
#ifndef TELL_MEMO_H
#define TELL_MEMO_H

#include "base/arena.h"
#include "lesson/run.h"
#include "tell/number.h"

typedef struct Memo Memo;

/* A memo, which the caller frees. A question about another run makes it forget the one before. */
Memo *memo_new(void);
void memo_free(Memo *m);

/* The range of a tensor's numbers; `m` may be NULL. */
NumberRange memo_range(Memo *m, const Run *run, const QkvTensor *t);

/* t.sum(dim=-1) and t.sum(dim=-2) of a tensor, NULL where there is no such axis, and the ranges of
 * their numbers. */
typedef struct Sums {
    const QkvTensor *across, *down;
    NumberRange across_range, down_range;
} Sums;

/* The sums of a tensor's rows and columns, as core makes them: in the memo, or without one in `a`. */
Sums memo_sums(Memo *m, const Run *run, const QkvTensor *t, Arena *a);

/* A tensor beside the one that stands in its place in another run: all NULL where that has another shape or type, or
 * nothing is kept of the tensor. */
typedef struct Beside {
    const QkvTensor *partner;
    const QkvTensor *other;       /* the partner, its cells at the places of the tensor    */
    const QkvTensor *difference;  /* the tensor less its partner; NULL for truth values    */
    const unsigned char *differs; /* of each cell: to the printed digits                   */
    NumberRange range;            /* of the numbers of both, and of their difference       */
} Beside;
Beside memo_beside(Memo *m, const Run *run, const QkvTensor *t, const QkvTensor *other);

/* The last thing of a kind that was made of the run: `made` is what was put there for the same key, or NULL, and then
 * `arena` is empty, to make it in. */
enum {
    MEMO_KEY = 96,
    MEMO_SEEN_SLOTS = 16,
    MEMO_FOUND = MEMO_SEEN_SLOTS,
    MEMO_TAB,
    MEMO_MOVED,
    MEMO_ROLES,
    MEMO_KINDS
};
typedef struct MemoSlot {
    Arena arena;
    void *made;
    char key[MEMO_KEY];
} MemoSlot;
/* NULL without a memo. A key that is too long is never found again. */
MemoSlot *memo_slot(Memo *m, const Run *run, int kind, const char *key);

#endif
