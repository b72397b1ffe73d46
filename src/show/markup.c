/* The five characters that mean something in markup are written by name. */
#include "show/markup.h"

#include <string.h>

static void put_text(Buf *out, const char *text, size_t length)
{
    static const char signs[] = "&<>\"'", *const name[] = {"amp", "lt", "gt", "quot", "#39"};
    Buf shown = {0}; /* no document may have control characters, by name or not */
    buf_shown_lines(&shown, text, length, 0);
    for (const char *at = buf_text(&shown); *at; at++) {
        const char *found = strchr(signs, *at);
        if (found)
            buf_printf(out, "&%s;", name[found - signs]);
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
