/* Files of tensors: what is read from good ones, and that no bad one is believed. */
#include <check.h>
#include <jansson.h>
#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/common.h"
#include "folder.h"
#include "lesson/files.h"
#include "lesson/run.h"
#include "lesson/tensor_file.h"
#include "suites.h"

/* --- making files --------------------------------------------------------------------------------- */

static void put_safetensors(Buf *out, const char *header, const void *data, size_t bytes)
{
    size_t length = strlen(header);
    for (int i = 0; i < 8; i++)
        buf_putc(out, (char)(length >> (8 * i) & 255));
    buf_puts(out, header);
    buf_add(out, data, bytes);
}

static void put_npy(Buf *out, const char *header, const void *data, size_t bytes)
{
    buf_add(out, "\x93NUMPY\1\0", 8);
    buf_putc(out, (char)(strlen(header) & 255));
    buf_putc(out, (char)(strlen(header) >> 8));
    buf_puts(out, header);
    buf_add(out, data, bytes);
}

/* The file in f.bytes is parsed, and all of it is looked at. */
static bool look(TensorFile *f, Err *err)
{
    double sum = 0;
    Qkv *q = qkv_new();
    bool ok = tensor_file_parse(f, err);
    for (int i = 0; ok && i < f->count; i++) {
        if (f->tensor[i].kind != STORED_OTHER)
            for (int64_t at = 0; at < f->tensor[i].count; at++)
                sum += tensor_file_number(f, i, at);
        if (!tensor_file_take(q, f, i))
            ck_assert_ptr_nonnull(qkv_error(q));
    }
    ck_assert(ok == !err->set);
    qkv_free(q);
    return ok || sum > 0;
}

/* --- good files ----------------------------------------------------------------------------------- */

static const struct {
    const char *type, *descr;
    int bytes;
    unsigned char data[8];
    double number;
    QkvDType dtype;
} numbers[] = {
    {"F32", "<f4", 4, {0, 0, 0xC0, 0x3F}, 1.5, QKV_FLOAT32},
    {NULL, ">f4", 4, {0x3F, 0xC0, 0, 0}, 1.5, QKV_FLOAT32},
    {"F16", "<f2", 2, {0, 0x3E}, 1.5, QKV_FLOAT32},
    {"F16", "<f2", 2, {0xFF, 0xFB}, -65504, QKV_FLOAT32},
    {"F16", "<f2", 2, {1, 0}, 5.9604644775390625e-8, QKV_FLOAT32},
    {"F16", "<f2", 2, {0, 0xFC}, -(double)INFINITY, QKV_FLOAT32},
    {"BF16", NULL, 2, {0xC0, 0x3F}, 1.5, QKV_FLOAT32},
    {"BF16", NULL, 2, {0x80, 0xFF}, -(double)INFINITY, QKV_FLOAT32},
    {"BOOL", "|b1", 1, {1}, 1, QKV_BOOL},
    {"U8", "|u1", 1, {255}, 255, QKV_UINT8},
    {"I8", "|i1", 1, {255}, -1, QKV_INT64},
    {"I16", "<i2", 2, {0, 0x80}, -32768, QKV_INT64},
    {"U16", "<u2", 2, {0, 0x80}, 32768, QKV_INT64},
    {"I32", "<i4", 4, {0xFE, 0xFF, 0xFF, 0xFF}, -2, QKV_INT32},
    {"U32", ">u4", 4, {0xFF, 0xFF, 0xFF, 0xFF}, 4294967295.0, QKV_INT64},
    {"I64", "<i8", 8, {0xFE, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF}, -2, QKV_INT64},
};

static void expect_number(TensorFile *f, int i)
{
    Err err = {0};
    Qkv *q = qkv_new();
    ck_assert_msg(tensor_file_parse(f, &err), "%s", err.message);
    ck_assert_int_eq(f->count, 1);
    ck_assert_double_eq(tensor_file_number(f, 0, 0), numbers[i].number);
    const QkvTensor *t = tensor_file_take(q, f, 0);
    ck_assert_ptr_nonnull(t);
    ck_assert_int_eq(t->dtype, numbers[i].dtype);
    ck_assert_int_eq(t->rank, 1);
    ck_assert_double_eq(qkv_tensor_at(t, 0), numbers[i].number);
    qkv_free(q);
    tensor_file_release(f);
}

START_TEST(numbers_of_every_type)
{
    char header[200];
    if (numbers[_i].type) {
        TensorFile f = {0};
        snprintf(header, sizeof header,
                 "{\"__metadata__\":{\"a\":\"b\"},"
                 "\"x\":{\"dtype\":\"%s\",\"shape\":[1],\"data_offsets\":[0,%d]}}  ",
                 numbers[_i].type, numbers[_i].bytes);
        put_safetensors(&f.bytes, header, numbers[_i].data, (size_t)numbers[_i].bytes);
        expect_number(&f, _i);
    }
    if (numbers[_i].descr) {
        TensorFile f = {0};
        snprintf(header, sizeof header,
                 "{'shape': (1,), 'fortran_order': False, 'descr': '%s'}    \n", numbers[_i].descr);
        put_npy(&f.bytes, header, numbers[_i].data, (size_t)numbers[_i].bytes);
        expect_number(&f, _i);
    }
}
END_TEST

