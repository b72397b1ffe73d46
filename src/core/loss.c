/* The way back of losses that Python computes in steps: torch.nn.functional.py. PyTorch has each as one operation,
 * and its way back goes in an order of its own. */
#include <string.h>

#include "core/gradient.h"
#include "core/rows.h"

/* The operands; missing are weights that were not given, and N where nothing is divided. */
enum { INPUT, TARGET, WEIGHT, POS_WEIGHT, N, OPERANDS };

/* Weighs the loss of one cell, and takes its share of a mean. */
static const QkvTensor *shared(Qkv *q, const QkvCall *c, const QkvTensor *h)
{
    h = c->in[WEIGHT] ? qkv_mul(q, h, c->in[WEIGHT]) : h;
    return c->in[N] ? qkv_div(q, h, c->in[N]) : h;
}

static const QkvTensor *of_target(Qkv *q, const QkvCall *c)
{
    qkv_lack(q, "backward: the gradient of the target of %s is not known here", c->op->name);
    return NULL;
}

/* (g * (p - t)) / (p * (1 - p)), which is never divided by 0. */
BACK(binary)
{
    const QkvTensor *p = c->in[INPUT], *one = qkv_number(q, 1);
    if (operand != INPUT)
        return of_target(q, c);
    const QkvTensor *slope = qkv_mul(q, qkv_sub(q, one, p), p);
    slope = qkv_maximum(q, slope,
                        qkv_full_like(q, slope, slope ? slope->dtype : QKV_FLOAT32, 1e-12));
    return shared(q, c, qkv_div(q, qkv_mul(q, g, qkv_sub(q, p, c->in[TARGET])), slope));
}

/* (sigmoid(x) - t) * g; where a hit counts w times, ((w t + 1 - t) * sigmoid(x) - w t) * g. */
BACK(logits)
{
    const QkvTensor *target = c->in[TARGET], *share;
    if (operand != INPUT)
        return of_target(q, c);
    share = qkv_sigmoid(q, c->in[INPUT]);
    if (c->in[POS_WEIGHT]) {
        const QkvTensor *hit = qkv_mul(q, c->in[POS_WEIGHT], target);
        const QkvTensor *all = qkv_sub(q, qkv_add(q, hit, qkv_integer(q, 1)), target);
        share = qkv_sub(q, qkv_mul(q, all, share), hit);
    } else {
        share = qkv_sub(q, share, target);
    }
    return shared(q, c, qkv_mul(q, share, g));
}

/* A share for each cell, with the sign of the distance; nearer than beta only distance / beta of it. */
BACK(smooth)
{
    const QkvTensor *x = qkv_sub(q, c->in[operand], c->in[1 - operand]);
    double share = c->in[N] ? 1 / qkv_tensor_at(c->in[N], 0) : 1, beta = c->params.value;
    const QkvTensor *norm = qkv_number(q, share), *bound = qkv_number(q, beta);
    const QkvTensor *far = qkv_mul(q, qkv_mul(q, qkv_sign(q, x), norm), g), *h = far;
    if (beta > 0) {
        const QkvTensor *near = qkv_div(q, qkv_mul(q, qkv_mul(q, norm, x), g), bound);
        h = qkv_where(q, qkv_ge(q, qkv_abs(q, x), bound), far, near); /* of a nan nan */
    }
    return h;
}

static const QkvOp wholes[] = {
    {.at_once = QKV_AT_ONCE_LACKS, .name = "binary_cross_entropy", .back = back_binary},
    {.at_once = QKV_AT_ONCE_LACKS, .name = "binary_cross_entropy_with_logits", .back = back_logits},
    {.at_once = QKV_AT_ONCE_LACKS,
     .name = "smooth_l1_loss",
     .grad_fn = "SmoothL1LossBackward0",
     .back = back_smooth},
};

const QkvTensor *gradient_loss(Qkv *q, const char *name, const QkvTensor *loss,
                               const QkvTensor *const given[4], bool is_mean, double value)
{
    const QkvTensor *in[OPERANDS] = {NULL};
    for (int i = 0; i < N; i++)
        in[i] = given[i] ? qkv_now(q, given[i]) : NULL;
    if (is_mean && in[INPUT])
        in[N] = qkv_integer(q, in[INPUT]->count);
    for (size_t i = 0; i < sizeof wholes / sizeof *wholes; i++)
        if (strcmp(wholes[i].name, name) == 0)
            return gradient_whole(q, loss, &wholes[i], OPERANDS, in, &(QkvParams){.value = value});
    return loss;
}
