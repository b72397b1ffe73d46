/* Keeps which exercises were done and when each is due again: after 1, 3, 7 and 21 days. One line each, in the file `practice` of the
 * state folder:
 *
 *     2026-12-01 1 01-hand-crafted-weights fill 1 weights
 *
 * is the day, how often it was right since it was wrong, the lesson, and the exercise. */
#ifndef APP_PRACTICE_DUE_H
#define APP_PRACTICE_DUE_H

#include "app/shell.h"
#include "lesson/exercise.h"
#include "lesson/sheet.h"

typedef struct Due {
    int64_t day; /* since 1970 */
    int level;
    const char *lesson, *exercise;
} Due;

/* The file; NULL without a home. In `a`. And today. */
const char *due_path(Arena *a);
int64_t due_today(void);
/* "fill 1 weights". In `a`. */
const char *due_name(Arena *a, const Exercise *x);
/* All that the file tells; lines that are none are passed over. They live in `a`. */
int due_read(Arena *a, const char *path, Due **due);
/* The one of an exercise among them, by its due_name; NULL: it was never done. */
Due *due_find(Due *due, int count, const char *lesson, const char *exercise);
/* Notes that an exercise was done on a day: `is_clean` without a wrong answer or help. False, errno says why. */
bool due_note(const char *path, const char *lesson, const char *exercise, bool is_clean,
              int64_t day);
/* State of a part of a file that is filled in, since it was opened. */
typedef struct DuePart {
    bool held, was_wrong;
} DuePart;

/* Notes the parts of such a file that hold for the first time, but not those that held when it was opened
 * (`is_opened`): they were done on another day. */
void due_note_sheet(const char *path, const char *lesson, const Worksheet *sheet, DuePart *part,
                    bool is_opened, int64_t day);
/* How often it was right: other numbers are asked for then. */
int due_level(const char *path, const char *lesson, const char *exercise);
/* Tells what is due today, five at most; the first of it, NULL for none. */
const Due *due_tell(Shell *s);

#endif
