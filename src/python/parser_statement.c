/* Statements: assignment, the forms of import, assert, and expressions. */
#include <string.h>

#include "base/common.h"
#include "python/parser_internal.h"

enum { SHOWN_TARGET = 30 };

/* --- assignment ------------------------------------------------------------------------------ */

/* What a node that nothing can be assigned to is called. */
static const char *kind_text(NodeKind kind)
{
    static const char *const text[] = {
        [NODE_NONE] = "None",
        [NODE_TRUE] = "True",
        [NODE_FALSE] = "False",
        [NODE_ELLIPSIS] = "'...'",
        [NODE_INT] = "a number",
        [NODE_FLOAT] = "a number",
        [NODE_STRING] = "a string",
        [NODE_FSTRING] = "an f-string",
        [NODE_SET] = "a set",
        [NODE_DICT] = "a dict",
        [NODE_COMPREHENSION] = "a comprehension",
        [NODE_UNARY] = "an operation",
        [NODE_BINARY] = "an operation",
        [NODE_LOGIC] = "an operation",
        [NODE_COMPARE] = "a comparison",
        [NODE_CHOICE] = "a conditional expression",
        [NODE_CALL] = "the result of a call",
    };
    return text[kind];
}

/* What can stand alone on the left of a =. */
static bool is_place(const Node *n)
{
    return n->kind == NODE_NAME || n->kind == NODE_ATTRIBUTE || n->kind == NODE_INDEX;
}

bool parser_check_target(Parser *p, const Node *n)
{
    if (is_place(n))
        return true;
    if (n->kind == NODE_TUPLE || n->kind == NODE_LIST) {
        for (int i = 0; i < n->kids; i++)
            if (!parser_check_target(p, n->kid[i]))
                return false;
        return true;
    }
    Loc at = {p->code->file, n->line, n->col, n->width};
    return err_set(p->err, at,
                   "cannot assign to %s: expected a name, attribute or item, or a tuple of them",
                   kind_text(n->kind));
}

/* a = b = value, of which a was read. */
static Node *read_assignment(Parser *p, Node *first, Cursor start)
{
    Node *n = parser_node(p, NODE_ASSIGN);
    parser_add(p, n, first);
    while (p->token.kind == TOKEN_ASSIGN) {
        if (!parser_check_target(p, n->kid[n->kids - 1]))
            return NULL;
        parser_take(p);
        if (!parser_add(p, n, parser_expressions(p)))
            return NULL;
    }
    return parser_finish(p, n, start);
}

/* x += 1: says how to write it. */
static Node *refuse_augmented(Parser *p, const Node *target)
{
    const Token *t = &p->token;
    int operator_size = (int)(t->to.at - t->from.at) - 1;
    size_t size = target->end - target->start;
    const char *shown = p->code->source + target->start;
    if (size > SHOWN_TARGET || memchr(shown, '\n', size)) {
        shown = "x";
        size = 1;
    }
    return parser_refuse(p, t, "augmented assignments",
                         arena_format(p->arena, "write %.*s = %.*s %.*s ...", (int)size, shown,
                                      (int)size, shown, operator_size,
                                      p->code->source + t->from.at));
}

/* Statements of other Pythons that begin with an ordinary name and go on with an operand. */
static const struct {
    const char *name, *phrase, *instead;
} soft_keywords[] = {
    {"print", "print statements", "write print(...)"},
    {"match", "match statements", NULL},
    {"type", "type statements", NULL},
};

static Node *read_simple(Parser *p)
{
    Token first = p->token;
    Node *value = parser_expressions(p);
    if (!value)
        return NULL;
    if (p->token.kind == TOKEN_ASSIGN)
        return read_assignment(p, value, first.from);
    if (p->token.kind == TOKEN_AUGMENTED)
        return refuse_augmented(p, value);
    if (p->token.kind == TOKEN_COLON && is_place(value))
        return parser_refuse(p, &p->token, "type annotations", "leave out the ':' and the type");
    bool operand = p->token.kind >= TOKEN_NAME && p->token.kind <= TOKEN_STRING;
    for (int i = 0; i < COUNT(soft_keywords); i++)
        if (operand && value->kind == NODE_NAME && strcmp(value->text, soft_keywords[i].name) == 0)
            return parser_refuse(p, &first, soft_keywords[i].phrase, soft_keywords[i].instead);
    Node *n = parser_node(p, NODE_EXPRESSION);
    parser_add(p, n, value);
    return parser_finish(p, n, first.from);
}

