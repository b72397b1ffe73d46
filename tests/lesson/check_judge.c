/* Answers in the place of lines of lessons: what is right in another form, and what is wrong. */
#include <string.h>

#include "lesson/judge.h"
#include "made.h"
#include "suites.h"

/* The line of the lesson in hand that reads so, blanks before it aside. */
static int line_of(const char *code)
{
    size_t length = strlen(code);
    int line = 1;
    for (const char *at = lesson->source; *at; line++) {
        at += strspn(at, " ");
        if (strncmp(at, code, length) == 0 && at[length] == '\n')
            return line;
        at += strcspn(at, "\n");
        at += *at == '\n';
    }
    ck_abort_msg("%s has no line %s", lesson->file, code);
    return 0;
}

static Judge *judge_of(const char *code, int lines)
{
    Err err = {0};
    int first = line_of(code);
    Judge *j = judge_begin(run, first, first + lines - 1, &err);
    ck_assert_msg(j != NULL, "%s: %s", code, err.message);
    return j;
}

#define HEADS "lessons/13-many-heads.md"
#define WEIGHTS "lessons/01-hand-crafted-weights.md"
#define ONE_STEP "lessons/05-one-step-of-learning.md"

/* A lesson, the first of the lines that are asked for and how many, an answer, and what it is. */
static const struct {
    const char *file, *code;
    int lines;
    const char *answer;
    VerdictKind kind;
} answers[] = {
    {WEIGHTS, "scores = queries @ keys.T", 1, "scores = (keys @ queries.T).T", VERDICT_RIGHT},
    {WEIGHTS, "scores = queries @ keys.T", 1, "scores = torch.einsum('id,jd->ij', queries, keys)",
     VERDICT_RIGHT},
    {WEIGHTS, "scores = queries @ keys.T", 1,
     "k = keys.transpose(0, 1)\nif True:\n    scores = queries @ k\n", VERDICT_RIGHT},
    {WEIGHTS, "scores = queries @ keys.T", 1, "scores = queries @ keys", VERDICT_DIFFERS},
    {WEIGHTS, "scores = queries @ keys.T", 1, "scores = keys @ queries.T", VERDICT_ELSEWHERE},
    {WEIGHTS, "scores = queries @ keys.T", 1, "scores = scores_1", VERDICT_SHAPE},
    {WEIGHTS, "scores = queries @ keys.T", 1, "scores = queries @ keys.T(", VERDICT_ERROR},
    {WEIGHTS, "scores = queries @ keys.T", 1, "products = queries @ keys.T", VERDICT_ERROR},
    {WEIGHTS, "scores = queries @ keys.T", 1, "while True: pass", VERDICT_ERROR},
    {WEIGHTS, "scores = queries @ keys.T", 1, "", VERDICT_ERROR},
    {WEIGHTS, "weights = softmax(scores, dim=-1)", 1,
     "e = scores.exp()\nweights = e / e.sum(-1, keepdim=True)", VERDICT_RIGHT},
    {WEIGHTS, "weights = softmax(scores, dim=-1)", 1, "weights = softmax(scores.T, dim=-1)",
     VERDICT_ELSEWHERE},
    {HEADS, "scaled = scores / math.sqrt(2)", 2, "weights = torch.softmax(scores * 2 ** -0.5, -1)",
     VERDICT_RIGHT},
    {HEADS, "scaled = scores / math.sqrt(2)", 2, "w = torch.softmax(scores * 2 ** -0.5, -1)",
     VERDICT_ERROR},
    {HEADS, "merged = context.transpose(0, 1).reshape(4, 4)", 1,
     "merged = torch.cat([context[0], context[1]], dim=1)", VERDICT_RIGHT},
    {HEADS, "merged = context.transpose(0, 1).reshape(4, 4)", 1, "merged = context.reshape(4, 4)",
     VERDICT_DIFFERS},
    {ONE_STEP, "scores = queries @ keys.T", 1, "scores = queries @ keys", VERDICT_ELSEWHERE},
};

START_TEST(answers_are_judged_by_what_they_compute)
{
    const char *file = "";
    for (int i = 0; i < COUNT(answers); i++) {
        if (strcmp(file, answers[i].file) != 0) {
            if (*file)
                stop();
            start_file(answers[i].file);
            file = answers[i].file;
        }
        Judge *j = judge_of(answers[i].code, answers[i].lines);
        Verdict *v = judge_answer(j, answers[i].answer);
        ck_assert_msg(v->kind == answers[i].kind, "%s: %s: it is %d: %s", answers[i].file,
                      answers[i].answer, v->kind, v->steps > 0 ? v->step[0].text : "");
        ck_assert_int_eq(v->steps == 0, v->kind == VERDICT_RIGHT);
        verdict_free(v);
        judge_free(j);
    }
    stop();
}
END_TEST

Suite *judge_suite(void)
{
    Suite *s = suite_create("judge");
    TCase *t = suite_case(s, "judge");
    tcase_add_test(t, answers_are_judged_by_what_they_compute);
    return s;
}
