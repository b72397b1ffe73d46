/* Documents as lines: all of them but the matrices. A line is drawn only where it is seen. */
#ifndef SHOW_LINES_H
#define SHOW_LINES_H

#include "show/frame.h"
#include "tell/doc.h"

/* A line is one of prose, of arithmetic, or a row of a list. */
typedef struct ShowLine {
    const ProseLine *prose;
    const DocLine *term;
    const DocRow *row;
    int number;        /* of the row, as doc_row_at counts; -1: it is a heading  */
    const int *column; /* of rows: where their columns begin                     */
    int indent;
    bool is_known; /* on the page before this one, too                            */
    bool points;   /* the pointer is on it                                         */
    Link link;
} ShowLine;

typedef struct ShowLines {
    Arena *a;
    int count;
    ShowLine *line;
    int rows;      /* of lists among them */
    int listing;   /* so many lines at the beginning are a function that is stepped through */
    bool is_error; /* says why it went no further */
} ShowLines;

/* Adds a piece in `width` columns, after an empty line unless it is the first. Matrices and curves have no lines. `is_page`: a
 * print-out or a formula begins at the left, and not below the code that it belongs to. */
void lines_add(ShowLines *l, const Piece *p, int width, bool is_page);
/* Adds a text, broken into lines. */
void lines_words(ShowLines *l, const char *text, int width);
/* The last line of a screen. Its words are buttons: what is parted by two blanks at least is one of them. */
void lines_keys(Frame *f, int row, const char *keys);
/* Draws lines `from` and so on in `rows` rows; row number `marked` is shown to be. */
void lines_draw(Frame *f, int row, int col, int width, const ShowLines *l, int from, int rows,
                int marked);
/* The line of a row, or -1. */
int lines_of_row(const ShowLines *l, int number);

#endif
