/* The tabs of the inspect page: each fills in the document of a number. */
#ifndef TELL_INSPECT_H
#define TELL_INSPECT_H

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

/* Lists (inspect_list.c). */
void inspect_tree(const Inspect *x);
void inspect_inputs(const Inspect *x);
void inspect_leads(const Inspect *x);
void inspect_attention(const Inspect *x);
void inspect_results(const Inspect *x);

/* Tells whether a later step takes the result as an operand; whether its rows are queries and its columns keys. */
bool inspect_has_leads(const Lens *l, const QkvTensor *t);
bool inspect_has_attention(const QkvTensor *t);

#endif
