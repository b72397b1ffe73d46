/* The tabs of the inspect page: each fills in the document of a number. */
#ifndef TELL_INSPECT_H
#define TELL_INSPECT_H

#include "lesson/reach.h"
#include "tell/tell.h"

/* A number that is inspected, and its document. */
typedef struct Inspect {
    Doc *d;
    Arena *a;
    const Lens *l;
    const NumberAs *as;
    const QkvStep *step;
    const QkvTensor *t;
    int64_t cell;
    int width;
} Inspect;

/* Tells what a number is made of (inspect_made.c). */
void inspect_made(const Inspect *x);
/* Says how the number is computed: formula and arithmetic, nothing of an input. */
void inspect_formula(const Inspect *x);
/* Says by which rule a gradient was made of that of the result that it came back from, if there is one to be shown. */
void inspect_rule(const Inspect *x, const QkvTensor *gradient);
void inspect_mark(Piece *p, Arena *a, const QkvTensor *t, int64_t cell, Mark mark);
/* The pick of the first side of a term. */
int inspect_pick_of(const QkvTerms *terms, int64_t term);

/* Reports (inspect_tree.c, inspect_inputs.c, inspect_leads.c), which tell their rows' values as facts, too. */
void inspect_tree(const Inspect *x);
void inspect_inputs(const Inspect *x);
void inspect_leads(const Inspect *x);
/* A name, or which part of the result it is called by is reached: "y[b, :]"; and the first cell of that. */
const char *inspect_part(Arena *a, const Reached *r, const QkvTensor *t, const char *name,
                         int64_t *first);

/* How the row of weights that it lies in forms, and the numbers of that (inspect_row.c). */
void inspect_row(const Inspect *x);
int inspect_row_ways(const Lens *l, int step, int64_t cell);
bool inspect_row_way(const Lens *l, int step, int64_t cell, int pick, int *to_step,
                     int64_t *to_cell);
int inspect_row_first(const Lens *l, int step, int64_t cell);

/* Lists (inspect_list.c). */
void inspect_attention(const Inspect *x);
void inspect_results(const Inspect *x);

/* The gradient of a number (inspect_gradient.c); the gradients that can be gone on to: its own, then those of what uses it. */
bool inspect_has_gradient(const Lens *l, const QkvTensor *t);
void inspect_gradient(const Inspect *x);
int inspect_ways(const Lens *l, int step, int64_t cell);
bool inspect_way(const Lens *l, int step, int64_t cell, int pick, int *to_step, int64_t *to_cell);

/* Tells whether a later step takes the result as an operand. */
bool inspect_has_leads(const Lens *l, const QkvTensor *t);

#endif
