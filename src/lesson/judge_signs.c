/* Each sign is a relation between the cells of two tensors. */
#include "lesson/judge_signs.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/common.h"

static bool is_near(double x, double y)
{
    return x == y || fabs(x - y) <= 5e-5 * fmax(fabs(x), fabs(y)) + 1e-7;
}

static double at(const QkvTensor *t, int64_t i)
{
    return qkv_tensor_at(t, i);
}

/* Tells whether a relation holds between all cells of all pairs. */
typedef bool Related(double right, double now, double number);

static bool holds(const SignPair *pair, int pairs, Related *related, double number)
{
    for (int p = 0; p < pairs; p++)
        for (int64_t i = 0; i < pair[p].now->count; i++)
            if (!related(at(pair[p].right, i), at(pair[p].now, i), number))
                return false;
    return true;
}

static bool is_times(double right, double now, double number)
{
    return is_near(now, right * number);
}

static bool is_plus(double right, double now, double number)
{
    return is_near(now, right + number);
}

static bool is_inverse(double right, double now, double number)
{
    (void)number;
    return is_near(now * right, 1);
}

static bool is_square(double right, double now, double number)
{
    (void)number;
    return is_near(now, right * right);
}

static bool is_root(double right, double now, double number)
{
    (void)number;
    return now >= 0 && is_near(now * now, right);
}

static bool is_number(double right, double now, double number)
{
    (void)right;
    return is_near(now, number);
}

static bool is_size_of(double right, double now, double number)
{
    (void)number;
    return is_near(fabs(right), fabs(now));
}

/* The cell of the largest right number. */
static int64_t largest(const QkvTensor *t)
{
    int64_t best = 0;
    for (int64_t i = 0; i < t->count; i++)
        if (fabs(at(t, i)) > fabs(at(t, best)))
            best = i;
    return best;
}

/* Tells whether the cells of each row, or of each column, are one multiple of the right ones. */
static bool is_multiple(const QkvTensor *right, const QkvTensor *now, bool is_row)
{
    if (now->rank < 2 || now->size[now->rank - 1] < 2 || now->size[now->rank - 2] < 2)
        return false;
    int64_t columns = now->size[now->rank - 1], rows = now->size[now->rank - 2];
    int64_t count = is_row ? columns : rows, step = is_row ? 1 : columns;
    for (int64_t i = 0; i < now->count; i++) {
        int64_t first = is_row ? i / columns * columns
                               : i / (rows * columns) * rows * columns + i % columns;
        for (int64_t k = 0; k < count; k++) {
            int64_t other = first + k * step;
            if (!is_near(at(now, i) * at(right, other), at(now, other) * at(right, i)))
                return false;
        }
    }
    return true;
}

static bool is_transposed(const QkvTensor *right, const QkvTensor *now)
{
    int64_t n = now->rank >= 2 ? now->size[now->rank - 1] : 0;
    if (n < 2 || now->size[now->rank - 2] != n)
        return false;
    for (int64_t i = 0; i < now->count; i++) {
        int64_t row = i / n % n, column = i % n, first = i / (n * n) * n * n;
        if (!is_near(at(now, i), at(right, first + column * n + row)))
            return false;
    }
    return true;
}

