/* The vectors of this processor, each kind held against plain loops, bit for bit. */
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/lanes.h"
#include "core/math32.h"
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
static MatrixView drawn_matrix(float **cells, int64_t rows, int64_t cols)
{
    int64_t gap = rand() % 3;
    bool is_turned = rand() % 3 == 0;
    *cells = numbers((rows + gap) * (cols + gap));
    return is_turned ? (MatrixView){*cells, 1, rows + gap} : (MatrixView){*cells, cols + gap, 1};
}

static void try_product(const VectorSet *set, int64_t rows, int64_t inner, int64_t cols)
{
    float *in[2], *out = numbers(rows * cols), *plain = numbers(rows * cols);
    MatrixView a = drawn_matrix(&in[0], rows, inner), b = drawn_matrix(&in[1], inner, cols);
    product32_with(set, NULL, out, rows, inner, cols, a, b, true);
    product32_with(NULL, NULL, plain, rows, inner, cols, a, b, true);
    must_be_same(set->name, out, plain, rows * cols);
    free(in[0]);
    free(in[1]);
    free(out);
    free(plain);
}

/* A small size often, a large one seldom. */
static int64_t drawn_size(void)
{
    return rand() % 5 ? rand() % 40 : rand() % 130;
}

START_TEST(products_are_those_of_plain_loops)
{
    const VectorSet *set;
    for (int i = 0; (set = vector_set_at(i)); i++) {
        for (int turn = 0; turn < 100; turn++)
            try_product(set, drawn_size(), drawn_size(), drawn_size());
        try_product(set, 300, 20, 70); /* more rows than pass by at once    */
        try_product(set, 20, 600, 70); /* more products than a panel is deep */
        for (int turn = 0; turn < 3; turn++)
            try_product(set, 257 + drawn_size(), 500 + drawn_size(), 120 + drawn_size());
    }
}
END_TEST

START_TEST(powers_are_those_of_exp32)
{
    enum { MOST = 100 };
    const VectorSet *set;
    for (int i = 0; (set = vector_set_at(i)); i++)
        for (int turn = 0; turn < 300; turn++) {
            int64_t n = rand() % MOST;
            float *x = numbers(n), out[MOST], plain[MOST], less = turn % 3 ? drawn() : 0;
            float lane[LANES] = {0}, sum[LANES];
            lane[turn % LANES] = drawn();
            memcpy(sum, lane, sizeof sum);
            for (int64_t k = 0; k < n; k++) {
                plain[k] = exp32(x[k] - less);
                sum[k % LANES] += plain[k];
            }
            set->powers(out, x, less, n, lane);
            must_be_same(set->name, out, plain, n);
            must_be_same(set->name, lane, sum, LANES);
            set->powers(x, x, less, n, NULL);
            must_be_same(set->name, x, plain, n);
            free(x);
        }
}
END_TEST

/* All floats, a step apart: also those beyond which the power is 0 or infinite. */
START_TEST(powers_everywhere)
{
    enum { STEP = 200003, MANY = 1024 };
    const VectorSet *set;
    for (int i = 0; (set = vector_set_at(i)); i++)
        for (uint64_t bits = 0; bits < UINT32_MAX;) {
            float x[MANY], out[MANY], plain[MANY];
            for (int k = 0; k < MANY; k++, bits += STEP) {
                uint32_t own = (uint32_t)bits;
                memcpy(&x[k], &own, sizeof own);
                plain[k] = exp32(x[k]);
            }
            set->powers(out, x, 0, MANY, NULL);
            must_be_same(set->name, out, plain, MANY);
        }
}
END_TEST

START_TEST(columns_side_by_side_are_columns_one_by_one)
{
    for (int turn = 0; turn < 200; turn++) {
        int64_t n = 1 + rand() % 40, cols = LANES * (1 + rand() % (SOFTMAX_COLUMNS / LANES));
        int64_t pitch = cols + rand() % 10;
        float *x = numbers(n * pitch), *out = numbers(n * pitch), one[40], found[40];
        softmax_columns32(out, x, pitch, n, cols);
        for (int64_t j = 0; j < cols; j++) {
            for (int64_t k = 0; k < n; k++) {
                one[k] = x[k * pitch + j];
                found[k] = out[k * pitch + j];
            }
            softmax32(SOFTMAX_COLUMN, one, one, n);
            must_be_same("columns", found, one, n);
        }
        free(x);
        free(out);
    }
}
END_TEST

