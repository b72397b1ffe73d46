/* Exercises that are open: the author's own lines are right, answers that are foreseen are told, nothing is given away. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lesson/practice.h"
#include "lesson/result.h"
#include "made.h"
#include "suites.h"

static Practice *open_seeded(ExerciseKind kind, const char *name, unsigned seed)
{
    Err err = {0};
    Arena a = {0};
    Exercises all = exercises_of(&a, run);
    int at = -1;
    for (int i = 0; i < all.count && at < 0; i++)
        at = all.item[i].kind == kind && strcmp(all.item[i].name, name) == 0 ? i : -1;
    ck_assert_msg(at >= 0, "there is no %s %s", exercise_word(kind), name);
    Practice *p = practice_open(run, at, seed, &err);
    ck_assert_msg(p != NULL, "%s", err.message);
    arena_release(&a);
    return p;
}

static Practice *open_named(ExerciseKind kind, const char *name)
{
    return open_seeded(kind, name, 1);
}

/* With the largest level of each passage all blanks are asked, one after the other. */
START_TEST(the_authors_line_is_right)
{
    Arena a = {0};
    start_file(made_lessons[_i]);
    Exercises all = exercises_of(&a, run);
    for (int i = 0; i < all.count; i++) {
        const Exercise *x = &all.item[i];
        bool is_largest = x->kind == EXERCISE_FILL &&
                          (i + 1 == all.count || all.item[i + 1].kind != EXERCISE_FILL);
        Err err = {0};
        Practice *p = is_largest ? practice_open(run, i, 1, &err) : NULL;
        ck_assert_msg(!err.set, "%s", err.message);
        for (int b = 0; p && b < x->blanks; b++) {
            const Node *n = p->x->blank[b].node;
            const char *line = arena_text(&a, lesson->source + n->start, n->end - n->start);
            ck_assert(!p->is_done);
            ck_assert_int_eq(p->blank, b);
            ck_assert_msg(practice_answer(p, line), "%s: %s: %s", lesson->name, line, p->said);
        }
        ck_assert(!p || p->is_done);
        practice_free(p);
    }
    arena_release(&a);
    stop();
}
END_TEST

/* The same of a mistake that was planted, and of lines that were shuffled. */
START_TEST(the_authors_lines_mend_and_order)
{
    Arena a = {0};
    start_file(made_lessons[_i]);
    Exercises all = exercises_of(&a, run);
    for (int i = 0; i < all.count; i++) {
        const Exercise *x = &all.item[i];
        int unit[EXERCISE_LINES][2];
        Err err = {0};
        Practice *p = x->kind == EXERCISE_MEND || x->kind == EXERCISE_ORDER
                          ? practice_open(run, i, 7, &err)
                          : NULL;
        if (!p)
            continue;
        int units = exercise_units(lesson, x, unit, EXERCISE_LINES), at = 0;
        for (int k = 0; k < units; k++) {
            const char *right = exercise_code(&a, lesson, unit[k][0], unit[k][1]);
            if (x->kind == EXERCISE_MEND) {
                at = strcmp(p->unit[k].text, right) != 0 ? k : at;
                continue;
            }
            for (int m = k; m < p->units; m++)
                if (strcmp(p->unit[m].text, right) == 0) {
                    struct PracticeUnit was = p->unit[k];
                    p->unit[k] = p->unit[m];
                    p->unit[m] = was;
                    break;
                }
        }
        p->used = units;
        p->blank = at;
        bool is_right = x->kind == EXERCISE_ORDER
                            ? practice_judge(p)
                            : practice_answer(p,
                                              exercise_code(&a, lesson, unit[at][0], unit[at][1]));
        ck_assert_msg(is_right, "%s: %s %s: %s", lesson->name, exercise_word(x->kind), x->name,
                      p->said);
        practice_free(p);
    }
    arena_release(&a);
    stop();
}
END_TEST

#define CODE                                                                                       \
    "import torch, math\n"                                                                         \
    "q = torch.tensor([[1., 2., 0.], [0.5, -1., 3.]])\n"                                           \
    "k = torch.tensor([[2., 0., 1.], [1., 1., -1.], [0., 4., 2.]])\n"

