/* Pictures: the text in them is that of the frame, each character in its place. */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "made.h"
#include "show/picture.h"
#include "suites.h"

/* A frame of random pieces: wide and combining characters, markup, styles, shades. */
static Frame *make_frame(int width, int height)
{
    static const char *const pieces[] = {"abc", "<&>", "\"'", "日本", "e\u0301", "🙂", " ", "√d"};
    Frame *f = frame_new(width, height);
    for (int i = 0; i < 40; i++) {
        int row = made_random(height), col = made_random(width);
        frame_put(f, row, col, (Style)made_random(STYLE_COUNT), pieces[made_random(COUNT(pieces))]);
        frame_shade(f, made_random(height), made_random(width), 1, made_random(9) - SHADES);
    }
    return f;
}

/* The text between the tags of a stretch, with the five characters in their own form. */
static void add_text(Buf *out, const char *from, const char *to)
{
    static const char *const names[] = {"&amp;", "&",      "&lt;", "<",     "&gt;",
                                        ">",     "&quot;", "\"",   "&#39;", "'"};
    while (from < to) {
        if (*from == '<') {
            from = strchr(from, '>') + 1;
            continue;
        }
        int i = 0;
        while (i < COUNT(names) && strncmp(from, names[i], strlen(names[i])) != 0)
            i += 2;
        if (i < COUNT(names)) {
            buf_puts(out, names[i + 1]);
            from += strlen(names[i]);
        } else {
            buf_putc(out, *from++);
        }
    }
}

START_TEST(its_text_is_that_of_the_frame)
{
    for (int i = 0; i < 200; i++) {
        Frame *f = make_frame(1 + made_random(40), 1 + made_random(6));
        Buf svg = {0}, lines = {0}, text = {0};
        picture_svg(&svg, f, "T");
        frame_text(&lines, f, false);
        const char *at = buf_text(&svg), *line = buf_text(&lines);
        for (; *line; line += strcspn(line, "\n") + 1) {
            if (*line == '\n')
                continue; /* has no element */
            at = strstr(at, "<text ");
            ck_assert_ptr_nonnull(at);
            const char *end = strstr(at, "</text>");
            buf_clear(&text);
            add_text(&text, at, end);
            ck_assert_uint_eq(text.length, strcspn(line, "\n"));
            ck_assert(memcmp(buf_text(&text), line, text.length) == 0);
            at = end;
        }
        ck_assert_ptr_null(strstr(at, "<text "));
        buf_release(&svg);
        buf_release(&lines);
        buf_release(&text);
        frame_free(f);
    }
}
END_TEST

START_TEST(each_character_has_its_place)
{
    Frame *f = frame_new(8, 1);
    Buf svg = {0};
    frame_put(f, 0, 0, STYLE_TEXT, "a日b");
    frame_put(f, 0, 4, STYLE_STRONG, "e\u0301x");
    frame_style(f, 0, 7, 1, STYLE_RESULT);
    picture_svg(&svg, f, "<T>");
    ck_assert_ptr_nonnull(strstr(buf_text(&svg), "<tspan x=\"9 18 36\">a日b</tspan>"
                                                 "<tspan class=\"s4\" x=\"45\">e\u0301</tspan>"
                                                 "<tspan class=\"s4\" x=\"54\">x</tspan>"));
    ck_assert_ptr_nonnull(strstr(buf_text(&svg), "<title>&lt;T&gt;</title>"));
    ck_assert_ptr_nonnull(strstr(buf_text(&svg), "x=\"72\" y=\"9\" width=\"9\""));
    buf_release(&svg);
    frame_free(f);
}
END_TEST

Suite *picture_suite(void)
{
    Suite *s = suite_create("picture");
    TCase *t = tcase_create("picture");
    tcase_add_test(t, its_text_is_that_of_the_frame);
    tcase_add_test(t, each_character_has_its_place);
    suite_add_tcase(s, t);
    return s;
}