START_TEST(columns_first_are_turned)
{
    static const unsigned char data[6] = {1, 2, 3, 4, 5, 6};
    static const double rows[6] = {1, 3, 5, 2, 4, 6};
    TensorFile f = {0};
    Err err = {0};
    Qkv *q = qkv_new();
    put_npy(&f.bytes, "{\"descr\":'|u1','fortran_order':True,'shape':(2,3),}\n", data, 6);
    ck_assert_msg(tensor_file_parse(&f, &err), "%s", err.message);
    const QkvTensor *t = tensor_file_take(q, &f, 0);
    for (int i = 0; i < 6; i++)
        ck_assert_double_eq(qkv_tensor_at(t, i), rows[i]);
    qkv_free(q);
    tensor_file_release(&f);
}
END_TEST

/* Tensors without numbers may lie anywhere between the others, under any name. */
START_TEST(empty_tensors_lie_anywhere)
{
    static const char data[8];
    static const char *const names[][3] = {{"a", "b", "c"}, {"b", "c", "a"}, {"c", "a", "b"}};
    for (int at = 0; at <= 8; at += 4)
        for (size_t i = 0; i < COUNT(names); i++) {
            char header[300];
            TensorFile f = {0};
            Err err = {0};
            snprintf(header, sizeof header,
                     "{\"%s\":{\"dtype\":\"F32\",\"shape\":[1],\"data_offsets\":[0,4]},"
                     "\"%s\":{\"dtype\":\"F32\",\"shape\":[0,2],\"data_offsets\":[%d,%d]},"
                     "\"%s\":{\"dtype\":\"F32\",\"shape\":[1],\"data_offsets\":[4,8]}}",
                     names[i][0], names[i][1], at, at, names[i][2]);
            put_safetensors(&f.bytes, header, data, sizeof data);
            ck_assert_msg(tensor_file_parse(&f, &err), "%s: %s", header, err.message);
            ck_assert_int_eq(f.count, 3);
            tensor_file_release(&f);
        }
}
END_TEST

/* --- bad files ------------------------------------------------------------------------------------ */

#define X(dtype, shape, offsets)                                                                   \
    "\"x\":{\"dtype\":\"" dtype "\",\"shape\":" shape ",\"data_offsets\":" offsets "}"
#define Y(dtype, shape, offsets)                                                                   \
    "\"y\":{\"dtype\":\"" dtype "\",\"shape\":" shape ",\"data_offsets\":" offsets "}"

/* A header, with 16 bytes after it. */
static const struct {
    const char *header, *says;
} bad[] = {
    {"{" X("F32", "[4]", "[0,16]"), "its header cannot be read"},
    {"[1]", "neither a safetensors file nor"},
    {"{" X("F32", "[4]", "[0,16]") "," X("F32", "[4]", "[0,16]") "}", "duplicate"},
    {"{" X("F32", "[5]", "[0,20]") "}", "lies outside of the file"},
    {"{" X("F32", "[5]", "[0,16]") "}", "has 16 bytes, but its shape needs 20"},
    {"{" X("F32", "[4]", "[-16,0]") "}", "lies outside of the file"},
    {"{" X("F32", "[4]", "[16,0]") "}", "lies outside of the file"},
    {"{" X("F32", "[4]", "[0,18446744073709551615]") "}", "its header cannot be read"},
    {"{" X("F32", "[4]", "[0,9223372036854775807]") "}", "lies outside of the file"},
    {"{" X("F32", "[4]", "[0.0,16]") "}", "has no data_offsets"},
    {"{" X("F32", "[4]", "[0]") "}", "has no data_offsets"},
    {"{" X("F32", "[-4]", "[0,16]") "}", "has a size that is not a count"},
    {"{" X("F32", "[4294967296,4294967296]", "[0,0]") "}", "is larger than the file"},
    {"{" X("F32", "[9223372036854775807,2]", "[0,16]") "}", "is larger than the file"},
    {"{" X("F32", "[4611686018427387905,4]", "[0,16]") "}", "is larger than the file"},
    {"{" X("F33", "[4]", "[0,16]") "}", "has an unknown dtype 'F33'"},
    {"{" X("F32", "4", "[0,16]") "}", "has no shape"},
    {"{\"x\":{\"shape\":[4],\"data_offsets\":[0,16]}}", "has no dtype"},
    {"{\"x\":3}", "is described by nothing"},
    {"{" X("U8", "[8]", "[0,8]") "," Y("U8", "[12]", "[4,16]") "}", "shares bytes"},
    {"{" X("U8", "[16]", "[0,16]") "," Y("U8", "[16]", "[0,16]") "}", "shares bytes"},
    {"{" X("U8", "[4]", "[0,4]") "," Y("U8", "[8]", "[8,16]") "}", "comes after a gap"},
    {"{" X("U8", "[8]", "[0,8]") "}", "8 bytes at the end belong to no tensor"},
    {"{\"\\u001b[2J\":{\"dtype\":\"U8\",\"shape\":[1],\"data_offsets\":[0,1]}}", "15 bytes at"},
    {"{\"\\u001b[2J\":3}", "tensor '?[2J'"},
    {"{" X("U8", "[1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,16]",
           "[0,16]") "}",
     "has more than 32 axes"},
};

