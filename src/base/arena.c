/* A list of chunks, each handed out from its front. What does not fit the newest chunk gets a new
 * one, of twice the size up to ARENA_CHUNK: most arenas live for one function and hold a few words.
 * What is larger than a chunk gets one of its own size.
 *
 * Bytes are set to 0 when they are handed out, if they may be anything else and are asked for as zeros.
 *
 * A large chunk that is not needed any more is put by for the next one of about its size: a page that
 * goes back to the system and comes again costs more than most of what is computed in it. For the same
 * reason the system is asked for large pages where an arena has grown large. */
#define _DEFAULT_SOURCE /* madvise; NOLINT(bugprone-reserved-identifier): the C library asks for it */
#include "base/arena_chunk.h"
#include "base/poison.h"
#include "base/sanitized.h"

#include <assert.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* Tests make it tiny, so that every allocation meets the end of a chunk. */
#ifndef ARENA_CHUNK
#define ARENA_CHUNK 65536
#endif

/* As much is put by at most, and none that would make an arena larger than that: five of the tables of a
 * head's looks at 2,048 tokens. */
#define ARENA_SPARE ((size_t)96 << 20)

/* A large page on most machines. An arena that holds some of them grows by as much. */
#define ARENA_PAGE (32 * ARENA_CHUNK)

/* Size of a line of the cache, where a block begins that fills a chunk alone: it is likely to be read in vectors. */
enum { LINE = 64 };

void (*arena_no_memory)(double bytes);

_Noreturn void arena_die(double bytes)
{
    if (arena_no_memory)
        arena_no_memory(bytes);
    abort();
}

/* Returns NULL for an allocation that cannot be had. The product may be more than a size_t holds. */
static void *fail_full(Arena *a, size_t count, size_t size)
{
    double bytes = (double)count * (double)size;
    if (!a->full)
        arena_die(bytes);
    a->full(a, bytes);
    return NULL;
}

static size_t next_size(const Arena *a)
{
    static const size_t first = 1024;
    size_t size = a->chunk ? a->chunk->size * 2 : first;
    return a->used >= 4 * ARENA_PAGE ? ARENA_PAGE : size < ARENA_CHUNK ? size : ARENA_CHUNK;
}

/* Frees the chunks from `first` to the one before `end`. */
static ArenaChunk *free_chunks(ArenaChunk *first, const ArenaChunk *end)
{
    while (first != end) {
        ArenaChunk *older = first->older;
        free(first);
        first = older;
    }
    return first;
}

static void free_spares(Arena *a)
{
    a->spare = free_chunks(a->spare, NULL);
    a->spare_bytes = 0;
}

/* A chunk that is not needed any more. A sanitizer is told, so that it sees who still reads there. */
void chunk_put_by(Arena *a, ArenaChunk *chunk)
{
#ifdef IS_SANITIZED
    static const size_t most = 0;
#else
    static const size_t most = ARENA_SPARE;
#endif
    if (chunk->size < ARENA_CHUNK || chunk->size > most) {
        free(chunk);
        return;
    }
    if (chunk->size > most - a->spare_bytes)
        free_spares(a);
    chunk->older = a->spare;
    a->spare = chunk;
    a->spare_bytes += chunk->size;
}

static ArenaChunk *put_by_chunks(Arena *a, ArenaChunk *first, const ArenaChunk *end)
{
    while (first != end) {
        ArenaChunk *older = first->older;
        chunk_put_by(a, first);
        first = older;
    }
    return first;
}

void chunk_forget(uint64_t *bits, size_t first, size_t end)
{
    for (; first < end && first % WORD_BITS != 0; first++)
        bits[first / WORD_BITS] &= ~(UINT64_C(1) << first % WORD_BITS);
    for (; first + WORD_BITS <= end; first += WORD_BITS)
        bits[first / WORD_BITS] = 0;
    for (; first < end; first++)
        bits[first / WORD_BITS] &= ~(UINT64_C(1) << first % WORD_BITS);
}

