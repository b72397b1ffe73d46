/* A lesson to begin with: an author's first file, complete and right. */
#ifndef LESSON_STARTER_H
#define LESSON_STARTER_H

#include "base/buf.h"
#include "base/err.h"

/* Writes lessons/NAME.md below the working folder, and the folder when there is none. `name` has
 * letters, digits, '-', '_' and '.', and begins with a letter or a digit; a final .md is left off. *path
 * receives where it is. False after an error: another name, or a file of that name, which is never
 * written over. */
bool starter_write(const char *name, Buf *path, Err *err);

/* Writes the lesson that a notebook or a script is as Markdown: to `name` when that is a path or ends
 * in .md, otherwise to lessons/NAME.md; NULL for the name of the file. The same rules hold. */
bool starter_convert(const char *from, const char *name, Buf *path, Err *err);

/* A file for a reader who changes the lesson at `from`: NAME-copy.md in the working folder, whose path
 * *path receives. One that is there already is that of before, and stays as it is. False after an error. */
bool starter_copy(const char *from, Buf *path, Err *err);
/* True for a file that may be opened as such a copy when another program names it: it has the name of one, is a file and no
 * link, belongs to the user and is not writable for all. */
bool starter_is_copy(const char *path, const char *from);

#endif