START_TEST(a_bad_header_gets_its_message)
{
    static const char data[16];
    TensorFile f = {0};
    Err err = {0};
    put_safetensors(&f.bytes, bad[_i].header, data, sizeof data);
    ck_assert(!tensor_file_parse(&f, &err));
    ck_assert_msg(strstr(err.message, bad[_i].says), "%s, not %s", err.message, bad[_i].says);
    tensor_file_release(&f);
}
END_TEST

static const struct {
    const char *header, *says;
} bad_npy[] = {
    {"{'descr': '|O', 'fortran_order': False, 'shape': (2,)}", "Python objects"},
    {"{'descr': [('a', '<f4')], 'fortran_order': False, 'shape': (2,)}", "records"},
    {"{'descr': '<f3', 'fortran_order': False, 'shape': (2,)}", "'<f3' are not read"},
    {"{'descr': '<U4', 'fortran_order': False, 'shape': (2,)}", "'<U4' are not read"},
    {"{'descr': '<f4', 'fortran_order': False, 'shape': (5,)}", "more bytes than the file has"},
    {"{'descr': '<f4', 'fortran_order': 1, 'shape': (4,)}", "neither True nor False"},
    {"{'descr': '<f4', 'fortran_order': False, 'shape': 4}", "a shape that cannot be read"},
    {"{'descr': '<f4', 'fortran_order': False, 'shape': (4)}", "a shape that cannot be read"},
    {"{'descr': '<f4', 'fortran_order': False, 'shape': (99999999999999999999,)}",
     "a shape that cannot be read"},
    {"{'descr': '<f4', 'fortran_order': False, 'shape': (4294967296, 4294967296)}",
     "more bytes than the file has"},
    {"{'descr': '<f4', 'shape': (4,)}", "is not that of an npy file"},
    {"{'descr': '<f4', 'descr': '<f4', 'shape': (4,)}", "'descr', which does not belong"},
    {"{'descr': '<f4', 'fortran_order': False, 'shape': (4,)} x", "is not that of an npy file"},
    {"{'descr': '<f4' 'fortran_order': False, 'shape': (4,)}", "its header cannot be read"},
    {"{'descr", "its header cannot be read"},
    {"", "its header cannot be read"},
};

START_TEST(a_bad_npy_header_gets_its_message)
{
    static const char data[16];
    TensorFile f = {0};
    Err err = {0};
    put_npy(&f.bytes, bad_npy[_i].header, data, sizeof data);
    ck_assert(!tensor_file_parse(&f, &err));
    ck_assert_msg(strstr(err.message, bad_npy[_i].says), "%s, not %s", err.message,
                  bad_npy[_i].says);
    tensor_file_release(&f);
}
END_TEST

/* --- any files -------------------------------------------------------------------------------------- */

static unsigned below(unsigned *state, unsigned limit)
{
    *state = *state * 1664525u + 1013904223u;
    return (*state >> 8) % limit;
}

static void put_good(Buf *out, unsigned which)
{
    static const char data[24] = {1, 2, 3};
    static const char *const npy[] = {
        "{'descr': '<f4', 'fortran_order': True, 'shape': (2, 3), }  \n",
        "{'descr': '>i2', 'fortran_order': False, 'shape': (3, 2, 2), }\n",
        "{'descr': '|b1', 'fortran_order': False, 'shape': (), }"};
    static const char *const safetensors[] = {
        "{" X("F32", "[2,2]", "[0,16]") "," Y("I16", "[4]", "[16,24]") "}",
        "{\"__metadata__\":{\"a\":\"b\"}," X("BF16", "[3,0]", "[0,0]") "," Y("F16", "[3,4]",
                                                                             "[0,24]") "}   ",
        "{" X("I64", "[]", "[16,24]") "," Y("C64", "[2]", "[0,16]") "}"};
    if (which % 2)
        put_safetensors(out, safetensors[which / 2 % COUNT(safetensors)], data, sizeof data);
    else
        put_npy(out, npy[which / 2 % COUNT(npy)], data, sizeof data);
}

/* Some bytes changed, or the end cut off. */
static void mutate(Buf *b, unsigned *state)
{
    static const char likely[] = "0123456789,[]{}:'\"FUI-. \xff";
    for (unsigned changes = below(state, 4) + 1; changes > 0 && b->length > 0; changes--) {
        size_t at = below(state, (unsigned)b->length);
        unsigned kind = below(state, 4);
        if (kind == 0)
            buf_cut(b, at + 1);
        else if (kind == 1)
            b->text[at] = likely[below(state, sizeof likely - 1)];
        else
            b->text[at] = (char)below(state, 256);
    }
}

