/* The stage page: what has room beside what, and that nothing is cut that need not be. */
#include <string.h>

#include "drawn.h"
#include "made.h"
#include "suites.h"

enum { LEAST_HEIGHT = 10 };

/* The names so far have shapes without axes where columns are few, and code in two rows if that is
 * enough for it. */
START_TEST(names_so_far_are_told_to_their_end)
{
    Library *library = made_library("#| axes: query feature\nalpha = torch.tensor([[1., 2.]])\n"
                                    "gamma = torch.softmax(alpha * 2 + alpha, dim=-1)\n"
                                    "delta = alpha.masked_fill(alpha > 1.2345, 9.8765).clone()\n"
                                    "beta = alpha * 2");
    Scene s = scene_of(library, 0);
    Frame *f = frame_new(1, 1);
    Place p = place_of(120, 40, PAGE_STAGE);
    p.where.stage = 1;
    p.where.stop = run_stops(s.run, 1);
    draw(f, &s, &p);
    ck_assert(shows(f, " alpha       [1 x 2]     torch.tensor([[1., 2.]])"));
    ck_assert(shows(f, "\n delta       [1 x 2]     alpha.masked_fill(...) "));
    ck_assert(shows(f, "\n                         .clone() "));
    Buf text = drawn_text(f);
    ck_assert_msg(strstr(buf_text(&text), "\n                         + alpha, dim=-1)") != NULL,
                  "%s", buf_text(&text));
    buf_release(&text);
    frame_free(f);
    made_free(library);
}
END_TEST

/* Where a result and all that made it do not fit, one of them is seen beside it; then none. */
START_TEST(a_result_has_an_operand_beside_it)
{
    static const struct {
        int height;
        bool a, b;
        const char *note;
    } cases[] = {{24, true, true, NULL},
                 {15, false, true, "Not all fits: Tab shows what else made it."}};
    Library *library = made_library("a = torch.full((5, 4), 0.125)\nb = a * 3\nc = a + b");
    Scene s = scene_of(library, 0);
    Frame *f = frame_new(1, 1);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        Place p = place_of(80, cases[i].height, PAGE_STAGE);
        p = place_at(p, made_run(library), 1, 3);
        draw(f, &s, &p);
        ck_assert_int_eq(shows(f, " a [5 x 4]"), cases[i].a);
        ck_assert_int_eq(shows(f, " b [5 x 4]"), cases[i].b);
        ck_assert(shows(f, " c [5 x 4]"));
        ck_assert_int_eq(shows(f, "Not all fits"), cases[i].note != NULL);
        ck_assert(!cases[i].note || shows(f, cases[i].note));
    }
    frame_free(f);
    made_free(library);
}
END_TEST

/* Code that is stepped through is folded where it does not fit; of a tensor beside it the shape stays. */
START_TEST(long_lines_are_folded)
{
    Library *library = made_library(
        "def forward(first_argument, second_argument, third_argument=3, fourth=4, last_of_all=5):\n"
        "    scores = first_argument * second_argument + first_argument  # and what it is for\n"
        "    return scores * 2\n"
        "y = forward(torch.ones(2, 3), torch.ones(2, 3))\n");
    Scene s = scene_of(library, 0);
    Frame *f = frame_new(1, 1);
    Place p = place_at(place_of(80, 24, PAGE_STAGE), made_run(library), 1, 1);
    draw(f, &s, &p);
    ck_assert(shows(f, "\n    7 def forward("));
    ck_assert(shows(f, "\n          last_of_all=5):"));
    ck_assert(shows(f, "\n >  8     scores = first_argument * second_argument + first_argument"));
    ck_assert(shows(f, "\n              what it is for  scores [2 x 3]\n"));
    frame_free(f);
    made_free(library);
}
END_TEST

/* The operation keeps its row where a window leaves few; one that is too small for pages has none, and is still
 * stepped through. */
