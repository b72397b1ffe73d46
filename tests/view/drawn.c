#include "drawn.h"

#include <string.h>

#include "made.h"

static const HelpRow help[] = {{NULL, "a heading"},
                               {"Space Right l PgDn", "next step"},
                               {"q", "leave; 日本語"},
                               {"a", "1"},
                               {"b", "2"},
                               {"c", "3"},
                               {"d", "4"},
                               {"e", "5"},
                               {"f", "6"},
                               {"g", "7"},
                               {"h", "8"}};

Scene scene_of(Library *library, int lesson)
{
    return (Scene){.library = library,
                   .run = library->entry[lesson].run,
                   .hints = "Space next  ? help",
                   .help = help,
                   .help_rows = COUNT(help),
                   .help_title = "keys: stage"};
}

Place place_of(int width, int height, Page page)
{
    return (Place){
        .width = width, .height = height, .page = page, .number = -1, .look.decimals = 4};
}

void draw(Frame *f, const Scene *s, const Place *p)
{
    frame_resize(f, p->width, p->height);
    page_draw(f, s, p);
}

Buf drawn_text(const Frame *f)
{
    Buf text = {0};
    frame_text(&text, f, false);
    return text;
}

bool shows(const Frame *f, const char *text)
{
    Buf all = drawn_text(f);
    bool found = strstr(buf_text(&all), text) != NULL;
    buf_release(&all);
    return found;
}

int drawn_count(const Frame *f, const char *character, Style style)
{
    int found = 0;
    for (int i = 0; i < f->width * f->height; i++)
        found += strcmp(f->glyph[i].bytes, character) == 0 && f->glyph[i].style == style;
    return found;
}
