/* A second terminal that shows what the first one shows: qkv --follow. The first writes its model to
 * $XDG_STATE_HOME/qkv/now whenever that changes, the second reads it. Lines of text, a word and what belongs to it:
 *
 *     qkv model 1
 *     speaker 4711             its process: while that lives no other one writes
 *     lesson NAME              the open one; none: the menu
 *     copy PATH                of the copy of it that is shown
 *     change on x[0, 0] = 2    each change, on or off
 *     side 0
 *     look ...  class ...      numbers
 *     page ...                 each page over the menu: numbers, in the order of the table in follow.c
 *     text TEXT                ... and what was looked for on it
 *     pin NAME
 *     shown 2 1 9 0+3          what the class was shown (reveal_write)
 *     said TEXT                about the last event
 *
 * The file is replaced as a whole, so a reader never sees half of it. What is read is not trusted: it must be a file of the
 * same user, nothing else than this is taken, and numbers are brought into their ranges. */
#ifndef APP_FOLLOW_H
#define APP_FOLLOW_H

#include "app/model.h"

/* All that the leader tells. Texts are "" for none. */
typedef struct Told {
    int64_t speaker; /* the process */
    const char *lesson, *copy;
    int lines;
    ChangeLine line[WHATIF_LINES];
    int shown;
    const char **show;
    Model model; /* in the run with the changes; pages only over the menu */
} Told;

/* The file's path; NULL without a home. In `a`. */
const char *follow_path(Arena *a);
/* Tells whether a second screen has read it of late, by a file beside it that the follower touches. */
bool follow_is_heard(const char *path);
void follow_hear(const char *path);
void follow_hear_no_more(const char *path);
/* Tells whether the one who told is still there. */
bool follow_lives(int64_t speaker);
/* This process. */
int64_t follow_speaker(void);

/* The text of the file: two models with the same text show the same. */
void follow_text(Buf *out, const Told *told);
/* Failing is silent. */
void follow_write(const char *path, const Buf *text);
/* Reads it into memory from `a`. False when there is none of ours, or it is damaged. */
bool follow_read(const char *path, Arena *a, Told *told);
/* Clamps the places and numbers of a leader's model to what the run has. */
void follow_fit(Told *told, const Run *run, int lesson);

#endif
