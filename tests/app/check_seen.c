/* Teaching: what a class has seen of a result, and where else it may see it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "folder.h"
#include "lesson/library.h"
#include "made.h"
#include "suites.h"

static App *app;
static Library *library;

static void open_lesson(void)
{
    library = library_open();
    app = app_new(library, false);
    app_open(app, MADE_FIRST);
}

static void close_lesson(void)
{
    app_free(app);
    library_free(library);
}

/* The result that was hidden is not seen any more, and the one after it is smaller. */
START_TEST(a_jump_back_hides_no_more_than_there_is)
{
    folder_write("lessons/03 second.md", "# T\n\n## A\n\n```python\nimport torch\n"
                                         "x = torch.ones(3, 3)\ny = (x * 2).sum()\n```\n\n"
                                         "## B\n\nWords.\n");
    close_lesson();
    open_lesson();
    app_open(app, MADE_SECOND);
    made_press(app, "n Space D D Space z");
    made_expect(app, "0 of 9 shown");
    made_press(app, "2 Enter '");
    made_expect(app, "0 of 9 shown");
    made_press(app, "v 2 Enter U U '");
    made_expect(app, "y [one number] = 18");
    close_lesson();
    open_lesson();
    app_open(app, MADE_SECOND);
    made_press(app, "T n Space D D s Space");
    made_expect(app, "0 of 9 shown");
    made_press(app, "v 2 Enter U U '");
    made_expect(app, "0 of 1 shown");
    made_press(app, "v i i a 1 8 Enter");
    made_expect(app, "Right: y = 18");
    made_lessons();
}
END_TEST

/* What a result is made of on the way was seen beside it, and is no more hidden where one looks into that. */
START_TEST(what_was_seen_beside_a_result_stays_seen)
{
    folder_write("lessons/03 second.md", "# T\n\n## A\n\n```python\nimport torch\n"
                                         "x = torch.tensor([[1., 2.], [3., 4.]])\n"
                                         "y = (x * 20) @ (x * 7).T\n```\n");
    close_lesson();
    open_lesson();
    app_open(app, MADE_SECOND);
    made_press(app, "T 1 . 2 Enter");
    made_expect(app, "0 of 4 shown");
    made_expect(app, "80"); /* of x * 20 */
    made_press(app, "d");
    made_expect(app, "step 2/5");
    made_expect(app, "80");
    made_press(app, "Space");
    made_expect(app, "step 3/5");
    made_expect(app, "28");
    made_press(app, "u");
    made_expect(app, "80");
    made_expect(app, "28");
    made_expect(app, "0 of 4 shown");
    close_lesson();
    open_lesson();
    app_open(app, MADE_SECOND);
    made_press(app, "T D D 1 . 2 Enter"); /* step by step it is a result of its own */
    made_expect(app, "0 of 4 shown");
    made_expect_gone(app, "80");
    made_lessons();
}
END_TEST

/* Which term is picked at first would tell which of the numbers that are hidden are 0. */
START_TEST(what_is_picked_tells_no_hidden_number)
{
    folder_write("lessons/03 second.md", "# T\n\n## A\n\n```python\nimport torch\n"
                                         "x = torch.tensor([[0., 1.], [3., 4.]])\n"
                                         "h = x * 2\ny = h.sum(0)\n```\n\n"
                                         "## B\n\n```python\nfor i in range(2):\n"
                                         "    print(i)\n```\n");
    close_lesson();
    open_lesson();
    app_open(app, MADE_SECOND);
    made_press(app, "T 1 . 3 Enter a 6 Enter Enter");
    made_expect(app, "{??}");
    made_expect(app, "y[0] = 6");
    ck_assert_int_eq(app_place(app)->asked.pick, 0);
    made_press(app, "Esc 2 . 1 Enter a Down"); /* text has no numbers to choose from */
    made_expect_gone(app, "no number here to predict");
    made_lessons();
}
END_TEST

