/* A recursive descent with one token of lookahead. This file holds what the grammar stands on:
 * taking tokens, the directives between them, and making nodes; the grammar is in
 * parser_statement.c, parser_expression.c and parser_string.c.
 *
 * The parser is never inside more than LIMIT_NESTING blocks, and brackets, signs and strings, which
 * bounds its own recursion. A chain like 1 + 1 + 1 costs it none, but makes a high tree: that is bounded by
 * LIMIT_HEIGHT, for those who recurse over the tree. */
#include "python/parser.h"

#include <stdarg.h>
#include <string.h>

#include "base/common.h"
#include "python/parser_internal.h"

enum { SHOWN_TOKEN = 30 };

/* --- directives ------------------------------------------------------------------------------ */

static const struct {
    const char *word;
    DirectiveTakes takes;
} directives[DIRECTIVE_KINDS] = {
#define X(kind, word, takes) {word, DIRECTIVE_##takes},
    DIRECTIVES(X)
#undef X
};

static const char *directive_words(Parser *p)
{
    const char *list = "expected";
    for (int i = 0; i < DIRECTIVE_KINDS; i++)
        list = arena_format(p->arena, "%s%s %s", list,
                            i == 0                     ? ""
                            : i == DIRECTIVE_KINDS - 1 ? " or"
                                                       : ",",
                            directives[i].word);
    return list;
}

/* The key must be known, and have words after a colon or not, as it needs. */
static bool check_directive(Parser *p, Directive *d, bool colon)
{
    Loc at = {p->code->file, d->line, d->col, (int)strlen(d->key)};
    if (*d->key == '\0')
        return err_set(p->err, at, "%s after '#|'", directive_words(p));
    while (d->kind < DIRECTIVE_KINDS && strcmp(directives[d->kind].word, d->key) != 0)
        d->kind++;
    if (d->kind == DIRECTIVE_KINDS)
        return err_set(p->err, at, "unknown directive '%.40s': %s", d->key, directive_words(p));
    d->takes = directives[d->kind].takes;
    if (d->takes == DIRECTIVE_TEXT)
        return true;
    if (!colon && (*d->text || d->takes != DIRECTIVE_NOTHING))
        return err_set(p->err, at, "expected ':' after '%s'", d->key);
    if (*d->text && d->takes == DIRECTIVE_NOTHING)
        return err_set(p->err, at, "'%s' takes nothing after its ':'", d->key);
    if (!*d->text && d->takes != DIRECTIVE_NOTHING)
        return err_set(p->err, at, "expected words after '%s:'", d->key);
    return true;
}

/* A `#|` comment, to those that wait for their statement. */
static bool read_directive(Parser *p, const Token *t)
{
    size_t count = (size_t)p->directives;
    if ((count & (count - 1)) == 0)
        p->directive = arena_grow(p->arena, p->directive, count, count ? count * 2 : 1,
                                  sizeof(Directive));
    Directive *d = &p->directive[p->directives++];
    const char *source = p->code->source;
    Cursor c = t->content;
    size_t end = t->content_end;
    while (c.at < end && is_blank(source[c.at]))
        cursor_step(&c, source, end);
    d->line = c.line;
    d->col = c.col;
    size_t key = c.at;
    while (c.at < end && !is_blank(source[c.at]) && source[c.at] != ':')
        cursor_step(&c, source, end);
    d->key = arena_text(p->arena, source + key, c.at - key);
    size_t text = c.at;
    while (text < end && is_blank(source[text]))
        text++;
    bool colon = text < end && source[text] == ':';
    for (text += colon; text < end && is_blank(source[text]); text++)
        continue;
    while (end > text && is_blank(source[end - 1]))
        end--;
    d->text = arena_text(p->arena, source + text, end - text);
    return check_directive(p, d, colon);
}

/* --- tokens ---------------------------------------------------------------------------------- */

