/* Examples that cannot show a mistake: as many words as features hide a transpose that is forgotten,
 * a mask that hides nothing hides that it is not applied.
 *
 *     Blind blind[BLIND_KINDS];
 *     int count = blind_find(run, blind);
 *
 * A statement with `#| accept: square` before it, and all after it, may be so. */
#ifndef LESSON_BLIND_H
#define LESSON_BLIND_H

#include "lesson/run.h"

enum { BLIND_KINDS = 5 };

typedef struct Blind {
    int line;         /* of the first statement where it is so */
    const char *word; /* word that accepts it: "square"        */
    const char *what; /* a sentence: what is so, and what nobody would see then */
} Blind;

/* Fills in one for each kind that there is; returns how many. */
int blind_find(const Run *run, Blind out[BLIND_KINDS]);

/* Tells whether a word is that of a kind; and all of them, as a list in an error: "a, b or c". */
bool blind_is_word(const char *word, size_t length);
const char *blind_words(void);

#endif
