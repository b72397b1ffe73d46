/* Two texts are compared in lines, for those who read a diff, and in numbers, for those who ask by
 * how much. Lines that both have are a longest common subsequence, found by its table: what is left
 * once equal lines at both ends are taken off is small, and where it is not, lines are compared in
 * place. Numbers are compared in order, so that neither a column that became wider nor a line that
 * broke elsewhere hides that only digits changed. */
#include "lesson/diff.h"

#include <assert.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/common.h"
#include "base/utf8.h"
#include "lesson/lesson.h"

static DiffText text_in(const Buf *text)
{
    return (DiffText){.bytes = text->text, .length = text->length};
}

static bool equal_texts(DiffText a, DiffText b)
{
    return a.length == b.length && (a.length == 0 || memcmp(a.bytes, b.bytes, a.length) == 0);
}

/* --- lines ---------------------------------------------------------------------------------- */

/* A line with its newline, if it has one. */
typedef struct DiffLine {
    const char *text;
    size_t length;
    bool changed; /* not common to both texts */
} DiffLine;

typedef struct Lines {
    int count;
    DiffLine *line;
} Lines;

static bool is_space(char c)
{
    return is_blank(c) || c == '\r';
}

/* Takes the next line off a text; false at its end. */
static bool next_line(DiffText *rest, DiffLine *line)
{
    if (rest->length == 0)
        return false;
    const char *newline = memchr(rest->bytes, '\n', rest->length);
    size_t length = newline ? (size_t)(newline - rest->bytes) + 1 : rest->length;
    *line = (DiffLine){.text = rest->bytes, .length = length};
    rest->bytes += length;
    rest->length -= length;
    return true;
}

static Lines split(Arena *a, DiffText text)
{
    Lines lines = {
        .line = arena_many(a, 1, DiffLine)}; /* places in no lines are counted from there, too */
    for (DiffLine line; next_line(&text, &line);)
        arena_push(a, lines.line, lines.count, line);
    return lines;
}

/* The lengths of a line without its newline, and without the blanks at its end. */
static size_t text_length(const DiffLine *line)
{
    assert(line);
    return line->length - (line->length > 0 && line->text[line->length - 1] == '\n');
}

static size_t trimmed_length(const DiffLine *line)
{
    size_t length = line->length;
    while (length > 0 && is_space(line->text[length - 1]))
        length--;
    return length;
}

static bool equal_lines(const DiffLine *a, const DiffLine *b)
{
    return a->length == b->length && memcmp(a->text, b->text, a->length) == 0;
}

/* common[i * (m + 1) + j] is how many lines the texts from a[i] and from b[j] on have in common. */
static void mark_by_table(Arena *arena, DiffLine *a, int n, DiffLine *b, int m)
{
    size_t row = (size_t)m + 1;
    uint16_t *common = arena_many(arena, ((size_t)n + 1) * row, uint16_t);
    for (int i = n - 1; i >= 0; i--)
        for (int j = m - 1; j >= 0; j--) {
            uint16_t *at = &common[(size_t)i * row + (size_t)j];
            *at = equal_lines(&a[i], &b[j]) ? (uint16_t)(at[row + 1] + 1)
                  : at[row] > at[1]         ? at[row]
                                            : at[1];
        }
    for (int i = 0, j = 0; i < n || j < m;) {
        const uint16_t *at = &common[(size_t)i * row + (size_t)j];
        if (i < n && j < m && equal_lines(&a[i], &b[j])) {
            i++;
            j++;
        } else if (j == m || (i < n && at[row] >= at[1])) {
            a[i++].changed = true;
        } else {
            b[j++].changed = true;
        }
    }
}

