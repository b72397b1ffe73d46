/* Jupyter notebooks to Markdown. */
#ifndef LESSON_NOTEBOOK_H
#define LESSON_NOTEBOOK_H

#include "base/buf.h"
#include "base/err.h"

/* Adds the Markdown of a notebook (version 4) to `markdown`. False after setting *err. */
bool notebook_markdown(const char *path, const Buf *json, Buf *markdown, Err *err);

#endif
