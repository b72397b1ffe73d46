/* The linear layer: a product and a bias. */
#ifndef CORE_LINEAR_H
#define CORE_LINEAR_H

#include "core/op.h"

/* x (.., IN) @ weight^T + bias -> (.., OUT), with weight (OUT, IN) and bias (OUT), or NULL for
 * none. A group "linear" of at most three steps: transpose, matmul, add. The bias is added to the
 * finished sum, as PyTorch does it. NULL after an error when the sizes or types do not fit. */
const QkvTensor *qkv_linear(Qkv *q, const QkvTensor *x, const QkvTensor *weight,
                            const QkvTensor *bias);

#endif
