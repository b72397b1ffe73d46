/* Two runs as a table: name, what differs, whose difference it is. */
#include <string.h>

#include "base/common.h"
#include "base/utf8.h"
#include "core/print.h"
#include "core/tensor.h"
#include "tell/axes.h"
#include "tell/number.h"
#include "tell/report.h"

const char *report_cause(const CompareRow *row)
{
    static const char *const texts[] = {[CAUSE_NONE] = "",
                                        [CAUSE_OWN] = "its own",
                                        [CAUSE_INHERITED] = "inherited",
                                        [CAUSE_ALSO_OWN] = "also its own"};
    return texts[row->cause];
}

static void put_cell(Buf *out, const QkvTensor *t, int64_t cell, int decimals)
{
    if (t->dtype == QKV_BOOL)
        number_full(out, t, cell);
    else
        number_short(out, qkv_tensor_at(t, cell), decimals);
}

/* "-0.18 -> 0.44", with as many decimals as it takes to tell the two apart. */
static void put_pair(Buf *out, const CompareRow *row)
{
    Buf old = {0}, new = {0};
    for (int d = NUMBER_DECIMALS; d <= NUMBER_MOST_DECIMALS; d++) {
        buf_clear(&old);
        buf_clear(&new);
        put_cell(&old, row->a->tensor, row->cell, d);
        put_cell(&new, row->b->tensor, row->cell, d);
        if (strcmp(buf_text(&old), buf_text(&new)) != 0)
            break;
    }
    buf_printf(out, "%s -> %s", buf_text(&old), buf_text(&new));
    buf_release(&old);
    buf_release(&new);
}

/* How a row is told: how its largest difference is led to, and whether its place is written as in what transcripts
 * print, "[journey][d1]", or as everywhere else, "[journey, d1]". */
typedef struct StateAs {
    const char *most;
    bool is_printed;
} StateAs;

/* "[journey, d1]: -0.18 -> 0.44" */
static void put_most(Buf *out, const CompareRow *row, bool is_printed)
{
    Arena a = {0};
    const QkvTensor *t = row->a->tensor;
    int64_t at[QKV_MAX_RANK];
    qkv_tensor_index(t, row->cell, at);
    for (int d = 0; d < t->rank; d++)
        buf_printf(out, "%s%s%s",
                   d == 0       ? "["
                   : is_printed ? "]["
                                : ", ",
                   matrix_index_name(&a, t, d, at[d], row->cell), d + 1 == t->rank ? "]: " : "");
    put_pair(out, row);
    arena_release(&a);
}

static void put_cells(Buf *out, const CompareRow *row, StateAs as)
{
    buf_printf(out, "%lld of %lld differ%s, ", (long long)row->differ,
               (long long)row->a->tensor->count, row->a->tensor->count == 1 ? "s" : "");
    buf_puts(out, row->a->tensor->rank ? as.most : "");
    put_most(out, row, as.is_printed);
}

static void put_kind(Buf *out, const Result *r)
{
    if (r->kind == RESULT_TEXT)
        buf_puts(out, "a text");
    else
        buf_printf(out, "%s %s", SIZES(r->tensor), qkv_dtype_name(r->tensor->dtype));
}

static void put_shapes(Buf *out, const CompareRow *row)
{
    bool types = row->a->tensor->dtype != row->b->tensor->dtype;
    bool sizes = !qkv_tensor_same_shape(row->a->tensor, row->b->tensor);
    buf_printf(out, "other %s: ", sizes && types ? "shape and type" : sizes ? "shape" : "type");
    if (sizes)
        buf_printf(out, "%s -> %s", SIZES(row->a->tensor), SIZES(row->b->tensor));
    if (types)
        buf_printf(out, "%s%s -> %s", sizes ? ", " : "", qkv_dtype_name(row->a->tensor->dtype),
                   qkv_dtype_name(row->b->tensor->dtype));
}

static void put_state(Buf *out, const CompareRow *row, StateAs as)
{
    const Result *r = row->a ? row->a : row->b;
    if (!row->a || !row->b) {
        buf_puts(out, row->a ? "only in the first: " : "only in the second: ");
        put_kind(out, r);
        return;
    }
    switch (row->state) {
    case ROW_SAME:
        buf_puts(out, "same");
        if (r->kind == RESULT_TENSOR && r->tensor->rank > 0)
            buf_printf(out, "          %s", SIZES(r->tensor));
        break;
    case ROW_BITS:
        buf_printf(out, "same digits   %s, but other bits", SIZES(r->tensor));
        break;
    case ROW_CELLS:
        put_cells(out, row, as);
        break;
    case ROW_SHAPE:
        put_shapes(out, row);
        break;
    case ROW_TEXT:
        buf_puts(out, "another text");
        break;
    case ROW_KIND:
        put_kind(out, row->a);
        buf_puts(out, " -> ");
        put_kind(out, row->b);
        break;
    case ROW_LEFT: /* above: a row of one run */
    case ROW_RIGHT:
        break;
    }
}

void report_state(Buf *out, const CompareRow *row)
{
    put_state(out, row, (StateAs){"most at ", false});
}

void report_state_printed(Buf *out, const CompareRow *row)
{
    put_state(out, row, (StateAs){"most at ", true});
}

static const char *row_name(const CompareRow *row)
{
    const char *name = row->a ? row->a->name : row->b->name;
    return *name ? name : "(no name)";
}

