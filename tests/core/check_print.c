/* The expected texts are what PyTorch prints for the same tensors. */
#include "core/print.h"
#include "suites.h"

#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { F = QKV_FLOAT32, I = QKV_INT64, B = QKV_BOOL };

/* Either the cells, or the first one and what is added from each to the next. */
typedef struct Case {
    int dtype, rank;
    int64_t size[QKV_MAX_RANK];
    const void *cells;
    double first, step;
    const char *text;
} Case;

#define FV(...) (const float[]){__VA_ARGS__}, 0, 0
#define IV(...) (const int64_t[]){__VA_ARGS__}, 0, 0
#define BV(...) (const unsigned char[]){__VA_ARGS__}, 0, 0
#define R(first, step) NULL, first, step

/* clang-format off */
static const Case cases[] = {
    /* a single width for the whole tensor */
    {F, 1, {3}, FV(1, 2, 10), "tensor([ 1.,  2., 10.])"},
    {F, 1, {3}, FV(1, 2.5F, 10), "tensor([ 1.0000,  2.5000, 10.0000])"},
    {F, 2, {2, 2}, FV(0.1F, -2.25F, 13, 0),
     "tensor([[ 0.1000, -2.2500],\n"
     "        [13.0000,  0.0000]])"},
    /* infinities are padded but do not widen */
    {F, 2, {2, 2}, FV(0.2899F, -INFINITY, 0.4656F, 0.1723F),
     "tensor([[0.2899,   -inf],\n"
     "        [0.4656, 0.1723]])"},
    {F, 2, {2, 2}, FV(1, -INFINITY, 2, 3),
     "tensor([[1., -inf],\n"
     "        [2., 3.]])"},
    {F, 1, {2}, FV(0, -INFINITY), "tensor([0., -inf])"},
    {F, 2, {2, 2}, FV(NAN, INFINITY, -INFINITY, 0.5F),
     "tensor([[   nan,    inf],\n"
     "        [  -inf, 0.5000]])"},
    {F, 1, {2}, FV(NAN, 1), "tensor([nan, 1.])"}, {F, 1, {2}, FV(NAN, NAN), "tensor([nan, nan])"},
    {F, 1, {3}, FV(0, NAN, INFINITY), "tensor([0., nan, inf])"},
    /* scientific: by ratio, by size, by smallness */
    {F, 1, {2}, FV(1e-04F, 0.05F), "tensor([1.0000e-04, 5.0000e-02])"},
    {F, 1, {2}, FV(1, 1000), "tensor([   1., 1000.])"},
    {F, 1, {2}, FV(1, 1001), "tensor([1.0000e+00, 1.0010e+03])"},
    {F, 1, {1}, FV(100000000), "tensor([100000000.])"},
    {F, 1, {1}, FV(100000008), "tensor([1.0000e+08])"},
    {F, 1, {3}, FV(1e-05F, -INFINITY, 0), "tensor([1.0000e-05,       -inf, 0.0000e+00])"},
    {F, 1, {2}, FV(-0.0F, 1e-07F), "tensor([-0.0000e+00, 1.0000e-07])"},
    {F, 1, {2}, FV(1e-45F, 3.4028235e+38F), "tensor([1.4013e-45, 3.4028e+38])"},
    {F, 1, {2}, FV(0.00010001F, 0.05F), "tensor([0.0001, 0.0500])"},
    {F, 1, {2}, FV(-1e-05F, 1), "tensor([-1.0000e-05,  1.0000e+00])"},
    {F, 2, {2, 2}, FV(1000000000, NAN, -1000000000, -0.0F),
     "tensor([[ 1.0000e+09,         nan],\n"
     "        [-1.0000e+09, -0.0000e+00]])"},
    {F, 1, {2}, FV(2, 2001.5F), "tensor([2.0000e+00, 2.0015e+03])"},
    /* signed zero, ties and what rounds up */
    {F, 1, {2}, FV(0.5F, -0.0F), "tensor([0.5000, -0.0000])"},
    {F, 1, {2}, FV(1, -0.0F), "tensor([1., -0.])"}, {F, 1, {1}, FV(-0.0F), "tensor([-0.])"},
    {F, 1, {2}, FV(0.03125F, 0.09375F), "tensor([0.0312, 0.0938])"},
    {F, 1, {1}, FV(1000), "tensor([1000.])"},
    {F, 1, {2}, FV(0.99999F, 0.5F), "tensor([1.0000, 0.5000])"},
    {F, 1, {2}, FV(-99.99999F, 0.5F), "tensor([-100.0000,    0.5000])"},
    /* whole numbers */
    {I, 2, {2, 2}, IV(1, -20, 300, 4),
     "tensor([[  1, -20],\n"
     "        [300,   4]])"},
    {I, 1, {2}, IV(INT64_MIN, INT64_MAX), "tensor([-9223372036854775808,  9223372036854775807])"},
    {I, 1, {2}, IV(999999999999999999, 1000000000000000000),
     "tensor([ 999999999999999999, 1000000000000000000])"},
    {I, 1, {1}, IV(0), "tensor([0])"},
    {I, 1, {2}, IV(9007199254740993, -1), "tensor([9007199254740993,               -1])"},
    /* truth */
    {B, 2, {2, 2}, BV(1, 0, 1, 1),
     "tensor([[ True, False],\n"
     "        [ True,  True]])"},
    {B, 1, {2}, BV(1, 1), "tensor([True, True])"}, {B, 0, {0}, BV(0), "tensor(False)"},
    {B, 0, {0}, BV(1), "tensor(True)"},
    /* rank 0 */
    {F, 0, {0}, FV(0.5F), "tensor(0.5000)"}, {F, 0, {0}, FV(3), "tensor(3.)"},
    {I, 0, {0}, IV(7), "tensor(7)"}, {F, 0, {0}, FV(-INFINITY), "tensor(-inf)"},
    {F, 0, {0}, FV(-0.0F), "tensor(-0.)"}, {F, 0, {0}, FV(1e-05F), "tensor(1.0000e-05)"},
    {I, 0, {0}, IV(INT64_MIN), "tensor(-9223372036854775808)"},
    /* wrapped rows */
    {F, 1, {12}, R(0, 0.125),
     "tensor([0.0000, 0.1250, 0.2500, 0.3750, 0.5000, 0.6250, 0.7500, 0.8750, 1.0000,\n"
     "        1.1250, 1.2500, 1.3750])"},
    {I, 1, {15}, R(0, 1000003),
     "tensor([       0,  1000003,  2000006,  3000009,  4000012,  5000015,  6000018,\n"
     "         7000021,  8000024,  9000027, 10000030, 11000033, 12000036, 13000039,\n"
     "        14000042])"},
    {F, 2, {1, 10}, R(-100, 0.25),
     "tensor([[-100.0000,  -99.7500,  -99.5000,  -99.2500,  -99.0000,  -98.7500,\n"
     "          -98.5000,  -98.2500,  -98.0000,  -97.7500]])"},
    {B, 1, {20}, R(1, 1),
     "tensor([ True, False,  True, False,  True, False,  True, False,  True, False,\n"
     "         True, False,  True, False,  True, False,  True, False,  True, False])"},
    {I, 3, {2, 1, 15}, R(0, 100),
     "tensor([[[   0,  100,  200,  300,  400,  500,  600,  700,  800,  900, 1000,\n"
     "          1100, 1200, 1300, 1400]],\n"
     "\n"
     "        [[1500, 1600, 1700, 1800, 1900, 2000, 2100, 2200, 2300, 2400, 2500,\n"
     "          2600, 2700, 2800, 2900]]])"},
    /* exactly as many as fit in a line */
    {I, 1, {18}, R(10, 1),
     "tensor([10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27])"},
    {I, 1, {19}, R(10, 1),
     "tensor([10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27,\n"
     "        28])"},
    /* higher ranks */
    {I, 4, {2, 2, 1, 2}, IV(0, 1, 2, 3, 4, 5, 6, 7),
     "tensor([[[[0, 1]],\n"
     "\n"
     "         [[2, 3]]],\n"
     "\n"
     "\n"
     "        [[[4, 5]],\n"
     "\n"
     "         [[6, 7]]]])"},
    {F, 5, {2, 1, 1, 1, 2}, FV(0, 1, 2, 3),
     "tensor([[[[[0., 1.]]]],\n"
     "\n"
     "\n"
     "\n"
     "        [[[[2., 3.]]]]])"},
    {F, 6, {1, 1, 1, 1, 1, 2}, FV(0, 0.5F), "tensor([[[[[[0.0000, 0.5000]]]]]])"},
    {F, 3, {2, 2, 2}, FV(0, 1, 2, 3, 4, 5, 6, 7),
     "tensor([[[0., 1.],\n"
     "         [2., 3.]],\n"
     "\n"
     "        [[4., 5.],\n"
     "         [6., 7.]]])"},
    {I, 2, {3, 1}, IV(0, 1, 2),
     "tensor([[0],\n"
     "        [1],\n"
     "        [2]])"},
    {I, 6, {2, 1, 1, 2, 1, 1}, IV(0, 1, 2, 3),
     "tensor([[[[[[0]],\n"
     "\n"
     "           [[1]]]]],\n"
     "\n"
     "\n"
     "\n"
     "\n"
     "        [[[[[2]],\n"
     "\n"
     "           [[3]]]]]])"},
    /* summaries */
    {I, 1, {1001}, R(0, 1), "tensor([   0,    1,    2,  ...,  998,  999, 1000])"},
    {I, 2, {334, 3}, R(0, 1),
     "tensor([[   0,    1,    2],\n"
     "        [   3,    4,    5],\n"
     "        [   6,    7,    8],\n"
     "        ...,\n"
     "        [ 993,  994,  995],\n"
     "        [ 996,  997,  998],\n"
     "        [ 999, 1000, 1001]])"},
    {F, 2, {8, 126}, R(0, 0),
     "tensor([[0., 0., 0.,  ..., 0., 0., 0.],\n"
     "        [0., 0., 0.,  ..., 0., 0., 0.],\n"
     "        [0., 0., 0.,  ..., 0., 0., 0.],\n"
     "        ...,\n"
     "        [0., 0., 0.,  ..., 0., 0., 0.],\n"
     "        [0., 0., 0.,  ..., 0., 0., 0.],\n"
     "        [0., 0., 0.,  ..., 0., 0., 0.]])"},
    {I, 2, {3, 334}, R(0, 5),
     "tensor([[   0,    5,   10,  ..., 1655, 1660, 1665],\n"
     "        [1670, 1675, 1680,  ..., 3325, 3330, 3335],\n"
     "        [3340, 3345, 3350,  ..., 4995, 5000, 5005]])"},
    {I, 3, {7, 1, 150}, R(0, 1),
     "tensor([[[   0,    1,    2,  ...,  147,  148,  149]],\n"
     "\n"
     "        [[ 150,  151,  152,  ...,  297,  298,  299]],\n"
     "\n"
     "        [[ 300,  301,  302,  ...,  447,  448,  449]],\n"
     "\n"
     "        ...,\n"
     "\n"
     "        [[ 600,  601,  602,  ...,  747,  748,  749]],\n"
     "\n"
     "        [[ 750,  751,  752,  ...,  897,  898,  899]],\n"
     "\n"
     "        [[ 900,  901,  902,  ..., 1047, 1048, 1049]]])"},
    {I, 2, {6, 168}, R(0, 1),
     "tensor([[   0,    1,    2,  ...,  165,  166,  167],\n"
     "        [ 168,  169,  170,  ...,  333,  334,  335],\n"
     "        [ 336,  337,  338,  ...,  501,  502,  503],\n"
     "        [ 504,  505,  506,  ...,  669,  670,  671],\n"
     "        [ 672,  673,  674,  ...,  837,  838,  839],\n"
     "        [ 840,  841,  842,  ..., 1005, 1006, 1007]])"},
    {I, 3, {2, 100, 6}, R(0, 1),
     "tensor([[[   0,    1,    2,    3,    4,    5],\n"
     "         [   6,    7,    8,    9,   10,   11],\n"
     "         [  12,   13,   14,   15,   16,   17],\n"
     "         ...,\n"
     "         [ 582,  583,  584,  585,  586,  587],\n"
     "         [ 588,  589,  590,  591,  592,  593],\n"
     "         [ 594,  595,  596,  597,  598,  599]],\n"
     "\n"
     "        [[ 600,  601,  602,  603,  604,  605],\n"
     "         [ 606,  607,  608,  609,  610,  611],\n"
     "         [ 612,  613,  614,  615,  616,  617],\n"
     "         ...,\n"
     "         [1182, 1183, 1184, 1185, 1186, 1187],\n"
     "         [1188, 1189, 1190, 1191, 1192, 1193],\n"
     "         [1194, 1195, 1196, 1197, 1198, 1199]]])"},
    /* empty */
    {F, 1, {0}, R(0, 0), "tensor([])"},
    {F, 2, {0, 3}, R(0, 0), "tensor([], size=(0, 3))"},
    {F, 3, {2, 0, 3}, R(0, 0), "tensor([], size=(2, 0, 3))"},
    {I, 1, {0}, R(0, 0), "tensor([], dtype=torch.int64)"},
    {B, 1, {0}, R(0, 0), "tensor([], dtype=torch.bool)"},
    {B, 2, {3, 0}, R(0, 0), "tensor([], size=(3, 0), dtype=torch.bool)"},
    {I, 6, {0, 100000, 100000, 100000, 100000, 100000}, R(0, 0),
     "tensor([], size=(0, 100000, 100000, 100000, 100000, 100000), dtype=torch.int64)"},
    {I, 6, {0, 1000000, 100000, 100000, 100000, 100000}, R(0, 0),
     "tensor([], size=(0, 1000000, 100000, 100000, 100000, 100000),\n"
     "       dtype=torch.int64)"},
    {I, 6, {0, 10000000, 10000000, 10000000, 10000000, 10000000}, R(0, 0),
     "tensor([], size=(0, 10000000, 10000000, 10000000, 10000000, 10000000),\n"
     "       dtype=torch.int64)"},
    {B, 6, {0, 1000, 1000, 1000, 1000, 1000}, R(0, 0),
     "tensor([], size=(0, 1000, 1000, 1000, 1000, 1000), dtype=torch.bool)"},
};
/* clang-format on */

