/* The shortest edit script between two texts, line by line, by Myers' method in linear space:
 * search from both ends at once, furthest-reaching paths first, until two paths meet; where they
 * meet the problem falls into two halves. E. W. Myers, An O(ND) difference algorithm and its
 * variations, Algorithmica 1 (1986). What has no answer when the budget is spent is compared in
 * place, line by line.
 *
 * The search only marks which lines are not common to both texts; hunks are made from the marks. */
#include "view/diff.h"

#include <stdint.h>
#include <string.h>

#include "base/arena.h"
#include "base/utf8.h"

/* Steps of the search: well below a second. */
#define BUDGET 30000000L

/* A line with its newline, if it has one. */
typedef struct Line {
    const char *text;
    size_t length;
    uint64_t hash;
    bool changed; /* not common to both texts */
} Line;

typedef struct Lines {
    long count;
    Line *line;
} Lines;

/* Paths are stored by diagonal, x - y: how far along x the furthest-reaching one came. */
typedef struct Search {
    Line *a, *b;
    long *forward, *backward; /* index 0 is the main diagonal of the part at hand */
    long budget;
} Search;

/* Lines [a, a_end) of one text against [b, b_end) of the other. */
typedef struct Part {
    long a, a_end, b, b_end;
} Part;

/* ---- lines ---- */

static uint64_t hash_bytes(const char *bytes, size_t length)
{
    uint64_t hash = UINT64_C(14695981039346656037); /* FNV-1a */
    for (size_t i = 0; i < length; i++)
        hash = (hash ^ (unsigned char)bytes[i]) * UINT64_C(1099511628211);
    return hash;
}

static long count_lines(DiffText t)
{
    long count = 0;
    for (size_t i = 0; i < t.length; i++)
        count += t.bytes[i] == '\n' || i == t.length - 1;
    return count;
}

static Lines split(Arena *a, DiffText t)
{
    Lines lines = {count_lines(t), NULL};
    lines.line = arena_many(a, (size_t)lines.count, Line);
    const char *at = t.bytes;
    for (long i = 0; i < lines.count; i++) {
        size_t rest = t.length - (size_t)(at - t.bytes);
        const char *newline = memchr(at, '\n', rest);
        size_t length = newline ? (size_t)(newline - at) + 1 : rest;
        lines.line[i] = (Line){at, length, hash_bytes(at, length), false};
        at += length;
    }
    return lines;
}

static bool equal_lines(const Line *a, const Line *b)
{
    return a->hash == b->hash && a->length == b->length && memcmp(a->text, b->text, a->length) == 0;
}

/* ---- the search ---- */

/* From the furthest points of the two neighbours: a step along x from the diagonal below, or along
 * y from the one above. */
static long step_from(const long *reached, long k)
{
    return reached[k - 1] < reached[k + 1] ? reached[k + 1] : reached[k - 1] + 1;
}

/* One more difference for every path from one end. `reached` counts lines from that end; the other
 * end's paths, on diagonal delta - k, meet these where both together reach across. Diagonals
 * outside the part are left out: -1 stands beyond the outermost. */
static bool advance(Search *s, const Part *p, bool is_forward, long d, long *meet_k)
{
    long n = p->a_end - p->a, m = p->b_end - p->b, delta = n - m;
    long *reached = is_forward ? s->forward : s->backward;
    const long *other = is_forward ? s->backward : s->forward;
    long others = is_forward ? d - 1 : d; /* differences that the other paths have */
    long low = d <= m ? -d : d - 2 * m, high = d <= n ? d : 2 * n - d;
    if (d <= m)
        reached[-d - 1] = -1;
    if (d <= n)
        reached[d + 1] = -1;

    for (long k = low; k <= high; k += 2) {
        long x = d == 0 ? 0 : step_from(reached, k);
        long start = x, y = x - k;
        while (x < n && y < m &&
               (is_forward ? equal_lines(&s->a[p->a + x], &s->b[p->b + y])
                           : equal_lines(&s->a[p->a_end - 1 - x], &s->b[p->b_end - 1 - y]))) {
            x++;
            y++;
        }
        reached[k] = x;
        s->budget -= x - start + 1;
        bool is_met = (delta - k - others) % 2 == 0 && delta - k >= -others && delta - k <= others;
        if (is_met && x + other[delta - k] >= n) {
            *meet_k = k;
            return true;
        }
    }
    return false;
}