/* A header put together from what headers are made of, or any bytes, and some bytes after it. */
static void put_random(Buf *out, unsigned *state)
{
    static const char *const pieces[] = {"{",
                                         "}",
                                         "[",
                                         "]",
                                         ",",
                                         ":",
                                         "(",
                                         ")",
                                         " ",
                                         "'",
                                         "\"",
                                         "\\u0000",
                                         "-1",
                                         "0",
                                         "1",
                                         "4",
                                         "99999999999",
                                         "9223372036854775807",
                                         "1e9",
                                         "true",
                                         "None",
                                         "True",
                                         "False",
                                         "'descr'",
                                         "'<f4'",
                                         "'|O'",
                                         "'fortran_order'",
                                         "'shape'",
                                         "(2, 3)",
                                         "\"x\"",
                                         "\"dtype\"",
                                         "\"F32\"",
                                         "\"F64\"",
                                         "\"U8\"",
                                         "\"shape\"",
                                         "[2,2]",
                                         "\"data_offsets\"",
                                         "[0,16]",
                                         "\"__metadata__\"",
                                         X("F32", "[4]", "[0,16]"),
                                         Y("U8", "[]", "[16,17]")};
    char data[40];
    Buf header = {0};
    for (unsigned i = 0; i < sizeof data; i++)
        data[i] = (char)below(state, 256);
    if (below(state, 4) == 0)
        buf_add(&header, data, below(state, sizeof data));
    else
        for (unsigned i = below(state, 24); i > 0; i--)
            buf_puts(&header, i % 8 == 7 ? "{" : pieces[below(state, COUNT(pieces))]);
    if (below(state, 3) == 0)
        buf_add(out, buf_text(&header), header.length);
    else if (below(state, 2))
        put_safetensors(out, buf_text(&header), data, below(state, sizeof data));
    else
        put_npy(out, buf_text(&header), data, below(state, sizeof data));
    buf_release(&header);
}

/* Bytes that jansson has in hand, and their most. */
static size_t taken, most_taken;

static void *count_alloc(size_t size)
{
    max_align_t *block = malloc(sizeof *block + size);
    ck_assert_ptr_nonnull(block);
    memcpy(block, &size, sizeof size);
    taken += size;
    most_taken = taken > most_taken ? taken : most_taken;
    return block + 1;
}

static void count_free(void *memory)
{
    if (!memory)
        return;
    max_align_t *block = (max_align_t *)memory - 1;
    size_t size;
    memcpy(&size, block, sizeof size);
    taken -= size;
    free(block);
}

/* Looks at the bytes as a file that ends where its memory ends, and takes no more than is promised. */
static void look_closely(const Buf *bytes)
{
    enum { FEW = 8192 };
    TensorFile f = {0};
    Err err = {0};
    char *exact = malloc(bytes->length > 0 ? bytes->length : 1);
    ck_assert_ptr_nonnull(exact);
    memcpy(exact, buf_text(bytes), bytes->length);
    f.bytes = (Buf){.text = exact, .length = bytes->length, .capacity = bytes->length};
    most_taken = 0;
    look(&f, &err);
    ck_assert_uint_eq(taken, 0);
    size_t memory = most_taken + f.arena.used;
    ck_assert_msg(memory <= FEW + TENSOR_FILE_SPREAD * bytes->length, "%zu bytes of memory for %zu",
                  memory, bytes->length);
    tensor_file_release(&f);
}

/* TENSOR_FILES=1000000 tries a million of them. */
START_TEST(mutated_and_random_files_are_read_or_refused)
{
    const char *many = getenv("TENSOR_FILES");
    int files = many ? atoi(many) : 20000;
    unsigned state = 1;
    json_set_alloc_funcs(count_alloc, count_free);
    for (int i = 0; i < files; i++) {
        Buf bytes = {0};
        if (i % 4 == 3) {
            put_random(&bytes, &state);
        } else {
            put_good(&bytes, below(&state, 100));
            mutate(&bytes, &state);
        }
        look_closely(&bytes);
        buf_release(&bytes);
    }
}
END_TEST

/* As much as a header can ask for. */
START_TEST(a_header_does_not_ask_for_more_memory_than_is_promised)
{
    static const char *const pieces[] = {"{},", "[],", "0,", "[[[[]]]],", "\"\","};
    Buf header = {0}, bytes = {0};
    json_set_alloc_funcs(count_alloc, count_free);
    buf_puts(&header, "{\"x\":[");
    while (header.length < TENSOR_FILE_HEADER / 16)
        buf_puts(&header, pieces[_i]);
    buf_puts(&header, "0]}");
    put_safetensors(&bytes, buf_text(&header), "", 0);
    look_closely(&bytes);
    buf_release(&header);
    buf_release(&bytes);
}
END_TEST

START_TEST(many_tensors_take_no_more_memory_than_is_promised)
{
    enum { TENSORS = 2000 };
    Buf header = {0}, bytes = {0};
    json_set_alloc_funcs(count_alloc, count_free);
    for (int i = 0; i < TENSORS; i++)
        buf_printf(&header, "%s\"%x\":{\"dtype\":\"U8\",\"shape\":[0],\"data_offsets\":[0,0]}",
                   i ? "," : "{", (unsigned)i);
    buf_putc(&header, '}');
    put_safetensors(&bytes, buf_text(&header), "", 0);
    look_closely(&bytes);
    buf_release(&header);
    buf_release(&bytes);
}
END_TEST

/* --- in lessons ----------------------------------------------------------------------------------- */

static const char tensors[] = "{" X("F32", "[2]", "[0,8]") "," Y("I64", "[1]", "[8,16]") "}";
static const unsigned char cells[16] = {0, 0, 0x80, 0x3F, 0, 0, 0, 0x40, 7};

