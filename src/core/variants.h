/* The attention that people have written down, each a setting of the switches under the name of its
 * class; and modules made of such settings.
 *
 *     const QkvVariant *variant = qkv_attention_variant("SelfAttentionV1");
 *     AttentionSwitches s = variant->switches;
 *     s.model = 4;
 *     QkvModule *net = qkv_attention_new(q, variant, &s);
 *     qkv_set_parameter(q, net, "q.weight", weight);
 *     QkvAttentionRun run;
 *     const QkvTensor *y = qkv_attention_call(q, net, &(QkvAttentionInput){.query = x}, &run);
 *     const QkvTensor *weights = run.stage[QKV_STAGE_WEIGHTS]; */
#ifndef CORE_VARIANTS_H
#define CORE_VARIANTS_H

#include "core/attention.h"
#include "core/module.h"
#include "core/switches.h"

enum { QKV_MAX_ALIASES = 3 };

typedef struct QkvVariant {
    /* Its name; and its inputs, the first few of "x mask= keep= key= value=". What a call leaves
     * beside its result is attention_weights: those that the values were mixed with. */
    QkvModuleKind kind;
    QkvAttentionSwitches
        switches;                 /* model is 0: whoever makes one says how large it is           */
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

#endif
