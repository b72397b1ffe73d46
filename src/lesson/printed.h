/* Printed text as authors paste it. It comes from other sessions and other versions: with what autograd
 * adds, from a graphics card, with comments behind the numbers, with the prompts of a notebook. */
#ifndef LESSON_PRINTED_H
#define LESSON_PRINTED_H

#include "base/buf.h"

/* Adds `pasted` without what our own text, `computed`, does not have and what says nothing of the
 * values: grad_fn=<...>, requires_grad=True and device='...' inside of a tensor, on whatever line; a
 * comment; Out[3]: at the beginning of a line. Everything else stays as it is, to the last digit. */
void printed_clean(Buf *out, const char *pasted, const char *computed);

/* Adds `text` without those of the same additions inside of a tensor that `other` has nowhere: an author may
 * leave them out. */
void printed_plain(Buf *out, const char *text, const char *other);

/* Equal but for where lines break: notebooks lay out long lists and dicts over several. */
bool printed_same_words(const char *pasted, const char *computed);

#endif
