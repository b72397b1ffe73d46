/* A lesson is not trusted: a file that it names, "head.safetensors" or "data/input.txt", lies in the lesson's own folder,
 * in the one that the user named, or where the lessons of the program lie, and no link leads to it. */
#include "lesson/files.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/common.h"
#include "base/file.h"
#include "base/utf8.h"
#include "lesson/tensor_file.h"
#include "python/doubt.h"
#include "python/library.h"
#include "python/limits.h"
#include "python/outside.h"
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

/* "data/input.txt" of "./data//input.txt"; NULL when a part is hidden or leads up, or the path begins elsewhere. */
static const char *plain_path(Arena *a, const Text *name)
{
    Buf path = {.arena = a};
    const char *at = name->bytes;
    if (strlen(at) != name->length || *at == '/' || *at == '~')
        return NULL;
    for (; *at; at += strcspn(at, "/"), at += strspn(at, "/")) {
        size_t length = strcspn(at, "/");
        if (length == 1 && *at == '.')
            continue;
        if (*at == '.')
            return NULL;
        buf_printf(&path, "%s%.*s", path.length > 0 ? "/" : "", (int)length, at);
    }
    return buf_text(&path);
}

static const char *in_folder(Arena *a, const char *folder, const char *name)
{
    return arena_format(a, "%s/%s", folder, name);
}

/* The path of a file that a lesson asks for: in the first folder that has it. */
static const char *path_of(Eval *e, const char *name)
{
    const char *slash = strrchr(e->path, '/');
    const char *own = slash ? arena_text(e->arena, e->path, (size_t)(slash - e->path)) : ".";
    const char *path = in_folder(e->arena, *own ? own : "/", name);
    const char *const others[] = {allowed, with_lessons};
    struct stat st;
    for (int i = 0; i < COUNT(others); i++)
        if (others[i] && !file_look(path, &st))
            path = in_folder(e->arena, others[i], name);
    return path;
}

/* Tells whether what leads to a file from the lesson's own folder has a link in it: through one all of the machine
 * could be reached. */
static bool leads_through_link(Arena *a, const char *path, const char *name)
{
    struct stat st;
    size_t own = strlen(path) - strlen(name);
    for (const char *slash = strchr(path + own, '/'); slash; slash = strchr(slash + 1, '/'))
        if (lstat(arena_text(a, path, (size_t)(slash - path)), &st) == 0 && S_ISLNK(st.st_mode))
            return true;
    return false;
}

/* The text of a name that is one or an object of pathlib; NULL after an error. */
static const Text *name_text(Eval *e, const Value *v)
{
    Value text = *v;
    bool found = false;
    eval_blame(e, v);
    if (object_in(v) && !object_method(e, v, "__fspath__", 0, NULL, &text, &found))
        return NULL;
    if (!text_in(&text))
        eval_raise(e, "TypeError", "expected the name of a file, found %s", value_kind(v));
    return text_in(&text);
}

/* Where a file lies that a lesson names, by a text or an object of pathlib; *name is the way from the folder on. NULL
 * after an error. */
static const char *file_named(Eval *e, const Value *v, const char **name)
{
    const Text *text = name_text(e, v);
    if (!text ||
        (e->doubts && !doubt_allows_unseen(e, UNSEEN_FILES, "what lies beside the lesson")))
        return NULL;
    *name = plain_path(e->arena, text);
    const char *path = *name ? path_of(e, *name) : NULL;
    if (path && !leads_through_link(e->arena, path, *name))
        return path;
    eval_refuse_name(e,
                     path ? "%s: the way leads through a link, which a lesson does not follow"
                          : "%s: a lesson reads files of its own folder and of folders in it, as "
                            "'input.txt' or 'data/input.txt'",
                     text->bytes);
    return NULL;
}

/* Finds what the program itself made at this place (`made` of os.py): none for a folder; NULL for nothing. */
static const Value *find_made(Eval *e, const char *name)
{
    const Value *made = library_value(e, "os", "made");
    const Value key = value_string(e->arena, name);
    return made ? dict_find(&e->budget, dict_in(made), &key) : NULL;
}

