/* The outline of a lesson: what is certain of it is what the whole says, and a lesson with a mistake has none. */
#include "lesson/lesson.h"

#include <string.h>

#include "made.h"
#include "suites.h"

static void expect_same(const char *what, const char *a, const char *b)
{
    ck_assert_msg(strcmp(a ? a : "(none)", b ? b : "(none)") == 0,
                  "%s: '%s', and in the lesson '%s'", what, a, b);
}

/* Tells whether a text has an outline; then it is a lesson, of which that is true. */
static bool has_outline(const Buf *text)
{
    Err err = {0};
    Lesson *outline = lesson_outline("f.md", text);
    Lesson *whole = outline ? lesson_parse("f.md", buf_text(text), text->length, &err) : NULL;
    if (outline) {
        ck_assert_msg(whole != NULL, "this has an outline and a mistake, line %d, %s:\n%.999s",
                      err.at.line, err.message, buf_text(text));
        expect_same("title", outline->title, whole->title);
        expect_same("track", outline->track, whole->track);
        expect_same("needs", outline->needs, whole->needs);
        expect_same("front", outline->front, whole->front);
        expect_same("source", outline->source, whole->source);
        ck_assert_int_eq(outline->place, whole->place);
        ck_assert_int_eq(outline->minutes, whole->minutes);
        ck_assert_msg(outline->stages == whole->stages, "%d stages, and not %d:\n%.999s",
                      whole->stages, outline->stages, buf_text(text));
    }
    const bool has = outline != NULL;
    lesson_free(outline);
    lesson_free(whole);
    return has;
}

/* Else each of them would be read as a whole whenever another is opened. */
START_TEST(all_lessons_have_one)
{
    Buf text = {0};
    Err err = {0};
    ck_assert(lesson_load(made_lessons[_i], &text, &err));
    ck_assert_msg(has_outline(&text), "%s has none", made_lessons[_i]);
    buf_release(&text);
}
END_TEST

/* --- what makes doubt --------------------------------------------------------------------------------- */

static const struct {
    const char *text;
    bool has;
} cases[] = {
    {"# A\n\n## S\n", true},
    {"#\tA  b \n\n##  S", true},
    {"## S\n", true},
    {"# A #\n\n## S\n", false},
    {"# A *b*\n\n## S\n", false},
    {"# A\n", false},
    {"# A\n# B\n\n## S\n", false},
    {"## S\n\n# A\n", false},
    {"#A\n\n## S\n", true},
    {"####### A\n\n## S\n", true},
    {"### A\n\n## S\n", true},
    {"# A\n\n##\n", false},
    {"# A\n\n## **\n\n## S\n", false},
    {" ## A\n\n## S\n", false},
    {"A\n---\n\n## S\n", false},
    {"A\n- \n\n## S\n", false},
    {"A\n  ==\n\n## S\n", false},
    {"- a\n  - b\n    1. c\n\n> d\n\n## S\n", true},
    {"- # A\n\n## S\n", false},
    {"- <b>\n\n## S\n", false},
    {"> ```python\n> x = 1\n> ```\n\n## S\n", false},
    {"<b>\n\n## S\n", false},
    {"a <b>b</b> < 2 & 3 !\n\n## S\n", true},
    {"a <!-- note: b -->\n\n## S\n", false},
    {"a `<!-- b`\n\n## S\n", false},
    {"a &lt;!--\n\n## S\n", false},
    {"a <!\\--\n\n## S\n", false},
    {"a <&excl;--\n\n## S\n", false},
    {"a <&#33;--\n\n## S\n", false},
    {"<!-- a\n\n## b -->\n\n## S\n", true},
    {"<!-- a --> b\n\n## S\n", false},
    {"<!-- a\n\n## S\n", false},
    {"<!--> a -->\n\n## S\n", false},
    {"<!-- track: T 2 -->\n<!-- minutes: 3 -->\n<!-- needs: 01 -->\n\n## S\n\n<!-- track: U -->\n",
     true},
    {"<!-- track: T -->\n\n## S\n", false},
    {"<!-- minutes: x -->\n\n## S\n", false},
    {"## S\n\n```python\nx = 1\n", false},
    {"## S\n\n```python\n## a\n```\n\n~~~~\n~~~\n## b\n~~~~\n", true},
    {"## S\n\n   ```\n## a\n   ```\n", false},
    {"## S\n\n```\n  ##\n  ```\n```\n", false},
    {"## S\n\n```python ` \n## a\n", false},
    {"## S\n\n```what-if a\nx = 2\n```\n", true},
    {"```what-if a\nx = 2\n```\n\n## S\n", false},
    {"## S\n\n```what-if\nx = 2\n```\n", false},
    {"## S\n\n```what-if a\nx = 2\n```\n\n```expect x\n2\n```\n", true},
    {"## S\n\n```what-if a\nx = 2\n```\n\n```expect\n2\n```\n", false},
    {"## S\n\n```what-if a\nx = 2\n```\n\n```python\n2\n```\n", false},
    {"## S\n\n<details><summary>a\nb?</summary>\n\nc\n\n</details>\n\nd\n", true},
    {"## S\n\n<details>\n<summary>128 a?</summary>\n\nc\n\n</details>", true},
    {"## S\n\n<details><summary>a?</summary>\nb\n\nc\n\n</details>\n", false},
    {"## S\n\n<details><summary># a?</summary>\n\nc\n\n</details>\n", false},
    {"## S\n\n<details><summary>a\n- b?</summary>\n\nc\n\n</details>\n", false},
    {"## S\n\n<details><summary>a?</summary>\n\n## b\n\n</details>\n", false},
    {"## S\n\n<details><summary>a?</summary>\n\n```python\nx = 1\n```\n\n</details>\n", false},
    {"## S\n\n<details><summary>a?</summary>\n\nc\n", false},
    {"## S\n\n<details><summary>a?</summary>\n\nc\n\n</details>\nd\n", false},
    {"## S\n\n</details>\n", false},
};

