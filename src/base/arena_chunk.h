/* Parts of an arena: private to arena.c and sweep.c.
 *
 * A chunk of an arena that tracks its blocks has tables with a bit for each ALIGNMENT bytes: where blocks begin, which of
 * them hold numbers alone, and, while the arena is swept, which of them were reached. A block ends where the next one begins, so what is free
 * between two blocks begins with such a bit, too: a hole is a block that nobody has. */
#ifndef BASE_ARENA_CHUNK_H
#define BASE_ARENA_CHUNK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"

enum { ALIGNMENT = _Alignof(max_align_t), WORD_BITS = 64 };

struct ArenaChunk {
    _Alignas(max_align_t) ArenaChunk *older;
    size_t used, size; /* of the bytes                                         */
    size_t clean;      /* bytes from `used` to here are 0                      */
    char *bytes;       /* right after this, or at the next line                */
    uint64_t *starts;  /* a bit for each block, or NULL                        */
    uint64_t *reached; /* right after them                                     */
    uint64_t *plain;   /* and after these: of blocks that hold no address      */
};

/* Free bytes between blocks that are in use, at least HOLE_LEAST of them: this lies in them. */
typedef struct ArenaHole ArenaHole;
struct ArenaHole {
    ArenaHole *next;
    ArenaChunk *chunk;
    size_t size;
};

enum { HOLE_LEAST = 64, HOLE_SIZES = 64 };

/* Holes by the logarithm of their size, and the one that is filled just now, from its front. */
struct ArenaHoles {
    ArenaHole *of_size[HOLE_SIZES];
    ArenaChunk *chunk;
    char *at, *end;
    ArenaChunk *latest; /* chunk that a block was taken from */
};

static inline size_t chunk_unit(const ArenaChunk *c, const char *at)
{
    return (size_t)(at - c->bytes) / ALIGNMENT;
}

static inline void set_unit(uint64_t *bits, size_t unit)
{
    bits[unit / WORD_BITS] |= UINT64_C(1) << unit % WORD_BITS;
}

static inline bool has_unit(const uint64_t *bits, size_t unit)
{
    return bits[unit / WORD_BITS] >> unit % WORD_BITS & 1;
}

/* Clears the bits of the units first .. end-1. */
void chunk_forget(uint64_t *bits, size_t first, size_t end);
/* Gives a chunk up that no block is in any more. */
void chunk_put_by(Arena *a, ArenaChunk *chunk);
/* Keeps free bytes for later blocks, whose beginning has its bit. */
void holes_add(ArenaHoles *h, ArenaChunk *chunk, char *at, size_t size);

#endif
