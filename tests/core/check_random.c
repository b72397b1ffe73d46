/* The golden numbers were drawn by PyTorch 1.13.0a0 (Debian's python3-torch 1.13.1+dfsg-4, x86-64,
 * CPU capability AVX2, without MKL), one thread. They are compared bit for bit. */
#include <float.h>
#include <math.h>
#include <string.h>

#include "core/context.h"
#include "core/random_internal.h"
#include "suites.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

/* --- the engine ----------------------------------------------------------------------------- */

static const struct {
    int64_t seed;
    uint32_t word[4];
} engine[] = {
    {0, {2357136044U, 2546248239U, 3071714933U, 3626093760U}},
    {42, {1608637542U, 3421126067U, 4083286876U, 787846414U}},
    {123, {2991312382U, 3062119789U, 1228959102U, 1840268610U}},
    {789, {1388712499U, 568673934U, 988903838U, 89829586U}},
};

START_TEST(words_are_those_of_the_mersenne_twister)
{
    Random r = {0};
    random_seed(&r, engine[_i].seed);
    for (int i = 0; i < 4; i++)
        ck_assert_uint_eq(random_word(&r), engine[_i].word[i]);
}
END_TEST

/* The check value that the C++ standard gives for its mt19937. */
START_TEST(the_ten_thousandth_word_is_right)
{
    Random r = {0};
    random_seed(&r, 5489);
    for (int i = 1; i < 10000; i++)
        random_word(&r);
    ck_assert_uint_eq(random_word(&r), 4123659995U);
}
END_TEST

START_TEST(the_first_of_two_words_is_the_high_one)
{
    Random r = {0};
    random_seed(&r, 0);
    ck_assert_uint_eq(random_two_words(&r), UINT64_C(2357136044) << 32 | 2546248239U);
}
END_TEST

/* --- golden numbers ------------------------------------------------------------------------- */

enum { SEED, RAND, UNIFORM, NORMAL, INTEGERS, SHUFFLE, DROPOUT };

/* A call of a program. Either all numbers that it draws or a hash of them. */
typedef struct Draw {
    int kind;
    int64_t n; /* how many; SEED: the seed */
    double a, b;
    const float *floats;
    const int64_t *integers;
    uint64_t hash;
} Draw;

#define FV(...) (const float[]){__VA_ARGS__}, NULL, 0
#define IV(...) NULL, (const int64_t[]){__VA_ARGS__}, 0
#define HASH(x) NULL, NULL, UINT64_C(x)
#define BOUND 0.5773502691896258 /* 1 / sqrt(3): Linear(3, 2) */