/* Enter on a step without numbers asks none that z hides, also outside of teacher mode. */
START_TEST(what_is_hidden_is_not_asked_from_before)
{
    app_open(app, MADE_FIRST);
    made_press(app, "2 Enter Enter");
    made_expect(app, "q[x1][0] = 1");
    made_press(app, "q 2 . 1 Enter z Bksp Enter");
    made_expect(app, "Nothing has been computed yet");
    made_press(app, "2 . 1 Enter s 2 Enter Enter");
    made_expect(app, "q[x1][0] = 1");
}
END_TEST

/* What is looked for by its name is asked where the class sees it: a call's result not inside of the call. */
START_TEST(a_result_of_a_call_is_found_where_it_was_seen)
{
    folder_write("lessons/03 second.md",
                 "# T\n\n## A\n\n```python\nimport torch\nx = torch.tensor([[1., 1.], [1., 1.]])\n"
                 "def f(t):\n    inner = t * 2\n    return inner + 1\n\ny = f(x)\n"
                 "z = y @ y\n```\n\n## B\n\n```python\ng = z + 1\n```\n");
    close_lesson();
    open_lesson();
    app_open(app, MADE_SECOND);
    made_press(app, "T U 1 Enter Space Space s n / y Space 0 Space 0 Enter");
    made_expect(app, "y[0][0] = 3");
    made_press(app, "q");
    made_expect(app, "stage 1/2  step 2/3");
    made_lessons();
}
END_TEST

/* A question that waits for what is hidden is not passed by without a word; what plays goes on. */
START_TEST(a_question_that_waits_is_not_passed_by)
{
    int64_t now = 0;
    folder_write(
        "lessons/03 second.md",
        "# T\n\n## A\n\n```python\nimport torch\nx = torch.tensor([1., 2.])\ny = x * 2\n```\n\n"
        "## B\n\n<details><summary>How much is 2 and 4?</summary>\n\nSix.\n\n</details>\n\n"
        "```python\nz = y.sum()\n```\n");
    close_lesson();
    open_lesson();
    app_open(app, MADE_SECOND);
    made_press(app, "T 2 Enter");
    made_expect(app, "Question: it may tell numbers of y, which is hidden.");
    made_expect(app, "Space ask  ");
    made_press(app, "Space");
    made_expect(app, "Question: How much is 2 and 4?");
    made_expect(app, "step 0/1");
    made_press(app, "Space");
    made_expect(app, "step 1/1");
    made_press(app, "T T 2 Enter Space");
    made_expect(app, "step 1/1");
    made_press(app, "T 2 Enter v");
    made_expect(app, "Question: How much is 2 and 4?");
    made_press(app, "Space");
    made_expect(app, "step 1/1");
    made_press(app, "T 2 Enter P");
    app_tick(app, now += 1000);
    app_tick(app, now += 60000);
    made_expect(app, "Question: How much is 2 and 4?");
    app_tick(app, now += 1000);
    app_tick(app, now += 60000);
    made_expect(app, "step 1/1");
    made_expect(app, "playing");
    made_lessons();
}
END_TEST

/* Nor where earlier results are shown again; what stands in the code is seen everywhere. */
START_TEST(what_was_not_shown_is_not_seen_later)
{
    app_resize(app, 120, 40);
    made_press(app, "T 2 Enter Space v 3 Enter Space");
    made_expect_gone(app, "10.00");
    made_expect(app, "earlier, 2 hidden"); /* a row of q was shown */
    made_expect(app, "x2     ???   ???   ???");
    made_expect(app, "x [3 x 4]");
    made_press(app, "* Up"); /* the weights, in the list */
    made_expect(app, "weights is still hidden.");
    made_press(app, "Esc 2 . 1 Enter s 3 Enter Space");
    made_expect(app, "10.00");
    made_press(app, "T T");
    made_expect_gone(app, " hidden");
}
END_TEST

