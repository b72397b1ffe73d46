/* NumPy's generators, number by number: the Mersenne Twister behind numpy.random.seed, and PCG64 behind
 * default_rng (github.com/numpy/numpy, numpy/random; M. O'Neill, PCG, 2014; normals by the ziggurat of
 * G. Marsaglia and W. W. Tsang, 2000).
 *
 * As in random.c a kernel draws from a copy, which becomes the generator when all has gone well. */
#include <math.h>
#include <string.h>

#include "core/context.h"
#include "core/random_internal.h"
#include "core/rows.h"
#include "core/ziggurat_table.h"

/* params.data of the row. */
typedef struct ArrayDraw {
    QkvArrayRandom *random;
    QkvArrayDraw kind;
    double a, b;         /* uniform: from a to b; normal: mean and deviation */
    int64_t first, last; /* integers, both ends included                     */
} ArrayDraw;

/* --- PCG64: a linear congruence of 128 bits, of which 64 are given ------------------------------------ */

#ifndef __SIZEOF_INT128__
#error "integers of 128 bits are needed: build for a 64-bit machine"
#endif
__extension__ typedef unsigned __int128 Wide;

static Wide wide_of(uint64_t high, uint64_t low)
{
    return (Wide)high << 64 | low;
}

static uint64_t pcg_next(QkvArrayRandom *r)
{
    Wide state = wide_of(r->state[0], r->state[1]);
    state = state * wide_of(UINT64_C(2549297995355413924), UINT64_C(4865540595714422341)) +
            wide_of(r->step[0], r->step[1]);
    r->state[0] = (uint64_t)(state >> 64);
    r->state[1] = (uint64_t)state;
    uint64_t mixed = r->state[0] ^ r->state[1];
    unsigned turn = (unsigned)(r->state[0] >> 58);
    return mixed >> turn | mixed << (-turn & 63);
}

/* Sizes of what SeedSequence makes of an integer: a pool of four words, well mixed, and eight words from it. */
enum { POOL = 4, SEEDS = 8 };

static uint32_t mix_in(uint32_t value, uint32_t *constant)
{
    value ^= *constant;
    *constant *= UINT32_C(0x931e8875);
    value *= *constant;
    return value ^ value >> 16;
}

static uint32_t mix(uint32_t x, uint32_t y)
{
    uint32_t mixed = UINT32_C(0xca01f9dd) * x - UINT32_C(0x4973f715) * y;
    return mixed ^ mixed >> 16;
}

static void pcg_seed(QkvArrayRandom *r, uint64_t seed)
{
    uint32_t pool[POOL], constant = UINT32_C(0x43b0d7e5), word[SEEDS];
    const uint32_t entropy[POOL] = {(uint32_t)seed, (uint32_t)(seed >> 32)};
    for (int i = 0; i < POOL; i++)
        pool[i] = mix_in(entropy[i], &constant);
    for (int from = 0; from < POOL; from++)
        for (int to = 0; to < POOL; to++)
            if (from != to)
                pool[to] = mix(pool[to], mix_in(pool[from], &constant));
    constant = UINT32_C(0x8b51f9dd);
    for (int i = 0; i < SEEDS; i++) {
        uint32_t x = pool[i % POOL] ^ constant;
        constant *= UINT32_C(0x58f38ded);
        x *= constant;
        word[i] = x ^ x >> 16;
    }
    uint64_t part[SEEDS / 2];
    for (int i = 0; i < SEEDS / 2; i++)
        part[i] = word[2 * i] | (uint64_t)word[2 * i + 1] << 32;
    Wide step = wide_of(part[2], part[3]) << 1 | 1;
    r->step[0] = (uint64_t)(step >> 64);
    r->step[1] = (uint64_t)step;
    r->state[0] = r->state[1] = 0;
    pcg_next(r);
    Wide state = wide_of(r->state[0], r->state[1]) + wide_of(part[0], part[1]);
    r->state[0] = (uint64_t)(state >> 64);
    r->state[1] = (uint64_t)state;
    pcg_next(r);
    r->has_half = false;
}

/* --- numbers of both ------------------------------------------------------------------------------------- */

static double unit(QkvArrayRandom *r)
{
    if (r->is_pcg)
        return (double)(pcg_next(r) >> 11) * 0x1p-53;
    uint32_t high = random_word(&r->twister) >> 5, low = random_word(&r->twister) >> 6;
    return ((double)high * 67108864.0 + (double)low) / 9007199254740992.0;
}

