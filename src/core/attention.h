/* Checks the shape of a mask of attention: private to core and to the rooms above. */
#ifndef CORE_ATTENTION_H
#define CORE_ATTENTION_H

#include "core/qkv.h"

/* True if `t` broadcasts to the shape of the scores (or weights) without making it larger; else an error
 * that names both shapes and the axes. `what` is "mask"; with heads the scores have an axis for them. */
bool attention_fits(Qkv *q, const char *what, const QkvTensor *t, const QkvTensor *scores,
                    bool has_heads);

#endif
