/* The commands about two runs or more, and where they part: compare, why, uses, try, diagnose. */
#ifndef APP_PAIR_H
#define APP_PAIR_H

#include "lesson/library.h"
#include "tell/fact.h"

/* Arguments of a command. */
typedef struct Pair {
    Library *library;
    const char *const *word;
    int words;
    const char *const *change; /* each a line, see lesson/change.h                        */
    int changes;
    double seconds;           /* that diagnose may take                                  */
    bool (*is_stopped)(void); /* somebody wants it to end sooner; may be NULL           */
    int width;                /* of the lines that are printed                        */
    Buf *out, *said;          /* what is printed, and errors                             */
    Fact *facts;              /* all of it comes here instead, for other programs; or NULL */
} Pair;

/* Tells whether a word means a lesson: it ends as lessons do, or finds one where no file has that name. */
bool pair_is_lesson(Library *library, const char *word);

/* The status as of diff: 0 when all is the same, 1 when something differs, 2 for trouble. */
int pair_compare(Pair *p);

/* The derivation of a cell. */
int pair_why(Pair *p);

/* The written and drawn numbers that a cell is made of. */
int pair_inputs(Pair *p);

/* The results that a cell takes part in, and how they move with it. */
int pair_uses(Pair *p);

/* A result with each of several values of a change, side by side. */
int pair_try(Pair *p);

/* Which mistake makes what is printed on standard input: 0 when none does, 1 when one was found, or
 * none that makes it. */
int pair_diagnose(Pair *p);

/* Finds the cause of the numbers of expectations that do not hold, where a single mistake in the code does:
 * whoever wrote them had it right, or the lesson has it. At most so many seconds for all of them. Into a list of facts,
 * where that is not NULL. */
void pair_explain(Buf *out, Fact *facts, const Run *run, double seconds);

#endif
