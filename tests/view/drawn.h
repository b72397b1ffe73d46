/* Pages of made lessons, drawn for tests. */
#ifndef TESTS_VIEW_DRAWN_H
#define TESTS_VIEW_DRAWN_H

#include "view/page.h"

Scene scene_of(Library *library, int lesson);
Place place_of(int width, int height, Page page);
/* Draws a page in a frame that takes its size. */
void draw(Frame *f, const Scene *s, const Place *p);

/* The text of a frame; the caller releases it. */
Buf drawn_text(const Frame *f);
bool shows(const Frame *f, const char *text);
/* How often a character stands there in a style. */
int drawn_count(const Frame *f, const char *character, Style style);

#endif
