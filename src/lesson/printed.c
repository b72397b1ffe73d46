/* The pasted text is walked once; what can be left out is a row of a table. */
#include "lesson/printed.h"

#include <string.h>

#include "base/common.h"

/* Words that follow a comma inside of a tensor. */
static const struct {
    const char *open, *close;
} extras[] = {
    {"grad_fn=<", ">"},
    {"requires_grad=True", ""},
    {"device='", "'"},
};

/* How many bytes an extra takes from its comma on; 0 when there is none, or when the computed text has
 * the same. */
static size_t measure_extra(const char *comma, const char *computed)
{
    const char *at = comma + 1;
    while (is_blank(*at))
        at++;
    for (int i = 0; i < COUNT(extras); i++) {
        size_t open = strlen(extras[i].open);
        if (strncmp(at, extras[i].open, open) != 0 || strstr(computed, extras[i].open))
            continue;
        const char *end = strstr(at + open, extras[i].close);
        return end ? (size_t)(end - comma) + strlen(extras[i].close) : 0;
    }
    return 0;
}

/* "Out[3]: " or "Out[3]:\n" */
static size_t measure_prompt(const char *line)
{
    static const char open[] = "Out[";
    if (strncmp(line, open, strlen(open)) != 0)
        return 0;
    size_t digits = strspn(line + strlen(open), "0123456789"), at = strlen(open) + digits;
    if (digits == 0 || strncmp(line + at, "]:", 2) != 0)
        return 0;
    at += 2;
    while (line[at] == ' ')
        at++;
    return at + (line[at] == '\n');
}

/* A comment takes the blanks before it along, and its whole line where nothing else is on it. */
static size_t skip_comment(Buf *out, const char *at)
{
    size_t length = strcspn(at, "\n");
    while (out->length > 0 && strchr(" \t", out->text[out->length - 1]))
        buf_cut(out, out->length - 1);
    bool alone = out->length == 0 || out->text[out->length - 1] == '\n';
    return length + (alone && at[length] == '\n');
}

void printed_clean(Buf *out, const char *pasted, const char *computed)
{
    bool comments = !strchr(computed, '#'), begins = true;
    char quote = '\0';
    for (const char *at = pasted; *at;) {
        size_t skip = 0;
        if (*at == 'O' && begins && !strstr(computed, "Out["))
            skip = measure_prompt(at);
        if (*at == ',')
            skip = measure_extra(at, computed);
        if (*at == '#' && comments && !quote && (begins || is_blank(at[-1])))
            skip = skip_comment(out, at);
        if (skip > 0) {
            at += skip;
            begins = at[-1] == '\n';
            continue;
        }
        if ((*at == '\'' || *at == '"') && (!quote || quote == *at))
            quote = quote ? '\0' : *at;
        begins = *at == '\n';
        quote = begins ? '\0' : quote;
        buf_putc(out, *at++);
    }
}

void printed_plain(Buf *out, const char *text, const char *other)
{
    while (*text) {
        size_t skip = *text == ',' ? measure_extra(text, other) : 0;
        if (skip > 0)
            text += skip;
        else
            buf_putc(out, *text++);
    }
}

/* The next byte that counts: blanks count as one between words, and not at all beside brackets. */
static char next_byte(const char **at, char before)
{
    const char *start = *at;
    while (is_blank(**at))
        (*at)++;
    bool blank = *at > start && before && !strchr("([{", before) && **at && !strchr(")]}", **at);
    if (blank)
        return ' ';
    return **at ? *(*at)++ : '\0';
}

bool printed_same_words(const char *pasted, const char *computed)
{
    char a = '\0', b = '\0';
    do {
        a = next_byte(&pasted, a);
        b = next_byte(&computed, b);
    } while (a == b && a);
    return a == b;
}
