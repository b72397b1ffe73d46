/* Exercises: what is asked for, how it is shown, and that a lesson with blanks tells nothing of them. */
#include <stdlib.h>
#include <string.h>

#include "lesson/code.h"
#include "lesson/exercise.h"
#include "lesson/result.h"
#include "made.h"
#include "suites.h"

/* --- what is asked for ---------------------------------------------------------------------------- */

#define INPUTS "import torch, math\nx = torch.tensor([[1., 2.], [3., 5.]])\n"

#define GRADIENTS                                                                                  \
    INPUTS                                                                                         \
    "w = torch.tensor([[1., 0.], [2., 1.]], requires_grad=True)\n"                                 \
    "loss = (x @ w).pow(2).sum()\nloss.backward()\nfirst = w.grad.clone()\nw.grad = None\n"        \
    "y = x @ w\n#| blank y.sum()\ny.sum().backward()\n#| wrong w.grad[1, 0] = 2: No.\nw.grad\n"

/* Code, and its exercises: kind, name, first and last line, blanks. */
static const struct {
    const char *code, *exercises;
} chosen[] = {
    {INPUTS, ""},
    {INPUTS "rows, columns = x.shape\nsize = x.shape[1]\nprint(x @ x)\ny = torch.ones(2)\n", ""},
    {INPUTS "first = x[0]\nsame = x\nother = x.clone()\n", ""},
    {INPUTS "#| hide\ny = x @ x.T\n", ""},
    {INPUTS "y = x @ x.T; z = y + 1\n", ""},
    {INPUTS "y = x @ x.T + 10\nz = x @ x.T + 10\n", "fill y 6 6 1; predict y 6 6 1"},
    {INPUTS "y = x @ x.T\nz = y / 2\n", "fill z 6 7 1; fill z 6 7 2; predict z 7 7 1"},
    {INPUTS "y = x @ x.T\nz = y / 2\nw = z.softmax(-1)\n",
     "fill w 6 8 1; fill w 6 8 2; fill w 6 8 3; order w 6 8 0; mend w 6 8 0; predict w 8 8 1"},
    {INPUTS "#| blank\ny = x @ x.T\nz = y / 2\n", "fill y 7 7 1; predict y 7 7 1"},
    {INPUTS "#| wrong 7: a\ny = x @ x.T\nz = y / 2\n",
     "fill z 7 8 1; fill z 7 8 2; predict y 7 7 1"},
    {INPUTS "def f(x):\n    y = x @ x.T\n    return y / 2\nf(x)\n",
     "fill f 6 8 1; fill f 6 8 2; write f 6 8 0"},
    {INPUTS "def f(x):\n    y = x @ x.T\n    return y / 2\n", ""}, /* never runs */
    {GRADIENTS, "fill the gradients 13 13 1; predict w.grad 15 15 1"},
    {GRADIENTS "v = w.grad * 2\n", "fill the gradients 13 13 1; predict w.grad 15 15 1"},
    {"def f(y):\n    y.sum().backward()\n" GRADIENTS, ""},
    {INPUTS
     "#| blank none\nclass F:\n    def go(self, x):\n        #| blank\n        return x @ x.T\n"
     "F().go(x)\n",
     ""},
    {INPUTS "#| hide\ndef f(x):\n    return x @ x.T\ny = f(x)\n", ""},
    {INPUTS "#| blank none\ny = x @ x.T\nz = y / 2\n", "fill z 8 8 1; predict z 8 8 1"},
    {INPUTS "x -= 0.5 * x.sum(0)\n", "fill x 6 6 1; predict x 6 6 1"},
    {INPUTS "y = x.repeat(1, 17).sum(-1)\n", "fill y 6 6 1"}, /* 34 are too many to add up */
    {INPUTS "#| wrong 7: a\ny = x.repeat(1, 17).sum(-1)\n", "fill y 7 7 1; predict y 7 7 1"},
    {INPUTS "class F:\n    def go(self, x):\n        return x @ x.T\nF().go(x)\n",
     "fill F.go 7 8 1; write F 6 8 0"},
};

