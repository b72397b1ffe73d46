/* Values as text, as Python's str and repr write them. */
#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "base/utf8.h"
#include "core/print.h"
#include "python/limits.h"
#include "python/type.h"

/* --- texts ---------------------------------------------------------------------------------- */

/* Tells whether Python's repr writes a character as an escape: controls, the private ranges, and all blanks but ' '. */
bool value_is_escaped(uint32_t c)
{
    return utf8_is_control(c) || c == 0xA0 || c == 0x1680 || (c >= 0x2000 && c <= 0x200F) ||
           c == 0x202F || c == 0x205F || c == 0x3000 || (c >= 0xE000 && c <= 0xF8FF) ||
           c >= 0xE0000;
}

static void write_escape(Buf *out, uint32_t c)
{
    static const char short_from[] = "\n\t\r", short_to[] = "ntr";
    const char *found = c < 0x80 && c ? strchr(short_from, (int)c) : NULL;
    if (found)
        buf_printf(out, "\\%c", short_to[found - short_from]);
    else
        buf_printf(out, c < 0x100 ? "\\x%02x" : c < 0x10000 ? "\\u%04x" : "\\U%08x", (unsigned)c);
}

void write_text(Buf *out, const Text *text)
{
    bool has_single = memchr(text->bytes, '\'', text->length) != NULL;
    char quote = has_single && !memchr(text->bytes, '"', text->length) ? '"' : '\'';
    buf_putc(out, quote);
    for (size_t i = 0; i < text->length;) {
        uint32_t c;
        size_t n = utf8_next(text->bytes + i, text->length - i, &c);
        if (c == (uint32_t)quote || c == '\\')
            buf_printf(out, "\\%c", (char)c);
        else if (value_is_escaped(c))
            write_escape(out, c);
        else
            buf_add(out, text->bytes + i, n);
        i += n;
    }
    buf_putc(out, quote);
}

void value_to_ascii(Buf *text)
{
    Buf plain = {0};
    for (size_t i = 0; i < text->length;) {
        uint32_t c;
        size_t n = utf8_next(text->text + i, text->length - i, &c);
        if (c < 0x80)
            buf_add(&plain, text->text + i, n);
        else
            write_escape(&plain, c);
        i += n;
    }
    buf_release(text);
    *text = plain;
}

/* --- lists and dicts ------------------------------------------------------------------------ */

bool write_begin(Writer *w, Writing *own, const char *instead)
{
    for (const Writing *outer = own->around; outer; outer = outer->around)
        if (outer->object == own->object) {
            buf_puts(w->out, instead);
            return false;
        }
    int outside = own->around ? own->around->depth : 0;
    own->depth = outside + 1;
    w->cut = w->cut || own->depth > LIMIT_DEPTH;
    return !w->cut;
}

void write_items(Writer *w, const List *list, const char *open, const char *close,
                 const Writing *around)
{
    char instead[32];
    Writing own = {.object = list, .around = around};
    snprintf(instead, sizeof instead, "%s...%s", open, *close == ',' ? ")" : close);
    if (!write_begin(w, &own, instead))
        return;
    buf_puts(w->out, open);
    for (int64_t i = 0; i < list->count && !w->cut; i++) {
        buf_puts(w->out, i ? ", " : "");
        write_in(w, &list->item[i], &own);
    }
    buf_puts(w->out, close);
}

/* --- all ------------------------------------------------------------------------------------ */

void write_in(Writer *w, const Value *v, const Writing *around)
{
    if (type_of(v)->write)
        type_of(v)->write(w, v, around);
    else
        buf_printf(w->out, "<%s>", value_type(v));
    w->cut = w->cut || w->out->length > w->limit;
}

bool value_write(Buf *out, const Value *v, bool repr, const PrintOptions *options, size_t limit)
{
    Writer w = {.out = out, .limit = limit, .options = options, .is_repr = repr};
    write_in(&w, v, NULL);
    return !w.cut;
}

bool value_repr(Buf *out, const Value *v, size_t limit)
{
    return value_write(out, v, true, &print_default, limit);
}

bool value_str(Buf *out, const Value *v, size_t limit)
{
    return value_write(out, v, false, &print_default, limit);
}
