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
    TOKEN_DIRECTIVE, /* a `#|` comment on a line of its own                           */
    TOKEN_NAME, TOKEN_INT, TOKEN_FLOAT, TOKEN_STRING,
    TOKEN_REFUSED,   /* a keyword that lessons do not have                            */
    TOKEN_AND, TOKEN_OR, TOKEN_NOT, TOKEN_IN, TOKEN_IS, TOKEN_IF, TOKEN_ELSE, TOKEN_FOR,
    TOKEN_IMPORT, TOKEN_FROM, TOKEN_AS, TOKEN_ASSERT, TOKEN_TRUE, TOKEN_FALSE, TOKEN_NONE,
    TOKEN_ROUND, TOKEN_ROUND_END, TOKEN_SQUARE, TOKEN_SQUARE_END, TOKEN_CURLY, TOKEN_CURLY_END,
    TOKEN_COMMA, TOKEN_COLON, TOKEN_SEMICOLON, TOKEN_DOT, TOKEN_ELLIPSIS, TOKEN_BANG,
    TOKEN_ASSIGN, TOKEN_AUGMENTED,
    TOKEN_EQ, TOKEN_NE, TOKEN_LT, TOKEN_LE, TOKEN_GT, TOKEN_GE,
    TOKEN_PLUS, TOKEN_MINUS, TOKEN_STAR, TOKEN_POWER, TOKEN_SLASH, TOKEN_FLOORDIV, TOKEN_PERCENT,
    TOKEN_AT, TOKEN_PIPE, TOKEN_CARET, TOKEN_AMPERSAND, TOKEN_TILDE,
} TokenKind;
/* clang-format on */

/* A reserved word of Python. */
typedef struct Keyword {
    const char *text;
    TokenKind kind;
    const char *refused; /* what a statement that begins so is called; NULL when it may  */
    const char *instead; /* what to write in its place; NULL when there is nothing       */
} Keyword;

typedef struct Token {
    TokenKind kind;
    Cursor from, to;        /* of the token; `to` is just behind it                      */
    int indent;             /* of its logical line, in columns                           */
    const Keyword *keyword; /* NULL for anything but a keyword                           */
    int64_t integer;        /* TOKEN_INT                                                 */
    double number;          /* TOKEN_FLOAT                                               */
    bool raw, format;       /* TOKEN_STRING: the prefixes r and f                        */
    Cursor content;         /* TOKEN_STRING, TOKEN_DIRECTIVE: behind the quote or `#|`   */
    size_t content_end;
} Token;

typedef struct Opener {
    char bracket;
    Cursor at;
} Opener;

typedef struct Lexer {
    Arena *arena;
    const Code *code;
    Err *err;
    Cursor here;
    size_t end;
    bool in_format; /* the code is the {expression} of an f-string                       */
    bool line_begun;
    int indent;
    int tokens; /* so far                                                                */
    int open;   /* brackets that wait for their closer                                   */
    Opener opener[LIMIT_NESTING];
} Lexer;

void lexer_start(Lexer *l, Arena *a, const Code *code, Err *err);

/* A lexer for the expression of an f-string that begins at `from`, in the string that ends at
 * `end`. There, newlines are blanks, and outside brackets `}`, `:` and `!` end the expression. */
void lexer_start_format(Lexer *l, const Lexer *outer, Cursor from, size_t end);

Token lexer_next(Lexer *l);

/* Whether the rest of the code closes none of the first `depth` open brackets. */
bool lexer_never_closed(const Lexer *l, int depth);

/* Sets the error for the last of the first `depth` open brackets; false. */
bool lexer_fail_unclosed(const Lexer *l, int depth);

/* Takes one character; a line end, also \r\n or \r, is '\n'. Not at `end`. */
uint32_t cursor_step(Cursor *c, const char *source, size_t end);

/* Takes the blanks that the fence's indentation puts before a line; gives the columns that are left
 * of a tab that reaches beyond them. */
int cursor_strip(Cursor *c, const Code *code, size_t end);

/* The place of `from` to `to`; when they are on different lines, the rest of the first line. */
Loc code_loc(const Code *code, Cursor from, Cursor to);

#endif
