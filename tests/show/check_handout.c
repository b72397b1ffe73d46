/* Handouts: what is in them, that every link leads somewhere, and that no text becomes markup. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "folder.h"
#include "lesson/prepared.h"
#include "made.h"
#include "show/handout.h"
#include "show/markup.h"
#include "suites.h"

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
    ck_assert_ptr_nonnull(strstr(html, "<caption><span>y [2 x 2]</span></caption>"));
    ck_assert_ptr_nonnull(strstr(html, "<th scope=\"col\">0</th>"));
    /* y[0, 1] = 1*3 + 2*4: the second row of x, and not of the transposed one in between. */
    ck_assert_ptr_nonnull(strstr(html, "<li id=\"w2-1\"><a href=\"#c2-1\">y[0, 1]</a> = 11 = "
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
    ck_assert_ptr_nonnull(strstr(html, "Intermediate result: <code>x @ x</code>"));
    check_links(html);
}
END_TEST

START_TEST(what_the_author_hides_leaves_a_trace)
{
    const char *html = make_page("#| hide\na = 1\n#| hide\n#| rows: b c\nx = torch.ones(2,\n"
                                 "               2)\ny = x + a\n#| hide\nz = y\n",
                                 false);
    ck_assert_ptr_nonnull(strstr(html, "# 3 lines not shown\ny = x + a\n"));
    ck_assert_ptr_nonnull(strstr(html, "# 1 line not shown\n"));
    ck_assert_ptr_null(strstr(html, "z = y"));
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

/* --- lessons of others ------------------------------------------------------------------------------ */

/* The text of each place of a lesson that a reader may see, % for what is put there. */
static const struct {
    const char *place, *text;
} places[] = {
    {"title", "# T % t\n\n## S\n\nWords.\n"},
    {"title of a stage", "# T\n\n## S % s\n\nWords.\n\n## S 2\n\nMore.\n"},
    {"heading", "# T\n\n## S\n\n### H % h\n\nWords.\n"},
    {"paragraph", "# T\n\nFirst % last\n\n## S\n\nWords % more.\n"},
    {"paragraph that begins with it", "# T\n\n## S\n\nWords.\n\n% more.\n"},
    {"emphasis", "# T\n\n## S\n\nA *b % c* **d % e** f.\n"},
    {"code in prose", "# T\n\n## S\n\nA `b % c`.\n"},
    {"item", "# T\n\n## S\n\n- a % b\n- c\n  - d % e\n\n1. f % g\n"},
    {"quote", "# T\n\n## S\n\n> a % b\n"},
    {"text of a link", "# T\n\n## S\n\nA [b % c](https://x.org).\n"},
    {"title of a link", "# T\n\n## S\n\nA [b % c](https://x.org \"c % d\").\n"},
    {"text of a picture", "# T\n\n## S\n\nA ![b % c](x.png \"d % e\").\n"},
    {"block that is shown", "# T\n\n## S\n\n```text % a\nb % c\n```\n"},
    {"block by its blanks", "# T\n\n## S\n\nWords.\n\n    a % b\n"},
    {"question", "# T\n\n## S\n\n<details><summary>A % b?</summary>\n\nC % d\n\n- % e\n\n"
                 "    f % g\n\n</details>\n"},
    {"note", "# T\n\n## S\n\nWords.\n\n<!-- note: a % b -->\n"},
    {"comment", "x = torch.ones(2)  # a % b\n"},
    {"rows", "#| rows: % b\nx = torch.ones(2, 2)\ny = x @ x\n"},
    {"columns", "#| cols: % b\nx = torch.ones(2)\ny = x * 2\n"},
    {"label in quotes", "#| cols: \"a % b\" c\nx = torch.ones(2)\ny = x * 2\n"},
    {"labels of two sentences", "#| rows: % b | c %\nx = torch.ones(2, 2, 2)\ny = x * 2\n"},
    {"axes", "#| axes: query %\nx = torch.ones(2, 2)\ny = x.sum(dim=1)\nz = x.softmax(dim=-1)\n"},
    {"text in code", "x = torch.ones(2) * len('%')\n"},
    {"text that is printed", "print('a % b')\nprint('c % d', torch.ones(2), sep=' % ')\n"},
    {"text that is shown", "s = 'a % b'\ns\n"},
    {"texts in containers", "s = {'a % b': ['c % d', ('e % f',)]}\ns\n"},
    {"error", "raise ValueError('a % b')\n"},
    {"assertion", "assert False, 'a % b'\n"},
    {"missing key", "d = {}\nd['%']\n"},
    {"mistake in the code", "x = torch.ones(2) + '%'\n"},
    {"name of a module", "net = nn.ModuleDict({'%': nn.Linear(2, 2)})\nnet\n"
                         "y = net['%'](torch.ones(1, 2))\nz = net['%'].weight * 2\n"},
    {"representation of an object",
     "class A:\n    def __repr__(self):\n        return 'a % b'\nx = A()\nx\n"},
    {"name of a file that is not there", "x = np.load('%.npy')\n"},
    {"name of a file", "x = np.load('there %.npy')\ny = x * 2\n"},
    {"name of a tensor in a file", "x = load_file('%.safetensors')\nx\ny = x['%'] * 2\n"},
    {"what-if", "# T\n\n## S\n\n```python\nimport torch\n#| cols: % b\nx = torch.ones(2)\n"
                "y = x * len('%')\n```\n\n```what-if a % b\nx[0] = 3\n```\n\n"
                "```what-if c\ny = x + len('%')\n```\n\n"
                "```what-if d\nline 8: y = x - len('%')\n```\n\nAnswer % e.\n"},
    {"what-if that cannot be made", "# T\n\n## S\n\n```python\nimport torch\nx = torch.ones(2)\n"
                                    "```\n\n```what-if a\nx = torch.ones('%')\n```\n"},
};

/* `text` with `what` in each place that a % marks. */
static void put_filled(Buf *out, const char *text, const char *what)
{
    for (; *text; text++)
        if (*text == '%')
            buf_puts(out, what);
        else
            buf_putc(out, *text);
}

static void replace_all(Buf *out, const char *text, const char *what, const char *by)
{
    for (const char *at; (at = strstr(text, what)); text = at + strlen(what)) {
        buf_add(out, text, (size_t)(at - text));
        buf_puts(out, by);
    }
    buf_puts(out, text);
}

/* The page of places[i] with `what` put there, notes and all. */
static void make_place(Buf *out, int i, const char *what)
{
    const char *text = places[i].text;
    Buf lesson_text = {0};
    Err err = {0};
    if (*text != '#' || text[1] == '|')
        buf_puts(&lesson_text, "# T\n\n## S\n\n```python\nimport numpy as np\nimport torch\n"
                               "from torch import nn\n"
                               "from safetensors.torch import load_file\n");
    put_filled(&lesson_text, text, what);
    if (*text != '#' || text[1] == '|')
        buf_puts(&lesson_text, "```\n");
    Lesson *lesson = lesson_parse("a.md", buf_text(&lesson_text), lesson_text.length, &err);
    ck_assert_msg(lesson, "%s: %s", places[i].place, err.message);
    Run *run = run_lesson(lesson);
    prepared_run(run);
    handout(out, run, true);
    run_free(run);
    lesson_free(lesson);
    buf_release(&lesson_text);
}

/* A file of one tensor beside the lesson. */
static void write_files(const char *what)
{
    static const char npy[] =
        "\x93NUMPY\1\0\x3a\0{'descr': '|u1', 'fortran_order': False, 'shape': (1,)}  \n\1";
    Buf name = {0}, header = {0}, bytes = {0};
    buf_printf(&name, "there %s.npy", what);
    folder_write_bytes(buf_text(&name), npy, sizeof npy - 1);
    buf_printf(&header, "{\"%s\":{\"dtype\":\"U8\",\"shape\":[1],\"data_offsets\":[0,1]}}", what);
    for (int i = 0; i < 8; i++)
        buf_putc(&bytes, (char)(header.length >> (8 * i) & 255));
    buf_printf(&bytes, "%s\1", buf_text(&header));
    buf_clear(&name);
    buf_printf(&name, "%s.safetensors", what);
    folder_write_bytes(buf_text(&name), buf_text(&bytes), bytes.length);
    buf_release(&name);
    buf_release(&header);
    buf_release(&bytes);
}

/* A page has, whatever a lesson has in that place, the same markup as with a harmless word. */
START_TEST(no_text_becomes_markup)
{
    static const char evil[] = "<b>a&b>", shown[] = "&lt;b&gt;a&amp;b&gt;", word[] = "xbxaxbx";
    Buf hostile = {0}, harmless = {0}, text = {0};
    folder_enter();
    write_files(evil);
    write_files(word);
    make_place(&hostile, _i, evil);
    make_place(&harmless, _i, word);
    folder_leave();
    replace_all(&text, buf_text(&hostile), shown, word);
    ck_assert_msg(occurrences(buf_text(&harmless), word) > 0, "%s: is not shown", places[_i].place);
    size_t same = 0; /* bytes at the start */
    while (same < text.length && text.text[same] == harmless.text[same])
        same++;
    ck_assert_msg(same == harmless.length && same == text.length, "%s: %.200s", places[_i].place,
                  buf_text(&text) + same);
    check_links(buf_text(&hostile));
    buf_release(&hostile);
    buf_release(&harmless);
    buf_release(&text);
}
END_TEST

START_TEST(a_link_leads_to_the_web_and_nowhere_else)
{
    const char *html = make_page(
        "# T\n\n## S\n\n[a](javascript:alert(1)) [b](JavaScript:alert(1)) [c](data:text/html,x) "
        "[d](file:///etc/passwd) [e](#r0) [f](//x.org) <javascript:alert(2)> "
        "[g](<https://x.org/?'\"\\<i\\>&b>)\n\n```text\n```\n",
        false);
    ck_assert_int_eq(occurrences(html, "<a "), 1);
    ck_assert_ptr_nonnull(strstr(html, "<a href=\"https://x.org/?&#39;%22%3Ci%3E&amp;b\">g</a>"));
    ck_assert_ptr_null(strstr(html, "<i"));
}
END_TEST

/* Not even in code that cannot be read, whose control characters are its mistake. */
START_TEST(control_characters_are_shown)
{
    Buf text = {0};
    markup_text(&text, "x = '\x05'\n\ty = \"日本\"\n");
    ck_assert_str_eq(buf_text(&text), "x = &#39;?&#39;\n\ty = &quot;日本&quot;\n");
    buf_release(&text);
}
END_TEST

START_TEST(a_wide_table_is_several)
{
    const char *html = make_page("#| axes: token feature\nx = torch.ones(2, 64) * 1000\n", false);
    ck_assert_ptr_nonnull(strstr(html, "x [2 token x 64 feature], columns 1-18 of 64</span>"));
    ck_assert_ptr_nonnull(strstr(html, "<span>x, columns 55-64 of 64</span></caption>\n"
                                       "<thead><tr><td></td><th scope=\"col\">54</th>"));
    ck_assert_int_eq(occurrences(html, "<td id=\"c1-"), 128);
    check_links(html);
    html = make_page("#| cols: a_label_of_twenty_one b c d e f\nx = torch.ones(6)\n", false);
    ck_assert_ptr_nonnull(strstr(html, "x [6], columns 1-4 of 6</span>"));
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
    tcase_add_test(t, what_the_author_hides_leaves_a_trace);
    tcase_add_test(t, links_lead_somewhere_whatever_there_is);
    tcase_add_loop_test(t, no_text_becomes_markup, 0, COUNT(places));
    tcase_add_test(t, a_link_leads_to_the_web_and_nowhere_else);
    tcase_add_test(t, control_characters_are_shown);
    tcase_add_test(t, a_wide_table_is_several);
    tcase_add_test(t, notes_are_there_when_asked_for);
    tcase_add_test(t, an_answer_is_folded_under_its_question);
    tcase_add_test(t, lists_are_nested_as_they_are_written);
    suite_add_tcase(s, t);
    return s;
}