static const Draw golden[] = {
    {.kind = SEED, .n = 123},
    {RAND, 6, 0, 0,
     FV(0x1.2f37f8p-2F, 0x1.087adap-1F, 0x1.01b5f8p-2F, 0x1.608a84p-1F, 0x1.2efdcp-4F,
        0x1.bba8c4p-1F)},
    {.kind = SEED, .n = 123},
    {UNIFORM, 6, -BOUND, BOUND,
     FV(-0x1.e228fp-3F, 0x1.3955dep-6F, -0x1.25a0bap-2F, 0x1.bde774p-3F, -0x1.f7bd9ap-2F,
        0x1.b16164p-2F)},
    {UNIFORM, 2, -BOUND, BOUND, FV(-0x1.adb67ap-2F, -0x1.d608bap-2F)},
    {.kind = SEED, .n = 123},
    {NORMAL, 4, 0, 0, FV(-0x1.c891bep-4F, 0x1.ed01b2p-4F, -0x1.7a8178p-2F, -0x1.ec6042p-3F)},
    {.kind = SEED, .n = 123},
    {NORMAL, 1, 0, 0, FV(-0x1.c891bep-4F)},
    {NORMAL, 1, 0, 0, FV(0x1.ed01b2p-4F)},
    {NORMAL, 3, 0, 0, FV(-0x1.7a8178p-2F, -0x1.ec6042p-3F, -0x1.3269a2p+0F)},
    {RAND, 2, 0, 0, FV(0x1.35cd6p-4F, 0x1.92b708p-3F)},
    {NORMAL, 2, 0, 0, FV(0x1.ac956ap-3F, -0x1.31ccfp+1F)},
    {.kind = SEED, .n = 123},
    {NORMAL, 16, 0, 0,
     FV(0x1.597792p-2F, -0x1.6c1676p-3F, -0x1.36cffp-2F, -0x1.2d0fe4p-1F, 0x1.64f8c2p-2F,
        0x1.521836p-1F, -0x1.c1d15ep-3F, -0x1.844518p-2F, 0x1.88c242p-1F, -0x1.3147dp+0F,
        0x1.658e62p-1F, -0x1.68e39ap+0F, 0x1.6f5e94p-3F, 0x1.e5286cp+0F, 0x1.fb564cp-2F,
        0x1.13a8cap-2F)},
    {.kind = SEED, .n = 7},
    {NORMAL, 1, 0, 0, FV(-0x1.2ca2e8p-3F)},
    {NORMAL, 17, 0, 0,
     FV(-0x1.560202p-3F, 0x1.906bd4p-1F, 0x1.0a02f6p+0F, -0x1.72f312p-1F, -0x1.b2a426p-1F,
        -0x1.3788bp+0F, -0x1.4bdd4ap-4F, 0x1.5c8a4ap+0F, -0x1.4d9f9cp+0F, 0x1.5923bap-1F,
        -0x1.52c6cap+0F, -0x1.5c19d2p+0F, -0x1.bbc05p-1F, -0x1.20c57cp-1F, -0x1.073a2ap+1F,
        -0x1.6d48acp-2F, 0x1.1877f6p+0F)},
    {NORMAL, 1, 0, 0, FV(0x1.92811cp-1F)},
    {RAND, 1, 0, 0, FV(0x1.c585b8p-3F)},
    {.kind = SEED, .n = 42},
    {NORMAL, 24, 0, 0,
     FV(0x1.ed4a52p+0F, 0x1.7cbea6p+0F, 0x1.cd2acep-1F, -0x1.0d81b6p+1F, 0x1.5b59aap-1F,
        -0x1.3c0b22p+0F, -0x1.60cf0cp-5F, -0x1.9acb74p+0F, 0x1.6c668ap-2F, -0x1.5f8d0cp-1F,
        -0x1.f93268p-2F, 0x1.ee9126p-3F, -0x1.1c6432p+0F, 0x1.76f894p-4F, -0x1.2890ecp+1F,
        -0x1.bc041ep-3F, -0x1.3d2904p-2F, -0x1.953522p-2F, 0x1.9b5878p-1F, -0x1.3e41cp-1F,
        -0x1.2f1ab2p-1F, -0x1.025a48p-4F, -0x1.a83844p-1F, 0x1.52d70ap-2F)},
    {.kind = SEED, .n = -1},
    {INTEGERS, 8, 0, 10, IV(1, 8, 6, 9, 0, 0, 2, 4)},
    {INTEGERS, 4, -5, 5, IV(4, -3, 2, 2)},
    {INTEGERS, 3, -1099511627776, 2199023255552, IV(2141880858731, 50248231114, -982814139251)},
    {INTEGERS, 2, -0x1p63, 0x1.fffffffffffffp62, IV(991259994952170583, 8938472321172542166)},
    {INTEGERS, 2, 0, 4294967295, IV(1779174926, 3338648997)},
    {INTEGERS, 2, 0, 4294967296, IV(2024276873, 1217802284)},
    {SHUFFLE, 10, 0, 0, IV(2, 1, 9, 3, 4, 6, 5, 0, 8, 7)},
    {SHUFFLE, 1, 0, 0, IV(0)},
    {RAND, 1, 0, 0, FV(0x1.a9f4b2p-1F)},
    {.kind = SEED, .n = 789},
    {DROPOUT, 8, 0.1, 0,
     FV(0x1.1c71c8p+0F, 0x1.1c71c8p+0F, 0x1.1c71c8p+0F, 0x1.1c71c8p+0F, 0x1.1c71c8p+0F,
        0x1.1c71c8p+0F, 0x1.1c71c8p+0F, 0x1.1c71c8p+0F)},
    {DROPOUT, 8, 0.3, 0,
     FV(0x1.6db6dcp+0F, 0x1.6db6dcp+0F, 0x1.6db6dcp+0F, 0x1.6db6dcp+0F, 0x1.6db6dcp+0F,
        0x1.6db6dcp+0F, 0x1.6db6dcp+0F, 0x0p+0F)},
    {DROPOUT, 8, 0.9, 0,
     FV(0x0p+0F, 0x0p+0F, 0x0p+0F, 0x0p+0F, 0x0p+0F, 0x0p+0F, 0x0p+0F, 0x0p+0F)},
    {DROPOUT, 4, 0, 0, FV(0x1p+0F, 0x1p+0F, 0x1p+0F, 0x1p+0F)},
    {DROPOUT, 4, 1, 0, FV(0x0p+0F, 0x0p+0F, 0x0p+0F, 0x0p+0F)},
    {RAND, 2, 0, 0, FV(0x1.bbc9d8p-2F, 0x1.4ee32cp-1F)},
    {.kind = SEED, .n = 4294967301},
    {RAND, 2, 0, 0, FV(0x1.a916c6p-1F, 0x1.02467p-3F)},
    {.kind = SEED, .n = 314159},
    {RAND, 1000, 0, 0, HASH(0x4917c064d56df879)},
    {NORMAL, 15, 0, 0, HASH(0x28c5c9c9b609eef5)},
    {NORMAL, 1000, 0, 0, HASH(0xa59127707e75033e)},
    {NORMAL, 9, 0, 0, HASH(0x21aff013709cf7b2)},
    {UNIFORM, 1000, -0.125, 0.3, HASH(0xa95922b2f4d84cc8)},
    {INTEGERS, 1000, -7, 1000003, HASH(0x5e2bc2651c205597)},
    {SHUFFLE, 1000, 0, 0, HASH(0x486b239c866d895f)},
    {DROPOUT, 1000, 0.4, 0, HASH(0x17d792cf5b5f9ee7)},
    {DROPOUT, 1000, 0.15, 0, HASH(0x1a95245a073c2a55)},
    {NORMAL, 65536, 0, 0, HASH(0x6f8e89679ea49b5)},
};

