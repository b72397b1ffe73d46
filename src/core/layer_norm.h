/* Layer normalization, with PyTorch's bits. */
#ifndef CORE_LAYER_NORM_H
#define CORE_LAYER_NORM_H

#include "core/op.h"

/* (x - mean) / sqrt(variance + eps) over the last `rank` axes, which have the sizes given; then
 * times weight plus bias, each of these sizes, or NULL for ones and zeros. A group "layer_norm",
 * with the steps named mean, variance, deviation, scale, shift and normalized. NULL after an
 * error. */
const QkvTensor *qkv_layer_norm(Qkv *q, const QkvTensor *x, int rank, const int64_t *size,
                                const QkvTensor *weight, const QkvTensor *bias, double eps);

#endif
