/* The source line is first laid out as a terminal shows it, with the columns that the mark covers;
 * a line that is too long is then seen through a window around the mark. */
#include "base/err.h"

#include "base/utf8.h"

#include <stdio.h>
#include <string.h>

enum {
    SOURCE_COLUMNS = 72, /* of the source line; with the number before it, 80 */
    BEFORE_MARK = 24,    /* columns left of the mark when a line is cut there */
    TAB_COLUMNS = 8,
};

/* Long enough for the longest message, however much of it is shown as '?' (4 bytes at most). */
enum { RAW_MESSAGE = 5 * ERR_MESSAGE };

static const char ellipsis[] = "...";
enum { ELLIPSIS_COLUMNS = 3 };

/* Copies a text as buf_shown does, its end replaced by "..." when it is too long, never inside of a
 * character. */
static void store_message(Err *err, const char *text, size_t length)
{
    Buf shown = {.text = err->message, .capacity = sizeof err->message};
    size_t kept = 0, at = 0;
    while (at < length) {
        size_t size = utf8_next(text + at, length - at, &(uint32_t){0});
        if (shown.length + size >= sizeof err->message)
            break;
        buf_shown(&shown, text + at, size);
        if (shown.length <= sizeof err->message - sizeof ellipsis)
            kept = shown.length;
        at += size;
    }
    if (at < length)
        memcpy(err->message + kept, ellipsis, sizeof ellipsis);
}

bool err_vset(Err *err, Loc at, const char *format, va_list args)
{
    if (err->set)
        return false;
    char raw[RAW_MESSAGE];
    vsnprintf(raw, sizeof raw, format, args);
    err->set = true;
    err->at = at;
    store_message(err, raw, strlen(raw));
    return false;
}

bool err_set(Err *err, Loc at, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    err_vset(err, at, format, args);
    va_end(args);
    return false;
}

static void write_place(Buf *out, Loc at)
{
    if (at.file) {
        buf_shown(out, at.file, strlen(at.file));
        buf_putc(out, ':');
    }
    if (at.line > 0)
        buf_printf(out, "%d:", at.line);
    if (at.line > 0 && at.col > 0)
        buf_printf(out, "%d:", at.col);
    if (at.file || at.line > 0)
        buf_putc(out, ' ');
}

bool err_line(const char *source, size_t length, int line, size_t *start, size_t *end)
{
    size_t at = 0;
    for (int n = 1; n < line; n++) {
        const char *newline = length > at ? memchr(source + at, '\n', length - at) : NULL;
        if (!newline)
            return false;
        at = (size_t)(newline - source) + 1;
    }
    if (at >= length)
        return false;
    const char *newline = memchr(source + at, '\n', length - at);
    *start = at;
    *end = newline ? (size_t)(newline - source) : length;
    if (*end > at && source[*end - 1] == '\r')
        --*end;
    return true;
}

/* A line as shown: its text, and the columns from..to that are marked. */
typedef struct SourceLine {
    Buf text;
    int from, to;
} SourceLine;

/* Lays out a line. A place past its end is the column after its last. */
static SourceLine lay_out(const char *line, size_t length, Loc at)
{
    SourceLine shown = {.from = -1, .to = -1};
    int column = 0, last = at.col - 1 + (at.width > 1 ? at.width - 1 : 0);
    size_t byte = 0;
    for (int n = 0; byte < length; n++) {
        uint32_t c;
        size_t size = utf8_next(line + byte, length - byte, &c);
        if (n == at.col - 1)
            shown.from = column;
        if (c == '\t') {
            int blanks = TAB_COLUMNS - column % TAB_COLUMNS;
            buf_fill(&shown.text, ' ', blanks);
            column += blanks;
        } else {
            buf_shown(&shown.text, line + byte, size);
            column += utf8_width(c);
        }
        if (n == last)
            shown.to = column;
        byte += size;
    }
    if (shown.from < 0)
        shown.from = column;
    if (shown.to <= shown.from)
        shown.to = column > shown.from && at.width > 1 ? column : shown.from + 1;
    return shown;
}

static void write_gutter(Buf *out, int line, bool numbered)
{
    char number[16];
    int width = snprintf(number, sizeof number, "%5d", line);
    if (numbered)
        buf_puts(out, number);
    else
        buf_fill(out, ' ', width);
    buf_puts(out, " |");
}

static void cut_right(SourceLine *shown)
{
    size_t kept = utf8_fit(shown->text.text, shown->text.length, SOURCE_COLUMNS - ELLIPSIS_COLUMNS);
    buf_cut(&shown->text, kept);
    int column = utf8_columns_n(shown->text.text, kept);
    buf_puts(&shown->text, ellipsis);
    if (shown->to > column)
        shown->to = column;
}

static void cut_left(SourceLine *shown, int columns)
{
    size_t skipped = utf8_fit(shown->text.text, shown->text.length, columns);
    int shift = ELLIPSIS_COLUMNS - utf8_columns_n(shown->text.text, skipped);
    Buf rest = {0};
    buf_puts(&rest, ellipsis);
    buf_add(&rest, shown->text.text + skipped, shown->text.length - skipped);
    buf_release(&shown->text);
    shown->text = rest;
    shown->from += shift;
    shown->to += shift;
}

/* Cuts a line that is too long so that the mark, or at least its start, is seen. */
static void cut_to_window(SourceLine *shown)
{
    int columns = utf8_columns_n(buf_text(&shown->text), shown->text.length);
    if (columns <= SOURCE_COLUMNS)
        return;
    if (shown->to > SOURCE_COLUMNS - ELLIPSIS_COLUMNS && shown->from > BEFORE_MARK) {
        int hidden = shown->from - BEFORE_MARK;
        /* No more on the left than brings the end of the line, and a mark after it, into sight. */
        int enough = columns + 1 - (SOURCE_COLUMNS - ELLIPSIS_COLUMNS);
        cut_left(shown, hidden < enough ? hidden : enough);
    }
    if (utf8_columns_n(shown->text.text, shown->text.length) > SOURCE_COLUMNS)
        cut_right(shown);
}

static void write_source(Buf *out, const char *line, size_t length, Loc at)
{
    SourceLine shown = lay_out(line, length, at);
    cut_to_window(&shown);
    write_gutter(out, at.line, true);
    if (shown.text.length > 0)
        buf_putc(out, ' ');
    buf_puts(out, buf_text(&shown.text));
    buf_putc(out, '\n');
    if (at.col > 0) {
        write_gutter(out, at.line, false);
        buf_fill(out, ' ', 1 + shown.from);
        buf_fill(out, '^', shown.to - shown.from);
        buf_putc(out, '\n');
    }
    buf_release(&shown.text);
}

void err_write_message(Buf *out, const Err *err, const char *source, size_t length)
{
    size_t start, end;
    buf_puts(out, err->message);
    buf_putc(out, '\n');
    if (source && err->at.line > 0 && err_line(source, length, err->at.line, &start, &end))
        write_source(out, source + start, end - start, err->at);
}

void err_write(Buf *out, const Err *err, const char *source, size_t length)
{
    write_place(out, err->at);
    err_write_message(out, err, source, length);
}
