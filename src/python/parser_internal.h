/* What the files of the parser share. Every function that gives a Node * or bool gives NULL or
 * false after setting the error. */
#ifndef PYTHON_PARSER_INTERNAL_H
#define PYTHON_PARSER_INTERNAL_H

#include "base/buf.h"
#include "python/lexer.h"
#include "python/tree.h"

typedef struct Parser {
    Arena *arena;
    const Code *code;
    Err *err;
    Lexer lexer;
    Token token;   /* the next one, not yet taken                                          */
    Cursor behind; /* just behind the token taken last                                     */
    int nesting;   /* brackets, operators and f-strings that the parser is inside of       */
    Buf string;    /* the pieces of the strings being read; nested ones stack up in it     */
} Parser;

/* --- tokens --- */

/* Takes the next token. */
Token parser_take(Parser *p);

/* Takes it if it is of this kind. */
bool parser_accept(Parser *p, TokenKind kind);

/* Takes one of this kind, or fails: "expected WHAT, found ...". */
bool parser_expect(Parser *p, TokenKind kind, const char *what);

/* "expected WHAT, found ..." at the next token; when a bracket before it is never closed, that is
 * the mistake instead. NULL. */
Node *parser_unexpected(Parser *p, const char *what);

/* "PHRASE are not part of the lesson language: INSTEAD" at a place; `instead` may be NULL. NULL. */
Node *parser_refuse(Parser *p, const Token *at, const char *phrase, const char *instead);

/* How many brackets are open around the next token. */
int parser_open(const Parser *p);

/* A name of Python's rules that is no keyword: a TOKEN_NAME, or an error that expected WHAT. */
bool parser_name(Parser *p, Token *name, const char *what);

/* One level deeper, or an error at the next token; parser_leave undoes it. */
bool parser_enter(Parser *p);
void parser_leave(Parser *p);

/* --- nodes --- */

Node *parser_node(Parser *p, NodeKind kind);

/* Appends; false when `kid` is NULL, so that a parse and its check are one condition. */
bool parser_add(Parser *p, Node *n, Node *kid);

/* Completes a node whose kids are there: it lies between `start` and the token taken last. It is
 * marked as a whole, or at `mark`. NULL when the tree becomes too high. */
Node *parser_finish(Parser *p, Node *n, Cursor start);
Node *parser_finish_at(Parser *p, Node *n, Cursor start, const Token *mark);

const char *parser_text(Parser *p, const Token *t);
Node *parser_name_node(Parser *p, const Token *name);

/* --- grammar --- */

/* a, b if c else d: one expression, or a tuple of some. */
Node *parser_expressions(Parser *p);

/* One expression, without a comma outside brackets. */
Node *parser_expression(Parser *p);

/* What stands between `for` and `in`: operators that bind tighter than a comparison. */
Node *parser_targets(Parser *p);

/* Whether `n` can be assigned to; an error when not. */
bool parser_check_target(Parser *p, const Node *n);

/* One or more strings in a row. */
Node *parser_strings(Parser *p);

/* One statement, up to its ; or newline. */
Node *parser_statement(Parser *p);

#endif
