/* Strings: escapes, f-strings, and adjacent strings as one. The text that is being read lies at the
 * end of p->string, from a mark on; the expression in an f-string is parsed where it stands, by
 * setting a second lexer on it, so that its places are those of the file. */
#include <inttypes.h>
#include <string.h>

#include "base/utf8.h"
#include "python/parser_internal.h"

/* The strings read so far: `whole` collects the parts of an f-string. */
typedef struct Pieces {
    Node *whole;
    size_t mark;  /* where the text of the unfinished piece begins in p->string          */
    Cursor start; /* of the piece                                                        */
} Pieces;

static Loc since(const Parser *p, Cursor from, Cursor to)
{
    return code_loc(p->code, from, to);
}

/* The text from the mark on as a node; the buffer goes back to the mark. */
static Node *cut_text(Parser *p, Pieces *s)
{
    Node *n = parser_node(p, NODE_STRING);
    n->length = p->string.length - s->mark;
    n->text = arena_text(p->arena, buf_text(&p->string) + s->mark, n->length);
    if (p->string.length > s->mark)
        buf_cut(&p->string, s->mark);
    return n;
}

/* The text from the mark on as the next part of an f-string, when there is any. */
static bool end_pieces(Parser *p, Pieces *s)
{
    return p->string.length == s->mark ||
           parser_add(p, s->whole, parser_finish(p, cut_text(p, s), s->start));
}

/* --- escapes --------------------------------------------------------------------------------- */

/* Up to `most` digits after \x and the like, or of \0 to \777: gives how many, and their value. */
static int read_digits(const Parser *p, Cursor *c, size_t end, unsigned base, int most,
                       uint32_t *value)
{
    const char *source = p->code->source;
    int count = 0;
    for (*value = 0; count < most && c->at < end && lexer_digit(source[c->at]) < base; count++) {
        *value = *value * base + lexer_digit(source[c->at]);
        cursor_step(c, source, end);
    }
    return count;
}

/* The character that an escape gives by its number. */
static bool add_character(Parser *p, Cursor backslash, const Cursor *c, uint32_t value)
{
    if (value > 0x10FFFF || (value >= 0xD800 && value <= 0xDFFF))
        return err_set(p->err, since(p, backslash, *c), "U+%04" PRIX32 " is not a character",
                       value);
    char bytes[4];
    buf_add(&p->string, bytes, utf8_put(bytes, value));
    return true;
}

/* \xhh, \uhhhh, \Uhhhhhhhh: the cursor is after the letter. */
static bool read_hex(Parser *p, Cursor backslash, Cursor *c, size_t end, char letter)
{
    int digits = letter == 'x' ? 2 : letter == 'u' ? 4 : 8;
    uint32_t value;
    if (read_digits(p, c, end, 16, digits, &value) < digits)
        return err_set(p->err, since(p, backslash, *c),
                       "expected %d hexadecimal digits after '\\%c'", digits, letter);
    return add_character(p, backslash, c, value);
}

/* Takes blanks of the fence's indentation; what is left of a tab becomes blanks of the text. */
static void strip_indent(Parser *p, Cursor *c, size_t end)
{
    buf_fill(&p->string, ' ', cursor_strip(c, p->code, end));
}

/* The cursor is after the backslash. What is no escape stays as it is written, as in Python. */
static bool read_escape(Parser *p, Cursor backslash, Cursor *c, size_t end)
{
    static const char letters[] = "\\'\"ntrabfv";
    static const char values[] = "\\'\"\n\t\r\a\b\f\v";
    const char *source = p->code->source;
    Cursor from = *c;
    uint32_t letter = cursor_step(c, source, end), value;
    const char *found = letter && letter < 0x80 ? strchr(letters, (int)letter) : NULL;
    if (letter == '\n') {
        strip_indent(p, c, end);
    } else if (found) {
        buf_putc(&p->string, values[found - letters]);
    } else if (letter == 'x' || letter == 'u' || letter == 'U') {
        return read_hex(p, backslash, c, end, (char)letter);
    } else if (letter >= '0' && letter <= '7') {
        *c = from;
        read_digits(p, c, end, 8, 3, &value);
        return add_character(p, backslash, c, value);
    } else if (letter == 'N') {
        return err_set(p->err, since(p, backslash, *c),
                       "\\N{...} escapes are not part of the lesson language: write the character");
    } else {
        *c = from;
        buf_putc(&p->string, '\\');
    }
    return true;
}

/* --- f-strings ------------------------------------------------------------------------------- */

static bool fail_unclosed(Parser *p, Cursor brace)
{
    Cursor after = {brace.at + 1, brace.line, brace.col + 1};
    return err_set(p->err, since(p, brace, after),
                   "'{' opened on line %d is never closed inside the f-string", brace.line);
}

/* After the !: r, s or a. */
static bool read_conversion(Parser *p, Node *format, const Token *bang)
{
    Token t = p->token;
    const char *letter = p->code->source + t.from.at;
    if (t.kind != TOKEN_NAME || t.to.at != bang->to.at + 1 || !strchr("rsa", *letter))
        return parser_unexpected(p, "r, s or a directly after '!'");
    format->integer = (unsigned char)*letter;
    parser_take(p);
    return true;
}

static bool add_field(Parser *p, Pieces *s, Cursor brace, Cursor *c, size_t end);

