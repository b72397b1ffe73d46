#include "sample.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "checked.h"

uint32_t sample_word(uint32_t *stream)
{
    return *stream = *stream * 1664525U + 1013904223U;
}

int sample_below(uint32_t *stream, int below)
{
    return (int)((sample_word(stream) >> 8) % (uint32_t)below);
}

static float odd(uint32_t word)
{
    static const float odd[] = {0.0F,     -0.0F,     1.0F, -1.0F,  2.0F,    0.5F,
                                INFINITY, -INFINITY, NAN,  1e-45F, -1e-40F, 3.4e38F};
    return odd[(word >> 16) % (uint32_t)COUNT(odd)];
}

static float number(char kind, uint32_t word)
{
    uint32_t high = word >> 8;
    if (kind == 'S' && high % 3 == 0)
        return odd(word);
    if (kind == 'H' && high % 4 == 0)
        return -INFINITY;
    return ((float)high - 8388608.0F) / 2097152.0F;
}

const QkvTensor *sample(Qkv *q, char kind, uint32_t seed, int rank, const int64_t *size)
{
    size_t count = 1;
    for (int d = 0; d < rank; d++)
        count *= (size_t)size[d];
    void *data = malloc(count * sizeof(int64_t) + 1);
    float *f = data;
    int64_t *i = data;
    bool *b = data;
    for (size_t n = 0; n < count; n++) {
        uint32_t word = sample_word(&seed);
        if (kind == 'I')
            i[n] = (int64_t)((word >> 8) % 41) - 20;
        else if (kind == 'B')
            b[n] = word >> 16 & 1;
        else
            f[n] = number(kind, word);
    }
    const QkvTensor *t = kind == 'I'   ? qkv_ints(q, rank, size, i)
                         : kind == 'B' ? qkv_bools(q, rank, size, b)
                                       : qkv_floats(q, rank, size, f);
    free(data);
    return t;
}

static uint32_t bits_of(float x)
{
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    return isnan(x) ? 0x7FC00000U : bits;
}

/* FNV-1a over words in place of bytes. */
static void mix(uint32_t *hash, uint32_t word)
{
    *hash = (*hash ^ word) * 0x01000193U;
}

uint32_t sample_bits(const QkvTensor *t)
{
    uint32_t hash = 0x811C9DC5U;
    for (int64_t i = 0; i < t->count; i++) {
        if (t->dtype == QKV_FLOAT32) {
            mix(&hash, bits_of(t->data.f[i]));
            continue;
        }
        int64_t x = t->dtype == QKV_INT64 ? t->data.i[i] : t->data.b[i];
        mix(&hash, (uint32_t)x);
        mix(&hash, (uint32_t)((uint64_t)x >> 32));
    }
    return hash;
}

void must_equal(const QkvTensor *a, const QkvTensor *b)
{
    ck_assert_ptr_nonnull(a);
    ck_assert_ptr_nonnull(b);
    ck_assert_int_eq(a->dtype, b->dtype);
    ck_assert_int_eq(a->rank, b->rank);
    for (int d = 0; d < a->rank; d++)
        ck_assert_int_eq(a->size[d], b->size[d]);
    for (int64_t i = 0; i < a->count; i++)
        if (a->dtype == QKV_FLOAT32)
            ck_assert_msg(bits_of(a->data.f[i]) == bits_of(b->data.f[i]), "cell %lld: %a, not %a",
                          (long long)i, (double)a->data.f[i], (double)b->data.f[i]);
        else if (a->dtype == QKV_INT64)
            ck_assert_int_eq(a->data.i[i], b->data.i[i]);
        else
            ck_assert_int_eq(a->data.b[i], b->data.b[i]);
}

void must_be(const QkvTensor *t, const float *cells, int count)
{
    ck_assert_ptr_nonnull(t);
    ck_assert_int_eq(t->dtype, QKV_FLOAT32);
    ck_assert_int_eq(t->count, count);
    for (int i = 0; i < count; i++)
        ck_assert_msg(bits_of(t->data.f[i]) == bits_of(cells[i]), "cell %d: %a, not %a", i,
                      (double)t->data.f[i], (double)cells[i]);
}

void must_have_shape(const QkvTensor *t, const char *shape)
{
    ck_assert_ptr_nonnull(t);
    ck_assert_str_eq(SIZES(t), shape);
}

int depth_of(const QkvTape *tape, int step)
{
    int depth = 0;
    for (int g = tape->step[step].group; g >= 0; g = tape->group[g].parent)
        depth++;
    return depth;
}

void must_fail(Qkv *q, const QkvTensor *t, const char *message)
{
    ck_assert_ptr_null(t);
    ck_assert_ptr_nonnull(qkv_error(q));
    ck_assert_str_eq(qkv_error(q), message);
    qkv_clear_error(q);
}

void must_recompute(const QkvCall *c)
{
    for (int64_t i = 0; i < c->out->count; i++) {
        Arena a = {0};
        QkvTerms t = qkv_terms(c, i, &a);
        double again = qkv_recompute(c, i, &t, &a), cell = qkv_tensor_at(c->out, i);
        bool same = memcmp(&again, &cell, sizeof cell) == 0 || (isnan(again) && isnan(cell));
        arena_release(&a);
        ck_assert_msg(same, "%s: cell %lld: %a, not %a", c->op->name, (long long)i, again, cell);
    }
}
