/* Tensors of random numbers: leaves of the tape.
 *
 * A kernel draws from a copy of the generator, and the copy becomes the generator when the whole
 * operation has gone well. So an operation that fails has drawn nothing, whatever it failed of. */
#include <float.h>
#include <math.h>
#include <string.h>

#include "core/context.h"
#include "core/half.h"
#include "core/label.h"
#include "core/random_internal.h"
#include "core/rows.h"
#include "core/stride.h"
#include "core/walk.h"

/* params.data of these rows; each reads what it needs. params.at are the sizes. */
typedef struct Draw {
    Random *random;
    double low, high;   /* uniform_                       */
    int64_t first, end; /* randint: first <= n < end      */
    double p;           /* dropout_mask                   */
    double mean, deviation;
    QkvDropoutFlavour flavour;
    const QkvTensor *of; /* the probabilities of bernoulli and multinomial                    */
    int64_t times;       /* multinomial: how many of each row; and whether one can come again */
    bool replace;
    const QkvTensor *like; /* how the result of floats lies in memory; NULL: row after row   */
    QkvDType type;         /* rounding of the floats afterwards, of uniform_ and normal_ */
    bool is_loader;        /* randperm: from a generator of its own, as a DataLoader shuffles   */
} Draw;

void qkv_seed(Qkv *q, int64_t seed)
{
    if (!q)
        return;
    random_seed(&q->random, seed);
    q->random.is_seeded = true;
    q->random.is_lost = false;
}

void qkv_lose_generator(Qkv *q)
{
    if (q)
        q->random.is_lost = true;
}

bool qkv_missed_generator(const Qkv *q)
{
    return q && q->err.set && q->misses;
}

bool qkv_is_seeded(const Qkv *q)
{
    return q && q->random.is_seeded;
}

void qkv_assume_seed(Qkv *q, int64_t seed)
{
    if (q)
        random_seed(&q->random, seed);
}

bool qkv_has_assumed(const Qkv *q)
{
    return q && q->random.has_assumed;
}

void qkv_require_seed(Qkv *q)
{
    if (q)
        q->must_seed = true;
}

void qkv_dropout_flavour(Qkv *q, QkvDropoutFlavour flavour)
{
    if (q)
        q->dropout = flavour;
}

static bool plan_floats(Qkv *q, QkvCall *c)
{
    return qkv_shape(q, c->out, QKV_FLOAT32, c->params.count, c->params.at);
}

/* --- uniform -------------------------------------------------------------------------------- */

static void stride_drawn(QkvCall *c)
{
    const Draw *draw = c->params.data;
    QkvCall copy = *c;
    copy.in = &draw->like;
    if (draw->like)
        stride_copy(&copy);
}

/* PyTorch draws cell after cell as they lie in memory; here they were drawn row after row. */
static void put_in_order(const QkvCall *c)
{
    if (qkv_tensor_is_contiguous(c->out))
        return;
    float *drawn = arena_many(c->memory, (size_t)c->out->count, float);
    if (!drawn)
        return;
    memcpy(drawn, c->out->data.f, (size_t)c->out->count * sizeof *drawn);
    Walk w = walk_begin(c->out);
    walk_strided(&w, 0, 0, c->out->stride);
    for (int64_t i = 0; i < c->out->count; i++, walk_next(&w))
        c->out->data.f[i] = drawn[w.cell[0]];
}

static void draw_rand(const QkvCall *c)
{
    const Draw *draw = c->params.data;
    for (int64_t i = 0; i < c->out->count && qkv_goes_on(c, CELL_WORK); i++)
        c->out->data.f[i] = random_unit32(draw->random);
    put_in_order(c);
}

const QkvOp op_rand = {.name = "rand",
                       .formula = "drawn from the generator: uniform between 0 and 1",
                       .how = QKV_HOW_GIVEN,
                       .plan = plan_floats,
                       .kernel = draw_rand,
                       .stride = stride_drawn};

