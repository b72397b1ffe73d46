/* Markup that all writers of HTML share: an element, and what a lesson says as paragraphs, lists and quotes. No text becomes
 * markup. */
#ifndef SHOW_HTML_H
#define SHOW_HTML_H

#include "base/buf.h"
#include "lesson/lesson.h"

/* Adds <tag class="class">text</tag>; `class` may be NULL. */
void html_element(Buf *out, const char *tag, const char *class, const char *text);
/* Returns a number with a minus sign that is as wide as a digit; who copies it gets a hyphen (web/elements.js). In `a`. */
const char *html_number(Arena *a, const char *number);
/* Writes text of a lesson that has no style of its own: NULL is markup_text. */
typedef struct HtmlText {
    void (*put)(const void *context, const char *text);
    const void *context;
} HtmlText;

/* Adds the spans of a block, without a tag around them. */
void html_spans(Buf *out, const Block *block, const HtmlText *text);

enum { HTML_DEPTH = 20 /* of lists within lists */ };

/* The list that is open at each depth: its closing tags, or NULL. */
typedef struct HtmlLists {
    const char *close[HTML_DEPTH + 1];
} HtmlLists;

/* Adds a block in the list that it belongs to, which is opened where it begins; closes all lists at last. */
void html_listed(Buf *out, HtmlLists *lists, const Block *block, const HtmlText *text);
void html_close_lists(Buf *out, HtmlLists *lists);
/* Adds so many blocks with the lists that they make. */
void html_blocks(Buf *out, const Block *block, int blocks, const HtmlText *text);

#endif