START_TEST(largest_is_that_of_a_plain_loop)
{
    const VectorSet *set;
    for (int i = 0; (set = vector_set_at(i)); i++)
        for (int turn = 0; turn < 300; turn++) {
            int64_t n = 1 + rand() % (turn % 2 ? 100 : 1000);
            float *x = numbers(n), most = x[0], found = set->largest(x, n);
            for (int64_t k = 1; k < n; k++)
                most = x[k] > most || isnan(x[k]) ? x[k] : most;
            ck_assert(found == most || (isnan(found) && isnan(most)));
            free(x);
        }
}
END_TEST

START_TEST(scaled_numbers_are_those_of_a_plain_loop)
{
    enum { MOST = 100 };
    const VectorSet *set;
    for (int i = 0; (set = vector_set_at(i)); i++)
        for (int turn = 0; turn < 300; turn++) {
            int64_t n = 1 + rand() % (MOST - 1);
            float *x = numbers(n), plain[MOST], by = drawn();
            for (int64_t k = 0; k < n; k++)
                plain[k] = x[k] * by;
            set->scale(x, by, n);
            must_be_same(set->name, x, plain, n);
            free(x);
        }
}
END_TEST

START_TEST(multiply_add_is_that_of_a_plain_loop)
{
    enum { MOST = 100 };
    const VectorSet *set;
    for (int i = 0; (set = vector_set_at(i)); i++)
        for (int turn = 0; turn < 300; turn++) {
            int64_t n = 1 + rand() % (MOST - 1);
            float *a = numbers(n), *b = numbers(n), *c = numbers(n), out[MOST], plain[MOST];
            const bool is_one[] = {rand() % 2, rand() % 2, rand() % 2};
            for (int64_t k = 0; k < n; k++)
                plain[k] = fused32(a[is_one[0] ? 0 : k], b[is_one[1] ? 0 : k],
                                   c[is_one[2] ? 0 : k]);
            set->multiply_add(out, (const float *const[]){a, b, c}, is_one, n);
            must_be_same(set->name, out, plain, n);
            const float by[] = {*b, *c};
            const float *const twice[] = {b, c};
            for (int64_t k = 0; k < n; k++)
                plain[k] = fused32((a[k] - by[0]) * by[1], b[is_one[1] ? 0 : k],
                                   c[is_one[2] ? 0 : k]);
            set->normalize(out, a, by, twice, is_one + 1, n);
            must_be_same(set->name, out, plain, n);
            free(a);
            free(b);
            free(c);
        }
}
END_TEST

/* --- sums in lanes, held against a lane at a time ------------------------------------------------- */

static float lane_at_a_time(const float *x, int64_t n)
{
    int64_t full = n / LANES;
    float sum = 0, lane[LANES], *column = numbers(full);
    for (int64_t i = full * LANES; i < n; i++)
        sum += x[i];
    for (int l = 0; l < LANES; l++) {
        for (int64_t i = 0; i < full; i++)
            column[i] = x[i * LANES + l];
        lane[l] = sum_strided(column, full);
        sum += lane[l];
    }
    free(column);
    return sum;
}

START_TEST(lanes_are_sums_of_their_own)
{
    for (int turn = 0; turn < 100; turn++) {
        int64_t n = turn < 80 ? rand() % 200 : rand() % 20000;
        float *x = numbers(n), sum = sum_lanes(x, n), plain = lane_at_a_time(x, n);
        must_be_same("lanes", &sum, &plain, 1);
        for (int64_t i = 0; i < n; i++)
            x[i] = (float)(rand() % 1000) / 7.0F;
        sum = sum_lanes(x, n);
        plain = lane_at_a_time(x, n);
        must_be_same("lanes", &sum, &plain, 1);
        free(x);
    }
}
END_TEST

/* Takes what the environment asks for; nothing else is known by these names. */
START_TEST(vectors_are_chosen)
{
    static const char *const names[] = {"none", "avx2", "avx512", "neon"};
    setenv("QKV_VECTORS", names[_i], 1);
    const VectorSet *set = vector_set();
    ck_assert(!set || strcmp(set->name, names[_i]) == 0);
    ck_assert(_i > 0 || !set);
}
END_TEST

Suite *vector_suite(void)
{
    Suite *s = suite_create("vector");
    TCase *t = suite_case(s, "vector");
    tcase_add_test(t, products_are_those_of_plain_loops);
    tcase_add_test(t, powers_are_those_of_exp32);
    tcase_add_test(t, powers_everywhere);
    tcase_add_test(t, columns_side_by_side_are_columns_one_by_one);
    tcase_add_test(t, largest_is_that_of_a_plain_loop);
    tcase_add_test(t, scaled_numbers_are_those_of_a_plain_loop);
    tcase_add_test(t, multiply_add_is_that_of_a_plain_loop);
    tcase_add_test(t, lanes_are_sums_of_their_own);
    tcase_add_loop_test(t, vectors_are_chosen, 0, 4);
    return s;
}
