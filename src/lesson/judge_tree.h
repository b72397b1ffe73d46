/* Where two pieces of code differ, as trees: softmax(x, dim=-1) and x.softmax(-1) are the same. Private to the judge.
 *
 *     TreePair pair[TREE_PAIRS];
 *     int pairs = tree_differences(right, now, pair);     -1: they differ in more, or all of it
 */
#ifndef LESSON_JUDGE_TREE_H
#define LESSON_JUDGE_TREE_H

#include "base/arena.h"
#include "python/tree.h"

enum { TREE_PAIRS = 3 };

/* A text with its program. */
typedef struct TreeCode {
    const char *text;
    Program program;
} TreeCode;

typedef struct TreePair {
    const Node *right, *now; /* the one stands in the place of the other */
    const char *said;        /* of `now`, without what is right          */
    bool is_plain;           /* no more than that it is not right        */
} TreePair;

/* The texts of what is said live in `a`. */
int tree_differences(Arena *a, const TreeCode *right, const TreeCode *now, TreePair *pair);

/* How many words and signs of one text have to be taken away, put in or exchanged to make the other. */
int text_distance(const char *x, const char *y);

/* Tells whether the words and signs of a text all stand in one of two others. */
bool text_has_words(const char *text, const char *x, const char *y);

#endif
