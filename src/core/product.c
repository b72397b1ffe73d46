/* Products of matrices, in the order that decides the bits.
 *
 * Each cell of the result is a chain of fused steps over k, one waiting for the other. But cells do
 * not wait for each other: a tile of some rows and two vectors of columns has its sums in registers,
 * and takes all of them one k further at a time. The columns of `b` that it reads are copied
 * together first, in a panel that stays in the nearest cache while all rows of `a` pass by. Long
 * chains are cut into pieces of DEPTH for the sake of the panel; a sum that is put away and taken up
 * again is still the same sum.
 *
 * After K. Goto and R. van de Geijn, "Anatomy of High-Performance Matrix Multiplication" (ACM TOMS
 * 34, 2008), without the reordering over k that they and everyone else allow themselves. */
#include "core/product.h"

#include <string.h>

#include "base/common.h"
#include "core/math32.h"
#include "core/vector.h"

enum {
    DEPTH = 256,    /* of a panel: with its columns it fits into the nearest cache    */
    HEIGHT = 256,   /* of the part of `a` that passes by: it fits into the second      */
    MAX_WIDTH = 32, /* two vectors of the widest                                      */
    MAX_ROWS = 16,
    SMALL = 256,     /* so few products are not worth a panel                         */
    ROWS_TO_PACK = 4 /* nor is a panel for so few rows                                */
};

/* --- in plain C ----------------------------------------------------------------------------------- */

/* One row of the result, cell beside cell, so that `b` is read as it lies in memory. */
static void plain_row(float *out, int64_t inner, int64_t cols, Matrix a, Matrix b, bool fused)
{
    for (int64_t j = 0; j < cols; j++)
        out[j] = 0;
    for (int64_t k = 0; k < inner; k++) {
        const float factor = a.at[k * a.col], *row = b.at + k * b.row;
        for (int64_t j = 0; j < cols && fused; j++)
            out[j] = fused32(factor, row[j * b.col], out[j]);
        for (int64_t j = 0; j < cols && !fused; j++) {
            float product = factor * row[j * b.col];
            out[j] += product;
        }
    }
}

static bool goes_on(const QkvCall *call, int64_t products)
{
    return !call || qkv_goes_on(call, products);
}

static void plain_product(const QkvCall *call, float *out, int64_t rows, int64_t inner,
                          int64_t cols, Matrix a, Matrix b, bool fused)
{
    for (int64_t i = 0; i < rows && goes_on(call, inner * cols); i++, a.at += a.row)
        plain_row(out + i * cols, inner, cols, a, b, fused);
}

/* --- with vectors --------------------------------------------------------------------------------- */

/* Of a matrix that was stored turned: each column as it lies. */
static void pack_turned(float *panel, int64_t width, Matrix b, int64_t inner, int64_t cols)
{
    for (int64_t j = 0; j < cols; j++, b.at += b.col)
        for (int64_t k = 0; k < inner; k++)
            panel[k * width + j] = b.at[k];
    for (int64_t k = 0; k < inner; k++)
        for (int64_t j = cols; j < width; j++)
            panel[k * width + j] = 0;
}

/* Columns of `b` side by side, with zeros up to the width of the panel. */
static void pack(float *panel, int64_t width, Matrix b, int64_t inner, int64_t cols)
{
    if (b.row == 1 && b.col != 1) {
        pack_turned(panel, width, b, inner, cols);
        return;
    }
    for (int64_t k = 0; k < inner; k++, panel += width, b.at += b.row) {
        if (b.col == 1)
            memcpy(panel, b.at, (size_t)cols * sizeof *panel);
        for (int64_t j = 0; j < cols && b.col != 1; j++)
            panel[j] = b.at[j * b.col];
        for (int64_t j = cols; j < width; j++)
            panel[j] = 0;
    }
}

static void copy_rows(float *to, int64_t to_row, const float *from, int64_t from_row, int64_t rows,
                      int64_t cols)
{
    for (int64_t i = 0; i < rows; i++)
        memcpy(to + i * to_row, from + i * from_row, (size_t)cols * sizeof *to);
}

/* A tile that the columns of the result do not fill has its sums elsewhere. */
static void edge_tile(const VectorSet *set, VectorTile t, int64_t width, int64_t cols)
{
    float sums[MAX_ROWS * MAX_WIDTH] = {0};
    VectorTile whole = t;
    whole.out = sums;
    whole.out_row = width;
    copy_rows(sums, width, t.out, t.out_row, t.rows, cols);
    set->tile(&whole);
    copy_rows(t.out, t.out_row, sums, width, t.rows, cols);
}

/* All rows against one panel. */
static void tiles(const VectorSet *set, VectorTile t, int64_t rows, int64_t cols)
{
    int64_t width = (int64_t)t.vectors * set->lanes;
    for (t.rows = set->rows; rows > 0; rows -= t.rows) {
        while (t.rows > rows)
            t.rows /= 2;
        if (cols == width)
            set->tile(&t);
        else
            edge_tile(set, t, width, cols);
        t.a += t.rows * t.a_row;
        t.out += t.rows * t.out_row;
    }
}

static void product_by_tiles(const VectorSet *set, const QkvCall *call, float *out, int64_t rows,
                             int64_t inner, int64_t cols, Matrix a, Matrix b)
{
    float panel[DEPTH * MAX_WIDTH];
    memset(out, 0, (size_t)(rows * cols) * sizeof *out);
    for (int64_t k = 0; k < inner; k += DEPTH)
        for (int64_t j = 0, width; j < cols; j += width) {
            Matrix part = {b.at + k * b.row + j * b.col, b.row, b.col};
            int vectors = cols - j > set->lanes ? 2 : 1;
            width = (int64_t)vectors * set->lanes;
            int64_t depth = min_int64(inner - k, DEPTH), within = min_int64(cols - j, width);
            if (!goes_on(call, rows * depth * within))
                return;
            bool packs = rows >= ROWS_TO_PACK || b.col != 1 || within < width;
            if (packs)
                pack(panel, width, part, depth, within);
            VectorTile t = {.vectors = vectors,
                            .inner = depth,
                            .a = a.at + k * a.col,
                            .a_row = a.row,
                            .a_col = a.col,
                            .b = packs ? panel : part.at,
                            .b_row = packs ? width : part.row,
                            .out = out + j,
                            .out_row = cols};
            tiles(set, t, rows, within);
        }
}

void product32_with(const VectorSet *set, const QkvCall *call, float *out, int64_t rows,
                    int64_t inner, int64_t cols, Matrix a, Matrix b, bool fused)
{
    if (!set || !fused || rows * inner * cols < SMALL) {
        plain_product(call, out, rows, inner, cols, a, b, fused);
        return;
    }
    for (int64_t i = 0; i < rows; i += HEIGHT)
        product_by_tiles(set, call, out + i * cols, min_int64(rows - i, HEIGHT), inner, cols,
                         (Matrix){a.at + i * a.row, a.row, a.col}, b);
}

void product32(const QkvCall *call, float *out, int64_t rows, int64_t inner, int64_t cols, Matrix a,
               Matrix b, bool fused)
{
    product32_with(vector_set(), call, out, rows, inner, cols, a, b, fused);
}