/* Code, an answer to its first exercise, whether it is right, and what is said. */
static const struct {
    const char *code, *answer;
    bool is_right;
    const char *said;
} answered[] = {
    {"scores = q @ k.T\n", "scores = q @ k.T", true, "Right."},
    {"scores = q @ k.T\n", "q @ k.T", true, "Right."},
    {"scores = q @ k.T\n", "  scores = torch.matmul(q, k.transpose(0, 1)) ", true, "Right."},
    {"scores = q @ k.T\n", "scores = q @ k", false, "scores has 6 of its 6 numbers wrong."},
    {"scores = q @ k.T\n", "other = q @ k.T", false,
     "scores is never given a value: these lines make it"},
    {"scores = torch.softmax(q @ k.T, dim=-1)\n", "torch.softmax(q @ k.T, dim=1)", true, "Right."},
    {"scores = q @ k.T\n", "scores = ___", false, "Still blank: 1 piece of the line."},
    {"scores = q @ k.T\n", "scores = q @", false, NULL},
    {"#| blank T\nscores = q @ k.T / 2\n", "T", true, "Right."},
    {"#| blank T\nscores = q @ k.T / 2\n", "mT", true, "Right."},
    {"#| blank T\n#| blank 2\nscores = q @ k.T / 2\n", "scores = q @ k.T / 2.", true, "Right."},
    {"#| blank T\n#| blank 2\nscores = q @ k.T / 2\n", "scores = q @ k.T * 2", false, NULL},
    {"scores = q @ k.T\n", "open('x')", false, NULL},
    {"q -= 0.5 * k.sum(0)\n", "q -= k.sum(0) / 2", true, "Right."},
    {"q -= 0.5 * k.sum(0)\n", "k.sum(0) / 2", true, "Right."},
    {"q -= 0.5 * k.sum(0)\n", "q = q - 0.5 * k.sum(0)", true, "Right."},
    {"q -= 0.5 * k.sum(0)\n", "q += 0.5 * k.sum(0)", false, NULL},
    /* Answers that fill no blank may be the whole value, or the whole line; and the other way round. */
    {"#| blank q\nscores = q @ k.T\n", "q @ k.T", true, "Right."},
    {"#| blank q\nscores = q @ k.T\n", "(k @ q.T).T", true, "Right."},
    {"#| blank q\nscores = q @ k.T\n", "k @ q.T", false, NULL},
    {"#| blank math.sqrt(4)\nscaled = q / math.sqrt(4)\n", "q * 4 ** -0.5", true, "Right."},
    {"#| blank math.sqrt(4)\nscaled = q / math.sqrt(4)\n", "q * 4 ** 0.5", false, NULL},
    {"#| blank math.sqrt(4)\nscaled = q / math.sqrt(4)\n", "(scaled) = q / 2", true, "Right."},
    {"#| blank T\n#| blank 2\nscores = q @ k.T / 2\n", "(k @ q.T).T / 2", true, "Right."},
    {"#| blank dim=-1\nw = torch.softmax(q, dim=-1)\n", "dim=1", true, "Right."},
    {"#| blank dim=-1\nw = torch.softmax(q, dim=-1)\n", "dim=0", false, NULL},
    {"#| blank q\nscores = q @ k.T\n", "other = q", false, NULL},
    {"loss = (k * 2).sum()\n#| blank q\nq.sub_(loss)\n", "q", true, "Right."},
};

START_TEST(an_answer_is_judged)
{
    Buf code = {0};
    buf_printf(&code, CODE "%s", answered[_i].code);
    start(buf_text(&code));
    Err err = {0};
    Practice *p = practice_open(run, 0, 1, &err);
    ck_assert_ptr_nonnull(p);
    bool is_right = practice_answer(p, answered[_i].answer);
    ck_assert_msg(is_right == answered[_i].is_right, "%s: %s", answered[_i].answer, p->said);
    if (answered[_i].said)
        ck_assert_str_eq(p->said, answered[_i].said);
    ck_assert(is_right == p->is_done);
    practice_free(p);
    buf_release(&code);
    stop();
}
END_TEST

