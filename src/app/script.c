/* Keys from a text: each is pressed and the screen after it written down. */
#include "app/script.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_SIDE = 1000, MOST_TIMES = 100000 };

static void show(Buf *out, App *app, const char *key, size_t length, bool ascii)
{
    buf_puts(out, "-- ");
    buf_shown(out, key, length);
    buf_puts(out, " --\n");
    frame_text(out, app_frame(app), ascii);
}

/* "Space*5": the key's name and how often; the star key itself is "*". */
static size_t split_times(const char *word, size_t length, int *times)
{
    *times = 1;
    for (size_t i = 1; i < length; i++)
        if (word[i] == '*') {
            *times = atoi(word + i + 1);
            return i;
        }
    return length;
}

static bool set_size(App *app, const char *size, Err *err)
{
    int width = 80, height = 24;
    char rest;
    Loc none = {0};
    if (size && (sscanf(size, "%dx%d%c", &width, &height, &rest) != 2 || width < 1 || height < 1 ||
                 width > MOST_SIDE || height > MOST_SIDE))
        return err_set(err, none, "--size %s: expected columns and rows, like 80x24", size);
    app_resize(app, width, height);
    return true;
}

/* `out` may be NULL. */
static bool press_all(Buf *out, App *app, const char *keys, bool ascii, Err *err)
{
    Loc none = {0};
    for (keys += strspn(keys, " \t\n"); *keys; keys += strspn(keys, " \t\n")) {
        int times;
        size_t length = strcspn(keys, " \t\n"), name = split_times(keys, length, &times);
        int key = key_named(keys, name);
        if (key == K_NONE || times < 1 || times > MOST_TIMES)
            return err_set(err, none, "--script: there is no key '%.*s'", (int)length, keys);
        for (int i = 0; i < times; i++) {
            AppWish wish = app_key(app, key);
            if (wish == APP_QUIT)
                return true;
            if (out)
                show(out, app, keys, name, ascii);
        }
        keys += length;
    }
    return true;
}

bool script_run(Buf *out, App *app, const char *keys, const char *size, bool ascii, Err *err)
{
    if (!set_size(app, size, err))
        return false;
    show(out, app, "start", 5, ascii);
    return press_all(out, app, keys, ascii, err);
}

bool script_press(App *app, const char *keys, const char *size, Err *err)
{
    return set_size(app, size, err) && press_all(NULL, app, keys, false, err);
}
