/* Values as text, in a Buf: PyTorch's print format for tensors, Python's for plain
 * numbers. Private to core and to the rooms above; qkv_print and its like are for everybody. */
#ifndef CORE_PRINT_H
#define CORE_PRINT_H

#include "base/buf.h"
#include "core/tensor.h"

/* numpy.set_printoptions: as PrintOptions; `suppress` is for no powers of ten, however small a cell is. */
typedef struct ArrayOptions {
    int decimals;
    int64_t most_cells, edge;
    int width;
    bool suppress;
} ArrayOptions;

/* torch.set_printoptions. */
enum { PRINT_MOST_DECIMALS = 64 };
typedef struct PrintOptions {
    int decimals;
    int64_t most_cells; /* shown in full                                 */
    int64_t edge;       /* indices kept at each end of an axis cut short */
    int width;          /* of a line                                     */
    enum { PRINT_AS_NEEDED, PRINT_ALWAYS, PRINT_NEVER } scientific;
    ArrayOptions array;
} PrintOptions;
/* 4 decimals, 80 columns, summarised beyond 1000 cells. */
extern const PrintOptions print_default;

/* Writes an array of NumPy as print(a) does, or repr(a). A single number is one of NumPy's scalars. */
void print_array(Buf *out, const QkvTensor *t, const ArrayOptions *o, bool repr);

/* Writes a tensor as print(t) does in PyTorch, and an array as repr(a). No final newline. */
void print_tensor(Buf *out, const QkvTensor *t, const PrintOptions *o);
/* The same for a torch.nn.Parameter with this value: "Parameter containing:", then the tensor. */
void print_parameter(Buf *out, const QkvTensor *t, const PrintOptions *o);

/* About how many bytes that takes: of each cell that is shown, its columns and what parts it from the next,
 * and of each row its brackets and blanks. */
size_t print_size(const QkvTensor *t, const PrintOptions *o);

/* A float as Python's repr writes it: the shortest digits that read back the same, "1.0", "1e-05",
 * "inf", "nan". */
void print_float(Buf *out, double x);

/* How the cells of one tensor are written: found once for the whole tensor, as PyTorch does. */
typedef enum PrintMode {
    PRINT_INTEGER,
    PRINT_POINT,
    PRINT_FIXED,
    PRINT_SCIENTIFIC,
    PRINT_BOOL
} PrintMode;
typedef struct PrintStyle {
    PrintMode mode; /* int64 | float32 whole numbers "3." | "0.5000" | "5.0000e-01" | bool    */
    int width;      /* of the longest finite number: inf and nan may pass it                  */
} PrintStyle;
PrintStyle print_style(const QkvTensor *t, const PrintOptions *o);

/* Writes a cell in a style, not padded; `decimals` is 4 in PyTorch's format. */
void print_cell(Buf *out, PrintStyle style, int decimals, const QkvTensor *t, int64_t cell);

#endif
