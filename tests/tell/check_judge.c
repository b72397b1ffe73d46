/* The verdict of a guess, over random numbers: what is on the page is right, its negative and what has another digit
 * are wrong, and on the side that is told. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/qkv.h"
#include "made.h"
#include "suites.h"
#include "tell/tell.h"

typedef struct Guessed {
    Lens l;
    const QkvTensor *t; /* a single cell */
    double value;
} Guessed;

static const char *judged(const Guessed *g, const char *text)
{
    return tell_judge(&g->l, g->t, 0, text, strtod(text, NULL));
}

static void expect_right(const Guessed *g, const char *text)
{
    const char *no = judged(g, text);
    ck_assert_msg(!no, "%s of %.9g is %s", text, g->value, no);
}

/* Expects that a text is wrong, and told to be on the side on which it is. */
static void expect_wrong(const Guessed *g, const char *text)
{
    const char *no = judged(g, text),
               *side = strtod(text, NULL) < g->value ? "too small" : "too large";
    ck_assert_msg(no, "%s of %.9g is right", text, g->value);
    ck_assert_msg(strcmp(no, side) == 0 || strncmp(no, "close", 5) == 0, "%s of %.9g is %s", text,
                  g->value, no);
}

/* Another digit in the place of one of the first two of a number. */
static void change_digit(char *text)
{
    char *first = text + strcspn(text, "123456789"), *at = first;
    if (made_random(2) && first[1])
        at += first[1] == '.' ? 2 : 1;
    if (*at < '0' || *at > '9')
        at = first;
    int least = at == first; /* a digit that stays the first */
    char other = (char)('0' + least + made_random(10 - least));
    *at = other != *at ? other : other == '9' ? '8' : (char)(other + 1);
}

static void expect_verdicts(const Guessed *g)
{
    char text[64], changed[64];
    Buf shown = {0}, minus = {0};
    NumberFormat format = lens_format(&g->l, g->t);
    lens_cell(&shown, &g->l, g->t, 0, &format);
    expect_right(g, buf_text(&shown));
    snprintf(text, sizeof text, "%.17g", g->value);
    expect_right(g, text);
    buf_printf(&minus, *text == '-' ? "%s" : "-%s", text + (*text == '-'));
    expect_wrong(g, buf_text(&minus));
    snprintf(changed, sizeof changed, "%.6g", g->value);
    change_digit(changed);
    expect_wrong(g, changed);
    buf_release(&shown);
    buf_release(&minus);
}

/* From 0.01 on: of smaller ones a page with four decimals may show no digit that could be another. */
START_TEST(a_number_is_right_and_what_differs_is_wrong)
{
    enum { MANTISSA = 9000000 };
    static const QkvDType types[] = {QKV_FLOAT32, QKV_FLOAT64, QKV_INT64};
    Qkv *q = qkv_new();
    for (int i = 0; i < 6000; i++) {
        QkvDType type = types[i % COUNT(types)];
        double x = (1e6 + made_random(MANTISSA)) / 1e6 * pow(10, made_random(11) - 2);
        x = made_random(2) ? -x : x;
        x = type == QKV_INT64 ? trunc(x * 100) : x;
        Guessed g = {.l = {.decimals = 4 + made_random(4)}, .t = qkv_full(q, type, 0, NULL, x)};
        g.value = qkv_tensor_at(g.t, 0);
        expect_verdicts(&g);
    }
    qkv_free(q);
}
END_TEST

Suite *judge_suite(void)
{
    Suite *s = suite_create("judge");
    tcase_add_test(suite_case(s, "judge"), a_number_is_right_and_what_differs_is_wrong);
    return s;
}