static bool plan_uniform(Qkv *q, QkvCall *c)
{
    const Draw *draw = c->params.data;
    double low = draw->low, high = draw->high;
    if (!(fabs(low) <= (double)FLT_MAX) || !(fabs(high) <= (double)FLT_MAX))
        return qkv_fail(q, "uniform_: the bounds are %g and %g, and float32 reaches from %g to %g",
                        low, high, -(double)FLT_MAX, (double)FLT_MAX);
    if (low > high)
        return qkv_fail(q, "uniform_: the lower bound comes first, and %g is more than %g", low,
                        high);
    if (high - low > (double)FLT_MAX)
        return qkv_fail(q, "uniform_: %g to %g is wider than the largest float32, %g", low, high,
                        (double)FLT_MAX);
    return plan_floats(q, c);
}

/* low + u (high - low), with one rounding for the product and the sum. What a half type rounds up to `high` is low. */
static void draw_uniform(const QkvCall *c)
{
    const Draw *draw = c->params.data;
    float low = (float)draw->low, width = (float)draw->high - low;
    float end = half_rounded(draw->type, (float)draw->high);
    bool is_half = qkv_is_half(draw->type);
    for (int64_t i = 0; i < c->out->count && qkv_goes_on(c, CELL_WORK); i++) {
        float x = fmaf(random_unit32(draw->random), width, low);
        c->out->data.f[i] = is_half && half_rounded(draw->type, x) == end ? low : x;
    }
    put_in_order(c);
}

const QkvOp op_uniform = {.name = "uniform_",
                          .formula = "drawn from the generator: uniform between two bounds",
                          .how = QKV_HOW_GIVEN,
                          .plan = plan_uniform,
                          .kernel = draw_uniform,
                          .stride = stride_drawn};

/* --- normal --------------------------------------------------------------------------------- */

/* How many of n cells are drawn at once, before it is asked whether to go on: as many blocks as give the
 * same numbers as all at once, for the last of them may be drawn anew. */
static int64_t drawn_at_once(const QkvCall *c, int64_t n)
{
    enum { SOME = 1 << 14 };
    return !qkv_goes_on(c, CELL_WORK * (n < SOME ? n : SOME)) ? 0 : n < 2 * SOME ? n : SOME;
}

/* Of a half type: whole blocks, and of what is left over none is drawn twice, as it is of float32: the numbers of one
 * more block become the last cells. */
static void draw_half(const QkvCall *c)
{
    enum { BLOCK = 16 };
    const Draw *draw = c->params.data;
    float *out = c->out->data.f, last[BLOCK];
    int64_t count = c->out->count, whole = count - count % BLOCK;
    for (int64_t i = 0; i < whole && qkv_goes_on(c, CELL_WORK * BLOCK); i += BLOCK)
        random_normals(draw->random, draw->mean, draw->deviation, out + i, BLOCK);
    if (whole == count)
        return;
    random_normals(draw->random, draw->mean, draw->deviation, last, BLOCK);
    memcpy(out + count - BLOCK, last, sizeof last);
}

/* Blocks are for rows that lie one after the other; other cells are drawn one by one. */
static void draw_randn(const QkvCall *c)
{
    const Draw *draw = c->params.data;
    bool in_rows = qkv_tensor_is_contiguous(c->out);
    if (in_rows && qkv_is_half(draw->type) && c->out->count >= 16) {
        draw_half(c);
        return;
    }
    for (int64_t i = 0, n, left; (left = c->out->count - i) > 0; i += n) {
        n = in_rows ? drawn_at_once(c, left) : qkv_goes_on(c, CELL_WORK);
        if (n == 0)
            return;
        random_normals(draw->random, draw->mean, draw->deviation, c->out->data.f + i, n);
    }
    put_in_order(c);
}

