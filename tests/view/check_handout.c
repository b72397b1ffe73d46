/* Handouts: what is in them, that every link leads somewhere, and that no text becomes markup. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "made.h"
#include "suites.h"
#include "view/handout.h"

static Buf page;

static const char *make_page(const char *text, bool notes)
{
    Library *library = made_library(text);
    buf_clear(&page);
    handout(&page, made_run(library), notes);
    made_free(library);
    return buf_text(&page);
}

static int occurrences(const char *text, const char *part)
{
    int count = 0;
    for (; (text = strstr(text, part)); text += strlen(part))
        count++;
    return count;
}

/* Every "#x" that is linked to is the id of one element, and no id is given twice. */
static void check_links(const char *html)
{
    char wanted[64];
    for (const char *at = html; (at = strstr(at, "href=\"#")); at++) {
        int length = (int)strcspn(at + 7, "\"");
        snprintf(wanted, sizeof wanted, " id=\"%.*s\"", length, at + 7);
        ck_assert_msg(strstr(html, wanted), "a link to %.*s leads nowhere", length, at + 7);
    }
    for (const char *at = html; (at = strstr(at, " id=\"")); at++) {
        int length = (int)strcspn(at + 5, "\"");
        snprintf(wanted, sizeof wanted, " id=\"%.*s\"", length, at + 5);
        ck_assert_msg(occurrences(html, wanted) == 1, "%s is there twice", wanted);
    }
}

static const char product[] = "x = torch.tensor([[1., 2.], [3., 4.]])\n"
                              "y = x @ x.T\n";

START_TEST(a_number_leads_to_those_that_made_it)
{
    const char *html = make_page(product, false);
    ck_assert_ptr_nonnull(strstr(html, "<caption>y [2 x 2]</caption>"));
    ck_assert_ptr_nonnull(strstr(html, "<th scope=\"col\">0</th>"));
    /* y[0][1] = 1*3 + 2*4: the second row of x, and not of the transposed one in between. */
    ck_assert_ptr_nonnull(strstr(html, "<li id=\"w2-1\"><a href=\"#c2-1\">y[0][1]</a> = 11 = "
                                       "<a href=\"#c0-0\">1</a>*<a href=\"#c0-2\">3</a> + "
                                       "<a href=\"#c0-1\">2</a>*<a href=\"#c0-3\">4</a></li>"));
    check_links(html);
}
END_TEST

START_TEST(what_no_statement_shows_is_there_folded)
{
    const char *html = make_page("x = torch.tensor([[1., 2.], [3., 4.]])\n"
                                 "y = torch.softmax(x @ x / 2, dim=-1)\n",
                                 false);
    ck_assert_int_eq(occurrences(html, "<details class=\"way\""), 2);
    ck_assert_ptr_nonnull(strstr(html, "On the way: <code>x @ x</code>"));
    check_links(html);
}
END_TEST

START_TEST(links_lead_somewhere_whatever_there_is)
{
    check_links(make_page(made_odd, false));
    check_links(
        make_page("x = torch.arange(2000.)\ny = x.view(40, 50) + 1\nz = y[0, :5] * 2\n", false));
    ck_assert_int_eq(occurrences(buf_text(&page), "<td"), 5); /* the others are too large */
    check_links(
        make_page("#| hide\nx = torch.ones(2)\nx\ny = x\ny\nx + y\nx.sum()\nprint(x)\n", false));
}
END_TEST

static const char evil[] =
    "# <script>alert('title')</script>\n\n"
    "<script>alert(\"html\")</script>\n\n"
    "A <b onclick=x>bold</b> [link](javascript:alert(1)) and [one](https://x.org/?a='><i>&b) & "
    "`<code>`.\n\n"
    "## <img src=x onerror=alert('stage')>\n\n"
    "- <i>item</i>\n  > <i>quote</i>\n\n"
    "```text\n</pre><script>alert('fence')</script>\n```\n\n"
    "```python\nimport torch\n"
    "#| rows: <i> &</td>\n"
    "x = torch.tensor([[1., 2.], [3., 4.]])\n"
    "s = '</code><script>alert(1)</script>'\n"
    "print('<script>alert(2)</script>')\n"
    "s\n"
    "x['<script>']\n"
    "```\n\n"
    "<!-- note: <script>alert('note')</script> -->\n";

