/* Exercises on the screens: nothing is given away on any page, and nothing else is done while one is open. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "folder.h"
#include "made.h"
#include "suites.h"
#include "tell/practice.h"

static Library *library;
static App *app;

static void enter(void)
{
    char here[1000], lessons[1100];
    ck_assert_ptr_nonnull(getcwd(here, sizeof here));
    snprintf(lessons, sizeof lessons, "%s/lessons", here);
    folder_enter();
    setenv("QKV_LESSONS", lessons, 1);
}

static void leave(void)
{
    unsetenv("QKV_LESSONS");
    folder_leave();
}

static void open_lesson(const char *name)
{
    Err err = {0};
    library = library_open();
    int lesson = library_find(library, name, &err);
    ck_assert_msg(lesson >= 0, "%s", err.message);
    app = app_new(library, false);
    app_open(app, lesson);
}

static void close_lesson(void)
{
    app_free(app);
    library_free(library);
}

static const Practice *practice(void)
{
    return app_world(app)->practice;
}

static void open_exercise(int at)
{
    if (!practice())
        app_line(app, "practice");
    app_target(app, (Target){.kind = TARGET_PRACTICE, .of = at, .cell = PRACTICE_OTHER});
    ck_assert_ptr_nonnull(practice());
    if (practice()->at != at) /* no mistake fits into its lines: the next is opened */
        ck_assert_int_eq(practice()->all.item[at].kind, EXERCISE_MEND);
}

static void expect_said(const char *text)
{
    const char *said = app_message(app);
    ck_assert_msg(said && strstr(said, text), "'%s' is not said, but '%s'", text,
                  said ? said : "nothing");
}

/* --- nothing is given away ------------------------------------------------------------------------ */

/* Adds what a page tells without white space, for screen and ear. */
static void add_told(Buf *all)
{
    Buf text = {0};
    app_told(app, &text);
    frame_text(&text, app_frame(app), false);
    for (size_t i = 0; i < text.length; i++)
        if (!strchr(" \t\n", text.text[i]))
            buf_putc(all, text.text[i]);
    buf_release(&text);
}

/* Tells what a line leads to, and comes back. */
static void tell_line(Buf *all, const char *line)
{
    app_line(app, line);
    add_told(all);
    while (practice() && model_page(app_model(app))->name != PAGE_PRACTICE)
        app_line(app, "up");
    ck_assert_msg(practice() != NULL, "%s", line);
}

static void tell_pages(Buf *all, int stage)
{
    static const char *const lines[] = {"contents", "find @", "find .T", "find 0.", "changes",
                                        "answer",   "notes",  "passes",  "copy",    "inspect"};
    char line[40];
    for (int i = 0; i < COUNT(lines); i++)
        tell_line(all, lines[i]);
    const Run *own = practice()->own;
    for (int s = stage; s < own->lesson->stages; s++)
        for (int k = 0; k <= run_stops(own, s); k++) {
            snprintf(line, sizeof line, "%d.%d", s, k);
            tell_line(all, line);
        }
}

/* True if a number stands in a result before a step, or in the text of the lesson before the line. */
static bool is_known_before(const Run *run, int step, const char *number, int line)
{
    char own[40];
    const char *at = run->lesson->source, *end = at;
    for (int i = 1; i < line; i++)
        end = strchr(end, '\n') + 1;
    at = strstr(at, number);
    if (at && at < end)
        return true;
    for (int i = 0; i < step; i++) {
        const QkvTensor *t = run->tape->step[i].call.out;
        for (int64_t k = 0; k < t->count; k++) {
            snprintf(own, sizeof own, "%.4f", qkv_tensor_at(t, k));
            if (strstr(own, number))
                return true;
        }
    }
    return false;
}

