/* The comments that direct the display: #| rows: ..., cols, items, axes, hide, point; #| dropout and #| accept. */
#ifndef LESSON_DIRECTIVE_H
#define LESSON_DIRECTIVE_H

#include "python/eval.h"

/* Tells whether a line of the source is such a comment: it is for authors, and not shown. */
bool directive_line(const char *line);

/* Tells whether a statement has a directive of this kind. */
bool directive_is(const Statement *s, DirectiveKind kind);

/* The words of such a comment above a statement; NULL for none. */
const char *directive_text(const Statement *s, DirectiveKind kind);
/* The number that #| point: she Anna means, by labels or indices along the last axes; -1: there is none. */
int64_t directive_cell(const QkvTensor *t, const char *words);

/* Does what is to be done before the statement runs: from #| dropout: torch-mkl on, dropout masks
 * are those of a PyTorch with MKL on an Intel processor; from #| dropout: torch on, those of other
 * builds, as they are without any; #| accept is only read (blind.h). False, after an error, for
 * another word. */
bool directive_begin(Eval *e, const Statement *s);

/* Labels the results of the statement, of which `value` is what eval_statement gave. `first_step` is the
 * first step that it made: only new tensors are labelled. */
bool directive_label(Eval *e, const Statement *s, const Value *value, int first_step);

#endif