const QkvOp op_randn = {.name = "randn",
                        .formula = "drawn from the generator: normal, mean 0, standard deviation 1",
                        .how = QKV_HOW_GIVEN,
                        .plan = plan_floats,
                        .kernel = draw_randn,
                        .stride = stride_drawn};

static bool plan_normal(Qkv *q, QkvCall *c)
{
    double deviation = ((const Draw *)c->params.data)->deviation;
    return deviation >= 0
               ? plan_floats(q, c)
               : qkv_fail(q, "normal: a standard deviation is not negative: %g", deviation);
}

const QkvOp op_normal = {.name = "normal",
                         .formula = "drawn from the generator: normal, of a mean and a deviation",
                         .how = QKV_HOW_GIVEN,
                         .plan = plan_normal,
                         .kernel = draw_randn,
                         .stride = stride_drawn};

/* --- integers ------------------------------------------------------------------------------- */

static bool plan_randint(Qkv *q, QkvCall *c)
{
    const Draw *draw = c->params.data;
    if (draw->first >= draw->end)
        return qkv_fail(q,
                        "randint: low must be less than high, which is never drawn: there is no "
                        "integer n with %lld <= n < %lld",
                        (long long)draw->first, (long long)draw->end);
    return qkv_shape(q, c->out, QKV_INT64, c->params.count, c->params.at);
}

static void draw_randint(const QkvCall *c)
{
    const Draw *draw = c->params.data;
    uint64_t low = (uint64_t)draw->first;
    uint64_t span = (uint64_t)draw->end - low;
    for (int64_t i = 0; i < c->out->count && qkv_goes_on(c, CELL_WORK); i++)
        c->out->data.i[i] = (int64_t)(low + random_below(draw->random, span));
}

const QkvOp op_randint = {.name = "randint",
                          .formula = "drawn from the generator: an integer from low to high - 1",
                          .how = QKV_HOW_GIVEN,
                          .plan = plan_randint,
                          .kernel = draw_randint};

static bool plan_randperm(Qkv *q, QkvCall *c)
{
    int64_t n = c->params.at[0];
    if (n < 0)
        return qkv_fail(q, "randperm: n is how many numbers to shuffle: it cannot be %lld",
                        (long long)n);
    return qkv_shape(q, c->out, QKV_INT64, 1, c->params.at);
}

/* Each place in turn changes with one from itself on; the last has no choice. */
static void draw_randperm(const QkvCall *c)
{
    const Draw *draw = c->params.data;
    int64_t *x = c->out->data.i, n = c->out->count;
    Random own, *random = draw->random;
    if (draw->is_loader) {
        random_seed(&own, (int64_t)(random_two_words(random) & INT64_MAX));
        random = &own;
    }
    for (int64_t i = 0; i < n; i++)
        x[i] = i;
    for (int64_t i = 0; i < n - 1 && qkv_goes_on(c, CELL_WORK); i++) {
        int64_t other = i + (int64_t)random_below(random, (uint64_t)(n - i));
        int64_t kept = x[i];
        x[i] = x[other];
        x[other] = kept;
    }
}

const QkvOp op_randperm = {.name = "randperm",
                           .formula = "drawn from the generator: 0 to n - 1 in random order",
                           .how = QKV_HOW_GIVEN,
                           .plan = plan_randperm,
                           .kernel = draw_randperm};

/* --- dropout -------------------------------------------------------------------------------- */

static bool plan_dropout_mask(Qkv *q, QkvCall *c)
{
    double p = ((const Draw *)c->params.data)->p;
    if (!(p >= 0 && p <= 1))
        return qkv_fail(
            q, "dropout: p is the probability that a cell becomes 0: from 0 to 1, not %g", p);
    return plan_floats(q, c);
}

