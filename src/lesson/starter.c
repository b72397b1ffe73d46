#include "lesson/starter.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

#include "lesson/lesson.h"
#include "lesson/script.h"

enum { MOST_NAME = 64 };

/* starter.md: what comes after the title. */
extern const char lesson_starter[];

static bool is_fit(const char *name, size_t length)
{
    if (length < 1 || length > MOST_NAME || strncasecmp(name, "README", length) == 0)
        return false;
    for (size_t i = 0; i < length; i++) {
        unsigned char c = (unsigned char)name[i];
        if (c >= 0x80 || !(isalnum(c) || (i > 0 && strchr("-_.", c))))
            return false;
    }
    return true;
}

/* "04-two_heads" -> "Two heads"; the name itself when it has no letters. */
static void put_title(Buf *out, const char *name, size_t length)
{
    size_t skip = strspn(name, "0123456789-_.");
    skip = skip < length ? skip : 0;
    for (size_t i = skip; i < length; i++) {
        int c = strchr("-_", name[i]) ? ' ' : name[i];
        buf_putc(out, (char)(i == skip ? toupper((unsigned char)c) : c));
    }
}

/* Makes the file: it must not be there, not even as a link that leads nowhere. */
static bool write_new(const char *path, const Buf *text, Err *err)
{
    const Loc none = {0};
    int fd = open(path, O_WRONLY | O_CREAT | O_EXCL, 0666);
    if (fd < 0 && errno == EEXIST)
        return err_set(err, none, "%s is there already: nothing was written", path);
    FILE *file = fd < 0 ? NULL : fdopen(fd, "w");
    bool ok = file && fwrite(text->text, 1, text->length, file) == text->length;
    if (file)
        ok = fclose(file) == 0 && ok;
    if (ok)
        return true;
    err_set(err, none, "%s: cannot be written: %s", path, strerror(errno));
    if (fd >= 0)
        unlink(path);
    if (fd >= 0 && !file)
        close(fd);
    return false;
}

/* Writes lessons/NAME.md. */
static bool write_lesson(const char *name, const Buf *text, Buf *path, Err *err)
{
    const Loc none = {0};
    size_t length = lesson_stem(name);
    if (!is_fit(name, length))
        return err_set(err, none,
                       "a lesson's name has up to %d letters, digits, '-', '_' and '.', and begins "
                       "with a letter or a digit, like 04-two-heads",
                       (int)MOST_NAME);
    buf_printf(path, "lessons/%.*s.md", (int)length, name);
    mkdir("lessons",
          0777); /* where it cannot be made, the file cannot be written, and that is told */
    return write_new(buf_text(path), text, err);
}

bool starter_write(const char *name, Buf *path, Err *err)
{
    Buf text = {0};
    buf_puts(&text, "# ");
    put_title(&text, name, lesson_stem(name));
    buf_printf(&text, "\n\n%s", lesson_starter);
    bool ok = write_lesson(name, &text, path, err);
    buf_release(&text);
    return ok;
}

/* A notebook is Markdown as soon as it is loaded. */
static bool read_lesson(const char *from, Buf *text, Err *err)
{
    bool is_script = strlen(from) > 3 && strcmp(from + strlen(from) - 3, ".py") == 0;
    Buf source = {0};
    bool ok = lesson_load(from, &source, err);
    Lesson *lesson = ok ? lesson_parse(from, buf_text(&source), source.length, err) : NULL;
    if (lesson && is_script)
        script_markdown(text, lesson);
    else if (lesson)
        buf_add(text, source.text + strspn(source.text, "\n"),
                source.length - strspn(source.text, "\n"));
    lesson_free(lesson);
    buf_release(&source);
    return lesson != NULL;
}

bool starter_convert(const char *from, const char *name, Buf *path, Err *err)
{
    Arena arena = {0};
    Buf text = {0};
    name = name ? name : lesson_name(&arena, from);
    size_t length = strlen(name);
    bool is_path = strchr(name, '/') || length > lesson_stem(name);
    bool ok = read_lesson(from, &text, err);
    if (ok && is_path && (length < 3 || strcmp(name + length - 3, ".md") != 0))
        ok = err_set(err, (Loc){0}, "%s: a lesson is written to a file that ends in .md", name);
    else if (ok && is_path) {
        buf_puts(path, name);
        ok = write_new(name, &text, err);
    } else if (ok)
        ok = write_lesson(name, &text, path, err);
    buf_release(&text);
    arena_release(&arena);
    return ok;
}

static void put_copy_name(Buf *out, const char *from)
{
    Arena arena = {0};
    buf_printf(out, "%s-copy.md", lesson_name(&arena, from));
    arena_release(&arena);
}

bool starter_is_copy(const char *path, const char *from)
{
    struct stat st;
    Buf name = {0};
    const char *slash = strrchr(path, '/');
    put_copy_name(&name, from);
    bool ok = strcmp(slash ? slash + 1 : path, buf_text(&name)) == 0 && lstat(path, &st) == 0 &&
              S_ISREG(st.st_mode) && st.st_uid == geteuid() && !(st.st_mode & S_IWOTH);
    buf_release(&name);
    return ok;
}

bool starter_copy(const char *from, Buf *path, Err *err)
{
    Buf text = {0};
    struct stat st;
    put_copy_name(path, from);
    bool ok = stat(buf_text(path), &st) == 0;
    if (!ok && lesson_load(from, &text, err))
        ok = write_new(buf_text(path), &text, err);
    buf_release(&text);
    return ok;
}