static const QkvTensor *draw(Qkv *q, Draw d, int rank, const int64_t *size)
{
    switch (d.kind) {
    case RAND:
        return qkv_rand(q, rank, size);
    case UNIFORM:
        return qkv_uniform(q, rank, size, d.a, d.b);
    case NORMAL:
        return qkv_randn(q, rank, size);
    case INTEGERS:
        return qkv_randint(q, (int64_t)d.a, (int64_t)d.b, rank, size);
    case SHUFFLE:
        return qkv_randperm(q, size[0]);
    case DROPOUT:
        return qkv_dropout_mask(q, rank, size, d.a);
    }
    return NULL;
}

static const QkvTensor *draw_row(Qkv *q, Draw d)
{
    const QkvTensor *t = draw(q, d, 1, &d.n);
    ck_assert_msg(t != NULL, "%s", qkv_error(q));
    return t;
}

/* FNV-1a, a cell at a time. */
static uint64_t hash(const QkvTensor *t)
{
    uint64_t h = UINT64_C(0xcbf29ce484222325);
    for (int64_t i = 0; i < t->count; i++) {
        uint32_t bits = 0;
        if (t->dtype == QKV_FLOAT32)
            memcpy(&bits, &t->data.f[i], sizeof bits);
        uint64_t cell = t->dtype == QKV_FLOAT32 ? bits : (uint64_t)t->data.i[i];
        h = (h ^ cell) * UINT64_C(0x100000001b3);
    }
    return h;
}