START_TEST(computed_results_are_asked_for)
{
    Arena a = {0};
    Buf out = {0};
    start(chosen[_i].code);
    Exercises all = exercises_of(&a, run);
    for (int i = 0; i < all.count; i++) {
        const Exercise *x = &all.item[i];
        buf_printf(&out, "%s%s %s %d %d %d", i ? "; " : "", exercise_word(x->kind), x->name,
                   x->first, x->last, x->blanks);
    }
    ck_assert_str_eq(buf_text(&out), chosen[_i].exercises);
    buf_release(&out);
    arena_release(&a);
    stop();
}
END_TEST

/* While a line of gradients is asked for none is computed, not even one before it; filled in all are there. */
START_TEST(gradients_wait_for_each_other)
{
    Arena a = {0};
    Err err = {0};
    const char *answer[] = {"y.sum().backward()"};
    start(GRADIENTS);
    Exercises all = exercises_of(&a, run);
    for (int i = 0; i < all.count; i++)
        for (int is_filled = 0; is_filled < 2; is_filled++) {
            const Exercise *x = &all.item[i];
            bool is_open = !is_filled || x->kind == EXERCISE_PREDICT;
            Lesson *blank = exercise_lesson(&a, run, x, is_open ? NULL : answer, &err);
            ck_assert_msg(blank != NULL, "%s", err.message);
            Run *r = run_lesson(blank);
            ck_assert(!r->err.set || strstr(r->err.message, "is still blank"));
            int backs = 0;
            for (int k = 0; k < r->tape->count; k++)
                backs += r->tape->step[k].way > 0;
            ck_assert_int_eq(backs > 0, !is_open);
            run_free(r);
            lesson_free(blank);
        }
    arena_release(&a);
    stop();
}
END_TEST

/* An author names a piece above its line: in the lesson with blanks it stands nowhere. */
START_TEST(directives_do_not_tell_a_blank)
{
    Arena a = {0};
    Err err = {0};
    start(INPUTS "#| blank x.T\n#| wrong y[0, 0] = 100: No.\ny = x @ x.T\n");
    Exercises all = exercises_of(&a, run);
    ck_assert_int_eq(all.count, 2);
    for (int i = 0; i < all.count; i++) {
        const Exercise *x = &all.item[i];
        Lesson *blank = exercise_lesson(&a, run, x, NULL, &err);
        ck_assert_msg(blank != NULL, "%s", err.message);
        const Part *part = &blank->stage[x->stage].part[x->part];
        ck_assert_int_eq(part->kind, PART_CODE);
        const char *code = arena_text(&a, blank->source + part->start, part->end - part->start);
        ck_assert_ptr_nonnull(strstr(code, "#| blank"));
        ck_assert_msg(!strstr(code, "x.T"), "%s", code);
        lesson_free(blank);
    }
    arena_release(&a);
    stop();
}
END_TEST

/* A function that is too long for a page is asked as a whole alone. */
START_TEST(long_code_is_not_asked_for)
{
    Buf code = {0};
    Arena a = {0};
    buf_puts(&code, INPUTS "def f(x):\n");
    for (int i = 0; i < EXERCISE_LINES; i++)
        buf_printf(&code, "    x = x * %d\n", i + 2);
    buf_puts(&code, "    return x\ny = f(x)\n");
    start(buf_text(&code));
    Exercises all = exercises_of(&a, run);
    for (int i = 0; i < all.count; i++)
        ck_assert_int_eq(all.item[i].kind, EXERCISE_WRITE);
    arena_release(&a);
    buf_release(&code);
    stop();
}
END_TEST

/* --- how it is shown ------------------------------------------------------------------------------ */

