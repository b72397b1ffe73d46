/* A second terminal that shows what the first one shows: qkv --follow. The first writes what is on its
 * screen to $XDG_STATE_HOME/qkv/now whenever that changes, the second reads it. Lines of text, a word and
 * what belongs to it:
 *
 *     qkv place 9
 *     speaker 4711 HOST        its process: while that lives no other one writes
 *     lesson NAME              in the menu that which the cursor is on
 *     copy PATH                of the copy of it that is shown
 *     change on x[0, 0] = 2    each change, on or off
 *     said TEXT                about the last key
 *     page 1                   ... the numbers of Place that are not 0, and its lists and texts
 *     result 2 1 9 0+3         what the class has seen of each result (app_class.c)
 *
 * The file is replaced as a whole, so a reader never sees half of it. What is read is not trusted:
 * nothing else than this is taken, and every number is brought into its range. */
#ifndef APP_FOLLOW_H
#define APP_FOLLOW_H

#include "lesson/library.h"
#include "view/page.h"

enum { RESULTS_MOST = 300 /* of a lesson */ };

/* What one tells the other. Texts are "" for none. */
typedef struct Told {
    int64_t speaker; /* the process; 0: on another machine, where nobody knows whether it lives */
    const char *lesson, *copy, *said;
    bool compares; /* two lessons: the other one has only the one that is open */
    int lines;
    ChangeLine line[WHATIF_LINES];
    int results;
    const char *result[RESULTS_MOST];
    Place place; /* in the run with the changes */
} Told;

/* The file's path; NULL without a home. In `a`. */
const char *follow_path(Arena *a);

/* What there is to tell of a place, in `a`. `w`: the changes at it, or NULL. */
Told follow_told(Arena *a, const Library *library, const Place *p, const WhatIf *w);
/* The text of the file: two places with the same text show the same. */
void follow_text(Buf *out, const Told *told);
/* Failing is silent. */
void follow_write(const char *path, const Buf *text);

/* Whether the one who told is still there. */
bool follow_lives(int64_t speaker);

/* Reads it into memory from `a`. False when there is none, or it is damaged. */
bool follow_read(const char *path, Arena *a, Told *told);
/* The lesson that it is about; -1 for none that is here. */
int follow_lesson(const Told *told, const Library *library);
/* The place that is told, in the run of the scene, with what `mine` has and is not told. What the run does
 * not have is left out: then *all is false. */
Place follow_place(const Told *told, Place mine, const Scene *s, bool *all);

#endif
