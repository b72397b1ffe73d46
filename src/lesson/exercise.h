/* Exercises, made from a lesson as it is: lines of its code become blanks.
 *
 *     Exercises all = exercises_of(&arena, run);
 *     const Exercise *x = &all.item[0];
 *     Lesson *waits = exercise_lesson(run->lesson, x, NULL, &err);     the lesson with ___ in it
 *
 * An author says what may be asked: `#| blank` above a statement, `#| blank keys.T` for a part of it, one directive for
 * each part. Where a stage has none, results that it computes and shows are asked, no literals, shapes or prints. A blank is
 * a hidden cell of code: exercise_lesson is its one place. In the lesson with blanks nothing that hangs on them is
 * computed, and what could tell them (text, answers, expectations, later code that has the same) is not there: so no page
 * of it can give them away. */
#ifndef LESSON_EXERCISE_H
#define LESSON_EXERCISE_H

#include "lesson/mutation.h"
#include "lesson/run.h"

typedef enum ExerciseKind {
    EXERCISE_FILL,    /* a line, then two, then all                             */
    EXERCISE_ORDER,   /* the lines shuffled, with strangers                     */
    EXERCISE_MEND,    /* a line is wrong                                        */
    EXERCISE_PREDICT, /* a number                                               */
    EXERCISE_WRITE,   /* a function or class, from nothing                      */
    EXERCISE_KINDS
} ExerciseKind;

/* Bounds beyond which nothing is asked for. */
enum { EXERCISE_BLANKS = 24, EXERCISE_LINES = 80, EXERCISE_WRONGS = 16 };

/* A statement that may be asked for. */
typedef struct Asked {
    const Node *node;
    int first, last;  /* lines                                                       */
    int step;         /* step of the run that made what it shows                      */
    bool has_several; /* operations: the step is the last of them                     */
    size_t value;     /* where in the lesson's source its value begins                */
    int at_statement; /* of the run, in which it ran first                            */
    int cuts;         /* the pieces of its code that are blank, in their order        */
    struct AskedCut {
        size_t start, end; /* bytes of the lesson's source */
    } cut[4];
} Asked;

typedef struct Exercise {
    ExerciseKind kind;
    int stage, part;      /* of the stage                                                */
    const Node *function; /* body that it is about; NULL: code outside of functions      */
    const char *name;     /* subject: "scores", "MultiHead.forward"                      */
    int first, last;      /* lines of the code that it shows                             */
    int blanks; /* FILL: so many lines are blank. PREDICT: 1, the one that makes the number */
    Asked *blank;
    const Asked *end; /* the line asked last, or the last of the lines                   */
    int step;         /* PREDICT and what a mistake must change: the last result of the lines   */
} Exercise;

typedef struct Exercises {
    int count;
    Exercise *item; /* in the order of the lesson; of a stage kind by kind */
} Exercises;

/* All exercises of the lesson of a run, which must live as long; they live in `a`. */
Exercises exercises_of(Arena *a, const Run *run);
/* Checks the directives of exercises: a part that is not there, a number that is none, or the right one. False after
 * *err. */
bool exercises_check(const Run *run, Err *err);

/* Where the value of a statement begins in the source, brackets around it included; all of another statement. */
size_t exercise_value_start(const Lesson *lesson, const Node *n);
/* Tells whether the author says that a statement, and all in it, is never asked for: `#| blank none`. */
bool exercise_is_never(const Node *n);
/* The pieces of a statement that are blank: those that its author names, or its value. False after *err, which may be NULL. */
bool exercise_cut(const Lesson *lesson, Asked *asked, Err *err);

/* Other inputs that the author gives, `#| or: torch.tensor(..)` above a statement: the `number`th, from 1 and around, of each in
 * the place of edits of its value. Returns how many edits there are then, at most `room`. */
int exercise_others(const Lesson *lesson, int number, Edit *edit, int edits, int room);

/* "fill", "order", ..; and the kind of a word, EXERCISE_KINDS for none. */
const char *exercise_word(ExerciseKind kind);
ExerciseKind exercise_kind(const char *word, size_t length);

/* A line of code as it is shown: with ___ for what is asked, ??? for what waits. */
typedef struct ExerciseLine {
    const char *text;
    int line;  /* of the source                                   */
    int blank; /* number of the blank, -1: none                   */
} ExerciseLine;

/* The lines of an exercise, at most `room`; `answer[i]`, where it is not NULL, stands for blank i. Returns how many. */
int exercise_lines(Arena *a, const Lesson *lesson, const Exercise *x, const char *const *answer,
                   ExerciseLine *line, int room);
/* Text that somebody wrote in the place of lines of the lesson, whole statements, without their indentation. */
typedef struct ExerciseAnswer {
    int first, last;
    const char *text;
} ExerciseAnswer;

/* Name for what an asked line makes: "scores", "self.w", "return", "code". In `a`. */
const char *exercise_made(Arena *a, const Lesson *lesson, const Asked *asked);
/* The whole text of a blank's lines with ___ in them. */
const char *exercise_blank(Arena *a, const Lesson *lesson, const Asked *blank);
/* The author's code of lines, without the indentation of the first, and without directives. */
const char *exercise_code(Arena *a, const Lesson *lesson, int first, int last);

/* The lesson with the blanks in it, but for those that have an answer, and without what would give them away. `answer` NULL:
 * none has. NULL after setting *err. The run must live as long; the caller frees it. */
Lesson *exercise_lesson(Arena *a, const Run *run, const Exercise *x, const char *const *answer,
                        Err *err);
/* The lesson in which an answer stands in the place of all the lines, without what would give them away. */
Lesson *exercise_tried(const Lesson *tried, const Run *run, const Exercise *x, Err *err);

/* The statement that begins at a line; NULL for none. */
const Node *exercise_statement(const Lesson *lesson, int line);
/* The units of lines that order moves: the statements of the passage. Returns how many, at most `room`: first and last lines. */
int exercise_units(const Lesson *lesson, const Exercise *x, int (*unit)[2], int room);
/* Mistakes that fit into the lines of an exercise, each in one line. They live in `a`. */
Mutations exercise_mistakes(Arena *a, const Run *run, const Exercise *x);
/* A line of the exercise with a mistake in it. */
const char *exercise_mistaken(Arena *a, const Lesson *lesson, const Mutation *m, int first,
                              int last);

/* A foreseen wrong number of a prediction, and why it is wrong. */
typedef struct ExerciseWrong {
    double number;
    const char *place; /* "dropped[w1]", or NULL */
    const char *sentence;
} ExerciseWrong;

/* Finds wrong answers that the author foresaw, of the statement asked; at most EXERCISE_WRONGS. Returns how many. */
int exercise_wrongs(Arena *a, const Asked *asked, ExerciseWrong *wrong);
/* The result that a prediction is about, and its cell: -1 where the author names none. */
const QkvTensor *exercise_number(Arena *a, const Run *run, const Exercise *x, int64_t *cell);
/* Tells whether two numbers are the same as a reader rounds. */
bool exercise_is_near(double x, double y);

#endif