/* Code, the exercise, and its lines. */
static const struct {
    const char *code;
    int exercise;
    const char *lines;
} shown[] = {
    {INPUTS "y = x @ x.T  # the keys are transposed\nz = y / 2\nassert z.sum() > 0\n", 1,
     "y = ___\nz = ___\n"},
    {INPUTS "#| blank\ny = x @ x.T  # why\nz = y / 2\n", 0, "y = ___\n"},
    {INPUTS "#| blank T\n#| blank 2\ny = x @ x.T / 2\n", 0, "y = x @ x.___ / ___\n"},
    {INPUTS "#| blank: T\ny = x @ x.T / 2\n", 0, "y = x @ x.___ / 2\n"},
    {INPUTS "def f(x):\n    #| blank\n    y = x @ x.T\n    assert y.sum() > 0\n"
            "    again = x @ x.T / 2\n    return y + again\nf(x)\n",
     0, "def f(x):\n    y = ___\n    ???\n    ???\n    return y + again\n"},
    {INPUTS "#| blank\ny = (x @\n     x.T)\nz = y / 2\n#| blank\nw = z + 1\n", 1,
     "y = ___\n???\nw = ___\n"},
};

START_TEST(a_blank_and_what_would_tell_it_are_not_shown)
{
    Arena a = {0};
    Buf out = {0};
    ExerciseLine line[EXERCISE_LINES];
    start(shown[_i].code);
    Exercises all = exercises_of(&a, run);
    const Exercise *x = &all.item[shown[_i].exercise];
    int lines = exercise_lines(&a, lesson, x, NULL, line, EXERCISE_LINES);
    for (int i = 0; i < lines; i++)
        buf_printf(&out, "%s\n", line[i].text);
    ck_assert_str_eq(buf_text(&out), shown[_i].lines);
    buf_release(&out);
    arena_release(&a);
    stop();
}
END_TEST

/* --- what authors write --------------------------------------------------------------------------- */

#define TWO "import torch\nx = torch.tensor([1., 2.])\n"

static const struct {
    const char *code;
    const char *message; /* NULL: nothing is wrong */
} authored[] = {
    {"#| blank\nx = 1\n", NULL},
    {"#| blank 1\nx = 1\n", NULL},
    {"#| blank 2\nx = 1\n",
     "blank: '2' is not in the statement below, or not after the part before it"},
    {"x = 1\n#| blank x\n#| blank x\ny = x + 1\n",
     "blank: 'x' is not in the statement below, or not after the part before it"},
    {"import torch\nx = torch.ones(2)\n#| wrong y[1] = 2: Two.\n#| wrong 4: Four.\ny = x * 3 + "
     "1\n",
     "wrong: 4 is the right number"},
    {"index = 1\n#| blank dex\ny = index\n",
     "blank: 'dex' is not in the statement below, or not after the part before it"},
    {"#| blank none\nif True:\n    y = 1\n", NULL},
    {"#| blank none\ndef f():\n    return 1\n", NULL},
    {"#| blank\nif True:\n    y = 1\n", "blank: a statement with lines inside cannot be asked for"},
    {"#| wrong 0.5: Half.\ny = 1\n", "wrong: this line makes no number that is asked for"},
    {TWO "#| wrong 0.5: Half.\ny = x * 3\n", NULL},
    {TWO "#| wrong y[0] = -2e3: Half.\ny = x * 3\n", NULL},
    {TWO "#| wrong y[5] = 2: No.\ny = x * 3\n",
     "wrong: y[5]: index 5 is out of bounds: the axis has 2, 0 to 1"},
    {TWO "#| wrong z[0] = 2: No.\ny = x * 3\n", "wrong: z[0]: no result is called 'z'"},
    {TWO "#| wrong y[0] = 2: No.\n#| wrong y[1] = 2: No.\ny = x * 3\n",
     "wrong: one place is asked for, that of the first: the others have none"},
    {TWO "#| cols: 2nd a:b\n#| wrong y[2nd] = 3: Two is x = 2: no.\ny = x * 3\n",
     "wrong: 3 is the right number"},
    {TWO "#| cols: 2nd a:b\n#| wrong y[a:b] = 6: The last.\ny = x * 3\n",
     "wrong: 6 is the right number"},
    {TWO "#| cols: 2nd a:b\n#| wrong 6: x = 2: no.\ny = x * 3\n", NULL},
    {TWO "#| wrong y[0] = 5: No number is near it.\ny = x / 0\n", NULL},
    {"import torch\n#| or: torch.tensor([2., 3.])\nx = torch.tensor([1., 2.])\ny = x * 3\n",
     "or: no input has a number below 0, so an answer with abs or relu is right"},
    {"import torch\n#| or: torch.tensor([2., 3.])\n#| or: torch.log(torch.tensor([0.5, 3.]))\n"
     "x = torch.tensor([1., 2.])\ny = x * 3\n",
     NULL},
    {"import torch\n#| or: torch.tensor([2., 3.])\nx = torch.tensor([-1., 2.])\ny = x * 3\n", NULL},
    {"import torch\n#| or: torch.tensor([2, 3])\nx = torch.tensor([1, 2])\ny = x * 3\n", NULL},
    {"#| wrong: Half.\ny = 1\n", "wrong: expected a number, a colon and a sentence: wrong 0.571: "
                                 "That is the weight before dropout."},
    {"#| wrong 1\ny = 1\n", "wrong: expected a number, a colon and a sentence: wrong 0.571: That "
                            "is the weight before dropout."},
};

