/* Texts of sizes, for messages. Private to core and to the rooms above. */
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

#endif
