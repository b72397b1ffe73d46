/* The arena under test has chunks of 32 bytes, so that every allocation meets the end of one; the
 * names keep it apart from the arena that everything else uses. */
#define ARENA_CHUNK 32
#define arena_alloc tiny_alloc
#define arena_array tiny_array
#define arena_array_raw tiny_array_raw
#define arena_text tiny_text
#define arena_string tiny_string
#define arena_format tiny_format
#define arena_grow tiny_grow
#define arena_keep tiny_keep
#define arena_more tiny_more
#define arena_release tiny_release
#define arena_mark tiny_mark
#define arena_back tiny_back
#define arena_die tiny_die
#define arena_numbers tiny_numbers
#define arena_track tiny_track
#define arena_sweep tiny_sweep
#define chunk_forget tiny_forget
#define chunk_put_by tiny_put_by
#define holes_add tiny_holes_add
#define arena_no_memory tiny_no_memory
#include "base/arena.c" /* NOLINT(bugprone-suspicious-include) */
#include "base/buf.h"
#include "base/sweep.c" /* NOLINT(bugprone-suspicious-include) */

#include <signal.h>

#include "suites.h"

static bool is_zero(const unsigned char *block, size_t size)
{
    for (size_t i = 0; i < size; i++)
        if (block[i] != 0)
            return false;
    return true;
}

/* Blocks of all sizes in one arena: each begins zeroed and aligned, and none touches another. */
START_TEST(blocks_are_zeroed_aligned_and_apart)
{
    enum { BLOCKS = 400 };
    Arena a = {0};
    unsigned char *block[BLOCKS];
    size_t size[BLOCKS];
    for (int round = 0; round < 2; round++) {
        for (size_t i = 0; i < BLOCKS; i++) {
            size[i] = i * 7 % 101;
            block[i] = arena_alloc(&a, size[i]);
            ck_assert_ptr_nonnull(block[i]);
            ck_assert_uint_eq((uintptr_t)block[i] % _Alignof(max_align_t), 0);
            ck_assert(is_zero(block[i], size[i]));
            memset(block[i], (int)(i % 255) + 1, size[i]);
        }
        for (size_t i = 0; i < BLOCKS; i++)
            for (size_t k = 0; k < size[i]; k++)
                ck_assert_uint_eq(block[i][k], i % 255 + 1);
        arena_release(&a);
        ck_assert_ptr_null(a.chunk);
        ck_assert_uint_eq(a.used, 0);
    }
}
END_TEST

START_TEST(used_is_what_was_handed_out)
{
    Arena a = {0};
    size_t unit = _Alignof(max_align_t);
    arena_alloc(&a, 0);
    ck_assert_uint_eq(a.used, unit);
    arena_alloc(&a, 1);
    ck_assert_uint_eq(a.used, 2 * unit);
    arena_alloc(&a, unit);
    ck_assert_uint_eq(a.used, 3 * unit);
    arena_alloc(&a, 10 * unit + 1);
    ck_assert_uint_eq(a.used, 14 * unit);
    arena_release(&a);
}
END_TEST

/* A block that has a chunk to itself leaves the rest of the newest chunk in use. */
START_TEST(a_large_block_does_not_end_a_chunk)
{
    Arena a = {0};
    char *first = arena_alloc(&a, 1);
    arena_alloc(&a, 1000);
    char *second = arena_alloc(&a, 1);
    ck_assert_ptr_eq(second, first + _Alignof(max_align_t));
    arena_release(&a);
}
END_TEST

START_TEST(copies_are_texts_of_their_own)
{
    Arena a = {0};
    char bytes[] = "query";
    char *part = arena_text(&a, bytes, 3), *all = arena_string(&a, bytes);
    char *none = arena_text(&a, NULL, 0);
    char *long_one = arena_format(&a, "%*s|%d", 200, "x", 7);
    memset(bytes, '!', 5);
    ck_assert_str_eq(part, "que");
    ck_assert_str_eq(all, "query");
    ck_assert_str_eq(none, "");
    ck_assert_uint_eq(strlen(long_one), 202);
    ck_assert_str_eq(long_one + 199, "x|7");
    arena_release(&a);
}
END_TEST

START_TEST(grown_lists_keep_their_items)
{
    Arena a = {0};
    int *list = NULL, *pushed = NULL, room = 0;
    for (int count = 0, pushes = 0; count < 1000; count++) {
        arena_push(&a, pushed, pushes, count);
        if (count == room) {
            int more = room ? 2 * room : 1;
            list = arena_grow(&a, list, (size_t)room, (size_t)more, sizeof *list);
            for (int i = room; i < more; i++)
                ck_assert_int_eq(list[i], 0);
            room = more;
        }
        list[count] = count;
    }
    for (int i = 0; i < 1000; i++)
        ck_assert(list[i] == i && pushed[i] == i);
    arena_release(&a);
}
END_TEST

