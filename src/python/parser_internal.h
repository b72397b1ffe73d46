/* Parts that the files of the parser share. Every function that gives a Node * or bool gives NULL or
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
    Token token; /* the next one, not yet taken; never a directive                         */
    Cursor last; /* the end of what was taken last; lines and blocks that end take nothing */
    int nesting; /* brackets, operators and f-strings that the parser is inside of         */
    Buf string;  /* the pieces of the strings being read; nested ones stack up in it       */
    int directives;
    Directive *directive; /* before the next token: the next statement takes them          */
    const char *met[256]; /* names, each where its hash leads                              */
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

/* An error at a token, or where a node is marked. False. */
bool parser_fail(Parser *p, const Token *at, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
bool parser_fail_node(Parser *p, const Node *at, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* "PHRASE are not part of the lesson language: INSTEAD" at a token; `instead` may be NULL. NULL. */
Node *parser_refuse(Parser *p, const Token *at, const char *phrase, const char *instead);

/* How many brackets are open around the next token. */
int parser_open(const Parser *p);

/* A name of Python's rules that is no keyword: a TOKEN_NAME, or an error that expected WHAT. */
bool parser_name(Parser *p, Token *name, const char *what);

/* Goes one level deeper, or sets an error at the next token; parser_leave undoes it. */
bool parser_enter(Parser *p);
void parser_leave(Parser *p);

/* --- nodes --- */

Node *parser_node(Parser *p, NodeKind kind);

/* Appends; false when `kid` is NULL, so that a parse and its check are one condition. */
bool parser_add(Parser *p, Node *n, Node *kid);

/* Appends a kid that may be NULL, because nothing was written there. */
void parser_put(Parser *p, Node *n, Node *kid);

/* Completes a node whose kids are there: it lies between `start` and the token taken last. It is
 * marked as a whole, or at `mark`. NULL when the tree becomes too high. */
Node *parser_finish(Parser *p, Node *n, Cursor start);
Node *parser_finish_at(Parser *p, Node *n, Cursor start, const Token *mark);

/* Gives the node a name, or the text of a token, or takes and gives a name, of which WHAT was expected. */
void parser_set_name(Node *n, const char *text);
void parser_set_text(Parser *p, Node *n, const Token *t);
bool parser_read_text(Parser *p, Node *n, Token *name, const char *what);
Node *parser_name_node(Parser *p, const Token *name);

/* --- expressions --- */

/* a, *b, c if d else e: one expression, or a tuple of some. */
Node *parser_expressions(Parser *p);

/* The same, or a yield. */
Node *parser_value(Parser *p);

/* Reads an expression, without a comma or := outside brackets; and one that may have the :=. */
Node *parser_expression(Parser *p);
Node *parser_named(Parser *p);

/* A target, or a tuple of some without brackets: what stands after `for`, `as` and `del`. What it
 * is for, "assign to" or "delete", is for the error. */
Node *parser_target(Parser *p, const char *verb);
Node *parser_targets(Parser *p, const char *verb);

/* Checks that `n` is a target; an error when not. */
bool parser_check_target(Parser *p, const Node *n, const char *verb);

/* kid0 `in`, after `for`. */
bool parser_each(Parser *p, Node *n);
/* Marks a set that a `for` goes through. */
Node *parser_gone_through(Node *n);

/* (a, *b, c=d): from bracket to bracket, into the kids of `n`. */
bool parser_arguments(Parser *p, Node *n);

/* a, b=c, *d up to the closer, which is left alone; `typed` ones may have annotations. */
Node *parser_parameters(Parser *p, TokenKind closer, bool typed);

/* Reads one or more strings in a row. */
Node *parser_strings(Parser *p);

/* --- statements --- */

/* Lines of one indentation into the kids of a block, up to where it ends. */
bool parser_lines(Parser *p, Node *block);

#endif
