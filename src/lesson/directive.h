/* The comments that direct the display: #| rows: ..., cols, axes, hide. */
#ifndef LESSON_DIRECTIVE_H
#define LESSON_DIRECTIVE_H

#include "lesson/eval.h"

/* Whether one of a statement's directives is #| hide. */
bool directive_hides(const Statement *s);

/* Labels a result of the statement. `first_step` is the first step that the statement made: only
 * new tensors are labelled. */
bool directive_label(Eval *e, const Statement *s, const Tensor *t, int first_step);

#endif