/* Going back gives the memory of everything since, large blocks included, and nothing from before;
 * what is handed out again is zeroed. */
START_TEST(an_arena_goes_back_to_a_mark)
{
    enum { ROUNDS = 50 };
    Arena a = {0};
    for (int before = 0; before < 6; before++) {
        char *kept = before ? arena_text(&a, "kept", 4) : NULL;
        char *large = before > 3 ? arena_array(&a, 100, 1) : NULL;
        ArenaMark mark = arena_mark(&a);
        size_t used = a.used;
        for (int i = 0; i < ROUNDS; i++) {
            size_t size = (size_t)i * 7 % 101;
            char *block = arena_alloc(&a, size);
            ck_assert(is_zero((unsigned char *)block, size));
            memset(block, 'x', size);
            ArenaMark second = arena_mark(&a);
            memset(arena_alloc(&a, (size_t)i), 'y', (size_t)i);
            arena_back(&a, second);
            ck_assert(is_zero(arena_alloc(&a, (size_t)i), (size_t)i));
            if (i % 5 == before)
                arena_back(&a, mark);
        }
        arena_back(&a, mark);
        ck_assert_uint_eq(a.used, used);
        ck_assert(!kept || strcmp(kept, "kept") == 0);
        ck_assert(!large || is_zero((unsigned char *)large, 100));
    }
    arena_release(&a);
}
END_TEST

static double asked;

static void note(Arena *a, double bytes)
{
    (void)a;
    asked = bytes;
}

/* Large blocks come again, zeroed, for what fills them but for an eighth, and go with the arena. */
START_TEST(large_blocks_are_put_by)
{
    enum { LARGE = 1000, MOST = 96 << 20 };
    Arena a = {0};
    arena_alloc(&a, 8);
    ArenaMark mark = arena_mark(&a);
    unsigned char *block = arena_alloc(&a, LARGE);
    memset(block, 1, LARGE);
    arena_back(&a, mark);
#ifndef IS_SANITIZED
    ck_assert_uint_ge(a.spare_bytes, LARGE);
    ck_assert_ptr_ne(arena_alloc(&a, LARGE - 200), block);
    unsigned char *again = arena_alloc(&a, LARGE - 100);
    ck_assert_ptr_eq(again, block);
    ck_assert(is_zero(again, LARGE - 100));
    ck_assert_uint_lt(a.spare_bytes, LARGE);
    memset(again, 1, LARGE - 100);
    arena_back(&a, mark);
    unsigned char *raw = arena_array_raw(&a, LARGE - 100, 1);
    ck_assert_ptr_eq(raw, block);
    arena_back(&a, mark);
    ck_assert_ptr_eq(arena_grow(&a, "abcd", 4, LARGE - 100, 1), block);
    ck_assert_int_eq(memcmp(block, "abcd", 4), 0);
    ck_assert(is_zero(block + 4, LARGE - 104));
#endif
    for (size_t size = LARGE; size <= MOST + 1; size *= 2) {
        arena_alloc(&a, size);
        arena_back(&a, mark);
        ck_assert_uint_le(a.spare_bytes, MOST);
    }
    arena_release(&a);
    ck_assert_ptr_null(a.spare);
    ck_assert_uint_eq(a.spare_bytes, 0);
}
END_TEST

/* With somebody to tell, a full arena gives NULL, and goes on with what fits. */
START_TEST(a_full_arena_gives_null)
{
    Arena a = {.full = note, .limit = 4 * _Alignof(max_align_t)};
    Buf b = {.arena = &a};
    ck_assert_ptr_nonnull(arena_alloc(&a, 1));
    ck_assert_ptr_null(arena_alloc(&a, a.limit));
    ck_assert(asked == (double)a.limit);
    ck_assert_ptr_null(arena_array(&a, SIZE_MAX, 2));
    ck_assert(asked == 2 * (double)SIZE_MAX);
    buf_puts(&b, "there is no space for this");
    ck_assert_str_eq(buf_text(&b), "");
    ck_assert(b.cut);
    ck_assert_ptr_null(arena_grow(&a, "x", 1, a.limit, 1));
    ck_assert_ptr_null(arena_format(&a, "%200d", 1));
    ck_assert_str_eq(arena_format(&a, "%d", 1), "1");
    ck_assert_ptr_nonnull(arena_alloc(&a, a.limit / 2));
    ck_assert_ptr_null(arena_alloc(&a, 0));
    arena_release(&a);
    ck_assert_ptr_nonnull(arena_alloc(&a, a.limit));
    ck_assert_ptr_null(arena_alloc(&a, 1));
    a.limit = 1; /* less than is in use */
    ck_assert_ptr_null(arena_alloc(&a, 1));
    arena_release(&a);
}
END_TEST

