/* The comments that direct the display: #| rows: ..., cols, axes, hide; #| dropout and #| accept. */
#ifndef LESSON_DIRECTIVE_H
#define LESSON_DIRECTIVE_H

#include "python/eval.h"

/* Whether a statement has a directive of this kind. */
bool directive_is(const Statement *s, DirectiveKind kind);

/* Does what is to be done before the statement runs: from #| dropout: torch-mkl on, dropout masks
 * are those of a PyTorch with MKL on an Intel processor; from #| dropout: torch on, those of other
 * builds, as they are without any; #| accept is only read (blind.h). False, after an error, for
 * another word. */
bool directive_begin(Eval *e, const Statement *s);

/* Labels a result of the statement. `first_step` is the first step that the statement made: only
 * new tensors are labelled. */
bool directive_label(Eval *e, const Statement *s, const QkvTensor *t, int first_step);

#endif