/* Directives are put aside: the grammar never meets them. */
static void next_token(Parser *p)
{
    p->token = lexer_next(&p->lexer);
    while (p->token.kind == TOKEN_DIRECTIVE) {
        bool fine = read_directive(p, &p->token);
        p->token = fine ? lexer_next(&p->lexer) : (Token){.kind = TOKEN_ERROR};
    }
}

Token parser_take(Parser *p)
{
    Token taken = p->token;
    bool is_code = taken.kind > TOKEN_DIRECTIVE;
    p->last = is_code ? taken.to : p->last;
    next_token(p);
    return taken;
}

bool parser_accept(Parser *p, TokenKind kind)
{
    if (p->token.kind != kind)
        return false;
    parser_take(p);
    return true;
}

bool parser_expect(Parser *p, TokenKind kind, const char *what)
{
    return parser_accept(p, kind) || parser_unexpected(p, what);
}

/* --- errors ---------------------------------------------------------------------------------- */

static bool fail(Parser *p, Loc at, const char *format, va_list args)
{
    Buf message = {0};
    buf_vprintf(&message, format, args);
    err_set(p->err, at, "%s", buf_text(&message));
    buf_release(&message);
    return false;
}

bool parser_fail(Parser *p, const Token *at, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    fail(p, code_loc(p->code, at->from, at->to), format, args);
    va_end(args);
    return false;
}

bool parser_fail_node(Parser *p, const Node *at, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    fail(p, (Loc){p->code->file, at->line, at->col, at->width}, format, args);
    va_end(args);
    return false;
}

int parser_open(const Parser *p)
{
    TokenKind kind = p->token.kind;
    bool opens = kind == TOKEN_ROUND || kind == TOKEN_SQUARE || kind == TOKEN_CURLY;
    return p->lexer.open - opens;
}

/* The next token, as it was found. */
static const char *found(Parser *p)
{
    const Token *t = &p->token;
    int length = (int)(t->to.at - t->from.at);
    switch (t->kind) {
    case TOKEN_NEWLINE:
        return "the end of the line";
    case TOKEN_INDENT:
        return "a deeper line";
    case TOKEN_DEDENT:
        return "the end of the block";
    case TOKEN_END:
        return p->lexer.in_format ? "the end of the f-string" : "the end of the code";
    case TOKEN_STRING:
        return "a string";
    default:
        return arena_format(p->arena, "'%.*s%s'", length > SHOWN_TOKEN ? SHOWN_TOKEN : length,
                            p->code->source + t->from.at, length > SHOWN_TOKEN ? "..." : "");
    }
}

Node *parser_unexpected(Parser *p, const char *what)
{
    const Token *t = &p->token;
    if (t->kind == TOKEN_ERROR)
        return NULL;
    if (lexer_never_closed(&p->lexer, parser_open(p)))
        lexer_fail_unclosed(&p->lexer, parser_open(p));
    else if (t->kind == TOKEN_REFUSED && t->keyword)
        parser_refuse(p, t, t->keyword->refused, NULL);
    else
        parser_fail(p, t, "expected %s, found %s%s", what, found(p),
                    t->kind == TOKEN_ASSIGN ? "; '==' compares" : "");
    return NULL;
}

Node *parser_refuse(Parser *p, const Token *at, const char *phrase, const char *instead)
{
    parser_fail(p, at, "%s are not part of the lesson language%s%s", phrase, instead ? ": " : "",
                instead ? instead : "");
    return NULL;
}

bool parser_name(Parser *p, Token *name, const char *what)
{
    *name = p->token;
    if (name->keyword)
        return parser_fail(p, name, "expected %s, found '%s', which is a keyword of Python", what,
                           name->keyword->text);
    return parser_expect(p, TOKEN_NAME, what);
}

bool parser_enter(Parser *p)
{
    if (p->nesting == LIMIT_NESTING)
        return parser_fail(p, &p->token, "the expression is nested more than %d deep",
                           LIMIT_NESTING);
    p->nesting++;
    return true;
}

void parser_leave(Parser *p)
{
    p->nesting--;
}