static void compare(const QkvTensor *t, const Draw *d)
{
    int row = (int)(d - golden);
    ck_assert_int_eq(t->count, d->n);
    ck_assert_int_eq(t->dtype, d->kind == INTEGERS || d->kind == SHUFFLE ? QKV_INT64 : QKV_FLOAT32);
    if (d->hash)
        ck_assert_msg(hash(t) == d->hash, "golden[%d]: the hash is %llx", row,
                      (unsigned long long)hash(t));
    for (int64_t i = 0; d->floats && i < d->n; i++)
        ck_assert_msg(memcmp(&t->data.f[i], &d->floats[i], sizeof(float)) == 0,
                      "golden[%d], cell %d: %a, not %a", row, (int)i, (double)t->data.f[i],
                      (double)d->floats[i]);
    for (int64_t i = 0; d->integers && i < d->n; i++)
        ck_assert_int_eq(t->data.i[i], d->integers[i]);
}

/* A program from the first row to the last, without a tape and with one. */
START_TEST(numbers_are_those_of_pytorch)
{
    Qkv *q = qkv_new();
    if (_i)
        qkv_record(q);
    for (size_t i = 0; i < COUNT(golden); i++) {
        if (golden[i].kind == SEED)
            qkv_seed(q, golden[i].n);
        else
            compare(draw_row(q, golden[i]), &golden[i]);
    }
    qkv_free(q);
}
END_TEST

/* 36 cells of Dropout(0.5) after manual_seed(123), and what a rand() after them gives. The masks
 * are those that readers of one book got on a Mac and on an Intel machine
 * (rasbt/LLMs-from-scratch #57). */
static const struct {
    QkvDropoutFlavour flavour;
    const char *kept;
    int words; /* drawn by the whole call */
} flavours[] = {
    {QKV_DROPOUT_TORCH, "110110 000101 111101 011001 010101 011110", 72},
    {QKV_DROPOUT_TORCH_MKL, "111111 010000 001010 110001 100001 010000", 1},
};

START_TEST(dropout_has_two_flavours)
{
    Qkv *q = qkv_new();
    qkv_seed(q, 123);
    qkv_dropout_flavour(q, flavours[_i].flavour);
    const QkvTensor *mask = qkv_dropout_mask(q, 2, (int64_t[]){6, 6}, 0.5);
    const char *kept = flavours[_i].kept;
    for (int i = 0; i < 36; i++, kept++) {
        kept += *kept == ' ';
        ck_assert_msg(mask->data.f[i] == (*kept == '1' ? 2.0F : 0.0F), "cell %d", i);
    }
    Random r = {0};
    random_seed(&r, 123);
    for (int i = 0; i < flavours[_i].words; i++)
        random_word(&r);
    ck_assert_uint_eq(random_word(&q->random), random_word(&r));
    qkv_free(q);
}
END_TEST

/* --- seeds ---------------------------------------------------------------------------------- */

/* The numbers of one draw from a context of its own. */
static void fresh(int64_t seed, Draw d, float *out)
{
    Qkv *q = qkv_new();
    qkv_seed(q, seed);
    const QkvTensor *t = draw_row(q, d);
    memcpy(out, t->data.f, (size_t)t->count * sizeof *out);
    qkv_free(q);
}

START_TEST(only_the_low_half_of_a_seed_matters)
{
    static const int64_t same[][2] = {
        {(INT64_C(1) << 32) + 5, 5},
        {-1, UINT32_MAX},
        {INT64_MIN, 0},
        {INT64_MAX, -1},
    };
    for (size_t i = 0; i < COUNT(same); i++) {
        float a[4], b[4];
        fresh(same[i][0], (Draw){.kind = RAND, .n = 4}, a);
        fresh(same[i][1], (Draw){.kind = RAND, .n = 4}, b);
        ck_assert_mem_eq(a, b, sizeof a);
    }
}
END_TEST

