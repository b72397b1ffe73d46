/* Self-attention as one pipeline with switches. Every variant, and every mistake that is often
 * made, is a setting of the switches; variants.h names those that people have written down.
 *
 * Shapes: B batch, T queries, S keys, D model width, H heads, d head size.
 *
 *     embedded  (B, T, D)       words made into features
 *     qkv       (B, T, 3 H d)   q, k and v side by side, when one layer makes all three
 *     q, k, v   (B, T, H d), or (B, H, T, d) when there are heads; k and v have S rows
 *     scores    (B, H, T, S)    q @ k^T
 *     scaled                    divided
 *     mask                      made ready for the scores, when it does not come so
 *     masked    (B, H, T, S)    scores with the mask applied
 *     prepared                  the second half of masking, for MASK_MULTIPLY
 *     weights   (B, H, T, S)    softmax
 *     dropped                   with some of them 0
 *     context   (B, H, T, d)    weights @ v
 *     merged    (B, T, H d)     heads side by side again
 *     output    (B, T, D)       the last layer
 *
 * A stage that a variant lacks does not appear. Without heads there is no axis H. A batch is not
 * needed: x (T, D) does, unless wants_batch says otherwise; more axes may stand before it. */
#ifndef CORE_ATTENTION_H
#define CORE_ATTENTION_H

#include "core/op.h"

typedef enum Projections { PROJECTIONS_NONE, PROJECTIONS_SEPARATE, PROJECTIONS_FUSED } Projections;

/* How the 3 H d columns of a fused projection are numbered: by q, k, v, then head, then feature,
 * which makes three blocks; or by feature, then q, k, v, then head, so that they take turns. */
typedef enum FusedOrder { FUSED_KHD, FUSED_DKH } FusedOrder;

/* (B, T, H d) is read as (B, T, H, d), and two axes change places; or, a mistake that goes
 * unnoticed, it is read as (B, H, T, d) at once, which mixes the features of different tokens. The
 * merge undoes the same. */
typedef enum HeadSplit { SPLIT_TRANSPOSE, SPLIT_RESHAPE } HeadSplit;

/* What the scores are divided by: nothing, the root of d, the root of D; or they are multiplied
 * with a given number. */
typedef enum Scale { SCALE_NONE, SCALE_HEAD, SCALE_MODEL, SCALE_GIVEN } Scale;
/* x / sqrt(size), or x * size ** -0.5, which rounds differently. */
typedef enum ScaleForm { SCALE_DIVIDES, SCALE_MULTIPLIES } ScaleForm;
/* The scores before softmax, or, a mistake, the weights after it: then their rows do not sum
 * to 1. */
typedef enum ScalePlace { SCALE_SCORES, SCALE_WEIGHTS } ScalePlace;

/* What a number in the mask means: not 0 = look there, or True = hide it. */
typedef enum MaskMeaning { MASK_LOOK, MASK_HIDE } MaskMeaning;
/* What is done to a hidden score: it is replaced by a number; or it is multiplied with 0, and
 * infinity is subtracted; or the mask is added to all of the scores (it says itself how much). */
typedef enum MaskAction { MASK_FILL, MASK_MULTIPLY, MASK_ADD } MaskAction;
/* Which masks are taken: whatever broadcasts with the scores; (T, S) only; or (B, S), the keys
 * that count in each sentence, repeated here for each query (and head). */
typedef enum MaskShape { MASK_BROADCASTS, MASK_SHARED, MASK_OF_KEYS } MaskShape;

typedef enum SoftmaxOver { SOFTMAX_KEYS, SOFTMAX_QUERIES } SoftmaxOver;

/* The layers that the switches may ask for, in the order in which a module makes them. */
typedef enum AttentionLayer {
    LAYER_EMBED,
    LAYER_Q,
    LAYER_K,
    LAYER_V,
    LAYER_FUSED,
    LAYER_OUTPUT,
    ATTENTION_LAYERS
} AttentionLayer;

typedef struct AttentionSwitches {
    int64_t words; /* one-hot words are embedded: how many there are; 0: x comes embedded       */
    int64_t model; /* D                                                                         */
    int64_t heads; /* H; 0: no axis for heads                                                   */
    int64_t head;  /* d; without heads the width of q, k and v                                  */
    Projections projections;
    bool bias; /* of the projections                                                            */
    FusedOrder order;
    HeadSplit split;
    Scale scale;
    ScaleForm scale_form;
    ScalePlace scale_place;
    double scale_value; /* SCALE_GIVEN                                                          */
    MaskMeaning mask_meaning;
    MaskAction mask_action;
    MaskShape mask_shape;
    double mask_fill; /* MASK_FILL                                                              */
    bool causal;      /* a query sees keys up to its own place only                             */
    SoftmaxOver softmax;
    double dropout; /* of the weights: the probability that one becomes 0                       */
    bool output;    /* whether there is a last layer                                            */
    bool output_bias;
    bool wants_batch;                    /* x must have exactly the axes (B, T, D)              */
    const char *layer[ATTENTION_LAYERS]; /* their names: "query_proj"                           */
} AttentionSwitches;

/* weight (OUT, IN) and bias (OUT) of each layer; NULL where there is none. */
typedef struct AttentionParameters {
    const Tensor *weight[ATTENTION_LAYERS];
    const Tensor *bias[ATTENTION_LAYERS];
} AttentionParameters;

/* OUT and IN of a layer; false when the switches do not ask for it. */
bool attention_layer(const AttentionSwitches *s, AttentionLayer layer, int64_t *out, int64_t *in,
                     bool *bias);

typedef struct AttentionInput {
    const Tensor *query; /* x: (B, T, D)                                                        */
    const Tensor *key;   /* where k comes from: (B, S, D); NULL: from x                         */
    const Tensor *value; /* where v comes from: NULL: from the same as k                        */
    const Tensor *mask;  /* NULL: nothing is hidden                                             */
    const Tensor *keep;  /* NULL: drawn; or a recorded one for dropout, 1 = kept, that broadcasts */
    bool training;       /* whether dropout acts                                                */
} AttentionInput;

typedef enum AttentionStage {
    STAGE_EMBEDDED,
    STAGE_QKV,
    STAGE_Q,
    STAGE_K,
    STAGE_V,
    STAGE_SCORES,
    STAGE_SCALED,
    STAGE_MASK,
    STAGE_MASKED,
    STAGE_PREPARED,
    STAGE_WEIGHTS,
    STAGE_DROPPED,
    STAGE_CONTEXT,
    STAGE_MERGED,
    STAGE_OUTPUT,
    ATTENTION_STAGES
} AttentionStage;

/* "scores"; and the stage of a name, or ATTENTION_STAGES. */
const char *attention_stage_name(AttentionStage stage);
AttentionStage attention_stage(const char *name);

/* What a call computed. */
typedef struct AttentionRun {
    const Tensor *stage[ATTENTION_STAGES]; /* NULL where there is none                          */
    const Tensor *weights;                 /* those that v was mixed with: after dropout        */
    const Tensor *result;                  /* the last stage                                    */
} AttentionRun;

/* Runs the pipeline: a group of steps called `name`, named by stage. Returns the result; `run` (may
 * be NULL) receives all of them. NULL after an error that says which sizes do not fit. */
const Tensor *qkv_attention(Qkv *q, const char *name, const AttentionSwitches *switches,
                            const AttentionParameters *parameters, const AttentionInput *input,
                            AttentionRun *run);

#endif