static void mark_changes(Arena *arena, const Lines *a, const Lines *b)
{
    const int64_t most =
        1 << 24; /* cells of the table: 32 MiB, and no line counts beyond 16 bits */
    int first = 0, n = a->count, m = b->count;
    while (first < n && first < m && equal_lines(&a->line[first], &b->line[first]))
        first++;
    while (first < n && first < m && equal_lines(&a->line[n - 1], &b->line[m - 1])) {
        n--;
        m--;
    }
    if ((int64_t)(n - first) * (m - first) <= most) {
        mark_by_table(arena, a->line + first, n - first, b->line + first, m - first);
        return;
    }
    for (int i = first; i < n || i < m; i++) {
        if (i < n && i < m && equal_lines(&a->line[i], &b->line[i]))
            continue;
        if (i < n)
            a->line[i].changed = true;
        if (i < m)
            b->line[i].changed = true;
    }
}

/* --- hunks ---------------------------------------------------------------------------------- */

/* Stored lines [a, a_end) and printed lines [b, b_end). */
typedef struct LineRange {
    int a, a_end, b, b_end;
} LineRange;

typedef struct Hunks {
    Buf *out;
    const DiffLook *look;
    Lines a, b;
    int context;
    const DiffLine *heading; /* the last one above; may be NULL              */
    int read;                /* stored lines that were searched for headings */
} Hunks;

static bool is_changed(const Lines *lines, int i)
{
    return i < lines->count && lines->line[i].changed;
}

/* The change that begins at these lines: empty where both texts have the same. */
static LineRange change_at(const Hunks *h, int a, int b)
{
    LineRange c = {a, a, b, b};
    while (is_changed(&h->a, c.a_end))
        c.a_end++;
    while (is_changed(&h->b, c.b_end))
        c.b_end++;
    return c;
}

/* The text of a line, without its newline. */
static void write_text(const Hunks *h, const DiffLine *line, bool show_blanks)
{
    size_t length = text_length(line), trimmed = trimmed_length(line);
    for (size_t at = 0; at < length;) {
        uint32_t c;
        size_t size = utf8_next(line->text + at, length - at, &c);
        if (c == '\r')
            buf_puts(h->out, "\\r");
        else if (c == '\t')
            buf_puts(h->out, !show_blanks ? "\t" : h->look->ascii ? ">" : "→");
        else if (show_blanks && c == ' ' && at >= trimmed)
            buf_puts(h->out, h->look->ascii ? "." : "·");
        else
            buf_shown(h->out, line->text + at, size);
        at += size;
    }
}

static void write_line(const Hunks *h, char sign, const DiffLine *line)
{
    buf_putc(h->out, sign);
    write_text(h, line, sign != ' ');
    buf_puts(h->out, text_length(line) < line->length ? "\n" : "\n\\ No newline at end of file\n");
}

static void write_change(const Hunks *h, const LineRange *c)
{
    for (int i = c->a; i < c->a_end; i++)
        write_line(h, '-', &h->a.line[i]);
    for (int i = c->b; i < c->b_end; i++)
        write_line(h, '+', &h->b.line[i]);
}

/* diff names the line before an empty range. */
static int range_start(int start, int end)
{
    return end > start ? start + 1 : start;
}

static void write_header(Hunks *h, const LineRange *r)
{
    for (; h->look->is_heading && h->read < r->a; h->read++) {
        const DiffLine *line = &h->a.line[h->read];
        if (h->look->is_heading(line->text, text_length(line)))
            h->heading = line;
    }
    buf_printf(h->out, "@@ -%d,%d +%d,%d @@", range_start(r->a, r->a_end), r->a_end - r->a,
               range_start(r->b, r->b_end), r->b_end - r->b);
    if (h->heading) {
        buf_putc(h->out, ' ');
        write_text(h, h->heading, false);
    }
    buf_putc(h->out, '\n');
}

/* From the change that begins at these lines on, as long as no more than twice the context lies
 * between changes, with the equal lines around. */