START_TEST(wrong_directives_are_told)
{
    Err err = {0};
    start(authored[_i].code);
    ck_assert(exercises_check(run, &err) == !authored[_i].message);
    ck_assert_str_eq(err.message, authored[_i].message ? authored[_i].message : "");
    stop();
}
END_TEST

/* --- the lesson with blanks ----------------------------------------------------------------------- */

static const char *squeeze(Arena *a, const char *text)
{
    Buf out = {.arena = a};
    for (; *text; text++)
        if (!strchr(" \t\n", *text))
            buf_putc(&out, *text);
    return buf_text(&out);
}

/* All that a reader could be told of the lesson from the block of the exercise on. */
static const char *told_of(Arena *a, const Lesson *l, const Exercise *x)
{
    Buf out = {.arena = a};
    for (int s = x->stage; s < l->stages; s++)
        for (int i = 0; i < l->stage[s].parts; i++) {
            const Part *part = &l->stage[s].part[i];
            bool is_late = s > x->stage || part->line > l->stage[s].part[0].line;
            ck_assert(part->kind == PART_CODE || part->kind == PART_PROSE ||
                      part->kind == PART_QUESTION);
            ck_assert(part->kind == PART_CODE || s == x->stage || part->block.spans == 1);
            if (part->kind == PART_CODE && (is_late || l->stage[s].parts == 1))
                buf_puts(&out, part->text);
        }
    return squeeze(a, buf_text(&out));
}

/* Neither the code of a blank nor a result that hangs on it is anywhere in the lesson with blanks. */
START_TEST(a_lesson_with_blanks_tells_nothing)
{
    Arena a = {0};
    start_file(made_lessons[_i]);
    Err err = {0};
    ck_assert_msg(exercises_check(run, &err), "%s", err.message);
    Exercises all = exercises_of(&a, run);
    for (int i = 0; i < all.count; i++) {
        const Exercise *x = &all.item[i];
        ExerciseLine line[EXERCISE_LINES];
        Lesson *blank = exercise_lesson(&a, run, x, NULL, &err);
        ck_assert_msg(blank != NULL, "%s: %s", lesson->name, err.message);
        Run *r = run_lesson(blank);
        if (x->kind != EXERCISE_PREDICT)
            ck_assert_msg(strstr(r->err.message, "is still blank") != NULL, "%s: %s", lesson->name,
                          r->err.message);
        for (int b = 0; b < x->blanks; b++) {
            const Node *n = x->blank[b].node, *value = code_value(n) ? code_value(n) : n->kid[0];
            const char *code = squeeze(
                &a, arena_text(&a, lesson->source + value->start, value->end - value->start));
            bool is_short = strlen(code) < 5;
            ck_assert_msg(is_short || x->kind == EXERCISE_PREDICT ||
                              !strstr(told_of(&a, blank, x), code),
                          "%s: %s", lesson->name, code);
            int lines = exercise_lines(&a, lesson, x, NULL, line, EXERCISE_LINES);
            for (int k = 0; k < lines && x->kind == EXERCISE_FILL; k++)
                ck_assert(is_short || !strstr(squeeze(&a, line[k].text), code));
            Results results = results_of(&a, r);
            for (int k = 0; k < results.count; k++)
                ck_assert(results.item[k].kind != RESULT_TENSOR ||
                          results.item[k].line != x->blank[b].first);
        }
        run_free(r);
        lesson_free(blank);
    }
    arena_release(&a);
    stop();
}
END_TEST

