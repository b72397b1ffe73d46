/* The calls of a page, in a native program. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "app/app.h"
#include "folder.h"
#include "suites.h"
#include "web/web.h"

#define COUNT(table) ((int)(sizeof(table) / sizeof *(table)))

static const char lesson[] = "# One: by hand\n\nWords.\n\n## Inputs\n\n```python\nimport torch\nx "
                             "= torch.tensor([[1., 2.], [3., 4.]])\n```\n\n"
                             "## Products\n\n```python\ny = x @ x.T\n```\n";

static void enter(void)
{
    folder_enter();
    unsetenv("QKV_LESSONS");
    unsetenv("XDG_STATE_HOME");
    setenv("HOME", folder_path(), 1);
}

static void begin(void)
{
    folder_clear();
    folder_write("lessons/01-one.md", lesson);
    folder_write("lessons/02-broken.md", "# Broken\n\n# Twice\n");
    ck_assert_str_eq(qkv_web_start(80, 24), "");
}

static void expect_in(const char *text, const char *part)
{
    ck_assert_msg(strstr(text, part) != NULL, "'%s' is not in '%s'", part, text);
}

static const char *open_text(const char *name, const char *text)
{
    return qkv_web_open(name, (const unsigned char *)text, (int)strlen(text));
}

START_TEST(nothing_is_there_before_the_start)
{
    ck_assert_str_eq(qkv_web_start(80, 24), "There are no lessons here.");
    ck_assert_int_eq(qkv_web_key("Space"), APP_GO_ON);
    ck_assert_int_eq(qkv_web_click(1, 1), APP_GO_ON);
    ck_assert_int_eq(qkv_web_line("next"), APP_GO_ON);
    qkv_web_resize(10, 10);
    ck_assert_int_eq(qkv_web_tick(1), 0);
    ck_assert_int_eq(qkv_web_patience(), -1);
    ck_assert_str_eq(qkv_web_frame(), "{}");
    const char *const texts[] = {qkv_web_told(),
                                 qkv_web_message(),
                                 qkv_web_copied(),
                                 qkv_web_place(),
                                 qkv_web_saved("places"),
                                 qkv_web_go("01"),
                                 open_text("x.py", "x = 1\n")};
    for (int i = 0; i < COUNT(texts); i++)
        ck_assert_str_eq(texts[i], "");
    ck_assert_str_eq(qkv_web_title(), "qkv");
}
END_TEST

START_TEST(keys_lines_and_clicks)
{
    begin();
    expect_in(qkv_web_frame(), "One: by hand");
    ck_assert_int_eq(qkv_web_key("no such key"), APP_GO_ON);
    ck_assert_int_eq(qkv_web_key("Enter"), APP_GO_ON);
    ck_assert_str_eq(qkv_web_title(), "One: by hand - qkv");
    ck_assert_str_eq(qkv_web_place(), "01/0");
    qkv_web_line("goto 2.1");
    ck_assert_str_eq(qkv_web_place(), "01/2.1");
    expect_in(qkv_web_told(), "y");
    ck_assert_int_eq(qkv_web_line("copy y"), APP_COPY);
    expect_in(qkv_web_copied(), "tensor([[ 5., 11.],");
    qkv_web_paste("x[0, 0] = 5");
    qkv_web_key("Enter");
    expect_in(qkv_web_place(), "?change=x%5B0,%200%5D%20%3D%205");
    qkv_web_resize(0, 100000);
    expect_in(qkv_web_frame(), "\"width\":1,\"height\":1000");
    qkv_web_resize(80, 24);
    ck_assert_int_ge(qkv_web_patience(), 0);
    qkv_web_tick(-1.0 / 0.0);
    qkv_web_tick(1e300);
    qkv_web_wheel(1 << 30);
    for (int row = -1; row < 26; row++)
        qkv_web_click(row, 3 * row);
}
END_TEST

START_TEST(what_a_page_cannot_do_is_said)
{
    begin();
    ck_assert_int_eq(qkv_web_key("q"), APP_GO_ON);
    expect_in(qkv_web_message(), "close the page");
    qkv_web_key("Enter");
    qkv_web_line("goto 2.1");
    ck_assert_int_eq(qkv_web_key("e"), APP_GO_ON);
    expect_in(qkv_web_message(), "There is no editor on this page");
    ck_assert_int_eq(qkv_web_key("Ctrl-Z"), APP_GO_ON);
    expect_in(qkv_web_message(), "There is no shell");
    qkv_web_not_copied();
    expect_in(qkv_web_message(), "clipboard");
    ck_assert_int_eq(qkv_web_line("quit"), APP_GO_ON);
    ck_assert_str_eq(qkv_web_place(), "");
    ck_assert_str_eq(qkv_web_title(), "qkv");
}
END_TEST

/* The prompt of a guess asks about a number of the lesson, which is gone when a line leaves it. */
START_TEST(a_prompt_goes_with_its_lesson)
{
    begin();
    qkv_web_key("T");
    qkv_web_key("Enter");
    qkv_web_key("q");
    expect_in(qkv_web_go("01/2.1/0,0"), "");
    qkv_web_key("g");
    ck_assert_int_eq(qkv_web_typing(), 1);
    qkv_web_line("quit");
    ck_assert_int_eq(qkv_web_typing(), 0);
    expect_in(qkv_web_frame(), "One: by hand");
    ck_assert_str_eq(qkv_web_place(), "");
}
END_TEST

