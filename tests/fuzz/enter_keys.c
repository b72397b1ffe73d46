/* Keys, clicks, pastes, sizes and changes, in the lessons that ship. */
#include <string.h>

#include "app/command.h"
#include "fuzz/told.h"

static int random_key(Choices *c)
{
    int pick = choose(c, 256);
    if (pick >= KEY_ROWS)
        return pick < 0x80 ? pick : K_SPECIAL + 1 + pick % (K_OTHER - K_SPECIAL);
    const char *name = key_table[pick].name, *second = strchr(name, ' ');
    if (key_row(K_UP) == pick)
        return K_UP + choose(c, 4);
    if (second && choose(c, 2))
        name = second + 1;
    return key_named(name, strcspn(name, ", "));
}

/* Lets one of the things happen that can happen besides a key. */
static AppWish happen(App *app, Choices *c, int *width, int *height)
{
    static const char *const texts[] = {"0", "x[0, 0] = 1", "scores", "line 12: x = 1\n",
                                        "\033[2J"};
    switch (choose(c, 4)) {
    case 0:
        *width = 1 + choose(c, 250);
        *height = 1 + choose(c, 80);
        app_resize(app, *width, *height);
        return APP_GO_ON;
    case 1:
        return app_click(app, choose(c, *height), choose(c, *width));
    case 2:
        return app_wheel(app, choose(c, 2) ? 1 : -1);
    default:
        return app_paste(app, texts[choose(c, 5)]);
    }
}

static void press_keys(App *app, Choices *c)
{
    int width = 80, height = 24;
    while (c->at < c->end) {
        bool is_key = choose(c, 16) < 14;
        AppWish wish = is_key ? app_key(app, random_key(c)) : happen(app, c, &width, &height);
        if (wish == APP_QUIT)
            break;
        told_screen(app, width, height);
    }
}

void fuzz_enter(const uint8_t *bytes, size_t length)
{
    enum { LESSONS = 4 };
    static Library *library;
    Choices c = {bytes, bytes + length};
    if (!library)
        library = told_library(LESSONS);
    App *app = app_new(library, false);
    int lesson = choose(&c, LESSONS + 1);
    app_colors(app, choose(&c, 2) == 1);
    if (lesson < library->count)
        app_open(app, lesson);
    if (choose(&c, 4) == 3)
        app_teach(app);
    press_keys(app, &c);
    app_free(app);
}