static void fill_cell(QkvTensor *t, int64_t cell, double value)
{
    if (t->dtype == QKV_FLOAT32)
        t->data.f[cell] = (float)value;
    else if (t->dtype == QKV_INT64)
        t->data.i[cell] = (int64_t)value;
    else
        t->data.b[cell] = (int64_t)value % 2 != 0;
}

/* The data are the caller's to free. */
static QkvTensor make(const Case *c)
{
    QkvTensor t = {.dtype = (QkvDType)c->dtype, .rank = c->rank, .count = 1, .step = -1};
    for (int axis = 0; axis < c->rank; axis++) {
        t.size[axis] = c->size[axis];
        t.count *= c->size[axis];
    }
    size_t bytes = (size_t)t.count * qkv_dtype_size(t.dtype);
    t.data.raw = malloc(bytes + 1);
    if (c->cells)
        memcpy(t.data.raw, c->cells, bytes);
    else
        for (int64_t cell = 0; cell < t.count; cell++)
            fill_cell(&t, cell, c->first + (double)cell * c->step);
    return t;
}

START_TEST(prints_as_pytorch_does)
{
    const Case *c = &cases[_i];
    QkvTensor t = make(c);
    Buf out = {0};
    print_tensor(&out, &t, &print_default);
    ck_assert_str_eq(buf_text(&out), c->text);
    buf_release(&out);
    free(t.data.raw);
}
END_TEST

