/* The layers of torch.nn: kinds of modules, and the functions behind them that are more than one
 * operation. Such a call is a group of steps, named as PyTorch names the function. */
#ifndef CORE_LAYERS_H
#define CORE_LAYERS_H

#include "core/module.h"

/* --- functions ------------------------------------------------------------------------------- */

/* x * mask, where the mask is drawn as qkv_dropout_mask draws it. Outside training, and for p = 0
 * or no cells, it is x itself. */
const QkvTensor *qkv_dropout(Qkv *q, const QkvTensor *x, double p, bool training);

/* --- modules: NULL after an error ----------------------------------------------------------- */

/* weight (OUT, IN), then bias (OUT) if wanted, both drawn between -1/sqrt(IN) and 1/sqrt(IN). */
QkvModule *qkv_linear_new(Qkv *q, int64_t in, int64_t out, bool bias);
/* weight (ROWS, D), drawn from the standard normal; row `padding` is 0, none when negative. */
QkvModule *qkv_embedding_new(Qkv *q, int64_t rows, int64_t d, int64_t padding);
QkvModule *qkv_dropout_new(Qkv *q, double p);
/* The same for 0 or 1 as an integer, which prints as one: "Dropout(p=0, inplace=False)". */
QkvModule *qkv_dropout_new_integer(Qkv *q, int64_t p);
/* From now on what it drops is dropped in the tensor that it is called with. */
void qkv_dropout_in_place(QkvModule *m);
QkvModule *qkv_softmax_new(Qkv *q, int64_t axis);
/* weight and bias of the sizes given, ones and zeros; without them unless `affine`. */
QkvModule *qkv_layer_norm_new(Qkv *q, int rank, const int64_t *size, double eps, bool affine);

#endif
