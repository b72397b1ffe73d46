/* Sweeping an arena: what is reached from the roots stays, everything else becomes holes, and chunks of which nothing
 * is left are put by. All words are taken for what they look like: an address in a chunk is one of the block there. */
#include <stdlib.h>
#include <string.h>

#include "base/arena_chunk.h"
#include "base/poison.h"

/* Looks at words that nobody may have set, and at those between the variables on the stack. */
#if defined __clang__
#define READS_ALL __attribute__((noinline, no_sanitize("address", "memory", "thread")))
#else
#define READS_ALL __attribute__((noinline, no_sanitize("address", "thread")))
#endif

typedef struct Stretch {
    const char *first, *end;
} Stretch;

typedef struct Sweep {
    Arena *a;
    ArenaChunk **chunk; /* by their addresses */
    int chunks;
    const char *low, *high; /* of all of them */
    Stretch *todo;
    size_t count, capacity;
    bool fails; /* memory ended */
} Sweep;

static int by_address(const void *a, const void *b)
{
    const ArenaChunk *x = *(ArenaChunk *const *)a, *y = *(ArenaChunk *const *)b;
    return (x->bytes > y->bytes) - (x->bytes < y->bytes);
}

static bool find_chunks(Sweep *s)
{
    for (ArenaChunk *c = s->a->chunk; c; c = c->older)
        s->chunks++;
    s->chunk = s->chunks ? malloc((size_t)s->chunks * sizeof(ArenaChunk *)) : NULL;
    if (!s->chunk)
        return false;
    int i = 0;
    for (ArenaChunk *c = s->a->chunk; c; c = c->older) {
        s->chunk[i++] = c;
        if (c->starts)
            memset(c->reached, 0, (size_t)((char *)c->reached - (char *)c->starts));
    }
    qsort(s->chunk, (size_t)s->chunks, sizeof(ArenaChunk *), by_address);
    s->low = s->chunk[0]->bytes;
    s->high = s->chunk[s->chunks - 1]->bytes + s->chunk[s->chunks - 1]->used;
    return true;
}

/* The chunk of an address, or NULL. */
static ArenaChunk *chunk_at(const Sweep *s, const char *at)
{
    int low = 0, high = s->chunks;
    while (low < high) {
        int middle = low + (high - low) / 2;
        if (s->chunk[middle]->bytes <= at)
            low = middle + 1;
        else
            high = middle;
    }
    ArenaChunk *c = low > 0 ? s->chunk[low - 1] : NULL;
    return c && at < c->bytes + c->used ? c : NULL;
}

/* Where the block begins that a unit lies in. */
static size_t block_start(const ArenaChunk *c, size_t unit)
{
    size_t word = unit / WORD_BITS;
    uint64_t bits = c->starts[word] << (WORD_BITS - 1 - unit % WORD_BITS);
    if (bits)
        return unit - (size_t)__builtin_clzll(bits);
    while (word > 0 && !c->starts[--word])
        ;
    return word * WORD_BITS + (WORD_BITS - 1 - (size_t)__builtin_clzll(c->starts[word] | 1));
}

/* Where the next block begins, or the end of what is used. */
static size_t block_end(const ArenaChunk *c, size_t start)
{
    size_t end = c->used / ALIGNMENT, unit = start + 1, word = unit / WORD_BITS;
    if (unit >= end)
        return end;
    uint64_t bits = c->starts[word] >> unit % WORD_BITS;
    if (bits)
        unit += (size_t)__builtin_ctzll(bits);
    else {
        while (++word * WORD_BITS < end && !c->starts[word])
            ;
        if (word * WORD_BITS >= end)
            return end;
        unit = word * WORD_BITS + (size_t)__builtin_ctzll(c->starts[word]);
    }
    return unit < end ? unit : end;
}

static void add_words(Sweep *s, const char *first, const char *end)
{
    if (s->count == s->capacity) {
        size_t capacity = s->capacity ? s->capacity * 2 : 1024;
        Stretch *more = realloc(s->todo, capacity * sizeof *more);
        s->fails = s->fails || !more;
        if (!more)
            return;
        s->todo = more;
        s->capacity = capacity;
    }
    s->todo[s->count++] = (Stretch){first, end};
}

