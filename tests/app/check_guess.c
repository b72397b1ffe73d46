/* Text typed for a number: the number, or arithmetic that gives it. */
#include <math.h>

#include "app/guess.h"
#include "made.h"
#include "suites.h"

static const struct {
    const char *text;
    double value; /* NAN: it is none */
} guesses[] = {
    {"0.98", 0.98},
    {"98%", 0.98},
    {"1/3", 1.0 / 3},
    {"-1/2", -0.5},
    {"exp(-2)", 0.13533528323661270},
    {"2 * (3 - 1)", 4},
    {"4^2", 16},
    {"-2**2", -4},
    {"2^-1", 0.5},
    {"sqrt(4)/4", 0.5},
    {"8 / 2 / 2", 2},
    {"1-2-3", -4},
    {".5", 0.5},
    {"1e-3", 0.001},
    {"true", 1},
    {"-inf", -(double)INFINITY},
    {"e^0", 1},
    {"x", (double)NAN},
    {"1 2", (double)NAN},
    {"(1", (double)NAN},
    {"exp 2", (double)NAN},
    {"1/", (double)NAN},
    {"", (double)NAN},
    {"((((((((((((((((((((((", (double)NAN},
    {"0x", (double)NAN},
    {"1,5", (double)NAN},
};

START_TEST(a_guess_is_a_number_or_arithmetic)
{
    double value;
    bool reads = guess_read(guesses[_i].text, &value);
    ck_assert_msg(reads == !isnan(guesses[_i].value), "%s", guesses[_i].text);
    if (reads && isfinite(guesses[_i].value))
        ck_assert_double_eq_tol(value, guesses[_i].value, 1e-12);
    else if (reads)
        ck_assert(value == guesses[_i].value);
}
END_TEST

Suite *guess_suite(void)
{
    Suite *s = suite_create("guess");
    TCase *t = tcase_create("guess");
    tcase_add_loop_test(t, a_guess_is_a_number_or_arithmetic, 0, COUNT(guesses));
    suite_add_tcase(s, t);
    return s;
}
