/* Code to tokens, one at a time.
 *
 *     Lexer lexer;
 *     lexer_start(&lexer, arena, &code, err);
 *     for (Token t = lexer_next(&lexer); t.kind > TOKEN_END; t = lexer_next(&lexer))
 *         ...
 *
 * Blanks, comments, joined lines and empty lines never reach the parser. After the first mistake,
 * which is in *err, every token is a TOKEN_ERROR. */
#ifndef PYTHON_LEXER_H
#define PYTHON_LEXER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/err.h"
#include "python/limits.h"
#include "python/parser.h"

/* A place in the source. Columns count characters from 1, lines as the file counts them. */
typedef struct Cursor {
    size_t at; /* byte offset in the source                                          */
    int line, col;
} Cursor;

/* clang-format off */
typedef enum TokenKind {
    TOKEN_ERROR,
    TOKEN_END,
    TOKEN_NEWLINE,   /* the end of a logical line that held something                 */
    TOKEN_INDENT,    /* before the first token of a deeper line                       */
    TOKEN_DEDENT,    /* for each block that ends before a line, and at the end        */
    TOKEN_DIRECTIVE, /* a `#|` comment on a line of its own; before INDENT and DEDENT */
    TOKEN_NAME, TOKEN_INT, TOKEN_FLOAT, TOKEN_STRING,
    TOKEN_REFUSED,   /* a keyword that lessons do not have                            */
    TOKEN_AND, TOKEN_OR, TOKEN_NOT, TOKEN_IN, TOKEN_IS, TOKEN_IF, TOKEN_ELIF, TOKEN_ELSE, TOKEN_FOR,
    TOKEN_WHILE, TOKEN_BREAK, TOKEN_CONTINUE, TOKEN_DEF, TOKEN_LAMBDA, TOKEN_CLASS, TOKEN_RETURN,
    TOKEN_PASS, TOKEN_DEL, TOKEN_GLOBAL, TOKEN_NONLOCAL, TOKEN_ASSERT, TOKEN_RAISE, TOKEN_TRY,
    TOKEN_EXCEPT, TOKEN_FINALLY, TOKEN_WITH, TOKEN_IMPORT, TOKEN_FROM, TOKEN_AS, TOKEN_TRUE,
    TOKEN_FALSE, TOKEN_NONE, TOKEN_YIELD,
    TOKEN_ROUND, TOKEN_ROUND_END, TOKEN_SQUARE, TOKEN_SQUARE_END, TOKEN_CURLY, TOKEN_CURLY_END,
    TOKEN_COMMA, TOKEN_COLON, TOKEN_SEMICOLON, TOKEN_DOT, TOKEN_ELLIPSIS, TOKEN_BANG, TOKEN_ARROW,
    TOKEN_ASSIGN, TOKEN_AUGMENTED, TOKEN_WALRUS,
    TOKEN_EQ, TOKEN_NE, TOKEN_LT, TOKEN_LE, TOKEN_GT, TOKEN_GE,
    TOKEN_PLUS, TOKEN_MINUS, TOKEN_STAR, TOKEN_POWER, TOKEN_SLASH, TOKEN_FLOORDIV, TOKEN_PERCENT,
    TOKEN_AT, TOKEN_PIPE, TOKEN_CARET, TOKEN_AMPERSAND, TOKEN_LSHIFT, TOKEN_RSHIFT, TOKEN_TILDE,
} TokenKind;
/* clang-format on */

/* A reserved word of Python. */
typedef struct Keyword {
    const char *text;
    TokenKind kind;
    const char *refused; /* TOKEN_REFUSED: what begins so                                */
} Keyword;

typedef struct Token {
    TokenKind kind;
    Cursor from, to;        /* of the token; `to` is just after it                       */
    const Keyword *keyword; /* NULL for anything but a keyword                           */
    Operator op;            /* TOKEN_AUGMENTED: the operator before the =                */
    int64_t integer;        /* TOKEN_INT                                                 */
    double number;          /* TOKEN_FLOAT                                               */
    bool raw, format;       /* TOKEN_STRING: the prefixes r and f                        */
    Cursor content;         /* TOKEN_STRING, TOKEN_DIRECTIVE: after the quote or `#|`    */
    size_t content_end;
} Token;

typedef struct Opener {
    char bracket;
    Cursor at;
} Opener;

/* How far a line is indented, in columns; Python wants the same order of lines whether a tab goes
 * to the next multiple of 8 or of 1. */
typedef struct Indent {
    int column, narrow;
} Indent;

typedef struct Lexer {
    Arena *arena;
    const Code *code;
    Err *err;
    Cursor here;
    size_t end;
    bool in_format; /* the code is the {expression} of an f-string                       */
    bool line_begun;
    int tokens; /* so far                                                                */
    int open;   /* brackets that wait for their closer                                   */
    Opener opener[LIMIT_NESTING];
    Indent line; /* of the line at the cursor                                           */
    int blocks;  /* blocks that the line lies in: indent[0] is the code itself, at 0    */
    int dedents; /* still to be given                                                   */
    Indent indent[LIMIT_NESTING + 1];
} Lexer;

void lexer_start(Lexer *l, Arena *a, const Code *code, Err *err);

/* A lexer for the expression of an f-string that begins at `from`, in the string that ends at
 * `end`. There, newlines are blanks, and outside brackets `}`, `:` and `!` end the expression. */
void lexer_start_format(Lexer *l, const Lexer *outer, Cursor from, size_t end);

Token lexer_next(Lexer *l);

/* Tells whether a ':' follows the bracket that closes the one at the next token of the parser, which the
 * lexer has already given. */
bool lexer_colon_follows(const Lexer *l);

/* Tells whether the rest of the code closes none of the first `depth` open brackets. */
bool lexer_never_closed(const Lexer *l, int depth);

/* Sets the error for the last of the first `depth` open brackets; false. */
bool lexer_fail_unclosed(const Lexer *l, int depth);

/* Of a digit in any base up to 16; 99 for other characters. */
unsigned lexer_digit(char c);

/* Takes one character; a line end, also \r\n or \r, is '\n'. Not at `end`. */
uint32_t cursor_step(Cursor *c, const char *source, size_t end);

/* Takes the blanks that the fence's indentation puts before a line; gives the columns that are left
 * of a tab that reaches beyond them. */
int cursor_strip(Cursor *c, const Code *code, size_t end);

/* The place of `from` to `to`; when they are on different lines, the rest of the first line. */
Loc code_loc(const Code *code, Cursor from, Cursor to);

#endif
