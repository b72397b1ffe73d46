/* NumPy's print format, of version 2 (github.com/numpy/numpy, _core/arrayprint.py).
 *
 * As in PyTorch's, the cells that are shown decide on one form for all of them. Floats have the fewest digits that
 * tell them from their neighbours, and at most `decimals` after the point; columns are as wide as the
 * longest part before the point and the longest after it. */
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/cells.h"
#include "core/context.h"
#include "core/print.h"

enum { DIGITS = 17, NUMBER_ROOM = 512 };

/* --- the digits of a number ------------------------------------------------------------------------- */

/* |x| as digits[0].digits[1].. * 10^exponent, without zeros at the end. */
typedef struct Decimal {
    char digits[NUMBER_ROOM];
    int count, exponent;
} Decimal;

/* Reads d.ddde+xx. */
static void read_decimal(Decimal *d, const char *text)
{
    d->count = 0;
    for (; *text && *text != 'e'; text++)
        if (*text >= '0' && *text <= '9')
            d->digits[d->count++] = *text;
    d->exponent = *text ? atoi(text + 1) : 0;
    while (d->count > 1 && d->digits[d->count - 1] == '0')
        d->count--;
}

/* The fewest digits that read back the same, as the type of the cell has it. */
static void decimal_of(Decimal *d, double x, QkvDType type)
{
    char text[NUMBER_ROOM];
    double size = fabs(x);
    for (int digits = 1; digits <= DIGITS; digits++) {
        snprintf(text, sizeof text, "%.*e", digits - 1, size);
        bool is_same = type == QKV_FLOAT32 ? strtof(text, NULL) == (float)size
                                           : strtod(text, NULL) == size;
        if (is_same)
            break;
    }
    read_decimal(d, text);
}

/* The same with at most so many after the point, or in all after the first. */
static void cut_decimal(Decimal *d, double x, int decimals, bool is_scientific)
{
    char text[NUMBER_ROOM];
    int after = d->count - 1 - (is_scientific ? 0 : d->exponent);
    if (after <= decimals)
        return;
    snprintf(text, sizeof text, is_scientific ? "%.*e" : "%.*f", decimals, fabs(x));
    if (is_scientific) {
        read_decimal(d, text);
        return;
    }
    const char *at = text + strspn(text, "0.");
    const char *point = strchr(text, '.');
    int whole = (int)(point ? point - text : (long)strlen(text));
    d->exponent = *at ? whole - 1 - (int)(at - text) + (at > text + whole) : 0;
    d->count = 0;
    for (at = *at ? at : text; *at; at++)
        if (*at != '.')
            d->digits[d->count++] = *at;
    while (d->count > 1 && d->digits[d->count - 1] == '0')
        d->count--;
}

/* --- one form for all cells -------------------------------------------------------------------------- */

/* How the cells of an array are written. */
typedef struct Form {
    const ArrayOptions *o;
    QkvDType type;
    bool is_scientific;
    int decimals;    /* all of them are written in the scientific form */
    int left, right; /* columns before the point, and after it         */
    int exponent;    /* digits of the exponent                         */
    int width;       /* of what is no float                            */
} Form;

/* The parts of a number: "-12", "5", "e+03". */
typedef struct NumberParts {
    Decimal d;
    int whole; /* digits before the point */
    int after; /* digits after it         */
    bool is_negative;
} NumberParts;

static void take_apart(NumberParts *p, const Form *f, double x)
{
    decimal_of(&p->d, x, f->type);
    cut_decimal(&p->d, x, f->decimals, f->is_scientific);
    int exponent = f->is_scientific ? 0 : p->d.exponent;
    bool is_zero = p->d.digits[0] == '0';
    p->is_negative = signbit(x);
    p->whole = exponent > 0 && !is_zero ? exponent + 1 : 1;
    p->after = is_zero ? 0 : p->d.count - 1 - exponent;
    p->after = p->after > 0 ? p->after : 0;
}

static int exponent_digits(const Decimal *d)
{
    return abs(d->exponent) >= 100 ? 3 : 2;
}

static int max_of(int a, int b)
{
    return a > b ? a : b;
}

static void add_digits(Buf *out, const NumberParts *p, int from, int count)
{
    for (int i = from; i < from + count; i++)
        buf_putc(out, i >= 0 && i < p->d.count ? p->d.digits[i] : '0');
}