/* A text in exactly so many columns; what is cut ends in '~'. */
static void put_columns(Buf *out, const char *text, int columns)
{
    int width = utf8_columns(text);
    if (width > columns) {
        size_t fits = utf8_fit(text, strlen(text), columns - 1);
        buf_add(out, text, fits);
        buf_putc(out, '~');
        width = utf8_columns_n(text, fits) + 1;
    } else {
        buf_puts(out, text);
    }
    buf_fill(out, ' ', columns - width);
}

int report_name_columns(const CompareRow *row, int rows, int most)
{
    enum { LEAST = 8 };
    int columns = LEAST;
    for (int i = 0; i < rows; i++)
        columns = max_int(columns, utf8_columns(row_name(&row[i])));
    return min_int(columns, most);
}

void report_row(Buf *out, const Comparison *c, const CompareRow *row, int name, int columns)
{
    Buf state = {0};
    const char *cause = report_cause(row);
    int right = *cause ? utf8_columns(cause) + 1 : 0;
    report_state(&state, row);
    if (columns >= REPORT_WHOLE)
        columns = max_int(REPORT_WIDTH, name + 3 + utf8_columns(buf_text(&state)) + right);
    int left = columns - name - 3;
    buf_puts(out, c->first >= 0 && row == &c->row[c->first] ? "> " : "  ");
    put_columns(out, row_name(row), name);
    buf_putc(out, ' ');
    if (utf8_columns(buf_text(&state)) > left - right) { /* the numbers are worth more */
        buf_clear(&state);
        put_state(&state, row, (StateAs){"at ", false});
    }
    put_columns(out, buf_text(&state), left - right);
    if (*cause)
        buf_printf(out, " %s", cause);
    while (out->length > 0 && out->text[out->length - 1] == ' ')
        buf_cut(out, out->length - 1);
    buf_putc(out, '\n');
    buf_release(&state);
}

/* --- the first difference, opened ----------------------------------------------------------------- */

/* At most so many lines of a text, each under the other. */
static void put_lines(Buf *out, const char *text)
{
    enum { MOST = 12 };
    int line = 0;
    for (; *text && line < MOST; line++) {
        size_t length = strcspn(text, "\n");
        buf_add(out, text, length);
        buf_putc(out, '\n');
        text += length + (text[length] == '\n');
    }
    if (*text)
        buf_puts(out, "...\n");
}

/* A line of the lesson's code as it was run, without its indentation; cut where it is long. */
static const char *code_line(Arena *a, const Lesson *lesson, int line, int columns)
{
    const char *text = "";
    for (int s = 0; s < lesson->stages; s++)
        for (int i = 0; i < lesson->stage[s].parts; i++) {
            const Part *part = &lesson->stage[s].part[i];
            if (part->kind != PART_CODE || part->line > line)
                continue;
            text = part->text;
            for (int at = part->line; at < line && *text; at++)
                text += strcspn(text, "\n") + (text[strcspn(text, "\n")] == '\n');
        }
    text += strspn(text, " \t");
    size_t length = strcspn(text, "\n"), fits = utf8_fit(text, length, columns);
    if (fits == length)
        return arena_text(a, text, length);
    return arena_format(a, "%.*s~", (int)utf8_fit(text, length, columns - 1), text);
}

static void put_side(Buf *out, const Run *run, const Result *r, const char *name, int width)
{
    enum { INDENT = 2 };
    Arena a = {0};
    if (!r)
        return;
    Buf text = {0};
    if (run)
        lesson_place_in(&text, name, run->lesson, r->line);
    else
        buf_puts(&text, name);
    buf_printf(out, "\n%s:", buf_text(&text));
    if (run)
        buf_printf(out, " %s",
                   code_line(&a, run->lesson, r->line, width - INDENT - (int)text.length));
    buf_putc(out, '\n');
    buf_clear(&text);
    if (r->kind == RESULT_TEXT)
        buf_puts(&text, r->text);
    else
        print_tensor(&text, r->tensor, &print_default);
    put_lines(out, buf_text(&text));
    buf_release(&text);
    arena_release(&a);
}

static void put_first(Buf *out, const Comparison *c, const char *left, const char *right, int width)
{
    const CompareRow *row = &c->row[c->first];
    buf_printf(out, "\nfirst difference: %s\n", row_name(row));
    put_side(out, c->a, row->a, left, width);
    put_side(out, c->b, row->b, right, width);
}

/* A long stretch without a difference: its first, its last, and how many lie between them. */
static void put_same(Buf *out, const Comparison *c, int first, int end, int name, int width)
{
    report_row(out, c, &c->row[first], name, width);
    buf_fill(out, ' ', 2);
    put_columns(out, "...", name);
    buf_printf(out, " same, %d of them\n", end - first - 2);
    report_row(out, c, &c->row[end - 1], name, width);
}

void report_compare(Buf *out, const Comparison *c, const char *left, const char *right, int width)
{
    enum { WIDEST_NAME = 24, MOST_SAME = 8 };
    int name = report_name_columns(c->row, c->rows, WIDEST_NAME);
    buf_printf(out, "compare  %s : %s\n", left, right);
    for (int i = 0, end; i < c->rows; i = end) {
        for (end = i; end < c->rows && c->row[end].state == ROW_SAME;)
            end++;
        if (end - i > MOST_SAME) {
            put_same(out, c, i, end, name, width);
            continue;
        }
        end = max_int(end, i + 1);
        for (int k = i; k < end; k++)
            report_row(out, c, &c->row[k], name, width);
    }
    if (c->first >= 0)
        put_first(out, c, left, right, width);
    else
        buf_printf(out, "\nThe results are the same, all %d.\n", c->rows);
}
