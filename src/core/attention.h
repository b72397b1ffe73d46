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
 *     prepared                  the second half of masking, for QKV_MASK_MULTIPLY
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

typedef enum QkvProjections {
    QKV_PROJECTIONS_NONE,
    QKV_PROJECTIONS_SEPARATE,
    QKV_PROJECTIONS_FUSED
} QkvProjections;

/* How the 3 H d columns of a fused projection are numbered: by q, k, v, then head, then feature,
 * which makes three blocks; or by feature, then q, k, v, then head, so that they take turns. */
typedef enum QkvFusedOrder { QKV_FUSED_KHD, QKV_FUSED_DKH } QkvFusedOrder;

/* (B, T, H d) is read as (B, T, H, d), and two axes change places; or, a mistake that goes
 * unnoticed, it is read as (B, H, T, d) at once, which mixes the features of different tokens. The
 * merge undoes the same. */
typedef enum QkvHeadSplit { QKV_SPLIT_TRANSPOSE, QKV_SPLIT_RESHAPE } QkvHeadSplit;

/* What the scores are divided by: nothing, the root of d, the root of D; or they are multiplied
 * with a given number. */
typedef enum QkvScale { QKV_SCALE_NONE, QKV_SCALE_HEAD, QKV_SCALE_MODEL, QKV_SCALE_GIVEN } QkvScale;
/* x / sqrt(size), or x * size ** -0.5, which rounds differently. */
typedef enum QkvScaleForm { QKV_SCALE_DIVIDES, QKV_SCALE_MULTIPLIES } QkvScaleForm;
/* The scores before softmax, or, a mistake, the weights after it: then their rows do not sum
 * to 1. */
typedef enum QkvScalePlace { QKV_SCALE_SCORES, QKV_SCALE_WEIGHTS } QkvScalePlace;

/* What a number in the mask means: not 0 = look there, or True = hide it. */
typedef enum QkvMaskMeaning { QKV_MASK_LOOK, QKV_MASK_HIDE } QkvMaskMeaning;
/* What is done to a hidden score: it is replaced by a number; or it is multiplied with 0, and
 * infinity is subtracted; or the mask is added to all of the scores (it says itself how much). */
typedef enum QkvMaskAction { QKV_MASK_FILL, QKV_MASK_MULTIPLY, QKV_MASK_ADD } QkvMaskAction;
/* Which masks are taken: whatever broadcasts with the scores; (T, S) only; or (B, S), the keys
 * that count in each sentence, repeated here for each query (and head). */
typedef enum QkvMaskShape { QKV_MASK_BROADCASTS, QKV_MASK_SHARED, QKV_MASK_OF_KEYS } QkvMaskShape;

typedef enum QkvSoftmaxOver { QKV_SOFTMAX_KEYS, QKV_SOFTMAX_QUERIES } QkvSoftmaxOver;

/* The layers that the switches may ask for, in the order in which a module makes them. */
typedef enum QkvAttentionLayer {
    QKV_LAYER_EMBED,
    QKV_LAYER_Q,
    QKV_LAYER_K,
    QKV_LAYER_V,
    QKV_LAYER_FUSED,
    QKV_LAYER_OUTPUT,
    QKV_LAYERS
} QkvAttentionLayer;

typedef struct QkvAttentionSwitches {
    int64_t words; /* one-hot words are embedded: how many there are; 0: x comes embedded       */
    int64_t model; /* D                                                                         */
    int64_t heads; /* H; 0: no axis for heads                                                   */
    int64_t head;  /* d; without heads the width of q, k and v                                  */
    QkvProjections projections;
    bool bias; /* of the projections                                                            */
    QkvFusedOrder order;
    QkvHeadSplit split;
    QkvScale scale;
    QkvScaleForm scale_form;
    QkvScalePlace scale_place;
    double
        scale_value; /* QKV_SCALE_GIVEN                                                          */
    QkvMaskMeaning mask_meaning;
    QkvMaskAction mask_action;
    QkvMaskShape mask_shape;
    double
        mask_fill; /* QKV_MASK_FILL                                                              */
    bool causal;   /* a query sees keys up to its own place only                             */
    QkvSoftmaxOver softmax;
    double dropout; /* of the weights: the probability that one becomes 0                       */
    bool output;    /* whether there is a last layer                                            */
    bool output_bias;
    bool wants_batch;              /* x must have exactly the axes (B, T, D)              */
    const char *layer[QKV_LAYERS]; /* their names: "query_proj"                           */
} QkvAttentionSwitches;

/* weight (OUT, IN) and bias (OUT) of each layer; NULL where there is none. */
typedef struct QkvAttentionParameters {
    const QkvTensor *weight[QKV_LAYERS];
    const QkvTensor *bias[QKV_LAYERS];
} QkvAttentionParameters;

/* OUT and IN of a layer; false when the switches do not ask for it. */
bool qkv_attention_layer(const QkvAttentionSwitches *s, QkvAttentionLayer layer, int64_t *out,
                         int64_t *in, bool *bias);

typedef struct QkvAttentionInput {
    const QkvTensor
        *query;           /* x: (B, T, D)                                                        */
    const QkvTensor *key; /* where k comes from: (B, S, D); NULL: from x                         */
    const QkvTensor
        *value;            /* where v comes from: NULL: from the same as k                        */
    const QkvTensor *mask; /* NULL: nothing is hidden                                             */
    const QkvTensor
        *keep;     /* NULL: drawn; or a recorded one for dropout, 1 = kept, that broadcasts */
    bool training; /* whether dropout acts                                                */
} QkvAttentionInput;

typedef enum QkvAttentionStage {
    QKV_STAGE_EMBEDDED,
    QKV_STAGE_QKV,
    QKV_STAGE_Q,
    QKV_STAGE_K,
    QKV_STAGE_V,
    QKV_STAGE_SCORES,
    QKV_STAGE_SCALED,
    QKV_STAGE_MASK,
    QKV_STAGE_MASKED,
    QKV_STAGE_PREPARED,
    QKV_STAGE_WEIGHTS,
    QKV_STAGE_DROPPED,
    QKV_STAGE_CONTEXT,
    QKV_STAGE_MERGED,
    QKV_STAGE_OUTPUT,
    QKV_STAGES
} QkvAttentionStage;

/* "scores"; and the stage of a name, or QKV_STAGES. */
const char *qkv_attention_stage_name(QkvAttentionStage stage);
QkvAttentionStage qkv_attention_stage(const char *name);

/* What a call computed. */
typedef struct QkvAttentionRun {
    const QkvTensor *stage[QKV_STAGES]; /* NULL where there is none                          */
    const QkvTensor *weights;           /* those that v was mixed with: after dropout        */
    const QkvTensor *result;            /* the last stage                                    */
} QkvAttentionRun;

/* Runs the pipeline: a group of steps called `name`, named by stage. Returns the result; `run` (may
 * be NULL) receives all of them. NULL after an error that says which sizes do not fit. */
const QkvTensor *qkv_attention(Qkv *q, const char *name, const QkvAttentionSwitches *switches,
                               const QkvAttentionParameters *parameters,
                               const QkvAttentionInput *input, QkvAttentionRun *run);

#endif