/* A cell that a summary hides changes neither mode nor width. */
START_TEST(hidden_cells_do_not_count)
{
    Case zeros = {F, 1, {1001}, R(0, 0), NULL};
    QkvTensor t = make(&zeros);
    t.data.f[500] = 1234567.5F;
    Buf out = {0};
    print_tensor(&out, &t, &print_default);
    ck_assert_str_eq(buf_text(&out), "tensor([0., 0., 0.,  ..., 0., 0., 0.])");

    t.data.f[998] = 0.5F;
    ck_assert_int_eq(print_style(&t, &print_default).mode, PRINT_FIXED);
    buf_release(&out);
    free(t.data.raw);
}
END_TEST

/* Exactly 1000 cells are printed in full. */
START_TEST(summarises_beyond_a_thousand)
{
    Case thousand = {I, 2, {10, 100}, R(0, 1), NULL};
    QkvTensor t = make(&thousand);
    Buf out = {0};
    print_tensor(&out, &t, &print_default);
    ck_assert_ptr_null(strstr(out.text, "..."));
    ck_assert_ptr_nonnull(strstr(out.text, " 555,"));
    buf_release(&out);
    free(t.data.raw);
}
END_TEST

/* The width of the style is the longest text of a finite cell that is not zero. */
START_TEST(width_is_the_longest)
{
    srand(7);
    for (int round = 0; round < 300; round++) {
        float cell[9];
        float scale = powf(10.0F, (float)(rand() % 9 - 3));
        for (int i = 0; i < 9; i++)
            cell[i] = (float)(rand() % 2001 - 1000) * scale / (rand() % 2 ? 1.0F : 8.0F);
        QkvTensor t = {.dtype = QKV_FLOAT32, .rank = 1, .size = {9}, .count = 9, .data.f = cell};
        PrintStyle style = print_style(&t, &print_default);
        int longest = 1;
        for (int i = 0; i < 9; i++) {
            Buf out = {0};
            print_cell(&out, style, 4, &t, i);
            if (cell[i] != 0.0F && (int)out.length > longest)
                longest = (int)out.length;
            buf_release(&out);
        }
        ck_assert_int_eq(style.width, longest);
    }
}
END_TEST

