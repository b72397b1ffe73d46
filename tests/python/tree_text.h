/* Trees as s-expressions, for tests: a + b * 2 is (+ a (* b 2)). */
#ifndef TESTS_TREE_TEXT_H
#define TESTS_TREE_TEXT_H

#include "base/arena.h"
#include "base/buf.h"
#include "python/parser.h"
#include "python/tree.h"

/* Appends the tree; a missing kid is _. */
void tree_text(Buf *out, const Node *n);

/* Appends the statements with ; between them, each after its directives: #key text | */
void program_text(Buf *out, const Program *program);

/* A NUL-terminated text as one block of "test.md", without indentation. */
Code block_of(const char *text);

/* The statements of the code, or "line:column: " and the error. */
char *tree_of(Arena *a, const Code *code);

/* A program that has something of every part of the grammar. */
extern const char sample_code[];

#endif
