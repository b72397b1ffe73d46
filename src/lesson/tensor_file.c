/* Faults of files that are refused are those that other readers of these formats let through: a header longer
 * than the file, sizes whose product overflows, a shape larger than its data, tensors that share bytes
 * or leave a gap, a type that skips the checks, a name given twice. */
#include "lesson/tensor_file.h"

#include <errno.h>
#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/common.h"
#include "base/file.h"
#include "core/qkv_trace.h"
#include "python/limits.h"

static bool wrong(const TensorFile *f, Err *err, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

static bool wrong(const TensorFile *f, Err *err, const char *format, ...)
{
    Buf text = {0};
    Loc none = {0};
    va_list args;
    va_start(args, format);
    buf_vprintf(&text, format, args);
    va_end(args);
    err_set(err, none, "%s: %s", f->name, buf_text(&text));
    buf_release(&text);
    return false;
}

/* A name of a tensor as a message has it. */
static const char *shown(TensorFile *f, const char *name)
{
    Buf text = {0};
    buf_shown(&text, name, strlen(name));
    return arena_keep(&f->arena, &text);
}

static uint64_t read_unsigned(const unsigned char *at, int bytes, bool is_big_endian)
{
    uint64_t x = 0;
    for (int i = 0; i < bytes; i++)
        x = x << 8 | at[is_big_endian ? i : bytes - 1 - i];
    return x;
}

static const unsigned char *bytes_of(const TensorFile *f)
{
    return (const unsigned char *)buf_text(&f->bytes);
}

/* The product of the sizes; -1 when it is no count of numbers that lie in a file. */
static int64_t count_of(const StoredTensor *t)
{
    int64_t count = 1;
    bool is_empty = false;
    for (int d = 0; d < t->rank; d++) {
        is_empty = is_empty || t->size[d] == 0;
        if (t->size[d] > 0 && count > TENSOR_FILE_BYTES / t->size[d])
            count = -1;
        else if (t->size[d] > 0 && count > 0)
            count *= t->size[d];
        if (count < 0 && !is_empty)
            return -1;
    }
    return is_empty ? 0 : count;
}

/* --- safetensors ------------------------------------------------------------------------------------ */

static const struct {
    const char *name;
    StoredKind kind;
    int bytes;
} types[] = {
    {"F32", STORED_FLOAT, 4},     {"F16", STORED_FLOAT, 2},     {"BF16", STORED_BRAIN, 2},
    {"F64", STORED_FLOAT, 8},     {"BOOL", STORED_TRUTH, 1},    {"U8", STORED_UNSIGNED, 1},
    {"I8", STORED_SIGNED, 1},     {"I16", STORED_SIGNED, 2},    {"U16", STORED_UNSIGNED, 2},
    {"I32", STORED_SIGNED, 4},    {"U32", STORED_UNSIGNED, 4},  {"I64", STORED_SIGNED, 8},
    {"U64", STORED_UNSIGNED, 8},  {"C64", STORED_OTHER, 8},     {"F8_E4M3", STORED_OTHER, 1},
    {"F8_E5M2", STORED_OTHER, 1}, {"F8_E8M0", STORED_OTHER, 1},
};

static bool read_type(TensorFile *f, const json_t *value, StoredTensor *t, Err *err)
{
    const char *name = json_string_value(value);
    if (!name)
        return wrong(f, err, "tensor '%s' has no dtype", shown(f, t->name));
    for (int i = 0; i < COUNT(types); i++)
        if (strcmp(types[i].name, name) == 0) {
            t->type = types[i].name;
            t->kind = types[i].kind;
            t->bytes = types[i].bytes;
            return true;
        }
    return wrong(f, err, "tensor '%s' has an unknown dtype '%s'", shown(f, t->name),
                 shown(f, name));
}

static bool read_shape(TensorFile *f, const json_t *shape, StoredTensor *t, Err *err)
{
    if (!json_is_array(shape))
        return wrong(f, err, "tensor '%s' has no shape", shown(f, t->name));
    if (json_array_size(shape) > TENSOR_FILE_AXES)
        return wrong(f, err, "tensor '%s' has more than %d axes", shown(f, t->name),
                     TENSOR_FILE_AXES);
    for (size_t d = 0; d < json_array_size(shape); d++) {
        const json_t *size = json_array_get(shape, d);
        if (!json_is_integer(size) || json_integer_value(size) < 0)
            return wrong(f, err, "tensor '%s' has a size that is not a count", shown(f, t->name));
        t->size[t->rank++] = json_integer_value(size);
    }
    t->count = count_of(t);
    return t->count >= 0 || wrong(f, err, "tensor '%s' is larger than the file", shown(f, t->name));
}

/* Where its numbers lie, behind the header of `header` bytes. */
static bool read_offsets(TensorFile *f, const json_t *offsets, size_t data, StoredTensor *t,
                         Err *err)
{
    const json_t *begin = json_array_get(offsets, 0), *end = json_array_get(offsets, 1);
    if (json_array_size(offsets) != 2 || !json_is_integer(begin) || !json_is_integer(end))
        return wrong(f, err, "tensor '%s' has no data_offsets", shown(f, t->name));
    json_int_t from = json_integer_value(begin), to = json_integer_value(end);
    if (from < 0 || to < from || (uint64_t)to > f->bytes.length - data)
        return wrong(f, err, "tensor '%s' lies outside of the file", shown(f, t->name));
    if (to - from != t->count * t->bytes)
        return wrong(f, err, "tensor '%s' has %lld bytes, but its shape needs %lld",
                     shown(f, t->name), (long long)(to - from), (long long)(t->count * t->bytes));
    t->begin = data + (size_t)from;
    return true;
}

static int compare_begins(const void *a, const void *b)
{
    const StoredTensor *s = a, *t = b;
    if (s->begin != t->begin)
        return s->begin < t->begin ? -1 : 1;
    if ((s->count == 0) != (t->count == 0))
        return s->count == 0 ? -1 : 1;
    return strcmp(s->name, t->name);
}

/* The tensors follow each other without a gap up to the end of the file. */
static bool check_order(TensorFile *f, size_t data, Err *err)
{
    size_t at = data;
    if (f->count > 0)
        qsort(f->tensor, (size_t)f->count, sizeof *f->tensor, compare_begins);
    for (int i = 0; i < f->count; i++) {
        const StoredTensor *t = &f->tensor[i];
        if (t->begin != at)
            return wrong(f, err, "tensor '%s' %s", shown(f, t->name),
                         t->begin < at ? "shares bytes with another one"
                                       : "comes after a gap that belongs to no tensor");
        at += (size_t)(t->count * t->bytes);
    }
    return at == f->bytes.length ||
           wrong(f, err, "%zu bytes at the end belong to no tensor", f->bytes.length - at);
}

static bool read_entries(TensorFile *f, json_t *header, size_t data, Err *err)
{
    const char *name;
    json_t *entry;
    json_object_foreach(header, name, entry)
    {
        if (strcmp(name, "__metadata__") == 0)
            continue;
        StoredTensor t = {.name = arena_string(&f->arena, name)};
        if (!json_is_object(entry))
            return wrong(f, err, "tensor '%s' is described by nothing", shown(f, name));
        if (!read_type(f, json_object_get(entry, "dtype"), &t, err) ||
            !read_shape(f, json_object_get(entry, "shape"), &t, err) ||
            !read_offsets(f, json_object_get(entry, "data_offsets"), data, &t, err))
            return false;
        arena_push(&f->arena, f->tensor, f->count, t);
    }
    return check_order(f, data, err);
}

static bool parse_safetensors(TensorFile *f, Err *err)
{
    enum { LENGTH = 8 };
    uint64_t header = f->bytes.length > LENGTH ? read_unsigned(bytes_of(f), LENGTH, false) : 0;
    if (header == 0 || header > f->bytes.length - LENGTH || f->bytes.text[LENGTH] != '{')
        return wrong(f, err, "this is neither a safetensors file nor an npy file");
    if (header > TENSOR_FILE_HEADER)
        return wrong(f, err, "its header has %llu bytes, more than %d", (unsigned long long)header,
                     TENSOR_FILE_HEADER);
    json_error_t why;
    json_t *root = json_loadb(f->bytes.text + LENGTH, (size_t)header, JSON_REJECT_DUPLICATES, &why);
    if (!root)
        return wrong(f, err, "its header cannot be read: %s", shown(f, why.text));
    bool ok = read_entries(f, root, LENGTH + (size_t)header, err);
    json_decref(root);
    return ok;
}

/* --- npy ------------------------------------------------------------------------------------------ */

static const char npy_magic[] = "\x93NUMPY";
enum { NPY_MAGIC = 6 };

/* The header: a dict as Python writes it, with three keys in any order. */
typedef struct NpyHeader {
    const char *at, *end;
    bool has_type, has_order, has_shape;
} NpyHeader;

static void skip_header_blanks(NpyHeader *h)
{
    while (h->at < h->end && is_blank(*h->at))
        h->at++;
}

static bool take_token(NpyHeader *h, const char *token)
{
    size_t length = strlen(token);
    skip_header_blanks(h);
    if ((size_t)(h->end - h->at) < length || memcmp(h->at, token, length) != 0)
        return false;
    h->at += length;
    return true;
}

/* 'text' or "text", short and without escapes. */
static bool take_text(NpyHeader *h, char *out, size_t size)
{
    skip_header_blanks(h);
    if (h->at == h->end || (*h->at != '\'' && *h->at != '"'))
        return false;
    const char *close = memchr(h->at + 1, *h->at, (size_t)(h->end - h->at) - 1);
    size_t length = close ? (size_t)(close - h->at) - 1 : size;
    if (length >= size || memchr(h->at, '\\', length + 1))
        return false;
    memcpy(out, h->at + 1, length);
    out[length] = '\0';
    h->at = close + 1;
    return true;
}

static bool take_size(NpyHeader *h, int64_t *out)
{
    int64_t x = 0;
    skip_header_blanks(h);
    const char *first = h->at;
    for (; h->at < h->end && *h->at >= '0' && *h->at <= '9'; h->at++) {
        if (x > INT64_MAX / 10 - 1)
            return false;
        x = x * 10 + (*h->at - '0');
    }
    *out = x;
    return h->at > first;
}

/* "(3,)", "(2, 3)", "()". */
static bool take_shape(NpyHeader *h, StoredTensor *t)
{
    if (!take_token(h, "("))
        return false;
    while (!take_token(h, ")")) {
        if (t->rank == TENSOR_FILE_AXES || !take_size(h, &t->size[t->rank++]))
            return false;
        bool more = take_token(h, ",");
        if (!more && (t->rank < 2 || !take_token(h, ")")))
            return false;
        if (!more)
            return true;
    }
    return true;
}

/* '<f4', '|b1': the order of the bytes, the kind, how many of them. */
static bool read_descr(TensorFile *f, const char *descr, StoredTensor *t, Err *err)
{
    static const struct {
        char letter;
        StoredKind kind;
    } kinds[] = {{'f', STORED_FLOAT},
                 {'i', STORED_SIGNED},
                 {'u', STORED_UNSIGNED},
                 {'b', STORED_TRUTH},
                 {'c', STORED_OTHER}};
    if (strchr(descr, 'O'))
        return wrong(f, err, "it holds Python objects, which are not read here");
    if (strlen(descr) >= 3 && strchr("<>|=", descr[0]))
        for (int i = 0; i < COUNT(kinds); i++)
            if (kinds[i].letter == descr[1]) {
                t->kind = kinds[i].kind;
                t->bytes = atoi(descr + 2);
                t->is_big_endian = descr[0] == '>';
                t->type = arena_string(&f->arena, descr);
                break;
            }
    int n = t->bytes;
    bool fits = t->kind == STORED_TRUTH ? n == 1 : n == 1 || n == 2 || n == 4 || n == 8;
    if (!t->type || !(fits || (t->kind == STORED_OTHER && n == 16)) ||
        (t->kind == STORED_FLOAT && n == 1))
        return wrong(f, err, "numbers of the type '%s' are not read here", shown(f, descr));
    return true;
}

static bool read_pair(TensorFile *f, NpyHeader *h, StoredTensor *t, Err *err)
{
    char key[20], descr[20];
    if (!take_text(h, key, sizeof key) || !take_token(h, ":"))
        return wrong(f, err, "its header cannot be read");
    if (strcmp(key, "descr") == 0 && !h->has_type) {
        if (take_token(h, "["))
            return wrong(f, err, "it holds records, which are not read here");
        h->has_type = true;
        if (!take_text(h, descr, sizeof descr))
            return wrong(f, err, "its header has a type that cannot be read");
        return read_descr(f, descr, t, err);
    }
    if (strcmp(key, "fortran_order") == 0 && !h->has_order) {
        h->has_order = true;
        t->is_by_column = take_token(h, "True");
        return t->is_by_column || take_token(h, "False") ||
               wrong(f, err, "its header says neither True nor False of fortran_order");
    }
    if (strcmp(key, "shape") == 0 && !h->has_shape) {
        h->has_shape = true;
        return take_shape(h, t) || wrong(f, err, "its header has a shape that cannot be read");
    }
    return wrong(f, err, "its header has '%s', which does not belong there", shown(f, key));
}

static bool read_npy_header(TensorFile *f, NpyHeader *h, StoredTensor *t, Err *err)
{
    if (!take_token(h, "{"))
        return wrong(f, err, "its header cannot be read");
    while (!take_token(h, "}"))
        if (!read_pair(f, h, t, err) ||
            (!take_token(h, ",") && (skip_header_blanks(h), h->at == h->end || *h->at != '}')))
            return err->set ? false : wrong(f, err, "its header cannot be read");
    skip_header_blanks(h);
    if (h->at < h->end || !h->has_type || !h->has_order || !h->has_shape)
        return wrong(f, err, "its header is not that of an npy file");
    return true;
}

static bool parse_npy(TensorFile *f, Err *err)
{
    const unsigned char *bytes = bytes_of(f);
    size_t begin = NPY_MAGIC + 2;
    int major = f->bytes.length > NPY_MAGIC ? bytes[NPY_MAGIC] : 0, count = major == 1 ? 2 : 4;
    if (major < 1 || major > 3)
        return wrong(f, err, "an npy file of a version that is not read here");
    if (f->bytes.length < begin + (size_t)count)
        return wrong(f, err, "an npy file that ends in its header");
    uint64_t length = read_unsigned(bytes + begin, count, false);
    begin += (size_t)count;
    if (length > f->bytes.length - begin || length > TENSOR_FILE_HEADER)
        return wrong(f, err, "an npy file that ends in its header");
    StoredTensor t = {.name = ""};
    NpyHeader h = {.at = f->bytes.text + begin, .end = f->bytes.text + begin + length};
    if (!read_npy_header(f, &h, &t, err))
        return false;
    t.begin = begin + (size_t)length;
    t.count = count_of(&t);
    if (t.count < 0 || (uint64_t)t.count * (uint64_t)t.bytes > f->bytes.length - t.begin)
        return wrong(f, err, "its shape needs more bytes than the file has");
    arena_push(&f->arena, f->tensor, f->count, t);
    return true;
}

/* --- files ------------------------------------------------------------------------------------------ */

bool tensor_file_parse(TensorFile *f, Err *err)
{
    if (!f->name)
        f->name = "file";
    if (f->bytes.length >= NPY_MAGIC && memcmp(f->bytes.text, npy_magic, NPY_MAGIC) == 0)
        return parse_npy(f, err);
    if (f->bytes.length >= 4 && memcmp(f->bytes.text, "PK\3\4", 4) == 0)
        return wrong(f, err,
                     "a zip of tensors (npz, or PyTorch's own): save them one by one with "
                     "np.save, or with safetensors");
    return parse_safetensors(f, err);
}

bool tensor_file_read(TensorFile *f, const char *path, Err *err)
{
    struct stat st;
    const char *slash = strrchr(path, '/');
    f->name = shown(f, slash ? slash + 1 : path);
    if (!file_look(path, &st))
        return wrong(f, err, "%s", strerror(errno));
    if (!S_ISREG(st.st_mode))
        return wrong(f, err, "%s, not a file of tensors",
                     S_ISLNK(st.st_mode)   ? "this is a link"
                     : S_ISDIR(st.st_mode) ? "this is a folder"
                                           : "this is a device");
    if (st.st_size > TENSOR_FILE_BYTES)
        return wrong(f, err, "%lld bytes: more than the %d MiB that are read",
                     (long long)st.st_size, TENSOR_FILE_BYTES >> 20);
    if (!file_read(&f->bytes, path, TENSOR_FILE_BYTES))
        return wrong(f, err, "%s", strerror(errno));
    return tensor_file_parse(f, err);
}

void tensor_file_release(TensorFile *f)
{
    buf_release(&f->bytes);
    arena_release(&f->arena);
    *f = (TensorFile){0};
}

/* --- numbers ------------------------------------------------------------------------------------ */

/* IEEE half precision: 1 bit of sign, 5 of exponent, 10 of fraction. */
static float half(unsigned bits)
{
    int exponent = (int)(bits >> 10 & 31);
    float fraction = (float)(bits & 1023), sign = bits >> 15 ? -1.0F : 1.0F;
    if (exponent == 31)
        return fraction != 0 ? NAN : sign * INFINITY;
    if (exponent == 0)
        return sign * ldexpf(fraction, -24);
    return sign * ldexpf(fraction + 1024, exponent - 25);
}

static float single(uint32_t bits)
{
    float x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

static double floating(uint64_t bits, int bytes)
{
    double x;
    if (bytes == 8) {
        memcpy(&x, &bits, sizeof x);
        return x;
    }
    return (double)(bytes == 2 ? half((unsigned)bits) : single((uint32_t)bits));
}

static int64_t whole_stored(uint64_t bits, const StoredTensor *t)
{
    int unused = 64 - 8 * t->bytes;
    if (t->kind != STORED_SIGNED || unused == 0)
        return (int64_t)bits;
    uint64_t sign = (uint64_t)1 << (8 * t->bytes - 1);
    return (int64_t)((bits ^ sign) - sign);
}

static uint64_t bits_of(const TensorFile *f, const StoredTensor *t, int64_t at)
{
    return read_unsigned(bytes_of(f) + t->begin + (size_t)at * (size_t)t->bytes, t->bytes,
                         t->is_big_endian);
}

double tensor_file_number(const TensorFile *f, int i, int64_t at)
{
    const StoredTensor *t = &f->tensor[i];
    uint64_t bits = bits_of(f, t, at);
    if (t->kind == STORED_FLOAT)
        return floating(bits, t->bytes);
    if (t->kind == STORED_BRAIN)
        return (double)single((uint32_t)bits << 16);
    if (t->kind == STORED_UNSIGNED)
        return (double)bits;
    return t->kind == STORED_TRUTH ? bits != 0 : (double)whole_stored(bits, t);
}

/* Where cell `cell` of the result lies among the numbers of the file. */
static int64_t place_in_file(const StoredTensor *t, int64_t cell)
{
    int64_t place = 0, step = t->count;
    if (!t->is_by_column)
        return cell;
    for (int d = t->rank - 1; d >= 0; d--) {
        step /= t->size[d];
        place += cell % t->size[d] * step;
        cell /= t->size[d];
    }
    return place;
}

static QkvDType dtype_of(const StoredTensor *t)
{
    if (t->kind == STORED_FLOAT || t->kind == STORED_BRAIN)
        return t->bytes == 8 ? QKV_FLOAT64 : QKV_FLOAT32;
    if (t->kind == STORED_TRUTH)
        return QKV_BOOL;
    if (t->kind == STORED_SIGNED && t->bytes == 4)
        return QKV_INT32;
    return t->kind == STORED_UNSIGNED && t->bytes == 1 ? QKV_UINT8 : QKV_INT64;
}

static bool can_take(Qkv *q, const TensorFile *f, const StoredTensor *t)
{
    if (t->kind == STORED_OTHER || (t->kind == STORED_UNSIGNED && t->bytes == 8))
        qkv_fail(q, "%s: numbers of the type %s are not part of the lesson language", f->name,
                 t->type);
    else if (t->rank > QKV_MAX_RANK)
        qkv_fail(q, "%s: %d axes are too many: a tensor has at most %d", f->name, t->rank,
                 QKV_MAX_RANK);
    else if (t->count > LIMIT_CELLS)
        qkv_fail(q, "%s has a tensor of %lld cells: more than %d are too many", f->name,
                 (long long)t->count, LIMIT_CELLS);
    else
        return true;
    return false;
}

/* Number i of its tensor `which`, as a cell of this type. */
static void put_stored_cell(char *to, QkvDType dtype, const TensorFile *f, int which, int64_t i)
{
    const StoredTensor *t = &f->tensor[which];
    if (dtype == QKV_FLOAT32) {
        float number = (float)tensor_file_number(f, which, i);
        memcpy(to, &number, sizeof number);
    } else if (dtype == QKV_FLOAT64) {
        double number = tensor_file_number(f, which, i);
        memcpy(to, &number, sizeof number);
    } else if (qkv_is_long(dtype)) {
        int64_t number = whole_stored(bits_of(f, t, i), t);
        memcpy(to, &number, sizeof number);
    } else {
        *to = (char)(dtype == QKV_BOOL ? bits_of(f, t, i) != 0 : bits_of(f, t, i));
    }
}

const QkvTensor *tensor_file_take(Qkv *q, const TensorFile *f, int i)
{
    const StoredTensor *t = &f->tensor[i];
    if (!can_take(q, f, t))
        return NULL;
    QkvDType dtype = dtype_of(t);
    size_t each = qkv_dtype_size(dtype);
    Arena cells = {0};
    char *data = arena_alloc(&cells, (size_t)t->count * each + 1);
    for (int64_t cell = 0; cell < t->count; cell++)
        put_stored_cell(data + (size_t)cell * each, dtype, f, i, place_in_file(t, cell));
    Buf told = {0};
    buf_printf(&told, "the numbers that %s has for it", f->name);
    const QkvTensor *made = qkv_loaded(q, dtype, t->rank, t->size, data, buf_text(&told));
    buf_release(&told);
    arena_release(&cells);
    return made;
}
