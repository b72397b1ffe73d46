/* Types, and texts of sizes for messages. Private to core and to the rooms that use it. */
#ifndef CORE_TENSOR_H
#define CORE_TENSOR_H

#include "core/qkv.h"

/* "(2, 3)", "(3,)", "()": the sizes of a tensor, for a message. The text is good to the end of the
 * block, like the array that it is written to. */
enum { SIZES_CAPACITY = QKV_MAX_RANK * 22 + 4 };
#define SIZES_TEXT ((char[SIZES_CAPACITY]){0})
#define SIZES(t) sizes_text(SIZES_TEXT, (t)->rank, (t)->size)
/* The same in brackets, as PyTorch has them: [3, 4]. */
#define SIZES_LIST(t) sizes_list(SIZES_TEXT, (t)->rank, (t)->size)
const char *sizes_text(char text[SIZES_CAPACITY], int rank, const int64_t *size);
const char *sizes_list(char text[SIZES_CAPACITY], int rank, const int64_t *size);

/* "torch.FloatTensor", PyTorch's old class of such tensors; the bytes that a cell has in PyTorch. */
const char *type_class(QkvDType dtype);
size_t type_bytes(QkvDType dtype);
/* Of a type of floats the largest number, and how many bits it has from the first that is not 0. */
double type_most(QkvDType dtype);
int type_bits(QkvDType dtype);

/* Tells whether one comes later in the order of promotion; and the type of what both are in together. */
bool type_is_more(QkvDType dtype, QkvDType than);
QkvDType type_of_both(QkvDType a, QkvDType b);

/* Tells whether nothing was written since a tensor was read: qkv_now gives the tensor itself. */
static inline bool tensor_is_current(const QkvTensor *t)
{
    return !t->turned && (!t->storage || t->version == t->storage->version);
}

#endif
