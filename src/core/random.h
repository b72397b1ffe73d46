/* PyTorch's random numbers on the CPU, to the bit: the Mersenne Twister (MT19937) and what PyTorch
 * makes of its numbers. One generator per context, so the order of the draws is that of the calls.
 *
 * Sources: Matsumoto and Nishimura's MT19937 with the initialisation of 2002; normals by Box and
 * Muller; for 16 and more of them the float polynomials of Cephes (S. Moshier), as PyTorch's AVX2
 * kernels use them; dropout of MKL builds by the generator MCG31m1 of Intel's documentation. */
#ifndef CORE_RANDOM_H
#define CORE_RANDOM_H

#include "core/op.h"

/* The state of a generator; a context holds one. */
typedef struct Random {
    uint32_t word[624];
    int next;        /* of the words, 624: all used up                               */
    bool has_normal; /* the second half of a pair of normals waits                   */
    double normal;
    bool is_seeded; /* by qkv_seed: before that it stands at a fixed seed           */
} Random;

/* Whose dropout masks: PyTorch without MKL, or with it on an Intel processor. */
typedef enum QkvDropoutFlavour { QKV_DROPOUT_TORCH, QKV_DROPOUT_TORCH_MKL } QkvDropoutFlavour;

/* torch.manual_seed: only the low 32 bits matter, and a waiting normal is forgotten. */
void qkv_seed(Qkv *q, int64_t seed);
bool qkv_is_seeded(const Qkv *q);
/* From now on it is an error to draw before qkv_seed: for what must come out the same each time. */
void qkv_require_seed(Qkv *q);
void qkv_dropout_flavour(Qkv *q, QkvDropoutFlavour flavour);

/* Leaves of the tape, of the given sizes. rand: uniform in [0, 1); uniform: in [low, high), as
 * nn.Linear draws; randn: standard normal; randint: low <= n < high; randperm: 0 .. n-1
 * shuffled. */
const QkvTensor *qkv_rand(Qkv *q, int rank, const int64_t *size);
const QkvTensor *qkv_uniform(Qkv *q, int rank, const int64_t *size, double low, double high);
const QkvTensor *qkv_randn(Qkv *q, int rank, const int64_t *size);
const QkvTensor *qkv_normal(Qkv *q, int rank, const int64_t *size, double mean, double deviation);
/* 1 with the probability in each cell, or 0; and of each row, `times` places drawn by the
 * probabilities in the row, which need not add up to 1. */
const QkvTensor *qkv_bernoulli(Qkv *q, const QkvTensor *p);
const QkvTensor *qkv_multinomial(Qkv *q, const QkvTensor *p, int64_t times, bool replace);
/* The same with the sizes of a tensor, drawn in the order in which its cells lie in memory. */
const QkvTensor *qkv_rand_like(Qkv *q, const QkvTensor *like);
const QkvTensor *qkv_randn_like(Qkv *q, const QkvTensor *like);
const QkvTensor *qkv_randint(Qkv *q, int64_t low, int64_t high, int rank, const int64_t *size);
const QkvTensor *qkv_randperm(Qkv *q, int64_t n);

/* What dropout multiplies with: 0 with probability p, else 1 / (1 - p); float32. Draws nothing
 * for p = 0 (all ones) and p = 1 (all zeros). Fails when p is not between 0 and 1. */
const QkvTensor *qkv_dropout_mask(Qkv *q, int rank, const int64_t *size, double p);

#endif
