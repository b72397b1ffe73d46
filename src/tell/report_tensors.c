/* A line for each tensor of a file: what people do first with a checkpoint. */
#include <math.h>
#include <string.h>

#include "base/common.h"
#include "base/utf8.h"
#include "tell/number.h"
#include "tell/report.h"

enum { NAME_MOST = 40 };

/* Smallest, largest and mean of the numbers that are numbers, and how many are none. */
typedef struct NumberSpread {
    double least, most, sum;
    int64_t numbers, others;
} NumberSpread;

static NumberSpread spread_of(const TensorFile *f, int i)
{
    NumberSpread s = {.least = (double)INFINITY, .most = -(double)INFINITY};
    for (int64_t at = 0; at < f->tensor[i].count; at++) {
        double x = tensor_file_number(f, i, at);
        if (!isfinite(x)) {
            s.others++;
            continue;
        }
        s.least = fmin(s.least, x);
        s.most = fmax(s.most, x);
        s.sum += x;
        s.numbers++;
    }
    return s;
}

static const char *name_of(Arena *a, const StoredTensor *t)
{
    Buf text = {0};
    buf_shown(&text, t->name, strlen(t->name));
    return *t->name ? arena_keep(a, &text) : "-";
}

static const char *shape_of(Arena *a, const StoredTensor *t)
{
    Buf text = {0};
    buf_putc(&text, '(');
    for (int d = 0; d < t->rank; d++)
        buf_printf(&text, d ? ", %lld" : "%lld", (long long)t->size[d]);
    buf_puts(&text, t->rank == 1 ? ",)" : ")");
    return arena_keep(a, &text);
}

static void put_number(Buf *out, double x)
{
    Buf text = {0};
    number_short(&text, x, NUMBER_DECIMALS);
    buf_printf(out, " %11s", buf_text(&text));
    buf_release(&text);
}

static void put_row(Buf *out, Arena *a, const TensorFile *f, int i, int names, int shapes)
{
    const StoredTensor *t = &f->tensor[i];
    const char *name = name_of(a, t), *shape = shape_of(a, t);
    buf_puts(out, name);
    buf_fill(out, ' ', names - utf8_columns(name));
    buf_printf(out, "  %-5s %s", t->type, shape);
    if (t->kind != STORED_OTHER) {
        NumberSpread s = spread_of(f, i);
        buf_fill(out, ' ', shapes - (int)strlen(shape));
        if (s.numbers > 0) {
            put_number(out, s.least);
            put_number(out, s.most);
            put_number(out, s.sum / (double)s.numbers);
        }
        if (s.others > 0)
            buf_printf(out, "  %lld nan or inf", (long long)s.others);
    }
    buf_putc(out, '\n');
}

void report_tensors(Buf *out, const TensorFile *f)
{
    Arena a = {0};
    int names = (int)strlen("name"), shapes = (int)strlen("shape");
    for (int i = 0; i < f->count; i++) {
        names = max_int(names, min_int(NAME_MOST, utf8_columns(name_of(&a, &f->tensor[i]))));
        shapes = max_int(shapes, (int)strlen(shape_of(&a, &f->tensor[i])));
    }
    buf_printf(out, "%-*s  %-5s %-*s %11s %11s %11s\n", names, "name", "type", shapes, "shape",
               "smallest", "largest", "mean");
    for (int i = 0; i < f->count; i++)
        put_row(out, &a, f, i, names, shapes);
    arena_release(&a);
}
