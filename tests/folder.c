#include "folder.h"

#include <dirent.h>
#include <fcntl.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "checked.h"

enum { MOST_TEXT = 1 << 18, MOST_PATH = 512 };

static char folder[64];
static int home = -1; /* the folder to go back to */

static int remove_one(const char *path, const struct stat *info, int kind, struct FTW *place)
{
    (void)info;
    (void)kind;
    return place->level > 0 ? remove(path) : 0;
}

void folder_remove(const char *path)
{
    nftw(path, remove_one, 8, FTW_DEPTH | FTW_PHYS);
    remove(path);
}

void folder_enter(void)
{
    strcpy(folder, "/tmp/qkv-test-XXXXXX");
    home = open(".", O_RDONLY);
    if (home < 0 || !mkdtemp(folder) || chdir(folder) != 0) {
        perror(folder);
        exit(EXIT_FAILURE);
    }
}

void folder_clear(void)
{
    ck_assert_int_eq(chdir(folder), 0);
    nftw(folder, remove_one, 8, FTW_DEPTH | FTW_PHYS);
}

void folder_leave(void)
{
    folder_remove(folder);
    if (fchdir(home) != 0)
        perror("going back");
    close(home);
}

const char *folder_path(void)
{
    return folder;
}

static void make_folders(const char *path)
{
    char part[MOST_PATH];
    for (const char *slash = strchr(path + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        snprintf(part, sizeof part, "%.*s", (int)(slash - path), path);
        mkdir(part, 0777);
    }
}

void folder_write_bytes(const char *path, const char *bytes, size_t length)
{
    make_folders(path);
    FILE *file = fopen(path, "wb");
    ck_assert_ptr_nonnull(file);
    ck_assert_uint_eq(fwrite(bytes, 1, length, file), length);
    ck_assert_int_eq(fclose(file), 0);
}

void folder_write(const char *path, const char *text)
{
    folder_write_bytes(path, text, strlen(text));
}

const char *folder_read(const char *path)
{
    static char text[MOST_TEXT];
    FILE *file = fopen(path, "rb");
    if (!file)
        return NULL;
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    fclose(file);
    return text;
}

bool folder_has(const char *path)
{
    struct stat st;
    return lstat(path, &st) == 0;
}

const char *folder_list(const char *path)
{
    static char text[4096];
    struct dirent **found;
    int count = scandir(path, &found, NULL, alphasort);
    text[0] = '\0';
    for (int i = 0; i < count; i++) {
        const char *name = found[i]->d_name;
        if (strcmp(name, ".") != 0 && strcmp(name, "..") != 0)
            snprintf(text + strlen(text), sizeof text - strlen(text), "%s%s", *text ? " " : "",
                     name);
        free(found[i]);
    }
    if (count >= 0)
        free(found);
    return text;
}
