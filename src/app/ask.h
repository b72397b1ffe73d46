/* Questions: the stage's answers, guessing hidden numbers, hints at them. */
#ifndef APP_ASK_H
#define APP_ASK_H

#include "app/act.h"

void ask_answer(Act *act, const char *none);
void ask_guess(Act *act, const char *words);
void ask_hint(Act *act, const char *place);
/* Enter and Tab in the prompt of a guess. */
void ask_judge(Act *act);
void ask_next_hint(Act *act);
/* "guess weights[x2, x2] = ". */
const char *ask_head(Arena *a, const Model *m, const World *w);

const char *ask_no_answer(const Act *act);
const char *ask_no_guess(const Act *act);
const char *ask_no_hint(const Act *act);

#endif
