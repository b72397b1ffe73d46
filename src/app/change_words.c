#include "app/change_words.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lesson/change_place.h"
#include "lesson/result.h"

/* A cell as it is written in code, with as many digits as it takes. */
static void put_value(Buf *out, const QkvTensor *t, int64_t cell)
{
    enum { FEWEST = 6, MOST = 9 };
    double x = qkv_tensor_at(t, cell);
    char text[40];
    if (t->dtype == QKV_BOOL) {
        buf_puts(out, x != 0 ? "True" : "False");
    } else if (t->dtype == QKV_INT64) {
        buf_printf(out, "%lld", (long long)t->data.i[cell]);
    } else if (!isfinite(x)) {
        buf_printf(out, "float('%s')", isnan(x) ? "nan" : x > 0 ? "inf" : "-inf");
    } else {
        for (int digits = FEWEST; digits <= MOST; digits++) {
            snprintf(text, sizeof text, "%.*g", digits, x);
            if ((float)strtod(text, NULL) == (float)x)
                break;
        }
        buf_puts(out, text);
    }
}

/* How an index is written: as a word, in quotes, as a number. */
typedef enum Spelling { BY_WORD, BY_QUOTES, BY_NUMBER, SPELLINGS } Spelling;

static void put_index(Buf *out, const QkvTensor *t, int axis, int64_t index, int64_t cell,
                      Spelling how)
{
    const char *label = how == BY_NUMBER ? NULL : qkv_tensor_label(t, axis, index, cell);
    bool is_word = label && how == BY_WORD &&
                   label[strspn(label, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_"
                                       "0123456789")] == '\0' &&
                   (*label < '0' || *label > '9');
    if (is_word)
        buf_puts(out, label);
    else if (label)
        buf_printf(out, "\"%s\"", label);
    else
        buf_printf(out, "%lld", (long long)index);
}

/* "E[she, f1]", or without the index of an axis "E[she, :]", as a change names it; NULL where nothing means it. */
static const char *place_text(Arena *a, const Run *run, const char *name, const QkvTensor *t,
                              int64_t cell, int without)
{
    int64_t at[QKV_MAX_RANK];
    qkv_tensor_index(t, cell, at);
    for (int how = 0; how < SPELLINGS; how++) {
        Buf text = {.arena = a};
        Err err = {0};
        PlacePart part;
        buf_printf(&text, "%s[", name);
        for (int d = 0; d < t->rank; d++) {
            buf_puts(&text, d ? ", " : "");
            if (d == without)
                buf_putc(&text, ':');
            else
                put_index(&text, t, d, at[d], cell, (Spelling)how);
        }
        buf_puts(&text, t->rank ? "]" : "...]");
        bool is_it = place_part(a, run, buf_text(&text), &part, &err) && part.t == t;
        for (int d = 0; is_it && d < t->rank; d++)
            is_it = part.index[d] == (d == without ? -1 : at[d]);
        if (is_it)
            return buf_text(&text);
    }
    return NULL;
}

const Result *change_result(Arena *a, const Run *run, int step)
{
    Results all = results_of(a, run);
    for (int i = 0; i < all.count && step >= 0; i++) {
        const Result *r = &all.item[i];
        if (r->kind == RESULT_TENSOR && r->step == step && *r->name &&
            results_find(&all, r->name) == r)
            return r;
    }
    return NULL;
}

const char *change_of_cell(Arena *a, const Run *run, const QkvTensor *t, int64_t cell)
{
    const Result *r = change_result(a, run, t->step);
    const char *place = r ? place_text(a, run, r->name, t, cell, -1) : NULL;
    if (!place)
        return NULL;
    Buf text = {.arena = a};
    buf_printf(&text, "%s = ", place);
    put_value(&text, t, cell);
    return buf_text(&text);
}

/* Where the sign of an assignment begins, "=" or "+="; NULL for none. */
static const char *find_sign(const char *line)
{
    const char *at = strchr(line, '=');
    if (!at || at == line || at[1] == '=' || strchr("=!<>", at[-1]))
        return NULL;
    return strchr("+-*/", at[-1]) ? at - 1 : at;
}

const char *change_of_words(Arena *a, const CellHere *here, const char *line)
{
    Buf said = {.arena = a};
    int64_t cell;
    bool is_column = false;
    const char *sign = find_sign(line);
    size_t length = sign ? (size_t)(sign - line) : 0;
    while (length > 0 && line[length - 1] == ' ')
        length--;
    const char *left = arena_text(a, line, length);
    CellHere exact = *here;
    exact.is_exact = true; /* a change of a head that nobody named would go unseen */
    const QkvTensor *t = length > 0 ? cell_of_words(&exact, left, &cell, &said) : NULL;
    const QkvTensor *of = length > 0 && !t ? cell_line(&exact, left, &cell, &is_column, NULL) : t;
    const Result *r = of ? change_result(a, here->run, of->step) : NULL;
    int without = t || !of ? -1 : is_column ? of->rank - 2 : of->rank - 1;
    const char *place = r ? place_text(a, here->run, r->name, of, cell, without) : NULL;
    return place ? arena_format(a, "%s %s", place, sign) : NULL;
}

bool change_read(Arena *a, const Run *run, const char *line, Change *out, Err *err)
{
    Err later = {0};
    CellHere here = {.run = run};
    if (change_parse(a, run, line, out, err))
        return true;
    const char *change = change_of_words(a, &here, line);
    bool ok = change && change_parse(a, run, change, out, &later);
    *err = ok ? later : *err;
    return ok;
}
