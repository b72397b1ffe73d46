#include "base/utf8.h"
#include "suites.h"
#include "tell/prose.h"

#include <stdlib.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))
/* clang-format off */
#define SPANS(...) .spans = (int)COUNT(((Span[]){__VA_ARGS__})), .span = (Span[]){__VA_ARGS__}
#define TEXT(words) SPANS({SPAN_TEXT, words})
/* clang-format on */

static void expect(const Block *blocks, int count, int width, ProseMarks marks, const char *text)
{
    Arena a = {0};
    Buf out = {0};
    Prose p = prose_layout(&a, blocks, count, width, marks);
    prose_text(&out, &p);
    ck_assert_str_eq(buf_text(&out), text);
    buf_release(&out);
    arena_release(&a);
}

#define EXPECT(width, marks, text, ...)                                                            \
    expect((const Block[]){__VA_ARGS__}, (int)COUNT(((const Block[]){__VA_ARGS__})), width, marks, \
           text)

START_TEST(nothing)
{
    expect(NULL, 0, 40, PROSE_STYLED, "");
    EXPECT(40, PROSE_STYLED, "\n", {.kind = BLOCK_PARAGRAPH});
    EXPECT(40, PROSE_STYLED, "-\n1.\n", {.kind = BLOCK_ITEM, .depth = 1},
           {.kind = BLOCK_ITEM, .depth = 1, .number = 1});
}
END_TEST

START_TEST(paragraphs)
{
    EXPECT(
        20, PROSE_STYLED,
        "Each row asks: how\n"
        "well does my query\n"
        "match every key?\n"
        "\n"
        "One score per pair.\n",
        {.kind = BLOCK_PARAGRAPH, TEXT("Each row asks: how well does my query match every key?")},
        {.kind = BLOCK_PARAGRAPH, TEXT("One score per pair.")});
}
END_TEST

START_TEST(lines_are_filled_to_the_last_column)
{
    EXPECT(20, PROSE_STYLED, "12345678901234567890\n2\n",
           {.kind = BLOCK_PARAGRAPH, TEXT("12345678901234567890 2")});
    EXPECT(20, PROSE_STYLED, "123456789 123456789\n12\n",
           {.kind = BLOCK_PARAGRAPH, TEXT("123456789 123456789 12")});
    EXPECT(20, PROSE_STYLED, "123456789 1234567890\n",
           {.kind = BLOCK_PARAGRAPH, TEXT("123456789 1234567890")});
}
END_TEST

START_TEST(blanks_fold)
{
    EXPECT(20, PROSE_STYLED, "a b c `d  e`\n",
           {.kind = BLOCK_PARAGRAPH,
            SPANS({SPAN_TEXT, "  a \n b "}, {SPAN_TEXT, "\tc  "}, {SPAN_CODE, "d  e"},
                  {SPAN_TEXT, "  "})});
}
END_TEST

START_TEST(hard_breaks)
{
    EXPECT(20, PROSE_STYLED, "a\nb\n\nc\n",
           {.kind = BLOCK_PARAGRAPH,
            SPANS({SPAN_TEXT, "a "}, {SPAN_BREAK, NULL}, {SPAN_TEXT, " b"}, {SPAN_BREAK, NULL},
                  {SPAN_BREAK, NULL}, {SPAN_TEXT, "c"})});
}
END_TEST

START_TEST(words_longer_than_a_line)
{
    EXPECT(20, PROSE_STYLED,
           "see\n"
           "scaled_dot_product_\n"
           "attention now\n"
           "abcdefghijklmnopqrst\n"
           "uvwxyz a_bcdefghijkl\n",
           {.kind = BLOCK_PARAGRAPH,
            TEXT("see scaled_dot_product_attention now "
                 "abcdefghijklmnopqrstuvwxyz a_bcdefghijkl")});
}
END_TEST

