/* PyTorch's print format, and Python's repr of a float.
 *
 * PyTorch looks at all the cells that it is going to show, chooses one mode and one width for the
 * whole tensor, and then writes nested brackets: the innermost rows wrapped at 80 columns, the
 * others one item a line. A tensor of more than 1000 cells shows three indices from each end of
 * every axis that has more than six, and only those count for the mode and the width.
 *
 * In every mode the longest text is that of the lowest or of the highest cell (a minus sign, or the
 * most digits before the point), so the width takes two cells to format and not all. */
#include <ctype.h>
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/cells.h"
#include "core/context.h"
#include "core/print.h"

enum {
    PREFIX = 7,        /* columns of "tensor("                               */
    FLOAT_DIGITS = 17, /* digits that tell any two doubles apart             */
    NUMBER_TEXT = 400, /* holds %.*f of the largest double and PRINT_MOST_DECIMALS */
};

const PrintOptions print_default = {
    .decimals = 4,
    .most_cells = 1000,
    .edge = 3,
    .width = 80,
    .scientific = PRINT_AS_NEEDED,
    .array = {.decimals = 8, .most_cells = 1000, .edge = 3, .width = 75}};

/* ---- one number ---- */

/* A program that links the library may have set a locale with a decimal comma: whatever stands
 * after the leading digits, up to the next digit or letter, becomes a point. */
static void undo_locale(char *text)
{
    char *p = text + (*text == '-');
    while (isdigit((unsigned char)*p))
        p++;
    char *end = p;
    while (*end && !isdigit((unsigned char)*end) && *end != 'e')
        end++;
    if (end == p)
        return;
    *p = '.';
    memmove(p + 1, end, strlen(end) + 1);
}

/* |x| * 10^power of a float32, rounded to even as printf does it. False where that takes more than 64 bits,
 * or x is no float32. */
static bool rounded_float(double x, int power, uint64_t *out)
{
    enum { BITS = 24, MOST_POWER = 12, MOST_SHIFT = 63 };
    int exponent;
    double part = frexp(fabs(x), &exponent);
    if (power < 0 || power > MOST_POWER || exponent > BITS || (double)(float)x != x)
        return false;
    uint64_t scaled = (uint64_t)(part * (1 << BITS)); /* |x| is scaled / 2^shift */
    int shift = BITS - exponent;
    for (int i = 0; i < power; i++)
        scaled *= 10;
    uint64_t digits = shift < MOST_SHIFT ? scaled >> shift : 0;
    uint64_t rest = shift < MOST_SHIFT ? scaled - (digits << shift) : 0;
    uint64_t half = shift > 0 && shift < MOST_SHIFT ? (uint64_t)1 << (shift - 1) : 1;
    *out = digits + (rest > half || (rest == half && digits % 2 == 1));
    return true;
}

/* The text of a cell. Digits come from the last to the first, so it is written towards the front. */
typedef struct CellText {
    char room[NUMBER_TEXT];
    const char *at;
    int length;
} CellText;

static char *room_end(CellText *text)
{
    return text->room + sizeof text->room;
}

static void begins_at(CellText *text, const char *at)
{
    text->at = at;
    text->length = (int)(room_end(text) - at);
}

/* Writes a whole number before `end`, with a point before its last `decimals` digits. */
static char *put_digits(char *end, uint64_t digits, int decimals)
{
    char *at = end;
    for (int left = decimals; left > 0; left--, digits /= 10)
        *--at = (char)('0' + digits % 10);
    if (decimals > 0)
        *--at = '.';
    do
        *--at = (char)('0' + digits % 10);
    while (digits /= 10);
    return at;
}

/* |x| as %.*f and as %.*e write it, before `end`; NULL where rounded_float() has no answer. */
static char *put_fixed(char *end, int decimals, double x)
{
    uint64_t digits;
    return rounded_float(x, decimals, &digits) ? put_digits(end, digits, decimals) : NULL;
}

