/* The table of switches, and its four kinds. */
#include <stddef.h>
#include <string.h>

#include "base/common.h"
#include "core/attention_internal.h"
#include "core/context.h"
#include "core/print.h"
#include "core/qkv_attention.h"

/* Enough for every lesson, and small enough that products of three of them are counted safely. */
enum { MOST = 1000000 };

#define AT(field) offsetof(QkvAttentionSwitches, field)

/* clang-format off */
static const QkvSwitch table[] = {
    {"vocab_size",   QKV_SWITCH_COUNT,  AT(words),        {NULL}},
    {"dim",          QKV_SWITCH_COUNT,  AT(model),        {NULL}},
    {"heads",        QKV_SWITCH_COUNT,  AT(heads),        {NULL}},
    {"head_dim",     QKV_SWITCH_COUNT,  AT(head),         {NULL}},
    {"projections",  QKV_SWITCH_CHOICE, AT(projections),  {"none", "separate", "fused"}},
    {"bias",         QKV_SWITCH_TRUTH,  AT(bias),         {NULL}},
    {"columns",      QKV_SWITCH_CHOICE, AT(order),        {"k h d", "d k h"}},
    {"split",        QKV_SWITCH_CHOICE, AT(split),        {"transpose", "reshape"}},
    {"scale",        QKV_SWITCH_CHOICE, AT(scale),        {"none", "head", "model", "given"}},
    {"scale_form",   QKV_SWITCH_CHOICE, AT(scale_form),   {"divide", "multiply"}},
    {"scale_place",  QKV_SWITCH_CHOICE, AT(scale_place),  {"before", "after"}},
    {"scale_value",  QKV_SWITCH_NUMBER, AT(scale_value),  {NULL}},
    {"mask_means",   QKV_SWITCH_CHOICE, AT(mask_meaning), {"look", "hide"}},
    {"mask_action",  QKV_SWITCH_CHOICE, AT(mask_action),  {"fill", "multiply", "add"}},
    {"mask_shape",   QKV_SWITCH_CHOICE, AT(mask_shape),   {"any", "shared", "keys"}},
    {"mask_fill",    QKV_SWITCH_NUMBER, AT(mask_fill),    {NULL}},
    {"causal",       QKV_SWITCH_TRUTH,  AT(causal),       {NULL}},
    {"softmax_over", QKV_SWITCH_CHOICE, AT(softmax),      {"keys", "queries"}},
    {"dropout_rate", QKV_SWITCH_NUMBER, AT(dropout),      {NULL}},
    {"output",       QKV_SWITCH_TRUTH,  AT(output),       {NULL}},
    {"output_bias",  QKV_SWITCH_TRUTH,  AT(output_bias),  {NULL}},
};
/* clang-format on */

enum { SWITCHES = COUNT(table) };

/* The choices are kept in fields of enumerations, which all have the size of this one. */
_Static_assert(sizeof(QkvProjections) == sizeof(unsigned) && sizeof(QkvScale) == sizeof(unsigned),
               "enumerations are as large as unsigned");

const QkvSwitch *qkv_attention_switches(int *count)
{
    *count = SWITCHES;
    return table;
}

const QkvSwitch *qkv_attention_switch(const char *name)
{
    for (int i = 0; i < SWITCHES; i++)
        if (strcmp(table[i].name, name) == 0)
            return &table[i];
    return NULL;
}

static void store(QkvAttentionSwitches *s, const QkvSwitch *w, const void *value, size_t size)
{
    memcpy((char *)s + w->offset, value, size);
}

static void load(const QkvAttentionSwitches *s, const QkvSwitch *w, void *value, size_t size)
{
    memcpy(value, (const char *)s + w->offset, size);
}

static int choices(const QkvSwitch *w)
{
    int count = 0;
    while (count < QKV_MAX_CHOICES && w->choice[count])
        count++;
    return count;
}

static bool is_count(int64_t value)
{
    return value >= 0 && value <= MOST;
}

bool pipe_counts(Qkv *q, const char *name, const QkvAttentionSwitches *s)
{
    for (int i = 0; i < SWITCHES; i++) {
        int64_t value = 0;
        if (table[i].kind == QKV_SWITCH_COUNT)
            load(s, &table[i], &value, sizeof value);
        if (!is_count(value))
            return qkv_fail(q, "%s: %s is %lld: from 0 to %d is possible", name, table[i].name,
                            (long long)value, MOST);
    }
    return true;
}

const char *qkv_switch_wanted(Qkv *q, const QkvSwitch *w)
{
    Buf out = {.arena = qkv_arena(q)};
    static const char *const wanted[] = {
        [QKV_SWITCH_TRUTH] = "True or False",
        [QKV_SWITCH_COUNT] = "a whole number from 0 to 1000000",
        [QKV_SWITCH_NUMBER] = "a number",
    };
    int count = choices(w);
    if (w->kind != QKV_SWITCH_CHOICE)
        buf_puts(&out, wanted[w->kind]);
    for (int i = 0; i < count; i++)
        buf_printf(&out, "%s'%s'", i == 0 ? "" : i == count - 1 ? " or " : ", ", w->choice[i]);
    return text_of(&out);
}

bool qkv_switch_set_truth(QkvAttentionSwitches *s, const QkvSwitch *w, bool value)
{
    if (w->kind == QKV_SWITCH_TRUTH)
        store(s, w, &value, sizeof value);
    return w->kind == QKV_SWITCH_TRUTH;
}

bool qkv_switch_set_number(QkvAttentionSwitches *s, const QkvSwitch *w, double value)
{
    if (w->kind == QKV_SWITCH_NUMBER)
        store(s, w, &value, sizeof value);
    return w->kind == QKV_SWITCH_NUMBER;
}

bool qkv_switch_set_count(QkvAttentionSwitches *s, const QkvSwitch *w, int64_t value)
{
    if (w->kind == QKV_SWITCH_NUMBER)
        return qkv_switch_set_number(s, w, (double)value);
    if (w->kind != QKV_SWITCH_COUNT || !is_count(value))
        return false;
    store(s, w, &value, sizeof value);
    return true;
}

bool qkv_switch_set_choice(QkvAttentionSwitches *s, const QkvSwitch *w, const char *value)
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

void switch_text(Buf *out, const QkvAttentionSwitches *s, const QkvSwitch *w)
{
    bool truth;
    int64_t count;
    double number;
    unsigned chosen;
    switch (w->kind) {
    case QKV_SWITCH_TRUTH:
        load(s, w, &truth, sizeof truth);
        buf_puts(out, truth ? "True" : "False");
        break;
    case QKV_SWITCH_COUNT:
        load(s, w, &count, sizeof count);
        buf_printf(out, "%lld", (long long)count);
        break;
    case QKV_SWITCH_NUMBER:
        load(s, w, &number, sizeof number);
        print_float(out, number);
        break;
    case QKV_SWITCH_CHOICE:
        load(s, w, &chosen, sizeof chosen);
        buf_printf(out, "'%s'", w->choice[chosen]);
        break;
    }
}

const char *qkv_switch_text(Qkv *q, const QkvAttentionSwitches *s, const QkvSwitch *w)
{
    Buf out = {.arena = qkv_arena(q)};
    switch_text(&out, s, w);
    return text_of(&out);
}