static void write_bytes(const char *path, const Buf *bytes)
{
    folder_write_bytes(path, buf_text(bytes), bytes->length);
}

/* Output of a line in a lesson at lessons/a.md, or why not. */
static const char *said_in(const char *path, const char *line)
{
    static char said[600];
    Err err = {0};
    Buf text = {0};
    buf_printf(&text,
               "# T\n\n## S\n\n```python\nimport torch\nimport numpy as np\n"
               "from safetensors.torch import load_file\n%s\n```\n",
               line);
    Lesson *lesson = lesson_parse(path, text.text, text.length, &err);
    ck_assert_msg(lesson, "%s", err.message);
    Run *run = run_lesson(lesson);
    const Stop *stop = run->stops > 0 ? &run->stop[run->stops - 1] : NULL;
    snprintf(said, sizeof said, "%s",
             run->err.set         ? run->err.message
             : stop && stop->text ? stop->text
                                  : "");
    run_free(run);
    lesson_free(lesson);
    buf_release(&text);
    return said;
}

static const char *said_by(const char *line)
{
    return said_in("lessons/a.md", line);
}

static const char model[] = "import torch\n"
                            "from torch import nn\n"
                            "import other\n"
                            "number = 7\n"
                            "_hidden = 1\n"
                            "def twice(x):\n"
                            "    return 2 * x\n"
                            "class Net(nn.Module):\n"
                            "    def __init__(self):\n"
                            "        super().__init__()\n"
                            "        self.one = nn.Linear(2, 1)\n"
                            "if __name__ == '__main__':\n"
                            "    number = 8\n"
                            "def fails():\n"
                            "    layer = Net()\n"
                            "    return layer.one(torch.ones(3))\n";

/* The library's code runs while the file is read, and so does its own. */
static const char calls[] = "import torch\n"
                            "from torch import nn\n"
                            "torch.manual_seed(0)\n"
                            "net = nn.TransformerEncoderLayer(4, 2, 8)\n"
                            "y = net(torch.ones(1, 3, 4))\n"
                            "def deco(f):\n"
                            "    def g(*a):\n"
                            "        return f(*a) + 1\n"
                            "    return g\n"
                            "@deco\n"
                            "def h(x):\n"
                            "    return x.sum()\n"
                            "v = h(torch.ones(3))\n";