static char *put_scientific(char *end, int decimals, double x)
{
    int bits, exponent = 0;
    uint64_t digits = 0, limit = 10;
    for (int i = 0; i < decimals; i++)
        limit *= 10;
    frexp(x, &bits);
    if (x != 0)
        exponent = bits * 30103 / 100000 - 2; /* by log10(2): not too high yet */
    while (rounded_float(x, decimals - exponent, &digits) && digits >= limit)
        exponent++;
    if (!rounded_float(x, decimals - exponent, &digits))
        return NULL;
    end = put_digits(end, (uint64_t)abs(exponent), 0);
    if (abs(exponent) < 10)
        *--end = '0';
    *--end = exponent < 0 ? '-' : '+';
    *--end = 'e';
    return put_digits(end, digits, decimals);
}

static void set_word(CellText *text, const char *word)
{
    text->at = word;
    text->length = (int)strlen(word);
}

static void set_number(CellText *text, PrintMode mode, int decimals, double x)
{
    if (!isfinite(x)) {
        set_word(text, isnan(x) ? "nan" : x < 0 ? "-inf" : "inf");
        return;
    }
    char *end = room_end(text);
    if (mode == PRINT_POINT)
        *--end = '.';
    decimals = mode == PRINT_POINT ? 0 : decimals;
    char *at = mode == PRINT_SCIENTIFIC ? put_scientific(end, decimals, x)
                                        : put_fixed(end, decimals, x);
    if (at && signbit(x))
        *--at = '-';
    if (at) {
        begins_at(text, at);
        return;
    }
    const char *format = mode == PRINT_SCIENTIFIC ? "%.*e" : mode == PRINT_POINT ? "%.*f." : "%.*f";
    snprintf(text->room, sizeof text->room, format, decimals, x);
    undo_locale(text->room);
    set_word(text, text->room);
}

static void set_integer(CellText *text, int64_t x)
{
    char *at = put_digits(room_end(text), x < 0 ? 0 - (uint64_t)x : (uint64_t)x, 0);
    if (x < 0)
        *--at = '-';
    begins_at(text, at);
}

static void set_cell(CellText *text, PrintStyle style, int decimals, const QkvTensor *t,
                     int64_t cell)
{
    if (style.mode == PRINT_BOOL)
        set_word(text, t->data.b[cell] ? "True" : "False");
    else if (style.mode == PRINT_INTEGER)
        set_integer(text, cell_integer(t, cell));
    else
        set_number(text, style.mode, decimals, qkv_tensor_at(t, cell));
}

void print_cell(Buf *out, PrintStyle style, int decimals, const QkvTensor *t, int64_t cell)
{
    CellText text;
    set_cell(&text, style, decimals, t, cell);
    buf_add(out, text.at, (size_t)text.length);
}

/* ---- which cells are shown ---- */

static bool cut_short(const PrintOptions *o, const QkvTensor *t, int axis)
{
    return t->count > o->most_cells && t->size[axis] > 2 * o->edge;
}

/* The index that is shown after `index`; the size of the axis after the last. */
static int64_t next_shown(const PrintOptions *o, const QkvTensor *t, int axis, int64_t index)
{
    return cut_short(o, t, axis) && index == o->edge - 1 ? t->size[axis] - o->edge : index + 1;
}

static bool after_gap(const PrintOptions *o, const QkvTensor *t, int axis, int64_t index)
{
    return cut_short(o, t, axis) && index == t->size[axis] - o->edge;
}

/* ---- the mode and the width ---- */

/* Properties that the shown cells have in common. Of a float tensor only cells that are finite and not zero
 * take part. `lowest` and `highest` are cells, -1 while there is none. */
typedef struct Survey {
    int64_t lowest, highest;
    double smallest, largest; /* magnitudes; of floats only */
    bool whole;               /* of floats only             */
} Survey;

static bool below(const QkvTensor *t, int64_t a, int64_t b)
{
    return qkv_is_long(t->dtype) ? t->data.i[a] < t->data.i[b]
                                 : qkv_tensor_at(t, a) < qkv_tensor_at(t, b);
}

