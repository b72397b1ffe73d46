/* Signatures: which parameters a function has, read from its row. */
#include <stdlib.h>
#include <string.h>

#include "python/signature.h"

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