START_TEST(before_any_seed_it_stands_at_the_default)
{
    Qkv *q = qkv_new();
    ck_assert(!qkv_is_seeded(q));
    const QkvTensor *a = qkv_rand(q, 1, (int64_t[]){4});
    ck_assert(!qkv_is_seeded(q));
    qkv_seed(q, INT64_C(67280421310721));
    ck_assert(qkv_is_seeded(q));
    const QkvTensor *b = qkv_rand(q, 1, (int64_t[]){4});
    ck_assert_mem_eq(a->data.f, b->data.f, 4 * sizeof(float));
    ck_assert(qkv_is_seeded(q));
    qkv_free(q);
}
END_TEST

START_TEST(a_seed_forgets_the_waiting_normal)
{
    Qkv *q = qkv_new();
    qkv_seed(q, 1);
    const QkvTensor *first = qkv_randn(q, 0, NULL);
    ck_assert(q->random.has_normal);
    qkv_seed(q, 1);
    ck_assert(!q->random.has_normal);
    const QkvTensor *again = qkv_randn(q, 0, NULL);
    ck_assert_mem_eq(first->data.f, again->data.f, sizeof(float));
    qkv_free(q);
}
END_TEST

/* --- counts, not shapes --------------------------------------------------------------------- */

START_TEST(only_the_count_matters)
{
    static const Draw kinds[] = {
        {.kind = RAND},
        {.kind = UNIFORM, .a = -2, .b = 3},
        {.kind = NORMAL},
        {.kind = INTEGERS, .a = 0, .b = 100},
        {.kind = DROPOUT, .a = 0.5},
    };
    static const int64_t shape[][4] = {{24, 1, 1, 1}, {2, 3, 4, 1}, {6, 4, 1, 1}, {1, 1, 3, 8}};
    Qkv *q = qkv_new();
    for (size_t k = 0; k < COUNT(kinds); k++) {
        qkv_seed(q, 9);
        const QkvTensor *row = draw(q, kinds[k], 1, (int64_t[]){24});
        for (size_t i = 0; i < COUNT(shape); i++) {
            qkv_seed(q, 9);
            const QkvTensor *t = draw(q, kinds[k], 4, shape[i]);
            ck_assert_int_eq(t->rank, 4);
            ck_assert_mem_eq(t->size, shape[i], sizeof shape[i]);
            ck_assert_mem_eq(t->data.raw, row->data.raw, 24 * qkv_dtype_size(t->dtype));
        }
    }
    qkv_free(q);
}
END_TEST

/* Drawing at once gives what drawing bit by bit gives; but not for 16 and more normals. */
START_TEST(parts_make_the_whole)
{
    static const Draw kinds[] = {{.kind = RAND, .n = 18}, {.kind = NORMAL, .n = 15}};
    for (size_t k = 0; k < COUNT(kinds); k++) {
        float whole[18];
        fresh(4, kinds[k], whole);
        Qkv *q = qkv_new();
        qkv_seed(q, 4);
        for (int64_t i = 0; i < kinds[k].n; i += 3) {
            const QkvTensor *part = draw(q, kinds[k], 1, (int64_t[]){3});
            ck_assert_mem_eq(part->data.f, whole + i, 3 * sizeof *whole);
        }
        qkv_free(q);
    }
}
END_TEST

START_TEST(nothing_is_drawn_for_no_cells)
{
    Qkv *q = qkv_new();
    qkv_dropout_flavour(q, _i ? QKV_DROPOUT_TORCH_MKL : QKV_DROPOUT_TORCH);
    Random before;
    memcpy(&before, &q->random, sizeof before);
    int64_t none[] = {3, 0};
    for (int kind = RAND; kind <= DROPOUT; kind++) {
        const QkvTensor *t = draw(q, (Draw){.kind = kind, .a = 0.5, .b = 7}, 2,
                                  none + (kind == SHUFFLE));
        ck_assert_msg(t && t->count == 0, "kind %d", kind);
    }
    ck_assert(qkv_randperm(q, 1));
    ck_assert(qkv_dropout_mask(q, 1, none, 0));
    ck_assert(qkv_dropout_mask(q, 1, none, 1));
    ck_assert_mem_eq(&before, &q->random, sizeof before);
    qkv_free(q);
}
END_TEST

/* --- what the numbers are like -------------------------------------------------------------- */

