/* Products of matrices, in the order that decides the bits.
 *
 * Each cell of the result is a chain of fused steps over k, one waiting for the other. But cells do
 * not wait for each other: a tile of some rows and two vectors of columns has its sums in registers,
 * and takes all of them one k further at a time. The columns of `b` that it reads are copied
 * together first, in a panel that stays in the nearest cache while rows of `a` pass by. Where there
 * are many rows, many panels are made before any passes: they come from the second cache as often as
 * they are needed, and `b` is copied only once. Long chains are cut into pieces for the sake of the
 * panels; a sum that is put away and taken up again is still the same sum.
 *
 * After K. Goto and R. van de Geijn, "Anatomy of High-Performance Matrix Multiplication" (ACM TOMS
 * 34, 2008), without the reordering over k that they and everyone else allow themselves. */
#include "core/product.h"

#include <stdlib.h>
#include <string.h>

#include "base/common.h"
#include "core/math32.h"
#include "core/vector.h"

enum {
    DEPTH = 256,      /* of a panel: with its columns it fits into the nearest cache     */
    FEW_ROWS = 256,   /* pass by one panel after the other                               */
    MANY_DEPTH = 512, /* of many panels, and their columns: they fit into the second     */
    MANY_COLS = 128,  /* a whole number of panels, of whatever lanes                     */
    HEIGHT = 64,      /* of the part of `a` that passes by many panels before the next   */
    MAX_WIDTH = 32,   /* two vectors of the widest                                       */
    MAX_ROWS = 16,
    SMALL = 256,     /* so few products are not worth a panel                            */
    ROWS_TO_PACK = 4 /* nor is a panel for so few rows                                   */
};

/* --- in plain C ----------------------------------------------------------------------------------- */

/* Computes one row of the result, cell beside cell, so that `b` is read as it lies in memory. */
static void plain_row(float *out, int64_t inner, int64_t cols, MatrixView a, MatrixView b,
                      bool fused)
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

static bool product_goes_on(const QkvCall *call, int64_t products)
{
    return !call || qkv_goes_on(call, products);
}

static void plain_product(const QkvCall *call, float *out, int64_t rows, int64_t inner,
                          int64_t cols, MatrixView a, MatrixView b, bool fused)
{
    for (int64_t i = 0; i < rows && product_goes_on(call, inner * cols); i++, a.at += a.row)
        plain_row(out + i * cols, inner, cols, a, b, fused);
}

/* --- with vectors --------------------------------------------------------------------------------- */

/* Of a matrix that was stored turned: each column as it lies, in pieces that stay in the nearest cache
 * until their lines are full. */
static void pack_turned(float *panel, int64_t width, MatrixView b, int64_t inner, int64_t cols)
{
    for (int64_t from = 0; from < inner; from += DEPTH)
        for (int64_t j = 0; j < cols; j++)
            for (int64_t k = from; k < min_int64(inner, from + DEPTH); k++)
                panel[k * width + j] = b.at[j * b.col + k];
    for (int64_t k = 0; k < inner; k++)
        for (int64_t j = cols; j < width; j++)
            panel[k * width + j] = 0;
}

/* Columns of `b` side by side, with zeros up to the width of the panel. */
static void pack(float *panel, int64_t width, MatrixView b, int64_t inner, int64_t cols)
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
    float sums[MAX_ROWS * MAX_WIDTH];
    VectorTile whole = t;
    whole.out = sums;
    whole.out_row = width;
    for (int64_t i = 0; i < t.rows && !t.begins; i++) {
        memcpy(sums + i * width, t.out + i * t.out_row, (size_t)cols * sizeof *sums);
        memset(sums + i * width + cols, 0, (size_t)(width - cols) * sizeof *sums);
    }
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

/* Room for so many rows and columns of `b`, and how many rows of `a` pass by them at a time. */
typedef struct Panels {
    float *at;
    int64_t depth, cols, height;
} Panels;

/* The columns of the panel that begins at column `j`. */
static int64_t panel_width(const VectorSet *set, int64_t j, int64_t cols)
{
    return cols - j > set->lanes ? 2 * set->lanes : set->lanes;
}

static void pack_all(float *panel, const VectorSet *set, MatrixView b, int64_t inner, int64_t cols)
{
    for (int64_t j = 0, width; j < cols;
         j += width, panel += inner * width, b.at += width * b.col) {
        width = panel_width(set, j, cols);
        pack(panel, width, b, inner, min_int64(cols - j, width));
    }
}

/* Some rows against all panels. What was not packed is narrow enough to be one. */
static bool pass_by(const VectorSet *set, const QkvCall *call, VectorTile t, int64_t rows,
                    int64_t cols, bool packs)
{
    for (int64_t j = 0, width; j < cols; j += width, t.b += t.inner * width, t.out += width) {
        width = panel_width(set, j, cols);
        int64_t within = min_int64(cols - j, width);
        if (!product_goes_on(call, rows * t.inner * within))
            return false;
        t.vectors = (int)(width / set->lanes);
        t.b_row = packs ? width : t.b_row;
        tiles(set, t, rows, within);
    }
    return true;
}

static void product_by_tiles(const VectorSet *set, const QkvCall *call, Panels p, float *out,
                             int64_t rows, int64_t inner, int64_t cols, MatrixView a, MatrixView b)
{
    for (int64_t k = 0; k < inner; k += p.depth)
        for (int64_t j = 0; j < cols; j += p.cols) {
            MatrixView part = {b.at + k * b.row + j * b.col, b.row, b.col};
            int64_t depth = min_int64(inner - k, p.depth), within = min_int64(cols - j, p.cols);
            bool packs = rows >= ROWS_TO_PACK || b.col != 1 || within % set->lanes != 0;
            if (packs)
                pack_all(p.at, set, part, depth, within);
            for (int64_t i = 0; i < rows; i += p.height) {
                VectorTile t = {.begins = k == 0,
                                .inner = depth,
                                .a = a.at + i * a.row + k * a.col,
                                .a_row = a.row,
                                .a_col = a.col,
                                .b = packs ? p.at : part.at,
                                .b_row = part.row,
                                .out = out + i * cols + j,
                                .out_row = cols};
                if (!pass_by(set, call, t, min_int64(rows - i, p.height), within, packs))
                    return;
            }
        }
}

void product32_with(const VectorSet *set, const QkvCall *call, float *out, int64_t rows,
                    int64_t inner, int64_t cols, MatrixView a, MatrixView b, bool fused)
{
    if (!set || !fused || rows * inner * cols < SMALL) {
        plain_product(call, out, rows, inner, cols, a, b, fused);
        return;
    }
    float panel[DEPTH * MAX_WIDTH]; /* also when there is no memory for many: it is only slower */
    float *many = rows > FEW_ROWS ? malloc(sizeof *many * MANY_DEPTH * MANY_COLS) : NULL;
    Panels p = many ? (Panels){many, MANY_DEPTH, MANY_COLS, HEIGHT}
                    : (Panels){panel, DEPTH, 2 * (int64_t)set->lanes, FEW_ROWS};
    product_by_tiles(set, call, p, out, rows, inner, cols, a, b);
    free(many);
}

void product32(const QkvCall *call, float *out, int64_t rows, int64_t inner, int64_t cols,
               MatrixView a, MatrixView b, bool fused)
{
    product32_with(vector_set(), call, out, rows, inner, cols, a, b, fused);
}
