/* Lists of words by sections, out of a file *.txt of a room: see embed.awk. */
#ifndef PYTHON_WORDS_H
#define PYTHON_WORDS_H

/* A blank stands before and after each word. A table ends with a row without a section. */
typedef struct Words {
    const char *section, *words;
} Words;

extern const Words outside_words[];

#endif
