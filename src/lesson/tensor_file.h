/* Files of tensors: safetensors (github.com/huggingface/safetensors) and npy (numpy.lib.format). A file
 * is read whole and checked whole before anything is taken from it: names, types, shapes and where the
 * bytes of each tensor lie. It is not trusted. */
#ifndef LESSON_TENSOR_FILE_H
#define LESSON_TENSOR_FILE_H

#include "base/arena.h"
#include "base/buf.h"
#include "base/err.h"
#include "core/qkv.h"

enum {
    TENSOR_FILE_BYTES = 64 << 20, /* of a file                                     */
    TENSOR_FILE_HEADER = 1 << 20, /* of what says which tensors there are          */
    TENSOR_FILE_AXES = 32,
    TENSOR_FILE_SPREAD = 128, /* bytes of memory for each byte of the header, at most */
};

/* How a number is stored. */
typedef enum StoredKind {
    STORED_FLOAT,
    STORED_BRAIN, /* the upper half of a float32 */
    STORED_SIGNED,
    STORED_UNSIGNED,
    STORED_TRUTH,
    STORED_OTHER /* known, and not read here: complex numbers, eight bits of floating point */
} StoredKind;

typedef struct StoredTensor {
    const char *name; /* "" in an npy file                                   */
    const char *type; /* as the file calls it: "F32", "<f4"                  */
    StoredKind kind;
    int bytes; /* of one number                                       */
    bool is_big_endian;
    bool is_by_column; /* the first axis runs fastest                         */
    int rank;
    int64_t size[TENSOR_FILE_AXES];
    int64_t count; /* the product of the sizes                            */
    size_t begin;  /* of its numbers, in the file                         */
} StoredTensor;

typedef struct TensorFile {
    Arena arena;
    Buf bytes;
    const char *name; /* of the file, without its folder                     */
    int count;
    StoredTensor *tensor; /* in the order in which they lie in the file          */
} TensorFile;

/* Reads a file: a regular one and no link, at most TENSOR_FILE_BYTES. Which format it has is told by
 * its first bytes. Takes the file's size in memory, and TENSOR_FILE_SPREAD times its header's. False
 * after *err; to be released in either case. */
bool tensor_file_read(TensorFile *f, const char *path, Err *err);
/* The same of what is in f->bytes already. */
bool tensor_file_parse(TensorFile *f, Err *err);
void tensor_file_release(TensorFile *f);

/* A tensor of the file: float32 from F32, F16 and BF16, exactly; uint8, bool; int64 from the other
 * integers. NULL after an error of `q` when its numbers are of another type, it has more than
 * QKV_MAX_RANK axes or memory ends. */
const QkvTensor *tensor_file_take(Qkv *q, const TensorFile *f, int i);

/* A number of a tensor by its place in the file, of any type but STORED_OTHER. */
double tensor_file_number(const TensorFile *f, int i, int64_t at);

#endif
