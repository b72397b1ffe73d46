/* The lessons that can be found, and how they fared when they were run. */
#ifndef LESSON_LIBRARY_H
#define LESSON_LIBRARY_H

#include "lesson/run.h"

typedef struct Entry {
    const char *path;
    const char *name; /* file name without folder and .md                                */
    Lesson *lesson;   /* NULL until loaded, and when it could not be read                */
    Run *run;         /* NULL until loaded, and when there is no lesson                  */
    Err err;          /* what is wrong with it: err.set tells                            */
    Buf source;       /* the text that could not be read as a lesson: err.at is a place in it */
} Entry;

typedef struct Library {
    const char *folder; /* where the lessons were found; NULL when nowhere               */
    int count;
    Entry *entry; /* sorted by name                                                      */
    Arena arena;
} Library;

/* Finds the lessons in the first of ./lessons, $QKV_LESSONS and the installed folder that has
 * any: files that end in .md, but README.md. They are not read yet. Never NULL; may be empty. */
Library *library_open(void);
void library_free(Library *library);

/* The lesson meant by "3", "03", a name, the beginning of a single name, a path, or "-" for
 * standard input; one that lies elsewhere joins the library. -1 after setting *err. */
int library_find(Library *library, const char *wanted, Err *err);

/* Reads and runs a lesson unless that has been done. False when it is broken: entry->err says
 * how. */
bool library_load(Entry *entry);

/* "broken, line 7" of a lesson with an error; "broken" when that has no line. */
void library_broken(Buf *out, const Entry *entry);

/* Where the transcript of a lesson is kept: ../snapshots/NAME.txt beside the folder it lies in,
 * if that folder of snapshots exists. False when it does not. */
bool library_snapshot(const Entry *entry, Buf *path);

#endif
