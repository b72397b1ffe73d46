/* libqkv: modules, the layers of torch.nn, and attention as one pipeline with switches.
 *
 *     const QkvVariant *variant = qkv_attention_variant("SelfAttentionV1");
 *     QkvAttentionSwitches s = variant->switches;
 *     s.model = 4;
 *     QkvModule *net = qkv_attention_new(q, variant, &s);
 *     qkv_set_parameter(q, net, "q.weight", weight);
 *     QkvAttentionRun run;
 *     const QkvTensor *y = qkv_attention_call(q, net, &(QkvAttentionInput){.query = x}, &run);
 *     const QkvTensor *weights = run.stage[QKV_STAGE_WEIGHTS];
 *
 * Everything made here is the context's: it lasts as long, or until qkv_release goes back to a mark
 * from before it. What gives a pointer gives NULL after an error and for a NULL operand or module,
 * and what gives a bool false. A call changes nothing in a module: what it computes is returned. */
#ifndef QKV_ATTENTION_H
#define QKV_ATTENTION_H

#include "qkv.h"

/* --- modules --------------------------------------------------------------------------------
 * A module is a tree: it has named parameters and named children, which are modules. "q.weight" is
 * the parameter `weight` of the child `q`. Its settings (in_features=3) are those that it was made
 * with. A kind of module is a row; those of torch.nn and of attention are made further below. */

typedef struct QkvModule QkvModule;

/* A place whose tensor can be replaced by another of its shape: whoever holds the parameter sees
 * the new one, and modules can share one. */
typedef struct QkvParameter {
    const QkvTensor *value; /* float32 */
    bool is_frozen;         /* made without a gradient, which printing it shows */
} QkvParameter;

/* One thing that a module was made with. */
typedef enum QkvSettingKind {
    QKV_SETTING_NONE,
    QKV_SETTING_TRUTH,
    QKV_SETTING_INTEGER,
    QKV_SETTING_NUMBER,
    QKV_SETTING_SIZES,
    QKV_SETTING_TEXT
} QkvSettingKind;
typedef struct QkvSetting {
    const char *name; /* "in_features"                                                     */
    QkvSettingKind kind;
    bool is_silent;  /* not written when the module is printed                             */
    bool is_unnamed; /* written without its name: Embedding(10, 3)                         */
    int64_t integer; /* TRUTH, INTEGER; the count of `sizes`                               */
    double number;
    const int64_t *sizes;
    const char *text;
} QkvSetting;

enum { QKV_MAX_INPUTS = 8 };

typedef struct QkvModuleKind {
    const char *name; /* as it is printed: "Linear"                                        */
    /* The names of what it is called with, those that can be left out with a "=": "x mask=".
     * At most QKV_MAX_INPUTS. */
    const char *inputs;
    /* y = m(in[0], ...), a group of steps; in[i] is NULL where an input was left out. *left is NULL
     * and may be set to the tensor that `leaves` names. */
    const QkvTensor *(*call)(Qkv *q, const QkvModule *m, const QkvTensor *const in[],
                             const QkvTensor **left);
    /* Setting i; false after the last. NULL: there are none. */
    bool (*setting)(const QkvModule *m, int i, QkvSetting *out);
    const char *leaves; /* what a call computes beside y: "attention_weights"; NULL: nothing   */
} QkvModuleKind;

typedef struct QkvMember {
    const char *name;
    QkvParameter *parameter; /* NULL when it was made without: the bias of Linear(3, 2, False) */
    QkvModule *child;
    bool is_buffer; /* kept with the parameters, of any type, and none of them                  */
    bool is_hidden; /* a buffer that is not in state_dict                                       */
} QkvMember;

struct QkvModule {
    const QkvModuleKind *kind;
    bool training;   /* as a new one is: dropout drops                                       */
    const void *own; /* what its kind keeps: see there                                       */
    void *object;    /* the caller's: what stands for it in a language; core never looks      */
    int parameters, children;
    QkvMember *parameter; /* in PyTorch's order                                               */
    QkvMember *child;
};