/* Teacher mode ends with the second T only: the first begins with another class, and shows it nothing. */
START_TEST(another_class_sees_nothing_on_the_way)
{
    app_resize(app, 120, 40);
    made_press(app, "T 2 . 1 Enter s");
    made_expect(app, "10.00");
    made_press(app, "T");
    made_expect_gone(app, "10.00");
    made_expect(app, "0 of 9 shown");
    made_expect(app, "T as the next key, too, ends teacher mode.");
    made_press(app, "3 Enter Space"); /* nor is what was shown on an earlier page */
    made_expect(app, "earlier, 3 hidden");
    made_press(app, "g g Bksp T"); /* another key than T may do something once more */
    made_expect(app, "Another class");
    made_press(app, "P T"); /* nothing comes by itself before the new class is there */
    ck_assert_int_eq(app_place(app)->view.seconds, 0);
    made_press(app, "q T T");
    made_expect(app, "Teacher mode is off.");
    made_press(app, "Enter 2 . 1 Enter");
    made_expect(app, "10.00");
}
END_TEST

/* A search tells nothing of what is inside of a call that nobody has opened. */
START_TEST(what_was_not_reached_is_not_found)
{
    folder_write("lessons/03 second.md",
                 "# T\n\n## A\n\n```python\nimport torch\nx = torch.tensor([1.25, 2.])\n"
                 "def f(x):\n    y = x * 2.5\n    return y + 1\n\nz = f(x)\n```\n");
    close_lesson();
    open_lesson();
    app_open(app, MADE_SECOND);
    made_press(app, "T D D 1 . 1 Enter / 3 . 1 2 5 Tab");
    made_expect(app, "Not found");
    made_press(app, "T T / 3 . 1 2 5 Tab");
    made_expect(app, "y[0] = 3.125");
    made_lessons();
}
END_TEST

/* A row that is taken of a result was seen where that row was, and shows nothing of the others. */
START_TEST(a_part_is_seen_as_the_whole_is)
{
    folder_write("lessons/03 second.md",
                 "# T\n\n## A\n\n```python\nimport torch\nx = torch.arange(6).view(2, 3) / 8\n"
                 "y = x * 3\nz = y[1] + 1\nw = y.T + 2\nu = y[:, None].exp()\n```\n\n"
                 "## B\n\n<details><summary>And then?</summary>\n\nThree.\n\n</details>\n\n"
                 "```python\nk = y[0] * 2\n```\n");
    close_lesson();
    open_lesson();
    app_open(app, MADE_SECOND);
    made_press(app, "T 1 . 3 Enter");
    made_expect(app, "y[1] is still hidden: press v to see it.");
    made_press(app, "v");
    made_expect(app, "1.125");
    made_press(app, "1 . 2 Enter"); /* v there has shown one row of it */
    made_expect(app, "3 of 6 shown");
    made_expect(app, "1.125");
    made_expect_gone(app, "0.375");
    made_press(app, "S");
    made_expect(app, "sum   ???    ???    ???");
    made_expect(app, "4.500");        /* the sum of the row that is seen */
    made_press(app, "S 1 . 4 Enter"); /* none of its columns was seen as a whole */
    made_expect(app, "y.T is still hidden: press v to see it.");
    made_press(app, "1 . 5 Enter");
    made_expect(app, "Some of y[:, None] is still hidden: press v to see it.");
    made_press(app, "g T 1 . 2 Enter Space 1 . 3 Enter"); /* the other row was seen */
    made_expect(app, "y[1] is still hidden: press v to see it.");
    made_press(app, "v v Enter Enter");
    made_expect(app, "y[1][0] = 1.125");
    made_press(app, "g T 2 Enter"); /* a question waits for the whole of it */
    made_expect(app, "Question: it may tell numbers of y, which is hidden. Press v to ask it.");
    made_press(app, "v");
    made_expect(app, "Question: And then?");
    /* In all detail the step that inserts the axis has a result of its own: its numbers were seen. */
    made_press(app, "1 . 2 Enter s D D 1 . 1 0 Enter");
    made_expect(app, "u[b, i, j] = e to the power");
    made_expect_gone(app, "is still hidden");
    made_press(app, "1 . 9 Enter");
    made_expect(app, "y[:, None] [2 x 1 x 3]");
    made_expect_gone(app, "???");
    made_lessons();
}
END_TEST

