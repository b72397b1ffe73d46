/* The Mersenne Twister and what is drawn from it word by word. A draw takes the same number of
 * words as PyTorch's does, so that whatever is drawn after it stays equal too. */
#include "core/random_internal.h"

enum { WORDS = 624, APART = 397 };

void random_seed(Random *r, int64_t seed)
{
    r->word[0] = (uint32_t)(uint64_t)seed;
    for (uint32_t i = 1; i < WORDS; i++) {
        uint32_t before = r->word[i - 1];
        r->word[i] = UINT32_C(1812433253) * (before ^ (before >> 30)) + i;
    }
    r->next = WORDS;
    r->has_normal = false;
    r->normal = 0;
}

/* The next 624 words. Each is made from the highest bit of the old one, the rest of its neighbour,
 * and the word 397 places on: in the ring, so the later ones meet words that are new already. */
static void twist(Random *r)
{
    for (int i = 0; i < WORDS; i++) {
        uint32_t joined = (r->word[i] & UINT32_C(0x80000000)) |
                          (r->word[(i + 1) % WORDS] & UINT32_C(0x7fffffff));
        uint32_t odd = joined & 1 ? UINT32_C(0x9908b0df) : 0;
        r->word[i] = r->word[(i + APART) % WORDS] ^ (joined >> 1) ^ odd;
    }
    r->next = 0;
}

uint32_t random_word(Random *r)
{
    if (r->next == WORDS)
        twist(r);
    uint32_t w = r->word[r->next++];
    w ^= w >> 11;
    w ^= (w << 7) & UINT32_C(0x9d2c5680);
    w ^= (w << 15) & UINT32_C(0xefc60000);
    return w ^ (w >> 18);
}

uint64_t random_two_words(Random *r)
{
    uint64_t high = random_word(r);
    uint64_t low = random_word(r);
    return high << 32 | low;
}

float random_unit32(Random *r)
{
    return (float)(random_word(r) & UINT32_C(0xffffff)) * 0x1p-24f;
}

double random_unit64(Random *r)
{
    return (double)(random_two_words(r) & UINT64_C(0x1fffffffffffff)) * 0x1p-53;
}

uint64_t random_below(Random *r, uint64_t n)
{
    return n <= UINT32_MAX ? random_word(r) % n : random_two_words(r) % n;
}

/* MCG31m1: x becomes 1132489760 x mod 2^31 - 1. Seeded with one word, whatever n is; the seed
 * itself is the first of its numbers. */
static void multiplicative_ones(uint32_t seed, double p, float *out, int64_t n)
{
    const uint64_t modulus = INT32_MAX;
    uint64_t x = seed % modulus;
    if (x == 0)
        x = 1;
    for (int64_t i = 0; i < n; i++) {
        out[i] = (double)x / (double)modulus < p ? 1.0f : 0.0f;
        x = UINT64_C(1132489760) * x % modulus;
    }
}

void random_ones(Random *r, QkvDropoutFlavour flavour, double p, float *out, int64_t n)
{
    if (flavour == QKV_DROPOUT_TORCH_MKL) {
        multiplicative_ones(random_word(r), p, out, n);
        return;
    }
    for (int64_t i = 0; i < n; i++)
        out[i] = random_unit64(r) < p ? 1.0f : 0.0f;
}
