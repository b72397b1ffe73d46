/* The lexer is a cursor over the source and a stack of open brackets. Inside brackets a newline is
 * a blank, outside it ends the statement. What Python has and lessons do not is refused here when
 * one token shows it (`+=` waits for the parser, which knows the target); the tables say with which
 * words. Strings are only delimited here: parser_string.c reads what is inside. */
#include "python/lexer.h"

#include <string.h>

#include "base/common.h"
#include "base/utf8.h"
#include "python/lexer_internal.h"

enum { TAB_STOP = 4, MARK_LIMIT = 100 };

static const Keyword keywords[] = {
    {"True", TOKEN_TRUE, NULL, NULL},
    {"False", TOKEN_FALSE, NULL, NULL},
    {"None", TOKEN_NONE, NULL, NULL},
    {"and", TOKEN_AND, NULL, NULL},
    {"or", TOKEN_OR, NULL, NULL},
    {"not", TOKEN_NOT, NULL, NULL},
    {"in", TOKEN_IN, NULL, NULL},
    {"is", TOKEN_IS, NULL, NULL},
    {"as", TOKEN_AS, NULL, NULL},
    {"assert", TOKEN_ASSERT, NULL, NULL},
    {"from", TOKEN_FROM, NULL, NULL},
    {"import", TOKEN_IMPORT, NULL, NULL},
    {"if", TOKEN_IF, "if statements", "write x = a if condition else b"},
    {"elif", TOKEN_REFUSED, "if statements", "write x = a if condition else b"},
    {"else", TOKEN_ELSE, "if statements", "write x = a if condition else b"},
    {"for", TOKEN_FOR, "for loops", "write [value for name in items]"},
    {"while", TOKEN_REFUSED, "while loops", NULL},
    {"def", TOKEN_REFUSED, "function definitions ('def')", NULL},
    {"class", TOKEN_REFUSED, "class definitions", NULL},
    {"return", TOKEN_REFUSED, "return statements", NULL},
    {"with", TOKEN_REFUSED, "with statements", NULL},
    {"try", TOKEN_REFUSED, "try statements", NULL},
    {"except", TOKEN_REFUSED, "try statements", NULL},
    {"finally", TOKEN_REFUSED, "try statements", NULL},
    {"raise", TOKEN_REFUSED, "raise statements", NULL},
    {"lambda", TOKEN_REFUSED, "lambda expressions", NULL},
    {"yield", TOKEN_REFUSED, "yield expressions", NULL},
    {"async", TOKEN_REFUSED, "async statements", NULL},
    {"await", TOKEN_REFUSED, "await expressions", NULL},
    {"global", TOKEN_REFUSED, "global statements", NULL},
    {"nonlocal", TOKEN_REFUSED, "nonlocal statements", NULL},
    {"del", TOKEN_REFUSED, "del statements", NULL},
    {"pass", TOKEN_REFUSED, "pass statements", NULL},
    {"break", TOKEN_REFUSED, "break statements", NULL},
    {"continue", TOKEN_REFUSED, "continue statements", NULL},
};

typedef struct Sign {
    const char *text;
    TokenKind kind;
    const char *refused; /* with TOKEN_ERROR: what is wrong with it                      */
} Sign;

