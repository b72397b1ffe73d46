/* Errors with a place: file, line, column, and what was found and expected there.
 *
 *     if (depth > LIMIT_NESTING)
 *         return err_set(err, at, "brackets are nested more than %d deep", LIMIT_NESTING);
 *
 * Whatever can fail on a user's input returns bool or NULL and takes an Err. The first error wins;
 * nothing below main.c prints one. */
#ifndef BASE_ERR_H
#define BASE_ERR_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

#include "base/buf.h"

enum { ERR_MESSAGE = 600 };

/* A place in a text. Lines and columns count from 1, columns in characters; 0 means not known. */
typedef struct Loc {
    const char *file; /* as the user named it; not owned                */
    int line;
    int col;
    int width; /* how many characters to mark; 0 marks one             */
} Loc;

typedef struct Err {
    bool set;
    Loc at;
    char message[ERR_MESSAGE]; /* a line, no final newline              */
} Err;

/* Records an error unless one is recorded already. Always returns false, so that a failing path is
 * one return. A message that is too long ends in "...". Control characters become '?'. Allocates
 * nothing. */
bool err_set(Err *err, Loc at, const char *format, ...) __attribute__((format(printf, 3, 4)));
bool err_vset(Err *err, Loc at, const char *format, va_list args)
    __attribute__((format(printf, 3, 0)));

/* Writes "file:line:col: message" and, when `source` (`length` bytes) holds that line, the line and
 * a row of ^ under the place:
 *
 *     lessons/x.md:41:17: matmul: sizes do not fit: ...
 *        41 | scores = Q @ K
 *           |          ^^^^^
 *
 * `source` may be NULL. A long line is cut around the place. Ends with a newline. */
void err_write(Buf *out, const Err *err, const char *source, size_t length);
/* The same without the place at its beginning. */
void err_write_message(Buf *out, const Err *err, const char *source, size_t length);

/* Finds the bytes start .. end of a line of a text, its end of line left off; false where there is no such line. */
bool err_line(const char *source, size_t length, int line, size_t *start, size_t *end);

#endif