static void survey_cell(Survey *s, const QkvTensor *t, int64_t cell)
{
    if (qkv_is_float(t->dtype)) {
        double x = qkv_tensor_at(t, cell);
        if (!isfinite(x) || x == 0.0)
            return;
        double magnitude = fabs(x);
        s->whole = s->whole && x == ceil(x);
        s->smallest = s->lowest < 0 || magnitude < s->smallest ? magnitude : s->smallest;
        s->largest = magnitude > s->largest ? magnitude : s->largest;
    }
    if (s->lowest < 0 || below(t, cell, s->lowest))
        s->lowest = cell;
    if (s->highest < 0 || below(t, s->highest, cell))
        s->highest = cell;
}

static void survey_block(Survey *s, const PrintOptions *o, const QkvTensor *t, int axis,
                         int64_t start)
{
    if (axis == t->rank) {
        survey_cell(s, t, start);
        return;
    }
    int64_t pitch = qkv_tensor_pitch(t, axis);
    for (int64_t i = 0; i < t->size[axis]; i = next_shown(o, t, axis, i))
        survey_block(s, o, t, axis + 1, start + i * pitch);
}

static PrintMode choose_mode(const QkvTensor *t, const PrintOptions *o, const Survey *s)
{
    if (t->dtype == QKV_BOOL)
        return PRINT_BOOL;
    if (!qkv_is_float(t->dtype))
        return PRINT_INTEGER;
    if (s->lowest < 0)
        return PRINT_POINT;
    /* The float nearest to 0.0001 is below the double 0.0001, as it is in PyTorch. */
    bool is_wide = s->largest / s->smallest > 1000.0 || s->largest > 1e8 || s->smallest < 1e-4;
    if (o->scientific == PRINT_ALWAYS || (o->scientific == PRINT_AS_NEEDED && is_wide))
        return PRINT_SCIENTIFIC;
    return s->whole ? PRINT_POINT : PRINT_FIXED;
}

static int cell_length(PrintStyle style, int decimals, const QkvTensor *t, int64_t cell)
{
    CellText text;
    set_cell(&text, style, decimals, t, cell);
    return text.length;
}

PrintStyle print_style(const QkvTensor *t, const PrintOptions *o)
{
    Survey s = {.lowest = -1, .highest = -1, .whole = true};
    if (t->count > 0)
        survey_block(&s, o, t, 0, 0);

    PrintStyle style = {choose_mode(t, o, &s), 1};
    if (s.lowest >= 0) {
        int low = cell_length(style, o->decimals, t, s.lowest);
        int high = cell_length(style, o->decimals, t, s.highest);
        style.width = low > high ? low : high;
    }
    return style;
}

/* ---- brackets ---- */

typedef struct TensorPrinter {
    Buf *out;
    const PrintOptions *o;
    const QkvTensor *t;
    PrintStyle style;
} TensorPrinter;

static void write_cell(const TensorPrinter *w, int64_t cell)
{
    CellText text;
    set_cell(&text, w->style, w->o->decimals, w->t, cell);
    buf_fill(w->out, ' ', w->style.width - text.length);
    buf_add(w->out, text.at, (size_t)text.length);
}

static void break_line(const TensorPrinter *w, int newlines, int indent)
{
    buf_puts(w->out, ",");
    buf_fill(w->out, '\n', newlines);
    buf_fill(w->out, ' ', indent + 1);
}

/* The comma before the item that would be number `item` of its row. */
static void separate(const TensorPrinter *w, int64_t item, int64_t per_line, int indent)
{
    if (item > 0 && item % per_line == 0)
        break_line(w, 1, indent);
    else if (item > 0)
        buf_puts(w->out, ", ");
}

static void write_row(const TensorPrinter *w, int64_t start, int indent)
{
    int axis = w->t->rank - 1;
    int fit = (w->o->width - indent) / (w->style.width + 2);
    int64_t per_line = fit > 1 ? fit : 1;
    int64_t item = 0;

    buf_putc(w->out, '[');
    for (int64_t i = 0; i < w->t->size[axis]; i = next_shown(w->o, w->t, axis, i)) {
        if (after_gap(w->o, w->t, axis, i)) {
            separate(w, item++, per_line, indent);
            buf_puts(w->out, " ...");
        }
        separate(w, item++, per_line, indent);
        write_cell(w, start + i);
    }
    buf_putc(w->out, ']');
}

