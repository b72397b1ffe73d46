/* Shared by the files of elements. */
#ifndef SHOW_ELEMENTS_INTERNAL_H
#define SHOW_ELEMENTS_INTERNAL_H

#include "show/elements.h"

/* A document while it is written. */
typedef struct Elements {
    Arena *a;
    Buf *out;
    const Doc *d;
    const ElementsAs *as;
    bool *is_said; /* of each word of the field: it stands on the page; NULL: none can be pressed */
} Elements;

/* Adds data-n="17" for so many targets that follow each other, and returns 17; nothing, and -1, where nothing can be
 * pressed. */
int elements_deed(const Elements *e, int count, Target target);
int elements_key(const Elements *e, const char *key);
void elements_formula(const Elements *e, const Piece *p);
/* The matrices of a piece, as a cross where rows and columns of a product meet; with the formula, which may be NULL. */
void elements_matrices(const Elements *e, const Piece *p, const Piece *formula);
void elements_looks(const Elements *e, const Piece *p);
void elements_table(const Elements *e, const Piece *p);
void elements_curve(const Elements *e, const Piece *p);

#endif