static void draw_dropout_mask(const QkvCall *c)
{
    const Draw *draw = c->params.data;
    float *mask = c->out->data.f;
    int64_t n = c->out->count;
    double keep = 1 - draw->p;
    if (n == 0 || draw->p == 1) /* the cells are 0 already */
        return;
    if (draw->p == 0) {
        for (int64_t i = 0; i < n; i++)
            mask[i] = 1;
        return;
    }
    bool in_parts = draw->flavour == QKV_DROPOUT_TORCH; /* the other has a seed for each tensor */
    for (int64_t i = 0, some; i < n; i += some) {
        some = in_parts ? drawn_at_once(c, n - i) : n;
        if (some == 0)
            return;
        random_ones(draw->random, draw->flavour, keep, mask + i, some);
    }
    for (int64_t i = 0; i < n; i++)
        mask[i] /= (float)keep;
    put_in_order(c);
}

const QkvOp op_dropout_mask = {.name = "dropout_mask",
                               .formula = "drawn from the generator: 0, or 1 / (1 - p)",
                               .how = QKV_HOW_GIVEN,
                               .plan = plan_dropout_mask,
                               .kernel = draw_dropout_mask,
                               .stride = stride_drawn};

/* --- by the probabilities of a tensor ------------------------------------------------------- */

static bool plan_bernoulli(Qkv *q, QkvCall *c)
{
    const QkvTensor *p = c->in[0];
    if (p->dtype != QKV_FLOAT32)
        return qkv_lack(q, "bernoulli: probabilities are float32, but these are %s",
                        qkv_dtype_name(p->dtype));
    for (int64_t i = 0; i < p->count; i++)
        if (!(p->data.f[i] >= 0 && p->data.f[i] <= 1))
            return qkv_fail(q, "bernoulli: a probability is from 0 to 1, not %g",
                            (double)p->data.f[i]);
    return qkv_shape(q, c->out, QKV_FLOAT32, p->rank, p->size) && qkv_spend(q, p->count);
}

static void draw_bernoulli(const QkvCall *c)
{
    Random *random = ((const Draw *)c->params.data)->random;
    for (int64_t i = 0; i < c->out->count && qkv_goes_on(c, CELL_WORK); i++)
        c->out->data.f[i] = random_unit32(random) < c->in[0]->data.f[i];
}

const QkvOp op_bernoulli = {
    .name = "bernoulli",
    .formula = "drawn from the generator: 1 with the probability a[..], or 0",
    .how = QKV_HOW_GIVEN,
    .plan = plan_bernoulli,
    .kernel = draw_bernoulli,
    .label = label_broadcast};

/* The sum of a row must be there to share out: no number may be negative, inf or nan. */
static bool check_weights(Qkv *q, const QkvTensor *p, const Draw *draw)
{
    int64_t n = p->size[p->rank - 1], rows = p->rank == 2 ? p->size[0] : 1;
    for (int64_t row = 0; row < rows; row++) {
        int64_t positive = 0;
        for (int64_t i = row * n; i < (row + 1) * n; i++) {
            if (!(p->data.f[i] >= 0 && isfinite(p->data.f[i])))
                return qkv_fail(q, "multinomial: a probability is not negative, inf or nan: %g",
                                (double)p->data.f[i]);
            positive += p->data.f[i] > 0;
        }
        if (positive < (draw->replace ? 1 : draw->times))
            return qkv_fail(q,
                            "multinomial: %lld are to be drawn without replacement, but only %lld "
                            "have a probability other than 0",
                            (long long)draw->times, (long long)positive);
    }
    return true;
}

static bool plan_multinomial(Qkv *q, QkvCall *c)
{
    const QkvTensor *p = c->in[0];
    const Draw *draw = c->params.data;
    if (p->dtype != QKV_FLOAT32 || p->rank < 1 || p->rank > 2)
        return qkv_lack(q, "multinomial: a row or rows of float32 probabilities are needed");
    if (draw->times <= 0)
        return qkv_fail(q, "multinomial: %lld cannot be drawn", (long long)draw->times);
    int64_t size[] = {p->size[0], draw->times};
    return check_weights(q, p, draw) &&
           qkv_shape(q, c->out, QKV_INT64, p->rank, p->rank == 2 ? size : size + 1) &&
           qkv_spend(q, 2 * p->count + c->out->count * (draw->replace ? 16 : p->size[p->rank - 1]));
}