START_TEST(cell_with_other_decimals)
{
    static const struct {
        PrintMode mode;
        int decimals;
        float cell;
        const char *text;
    } table[] = {
        {PRINT_FIXED, 2, 1.234567F, "1.23"},
        {PRINT_FIXED, 0, 2.75F, "3"},
        {PRINT_FIXED, 8, 0.1F, "0.10000000"},
        {PRINT_FIXED, 2, -INFINITY, "-inf"},
        {PRINT_SCIENTIFIC, 1, 1234.0F, "1.2e+03"},
        {PRINT_SCIENTIFIC, 6, -0.5F, "-5.000000e-01"},
        {PRINT_POINT, 2, 12.0F, "12."},
        {PRINT_POINT, 2, NAN, "nan"},
        {PRINT_FIXED, 4, 3.4028235e38F, "340282346638528859811704183484516925440.0000"},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        float cell = table[i].cell;
        QkvTensor t = {.dtype = QKV_FLOAT32, .count = 1, .data.f = &cell};
        Buf out = {0};
        print_cell(&out, (PrintStyle){table[i].mode, 1}, table[i].decimals, &t, 0);
        ck_assert_str_eq(buf_text(&out), table[i].text);
        buf_release(&out);
    }
}
END_TEST

/* A float with these bits, but for those that are infinite or nan. */
static float any_float(uint32_t bits)
{
    float x;
    bits = (bits >> 23 & 0xFF) == 0xFF ? bits & 0xFF0FFFFF & ~(UINT32_C(1) << 30) : bits;
    memcpy(&x, &bits, sizeof x);
    return x;
}

