/* How labels of axes pass through operations: private to core. */
#ifndef CORE_LABEL_H
#define CORE_LABEL_H

#include "base/arena.h"
#include "core/qkv_trace.h"
#include "core/tensor.h"

/* Axis `from` of `in` goes on as axis `to` of the result. Nothing happens when the sizes differ or
 * the result's axis has a name or labels already. `same_items` says that axis 0 of the result
 * counts the same batch items as axis 0 of `in`: labels that differ between items need that. */
void label_pass(const QkvTensor *out, int to, const QkvTensor *in, int from, bool same_items);

/* The same where cells were moved: the labels of axis `to` are those that the source cells have
 * along their axis `from`. `items` is where axis 0 of the operands went, -1 when an index picked one
 * item; `per_item` says that each index of axis 0 of the result may come from other operands. */
void label_moved(Qkv *q, QkvCall *c, int to, int from, int items, bool per_item);

/* The label rule of operations with broadcasting: every axis from the first operand that has it. */
void label_broadcast(Qkv *q, QkvCall *c);

/* Gives the axes of a tensor that was just made, where they have neither name nor labels, those of
 * the axes of `like` that they broadcast with. Either may be NULL: then nothing happens. */
void label_like(const QkvTensor *t, const QkvTensor *like);

#endif
