/* The five characters that mean something in markup are written by name. */
#include "show/markup.h"

#include <string.h>

static const char *name_of(char c)
{
    switch (c) {
    case '&':
        return "&amp;";
    case '<':
        return "&lt;";
    case '>':
        return "&gt;";
    case '"':
        return "&quot;";
    case '\'':
        return "&#39;";
    default:
        return NULL;
    }
}

static void put_text(Buf *out, const char *text, size_t length)
{
    Buf shown = {0}; /* no document may have control characters, by name or not */
    buf_shown_lines(&shown, text, length, 0);
    for (const char *at = buf_text(&shown); *at; at++) {
        const char *name = name_of(*at);
        if (name)
            buf_puts(out, name);
        else
            buf_putc(out, *at);
    }
    buf_release(&shown);
}

void markup_text(Buf *out, const char *text)
{
    put_text(out, text, strlen(text));
}

void markup_address(Buf *out, const char *address)
{
    static const char fine[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                               "-._~:/?#@!$&'()*+,;=%";
    for (; *address; address++)
        if (strchr(fine, *address))
            put_text(out, address, 1);
        else
            buf_printf(out, "%%%02X", (unsigned)(unsigned char)*address);
}