static void digits_are_those_of_printf(float x, int decimals)
{
    QkvTensor t = {.dtype = QKV_FLOAT32, .count = 1, .data.f = &x};
    for (int scientific = 0; scientific < 2; scientific++) {
        char expected[400];
        Buf out = {0};
        snprintf(expected, sizeof expected, scientific ? "%.*e" : "%.*f", decimals, (double)x);
        print_cell(&out, (PrintStyle){scientific ? PRINT_SCIENTIFIC : PRINT_FIXED, 1}, decimals, &t,
                   0);
        ck_assert_str_eq(buf_text(&out), expected);
        buf_release(&out);
    }
}

START_TEST(digits_of_any_float)
{
    uint32_t bits = 12345;
    for (int round = 0; round < 20000; round++) {
        bits = bits * 1664525 + 1013904223;
        int decimals = (int)(bits >> 5 & 7);
        digits_are_those_of_printf(any_float(bits ^ bits << 16), decimals);
        digits_are_those_of_printf((float)(int32_t)(bits >> 8) / 1048576.0F, decimals); /* ties */
        digits_are_those_of_printf(-(float)(bits >> 20) / 32.0F, decimals);
        digits_are_those_of_printf((float)(bits >> 12) / 10000000.0F, decimals);
    }
    for (int shift = 0; shift < 32; shift++)
        digits_are_those_of_printf(any_float(UINT32_C(1) << shift), 4);
    for (float x = 9.99995e-10F; x < 1e10F; x *= 10)
        for (int decimals = 0; decimals < 8; decimals++)
            digits_are_those_of_printf(x, decimals);
}
END_TEST

