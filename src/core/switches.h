/* The switches of attention by name: one row each, so that a program can list them, read one, and
 * set one. `Attention(...)` of the lesson language takes them as keywords. */
#ifndef CORE_SWITCHES_H
#define CORE_SWITCHES_H

#include "core/attention.h"

typedef enum SwitchKind {
    SWITCH_TRUTH,
    SWITCH_COUNT,  /* 0, 1, 2, ...; 0 means none */
    SWITCH_NUMBER, /* any number                 */
    SWITCH_CHOICE  /* one of a few words         */
} SwitchKind;

enum { SWITCH_MOST_CHOICES = 4 };

typedef struct Switch {
    const char *name; /* "mask_fill" */
    SwitchKind kind;
    size_t offset;                           /* of its field in AttentionSwitches              */
    const char *choice[SWITCH_MOST_CHOICES]; /* SWITCH_CHOICE: by the number of the enumerator */
} Switch;

/* All of them; *count receives how many. And one by its name, or NULL. */
const Switch *attention_switches(int *count);
const Switch *attention_switch(const char *name);

/* Sets a switch. False, with an error that says what it can be, when it cannot be this. */
bool qkv_set_truth(Qkv *q, AttentionSwitches *s, const Switch *w, bool value);
bool qkv_set_count(Qkv *q, AttentionSwitches *s, const Switch *w, int64_t value);
bool qkv_set_number(Qkv *q, AttentionSwitches *s, const Switch *w, double value);
bool qkv_set_choice(Qkv *q, AttentionSwitches *s, const Switch *w, const char *value);

/* How a switch is set, as Python writes it: True, 4, -inf, "fused". */
void switch_text(Buf *out, const AttentionSwitches *s, const Switch *w);

#endif
