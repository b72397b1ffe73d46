/* Tensors: contiguous blocks of float32, int64 or bool with 0 to 6 axes, immutable once made.
 *
 * Sizes are written as PyTorch prints them: (2, 3) has two rows of three. A cell is named by its
 * place in memory, row-major: cell 4 of (2, 3) is row 1, column 1. */
#ifndef CORE_TENSOR_H
#define CORE_TENSOR_H

#include <stdbool.h>
#include <stdint.h>

#include "base/buf.h"

enum { QKV_MAX_RANK = 6 };

/* In the order of promotion: a result has the largest type among its operands. */
typedef enum QkvDType { QKV_BOOL, QKV_INT64, QKV_FLOAT32 } QkvDType;

/* What the indices along one axis are called. Labels may differ from one batch item to the next:
 * then `groups` is the size of axis 0 and there are groups * size labels, item by item. */
typedef struct QkvAxis {
    const char *name;          /* "query", or NULL                                  */
    int64_t groups;            /* 1, or the size of axis 0; 0 when there are none   */
    const char *const *labels; /* groups * size texts, or NULL                      */
} QkvAxis;

typedef struct QkvTensor QkvTensor;

/* Memory that tensors share: of the tensor that it was made for, its owner. */
typedef struct QkvStorage {
    const QkvTensor *now; /* the owner as it is after the newest write */
    int version;          /* how many writes there were                */
} QkvStorage;

struct QkvTensor {
    QkvDType dtype;
    bool is_number; /* a plain number in a formula: promotes by its kind only       */
    int rank;
    int64_t size[QKV_MAX_RANK];   /* size[0 .. rank-1]                              */
    int64_t count;                /* the product of the sizes; 1 when rank is 0     */
    int64_t stride[QKV_MAX_RANK]; /* PyTorch's, in cells of `storage`; data here are contiguous */
    QkvStorage *storage;          /* whose memory it is in PyTorch; NULL: of a plain number     */
    int64_t start;                /* where its first cell lies there                            */
    int version;                  /* of the memory when it was read: see qkv_now                */
    const bool *hole;             /* cells of torch.empty that nobody has written; NULL: none   */
    union {
        float *f;
        int64_t *i;
        unsigned char *b; /* 0 or 1 */
        void *raw;
    } data;
    QkvAxis *axis; /* rank of them: what qkv_label sets                        */
    int step;      /* the step of the tape that made it; -1 when none was recorded       */
};

/* "float32", "int64", "bool"; and bytes per cell. */
const char *qkv_dtype_name(QkvDType dtype);
size_t qkv_dtype_size(QkvDType dtype);

/* One cell as a double: exact for float32, bool and integers up to 2^53. */
double qkv_tensor_at(const QkvTensor *t, int64_t cell);

/* Index along each axis (at[0 .. rank-1]) of a cell, and back. */
void qkv_tensor_index(const QkvTensor *t, int64_t cell, int64_t at[QKV_MAX_RANK]);
int64_t qkv_tensor_cell(const QkvTensor *t, const int64_t at[QKV_MAX_RANK]);

/* The cells between neighbours along `axis`: 1 for the last, the row length for the one before. */
int64_t qkv_tensor_pitch(const QkvTensor *t, int axis);

/* Whether PyTorch's tensor would have its cells row after row, too, without gaps. */
bool qkv_tensor_is_contiguous(const QkvTensor *t);

/* What an index along an axis is called in the batch item that `cell` lies in, or NULL. */
const char *qkv_tensor_label(const QkvTensor *t, int axis, int64_t index, int64_t cell);

bool qkv_tensor_same_shape(const QkvTensor *a, const QkvTensor *b);
/* "(2, 3)", "(3,)", "()": the sizes of a tensor, for a message. The text is good to the end of the
 * block, like the array that it is written to. */
enum { SIZES_CAPACITY = QKV_MAX_RANK * 22 + 4 };
#define SIZES_TEXT ((char[SIZES_CAPACITY]){0})
#define SIZES(t) sizes_text(SIZES_TEXT, (t)->rank, (t)->size)
const char *sizes_text(char text[SIZES_CAPACITY], int rank, const int64_t *size);

#endif