/* With the author's own lines in the blanks the lesson computes what it did. */
START_TEST(the_authors_lines_fill_the_blanks)
{
    Arena a = {0};
    start_file(made_lessons[_i]);
    Exercises all = exercises_of(&a, run);
    for (int i = 0; i < all.count; i++) {
        const Exercise *x = &all.item[i];
        const char *answer[EXERCISE_BLANKS];
        Err err = {0};
        for (int b = 0; b < x->blanks; b++)
            answer[b] = arena_text(&a, lesson->source + x->blank[b].node->start,
                                   x->blank[b].node->end - x->blank[b].node->start);
        Lesson *filled = x->kind == EXERCISE_FILL ? exercise_lesson(&a, run, x, answer, &err)
                                                  : NULL;
        if (!filled)
            continue;
        Run *r = run_lesson(filled);
        ck_assert_msg(!r->err.set, "%s: %s: %s", lesson->name, x->name, r->err.message);
        run_free(r);
        lesson_free(filled);
    }
    arena_release(&a);
    stop();
}
END_TEST

/* In a file that is opened anywhere else a blank is one message, and nothing that hangs on it is computed. */
START_TEST(a_blank_is_one_message)
{
    static const struct {
        const char *code, *message;
    } blanks[] = {
        {"x = 1\ny = ___\nz = y + 1\n",
         "line 5 is still blank: write what belongs in the place of ___"},
        {"import torch\nx = torch.ones(2)\ny = x.___\nz = y + 1\n",
         "line 6 is still blank: write what belongs in the place of ___"},
        {"def f(x):\n    return x + ___\ny = f(1)\nz = y\n",
         "line 5 is still blank: write what belongs in the place of ___"},
        {"try:\n    y = ___\nexcept NameError:\n    y = 2\nz = y\n",
         "line 5 is still blank: write what belongs in the place of ___"},
    };
    for (int i = 0; i < COUNT(blanks); i++) {
        lesson = made_lesson(blanks[i].code);
        run = run_lesson(lesson);
        ck_assert_str_eq(run->err.message, blanks[i].message);
        ck_assert_int_eq(run->mistakes, 1);
        stop();
    }
}
END_TEST

Suite *exercise_suite(void)
{
    Suite *s = suite_create("exercise");
    TCase *t = suite_case(s, "exercises");
    tcase_add_loop_test(t, computed_results_are_asked_for, 0, COUNT(chosen));
    tcase_add_test(t, long_code_is_not_asked_for);
    tcase_add_test(t, gradients_wait_for_each_other);
    tcase_add_test(t, directives_do_not_tell_a_blank);
    tcase_add_loop_test(t, a_blank_and_what_would_tell_it_are_not_shown, 0, COUNT(shown));
    tcase_add_loop_test(t, wrong_directives_are_told, 0, COUNT(authored));
    tcase_add_loop_test(t, a_lesson_with_blanks_tells_nothing, 0, MADE_LESSONS);
    tcase_add_loop_test(t, the_authors_lines_fill_the_blanks, 0, MADE_LESSONS);
    tcase_add_test(t, a_blank_is_one_message);
    return s;
}