START_TEST(no_text_becomes_markup)
{
    Err err = {0};
    Lesson *lesson = lesson_parse("<evil>.md", evil, strlen(evil), &err);
    ck_assert_msg(lesson, "%s", err.message);
    Run *run = run_lesson(lesson);
    buf_clear(&page);
    handout(&page, run, true);
    const char *html = buf_text(&page);
    ck_assert_int_eq(occurrences(html, "<script"), 1); /* our own */
    ck_assert_int_eq(occurrences(html, "</script"), 1);
    ck_assert_int_eq(occurrences(html, "</style"), 1);
    static const char *const never[] = {"<b ", "<img", "<i>", "<u>", "href=\"javascript"};
    for (int i = 0; i < COUNT(never); i++)
        ck_assert_msg(!strstr(html, never[i]), "%s", never[i]);
    static const char *const text[] = {"alert(&#39;title",
                                       "alert(&quot;html",
                                       "&lt;b onclick",
                                       "alert(&#39;stage",
                                       "&lt;i&gt;item",
                                       "&lt;i&gt;quote",
                                       "alert(&#39;fence",
                                       "\">&lt;i&gt;</th>",
                                       "alert(1)",
                                       "alert(2)",
                                       "alert(&#39;note",
                                       "&amp;&lt;/td&gt;</th>",
                                       "<a href=\"https://x.org/?a="};
    for (int i = 0; i < COUNT(text); i++)
        ck_assert_msg(strstr(html, text[i]), "%s is not there", text[i]);
    check_links(html);
    run_free(run);
    lesson_free(lesson);
}
END_TEST

START_TEST(notes_are_there_when_asked_for)
{
    static const char noted[] =
        "# T\n\n## S\n\nWords.\n\n```text\n```\n\n<!-- note: Ask first. -->\n";
    ck_assert_ptr_null(strstr(make_page(noted, false), "Ask first."));
    ck_assert_ptr_nonnull(strstr(make_page(noted, true), "<aside>Ask first."));
}
END_TEST

START_TEST(an_answer_is_folded_under_its_question)
{
    const char *html = make_page(
        "# T\n\n## S\n\nWords.\n\n<details><summary>Which *key* wins?</summary>\n\n"
        "The second.\n\n- really\n\n</details>\n\nMore.\n\n```python\nx = 1\n```\n",
        false);
    ck_assert_ptr_nonnull(strstr(html, "<details class=\"question\"><summary>Which <em>key</em> "
                                       "wins?</summary>\n<p>The second.</p>\n<ul><li>really\n"
                                       "</li></ul>\n</details>\n<p>More.</p>"));
}
END_TEST

START_TEST(lists_are_nested_as_they_are_written)
{
    const char *html = make_page(
        "# T\n\n## S\n\n```text\n```\n\n1. one\n   - in it\n   - too\n\n   more of one\n"
        "2. two\n\n- other\n\nAfter.\n",
        false);
    ck_assert_ptr_nonnull(strstr(html, "<ol><li>one\n<ul><li>in it\n</li>\n<li>too\n</li></ul>\n"
                                       "<p>more of one</p>\n</li>\n<li>two\n</li></ol>\n"
                                       "<ul><li>other\n</li></ul>\n<p>After.</p>"));
}
END_TEST

Suite *handout_suite(void)
{
    Suite *s = suite_create("handout");
    TCase *t = tcase_create("handout");
    tcase_add_test(t, a_number_leads_to_those_that_made_it);
    tcase_add_test(t, what_no_statement_shows_is_there_folded);
    tcase_add_test(t, links_lead_somewhere_whatever_there_is);
    tcase_add_test(t, no_text_becomes_markup);
    tcase_add_test(t, notes_are_there_when_asked_for);
    tcase_add_test(t, an_answer_is_folded_under_its_question);
    tcase_add_test(t, lists_are_nested_as_they_are_written);
    suite_add_tcase(s, t);
    return s;
}
