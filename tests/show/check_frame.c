#include "base/utf8.h"
#include "show/frame.h"
#include "styles.h"
#include "suites.h"

#include <stdlib.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

static void expect_text(const Frame *f, bool ascii, const char *text)
{
    Buf out = {0};
    frame_text(&out, f, ascii);
    ck_assert_str_eq(buf_text(&out), text);
    buf_release(&out);
}

static void expect_styles(const Frame *f, const char *text)
{
    Buf out = {0};
    frame_styles(&out, f);
    ck_assert_str_eq(buf_text(&out), text);
    buf_release(&out);
}

/* Halves of wide characters come in pairs, and nothing is empty but a right half. */
static void expect_whole(const Frame *f)
{
    for (int i = 0; i < f->width * f->height; i++) {
        const Glyph *g = &f->glyph[i];
        int col = i % f->width;
        if (g->width == 2)
            ck_assert(col + 1 < f->width && g[1].width == 0);
        if (g->width == 0)
            ck_assert(col > 0 && g[-1].width == 2);
        ck_assert_int_eq(g->bytes[0] == '\0', g->width == 0);
        ck_assert_uint_eq(utf8_check(g->bytes, strlen(g->bytes)), strlen(g->bytes));
        ck_assert_int_eq(utf8_columns(g->bytes), g->width);
    }
}

START_TEST(new_frame_is_blank)
{
    Frame *f = frame_new(4, 2);
    expect_text(f, false, "\n\n");
    expect_styles(f, "....\n....\n");
    ck_assert_int_eq(f->cursor_row, -1);
    frame_put(f, 0, 0, STYLE_TITLE, "abc");
    frame_resize(f, 2, 3);
    expect_text(f, false, "\n\n\n");
    frame_free(f);
    frame_free(NULL);
}
END_TEST

START_TEST(sizes_below_one)
{
    Frame *f = frame_new(0, -3);
    ck_assert_int_eq(f->width, 1);
    ck_assert_int_eq(f->height, 1);
    ck_assert_int_eq(frame_put(f, 0, 0, STYLE_TEXT, "中a"), 3);
    expect_text(f, false, "\n");
    ck_assert_int_eq(frame_put(f, 0, 0, STYLE_TEXT, "abc"), 3);
    expect_text(f, false, "a\n");
    ck_assert_int_eq(frame_fit(f, 0, 0, 1, STYLE_TEXT, "bc"), 1);
    expect_text(f, false, "~\n");
    expect_whole(f);
    frame_free(f);
}
END_TEST

START_TEST(text_and_style)
{
    Frame *f = frame_new(10, 3);
    ck_assert_int_eq(frame_put(f, 0, 1, STYLE_HEADING, "Q 中é"), 5);
    ck_assert_int_eq(frame_put(f, 1, 0, STYLE_RESULT, "42|a\tb\x01\x7f"), 8);
    frame_style(f, 2, 8, 5, STYLE_SELECTED);
    frame_style(f, 0, 4, 1, STYLE_ERROR);
    expect_text(f, false, " Q 中é\n42|a b??\n\n");
    expect_styles(f, ".HH!!H....\nRRRRRRRR..\n........XX\n");
    frame_fill(f, 1, -2, 4, STYLE_BAR);
    frame_fill(f, 0, 4, 1, STYLE_LABEL);
    expect_text(f, false, " Q   é\n  |a b??\n\n");
    expect_styles(f, ".HH!LH....\nBBRRRRRR..\n........XX\n");
    expect_whole(f);
    frame_free(f);
}
END_TEST

START_TEST(all_styles_have_a_letter)
{
    Frame *f = frame_new(STYLE_COUNT, 1);
    for (int style = 0; style < STYLE_COUNT; style++)
        frame_fill(f, 0, style, 1, (Style)style);
    expect_styles(f, ".TBHSECLFOPRX!\n");
    frame_free(f);
}
END_TEST

START_TEST(marks_stay_with_their_letter)
{
    Frame *f = frame_new(6, 1);
    /* A mark with nothing before it is left off. */
    ck_assert_int_eq(frame_put(f, 0, 0, STYLE_TEXT, "\u0301e\u0301\u0302x"), 2);
    expect_text(f, false, "e\u0301\u0302x\n");
    expect_text(f, true, "ex\n");
    /* More marks than a glyph holds: whole ones are left off. */
    frame_put(f, 0, 0, STYLE_TEXT, "a\u0301\u0301\u0301\u0301\u0301\u0301\u0301\u0301\u0301");
    ck_assert_str_eq(f->glyph[0].bytes, "a\u0301\u0301\u0301\u0301\u0301\u0301\u0301");
    /* The mark of a letter outside the frame goes with it. */
    frame_put(f, 0, 5, STYLE_TEXT, "bc\u0301");
    ck_assert_str_eq(f->glyph[5].bytes, "b");
    expect_whole(f);
    frame_free(f);
}
END_TEST

