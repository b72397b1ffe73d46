/* Reads the matrices on a page as a reader does: by headings, by the labels above the columns and before the rows.
 * What it knows of the tensors are their names and cells; where they stand it finds on the frame. */
#ifndef TESTS_SHOW_READER_H
#define TESTS_SHOW_READER_H

#include "show/frame.h"
#include "tell/lens.h"

/* Name that a heading may begin with, and the tensor that is called so. */
typedef struct Named {
    const char *name;
    const QkvTensor *t;
} Named;

/* Faults of a matrix as it is read. */
typedef enum Fault {
    FAULT_NONE,
    FAULT_HEADING, /* of no tensor, or of one with other sizes             */
    FAULT_LABEL,   /* of a row or column: another one is due               */
    FAULT_COLUMNS, /* some are missing, and nothing says so                */
    FAULT_ROWS,    /* the same                                             */
    FAULT_BLOCKS,  /* the same of the matrices of a tensor                 */
    FAULT_NUMBER,  /* not that of the cell that its labels name            */
    FAULT_UNEVEN,  /* two matrices of a tensor have columns of their own   */
    FAULT_STRAY,   /* a number that no heading leads to, or other text where only numbers may be */
    FAULTS
} Fault;

extern const char *const fault_names[FAULTS];

typedef struct Reading {
    Fault fault; /* the first */
    const char *said;
    int blocks;
    int64_t numbers;
} Reading;

/* Reads all matrices of a page; each number must be as the lens writes it. */
Reading read_page(Arena *a, const Frame *f, const Lens *lens, const Named *named, int names);

#endif