/* The fewest digits, one after the other, as is tried for none of them in print_float. */
START_TEST(fewest_digits_of_any_double)
{
    uint64_t bits = 12345;
    for (int round = 0; round < 3000; round++) {
        bits = bits * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
        uint64_t taken = round % 3 == 0 ? bits >> (12 + round % 50) : bits >> 2;
        double x, read;
        memcpy(&x, &taken, sizeof x);
        char expected[40];
        int digits = 1;
        do
            snprintf(expected, sizeof expected, "%.*e", digits - 1, x);
        while (strtod(expected, NULL) != x && ++digits < 18);
        Buf out = {0};
        print_float(&out, x);
        read = strtod(out.text, NULL);
        ck_assert_msg(read == x, "%s is not %s", out.text, expected);
        int told = 0;
        for (const char *p = out.text; *p && *p != 'e'; p++)
            told += *p >= '0' && *p <= '9' && (told > 0 || *p != '0');
        if (strchr(out.text, 'e'))
            ck_assert_msg(told <= digits, "%s is longer than %s", out.text, expected);
        buf_release(&out);
    }
}
END_TEST

static const struct {
    double x;
    const char *text;
} floats[] = {
    {0.0, "0.0"},
    {-0.0, "-0.0"},
    {1.0, "1.0"},
    {-2.5, "-2.5"},
    {0.1, "0.1"},
    {100.0, "100.0"},
    {0.30000000000000004, "0.30000000000000004"},
    {1.0 / 3.0, "0.3333333333333333"},
    {(double)0.1F, "0.10000000149011612"},
    {123456.789, "123456.789"},
    {0.0001, "0.0001"},
    {0.00012345, "0.00012345"},
    {0.00009999, "9.999e-05"},
    {0.00001, "1e-05"},
    {-1.5e-7, "-1.5e-07"},
    {999999999999999.9, "999999999999999.9"},
    {1e15, "1000000000000000.0"},
    {9999999999999998.0, "9999999999999998.0"},
    {1e16, "1e+16"},
    {1.25e17, "1.25e+17"},
    {9007199254740993.0, "9007199254740992.0"},
    {-1e20, "-1e+20"},
    {1e22, "1e+22"},
    {1e23, "1e+23"},
    {1e100, "1e+100"},
    {5e-324, "5e-324"},
    {2.2250738585072014e-308, "2.2250738585072014e-308"},
    {1.7976931348623157e308, "1.7976931348623157e+308"},
    /* 2 to the -44: the nearest decimal of 16 digits does not read back, the next one does. */
    {0x1p-44, "5.684341886080802e-14"},
    {0x1p-24, "5.960464477539063e-08"},
    {(double)INFINITY, "inf"},
    {(double)-INFINITY, "-inf"},
    {(double)NAN, "nan"},
};