/* Returns the state that is kept of a page which went to a place; to be freed. */
static char *saved_at(const char *place)
{
    begin();
    ck_assert_str_eq(qkv_web_go(place), "");
    return strdup(qkv_web_saved("places"));
}

START_TEST(state_goes_and_comes_as_text)
{
    char *saved = saved_at("01/2.1?change=x%5B0,%200%5D%20%3D%205");
    expect_in(saved, "in 01-one\n");
    expect_in(saved, "if x[0, 0] = 5\n");
    folder_remove(".local");
    qkv_web_restore("places", saved);
    ck_assert_str_eq(qkv_web_start(80, 24), "");
    ck_assert_str_eq(qkv_web_saved("places"), saved);
    qkv_web_key("Enter");
    ck_assert_str_eq(qkv_web_place(), "01/2.1");
    expect_in(qkv_web_message(), "your 1 change, off now");
    qkv_web_restore("places", "\x01\xff 99999999999 \n\n\n7 7 7\nif\n");
    ck_assert_str_eq(qkv_web_start(80, 24), "");
    free(saved);
}
END_TEST

START_TEST(a_file_is_opened_as_the_program_does)
{
    begin();
    ck_assert_str_eq(open_text("mine.py", "import torch\nz = torch.ones(2) * 3\n"), "");
    ck_assert_str_eq(qkv_web_place(), "mine/1.1");
    qkv_web_line("view detail operations");
    /* the same once more, and changed: it is read again, and the look stays */
    ck_assert_str_eq(open_text("mine.py", "import torch\nz = torch.ones(2) * 4\n"), "");
    expect_in(qkv_web_message(), "1 of 1 results differ");
    qkv_web_go("01/1.1");
    ck_assert_str_eq(open_text("OWN.MD", "# Own\n\n## A\n\nWords.\n"), "");
    ck_assert_str_eq(qkv_web_place(), "OWN/1");
    expect_in(qkv_web_frame(), "Own");
    qkv_web_line("view");
    expect_in(qkv_web_told(), "operations");
    ck_assert_str_eq(open_text("mine.py", "import torch\nz = torch.ones(2) * 5\n"), "");
    expect_in(qkv_web_told(), "5");
    qkv_web_go("");
    expect_in(qkv_web_frame(), "Own");
    expect_in(qkv_web_frame(), "mine");
}
END_TEST

static const struct {
    const char *name, *text, *said;
} refused[] = {
    {"none.md", "", "none is broken"},
    {"twice.md", "# A\n\n# B\n", "twice is broken, line 3"},
    {"bytes.ipynb", "{\"cells\": 3}", "bytes is broken: this is not a notebook"},
    {"numbers.txt", "1 2 3",
     "Open the lesson first in which the numbers of this file are to be looked for."},
};

