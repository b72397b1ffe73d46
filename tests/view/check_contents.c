/* The contents over a page. */
#include <stdio.h>
#include <string.h>

#include "drawn.h"
#include "made.h"
#include "suites.h"

/* The stage that the cursor is on is seen, however long the list. */
START_TEST(contents_show_the_choice)
{
    Buf text = {0};
    buf_puts(&text, "# Made\n\n```python\nimport torch\n```\n\n");
    for (int i = 1; i <= 30; i++)
        buf_printf(&text, "## Title%02d\n\n", i);
    Library *library = made_library(buf_text(&text));
    Scene s = scene_of(library, 0);
    Frame *f = frame_new(1, 1);
    for (int height = 10; height < 45; height++)
        for (int choice = 0; choice <= 30; choice++) {
            Place p = place_of(60, height, PAGE_STAGE);
            char line[40];
            p.overlay = OVERLAY_CONTENTS;
            p.where.stage = 30 - choice;
            p.choice = choice;
            draw(f, &s, &p);
            snprintf(line, sizeof line, choice ? "| > %2d  Title%02d" : "| >     Introduction",
                     choice, choice);
            ck_assert_msg(shows(f, line), "'%s' is not seen in 60x%d", line, height);
            ck_assert_int_eq(drawn_count(f, ">", STYLE_SELECTED), 1);
            ck_assert(shows(f, "+- contents ") && shows(f, "-----+"));
            ck_assert_int_ne(shows(f, "     Introduction"), shows(f, "^ more"));
            ck_assert_int_ne(shows(f, "30  Title30"), shows(f, "v more"));
        }
    frame_free(f);
    made_free(library);
    buf_release(&text);
}
END_TEST

/* The sizes of a stage: all, or the last that there is room for, before its title is cut. */
START_TEST(contents_tell_the_last_sizes)
{
    static const struct {
        int width;
        const char *seen;
    } cases[] = {{80, " 1  Six  1x1 2x2 3x3 4x4 5x5 6x6  now |"},
                 {40, " 1  Six  .. 3x3 4x4 5x5 6x6  now |"},
                 {80, " 2  One  6x6 "}};
    Buf text = {0};
    buf_puts(&text, "# Made\n\n## Six\n\n```python\nimport torch\n");
    for (int i = 1; i <= 6; i++)
        buf_printf(&text, "x%d = torch.ones(%d, %d)\n\n", i, i, i);
    buf_puts(&text, "```\n\n## One\n\n```python\ny = x6 * 2\n```\n");
    Library *library = made_library(buf_text(&text));
    Scene s = scene_of(library, 0);
    Frame *f = frame_new(1, 1);
    Place p = place_of(cases[_i].width, 24, PAGE_STAGE);
    p.overlay = OVERLAY_CONTENTS;
    p.where.stage = p.choice = 1;
    draw(f, &s, &p);
    Buf drawn = drawn_text(f), close = {0};
    for (const char *at = buf_text(&drawn); *at; at++) /* columns do not matter here */
        if (strncmp(at, "   ", 3) != 0)
            buf_putc(&close, *at);
    ck_assert_msg(strstr(buf_text(&close), cases[_i].seen) != NULL, "%s", buf_text(&drawn));
    buf_release(&drawn);
    buf_release(&close);
    buf_release(&text);
    frame_free(f);
    made_free(library);
}
END_TEST

Suite *contents_suite(void)
{
    Suite *s = suite_create("contents");
    TCase *t = tcase_create("contents");
    tcase_set_timeout(t, 60);
    tcase_add_test(t, contents_show_the_choice);
    tcase_add_loop_test(t, contents_tell_the_last_sizes, 0, 3);
    suite_add_tcase(s, t);
    return s;
}
