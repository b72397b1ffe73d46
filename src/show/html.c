#include "show/html.h"

#include <string.h>

#include "base/common.h"
#include "show/markup.h"

/* --- elements ------------------------------------------------------------------------------------- */

void html_element(Buf *out, const char *tag, const char *class, const char *text)
{
    buf_printf(out, class ? "<%s class=\"%s\">" : "<%s>", tag, class);
    markup_text(out, text);
    buf_printf(out, "</%s>", tag);
}

const char *html_number(Arena *a, const char *number)
{
    return *number == '-' ? arena_format(a, "\xE2\x88\x92%s", number + 1) : number;
}

/* --- prose ---------------------------------------------------------------------------------------- */

/* A link leads to the web and nowhere else. */
static void put_link(Buf *out, const Span *span)
{
    const char *to = span->address;
    if (!to || (strncmp(to, "http://", 7) != 0 && strncmp(to, "https://", 8) != 0)) {
        markup_text(out, span->text);
        return;
    }
    buf_puts(out, "<a href=\"");
    markup_address(out, to);
    buf_puts(out, "\">");
    markup_text(out, span->text);
    buf_puts(out, "</a>");
}

static void put_span(Buf *out, const Span *span, const HtmlText *text)
{
    static const char *const tag[] = {
        [SPAN_EMPHASIS] = "em", [SPAN_STRONG] = "strong", [SPAN_CODE] = "code"};
    switch (span->style) {
    case SPAN_BREAK:
        buf_puts(out, "<br>\n");
        break;
    case SPAN_LINK:
        put_link(out, span);
        break;
    case SPAN_TEXT:
        if (text)
            text->put(text->context, span->text);
        else
            markup_text(out, span->text);
        break;
    default:
        html_element(out, tag[span->style], NULL, span->text);
    }
}

void html_spans(Buf *out, const Block *block, const HtmlText *text)
{
    for (int i = 0; i < block->spans; i++)
        put_span(out, &block->span[i], text);
}

static void put_block(Buf *out, const Block *b, const HtmlText *text)
{
    static const char *const open[] = {
        [BLOCK_PARAGRAPH] = "<p>",         [BLOCK_HEADING] = "<h3>", [BLOCK_ITEM] = "",
        [BLOCK_QUOTE] = "<blockquote><p>", [BLOCK_CODE] = "<pre>",   [BLOCK_RULE] = "<hr>"};
    static const char *const close[] = {
        [BLOCK_PARAGRAPH] = "</p>\n",          [BLOCK_HEADING] = "</h3>\n", [BLOCK_ITEM] = "\n",
        [BLOCK_QUOTE] = "</p></blockquote>\n", [BLOCK_CODE] = "</pre>\n",   [BLOCK_RULE] = "\n"};
    buf_puts(out, open[b->kind]);
    if (b->kind == BLOCK_CODE)
        markup_text(out, b->text);
    html_spans(out, b, text);
    buf_puts(out, close[b->kind]);
}

static void close_lists(Buf *out, HtmlLists *lists, int depth)
{
    for (int d = HTML_DEPTH; d > depth; d--) {
        buf_puts(out, lists->close[d] ? lists->close[d] : "");
        lists->close[d] = NULL;
    }
}

static void open_item(Buf *out, HtmlLists *lists, int depth, int number)
{
    const char *close = number > 0 ? "</li></ol>\n" : "</li></ul>\n";
    if (lists->close[depth] == close) {
        buf_puts(out, "</li>\n<li>");
        return;
    }
    buf_puts(out, lists->close[depth] ? lists->close[depth] : "");
    lists->close[depth] = close;
    if (number > 1)
        buf_printf(out, "<ol start=\"%d\"><li>", number);
    else
        buf_puts(out, number ? "<ol><li>" : "<ul><li>");
}

void html_listed(Buf *out, HtmlLists *lists, const Block *block, const HtmlText *text)
{
    int depth = clamp_int(block->depth, 0, HTML_DEPTH);
    close_lists(out, lists, depth);
    if (block->kind == BLOCK_ITEM)
        open_item(out, lists, depth, block->number);
    put_block(out, block, text);
}

void html_close_lists(Buf *out, HtmlLists *lists)
{
    close_lists(out, lists, -1);
}

void html_blocks(Buf *out, const Block *block, int blocks, const HtmlText *text)
{
    HtmlLists lists = {0};
    for (int i = 0; i < blocks; i++)
        html_listed(out, &lists, &block[i], text);
    html_close_lists(out, &lists);
}