START_TEST(low_windows_keep_the_operation)
{
    enum { LOWEST = 10 }; /* rows that tables need */
    Library *library = made_library("def forward(x):\n"
                                    "    y = x * 2 + 1\n"
                                    "    return y\n"
                                    "z = forward(torch.ones(2, 3))\n");
    Scene s = scene_of(library, 0);
    Frame *f = frame_new(1, 1);
    int stop = 1;
    while (run_stop(s.run, 1, stop)->in.kind != INSIDE_LINE)
        stop++;
    Place p = place_inside(place_of(80, 24, PAGE_STAGE), s.run, 1, stop);
    for (p.height = 24; p.height > 0; p.height--) {
        ck_assert_int_ge(page_scroll_last(&s, &p), 0);
        draw(f, &s, &p);
        ck_assert_int_eq(shows(f, "\n >>> x * 2\n"), p.height >= LOWEST);
    }
    frame_free(f);
    made_free(library);
}
END_TEST

/* What a line bound, and the names beside the code, stand in a row of their own rather than cut. */
START_TEST(what_is_bound_is_told_to_its_end)
{
    static const struct {
        int width;
        const char *shows;
    } cases[] = {
        {80, "\n                        Q [3 x 2 x 4], K [3 x 2 x 4], V [3 x 2 x 4], said = 1\n"},
        {120, " y [3 x 2 x 4]\n"},
        {120, " and_ = 'words that do not end soon,\n"},
    };
    Library *library = made_library(
        "#| axes: sentence_of_words word feature\nx = torch.ones(3, 2, 4)\n"
        "def forward(y, and_="
        "'words that do not end soon, and go on'):\n"
        "    Q, K, V, said = y * 1.1234, y * 2.1234, y * 3.1234, 1\n"
        "    return Q + K\n"
        "z = forward(x)\n");
    Scene s = scene_of(library, 0);
    Frame *f = frame_new(1, 1);
    for (int i = 0; i < COUNT(cases); i++) {
        int stop = run_stops(s.run, 1) - 1; /* the line before the last of the call */
        Place p = place_inside(place_of(cases[i].width, 30, PAGE_STAGE), s.run, 1, stop);
        draw(f, &s, &p);
        Buf text = drawn_text(f);
        ck_assert_msg(strstr(buf_text(&text), cases[i].shows) != NULL, "%s", buf_text(&text));
        buf_release(&text);
    }
    frame_free(f);
    made_free(library);
}
END_TEST

/* In a low window all blocks of a tensor are piled up, and if it must be nothing else has an empty row: how
 * much more there is to read stands at the bottom. Columns that are called otherwise in each block keep their
 * labels. */
START_TEST(blocks_are_piled_up)
{
    static const char lesson[] =
        "# Made\n\n## S\n\nAll\n\nof\n\nthis\n\nis read.\n\n```python\nimport torch\n"
        "#| axes: sentence word feature\n#| items: s0 s1 s2\n"
        "x = torch.arange(36).reshape(3, 4, 3) + 0.1234\n"
        "y = x + 100\n"
        "#| axes: sentence word feature\n#| items: s0 s1 s2\n#| cols: a b c | d e f | g h i\n"
        "z = x + 0\n```\n";
    Library *library = made_library(lesson);
    Scene s = scene_of(library, 0);
    Frame *f = frame_new(1, 1);
    static const char *const seen[2][4] = {
        {"\n s0 0:  0.1234   1.1234   2.1234       s0 0: 100.1234",
         "\n    3: 33.1234  34.1234  35.1234    ", ": j k\n >>> y = x + 100\n",
         "[=>]  S\n\n All\n"},
        {"    a        b        c\n", "    d        e        f\n", "\n s1 0: 12.1234  13.1234",
         "[=>]  S\n All\n"}};
    Place p = place_at(place_of(80, 24, PAGE_STAGE), s.run, 1, 1);
    for (int i = 0; i < 2; i++) {
        p.where.stop = place_next(s.run, &p, p.where.stop, 1);
        draw(f, &s, &p);
        Buf text = drawn_text(f);
        for (int k = 0; k < 4; k++)
            ck_assert_msg(strstr(buf_text(&text), seen[i][k]) != NULL, "%s", buf_text(&text));
        ck_assert(!shows(f, "Not all fits"));
        buf_release(&text);
    }
    frame_free(f);
    made_free(library);
}
END_TEST