/* True if the lesson has the code before a line: a reader has seen it there. */
static bool is_code_known_before(const Lesson *lesson, const char *code, int line)
{
    Buf before = {0};
    int at = 1;
    for (const char *c = lesson->source; *c && at < line; c++) {
        at += *c == '\n';
        if (!strchr(" \t\n", *c))
            buf_putc(&before, *c);
    }
    bool is_known = strstr(buf_text(&before), code) != NULL;
    buf_release(&before);
    return is_known;
}

static void expect_nothing_of(const Buf *told, const Practice *p, const Asked *b)
{
    enum { SHORT = 8 };
    const Lesson *lesson = p->run->lesson;
    char code[400] = "", number[40];
    size_t length = 0;
    for (size_t i = b->cut[0].start; i < b->cut[0].end && length + 1 < sizeof code; i++)
        if (!strchr(" \t\n", lesson->source[i]))
            code[length++] = lesson->source[i];
    ck_assert_msg(length < SHORT || is_code_known_before(lesson, code, p->x->first) ||
                      !strstr(buf_text(told), code),
                  "%s: %s is told", lesson->name, code);
    const QkvTensor *t = p->run->tape->step[b->step].call.out;
    for (int64_t i = 0; i < t->count && i < 40; i++) {
        double x = qkv_tensor_at(t, i);
        snprintf(number, sizeof number, "%.4f", x);
        bool is_plain = strcmp(number + strlen(number) - 2, "00") == 0 || strlen(number) > 9;
        if (!is_plain && !is_known_before(p->run, b->step, number, b->first))
            ck_assert_msg(!strstr(buf_text(told), number), "%s, line %d: %s is told", lesson->name,
                          b->first, number);
    }
}

enum { LESSONS = 33 };

START_TEST(no_page_gives_a_blank_away)
{
    char name[12];
    snprintf(name, sizeof name, "%02d", _i);
    open_lesson(name);
    app_line(app, "practice");
    int count = practice() ? practice()->all.count : 0;
    ck_assert_int_gt(count, 0);
    for (int i = 0; i < count; i++) {
        Buf told = {0};
        open_exercise(i);
        if (practice()->x->kind == EXERCISE_FILL) {
            add_told(&told);
            tell_pages(&told, practice()->x->stage);
            ck_assert_ptr_nonnull(practice());
            for (int b = 0; b < practice()->x->blanks; b++)
                expect_nothing_of(&told, practice(), &practice()->x->blank[b]);
        }
        buf_release(&told);
    }
    close_lesson();
}
END_TEST

/* --- keys ------------------------------------------------------------------------------------------- */

START_TEST(a_line_is_typed_and_judged)
{
    open_lesson("01");
    made_go(app, "4.2");
    made_press(app, "x");
    made_expect(app, "scores = ___");
    made_press(app, "Enter q u e r i e s @ k e y s Enter");
    made_expect(app, "8 of its 9 numbers wrong");
    made_expect(app, "answer scores = queries@keys");
    made_press(app, "Tab");
    made_expect(app, "keys is not transposed");
    made_press(app, "Esc Down Enter");
    made_expect(app, "scores[x1, k1] = 4");
    made_expect_gone(app, "keys.T");
    made_press(app, "q Up Enter . T Enter");
    made_expect(app, "Right.");
    made_expect(app, "Which rule made scores, by the last operation of its line?");
    made_press(app, "q");
    ck_assert_ptr_null(practice());
    made_expect(app, "scores = queries @ keys.T");
    close_lesson();
}
END_TEST

static int count_shown(const char *text)
{
    Buf screen = made_screen(app);
    int count = 0;
    for (const char *at = buf_text(&screen); (at = strstr(at, text)); at++)
        count++;
    buf_release(&screen);
    return count;
}