static void write_float(Buf *out, const Form *f, double x)
{
    if (!isfinite(x)) {
        const char *word = isnan(x) ? "nan" : x < 0 ? "-inf" : "inf";
        buf_fill(out, ' ', f->left + f->right + 1 - (int)strlen(word));
        buf_puts(out, word);
        return;
    }
    NumberParts p;
    take_apart(&p, f, x);
    int shift = f->is_scientific ? 0 : p.d.exponent;
    buf_fill(out, ' ', f->left - p.whole - p.is_negative);
    if (p.is_negative)
        buf_putc(out, '-');
    add_digits(out, &p, shift - p.whole + 1, p.whole);
    buf_putc(out, '.');
    add_digits(out, &p, shift + 1, f->is_scientific ? f->decimals : p.after);
    if (f->is_scientific)
        buf_printf(out, "e%c%0*d", p.d.exponent < 0 ? '-' : '+', f->exponent, abs(p.d.exponent));
    else
        buf_fill(out, ' ', f->right - p.after);
}

static void write_item(Buf *out, const Form *f, const QkvTensor *t, int64_t cell)
{
    if (qkv_is_float(t->dtype)) {
        write_float(out, f, qkv_tensor_at(t, cell));
        return;
    }
    char digits[24]; /* of any int64 */
    const char *word = digits;
    if (t->dtype == QKV_BOOL)
        word = t->data.b[cell] ? "True" : "False";
    else
        snprintf(digits, sizeof digits, "%lld", (long long)cell_integer(t, cell));
    buf_fill(out, ' ', f->width - (int)strlen(word));
    buf_puts(out, word);
}

/* --- what the cells have in common --------------------------------------------------------------------- */

typedef void Visit(void *data, const QkvTensor *t, int64_t cell);

static bool is_cut(const ArrayOptions *o, const QkvTensor *t, int axis)
{
    return t->count > o->most_cells && t->size[axis] > 2 * o->edge;
}

static int64_t next_index(const ArrayOptions *o, const QkvTensor *t, int axis, int64_t i)
{
    return is_cut(o, t, axis) && i == o->edge - 1 ? t->size[axis] - o->edge : i + 1;
}

static void visit_shown(const ArrayOptions *o, const QkvTensor *t, int axis, int64_t start,
                        Visit *visit, void *data)
{
    if (axis == t->rank) {
        visit(data, t, start);
        return;
    }
    int64_t pitch = qkv_tensor_pitch(t, axis);
    for (int64_t i = 0; i < t->size[axis]; i = next_index(o, t, axis, i))
        visit_shown(o, t, axis + 1, start + i * pitch, visit, data);
}

typedef struct Sizes {
    double least, most; /* of the finite cells but 0 */
    bool any;
} Sizes;

static void visit_size(void *data, const QkvTensor *t, int64_t cell)
{
    Sizes *s = data;
    double x = fabs(qkv_tensor_at(t, cell));
    if (!isfinite(x) || x == 0)
        return;
    s->least = s->any && s->least < x ? s->least : x;
    s->most = s->any && s->most > x ? s->most : x;
    s->any = true;
}

static void visit_finite(void *data, const QkvTensor *t, int64_t cell)
{
    Form *f = data;
    double x = qkv_tensor_at(t, cell);
    NumberParts p;
    if (!isfinite(x))
        return;
    take_apart(&p, f, x);
    f->left = max_of(f->left, p.whole + p.is_negative);
    f->right = max_of(f->right, p.after);
    f->exponent = max_of(f->exponent, exponent_digits(&p.d));
}

/* The others need room, too, which reaches from the last digit to the left. */
static void visit_other(void *data, const QkvTensor *t, int64_t cell)
{
    Form *f = data;
    double x = qkv_tensor_at(t, cell);
    if (!isfinite(x))
        f->left = max_of(f->left, (isinf(x) && x < 0 ? 4 : 3) - (f->right + 1));
}

static void visit_whole(void *data, const QkvTensor *t, int64_t cell)
{
    Form *f = data;
    int64_t x = cell_integer(t, cell);
    int width = snprintf(NULL, 0, "%lld", (long long)x);
    f->width = max_of(f->width, t->dtype == QKV_BOOL ? 5 : width);
}

