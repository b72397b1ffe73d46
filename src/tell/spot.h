/* A spot: a place in a lesson, and the ways from one to the next.
 *
 * A stop is seen from its detail on, or when what it lies in is open. Open is all that the anchor lies in (Inside in
 * lesson/run.h): code is one level deeper in the lesson, and so the levels need no list of their own. The anchor stays
 * where one has gone in, wherever one steps from there: so a step back always undoes a step. A call whose code is open
 * has "returned" where its result is shown.
 *
 * Every function is pure: a spot and a run in, a spot out. A run that is NULL or without the stage gives the spot
 * itself, or false. */
#ifndef TELL_SPOT_H
#define TELL_SPOT_H

#include "base/arena.h"
#include "lesson/align.h"

typedef struct Spot {
    int lesson; /* in the library                                               */
    int stage;
    int stop;   /* of the stage, from 1; 0: its text, before the first result   */
    int anchor; /* of all stops of the run, from 1: what it lies in is open; 0: nothing is */
    Detail detail;
} Spot;

bool spot_is_same(const Spot *a, const Spot *b);

/* The stop at a spot; NULL at the beginning of a stage. Its step; NULL where it shows no tensor that was computed. */
const Stop *spot_stop(const Run *run, const Spot *s);
const QkvStep *spot_step(const Run *run, const Spot *s);
/* True if stop `number` of the spot's stage is seen from there; and if it is since something is open. */
bool spot_sees(const Run *run, const Spot *s, int number);
bool spot_opens(const Run *run, const Spot *s, int number);

/* The number of the stop seen after (by = 1) or before (by = -1) stop `number`: 0 before the first, run_stops + 1
 * after the last. */
int spot_next(const Run *run, const Spot *s, int number, int by);
/* Counts the stops of the stage that are seen up to `number`; and the number of the nth of them, -1 for none. */
int spot_count(const Run *run, const Spot *s, int number);
int spot_nth(const Run *run, const Spot *s, int stage, int nth);

/* A stage, clamped to those there are, and a stop of it with all opened that it lies in. */
Spot spot_at(Spot s, const Run *run, int stage, int stop);
/* Goes one step along the lesson: within the stage, into the next one, out of a call to its result. False at the end of
 * the lesson, or before its beginning: *s is as it was. */
/* The last step of a stage, in the detail of `s`. */
Spot spot_end(Spot s, const Run *run, int stage);
bool spot_step_on(Spot *s, const Run *run);
bool spot_step_back(Spot *s, const Run *run);

/* Into the code, or else the operations, that made what the stop shows: to the first stop inside. `call` is the
 * index of the call meant where a line has several, from 0; -1: the only or the last one. */
bool spot_enter(Spot *s, const Run *run, int call);
/* Out again, to the result of the call that the spot lies in. */
bool spot_leave(Spot *s, const Run *run);
/* The depth of the spot inside of calls and opened statements: 0 for none. */
int spot_depth(const Run *run, const Spot *s);
/* The name of a call of the reader's own code (written in the lesson, not in a library) on the line of the stop, "Head.forward":
 * a step begins on it (rule 5 of the screen). In `a`; NULL: none. */
const char *spot_call(const Run *run, const Spot *s);
int spot_calls(const Run *run, const Spot *s); /* how many calls Tab goes through */
const char *spot_call_name(Arena *a, const Run *run, const Spot *s, int call);
/* True if the spot shows the result of a call that was stepped through to its end: "returned". */
bool spot_is_return(const Run *run, const Spot *s);

/* The innermost loop around the spot, also from inside of a function called in it: the number of the pass, from 1, of
 * so many; *what is "head 2" or "pass 2", in `a`. 0: no loop. */
int spot_pass(Arena *a, const Run *run, const Spot *s, int *passes, const char **what);
/* Goes to the line of the spot in another pass of that loop, `number` from 1; after the last pass to the line after the
 * loop. */
bool spot_to_pass(Spot *s, const Run *run, int number);
/* Identity of a stop in the pass around it: the same in each pass of the loop, and in each run of the lesson. */
typedef struct SpotInPass {
    const Node *loop, *node; /* NULL: it lies in no pass */
    LineKind kind;
    InsideKind in;
    int before; /* so many stops of the pass that are alike come before it */
} SpotInPass;
SpotInPass spot_in_pass(const Run *run, const Spot *s);
/* Goes to what is so in a pass, or else to its first result. False where the pass is of another loop, or shows nothing. */
bool spot_to_alike(Spot *s, const Run *run, int pass, const SpotInPass *is);

/* The line that begins the pass of the spot, and the line that is the first pass of the loop, or else of the first loop that the statement, or
 * after it the stage, ran. -1: none. */
int spot_pass_line(const Run *run, const Spot *s);
int spot_loop(const Run *run, const Spot *s);
/* How many numbers the hidden lines of the stage that come before the step went back from, if it shows a result. */
int spot_trained(const Run *run, const Spot *s);
/* The first stop of a line or inside of it; the spot itself where it shows nothing. */
Spot spot_in_line(Spot s, const Run *run, int line);
/* The first stop in a pass of a loop, whose first pass is the line `loop`; `number` from 1. */
Spot spot_of_pass(Spot s, const Run *run, int loop, int number);

/* The partner of a spot in the other of two aligned runs: the stop that stands in its place there, or the nearest
 * before. */
Spot spot_beside(Spot s, const Align *align, const Run *from);

/* Where a result is made: the spot at its home stop; false for a step that is shown nowhere. */
bool spot_of_step(Spot *s, const Run *run, int step);
/* The matrices of a spot: 0 is the result, 1 .. the operands that were computed; NULL beyond. */
const QkvTensor *spot_tensor(const Run *run, const Spot *s, int which);
int spot_tensors(const Run *run, const Spot *s);
/* "y = net(x) > Net.forward > head 2 of 4", in `width` columns if that can be: what is further outside goes first. NULL
 * where nothing is open. */
const char *spot_path(Arena *a, const Run *run, const Spot *s, int width);
/* The first line that a statement, or one after it, ran; run->lines for none. */
int spot_first_line(const Run *run, int statement);
/* "main()": the statement whose code is no level of its own, and in which the spot lies; NULL: in none. */
const char *spot_program(Arena *a, const Run *run, const Spot *s);
/* "5.1", "0" for the introduction; in `a`. */
const char *spot_number(Arena *a, const Run *run, const Spot *s);

#endif
