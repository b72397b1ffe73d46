/* Expressions. Operators between two operands are rows of one table with their precedence, and one
 * loop climbs it; what binds otherwise (not, signs, **, a if b else c) has its own function. */
#include <string.h>

#include "base/common.h"
#include "python/parser_internal.h"

/* How tightly operators bind, the loosest first. */
enum {
    BINDS_OR = 1,
    BINDS_AND,
    BINDS_NOT,
    BINDS_COMPARE,
    BINDS_BITOR,
    BINDS_BITXOR,
    BINDS_BITAND,
    BINDS_SUM,
    BINDS_PRODUCT,
    BINDS_SIGN,
};

typedef struct Infix {
    TokenKind token;
    Operator op;
    int binds;
} Infix;

static const Infix infixes[] = {
    {TOKEN_OR, OP_OR, BINDS_OR},
    {TOKEN_AND, OP_AND, BINDS_AND},
    {TOKEN_EQ, OP_EQ, BINDS_COMPARE},
    {TOKEN_NE, OP_NE, BINDS_COMPARE},
    {TOKEN_LT, OP_LT, BINDS_COMPARE},
    {TOKEN_LE, OP_LE, BINDS_COMPARE},
    {TOKEN_GT, OP_GT, BINDS_COMPARE},
    {TOKEN_GE, OP_GE, BINDS_COMPARE},
    {TOKEN_IN, OP_IN, BINDS_COMPARE},
    {TOKEN_NOT, OP_NOT_IN, BINDS_COMPARE},
    {TOKEN_IS, OP_IS, BINDS_COMPARE},
    {TOKEN_PIPE, OP_BITOR, BINDS_BITOR},
    {TOKEN_CARET, OP_BITXOR, BINDS_BITXOR},
    {TOKEN_AMPERSAND, OP_BITAND, BINDS_BITAND},
    {TOKEN_PLUS, OP_ADD, BINDS_SUM},
    {TOKEN_MINUS, OP_SUB, BINDS_SUM},
    {TOKEN_STAR, OP_MUL, BINDS_PRODUCT},
    {TOKEN_SLASH, OP_DIV, BINDS_PRODUCT},
    {TOKEN_FLOORDIV, OP_FLOORDIV, BINDS_PRODUCT},
    {TOKEN_PERCENT, OP_MOD, BINDS_PRODUCT},
    {TOKEN_AT, OP_MATMUL, BINDS_PRODUCT},
};

static Node *read_binary(Parser *p, int least);

/* --- literals and brackets ------------------------------------------------------------------- */

static Node *read_constant(Parser *p, Node *n)
{
    Token t = parser_take(p);
    n->integer = t.integer;
    n->number = t.number;
    return parser_finish(p, n, t.from);
}

/* Inside brackets that end with `closer`: what may follow an item, and which bracket waits. */
static Node *fail_item(Parser *p, char closer)
{
    if (p->token.kind == TOKEN_ERROR)
        return NULL;
    const Opener *o = &p->lexer.opener[parser_open(p) - 1];
    if (p->token.from.line > o->at.line)
        return parser_unexpected(p, arena_format(p->arena,
                                                 "',' or '%c' for the '%c' opened on line %d",
                                                 closer, o->bracket, o->at.line));
    return parser_unexpected(p, arena_format(p->arena, "',' or '%c'", closer));
}

/* After an item: true when another may follow, false at the closer (left alone) or a mistake. */
static bool more_items(Parser *p, TokenKind closer_kind, char closer)
{
    if (p->token.kind != TOKEN_COMMA && p->token.kind != closer_kind)
        fail_item(p, closer);
    return parser_accept(p, TOKEN_COMMA) && p->token.kind != closer_kind;
}

/* `for` kid1 `in` kid2 [`if` kid3], after kid0, up to the closer. */
static bool read_for(Parser *p, Node *n)
{
    parser_take(p);
    Node *target = parser_targets(p);
    if (!target || !parser_check_target(p, target) || !parser_add(p, n, target))
        return false;
    if (!parser_expect(p, TOKEN_IN, "'in' and what to go through") ||
        !parser_add(p, n, read_binary(p, BINDS_OR)))
        return false;
    if (parser_accept(p, TOKEN_IF) && !parser_add(p, n, read_binary(p, BINDS_OR)))
        return false;
    if (p->token.kind == TOKEN_FOR)
        return parser_refuse(p, &p->token, "comprehensions with a second 'for'", NULL);
    if (p->token.kind == TOKEN_IF)
        return parser_refuse(p, &p->token, "comprehensions with a second 'if'",
                             "join the conditions with 'and'");
    return true;
}