static void write_block(const TensorPrinter *w, int axis, int64_t start, int indent)
{
    int left = w->t->rank - axis; /* axes of this block */
    if (left == 0) {
        write_cell(w, start);
        return;
    }
    if (left == 1) {
        write_row(w, start, indent);
        return;
    }
    int64_t pitch = qkv_tensor_pitch(w->t, axis);
    buf_putc(w->out, '[');
    for (int64_t i = 0; i < w->t->size[axis]; i = next_shown(w->o, w->t, axis, i)) {
        if (after_gap(w->o, w->t, axis, i)) {
            break_line(w, left - 1, indent);
            buf_puts(w->out, "...");
        }
        if (i > 0)
            break_line(w, left - 1, indent);
        write_block(w, axis + 1, start + i * pitch, indent + 1);
    }
    buf_putc(w->out, ']');
}

/* ---- tensors without cells ---- */

/* Adds ", text" to a line that is *column long, or starts a new one. PyTorch counts two columns
 * more than the first line has. */
static void add_suffix(const TensorPrinter *w, int *column, const char *text)
{
    int length = (int)strlen(text);
    if (*column + length + 2 <= w->o->width) {
        buf_puts(w->out, ", ");
        *column += length + 2;
    } else {
        buf_puts(w->out, ",\n");
        buf_fill(w->out, ' ', PREFIX);
        *column = PREFIX + length;
    }
    buf_puts(w->out, text);
}

static void add_type(const TensorPrinter *w, int *column)
{
    char text[32];
    snprintf(text, sizeof text, "dtype=torch.%s", qkv_dtype_name(w->t->dtype));
    add_suffix(w, column, text);
}

/* Returns, like write_cells, the column that add_suffix goes on from. */
static int write_empty(const TensorPrinter *w)
{
    int column = PREFIX + (int)strlen("[]") + 2;
    buf_puts(w->out, "[]");
    char suffix[SIZES_CAPACITY + 16];
    if (w->t->rank != 1) {
        snprintf(suffix, sizeof suffix, "size=%s", SIZES(w->t));
        add_suffix(w, &column, suffix);
    }
    if (w->t->dtype != QKV_FLOAT32)
        add_type(w, &column);
    return column;
}

static int write_cells(const TensorPrinter *w)
{
    Buf *out = w->out;
    size_t start = out->length, line = start;
    write_block(w, 0, 0, PREFIX);
    for (size_t i = start; i < out->length; i++)
        if (out->text[i] == '\n')
            line = i + 1;
    int column = (int)(out->length - line) + (line == start ? PREFIX : 0) + 2;
    QkvDType type = w->t->dtype; /* the types of plain numbers go without saying */
    if (type != QKV_FLOAT32 && type != QKV_INT64 && type != QKV_BOOL)
        add_type(w, &column);
    return column;
}

static void write_tensor(Buf *out, const QkvTensor *t, const PrintOptions *o)
{
    TensorPrinter w = {out, o, t, print_style(t, o)};
    buf_puts(out, "tensor(");
    int column = t->count == 0 ? write_empty(&w) : write_cells(&w);
    char made[80];
    snprintf(made, sizeof made, "grad_fn=<%s>",
             t->is_invalid ? "Invalid"
             : t->grad_fn  ? t->grad_fn
                           : "");
    if (t->wants_grad)
        add_suffix(&w, &column, t->grad_fn || t->is_invalid ? made : "requires_grad=True");
    buf_putc(out, ')');
}

void print_tensor(Buf *out, const QkvTensor *t, const PrintOptions *o)
{
    if (t->is_array)
        print_array(out, t, &o->array, true);
    else
        write_tensor(out, t, o);
}

void print_parameter(Buf *out, const QkvTensor *t, const PrintOptions *o)
{
    buf_puts(out, "Parameter containing:\n");
    write_tensor(out, t, o);
}

size_t print_size(const QkvTensor *t, const PrintOptions *o)
{
    enum { BRACKETS = 4 };
    size_t cells = 1, rows = 1, around = PREFIX + BRACKETS + (size_t)t->rank;
    for (int d = 0; d < t->rank; d++) {
        rows = cells;
        cells *= (size_t)(cut_short(o, t, d) ? 2 * o->edge : t->size[d]);
    }
    return t->count == 0 ? around : rows * around + cells * ((size_t)print_style(t, o).width + 2);
}