static void empty(ArenaChunk *chunk, size_t used)
{
    if (chunk->starts && chunk->used > used)
        chunk_forget(chunk->starts, used / ALIGNMENT, chunk->used / ALIGNMENT);
    if (chunk->starts && chunk->used > used)
        chunk_forget(chunk->plain, used / ALIGNMENT, chunk->used / ALIGNMENT);
    if (chunk->used > used)
        chunk->clean = used;
    chunk->used = used;
}

/* A spare chunk that `size` bytes fill but for an eighth, or NULL. */
static ArenaChunk *take_spare(Arena *a, size_t size)
{
    for (ArenaChunk **at = &a->spare; *at; at = &(*at)->older) {
        ArenaChunk *chunk = *at;
        if (chunk->size < size || chunk->size - chunk->size / 8 > size ||
            !chunk->starts != !a->holes)
            continue;
        *at = chunk->older;
        a->spare_bytes -= chunk->size;
        empty(chunk, 0);
        return chunk;
    }
    return NULL;
}

/* A page of 4 KiB is got some 500 times for each large one, at a microsecond and, in a virtual machine, up to
 * seven of them. That is a wish, which a system may not know or refuse. */
static void wish_for_large_pages(void *bytes, size_t size)
{
#ifdef MADV_HUGEPAGE
    uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE), begin = (uintptr_t)bytes / page * page;
    madvise((void *)begin, (uintptr_t)bytes + size - begin, MADV_HUGEPAGE);
#else
    (void)bytes, (void)size;
#endif
}

/* The bytes of one of the tables of a chunk. */
static size_t table_size(size_t capacity)
{
    return (capacity / ALIGNMENT / WORD_BITS + 1) * sizeof(uint64_t);
}

static ArenaChunk *new_chunk(Arena *a, size_t capacity)
{
    ArenaChunk *chunk = take_spare(a, capacity);
    if (chunk)
        return chunk;
    if (a->used > ARENA_SPARE || a->spare_bytes + capacity > ARENA_SPARE - a->used)
        free_spares(a);
    /* The system gives much memory as zeros. */
    bool is_large = capacity > ARENA_CHUNK && capacity != ARENA_PAGE;
    size_t skipped = capacity < ARENA_CHUNK ? 0 : LINE,
           tables = a->holes ? 3 * table_size(capacity) : 0,
           all = sizeof(ArenaChunk) + skipped + capacity + tables;
    chunk = is_large ? calloc(1, all) : malloc(all);
    if (!chunk)
        return NULL;
    if (capacity >= ARENA_PAGE)
        wish_for_large_pages(chunk, all);
    *chunk = (ArenaChunk){
        .size = capacity, .clean = is_large ? capacity : 0, .bytes = (char *)(chunk + 1)};
    if (skipped)
        chunk->bytes += LINE - (uintptr_t)chunk->bytes % LINE;
    if (a->holes) {
        chunk->starts = (uint64_t *)(void *)(chunk->bytes + capacity);
        chunk->reached = chunk->starts + table_size(capacity) / sizeof(uint64_t);
        chunk->plain = chunk->reached + table_size(capacity) / sizeof(uint64_t);
        memset(chunk->starts, 0, is_large ? 0 : tables);
    }
    return chunk;
}

/* A new chunk with `size` free bytes, or NULL. One that a single item fills comes after the newest, whose
 * rest stays in use. An item that is too large for the holes that there are fills one, so that they are filled on. */
static ArenaChunk *add_chunk(Arena *a, size_t size)
{
    bool has_holes = a->holes && a->holes->chunk;
    size_t least = has_holes ? ARENA_CHUNK / 16 : ARENA_CHUNK;
    size_t next = has_holes && size >= least ? size : next_size(a);
    ArenaChunk *newest = a->chunk, *chunk = new_chunk(a, next > size ? next : size);
    if (!chunk)
        return NULL;
    if (newest && size >= least && size >= next) {
        chunk->older = newest->older;
        newest->older = chunk;
    } else {
        chunk->older = newest;
        a->chunk = chunk;
    }
    return chunk;
}