/* In a wide window all steps of a stage have the words left, also those whose result is no tensor; what the
 * lesson says after it is not told while that is hidden. */
START_TEST(values_stand_where_matrices_do)
{
    Library *library = made_library("# Made\n\n## S\n\nWords about it.\n\n```python\nimport torch\n"
                                    "x = torch.ones(2, 2)\nx.tolist()\n```\n\nWords behind it.\n");
    Scene s = scene_of(library, 0);
    Frame *f = frame_new(1, 1);
    for (int stop = 1; stop <= 2; stop++) {
        Place p = place_at(place_of(120, 40, PAGE_STAGE), s.run, 1, stop);
        draw(f, &s, &p);
        ck_assert(shows(f, "\n Words about it.                                    >>> "));
        ck_assert_int_eq(shows(f, "                       [[1.0, 1.0], [1.0, 1.0]]"), stop == 2);
        ck_assert_int_eq(shows(f, "\n Words behind it."), stop == 2);
        p = place_hide(p, s.run);
        draw(f, &s, &p);
        ck_assert_int_eq(shows(f, "                       ???\n"), stop == 2);
        ck_assert(!shows(f, "Words behind it.") && !shows(f, "[1.0, 1.0]"));
        ck_assert_int_eq(page_scroll_most(&s, &p), 0);
    }
    frame_free(f);
    made_free(library);
}
END_TEST

/* What the lesson says after a result is not told before it, however low the window. */
START_TEST(what_follows_a_hidden_result_is_not_told)
{
    Library *library = made_library(
        "# Made\n\n## S\n\nWords about it.\n\n```python\nimport torch\n"
        "x = torch.ones(5, 4)\ny = x + 1.2345\n```\n\nWords behind it.\n");
    Scene s = scene_of(library, 0);
    Frame *f = frame_new(1, 1);
    int told = 0;
    for (int height = 10; height < 30; height++) {
        Place p = place_at(place_of(60, height, PAGE_STAGE), s.run, 1, run_stops(s.run, 1));
        p = place_hide(p, s.run);
        int most = page_scroll_most(&s, &p);
        for (p.view.scroll = 0; p.view.scroll <= most; p.view.scroll++) {
            draw(f, &s, &p);
            ck_assert_msg(!shows(f, "behind"), "60x%d", height);
        }
        p.view.hidden = 0;
        bool is_told = false;
        most = page_scroll_most(&s, &p);
        for (p.view.scroll = 0; p.view.scroll <= most; p.view.scroll++) {
            draw(f, &s, &p);
            is_told |= shows(f, "behind");
        }
        told += is_told;
    }
    ck_assert_int_eq(told, 20);
    frame_free(f);
    made_free(library);
}
END_TEST

/* Where only the last line of the words is cut it has the row that would say so. */
START_TEST(the_last_line_has_the_row_that_says_more)
{
    Library *library = made_library("# Made\n\n## S\n\none\n\ntwo\n\nthree\n\n```python\n"
                                    "import torch\nx = torch.ones(2, 2)\ny = x + 1.2345\n```\n");
    Scene s = scene_of(library, 0);
    Frame *f = frame_new(1, 1);
    bool is_close = false;
    for (int height = 13; height < 30; height++) {
        Place p = place_at(place_of(60, height, PAGE_STAGE), s.run, 1, run_stops(s.run, 1));
        draw(f, &s, &p);
        ck_assert_msg(!shows(f, " 1 more line: j k"), "60x%d", height);
        is_close |= shows(f, "\n three\n >>> y");
    }
    ck_assert(is_close);
    frame_free(f);
    made_free(library);
}
END_TEST

