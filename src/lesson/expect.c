/* Comparing expected and computed texts. The numbers are found in both and compared as numbers,
 * so that the message can say by how much they differ; whether they are equal is decided by the
 * text. */
#include "lesson/expect.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "python/text.h"

/* One line of a text, blanks at its end left out. */
typedef struct Line {
    const char *text;
    size_t length;
} Line;

/* Takes the next line off *at; false at the end. */
static bool next_line(const char **at, Line *line)
{
    if (**at == '\0')
        return false;
    size_t n = strcspn(*at, "\n");
    *line = (Line){*at, n};
    *at += n + ((*at)[n] == '\n');
    while (line->length > 0 && strchr(" \t\r", line->text[line->length - 1]))
        line->length--;
    return true;
}

static bool same_line(const Line *a, const Line *b)
{
    return a->length == b->length && memcmp(a->text, b->text, a->length) == 0;
}

/* The number, from 1, of the first line that differs; 0 when none does. */
static int first_difference(const char *a, const char *b)
{
    for (int number = 1;; number++) {
        Line left = {"", 0}, right = {"", 0};
        bool more_left = next_line(&a, &left), more_right = next_line(&b, &right);
        if (!more_left && !more_right)
            return 0;
        if (!same_line(&left, &right))
            return number;
    }
}

bool expect_equal(const char *expected, const char *computed)
{
    return first_difference(expected, computed) == 0;
}

static bool starts_number(const char *s)
{
    const char *p = *s == '-' ? s + 1 : s;
    return (*p >= '0' && *p <= '9') || strncmp(p, "inf", 3) == 0 || strncmp(p, "nan", 3) == 0;
}

/* Moves *at to behind the next number; false when there is none. */
static bool next_number(const char **at, double *x)
{
    for (; **at; (*at)++) {
        if (!starts_number(*at))
            continue;
        char *end;
        *x = strtod(*at, &end);
        if (end == *at)
            continue;
        *at = end;
        return true;
    }
    return false;
}

typedef struct Count {
    int left, right; /* numbers in each text           */
    int differ;      /* of those that have a partner   */
    double most;
} Count;

static Count compare_numbers(const char *a, const char *b)
{
    Count c = {0};
    for (;;) {
        double x = 0, y = 0;
        bool more_a = next_number(&a, &x), more_b = next_number(&b, &y);
        c.left += more_a;
        c.right += more_b;
        if (!more_a && !more_b)
            return c;
        bool equal = x == y || (isnan(x) && isnan(y));
        c.differ += more_a && more_b && !equal;
        if (!equal && fabs(x - y) > c.most)
            c.most = fabs(x - y);
    }
}

void expect_summary(Buf *out, const char *expected, const char *computed)
{
    Count c = compare_numbers(expected, computed);
    if (*computed == '\0')
        buf_puts(out, "the computed text is empty");
    else if (c.left != c.right)
        buf_printf(out, "%d number%s expected, and %d computed", c.left, c.left == 1 ? "" : "s",
                   c.right);
    else if (c.left == 0)
        buf_puts(out, "the texts differ");
    else if (c.differ == 0)
        buf_puts(out, "the numbers are equal, and the text around them differs");
    else
        buf_printf(out, "%d of %d number%s differ%s, by at most %.4g", c.differ, c.left,
                   c.left == 1 ? "" : "s", c.differ == 1 ? "s" : "", c.most);
}

static void list_lines(Buf *out, const char *heading, const char *text, int marked)
{
    Line line;
    buf_printf(out, "  %s\n", heading);
    int number = 1;
    for (; next_line(&text, &line); number++) {
        buf_puts(out, number == marked ? "  > " : "    ");
        text_show(out, line.text, line.length);
        buf_putc(out, '\n');
    }
    if (number <= marked)
        buf_puts(out, "  > (nothing more)\n");
}

void expect_detail(Buf *out, const char *expected, const char *computed)
{
    int marked = first_difference(expected, computed);
    list_lines(out, "expected", expected, marked);
    list_lines(out, "computed", computed, marked);
}