/* Of each row the places with the largest p / e, for an e of each cell drawn exponentially. */
static void draw_places(const QkvCall *c, float *race)
{
    const Draw *draw = c->params.data;
    const QkvTensor *p = c->in[0];
    int64_t n = p->size[p->rank - 1];
    for (int64_t i = 0; i < p->count && qkv_goes_on(c, CELL_WORK); i++)
        race[i] = p->data.f[i] / random_exponential(draw->random);
    for (int64_t i = 0; i < c->out->count; i++) {
        float *row = race + i / draw->times * n;
        int64_t best = 0;
        for (int64_t k = 1; k < n; k++)
            best = row[k] > row[best] ? k : best;
        c->out->data.i[i] = best;
        row[best] = -1;
    }
}

/* The first place at which the sum of the shares reaches a uniform number. */
static void draw_again(const QkvCall *c, float *sums)
{
    const Draw *draw = c->params.data;
    const QkvTensor *p = c->in[0];
    int64_t n = p->size[p->rank - 1];
    for (int64_t i = 0; i < c->out->count; i++) {
        float sum = 0;
        const float *row = p->data.f + i / draw->times * n;
        for (int64_t k = 0; i % draw->times == 0 && k < n; k++)
            sums[k] = sum += row[k];
        for (int64_t k = 0; i % draw->times == 0 && k < n; k++)
            sums[k] = k == n - 1 ? 1 : sums[k] / sum;
        double at = random_unit64(draw->random);
        int64_t low = 0, high = n;
        while (low < high) {
            int64_t middle = low + (high - low) / 2;
            if ((double)sums[middle] < at)
                low = middle + 1;
            else
                high = middle;
        }
        c->out->data.i[i] = low;
    }
}

static void draw_multinomial(const QkvCall *c)
{
    const Draw *draw = c->params.data;
    float *scratch = arena_many(c->memory, (size_t)c->in[0]->count + 1, float);
    if (scratch && draw->replace && draw->times > 1)
        draw_again(c, scratch);
    else if (scratch)
        draw_places(c, scratch);
}

const QkvOp op_multinomial = {
    .name = "multinomial",
    .formula = "drawn from the generator: positions, by their probabilities",
    .how = QKV_HOW_GIVEN,
    .plan = plan_multinomial,
    .kernel = draw_multinomial};

/* --- the functions -------------------------------------------------------------------------- */

/* A dropout mask of all ones or all zeros takes nothing from the generator. */
static bool takes_numbers(const QkvOp *op, const Draw *draw)
{
    return op != &op_dropout_mask || (draw->p > 0 && draw->p < 1);
}

static const QkvTensor *drawn(Qkv *q, const QkvOp *op, int rank, const int64_t *size, Draw draw)
{
    if (!q)
        return NULL;
    if (q->must_seed && !q->random.is_seeded && takes_numbers(op, &draw)) {
        qkv_lack(q, "random numbers are drawn here, and each run would draw others: call "
                    "torch.manual_seed(...) before, with a number of your choice");
        return NULL;
    }
    if (q->random.is_lost && takes_numbers(op, &draw)) {
        q->misses = q->misses || !q->err.set;
        qkv_lack(q, "random numbers are drawn here, and what was to be drawn before was not: call "
                    "torch.manual_seed(...) again");
        return NULL;
    }
    if (rank < 0 || rank > QKV_MAX_RANK) {
        qkv_lack(q, "a tensor has 0 to %d axes, and not %d", QKV_MAX_RANK, rank);
        return NULL;
    }
    Random random = q->random;
    draw.random = &random;
    draw.flavour = q->dropout;
    QkvParams p = {.count = rank, .data = &draw};
    for (int d = 0; d < rank; d++)
        p.at[d] = size[d];
    const QkvTensor *out = qkv_apply(q, op, draw.of != NULL, &draw.of, &p);
    bool moved = random.next != q->random.next || random.has_normal != q->random.has_normal;
    random.has_assumed = random.has_assumed || (!random.is_seeded && moved);
    if (out)
        q->random = random;
    return out;
}