static LineRange hunk_at(const Hunks *h, int a, int b)
{
    int before = min_int(a, h->context), equal = 0;
    LineRange r = {a - before, a, b - before, b};
    while (equal <= 2 * h->context) {
        LineRange next = change_at(h, r.a_end + equal, r.b_end + equal);
        if (next.a_end > next.a || next.b_end > next.b) {
            r.a_end = next.a_end;
            r.b_end = next.b_end;
            equal = 0;
        } else if (next.a < h->a.count) {
            equal++;
        } else {
            break;
        }
    }
    r.a_end += min_int(equal, h->context);
    r.b_end += min_int(equal, h->context);
    return r;
}

static void write_hunk(Hunks *h, const LineRange *r)
{
    write_header(h, r);
    for (int a = r->a, b = r->b; a < r->a_end || b < r->b_end;) {
        LineRange c = change_at(h, a, b);
        bool is_equal = c.a_end == a && c.b_end == b;
        if (is_equal)
            write_line(h, ' ', &h->a.line[a]);
        write_change(h, &c);
        a = c.a_end + is_equal;
        b = c.b_end + is_equal;
    }
}

bool diff_write(Buf *out, DiffText stored, DiffText printed, const DiffLook *look)
{
    if (equal_texts(stored, printed))
        return false;
    Arena arena = {0};
    Hunks h = {.out = out, .look = look, .a = split(&arena, stored), .b = split(&arena, printed)};
    h.context = look->context < 0 ? h.a.count : look->context;
    mark_changes(&arena, &h.a, &h.b);
    buf_printf(out, "--- %s: the text that is stored\n", stored.name);
    buf_printf(out, "+++ %s: what the program prints now\n", printed.name);
    for (int a = 0, b = 0; a < h.a.count || b < h.b.count;) {
        if (is_changed(&h.a, a) || is_changed(&h.b, b)) {
            LineRange r = hunk_at(&h, a, b);
            write_hunk(&h, &r);
            a = r.a_end;
            b = r.b_end;
        } else {
            a++;
            b++;
        }
    }
    arena_release(&arena);
    return true;
}

/* --- numbers -------------------------------------------------------------------------------- */

/* Goes through a text from number to number. */
typedef struct NumberScan {
    DiffText text;
    size_t at;
    int line;          /* of `at`                                        */
    Buf words;         /* what was passed over, without blanks           */
    const char *found; /* the number before `at`, its length and value   */
    size_t length;
    double value;
} NumberScan;

static const char *skip_digits(const char *p)
{
    return p + strspn(p, "0123456789");
}

