/* A call of the pipeline while it runs, for the files that it is made of. Private to core. */
#ifndef CORE_ATTENTION_INTERNAL_H
#define CORE_ATTENTION_INTERNAL_H

#include "base/arena.h"
#include "base/buf.h"
#include "core/qkv_attention.h"
#include "core/qkv_trace.h"
#include "core/tensor.h"

typedef struct Pipe {
    Qkv *q;
    const QkvAttentionSwitches *s;
    const QkvAttentionParameters *w;
    const QkvAttentionInput *in;
    QkvAttentionRun *run;
} Pipe;

/* Names a result by its stage, keeps it in the run, and captions it with what a PyTorch program
 * would say. Returns `t`, which may be NULL. */
const QkvTensor *pipe_stage(Pipe *p, QkvAttentionStage stage, const QkvTensor *t,
                            const char *format, ...) __attribute__((format(printf, 4, 5)));
/* The same for a step on the way, which has no name. */
const QkvTensor *pipe_step(Pipe *p, const QkvTensor *t, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* The scores with the mask that is given and with that of causal attention, if there are any:
 * QKV_STAGE_MASK, QKV_STAGE_MASKED, QKV_STAGE_PREPARED. */
const QkvTensor *pipe_mask(Pipe *p, const QkvTensor *scores);
/* Whether words, model, heads and head are counts that the products of three of them can be counted
 * with; else an error of what `name` names. */
bool pipe_counts(Qkv *q, const char *name, const QkvAttentionSwitches *s);
/* Whether `t` broadcasts to the shape of the scores (or weights) without making it larger; else an
 * error that names both shapes and the axes. `what` is "mask". */
bool pipe_fits(Pipe *p, const char *what, const QkvTensor *t, const QkvTensor *scores);

#endif
