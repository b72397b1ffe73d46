#include "base/arena.h"
#include "base/buf.h"
#include "suites.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

static void check_end(const Buf *b)
{
    ck_assert_ptr_nonnull(b->text);
    ck_assert_uint_lt(b->length, b->capacity);
    ck_assert_int_eq(b->text[b->length], '\0');
}

START_TEST(an_empty_one_is_an_empty_text)
{
    Buf b = {0};
    ck_assert_str_eq(buf_text(&b), "");
    buf_fill(&b, 'x', 0);
    buf_fill(&b, 'x', -3);
    buf_cut(&b, 5);
    buf_clear(&b);
    ck_assert_str_eq(buf_text(&b), "");
    ck_assert_uint_eq(b.length, 0);
    buf_add(&b, "", 0);
    check_end(&b);
    buf_release(&b);
    ck_assert_ptr_null(b.text);
    buf_release(&b);
}
END_TEST

/* Every way to add, compared with the same bytes put into an array, across several growths. */
START_TEST(whatever_is_added_is_there)
{
    char all[20000];
    size_t length = 0;
    Buf b = {0};
    for (int i = 0; i < 150; i++) {
        char piece[32];
        int size = snprintf(piece, sizeof piece, "<%d|%s>", i, i % 3 ? "odd" : "");
        for (int way = 0; way < 3; way++, length += (size_t)size)
            memcpy(all + length, piece, (size_t)size);
        buf_puts(&b, piece);
        buf_add(&b, piece, (size_t)size);
        buf_printf(&b, "<%d|%s>", i, i % 3 ? "odd" : "");
        memset(all + length, 'f', (size_t)i);
        buf_fill(&b, 'f', i);
        length += (size_t)i;
        all[length++] = '\0'; /* a NUL is a byte like any other */
        buf_putc(&b, '\0');
        check_end(&b);
        ck_assert_uint_eq(b.length, length);
    }
    ck_assert_mem_eq(b.text, all, length);
    buf_release(&b);
}
END_TEST

/* A text that takes the room to its last byte must still have its NUL. */
START_TEST(every_length_has_its_end)
{
    for (int length = 0; length < 300; length++) {
        Buf filled = {0}, printed = {0};
        buf_fill(&filled, 'x', length);
        buf_printf(&printed, "%*s", length, "");
        ck_assert_uint_eq(filled.length, (size_t)length);
        ck_assert_uint_eq(printed.length, (size_t)length);
        ck_assert_uint_eq(strlen(buf_text(&filled)), (size_t)length);
        ck_assert_uint_eq(strlen(buf_text(&printed)), (size_t)length);
        buf_release(&filled);
        buf_release(&printed);
    }
}
END_TEST

START_TEST(cutting_shortens_and_keeps_the_memory)
{
    Buf b = {0};
    buf_puts(&b, "abcdef");
    size_t room = b.capacity;
    buf_cut(&b, 9);
    ck_assert_str_eq(buf_text(&b), "abcdef");
    buf_cut(&b, 6);
    ck_assert_str_eq(buf_text(&b), "abcdef");
    buf_cut(&b, 2);
    ck_assert_str_eq(buf_text(&b), "ab");
    buf_puts(&b, "yz");
    ck_assert_str_eq(buf_text(&b), "abyz");
    buf_clear(&b);
    ck_assert_str_eq(buf_text(&b), "");
    ck_assert_uint_eq(b.capacity, room);
    buf_release(&b);
}
END_TEST

static const struct {
    const char *text, *shown;
} shown[] = {
    {"", ""},
    {"plain", "plain"},
    {"a\nb\tc", "a?b?c"},
    {"\x1B[31m", "?[31m"},
    {"caf\xC3\xA9 \xE4\xB8\xAD", "caf\xC3\xA9 \xE4\xB8\xAD"},
    {"a\xE2\x80\xAE"
     "b",
     "a?b"}, /* turns the direction of what follows */
    {"\xC2\x9B"
     "0m",
     "?0m"}, /* an escape sequence in C1            */
    {"x\xFF\xC3y\xE2\x80", "x??y??"},
    {"\xEF\xBF\xBD", "\xEF\xBF\xBD"},
};

START_TEST(nothing_shown_can_control_a_terminal)
{
    Buf b = {0};
    buf_shown(&b, shown[_i].text, strlen(shown[_i].text));
    ck_assert_str_eq(buf_text(&b), shown[_i].shown);
    buf_release(&b);
}
END_TEST

static int times_full;

static void count_full(Arena *a, double bytes)
{
    (void)a;
    ck_assert(bytes > 1e18);
    times_full++;
}

/* Of more characters than can be counted: the arena says so, and the text is as it was. */
START_TEST(an_arena_refuses_what_cannot_be_counted)
{
    Arena a = {.full = count_full};
    Buf b = {.arena = &a};
    times_full = 0;
    buf_puts(&b, "abc");
    buf_add(&b, "", SIZE_MAX);
    ck_assert(b.cut);
    buf_add(&b, "", SIZE_MAX / 4 + 1);
    ck_assert_int_eq(times_full, 2);
    ck_assert_str_eq(buf_text(&b), "abc");
    arena_release(&a);
}
END_TEST

Suite *buf_suite(void)
{
    Suite *suite = suite_create("buf");
    TCase *tests = tcase_create("buf");
    tcase_add_test(tests, an_empty_one_is_an_empty_text);
    tcase_add_test(tests, whatever_is_added_is_there);
    tcase_add_test(tests, every_length_has_its_end);
    tcase_add_test(tests, cutting_shortens_and_keeps_the_memory);
    tcase_add_test(tests, an_arena_refuses_what_cannot_be_counted);
    tcase_add_loop_test(tests, nothing_shown_can_control_a_terminal, 0, COUNT(shown));
    suite_add_tcase(suite, tests);
    return suite;
}
