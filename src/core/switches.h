/* The switches of attention by name: one row each, so that a program can list them, read one, and
 * set one. `Attention(...)` of the lesson language takes them as keywords. */
#ifndef CORE_SWITCHES_H
#define CORE_SWITCHES_H

#include "core/attention.h"

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

/* Sets a switch; false when it cannot be this. What it can be is told by switch_wanted: 'none',
 * 'separate' or 'fused'. */
bool qkv_switch_set_truth(QkvAttentionSwitches *s, const QkvSwitch *w, bool value);
bool qkv_switch_set_count(QkvAttentionSwitches *s, const QkvSwitch *w, int64_t value);
bool qkv_switch_set_number(QkvAttentionSwitches *s, const QkvSwitch *w, double value);
bool qkv_switch_set_choice(QkvAttentionSwitches *s, const QkvSwitch *w, const char *value);
void switch_wanted(Buf *out, const QkvSwitch *w);

/* How a switch is set, as Python writes it: True, 4, -inf, 'fused'. */
void switch_text(Buf *out, const QkvAttentionSwitches *s, const QkvSwitch *w);

#endif
