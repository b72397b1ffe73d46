/* A line that is typed: a prompt over the page. */
#ifndef APP_TYPED_H
#define APP_TYPED_H

#include "app/act.h"

/* Opens a prompt with a line in it, which may be NULL; the caret is at its end. */
void typed_begin(Act *act, PromptKind kind, const char *line);
void typed_put(Prompt *p, const char *line);
void typed_say(Prompt *p, const char *text);
/* Puts a text in at the caret. */
void typed_insert(Prompt *p, const char *text);
/* Does what a key does to the line alone: types a sign, deletes, moves the caret. False: the key is none of those. */
bool typed_key(Prompt *p, int key);

#endif