static void leave(double bytes)
{
    exit(bytes > 0 ? 2 : 1);
}

/* Each asks whom the program has set, and that ends it with status 2. */
START_TEST(sizes_that_overflow_die)
{
    arena_no_memory = leave;
    Arena a = {0};
    ck_assert_ptr_nonnull(freopen("/dev/null", "w", stderr));
    if (_i == 0)
        arena_array(&a, SIZE_MAX / 2, 3);
    if (_i == 1)
        arena_alloc(&a, SIZE_MAX);
    if (_i == 2)
        arena_alloc(&a, SIZE_MAX - 20);
}
END_TEST

START_TEST(no_items_are_no_overflow)
{
    Arena a = {0};
    ck_assert_ptr_nonnull(arena_array(&a, SIZE_MAX, 0));
    ck_assert_ptr_nonnull(arena_array(&a, 0, SIZE_MAX));
    arena_release(&a);
}
END_TEST

START_TEST(without_a_word_memory_that_ends_aborts)
{
    Arena a = {0};
    arena_alloc(&a, SIZE_MAX - 8);
}
END_TEST

/* A list of blocks of many sizes, each of which leads to the next by its last word; between them others that nothing
 * leads to. */
enum { LINKS = 300, LINK_SIZES = 40 };

static size_t link_words(size_t i)
{
    return 1 + i * 7 % LINK_SIZES;
}

static __attribute__((noinline)) uintptr_t **make_links(Arena *a)
{
    uintptr_t **first = arena_alloc(a, sizeof *first), *before = (uintptr_t *)first;
    for (size_t i = 0; i < LINKS; i++) {
        size_t words = link_words(i);
        uintptr_t *link = arena_many(a, words + 1, uintptr_t);
        for (size_t k = 0; k < words; k++)
            link[k] = i;
        memset(arena_numbers(a, 1, i * 3 % 400, i % 2), 0xA5, i * 3 % 400);
        *before = (uintptr_t)link;
        before = &link[words];
    }
    return first;
}

static void check_links(uintptr_t *const *first)
{
    const uintptr_t *link = *first;
    for (size_t i = 0; i < LINKS; i++) {
        size_t words = link_words(i);
        for (size_t k = 0; k < words; k++)
            ck_assert_uint_eq(link[k], i);
        link = (const uintptr_t *)link[words]; /* NOLINT(performance-no-int-to-ptr) */
    }
    ck_assert_ptr_null(link);
}

/* Blocks reached from the root alone stay as they are, whatever comes into the room of the rest, and that is much. */
START_TEST(what_is_not_reached_is_free_for_others)
{
    Arena a = {0};
    arena_track(&a);
    uintptr_t **first = make_links(&a);
    const ArenaRoot root = {&first, sizeof first};
    for (int round = 0; round < 50; round++) {
        size_t used = a.used;
        arena_sweep(&a, __builtin_frame_address(0), 1, &root);
        ck_assert_uint_lt(a.used, used);
        check_links(first);
        used = a.used;
        for (size_t i = 0; i < LINKS; i++) {
            unsigned char *block = arena_alloc(&a, i * 5 % 300);
            ck_assert(is_zero(block, i * 5 % 300));
            memset(block, 0xFF, i * 5 % 300);
        }
        check_links(first);
        ck_assert_uint_gt(a.used, used);
        ck_assert_uint_lt(a.used, 200000);
    }
    arena_release(&a);
}
END_TEST

Suite *arena_suite(void)
{
    Suite *suite = suite_create("arena");
    TCase *tests = tcase_create("arena");
    tcase_add_test(tests, blocks_are_zeroed_aligned_and_apart);
    tcase_add_test(tests, used_is_what_was_handed_out);
    tcase_add_test(tests, a_large_block_does_not_end_a_chunk);
    tcase_add_test(tests, copies_are_texts_of_their_own);
    tcase_add_test(tests, grown_lists_keep_their_items);
    tcase_add_loop_exit_test(tests, sizes_that_overflow_die, 2, 0, 3);
    tcase_add_test_raise_signal(tests, without_a_word_memory_that_ends_aborts, SIGABRT);
    tcase_add_test(tests, no_items_are_no_overflow);
    tcase_add_test(tests, an_arena_goes_back_to_a_mark);
    tcase_add_test(tests, large_blocks_are_put_by);
    tcase_add_test(tests, a_full_arena_gives_null);
    tcase_add_test(tests, what_is_not_reached_is_free_for_others);
    suite_add_tcase(suite, tests);
    return suite;
}
