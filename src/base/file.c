#include "base/file.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/common.h"

#ifndef QKV_SHARE
#define QKV_SHARE "/usr/local/share/qkv"
#endif

/* Ending of a file's name while it is written, with the number of the process behind it. */
#define BESIDE ".tmp."

static const FileInside *files_inside;

const FileInside *file_put_inside(const FileInside *table)
{
    const FileInside *before = files_inside;
    files_inside = table;
    return before;
}

const FileInside *file_all_inside(void)
{
    return files_inside;
}

const FileInside *file_inside(const char *path)
{
    static const char folder[] = FILE_INSIDE "/";
    const size_t length = sizeof folder - 1;
    if (strncmp(path, folder, length) != 0)
        return NULL;
    for (const FileInside *f = files_inside; f && f->name; f++)
        if (strcmp(path + length, f->name) == 0)
            return f;
    return NULL;
}

const char *file_of_program(Arena *a, const char *name)
{
    enum { MOST = 4096 };
    char *path = arena_alloc(a, MOST);
    ssize_t length = readlink("/proc/self/exe", path, MOST);
    if (length <= 0 || length >= MOST)
        return NULL;
    while (length > 0 && path[length - 1] != '/')
        length--;
    return arena_format(a, "%.*s%s", (int)length, path, name);
}

const char *file_installed(Arena *a, const char *name)
{
    const char *path = file_of_program(a, arena_format(a, "../share/qkv/%s", name));
    struct stat st;
    return path && stat(path, &st) == 0 ? path : arena_format(a, QKV_SHARE "/%s", name);
}

bool file_look(const char *path, struct stat *status)
{
    const FileInside *f = file_inside(path);
    if (!f)
        return lstat(path, status) == 0;
    *status = (struct stat){.st_mode = S_IFREG | 0444, .st_size = (off_t)f->length};
    return true;
}

bool file_read(Buf *out, const char *path, size_t most)
{
    struct stat st;
    const FileInside *f = file_inside(path);
    if (f) {
        buf_add(out, (const char *)f->bytes, f->length < most ? f->length : most);
        return true;
    }
    if (stat(path, &st) != 0)
        return false;
    if (!S_ISREG(st.st_mode)) {
        errno = S_ISDIR(st.st_mode) ? EISDIR : EINVAL;
        return false;
    }
    FILE *file = fopen(path, "rb");
    if (!file)
        return false;
    char block[8192];
    while (most > 0 && !feof(file) && !ferror(file)) {
        size_t n = fread(block, 1, most < sizeof block ? most : sizeof block, file);
        buf_add(out, block, n);
        most -= n;
    }
    bool ok = !ferror(file);
    fclose(file);
    return ok;
}

/* Takes away whatever has this name, left by a program that was killed or laid there as a link to elsewhere; what it
 * leads to is not touched. */
static int open_new(const char *path, mode_t mode)
{
    if (unlink(path) != 0 && errno != ENOENT)
        return -1;
    return open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode);
}

/* A device or a pipe is no file that a new one could take the place of: who may rename in /dev would
 * do away with it. */
static bool is_replaceable(const char *path)
{
    struct stat st;
    if (stat(path, &st) != 0 || S_ISREG(st.st_mode))
        return true;
    errno = S_ISDIR(st.st_mode) ? EISDIR : EINVAL;
    return false;
}

static bool is_beside(const char *name, const char *file)
{
    size_t length = strlen(file), mark = strlen(BESIDE);
    if (strncmp(name, file, length) != 0 || strncmp(name + length, BESIDE, mark) != 0)
        return false;
    return is_digits(name + length + mark);
}

/* Removes what programs left beside a file that were killed while they wrote it. Who is at it still has begun just
 * now, on whatever machine. */
static void sweep(const char *path)
{
    enum { OLD = 60 /* seconds */ };
    const char *slash = strrchr(path, '/');
    Buf folder = {0};
    buf_add(&folder, path, slash ? (size_t)(slash + 1 - path) : 0);
    DIR *dir = opendir(slash ? buf_text(&folder) : ".");
    int place = dir ? dirfd(dir) : -1;
    struct dirent *entry;
    struct stat st;
    while (place >= 0 && (entry = readdir(dir)) != NULL)
        if (is_beside(entry->d_name, slash ? slash + 1 : path) &&
            fstatat(place, entry->d_name, &st, AT_SYMLINK_NOFOLLOW) == 0 && S_ISREG(st.st_mode) &&
            time(NULL) - st.st_mtime > OLD)
            unlinkat(place, entry->d_name, 0);
    if (dir)
        closedir(dir);
    buf_release(&folder);
}

static bool replace(const char *path, const Buf *text, mode_t mode, bool lasts)
{
    if (!is_replaceable(path))
        return false;
    Buf beside = {0};
    buf_printf(&beside, "%s" BESIDE "%ld", path, (long)getpid());
    int fd = open_new(buf_text(&beside), mode);
    FILE *file = fd < 0 ? NULL : fdopen(fd, "wb");
    if (fd >= 0 && !file)
        close(fd);
    bool ok = file && fwrite(buf_text(text), 1, text->length, file) == text->length;
    ok = ok && fflush(file) == 0;
    ok = ok && (!lasts || fsync(fd) == 0); /* or a power cut could leave it empty */
    ok = file && fclose(file) == 0 && ok && rename(buf_text(&beside), path) == 0;
    if (!ok) {
        int why = errno;
        unlink(buf_text(&beside));
        errno = why;
    } else {
        sweep(path);
    }
    buf_release(&beside);
    return ok;
}

bool file_replace(const char *path, const Buf *text)
{
    return replace(path, text, 0666, true);
}

bool file_replace_private(const char *path, const Buf *text, bool lasts)
{
    return replace(path, text, 0600, lasts);
}