/* Makes the bytes from `first` to `end` 0, and some beyond them: most of what is asked for is small. */
static void wipe(ArenaChunk *chunk, size_t first, size_t end)
{
    enum { AHEAD = 1024 };
    size_t from = chunk->clean > first ? chunk->clean : first, left = chunk->size - end;
    chunk->clean = end;
    if (from >= end)
        return;
    chunk->clean += left < AHEAD ? left : AHEAD;
    memset(chunk->bytes + from, 0, chunk->clean - from);
}

/* --- holes ------------------------------------------------------------------------------------- */

void arena_track(Arena *a)
{
    a->holes = calloc(1, sizeof *a->holes);
}

void holes_add(ArenaHoles *h, ArenaChunk *chunk, char *at, size_t size)
{
    if (size < HOLE_LEAST)
        return;
    ArenaHole **of_size = &h->of_size[WORD_BITS - 1 - __builtin_clzll(size)];
    ArenaHole *hole = (ArenaHole *)(void *)at;
    *hole = (ArenaHole){*of_size, chunk, size};
    *of_size = hole;
    poison(hole + 1, size - sizeof *hole);
}

/* Chooses the hole that is filled next: for a small block one of the smallest that are large enough, so that the large
 * ones are there for large blocks; else the largest. */
static int hole_for(const ArenaHoles *h, size_t padded)
{
    enum { SMALL = 512 };
    int i = padded < SMALL ? WORD_BITS - __builtin_clzll(padded) : HOLE_SIZES - 1;
    while (i < HOLE_SIZES - 1 && !h->of_size[i])
        i++;
    while (i > 0 && !h->of_size[i])
        i--;
    return i;
}

/* Makes another hole the one that is filled. False where even the largest is smaller than a block. */
static bool next_hole(ArenaHoles *h, size_t padded)
{
    int i = hole_for(h, padded);
    ArenaHole *hole = h->of_size[i];
    if (!hole || hole->size < padded)
        return false;
    h->of_size[i] = hole->next;
    holes_add(h, h->chunk, h->at, (size_t)(h->end - h->at));
    unpoison(hole, hole->size);
    h->chunk = hole->chunk;
    h->at = (char *)hole;
    h->end = h->at + hole->size;
    return true;
}

/* A block in a hole, of `raw` bytes that need not be 0; NULL where none is large enough. */
static void *fill_hole(Arena *a, size_t padded, size_t raw)
{
    ArenaHoles *h = a->holes;
    if ((size_t)(h->end - h->at) < padded && !next_hole(h, padded))
        return NULL;
    char *block = h->at;
    h->at += padded;
    set_unit(h->chunk->starts, chunk_unit(h->chunk, block));
    if (h->at < h->end)
        set_unit(h->chunk->starts, chunk_unit(h->chunk, h->at));
    if (raw < padded)
        memset(block + raw, 0, padded - raw);
    h->latest = h->chunk;
    a->used += padded;
    return block;
}

/* --- blocks ------------------------------------------------------------------------------------ */

