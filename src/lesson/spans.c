/* All text that a lesson shows passes through buf_shown here, so that no control character of a
 * lesson reaches a terminal. */
#include "lesson/spans.h"

#include "base/common.h"
#include "base/utf8.h"

#include <string.h>

enum { SHORT_ADDRESS = 60 }; /* columns of an address that is worth showing */

static void add_span(Spans *p, SpanStyle style, const char *text, size_t length)
{
    const char *copy = arena_text(p->arena, text, length);
    arena_push(p->arena, p->span, p->spans, (Span){.style = style, .text = copy});
}

static void flush(Spans *p)
{
    if (p->text.length > 0)
        add_span(p, p->style, p->text.text, p->text.length);
    buf_clear(&p->text);
}

/* At the beginning a blank counts as put, so that none is. */
void spans_begin(Spans *p, Arena *arena)
{
    *p = (Spans){.arena = arena, .style = SPAN_TEXT, .last = ' '};
}

void spans_put(Spans *p, SpanStyle style, const char *text)
{
    if (style != p->style)
        flush(p);
    p->style = style;
    size_t before = p->text.length, length = strlen(text);
    for (size_t at = 0, end; at < length; at = end + 1) {
        for (end = at; end < length && !is_blank(text[end]);)
            end++;
        buf_shown(&p->text, text + at, end - at);
        if (p->text.length > before)
            p->last = p->text.text[p->text.length - 1];
        if (end < length && (style == SPAN_CODE || p->last != ' ')) {
            buf_putc(&p->text, ' ');
            p->last = ' ';
        }
    }
    if (p->text.length > before)
        buf_add(&p->plain, p->text.text + before, p->text.length - before);
}

void spans_break(Spans *p)
{
    flush(p);
    add_span(p, SPAN_BREAK, "", 0);
    buf_putc(&p->plain, ' ');
    p->last = ' ';
}

/* Gives an address to the spans of the link that ends here: those before it have theirs. */
static void keep_address(Spans *p, const char *address)
{
    Buf shown = {0};
    flush(p);
    buf_shown(&shown, address, strlen(address));
    address = arena_keep(p->arena, &shown);
    for (int i = p->spans - 1; i >= 0 && !p->span[i].address && p->span[i].style != SPAN_TEXT; i--)
        if (p->span[i].style == SPAN_LINK)
            p->span[i].address = address;
}

void spans_address(Spans *p, size_t start, const char *address)
{
    keep_address(p, address);
    static const char mail[] = "mailto:";
    const char *text = buf_text(&p->plain) + start;
    const char *bare = strncmp(address, mail, strlen(mail)) == 0 ? address + strlen(mail) : address;
    if (!*address || strcmp(text, address) == 0 || strcmp(text, bare) == 0)
        return;
    if (utf8_columns(address) > SHORT_ADDRESS)
        return;
    size_t plain = p->plain.length;
    spans_put(p, SPAN_TEXT, " (");
    spans_put(p, SPAN_TEXT, address);
    spans_put(p, SPAN_TEXT, ")");
    buf_cut(&p->plain, plain);
}

static void cut_blanks(Buf *b)
{
    while (b->length > 0 && is_blank(b->text[b->length - 1]))
        buf_cut(b, b->length - 1);
}

void spans_finish(Spans *p)
{
    if (p->style != SPAN_CODE)
        cut_blanks(&p->text);
    flush(p);
    cut_blanks(&p->plain);
}

void spans_end(Spans *p)
{
    buf_release(&p->text);
    buf_release(&p->plain);
}

const char *spans_code(Arena *a, const char *text, int tab)
{
    Buf shown = {0};
    buf_shown_lines(&shown, text, strlen(text), tab);
    return arena_keep(a, &shown);
}

const char *spans_note(Arena *a, const char *text, size_t length)
{
    Buf note = {0};
    for (size_t at = 0; at < length;) {
        const char *newline = memchr(text + at, '\n', length - at);
        size_t end = newline ? (size_t)(newline - text) : length, next = end + 1;
        while (at < end && is_blank(text[at]))
            at++;
        while (end > at && is_blank(text[end - 1]))
            end--;
        buf_shown(&note, text + at, end - at);
        buf_putc(&note, '\n');
        at = next;
    }
    cut_blanks(&note);
    return arena_keep(a, &note);
}
