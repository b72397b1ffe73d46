/* The generator and its draws, as plain functions on its state. Private to core. */
#ifndef CORE_RANDOM_INTERNAL_H
#define CORE_RANDOM_INTERNAL_H

#include "core/qkv.h"

/* The state of a generator; a context holds one. */
typedef struct Random {
    uint32_t word[624];
    int next;        /* of the words, 624: all used up                               */
    bool has_normal; /* the second half of a pair of normals waits                   */
    double normal;
    bool is_seeded;   /* by qkv_seed: before that it stands at a fixed seed           */
    bool has_assumed; /* numbers were drawn before qkv_seed                         */
    bool is_lost;     /* where it stands is not known, until qkv_seed               */
} Random;

/* A generator of NumPy: the twister, or PCG64. */
struct QkvArrayRandom {
    Random twister;
    bool is_pcg;
    uint64_t state[2], step[2]; /* of 128 bits, the high ones first       */
    bool has_half;              /* the high half of a word waits in `half` */
    uint32_t half;
};

/* Where a generator stands before anybody seeds it: PyTorch's default for a new one. */
#define RANDOM_DEFAULT_SEED INT64_C(67280421310721)

/* Forgets the waiting normal; leaves is_seeded alone. */
void random_seed(Random *r, int64_t seed);

/* 32 random bits, and 64: two words, the first one high. */
uint32_t random_word(Random *r);
uint64_t random_two_words(Random *r);

/* Uniform in [0, 1): a multiple of 2^-24 from one word, a multiple of 2^-53 from two. */
float random_unit32(Random *r);
double random_unit64(Random *r);

/* 0 .. n-1, by the remainder: from one word for n < 2^32, from two above. n > 0. */
uint64_t random_below(Random *r, uint64_t n);

/* out[i] = 1 with probability p, else 0. */
void random_ones(Random *r, QkvDropoutFlavour flavour, double p, float *out, int64_t n);

/* Normals: one by one in double when there are fewer than 16, else in blocks of float. */
void random_normals(Random *r, double mean, double deviation, float *out, int64_t n);

/* Exponential with mean 1. */
float random_exponential(Random *r);

#endif
