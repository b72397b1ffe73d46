/* Mathematics written in ASCII still says the same. */
#include "base/ascii.h"
#include "suites.h"

static const struct {
    const char *text, *ascii;
} written[] = {
    {"plain words, x[1] = 2.5", "plain words, x[1] = 2.5"},
    {"", ""},
    {"divided by √3: then", "divided by sqrt(3): then"},
    {"the spread √d. It", "the spread sqrt(d). It"},
    {"√d_k, √2.5, √(a + b), a √", "sqrt(d_k), sqrt(2.5), sqrt(a + b), a sqrt"},
    {"softmax(Q Kᵀ / √d) V", "softmax(Q K^T / sqrt(d)) V"},
    {"−∞ and ∞ · 0", "-inf and inf * 0"},
    {"4 to the power of −½ is ½, 2½ not", "4 to the power of -1/2 is 1/2, 2 1/2 not"},
    {"(a + b)² is a² + b²", "(a + b)^2 is a^2 + b^2"},
    {"2¹⁰⁰ and 10⁻⁸, xₙ² of x₁₂", "2^100 and 10^-8, x_n^2 of x_12"},
    {"headᵢ = Wᵢ_Q, headₕ", "head_i = W_i_Q, head_h"},
    {"1 ± 2, a ≤ b ≠ c, a → b…", "1 +/- 2, a <= b != c, a -> b..."},
    {"3 × 4, 注意", "3 × 4, 注意"}, /* signs with stand-ins of their own width */
};

START_TEST(signs_are_written_out)
{
    Buf out = {0};
    ascii_mathematics(&out, written[_i].text);
    ck_assert_str_eq(buf_text(&out), written[_i].ascii);
    buf_release(&out);
}
END_TEST

Suite *ascii_suite(void)
{
    Suite *s = suite_create("ascii");
    TCase *t = tcase_create("ascii");
    tcase_add_loop_test(t, signs_are_written_out, 0, sizeof written / sizeof *written);
    suite_add_tcase(s, t);
    return s;
}
