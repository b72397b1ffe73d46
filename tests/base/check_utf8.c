#include "base/utf8.h"
#include "suites.h"

#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

static bool is_character(uint32_t c)
{
    return c <= 0x10FFFF && !(c >= 0xD800 && c <= 0xDFFF);
}

START_TEST(every_character_is_read_as_it_was_written)
{
    for (uint32_t c = 0; c <= 0x10FFFF; c++) {
        char text[4];
        uint32_t back;
        if (!is_character(c))
            continue;
        size_t length = utf8_put(text, c);
        size_t shortest = c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
        if (length != shortest || utf8_next(text, length, &back) != length || back != c)
            ck_abort_msg("U+%04X does not come back", c);
        /* A piece that is cut off is no character, and takes one byte. */
        for (size_t cut = 1; cut < length; cut++)
            if (utf8_next(text, cut, &back) != 1 || back != UTF8_BAD)
                ck_abort_msg("U+%04X is read from %zu bytes", c, cut);
    }
}
END_TEST

START_TEST(what_is_no_character_is_written_as_the_bad_one)
{
    static const uint32_t bad[] = {0xD800, 0xDFFF, 0x110000, UINT32_MAX};
    for (size_t i = 0; i < COUNT(bad); i++) {
        char text[4];
        ck_assert_uint_eq(utf8_put(text, bad[i]), 3);
        ck_assert_mem_eq(text, "\xEF\xBF\xBD", 3);
    }
}
END_TEST

/* Every text of two bytes, and of three and four with the middle left to the edges: what utf8_next
 * accepts must be the bytes that utf8_put writes. */
START_TEST(only_what_is_written_is_read)
{
    static const unsigned char edge[] = {0x00, 0x41, 0x7F, 0x80, 0x8F, 0x90, 0x9F,
                                         0xA0, 0xBF, 0xC0, 0xC2, 0xE0, 0xF0, 0xFF};
    for (int first = 0; first < 256; first++)
        for (int second = 0; second < 256; second++)
            for (size_t i = 0; i < COUNT(edge) * COUNT(edge); i++) {
                char text[4] = {(char)first, (char)second, (char)edge[i % COUNT(edge)],
                                (char)edge[i / COUNT(edge)]};
                char again[4];
                uint32_t c;
                size_t length = utf8_next(text, 4, &c);
                if (c == UTF8_BAD && length == 1)
                    continue;
                if (utf8_put(again, c) != length || memcmp(text, again, length) != 0)
                    ck_abort_msg("%02x %02x ... is read as U+%04X", first, second, c);
            }
}
END_TEST

static const struct {
    const char *text;
    size_t length, bad;
} checks[] = {
    {"", 0, 0},
    {"abc", 3, 3},
    {"a\0b", 3, 3},
    {"\xC3\xA9", 2, 2},
    {"a\xFF", 2, 1},
    {"a\xC3", 2, 1},            /* cut off                */
    {"\xC0\x80", 2, 0},         /* overlong               */
    {"\xE0\x80\x80", 3, 0},     /* overlong               */
    {"\xF0\x8F\xBF\xBF", 4, 0}, /* overlong               */
    {"ok \xED\xA0\x80", 6, 3},  /* a surrogate            */
    {"\xF4\x90\x80\x80", 4, 0}, /* beyond U+10FFFF        */
    {"\x80", 1, 0},             /* no lead byte           */
    {"\xF8\x88\x80\x80\x80", 5, 0},
    {"\xEF\xBF\xBD", 3, 3}, /* U+FFFD itself is valid */
};

START_TEST(the_first_bad_byte_is_found)
{
    ck_assert_uint_eq(utf8_check(checks[_i].text, checks[_i].length), checks[_i].bad);
}
END_TEST

static const struct {
    uint32_t c;
    int width;
} widths[] = {
    {'a', 1},     {0, 1},       {'\t', 1},   {0x7F, 1},    {0xE9, 1},     {0x3B1, 1},
    {0x300, 0},   {0x36F, 0},   {0x2FF, 1},  {0x200C, 0},  {0x200D, 0},   {0x200B, 1},
    {0x20E3, 0},  {0xFE0E, 0},  {0xFE0F, 0}, {0xE0100, 0}, {0x2014, 1},   {0x2026, 1},
    {0x2500, 1},  {0x2588, 1},  {0x221A, 1}, {0x1100, 2},  {0x1161, 0},   {0x11A8, 0},
    {0x3042, 2},  {0x4E2D, 2},  {0x9FFF, 2}, {0xA4D0, 1},  {0xAC00, 2},   {0xD7A3, 2},
    {0xFF01, 2},  {0xFF61, 1},  {0x3000, 2}, {0x303F, 1},  {0x302A, 0},   {0x1F600, 2},
    {0x1F1E6, 1}, {0x1F3FB, 2}, {0x231A, 2}, {0x2764, 1},  {0x2705, 2},   {0x20000, 2},
    {0x3FFFD, 2}, {0x3FFFE, 1}, {0x5D0, 1},  {0x5B0, 0},   {0x10FFFF, 1}, {UTF8_BAD, 1},
};