/* The halves of a word of PCG64, the low one first. */
static uint32_t half(QkvArrayRandom *r)
{
    if (!r->is_pcg)
        return random_word(&r->twister);
    r->has_half = !r->has_half;
    if (!r->has_half)
        return r->half;
    uint64_t word = pcg_next(r);
    r->half = (uint32_t)(word >> 32);
    return (uint32_t)word;
}

static uint64_t whole_word(QkvArrayRandom *r)
{
    return r->is_pcg ? pcg_next(r) : random_two_words(&r->twister);
}

/* 0 .. most: of seed's generator, and to shuffle, bits are drawn until they are few enough. */
static uint64_t below_masked(QkvArrayRandom *r, uint64_t most)
{
    uint64_t mask = most, x;
    for (int shift = 1; shift < 64; shift *= 2)
        mask |= mask >> shift;
    if (most == 0)
        return 0;
    do
        x = (most <= UINT32_MAX ? half(r) : whole_word(r)) & mask;
    while (x > most);
    return x;
}

/* Of the other one, the high half of a product (D. Lemire, 2019). */
static uint64_t below_scaled(QkvArrayRandom *r, uint64_t most)
{
    if (most == 0)
        return 0;
    if (most == UINT32_MAX)
        return half(r);
    if (most == UINT64_MAX)
        return whole_word(r);
    if (most < UINT32_MAX) {
        uint32_t n = (uint32_t)most + 1, least = (UINT32_MAX - (uint32_t)most) % n;
        uint64_t product = (uint64_t)half(r) * n;
        while ((uint32_t)product < least)
            product = (uint64_t)half(r) * n;
        return product >> 32;
    }
    uint64_t n = most + 1, least = (UINT64_MAX - most) % n;
    Wide product = (Wide)whole_word(r) * n;
    while ((uint64_t)product < least)
        product = (Wide)whole_word(r) * n;
    return (uint64_t)(product >> 64);
}

/* --- normals --------------------------------------------------------------------------------------------- */

/* Two at a time, from a point of the unit disc. */
static double normal_polar(Random *r, QkvArrayRandom *of)
{
    if (r->has_normal) {
        r->has_normal = false;
        return r->normal;
    }
    double x, y, square;
    do {
        x = 2 * unit(of) - 1;
        y = 2 * unit(of) - 1;
        square = x * x + y * y;
    } while (square >= 1 || square == 0);
    double scale = sqrt(-2 * log(square) / square);
    r->normal = scale * x;
    r->has_normal = true;
    return scale * y;
}

/* The bell in 256 layers of one area; the lowest goes on to infinity from EDGE. */
enum { LAYERS = 256 };
#define EDGE 3.6541528853610088
_Static_assert(sizeof ziggurat_width == LAYERS * sizeof(double), "a width for each layer");

typedef struct Ziggurat {
    uint64_t inside[LAYERS]; /* of 2^52, what lies under the bell for certain */
    double height[LAYERS];
} Ziggurat;

static void build_ziggurat(Ziggurat *z)
{
    for (int i = 0; i < LAYERS; i++) {
        double x = ziggurat_width[i] * 0x1p52, next = ziggurat_width[i > 0 ? i - 1 : LAYERS - 1];
        z->inside[i] = i == 1 ? 0 : (uint64_t)(next / ziggurat_width[i] * 0x1p52);
        z->height[i] = i == 0 ? 1 : exp(-0.5 * x * x);
    }
}

static double normal_layered(QkvArrayRandom *r, const Ziggurat *z)
{
    for (;;) {
        uint64_t word = pcg_next(r);
        int layer = (int)(word & 0xff);
        bool is_negative = word >> 8 & 1;
        uint64_t place = word >> 9 & UINT64_C(0x000fffffffffffff);
        double x = (double)place * ziggurat_width[layer];
        x = is_negative ? -x : x;
        if (place < z->inside[layer])
            return x;
        if (layer > 0) {
            double above = z->height[layer - 1] - z->height[layer];
            if (above * unit(r) + z->height[layer] < exp(-0.5 * x * x))
                return x;
            continue;
        }
        double beyond, twice;
        do {
            beyond = -(1 / EDGE) * log1p(-unit(r));
            twice = -log1p(-unit(r));
        } while (twice + twice <= beyond * beyond);
        return place >> 8 & 1 ? -(EDGE + beyond) : EDGE + beyond;
    }
}

/* --- the row --------------------------------------------------------------------------------------------- */

