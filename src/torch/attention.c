/* The package qkv: classes of attention as people have written them, their constructors made from the
 * variants and switches of core. They are found by those who import them, since many people write
 * a class of such a name, and a cell that lacks it must not run on another network. */
#include <string.h>

#include "core/print.h"
#include "torch/torch.h"

static bool set_value(QkvAttentionSwitches *s, const QkvSwitch *w, const Value *v)
{
    switch (v->kind) {
    case VALUE_NONE: /* heads=None */
        return qkv_switch_set_count(s, w, 0) && w->kind == QKV_SWITCH_COUNT;
    case VALUE_BOOL:
        return qkv_switch_set_truth(s, w, v->truth);
    case VALUE_INT:
        return qkv_switch_set_count(s, w, v->integer);
    case VALUE_FLOAT:
        return qkv_switch_set_number(s, w, v->number);
    case VALUE_STR:
        return qkv_switch_set_choice(s, w, v->text->bytes);
    default:
        return false;
    }
}

/* The parameters of a class are switches, under the names that the class has for them. */
static bool call_variant(Eval *e, Arg *args, Value *out)
{
    const QkvVariant *variant = e->call->function->data;
    QkvAttentionSwitches s = variant->switches;
    for (int i = 0; i < e->call->params->count; i++) {
        const char *parameter = e->call->params->parameter[i].name;
        const QkvSwitch *w = qkv_variant_switch(variant, parameter);
        if (args[i].value.kind == VALUE_ABSENT || set_value(&s, w, &args[i].value))
            continue;
        return torch_refuse(e, &args[i], "'%s' must be %s", parameter, qkv_switch_wanted(e->q, w));
    }
    return torch_made(e, qkv_attention_new(e->q, variant, &s), out);
}

/* "bias=True" */
static void add_optional(Buf *out, const QkvVariant *v, const char *name)
{
    const QkvSwitch *w = qkv_variant_switch(v, name);
    buf_printf(out, " %s=", name);
    size_t value = out->length;
    switch_text(out, &v->switches, w);
    if (w->kind == QKV_SWITCH_COUNT && strcmp(out->text + value, "0") == 0)
        buf_cut(out, value);
}

/* "dim bias=True": what a class takes, each optional one with its default. */
static const char *parameters_of(Arena *a, const QkvVariant *v)
{
    Buf out = {.arena = a};
    int switches;
    const QkvSwitch *w = qkv_attention_switches(&switches);
    buf_puts(&out, v->takes ? "" : "dim |");
    for (int i = 0; !v->takes && i < switches; i++)
        if (strcmp(w[i].name, "dim") != 0)
            add_optional(&out, v, w[i].name);
    for (const char *at = v->takes; at && *at; at += strspn(at, " ")) {
        size_t length = strcspn(at, " ");
        const char *word = arena_text(a, at, length);
        if (word[length - 1] == '=')
            add_optional(&out, v, arena_text(a, at, length - 1));
        else
            buf_printf(&out, " %s", word);
        at += length;
    }
    return buf_text(&out) + strspn(buf_text(&out), " ");
}

const Function *torch_attention_classes(Arena *a)
{
    int count;
    const QkvVariant *variants = qkv_attention_variants(&count);
    Function *table = arena_many(a, (size_t)count + 1, Function);
    for (int i = 0; i < count; i++)
        table[i] = (Function){variants[i].kind.name, IN_QKV, parameters_of(a, &variants[i]),
                              call_variant, &variants[i]};
    return table;
}
