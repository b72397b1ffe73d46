#include "app/change_text.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lesson/change_place.h"
#include "lesson/result.h"

/* A cell as it is written in code, with as many digits as it takes. */
static void put_value(Buf *out, const Lens *l, const QkvTensor *t, int64_t cell)
{
    enum { FEWEST = 6, MOST = 9, MOST_OF_DOUBLE = 17 };
    double x = lens_value(l, t, cell);
    char text[40];
    if (!qkv_is_float(t->dtype)) {
        lens_full(out, l, t, cell);
    } else if (!isfinite(x)) {
        buf_printf(out, "float('%s')", isnan(x) ? "nan" : x > 0 ? "inf" : "-inf");
    } else {
        int most = t->dtype == QKV_FLOAT64 ? MOST_OF_DOUBLE : MOST;
        for (int digits = FEWEST; digits <= most; digits++) {
            snprintf(text, sizeof text, "%.*g", digits, x);
            double read = strtod(text, NULL);
            if ((t->dtype == QKV_FLOAT64 ? read : (double)(float)read) == x)
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

/* True when a text names the part of a tensor that has these indices. */
static bool means(Arena *a, const Run *run, const char *text, const QkvTensor *t,
                  const int64_t *index)
{
    Err err = {0};
    PlacePart part;
    bool is_it = place_part(a, run, text, &part, &err) && part.t == t;
    for (int d = 0; is_it && d < t->rank; d++)
        is_it = part.index[d] == index[d];
    return is_it;
}

const char *change_of_place(Arena *a, const Run *run, const QkvTensor *t, const int64_t *index)
{
    const Result *r = change_result(a, run, t->step);
    int64_t batch = t->rank > 0 && index[0] > 0 ? index[0] * qkv_tensor_pitch(t, 0) : 0;
    for (int how = 0; r && how < SPELLINGS; how++) {
        Buf text = {.arena = a};
        buf_printf(&text, "%s[", r->name);
        for (int d = 0; d < t->rank; d++) {
            buf_puts(&text, d ? ", " : "");
            if (index[d] < 0)
                buf_putc(&text, ':');
            else
                put_index(&text, t, d, index[d], batch, (Spelling)how);
        }
        buf_puts(&text, t->rank ? "]" : "...]");
        if (means(a, run, buf_text(&text), t, index))
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

const char *change_of_cell(Arena *a, const Lens *l, const QkvTensor *t, int64_t cell)
{
    int64_t at[QKV_MAX_RANK];
    qkv_tensor_index(t, cell, at);
    const char *place = change_of_place(a, l->run, t, at);
    if (!place || !lens_shows_cells(l, t, (Cells){cell, 1}))
        return NULL;
    Buf text = {.arena = a};
    Lens own = *l; /* no difference from the other run */
    own.differs = false;
    buf_printf(&text, "%s = ", place);
    put_value(&text, &own, t, cell);
    return buf_text(&text);
}
