/* Answers of learners (tests/lesson/answers.txt): no wrong one passes, all right ones do, and most of the wrong ones are
 * told what is wrong with their line. QKV_TOLD=1 writes what each is told. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "lesson/judge.h"
#include "made.h"
#include "suites.h"

typedef struct Count {
    int lines, right, wrong, told;
} Count;

static const char *const kind_names[] = {"right", "error", "shape", "differs", "elsewhere"};

static void open_lesson(const char *number)
{
    if (lesson)
        stop();
    for (int i = 0; i < MADE_LESSONS; i++)
        if (strncmp(made_lessons[i] + strlen("lessons/"), number, 2) == 0)
            start_file(made_lessons[i]);
}

/* An error, a shape and a sentence about the line tell a learner what is wrong; that numbers differ does not. */
static bool is_told(const Verdict *v)
{
    return v->kind == VERDICT_ERROR || v->kind == VERDICT_SHAPE || v->sentence;
}

static void judge_one(Judge *j, bool is_right, const char *text, Count *count)
{
    Verdict *v = judge_answer(j, text);
    if (getenv("QKV_TOLD"))
        printf("%.2s %s %-9s %-5s %s\n      %s\n", lesson->file,
               (v->kind == VERDICT_RIGHT) == is_right ? " " : "FALSE", kind_names[v->kind],
               is_told(v) ? "told" : "", text, v->sentence ? v->sentence : "-");
    if (!getenv("QKV_TOLD"))
        ck_assert_msg((v->kind == VERDICT_RIGHT) == is_right, "%s: %s is %s: %s", lesson->file,
                      text, kind_names[v->kind], v->steps ? v->step[0].text : "it passes");
    count->right += is_right;
    count->wrong += !is_right;
    count->told += !is_right && is_told(v);
    verdict_free(v);
}

START_TEST(answers_of_learners_are_judged)
{
    Err err = {0};
    Buf list = {0};
    lesson = NULL;
    ck_assert(file_read(&list, "tests/lesson/answers.txt", 1 << 20));
    char *line = list.text;
    Judge *j = NULL;
    Count count = {0};
    for (char *end; *line; line = end) {
        end = line + strcspn(line, "\n");
        if (*end)
            *end++ = '\0';
        if (strncmp(line, "lesson ", 7) == 0 || *line == '>') {
            judge_free(j);
            j = NULL;
        }
        if (strncmp(line, "lesson ", 7) == 0)
            open_lesson(line + strlen("lesson "));
        if (*line == '>') {
            int at = made_line(line + 2);
            ck_assert_msg(at > 0, "%s: no line %s", lesson->file, line + 2);
            j = judge_begin(run, at, at, &err);
            ck_assert_msg(j != NULL, "%s: %s: %s", lesson->file, line + 2, err.message);
            count.lines++;
        }
        if (*line == '=' || *line == '!')
            judge_one(j, *line == '=', line + 2, &count);
    }
    judge_free(j);
    stop();
    buf_release(&list);
    ck_assert_msg(count.lines >= 60 && count.right >= 100 && count.wrong >= 300, "%d, %d, %d",
                  count.lines, count.right, count.wrong);
    ck_assert_msg(4 * count.told >= 3 * count.wrong,
                  "%d of %d wrong answers are told what is wrong", count.told, count.wrong);
}
END_TEST

Suite *learners_suite(void)
{
    Suite *s = suite_create("learners");
    TCase *t = suite_case(s, "learners");
    tcase_set_timeout(t, 60);
    tcase_add_test(t, answers_of_learners_are_judged);
    return s;
}