static Form array_form(const QkvTensor *t, const ArrayOptions *o)
{
    Form f = {.o = o, .type = t->dtype, .decimals = o->decimals};
    Sizes s = {0};
    if (!qkv_is_float(t->dtype)) {
        visit_shown(o, t, 0, 0, visit_whole, &f);
        return f;
    }
    visit_shown(o, t, 0, 0, visit_size, &s);
    double most = t->dtype == QKV_FLOAT32 ? 1e6 : 1e8;
    f.is_scientific = s.any && (s.most >= most ||
                                (!o->suppress && (s.least < 1e-4 || s.most / s.least > 1000)));
    visit_shown(o, t, 0, 0, visit_finite, &f);
    if (f.is_scientific) {
        f.decimals = f.right;
        f.right += f.exponent + 2;
    }
    visit_shown(o, t, 0, 0, visit_other, &f);
    return f;
}

/* --- brackets ------------------------------------------------------------------------------------------ */

typedef struct ArrayPrinter {
    Buf *out;
    const ArrayOptions *o;
    const QkvTensor *t;
    Form form;
    const char *between; /* ", " or " " */
    int indent;          /* columns of "array(", and one */
    int width;           /* of a line */
    Buf line;            /* of the innermost axis, not yet written */
    Buf word;            /* of the cell in hand                    */
} ArrayPrinter;

/* Ends the line without the blanks at its end. */
static void end_array_line(ArrayPrinter *w)
{
    size_t length = w->line.length;
    while (length > 0 && w->line.text[length - 1] == ' ')
        length--;
    buf_add(w->out, buf_text(&w->line), length);
    buf_putc(w->out, '\n');
    buf_cut(&w->line, 0);
}

/* Puts a word where it fits, else on a line of its own; `indent` is what each line begins with. */
static void add_word(ArrayPrinter *w, const char *word, int width, int indent, const char *between)
{
    int length = (int)w->line.length;
    if (length + (int)strlen(word) > width && length > indent) {
        end_array_line(w);
        buf_fill(&w->line, ' ', indent);
    }
    buf_puts(&w->line, word);
    buf_puts(&w->line, between);
}

static bool is_after_gap(const ArrayPrinter *w, int axis, int64_t i)
{
    return is_cut(w->o, w->t, axis) && i == w->t->size[axis] - w->o->edge;
}

/* The brackets that are open before `axis` stand in the place of blanks of its lines. */
static void write_line(ArrayPrinter *w, int axis, int64_t start)
{
    int64_t n = w->t->size[axis];
    int indent = w->indent + axis;
    int ends = max_of((int)strcspn(w->between, " "), 1), width = w->width - axis - ends;
    buf_fill(&w->line, ' ', indent);
    for (int64_t i = 0; i < n; i = next_index(w->o, w->t, axis, i)) {
        buf_clear(&w->word);
        if (is_after_gap(w, axis, i))
            add_word(w, "...", width, indent, w->between);
        write_item(&w->word, &w->form, w->t, start + i);
        add_word(w, buf_text(&w->word), width, indent, i < n - 1 ? w->between : "");
    }
}

/* The text of a part, whose first line has no indent. */
static void write_part(ArrayPrinter *w, int axis, int64_t start)
{
    const QkvTensor *t = w->t;
    int left = t->rank - axis, indent = w->indent + axis;
    size_t begins = w->out->length;
    if (left == 1) {
        write_line(w, axis, start);
        buf_add(w->out, buf_text(&w->line), w->line.length);
        buf_cut(&w->line, 0);
    }
    int64_t pitch = qkv_tensor_pitch(t, axis), n = left > 1 ? t->size[axis] : 0;
    for (int64_t i = 0; i < n; i = next_index(w->o, t, axis, i)) {
        if (i > 0) {
            buf_add(w->out, w->between, strcspn(w->between, " "));
            buf_fill(w->out, '\n', left - 1);
        }
        if (is_after_gap(w, axis, i)) {
            buf_fill(w->out, ' ', indent);
            buf_puts(w->out, "...");
            buf_add(w->out, w->between, strcspn(w->between, " "));
            buf_fill(w->out, '\n', left - 1);
        }
        buf_fill(w->out, ' ', indent);
        write_part(w, axis + 1, start + i * pitch);
    }
    /* a bracket takes the place of the first line's last blank */
    size_t from = begins + (size_t)indent;
    memmove(w->out->text + begins + 1, w->out->text + from, w->out->length - from);
    w->out->text[begins] = '[';
    buf_cut(w->out, w->out->length - (size_t)indent + 1);
    buf_putc(w->out, ']');
}