/* [a, b] or [a for b in c] */
static Node *read_list(Parser *p, Node *n)
{
    Cursor start = parser_take(p).from;
    bool more = p->token.kind != TOKEN_SQUARE_END;
    while (more) {
        if (!parser_add(p, n, parser_expression(p)))
            return NULL;
        if (n->kids == 1 && p->token.kind == TOKEN_FOR) {
            n->kind = NODE_COMPREHENSION;
            if (!read_for(p, n))
                return NULL;
            break;
        }
        more = more_items(p, TOKEN_SQUARE_END, ']');
    }
    if (!parser_expect(p, TOKEN_SQUARE_END, "']'"))
        return NULL;
    return parser_finish(p, n, start);
}

/* One item of {}: decides with the first whether it is a dict or a set. */
static bool read_entry(Parser *p, Node *n)
{
    if (p->token.kind == TOKEN_POWER)
        return parser_refuse(p, &p->token, "'**' items in a dict", "write the items out");
    if (!parser_add(p, n, parser_expression(p)))
        return false;
    if (n->kids == 1 && p->token.kind != TOKEN_COLON)
        n->kind = NODE_SET;
    if (n->kind == NODE_DICT && (!parser_expect(p, TOKEN_COLON, "':' and the value of this key") ||
                                 !parser_add(p, n, parser_expression(p))))
        return false;
    if (p->token.kind == TOKEN_FOR)
        return parser_refuse(p, &p->token,
                             n->kind == NODE_SET ? "set comprehensions" : "dict comprehensions",
                             n->kind == NODE_SET ? "write set(... for ... in ...)" : NULL);
    return true;
}

static Node *read_dict_or_set(Parser *p, Node *n)
{
    Cursor start = parser_take(p).from;
    bool more = p->token.kind != TOKEN_CURLY_END;
    while (more) {
        if (!read_entry(p, n))
            return NULL;
        more = more_items(p, TOKEN_CURLY_END, '}');
    }
    if (!parser_expect(p, TOKEN_CURLY_END, "'}'"))
        return NULL;
    return parser_finish(p, n, start);
}

/* (a) is a itself, (a, b), (a,) and () are tuples. */
static Node *read_group(Parser *p, Node *tuple)
{
    Cursor start = parser_take(p).from;
    bool comma = false;
    bool more = p->token.kind != TOKEN_ROUND_END;
    while (more) {
        if (!parser_add(p, tuple, parser_expression(p)))
            return NULL;
        if (p->token.kind == TOKEN_FOR)
            return parser_refuse(p, &p->token, "generators outside a call",
                                 "write [... for ... in ...]");
        comma = comma || p->token.kind == TOKEN_COMMA;
        more = more_items(p, TOKEN_ROUND_END, ')');
    }
    if (!parser_expect(p, TOKEN_ROUND_END, "')'"))
        return NULL;
    return tuple->kids == 1 && !comma ? tuple->kid[0] : parser_finish(p, tuple, start);
}

/* What begins with such a token: `read` takes it into an empty node of this kind. */
static const struct Operand {
    TokenKind token;
    NodeKind kind;
    Node *(*read)(Parser *p, Node *n);
} operands[] = {
    {TOKEN_NONE, NODE_NONE, read_constant},     {TOKEN_TRUE, NODE_TRUE, read_constant},
    {TOKEN_FALSE, NODE_FALSE, read_constant},   {TOKEN_ELLIPSIS, NODE_ELLIPSIS, read_constant},
    {TOKEN_INT, NODE_INT, read_constant},       {TOKEN_FLOAT, NODE_FLOAT, read_constant},
    {TOKEN_ROUND, NODE_TUPLE, read_group},      {TOKEN_SQUARE, NODE_LIST, read_list},
    {TOKEN_CURLY, NODE_DICT, read_dict_or_set},
};

static const struct Operand *find_operand(const Parser *p)
{
    for (int i = 0; i < COUNT(operands); i++)
        if (operands[i].token == p->token.kind)
            return &operands[i];
    return NULL;
}