START_TEST(uniform_numbers_keep_to_their_bounds)
{
    static const double bounds[][2] = {
        {0, 1},         {-1, 1},         {3, 3},
        {-1e-30, 1e30}, {-0.25, -0.125}, {-(double)FLT_MAX / 2, (double)FLT_MAX / 2}};
    Qkv *q = qkv_new();
    for (size_t k = 0; k < COUNT(bounds); k++) {
        const QkvTensor *t = qkv_uniform(q, 1, (int64_t[]){500}, bounds[k][0], bounds[k][1]);
        ck_assert_msg(t != NULL, "%s", qkv_error(q));
        for (int i = 0; i < 500; i++)
            ck_assert(t->data.f[i] >= (float)bounds[k][0] && t->data.f[i] <= (float)bounds[k][1]);
    }
    qkv_free(q);
}
END_TEST

START_TEST(randperm_leaves_nobody_out)
{
    Qkv *q = qkv_new();
    for (int64_t n = 0; n < 200; n += 7) {
        const QkvTensor *t = qkv_randperm(q, n);
        bool seen[200] = {0};
        ck_assert_int_eq(t->count, n);
        for (int64_t i = 0; i < n; i++) {
            ck_assert(t->data.i[i] >= 0 && t->data.i[i] < n && !seen[t->data.i[i]]);
            seen[t->data.i[i]] = true;
        }
    }
    qkv_free(q);
}
END_TEST

/* The short polynomials against libm in double, over the same uniform numbers. */
START_TEST(normals_are_points_of_box_and_muller)
{
    enum { N = 16 * 500 };
    Qkv *q = qkv_new();
    qkv_seed(q, 2);
    const QkvTensor *u = qkv_rand(q, 1, (int64_t[]){N});
    qkv_seed(q, 2);
    const QkvTensor *x = qkv_randn(q, 1, (int64_t[]){N});
    for (int i = 0; i < N; i += i % 16 == 7 ? 9 : 1) {
        double radius = sqrt(-2 * log1p(-(double)u->data.f[i]));
        double angle = 2 * acos(-1) * (double)u->data.f[i + 8];
        ck_assert_double_eq_tol((double)x->data.f[i], radius * cos(angle), 4e-6);
        ck_assert_double_eq_tol((double)x->data.f[i + 8], radius * sin(angle), 4e-6);
    }
    qkv_free(q);
}
END_TEST

START_TEST(a_count_that_is_no_multiple_of_16_draws_its_last_16_again)
{
    float x[24], y[16];
    fresh(3, (Draw){.kind = NORMAL, .n = 24}, x);
    fresh(3, (Draw){.kind = NORMAL, .n = 16}, y);
    ck_assert_mem_eq(x, y, 8 * sizeof *x);
    ck_assert(memcmp(x + 8, y + 8, sizeof *x) != 0);
    Random r = {0};
    random_seed(&r, 3);
    for (int i = 0; i < 24; i++)
        random_word(&r);
    float z[16];
    random_normals(&r, 0, 1, z, 16);
    ck_assert_mem_eq(x + 8, z, sizeof z);
}
END_TEST

/* A generator whose words are all 0 puts every point on the origin: PyTorch has 0 there, not -0. */
START_TEST(the_origin_has_no_sign)
{
    static const int64_t counts[] = {2, 16, 20};
    for (size_t k = 0; k < COUNT(counts); k++) {
        Random r = {0};
        float x[20];
        random_normals(&r, 0, 1, x, counts[k]);
        for (int64_t i = 0; i < counts[k]; i++)
            ck_assert(x[i] == 0 && !signbit(x[i]));
    }
}
END_TEST

/* --- the tape ------------------------------------------------------------------------------- */