/* Longer signs stand before their own beginnings. */
static const Sign signs[] = {
    {"...", TOKEN_ELLIPSIS, NULL},
    {"**=", TOKEN_AUGMENTED, NULL},
    {"//=", TOKEN_AUGMENTED, NULL},
    {"<<=", TOKEN_AUGMENTED, NULL},
    {">>=", TOKEN_AUGMENTED, NULL},
    {"+=", TOKEN_AUGMENTED, NULL},
    {"-=", TOKEN_AUGMENTED, NULL},
    {"*=", TOKEN_AUGMENTED, NULL},
    {"/=", TOKEN_AUGMENTED, NULL},
    {"%=", TOKEN_AUGMENTED, NULL},
    {"@=", TOKEN_AUGMENTED, NULL},
    {"|=", TOKEN_AUGMENTED, NULL},
    {"^=", TOKEN_AUGMENTED, NULL},
    {"&=", TOKEN_AUGMENTED, NULL},
    {"==", TOKEN_EQ, NULL},
    {"!=", TOKEN_NE, NULL},
    {"<=", TOKEN_LE, NULL},
    {">=", TOKEN_GE, NULL},
    {"**", TOKEN_POWER, NULL},
    {"//", TOKEN_FLOORDIV, NULL},
    {"<>", TOKEN_ERROR, "'<>' is not part of the lesson language: write '!='"},
    {"<<", TOKEN_ERROR, "shifts ('<<') are not part of the lesson language"},
    {">>", TOKEN_ERROR, "shifts ('>>') are not part of the lesson language"},
    {":=", TOKEN_ERROR,
     "the walrus operator ':=' is not part of the lesson language: write '=' on a line before"},
    {"->", TOKEN_ERROR, "function annotations ('->') are not part of the lesson language"},
    {"&&", TOKEN_ERROR, "'&&' is not part of the lesson language: write 'and'"},
    {"||", TOKEN_ERROR, "'||' is not part of the lesson language: write 'or'"},
    {"(", TOKEN_ROUND, NULL},
    {")", TOKEN_ROUND_END, NULL},
    {"[", TOKEN_SQUARE, NULL},
    {"]", TOKEN_SQUARE_END, NULL},
    {"{", TOKEN_CURLY, NULL},
    {"}", TOKEN_CURLY_END, NULL},
    {",", TOKEN_COMMA, NULL},
    {":", TOKEN_COLON, NULL},
    {";", TOKEN_SEMICOLON, NULL},
    {".", TOKEN_DOT, NULL},
    {"=", TOKEN_ASSIGN, NULL},
    {"<", TOKEN_LT, NULL},
    {">", TOKEN_GT, NULL},
    {"+", TOKEN_PLUS, NULL},
    {"-", TOKEN_MINUS, NULL},
    {"*", TOKEN_STAR, NULL},
    {"/", TOKEN_SLASH, NULL},
    {"%", TOKEN_PERCENT, NULL},
    {"@", TOKEN_AT, NULL},
    {"|", TOKEN_PIPE, NULL},
    {"^", TOKEN_CARET, NULL},
    {"&", TOKEN_AMPERSAND, NULL},
    {"~", TOKEN_TILDE, NULL},
    {"!", TOKEN_BANG, NULL},
    {"`", TOKEN_ERROR, "backticks are not part of the lesson language"},
};

uint32_t cursor_step(Cursor *c, const char *source, size_t end)
{
    uint32_t character;
    size_t size = utf8_next(source + c->at, end - c->at, &character);
    c->at += size;
    c->col++;
    if (character == '\r') {
        character = '\n';
        if (c->at < end && source[c->at] == '\n')
            c->at++;
    }
    if (character == '\n') {
        c->line++;
        c->col = 1;
    }
    return character;
}

int cursor_strip(Cursor *c, const Code *code, size_t end)
{
    int column = 0;
    while (column < code->column && c->at < end) {
        char blank = code->source[c->at];
        if (blank != ' ' && blank != '\t')
            break;
        column = blank == '\t' ? (column / TAB_STOP + 1) * TAB_STOP : column + 1;
        cursor_step(c, code->source, end);
    }
    return column > code->column ? column - code->column : 0;
}

Loc code_loc(const Code *code, Cursor from, Cursor to)
{
    Loc at = {code->file, from.line, from.col, to.col - from.col};
    if (to.line > from.line) {
        Cursor c = from;
        while (c.line == from.line && c.at < code->end && c.col - from.col < MARK_LIMIT) {
            at.width = c.col - from.col;
            cursor_step(&c, code->source, code->end);
        }
    }
    return at;
}

void lexer_start(Lexer *l, Arena *a, const Code *code, Err *err)
{
    *l = (Lexer){.arena = a, .code = code, .err = err, .end = code->end};
    l->here = (Cursor){code->start, code->line, 1};
}