/* Code is cut for the sake of what it makes and of words, not for empty rows. */
START_TEST(code_has_the_rows_that_are_left)
{
    static const struct {
        int stop, height;
        const char *shown;
    } cases[] = {
        {1, 24, "5., 6.]])"},   {1, 15, "\n ... "}, {1, 13, "x = torch.tensor([[1., 2.],~"},
        {1, 12, " 2:  3    4"}, {2, 24, "6]))"},    {2, 12, "... "}};
    Library *library = made_library("# Made\n\n## S\n\nOne.\n\n```python\n"
                                    "import torch\nx = torch.tensor([[1., 2.],\n    [2., 3.],\n"
                                    "    [3., 4.],\n    [4., 5.],\n    [5., 6.]])\n"
                                    "print(sum([\n    1,\n    2,\n    3,\n    4,\n    5,\n"
                                    "    6]))\n```\n");
    Scene s = scene_of(library, 0);
    Frame *f = frame_new(1, 1);
    Place p = place_at(place_of(80, cases[_i].height, PAGE_STAGE), s.run, 1, cases[_i].stop);
    draw(f, &s, &p);
    ck_assert_msg(shows(f, cases[_i].shown), "case %d", _i);
    ck_assert(shows(f, cases[_i].stop == 1 ? "x [5 x 2]" : "\n     21\n"));
    frame_free(f);
    made_free(library);
}
END_TEST

/* Nor does a long printout go by line for line: the words before it are read first. */
START_TEST(a_low_window_shows_a_printout_by_pages)
{
    Library *library = made_library(
        "# Made\n\n## S\n\n```python\n1 + 1\n```\n\nFirst word.\n\nAnd one.\n\nLast word.\n\n"
        "```python\nfor i in range(24):\n    print(i)\n```\n");
    Scene s = scene_of(library, 0);
    Frame *f = frame_new(1, 1);
    Place p = place_at(place_of(40, 12, PAGE_STAGE), s.run, 1, 2);
    draw(f, &s, &p);
    ck_assert(shows(f, "First word.") && shows(f, "Last word.") && !shows(f, ">>>"));
    int presses = 0;
    for (int to; (to = page_scroll_step(&s, &p, 1)) > p.view.scroll; presses++)
        p.view.scroll = to;
    draw(f, &s, &p);
    ck_assert(shows(f, ">>>") && shows(f, "     23\n"));
    ck_assert_int_le(presses, 8);
    frame_free(f);
    made_free(library);
}
END_TEST

/* In a window that has no row for them, words come in the order of the lesson: before the code, and after what it
 * makes. */
START_TEST(words_come_in_their_order)
{
    static const char lesson[] =
        "# Made\n\n## Stage\n\nFirst words.\n\n```python\nx = torch.ones(3, 3)\n```\n\nMiddle "
        "words.\n\n```python\ny = x @ x\n```\n\nLast words.\n";
    static const struct {
        const char *seen, *gone;
    } pages[] = {{"Middle words.", "y [3 x 3]"}, {"y [3 x 3]", "words."}, {"Last words.", "y ["}};
    Library *library = made_library(lesson);
    Scene s = scene_of(library, 0);
    Frame *f = frame_new(1, 1);
    Place p = place_of(40, 10, PAGE_STAGE);
    p.where.stage = 1;
    p.where.stop = 2;
    for (int i = 0; i < COUNT(pages); i++) {
        draw(f, &s, &p);
        ck_assert_msg(shows(f, pages[i].seen), "page %d lacks '%s'", i, pages[i].seen);
        ck_assert_msg(!shows(f, pages[i].gone), "page %d has '%s'", i, pages[i].gone);
        ck_assert_int_eq(shows(f, "v the numbers: Space"), i == 0);
        int to = page_scroll_step(&s, &p, 1);
        ck_assert_int_eq(to > p.view.scroll, i + 1 < COUNT(pages));
        p.view.scroll = to;
    }
    ck_assert_int_eq(page_scroll_last(&s, &p), p.view.scroll);
    ck_assert_int_eq(page_scroll_most(&s, &p), p.view.scroll);
    frame_free(f);
    made_free(library);
}
END_TEST

