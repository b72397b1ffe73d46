/* The lines of a lesson's source: where each begins, and places in it for errors. */
#ifndef LESSON_SOURCE_H
#define LESSON_SOURCE_H

#include "base/arena.h"
#include "base/buf.h"
#include "base/err.h"

typedef struct Source {
    const char *path;
    const char *text;
    size_t *start; /* of each line in the text, and of the end after the last */
    int lines;
} Source;

/* `text` (`length` bytes) must outlive the result; the index lives in `a`. */
Source source_index(Arena *a, const char *path, const char *text, size_t length);

/* The bytes from..to of a line as a place; one character when they are equal. */
Loc source_locate(const Source *s, int line, size_t from, size_t to);

/* Refuses the shapes on which reading Markdown takes longer than its size deserves: paragraphs of
 * more than LIMIT_PARAGRAPH bytes, and lines that open more lists and quotes than LIMIT_PREFIX has
 * room for. False after setting *err. */
bool source_check(const Source *s, Err *err);

/* The first byte from `at` on that is no blank, tab or newline. */
size_t source_skip(const char *text, size_t length, size_t at);

/* Where a line's own text begins, after the blanks and marks of the lists and quotes that it opens. */
size_t source_text(const char *text, size_t length);

/* The column, from 0, of byte `at` in a line, with CommonMark's tab stops. */
int source_column(const char *line, size_t at);

/* --- fenced code: where its lines lie, whether it was closed, what follows the fence --------------- */

typedef struct Fence {
    int line;         /* of the opening fence                             */
    size_t at;        /* of the fence in its line, in bytes               */
    size_t info;      /* of the first word after it                       */
    const char *text; /* text of its line                                 */
    size_t length;
    int content; /* how many lines it encloses                            */
} Fence;

/* The fence that opens the code block which begins at `line`, byte `at`, and holds `literal`.
 * False for indented code. */
bool fence_find(const Source *s, int line, size_t at, const char *literal, Fence *fence);

/* `next_line` is where the block after this one begins, 0 for none. */
bool fence_is_closed(const Source *s, const Fence *fence, int next_line);

/* Adds a text as a fenced block, with a fence that nothing in it ends. */
void fence_write(Buf *out, const char *info, const char *text);

/* Finds what follows the first word of a fence: bytes from..to of the line, without blanks around them. */
void fence_words(const Fence *fence, size_t *from, size_t *to);

/* The number after its first word, as in "python [14]"; 0 for none. */
int fence_number(const Fence *fence);

/* True when `word` is the first word after the fence. */
bool fence_is(const Fence *fence, const char *word);

#endif