START_TEST(cjk)
{
    /* Between any two characters, but a closing one does not begin a line. */
    EXPECT(20, PROSE_STYLED, "注意力机制的计算步\n骤，如下。\n",
           {.kind = BLOCK_PARAGRAPH, TEXT("注意力机制的计算步骤，如下。")});
    EXPECT(20, PROSE_STYLED, "注意力机制的计算步\n骤。\n",
           {.kind = BLOCK_PARAGRAPH, TEXT("注意力机制的计算步骤。")});
    EXPECT(20, PROSE_STYLED, "注意力机制计算步骤\n（如下）\n",
           {.kind = BLOCK_PARAGRAPH, TEXT("注意力机制计算步骤（如下）")});
    EXPECT(20, PROSE_STYLED, "a注意力机制的计算步\n骤\n",
           {.kind = BLOCK_PARAGRAPH, TEXT("a注意力机制的计算步骤")});
    EXPECT(20, PROSE_STYLED, "the softmax 把\nscores 变成权重\n",
           {.kind = BLOCK_PARAGRAPH, TEXT("the softmax 把 scores 变成权重")});
}
END_TEST

START_TEST(combining_marks_are_not_cut_off)
{
    EXPECT(20, PROSE_STYLED, "abcdefghijklmnopqrse\u0301\ne\u0301\n",
           {.kind = BLOCK_PARAGRAPH, TEXT("abcdefghijklmnopqrse\u0301e\u0301")});
}
END_TEST

START_TEST(items_hang)
{
    EXPECT(24, PROSE_STYLED,
           "Steps:\n"
           "\n"
           "- make the queries and\n"
           "  keys\n"
           "- compare:\n"
           "  - each query with each\n"
           "    key\n"
           "  - by a dot product\n"
           "\n"
           "    with no mask\n"
           "\n"
           "  and then\n"
           "\n"
           "- mix\n"
           "9. nine\n"
           "10. ten, in a longer\n"
           "    line\n",
           {.kind = BLOCK_PARAGRAPH, TEXT("Steps:")},
           {.kind = BLOCK_ITEM, .depth = 1, TEXT("make the queries and keys")},
           {.kind = BLOCK_ITEM, .depth = 1, TEXT("compare:")},
           {.kind = BLOCK_ITEM, .depth = 2, TEXT("each query with each key")},
           {.kind = BLOCK_ITEM, .depth = 2, TEXT("by a dot product")},
           {.kind = BLOCK_PARAGRAPH, .depth = 2, TEXT("with no mask")},
           {.kind = BLOCK_PARAGRAPH, .depth = 1, TEXT("and then")},
           {.kind = BLOCK_ITEM, .depth = 1, TEXT("mix")},
           {.kind = BLOCK_ITEM, .depth = 1, .number = 9, TEXT("nine")},
           {.kind = BLOCK_ITEM, .depth = 1, .number = 10, TEXT("ten, in a longer line")});
}
END_TEST

START_TEST(quotes)
{
    EXPECT(20, PROSE_STYLED,
           "> attention is all\n"
           "> you need\n"
           "\n"
           "> - an item inside\n"
           ">   it\n"
           "\n"
           "> > deeper, and long\n"
           "> > enough\n"
           "\n"
           "outside\n",
           {.kind = BLOCK_QUOTE, .depth = 1, TEXT("attention is all you need")},
           {.kind = BLOCK_ITEM, .depth = 2, TEXT("an item inside it")},
           {.kind = BLOCK_QUOTE, .depth = 2, TEXT("deeper, and long enough")},
           {.kind = BLOCK_PARAGRAPH, TEXT("outside")});
}
END_TEST

START_TEST(code_and_rules)
{
    EXPECT(20, PROSE_STYLED,
           "- see\n"
           "\n"
           "      x = 1\n"
           "\n"
           "          y = 2\n"
           "      a long line of\n"
           "          code\n"
           "      a   ?[0m\n"
           "\n"
           "--------------------\n",
           {.kind = BLOCK_ITEM, .depth = 1, TEXT("see")},
           {.kind = BLOCK_CODE,
            .depth = 1,
            .text = "x = 1  \n\n    y = 2\na long line of code\na\t\x1b[0m"},
           {.kind = BLOCK_RULE});
}
END_TEST

