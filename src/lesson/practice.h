/* An exercise that is open: what was answered so far, and what is told of it.
 *
 *     Practice *p = practice_open(run, "fill", 0, 1, &err);
 *     practice_answer(p, "scores = q @ k.T");
 *     puts(p->said);                            "Right.", or the first step of what is wrong
 *     practice_hint(p);                         one step more
 *     practice_free(p);
 *
 * What is looked at meanwhile is p->own: a run of the lesson with blanks and what was answered, which has nothing that
 * could give a blank away. */
#ifndef LESSON_PRACTICE_H
#define LESSON_PRACTICE_H

#include "lesson/exercise.h"
#include "lesson/judge.h"

enum { PRACTICE_RULES = 3, PRACTICE_STEPS = 8 };

typedef struct Practice {
    Arena arena;
    const Run *run; /* the author's: must live as long */
    Exercises all;
    int at;
    const Exercise *x;
    unsigned seed;
    const char *answer[EXERCISE_BLANKS]; /* FILL: what was answered last, or NULL          */
    bool is_right[EXERCISE_BLANKS];
    int blank; /* FILL: the one in hand; ORDER: the line that is carried, -1: none */
    /* ORDER, MEND: the lines as they stand; of `units` the first `used` are the answer, the rest is put aside. */
    int units, used, needed; /* needed: so many of them belong */
    struct PracticeUnit {
        const char *text; /* may have several lines */
        int line;         /* of the source */
    } unit[EXERCISE_LINES];
    struct PracticeUnit taken[EXERCISE_LINES]; /* ORDER: as they stood when one was taken up */
    int taken_used;
    const char *written; /* WRITE: what was answered last */
    /* PREDICT: the number that is asked for. */
    const QkvTensor *t;
    int64_t cell;
    Verdict *verdict; /* of the last answer; NULL: there is none */
    Judge *judge;
    int judged_first;
    /* Steps that help, and how many of them were told. Clues of the blank in hand need no answer before: so many were
     * told, and where in the list they stand. */
    const char *help[PRACTICE_STEPS];
    int helps, told, clues, first_clue, last_clue;
    const char *said;
    bool is_done; /* right once */
    bool *done;   /* of each exercise of the lesson, on other days, too: the caller's to fill in */
    int tries;
    /* The question after a right answer: which rule made the number? Three formulas of the tape. */
    const char *rule_asks, *rule[PRACTICE_RULES];
    int rules, rule_right;
    int rule_chosen; /* -1: none yet */
    Lesson *masked;  /* with blanks and answers, and its run */
    Run *own;
    const QkvTensor *computed; /* of own: what the answer made where it is wrong; NULL: nothing */
} Practice;

/* Opens exercise `at` of the lesson of a run. NULL after setting *err. */
Practice *practice_open(const Run *run, int at, unsigned seed, Err *err);
void practice_free(Practice *p);
/* The exercise meant: from `line` of a stage on the first of a kind (EXERCISE_KINDS: any); -1 for none. */
int practice_find(const Exercises *all, int stage, int line, ExerciseKind kind);

/* Judges an answer: of FILL the line of the blank in hand, its value, or what belongs in the place of its first ___, of which
 * one that is right counts; of MEND the line that `blank` is; of WRITE all lines. True if it is right; p->said says what is
 * to be said. A line that still has ___ in it is kept, not judged. */
bool practice_answer(Practice *p, const char *text);
/* Takes in an answer to PREDICT, a number written so: `no` is why it is not right, "too small", NULL: it is. */
bool practice_predict(Practice *p, const char *text, double number, const char *no);
/* ORDER: takes a line up; and puts the one in hand back where it was taken. */
void practice_take(Practice *p, int at);
void practice_put_back(Practice *p);
/* ORDER: the line in hand moves by one; over the end of those that are used it is put aside, or taken back. */
void practice_move(Practice *p, int by);
/* ORDER: judges the lines that are used, as they stand. */
bool practice_judge(Practice *p);
/* Finds what is right as it stands, and in the place of which lines; in `a`. Returns how many, at most
 * EXERCISE_BLANKS. */
int practice_answers(Arena *a, const Practice *p, ExerciseAnswer *answer);
/* The next step of what helps, in p->said; false: there is none. */
bool practice_hint(Practice *p);
/* How many steps of help are left. */
int practice_left(const Practice *p);
/* "scores = q @ k.___ / math.sqrt(___)": the line of the blank in hand as it stands; of MEND its line. In `a`. */
const char *practice_line(Arena *a, const Practice *p);
/* Task of an exercise, as a sentence without full stop. In `a`. */
const char *practice_task(Arena *a, const Exercise *x);

#endif