static int compare_numbers(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static bool is_reordered(Arena *a, const QkvTensor *right, const QkvTensor *now)
{
    size_t count = (size_t)now->count;
    double *x = arena_many(a, count + 1, double), *y = arena_many(a, count + 1, double);
    for (size_t i = 0; i < count; i++) {
        x[i] = at(right, (int64_t)i);
        y[i] = at(now, (int64_t)i);
        if (isnan(x[i]) || isnan(y[i]))
            return false;
    }
    qsort(x, count, sizeof *x, compare_numbers);
    qsort(y, count, sizeof *y, compare_numbers);
    for (size_t i = 0; i < count; i++)
        if (!is_near(x[i], y[i]))
            return false;
    return count > 2;
}

static bool adds_up(const QkvTensor *t)
{
    int64_t columns = t->rank > 0 ? t->size[t->rank - 1] : 0;
    for (int64_t row = 0; columns > 1 && row < t->count; row += columns) {
        double sum = 0;
        for (int64_t k = 0; k < columns; k++)
            sum += at(t, row + k);
        if (!is_near(sum, 1))
            return false;
    }
    return columns > 1;
}

static bool all_pairs(const SignPair *pair, int pairs,
                      bool (*is)(const QkvTensor *, const QkvTensor *))
{
    for (int p = 0; p < pairs; p++)
        if (!is(pair[p].right, pair[p].now))
            return false;
    return true;
}

static bool is_row_multiple(const QkvTensor *right, const QkvTensor *now)
{
    return is_multiple(right, now, true);
}

static bool is_column_multiple(const QkvTensor *right, const QkvTensor *now)
{
    return is_multiple(right, now, false);
}

static bool rows_are_lost(const QkvTensor *right, const QkvTensor *now)
{
    return adds_up(right) && !adds_up(now);
}

static bool is_part_zero(const QkvTensor *right, const QkvTensor *now)
{
    for (int64_t i = 0; i < now->count; i++)
        if (!is_near(at(now, i), at(right, i)) && fabs(at(now, i)) > 0)
            return false;
    return true;
}

static bool is_zero_late(const QkvTensor *right, const QkvTensor *now)
{
    return is_part_zero(now, right);
}

static const char *sign_of_numbers(Arena *a, const SignPair *pair, int pairs)
{
    int64_t cell = largest(pair->right);
    double right = at(pair->right, cell), now = at(pair->now, cell);
    if (holds(pair, pairs, is_times, -1))
        return "every number has the other sign";
    if (isfinite(now / right) && fabs(now) > 0 && holds(pair, pairs, is_times, now / right))
        return arena_format(a, "every number is %.4g times what it should be", now / right);
    if (isfinite(now - right) && holds(pair, pairs, is_plus, now - right))
        return arena_format(a, "every number is %.4g too %s", fabs(now - right),
                            now > right ? "large" : "small");
    if (holds(pair, pairs, is_number, now))
        return arena_format(a, "every number is %.4g, whatever goes in", now);
    return holds(pair, pairs, is_size_of, 0)   ? "some numbers have the other sign"
           : holds(pair, pairs, is_inverse, 0) ? "every number is 1 divided by what it should be"
           : holds(pair, pairs, is_square, 0)  ? "every number is the square of what it should be"
           : holds(pair, pairs, is_root, 0)    ? "every number is the root of what it should be"
                                               : NULL;
}

const char *judge_sign(Arena *a, const SignPair *pair, int pairs)
{
    bool is_truth = pair->right->dtype == QKV_BOOL, reordered = true;
    if (is_truth)
        return holds(pair, pairs, is_number, 1)        ? "it is True everywhere"
               : holds(pair, pairs, is_number, 0)      ? "it is False everywhere"
               : all_pairs(pair, pairs, is_transposed) ? "rows and columns are exchanged"
               : all_pairs(pair, pairs, is_part_zero)  ? "it is False where it should be True, too"
               : all_pairs(pair, pairs, is_zero_late)  ? "it is True where it should be False, too"
                                                       : NULL;
    const char *sign = sign_of_numbers(a, pair, pairs);
    for (int p = 0; p < pairs && !sign && reordered; p++)
        reordered = is_reordered(a, pair[p].right, pair[p].now);
    return sign                                    ? sign
           : all_pairs(pair, pairs, is_transposed) ? "rows and columns are exchanged"
           : reordered                             ? "these are the right numbers in another order"
           : all_pairs(pair, pairs, is_row_multiple) ? "each row is a multiple of what it should be"
           : all_pairs(pair, pairs, is_column_multiple)
               ? "each column is a multiple of what it should be"
           : all_pairs(pair, pairs, is_part_zero)
               ? "some numbers are 0 that should not be, and the rest is right"
           : all_pairs(pair, pairs, is_zero_late)
               ? "some numbers should be 0, and the rest is right"
           : all_pairs(pair, pairs, rows_are_lost) ? "its rows do not add up to 1"
                                                   : NULL;
}