/* Where the two halves of a part meet, in lines of the texts. False when the budget is spent. */
static bool find_middle(Search *s, const Part *p, long *x, long *y)
{
    long k;
    for (long d = 0; s->budget > 0; d++) {
        if (advance(s, p, true, d, &k)) {
            *x = p->a + s->forward[k];
            *y = p->b + s->forward[k] - k;
            return true;
        }
        if (advance(s, p, false, d, &k)) {
            *x = p->a_end - s->backward[k];
            *y = p->b_end - (s->backward[k] - k);
            return true;
        }
    }
    return false;
}

/* Without a search: lines at the same place in both are common if they are equal. */
static void mark_in_place(Search *s, const Part *p)
{
    long n = p->a_end - p->a, m = p->b_end - p->b;
    for (long i = 0; i < n || i < m; i++) {
        if (i < n && i < m && equal_lines(&s->a[p->a + i], &s->b[p->b + i]))
            continue;
        if (i < n)
            s->a[p->a + i].changed = true;
        if (i < m)
            s->b[p->b + i].changed = true;
    }
}

/* Each half has half the differences, so that this nests no deeper than their logarithm. */
static void compare(Search *s, Part p)
{
    while (p.a < p.a_end && p.b < p.b_end && equal_lines(&s->a[p.a], &s->b[p.b])) {
        p.a++;
        p.b++;
    }
    while (p.a < p.a_end && p.b < p.b_end && equal_lines(&s->a[p.a_end - 1], &s->b[p.b_end - 1])) {
        p.a_end--;
        p.b_end--;
    }
    long x, y;
    if (p.a == p.a_end || p.b == p.b_end || !find_middle(s, &p, &x, &y)) {
        mark_in_place(s, &p);
        return;
    }
    compare(s, (Part){p.a, x, p.b, y});
    compare(s, (Part){x, p.a_end, y, p.b_end});
}

static void find_changes(Arena *arena, Lines *a, Lines *b)
{
    long diagonals = a->count + b->count + 3; /* one beyond the outermost at each end */
    Search s = {.a = a->line, .b = b->line, .budget = BUDGET};
    s.forward = arena_many(arena, (size_t)diagonals, long) + b->count + 1;
    s.backward = arena_many(arena, (size_t)diagonals, long) + b->count + 1;
    compare(&s, (Part){0, a->count, 0, b->count});
}

/* ---- hunks ---- */

/* Stored lines [a, a_end) that became printed lines [b, b_end). */
typedef Part Change;

typedef struct Writer {
    Buf *out;
    const DiffLook *look;
    Lines a, b;
    Change *change;
    long changes;
    long context;
    const Line *heading; /* the last one above the line that comes next; may be NULL */
    long read;           /* stored lines that were searched for headings             */
} Writer;

