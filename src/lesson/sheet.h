/* A sheet: all that a lesson asks for in one file, each part between lines that begin with "#:". It is written for a learner, and
 * judged part by part when it comes back.
 *
 *     Worksheet *s = sheet_of(run);
 *     sheet_write(&text, s, false);
 *     sheet_judge(s, returned, length);
 *     for (int i = 0; i < s->parts; i++)
 *         ... s->part[i].holds, s->part[i].said
 */
#ifndef LESSON_SHEET_H
#define LESSON_SHEET_H

#include "lesson/exercise.h"
#include "lesson/judge.h"

/* Ending of its file's name, after the name of its lesson. */
#define SHEET_ENDING "-practice.py"

typedef struct WorksheetPart {
    const Exercise *x;
    Judge *judge; /* once it was needed */
    int rights;   /* texts that were right: many of a class write the same */
    const char **right;
    int first, last; /* lines of the lesson that are asked for, whole statements  */
    /* Of the sheet that was judged last: */
    const char *text; /* in its place; NULL: its first line is gone           */
    int line;         /* of the sheet, in which the text begins                */
    bool holds;
    const char *said; /* mistake: the kind of it where that is known */
    int at;           /* ... and the line of the sheet, 0: of none               */
    Verdict *verdict; /* NULL: it is still blank, or its first line is gone      */
} WorksheetPart;

typedef struct Worksheet {
    Arena arena;
    const Run *run;
    int parts, held; /* of the sheet that was judged last */
    WorksheetPart *part;
    int answers; /* answers in the place of blanks when it is written */
    ExerciseAnswer *answer;
} Worksheet;

/* Of the lesson of a run, which must live as long: the largest of its exercises to fill in, and classes to write. Never NULL. */
Worksheet *sheet_of(const Run *run);
void sheet_free(Worksheet *s);
/* Puts an answer into the sheet that is written from then on; what it is to none of the parts is not there. Which is right, the
 * judge says. */
void sheet_answer(Worksheet *s, ExerciseAnswer answer);
/* Adds the sheet with its blanks, or with the author's lines in them. */
void sheet_write(Buf *out, const Worksheet *s, bool is_solved);
/* Judges what stands in a sheet. Why a part is wrong is looked for in all, or in the first that is, which takes most of the time:
 * of others `said` tells no kind of mistake then, and there is no verdict. */
void sheet_judge(Worksheet *s, const char *text, size_t length, bool explains_all);
/* Text that is told of a part that is wrong, a step further each time from 0; the last is the solution. `a` or the
 * sheet has it. */
const char *sheet_told(Arena *a, const WorksheetPart *part, int step);
/* The first part that does not hold; NULL: all do. */
const WorksheetPart *sheet_first(const Worksheet *s);

#endif