/* The block that a word may be the address of. */
static inline void reach(Sweep *s, uintptr_t word)
{
    const char *at = (const char *)word;
    if (at < s->low || at >= s->high)
        return;
    ArenaChunk *c = chunk_at(s, at);
    if (!c || !c->starts)
        return;
    size_t start = block_start(c, chunk_unit(c, at));
    if (has_unit(c->reached, start))
        return;
    set_unit(c->reached, start);
    if (!has_unit(c->plain, start))
        add_words(s, c->bytes + start * ALIGNMENT, c->bytes + block_end(c, start) * ALIGNMENT);
}

static READS_ALL void reach_words(Sweep *s, const char *first, const char *end)
{
    for (; end - first >= (ptrdiff_t)sizeof(uintptr_t); first += sizeof(uintptr_t))
        reach(s, *(const uintptr_t *)(const void *)first);
}

static void mark_hole(const ArenaChunk *c, const char *at, bool reached)
{
    size_t unit = chunk_unit(c, at);
    if (reached)
        set_unit(c->reached, unit);
    else
        chunk_forget(c->reached, unit, unit + 1);
}

/* Marks what lies in the holes, which is nobody's: a word that looks like an address there leads to no others. */
static void mark_holes(const Sweep *s, bool reached)
{
    const ArenaHoles *h = s->a->holes;
    for (int i = 0; i < HOLE_SIZES; i++)
        for (ArenaHole *hole = h->of_size[i]; hole; hole = hole->next)
            mark_hole(hole->chunk, (const char *)hole, reached);
    if (h->at < h->end)
        mark_hole(h->chunk, h->at, reached);
}

static void reach_all(Sweep *s)
{
    while (s->count > 0 && !s->fails) {
        Stretch w = s->todo[--s->count];
        reach_words(s, w.first, w.end);
    }
}

/* The blocks of a chunk from one that was not reached up to the next that was become a hole. */
static size_t sweep_chunk(Sweep *s, ArenaChunk *c)
{
    size_t end = c->used / ALIGNMENT, kept = 0;
    for (size_t unit = 0, next; unit < end; unit = next) {
        next = block_end(c, unit);
        if (has_unit(c->reached, unit)) {
            kept += next - unit;
            continue;
        }
        while (next < end && !has_unit(c->reached, next))
            next = block_end(c, next);
        chunk_forget(c->starts, unit + 1, next);
        chunk_forget(c->plain, unit, next);
        char *hole = c->bytes + unit * ALIGNMENT;
        unpoison(hole, (next - unit) * ALIGNMENT);
        if (kept > 0 || next < end || c == s->a->chunk)
            holes_add(s->a->holes, c, hole, (next - unit) * ALIGNMENT);
    }
    return kept * ALIGNMENT;
}

static void sweep_chunks(Sweep *s)
{
    Arena *a = s->a;
    memset(a->holes, 0, sizeof *a->holes);
    a->used = a->beside;
    for (ArenaChunk **at = &a->chunk; *at;) {
        ArenaChunk *c = *at;
        size_t kept = c->starts ? sweep_chunk(s, c) : c->used;
        a->used += kept;
        if (kept > 0 || c == a->chunk) {
            at = &c->older;
            continue;
        }
        *at = c->older;
        chunk_put_by(a, c);
    }
}

static READS_ALL void sweep_from(Sweep *s, const void *stack, int roots, const ArenaRoot *root)
{
    mark_holes(s, true);
    reach_words(s, __builtin_frame_address(0), stack);
    for (int i = 0; i < roots; i++)
        reach_words(s, root[i].first, (const char *)root[i].first + root[i].bytes);
    for (int i = 0; i < s->chunks; i++)
        if (!s->chunk[i]->starts)
            reach_words(s, s->chunk[i]->bytes, s->chunk[i]->bytes + s->chunk[i]->used);
    reach_all(s);
    mark_holes(s, false);
    if (!s->fails)
        sweep_chunks(s);
}

/* In a browser some values lie in variables that have no address, and clang's sanitizer may keep frames elsewhere. */
static bool sees_stack(void)
{
#if defined __EMSCRIPTEN__
    return false;
#elif defined POISONS
    return !__asan_get_current_fake_stack();
#else
    return true;
#endif
}

void arena_sweep(Arena *a, const void *stack, int roots, const ArenaRoot *root)
{
    Sweep s = {.a = a};
#ifndef __EMSCRIPTEN__
    __builtin_unwind_init(); /* registers lie in this frame, too */
#endif
    if (a->holes && sees_stack() && find_chunks(&s))
        sweep_from(&s, stack, roots, root);
    free(s.todo);
    free(s.chunk);
}
