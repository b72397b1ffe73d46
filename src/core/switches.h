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

/* Sets a switch; false when it cannot be this. What it can be is told by switch_wanted: 'none',
 * 'separate' or 'fused'. */
bool switch_set_truth(AttentionSwitches *s, const Switch *w, bool value);
bool switch_set_count(AttentionSwitches *s, const Switch *w, int64_t value);
bool switch_set_number(AttentionSwitches *s, const Switch *w, double value);
bool switch_set_choice(AttentionSwitches *s, const Switch *w, const char *value);
void switch_wanted(Buf *out, const Switch *w);

/* How a switch is set, as Python writes it: True, 4, -inf, 'fused'. */
void switch_text(Buf *out, const AttentionSwitches *s, const Switch *w);

#endif