/* Shows what a number is made of beside the question, and the number itself once it is right. */
START_TEST(a_number_is_predicted)
{
    open_lesson("13");
    made_go(app, "6.5");
    app_line(app, "practice predict");
    made_expect(app, "scores[b, drink, milk] = ?");
    made_expect(app, "q, head b          k, head b");
    made_expect(app, "drink   4    0     drink   0    0");
    made_press(app, "Enter 1 Enter");
    made_expect(app, "1: That is the entry of the key alone");
    made_press(app, "Tab");
    made_expect(app, "row drink of q[b]");
    made_press(app, "8 Enter");
    made_expect(app, "8: You added up the whole query");
    made_expect(app, "a step of help ");
    made_press(app, "4 Enter");
    made_expect(app, "scores[b, drink, milk] = 4 ");
    made_expect(app, " right");
    made_expect(app, "Which rule made scores, by the last operation of its line?");
    close_lesson();
}
END_TEST

/* Says each thing once; the words of the lesson, but for its keys, and the mark that the page goes on stay. */
START_TEST(a_wrong_answer_leaves_the_page)
{
    open_lesson("13");
    made_go(app, "8.3");
    made_press(app, "x");
    made_expect(app, "Each head mixes its own two entries of the values.");
    made_expect_gone(app, "goes to head");
    made_press(app, "Enter v @ w e i g h t s . m T Enter");
    made_expect(app, "answer context = v@");
    ck_assert_int_eq(count_shown("sizes do not fit"), 1);
    made_press(app, "Esc");
    ck_assert_int_eq(count_shown("sizes do not fit"), 1);
    made_press(app, "Home Enter Ctrl-U w e i g h t s @ k Enter");
    ck_assert_int_eq(count_shown("numbers wrong"), 1);
    made_press(app, "Esc");
    ck_assert_int_eq(count_shown("numbers wrong"), 1);
    made_press(app, "Space");
    made_expect(app, "Each head mixes its own two entries of the values.");
    made_go(app, "6.5");
    made_press(app, "x Enter k @ q . m T Enter");
    made_expect(app, "answer scores = k@q.mT_");
    made_expect(app, "v 4 more");
    made_press(app, "Tab Tab Tab Tab Tab Tab Tab Tab");
    made_expect(app, "scores = q @ k.transpose(1, 2)"); /* the last step of help stays */
    close_lesson();
}
END_TEST

/* Pieces that were filled in stay, and the caret goes to the next. What was right stays done. */
START_TEST(a_line_is_filled_piece_by_piece)
{
    open_lesson("28");
    made_go(app, "3.4");
    made_press(app, "x");
    made_expect(app, "weights = torch.softmax(___, dim=___)");
    made_press(app, "Enter m a s k e d Enter");
    made_expect(app, "Still blank: 1 piece of the line.");
    made_expect(app, "answer weights = torch.softmax(masked, dim=)");
    made_press(app, "- 1 Enter");
    made_expect(app, "Right.");
    made_expect(app, "> out[..");
    made_expect(app, " done");
    made_press(app, "Home Enter Ctrl-U m a s k e d Enter");
    made_press(app, "Esc");
    made_expect_gone(app, "Right.");
    made_expect(app, " done");
    close_lesson();
}
END_TEST

START_TEST(nothing_else_is_done_meanwhile)
{
    open_lesson("01");
    made_go(app, "4.2");
    app_line(app, "class on");
    app_line(app, "practice");
    expect_said("a class is on");
    app_line(app, "class off");
    app_line(app, "x[x1, f1] = 5");
    app_line(app, "practice");
    ck_assert_ptr_nonnull(practice());
    app_line(app, "x[x1, f2] = 5");
    expect_said("An exercise is open");
    app_line(app, "undo");
    expect_said("An exercise is open");
    made_press(app, "=");
    ck_assert_int_eq(app_model(app)->prompt.kind, PROMPT_NONE);
    expect_said("an exercise is open");
    app_line(app, "up");
    ck_assert_int_eq(app_world(app)->whatif->lines, 1);
    app_line(app, "practice nonsense");
    expect_said("which kind?");
    close_lesson();
}
END_TEST

