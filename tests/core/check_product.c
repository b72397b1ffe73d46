/* The vectors of this processor, each kind held against the plain loops, bit for bit. */
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/product.h"
#include "suites.h"

/* Numbers of all sizes, and now and then one that makes trouble. */
static float drawn(void)
{
    static const float odd[] = {NAN,     INFINITY, -INFINITY,    0.0F,       -0.0F,
                                FLT_MIN, FLT_MAX,  FLT_TRUE_MIN, -0x1p-140F, 1.0F};
    int r = rand();
    if (r % 61 == 0)
        return odd[r / 61 % (int)(sizeof odd / sizeof *odd)];
    float x = (float)(r % 20011 - 10005) / 1009.0F;
    return r % 7 == 0 ? ldexpf(x, r % 120 - 100) : x;
}

static float *numbers(int64_t count)
{
    float *x = calloc((size_t)count + 1, sizeof *x);
    ck_assert_ptr_nonnull(x);
    for (int64_t i = 0; i < count; i++)
        x[i] = drawn();
    return x;
}

/* Any two NaN are the same: what is in one besides has no meaning here. */
static void must_be_same(const char *set, const float *x, const float *y, int64_t count)
{
    for (int64_t i = 0; i < count; i++)
        ck_assert_msg(memcmp(&x[i], &y[i], sizeof *x) == 0 || (isnan(x[i]) && isnan(y[i])),
                      "%s: %a at %lld, and plain %a", set, (double)x[i], (long long)i,
                      (double)y[i]);
}

/* The rows of a matrix with gaps between them, or a matrix that was stored turned. */
static Matrix drawn_matrix(float **cells, int64_t rows, int64_t cols)
{
    int64_t gap = rand() % 3;
    bool is_turned = rand() % 3 == 0;
    *cells = numbers((rows + gap) * (cols + gap));
    return is_turned ? (Matrix){*cells, 1, rows + gap} : (Matrix){*cells, cols + gap, 1};
}

static void try_product(const VectorSet *set, int64_t rows, int64_t inner, int64_t cols)
{
    float *in[2], *out = numbers(rows * cols), *plain = numbers(rows * cols);
    Matrix a = drawn_matrix(&in[0], rows, inner), b = drawn_matrix(&in[1], inner, cols);
    product32_with(set, out, rows, inner, cols, a, b, true);
    product32_with(NULL, plain, rows, inner, cols, a, b, true);
    must_be_same(set->name, out, plain, rows * cols);
    free(in[0]);
    free(in[1]);
    free(out);
    free(plain);
}

/* A small size often, a large one seldom. */
static int64_t drawn_size(void)
{
    return rand() % 5 ? rand() % 40 : rand() % 300;
}

START_TEST(products_are_those_of_plain_loops)
{
    const VectorSet *set;
    for (int i = 0; (set = vector_set_at(i)); i++) {
        for (int turn = 0; turn < 300; turn++)
            try_product(set, drawn_size(), drawn_size(), drawn_size());
        try_product(set, 300, 20, 70); /* more rows than pass by at once    */
        try_product(set, 20, 600, 70); /* more products than a panel is deep */
    }
}
END_TEST

/* What the environment asks for is taken; nothing else is known by these names. */
START_TEST(vectors_are_chosen)
{
    static const char *const names[] = {"none", "avx2", "avx512", "neon"};
    setenv("QKV_VECTORS", names[_i], 1);
    const VectorSet *set = vector_set();
    ck_assert(!set || strcmp(set->name, names[_i]) == 0);
    ck_assert(_i > 0 || !set);
}
END_TEST

Suite *product_suite(void)
{
    Suite *s = suite_create("product");
    TCase *t = tcase_create("product");
    tcase_add_test(t, products_are_those_of_plain_loops);
    tcase_add_loop_test(t, vectors_are_chosen, 0, 4);
    suite_add_tcase(s, t);
    return s;
}
