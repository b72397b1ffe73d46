/* Tensors for the tests of core: the same cells every time, in every build, and in golden.py. */
#ifndef TESTS_CORE_SAMPLE_H
#define TESTS_CORE_SAMPLE_H

#include "base/arena.h"
#include "core/print.h"
#include "core/qkv_trace.h"
#include "core/tensor.h"

#define COUNT(table) ((int)(sizeof(table) / sizeof *(table)))
/* Rank and sizes: SHAPE(2, 3). */
#define SHAPE(...)                                                                                 \
    (int)(sizeof((const int64_t[]){__VA_ARGS__}) / sizeof(int64_t)), (const int64_t[])             \
    {                                                                                              \
        __VA_ARGS__                                                                                \
    }

/* Subscripts, for tables: x[i], x[a:b:c], x[a:], x[a::c], x[:b], x[:], x[None], x[...]. */
/* clang-format off */
#define AT(i)          {.kind = QKV_SUBSCRIPT_AT, .start = (i)}
#define SLICE(a, b, c) {QKV_SUBSCRIPT_SLICE, (a), (b), (c), true, true, NULL}
#define STEP(a, c)     {QKV_SUBSCRIPT_SLICE, (a), 0, (c), true, false, NULL}
#define FROM(a)        {QKV_SUBSCRIPT_SLICE, (a), 0, 1, true, false, NULL}
#define UPTO(b)        {QKV_SUBSCRIPT_SLICE, 0, (b), 1, false, true, NULL}
#define ALL            {QKV_SUBSCRIPT_SLICE, 0, 0, 1, false, false, NULL}
#define NEW            {.kind = QKV_SUBSCRIPT_NEW}
#define REST           {.kind = QKV_SUBSCRIPT_REST}
/* clang-format on */

/* The next word of a stream, which begins with any word. */
uint32_t sample_word(uint32_t *stream);
/* 0 .. below-1 from the next word. */
int sample_below(uint32_t *stream, int below);

/* A tensor of a kind: 'F' floats in [-4, 4), a third of them nan, inf and other odd ones in 'S', a
 * quarter of them -inf in 'H'; 'I' integers from -20 to 20; 'B' truth. */
const QkvTensor *sample(Qkv *q, char kind, uint32_t seed, int rank, const int64_t *size);

/* A fingerprint of the bits; all nan are one. */
uint32_t sample_bits(const QkvTensor *t);

/* Fails the test unless shapes, types and bits are equal; all nan are one. */
void must_equal(const QkvTensor *a, const QkvTensor *b);
/* The same for a float32 tensor and `count` numbers. */
void must_be(const QkvTensor *t, const float *cells, int count);
/* Fails the test unless `shape` is the shape, written "(2, 3)". */
void must_have_shape(const QkvTensor *t, const char *shape);

/* How many groups a step is in. */
int depth_of(const QkvTape *tape, int step);

/* Fails the test unless t is NULL for the reason given; clears the error. */
void must_fail(Qkv *q, const QkvTensor *t, const char *message);

/* Fails the test unless every cell comes out of its terms again, to the bit. */
void must_recompute(const QkvCall *c);

#endif