/* A question before the first result of a stage tells of those that it goes on from. */
START_TEST(what_was_not_shown_is_not_asked_about)
{
    folder_write("lessons/03 second.md",
                 "# T\n\n## A\n\n```python\nimport torch\nx = torch.ones(2)\ny = x * 2\n```\n\n"
                 "## B\n\n<details><summary>`y` is 2, 2. And then?</summary>\n\nThree.\n\n"
                 "</details>\n\n```python\nw = x + 1\nz = y + 1\n```\n");
    close_lesson();
    open_lesson();
    app_open(app, MADE_SECOND);
    made_press(app, "2 Enter");
    made_expect(app, "Question: `y` is 2, 2. And then?");
    made_press(app, "g T 2 Enter");
    made_expect(app, "Question: it may tell numbers of x, which is hidden. Press v to ask it.");
    made_expect_gone(app, "2, 2");
    made_expect(app, "v show more");
    made_expect_gone(app, "A answer");
    made_press(app, "A");
    made_expect(app, "The question may tell numbers of x, which is hidden. Press v to ask it.");
    made_expect_gone(app, "Three");
    made_press(app, "g / 2 , Space 2 Tab");
    made_expect(app, "Not found");
    made_press(app, "/ t h e n Tab");
    made_expect(app, "Not found");
    made_press(app, "2 Enter");
    made_press(app, "v");
    made_expect(app, "Question: `y` is 2, 2. And then?");
    made_press(app, "1 . 2 Enter"); /* that shows no result */
    made_expect(app, "x is still hidden: press v to see it.");
    made_press(app, "2 Enter");
    made_expect(app, "Question: `y` is 2, 2. And then?");
    made_press(app, "/ 2 , Space 2 Tab");
    made_expect(app, "2, 2: 1 place");
    made_press(app, "Esc Esc A"); /* a is the key beside it */
    made_expect(app, "The answer may tell results that are hidden: A once more shows it.");
    made_expect_gone(app, "Three");
    made_press(app, "A");
    made_expect(app, "Three");
    made_press(app, "T");
    made_expect_gone(app, "Three");
    made_expect(app, "Question: it may tell numbers of x");
    made_press(app, "v Space");
    made_expect(app, "step 1/2");
    made_press(app, "T T g 2 Enter");
    made_expect(app, "Question: `y` is 2, 2. And then?");
    made_lessons();
}
END_TEST

/* What is said after a result tells of it: to a class that came past it, it is not said. */
START_TEST(what_was_passed_over_is_not_told)
{
    folder_write("lessons/03 second.md",
                 "# T\n\n## A\n\n```python\nimport torch\nx = torch.ones(2)\ny = x * 2\n```\n\n"
                 "It is 2, 2.\n\n```python\nz = x + 1\n```\n\nIt is 6, 6.\n");
    close_lesson();
    open_lesson();
    app_open(app, MADE_SECOND);
    made_press(app, "1 . 3 Enter");
    made_expect(app, "It is 2, 2.");
    made_press(app, "T");
    made_expect_gone(app, "It is 2, 2.");
    made_expect_gone(app, "It is 6, 6.");
    made_expect(app, "The text here may tell numbers of y, which is hidden in 1.2.");
    Place p = *app_place(app);
    p.teach.follows = true; /* who follows has it, and is told that the class has not */
    app_put(app, &p);
    made_expect(app, "The class does not see this text: y is hidden there.");
    made_expect(app, "It is 2, 2.");
    p.teach.follows = false;
    app_put(app, &p);
    made_press(app, "D D");
    made_expect(app, "The text here may tell numbers of y, which is hidden in 1.2.");
    made_press(app, "U U 1 . 2 Enter s Space");
    made_expect(app, "It is 2, 2.");
    made_expect_gone(app, "It is 6, 6.");
    made_press(app, "D D");
    made_expect(app, "It is 2, 2.");
    made_press(app, "s");
    made_expect(app, "It is 6, 6.");
    made_press(app, "U U g T 1 . 3 Enter s"); /* nor what comes after it, nor by a search */
    made_expect(app, "The text here may tell numbers of y, which is hidden in 1.2.");
    made_expect_gone(app, "It is 6, 6.");
    made_press(app, "/ 2 , Space 2 Enter");
    made_expect(app, "Not found");
    made_lessons();
}
END_TEST