START_TEST(a_file_that_is_none_is_refused_in_a_sentence)
{
    begin();
    const char *said = open_text(refused[_i].name, refused[_i].text);
    expect_in(said, refused[_i].said);
    ck_assert_ptr_null(strchr(said, '\n'));
    ck_assert_ptr_nonnull(strchr(".?!", said[strlen(said) - 1]));
    expect_in(qkv_web_frame(), "One: by hand");
}
END_TEST

START_TEST(a_file_has_a_bound)
{
    enum { LARGE = (10 << 20) + 1 };
    begin();
    unsigned char *bytes = calloc(LARGE, 1);
    ck_assert_str_eq(qkv_web_open("x.py", bytes, LARGE),
                     "This file is larger than 10 MB, and is not opened.");
    ck_assert_str_eq(qkv_web_open("x.py", bytes, -1),
                     "This file is larger than 10 MB, and is not opened.");
    free(bytes);
    ck_assert(!folder_has("files"));
}
END_TEST

/* A name goes nowhere else, and into no file that is not shown by it. */
START_TEST(a_name_stays_in_its_folder)
{
    static const char *const names[] = {
        "../../x.py", "/etc/passwd.py", "a\\b\\c.py", "..",          ".",        "",
        "....py",     "a\nb.py",        "\x1b[2J.py", "\xff\xfe.py", "a?*:|.py", "日本.py"};
    begin();
    for (int i = 0; i < COUNT(names); i++)
        open_text(names[i], "x = 1\n");
    ck_assert_str_eq(folder_list("."), ".local files lessons");
    ck_assert_str_eq(folder_list("lessons"), "01-one.md 02-broken.md");
    expect_in(folder_list("files"), "x.py");
    expect_in(folder_list("files"), "passwd.py");
    expect_in(folder_list("files"), "c.py");
    expect_in(folder_list("files"), "日本.py");
    ck_assert_ptr_null(strchr(folder_list("files"), '\x1b'));
}
END_TEST

START_TEST(numbers_are_looked_for_in_the_lesson)
{
    begin();
    qkv_web_go("01/2.1");
    ck_assert_str_eq(open_text("numbers.txt", "y = tensor([[ 7., 10.],\n        [15., 22.]])\n"),
                     "");
    expect_in(qkv_web_report(), "y");
    expect_in(qkv_web_report(), "x @ x");
    expect_in(open_text("words.txt", "no numbers"), "words.txt: ");
    ck_assert_str_eq(qkv_web_report(), "");
}
END_TEST

START_TEST(tensors_lie_beside_lessons)
{
    static const char npy[] =
        "\x93NUMPY\x01\x00v\x00{'descr': '<f4', 'fortran_order': False, 'shape': (1,), }"
        "                                                            "
        "\n\x00\x00\x40\x40";
    begin();
    ck_assert_str_eq(qkv_web_open("t.npy", (const unsigned char *)npy, (int)sizeof npy - 1), "");
    ck_assert(folder_has("files/t.npy"));
    expect_in(qkv_web_message(), "t.npy lies beside your lessons now.");
    ck_assert_str_eq(open_text("n.py", "import numpy as np\nt = np.load('t.npy')\nu = t * 2\n"),
                     "");
    expect_in(qkv_web_frame(), "u");
    ck_assert_ptr_null(strstr(qkv_web_frame(), "error"));
    folder_clear(); /* the other way round: the lesson waits for its data */
    begin();
    open_text("n.py", "import numpy as np\nt = np.load('t.npy')\nu = t * 2\n");
    expect_in(qkv_web_frame(), "Traceback");
    ck_assert_str_eq(qkv_web_open("t.npy", (const unsigned char *)npy, (int)sizeof npy - 1), "");
    expect_in(qkv_web_message(), "t.npy lies beside your lessons now.");
    ck_assert_ptr_null(strstr(qkv_web_frame(), "Traceback"));
}
END_TEST

static void put(const char *name, const char *text, int kind)
{
    qkv_web_put(name, (const unsigned char *)text, (int)strlen(text), kind);
}