START_TEST(a_draw_is_a_leaf_of_the_tape)
{
    static const char *const names[] = {
        [RAND] = "rand",        [UNIFORM] = "uniform_", [NORMAL] = "randn",
        [INTEGERS] = "randint", [SHUFFLE] = "randperm", [DROPOUT] = "dropout_mask"};
    Qkv *q = qkv_new();
    qkv_record(q);
    for (int kind = RAND; kind <= DROPOUT; kind++) {
        const QkvTensor *t = draw_row(q, (Draw){.kind = kind, .n = 5, .a = 0.5, .b = 7});
        const QkvCall *c = &qkv_tape(q)->step[t->step].call;
        ck_assert_str_eq(c->op->name, names[kind]);
        ck_assert_ptr_null(c->params.data);
        QkvTerms terms = qkv_terms(c, 4, qkv_arena(q));
        ck_assert_int_eq(terms.how, QKV_HOW_GIVEN);
        ck_assert_int_eq(terms.count, 0);
        ck_assert(qkv_recompute(c, 4, &terms, qkv_arena(q)) == qkv_tensor_at(t, 4));
        bool listed = false;
        int rows;
        const QkvOp *const *ops = qkv_ops(&rows);
        for (int i = 0; i < rows; i++)
            listed = listed || ops[i] == c->op;
        ck_assert_msg(listed, "%s is not in the table", c->op->name);
    }
    qkv_free(q);
}
END_TEST

/* --- errors --------------------------------------------------------------------------------- */

static const struct {
    Draw draw;
    const char *message;
} errors[] = {
    {{.kind = INTEGERS, .n = 2, .a = 3, .b = 3},
     "randint: low must be less than high, which is never drawn: there is no integer n with 3 <= n "
     "< 3"},
    {{.kind = INTEGERS, .n = 2, .a = 5, .b = -2},
     "randint: low must be less than high, which is never drawn: there is no integer n with 5 <= n "
     "< -2"},
    {{.kind = DROPOUT, .n = 2, .a = 1.5},
     "dropout: p is the probability that a cell becomes 0: from 0 to 1, not 1.5"},
    {{.kind = DROPOUT, .n = 2, .a = -0.1},
     "dropout: p is the probability that a cell becomes 0: from 0 to 1, not -0.1"},
    {{.kind = DROPOUT, .n = 2, .a = (double)NAN},
     "dropout: p is the probability that a cell becomes 0: from 0 to 1, not nan"},
    {{.kind = SHUFFLE, .n = -1}, "randperm: n is how many numbers to shuffle: it cannot be -1"},
    {{.kind = RAND, .n = -1}, "a size cannot be negative, and axis 0 would be -1"},
    {{.kind = NORMAL, .n = 1001}, "the result would have more than 1000 cells: too many"},
    {{.kind = SHUFFLE, .n = INT64_MAX}, "the result would have more than 1000 cells: too many"},
    {{.kind = UNIFORM, .n = 2, .a = 2, .b = 1},
     "uniform_: the lower bound comes first, and 2 is more than 1"},
    {{.kind = UNIFORM, .n = 2, .a = (double)NAN, .b = 1},
     "uniform_: the bounds are nan and 1, and float32 reaches from -3.40282e+38 to 3.40282e+38"},
    {{.kind = UNIFORM, .n = 2, .a = 0, .b = 1e300},
     "uniform_: the bounds are 0 and 1e+300, and float32 reaches from -3.40282e+38 to 3.40282e+38"},
    {{.kind = UNIFORM, .n = 2, .a = -3e38, .b = 3e38},
     "uniform_: -3e+38 to 3e+38 is wider than the largest float32, 3.40282e+38"},
};

START_TEST(errors_say_what_is_wrong_and_draw_nothing)
{
    Qkv *q = qkv_new();
    qkv_limit(q, (QkvLimits){.cells = 1000});
    qkv_randn(q, 0, NULL);
    Random before;
    memcpy(&before, &q->random, sizeof before);
    Draw d = errors[_i].draw;
    ck_assert_ptr_null(draw(q, d, 1, &d.n));
    ck_assert_ptr_nonnull(qkv_error(q));
    ck_assert_str_eq(qkv_error(q), errors[_i].message);
    ck_assert_ptr_null(qkv_rand(q, 0, NULL)); /* the error stands */
    ck_assert_mem_eq(&before, &q->random, sizeof before);
    qkv_free(q);
}
END_TEST