/* Reads the file; what is wrong with it is an error at the argument. */
static bool read_tensor_file(Eval *e, const Arg *arg, TensorFile *f)
{
    Err err = {0};
    const char *name, *path = file_named(e, &arg->value, &name);
    if (!path)
        return false;
    if (find_made(e, name))
        return eval_refuse_name(e, "%s: the program wrote it, and what is in it is no tensor here",
                                name);
    if (!tensor_file_read(f, path, &err))
        return eval_fail(e, "%s", err.message);
    if (tells)
        tells(tells_of, path, name);
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
    if (!file_look(path, &st))
        return eval_raise(e, "FileNotFoundError", "[Errno 2] No such file or directory: '%s'",
                          named);
    if (!S_ISREG(
            st.st_mode)) /* Python reads through a link, so no error of its own may be caught */
        return eval_refuse_name(
            e, "%s is a link, a folder or a device, and no file that a lesson reads", named);
    if (st.st_size <= LIMIT_ITEMS && !file_read(out, path, LIMIT_ITEMS))
        return eval_raise(e, "OSError", "[Errno %d] %s: '%s'", errno, strerror(errno), named);
    if (st.st_size > LIMIT_ITEMS)
        return eval_refuse_name(e, "%s has %lld bytes: more than the %d that a lesson reads", named,
                                (long long)st.st_size, LIMIT_ITEMS);
    if (utf8_check(buf_text(out), out->length) < out->length)
        return eval_raise(e, "UnicodeDecodeError", "%s is not a text in UTF-8", named);
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

/* "a.txt/" is no file, even where "a.txt" is one. */
static bool names_a_folder(const Value *v)
{
    const Text *text = text_in(v);
    return text && text->length > 0 && text->bytes[text->length - 1] == '/';
}

/* Calls a function of io.py with the name of a file and one text more. */
static bool call_io(Eval *e, const char *function, const char *name, Value text, Value *out)
{
    Given given = {0};
    const Value *f = library_value(e, "io", function);
    given_add(e, &given, NULL, value_string(e->arena, name), NULL);
    given_add(e, &given, NULL, text, NULL);
    return f && eval_invoke(e, f, &given, out);
}

/* open(name): a file of io.py, which has read all of it, or keeps what is written. */
static bool call_open(Eval *e, Arg *args, Value *out)
{
    enum { FILE_NAME, MODE };
    Buf text = {0};
    const char *name, *path = file_named(e, &args[FILE_NAME].value, &name);
    const char *mode = args[MODE].has ? args[MODE].text->bytes : "r";
    if (!path)
        return false;
    if (names_a_folder(&args[FILE_NAME].value))
        return eval_refuse_name(e, "open: '%s/' is the name of a folder", name);
    if (!outside_is_one_of("r rt w wt a at", mode))
        return eval_refuse_name(e, "open: a lesson reads and writes texts, in modes 'r', 'w', 'a'");
    if (*mode != 'r' || find_made(e, name))
        return call_io(e, "open_made", name, value_string(e->arena, mode), out);
    bool ok = read_text_file(e, path, name, &text) &&
              call_io(e, "TextIOWrapper", name, value_text(e->arena, buf_text(&text), text.length),
                      out);
    buf_release(&text);
    return ok;
}

/* file_kind(name): "file", "folder", or "" for what is not there. */
static bool call_file_kind(Eval *e, Arg *args, Value *out)
{
    struct stat st;
    const char *name, *path = file_named(e, &args[0].value, &name);
    const Value *made = path ? find_made(e, name) : NULL;
    if (!path)
        return false;
    bool is_there = *args[0].text->bytes && (made || file_look(path, &st));
    if (is_there && !made && S_ISLNK(st.st_mode))
        return eval_refuse_name(e, "%s is a link, which a lesson does not follow", name);
    bool is_folder = is_there && (made ? made->kind == VALUE_NONE : S_ISDIR(st.st_mode));
    is_there = is_there && (is_folder || !names_a_folder(&args[0].value));
    *out = value_string(e->arena, !is_there ? "" : is_folder ? "folder" : "file");
    return true;
}

/* file_name(name): the way to a file from the lesson's folder on, or None for one that lies elsewhere. */
static bool call_file_name(Eval *e, Arg *args, Value *out)
{
    const Text *text = name_text(e, &args[0].value);
    const char *name = text ? plain_path(e->arena, text) : NULL;
    *out = name ? value_string(e->arena, name) : value_none;
    return text != NULL;
}

/* --- files of Python --------------------------------------------------------------------------------- */

/* Tells whether no part of a dotted name is empty or leads elsewhere. */
static bool is_module_name(const char *name)
{
    return *name && *name != '.' && !strstr(name, "..") && name[strlen(name) - 1] != '.' &&
           !strchr(name, '/');
}

/* The text of a file, where it is one of the lesson's; NULL where not, and after an error. */
static const char *own_text(Eval *e, const char *file)
{
    struct stat st;
    Buf text = {0};
    const Value *made = find_made(e, file);
    const char *source = NULL, *path = path_of(e, file);
    if (made)
        return text_in(made) ? text_in(made)->bytes : NULL;
    if (file_look(path, &st) && S_ISREG(st.st_mode) && !leads_through_link(e->arena, path, file) &&
        read_text_file(e, path, file, &text))
        source = arena_text(e->arena, buf_text(&text), text.length);
    buf_release(&text);
    return source;
}

/* The name of the folder that a lesson lies in. */
static const char *own_folder_name(Eval *e)
{
    char here[4096];
    const char *slash = strrchr(e->path, '/');
    const char *folder = slash ? arena_text(e->arena, e->path, (size_t)(slash - e->path))
                         : getcwd(here, sizeof here) ? arena_string(e->arena, here)
                                                     : "";
    const char *above = strrchr(folder, '/');
    return above ? above + 1 : folder;
}

/* "attend" of "models.attend" in a lesson whose folder is models, a package; NULL for what begins otherwise. */
static const char *within_own(Eval *e, const char *name)
{
    const char *folder = strchr(name, '.') ? own_folder_name(e) : "";
    size_t length = strlen(folder);
    bool is_own = length > 0 && strncmp(folder, name, length) == 0 && name[length] == '.';
    return is_own ? name + length + 1 : NULL;
}

/* A lesson may import files of its own folder and of the folders in it, model.py, layers/attention.py,
 * layers/__init__.py, as texts that are read as open() reads one; of its own folder also by the name of that. */
static const char *helper_text(Eval *e, const char *name, const char **file)
{
    static const char *const endings[] = {"/__init__.py", ".py"};
    const char *const names[] = {name, within_own(e, name)};
    const char *source = NULL;
    for (int i = 0; i < 2 * COUNT(names) && !source && !e->err->set; i++) {
        if (!names[i / 2] || !is_module_name(names[i / 2]))
            continue;
        *file = library_file(e, names[i / 2], endings[i % 2]);
        source = own_text(e, *file);
    }
    return source;
}

/* --- the package ---------------------------------------------------------------------------------- */

static const Namespace spaces[] = {
    {"safetensors.torch", IN_FILES, NULL}, {"safetensors", IN_SPACES, NULL}, {0}};

static const Function table[] = {
    {"load_file", IN_FILES, "filename device=", call_load_file},
    {"file_kind", IN_LIBRARY, "path:s", call_file_kind},
    {"file_name", IN_LIBRARY, "path", call_file_name},
    {"open", IN_BUILTIN, "file mode:s=None buffering= encoding= errors= newline=", call_open},
    {"load", IN_NUMPY, "file | allow_pickle:b=False", call_load},
    {0},
};

static const Function *const tables[] = {table, NULL};

const Package files_package = {.spaces = spaces, .functions = tables, .helper = helper_text};