static void put_headings(void)
{
    folder_clear();
    put("01-one.md", "# One: by hand\n\n## Inputs\n\n## Products\n", WEB_HEADINGS);
    put("02-two.md", "# Two\n\n## Only\n", WEB_HEADINGS);
}

/* The menu knows a lesson by its headings; it is opened when all of it is there, as if it had been from the beginning. */
START_TEST(a_lesson_is_brought_when_it_is_opened)
{
    put_headings();
    put("x.py", "import torch\nx = torch.ones(2)\n", WEB_LESSON);
    put("t.txt", "no lesson", WEB_FILE);
    ck_assert_str_eq(qkv_web_start(80, 24), "");
    expect_in(qkv_web_frame(), "3 lessons");
    expect_in(qkv_web_frame(), "One: by hand");
    expect_in(qkv_web_frame(), "2 stages");
    ck_assert_str_eq(qkv_web_wanted(), "");
    ck_assert_int_eq(qkv_web_key("Enter"), APP_BRING);
    ck_assert_str_eq(qkv_web_wanted(), "01-one.md");
    ck_assert_str_eq(qkv_web_place(), "");
    qkv_web_brought(); /* did not come */
    ck_assert_str_eq(qkv_web_place(), "");
    ck_assert_int_eq(qkv_web_key("Enter"), APP_BRING);
    put("01-one.md", lesson, WEB_LESSON);
    expect_in(qkv_web_frame(), "2 stages");
    qkv_web_brought();
    ck_assert_str_eq(qkv_web_place(), "01/0");
    ck_assert_str_eq(qkv_web_wanted(), "");
    qkv_web_go("01/2.1");
    ck_assert_str_eq(qkv_web_place(), "01/2.1");
    qkv_web_go("02/1"); /* the way to a place */
    ck_assert_str_eq(qkv_web_wanted(), "02-two.md");
    ck_assert_str_eq(qkv_web_place(), "01/2.1");
    put("02-two.md", "# Two\n\n## Only\n\nWords.\n", WEB_LESSON);
    ck_assert_str_eq(qkv_web_go("02/1"), "");
    ck_assert_str_eq(qkv_web_place(), "02/1");
    ck_assert_str_eq(qkv_web_go("x/1"), "");
    ck_assert_str_eq(qkv_web_place(), "x/1");
}
END_TEST

/* Opens it where the reader was; Space at its end asks for the next one. */
START_TEST(a_lesson_that_is_brought_goes_on_where_it_was_left)
{
    char *saved = saved_at("01/2.1");
    put_headings();
    qkv_web_restore("places", saved);
    free(saved);
    ck_assert_str_eq(qkv_web_start(80, 24), "");
    ck_assert_int_eq(qkv_web_key("Enter"), APP_BRING);
    put("01-one.md", lesson, WEB_LESSON);
    qkv_web_brought();
    ck_assert_str_eq(qkv_web_place(), "01/2.1");
    expect_in(qkv_web_message(), "You were here");
    while (qkv_web_key("Space") != APP_BRING)
        expect_in(qkv_web_place(), "01/");
    ck_assert_str_eq(qkv_web_wanted(), "02-two.md");
}
END_TEST

/* --- the page as elements --------------------------------------------------------------------------- */

/* The number of the element whose text, or words, stand first after a place in a part. */
static int number_before(const char *part, const char *words)
{
    const char *html = qkv_web_part(part), *at = strstr(html, words);
    ck_assert_msg(at != NULL, "'%s' is not in '%s'", words, html);
    while (strncmp(at, "data-n=\"", 8) != 0)
        ck_assert(--at > html);
    return atoi(at + 8);
}

