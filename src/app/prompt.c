/* A line that is typed over the page. */
#include "app/act.h"

#include <stdio.h>
#include <string.h>

#include "app/key.h"
#include "base/common.h"
#include "base/utf8.h"

void prompt_open(Act *act, PromptKind kind, const char *line)
{
    act->m->prompt = (Prompt){.kind = kind, .marked = -1, .change = -1, .step = -1};
    prompt_put(&act->m->prompt, line);
}

void prompt_close(Act *act)
{
    act->m->prompt = (Prompt){0};
}

/* --- the line --------------------------------------------------------------------------------------- */

void prompt_put(Prompt *p, const char *line)
{
    bool fits = strlen(line) < sizeof p->line;
    snprintf(p->line, sizeof p->line, "%s", fits ? line : "");
    p->caret = (int)strlen(p->line);
    p->said[0] = '\0';
}

void prompt_insert(Prompt *p, const char *text)
{
    size_t length = strlen(p->line), more = strlen(text), at = (size_t)p->caret;
    if (length + more >= sizeof p->line)
        return;
    memmove(p->line + at + more, p->line + at, length - at + 1);
    memcpy(p->line + at, text, more);
    p->caret += (int)more;
    p->said[0] = '\0';
}

/* The byte where the character before (by -1) or after the caret begins or ends. */
static int beside(const Prompt *p, int by)
{
    int at = p->caret;
    uint32_t c;
    if (by > 0)
        return at + (int)utf8_next(p->line + at, strlen(p->line + at), &c) * (p->line[at] != '\0');
    while (at > 0 && ((unsigned char)p->line[--at] & 0xC0) == 0x80)
        ;
    return at;
}

static void cut(Prompt *p, int first, int end)
{
    memmove(p->line + first, p->line + end, strlen(p->line + end) + 1);
    p->caret = first;
    p->said[0] = '\0';
}

bool prompt_edits(Prompt *p, int key)
{
    char bytes[8] = "";
    if (key == K_BACKSPACE)
        cut(p, beside(p, -1), p->caret);
    else if (key == K_DELETE)
        cut(p, p->caret, beside(p, 1));
    else if (key == K_CONTROL('U'))
        cut(p, 0, (int)strlen(p->line));
    else if (key == K_LEFT || key == K_RIGHT)
        p->caret = beside(p, key == K_LEFT ? -1 : 1);
    else if (key == K_HOME || key == K_END)
        p->caret = key == K_HOME ? 0 : (int)strlen(p->line);
    else if (key > 0 && key < K_SPECIAL && !utf8_is_control((unsigned)key)) {
        utf8_put(bytes, (unsigned)key);
        prompt_insert(p, bytes);
    } else {
        return false;
    }
    return true;
}