/* The columns of `text` from `from` on, a wide character that is cut as a blank: what a frame of
 * `width` must show when the text is put `from` columns left of it. */
static void window(Buf *out, const char *text, int from, int width)
{
    int col = -from;
    buf_fill(out, ' ', col < width ? col : width);
    while (*text) {
        uint32_t c;
        size_t size = utf8_next(text, strlen(text), &c);
        int columns = utf8_width(c);
        if (col >= 0 && col + columns <= width)
            buf_add(out, text, size);
        else
            for (int i = 0; i < columns; i++)
                if (col + i >= 0 && col + i < width)
                    buf_putc(out, ' ');
        col += columns;
        text += size;
    }
    while (out->length > 0 && out->text[out->length - 1] == ' ')
        buf_cut(out, out->length - 1);
    buf_putc(out, '\n');
}

START_TEST(clips_at_every_column)
{
    const char *text = "a中文b√語c";
    int columns = utf8_columns(text);
    for (int width = 1; width <= columns + 2; width++)
        for (int col = -columns - 1; col <= width + 1; col++) {
            Frame *f = frame_new(width, 1);
            Buf expected = {0};
            window(&expected, text, -col, width);
            ck_assert_int_eq(frame_put(f, 0, col, STYLE_CODE, text), columns);
            expect_text(f, false, buf_text(&expected));
            expect_whole(f);
            buf_release(&expected);
            frame_free(f);
        }
}
END_TEST

/* Leaves no trace of what was below the half of a wide character that is inside. */
START_TEST(cut_wide_character_leaves_a_blank)
{
    Frame *f = frame_new(4, 1);
    frame_put(f, 0, 0, STYLE_TEXT, "####");
    frame_put(f, 0, -1, STYLE_CODE, "中");
    frame_put(f, 0, 3, STYLE_CODE, "中");
    expect_text(f, false, " ##\n");
    expect_styles(f, "C..C\n");
    frame_free(f);
}
END_TEST

START_TEST(rows_outside_are_left_alone)
{
    Frame *f = frame_new(3, 1);
    ck_assert_int_eq(frame_put(f, -1, 0, STYLE_TEXT, "abc"), 3);
    ck_assert_int_eq(frame_put(f, 1, 0, STYLE_TEXT, "中"), 2);
    frame_fill(f, 1, 0, 3, STYLE_BAR);
    frame_style(f, -1, 0, 3, STYLE_BAR);
    expect_text(f, false, "\n");
    expect_styles(f, "...\n");
    frame_free(f);
}
END_TEST

START_TEST(half_overwritten_half_blank)
{
    static const struct {
        int col;
        const char *text, *result;
    } table[] = {
        {0, "x", "x 文\n"}, {1, "x", " x文\n"}, {2, "x", "中x\n"},
        {3, "x", "中 x\n"}, {1, "語", " 語\n"}, {0, "語", "語文\n"},
    };
    for (size_t i = 0; i < COUNT(table); i++) {
        Frame *f = frame_new(4, 1);
        frame_put(f, 0, 0, STYLE_TEXT, "中文");
        frame_put(f, 0, table[i].col, STYLE_TEXT, table[i].text);
        expect_text(f, false, table[i].result);
        expect_whole(f);
        frame_free(f);
    }
}
END_TEST

/* Columns are counted right and no half is left, whatever is written where, in whatever order. */
START_TEST(any_order_of_writing)
{
    static const char *const pieces[] = {"a",       "中",         "e\u0301", "\u0301", "文字",
                                         "\x1b[0m", "→√∑",        "\t",      "",       "\xff",
                                         "ab中",    "\U0001f600", "\u202e",  " "};
    srand(3);
    for (int round = 0; round < 300; round++) {
        Frame *f = frame_new(1 + rand() % 9, 1 + rand() % 3);
        for (int i = 0; i < 12; i++) {
            const char *text = pieces[(size_t)rand() % COUNT(pieces)];
            int row = rand() % 5 - 1, col = rand() % 14 - 3, columns = rand() % 7 - 1;
            switch (rand() % 4) {
            case 0:
                ck_assert_int_eq(frame_put(f, row, col, STYLE_TEXT, text), utf8_columns(text));
                break;
            case 1:
                ck_assert_int_le(frame_fit(f, row, col, columns, STYLE_TEXT, text),
                                 columns > 0 ? columns : 0);
                break;
            case 2:
                frame_fill(f, row, col, columns, STYLE_BAR);
                break;
            default:
                frame_style(f, row, col, columns, STYLE_ERROR);
            }
            expect_whole(f);
        }
        frame_free(f);
    }
}
END_TEST

