#include "show/json.h"

#include <jansson.h>
#include <string.h>

#include "base/die.h"
#include "base/utf8.h"

/* Adds what jansson gives out; a DEL, which it leaves as it is, stands in texts alone. */
static int json_take(const char *bytes, size_t length, void *to)
{
    enum { DEL = 0x7f };
    Buf *out = to;
    for (size_t i = 0; i < length; i++)
        if (bytes[i] == DEL)
            buf_puts(out, "\\u007F");
        else
            buf_putc(out, bytes[i]);
    return 0;
}

static void put_text(Buf *out, const char *text)
{
    Buf shown = {0};
    size_t length = strlen(text);
    if (utf8_check(text, length) < length) {
        buf_shown(&shown, text, length);
        text = buf_text(&shown);
    }
    json_t *value = json_string(text);
    if (!value ||
        json_dump_callback(value, json_take, out, JSON_ENCODE_ANY | JSON_ENSURE_ASCII) != 0)
        base_die("qkv: out of memory");
    json_decref(value);
    buf_release(&shown);
}

static void put(Buf *out, const Fact *f)
{
    const bool is_map = f->kind == FACT_MAP;
    switch (f->kind) {
    case FACT_NULL:
        buf_puts(out, "null");
        break;
    case FACT_TRUTH:
    case FACT_NUMBER:
        buf_puts(out, f->text);
        break;
    case FACT_TEXT:
        put_text(out, f->text);
        break;
    default:
        buf_putc(out, is_map ? '{' : '[');
        for (int i = 0; i < f->items; i++) {
            buf_puts(out, i ? ", " : "");
            if (is_map) {
                put_text(out, f->item[i]->key);
                buf_puts(out, ": ");
            }
            put(out, f->item[i]);
        }
        buf_putc(out, is_map ? '}' : ']');
        break;
    }
}

void json_write(Buf *out, const Fact *fact)
{
    put(out, fact);
    buf_putc(out, '\n');
}