START_TEST(parts_change_with_what_they_show)
{
    begin();
    qkv_web_elements(1);
    qkv_web_go("01/2.1");
    expect_in(qkv_web_page(), "state head text step readout number prompt bar");
    ck_assert_str_eq(qkv_web_page(), "");
    expect_in(qkv_web_part("state"), "stage");
    expect_in(qkv_web_part("text"), "<h1>Products</h1>");
    expect_in(qkv_web_part("step"), "y = x @ x.T");
    expect_in(qkv_web_part("step"), "<span>25</span>");
    expect_in(qkv_web_part("bar"), "<span>Next</span>");
    ck_assert_str_eq(qkv_web_part("number"), "");
    ck_assert_str_eq(qkv_web_part("no such part"), "");
    qkv_web_key("Right");
    ck_assert_str_eq(qkv_web_page(), "step readout");
}
END_TEST

START_TEST(a_number_is_pressed_pointed_at_and_told)
{
    begin();
    qkv_web_elements(1);
    qkv_web_go("01/2.1");
    qkv_web_page();
    const int cell = number_before("step", "<span>25</span>");
    expect_in(qkv_web_about(cell), "y[1, 1] = 25.0");
    expect_in(qkv_web_about(cell), "3*3 + 4*4");
    qkv_web_point(cell);
    expect_in(qkv_web_page(), "step");
    expect_in(qkv_web_part("readout"), "y[1, 1] = 25.0");
    qkv_web_press(number_before("step", "<span>25</span>"));
    expect_in(qkv_web_page(), "number");
    expect_in(qkv_web_part("number"), "<h2>y[1, 1]</h2>");
    expect_in(qkv_web_part("state"), "asked");
    qkv_web_press(number_before("number", "x[1, 0]"));
    qkv_web_page();
    expect_in(qkv_web_part("number"), "<h2>x[1, 0]</h2>");
    /* a cell of the step again: what lies over it is closed first */
    qkv_web_press(number_before("step", "<span>11</span>"));
    qkv_web_page();
    expect_in(qkv_web_part("number"), "<h2>y[0, 1]</h2>");
    qkv_web_key("q");
    qkv_web_page();
    ck_assert_str_eq(qkv_web_part("number"), "");
    for (int n = -2; n < 400; n++) { /* of an old page, or of none */
        qkv_web_about(n);
        qkv_web_point(n);
        qkv_web_press(n);
    }
    ck_assert_str_eq(qkv_web_about(1 << 30), "");
}
END_TEST

START_TEST(levels_are_what_q_closes)
{
    static const char *const opens[] = {"goto 2.1", "open y[1, 1]", "open x[1, 0]", "contents"};
    begin();
    ck_assert_int_eq(qkv_web_levels(), 0);
    qkv_web_line("signs");
    ck_assert_int_eq(qkv_web_levels(), 1);
    qkv_web_key("q");
    qkv_web_key("Enter");
    for (int i = 0; i < COUNT(opens); i++) {
        ck_assert_int_eq(qkv_web_levels(), i);
        qkv_web_line(opens[i]);
    }
    for (int level = COUNT(opens); level > 0; level--) {
        ck_assert_int_eq(qkv_web_levels(), level);
        qkv_web_key("q");
    }
    ck_assert_int_eq(qkv_web_levels(), 0);
    ck_assert_str_eq(qkv_web_place(), "01/0");
}
END_TEST

START_TEST(a_line_is_typed_into_the_prompt)
{
    begin();
    qkv_web_elements(1);
    qkv_web_go("01/2.1");
    qkv_web_typed("nothing");
    qkv_web_key("?");
    qkv_web_typed("conte");
    qkv_web_page();
    expect_in(qkv_web_part("state"), "typing");
    expect_in(qkv_web_part("prompt"), "data-line=\"conte\"");
    qkv_web_press(number_before("prompt", "<span>contents</span>"));
    qkv_web_page();
    expect_in(qkv_web_part("number"), "Inputs");
    qkv_web_press(number_before("number", "<span>1</span>"));
    expect_in(qkv_web_place(), "01/1");
}
END_TEST

/* Tells a page around the frame of exercises. */
START_TEST(the_score_counts_exercises_that_were_done)
{
    begin();
    ck_assert_str_eq(qkv_web_score(), "");
    qkv_web_go("01/2.1");
    expect_in(qkv_web_score(), "0 of ");
    qkv_web_line("practice fill");
    qkv_web_line("practice y = x + x.T");
    expect_in(qkv_web_score(), "0 of ");
    qkv_web_line("practice y = x @ x.T");
    expect_in(qkv_web_score(), "1 of ");
}
END_TEST