START_TEST(float_as_python_writes_it)
{
    Buf out = {0};
    print_float(&out, floats[_i].x);
    ck_assert_str_eq(buf_text(&out), floats[_i].text);
    buf_release(&out);
}
END_TEST

START_TEST(float_reads_back)
{
    for (int e = -1074; e < 1024; e++)
        for (int k = 0; k < 3; k++) {
            double x = ldexp(k == 0 ? 1.0 : k == 1 ? 1.0 + 0x1p-52 : 1.0 - 0x1p-53, e);
            Buf out = {0};
            print_float(&out, x);
            ck_assert(strtod(buf_text(&out), NULL) == x);
            buf_release(&out);
        }
}
END_TEST

/* Numbers of any size, the tiniest too: not all counts of digits are tried, from one on. */
START_TEST(few_counts_of_digits_are_tried)
{
    enum { COUNT = 20000, MOST = 6 };
    long before = used_microseconds(), tries = 0;
    for (int i = 0; i < COUNT; i++) {
        char text[40];
        snprintf(text, sizeof text, "%.16e", 1e-310 / (i + 3));
        tries += strtod(text, NULL) > 0.0;
    }
    long one = used_microseconds() - before;
    before = used_microseconds();
    for (int i = 0; i < COUNT; i++) {
        Buf out = {0};
        print_float(&out, 1e-310 / (i + 3));
        buf_release(&out);
    }
    long all = used_microseconds() - before;
    ck_assert_int_eq(tries, COUNT);
    ck_assert_msg(!is_timed() || all < MOST * one, "%ld us, %ld for one try", all, one);
}
END_TEST

/* A locale with a decimal comma, where the machine has one, changes nothing. */
START_TEST(locale_does_not_leak_in)
{
    static const char *const names[] = {"de_DE.UTF-8", "fr_FR.UTF-8", "ps_AF.UTF-8"};
    float cell[] = {0.5F, 1e-6F};
    QkvTensor t = {.dtype = QKV_FLOAT32, .rank = 1, .size = {2}, .count = 2, .data.f = cell};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        setlocale(LC_ALL, names[i]);
        Buf out = {0};
        print_tensor(&out, &t, &print_default);
        print_float(&out, 1234.5678);
        print_float(&out, 1.5e-7);
        setlocale(LC_ALL, "C");
        ck_assert_str_eq(buf_text(&out), "tensor([5.0000e-01, 1.0000e-06])1234.56781.5e-07");
        buf_release(&out);
    }
}
END_TEST

Suite *print_suite(void)
{
    Suite *s = suite_create("print");
    TCase *tensors = suite_case(s, "tensors");
    tcase_add_loop_test(tensors, prints_as_pytorch_does, 0, sizeof cases / sizeof *cases);
    tcase_add_test(tensors, hidden_cells_do_not_count);
    tcase_add_test(tensors, summarises_beyond_a_thousand);
    tcase_add_test(tensors, width_is_the_longest);
    tcase_add_test(tensors, cell_with_other_decimals);
    tcase_add_test(tensors, digits_of_any_float);
    tcase_add_test(tensors, fewest_digits_of_any_double);
    TCase *reprs = suite_case(s, "floats");
    tcase_add_loop_test(reprs, float_as_python_writes_it, 0, sizeof floats / sizeof *floats);
    tcase_add_test(reprs, float_reads_back);
    tcase_add_test(reprs, few_counts_of_digits_are_tried);
    tcase_add_test(reprs, locale_does_not_leak_in);
    return s;
}
