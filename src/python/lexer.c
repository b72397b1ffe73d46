/* The lexer is a cursor over the source, a stack of open brackets and a stack of indentations. Inside
 * brackets a newline is a blank, outside it ends the statement, and the blanks before the next line
 * begin or end blocks. What is no part of Python, or never will be of lessons, is refused here when
 * one token shows it; the tables say with which words. Strings are only delimited here:
 * parser_string.c reads what is inside. */
#include "python/lexer.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/common.h"
#include "base/utf8.h"

enum { FENCE_TAB = 4, TAB = 8, MARK_LIMIT = 100, SHOWN_DIGITS = 40 };

/* In the order of their lengths. */
static const Keyword keywords[] = {
    /* clang-format off */
    {"or", TOKEN_OR}, {"in", TOKEN_IN}, {"is", TOKEN_IS}, {"if", TOKEN_IF}, {"as", TOKEN_AS},
    {"and", TOKEN_AND}, {"not", TOKEN_NOT}, {"for", TOKEN_FOR}, {"def", TOKEN_DEF},
    {"del", TOKEN_DEL}, {"try", TOKEN_TRY},
    {"True", TOKEN_TRUE}, {"None", TOKEN_NONE}, {"elif", TOKEN_ELIF}, {"else", TOKEN_ELSE},
    {"pass", TOKEN_PASS}, {"with", TOKEN_WITH}, {"from", TOKEN_FROM},
    {"False", TOKEN_FALSE}, {"while", TOKEN_WHILE}, {"break", TOKEN_BREAK},
    {"class", TOKEN_CLASS}, {"raise", TOKEN_RAISE}, {"yield", TOKEN_YIELD},
    {"async", TOKEN_REFUSED, "async statements"},
    {"await", TOKEN_REFUSED, "await expressions"},
    {"lambda", TOKEN_LAMBDA}, {"return", TOKEN_RETURN}, {"global", TOKEN_GLOBAL},
    {"assert", TOKEN_ASSERT}, {"except", TOKEN_EXCEPT}, {"import", TOKEN_IMPORT},
    {"finally", TOKEN_FINALLY},
    {"continue", TOKEN_CONTINUE}, {"nonlocal", TOKEN_NONLOCAL},
    /* clang-format on */
};

/* The first keyword of each length in the table; and, at its end, how many there are. */
enum { LONGEST = 8 };
static const unsigned char of_length[LONGEST + 2] = {0,  0,  0,  5,  11,
                                                     18, 26, 32, 33, COUNT(keywords)};

typedef struct Symbol {
    const char *text;
    TokenKind kind;
    Operator op;         /* an = after it makes it TOKEN_AUGMENTED                       */
    const char *refused; /* with TOKEN_ERROR: what is wrong with it                      */
} Symbol;

/* Longer signs stand before their own beginnings, and the usual ones before the others. */
static const Symbol signs[] = {
    /* clang-format off */
    {"(", TOKEN_ROUND},                {")", TOKEN_ROUND_END},
    {",", TOKEN_COMMA},                {"...", TOKEN_ELLIPSIS},
    {".", TOKEN_DOT},                  {"==", TOKEN_EQ},
    {"=", TOKEN_ASSIGN},               {":=", TOKEN_WALRUS},
    {":", TOKEN_COLON},                {"[", TOKEN_SQUARE},
    {"]", TOKEN_SQUARE_END},
    {"**", TOKEN_POWER, OP_POW},       {"//", TOKEN_FLOORDIV, OP_FLOORDIV},
    {"<<", TOKEN_LSHIFT, OP_LSHIFT},   {">>", TOKEN_RSHIFT, OP_RSHIFT},
    {"<=", TOKEN_LE},                  {">=", TOKEN_GE},
    {"->", TOKEN_ARROW},
    {"<>", TOKEN_ERROR, OP_NONE, "'<>' is not part of the lesson language: write '!='"},
    {"&&", TOKEN_ERROR, OP_NONE, "'&&' is not part of the lesson language: write 'and'"},
    {"||", TOKEN_ERROR, OP_NONE, "'||' is not part of the lesson language: write 'or'"},
    {"`", TOKEN_ERROR, OP_NONE, "backticks are not part of the lesson language"},
    {"{", TOKEN_CURLY},                {"}", TOKEN_CURLY_END},
    {";", TOKEN_SEMICOLON},            {"!=", TOKEN_NE},
    {"!", TOKEN_BANG},
    {"<", TOKEN_LT},                   {">", TOKEN_GT},
    {"+", TOKEN_PLUS, OP_ADD},         {"-", TOKEN_MINUS, OP_SUB},
    {"*", TOKEN_STAR, OP_MUL},         {"/", TOKEN_SLASH, OP_DIV},
    {"%", TOKEN_PERCENT, OP_MOD},      {"@", TOKEN_AT, OP_MATMUL},
    {"&", TOKEN_AMPERSAND, OP_BITAND}, {"|", TOKEN_PIPE, OP_BITOR},
    {"^", TOKEN_CARET, OP_BITXOR},     {"~", TOKEN_TILDE},
    /* clang-format on */
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
        column = blank == '\t' ? (column / FENCE_TAB + 1) * FENCE_TAB : column + 1;
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
    l->here = (Cursor){code->start, code->line, code->col ? code->col : 1};
}

