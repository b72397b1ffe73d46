/* Looking for statements in the code of a lesson: who makes a name, what stands at a line. */
#ifndef LESSON_CODE_H
#define LESSON_CODE_H

#include "lesson/lesson.h"

/* Calls visit for every statement of the lesson, those inside of others included, in the order of
 * the file. `function` is the def around it, or NULL. */
typedef void CodeVisit(void *context, const Node *statement, const Node *function);
void code_each(const Lesson *lesson, CodeVisit *visit, void *context);
void code_each_in(const Program *program, CodeVisit *visit, void *context);

/* Tells whether a statement has no body. */
bool code_is_simple(const Node *statement);
/* Value that an assignment assigns; NULL for other statements. */
const Node *code_value(const Node *statement);
/* Tells whether a statement binds a name, or, with `writes`, sets items of it. */
bool code_binds(const Node *statement, const char *name, bool writes);
/* Tells whether a name is read anywhere in a tree. */
bool code_mentions(const Node *n, const char *name);

/* The last simple statement that binds a name: in a function, or, where that is NULL, outside of
 * all. NULL when there is none. */
const Node *code_maker(const Lesson *lesson, const Node *function, const char *name);
/* The last of them that ends before a place of the source: what s is in s = f(s). */
const Node *code_maker_before(const Lesson *lesson, const Node *function, const char *name,
                              size_t place);
/* The same, outside of all functions, of those that do not only add to it or the like. */
const Node *code_creator(const Lesson *lesson, const char *name);
/* Where the changes of a name end that follow a statement on its last line. */
size_t code_end(const Lesson *lesson, const Node *statement, const char *name);
/* The simple statement that stands at a line; NULL when there is none. */
const Node *code_at(const Lesson *lesson, int line);
/* The function that runs when this is called at a line: a def, or the forward of a class. */
const Node *code_function(const Lesson *lesson, const char *called, int line);

/* The name that a chain of indices and attributes begins with: x of x[0].T; NULL for others. */
const Node *code_root(const Node *n);

/* Name of the lesson's own, outside of functions, that is most like this one, or NULL. */
const char *code_nearest(const Lesson *lesson, const char *name);

/* Tells whether an operator stands in code outside of brackets and strings: a method after it would take the last
 * operand. */
bool code_is_open(const char *code);

#endif