void lexer_start_format(Lexer *l, const Lexer *outer, Cursor from, size_t end)
{
    *l = (Lexer){.arena = outer->arena, .code = outer->code, .err = outer->err, .end = end};
    l->here = from;
    l->in_format = true;
    l->tokens = outer->tokens;
}

static bool at_end(const Lexer *l)
{
    return l->here.at >= l->end;
}

static bool at_line_end(const Lexer *l)
{
    return !at_end(l) && (lexer_peek(l, 0) == '\n' || lexer_peek(l, 0) == '\r');
}

/* --- blanks, comments, lines ----------------------------------------------------------------- */

static void measure_indent(Lexer *l)
{
    l->indent = cursor_strip(&l->here, l->code, l->end);
    while (lexer_peek(l, 0) == ' ' || lexer_peek(l, 0) == '\t') {
        l->indent += lexer_peek(l, 0) == '\t' ? TAB_STOP : 1;
        lexer_skip(l, 1);
    }
}

/* It would be taken for the next statement's. */
static bool fail_directive(Lexer *l)
{
    Cursor from = l->here;
    lexer_skip(l, 2);
    if (l->open == 0)
        return err_set(l->err, lexer_since(l, from),
                       "a '#|' directive stands on a line of its own, before its statement");
    const Opener *o = &l->opener[l->open - 1];
    return err_set(l->err, lexer_since(l, from),
                   "a '#|' directive cannot stand inside brackets: '%c' opened on line %d is not "
                   "closed yet",
                   o->bracket, o->at.line);
}

/* From the # to the end of the line. A directive becomes a token. */
static bool skip_comment(Lexer *l, Token *t)
{
    t->from = l->here;
    if (l->in_format) {
        lexer_skip(l, 1);
        return err_set(l->err, lexer_since(l, t->from),
                       "a comment cannot stand inside the {} of an f-string");
    }
    bool directive = lexer_peek(l, 1) == '|';
    if (directive && l->line_begun)
        return fail_directive(l);
    lexer_skip(l, directive ? 2 : 1);
    t->content = l->here;
    while (!at_end(l) && !at_line_end(l)) {
        if (!lexer_shown(l))
            return false;
    }
    t->content_end = l->here.at;
    t->to = l->here;
    if (directive)
        t->kind = TOKEN_DIRECTIVE;
    return true;
}

static bool fail_backslash(Lexer *l)
{
    Cursor from = l->here;
    lexer_skip(l, 1);
    return err_set(l->err, lexer_since(l, from),
                   "a backslash cannot stand inside the {} of an f-string");
}

/* A backslash at the end of a line joins the next line to it. */
static bool join_line(Lexer *l)
{
    if (l->in_format)
        return fail_backslash(l);
    Cursor from = l->here;
    lexer_skip(l, 1);
    if (!at_line_end(l))
        return err_set(l->err, lexer_since(l, from),
                       "after a backslash, expected the end of the line");
    Loc at = lexer_since(l, from);
    lexer_step(l);
    if (at_end(l))
        return err_set(l->err, at, "after a backslash, expected another line");
    return true;
}

/* The code ends: so does its last line, and no bracket may be open. */
static bool end_code(Lexer *l, Token *t)
{
    if (l->open > 0)
        return lexer_fail_unclosed(l, l->open);
    t->kind = l->line_begun && !l->in_format ? TOKEN_NEWLINE : TOKEN_END;
    t->from = t->to = l->here;
    l->line_begun = false;
    return true;
}

static bool end_line(Lexer *l, Token *t)
{
    t->from = t->to = l->here;
    lexer_step(l);
    if (l->open > 0 || l->in_format || !l->line_begun)
        return true;
    t->kind = TOKEN_NEWLINE;
    l->line_begun = false;
    return true;
}