/* `own` is `size` bytes that are copied; NULL after an error. */
QkvModule *qkv_module_new(Qkv *q, const QkvModuleKind *kind, const void *own, size_t size);
/* Adds a parameter or a child after those that are there; `value` may be NULL for none. Names are
 * copied. Nothing happens when `m` or `child` is NULL. */
void qkv_add_parameter(Qkv *q, QkvModule *m, const char *name, const QkvTensor *value);
void qkv_add_child(Qkv *q, QkvModule *m, const char *name, QkvModule *child);

/* y = m(in[0], .., in[count - 1]); NULL stands for an optional input that is left out, and those
 * after the last are left out. *left, where it is not NULL, receives what the kind of module leaves
 * beside y, or NULL. NULL after an error. */
const QkvTensor *qkv_call(Qkv *q, const QkvModule *m, int count, const QkvTensor *const in[],
                          const QkvTensor **left);
/* y = m(x). */
const QkvTensor *qkv_forward(Qkv *q, const QkvModule *m, const QkvTensor *x);

/* Sets the mode of the module and of all inside it. */
void qkv_module_train(QkvModule *m, bool training);

/* A parameter or a child by its dotted path, or NULL. */
QkvParameter *qkv_module_parameter(const QkvModule *m, const char *path);
QkvModule *qkv_module_child(const QkvModule *m, const char *path);
/* The parameters in the order of state_dict: its own, then those of each child. Number i, with its
 * path ("q.weight") in *path, which may be NULL; NULL after the last. */
QkvParameter *qkv_module_parameter_at(Qkv *q, const QkvModule *m, int i, const char **path);
/* Replaces the value of a parameter: the shape must be the same, and the type becomes float32.
 * False after an error: no such parameter, or both shapes. */
bool qkv_set_parameter(Qkv *q, QkvModule *m, const char *path, const QkvTensor *value);
/* The same for a parameter in hand, which the error calls by the name. */
bool qkv_set_value(Qkv *q, QkvParameter *p, const char *name, const QkvTensor *value);
/* Puts another parameter in the place of one of the module's own, from where on they share it. The
 * shape must be that of the old one, if there is one. False after an error. */
bool qkv_share_parameter(Qkv *q, QkvModule *m, const char *name, QkvParameter *p);
/* A setting by name; false when there is none. */
bool qkv_module_setting(const QkvModule *m, const char *name, QkvSetting *out);

/* As print(m) writes it: "Linear(in_features=3, out_features=2, bias=True)", children indented
 * below their parent. No final newline. NULL where memory ends. */
const char *qkv_print_module(Qkv *q, const QkvModule *m);

/* --- layers ------------------------------------------------------------------------------------ */

/* x (.., IN) @ weight^T + bias -> (.., OUT), with weight (OUT, IN) and bias (OUT), or NULL for
 * none. A group "linear" of at most three steps: transpose, matmul, add. The bias is added to the
 * finished sum, as PyTorch does it. NULL after an error when the sizes or types do not fit. */
const QkvTensor *qkv_linear(Qkv *q, const QkvTensor *x, const QkvTensor *weight,
                            const QkvTensor *bias);

/* (x - mean) / sqrt(variance + eps) over the last `rank` axes, which have the sizes given; then
 * times weight plus bias, each of these sizes, or NULL for ones and zeros. A group "layer_norm",
 * with the steps named mean, variance, deviation, scale, shift and normalized. NULL after an
 * error. */
const QkvTensor *qkv_layer_norm(Qkv *q, const QkvTensor *x, int rank, const int64_t *size,
                                const QkvTensor *weight, const QkvTensor *bias, double eps);

/* x * mask, where the mask is drawn as qkv_dropout_mask draws it. Outside training, and for p = 0
 * or no cells, it is x itself. */
const QkvTensor *qkv_dropout(Qkv *q, const QkvTensor *x, double p, bool training);

/* The modules. weight (OUT, IN), then bias (OUT) if wanted, both drawn between -1/sqrt(IN) and 1/sqrt(IN). */
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