/* Numbers and names stay whole: what does not fit goes on below, further in than its line. */
START_TEST(code_breaks_at_blanks)
{
    EXPECT(40, PROSE_STYLED,
           "    rows = [[0, 0, 0, 1], [0, 0, 1, 0],\n"
           "        [1, 0, 0, 0], [0, 1, 0, 0]]\n"
           "        inner = 123456789012345678901 +\n"
           "            1\n"
           "    123456789012345678901234567890123456\n"
           "        7890\n",
           {.kind = BLOCK_CODE,
            .text = "rows = [[0, 0, 0, 1], [0, 0, 1, 0], [1, 0, 0, 0], [0, 1, 0, 0]]\n"
                    "    inner = 123456789012345678901 + 1\n"
                    "1234567890123456789012345678901234567890"});
}
END_TEST

START_TEST(marks)
{
    const Block blocks[] = {
        {.kind = BLOCK_HEADING, SPANS({SPAN_TEXT, "Why "}, {SPAN_CODE, "sqrt"}, {SPAN_TEXT, "?"})},
        {.kind = BLOCK_PARAGRAPH,
         SPANS({SPAN_TEXT, "The "}, {SPAN_EMPHASIS, "query"}, {SPAN_TEXT, ", "}, {SPAN_CODE, "k"},
               {SPAN_TEXT, " and a "}, {SPAN_STRONG, "bold one"}, {SPAN_TEXT, " "},
               {SPAN_LINK, "here"}, {SPAN_EMPHASIS, ""}, {SPAN_CODE, NULL}, {SPAN_TEXT, "."})},
    };
    expect(blocks, 2, 30, PROSE_STYLED, "Why `sqrt`?\n\nThe query, `k` and a bold one\nhere.\n");
    expect(blocks, 2, 30, PROSE_MARKED,
           "### Why `sqrt`?\n\nThe *query*, `k` and a **bold\none** here.\n");
}
END_TEST

/* ---- properties, of random blocks ---- */

static const char *random_words(Arena *a)
{
    static const char *const words[] = {"a",
                                        "query",
                                        "注意",
                                        "。",
                                        "（力",
                                        "softmax(scores)",
                                        "e\u0301",
                                        "x²",
                                        "it's",
                                        "-",
                                        "√d",
                                        "😀",
                                        "supercalifragilistic",
                                        "文字文字文字文字文字文字文字文字文字文字文字"};
    Buf text = {0};
    for (int n = rand() % 12; n >= 0; n--) {
        buf_puts(&text, words[(size_t)rand() % COUNT(words)]);
        buf_fill(&text, ' ', rand() % 3 - (n == 0));
    }
    const char *copy = arena_string(a, buf_text(&text));
    buf_release(&text);
    return copy;
}

static Block random_block(Arena *a)
{
    Block b = {.kind = (BlockKind)(rand() % 6), .depth = rand() % 8};
    if (rand() % 20 == 0)
        b.depth = rand() % 80;
    b.number = rand() % 2 ? 0 : rand() % 5 ? rand() % 20 : 999999999;
    b.spans = rand() % 5;
    b.span = arena_many(a, (size_t)b.spans, Span);
    for (int i = 0; i < b.spans; i++)
        b.span[i] = (Span){(SpanStyle)(rand() % 6), random_words(a)};
    b.text = arena_format(a, "%s\n\t%s\n", random_words(a), random_words(a));
    return b;
}

/* Keeps all but blanks, newlines and the > of quotes: what no layout may lose, add or move. */
static void squeeze(Buf *out, const char *text)
{
    for (; *text; text++)
        if (!strchr(" >\n\t", *text))
            buf_putc(out, *text);
}

