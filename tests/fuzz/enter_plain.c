/* Lines of the line mode, and the keys of --script. */
#include <stdio.h>
#include <stdlib.h>

#include "app/plain.h"
#include "app/script.h"
#include "fuzz/told.h"

static void talk(App *app, Library *library, const Buf *lines)
{
    char *text = NULL;
    Buf told = {0};
    size_t length = 0;
    FILE *in = fmemopen(lines->text, lines->length, "r");
    FILE *out = open_memstream(&text, &length);
    plain_run(app, library, in, out);
    fclose(in);
    fclose(out);
    buf_add(&told, text, length);
    fuzz_told(&told);
    free(text);
}

static void press(App *app, const Buf *keys)
{
    Buf out = {0};
    Err err = {0};
    script_run(&out, app, buf_text(keys), NULL, false, &err);
    fuzz_told(&out);
}

void fuzz_enter(const uint8_t *bytes, size_t length)
{
    enum { LESSONS = 4 };
    static Library *library;
    Buf text = {0};
    if (!library)
        library = told_library(LESSONS);
    if (length < 2)
        return;
    App *app = app_new(library, false);
    buf_add(&text, (const char *)bytes + 1, length - 1);
    app_open(app, *bytes / 2 % library->count);
    if (*bytes % 2)
        talk(app, library, &text);
    else
        press(app, &text);
    app_free(app);
    buf_release(&text);
}
