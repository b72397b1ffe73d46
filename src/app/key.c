#include "app/key.h"

#include <strings.h>

#include "base/common.h"
#include "base/utf8.h"

static const struct {
    int key;
    const char *name;
} names[] = {
    {' ', "Space"},        {K_UP, "Up"},       {K_DOWN, "Down"},      {K_LEFT, "Left"},
    {K_RIGHT, "Right"},    {K_HOME, "Home"},   {K_END, "End"},        {K_PAGE_UP, "PgUp"},
    {K_PAGE_DOWN, "PgDn"}, {K_ENTER, "Enter"}, {K_BACKSPACE, "Bksp"}, {K_BACKSPACE, "Backspace"},
    {K_DELETE, "Del"},     {K_ESCAPE, "Esc"},  {K_TAB, "Tab"},        {K_BACK_TAB, "S-Tab"},
    {K_F1, "F1"},          {K_F5, "F5"},
};

void key_put(Buf *out, int key)
{
    char bytes[4];
    for (int i = 0; i < COUNT(names); i++)
        if (names[i].key == key) {
            buf_puts(out, names[i].name);
            return;
        }
    if (key < ' ')
        buf_printf(out, "Ctrl-%c", key + '@');
    else if (key < K_SPECIAL)
        buf_add(out, bytes, utf8_put(bytes, (unsigned)key));
    else
        buf_puts(out, "?");
}

int key_named(const char *name, size_t length)
{
    unsigned c;
    for (int i = 0; i < COUNT(names); i++)
        if (strlen(names[i].name) == length && strncasecmp(names[i].name, name, length) == 0)
            return names[i].key;
    if (length == 6 && strncasecmp(name, "Ctrl-", 5) == 0)
        return K_CONTROL(name[5]);
    return length > 0 && utf8_next(name, length, &c) == length ? (int)c : K_NONE;
}
