/* The questions of a stage, and the answers: blocks of prose with "Question:" or "Answer:" before
 * them. */
#ifndef TELL_QUESTION_H
#define TELL_QUESTION_H

#include "lesson/lesson.h"

/* The block of a part that is a question, or part of an answer, as it is shown. */
Block question_block(Arena *a, const Stage *stage, int part);

typedef enum QuestionWhat {
    QUESTION_ASKED = 1,
    QUESTION_ANSWERS = 2,
    QUESTION_BOTH = 3
} QuestionWhat;

/* The questions of a stage, the answers, or each question with its answer after it; *count receives
 * how many blocks there are. */
const Block *question_blocks(Arena *a, const Stage *stage, QuestionWhat what, int *count);

#endif