/* However long the text of a stage is, what it asks is seen. */
START_TEST(a_lesson_without_an_introduction_says_how_to_go_on)
{
    Library *library = made_library("x = torch.ones(2)\n");
    Scene s = scene_of(library, 0);
    Frame *f = frame_new(1, 1);
    Place p = place_at(place_of(80, 24, PAGE_STAGE), made_run(library), 0, 0);
    draw(f, &s, &p);
    ck_assert(shows(f, "\n This lesson begins with its first stage: Space goes there.\n"));
    frame_free(f);
    made_free(library);
}
END_TEST

START_TEST(questions_are_seen)
{
    Buf text = {0};
    buf_puts(&text,
             "# Made\n\n## Stage\n\n<details><summary>Why?</summary>\n\nSo.\n\n</details>\n\n");
    for (int i = 0; i < 40; i++)
        buf_printf(&text, "Paragraph%02d\n\n", i);
    buf_puts(&text, "```python\nx = torch.ones(2)\n```\n");
    Library *library = made_library(buf_text(&text));
    Scene s = scene_of(library, 0);
    Frame *f = frame_new(1, 1);
    for (int height = LEAST_HEIGHT; height < 45; height++) {
        Place p = place_of(60, height, PAGE_STAGE);
        p.where.stage = 1;
        draw(f, &s, &p);
        ck_assert_msg(shows(f, "\n Question: Why?"), "not seen in 60x%d", height);
        ck_assert_msg(shows(f, "Paragraph00"), "nothing else is seen in 60x%d", height);
        ck_assert(!shows(f, "So."));
        p.view.answered = 1;
        draw(f, &s, &p);
        ck_assert(shows(f, "\n Question: Why?\n\n Answer: So."));
        ck_assert(!shows(f, "Paragraph"));
    }
    frame_free(f);
    made_free(library);
    buf_release(&text);
}
END_TEST

/* A scale says which shade is which number, and there are none between False and True. */
START_TEST(what_is_true_or_not_has_no_scale)
{
    Library *library = made_library("x = torch.tensor([1., 2.])\ny = x > 1\n");
    Scene s = scene_of(library, 0);
    Frame *f = frame_new(1, 1);
    for (int stop = 1; stop <= 2; stop++) {
        Place p = place_at(place_of(80, 24, PAGE_STAGE), made_run(library), 1, stop);
        p.look.shade = true;
        draw(f, &s, &p);
        ck_assert_int_eq(shows(f, "shades of"), stop == 1);
    }
    frame_free(f);
    made_free(library);
}
END_TEST

Suite *stage_suite(void)
{
    Suite *s = suite_create("stage");
    TCase *t = tcase_create("stage");
    tcase_add_test(t, names_so_far_are_told_to_their_end);
    tcase_add_test(t, a_result_has_an_operand_beside_it);
    tcase_add_test(t, long_lines_are_folded);
    tcase_add_test(t, low_windows_keep_the_operation);
    tcase_add_test(t, what_is_bound_is_told_to_its_end);
    tcase_add_test(t, blocks_are_piled_up);
    tcase_add_test(t, values_stand_where_matrices_do);
    tcase_add_test(t, what_follows_a_hidden_result_is_not_told);
    tcase_add_test(t, the_last_line_has_the_row_that_says_more);
    tcase_add_test(t, a_low_window_shows_a_printout_by_pages);
    tcase_add_loop_test(t, code_has_the_rows_that_are_left, 0, 6);
    tcase_add_test(t, words_come_in_their_order);
    tcase_add_test(t, what_is_true_or_not_has_no_scale);
    tcase_add_test(t, questions_are_seen);
    tcase_add_test(t, a_lesson_without_an_introduction_says_how_to_go_on);
    suite_add_tcase(s, t);
    return s;
}