static Node *read_operand(Parser *p)
{
    const struct Operand *o = find_operand(p);
    if (o && o->read == read_constant)
        return read_constant(p, parser_node(p, o->kind));
    if (o) {
        if (!parser_enter(p))
            return NULL;
        Node *n = o->read(p, parser_node(p, o->kind));
        parser_leave(p);
        return n;
    }
    if (p->token.kind == TOKEN_STRING)
        return parser_strings(p);
    if (p->token.kind == TOKEN_STAR)
        return parser_refuse(p, &p->token, "starred items and starred assignment",
                             "'*' stands before an argument of a call or between two numbers");
    if (p->token.kind != TOKEN_NAME)
        return parser_unexpected(p, "an expression");
    Token name = parser_take(p);
    return parser_name_node(p, &name);
}

/* --- calls, items, attributes ---------------------------------------------------------------- */

static bool fail_at(Parser *p, const Node *n, const char *what)
{
    Loc at = {p->code->file, n->line, n->col, n->width};
    return err_set(p->err, at, "%s", what);
}

/* name=value, of which the name and the = were read */
static bool read_keyword(Parser *p, Node *call, Node *name, const Token *first)
{
    if (name->kind != NODE_NAME || name->start != first->from.at)
        return fail_at(p, name, "expected a plain name before '=' in a call; '==' compares");
    for (int i = 1; i < call->kids; i++)
        if (call->kid[i]->kind == NODE_KEYWORD && strcmp(call->kid[i]->text, name->text) == 0)
            return fail_at(p, name, "this keyword argument is given twice");
    Node *n = parser_node(p, NODE_KEYWORD);
    n->text = name->text;
    n->length = name->length;
    return parser_add(p, n, parser_expression(p)) &&
           parser_add(p, call, parser_finish_at(p, n, first->from, first));
}

static bool read_star(Parser *p, Node *call)
{
    Token star = parser_take(p);
    Node *n = parser_node(p, NODE_STAR);
    return parser_add(p, n, parser_expression(p)) &&
           parser_add(p, call, parser_finish_at(p, n, star.from, &star));
}

/* A bare generator: it must be the only argument. */
static bool read_generator(Parser *p, Node *call, Node *value, Cursor start)
{
    Node *n = parser_node(p, NODE_COMPREHENSION);
    Token mark = p->token;
    bool alone = call->kids == 1;
    if (!parser_add(p, n, value) || !read_for(p, n))
        return false;
    if (!alone || p->token.kind == TOKEN_COMMA)
        return err_set(p->err, code_loc(p->code, mark.from, mark.to),
                       "a generator must be the only argument of a call: write [... for ...]");
    return parser_add(p, call, parser_finish(p, n, start));
}

static bool read_argument(Parser *p, Node *call)
{
    Token first = p->token;
    if (call->kids > LIMIT_ARGUMENTS)
        return err_set(p->err, code_loc(p->code, first.from, first.to),
                       "the call has more than %d arguments", LIMIT_ARGUMENTS);
    if (first.kind == TOKEN_POWER)
        return parser_refuse(p, &first, "star-star arguments ('**')",
                             "write the keyword arguments out");
    if (first.kind == TOKEN_STAR)
        return read_star(p, call);
    Node *value = parser_expression(p);
    if (!value)
        return false;
    if (parser_accept(p, TOKEN_ASSIGN))
        return read_keyword(p, call, value, &first);
    if (p->token.kind == TOKEN_FOR)
        return read_generator(p, call, value, first.from);
    for (int i = 1; i < call->kids; i++)
        if (call->kid[i]->kind == NODE_KEYWORD)
            return fail_at(p, value, "a positional argument cannot follow a keyword argument");
    return parser_add(p, call, value);
}

static bool read_arguments(Parser *p, Node *call)
{
    parser_take(p);
    bool more = p->token.kind != TOKEN_ROUND_END;
    while (more) {
        if (!read_argument(p, call))
            return false;
        more = more_items(p, TOKEN_ROUND_END, ')');
    }
    return parser_expect(p, TOKEN_ROUND_END, "')'");
}

static bool ends_slice_part(const Parser *p)
{
    TokenKind kind = p->token.kind;
    return kind == TOKEN_COLON || kind == TOKEN_COMMA || kind == TOKEN_SQUARE_END;
}