/* After the colon, which is the next token: the format. Leaves the lexer after the }. */
static bool read_format(Parser *p, Node *format, Cursor brace, size_t end)
{
    const char *source = p->code->source;
    Cursor c = p->lexer.here;
    Pieces s = {parser_node(p, NODE_FSTRING), p->string.length, c};
    Cursor start = c;
    while (c.at < end && source[c.at] != '}') {
        Cursor from = c;
        uint32_t character = cursor_step(&c, source, end);
        if (character == '\\' || character == '\n')
            return err_set(p->err, since(p, from, from), "expected '}' after the format, found %s",
                           character == '\n' ? "the end of the line" : "a backslash");
        if (character != '{')
            buf_add(&p->string, source + from.at, c.at - from.at);
        else if (!add_field(p, &s, from, &c, end))
            return false;
    }
    p->last = c;
    if (s.whole->kids == 0) {
        const Node *text = cut_text(p, &s);
        format->text = text->text;
        format->length = text->length;
    } else if (!end_pieces(p, &s) || !parser_add(p, format, parser_finish(p, s.whole, start))) {
        return false;
    }
    if (c.at == end)
        return fail_unclosed(p, brace);
    cursor_step(&c, source, end);
    p->lexer.here = c;
    return true;
}

/* {x=}: the text up to the next token is text of the string. Without a format, x is shown by repr. */
static bool read_echo(Parser *p, Node *format, Cursor brace, Cursor *text_end)
{
    parser_take(p);
    if (p->token.kind == TOKEN_ERROR)
        return false;
    *text_end = p->token.from;
    buf_add(&p->string, p->code->source + brace.at + 1, p->token.from.at - brace.at - 1);
    if (p->token.kind != TOKEN_COLON)
        format->integer = 'r';
    return true;
}

/* Reads what stands between the braces; p->lexer is inside them. Leaves it after the }. The text before
 * the field ends at text_end. */
static bool read_field(Parser *p, Node *format, Cursor brace, Cursor *text_end, size_t end)
{
    format->text = "";
    if (p->token.kind == TOKEN_END)
        return fail_unclosed(p, brace);
    if (!parser_add(p, format, parser_expressions(p)))
        return false;
    if (p->token.kind == TOKEN_ASSIGN && !read_echo(p, format, brace, text_end))
        return false;
    Token bang = p->token;
    if (parser_accept(p, TOKEN_BANG) && !read_conversion(p, format, &bang))
        return false;
    if (p->token.kind == TOKEN_COLON)
        return read_format(p, format, brace, end);
    if (p->token.kind == TOKEN_END)
        return fail_unclosed(p, brace);
    return p->token.kind == TOKEN_CURLY_END ||
           parser_unexpected(p, "'}', ':' or '!' after the expression in the f-string");
}

/* The cursor is after the {, and will be after the }. */
static bool add_field(Parser *p, Pieces *s, Cursor brace, Cursor *c, size_t end)
{
    if (!parser_enter(p))
        return false;
    Lexer outer = p->lexer;
    Token token = p->token;
    lexer_start_format(&p->lexer, &outer, *c, end);
    p->token = lexer_next(&p->lexer);
    Node *format = parser_node(p, NODE_FORMAT);
    Cursor text_end = brace;
    bool fine = read_field(p, format, brace, &text_end, end);
    Cursor after = p->lexer.here;
    p->last = text_end;
    fine = fine && end_pieces(p, s);
    p->last = *c = s->start = after;
    fine = fine && parser_add(p, s->whole, parser_finish(p, format, brace));
    outer.tokens = p->lexer.tokens;
    p->lexer = outer;
    p->token = token;
    parser_leave(p);
    return fine;
}

/* A { or } in an f-string; the cursor is after it. Doubled ones are text. */
static bool read_brace(Parser *p, Pieces *s, Cursor brace, Cursor *c, size_t end)
{
    const char *source = p->code->source;
    if (c->at < end && source[c->at] == source[brace.at]) {
        cursor_step(c, source, end);
        buf_putc(&p->string, source[brace.at]);
        return true;
    }
    if (source[brace.at] == '{')
        return add_field(p, s, brace, c, end);
    return err_set(p->err, since(p, brace, *c),
                   "a single '}' in an f-string: write '}}' to show one");
}

/* --- strings --------------------------------------------------------------------------------- */

static bool add_string(Parser *p, Pieces *s, const Token *t)
{
    const char *source = p->code->source;
    size_t end = t->content_end;
    Cursor c = t->content;
    while (c.at < end) {
        Cursor from = c;
        uint32_t character = cursor_step(&c, source, end);
        bool fine = true;
        if (character == '\\' && !t->raw)
            fine = read_escape(p, from, &c, end);
        else if (t->format && (character == '{' || character == '}'))
            fine = read_brace(p, s, from, &c, end);
        else if (character == '\n')
            buf_putc(&p->string, '\n');
        else
            buf_add(&p->string, source + from.at, c.at - from.at);
        if (!fine)
            return false;
        if (character == '\n')
            strip_indent(p, &c, end);
    }
    return true;
}

Node *parser_strings(Parser *p)
{
    Pieces s = {parser_node(p, NODE_FSTRING), p->string.length, p->token.from};
    Cursor start = p->token.from;
    while (p->token.kind == TOKEN_STRING) {
        Token t = p->token;
        if (!add_string(p, &s, &t))
            return NULL;
        parser_take(p);
    }
    if (p->token.kind == TOKEN_ERROR)
        return NULL;
    if (s.whole->kids == 0)
        return parser_finish(p, cut_text(p, &s), start);
    if (!end_pieces(p, &s))
        return NULL;
    return parser_finish(p, s.whole, start);
}