void lexer_start_format(Lexer *l, const Lexer *outer, Cursor from, size_t end)
{
    *l = (Lexer){.arena = outer->arena, .code = outer->code, .err = outer->err, .end = end};
    l->here = from;
    l->in_format = true;
    l->tokens = outer->tokens;
}

/* --- characters ------------------------------------------------------------------------------ */

/* The byte `ahead` of the cursor, 0 after the end. */
static char peek(const Lexer *l, size_t ahead)
{
    return l->end - l->here.at > ahead ? l->code->source[l->here.at + ahead] : '\0';
}

static uint32_t step(Lexer *l)
{
    return cursor_step(&l->here, l->code->source, l->end);
}

/* Takes `count` ASCII characters that are not line ends. */
static void skip(Lexer *l, size_t count)
{
    l->here.at += count;
    l->here.col += (int)count;
}

/* The place from `from` to the cursor. */
static Loc since(const Lexer *l, Cursor from)
{
    return code_loc(l->code, from, l->here);
}

static bool at_end(const Lexer *l)
{
    return l->here.at >= l->end;
}

static bool at_line_end(const Lexer *l)
{
    return !at_end(l) && (peek(l, 0) == '\n' || peek(l, 0) == '\r');
}

/* Characters that word processors and textbooks put where code has ASCII. */
static const struct {
    uint32_t c;
    const char *ascii;
} lookalikes[] = {
    /* clang-format off */
    {0x00A0, "a blank"},   {0x00AB, "\""},        {0x00AC, "not"},     {0x00B2, "** 2"},
    {0x00B7, "*"},         {0x00BB, "\""},        {0x00D7, "*"},       {0x00F7, "/"},
    {0x03C0, "math.pi"},   {0x2010, "-"},         {0x2011, "-"},       {0x2012, "-"},
    {0x2013, "-"},         {0x2014, "-"},         {0x2018, "'"},       {0x2019, "'"},
    {0x201C, "\""},        {0x201D, "\""},        {0x201E, "\""},      {0x2026, "..."},
    {0x2032, "'"},         {0x2033, "\""},        {0x2208, "in"},      {0x2212, "-"},
    {0x2215, "/"},         {0x221A, "math.sqrt"}, {0x221E, "math.inf"}, {0x2227, "and"},
    {0x2228, "or"},        {0x2260, "!="},        {0x2264, "<="},      {0x2265, ">="},
    {0x22C5, "*"},         {0x3000, "a blank"},
    /* clang-format on */
};

/* Checks the character from `from` to the cursor. */
static bool check_shown(const Lexer *l, Cursor from, uint32_t c)
{
    if (c == UTF8_BAD && l->here.at - from.at == 1)
        return err_set(l->err, since(l, from), "the byte 0x%02x is not valid UTF-8",
                       (unsigned)(unsigned char)l->code->source[from.at]);
    if (c != '\n' && c != '\t' && utf8_is_control(c))
        return err_set(l->err, since(l, from),
                       "the control character U+%04" PRIX32 " is not allowed in code%s", c,
                       c == 0 ? "" : ": in a string, write it as an escape");
    return true;
}

