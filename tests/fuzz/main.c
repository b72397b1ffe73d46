#include "fuzz.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/common.h"
#include "base/die.h"
#include "base/file.h"
#include "base/utf8.h"
#include "folder.h"

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length);

static char project[4096];

_Noreturn void fuzz_found(const char *what)
{
    fprintf(stderr, "found: %s\n", what);
    abort();
}

void fuzz_write(const char *path, const void *bytes, size_t length)
{
    int file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0666);
    if (file < 0 || write(file, bytes, length) != (ssize_t)length)
        fuzz_found("the folder cannot be written");
    close(file);
}

void fuzz_copy_lessons(int most)
{
    char path[sizeof project + 32];
    struct dirent **found;
    snprintf(path, sizeof path, "%s/lessons", project);
    int count = scandir(path, &found, NULL, alphasort);
    for (int i = 0; i < count; i++) {
        Buf from = {0}, to = {0}, text = {0};
        const char *end = strrchr(found[i]->d_name, '.');
        buf_printf(&from, "%s/%s", path, found[i]->d_name);
        buf_printf(&to, "lessons/%s", found[i]->d_name);
        if (end && (strcmp(end, ".md") == 0 || strcmp(end, ".npy") == 0) && most-- > 0 &&
            file_read(&text, buf_text(&from), SIZE_MAX))
            fuzz_write(buf_text(&to), buf_text(&text), text.length);
        buf_release(&from);
        buf_release(&to);
        buf_release(&text);
        free(found[i]);
    }
    free(found);
}

void fuzz_shown(const char *text, size_t length)
{
    for (size_t at = 0; at < length;) {
        uint32_t c;
        size_t size = utf8_next(text + at, length - at, &c);
        if (c == UTF8_BAD && size == 1)
            fuzz_found("bytes that are not UTF-8 are printed");
        if (c != '\n' && c != '\t' && utf8_is_control(c))
            fuzz_found("a control character is printed");
        at += size;
    }
}

void fuzz_told(Buf *text)
{
    fuzz_shown(buf_text(text), text->length);
    buf_release(text);
}

int choose(Choices *c, int below)
{
    return c->at < c->end ? *c->at++ % below : 0;
}

/* Keeps what the bytes ask for from the user's own home, in reading and writing, and from starting a program. */
int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    static const char *const folders[] = {"lessons", "snapshots", ".local", ".local/state",
                                          ".local/state/qkv"};
    (void)argc;
    (void)argv;
    base_say_no_memory();
    /* A merge starts itself again, in the folder that it made. */
    const char *begun = getenv("FUZZ_PROJECT");
    if (begun)
        snprintf(project, sizeof project, "%s", begun);
    else if (!getcwd(project, sizeof project))
        fuzz_found("no current folder");
    setenv("FUZZ_PROJECT", project, 1);
    folder_enter();
    atexit(folder_leave);
    setenv("HOME", folder_path(), 1);
    for (int i = 0; i < COUNT(folders); i++)
        if (mkdir(folders[i], 0777) != 0)
            fuzz_found("the folder cannot be written");
    setenv("VISUAL", "true", 1); /* or keys would open an editor */
    unsetenv("XDG_STATE_HOME");
    unsetenv("QKV_LESSONS");
    return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    fuzz_enter(bytes, length);
    return 0;
}
