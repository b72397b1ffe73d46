/* The table of switches, and its four kinds. */
#include "core/switches.h"

#include <stddef.h>
#include <string.h>

#include "core/print.h"

/* Enough for every lesson, and small enough that products of three of them are counted safely. */
enum { MOST = 1000000 };

#define AT(field) offsetof(AttentionSwitches, field)

/* clang-format off */
static const Switch table[] = {
    {"vocab_size",   SWITCH_COUNT,  AT(words),        {NULL}},
    {"dim",          SWITCH_COUNT,  AT(model),        {NULL}},
    {"heads",        SWITCH_COUNT,  AT(heads),        {NULL}},
    {"head_dim",     SWITCH_COUNT,  AT(head),         {NULL}},
    {"projections",  SWITCH_CHOICE, AT(projections),  {"none", "separate", "fused"}},
    {"bias",         SWITCH_TRUTH,  AT(bias),         {NULL}},
    {"columns",      SWITCH_CHOICE, AT(order),        {"k h d", "d k h"}},
    {"split",        SWITCH_CHOICE, AT(split),        {"transpose", "reshape"}},
    {"scale",        SWITCH_CHOICE, AT(scale),        {"none", "head", "model", "given"}},
    {"scale_form",   SWITCH_CHOICE, AT(scale_form),   {"divide", "multiply"}},
    {"scale_place",  SWITCH_CHOICE, AT(scale_place),  {"before", "after"}},
    {"scale_value",  SWITCH_NUMBER, AT(scale_value),  {NULL}},
    {"mask_means",   SWITCH_CHOICE, AT(mask_meaning), {"look", "hide"}},
    {"mask_action",  SWITCH_CHOICE, AT(mask_action),  {"fill", "multiply", "add"}},
    {"mask_shape",   SWITCH_CHOICE, AT(mask_shape),   {"any", "shared", "keys"}},
    {"mask_fill",    SWITCH_NUMBER, AT(mask_fill),    {NULL}},
    {"causal",       SWITCH_TRUTH,  AT(causal),       {NULL}},
    {"softmax_over", SWITCH_CHOICE, AT(softmax),      {"keys", "queries"}},
    {"dropout_rate", SWITCH_NUMBER, AT(dropout),      {NULL}},
    {"output",       SWITCH_TRUTH,  AT(output),       {NULL}},
    {"output_bias",  SWITCH_TRUTH,  AT(output_bias),  {NULL}},
};
/* clang-format on */

enum { SWITCHES = sizeof table / sizeof table[0] };

/* The choices are kept in fields of enumerations, which all have the size of this one. */
_Static_assert(sizeof(Projections) == sizeof(unsigned) && sizeof(Scale) == sizeof(unsigned),
               "enumerations are as large as unsigned");

const Switch *attention_switches(int *count)
{
    *count = SWITCHES;
    return table;
}

const Switch *attention_switch(const char *name)
{
    for (int i = 0; i < SWITCHES; i++)
        if (strcmp(table[i].name, name) == 0)
            return &table[i];
    return NULL;
}

static void store(AttentionSwitches *s, const Switch *w, const void *value, size_t size)
{
    memcpy((char *)s + w->offset, value, size);
}

static void load(const AttentionSwitches *s, const Switch *w, void *value, size_t size)
{
    memcpy(value, (const char *)s + w->offset, size);
}

static int choices(const Switch *w)
{
    int count = 0;
    while (count < SWITCH_MOST_CHOICES && w->choice[count])
        count++;
    return count;
}

void switch_wanted(Buf *out, const Switch *w)
{
    static const char *const wanted[] = {
        [SWITCH_TRUTH] = "True or False",
        [SWITCH_COUNT] = "a whole number from 0 to 1000000",
        [SWITCH_NUMBER] = "a number",
    };
    int count = choices(w);
    if (w->kind != SWITCH_CHOICE)
        buf_puts(out, wanted[w->kind]);
    for (int i = 0; i < count; i++)
        buf_printf(out, "%s'%s'", i == 0 ? "" : i == count - 1 ? " or " : ", ", w->choice[i]);
}

bool switch_set_truth(AttentionSwitches *s, const Switch *w, bool value)
{
    if (w->kind == SWITCH_TRUTH)
        store(s, w, &value, sizeof value);
    return w->kind == SWITCH_TRUTH;
}

bool switch_set_number(AttentionSwitches *s, const Switch *w, double value)
{
    if (w->kind == SWITCH_NUMBER)
        store(s, w, &value, sizeof value);
    return w->kind == SWITCH_NUMBER;
}

bool switch_set_count(AttentionSwitches *s, const Switch *w, int64_t value)
{
    if (w->kind == SWITCH_NUMBER)
        return switch_set_number(s, w, (double)value);
    if (w->kind != SWITCH_COUNT || value < 0 || value > MOST)
        return false;
    store(s, w, &value, sizeof value);
    return true;
}

bool switch_set_choice(AttentionSwitches *s, const Switch *w, const char *value)
{
    int count = choices(w);
    unsigned chosen = 0;
    while ((int)chosen < count && strcmp(w->choice[chosen], value) != 0)
        chosen++;
    if ((int)chosen == count)
        return false;
    store(s, w, &chosen, sizeof chosen);
    return true;
}

void switch_text(Buf *out, const AttentionSwitches *s, const Switch *w)
{
    bool truth;
    int64_t count;
    double number;
    unsigned chosen;
    switch (w->kind) {
    case SWITCH_TRUTH:
        load(s, w, &truth, sizeof truth);
        buf_puts(out, truth ? "True" : "False");
        break;
    case SWITCH_COUNT:
        load(s, w, &count, sizeof count);
        buf_printf(out, "%lld", (long long)count);
        break;
    case SWITCH_NUMBER:
        load(s, w, &number, sizeof number);
        print_float(out, number);
        break;
    case SWITCH_CHOICE:
        load(s, w, &chosen, sizeof chosen);
        buf_printf(out, "'%s'", w->choice[chosen]);
        break;
    }
}
