/* Makes one call fail: the n-th of one kind, with an error of choice, in a program that this library is
 * preloaded into.
 *
 *     LD_PRELOAD=fault.so FAULT=open FAULT_AT=3 FAULT_ERROR=28 qkv print 01
 *
 * The kinds are the rows of `kinds`. Without FAULT_AT nothing fails. How many calls there were of each
 * kind, and how many blocks of memory are left at the end, is written to the file FAULT_COUNTS. Needs
 * glibc, whose allocator has a second name. */
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

typedef enum Kind { ALLOCATE, OPEN, READ, WRITE, FLUSH, CLOSE, RENAME, FOLDER, LOOK, KINDS } Kind;

static const char *const kinds[KINDS] = {"allocate", "open",   "read",   "write", "flush",
                                         "close",    "rename", "folder", "look"};

static long count[KINDS], fail_at, live;
static int failing = KINDS, error, is_ready;

/* Counts from here on: what ran before main is the system's own. */
__attribute__((constructor)) static void begin(void)
{
    const char *kind = getenv("FAULT"), *at = getenv("FAULT_AT"), *number = getenv("FAULT_ERROR");
    for (int i = 0; kind && i < KINDS; i++)
        if (strcmp(kind, kinds[i]) == 0)
            failing = i;
    fail_at = at ? atol(at) : 0;
    error = number ? atoi(number) : EIO;
    unsetenv("LD_PRELOAD"); /* an editor or a pager is not meant */
    is_ready = 1;
}

__attribute__((destructor)) static void end(void)
{
    const char *path = getenv("FAULT_COUNTS");
    long left = live;
    is_ready = 0;
    FILE *file = path ? fopen(path, "w") : NULL;
    for (int i = 0; file && i < KINDS; i++)
        fprintf(file, "%s %ld\n", kinds[i], count[i]);
    if (file) {
        fprintf(file, "live %ld\n", left);
        fclose(file);
    }
}

static int fails(Kind kind)
{
    if (!is_ready || ++count[kind] != fail_at || (int)kind != failing)
        return 0;
    errno = kind == ALLOCATE ? ENOMEM : error;
    return 1;
}

/* Defines NAME as what fails with VALUE in its turn, and is else the function that it was. */
#define FAILING(kind, value, type, name, parameters, arguments)                                    \
    type name parameters                                                                           \
    {                                                                                              \
        static type(*real) parameters;                                                             \
        if (!real)                                                                                 \
            *(void **)&real = dlsym(RTLD_NEXT, #name);                                             \
        return fails(kind) ? (value) : real arguments;                                             \
    }

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t n, size_t size);
void *__libc_realloc(void *old, size_t size);
void __libc_free(void *block);

static void *taken(void *block)
{
    live += block != NULL;
    return block;
}

void *malloc(size_t size)
{
    return fails(ALLOCATE) ? NULL : taken(__libc_malloc(size));
}

void *calloc(size_t n, size_t size)
{
    return fails(ALLOCATE) ? NULL : taken(__libc_calloc(n, size));
}

void *realloc(void *old, size_t size)
{
    if (fails(ALLOCATE))
        return NULL;
    void *block = __libc_realloc(old, size);
    live += (block && !old) - (old && size == 0);
    return block;
}

void free(void *block)
{
    live -= block != NULL;
    __libc_free(block);
}

int open(const char *path, int flags, ...)
{
    static int (*real)(const char *path, int flags, ...);
    va_list args;
    va_start(args, flags);
    mode_t mode = flags & O_CREAT ? va_arg(args, mode_t) : 0;
    va_end(args);
    if (!real)
        *(void **)&real = dlsym(RTLD_NEXT, "open");
    return fails(OPEN) ? -1 : real(path, flags, mode);
}

FAILING(OPEN, NULL, FILE *, fopen, (const char *path, const char *mode), (path, mode))
FAILING(OPEN, NULL, FILE *, fdopen, (int file, const char *mode), (file, mode))
FAILING(READ, -1, ssize_t, read, (int file, void *to, size_t size), (file, to, size))
FAILING(WRITE, -1, ssize_t, write, (int file, const void *from, size_t size), (file, from, size))
FAILING(FLUSH, EOF, int, fflush, (FILE * file), (file))
FAILING(FLUSH, -1, int, fsync, (int file), (file))
FAILING(CLOSE, -1, int, close, (int file), (file))
FAILING(RENAME, -1, int, rename, (const char *from, const char *to), (from, to))
FAILING(RENAME, -1, int, unlink, (const char *path), (path))
FAILING(FOLDER, NULL, DIR *, opendir, (const char *path), (path))
FAILING(FOLDER, NULL, struct dirent *, readdir, (DIR * folder), (folder))
FAILING(FOLDER, -1, int, mkdir, (const char *path, mode_t mode), (path, mode))
FAILING(LOOK, -1, int, stat, (const char *path, struct stat *out), (path, out))
FAILING(LOOK, -1, int, fstat, (int file, struct stat *out), (file, out))

enum { STREAM_ERROR = 0x20 }; /* bit that ferror looks at in glibc */

size_t fread(void *to, size_t size, size_t n, FILE *file)
{
    static size_t (*real)(void *to, size_t size, size_t n, FILE *file);
    if (!real)
        *(void **)&real = dlsym(RTLD_NEXT, "fread");
    if (!fails(READ))
        return real(to, size, n, file);
    file->_flags |= STREAM_ERROR;
    return 0;
}

size_t fwrite(const void *from, size_t size, size_t n, FILE *file)
{
    static size_t (*real)(const void *from, size_t size, size_t n, FILE *file);
    if (!real)
        *(void **)&real = dlsym(RTLD_NEXT, "fwrite");
    if (!fails(WRITE))
        return real(from, size, n, file);
    file->_flags |= STREAM_ERROR;
    return 0;
}

/* The stream is closed all the same, as Linux does. */
int fclose(FILE *file)
{
    static int (*real)(FILE *);
    if (!real)
        *(void **)&real = dlsym(RTLD_NEXT, "fclose");
    int failed = fails(CLOSE);
    int why = errno, result = real(file);
    errno = failed ? why : errno;
    return failed ? EOF : result;
}
