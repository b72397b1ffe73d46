/* A table of numbers that are made of each other, on a screen: as many of its rows and columns as there is room for, among
 * them the one pointed at.
 *
 *             scores  scaled   - max     exp  weights      x v1  x v2
 *      old         0       0  -2.828  0.0591   0.0502  ▍      0     0
 *     >cats        4   2.828       0       1 > 0.8494 <██▌   20     0                                    */
#ifndef SHOW_TABLE_H
#define SHOW_TABLE_H

#include "show/frame.h"

typedef struct TableView {
    const DocTable *table;
    int height, width;
    int labels;    /* columns before the numbers      */
    int row, rows; /* seen                            */
    int column, columns;
    bool is_whole;
} TableView;

TableView table_view(const DocTable *table, int height, int width);
void table_draw(Frame *f, int row, int col, const TableView *v);

#endif
