#include "look.h"

#include <math.h>
#include <string.h>

#include "tell/axes.h"
#include "tell/forming.h"

/* --- who looks at whom ------------------------------------------------------------------------------ */

/* "0.9820 of x2": the place in the line from cell `first` on that is named so and has this number; -1: there is none. */
static int64_t place_of(const Look *k, Arena *a, const char *text, size_t length, bool is_row)
{
    const QkvTensor *t = k->t;
    int64_t cols = matrix_cols(t), item = matrix_item(t, k->cell) * matrix_cells(t);
    int64_t at = k->cell - item, count = is_row ? cols : matrix_rows(t);
    const char *told = arena_text(a, text, length), *name = strstr(told, is_row ? " of " : " by ");
    for (int64_t i = 0; i < count && name; i++) {
        int64_t cell = item + (is_row ? at / cols * cols + i : i * cols + at % cols);
        if (strcmp(name + 4, matrix_own_name(a, t, t->rank - (is_row ? 1 : 2), i, item)) != 0)
            continue;
        expect_value(k, told, qkv_tensor_at(t, cell));
        return cell;
    }
    return -1;
}

/* "x2 looks at: 0.9820 of x2, 0.0180 of x3, ..": the largest of a row or a column in their order, each with its own label;
 * those that a mask hides are left out. */
static void expect_look(const Look *k, Arena *a, const char *line, bool is_row)
{
    const char *text = strstr(line, is_row ? " looks at: " : " looked at: ");
    EXPECT(k, text, "'%.300s' says nothing", line);
    text += strlen(is_row ? " looks at: " : " looked at: ");
    double least = (double)INFINITY;
    for (int told = 0; *text && strcmp(text, "nothing.") != 0 && strcmp(text, "...") != 0; told++) {
        const char *gap = strstr(text, ", ");
        size_t length = gap ? (size_t)(gap - text) : strlen(text) - 1;
        int64_t cell = place_of(k, a, text, length, is_row);
        EXPECT(k, cell >= 0, "no place of '%s'", text);
        double value = qkv_tensor_at(k->t, cell);
        EXPECT(k, !(value > least) && !lens_masks(k->l, k->t, cell), "'%s' is not in order", line);
        EXPECT(k, told < 6, "'%s' is long", line);
        least = value;
        text = gap ? gap + 2 : "";
    }
}

void expect_attention(const Look *k, Arena *a)
{
    const Piece *p = k->d->piece;
    EXPECT(k, p->kind == PIECE_LOOKS && p->looks.t == k->t && p->looks.cell == k->cell, "%s",
           "no bars");
    expect_look(k, a, p[1].text, true);
    expect_look(k, a, p[2].text, false);
}

/* --- a row of weights ------------------------------------------------------------------------------- */

int rows_formed, contexts_formed;

static double cell_value(const DocCell *c)
{
    return qkv_tensor_at(c->t, c->cell);
}

/* Within softmax, column `c` is what is left when the largest score is taken off, the next one e to that. */
static void expect_powers(const Look *k, const DocTable *t, int c)
{
    double most = -(double)INFINITY, sum = 0;
    for (int r = 0; r < t->rows; r++)
        most = fmax(most, cell_value(&t->cell[r * t->columns + c - 1]));
    for (int r = 0; r < t->rows; r++)
        sum += exp(cell_value(&t->cell[r * t->columns + c - 1]) - most);
    for (int r = 0; r < t->rows && isfinite(most) && sum > 0; r++) {
        const DocCell *cell = &t->cell[r * t->columns + c];
        double off = cell_value(cell - 1) - most;
        expect_value(k, cell->text, (double)(float)off);
        expect_value(k, cell[1].text, (double)(float)exp(off));
        EXPECT(k, fabs(exp(off) / sum - cell_value(cell + 2)) < 1e-6, "%g is no share",
               cell_value(cell + 2));
    }
}

/* The last weights times the values of each key are a cell of the context. */
static void expect_mix(const Look *k, Arena *a, const DocTable *t, int first)
{
    Forming f;
    EXPECT(k, forming_of(a, k->l, k->t, k->cell, &f), "%s is no row", t->row[t->at]);
    for (int c = first; c < t->columns; c++) {
        double sum = 0, size = 0;
        for (int r = 0; r < t->rows; r++) {
            double x = cell_value(&t->cell[r * t->columns + first - 1]) *
                       cell_value(&t->cell[r * t->columns + c]);
            sum += x;
            size += fabs(x);
        }
        double is = qkv_tensor_at(forming_context(k->run, &f), f.context[c - first]);
        EXPECT(k, isnan(is) || fabs(sum - is) <= 1e-5 * size + 1e-9, "%s: %g is %g", t->column[c],
               sum, is);
        contexts_formed++;
    }
}

void expect_row(const Look *k, Arena *a)
{
    const DocTable *t = &k->d->piece[0].table;
    EXPECT(k, k->d->piece[0].kind == PIECE_TABLE && t->columns > 0, "no table of %d", t->rows);
    bool has_own = false, is_whole = t->before + t->after == 0;
    int values = t->columns;
    for (int i = 0; i < t->rows * t->columns; i++) {
        const DocCell *c = &t->cell[i];
        has_own = has_own || (i / t->columns == t->at && c->t == k->t && c->cell == k->cell &&
                              c->mark == MARK_RESULT);
        if (c->t)
            expect_value(k, c->text, cell_value(c));
    }
    EXPECT(k, has_own, "the number is not in row %s", t->row[t->at]);
    for (int c = t->columns - 1; c > 0; c--) {
        if (strcmp(t->column[c], "- max") == 0 && is_whole)
            expect_powers(k, t, c);
        values = strncmp(t->column[c], "x ", 2) == 0 ? c : values;
    }
    if (is_whole)
        expect_mix(k, a, t, values);
    rows_formed++;
}
