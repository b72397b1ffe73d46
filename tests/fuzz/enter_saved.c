/* The places that were saved, and what happens in another window. */
#include <string.h>

#include "core/qkv.h"
#include "fuzz/told.h"

void fuzz_enter(const uint8_t *bytes, size_t length)
{
    enum { LESSONS = 3, WIDTH = 80, HEIGHT = 24 };
    static Library *library;
    if (!library)
        library = told_library(LESSONS);
    fuzz_write(".local/state/qkv/places", bytes, length);
    App *app = app_new(library, true);
    for (int i = 0; i < library->count; i++) {
        app_open(app, i);
        told_screen(app, WIDTH, HEIGHT);
        app_key(app, ' ');
        app_save(app);
    }
    Buf log = {0};
    buf_puts(&log, "qkv log " QKV_VERSION "\nspeaker 1 0\n");
    buf_add(&log, (const char *)bytes, length);
    fuzz_write(".local/state/qkv/now", (const uint8_t *)buf_text(&log), log.length);
    buf_release(&log);
    app_follow(app);
    for (int now = 0; now < 3; now++) {
        app_tick(app, (int64_t)now * 1000);
        told_screen(app, WIDTH, HEIGHT);
    }
    app_free(app);
}
