/* Signatures: which parameters a function has, and the one reader that turns the arguments of a call
 * into what its letters ask for. */
#include "python/args.h"
#include "python/outside.h"

#include <stdlib.h>
#include <string.h>

/* A default that is a number or a truth, as it stands in the signature: "-1", "1e-5", "False". */
static void read_preset(Parameter *p)
{
    p->is_none = strncmp(p->preset, "None", 4) == 0;
    p->has_preset = p->preset_length > 0 && !p->is_none;
    if (!p->has_preset)
        return;
    if (p->letter == 'i')
        p->integer = strtoll(p->preset, NULL, 10);
    else if (p->letter == 'x')
        p->number = strtod(p->preset, NULL);
    else if (p->letter == 'b')
        p->truth = *p->preset == 'T';
}

/* Cuts one parameter from its text: "*dims:I", "keepdim:b=False". */
static Parameter parameter_of(const char *text, size_t length)
{
    Parameter p = {.operand = -1};
    size_t name = strcspn(text, " :=");
    memcpy(p.name, text, name < sizeof p.name ? name : sizeof p.name - 1);
    const char *at = text + name, *end = text + length;
    if (*at == ':') {
        p.letter = at[1];
        at += 2;
    }
    p.is_self = strcmp(p.name, "self") == 0 && !p.letter;
    if (*at >= '0' && *at <= '9')
        p.operand = *at++ - '0';
    if (at < end && *at == '=') {
        p.is_optional = true;
        p.preset = at + 1;
        p.preset_length = (size_t)(end - p.preset);
        read_preset(&p);
    }
    return p;
}

/* A default can be a text with blanks in it: columns='k h d'. */
static size_t word_length(const char *at)
{
    size_t length = strcspn(at, " '");
    return at[length] == '\'' ? length + 2 + strcspn(at + length + 1, "'") : length;
}

Signature signature_of(const Function *f, bool is_method)
{
    Signature s = {.rest = -1, .names = -1, .positions = -1};
    for (const char *at = f->params; *at; at += strspn(at, " ")) {
        size_t length = word_length(at);
        bool is_names = strncmp(at, "**", 2) == 0, is_rest = *at == '*' && !is_names;
        if (*at == '|') {
            s.positions = s.count;
        } else if (*at == '/') {
            s.named = s.count;
        } else if (is_names) {
            s.positions = s.positions < 0 ? s.count : s.positions;
            s.names = s.count;
            s.parameter[s.count] = parameter_of(at + 2, length - 2);
            s.parameter[s.count++].is_optional = true;
        } else if (s.count < MAX_PARAMETERS) {
            s.parameter[s.count] = parameter_of(at + is_rest, length - is_rest);
            /* torch.permute(x, (1, 0)), but x.permute(1, 0) */
            bool is_tuple = s.parameter[s.count].letter == 'I' && s.count > 0 && !is_method;
            if (is_rest && !is_tuple)
                s.rest = s.count;
            s.parameter[s.count].wants_tuple = is_rest && is_tuple;
            s.count++;
        }
        at += length;
    }
    if (s.positions < 0)
        s.positions = s.count;
    return s;
}

/* --- reading -------------------------------------------------------------------------------- */

bool arg_wrong(Eval *e, const Value *v, const char *param, const char *wanted)
{
    eval_blame(e, v);
    if (!outside_allows(e, v))
        return false;
    const char *what = arena_format(e->arena, "'%s' must be %s, but this is %s", param, wanted,
                                    value_kind(v));
    return e->call && !call_is_pythons(e->call) ? eval_refuse_name(e, "%s", what)
                                                : eval_raise(e, "TypeError", "%s", what);
}

