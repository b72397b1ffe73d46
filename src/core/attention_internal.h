/* A call of the pipeline while it runs, for the files that it is made of. Private to core. */
#ifndef CORE_ATTENTION_INTERNAL_H
#define CORE_ATTENTION_INTERNAL_H

#include "core/attention.h"
#include "core/qkv.h"

typedef struct Pipe {
    Qkv *q;
    const AttentionSwitches *s;
    const AttentionParameters *w;
    const AttentionInput *in;
    AttentionRun *run;
} Pipe;

/* Names a result by its stage, keeps it in the run, and captions it with what a PyTorch program
 * would say. Returns `t`, which may be NULL. */
const Tensor *pipe_stage(Pipe *p, AttentionStage stage, const Tensor *t, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
/* The same for a step on the way, which has no name. */
const Tensor *pipe_step(Pipe *p, const Tensor *t, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* The scores with the mask that is given and with that of causal attention, if there are any:
 * STAGE_MASK, STAGE_MASKED, STAGE_PREPARED. */
const Tensor *pipe_mask(Pipe *p, const Tensor *scores);
/* Whether `t` broadcasts to the shape of the scores (or weights) without making it larger; else an
 * error that names both shapes and the axes. `what` is "mask". */
bool pipe_fits(Pipe *p, const char *what, const Tensor *t, const Tensor *scores);

#endif
