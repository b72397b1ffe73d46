/* A recursive descent with one token of lookahead. This file holds what the grammar stands on:
 * taking tokens, making nodes, and the statements of a block with their directives; the grammar is
 * in parser_expression.c, parser_statement.c and parser_string.c.
 *
 * The parser is never inside more than LIMIT_NESTING brackets, signs and strings, which bounds its
 * own recursion. A chain like 1 + 1 + 1 costs it none, but makes a high tree: that is bounded by
 * LIMIT_HEIGHT, for those who recurse over the tree. */
#include "python/parser.h"

#include <string.h>

#include "base/common.h"
#include "python/parser_internal.h"

enum { SHOWN_TOKEN = 30 };

/* --- tokens ---------------------------------------------------------------------------------- */

Token parser_take(Parser *p)
{
    Token taken = p->token;
    p->behind = taken.to;
    p->token = lexer_next(&p->lexer);
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

static Loc place(const Parser *p, const Token *t)
{
    return code_loc(p->code, t->from, t->to);
}

int parser_open(const Parser *p)
{
    TokenKind kind = p->token.kind;
    bool opens = kind == TOKEN_ROUND || kind == TOKEN_SQUARE || kind == TOKEN_CURLY;
    return p->lexer.open - opens;
}

/* "found ..." for the next token. */
static bool fail_found(Parser *p, const char *what, const char *found)
{
    const char *hint = p->token.kind == TOKEN_ASSIGN ? "; '==' compares" : "";
    return err_set(p->err, place(p, &p->token), "expected %s, found %s%s", what, found, hint);
}

Node *parser_unexpected(Parser *p, const char *what)
{
    const Token *t = &p->token;
    size_t length = t->to.at - t->from.at;
    if (t->kind == TOKEN_ERROR)
        return NULL;
    if (lexer_never_closed(&p->lexer, parser_open(p)))
        lexer_fail_unclosed(&p->lexer, parser_open(p));
    else if (t->kind == TOKEN_REFUSED)
        parser_refuse(p, t, t->keyword->refused, t->keyword->instead);
    else if (t->kind == TOKEN_NEWLINE)
        fail_found(p, what, "the end of the line");
    else if (t->kind == TOKEN_END)
        fail_found(p, what, p->lexer.in_format ? "the end of the f-string" : "the end of the code");
    else if (t->kind == TOKEN_STRING)
        fail_found(p, what, "a string");
    else
        fail_found(p, what,
                   arena_format(p->arena, "'%.*s%s'",
                                (int)(length > SHOWN_TOKEN ? SHOWN_TOKEN : length),
                                p->code->source + t->from.at, length > SHOWN_TOKEN ? "..." : ""));
    return NULL;
}

Node *parser_refuse(Parser *p, const Token *at, const char *phrase, const char *instead)
{
    err_set(p->err, place(p, at), "%s are not part of the lesson language%s%s", phrase,
            instead ? ": " : "", instead ? instead : "");
    return NULL;
}

bool parser_name(Parser *p, Token *name, const char *what)
{
    if (p->token.keyword)
        return err_set(p->err, place(p, &p->token),
                       "expected %s, found '%s', which is a keyword of Python", what,
                       p->token.keyword->text);
    *name = p->token;
    return parser_expect(p, TOKEN_NAME, what);
}

bool parser_enter(Parser *p)
{
    if (p->nesting == LIMIT_NESTING)
        return err_set(p->err, place(p, &p->token), "the expression is nested more than %d deep",
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

bool parser_add(Parser *p, Node *n, Node *kid)
{
    if (!kid)
        return false;
    arena_push(p->arena, n->kid, n->kids, kid);
    return true;
}

static Node *finish(Parser *p, Node *n, Cursor start, Loc at)
{
    n->line = at.line;
    n->col = at.col;
    n->width = at.width;
    n->start = start.at;
    n->end = p->behind.at;
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
    return finish(p, n, start, code_loc(p->code, start, p->behind));
}

Node *parser_finish_at(Parser *p, Node *n, Cursor start, const Token *mark)
{
    return finish(p, n, start, place(p, mark));
}

const char *parser_text(Parser *p, const Token *t)
{
    return arena_text(p->arena, p->code->source + t->from.at, t->to.at - t->from.at);
}

Node *parser_name_node(Parser *p, const Token *name)
{
    Node *n = parser_node(p, NODE_NAME);
    n->text = parser_text(p, name);
    n->length = strlen(n->text);
    n = parser_finish_at(p, n, name->from, name);
    n->end = name->to.at;
    return n;
}

/* --- directives ------------------------------------------------------------------------------ */

static const char *const directives[DIRECTIVE_KINDS] = {"rows", "cols", "axes", "hide", "dropout"};

/* The key must be known, and has words after a colon unless it is hide. */
static bool check_directive(Parser *p, Directive *d, bool colon)
{
    static const char expected[] = "expected rows, cols, axes, hide or dropout";
    Loc at = {p->code->file, d->line, d->col, (int)strlen(d->key)};
    if (*d->key == '\0')
        return err_set(p->err, at, "%s after '#|'", expected);
    while (d->kind < DIRECTIVE_KINDS && strcmp(directives[d->kind], d->key) != 0)
        d->kind++;
    if (d->kind == DIRECTIVE_KINDS)
        return err_set(p->err, at, "unknown directive '%.40s': %s", d->key, expected);
    bool has_words = d->kind != DIRECTIVE_HIDE;
    if (!colon && (*d->text || has_words))
        return err_set(p->err, at, "expected ':' after '%s'", d->key);
    if (*d->text && !has_words)
        return err_set(p->err, at, "'%s' takes nothing after its ':'", d->key);
    if (!*d->text && has_words)
        return err_set(p->err, at, "expected words after '%s:'", d->key);
    return true;
}

static bool read_directive(Parser *p, Directive *d)
{
    Token t = parser_take(p);
    const char *source = p->code->source;
    Cursor c = t.content;
    size_t end = t.content_end;
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

/* --- blocks ---------------------------------------------------------------------------------- */

typedef struct StatementList {
    int count;
    Statement *item;
} StatementList;

static Statement *add_statement(Parser *p, StatementList *list)
{
    arena_push(p->arena, list->item, list->count, (Statement){0});
    return &list->item[list->count - 1];
}

/* The directives before a statement, into `s`. */
static bool read_directives(Parser *p, Statement *s)
{
    while (p->token.kind == TOKEN_DIRECTIVE) {
        arena_push(p->arena, s->directive, s->directives, (Directive){0});
        if (!read_directive(p, &s->directive[s->directives - 1]))
            return false;
    }
    if (p->token.kind == TOKEN_END && s->directives > 0) {
        Directive d = s->directive[0];
        Loc at = {p->code->file, d.line, d.col, (int)strlen(d.key)};
        return err_set(p->err, at, "no statement follows the directive '%s'", d.key);
    }
    return true;
}

static bool read_statement(Parser *p, Statement *s)
{
    s->line = p->token.from.line;
    s->node = parser_statement(p);
    s->last_line = p->behind.line;
    return s->node != NULL;
}

/* One logical line: statements with ; between them. The directives belong to the first. */
static bool read_line(Parser *p, StatementList *list, int indent)
{
    Statement s = {0};
    if (!read_directives(p, &s))
        return false;
    if (p->token.kind == TOKEN_END)
        return true;
    if (p->token.kind != TOKEN_ERROR && p->token.indent > indent)
        return err_set(p->err, place(p, &p->token),
                       "unexpected indent: a statement begins where the one before it begins");
    do {
        if (!read_statement(p, &s))
            return false;
        *add_statement(p, list) = s;
        s = (Statement){0};
    } while (parser_accept(p, TOKEN_SEMICOLON) && p->token.kind != TOKEN_NEWLINE);
    return parser_expect(p, TOKEN_NEWLINE, "an operator or the end of the line");
}

/* Lines of one indentation, up to the end of the code. */
static bool read_block(Parser *p, Program *out, int indent)
{
    StatementList list = {0};
    bool fine = true;
    while (fine && p->token.kind != TOKEN_END)
        fine = read_line(p, &list, indent);
    *out = (Program){list.count, list.item};
    return fine;
}

bool parse(Arena *a, const Code *code, Program *out, Err *err)
{
    Parser p = {.arena = a, .code = code, .err = err};
    lexer_start(&p.lexer, a, code, err);
    p.token = lexer_next(&p.lexer);
    bool fine = read_block(&p, out, 0);
    buf_release(&p.string);
    return fine;
}