/* ORDER: each line that belongs is taken up, carried over the end of those that are used, and put down. */
START_TEST(lines_are_carried)
{
    open_lesson("01");
    made_go(app, "9.3");
    app_line(app, "practice order");
    ck_assert_ptr_nonnull(practice());
    made_expect(app, "Enter take up");
    static const char *const right[] = {"scaled = scores / 3 ** 0.5",
                                        "soft_weights = softmax(scaled, dim=-1)",
                                        "soft_outputs = soft_weights @ values"};
    for (int i = 0; i < COUNT(right); i++) {
        int at = -1;
        for (int k = 0; k < practice()->units; k++)
            at = strcmp(practice()->unit[k].text, right[i]) == 0 ? k : at;
        ck_assert_int_ge(at, i);
        made_press(app, "Home");
        for (int k = 0; k < at; k++)
            made_press(app, "Down");
        made_press(app, "Enter");
        made_expect(app, "Enter put down");
        for (int k = 0; practice()->used <= i && k < 40; k++)
            made_press(app, "Up");
        while (practice()->blank > i)
            made_press(app, "Up");
        made_press(app, "Enter");
    }
    ck_assert_msg(practice()->is_done, "%s", practice()->said);
    made_expect(app, "Right.");
    close_lesson();
}
END_TEST

/* Esc puts the line in hand back where it was; q and x leave the lines as they stand, and n and p go on. */
START_TEST(an_order_is_not_lost)
{
    char first[200], placed[200];
    open_lesson("01");
    made_go(app, "9.3");
    app_line(app, "practice order");
    const int at = practice()->at;
    snprintf(first, sizeof first, "%s", practice()->unit[0].text);
    snprintf(placed, sizeof placed, "%s", practice()->unit[2].text);
    made_press(app, "Home Down Down Enter Up Up Up");
    ck_assert_int_eq(practice()->used, 1);
    ck_assert_str_eq(practice()->unit[0].text, placed);
    made_press(app, "Esc");
    ck_assert_ptr_nonnull(practice());
    ck_assert_int_eq(practice()->used, 0);
    ck_assert_int_lt(practice()->blank, 0);
    ck_assert_str_eq(practice()->unit[0].text, first);
    made_press(app, "Home Down Down Enter Up Up Up Enter q");
    ck_assert_ptr_null(practice());
    made_press(app, "x");
    ck_assert_int_eq(practice()->at, at);
    made_press(app, "q");
    app_line(app, "practice order");
    ck_assert_int_eq(practice()->used, 1);
    ck_assert_str_eq(practice()->unit[0].text, placed);
    made_press(app, "n");
    ck_assert_int_gt(practice()->at, at);
    made_press(app, "p");
    ck_assert_int_eq(practice()->at, at);
    close_lesson();
}
END_TEST

/* Tells of each exercise whether it was done, and of all in a list, from which each is opened. */
START_TEST(what_is_done_is_seen)
{
    open_lesson("01");
    made_go(app, "4.2");
    made_press(app, "x");
    made_expect(app, "0 of 26 done");
    made_press(app, "Enter q u e r i e s @ k e y s . T Enter");
    made_expect(app, "1 of 26 done");
    made_expect(app, "   done\n");
    made_press(app, "n");
    made_expect(app, "1 of 26 done");
    made_press(app, "p");
    made_expect(app, "done before");
    made_press(app, "End Enter");
    ck_assert_int_eq(model_page(app_model(app))->name, PAGE_EXERCISES);
    made_expect(app, "> Fill in the line: scores");
    made_expect(app, "   done\n");
    made_press(app, "Down Enter");
    ck_assert_int_eq(model_page(app_model(app))->name, PAGE_PRACTICE);
    made_expect(app, "Predict a number of scores");
    close_lesson();
}
END_TEST