/* Takes one character of a string or comment, which must be one that can be shown. */
static bool take_shown(Lexer *l)
{
    Cursor from = l->here;
    uint32_t c = step(l);
    return check_shown(l, from, c);
}

/* Text to type for a character that only looks like code; NULL when nobody knows. */
static const char *find_lookalike(uint32_t c, char ascii[2])
{
    enum { FULLWIDTH_FIRST = 0xFF01, FULLWIDTH_LAST = 0xFF5E };
    for (size_t i = 0; i < COUNT(lookalikes); i++)
        if (lookalikes[i].c == c)
            return lookalikes[i].ascii;
    if (c < FULLWIDTH_FIRST || c > FULLWIDTH_LAST)
        return NULL;
    ascii[0] = (char)(c - FULLWIDTH_FIRST + '!');
    return ascii;
}

/* The character at the cursor begins no token: says so, and what to type instead. */
static bool fail_character(Lexer *l)
{
    Cursor from = l->here;
    uint32_t c = step(l);
    int size = (int)(l->here.at - from.at);
    const char *text = l->code->source + from.at;
    char one[2] = "";
    const char *ascii = find_lookalike(c, one);
    if (ascii)
        return err_set(l->err, since(l, from),
                       "'%.*s' (U+%04" PRIX32 ") is not part of the lesson language: type %s", size,
                       text, c, ascii);
    if (!check_shown(l, from, c))
        return false;
    if (size > 1)
        return err_set(l->err, since(l, from),
                       "'%.*s' (U+%04" PRIX32 ") is only allowed in strings and comments: names "
                       "are made of a-z, A-Z, 0-9 and _",
                       size, text, c);
    return err_set(l->err, since(l, from), "'%.*s' is not part of the lesson language", size, text);
}

/* --- blanks, comments, lines ----------------------------------------------------------------- */

static void measure_indent(Lexer *l)
{
    int column = cursor_strip(&l->here, l->code, l->end);
    l->line = (Indent){column, column};
    for (; peek(l, 0) == ' ' || peek(l, 0) == '\t'; skip(l, 1)) {
        l->line.column = peek(l, 0) == '\t' ? (l->line.column / TAB + 1) * TAB : l->line.column + 1;
        l->line.narrow++;
    }
}

/* Refuses a directive that would be taken for the next statement's. */
static bool fail_directive(Lexer *l)
{
    Cursor from = l->here;
    skip(l, 2);
    if (l->open == 0)
        return err_set(l->err, since(l, from),
                       "a '#|' directive needs a line of its own, before its statement");
    const Opener *o = &l->opener[l->open - 1];
    return err_set(l->err, since(l, from),
                   "a '#|' directive cannot be inside brackets: '%c' opened on line %d is not "
                   "closed yet",
                   o->bracket, o->at.line);
}

/* From the # to the end of the line. A directive becomes a token. */
static bool skip_comment(Lexer *l, Token *t)
{
    t->from = l->here;
    if (l->in_format) {
        skip(l, 1);
        return err_set(l->err, since(l, t->from),
                       "a comment cannot be inside the {} of an f-string");
    }
    bool directive = peek(l, 1) == '|';
    if (directive && l->line_begun)
        return fail_directive(l);
    skip(l, directive ? 2 : 1);
    t->content = l->here;
    while (!at_end(l) && !at_line_end(l)) {
        if (!take_shown(l))
            return false;
    }
    t->content_end = l->here.at;
    t->to = l->here;
    if (directive)
        t->kind = TOKEN_DIRECTIVE;
    return true;
}

/* A backslash at the end of a line joins the next line to it. */
static bool join_line(Lexer *l)
{
    Cursor from = l->here;
    skip(l, 1);
    if (!at_line_end(l))
        return err_set(l->err, since(l, from), "after a backslash, expected the end of the line");
    Loc at = since(l, from);
    step(l);
    if (at_end(l))
        return err_set(l->err, at, "after a backslash, expected another line");
    return true;
}