/* --- nodes ----------------------------------------------------------------------------------- */

Node *parser_node(Parser *p, NodeKind kind)
{
    Node *n = arena_new(p->arena, Node);
    n->kind = kind;
    return n;
}

/* The capacity is 2, 4, 8, ...: it grows whenever the count reaches one of them. */
void parser_put(Parser *p, Node *n, Node *kid)
{
    size_t count = (size_t)n->kids;
    if (count == 0)
        n->kid = arena_many(p->arena, 2, Node *);
    else if (count >= 2 && (count & (count - 1)) == 0)
        n->kid = arena_grow(p->arena, n->kid, count, count * 2, sizeof(Node *));
    n->kid[n->kids++] = kid;
}

bool parser_add(Parser *p, Node *n, Node *kid)
{
    if (kid)
        parser_put(p, n, kid);
    return kid != NULL;
}

static Node *finish(Parser *p, Node *n, Cursor start, Loc at)
{
    n->line = at.line;
    n->col = at.col;
    n->width = at.width;
    n->start = start.at;
    n->end = p->last.at;
    for (int i = 0; i < n->kids; i++)
        if (n->kid[i] && n->kid[i]->height > n->height)
            n->height = n->kid[i]->height;
    if (++n->height <= LIMIT_HEIGHT)
        return n;
    err_set(p->err, at,
            "the expression has more than %d operators inside each other: give a part of it a name",
            LIMIT_HEIGHT);
    return NULL;
}

Node *parser_finish(Parser *p, Node *n, Cursor start)
{
    return finish(p, n, start, code_loc(p->code, start, p->last));
}

Node *parser_finish_at(Parser *p, Node *n, Cursor start, const Token *mark)
{
    return finish(p, n, start, code_loc(p->code, mark->from, mark->to));
}

void parser_set_name(Node *n, const char *text)
{
    n->length = strlen(text);
    n->text = text;
    n->hash = names_hash(text);
}

/* A name that was met before is the same text, so that to compare them is to compare addresses, nearly always. */
void parser_set_text(Parser *p, Node *n, const Token *t)
{
    parser_set_name(n, arena_text(p->arena, p->code->source + t->from.at, t->to.at - t->from.at));
    const char **met = &p->met[n->hash % COUNT(p->met)];
    if (!*met || strcmp(*met, n->text) != 0)
        *met = n->text;
    n->text = *met;
}

bool parser_read_text(Parser *p, Node *n, Token *name, const char *what)
{
    if (!parser_name(p, name, what))
        return false;
    parser_set_text(p, n, name);
    return true;
}

Node *parser_name_node(Parser *p, const Token *name)
{
    Node *n = parser_node(p, NODE_NAME);
    parser_set_text(p, n, name);
    n = parser_finish_at(p, n, name->from, name);
    n->end = name->to.at;
    return n;
}

/* --- the whole ------------------------------------------------------------------------------- */

static bool read_code(Parser *p, Node *block)
{
    next_token(p);
    if (!parser_lines(p, block) || !parser_expect(p, TOKEN_END, "the end of the code"))
        return false;
    if (p->directives == 0)
        return true;
    Directive d = p->directive[0];
    Loc at = {p->code->file, d.line, d.col, (int)strlen(d.key)};
    return err_set(p->err, at, "no statement follows the directive '%s'", d.key);
}

bool parse(Arena *a, const Code *code, Program *out, Err *err)
{
    Parser p = {.arena = a, .code = code, .err = err};
    Node block = {.kind = NODE_BLOCK};
    lexer_start(&p.lexer, a, code, err);
    bool fine = read_code(&p, &block);
    *out = (Program){block.kids, arena_many(a, (size_t)block.kids, Statement)};
    for (int i = 0; i < block.kids; i++) {
        out->statement[i] = *block.kid[i]->statement;
        block.kid[i]->statement = &out->statement[i];
    }
    buf_release(&p.string);
    return fine;
}
