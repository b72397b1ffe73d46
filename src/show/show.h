/* Documents on a screen, line by line for the ear, as a transcript, as HTML. Knows no run but through the lens of the
 * document. */
#ifndef SHOW_SHOW_H
#define SHOW_SHOW_H

#include "show/frame.h"
#include "tell/tell.h"

/* The window a document is shown in, and how. The two last rows are the message's and the keys'. */
typedef struct ShowAs {
    int width, height;
    int row;    /* of a list: the one marked, as doc_row_at counts; -1: none  */
    int scroll; /* lines of text, or rows of a list, that are scrolled away    */
    Shading shade;
    bool bars, sums;     /* `bars`: there are no colours, so that what is shaded has bars       */
    const char *message; /* NULL: nothing                                      */
    const char *keys;    /* the last line, laid out by the caller; NULL: blank */
    const char *find;    /* text looked for, shown where it stands; NULL       */
} ShowAs;

/* The result of showing it, which keys need to know. */
typedef struct Shown {
    int scroll; /* as it was taken: brought into its range, and so that the row marked is seen     */
    int scroll_most; /* the last scroll that shows anything new; 0: all of the text or list is seen      */
    int page; /* rows of the list, or lines of the text, that are seen at once                    */
    int window; /* lines of the smallest window in which a text is cut; 0: none is                 */
} Shown;

/* Draws a document into a frame, which takes the size. `f` NULL: is laid out alone. Any size from 1x1 on. */
Shown show_page(Frame *f, const Doc *d, const ShowAs *as);
/* The target that a click at a place of a frame drawn by it, or by show_prompt, has; TARGET_NONE for none. */
Target show_target(const Frame *f, int row, int col);

/* A prompt over the last lines: a head ("go to ", "what if "), the line typed, a caret in it, and suggestions, of which
 * `marked` (-1: none) is the one that Tab or Enter takes. `said`: what was wrong with it, or a verdict; NULL. */
typedef struct ShowPrompt {
    const char *head, *line, *said;
    int caret;              /* bytes of the line before it */
    const Doc *suggestions; /* a list; NULL: none */
    int marked;
    int more;         /* lines of the page that are out of sight */
    const char *keys; /* the last line */
} ShowPrompt;

/* Draws it over a page; how many suggestions are seen at once. */
int show_prompt(Frame *f, const ShowPrompt *p);

/* For the ear, and for lines in which nothing is aligned: prose without marks, each number after its label, rows of lists
 * numbered from 1. `rows`: of a larger matrix so many are told, and how to ask for more. */
void show_speech(Buf *out, const Doc *d, int rows);
/* Says a result row by row with its labels: all of it, or only the row that `cell` lies in. */
void show_speech_tensor(Buf *out, const Lens *l, const QkvTensor *t, bool whole, int64_t cell);

#endif