/* --- single numbers -------------------------------------------------------------------------------------- */

static void write_single(Buf *out, const QkvTensor *t)
{
    double x = qkv_tensor_at(t, 0);
    if (t->dtype == QKV_BOOL || !qkv_is_float(t->dtype)) {
        write_item(out, &(Form){0}, t, 0);
    } else if (t->dtype == QKV_FLOAT64 || !isfinite(x) || x == 0) {
        print_float(out, x);
    } else if (fabs(x) >= 1e6 || fabs(x) < 1e-4) {
        Decimal d;
        decimal_of(&d, x, t->dtype);
        buf_printf(out, "%s%c%s%.*se%c%02d", x < 0 ? "-" : "", d.digits[0], d.count > 1 ? "." : "",
                   d.count - 1, d.digits + 1, d.exponent < 0 ? '-' : '+', abs(d.exponent));
    } else {
        char text[NUMBER_ROOM]; /* the double nearest to the float's own digits prints as these */
        Decimal d;
        decimal_of(&d, x, t->dtype);
        snprintf(text, sizeof text, "%s0.%.*se%d", x < 0 ? "-" : "", d.count, d.digits,
                 d.exponent + 1);
        print_float(out, strtod(text, NULL));
    }
}

/* np.float64(0.5), np.True_ */
static void write_single_repr(Buf *out, const QkvTensor *t)
{
    buf_puts(out, "np.");
    if (t->dtype != QKV_BOOL)
        buf_printf(out, "%s(", qkv_dtype_name(t->dtype));
    write_single(out, t);
    buf_puts(out, t->dtype == QKV_BOOL ? "_" : ")");
}

/* --- arrays ------------------------------------------------------------------------------------------------ */

/* Writes what the numbers do not tell: sizes and type. */
static void write_rest(Buf *out, const QkvTensor *t, const ArrayOptions *o, size_t start)
{
    Buf rest = {.arena = out->arena};
    bool has_size = (t->count == 0 && t->rank != 1) || t->count > o->most_cells;
    bool has_type = t->count == 0 || t->dtype == QKV_FLOAT32 || t->dtype == QKV_UINT8 ||
                    t->dtype == QKV_INT32;
    if (has_size)
        buf_printf(&rest, "shape=%s%s", SIZES(t), has_type ? ", " : "");
    if (has_type)
        buf_printf(&rest, "dtype=%s", qkv_dtype_name(t->dtype));
    if (rest.length > 0) {
        buf_putc(out, ',');
        size_t line = out->length;
        while (line > start && out->text[line - 1] != '\n')
            line--;
        bool fits = out->length - line + rest.length + 2 <= (size_t)o->width;
        buf_puts(out, fits ? " " : "\n      ");
    }
    buf_puts(out, buf_text(&rest));
    buf_putc(out, ')');
    out->cut = out->cut || rest.cut;
    buf_release(&rest);
}

void print_array(Buf *out, const QkvTensor *t, const ArrayOptions *o, bool repr)
{
    if (t->rank == 0 && !(repr && t->is_held)) {
        (repr ? write_single_repr : write_single)(out, t);
        return;
    }
    size_t start = out->length;
    if (repr)
        buf_puts(out, "array(");
    if (t->count == 0) {
        buf_puts(out, "[]");
    } else if (t->rank == 0) {
        Form form = array_form(t, o);
        form.width = 0;
        write_item(out, &form, t, 0);
    } else {
        ArrayPrinter w = {.out = out,
                          .line = {.arena = out->arena},
                          .word = {.arena = out->arena},
                          .o = o,
                          .t = t,
                          .form = array_form(t, o),
                          .between = repr ? ", " : " ",
                          .indent = repr ? 7 : 1,
                          .width = o->width - repr};
        write_part(&w, 0, 0);
        out->cut = out->cut || w.line.cut || w.word.cut;
        buf_release(&w.line);
        buf_release(&w.word);
    }
    if (repr)
        write_rest(out, t, o, start);
}