START_TEST(fits_or_says_that_it_was_cut)
{
    static const struct {
        int columns;
        const char *text, *result;
    } table[] = {
        {5, "scale", "scale|"},
        {4, "scale", "sca~|"},
        {1, "scale", "~|"},
        {0, "scale", "|"},
        {-1, "scale", "|"},
        {3, "", "|"},
        {4, "中文", "中文|"},
        {3, "中文", "中~|"},
        {2, "中文", "~|"},
        {2, "e\u0301x", "e\u0301x|"},
        {2, "e\u0301xy", "e\u0301~|"},
    };
    for (size_t i = 0; i < COUNT(table); i++) {
        Frame *f = frame_new(8, 1);
        int used = frame_fit(f, 0, 0, table[i].columns, STYLE_TEXT, table[i].text);
        frame_put(f, 0, used, STYLE_TEXT, "|");
        Buf out = {0};
        frame_text(&out, f, false);
        buf_cut(&out, out.length - 1);
        ck_assert_str_eq(buf_text(&out), table[i].result);
        buf_release(&out);
        frame_free(f);
    }
}
END_TEST

START_TEST(ascii_stand_ins)
{
    static const struct {
        const char *text, *ascii;
    } table[] = {
        {"plain ~ text", "plain ~ text"},
        {"┌─┬─┐│└┴┘├┼┤", "+-+-+|++++++"},
        {"╔═╗║╚╝╭╮╯╰━┃", "+=+|++++++-|"},
        {"←↑→↓↔⇐⇒", "<^>v-<>"},
        {"a × b · c ÷ d", "a x b . c / d"},
        {"√∑∏∞−±≤≥≠≈∈", "vSPI-+<>!~e"},
        {"‘a’ “b” «c»", "'a' \"b\" <c>"},
        {"–—‐…•", "---.*"},
        {"αβγδεθλμπσφωΑΔΣΩ", "abgdetlmpsfwADSO"},
        {"éÀñüßøŁž", "eAnusoLz"},
        {"xᵀ x² xᵢ x₁ e⁻", "xT x2 x? x1 e-"},
        {"█▓▒░▲▼●○■", "##:.^v*o#"},
        {"⋮⋯✓✗", ":.vx"},
        {"中文", "????"},
        {"，。（１）　！", ", . ( 1 )   ! "},
        {"？＠", "? @ "},
        {"😀", "??"},
        {"\u00a0x", " x"},
        {"\u0416", "?"},
    };
    for (size_t i = 0; i < COUNT(table); i++) {
        Frame *f = frame_new(20, 1);
        int columns = frame_put(f, 0, 0, STYLE_TEXT, table[i].text);
        frame_put(f, 0, columns, STYLE_TEXT, "|");
        Buf out = {0};
        frame_text(&out, f, true);
        buf_cut(&out, out.length - 2);
        ck_assert_str_eq(buf_text(&out), table[i].ascii);
        ck_assert_int_eq((int)out.length, columns);
        buf_release(&out);
        frame_free(f);
    }
}
END_TEST

/* Every character has a stand-in of its own width, in printable ASCII. */
START_TEST(ascii_keeps_the_width)
{
    for (uint32_t c = 1; c < 0x30000; c++) {
        Glyph g = {.width = (unsigned char)utf8_width(c)};
        if (c >= 0xD800 && c <= 0xDFFF)
            continue;
        utf8_put(g.bytes, c);
        char text[3];
        const char *ascii = frame_ascii(&g, text);
        ck_assert_uint_eq(strlen(ascii), g.width);
        for (const char *p = ascii; *p; p++)
            ck_assert(*p >= ' ' && *p <= '~');
    }
}
END_TEST

/* Each sign is looked at by itself: with the rest of the text at each, this would take minutes. */
START_TEST(long_texts_in_ascii)
{
    enum { LINES = 500000 };
    Buf text = {0}, ascii = {0};
    for (int i = 0; i < LINES; i++)
        buf_puts(&text, "\u221A ab\n");
    frame_ascii_text(&ascii, buf_text(&text));
    ck_assert_uint_eq(ascii.length, LINES * strlen("sqrt ab\n"));
    buf_release(&text);
    buf_release(&ascii);
}
END_TEST

Suite *frame_suite(void)
{
    Suite *s = suite_create("frame");
    TCase *grid = tcase_create("grid");
    tcase_add_test(grid, new_frame_is_blank);
    tcase_add_test(grid, sizes_below_one);
    tcase_add_test(grid, text_and_style);
    tcase_add_test(grid, all_styles_have_a_letter);
    tcase_add_test(grid, marks_stay_with_their_letter);
    tcase_add_test(grid, clips_at_every_column);
    tcase_add_test(grid, cut_wide_character_leaves_a_blank);
    tcase_add_test(grid, rows_outside_are_left_alone);
    tcase_add_test(grid, half_overwritten_half_blank);
    tcase_add_test(grid, any_order_of_writing);
    tcase_add_test(grid, fits_or_says_that_it_was_cut);
    suite_add_tcase(s, grid);
    TCase *ascii = tcase_create("ascii");
    tcase_add_test(ascii, ascii_stand_ins);
    tcase_add_test(ascii, ascii_keeps_the_width);
    tcase_add_test(ascii, long_texts_in_ascii);
    suite_add_tcase(s, ascii);
    return s;
}