START_TEST(an_axis_too_many_is_an_error)
{
    static const int64_t size[] = {1, 1, 1, 1, 1, 1, 1};
    Qkv *q = qkv_new();
    ck_assert_ptr_null(qkv_rand(q, 7, size));
    ck_assert_str_eq(qkv_error(q), "a tensor has 0 to 6 axes, and not 7");
    qkv_free(q);
}
END_TEST

/* The tape is asked last, when the numbers are there already. */
START_TEST(a_lost_generator_draws_nothing_until_it_is_seeded)
{
    Qkv *q = qkv_new();
    qkv_seed(q, 3);
    double first = qkv_tensor_at(qkv_rand(q, 1, (int64_t[]){1}), 0);
    qkv_lose_generator(q);
    ck_assert_ptr_null(qkv_rand(q, 1, (int64_t[]){2}));
    ck_assert_ptr_null(qkv_rand(q, 1, (int64_t[]){2})); /* the first error counts */
    ck_assert(qkv_missed_generator(q));
    qkv_clear_error(q);
    ck_assert(!qkv_missed_generator(q));
    ck_assert_ptr_nonnull(qkv_dropout_mask(q, 1, (int64_t[]){2}, 0)); /* takes no numbers */
    qkv_seed(q, 3);
    ck_assert_double_eq(qkv_tensor_at(qkv_rand(q, 1, (int64_t[]){1}), 0), first);
    qkv_free(q);
}
END_TEST

START_TEST(a_full_tape_takes_the_draw_back)
{
    for (int kind = RAND; kind <= DROPOUT; kind++) {
        Qkv *q = qkv_new();
        qkv_record(q);
        qkv_limit(q, (QkvLimits){.steps = 1});
        qkv_randn(q, 0, NULL);
        Random before;
        memcpy(&before, &q->random, sizeof before);
        ck_assert_ptr_null(draw(q, (Draw){.kind = kind, .a = 0.5, .b = 7}, 1, (int64_t[]){5}));
        ck_assert_str_eq(qkv_error(q), "more than 1 operations: too many");
        ck_assert_mem_eq(&before, &q->random, sizeof before);
        qkv_free(q);
    }
}
END_TEST

Suite *random_suite(void)
{
    Suite *s = suite_create("random");
    TCase *c = suite_case(s, "random");
    tcase_add_loop_test(c, words_are_those_of_the_mersenne_twister, 0, (int)COUNT(engine));
    tcase_add_test(c, the_ten_thousandth_word_is_right);
    tcase_add_test(c, the_first_of_two_words_is_the_high_one);
    tcase_add_loop_test(c, numbers_are_those_of_pytorch, 0, 2);
    tcase_add_loop_test(c, dropout_has_two_flavours, 0, (int)COUNT(flavours));
    tcase_add_test(c, only_the_low_half_of_a_seed_matters);
    tcase_add_test(c, before_any_seed_it_stands_at_the_default);
    tcase_add_test(c, a_seed_forgets_the_waiting_normal);
    tcase_add_test(c, only_the_count_matters);
    tcase_add_test(c, parts_make_the_whole);
    tcase_add_loop_test(c, nothing_is_drawn_for_no_cells, 0, 2);
    tcase_add_test(c, uniform_numbers_keep_to_their_bounds);
    tcase_add_test(c, randperm_leaves_nobody_out);
    tcase_add_test(c, normals_are_points_of_box_and_muller);
    tcase_add_test(c, a_count_that_is_no_multiple_of_16_draws_its_last_16_again);
    tcase_add_test(c, the_origin_has_no_sign);
    tcase_add_test(c, a_draw_is_a_leaf_of_the_tape);
    tcase_add_loop_test(c, errors_say_what_is_wrong_and_draw_nothing, 0, (int)COUNT(errors));
    tcase_add_test(c, an_axis_too_many_is_an_error);
    tcase_add_test(c, a_lost_generator_draws_nothing_until_it_is_seeded);
    tcase_add_test(c, a_full_tape_takes_the_draw_back);
    return s;
}
