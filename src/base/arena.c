/* A list of chunks, each handed out from its front. What does not fit the newest chunk gets a new
 * one, of twice the size up to ARENA_CHUNK: most arenas live for one function and hold a few words,
 * and all of a chunk is set to zero. What is larger than a chunk gets one of its own size. */
#include "base/arena.h"

#include "base/err.h"

#include <assert.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Tests make it tiny, so that every allocation meets the end of a chunk. */
#ifndef ARENA_CHUNK
#define ARENA_CHUNK 65536
#endif

struct ArenaChunk {
    ArenaChunk *older;
    size_t used, size; /* of the bytes                                  */
    _Alignas(max_align_t) char bytes[];
};

enum { ALIGNMENT = _Alignof(max_align_t) };

static ArenaChunk *make_chunk(size_t size)
{
    if (size > SIZE_MAX - sizeof(ArenaChunk))
        base_die("out of memory: %zu bytes asked for", size);
    ArenaChunk *chunk = calloc(1, sizeof(ArenaChunk) + size);
    if (!chunk)
        base_die("out of memory: %zu bytes asked for", size);
    chunk->size = size;
    return chunk;
}

static size_t next_size(const ArenaChunk *newest)
{
    static const size_t first = 1024;
    size_t size = newest ? newest->size * 2 : first;
    return size < ARENA_CHUNK ? size : ARENA_CHUNK;
}

/* A chunk with `size` free bytes. One that a single item fills goes behind the newest, whose rest
 * stays in use. */
static ArenaChunk *find_chunk(Arena *a, size_t size)
{
    ArenaChunk *newest = a->chunk;
    if (newest && newest->size - newest->used >= size)
        return newest;
    size_t room = next_size(newest);
    ArenaChunk *chunk = make_chunk(size > room ? size : room);
    if (newest && size >= ARENA_CHUNK) {
        chunk->older = newest->older;
        newest->older = chunk;
    } else {
        chunk->older = newest;
        a->chunk = chunk;
    }
    return chunk;
}

void *arena_alloc(Arena *a, size_t size)
{
    if (size > SIZE_MAX - ALIGNMENT)
        base_die("out of memory: %zu bytes asked for", size);
    size_t padded = size == 0 ? ALIGNMENT : (size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    ArenaChunk *chunk = find_chunk(a, padded);
    void *block = chunk->bytes + chunk->used;
    chunk->used += padded;
    a->used += padded;
    return block;
}

void *arena_array(Arena *a, size_t count, size_t size)
{
    if (size > 0 && count > SIZE_MAX / size)
        base_die("out of memory: %zu items of %zu bytes asked for", count, size);
    return arena_alloc(a, count * size);
}

char *arena_text(Arena *a, const char *bytes, size_t length)
{
    char *copy = arena_array(a, length + 1, 1);
    if (length > 0)
        memcpy(copy, bytes, length);
    return copy;
}

char *arena_string(Arena *a, const char *text)
{
    return arena_text(a, text, strlen(text));
}

char *arena_format(Arena *a, const char *format, ...)
{
    Buf b = {0};
    va_list args;
    va_start(args, format);
    buf_vprintf(&b, format, args);
    va_end(args);
    char *copy = arena_text(a, buf_text(&b), b.length);
    buf_release(&b);
    return copy;
}

void *arena_grow(Arena *a, const void *old, size_t old_count, size_t new_count, size_t size)
{
    assert(old_count <= new_count);
    void *grown = arena_array(a, new_count, size);
    if (old_count > 0)
        memcpy(grown, old, old_count * size);
    return grown;
}

void arena_release(Arena *a)
{
    while (a->chunk) {
        ArenaChunk *older = a->chunk->older;
        free(a->chunk);
        a->chunk = older;
    }
    a->used = 0;
}