/* --- import ---------------------------------------------------------------------------------- */

/* torch.nn.functional, into n->text; the node is to be marked there. `first` is its first name. */
static bool read_path(Parser *p, Node *n, Token *path, Token *first)
{
    Buf *b = &p->string;
    size_t mark = b->length;
    Token name;
    if (!parser_name(p, &name, "the name of a module"))
        return false;
    *first = *path = name;
    buf_puts(b, parser_text(p, &name));
    while (parser_accept(p, TOKEN_DOT)) {
        if (!parser_name(p, &name, "the name of a module after '.'"))
            return false;
        buf_putc(b, '.');
        buf_puts(b, parser_text(p, &name));
    }
    path->to = p->behind;
    n->length = b->length - mark;
    n->text = arena_text(p->arena, b->text + mark, n->length);
    buf_cut(b, mark);
    return true;
}

/* [as name]: the name to bind, otherwise the one that was imported. */
static Node *read_binding(Parser *p, const Token *imported)
{
    Token name = *imported;
    if (parser_accept(p, TOKEN_AS) && !parser_name(p, &name, "a name after 'as'"))
        return NULL;
    return parser_name_node(p, &name);
}

static Node *read_import(Parser *p)
{
    Cursor start = parser_take(p).from;
    Node *n = parser_node(p, NODE_IMPORT);
    Token path, first;
    if (!read_path(p, n, &path, &first) || !parser_add(p, n, read_binding(p, &first)))
        return NULL;
    if (p->token.kind == TOKEN_COMMA)
        return parser_refuse(p, &p->token, "several modules in one import",
                             "write one import for each");
    return parser_finish_at(p, n, start, &path);
}

static Node *read_alias(Parser *p)
{
    Node *n = parser_node(p, NODE_ALIAS);
    Token name;
    if (p->token.kind == TOKEN_STAR)
        return parser_refuse(p, &p->token, "imports of '*'", "write the names out");
    if (!parser_name(p, &name, "a name to import"))
        return NULL;
    n->text = parser_text(p, &name);
    n->length = strlen(n->text);
    if (!parser_add(p, n, read_binding(p, &name)))
        return NULL;
    return parser_finish_at(p, n, name.from, &name);
}

/* a, b as c: within brackets a comma may be the last. */
static bool read_aliases(Parser *p, Node *n)
{
    bool brackets = parser_accept(p, TOKEN_ROUND);
    do {
        if (!parser_add(p, n, read_alias(p)))
            return false;
    } while (parser_accept(p, TOKEN_COMMA) && !(brackets && p->token.kind == TOKEN_ROUND_END));
    return !brackets || parser_expect(p, TOKEN_ROUND_END, "',' or ')'");
}

static Node *read_from(Parser *p)
{
    Cursor start = parser_take(p).from;
    Node *n = parser_node(p, NODE_FROM);
    Token path, first;
    if (p->token.kind == TOKEN_DOT || p->token.kind == TOKEN_ELLIPSIS)
        return parser_refuse(p, &p->token, "relative imports", NULL);
    if (!read_path(p, n, &path, &first) ||
        !parser_expect(p, TOKEN_IMPORT, "'import' after the name of the module") ||
        !read_aliases(p, n))
        return NULL;
    return parser_finish_at(p, n, start, &path);
}

/* --- statements ------------------------------------------------------------------------------ */

static Node *read_assert(Parser *p)
{
    Cursor start = parser_take(p).from;
    Node *n = parser_node(p, NODE_ASSERT);
    if (!parser_add(p, n, parser_expression(p)))
        return NULL;
    if (parser_accept(p, TOKEN_COMMA) && !parser_add(p, n, parser_expression(p)))
        return NULL;
    return parser_finish(p, n, start);
}

Node *parser_statement(Parser *p)
{
    const Token *t = &p->token;
    if (t->keyword && t->keyword->refused)
        return parser_refuse(p, t, t->keyword->refused, t->keyword->instead);
    switch (t->kind) {
    case TOKEN_IMPORT:
        return read_import(p);
    case TOKEN_FROM:
        return read_from(p);
    case TOKEN_ASSERT:
        return read_assert(p);
    case TOKEN_AT:
        return parser_refuse(p, t, "decorators", NULL);
    default:
        return read_simple(p);
    }
}
