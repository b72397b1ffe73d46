/* Lessons, errors, and the numbers and steps of a run as facts (fact.h): what several reports tell. app/manual.c describes
 * each map; a key that changes its meaning is another FACTS_VERSION. */
#ifndef TELL_FACTS_H
#define TELL_FACTS_H

#include "tell/fact.h"
#include "tell/lens.h"

enum { FACTS_VERSION = 1 };

/* --- lessons and errors --------------------------------------------------------------------------- */

/* A lesson of the library that was read: its name, title, file, and where it stands. */
void facts_lesson(Fact *of, const char *key, const Library *library, int index);
/* An error with the line that it is about, where `source` (`length` bytes) holds it; `lesson` is the one that counts its
 * lines, or NULL. */
Fact *facts_error(Fact *of, const char *key, const Err *err, const Lesson *lesson,
                  const char *source, size_t length);
/* A list of the mistakes of a run. */
Fact *facts_mistakes(Fact *of, const char *key, const Run *run);
/* A list of the mistakes of a lesson, also one that did not run. */
void facts_mistakes_of(Fact *of, const char *key, const Entry *entry);
/* A place in a lesson: its file and line, and of a notebook the cell. */
void facts_place(Fact *of, const Lesson *lesson, int line);

/* --- the numbers of a run ------------------------------------------------------------------------- */

/* Adds a number: its name, step, index, labels, and its value, NULL where it is hidden. */
void facts_cell(Fact *of, const char *key, const Lens *l, const QkvTensor *t, int64_t cell);
/* The index of a cell, and its labels. */
void facts_index(Fact *of, const QkvTensor *t, int64_t cell);
/* The value of a cell of any tensor, which nobody hides. */
void facts_value(Fact *of, const char *key, const QkvTensor *t, int64_t cell);
/* The shape and type of a tensor. */
void facts_shape(Fact *of, const QkvTensor *t);
/* All of a tensor that nobody hides: its shape and type, its axes with their labels, and its numbers in lists as it has axes. */
void facts_tensor(Fact *of, const QkvTensor *t);
/* A list of the steps that a map mentions under "step", each told once. */
void facts_steps(Fact *all, const Lens *l);

#endif