/* Pieces of a line that were filled in stay, one after the other; or the value or the whole line is typed. */
START_TEST(a_line_has_several_blanks)
{
    static const char *const ways[][3] = {{"T", "2"},
                                          {"scores = q @ k.T / ___", "2."},
                                          {"scores = q @ k.___ / 2", "mT"},
                                          {"k.T", "q@k.T/2"},
                                          {"5", "scores = q @ k.T / 2"}};
    start(CODE "#| blank T\n#| blank 2\nscores = q @ k.T / 2\nother = scores + 1\n");
    for (int i = 0; i < COUNT(ways); i++) {
        Err err = {0};
        ExerciseLine line[EXERCISE_LINES];
        Arena a = {0};
        Practice *p = practice_open(run, 0, 1, &err);
        ck_assert_ptr_nonnull(p);
        ck_assert_str_eq(practice_line(&a, p), "scores = q @ k.___ / ___");
        ck_assert(!practice_answer(p, ways[i][0]));
        ck_assert_str_eq(p->said, "Still blank: 1 piece of the line.");
        ck_assert_int_eq(p->tries, 0);
        exercise_lines(&a, lesson, p->x, p->answer, line, COUNT(line));
        ck_assert_ptr_nonnull(strstr(line[0].text, "___"));
        ck_assert_msg(practice_answer(p, ways[i][1]), "%s: %s", ways[i][1], p->said);
        ck_assert(p->is_done);
        practice_free(p);
        arena_release(&a);
    }
    stop();
}
END_TEST

/* The author's other inputs tell apart what whole numbers, which stay, do not. */
START_TEST(other_inputs_are_tried)
{
    static const char *const ors[] = {"", "#| or: torch.tensor([[1, 2], [2, 5]])\n",
                                      "#| or: torch.tensor([[1, 2], [3, 4]])\n",
                                      "#| or: torch.tensor([[1, 2], [2, 5]])\n"
                                      "#| or: torch.tensor([[1, 2], [3, 4]])\n"};
    static const bool is_right[] = {true, true, false, false};
    for (int i = 0; i < COUNT(ors); i++) {
        Buf code = {0};
        Err err = {0};
        buf_printf(&code, "import torch\n%sx = torch.tensor([[1, 2], [2, 1]])\ny = x @ x.T + x\n",
                   ors[i]);
        start(buf_text(&code));
        Practice *p = practice_open(run, 0, 1, &err);
        ck_assert_ptr_nonnull(p);
        ck_assert_msg(practice_answer(p, "x @ x + x") == is_right[i], "%s", ors[i]);
        ck_assert(practice_answer(p, "x @ x.T + x"));
        practice_free(p);
        buf_release(&code);
        stop();
    }
}
END_TEST

/* Step by step, each when it is asked for; the last is the author's line; then there is no more. */
START_TEST(help_comes_step_by_step)
{
    start(CODE "scores = q @ k.T\n");
    Err err = {0};
    Practice *p = practice_open(run, 0, 1, &err);
    ck_assert(practice_hint(p)); /* no answer was tried */
    ck_assert_str_eq(p->said, "What is missing uses q, k.");
    ck_assert(!practice_answer(p, "q @ k"));
    ck_assert_ptr_nonnull(p->computed);
    ck_assert(strstr(p->said, "k.T") == NULL);
    for (int i = 0; i < p->helps; i++) {
        ck_assert_str_ne(p->help[i], "What is missing uses q, k."); /* told already */
        ck_assert(strstr(p->help[i], "in yours") == NULL);          /* seen already */
    }
    int steps = 0;
    while (practice_left(p) > 1) {
        ck_assert(practice_hint(p));
        ck_assert(strstr(p->said, "q @ k.T") == NULL);
        ck_assert_int_lt(++steps, 6);
    }
    ck_assert(practice_hint(p));
    ck_assert_str_eq(p->said, "scores = q @ k.T");
    ck_assert(!practice_hint(p));
    practice_free(p);
    stop();
}
END_TEST

