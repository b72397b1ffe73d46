/* Text of a lesson made fit to be shown: spans of a paragraph, code, notes. */
#ifndef LESSON_SPANS_H
#define LESSON_SPANS_H

#include "lesson/lesson.h"

/* The spans of one paragraph as they are collected. Blanks after a blank are left out, except in
 * code. spans_begin makes it empty. */
typedef struct Spans {
    Arena *arena;
    Buf text;        /* of the span that is being collected              */
    Buf plain;       /* the whole text without styles and addresses      */
    SpanStyle style; /* of `text`                                        */
    char last;       /* the last byte put                                */
    Span *span;
    int spans;
} Spans;

void spans_begin(Spans *p, Arena *arena);
void spans_put(Spans *p, SpanStyle style, const char *text);
void spans_break(Spans *p);

/* The address of the link whose text began at `start` of `plain` and ends here: its spans have it, and
 * it follows in parentheses, unless it is the text itself or too long to be read. */
void spans_address(Spans *p, size_t start, const char *address);

/* Completes `span` and `plain`; spans_end gives their memory back, the spans stay in the arena. */
void spans_finish(Spans *p);
void spans_end(Spans *p);

/* Lines of code, each with its newline: control characters as '?'. Tabs become blanks up to the
 * next multiple of `tab` columns, or stay when `tab` is 0. */
const char *spans_code(Arena *a, const char *text, int tab);

/* The lines of a speaker note, without the blanks around each and without empty lines at the
 * end. */
const char *spans_note(Arena *a, const char *text, size_t length);

#endif
