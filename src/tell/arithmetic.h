/* The arithmetic of a cell in one line, "2*4 + 2*4 + 2*0", given out in pieces: a report puts them one
 * after the other, a handout makes a link of each number. */
#ifndef TELL_ARITHMETIC_H
#define TELL_ARITHMETIC_H

#include "tell/lens.h"

typedef struct Arithmetic {
    Arena *a;
    const Lens *l;
    int most;  /* so many terms are written; then "+ ..." */
    bool asks; /* the cell may be hidden, and what it is made of is told all the same */
    /* Takes a piece: the number of a source of the call `c`, or text between numbers: c is NULL. Without it `to` is a Buf,
     * which takes the text. */
    void (*put)(void *to, const char *text, const QkvCall *c, QkvSource s);
    void *to;
    double max; /* private */
} Arithmetic;

/* " in bfloat16" where arithmetic is of a half type, which may not keep the number that comes out of the terms; else "". */
const char *arithmetic_type(Arena *a, const QkvCall *c, const QkvTerms *terms);
/* Gives out the arithmetic of a cell of a result. `terms` are its terms. Where one of them or the cell is hidden, it says
 * that alone. */
void arithmetic(Arithmetic *w, const QkvTensor *t, int64_t cell, const QkvTerms *terms);

/* Tells whether the second cells of terms lead back to inputs, too. What decided a choice does only where a plain
 * number was chosen: it is all that can be asked why there is an -inf. */
bool arithmetic_has_two(const QkvCall *c, const QkvTerms *terms);

/* The cell that a reader goes to for a cell: copies without a name of their own (a transposed or cut
 * tensor, one that is written into in other places) lead on to what they copy. */
const QkvTensor *arithmetic_copied(Arena *a, const Run *run, const QkvTensor *t, int64_t *cell);
/* The cell that a reader goes to for a source of a cell. NULL when the source is a plain number, or none. */
const QkvTensor *arithmetic_origin(Arena *a, const Run *run, const QkvCall *c, QkvSource s,
                                   int64_t *cell);

#endif
