/* Search for the kind of mistake in an answer. Private to the judge. */
#ifndef LESSON_JUDGE_EXPLAIN_H
#define LESSON_JUDGE_EXPLAIN_H

#include "lesson/judge.h"
#include "lesson/judge_compare.h"
#include "lesson/probe.h"

/* The author's lines with one mutation each, or two. */
typedef struct Tries {
    int count;
    ProbeTry *item;
    const Mutation **first, **second; /* of each; NULL for no second */
} Tries;

/* State of explaining. */
typedef struct MistakeFinder {
    Arena *a; /* lives as long as the judge */
    const Run *run;
    const Lesson *lesson; /* the whole */
    size_t start, end;
    int line, last_line;
    const char *indent; /* of the lines */
    const JudgeBlock *block;
    int sets;
    const Lesson *const *set; /* each with other inputs */
    Tries singles;            /* made when they are asked for first */
    bool is_ready;
    bool is_cut;             /* time was over: what was not tried is no fit, which proves nothing */
    bool leaves_traces;      /* the lines write into what they are given, or define something */
    const char *const *name; /* names that count */
    int names;
    const char *about; /* words and signs of the answer that is explained: judge_about.h */
} MistakeFinder;

/* Sets the verdict's sentence, its line and mistakes, where one is found that is true of the answer, which is text that can be
 * read. `verify` tells whether the lesson with other text in the place of the lines computes what the answer does. */
typedef bool Verify(void *context, const char *text);
void judge_explain(MistakeFinder *x, Verdict *v, const char *answer, Verify *verify, void *context);

/* The program of a text; NULL after setting *err. */
const Program *judge_parsed(Arena *a, const char *text, Err *err);

/* Tells whether an answer makes something else than the author's lines where these are run, with all inputs: also where
 * the lesson does not show it. False where that cannot be tried. */
bool judge_differs_in_place(MistakeFinder *x, const char *answer);

#endif
