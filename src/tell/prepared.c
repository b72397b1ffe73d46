#include "tell/prepared.h"

#include <string.h>

#include "base/common.h"
#include "base/utf8.h"
#include "core/print.h"
#include "core/tensor.h"
#include "lesson/prepared.h"
#include "tell/beside.h"
#include "tell/report.h"

enum { GAP = 3 };

static int longest_line(const char *text)
{
    int longest = 0;
    while (*text) {
        size_t length = strcspn(text, "\n");
        longest = max_int(longest, utf8_columns_n(text, length));
        text += length + (text[length] == '\n');
    }
    return longest;
}

/* The next line of a text, which moves on; "" after the last. */
static size_t take_line(const char **text, const char **line)
{
    size_t length = strcspn(*text, "\n");
    *line = *text;
    *text += length + ((*text)[length] == '\n');
    return length;
}

static void put_beside(Buf *out, const char *left, const char *right, int column)
{
    while (*left || *right) {
        const char *line;
        size_t length = take_line(&left, &line);
        buf_add(out, line, length);
        int used = utf8_columns_n(line, length);
        length = take_line(&right, &line);
        if (length > 0)
            buf_fill(out, ' ', column - used);
        buf_add(out, line, length);
        buf_putc(out, '\n');
    }
}

static void put_both(Buf *out, const char *left, const char *right, const char *const title[2],
                     int width)
{
    int column = max_int(longest_line(left), utf8_columns(title[0])) + GAP;
    if (column + max_int(longest_line(right), utf8_columns(title[1])) <= width) {
        put_beside(out, title[0], title[1], column);
        put_beside(out, left, right, column);
        return;
    }
    buf_printf(out, "%s\n%s%s\n%s", title[0], left, title[1], right);
}

/* Prints a result, with a newline at the end. */
static void print_result(Buf *out, const Result *r)
{
    if (!r)
        buf_puts(out, "(not there)");
    else if (r->kind == RESULT_TEXT)
        buf_puts(out, r->text);
    else
        print_tensor(out, r->tensor, &print_default);
    buf_putc(out, '\n');
}

void prepared_row(Buf *out, const CompareRow *row, const char *const title[2], int width)
{
    const Result *r = row->b ? row->b : row->a;
    Buf old = {0}, new = {0};
    print_result(&old, row->a);
    print_result(&new, row->b);
    buf_puts(out, *r->name ? r->name : "result");
    if (r->kind == RESULT_TENSOR)
        buf_printf(out, " %s", SIZES(r->tensor));
    buf_putc(out, '\n');
    if (!beside_table(out, row, title, width))
        put_both(out, buf_text(&old), buf_text(&new), title, width);
    report_state(out, row, true);
    buf_puts(out, "\n\n");
    buf_release(&old);
    buf_release(&new);
}

/* Not what an assertion about the lesson as it is says. */
static bool is_result(const CompareRow *row)
{
    const Result *r = row->a ? row->a : row->b;
    return r->kind == RESULT_TENSOR || strcmp(r->name, "error") != 0;
}

/* "4 of 9 results differ: scores, weights, context, y". */
static void put_others(Buf *out, const Comparison *c)
{
    Buf names = {0};
    int others = 0, all = 0;
    for (int i = 0; i < c->rows; i++) {
        const CompareRow *row = &c->row[i];
        const char *name = row->a ? row->a->name : row->b->name;
        if (!is_result(row))
            continue;
        all++;
        others += row->state != ROW_SAME;
        if (row->state != ROW_SAME && *name)
            buf_printf(&names, "%s%s", names.length > 0 ? ", " : "", name);
    }
    buf_printf(out, "%d of %d results %s%s%s", others, all, others == 1 ? "differs" : "differ",
               names.length > 0 ? ": " : "", buf_text(&names));
    buf_release(&names);
}

void prepared_text(Buf *out, const Lens *l, int stage, int width)
{
    static const char *const title[] = {"as it is", "what if"};
    const Prepared *p = prepared_find(l->run, stage);
    if (!p)
        return;
    for (int i = 0; i < p->changes; i++)
        buf_printf(out, "what if  %s\n", p->change[i].text);
    buf_putc(out, '\n');
    if (!p->comparison || !lens_shows_stop(l, stage, 0))
        return;
    for (int i = 0; i < p->shows; i++)
        prepared_row(out, p->shown[i], title, width);
    Buf others = {0};
    put_others(&others, p->comparison);
    report_wrapped(out, 0, buf_text(&others), width > 0 ? width : REPORT_WHOLE);
    buf_release(&others);
}
