/* Cells and types as operations see them: private to core. */
#ifndef CORE_CELLS_H
#define CORE_CELLS_H

#include "core/qkv_trace.h"

/* One cell as a float or as an integer, rounded once; as the type of the result. */
float cell_float(const QkvTensor *t, int64_t cell);
int64_t cell_integer(const QkvTensor *t, int64_t cell);
void copy_cell(QkvTensor *out, int64_t to, const QkvTensor *in, int64_t from);

/* The type of a result that any of the operands could have decided. */
QkvDType promoted(const QkvCall *c);

#endif