/* Goes to the next token. When what it passes is a token itself, t->kind says so. */
static bool skip_blanks(Lexer *l, Token *t)
{
    bool joined = false;
    while (t->kind == TOKEN_ERROR) {
        if (l->here.col == 1 && !l->line_begun && !joined && !l->in_format)
            measure_indent(l);
        char c = lexer_peek(l, 0);
        bool fine = true;
        if (at_end(l)) {
            fine = end_code(l, t);
        } else if (c == ' ' || c == '\t') {
            lexer_skip(l, 1);
        } else if (c == '#') {
            fine = skip_comment(l, t);
        } else if (c == '\\') {
            fine = joined = join_line(l);
        } else if (at_line_end(l)) {
            fine = end_line(l, t);
            joined = false;
        } else {
            return true;
        }
        if (!fine)
            return false;
    }
    return true;
}

/* --- strings and names ----------------------------------------------------------------------- */

static bool fail_unterminated(const Lexer *l, const Token *t, const char *closer)
{
    const char *on_line = strlen(closer) == 1 ? " on that line" : "";
    const char *where = l->in_format ? " inside the f-string" : on_line;
    return err_set(l->err, code_loc(l->code, t->from, t->content),
                   "the string opened on line %d is not closed%s: expected %s", t->from.line, where,
                   closer);
}

/* The cursor is behind the prefix, at the first quote. */
static bool lex_string(Lexer *l, Token *t)
{
    char closer[4] = {lexer_peek(l, 0)};
    if (lexer_peek(l, 1) == *closer && lexer_peek(l, 2) == *closer)
        closer[1] = closer[2] = *closer;
    size_t quotes = strlen(closer);
    lexer_skip(l, quotes);
    t->kind = TOKEN_STRING;
    t->content = l->here;
    while (!at_end(l) && !(quotes == 1 && at_line_end(l))) {
        if (l->end - l->here.at >= quotes &&
            memcmp(l->code->source + l->here.at, closer, quotes) == 0) {
            t->content_end = l->here.at;
            lexer_skip(l, quotes);
            return true;
        }
        bool escape = lexer_peek(l, 0) == '\\';
        if (escape && l->in_format)
            return fail_backslash(l);
        if (!lexer_shown(l) || (escape && !at_end(l) && !lexer_shown(l)))
            return false;
    }
    return fail_unterminated(l, t, closer);
}

/* True when the name of `length` bytes is a prefix of the string behind it. */
static bool lex_prefix(const Lexer *l, Token *t, size_t length)
{
    const char *name = l->code->source + t->from.at;
    char quote = lexer_peek(l, 0);
    if ((quote != '"' && quote != '\'') || length > 2)
        return false;
    for (size_t i = 0; i < length; i++) {
        char letter = (char)(name[i] | 0x20);
        if (letter == 'b')
            err_set(l->err, lexer_since(l, t->from),
                    "bytes strings are not part of the lesson language");
        else if (letter == 'u')
            err_set(l->err, lexer_since(l, t->from),
                    "the string prefix u is not part of the lesson language: leave it out");
        else if ((letter == 'r' && !t->raw) || (letter == 'f' && !t->format))
            *(letter == 'r' ? &t->raw : &t->format) = true;
        else
            return false;
    }
    return true;
}

static bool lex_name(Lexer *l, Token *t)
{
    while (lexer_is_letter(lexer_peek(l, 0)) || lexer_is_digit(lexer_peek(l, 0)))
        lexer_skip(l, 1);
    size_t length = l->here.at - t->from.at;
    if (lex_prefix(l, t, length))
        return !l->err->set && lex_string(l, t);
    t->kind = TOKEN_NAME;
    for (int i = 0; i < COUNT(keywords); i++) {
        const Keyword *k = &keywords[i];
        if (strlen(k->text) != length || memcmp(k->text, l->code->source + t->from.at, length) != 0)
            continue;
        t->kind = k->kind;
        t->keyword = k;
    }
    return true;
}

/* --- signs and brackets ---------------------------------------------------------------------- */

static char closer_of(char opener)
{
    return opener == '(' ? ')' : opener == '[' ? ']' : '}';
}

bool lexer_fail_unclosed(const Lexer *l, int depth)
{
    const Opener *o = &l->opener[depth - 1];
    Loc at = {l->code->file, o->at.line, o->at.col, 1};
    return err_set(l->err, at, "'%c' opened on line %d is never closed%s", o->bracket, o->at.line,
                   l->in_format ? " inside the f-string; strings in it need the other kind of quote"
                                : "");
}