/* Kept as text, and there again in another browser. */
START_TEST(a_sheet_has_what_was_answered)
{
    static const char *const kept[] = {"practice", "answers"};
    char *text[COUNT(kept)];
    begin();
    ck_assert_str_eq(qkv_web_sheet(), "");
    ck_assert_str_eq(qkv_web_sheet_name(), "");
    qkv_web_go("01/2.1");
    expect_in(qkv_web_sheet(), "#: 1 y\n");
    expect_in(qkv_web_sheet(), "\ny = ___\n");
    qkv_web_line("practice fill");
    qkv_web_line("practice y = x + x.T");
    expect_in(qkv_web_sheet(), "\ny = ___\n");
    qkv_web_line("practice y = torch.matmul(x, x.T)");
    for (int i = 0; i < COUNT(kept); i++)
        text[i] = strdup(qkv_web_saved(kept[i]));
    folder_remove(".local");
    ck_assert_str_eq(qkv_web_start(80, 24), "");
    qkv_web_go("01/2.1");
    expect_in(qkv_web_sheet(), "\ny = ___\n");
    for (int i = 0; i < COUNT(kept); i++) {
        qkv_web_restore(kept[i], text[i]);
        free(text[i]);
    }
    expect_in(qkv_web_sheet(), "\ny = torch.matmul(x, x.T)\n");
    expect_in(qkv_web_score(), "1 of ");
    ck_assert_str_eq(qkv_web_sheet_name(), "01-one-practice.py");
    ck_assert_str_eq(qkv_web_saved("../places"), "");
    qkv_web_restore("answers", "1 99999999 0 01-one\n\tx\n-1 2 3\n\t\n9 9 9 9\n\tx");
    expect_in(qkv_web_sheet(), "\ny = ___\n");
}
END_TEST

Suite *web_suite(void)
{
    Suite *s = suite_create("web");
    TCase *t = suite_case(s, "calls");
    tcase_add_unchecked_fixture(t, enter, folder_leave);
    tcase_add_checked_fixture(t, folder_clear, NULL);
    tcase_add_test(t, nothing_is_there_before_the_start);
    tcase_add_test(t, keys_lines_and_clicks);
    tcase_add_test(t, what_a_page_cannot_do_is_said);
    tcase_add_test(t, a_prompt_goes_with_its_lesson);
    tcase_add_test(t, state_goes_and_comes_as_text);
    tcase_add_test(t, a_lesson_is_brought_when_it_is_opened);
    tcase_add_test(t, the_score_counts_exercises_that_were_done);
    tcase_add_test(t, a_sheet_has_what_was_answered);
    tcase_add_test(t, a_lesson_that_is_brought_goes_on_where_it_was_left);
    TCase *elements = suite_case(s, "elements");
    tcase_add_unchecked_fixture(elements, enter, folder_leave);
    tcase_add_checked_fixture(elements, folder_clear, NULL);
    tcase_add_test(elements, parts_change_with_what_they_show);
    tcase_add_test(elements, a_number_is_pressed_pointed_at_and_told);
    tcase_add_test(elements, levels_are_what_q_closes);
    tcase_add_test(elements, a_line_is_typed_into_the_prompt);
    TCase *files = suite_case(s, "files");
    tcase_add_unchecked_fixture(files, enter, folder_leave);
    tcase_add_checked_fixture(files, folder_clear, NULL);
    tcase_add_test(files, a_file_is_opened_as_the_program_does);
    tcase_add_loop_test(files, a_file_that_is_none_is_refused_in_a_sentence, 0, COUNT(refused));
    tcase_add_test(files, a_file_has_a_bound);
    tcase_add_test(files, a_name_stays_in_its_folder);
    tcase_add_test(files, numbers_are_looked_for_in_the_lesson);
    tcase_add_test(files, tensors_lie_beside_lessons);
    return s;
}