/* On the last step of a stage the last line names the key, where what a change made is not looked at. */
START_TEST(the_key_is_named)
{
    open_lesson("01");
    made_go(app, "9.4");
    made_expect(app, "= what if");
    made_go(app, "9.5");
    made_expect(app, "x exercise");
    app_line(app, "x[x1, f1] = 5");
    made_expect_gone(app, "x exercise");
    app_line(app, "undo");
    made_expect(app, "x exercise");
    app_line(app, "class on");
    made_expect_gone(app, "x exercise");
    app_line(app, "class off");
    app_line(app, "3");
    made_expect_gone(app, "x exercise");
    close_lesson();
}
END_TEST

/* Asks in the file of a lesson for its last class alone from nothing. */
START_TEST(what_the_file_has_of_a_class_is_told)
{
    static const char *const stage[][2] = {{"8", "a file with its"}, {"12", "a file with it."}};
    open_lesson("25");
    for (int i = 0; i < COUNT(stage); i++) {
        made_go(app, stage[i][0]);
        app_line(app, "practice write");
        made_expect(app, stage[i][1]);
        made_press(app, "q");
    }
    close_lesson();
}
END_TEST

START_TEST(any_keys_do_no_harm)
{
    static const char *const keys[] = {
        "Enter", "Up", "Down", "Left", "Right", "Tab",  "Space", "q",    "x", "Esc",
        "a",     "=",  "1",    "@",    "n",     "i",    "w",     "c",    "u", "g",
        "s",     "/",  "t",    "v",    "T",     "Home", "End",   "Bksp", "?", "e"};
    static const char *const kinds[] = {"practice fill", "practice order", "practice mend",
                                        "practice predict", "practice write"};
    open_lesson("30");
    for (int k = 0; k < COUNT(kinds); k++) {
        made_go(app, "3");
        app_line(app, kinds[k]);
        for (int i = 0; i < 150; i++) {
            if (made_press(app, keys[made_random(COUNT(keys))]) == APP_QUIT)
                break;
            app_frame(app);
        }
        app_free(app);
        library_free(library);
        open_lesson("30");
    }
    close_lesson();
}
END_TEST

/* The file is saved while an exercise is open: it closes, and the page of the lesson is there. */
START_TEST(a_file_that_is_read_again_closes_it)
{
    static const char code[] = "import torch\nx = torch.tensor([[1., 2.], [3., 5.]])\n"
                               "y = x @ x.T\nz = y.softmax(-1)\n";
    folder_write("mine.py", code);
    open_lesson("mine.py");
    app_line(app, "practice");
    ck_assert_ptr_nonnull(practice());
    app_line(app, "practice y");
    folder_write("mine.py", "import torch\nx = torch.ones(2, 2)\n");
    for (int64_t now = 1; now < 4000; now += 300)
        app_tick(app, now);
    ck_assert_ptr_null(practice());
    made_expect(app, "mine.py");
    app_line(app, "practice");
    expect_said("There is no such exercise");
    close_lesson();
}
END_TEST

Suite *practice_pages_suite(void)
{
    Suite *s = suite_create("practice pages");
    TCase *t = suite_case(s, "practice");
    tcase_set_timeout(t, 60);
    tcase_add_unchecked_fixture(t, enter, leave);
    tcase_add_loop_test(t, no_page_gives_a_blank_away, 0, LESSONS);
    tcase_add_test(t, a_line_is_typed_and_judged);
    tcase_add_test(t, a_number_is_predicted);
    tcase_add_test(t, a_wrong_answer_leaves_the_page);
    tcase_add_test(t, a_line_is_filled_piece_by_piece);
    tcase_add_test(t, nothing_else_is_done_meanwhile);
    tcase_add_test(t, lines_are_carried);
    tcase_add_test(t, an_order_is_not_lost);
    tcase_add_test(t, what_is_done_is_seen);
    tcase_add_test(t, the_key_is_named);
    tcase_add_test(t, what_the_file_has_of_a_class_is_told);
    tcase_add_test(t, any_keys_do_no_harm);
    tcase_add_test(t, a_file_that_is_read_again_closes_it);
    return s;
}
