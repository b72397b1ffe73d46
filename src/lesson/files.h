/* Files of tensors that a lesson may read, which lie beside it. */
#ifndef LESSON_FILES_H
#define LESSON_FILES_H

#include "python/names.h"

/* safetensors.torch.load_file, numpy.load, torch.from_numpy. */
extern const Package files_package;

/* Also the files of this folder are read, of every lesson that runs from now on: what a user asked for,
 * not a lesson. NULL: none. It must live on. */
void files_allow(const char *folder);
/* The same of the folder in which the lessons of the program lie: their copies read what they do. */
void files_of_lessons(const char *folder);

/* From now on `read` is told of each file that a lesson has read: its path, and how the lesson names it. NULL: no more. */
typedef void FileRead(void *of, const char *path, const char *name);
void files_tell(FileRead *read, void *of);

#endif