static const struct {
    const char *line, *says;
} lines[] = {
    {"print(load_file('w.safetensors'))", "{'x': tensor([1., 2.]), 'y': tensor([7])}"},
    {"print(torch.from_numpy(np.load('a.npy')).sum())", "tensor(6)"},
    {"load_file('../lessons/w.safetensors')", "reads files of its own folder"},
    {"load_file('/etc/passwd')", "reads files of its own folder"},
    {"load_file('.hidden')", "reads files of its own folder"},
    {"load_file('pack/.hidden')", "reads files of its own folder"},
    {"load_file('pack/../w.safetensors')", "reads files of its own folder"},
    {"load_file('')", "this is a folder"},
    {"load_file(3)", "expected the name of a file, found an int"},
    {"from pathlib import Path\nprint(load_file(Path('w.safetensors'))['y'])", "tensor([7])"},
    {"from pathlib import Path\nprint(open('pack//./deep.py').read(), "
     "Path('pack/deep.py').read_text())",
     "a = 4\n a = 4"},
    {"open('away/deep.py')", "away/deep.py: the way leads through a link"},
    {"open('~/deep.py')", "reads files of its own folder"},
    {"import os\nprint(os.path.exists('away/deep.py'))", "the way leads through a link"},
    {"import os\nprint(os.path.exists('away'))", "away is a link, which a lesson does not follow"},
    {"import os\nprint(os.path.isdir('pack'), os.path.isfile('pack'), os.path.isdir('.'), "
     "os.path.exists('many.npy'), os.path.exists(''))",
     "True False True True False"},
    {"from pathlib import Path\nprint((Path('pack') / 'deep.py').exists(), Path('pack').is_dir())",
     "True True"},
    {"load_file('no.safetensors')", "no.safetensors: No such file"},
    {"load_file('link.safetensors')", "this is a link"},
    {"load_file('folder')", "this is a folder"},
    {"load_file('pipe')", "this is a device"},
    {"load_file('lesson.md')", "neither a safetensors file nor an npy file"},
    {"np.load('w.safetensors')", "load_file reads it"},
    {"torch.load('no.pt')", "No such file or directory: 'no.pt'"},
    {"torch.load('a.npy')", "torch.load: a.npy can run programs"},
    {"torch.save(torch.ones(2), 'a.npy')\nnp.load('a.npy')", "a.npy: the program wrote it"},
    {"torch.save(1, 't.txt')\nopen('t.txt')", "t.txt: the program made it, and it is no text"},
    {"torch.save(1, 'folder')", "torch.save: folder is a folder"},
    {"torch.save(1, '../x.pt')", "reads files of its own folder"},
    {"torch.load('a.npy', map_location='cuda')", "there is no device 'cuda' here"},
    {"load_file('data.safetensors')", "No such file"},
    {"with open('t.txt', 'r', encoding='utf-8') as f:\n    s = f.read()\nprint(repr(s), f.closed)",
     "'é\\nb\\n\\nc' True"},
    {"print([line for line in open('t.txt')], open('t.txt').readlines()[1:])",
     "['é\\n', 'b\\n', '\\n', 'c'] ['b\\n', '\\n', 'c']"},
    {"f = open('t.txt')\nprint(f.read(1), f.readline(), f.read(), f.read(), sep='|')",
     "é|\n|b\n\nc|"},
    {"open('no.txt')", "No such file or directory: 'no.txt'"},
    {"open('link.safetensors')", "is a link, a folder or a device"},
    {"from pathlib import Path\np = Path('new/in')\np.mkdir(parents=True)\n"
     "print(p.exists(), Path('new').is_dir(), p.is_file(), Path('in').exists())",
     "True True False False"},
    {"from pathlib import Path\nPath('new/in').mkdir()", "No such file or directory: 'new/in'"},
    {"from pathlib import Path\nPath('folder').mkdir()", "os.mkdir: folder is there"},
    {"open('folder')", "is a link, a folder or a device"},
    {"open('pipe')", "is a link, a folder or a device"},
    {"open('many.npy')", "more than the 2097152 that a lesson reads"},
    {"open('double.npy')", "double.npy is not a text in UTF-8"},
    {"open('/etc/passwd')", "reads files of its own folder"},
    {"open('t.txt', 'wb')", "in modes 'r', 'w', 'a'"},
    {"f = open('t.txt', 'a')\nf.write('!')\nf.close()\nprint(repr(open('t.txt').read()))",
     "'é\\nb\\n\\nc!'"},
    {"f = open('t.txt', 'w')\nf.write('!')\nopen('t.txt')", "t.txt is open to be written"},
    {"open('t.txt', 'w').read()", "t.txt: a file that was opened to be written is not read"},
    {"open('t.txt').write('')", "t.txt: a file that was opened to be read is not written"},
    {"open('folder', 'w')", "folder is a folder"},
    {"open('away/x.py', 'w')", "away/x.py: the way leads through a link"},
    {"open('../x', 'w')", "reads files of its own folder"},
    {"with open('model.py', 'w') as f:\n    f.write('number = 8\\n')\nimport model\n"
     "print(model.number)",
     "8"},
    {"import os\nos.makedirs('../x', exist_ok=True)\nprint(1)", "1"},
    {"import os\nos.makedirs('folder')", "os.mkdir: folder is there"},
    {"f = open('t.txt')\nf.close()\nf.read()", "I/O operation on closed file."},
    {"np.load('many.npy')", "many.npy has a tensor of 50000000 cells: more than 41943040"},
    {"from model import twice, Net\nprint(twice(torch.ones(2)), Net.__module__)",
     "tensor([2., 2.]) model"},
    {"from model import *\nprint(twice(3), number, other.x)", "6 7 5"},
    {"import model as m\nimport model\nprint(m.number, m is model, m.__name__, model.other.x)",
     "7 True model 5"},
    {"from model import twyce", "cannot import name 'twyce' from 'model': did you mean 'twice'?"},
    {"from model import _hidden\nprint(_hidden)", "1"},
    {"from model import *\nprint(_hidden)", "unknown name '_hidden'"},
    {"from model import fails\nfails()", "the weight takes 2"},
    {"import wrong", "wrong.py:2:5:"},
    {"import stops", "stops.py:1: division by zero"},
    {"import stops\nimport model\nprint(model.number)", "stops.py:1: division by zero"},
    {"import ring\nprint(ring.a, ring.b)", "1 2"},
    {"import linked\nlinked.x()", "linked.x is not part of the lesson language"},
    {"import folder\nfolder.x()", "folder.x is not part of the lesson language"},
    {"from .model import number\nprint(number)", "7"},
    {"from .nowhere import number",
     "there is neither a file nowhere.py nor nowhere/__init__.py beside the lesson"},
    {"import large\nlarge.x", "more than the 2097152 that a lesson reads"},
    {"from pack.inner import b\nimport pack.inner as p\nprint(b, p.b, p.__name__)",
     "9 9 pack.inner"},
    {"from pack import inner\nprint(inner.b)", "9"},
    {"import model\nfrom pack import inner\nprint(model.__file__, inner.__file__)",
     "model.py pack/inner.py"},
    {"print(__file__)", "unknown name '__file__'"},
    {"from pack.up import b", "there is neither a file pack/other.py nor pack/other/__init__.py"},
    {"from away.inner import b\nb()", "away.inner.b is not part of the lesson language"},
    {"from ..model import number", "..model leads out of the folder of the lesson"},
    {"from layers.up import x", "...scale leads out of the folder of the lesson"},
    {"from layers import Head\nprint(Head(16).s)", "4.0"},
    {"import layers.attention as A\nprint(A.Head(16).s, A.__name__, A.__file__)",
     "4.0 layers.attention layers/attention/__init__.py"},
    {"import layers.attention.head\nprint(layers.scale.root(9), layers.attention.head.Head(4).s)",
     "3.0 2.0"},
    {"from . import layers, other\nprint(layers.tall, other.x)", "1 5"},
    {"from layers import scale, tall\nprint(scale.root(4), tall, scale.names)",
     "2.0 1 ('layers.scale', 'layers')"},
    {"from layers import *\nprint(Head(4).s, scale.root(16), attention.__name__)",
     "2.0 4.0 layers.attention"},
    {"from layers import Haed", "cannot import name 'Haed' from 'layers': did you mean 'Head'?"},
    {"import layers\nlayers.more", "module 'layers' has no attribute 'more'"},
    {"import layers.none", "there is neither a file layers/none.py nor layers/none/__init__.py"},
    {"try:\n    import layers.none\nexcept ImportError as e:\n    print(e)",
     "No module named 'layers.none'"},
    {"from . import none", "there is neither a file none.py nor none/__init__.py"},
    {"from layers.stops import x", "layers/stops.py:2: division by zero"},
    {"try:\n    import "
     "a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a."
     "a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a\nexcept ImportError:\n    print(1)",
     "more than 64 levels deep is not part"},
    {"import os\nprint(os.path.exists('t.txt/'), os.path.isfile('t.txt/'), os.path.isdir('pack/'))",
     "False False True"},
    {"open('t.txt/')", "open: 't.txt/' is the name of a folder"},
    {"import os\nprint(os.path.join(os.path.expanduser('~/.cache'), 'torch', 'x'), "
     "os.path.join(os.path.expanduser('~'), '/a'), os.path.expanduser('a/~'))",
     "(home of a user)/.cache/torch/x /a a/~"},
    {"import os\ntry:\n    os.path.expanduser('~') == '~'\nexcept Exception:\n    print(1)",
     "where a user is at home is not known"},
    {"import os\ntry:\n    os.path.exists(os.path.expanduser('~/a'))\nexcept Exception:\n    "
     "print(1)",
     "where a user is at home is not known"},
    {"import os\ntry:\n    open(os.path.join(os.path.expanduser('~'), 'a'))\nexcept Exception:\n"
     "    print(1)",
     "where a user is at home is not known"},
    {"import os\ntry:\n    os.environ['a=b'] = ''\nexcept Exception:\n    print(1)",
     "'a=b' is no name that a machine takes"},
    {"import sys\ntry:\n    sys.version_info + ()\nexcept TypeError:\n    print(1)",
     "no closer to be known"},
    {"import sys\ntry:\n    sys.version_info[::-1]\nexcept TypeError:\n    print(1)",
     "no closer to be known"},
    {"from importlib.metadata import version\nprint(version('numpy'))\n"
     "str(version('numpy')).startswith('1')",
     "the version of a package that is not here is not known"},
    {"from away2 import x\nx()",
     "away2.x is not part of the lesson language, and there is no such file"},
    {"from both import x\nprint(x)", "of the folder"},
    {"from lessons.layers import tall\nimport lessons.other as o\nimport other\nprint(tall, o is "
     "other)",
     "1 True"},
    {"import lessons.layers.scale\nprint(lessons.layers.scale.names)",
     "('layers.scale', 'layers')"},
    {"import lessons.none as n\nn.x()", "lessons.none.x is not part of the lesson language"},
    {"from none.configs import *",
     "none.configs is not part of the lesson language, and there is no such file"},
    {"import os\nprint(os.path.exists('t.txt'), os.path.exists('no.txt'), "
     "os.path.isfile('folder'))",
     "True False False"},
    {"import os\nos.path.exists('/etc/passwd')", "reads files of its own folder"},
    {"import spins", ": the lesson computes too much"},
    /* acts that the library alone may do */
    {"from calls import v, h\nprint(v, h(torch.ones(2)), h.__name__)", "tensor(4.) tensor(3.) g"},
    {"import claims", "'cls' must be a class of the library"},
    {"import json2 as j\nprint(j.abc.ABC.__name__)", "ABC"},
};

