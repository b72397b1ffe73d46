/* Memory with one lifetime: many allocations, freed together.
 *
 *     Arena a = {0};
 *     Node *n = arena_new(&a, Node);
 *     arena_release(&a);
 *
 * A zeroed Arena is empty and ready. Nothing is freed one by one, but an arena goes back to a mark.
 * Out of memory ends the program, unless `full` is set: then it is called, and the allocation
 * returns NULL. */
#ifndef BASE_ARENA_H
#define BASE_ARENA_H

#include <stdbool.h>
#include <stddef.h>

#include "base/buf.h"

typedef struct ArenaChunk ArenaChunk;
typedef struct ArenaHoles ArenaHoles;

typedef struct QkvArena Arena; /* libqkv shows the tag, and nothing inside */
struct QkvArena {
    ArenaChunk *chunk;                    /* the newest; each points to an older one       */
    ArenaChunk *spare;                    /* large ones that are not in use                */
    size_t spare_bytes;                   /* in them                                       */
    size_t used;                          /* bytes handed out in all, padding included     */
    size_t limit;                         /* of `used`; 0: what memory allows              */
    size_t beside;                        /* of `used`, those that do not lie in chunks    */
    void (*full)(Arena *a, double bytes); /* memory ran out; NULL: dies      */
    ArenaHoles *holes;                    /* of one that is swept; or NULL                 */
};

/* Ends the program as an arena does where `full` is not set: so many bytes could not be had. arena_no_memory is
 * called first, where a program has set it (base/die.h); then abort(). No context of libqkv comes here: it sets
 * `full`. */
_Noreturn void arena_die(double bytes);
extern void (*arena_no_memory)(double bytes);

/* `size` zeroed bytes, aligned for any type. `size` may be 0. */
void *arena_alloc(Arena *a, size_t size);

/* `count` zeroed items of `size` bytes; a product that overflows is out of memory, too. */
void *arena_array(Arena *a, size_t count, size_t size);
/* The same for who sets all of them: they may be anything. */
void *arena_array_raw(Arena *a, size_t count, size_t size);

/* The same for numbers alone: a sweep takes none of them for an address. `raw`: they may be anything. */
void *arena_numbers(Arena *a, size_t count, size_t size, bool raw);

/* Copies. arena_text adds the final NUL that `bytes` need not have. */
char *arena_text(Arena *a, const char *bytes, size_t length);
char *arena_string(Arena *a, const char *text);
char *arena_format(Arena *a, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Copies a text that was put together, and gives its own memory back. */
char *arena_keep(Arena *a, Buf *text);

/* A larger copy of an array that was made in this arena: for lists that grow by doubling.
 * The old block stays where it is until the arena goes. */
void *arena_grow(Arena *a, const void *old, size_t old_count, size_t new_count, size_t size);

/* Room for one more item of `size` bytes at the end of a list of `count`: the list, or a larger copy
 * of it. The capacity follows from the count, so nobody keeps it: a list has grown by this alone. */
void *arena_more(Arena *a, void *list, size_t count, size_t size);

/* Where an arena stands, and back to there: gives back what was allocated since. Some of it is kept
 * for the next large allocations. A mark is spoilt when the arena goes back to an earlier one. */
typedef struct ArenaMark {
    ArenaChunk *chunk, *older; /* the newest, and the one after it */
    size_t chunk_used, used;
} ArenaMark;
ArenaMark arena_mark(const Arena *a);
void arena_back(Arena *a, ArenaMark mark);

/* --- what cannot be reached any more ------------------------------------------------------------------
 * An arena that tracks its blocks from some time on can be swept: blocks that no word of the roots points to or into,
 * nor any word of a block that was reached, are free for others. A word that only looks like an address keeps a block,
 * so nothing depends on what is given back but memory. No mark may lie before a sweep and be gone back to after it. */
typedef struct ArenaRoot {
    const void *first; /* aligned as pointers are */
    size_t bytes;
} ArenaRoot;

void arena_track(Arena *a);
/* The words of the stack of C from here up to `stack` are roots, too: that is the address of a variable of a function
 * that called, and was not made part of, all those whose variables count. The address of such a function's own frame
 * would not do: on ARM its variables lie above it. Where the machine has values in places that cannot be seen, nothing
 * happens. */
void arena_sweep(Arena *a, const void *stack, int roots, const ArenaRoot *root);

/* Frees everything; the arena is empty and usable again. */
void arena_release(Arena *a);

#define arena_new(arena, type) ((type *)arena_alloc((arena), sizeof(type)))
#define arena_many(arena, count, type) ((type *)arena_array((arena), (count), sizeof(type)))

/* Adds an item to a list: `list` and `count` are variables, the rest is the item. For arenas that die
 * when they are full; with the others arena_more says so by NULL. */
#define arena_push(arena, list, count, ...)                                                        \
    ((list) = arena_more((arena), (list), (size_t)(count), sizeof *(list)),                        \
     (void)((list)[(count)++] = __VA_ARGS__))

#endif