/* The code ends: so does its last line, and no bracket may be open. */
static bool end_code(Lexer *l, Token *t)
{
    if (l->open > 0)
        return lexer_fail_unclosed(l, l->open);
    t->kind = l->in_format    ? TOKEN_END
              : l->line_begun ? TOKEN_NEWLINE
              : l->blocks > 0 ? TOKEN_DEDENT
                              : TOKEN_END;
    l->blocks -= t->kind == TOKEN_DEDENT;
    t->from = t->to = l->here;
    l->line_begun = false;
    return true;
}

static bool end_line(Lexer *l, Token *t)
{
    t->from = t->to = l->here;
    step(l);
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
        char c = peek(l, 0);
        bool fine = true;
        if (at_end(l)) {
            fine = end_code(l, t);
        } else if (c == ' ' || c == '\t') {
            skip(l, 1);
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

/* --- numbers --------------------------------------------------------------------------------- */

unsigned lexer_digit(char c)
{
    if (is_digit(c))
        return (unsigned)(c - '0');
    if (c >= 'a' && c <= 'f')
        return (unsigned)(c - 'a') + 10;
    if (c >= 'A' && c <= 'F')
        return (unsigned)(c - 'A') + 10;
    return 99;
}

typedef struct DigitRun {
    int count;
    uint64_t value;
    bool overflow; /* beyond 2^63 - 1 */
} DigitRun;

/* Digits with single underscores between them. */
static bool take_digits(Lexer *l, unsigned base, DigitRun *d)
{
    while (lexer_digit(peek(l, 0)) < base) {
        unsigned digit = lexer_digit(peek(l, 0));
        d->overflow = d->overflow || d->value > ((uint64_t)INT64_MAX - digit) / base;
        if (!d->overflow)
            d->value = d->value * base + digit;
        d->count++;
        skip(l, 1);
        if (peek(l, 0) != '_')
            continue;
        Cursor underscore = l->here;
        skip(l, 1);
        if (lexer_digit(peek(l, 0)) >= base)
            return err_set(l->err, since(l, underscore),
                           "an underscore in a number must be between two digits");
    }
    return true;
}

/* 0x1f, 0o17, 0b11 */
static bool take_based(Lexer *l, const Token *t, unsigned base, DigitRun *d)
{
    skip(l, 2);
    if (peek(l, 0) == '_')
        skip(l, 1);
    if (!take_digits(l, base, d))
        return false;
    if (d->count == 0)
        return err_set(l->err, since(l, t->from),
                       "expected the digits of a base %u number after '%.2s'", base,
                       l->code->source + t->from.at);
    return true;
}

/* After the digits before a point: the point, the digits after it, the exponent. */
static bool take_fraction(Lexer *l, Token *t)
{
    DigitRun ignored = {0};
    if (peek(l, 0) == '.') {
        t->kind = TOKEN_FLOAT;
        skip(l, 1);
        if (!take_digits(l, 10, &ignored))
            return false;
    }
    size_t sign = peek(l, 1) == '+' || peek(l, 1) == '-' ? 1 : 0;
    bool exponent = peek(l, 0) == 'e' || peek(l, 0) == 'E';
    if (exponent && is_digit(peek(l, 1 + sign))) {
        t->kind = TOKEN_FLOAT;
        skip(l, 1 + sign);
        return take_digits(l, 10, &ignored);
    }
    return true;
}

/* The digits without underscores, read as C reads them: numbers are never read in a locale that
 * writes its point otherwise, since only LC_CTYPE is ever set. */
static double float_value(const Lexer *l, Cursor from)
{
    const char *source = l->code->source;
    char *digits = arena_alloc(l->arena, l->here.at - from.at + 1);
    size_t length = 0;
    for (size_t i = from.at; i < l->here.at; i++)
        if (source[i] != '_')
            digits[length++] = source[i];
    return strtod(digits, NULL);
}

static bool check_number(Lexer *l, const Token *t, const DigitRun *d, bool decimal)
{
    size_t length = l->here.at - t->from.at;
    int size = length > SHOWN_DIGITS ? SHOWN_DIGITS : (int)length;
    const char *shown = l->code->source + t->from.at;
    char after = peek(l, 0);
    if (is_letter(after) || is_digit(after)) {
        skip(l, 1);
        if (after == 'j' || after == 'J')
            return err_set(l->err, since(l, t->from),
                           "complex numbers are not part of the lesson language");
        return err_set(l->err, since(l, t->from), "the number '%.*s' runs into '%c'", size, shown,
                       after);
    }
    if (t->kind == TOKEN_FLOAT)
        return true;
    if (decimal && d->count > 1 && *shown == '0' && (d->value != 0 || d->overflow))
        return err_set(l->err, since(l, t->from),
                       "the whole number '%.*s' begins with 0: leave the zeros out, or write 0o "
                       "for octal",
                       size, shown);
    if (d->overflow)
        return err_set(l->err, since(l, t->from), "the whole number %.*s%s does not fit in 64 bits",
                       size, shown, length > SHOWN_DIGITS ? "..." : "");
    return true;
}

/* Takes a number whose first character is at the cursor. */
static bool lex_number(Lexer *l, Token *t)
{
    static const struct {
        char letter;
        unsigned base;
    } bases[] = {{'x', 16}, {'o', 8}, {'b', 2}};
    unsigned base = 10;
    DigitRun d = {0};
    for (size_t i = 0; i < COUNT(bases) && peek(l, 0) == '0'; i++)
        if ((peek(l, 1) | 0x20) == bases[i].letter)
            base = bases[i].base;
    t->kind = TOKEN_INT;
    if (base != 10 ? !take_based(l, t, base, &d) : !take_digits(l, 10, &d) || !take_fraction(l, t))
        return false;
    if (!check_number(l, t, &d, base == 10))
        return false;
    if (t->kind == TOKEN_INT)
        t->integer = (int64_t)d.value;
    else
        t->number = float_value(l, t->from);
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

static size_t count_quotes(const char *s, size_t at, size_t end)
{
    return at + 2 < end && s[at + 1] == s[at] && s[at + 2] == s[at] ? 3 : 1;
}

/* True when the letters before the quote at `at` make an f-string of it. */
static bool is_format_at(const char *s, size_t at)
{
    size_t from = at;
    bool format = false;
    for (; from > 0 && (is_letter(s[from - 1]) || is_digit(s[from - 1])); from--)
        format = format || (s[from - 1] | 0x20) == 'f';
    return format && at - from <= 2;
}

static size_t string_end(const char *s, size_t at, size_t end, bool format, int depth);

/* Gives where the field of an f-string ends whose { stands before `at`, after its }. Strings in it may have
 * the quotes of the f-string (PEP 701). 0 when it does not end, or is not to be read so. */
static size_t field_end(const char *s, size_t at, size_t end, char quote, int depth)
{
    bool in_format = false; /* after the colon */
    for (int open = 0; at < end && depth < LIMIT_NESTING;) {
        char c = s[at];
        if (c == '}' && open == 0)
            return at + 1;
        if (in_format ? c == quote || c == '\n' : c == '#')
            return 0;
        if (in_format && c == '{') {
            at = field_end(s, at + 1, end, quote, depth + 1);
        } else if (!in_format && (c == '"' || c == '\'')) {
            at = string_end(s, at, end, is_format_at(s, at), depth + 1);
        } else {
            at++;
            if (!in_format)
                open += (c == '(' || c == '[' || c == '{') - (c == ')' || c == ']' || c == '}');
            in_format = in_format || (c == ':' && open == 0);
        }
        if (at == 0)
            return 0;
    }
    return 0;
}

/* Gives where the string ends whose first quote is at `at`, after its last quote; 0 when it does not. */
static size_t string_end(const char *s, size_t at, size_t end, bool format, int depth)
{
    char quote = s[at];
    size_t quotes = count_quotes(s, at, end);
    for (at += quotes; at < end && !(quotes == 1 && s[at] == '\n');) {
        bool is_field = format && s[at] == '{';
        char next = at + 1 < end ? s[at + 1] : '\0';
        if (s[at] == quote && (quotes == 1 || count_quotes(s, at, end) == quotes))
            return at + quotes;
        if (is_field && next != '{')
            at = field_end(s, at + 1, end, quote, depth);
        else
            at += is_field || (s[at] == '\\' && !(format && next == '{')) ? 2 : 1;
        if (at == 0)
            return 0;
    }
    return 0;
}

/* The cursor is after the prefix, at the first quote. */
static bool lex_string(Lexer *l, Token *t)
{
    const char *source = l->code->source;
    char closer[4] = {peek(l, 0)};
    size_t quotes = count_quotes(source, l->here.at, l->end), field = 0;
    bool has_fields = t->format;
    memset(closer, *closer, quotes);
    skip(l, quotes);
    t->kind = TOKEN_STRING;
    t->content = l->here;
    while (!at_end(l) && !(quotes == 1 && at_line_end(l) && l->here.at >= field)) {
        bool is_in_field = l->here.at < field;
        if (!is_in_field && l->end - l->here.at >= quotes &&
            memcmp(source + l->here.at, closer, quotes) == 0) {
            t->content_end = l->here.at;
            skip(l, quotes);
            return true;
        }
        bool opens = !is_in_field && has_fields && peek(l, 0) == '{';
        bool escape = !is_in_field && peek(l, 0) == '\\' && !(t->format && peek(l, 1) == '{');
        if (opens && peek(l, 1) != '{') {
            field = field_end(source, l->here.at + 1, l->end, *closer, 0);
            has_fields = field > 0;
        }
        bool is_pair = escape || (opens && peek(l, 1) == '{');
        if (!take_shown(l) || (is_pair && !at_end(l) && !take_shown(l)))
            return false;
    }
    return fail_unterminated(l, t, closer);
}

/* True when the name of `length` bytes is the prefix of a string. */
static bool lex_prefix(const Lexer *l, Token *t, size_t length)
{
    const char *name = l->code->source + t->from.at;
    char quote = peek(l, 0);
    if ((quote != '"' && quote != '\'') || length > 2)
        return false;
    for (size_t i = 0; i < length; i++) {
        char letter = (char)(name[i] | 0x20);
        if (letter == 'b')
            err_set(l->err, since(l, t->from), "bytes strings are not part of the lesson language");
        else if (letter == 'u' && length == 1)
            continue;
        else if ((letter == 'r' && !t->raw) || (letter == 'f' && !t->format))
            *(letter == 'r' ? &t->raw : &t->format) = true;
        else
            return false;
    }
    return true;
}

static bool lex_name(Lexer *l, Token *t)
{
    while (is_letter(peek(l, 0)) || is_digit(peek(l, 0)))
        skip(l, 1);
    size_t length = l->here.at - t->from.at;
    if (lex_prefix(l, t, length))
        return !l->err->set && lex_string(l, t);
    t->kind = TOKEN_NAME;
    const char *name = l->code->source + t->from.at;
    size_t row = length > LONGEST ? 0 : length; /* there is none of no letters */
    for (int i = of_length[row]; i < of_length[row + 1]; i++) {
        const Keyword *k = &keywords[i];
        if (k->text[0] != *name || memcmp(k->text, name, length) != 0)
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
                   l->in_format ? " inside the f-string" : "");
}

static bool open_bracket(Lexer *l, const Token *t, char bracket)
{
    if (l->open == LIMIT_NESTING)
        return err_set(l->err, since(l, t->from), "brackets are nested more than %d deep",
                       LIMIT_NESTING);
    l->opener[l->open++] = (Opener){bracket, t->from};
    return true;
}

static bool close_bracket(Lexer *l, const Token *t, char bracket)
{
    if (l->open == 0 && l->in_format && bracket == '}')
        return true;
    if (l->open == 0)
        return err_set(l->err, since(l, t->from), "'%c' closes nothing: no bracket is open here",
                       bracket);
    const Opener *o = &l->opener[l->open - 1];
    char closer = closer_of(o->bracket);
    if (closer != bracket)
        return err_set(l->err, since(l, t->from),
                       "'%c' does not close the '%c' opened on line %d: expected '%c'", bracket,
                       o->bracket, o->at.line, closer);
    l->open--;
    return true;
}

static const Symbol *find_sign(const Lexer *l)
{
    bool ends_format = l->in_format && l->open == 0;
    char first = peek(l, 0);
    for (int i = 0; i < COUNT(signs); i++) {
        if (signs[i].text[0] != first)
            continue;
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
    const Symbol *sign = find_sign(l);
    if (!sign)
        return fail_character(l);
    skip(l, strlen(sign->text));
    t->kind = sign->kind;
    if (sign->op != OP_NONE && peek(l, 0) == '=') {
        skip(l, 1);
        t->kind = TOKEN_AUGMENTED;
        t->op = sign->op;
    }
    if (sign->refused)
        return err_set(l->err, since(l, t->from), "%s", sign->refused);
    if (t->kind == TOKEN_BANG && (!l->in_format || l->open > 0))
        return err_set(l->err, since(l, t->from),
                       "'!' is not part of the lesson language: write 'not'");
    if (t->kind == TOKEN_ROUND || t->kind == TOKEN_SQUARE || t->kind == TOKEN_CURLY)
        return open_bracket(l, t, *sign->text);
    if (t->kind == TOKEN_ROUND_END || t->kind == TOKEN_SQUARE_END || t->kind == TOKEN_CURLY_END)
        return close_bracket(l, t, *sign->text);
    return true;
}

static bool lex(Lexer *l, Token *t)
{
    char c = peek(l, 0);
    if (is_letter(c))
        return lex_name(l, t);
    if (is_digit(c) || (c == '.' && is_digit(peek(l, 1))))
        return lex_number(l, t);
    if (c == '"' || c == '\'')
        return lex_string(l, t);
    return lex_sign(l, t);
}

/* The first token of a line is next: the blocks that begin or end before it. */
static bool lex_indent(Lexer *l, Token *t)
{
    Indent line = l->line;
    Cursor after = {l->here.at + 1, l->here.line, l->here.col + 1};
    Loc at = code_loc(l->code, l->here, after);
    l->line_begun = true;
    t->from = t->to = l->here;
    for (; line.column < l->indent[l->blocks].column; l->blocks--)
        l->dedents++;
    Indent block = l->indent[l->blocks];
    if (line.column == block.column && line.narrow == block.narrow)
        return true;
    if (l->dedents > 0 && line.column > block.column)
        return err_set(l->err, at, "unindent does not match any outer indentation level");
    if (line.column == block.column || line.narrow <= block.narrow)
        return err_set(l->err, at, "inconsistent use of tabs and spaces in indentation");
    if (l->blocks == LIMIT_NESTING)
        return err_set(l->err, at, "blocks are nested more than %d deep", LIMIT_NESTING);
    l->indent[++l->blocks] = line;
    t->kind = TOKEN_INDENT;
    return true;
}

/* Reads what the cursor is at, blanks and indentation passed. */
static bool lex_token(Lexer *l, Token *t)
{
    bool begins = !l->line_begun && !l->in_format;
    if (begins && !lex_indent(l, t))
        return false;
    if (t->kind == TOKEN_ERROR && l->dedents > 0) {
        l->dedents--;
        t->kind = TOKEN_DEDENT;
        t->from = t->to = l->here;
    }
    if (t->kind != TOKEN_ERROR)
        return true;
    t->from = l->here;
    if (!lex(l, t))
        return false;
    t->to = l->here;
    return true;
}

Token lexer_next(Lexer *l)
{
    static const Token error = {.kind = TOKEN_ERROR};
    Token t = {.kind = TOKEN_ERROR};
    if (l->err->set || !skip_blanks(l, &t) || (t.kind == TOKEN_ERROR && !lex_token(l, &t)))
        return error;
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

bool lexer_colon_follows(const Lexer *l)
{
    Err ignored = {0};
    Lexer rest = *l;
    rest.err = &ignored;
    while (rest.open >= l->open && lexer_next(&rest).kind > TOKEN_END)
        continue;
    return lexer_next(&rest).kind == TOKEN_COLON;
}