const QkvTensor *qkv_rand(Qkv *q, int rank, const int64_t *size)
{
    return drawn(q, &op_rand, rank, size, (Draw){0});
}

const QkvTensor *qkv_uniform(Qkv *q, int rank, const int64_t *size, double low, double high)
{
    return drawn(q, &op_uniform, rank, size, (Draw){.low = low, .high = high});
}

const QkvTensor *qkv_randn(Qkv *q, int rank, const int64_t *size)
{
    return drawn(q, &op_randn, rank, size, (Draw){.deviation = 1});
}

const QkvTensor *qkv_rand_like(Qkv *q, const QkvTensor *like)
{
    return like ? drawn(q, &op_rand, like->rank, like->size, (Draw){.like = like}) : NULL;
}

const QkvTensor *qkv_randn_like(Qkv *q, const QkvTensor *like)
{
    return like ? drawn(q, &op_randn, like->rank, like->size, (Draw){.like = like, .deviation = 1})
                : NULL;
}

const QkvTensor *qkv_randint(Qkv *q, int64_t low, int64_t high, int rank, const int64_t *size)
{
    return drawn(q, &op_randint, rank, size, (Draw){.first = low, .end = high});
}

const QkvTensor *qkv_randperm(Qkv *q, int64_t n)
{
    return drawn(q, &op_randperm, 1, &n, (Draw){0});
}

const QkvTensor *qkv_loader_order(Qkv *q, int64_t n)
{
    return drawn(q, &op_randperm, 1, &n, (Draw){.is_loader = true});
}

const QkvTensor *qkv_dropout_mask(Qkv *q, int rank, const int64_t *size, double p)
{
    return drawn(q, &op_dropout_mask, rank, size, (Draw){.p = p});
}

const QkvTensor *qkv_dropout_mask_like(Qkv *q, const QkvTensor *like, double p)
{
    return like ? drawn(q, &op_dropout_mask, like->rank, like->size, (Draw){.like = like, .p = p})
                : NULL;
}

const QkvTensor *qkv_normal(Qkv *q, int rank, const int64_t *size, double mean, double deviation)
{
    return drawn(q, &op_normal, rank, size, (Draw){.mean = mean, .deviation = deviation});
}

const QkvTensor *qkv_uniform_like(Qkv *q, const QkvTensor *like, double low, double high)
{
    return like ? drawn(q, &op_uniform, like->rank, like->size,
                        (Draw){.like = like, .type = like->dtype, .low = low, .high = high})
                : NULL;
}

const QkvTensor *qkv_normal_like(Qkv *q, const QkvTensor *like, double mean, double deviation)
{
    const Draw draw = {.like = like,
                       .type = like ? like->dtype : QKV_FLOAT32,
                       .mean = mean,
                       .deviation = deviation};
    return like ? drawn(q, &op_normal, like->rank, like->size, draw) : NULL;
}

const QkvTensor *qkv_bernoulli(Qkv *q, const QkvTensor *p)
{
    return p ? drawn(q, &op_bernoulli, 0, NULL, (Draw){.of = p}) : NULL;
}

const QkvTensor *qkv_multinomial(Qkv *q, const QkvTensor *p, int64_t times, bool replace)
{
    return p ? drawn(q, &op_multinomial, 0, NULL,
                     (Draw){.of = p, .times = times, .replace = replace})
             : NULL;
}
