/* Keys, sizes and plain commands, in the lessons that ship. */
#include "app/keys.h"
#include "fuzz/told.h"

static int random_key(Choices *c)
{
    int rows;
    const KeyRow *table = keys_table(&rows);
    int pick = choose(c, 256);
    if (pick >= rows)
        return pick < 0x80 ? pick : K_SPECIAL + 1 + pick % (K_PASTED - K_SPECIAL);
    return table[pick].code[choose(c, 2)];
}

static void press_keys(App *app, Choices *c)
{
    int width = 80, height = 24;
    while (c->at < c->end) {
        if (choose(c, 16) == 15) {
            width = 1 + choose(c, 250);
            height = 1 + choose(c, 80);
            app_resize(app, width, height);
        } else if (app_key(app, random_key(c)) == APP_QUIT) {
            break;
        }
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