START_TEST(what_could_be_read_otherwise_has_none)
{
    Buf text = {0};
    buf_puts(&text, cases[_i].text);
    ck_assert_msg(has_outline(&text) == cases[_i].has, "%s", cases[_i].text);
    buf_release(&text);
}
END_TEST

START_TEST(bounds_hold)
{
    static const struct {
        const char *before, *many;
        int least, most; /* how often there is an outline, and where there is none */
    } bounds[] = {
        {"## S\n\n", "a\n", 4000, 5100},
        {"## S\n\n", "a\n\n", 9000, 20100},
        {"## S\n\n", "- ", 10, 60},
        {"## S\n\n", "\t", 1, 30},
        {"## S\n\n", "> ", 10, 40},
        {"## S\n\n", "## T\n", 400, 510},
        {"## S\n\n", "```what-if a\n```\n", 400, 510},
        {"## S\n\n", "- - - a\n\n", 2000, 6700},
    };
    for (int i = 0; i < COUNT(bounds); i++)
        for (int is_most = 0; is_most < 2; is_most++) {
            Buf text = {0};
            buf_puts(&text, bounds[i].before);
            for (int k = is_most ? bounds[i].most : bounds[i].least; k > 0; k--)
                buf_puts(&text, bounds[i].many);
            buf_puts(&text, "a\n");
            ck_assert_msg(has_outline(&text) == !is_most, "%s", bounds[i].many);
            buf_release(&text);
        }
}
END_TEST

/* --- chance ------------------------------------------------------------------------------------------- */

static const char *const pieces[] = {
    "# A\n",
    "## S\n",
    "##\n",
    "### H\n",
    "\n",
    "\n",
    "\n",
    "a\n",
    "- a\n",
    "- ",
    "> ",
    "  ",
    "\t",
    "1. b\n",
    "---\n",
    "===\n",
    "-",
    "```python\n",
    "```\n",
    "```",
    "~~~\n",
    "```expect x\n",
    "```expect\n",
    "```what-if t\n",
    "```text\n",
    "<!-- note: n -->\n",
    "<!--",
    "-->",
    "<!-- track: T 1 -->\n",
    "<details><summary>q</summary>\n",
    "<details>",
    "<summary>",
    "</summary>",
    "</details>\n",
    "<b>\n",
    "<",
    "&lt;",
    "!--",
    "\\",
    "!",
    "`",
    "*",
    "_x_ ",
    "[a](b)",
    "![a](b)",
    "&#33;",
    "#",
    "x = 1\n",
    "    c\n",
    "<?\n",
    "<pre>\n",
    "[a]: b\n",
    "é",
};

START_TEST(what_is_made_by_chance_has_one_only_if_it_is_so)
{
    int outlines = 0;
    made_seed(_i);
    for (int turn = 0; turn < 4000; turn++) {
        Buf text = {0};
        buf_puts(&text, made_random(2) ? "# A\n\n## S\n\n" : "");
        for (int n = 1 + made_random(10); n > 0; n--)
            buf_puts(&text, pieces[made_random(COUNT(pieces))]);
        outlines += has_outline(&text);
        buf_release(&text);
    }
    ck_assert_int_gt(outlines, 100); /* else nothing was compared */
}
END_TEST

/* A lesson of which lines were lost, doubled, or stand elsewhere. */
START_TEST(lessons_that_were_damaged_have_one_only_if_it_is_so)
{
    Buf whole = {0};
    Err err = {0};
    made_seed(_i);
    ck_assert(lesson_load(made_lessons[_i], &whole, &err));
    for (int turn = 0; turn < 12; turn++) {
        Buf text = {0};
        const char *piece = pieces[made_random(COUNT(pieces))];
        const char *lines = buf_text(&whole);
        for (const char *at = lines; *at;) {
            const size_t length = strcspn(at, "\n") + 1;
            const int chance = made_random(400);
            if (chance != 0)
                buf_add(&text, at, length);
            if (chance == 1)
                buf_puts(&text, piece);
            if (chance == 2)
                buf_add(&text, at, length);
            at += length;
        }
        has_outline(&text);
        buf_release(&text);
    }
    buf_release(&whole);
}
END_TEST

Suite *outline_suite(void)
{
    Suite *s = suite_create("outline");
    TCase *t = tcase_create("outline");
    suite_add_tcase(s, t);
    tcase_set_timeout(t, 60);
    tcase_add_loop_test(t, all_lessons_have_one, 0, MADE_LESSONS);
    tcase_add_loop_test(t, what_could_be_read_otherwise_has_none, 0, COUNT(cases));
    tcase_add_test(t, bounds_hold);
    tcase_add_loop_test(t, what_is_made_by_chance_has_one_only_if_it_is_so, 0, 4);
    tcase_add_loop_test(t, lessons_that_were_damaged_have_one_only_if_it_is_so, 0, MADE_LESSONS);
    return s;
}