static bool is_word(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

/* Where the number that begins at `start` ends; `start` when there is none. */
static const char *number_end(const char *start)
{
    const char *p = start + (*start == '-'), *end = skip_digits(p);
    if (strncmp(p, "nan", 3) == 0 || strncmp(p, "inf", 3) == 0) {
        end = p + 3;
    } else if (end == p) {
        return start;
    } else {
        if (*end == '.')
            end = skip_digits(end + 1);
        const char *power = end + (end[0] == 'e') + (end[0] == 'e' && strchr("+-", end[1]));
        if (power > end && skip_digits(power) > power)
            end = skip_digits(power);
    }
    return is_word(*end) ? start : end;
}

/* A digit inside a name, as in q2, begins no number. */
static bool next_number(NumberScan *r)
{
    for (; r->at < r->text.length; r->at++) {
        const char *p = r->text.bytes + r->at, *end = number_end(p);
        bool in_word = r->at > 0 && is_word(p[-1]);
        if (end > p && !in_word) {
            r->found = p;
            r->length = (size_t)(end - p);
            r->value = strtod(p, NULL);
            r->at += r->length;
            buf_putc(&r->words, '0');
            return true;
        }
        r->line += *p == '\n';
        if (!is_space(*p))
            buf_putc(&r->words, *p);
    }
    return false;
}

typedef struct NumberDiff {
    int left, right; /* numbers in each text                            */
    int differ;      /* of those that have a partner, by value          */
    int respelled;   /* by digits: -0 for 0                             */
    int first;       /* the line of the first one, in the left text     */
    double most;     /* the largest distance, of those that can be told */
    bool is_far;     /* there is one that is infinite or cannot be told */
    bool same_words; /* nothing else differs but blanks                 */
} NumberDiff;

static NumberDiff compare_numbers(DiffText a, DiffText b)
{
    NumberDiff n = {0};
    NumberScan left = {.text = a, .line = 1}, right = {.text = b, .line = 1};
    for (;;) {
        left.value = right.value = 0;
        bool more_left = next_number(&left), more_right = next_number(&right);
        if (!more_left && !more_right)
            break;
        n.left += more_left;
        n.right += more_right;
        double x = left.value, y = right.value, distance = fabs(x - y);
        bool equal = x == y || (isnan(x) && isnan(y));
        n.differ += more_left && more_right && !equal;
        if (!equal && distance > n.most)
            n.most = distance;
        if (more_left && more_right &&
            (left.length != right.length || memcmp(left.found, right.found, left.length) != 0)) {
            n.is_far = n.is_far || !isfinite(distance);
            n.first = n.respelled++ == 0 ? left.line : n.first;
        }
    }
    n.same_words = equal_texts(text_in(&left.words), text_in(&right.words));
    buf_release(&left.words);
    buf_release(&right.words);
    return n;
}

bool diff_numbers(Buf *out, DiffText stored, DiffText printed)
{
    NumberDiff n = compare_numbers(stored, printed);
    if (!n.same_words || n.left != n.right || n.respelled == 0)
        return false;
    buf_printf(out, "numbers only: %d cell%s, largest %.4g, first at line %d\n", n.respelled,
               n.respelled == 1 ? " differs" : "s differ", n.is_far ? (double)INFINITY : n.most,
               n.first);
    return true;
}

/* --- expectations --------------------------------------------------------------------------- */

static DiffText text_of(const char *text)
{
    return (DiffText){.bytes = text, .length = strlen(text)};
}

/* The number, from 1, of the first line that differs; 0 when none does. */
static int first_difference(DiffText a, DiffText b)
{
    for (int number = 1;; number++) {
        DiffLine left = {.text = ""}, right = {.text = ""};
        bool more_left = next_line(&a, &left), more_right = next_line(&b, &right);
        if (!more_left && !more_right)
            return 0;
        size_t length = trimmed_length(&left);
        if (length != trimmed_length(&right) || memcmp(left.text, right.text, length) != 0)
            return number;
    }
}

bool expect_equal(const char *expected, const char *computed)
{
    return first_difference(text_of(expected), text_of(computed)) == 0;
}

void expect_summary(Buf *out, const char *expected, const char *computed)
{
    NumberDiff n = compare_numbers(text_of(expected), text_of(computed));
    if (*computed == '\0')
        buf_puts(out, "the computed text is empty");
    else if (n.left != n.right)
        buf_printf(out, "%d number%s expected, and %d computed", n.left, plural(n.left), n.right);
    else if (n.left == 0)
        buf_puts(out, "the texts differ");
    else if (n.differ == 0)
        buf_puts(out, "the numbers are equal, but the text around them differs");
    else
        buf_printf(out, "%d of %d number%s differ%s, by at most %.4g", n.differ, n.left,
                   plural(n.left), n.differ == 1 ? "s" : "", n.most);
}

static void list_lines(Buf *out, const char *heading, DiffText text, int marked)
{
    DiffLine line;
    int number = 1;
    buf_printf(out, "  %s\n", heading);
    for (; next_line(&text, &line); number++) {
        buf_puts(out, number == marked ? "  > " : "    ");
        buf_shown_lines(out, line.text, trimmed_length(&line), CODE_TAB);
        buf_putc(out, '\n');
    }
    if (number <= marked)
        buf_puts(out, "  > (nothing more)\n");
}

void expect_detail(Buf *out, const char *expected, const char *computed)
{
    int marked = first_difference(text_of(expected), text_of(computed));
    list_lines(out, "expected", text_of(expected), marked);
    list_lines(out, "computed", text_of(computed), marked);
}
