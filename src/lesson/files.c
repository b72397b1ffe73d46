/* A lesson is not trusted: a file is named by its plain name, "head.safetensors", and lies in the
 * lesson's own folder, in the one that the user named, or where the lessons of the program lie. */
#include "lesson/files.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/common.h"
#include "base/file.h"
#include "base/utf8.h"
#include "lesson/tensor_file.h"
#include "python/library.h"
#include "python/limits.h"
#include "torch/torch.h"

static const char *allowed, *with_lessons;
static FileRead *tells;
static void *tells_of;

void files_tell(FileRead *read, void *of)
{
    tells = read;
    tells_of = of;
}

void files_allow(const char *folder)
{
    allowed = folder;
}

void files_of_lessons(const char *folder)
{
    with_lessons = folder;
}

/* --- which file ----------------------------------------------------------------------------------- */

static bool is_plain_file_name(const Text *name)
{
    return name->length > 0 && strlen(name->bytes) == name->length && name->bytes[0] != '.' &&
           !strchr(name->bytes, '/');
}

static const char *in_folder(Arena *a, const char *folder, const char *name)
{
    return arena_format(a, "%s/%s", folder, name);
}

/* The path of a file that a lesson asks for: in the first folder that has it. */
static const char *path_of(Eval *e, const Text *name)
{
    const char *slash = strrchr(e->path, '/');
    const char *own = slash ? arena_text(e->arena, e->path, (size_t)(slash - e->path)) : ".";
    const char *path = in_folder(e->arena, *own ? own : "/", name->bytes);
    const char *const others[] = {allowed, with_lessons};
    struct stat st;
    for (int i = 0; i < COUNT(others); i++)
        if (others[i] && !file_look(path, &st))
            path = in_folder(e->arena, others[i], name->bytes);
    return path;
}

/* Reads the file; what is wrong with it is an error at the argument. */
static bool read_tensor_file(Eval *e, const Arg *arg, TensorFile *f)
{
    Err err = {0};
    eval_blame(e, &arg->value);
    if (!is_plain_file_name(arg->text))
        return eval_fail(e, "a lesson reads files of its own folder, by their plain names: "
                            "'head.safetensors'");
    const char *path = path_of(e, arg->text);
    if (!tensor_file_read(f, path, &err))
        return eval_fail(e, "%s", err.message);
    if (tells)
        tells(tells_of, path, arg->text->bytes);
    return eval_spend(e, (int64_t)(f->bytes.length >> 6) + f->count);
}

static bool take_tensor(Eval *e, const TensorFile *f, int i, Value *out)
{
    return torch_result(e, tensor_file_take(e->q, f, i), out);
}

/* --- functions ------------------------------------------------------------------------------------ */

/* A dict of all tensors, in the order in which they lie in the file. */
static bool call_load_file(Eval *e, Arg *args, Value *out)
{
    TensorFile f = {0};
    bool ok = read_tensor_file(e, &args[0], &f);
    *out = value_dict(e->arena);
    for (int i = 0; ok && i < f.count; i++) {
        Value key = value_text(e->arena, f.tensor[i].name, strlen(f.tensor[i].name)), tensor;
        ok = take_tensor(e, &f, i, &tensor) && eval_put(e, dict_in(out), &key, &tensor);
    }
    tensor_file_release(&f);
    return ok;
}

static bool call_load(Eval *e, Arg *args, Value *out)
{
    TensorFile f = {0};
    bool ok = read_tensor_file(e, &args[0], &f);
    if (ok && (f.count != 1 || *f.tensor[0].name))
        ok = eval_fail(e, "%s is a safetensors file: load_file reads it", f.name);
    ok = ok && take_tensor(e, &f, 0, out);
    if (ok)
        qkv_as_array(out->tensor, true);
    tensor_file_release(&f);
    return ok;
}

/* --- texts ----------------------------------------------------------------------------------------- */

