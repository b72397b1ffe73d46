/* Memory with one lifetime: many allocations, freed together.
 *
 *     Arena a = {0};
 *     Node *n = arena_new(&a, Node);
 *     arena_release(&a);
 *
 * A zeroed Arena is empty and ready. Nothing is freed one by one. Out of memory ends the
 * program. */
#ifndef BASE_ARENA_H
#define BASE_ARENA_H

#include <stddef.h>

typedef struct ArenaChunk ArenaChunk;

typedef struct Arena {
    ArenaChunk *chunk; /* the newest; older ones hang behind it         */
    size_t used;       /* bytes handed out in all, padding included     */
} Arena;

/* `size` zeroed bytes, aligned for any type. `size` may be 0. */
void *arena_alloc(Arena *a, size_t size);

/* `count` zeroed items of `size` bytes; dies when the product overflows. */
void *arena_array(Arena *a, size_t count, size_t size);

/* Copies. arena_text adds the final NUL that `bytes` need not have. */
char *arena_text(Arena *a, const char *bytes, size_t length);
char *arena_string(Arena *a, const char *text);
char *arena_format(Arena *a, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* A larger copy of an array that was made in this arena: for lists that grow by doubling.
 * The old block stays where it is until the arena goes. */
void *arena_grow(Arena *a, const void *old, size_t old_count, size_t new_count, size_t size);

/* Frees everything; the arena is empty and usable again. */
void arena_release(Arena *a);

#define arena_new(arena, type) ((type *)arena_alloc((arena), sizeof(type)))
#define arena_many(arena, count, type) ((type *)arena_array((arena), (count), sizeof(type)))

#endif
