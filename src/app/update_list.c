/* Keys on lists: the menu with its filter, and the contents. */
#include <string.h>

#include "app/update.h"
#include "base/utf8.h"

/* Into 0 .. most. */
static int within(int x, int most)
{
    return x < 0 ? 0 : x > most ? most : x;
}

/* Moves the cursor of the menu among the lessons that the filter leaves. */
static void move_in_menu(Update *u, int by)
{
    Arena arena = {0};
    int room = u->scene->library->count;
    int *index = arena_many(&arena, (size_t)room + 1, int);
    int count = menu_lessons(u->scene, &u->place, index, room), at = 0;
    for (int i = 0; i < count; i++)
        at = index[i] == u->place.lesson ? i : at;
    if (count > 0)
        u->place.lesson = index[within(at + by, count - 1)];
    arena_release(&arena);
}

void do_cursor(Update *u, int by)
{
    Place *p = &u->place;
    if (p->overlay == OVERLAY_CONTENTS)
        p->choice = within(p->choice + by, u->scene->run->lesson->stages - 1);
    else
        move_in_menu(u, by);
}

void do_cursor_end(Update *u, int which)
{
    enum { FAR = 1 << 20 };
    do_cursor(u, which < 0 ? -FAR : FAR);
}

void do_page(Update *u, int by)
{
    enum { PAGE_ROWS = 10 };
    do_cursor(u, by * PAGE_ROWS);
}

/* Whether the filter leaves the lesson that the cursor is on. */
static bool is_listed(const Update *u)
{
    Arena arena = {0};
    int room = u->scene->library->count;
    int *index = arena_many(&arena, (size_t)room + 1, int);
    bool found = false;
    for (int i = menu_lessons(u->scene, &u->place, index, room) - 1; i >= 0; i--)
        found = found || index[i] == u->place.lesson;
    arena_release(&arena);
    return found;
}

void do_open(Update *u, int restart)
{
    const Library *library = u->scene->library;
    Place *p = &u->place;
    if (!is_listed(u)) {
        u->message = library->count > 0 ? "No lesson is chosen: Esc shows all of them." : NULL;
        return;
    }
    if (library->entry[p->lesson].err.set) {
        u->message = "This lesson is broken: it says why below its title.";
        return;
    }
    *p = place_start(*p, p->lesson);
    p->resumed = !restart;
}

void do_contents(Update *u, int unused)
{
    (void)unused;
    u->place.overlay = OVERLAY_CONTENTS;
    u->place.choice = u->place.stage;
}

void do_filter(Update *u, int unused)
{
    (void)unused;
    u->place.overlay = OVERLAY_FILTER;
    u->place.filter[0] = '\0';
}

void type_text(char *text, int key)
{
    size_t length = strlen(text);
    char bytes[4];
    if (key == K_BACKSPACE) {
        while (length > 0 && ((unsigned char)text[--length] & 0xC0) == 0x80)
            ;
        text[length] = '\0';
    } else if (key == K_CONTROL('U')) {
        text[0] = '\0';
    } else if (key < K_SPECIAL && !utf8_is_control((unsigned)key)) {
        size_t n = utf8_put(bytes, (unsigned)key);
        if (length + n < FILTER_BYTES) {
            memcpy(text + length, bytes, n);
            text[length + n] = '\0';
        }
    }
}

void type_filter(Update *u, int key)
{
    type_text(u->place.filter, key);
    move_in_menu(u, 0);
}
