/* What the files of the lexer share: looking at and taking characters. */
#ifndef PYTHON_LEXER_INTERNAL_H
#define PYTHON_LEXER_INTERNAL_H

#include "python/lexer.h"

/* The byte `ahead` of the cursor, 0 behind the end. */
static inline char lexer_peek(const Lexer *l, size_t ahead)
{
    return l->end - l->here.at > ahead ? l->code->source[l->here.at + ahead] : '\0';
}

static inline uint32_t lexer_step(Lexer *l)
{
    return cursor_step(&l->here, l->code->source, l->end);
}

/* Takes `count` ASCII characters that are not line ends. */
static inline void lexer_skip(Lexer *l, size_t count)
{
    l->here.at += count;
    l->here.col += (int)count;
}

/* The place from `from` to the cursor. */
static inline Loc lexer_since(const Lexer *l, Cursor from)
{
    return code_loc(l->code, from, l->here);
}

static inline bool lexer_is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static inline bool lexer_is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

/* Takes a number whose first character is at the cursor. */
bool lexer_number(Lexer *l, Token *t);

/* Takes one character of a string or comment, which must be one that can be shown. */
bool lexer_shown(Lexer *l);

/* The character at the cursor begins no token: says so, and what to type instead. */
bool lexer_fail_character(Lexer *l);

#endif
