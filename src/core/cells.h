/* Cells and types as operations see them: private to core. */
#ifndef CORE_CELLS_H
#define CORE_CELLS_H

#include "core/qkv_trace.h"

/* A cell as a float, a double or an integer, rounded once; as the type of the result. */
float cell_float(const QkvTensor *t, int64_t cell);
double cell_double(const QkvTensor *t, int64_t cell);
int64_t cell_integer(const QkvTensor *t, int64_t cell);
void copy_cell(QkvTensor *out, int64_t to, const QkvTensor *in, int64_t from);
/* An integer as a cell of the type holds it, where it is none of floats: a truth, or wrapped around;
 * and put into such a cell. */
int64_t integer_as(QkvDType type, int64_t x);
void put_integer(QkvTensor *out, int64_t cell, int64_t x);
/* A number, and a cell, as a cell of such a type holds it: towards zero; what is beyond int32 or int64 is
 * the smallest, as on x86. */
int64_t number_as(QkvDType type, double x);
int64_t cell_as(QkvDType type, const QkvTensor *t, int64_t cell);
/* A number put into a cell as its type holds it. */
void put_number(QkvTensor *out, int64_t cell, double x);

/* The type whose cells lie in memory in the same way: float32 for half types, int64 for int32, bool for uint8. */
QkvDType stored_as(QkvDType type);
/* int64, int32 and uint8; bool and uint8, whose cells say where; the type of a sum of cells. */
bool is_integer(QkvDType type);
bool is_mask(QkvDType type);
QkvDType summed(QkvDType type);

/* Tells whether the operands are arrays of NumPy, and plain numbers beside them. */
bool are_arrays(int count, const QkvTensor *const in[]);
/* The type of a result that any of the operands could have decided. */
QkvDType promoted(const QkvCall *c);
/* The same where it is one of floats, else what integers become as floats. */
QkvDType floating(const QkvCall *c);

#endif
