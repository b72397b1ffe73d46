/* What reports say, as facts (fact.h): lessons, errors, and the numbers of a run. app/manual.c describes each map; a
 * key that changes its meaning is another FACTS_VERSION. */
#ifndef TELL_FACTS_H
#define TELL_FACTS_H

#include "tell/fact.h"
#include "tell/report.h"

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
/* The same of a lesson, which may be none. */
void facts_mistakes_of(Fact *of, const char *key, const Entry *entry);
/* A place in a lesson: its file and line, and of a notebook the cell. */
void facts_place(Fact *of, const Lesson *lesson, int line);

/* --- the numbers of a run ------------------------------------------------------------------------- */

/* The steps that are mentioned are told once, at the end. */
typedef struct Facts {
    Fact *all;
    const Lens *l;
    bool *is_told;  /* of each step of the tape   */
    int64_t budget; /* so many terms may be added */
} Facts;

Facts facts_begin(Fact *all, const Lens *l);
void facts_end(Facts *f);

/* One number: its name, step, index, labels, and its value, NULL where it is hidden. */
void facts_cell(Facts *f, Fact *of, const char *key, const QkvTensor *t, int64_t cell);
/* The index of a cell, and its labels. */
void facts_index(Fact *of, const QkvTensor *t, int64_t cell);
/* The value of a cell of any tensor, which nobody hides. */
void facts_value(Fact *of, const char *key, const QkvTensor *t, int64_t cell);
/* Its shape and type. */
void facts_shape(Fact *of, const QkvTensor *t);

/* All that a number is made of, down to what is written in the lesson. */
void facts_why(Fact *all, const Lens *l, const QkvTensor *t, int64_t cell);
/* The written and drawn numbers behind it. */
void facts_inputs(Fact *all, const Lens *l, const QkvTensor *t, int64_t cell);
/* The results that it leads to. */
void facts_leads(Fact *all, const Lens *l, const QkvTensor *t, int64_t cell);

/* --- two runs -------------------------------------------------------------------------------------- */

void facts_comparison(Fact *all, const Lens *l, const Comparison *c, const char *left,
                      const char *right);
void facts_diagnosis(Fact *all, const Diagnosis *d);
/* The first mistake of a diagnosis that has one. */
void facts_fit(Fact *of, const char *key, const Lesson *lesson, const Fit *fit);

#endif