/* Reads a text that a lesson names so, with lines that end with \n alone, as Python's open gives them. */
static bool read_text_file(Eval *e, const char *path, const char *named, Buf *out)
{
    struct stat st;
    const char *name = strrchr(path, '/') + 1;
    if (!file_look(path, &st) || !S_ISREG(st.st_mode))
        return eval_raise(e, "FileNotFoundError", "[Errno 2] No such file or directory: '%s'",
                          name);
    if (st.st_size <= LIMIT_ITEMS && !file_read(out, path, LIMIT_ITEMS))
        return eval_raise(e, "OSError", "[Errno %d] %s: '%s'", errno, strerror(errno), name);
    if (st.st_size > LIMIT_ITEMS)
        return eval_refuse_name(e, "%s has %lld bytes: more than the %d that a lesson reads", name,
                                (long long)st.st_size, LIMIT_ITEMS);
    if (utf8_check(buf_text(out), out->length) < out->length)
        return eval_raise(e, "UnicodeDecodeError", "%s is not a text in UTF-8", name);
    size_t length = 0;
    char before = '\0';
    for (size_t i = 0; i < out->length; i++) {
        char c = out->text[i];
        if (c != '\n' || before != '\r')
            out->text[length++] = c == '\r' ? '\n' : c;
        before = c;
    }
    buf_cut(out, length);
    if (tells)
        tells(tells_of, path, named);
    return eval_spend(e, (int64_t)(length >> 6));
}

/* open(name): a file of io.py, which has read all of it. */
static bool call_open(Eval *e, Arg *args, Value *out)
{
    enum { FILE_NAME, MODE };
    Buf text = {0};
    Given given = {0};
    const Value *file = library_value(e, "io", "TextIOWrapper");
    eval_blame(e, &args[FILE_NAME].value);
    const char *mode = args[MODE].has ? args[MODE].text->bytes : "r";
    if (strcmp(mode, "r") != 0 && strcmp(mode, "rt") != 0)
        return eval_refuse_name(e, "open: a lesson reads texts, in mode 'r', and writes no files");
    if (!is_plain_file_name(args[FILE_NAME].text))
        return eval_refuse_name(e, "open: a lesson reads files of its own folder, by their plain "
                                   "names: 'input.txt'");
    bool ok = file && read_text_file(e, path_of(e, args[FILE_NAME].text),
                                     args[FILE_NAME].text->bytes, &text);
    if (ok) {
        given_add(e, &given, NULL, args[FILE_NAME].value, NULL);
        given_add(e, &given, NULL, value_text(e->arena, buf_text(&text), text.length), NULL);
    }
    buf_release(&text);
    return ok && eval_invoke(e, file, &given, out);
}

/* --- files of Python --------------------------------------------------------------------------------- */

/* Tells whether a path is that of a file, and what leads to it from the lesson's own folder are folders and no
 * links: nothing else of the machine is reached by an import. */
static bool is_inside_folder(Arena *a, const char *path, size_t own)
{
    struct stat st;
    if (file_inside(path))
        return true;
    for (const char *slash = strchr(path + own, '/'); slash; slash = strchr(slash + 1, '/'))
        if (lstat(arena_text(a, path, (size_t)(slash - path)), &st) != 0 || !S_ISDIR(st.st_mode))
            return false;
    return lstat(path, &st) == 0 && S_ISREG(st.st_mode);
}

/* Tells whether no part of a dotted name is empty or leads elsewhere. */
static bool is_module_name(const char *name)
{
    return *name && *name != '.' && !strstr(name, "..") && name[strlen(name) - 1] != '.' &&
           !strchr(name, '/');
}

/* A lesson may import files of its own folder and of the folders in it, model.py, layers/attention.py,
 * layers/__init__.py, as texts that are read as open() reads one. */
static const char *helper_text(Eval *e, const char *name, const char **file)
{
    static const char *const endings[] = {"/__init__.py", ".py"};
    const char *source = NULL;
    for (int i = 0; i < COUNT(endings) && is_module_name(name) && !source && !e->err->set; i++) {
        *file = library_file(e, name, endings[i]);
        const Value v = value_string(e->arena, *file);
        const char *path = path_of(e, text_in(&v));
        Buf text = {0};
        if (is_inside_folder(e->arena, path, strlen(path) - strlen(*file)) &&
            read_text_file(e, path, *file, &text))
            source = arena_text(e->arena, buf_text(&text), text.length);
        buf_release(&text);
    }
    return source;
}

/* --- the package ---------------------------------------------------------------------------------- */

static const Namespace spaces[] = {
    {"safetensors.torch", IN_FILES, NULL}, {"safetensors", IN_SPACES, NULL}, {0}};

static const Function table[] = {
    {"load_file", IN_FILES, "filename:s device=", call_load_file},
    {"open", IN_BUILTIN, "file:s mode:s=None buffering= encoding= errors= newline=", call_open},
    {"load", IN_NUMPY, "file:s | allow_pickle:b=False", call_load},
    {0},
};

static const Function *const tables[] = {table, NULL};

const Package files_package = {.spaces = spaces, .functions = tables, .helper = helper_text};