/* One subscript: an expression, or a:b:c with any of them missing. */
static Node *read_subscript(Parser *p)
{
    Cursor start = p->token.from;
    Node *part[3] = {NULL, NULL, NULL};
    int colons = 0;
    for (;;) {
        if (!ends_slice_part(p) && !(part[colons] = parser_expression(p)))
            return NULL;
        if (p->token.kind != TOKEN_COLON || colons == 2)
            break;
        parser_take(p);
        colons++;
    }
    if (colons == 0)
        return part[0] ? part[0] : parser_unexpected(p, "an index");
    Node *n = parser_node(p, NODE_SLICE);
    n->kids = 3;
    n->kid = arena_many(p->arena, 3, Node *);
    memcpy(n->kid, part, sizeof part);
    return parser_finish(p, n, start);
}

static bool read_subscripts(Parser *p, Node *index)
{
    parser_take(p);
    Cursor start = p->token.from;
    Node *tuple = parser_node(p, NODE_TUPLE);
    bool comma = false;
    bool more = true;
    while (more) {
        if (!parser_add(p, tuple, read_subscript(p)))
            return false;
        comma = comma || p->token.kind == TOKEN_COMMA;
        more = more_items(p, TOKEN_SQUARE_END, ']');
    }
    return parser_add(p, index, comma ? parser_finish(p, tuple, start) : tuple->kid[0]) &&
           parser_expect(p, TOKEN_SQUARE_END, "']'");
}

/* One ( ), [ ] or .name behind `of`. */
static Node *read_suffix(Parser *p, Node *of, Cursor start)
{
    NodeKind kind = p->token.kind == TOKEN_ROUND ? NODE_CALL : NODE_INDEX;
    if (parser_accept(p, TOKEN_DOT)) {
        Token name;
        Node *n = parser_node(p, NODE_ATTRIBUTE);
        parser_add(p, n, of);
        if (!parser_name(p, &name, "a name after '.'"))
            return NULL;
        n->text = parser_text(p, &name);
        n->length = strlen(n->text);
        return parser_finish_at(p, n, start, &name);
    }
    Node *n = parser_node(p, kind);
    parser_add(p, n, of);
    if (!parser_enter(p))
        return NULL;
    bool fine = kind == NODE_CALL ? read_arguments(p, n) : read_subscripts(p, n);
    parser_leave(p);
    return fine ? parser_finish(p, n, start) : NULL;
}

static Node *read_primary(Parser *p)
{
    Cursor start = p->token.from;
    Node *n = read_operand(p);
    while (n && (p->token.kind == TOKEN_ROUND || p->token.kind == TOKEN_SQUARE ||
                 p->token.kind == TOKEN_DOT))
        n = read_suffix(p, n, start);
    return n;
}

/* --- operators ------------------------------------------------------------------------------- */

/* The right side of ** may have a sign, and another **: it reads like the operand of a sign. */
static Node *read_power(Parser *p)
{
    Cursor start = p->token.from;
    Node *base = read_primary(p);
    if (!base || p->token.kind != TOKEN_POWER)
        return base;
    if (!parser_enter(p))
        return NULL;
    Token mark = parser_take(p);
    Node *n = parser_node(p, NODE_BINARY);
    n->op = OP_POW;
    parser_add(p, n, base);
    bool fine = parser_add(p, n, read_binary(p, BINDS_SIGN));
    parser_leave(p);
    return fine ? parser_finish_at(p, n, start, &mark) : NULL;
}

static Node *read_unary(Parser *p, Operator op, int binds)
{
    if (!parser_enter(p))
        return NULL;
    Token mark = parser_take(p);
    Node *n = parser_node(p, NODE_UNARY);
    n->op = op;
    bool fine = parser_add(p, n, read_binary(p, binds));
    parser_leave(p);
    return fine ? parser_finish_at(p, n, mark.from, &mark) : NULL;
}

static Node *read_prefix(Parser *p, int least)
{
    switch (p->token.kind) {
    case TOKEN_MINUS:
        return read_unary(p, OP_NEG, BINDS_SIGN);
    case TOKEN_PLUS:
        return read_unary(p, OP_POS, BINDS_SIGN);
    case TOKEN_TILDE:
        return read_unary(p, OP_INVERT, BINDS_SIGN);
    case TOKEN_NOT:
        if (least > BINDS_NOT)
            return parser_unexpected(p, "an expression (one with 'not' needs brackets here)");
        return read_unary(p, OP_NOT, BINDS_NOT);
    default:
        return read_power(p);
    }
}

static const Infix *find_infix(const Parser *p)
{
    for (int i = 0; i < COUNT(infixes); i++)
        if (infixes[i].token == p->token.kind)
            return &infixes[i];
    return NULL;
}

