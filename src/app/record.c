#include "app/record.h"

#include <string.h>

#include "base/common.h"
#include "base/utf8.h"
#include "python/library.h"
#include "python/listing.h"

/* Made from qkv_record*.py, in the order of their names: see python/embed.awk. No lesson can import them. */
extern const LibraryModule app_modules[];

/* The names of PyTorch, a line each: "F.silu(input)". Headings and formulas are for readers. */
static void put_names(Buf *out, const Package *const *packages)
{
    static const char *const homes[] = {"  torch.", "  F.", "  x."};
    Buf all = {0};
    names_list(&all, packages, NULL);
    for (const char *line = buf_text(&all); *line; line += strspn(line, "\n")) {
        size_t length = strcspn(line, "\n");
        for (int i = 0; i < COUNT(homes); i++)
            if (strncmp(line, homes[i], strlen(homes[i])) == 0)
                buf_printf(out, "%.*s\n", (int)length - 2, line + 2);
        line += length;
    }
    buf_release(&all);
}

/* Writes what stands between the quotes of a text of Python. A byte that is no UTF-8 is written as Python has it in the
 * name of a file: half a character, which its functions make that byte again. */
static void put_quoted(Buf *out, const char *text)
{
    size_t length = strlen(text);
    for (size_t at = 0, n; at < length; at += n) {
        uint32_t c;
        n = utf8_next(text + at, length - at, &c);
        bool is_bad = c == UTF8_BAD && n == 1;
        if (is_bad || c == '"' || c == '\\' || c < ' ')
            buf_printf(out, is_bad ? "\\udc%02x" : "\\x%02x", (unsigned)(unsigned char)text[at]);
        else
            buf_add(out, text + at, n);
    }
}

/* Writes a line of the file: that of @QKV@ gets the path, that of @NAMES@ the names. */
static void put_line(Buf *out, const char *line, size_t length, const Package *const *packages,
                     const char *program)
{
    static const char path[] = "QKV = \"@QKV@\"", names[] = "@NAMES@";
    if (strncmp(line, names, strlen(names)) == 0) {
        put_names(out, packages);
        return;
    }
    size_t first = 0;
    if (strncmp(line, path, strlen(path)) == 0) {
        buf_puts(out, "QKV = \"");
        put_quoted(out, program ? program : "");
        first = strlen(path) - 1;
    }
    buf_add(out, line + first, length - first);
}

void record_write(Buf *out, const Package *const *packages, const char *program)
{
    for (const LibraryModule *m = app_modules; m->name; m++) {
        buf_puts(out, m == app_modules ? "" : "\n\n");
        for (const char *line = m->source; *line;) {
            size_t length = strcspn(line, "\n") + 1;
            put_line(out, line, length, packages, program);
            line += length;
        }
    }
}