START_TEST(characters_have_their_columns)
{
    if (utf8_width(widths[_i].c) != widths[_i].width)
        ck_abort_msg("U+%04X: %d columns, not %d", widths[_i].c, utf8_width(widths[_i].c),
                     widths[_i].width);
}
END_TEST

START_TEST(controls_are_the_invisible_and_the_turning)
{
    static const uint32_t controls[] = {0,      '\t',   '\n',   0x1B,   0x1F,    0x7F,
                                        0x80,   0x9B,   0x9F,   0xAD,   0x61C,   0x200B,
                                        0x200E, 0x200F, 0x2028, 0x2029, 0x202A,  0x202E,
                                        0x2066, 0x2069, 0xFEFF, 0xFFF9, 0xE0001, 0xE0041};
    static const uint32_t others[] = {' ',    'a',    0xA0,   0x200C, 0x200D, 0x300,   0xFE0F,
                                      0x2027, 0x202F, 0x2065, 0x4E2D, 0xFFFD, 0x1F600, 0xE0100};
    for (size_t i = 0; i < COUNT(controls); i++)
        ck_assert_msg(utf8_is_control(controls[i]), "U+%04X", controls[i]);
    for (size_t i = 0; i < COUNT(others); i++)
        ck_assert_msg(!utf8_is_control(others[i]), "U+%04X", others[i]);
}
END_TEST

/* Controls are shown as '?', which takes a column. */
START_TEST(a_control_takes_one_column)
{
    for (uint32_t c = 0; c <= 0x10FFFF; c++)
        if (utf8_is_control(c) && utf8_width(c) != 1)
            ck_abort_msg("U+%04X takes %d columns", c, utf8_width(c));
}
END_TEST

static const char *const texts[] = {
    "",
    "plain text",
    "e\xCC\x81t\xCC\x81\xCC\x80",                   /* letters with marks          */
    "\xE4\xB8\xAD\xE6\x96\x87 a",                   /* two wide ones               */
    "\xF0\x9F\x91\xA9\xE2\x80\x8D\xF0\x9F\x92\xBB", /* joined emoji          */
    "\314\201a",                                    /* a mark without a letter     */
    "bad \xFF\xC3 bytes",
    "\x1B[31m\t",
};

START_TEST(what_fits_is_the_longest_that_does)
{
    const char *text = texts[_i];
    size_t length = strlen(text);
    int columns = utf8_columns(text);
    ck_assert_uint_eq(utf8_fit(text, length, columns), length);
    ck_assert_uint_eq(utf8_fit(text, length, 1000), length);
    ck_assert_uint_eq(utf8_fit(text, length, -1), 0);
    for (int room = 0; room <= columns; room++) {
        size_t fit = utf8_fit(text, length, room);
        uint32_t next;
        ck_assert_int_le(utf8_columns_n(text, fit), room);
        if (fit == length)
            continue;
        utf8_next(text + fit, length - fit, &next);
        ck_assert_int_gt(utf8_columns_n(text, fit) + utf8_width(next), room);
        ck_assert_int_gt(utf8_width(next), 0);
    }
}
END_TEST

/* Words, their blanks left out, come back whole whatever the room; a line is as long as it can be. */
START_TEST(words_are_not_broken)
{
    static const char text[] = "a few words, \xE4\xB8\xAD\xE6\x96\x87 unbreakably-long-ones too";
    for (int room = 0; room <= utf8_columns(text); room++) {
        for (const char *rest = text; *rest;) {
            size_t left = strlen(rest), length = utf8_fit_words(rest, left, room);
            bool has_blank = memchr(rest, ' ', length) != NULL;
            size_t next = length < left ? length + 1 + strcspn(rest + length + 1, " ") : 0;
            ck_assert(length > 0 && (length == left || rest[length] == ' '));
            ck_assert(!has_blank || utf8_columns_n(rest, length) <= room);
            ck_assert(length == left || utf8_columns_n(rest, next) > room);
            rest += length + (length < left);
        }
    }
}
END_TEST

START_TEST(columns_add_up)
{
    static const int columns[] = {0, 10, 2, 6, 4, 1, 12, 6};
    ck_assert_uint_eq(COUNT(columns), COUNT(texts));
    ck_assert_int_eq(utf8_columns(texts[_i]), columns[_i]);
}
END_TEST

Suite *utf8_suite(void)
{
    Suite *suite = suite_create("utf8");
    TCase *codes = tcase_create("codes");
    tcase_add_test(codes, every_character_is_read_as_it_was_written);
    tcase_add_test(codes, what_is_no_character_is_written_as_the_bad_one);
    tcase_add_test(codes, only_what_is_written_is_read);
    tcase_add_loop_test(codes, the_first_bad_byte_is_found, 0, COUNT(checks));
    suite_add_tcase(suite, codes);
    TCase *columns = tcase_create("columns");
    tcase_add_loop_test(columns, characters_have_their_columns, 0, COUNT(widths));
    tcase_add_test(columns, controls_are_the_invisible_and_the_turning);
    tcase_add_test(columns, a_control_takes_one_column);
    tcase_add_loop_test(columns, what_fits_is_the_longest_that_does, 0, COUNT(texts));
    tcase_add_test(columns, words_are_not_broken);
    tcase_add_loop_test(columns, columns_add_up, 0, COUNT(texts));
    suite_add_tcase(suite, columns);
    return suite;
}
