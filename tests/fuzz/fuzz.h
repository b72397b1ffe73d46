/* Fuzzing: bytes of a stranger at every entrance. Each enter_*.c is one: it does with the bytes what
 * the program does with them, in a folder of its own, and whatever it writes must be fit for a
 * terminal. A crash, a sanitizer's remark or an abort of ours is a find; make fuzz runs them all. */
#ifndef TESTS_FUZZ_FUZZ_H
#define TESTS_FUZZ_FUZZ_H

#include <stdint.h>

#include "base/buf.h"

/* The one function of an entrance. */
void fuzz_enter(const uint8_t *bytes, size_t length);

/* Aborts, saying why. */
_Noreturn void fuzz_found(const char *what);

/* Writes a file: into lessons, snapshots or .local/state/qkv. */
void fuzz_write(const char *path, const void *bytes, size_t length);
/* Copies the lessons of the project into the folder, the first `most`. */
void fuzz_copy_lessons(int most);

/* Text that may be printed: UTF-8, no control characters but newlines and the tabs of code. */
void fuzz_shown(const char *text, size_t length);
/* The same of a buffer, and empties it. */
void fuzz_told(Buf *text);

/* The bytes as choices, one after the other; 0 when they have come to their end. */
typedef struct Choices {
    const uint8_t *at, *end;
} Choices;

int choose(Choices *c, int below);

#endif