/* `raw` bytes at the front need not be 0. */
static inline void *take_bytes(Arena *a, size_t count, size_t size, size_t raw)
{
    enum { SPARE = 1024 }; /* for padding and the head of a chunk */
    size_t most = a->limit ? a->limit : SIZE_MAX - SPARE, needed;
    if (__builtin_mul_overflow(count, size, &needed) || needed > most)
        return fail_full(a, count, size);
    size_t padded = (needed + (needed == 0) + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    if (a->used > most || padded > most - a->used)
        return fail_full(a, count, size);
    ArenaChunk *chunk = a->chunk;
    if (!chunk || chunk->size - chunk->used < padded) {
        void *filled = a->holes ? fill_hole(a, padded, raw) : NULL;
        if (filled)
            return filled;
        chunk = add_chunk(a, padded);
    }
    if (!chunk)
        return fail_full(a, count, size);
    char *block = chunk->bytes + chunk->used;
    size_t end = chunk->used + padded;
    if (end > chunk->clean)
        wipe(chunk, raw < padded ? chunk->used + raw : end, end);
    if (chunk->starts)
        set_unit(chunk->starts, chunk->used / ALIGNMENT);
    if (a->holes)
        a->holes->latest = chunk;
    chunk->used = end;
    a->used += padded;
    return block;
}

void *arena_array(Arena *a, size_t count, size_t size)
{
    return take_bytes(a, count, size, 0);
}

void *arena_array_raw(Arena *a, size_t count, size_t size)
{
    return take_bytes(a, count, size, SIZE_MAX);
}

void *arena_numbers(Arena *a, size_t count, size_t size, bool raw)
{
    char *block = take_bytes(a, count, size, raw ? SIZE_MAX : 0);
    if (block && a->holes && a->holes->latest->starts)
        set_unit(a->holes->latest->plain, chunk_unit(a->holes->latest, block));
    return block;
}

void *arena_alloc(Arena *a, size_t size)
{
    return arena_array(a, 1, size);
}

char *arena_text(Arena *a, const char *bytes, size_t length)
{
    char *copy = arena_array_raw(a, length + 1, 1);
    if (!copy)
        return NULL;
    if (length > 0)
        memcpy(copy, bytes, length);
    copy[length] = '\0';
    return copy;
}

char *arena_string(Arena *a, const char *text)
{
    return arena_text(a, text, strlen(text));
}

char *arena_format(Arena *a, const char *format, ...)
{
    char shortly[256]; /* most are: they are written once */
    va_list args, again;
    va_start(args, format);
    va_copy(again, args);
    int length = vsnprintf(shortly, sizeof shortly, format, args);
    size_t size = (size_t)(length > 0 ? length : 0) + 1;
    char *text = arena_array_raw(a, size, 1);
    if (text && length >= 0 && size <= sizeof shortly)
        memcpy(text, shortly, size);
    else if (text)
        vsnprintf(text, size, format, again);
    va_end(again);
    va_end(args);
    return text;
}

char *arena_keep(Arena *a, Buf *text)
{
    char *copy = arena_text(a, buf_text(text), text->length);
    buf_release(text);
    return copy;
}

void *arena_grow(Arena *a, const void *old, size_t old_count, size_t new_count, size_t size)
{
    assert(old_count <= new_count);
    void *grown = take_bytes(a, new_count, size, old_count * size);
    if (grown && old_count > 0)
        memcpy(grown, old, old_count * size);
    return grown;
}

/* Lists double at FIRST, 2 * FIRST, 4 * FIRST ... items. */
void *arena_more(Arena *a, void *list, size_t count, size_t size)
{
    enum { FIRST = 4 };
    if (count > 0 && (count < FIRST || (count & (count - 1)) != 0))
        return list;
    return arena_grow(a, list, count, count > 0 ? 2 * count : FIRST, size);
}

ArenaMark arena_mark(const Arena *a)
{
    ArenaMark mark = {.chunk = a->chunk, .used = a->used};
    if (a->chunk) {
        mark.older = a->chunk->older;
        mark.chunk_used = a->chunk->used;
    }
    return mark;
}

void arena_back(Arena *a, ArenaMark mark)
{
    ArenaChunk *newest = a->chunk = put_by_chunks(a, a->chunk, mark.chunk);
    a->used = mark.used;
    if (!newest)
        return;
    newest->older = put_by_chunks(a, newest->older, mark.older);
    empty(newest, mark.chunk_used);
}

void arena_release(Arena *a)
{
    a->chunk = free_chunks(a->chunk, NULL);
    a->used = 0;
    free_spares(a);
    free(a->holes);
    a->holes = NULL;
}