START_TEST(a_lesson_reads_what_lies_beside_it)
{
    Buf file = {0};
    folder_write("lessons/lesson.md", "# T\n");
    folder_write("lessons/t.txt", "é\r\nb\r\rc");
    put_safetensors(&file, tensors, cells, sizeof cells);
    write_bytes("lessons/w.safetensors", &file);
    folder_write("data/x", "");
    write_bytes("data/data.safetensors", &file);
    buf_clear(&file);
    put_npy(&file, "{'descr': '|u1', 'fortran_order': False, 'shape': (3,)}\n", "\1\2\3", 3);
    write_bytes("lessons/a.npy", &file);
    buf_clear(&file);
    put_npy(&file, "{'descr': '<f8', 'fortran_order': False, 'shape': (1,)}\n", cells, 8);
    write_bytes("lessons/double.npy", &file);
    buf_clear(&file);
    put_npy(&file, "{'descr': '|i1', 'fortran_order': False, 'shape': (50000000,)}\n", NULL, 0);
    buf_fill(&file, '\1', 50000000);
    write_bytes("lessons/many.npy", &file);
    folder_write("lessons/model.py", model);
    folder_write("lessons/other.py", "x = 5\n");
    folder_write("lessons/pack/inner.py",
                 "from .deep import a\nfrom pack.deep import a as c\nb = a + c + 1\n");
    folder_write("lessons/pack/deep.py", "a = 4\n");
    folder_write("lessons/pack/up.py", "from .other import x\nb = x\n");
    ck_assert_int_eq(symlink("pack", "lessons/away"), 0);
    folder_write("lessons/layers/__init__.py",
                 "tall = 1\nfrom .attention import Head\nfrom . import scale\n");
    folder_write("lessons/layers/attention/__init__.py", "from .head import *\n");
    folder_write("lessons/layers/attention/head.py",
                 "from ..scale import root\nclass Head:\n    def __init__(self, d):\n"
                 "        self.s = root(d)\n");
    folder_write("lessons/layers/scale.py",
                 "from .. import layers\nnames = __name__, layers.__name__\n"
                 "def root(d):\n    return d ** 0.5\n");
    folder_write("lessons/layers/up.py", "from ...scale import x\n");
    folder_write("lessons/layers/stops.py", "\nx = 1 / 0\n");
    folder_write("lessons/both/__init__.py", "x = 'of the folder'\n");
    folder_write("lessons/both.py", "x = 'of the file'\n");
    ck_assert_int_eq(symlink("layers", "lessons/away2"), 0);
    folder_write("lessons/calls.py", calls);
    folder_write("lessons/wrong.py", "x = 1\ny = (1\n");
    folder_write("lessons/stops.py", "x = 1 / 0\n");
    folder_write("lessons/ring.py", "a = 1\nfrom ring2 import b\n");
    folder_write("lessons/ring2.py", "import ring\nb = ring.a + 1\n");
    folder_write("lessons/spins.py", "while True:\n    pass\n");
    folder_write("lessons/claims.py",
                 "from torch._C import _members\n@_members\nclass A:\n    pass\n");
    folder_write("lessons/abc.py", "ABC = 'not this'\n");
    folder_write("lessons/json2.py", "import abc\n");
    buf_clear(&file);
    buf_fill(&file, '\n', (1 << 21) + 1);
    write_bytes("lessons/large.py", &file);
    ck_assert_int_eq(symlink("model.py", "lessons/linked.py"), 0);
    ck_assert_int_eq(symlink("w.safetensors", "lessons/link.safetensors"), 0);
    ck_assert_int_eq(mkdir("lessons/folder", 0700), 0);
    ck_assert_int_eq(mkfifo("lessons/pipe", 0600), 0);
    /* Python reads through a link: what catches errors must not go on without the text. */
    const char *caught = said_by("try:\n    open('linked.py')\nexcept OSError:\n    print('else')");
    ck_assert_msg(strstr(caught, "linked.py is a link, a folder or a device"), "%s", caught);
    for (int i = 0; i < COUNT(lines); i++) {
        const char *said = said_by(lines[i].line);
        ck_assert_msg(strstr(said, lines[i].says), "%s: %s", lines[i].line, said);
    }
    files_allow("data");
    ck_assert_str_eq(said_by("print(load_file('data.safetensors')['y'])"), "tensor([7])");
    files_allow(NULL);
    files_of_lessons("data"); /* as a copy of one of them in another folder */
    ck_assert_str_eq(said_by("print(load_file('data.safetensors')['y'])"), "tensor([7])");
    files_of_lessons(NULL);
    ck_assert_int_eq(chdir("lessons"), 0);
    ck_assert_str_eq(said_in("a.md", "from lessons.layers import tall\nprint(tall)"), "1");
    ck_assert_int_eq(chdir(".."), 0);
    buf_release(&file);
}
END_TEST

