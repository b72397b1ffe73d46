#include "app/links.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/common.h"

/* --- which terminals ---------------------------------------------------------------------------------- */

static bool begins_with_one(const char *name, const char *const *words)
{
    for (; name && *words; words++)
        if (strncmp(name, *words, strlen(*words)) == 0)
            return true;
    return false;
}

static bool is_version(const char *variable, long least)
{
    const char *text = getenv(variable);
    return text && strtol(text, NULL, 10) >= least;
}

/* Terminals say who they are in variables, which programs inside of them, tmux and screen, pass on: what these show is
 * theirs alone. */
static bool is_known(void)
{
    static const char *const none[] = {"dumb", "linux", "screen", "tmux",
                                       "vt",   "cons",  "sun",    NULL};
    static const char *const kinds[] = {"xterm-kitty",   "wezterm", "foot", "alacritty",
                                        "xterm-ghostty", "contour", NULL};
    static const char *const programs[] = {"iTerm.app", "WezTerm", "vscode",
                                           "ghostty",   "mintty",  NULL};
    const char *kind = getenv("TERM");
    if (!kind || !*kind || begins_with_one(kind, none) || getenv("TMUX") || getenv("STY"))
        return false;
    return begins_with_one(kind, kinds) || begins_with_one(getenv("TERM_PROGRAM"), programs) ||
           is_version("VTE_VERSION", 5000) || is_version("KONSOLE_VERSION", 201200) ||
           getenv("WT_SESSION");
}

bool links_wanted(int file)
{
    const char *wish = getenv("QKV_LINKS");
    if (!isatty(file) || (wish && strcmp(wish, "0") == 0))
        return false;
    return (wish && strcmp(wish, "1") == 0) || is_known();
}

/* --- links -------------------------------------------------------------------------------------------- */

/* Only letters, digits and what no terminal or address makes anything of. */
static void put_encoded(Buf *out, const char *text)
{
    for (; *text; text++)
        if (is_letter(*text) || is_digit(*text) || strchr("-._~/", *text))
            buf_putc(out, *text);
        else
            buf_printf(out, "%%%02X", (unsigned char)*text);
}

/* The address of a file and, where it is above 0, of a line of it; false where there is no such file. */
static bool put_address(Buf *out, const char *path, long line)
{
    char host[256] = "";
    char *whole = realpath(path, NULL);
    if (!whole)
        return false;
    if (gethostname(host, sizeof host - 1) != 0)
        host[0] = '\0';
    buf_puts(out, "file://");
    put_encoded(out, host);
    put_encoded(out, whole);
    if (line > 0)
        buf_printf(out, "#%ld", line);
    free(whole);
    return true;
}

/* How long a text is that another begins with; 0: it does not. */
static size_t begins_with(const char *text, const char *begins)
{
    size_t length = 0;
    while (begins[length] && text[length] == begins[length])
        length++;
    return begins[length] ? 0 : length;
}

/* How much of a line is a name or a place of a lesson, from its beginning on; 0: nothing is. */
static size_t measure_link(const char *text, const Entry *entry, LinkKind kind, long *line)
{
    size_t length = begins_with(text, kind == LINK_NAMES ? entry->name : entry->path);
    *line = 0;
    if (length == 0)
        return 0;
    if (kind == LINK_NAMES)
        return text[length] == ' ' ? length : 0;
    if (text[length] != ':' || !is_digit(text[length + 1]))
        return 0;
    *line = strtol(text + length + 1, NULL, 10);
    length += 1 + strspn(text + length + 1, "0123456789");
    if (text[length] == ':' && is_digit(text[length + 1]))
        length += 1 + strspn(text + length + 1, "0123456789");
    return length;
}

/* Adds the beginning of a line as a link, where it is one; returns how much of it. */
static size_t put_link(Buf *out, const char *text, const Library *library, LinkKind kind)
{
    for (int i = 0; i < library->count; i++) {
        long line;
        Buf address = {0};
        size_t length = measure_link(text, &library->entry[i], kind, &line);
        bool is_link = length > 0 && put_address(&address, library->entry[i].path, line);
        if (is_link)
            buf_printf(out, "\033]8;;%s\033\\%.*s\033]8;;\033\\", buf_text(&address), (int)length,
                       text);
        buf_release(&address);
        if (is_link)
            return length;
    }
    return 0;
}

void links_add(Buf *text, const Library *library, LinkKind kind)
{
    Buf out = {0};
    for (const char *at = buf_text(text); *at;) {
        at += put_link(&out, at, library, kind);
        size_t rest = strcspn(at, "\n");
        rest += at[rest] == '\n';
        buf_add(&out, at, rest);
        at += rest;
    }
    buf_release(text);
    *text = out;
}