static void expect_lines(const Prose *p, int width)
{
    for (int i = 0; i < p->lines; i++) {
        int column = 0;
        for (int k = 0; k < p->line[i].pieces; k++) {
            const ProsePiece *piece = &p->line[i].piece[k];
            size_t length = strlen(piece->text);
            ck_assert_int_ge(piece->column, column);
            ck_assert_uint_gt(length, 0);
            ck_assert_uint_eq(utf8_check(piece->text, length), length);
            column = piece->column + utf8_columns(piece->text);
            if (k == p->line[i].pieces - 1)
                ck_assert_int_ne(piece->text[length - 1], ' ');
        }
        ck_assert_int_le(column, width);
    }
}

START_TEST(any_prose_fits_and_is_whole)
{
    srand(11);
    for (int round = 0; round < 400; round++) {
        Arena a = {0};
        Block blocks[6];
        Buf before = {0}, after = {0}, text = {0};
        int width = 20 + rand() % 60;
        int count = 1 + rand() % 6;
        for (int i = 0; i < count; i++) {
            blocks[i] = random_block(&a);
            if (blocks[i].kind == BLOCK_RULE || blocks[i].kind == BLOCK_ITEM)
                blocks[i].kind = BLOCK_PARAGRAPH;
            if (blocks[i].kind == BLOCK_CODE)
                squeeze(&before, blocks[i].text);
            for (int k = 0; k < blocks[i].spans && blocks[i].kind != BLOCK_CODE; k++) {
                Span *span = &blocks[i].span[k];
                if (span->style == SPAN_BREAK)
                    continue;
                const char *mark = span->style == SPAN_CODE ? "`" : "";
                buf_puts(&before, mark);
                squeeze(&before, span->text);
                buf_puts(&before, mark);
            }
        }
        Prose p = prose_layout(&a, blocks, count, width, PROSE_STYLED);
        expect_lines(&p, width);
        prose_text(&text, &p);
        squeeze(&after, buf_text(&text));
        ck_assert_str_eq(buf_text(&after), buf_text(&before));
        buf_release(&before);
        buf_release(&after);
        buf_release(&text);
        arena_release(&a);
    }
}
END_TEST

START_TEST(any_blocks_fit)
{
    srand(12);
    for (int round = 0; round < 400; round++) {
        Arena a = {0};
        Block blocks[8];
        int width = rand() % 100 - 2;
        for (size_t i = 0; i < COUNT(blocks); i++)
            blocks[i] = random_block(&a);
        Prose p = prose_layout(&a, blocks, COUNT(blocks), width, (ProseMarks)(rand() % 2));
        expect_lines(&p, width < PROSE_LEAST_WIDTH ? PROSE_LEAST_WIDTH : width);
        arena_release(&a);
    }
}
END_TEST

Suite *prose_suite(void)
{
    Suite *s = suite_create("prose");
    TCase *layout = tcase_create("layout");
    tcase_add_test(layout, nothing);
    tcase_add_test(layout, paragraphs);
    tcase_add_test(layout, lines_are_filled_to_the_last_column);
    tcase_add_test(layout, blanks_fold);
    tcase_add_test(layout, hard_breaks);
    tcase_add_test(layout, words_longer_than_a_line);
    tcase_add_test(layout, cjk);
    tcase_add_test(layout, combining_marks_are_not_cut_off);
    tcase_add_test(layout, items_hang);
    tcase_add_test(layout, quotes);
    tcase_add_test(layout, code_and_rules);
    tcase_add_test(layout, code_breaks_at_blanks);
    tcase_add_test(layout, marks);
    suite_add_tcase(s, layout);
    TCase *properties = tcase_create("properties");
    tcase_add_test(properties, any_prose_fits_and_is_whole);
    tcase_add_test(properties, any_blocks_fit);
    suite_add_tcase(s, properties);
    return s;
}