/* --- attention -------------------------------------------------------------------------------
 * Self-attention as one pipeline with switches. Every variant, and every mistake that is often
 * made, is a setting of the switches; the variants are those that people have written down. It
 * follows Vaswani et al., "Attention Is All You Need" (2017), section 3.2.
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
    double scale_value; /* QKV_SCALE_GIVEN                                                       */
    QkvMaskMeaning mask_meaning;
    QkvMaskAction mask_action;
    QkvMaskShape mask_shape;
    double mask_fill; /* QKV_MASK_FILL                                                           */
    bool causal;      /* a query sees keys up to its own place only                             */
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

/* OUT and IN of a layer; false when the switches, whose counts are at most a million, do not ask for
 * it. */
bool qkv_attention_layer(const QkvAttentionSwitches *s, QkvAttentionLayer layer, int64_t *out,
                         int64_t *in, bool *bias);

typedef struct QkvAttentionInput {
    const QkvTensor *query; /* x: (B, T, D) */
    const QkvTensor *key; /* where k comes from: (B, S, D); NULL: from x                         */
    const QkvTensor *value; /* where v comes from: NULL: from the same as k */
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

/* --- the switches by name --------------------------------------------------------------------
 * The switches of attention by name: one row each, so that a program can list them, read one, and
 * set one. `Attention(...)` of the lesson language takes them as keywords. */
typedef enum QkvSwitchKind {
    QKV_SWITCH_TRUTH,
    QKV_SWITCH_COUNT,  /* 0, 1, 2, ...; 0 means none */
    QKV_SWITCH_NUMBER, /* any number                 */
    QKV_SWITCH_CHOICE  /* one of a few words         */
} QkvSwitchKind;

enum { QKV_MAX_CHOICES = 4 };

typedef struct QkvSwitch {
    const char *name; /* "mask_fill" */
    QkvSwitchKind kind;
    size_t offset;                       /* of its field in AttentionSwitches              */
    const char *choice[QKV_MAX_CHOICES]; /* QKV_SWITCH_CHOICE: by the number of the enumerator */
} QkvSwitch;

/* All of them; *count receives how many. And one by its name, or NULL. */
const QkvSwitch *qkv_attention_switches(int *count);
const QkvSwitch *qkv_attention_switch(const char *name);

/* Sets a switch; false when it cannot be this. What it can be is told by qkv_switch_wanted: 'none',
 * 'separate' or 'fused'. */
bool qkv_switch_set_truth(QkvAttentionSwitches *s, const QkvSwitch *w, bool value);
bool qkv_switch_set_count(QkvAttentionSwitches *s, const QkvSwitch *w, int64_t value);
bool qkv_switch_set_number(QkvAttentionSwitches *s, const QkvSwitch *w, double value);
bool qkv_switch_set_choice(QkvAttentionSwitches *s, const QkvSwitch *w, const char *value);
const char *qkv_switch_wanted(Qkv *q, const QkvSwitch *w);

/* How a switch is set, as Python writes it: True, 4, -inf, 'fused'. */
const char *qkv_switch_text(Qkv *q, const QkvAttentionSwitches *s, const QkvSwitch *w);

/* --- variants, and modules made of them ---------------------------------------------------------- */

enum { QKV_MAX_ALIASES = 3 };

typedef struct QkvVariant {
    /* Its name; and its inputs, the first few of "x mask= keep= key= value=". What a call leaves
     * beside its result is attention_weights: those that the values were mixed with. */
    QkvModuleKind kind;
    QkvAttentionSwitches switches; /* model is 0: whoever makes one says how large it is         */
    bool drops;                   /* has a child "dropout"                                        */
    bool rounds;                  /* model / heads is rounded down; otherwise it must be whole    */
    const char *bare[QKV_LAYERS]; /* the names of layers without bias, where they differ  */
    /* The parameters of its constructor: "dim bias=", those with a "=" can be left out, and those
     * after a "|" are given by name alone. NULL: "dim |" and all other switches. */
    const char *takes;
    /* How its constructor calls a switch, where it has a name of its own: "d", "head_dim". */
    const char *alias[QKV_MAX_ALIASES][2];
} QkvVariant;

/* All of them; *count receives how many. The last is `Attention`, which is nothing but switches. */
const QkvVariant *qkv_attention_variants(int *count);
const QkvVariant *qkv_attention_variant(const char *name);
/* The switch behind a parameter of its constructor, or NULL. */
const QkvSwitch *qkv_variant_switch(const QkvVariant *v, const char *parameter);

/* A module with the layers that the switches ask for, drawn in the order of AttentionLayer, and its
 * dropout before the last of them. `switches` are copied; a head size of 0 becomes model / heads,
 * or the model size without heads. NULL after an error. Its settings are dim, head_dim and, with
 * heads, heads, under the names that its constructor has for them. */
QkvModule *qkv_attention_new(Qkv *q, const QkvVariant *variant,
                             const QkvAttentionSwitches *switches);

/* softmax(query @ key^T * scale) @ value, as torch.nn.functional documents it: query (.., T, d), key
 * (.., S, d), value (.., S, e) -> (.., T, e). A bool mask says where to look, a float one is added;
 * causal attention takes none. `scale` NULL: 1 / sqrt(d). Dropout acts whenever p is not 0. */
const QkvTensor *qkv_scaled_dot_product_attention(Qkv *q, const QkvTensor *query,
                                                  const QkvTensor *key, const QkvTensor *value,
                                                  const QkvTensor *mask, double p, bool causal,
                                                  const double *scale);

/* How a module made so is set; NULL for other modules. */
const QkvAttentionSwitches *qkv_attention_switches_of(const QkvModule *m);
/* Calls a module made so: as qkv_call, with every stage in *run. Whether dropout acts is the mode of
 * its child "dropout". NULL for other modules. */
const QkvTensor *qkv_attention_call(Qkv *q, const QkvModule *m, const QkvAttentionInput *input,
                                    QkvAttentionRun *run);

/* --- nn.MultiheadAttention -----------------------------------------------------------------------
 * PyTorch's own module, with its names and in its order: qkv, q, k, v, q_scaled, scores, masked,
 * weights, dropped, context, merged, output and, of the heads together, averaged. */

/* What it is made with; kdim and vdim 0: as wide as the queries. */
typedef struct QkvMultiheadOptions {
    int64_t embed, heads, kdim, vdim;
    double dropout;
    bool bias, bias_kv, adds_zero, batch_first;
} QkvMultiheadOptions;

/* Parameters in_proj_weight (or q_proj_weight, k_proj_weight, v_proj_weight), in_proj_bias, bias_k,
 * bias_v, out_proj.weight and out_proj.bias, drawn in PyTorch's order. */
QkvModule *qkv_multihead_new(Qkv *q, const QkvMultiheadOptions *options);

/* The weights of all heads together, of each, or none of them, beside the result. */
typedef enum QkvMultiheadWeights {
    QKV_WEIGHTS_NONE,
    QKV_WEIGHTS_AVERAGED,
    QKV_WEIGHTS_OF_HEADS
} QkvMultiheadWeights;

/* query (B, T, E), key (B, S, ..) and value (B, S, ..), or with T and S before B; or all without B.
 * key_padding_mask (B, S), attn_mask (T, S) or (B H, T, S): True hides, numbers are added. */
typedef struct QkvMultiheadInput {
    const QkvTensor *query, *key, *value;
    const QkvTensor *key_padding_mask, *attn_mask; /* NULL: nothing is hidden */
    QkvMultiheadWeights weights;
    bool batch_first, training; /* of a module these are its own */
} QkvMultiheadInput;

/* Calls a module made so. The weights, (B, T, S) or (B, H, T, S), are in *weights, which may be
 * NULL. */
const QkvTensor *qkv_multihead_call(Qkv *q, const QkvModule *m, const QkvMultiheadInput *in,
                                    const QkvTensor **weights);

/* The same with parameters in hand: one in_weight (3 E, E), or three; those that are NULL are not
 * there. */
typedef struct QkvMultihead {
    int64_t heads;
    const QkvTensor *in_weight, *q_weight, *k_weight, *v_weight, *in_bias;
    const QkvTensor *bias_k, *bias_v; /* (1, 1, E): one more key and value */
    const QkvTensor *out_weight, *out_bias;
    bool adds_zero; /* one more key and value of zeros */
    double dropout;
} QkvMultihead;
const QkvTensor *qkv_multihead(Qkv *q, const char *name, const QkvMultihead *m,
                               const QkvMultiheadInput *in, const QkvTensor **weights);

#endif
