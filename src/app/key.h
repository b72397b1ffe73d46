/* Key codes and the names of keys. */
#ifndef APP_KEY_H
#define APP_KEY_H

#include <stdbool.h>
#include <stddef.h>

#include "base/buf.h"

/* A key is a Unicode character, a control character ('\t', '\r' is K_ENTER), or one of these. */
enum {
    K_NONE = 0,
    K_SPECIAL = 0x110000,
    K_UP,
    K_DOWN,
    K_LEFT,
    K_RIGHT,
    K_HOME,
    K_END,
    K_PAGE_UP,
    K_PAGE_DOWN,
    K_ENTER,
    K_BACKSPACE,
    K_DELETE,
    K_ESCAPE,
    K_TAB,
    K_BACK_TAB,
    K_F1,
    K_F5,
    K_OTHER,  /* a key that means nothing here: does nothing */
    K_PASTE,  /* begins what is pasted ...  */
    K_PASTED, /* ... up to here             */
    K_CLICK,  /* of the mouse: screen_click */
    K_WHEEL_UP,
    K_WHEEL_DOWN,
};

#define K_CONTROL(letter) (0x1f & (letter))

/* "Space", "Down", "Ctrl-L", "A": as scripts write a key. */
void key_put(Buf *out, int key);
/* The key of such a name, a character for itself; K_NONE for none. */
int key_named(const char *name, size_t length);

#endif