/* Takes a comparison; `not` and `is` may be two words. False when `not` has no `in`. */
static bool take_comparison(Parser *p, Operator *op, Token *mark)
{
    *mark = p->token;
    *op = find_infix(p)->op;
    parser_take(p);
    bool two = *op == OP_NOT_IN || (*op == OP_IS && p->token.kind == TOKEN_NOT);
    if (!two)
        return true;
    mark->to = p->token.to;
    if (*op == OP_NOT_IN)
        return parser_expect(p, TOKEN_IN, "'in' after 'not'");
    *op = OP_IS_NOT;
    return parser_expect(p, TOKEN_NOT, "'not'");
}

/* a < b <= c, of which a was read. */
static Node *read_comparison(Parser *p, Node *left, Cursor start)
{
    Node *n = parser_node(p, NODE_COMPARE);
    Token first = p->token;
    int count = 0;
    parser_add(p, n, left);
    for (const Infix *i = find_infix(p); i && i->binds == BINDS_COMPARE; i = find_infix(p)) {
        Token mark;
        n->ops = arena_more(p->arena, n->ops, (size_t)count, sizeof *n->ops);
        if (!take_comparison(p, &n->ops[count++], &mark) ||
            !parser_add(p, n, read_binary(p, BINDS_COMPARE + 1)))
            return NULL;
        if (count == 1)
            first = mark;
    }
    return parser_finish_at(p, n, start, &first);
}

/* Operands and the operators between them that bind at least as tightly as `least`. */
static Node *read_binary(Parser *p, int least)
{
    Cursor start = p->token.from;
    Node *left = read_prefix(p, least);
    const Infix *next = find_infix(p);
    while (left && next && next->binds >= least) {
        if (next->binds == BINDS_COMPARE) {
            left = read_comparison(p, left, start);
        } else {
            Token mark = parser_take(p);
            Node *n = parser_node(p, next->binds <= BINDS_AND ? NODE_LOGIC : NODE_BINARY);
            n->op = next->op;
            parser_add(p, n, left);
            bool fine = parser_add(p, n, read_binary(p, next->binds + 1));
            left = fine ? parser_finish_at(p, n, start, &mark) : NULL;
        }
        next = find_infix(p);
    }
    return left;
}

/* value `if` condition `else` other, of which the value was read: the condition is kid 0. */
static Node *read_choice(Parser *p, Node *value, Cursor start)
{
    Node *n = parser_node(p, NODE_CHOICE);
    Token mark = parser_take(p);
    if (!parser_add(p, n, read_binary(p, BINDS_OR)))
        return NULL;
    parser_add(p, n, value);
    if (!parser_expect(p, TOKEN_ELSE, "'else' after the condition") || !parser_enter(p))
        return NULL;
    bool fine = parser_add(p, n, parser_expression(p));
    parser_leave(p);
    return fine ? parser_finish_at(p, n, start, &mark) : NULL;
}

Node *parser_expression(Parser *p)
{
    Cursor start = p->token.from;
    Node *value = read_binary(p, BINDS_OR);
    return value && p->token.kind == TOKEN_IF ? read_choice(p, value, start) : value;
}

/* --- lists without brackets ------------------------------------------------------------------ */

/* Whether a comma before the next token was the last of a tuple. */
static bool ends_tuple(const Parser *p)
{
    switch (p->token.kind) {
    case TOKEN_NEWLINE:
    case TOKEN_END:
    case TOKEN_SEMICOLON:
    case TOKEN_ASSIGN:
    case TOKEN_AUGMENTED:
    case TOKEN_COLON:
    case TOKEN_BANG:
    case TOKEN_CURLY_END:
    case TOKEN_IN:
        return true;
    default:
        return false;
    }
}

static Node *read_tuple(Parser *p, Node *(*read)(Parser *))
{
    Cursor start = p->token.from;
    Node *first = read(p);
    if (!first || p->token.kind != TOKEN_COMMA)
        return first;
    Node *tuple = parser_node(p, NODE_TUPLE);
    parser_add(p, tuple, first);
    while (parser_accept(p, TOKEN_COMMA) && !ends_tuple(p))
        if (!parser_add(p, tuple, read(p)))
            return NULL;
    return parser_finish(p, tuple, start);
}

static Node *read_target(Parser *p)
{
    return read_binary(p, BINDS_COMPARE + 1);
}

Node *parser_expressions(Parser *p)
{
    return read_tuple(p, parser_expression);
}

Node *parser_targets(Parser *p)
{
    return read_tuple(p, read_target);
}
