/* Where the reader is, as the fragment of a link: qkv_web_place in web/web.h. */
#ifndef WEB_PLACE_H
#define WEB_PLACE_H

#include "app/app.h"

/* Adds the place; nothing on the menu. */
void place_write(Buf *out, App *app);

/* Goes there; false after saying in a sentence what there is not. A stranger may have written the fragment. */
bool place_go(App *app, const char *fragment, Buf *said);

/* Adds the place where a lesson begins; opens the page of a number, as a click does. */
void place_put_lesson(Buf *out, const Library *library, int lesson);
void place_ask(App *app, int step, int64_t cell);

/* From an introduction that has nothing to the first step. */
void place_begin(App *app);

#endif
