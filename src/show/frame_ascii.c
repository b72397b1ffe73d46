/* ASCII stand-ins, for terminals and locales without UTF-8.
 *
 * A table of rows: the first character of a stretch of Unicode, and one ASCII character for each
 * from there on. What is missing or has a '@' has no stand-in. A Greek letter is a Latin one, a
 * letter with an accent goes without, a box line is - | or +, an arrow is one of < ^ > v. */
#include "show/frame.h"

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "base/ascii.h"
#include "base/common.h"
#include "base/utf8.h"

typedef struct AsciiRange {
    uint32_t first;
    const char *ascii;
} AsciiRange;

/* clang-format off */
static const AsciiRange stretches[] = {
    {0x00A0, " !cL@Y|S\"ca<!-r-o+23'uP.,1o>"},
    {0x00C0, "AAAAAAACEEEEIIIIDNOOOOOxOUUUUYTsaaaaaaaceeeeiiiidnooooo/ouuuuyty"},
    {0x0100, "AaAaAaCcCcCcCcDdDdEeEeEeEeEeGgGgGgGgHhHhIiIiIiIiIiIiJjKkkLlLlLlL"},
    {0x0140, "lLlNnNnNnnNnOoOoOoOoRrRrRrSsSsSsSsTtTtTtUuUuUuUuUuUuWwYyYZzZzZzs"},
    {0x02C6, "^"},
    {0x02DC, "~"},
    {0x02E3, "x"},
    {0x0386, "A.EHI@O@YOiABGDEZHTIKLMNXOPR@STYFCPOIYaehiyabgdezhtiklmnxoprssty"},
    {0x03C6, "fcpwiyoyw@@t@@@fp"},
    {0x03F0, "kr@@@e"},
    {0x1D40, "T"},
    {0x1D48, "de@@@@@km@o@@@ptu@@v"},
    {0x2000, "           @@@@@------|_'','\"\"\"\"++*>...."},
    {0x202F, " %%'\"\"`\"\"^<>*!@-@@@@-/"},
    {0x205F, " "},
    {0x2070, "0i@@456789+-=()n0123456789+-=()@aeox@hklmnpst"},
    {0x20AC, "E"},
    {0x20BF, "B"},
    {0x2102, "C"},
    {0x2113, "l@N@@@PQ@@R@@@@T@Z"},
    {0x2190, "<^>v-|\\/\\/<>@@<@>@@><^>v"},
    {0x21D0, "<^>v=|"},
    {0x21E4, "<>"},
    {0x2200, "ACdEE0DVeeeeee#PUS-++/\\*o.vvv~I@<@@|||@^vnuSS@S@@@@@.:::@@@@~"},
    {0x2243, "~@=@@~!"},
    {0x2254, ":="},
    {0x225C, "==@=!=!@<><>@@<>"},
    {0x2282, "c>@@<>"},
    {0x2295, "+-x/."},
    {0x22A4, "T|"},
    {0x22C0, "^vnu@.*"},
    {0x22EE, ":./\\"},
    {0x2500, "--||--||--||++++++++++++++++++++++++++++++++++++++++++++++++++++"},
    {0x2540, "++++++++++++--||=|+++++++++++++++++++++++++++++++/\\X-|-|-|-|-|-|"},
    {0x2580, "#_,,:-=+####+-::#.:##############o"},
    {0x25AA, "*o"},
    {0x25B2, "^^^^>>>>>@vvvv<<<<<@*o@@@o@@@*"},
    {0x25E6, "o"},
    {0x2605, "**"},
    {0x2610, "_vx"},
    {0x2713, "vv@@xx"},
    {0x27E8, "<><>"},
    {0x27F5, "<>-<>="},
    {0x3000, " ,.@@@@@<><>\"\"\"\"[]@@[]"},
};
/* clang-format on */

enum {
    NONE = '@',
    FULLWIDTH_FIRST = 0xFF01, /* "!" to "~" again, two columns wide */
    FULLWIDTH_LAST = 0xFF5E,
    FULLWIDTH_OFFSET = 0xFEE0,
};

static char find(uint32_t c)
{
    if (c >= ' ' && c <= '~')
        return (char)c;
    if (c >= FULLWIDTH_FIRST && c <= FULLWIDTH_LAST)
        return (char)(c - FULLWIDTH_OFFSET);
    for (int i = 0; i < COUNT(stretches); i++) {
        const AsciiRange *s = &stretches[i];
        if (c < s->first || c - s->first >= strlen(s->ascii))
            continue;
        char stand_in = s->ascii[c - s->first];
        return stand_in == NONE ? '?' : stand_in;
    }
    return '?';
}

const char *frame_ascii(const Glyph *g, char text[3])
{
    uint32_t c;
    memset(text, 0, 3);
    if (g->width == 0)
        return text;
    utf8_next(g->bytes, strlen(g->bytes), &c);
    char stand_in = find(c);
    bool is_unknown = stand_in == '?' && c != FULLWIDTH_OFFSET + '?';
    const char both[] = {stand_in, is_unknown ? '?' : ' '};
    memcpy(text, both, g->width);
    return text;
}

void frame_ascii_text(Buf *out, const char *text)
{
    Buf signs = {0};
    ascii_mathematics(&signs, text);
    size_t length;
    for (const char *at = buf_text(&signs); *at; at += length) {
        uint32_t c;
        length = utf8_next(at, strnlen(at, UTF8_MOST), &c);
        if (c < 0x80)
            buf_putc(out, (char)c);
        else if (utf8_width(c) > 0)
            buf_putc(out, find(c));
    }
    buf_release(&signs);
}
