/* Keys from a text, screens as text: tests, pictures for documents, and looking at a screen without
 * a terminal. */
#ifndef APP_SCRIPT_H
#define APP_SCRIPT_H

#include "app/app.h"

/* Presses the keys ("Space n 3 Enter", "Space*5") and writes the first screen and the one after
 * each key, under a line that names the key. `size` is "80x24"; NULL means that. False after an
 * error. */
bool script_run(Buf *out, App *app, const char *keys, const char *size, bool ascii, Err *err);

/* Presses them and shows nothing. */
bool script_press(App *app, const char *keys, const char *size, Err *err);

#endif