/* Every change takes a line of one text at least: so many there can be. */
static void collect_changes(Arena *arena, Writer *w)
{
    w->change = arena_many(arena, (size_t)(w->a.count + w->b.count), Change);
    long i = 0, j = 0;
    while (i < w->a.count || j < w->b.count) {
        Change c = {.a = i, .b = j};
        while (i < w->a.count && w->a.line[i].changed)
            i++;
        while (j < w->b.count && w->b.line[j].changed)
            j++;
        c.a_end = i;
        c.b_end = j;
        if (c.a_end > c.a || c.b_end > c.b)
            w->change[w->changes++] = c;
        else {
            i++;
            j++;
        }
    }
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

/* True when two lines have the same characters once blanks are left out. */
static bool differ_in_blanks(const Line *a, const Line *b)
{
    size_t i = 0, j = 0;
    for (;;) {
        while (i < a->length && is_blank(a->text[i]))
            i++;
        while (j < b->length && is_blank(b->text[j]))
            j++;
        if (i == a->length || j == b->length)
            return i == a->length && j == b->length;
        if (a->text[i++] != b->text[j++])
            return false;
    }
}

static void write_character(Buf *out, const char *bytes, size_t size, uint32_t c)
{
    if (c == '\r')
        buf_puts(out, "\\r");
    else if (c != '\t' && (utf8_is_control(c) || (c == UTF8_BAD && size == 1)))
        buf_putc(out, '?');
    else
        buf_add(out, bytes, size);
}

/* The text of a line, without its newline. */
static void write_text(const Writer *w, const Line *line, bool show_blanks)
{
    size_t length = line->length;
    if (length > 0 && line->text[length - 1] == '\n')
        length--;
    size_t last = length; /* where the blanks at the end begin */
    while (last > 0 && is_blank(line->text[last - 1]))
        last--;

    for (size_t at = 0; at < length;) {
        uint32_t c;
        size_t size = utf8_next(line->text + at, length - at, &c);
        if (show_blanks && c == '\t')
            buf_puts(w->out, w->look->ascii ? ">" : "→");
        else if (show_blanks && c == ' ' && at >= last)
            buf_puts(w->out, w->look->ascii ? "." : "·");
        else
            write_character(w->out, line->text + at, size, c);
        at += size;
    }
}

static void write_line(const Writer *w, char sign, const Line *line, bool show_blanks)
{
    buf_putc(w->out, sign);
    write_text(w, line, show_blanks);
    buf_putc(w->out, '\n');
    if (line->text[line->length - 1] != '\n')
        buf_puts(w->out, "\\ No newline at end of file\n");
}

/* The n-th line that went and the n-th that came are taken for a pair. */
static void write_change(const Writer *w, const Change *c)
{
    long pairs = c->a_end - c->a < c->b_end - c->b ? c->a_end - c->a : c->b_end - c->b;
    for (int side = 0; side < 2; side++) {
        const Line *lines = side == 0 ? w->a.line + c->a : w->b.line + c->b;
        long count = side == 0 ? c->a_end - c->a : c->b_end - c->b;
        for (long i = 0; i < count; i++) {
            bool show = i < pairs && differ_in_blanks(w->a.line + c->a + i, w->b.line + c->b + i);
            write_line(w, side == 0 ? '-' : '+', &lines[i], show);
        }
    }
}

static void find_heading(Writer *w, long end)
{
    for (; w->look->is_heading && w->read < end; w->read++) {
        const Line *line = &w->a.line[w->read];
        size_t length = line->length - (line->text[line->length - 1] == '\n');
        if (w->look->is_heading(line->text, length))
            w->heading = line;
    }
}

/* diff names the line before an empty range. */
static long range_start(long start, long end)
{
    return end > start ? start + 1 : start;
}

static void write_hunk_header(Writer *w, const Part *p)
{
    find_heading(w, p->a);
    buf_printf(w->out, "@@ -%ld,%ld +%ld,%ld @@", range_start(p->a, p->a_end), p->a_end - p->a,
               range_start(p->b, p->b_end), p->b_end - p->b);
    if (w->heading) {
        buf_putc(w->out, ' ');
        write_text(w, w->heading, false);
    }
    buf_putc(w->out, '\n');
}

/* Changes [first, end) with the equal lines around them and between them. */
static void write_hunk(Writer *w, long first, long end)
{
    const Change *from = &w->change[first], *to = &w->change[end - 1];
    long before = from->a < w->context ? from->a : w->context;
    long rest = w->a.count - to->a_end;
    long after = rest < w->context ? rest : w->context;
    Part p = {from->a - before, to->a_end + after, from->b - before, to->b_end + after};

    write_hunk_header(w, &p);
    long at = p.a;
    for (long i = first; i < end; i++) {
        for (; at < w->change[i].a; at++)
            write_line(w, ' ', &w->a.line[at], false);
        write_change(w, &w->change[i]);
        at = w->change[i].a_end;
    }
    for (; at < p.a_end; at++)
        write_line(w, ' ', &w->a.line[at], false);
}

bool diff_write(Buf *out, DiffText stored, DiffText printed, const DiffLook *look)
{
    if (stored.length == printed.length &&
        (stored.length == 0 || memcmp(stored.bytes, printed.bytes, stored.length) == 0))
        return false;
    Arena arena = {0};
    Writer w = {.out = out, .look = look, .a = split(&arena, stored), .b = split(&arena, printed)};
    w.context = look->context < 0 ? w.a.count : look->context;
    find_changes(&arena, &w.a, &w.b);
    collect_changes(&arena, &w);

    buf_printf(out, "--- %s: the text that is stored\n", stored.name);
    buf_printf(out, "+++ %s: what the program prints now\n", printed.name);
    for (long first = 0, end; first < w.changes; first = end) {
        end = first + 1;
        while (end < w.changes && w.change[end].a - w.change[end - 1].a_end <= 2 * w.context)
            end++;
        write_hunk(&w, first, end);
    }
    arena_release(&arena);
    return true;
}