bool arg_integers(Eval *e, const Value *v, const char *param, int most, Arg *out)
{
    int64_t *at = arena_many(e->arena, (size_t)most, int64_t);
    out->at = at;
    out->count = 0;
    if (v->kind == VALUE_ABSENT || v->kind == VALUE_NONE)
        return true;
    if (!value_is_row(v)) {
        out->count = 1;
        return value_integer(v, &at[0]) ||
               arg_wrong(e, v, param, "an integer or a tuple of integers");
    }
    if (v->list->count > most)
        return eval_refuse_name(e, "'%s' has %lld numbers, but at most %d are possible", param,
                                (long long)v->list->count, most);
    for (int64_t i = 0; i < v->list->count; i++)
        if (!value_integer(&v->list->item[i], &at[out->count++]))
            return arg_wrong(e, &v->list->item[i], param, "a tuple of integers");
    return true;
}

static void take_preset(const Parameter *p, Arg *out)
{
    out->has = p->has_preset;
    if (p->letter == 'i')
        out->integer = p->integer;
    else if (p->letter == 'x')
        out->number = p->number;
    else if (p->letter == 'b')
        out->truth = p->truth;
}

static bool takes_none(const Parameter *p)
{
    return p->is_none;
}

static bool read_argument(Eval *e, const Parameter *p, Arg *a)
{
    const Value *v = &a->value;
    bool ok = true;
    if (p->letter == 'I' && p->wants_tuple && !value_is_row(v))
        return arg_wrong(e, v, p->name, "a list or tuple of integers");
    if (p->letter == 'I' && v->kind == VALUE_NONE && !p->is_optional)
        return arg_wrong(e, v, p->name, "an integer or a tuple of integers");
    if (p->letter == 'I' && (v->kind == VALUE_ABSENT || v->kind == VALUE_NONE))
        return arg_integers(e, v, p->name, 1, a);
    if (p->letter == 0)
        return true;
    if (v->kind == VALUE_ABSENT || (v->kind == VALUE_NONE && takes_none(p))) {
        take_preset(p, a);
        return true;
    }
    a->has = true;
    if (strchr("ixbI", p->letter) && !eval_written(e, v))
        return false;
    if (names_read(e, p, a, &ok))
        return ok;
    switch (p->letter) {
    case 'i':
        return value_integer(v, &a->integer) || arg_wrong(e, v, p->name, "an integer");
    case 'I':
        return arg_integers(e, v, p->name, QKV_MAX_RANK, a);
    case 'x':
        return value_number(v, &a->number) || arg_wrong(e, v, p->name, "a number");
    case 'b':
        a->truth = v->kind == VALUE_BOOL && v->truth; /* of another kind it has any bits */
        return v->kind == VALUE_BOOL || arg_wrong(e, v, p->name, "True or False");
    case 's': /* whoever asks for a text reads it */
        a->text = v->text;
        return text_in(v) ? eval_scan(e, v->text->length) : arg_wrong(e, v, p->name, "a str");
    default:
        return true;
    }
}

bool args_read(Eval *e, const Function *f, const Signature *s, Arg *args)
{
    for (int i = 0; i < s->count; i++)
        if (args[i].value.kind == VALUE_ABSENT && !s->parameter[i].is_optional)
            return eval_raise(e, "TypeError", "%s: the argument '%s' is missing", f->name,
                              s->parameter[i].name);
    for (int i = 0; i < s->count; i++)
        if (s->parameter[i].is_self ? !receiver_read(e, f, &args[i].value)
                                    : !read_argument(e, &s->parameter[i], &args[i]))
            return false;
    return true;
}

/* --- writing -------------------------------------------------------------------------------- */

void args_write(Buf *out, const Function *f, bool is_method)
{
    Signature s = signature_of(f, is_method);
    buf_printf(out, "%s(", f->name);
    for (int i = is_method; i < s.count; i++) {
        const Parameter *p = &s.parameter[i];
        buf_printf(out, "%s%s%s%s", i > is_method ? ", " : "",
                   i == s.positions && s.rest < 0 ? "*, " : "", i == s.rest ? "*" : "", p->name);
        if (p->is_optional && i != s.rest)
            buf_printf(out, "=%.*s", p->preset_length > 0 ? (int)p->preset_length : 4,
                       p->preset_length > 0 ? p->preset : "None");
        if (i + 1 == s.named && i >= is_method)
            buf_puts(out, ", /");
    }
    buf_putc(out, ')');
}
