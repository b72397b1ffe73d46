/* The words of the field: pages of a path (path.h), each of which says what one of them is, and leads to where it is shown:
 *
 *     ## softmax
 *     Makes shares of scores: ..
 *     <!-- words: softmax -->
 *     <!-- stages: 01 5 -->
 *
 * The comment has all forms of the word, parted by commas; a path with such pages is a glossary. */
#ifndef LESSON_GLOSSARY_H
#define LESSON_GLOSSARY_H

#include "lesson/library.h"

typedef struct GlossaryWord {
    const char *name;  /* the title of its page                    */
    const char *forms; /* "logit, logits"                          */
    const Stage *page; /* of lesson `lesson` of the library, stage `stage` */
    int lesson, stage;
} GlossaryWord;

typedef struct Glossary {
    int count;
    GlossaryWord *word; /* lesson by lesson, in their order */
} Glossary;

/* Tells whether forms can be read: none of them is empty. */
bool glossary_is_forms(const char *text);
/* Tells whether a lesson has such pages. */
bool glossary_is(const Lesson *lesson);
/* The words of all glossaries of a library, which are read, in `a`. */
Glossary *glossary_of(Arena *a, Library *library);
/* The word that has this form, capitals or not; NULL for none. */
const GlossaryWord *glossary_find(const Glossary *g, const char *form);
/* The word that is spelled nearly so, or else the first whose name has it in it; NULL for none. */
const GlossaryWord *glossary_near(const Glossary *g, const char *form);
/* The first bytes from `*at` on that are a word of the glossary, the longest one there: *at is where they begin, and *length how
 * many they are. NULL: there is none. */
const GlossaryWord *glossary_next(const Glossary *g, const char *text, size_t *at, size_t *length);
/* Checks that each word of a lesson is said where its page leads to. False after setting *err. */
bool glossary_check(Library *library, const Lesson *lesson, Err *err);

#endif
