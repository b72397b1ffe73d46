/* The memory behind tensors: who shares it, and its newest value. Private to core. */
#ifndef CORE_STORAGE_H
#define CORE_STORAGE_H

#include "core/qkv_trace.h"

/* Memory of its own for a tensor just made; false when there is none left. */
bool storage_own(Qkv *q, QkvTensor *t);
/* The result of a call reads the memory of in[0]: its first cell is the source cell of the plan. */
void storage_share(QkvCall *c);
/* Makes a result that was just computed, and is nobody else's yet, the newest value of the memory of t, all of
 * which it replaces: t += x in one step. Where t does not lie in its memory alone and in order, it is written. False
 * after an error. */
bool storage_become(Qkv *q, const QkvTensor *t, QkvTensor *result);
/* Base of a view, as it is now. */
const QkvTensor *storage_base(const QkvTensor *view);
/* Puts the operands of a call as they are now in place of stale ones. False after an error. */
bool storage_refresh(Qkv *q, int count, const QkvTensor *const **in);
/* Cells that were never written can be moved; computing with them is an error. */
bool storage_holes(Qkv *q, const QkvCall *c);
bool storage_written(Qkv *q, const char *reader, const QkvTensor *t);

#endif