/* A change that takes another operation moves the results after it by a stop. */
START_TEST(what_was_seen_of_a_changed_run_is_of_that_result)
{
    folder_write("lessons/90-sums.md", "# S\n\n## A\n\n```python\nx = torch.tensor([1., 2.])\n"
                                       "y = x + 1\nz = y * 2\n```\n");
    Library *lessons = library_open();
    App *sums = app_new(lessons, false);
    app_open(sums, lessons->count - 1);
    made_press(sums, "T 1 Enter Space Space s : y Space = Space ( x * 2 ) + 1 Enter s Z Space");
    made_expect(sums, ">>> z = y * 2");
    made_expect(sums, "0 of 2 shown");
    app_free(sums);
    library_free(lessons);
    remove("lessons/90-sums.md");
}
END_TEST

/* A word is told from what is printed, too, and the text of a what-if tells what comes out. */
START_TEST(what_is_printed_or_told_of_a_what_if_is_not_found)
{
    folder_write("lessons/03 second.md",
                 "# T\n\n## A\n\n```python\nimport torch\nx = torch.tensor([1., 2.])\n"
                 "print(['maybe', 'surely'][int(x[0])])\n```\n\n"
                 "```what-if Other\nx[0] = 0\n```\n\nNow it is certain.\n");
    close_lesson();
    open_lesson();
    app_open(app, MADE_SECOND);
    made_press(app, "T / s u r e l y Enter");
    made_expect_gone(app, "1 of");
    made_press(app, "/ c e r t a i n Enter");
    made_expect(app, "Not found");
    made_press(app, "2 Enter");
    made_expect(app, "The text here may tell what comes out, which is hidden.");
    made_expect_gone(app, "certain");
    made_press(app, "s");
    made_expect(app, "Now it is certain.");
    made_press(app, "g / c e r t a i n Enter");
    made_expect(app, "Now it is certain.");
    made_press(app, "1 . 2 Enter s s g / s u r e l y Enter");
    made_expect(app, "     surely");
    made_lessons();
}
END_TEST

Suite *seen_suite(void)
{
    Suite *s = suite_create("seen");
    TCase *t = tcase_create("seen");
    tcase_add_unchecked_fixture(t, made_enter, made_leave);
    tcase_add_checked_fixture(t, open_lesson, close_lesson);
    tcase_add_test(t, a_jump_back_hides_no_more_than_there_is);
    tcase_add_test(t, what_was_seen_beside_a_result_stays_seen);
    tcase_add_test(t, what_is_picked_tells_no_hidden_number);
    tcase_add_test(t, what_is_hidden_is_not_asked_from_before);
    tcase_add_test(t, a_result_of_a_call_is_found_where_it_was_seen);
    tcase_add_test(t, a_question_that_waits_is_not_passed_by);
    tcase_add_test(t, what_was_not_shown_is_not_seen_later);
    tcase_add_test(t, another_class_sees_nothing_on_the_way);
    tcase_add_test(t, what_was_not_reached_is_not_found);
    tcase_add_test(t, a_part_is_seen_as_the_whole_is);
    tcase_add_test(t, what_was_not_shown_is_not_asked_about);
    tcase_add_test(t, what_was_passed_over_is_not_told);
    tcase_add_test(t, what_was_seen_of_a_changed_run_is_of_that_result);
    tcase_add_test(t, what_is_printed_or_told_of_a_what_if_is_not_found);
    suite_add_tcase(s, t);
    return s;
}