#define CHAIN                                                                                      \
    CODE "scores = q @ k.T\nscaled = scores / math.sqrt(3)\n"                                      \
         "weights = torch.softmax(scaled, dim=-1)\nout = weights @ k\n"

/* The lines in the author's order are right, whatever stands aside; in another they are not. */
START_TEST(lines_are_put_in_order)
{
    start(CHAIN);
    Practice *p = open_named(EXERCISE_ORDER, "out");
    const char *const right[] = {"scores = q @ k.T", "scaled = scores / math.sqrt(3)",
                                 "weights = torch.softmax(scaled, dim=-1)", "out = weights @ k"};
    ck_assert_int_eq(p->used, 0);
    ck_assert_int_eq(p->needed, 4);
    ck_assert_int_gt(p->units, 4);
    ck_assert(!practice_judge(p));
    for (int i = 0; i < COUNT(right); i++) {
        int at = -1;
        for (int k = 0; k < p->units; k++)
            at = strcmp(p->unit[k].text, right[i]) == 0 ? k : at;
        ck_assert_msg(at >= p->used, "%s is not put aside", right[i]);
        p->blank = at;
        for (int k = 0; p->used <= i && k < 2 * EXERCISE_LINES; k++)
            practice_move(p, -1);
        ck_assert_int_eq(p->used, i + 1); /* came over the end of those that are used */
        ck_assert_str_eq(p->unit[i].text, right[i]);
    }
    ck_assert_int_eq(p->used, 4);
    ck_assert_msg(practice_judge(p), "%s", p->said);
    ck_assert(p->is_done);
    p->blank = 0;
    practice_move(p, 1);
    ck_assert(!practice_judge(p));
    practice_free(p);
    stop();
}
END_TEST

/* A line is wrong: the author's in its place is right, and each seed plants another. */
START_TEST(a_wrong_line_is_mended)
{
    start(CHAIN);
    const char *const right[] = {"scores = q @ k.T", "scaled = scores / math.sqrt(3)",
                                 "weights = torch.softmax(scaled, dim=-1)", "out = weights @ k"};
    for (unsigned seed = 1; seed < 6; seed++) {
        Practice *p = open_seeded(EXERCISE_MEND, "out", seed);
        int wrong = -1;
        for (int i = 0; i < p->units; i++)
            wrong = strcmp(p->unit[i].text, right[i]) != 0 ? i : wrong;
        ck_assert_int_ge(wrong, 0);
        ck_assert(!practice_judge(p));
        p->blank = wrong;
        ck_assert_msg(practice_answer(p, right[wrong]), "%s", p->said);
        ck_assert(p->is_done);
        practice_free(p);
    }
    stop();
}
END_TEST

/* The end of the lines is another with the wrong one; and it is written as an author would. */
START_TEST(a_wrong_line_shows)
{
    start(CODE "scores = q @ k.T\nlater = scores + 1\nscaled = later / 2\n"
               "weights = torch.softmax(scaled, dim=-1)\n");
    const Result *right;
    Arena a = {0};
    Results rights = results_of(&a, run);
    right = results_find(&rights, "weights");
    for (unsigned seed = 1; seed < 60; seed++) {
        Practice *p = open_seeded(EXERCISE_MEND, "weights", seed);
        ck_assert_ptr_nonnull(p->verdict);
        Results results = results_of(&a, p->verdict->run);
        const Result *own = results_find(&results, "weights");
        bool differs = !own || !qkv_tensor_same_shape(own->tensor, right->tensor);
        for (int64_t i = 0; !differs && i < right->tensor->count; i++)
            differs = fabs(qkv_tensor_at(own->tensor, i) - qkv_tensor_at(right->tensor, i)) > 1e-4;
        for (int i = 0; i < p->units; i++) {
            ck_assert_msg(differs, "%s", p->unit[i].text);
            ck_assert_msg(!strstr(p->unit[i].text, "= ("), "%s", p->unit[i].text);
            ck_assert_msg(!strstr(p->unit[i].text, "flatten"), "%s", p->unit[i].text);
        }
        practice_free(p);
    }
    arena_release(&a);
    stop();
}
END_TEST