static bool plan_array_draw(Qkv *q, QkvCall *c)
{
    const ArrayDraw *draw = c->params.data;
    bool is_whole = draw->kind == QKV_ARRAY_INTEGERS || draw->kind == QKV_ARRAY_ORDER;
    return qkv_shape(q, c->out, is_whole ? QKV_INT64 : QKV_FLOAT64, c->params.count,
                     c->params.at) &&
           qkv_spend(q, c->out->count);
}

/* The places in an order by chance: each changes with one before it. */
static void draw_order(const QkvCall *c, QkvArrayRandom *r)
{
    int64_t *place = c->out->data.i;
    for (int64_t i = 0; i < c->out->count; i++)
        place[i] = i;
    for (int64_t i = c->out->count - 1; i > 0 && qkv_goes_on(c, CELL_WORK); i--) {
        int64_t j = (int64_t)below_masked(r, (uint64_t)i), kept = place[i];
        place[i] = place[j];
        place[j] = kept;
    }
}

static void draw_array(const QkvCall *c)
{
    const ArrayDraw *draw = c->params.data;
    QkvArrayRandom *r = draw->random;
    Ziggurat *z = NULL;
    uint64_t most = (uint64_t)draw->last - (uint64_t)draw->first;
    if (draw->kind == QKV_ARRAY_ORDER) {
        draw_order(c, r);
        return;
    }
    if (draw->kind == QKV_ARRAY_NORMAL && r->is_pcg) {
        if (!(z = arena_new(c->memory, Ziggurat)))
            return;
        build_ziggurat(z);
    }
    for (int64_t i = 0; i < c->out->count && qkv_goes_on(c, CELL_WORK); i++)
        if (draw->kind == QKV_ARRAY_INTEGERS)
            c->out->data.i[i] = (int64_t)((uint64_t)draw->first + (r->is_pcg
                                                                       ? below_scaled(r, most)
                                                                       : below_masked(r, most)));
        else if (draw->kind == QKV_ARRAY_NORMAL)
            c->out->data.d[i] = draw->a +
                                draw->b * (z ? normal_layered(r, z) : normal_polar(&r->twister, r));
        else
            c->out->data.d[i] = draw->a + (draw->b - draw->a) * unit(r);
}

const QkvOp op_array_draw = {.name = "random",
                             .formula = "drawn from NumPy's generator",
                             .how = QKV_HOW_GIVEN,
                             .plan = plan_array_draw,
                             .kernel = draw_array};

/* --- the functions --------------------------------------------------------------------------------------- */

void qkv_seed_arrays(Qkv *q, int64_t seed)
{
    if (!q)
        return;
    random_seed(&q->array_random.twister, seed);
    q->array_random.twister.is_seeded = true;
}

QkvArrayRandom *qkv_array_generator(Qkv *q, uint64_t seed)
{
    QkvArrayRandom *r = q ? arena_new(&q->arena, QkvArrayRandom) : NULL;
    if (!r)
        return NULL;
    r->is_pcg = true;
    pcg_seed(r, seed);
    return r;
}

bool qkv_arrays_assumed(const Qkv *q)
{
    return q && q->array_random.twister.has_assumed;
}

const QkvTensor *qkv_array_draw(Qkv *q, QkvArrayRandom *of, QkvArrayDraw kind, int rank,
                                const int64_t *size, double a, double b, int64_t first,
                                int64_t last)
{
    if (!q || rank < 0 || rank > QKV_MAX_RANK) {
        qkv_lack(q, "a tensor has 0 to %d axes, and not %d", QKV_MAX_RANK, rank);
        return NULL;
    }
    if (kind == QKV_ARRAY_INTEGERS && first > last) {
        FAULT(q, QKV_FAULT_NO_INTEGER, first, last);
        qkv_fail(q, "there is no whole number from %lld on and below %lld", (long long)first,
                 (long long)last + 1);
        return NULL;
    }
    QkvArrayRandom *generator = of ? of : &q->array_random, random = *generator;
    if (!of && !random.twister.is_seeded && !random.twister.has_assumed) {
        random_seed(&random.twister, 0);
        random.twister.has_assumed = true;
    }
    ArrayDraw draw = {&random, kind, a, b, first, last};
    QkvParams p = {.count = rank, .data = &draw};
    for (int d = 0; d < rank; d++)
        p.at[d] = size[d];
    const QkvTensor *out = qkv_as_array(qkv_apply(q, &op_array_draw, 0, NULL, &p), true);
    if (out)
        *generator = random;
    return out;
}