static bool open_bracket(Lexer *l, const Token *t, char bracket)
{
    if (l->open == LIMIT_NESTING)
        return err_set(l->err, lexer_since(l, t->from), "brackets are nested more than %d deep",
                       LIMIT_NESTING);
    l->opener[l->open++] = (Opener){bracket, t->from};
    return true;
}

static bool close_bracket(Lexer *l, const Token *t, char bracket)
{
    if (l->open == 0 && l->in_format && bracket == '}')
        return true;
    if (l->open == 0)
        return err_set(l->err, lexer_since(l, t->from),
                       "'%c' closes nothing: no bracket is open here", bracket);
    const Opener *o = &l->opener[l->open - 1];
    char closer = closer_of(o->bracket);
    if (closer != bracket)
        return err_set(l->err, lexer_since(l, t->from),
                       "'%c' does not close the '%c' opened on line %d: expected '%c'", bracket,
                       o->bracket, o->at.line, closer);
    l->open--;
    return true;
}

static const Sign *find_sign(const Lexer *l)
{
    bool ends_format = l->in_format && l->open == 0;
    for (int i = 0; i < COUNT(signs); i++) {
        size_t length = strlen(signs[i].text);
        if (l->end - l->here.at < length ||
            memcmp(signs[i].text, l->code->source + l->here.at, length) != 0)
            continue;
        if (ends_format && strcmp(signs[i].text, ":=") == 0)
            continue; /* {x:=+5} has the format =+5 */
        return &signs[i];
    }
    return NULL;
}

static bool lex_sign(Lexer *l, Token *t)
{
    const Sign *sign = find_sign(l);
    if (!sign)
        return lexer_fail_character(l);
    lexer_skip(l, strlen(sign->text));
    t->kind = sign->kind;
    if (sign->refused)
        return err_set(l->err, lexer_since(l, t->from), "%s", sign->refused);
    switch (sign->kind) {
    case TOKEN_ROUND:
    case TOKEN_SQUARE:
    case TOKEN_CURLY:
        return open_bracket(l, t, *sign->text);
    case TOKEN_ROUND_END:
    case TOKEN_SQUARE_END:
    case TOKEN_CURLY_END:
        return close_bracket(l, t, *sign->text);
    case TOKEN_BANG:
        if (!l->in_format || l->open > 0)
            return err_set(l->err, lexer_since(l, t->from),
                           "'!' is not part of the lesson language: write 'not'");
        return true;
    default:
        return true;
    }
}

static bool lex(Lexer *l, Token *t)
{
    char c = lexer_peek(l, 0);
    if (lexer_is_letter(c))
        return lex_name(l, t);
    if (lexer_is_digit(c) || (c == '.' && lexer_is_digit(lexer_peek(l, 1))))
        return lexer_number(l, t);
    if (c == '"' || c == '\'')
        return lex_string(l, t);
    return lex_sign(l, t);
}

Token lexer_next(Lexer *l)
{
    static const Token error = {.kind = TOKEN_ERROR};
    Token t = {.kind = TOKEN_ERROR};
    if (l->err->set || !skip_blanks(l, &t))
        return error;
    if (t.kind == TOKEN_ERROR) {
        l->line_begun = true;
        t.from = l->here;
        if (!lex(l, &t))
            return error;
        t.to = l->here;
    }
    t.indent = l->indent;
    if (++l->tokens > LIMIT_TOKENS) {
        err_set(l->err, code_loc(l->code, t.from, t.to),
                "the code has more than %d words and signs", LIMIT_TOKENS);
        return error;
    }
    return t;
}

bool lexer_never_closed(const Lexer *l, int depth)
{
    Err ignored = {0};
    Lexer rest = *l;
    rest.err = &ignored;
    while (rest.open >= depth && lexer_next(&rest).kind > TOKEN_END)
        continue;
    return depth > 0 && rest.open >= depth && at_end(&rest);
}