/* Tells what the author foresaw of a number, and what a single mistake makes. */
START_TEST(a_wrong_number_is_told)
{
    start(CODE "#| wrong scores[0, 1] = 7.5: That is made up.\nscores = q @ k.T\n");
    Practice *p = open_named(EXERCISE_PREDICT, "scores");
    ck_assert_int_eq((int)p->cell, 1);
    ck_assert(!practice_predict(p, "7.5", 7.5, "too large"));
    ck_assert_str_eq(p->said, "7.5: That is made up.");
    ck_assert(!practice_predict(p, "100", 100, "too large"));
    ck_assert_str_eq(p->said, "100: too large.");
    ck_assert(!practice_predict(p, "4/2", 2, "too small")); /* of q @ k, but 2 stands in q */
    ck_assert_str_eq(p->said, "4/2: too small.");
    ck_assert(practice_predict(p, "3", 3, NULL));
    ck_assert(p->is_done);
    ck_assert(!practice_predict(p, "5", 5, "too large"));
    ck_assert(p->is_done); /* right once */
    practice_free(p);
    stop();
    start(CODE "#| wrong scores[1, 1] = 7.5: That is made up.\nscores = q @ k.T\n");
    p = open_named(EXERCISE_PREDICT, "scores");
    ck_assert(!practice_predict(p, "11", 11, "too large"));
    ck_assert_str_eq(p->said, "11: It comes out when k is not transposed.");
    practice_free(p);
    stop();
}
END_TEST

static int foreseen_in_source(void)
{
    int count = 0;
    for (const char *at = lesson->source; (at = strstr(at, "#| wrong ")); at++)
        count++;
    return count;
}

/* Each wrong number that a lesson foresees is of a number that is asked, is refused and told as the author says; the right
 * number is right. */
START_TEST(foreseen_numbers_are_refused)
{
    Arena a = {0};
    Err err = {0};
    int foreseen = 0;
    start_file(made_lessons[_i]);
    Exercises all = exercises_of(&a, run);
    for (int i = 0; i < all.count; i++) {
        ExerciseWrong wrong[EXERCISE_WRONGS];
        bool is_asked = all.item[i].kind == EXERCISE_PREDICT;
        int count = is_asked ? exercise_wrongs(&a, &all.item[i].blank[0], wrong) : 0;
        foreseen += count;
        Practice *p = count > 0 ? practice_open(run, i, 1, &err) : NULL;
        ck_assert_msg(!err.set, "%s: %s", lesson->name, err.message);
        for (int k = 0; k < count; k++) {
            ck_assert_msg(!practice_predict(p, "", wrong[k].number, "?"), "%s: %s = %g",
                          lesson->name, p->x->name, wrong[k].number);
            ck_assert_str_eq(p->said + strlen(": "), wrong[k].sentence);
        }
        ck_assert(count == 0 || practice_predict(p, "", qkv_tensor_at(p->t, p->cell), NULL));
        practice_free(p);
    }
    ck_assert_msg(foreseen == foreseen_in_source(), "%s: of %d wrong numbers %d are asked for",
                  lesson->name, foreseen_in_source(), foreseen);
    arena_release(&a);
    stop();
}
END_TEST

Suite *practice_suite(void)
{
    Suite *s = suite_create("practice");
    TCase *t = suite_case(s, "practice");
    tcase_set_timeout(t, 60);
    tcase_add_loop_test(t, the_authors_line_is_right, 0, MADE_LESSONS);
    tcase_add_loop_test(t, the_authors_lines_mend_and_order, 0, MADE_LESSONS);
    tcase_add_loop_test(t, an_answer_is_judged, 0, COUNT(answered));
    tcase_add_test(t, a_line_has_several_blanks);
    tcase_add_test(t, other_inputs_are_tried);
    tcase_add_test(t, help_comes_step_by_step);
    tcase_add_test(t, lines_are_put_in_order);
    tcase_add_test(t, a_wrong_line_is_mended);
    tcase_add_test(t, a_wrong_line_shows);
    tcase_add_test(t, a_wrong_number_is_told);
    tcase_add_loop_test(t, foreseen_numbers_are_refused, 0, MADE_LESSONS);
    return s;
}