/* ---- repr ---- */

/* The next decimal away from zero: "1.29e+00" becomes "1.30e+00". False when all digits are 9. */
static bool next_decimal(char *text)
{
    for (char *p = strchr(text, 'e') - 1; p >= text; p--) {
        if (!isdigit((unsigned char)*p))
            continue;
        if (*p < '9') {
            ++*p;
            return true;
        }
        *p = '0';
    }
    return false;
}

/* Writes x > 0 as d.ddde+xx with so many digits; whether they read back the same. Below a power of two
 * doubles lie twice as dense as above, so there the nearest decimal may fail and the next one up fit. */
static bool reads_back(char *text, size_t size, int digits, double x)
{
    snprintf(text, size, "%.*e", digits - 1, x);
    return strtod(text, NULL) == x || (next_decimal(text) && strtod(text, NULL) == x);
}

/* The same with the fewest digits that do, or these and zeros: as many as the bits of x are worth begin
 * with any shorter decimal that reads back. A denormal number has fewer bits. */
static void shortest(char *text, size_t size, double x)
{
    enum { LEAST_EXPONENT = DBL_MIN_EXP - DBL_MANT_DIG }; /* of the last bit of a denormal */
    int bits;
    frexp(x, &bits);
    bits -= LEAST_EXPONENT;
    bits = bits < DBL_MANT_DIG ? bits : DBL_MANT_DIG;
    int digits = (bits - 1) * 30103 / 100000; /* log10(2) */
    digits = digits > 1 ? digits : 1;
    while (!reads_back(text, size, digits, x) && digits < FLOAT_DIGITS)
        digits++;
    undo_locale(text);
}

static void add_exponent_form(Buf *out, const char *digits, int exponent)
{
    buf_putc(out, digits[0]);
    if (digits[1])
        buf_printf(out, ".%s", digits + 1);
    buf_printf(out, "e%c%02d", exponent < 0 ? '-' : '+', abs(exponent));
}

/* digits[0] counts 10^exponent. */
static void add_plain_form(Buf *out, const char *digits, int exponent)
{
    int count = (int)strlen(digits);
    int before = exponent + 1; /* digits before the point; none when below 1 */
    if (before <= 0) {
        buf_puts(out, "0.");
        buf_fill(out, '0', -before);
        buf_puts(out, digits);
    } else if (before >= count) {
        buf_puts(out, digits);
        buf_fill(out, '0', before - count);
        buf_puts(out, ".0");
    } else {
        buf_add(out, digits, (size_t)before);
        buf_printf(out, ".%s", digits + before);
    }
}

void print_float(Buf *out, double x)
{
    if (isnan(x)) {
        buf_puts(out, "nan");
        return;
    }
    if (signbit(x))
        buf_putc(out, '-');
    x = fabs(x);
    if (isinf(x) || x == 0.0) {
        buf_puts(out, isinf(x) ? "inf" : "0.0");
        return;
    }
    char text[NUMBER_TEXT];
    char digits[FLOAT_DIGITS + 1] = "";
    size_t count = 0;
    shortest(text, sizeof text, x);
    for (const char *p = text; *p != 'e'; p++)
        if (isdigit((unsigned char)*p))
            digits[count++] = *p;
    while (count > 1 && digits[count - 1] == '0')
        count--;
    digits[count] = '\0';
    int exponent = atoi(strchr(text, 'e') + 1);
    if (exponent < -4 || exponent >= 16)
        add_exponent_form(out, digits, exponent);
    else
        add_plain_form(out, digits, exponent);
}

/* ---- the same as texts of a context ---- */

const char *qkv_print(Qkv *q, const QkvTensor *t)
{
    if (!q)
        return NULL;
    Buf out = {.arena = qkv_arena(q)};
    if (t)
        print_tensor(&out, t, &print_default);
    return t ? text_of(&out) : NULL;
}

const char *qkv_print_float(Qkv *q, double x)
{
    if (!q)
        return NULL;
    Buf out = {.arena = qkv_arena(q)};
    print_float(&out, x);
    return text_of(&out);
}