START_TEST(reading_again_and_again_ends)
{
    Buf file = {0};
    folder_write("lessons/lesson.md", "# T\n");
    put_safetensors(&file, tensors, cells, sizeof cells);
    write_bytes("lessons/w.safetensors", &file);
    folder_write("lessons/t.txt", "");
    const char *said = said_by("while True:\n    load_file('w.safetensors')");
    ck_assert_msg(strstr(said, "more than"), "%s", said);
    said = said_by("while True:\n    open('t.txt')");
    ck_assert_msg(strstr(said, "more than"), "%s", said);
    buf_release(&file);
}
END_TEST

Suite *tensor_file_suite(void)
{
    Suite *s = suite_create("tensor_file");
    TCase *t = suite_case(s, "tensor_file");
    tcase_set_timeout(t, 3600);
    tcase_add_loop_test(t, numbers_of_every_type, 0, COUNT(numbers));
    tcase_add_test(t, columns_first_are_turned);
    tcase_add_test(t, empty_tensors_lie_anywhere);
    tcase_add_loop_test(t, a_bad_header_gets_its_message, 0, COUNT(bad));
    tcase_add_loop_test(t, a_bad_npy_header_gets_its_message, 0, COUNT(bad_npy));
    tcase_add_test(t, mutated_and_random_files_are_read_or_refused);
    tcase_add_loop_test(t, a_header_does_not_ask_for_more_memory_than_is_promised, 0, 5);
    tcase_add_test(t, many_tensors_take_no_more_memory_than_is_promised);
    t = tcase_create("in lessons");
    tcase_add_unchecked_fixture(t, folder_enter, folder_leave);
    tcase_add_checked_fixture(t, folder_clear, NULL);
    tcase_add_test(t, a_lesson_reads_what_lies_beside_it);
    tcase_add_test(t, reading_again_and_again_ends);
    suite_add_tcase(s, t);
    return s;
}
