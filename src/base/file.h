/* Whole files. On failure errno says why. */
#ifndef BASE_FILE_H
#define BASE_FILE_H

#include "base/arena.h"
#include "base/buf.h"

#include <sys/stat.h>

/* Files that the program has inside, as its lessons where it is one file alone, or those of its page: they lie in a
 * folder of this name. */
#define FILE_INSIDE "qkv:lessons"
typedef struct FileInside {
    const char *name; /* "01-hand-crafted-weights.md"; NULL ends a table */
    const unsigned char *bytes;
    size_t length;
    bool is_lesson; /* with any ending of its name                                          */
    bool is_away;   /* the headings of a lesson: before it is opened, it is brought */
} FileInside;
/* The table must live on; NULL: there are none, as at first. Returns what was there before. */
const FileInside *file_put_inside(const FileInside *table);
/* All of them; and the one with this path, or NULL. */
const FileInside *file_all_inside(void);
const FileInside *file_inside(const char *path);

/* The path of a file that is named from the folder of the program, "../lessons"; NULL where the system does not tell
 * where that is. */
const char *file_of_program(Arena *a, const char *name);
/* Where make install puts a folder of what comes with the program, "lessons": in ../share/qkv from the program's folder,
 * wherever that has gone since, else where it was compiled to go. Whether anything is there is not said. */
const char *file_installed(Arena *a, const char *name);

/* As lstat; one inside is a regular file. */
bool file_look(const char *path, struct stat *status);

/* Adds what a regular file holds, `most` bytes at most. What the file is is asked before it is
 * opened: opening a FIFO would wait for its writer. */
bool file_read(Buf *out, const char *path, size_t most);

/* Puts a text into the place of a file: written beside it first, then renamed over it, so that a
 * reader sees the old or the new one, never half. What a program that was killed left beside it is
 * taken away. */
bool file_replace(const char *path, const Buf *text);
/* The same for a file that its user alone can read. `lasts` false: it does not wait for the disk, as for a sign
 * to another program. */
bool file_replace_private(const char *path, const Buf *text, bool lasts);

#endif
