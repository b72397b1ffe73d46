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
    BINDS_SHIFT,
    BINDS_SUM,
    BINDS_PRODUCT,
    BINDS_SIGN,
};

typedef struct Infix {
    Operator op;
    int binds; /* 0: it stands between no operands */
} Infix;

static const Infix infixes[TOKEN_TILDE + 1] = {
    [TOKEN_OR] = {OP_OR, BINDS_OR},
    [TOKEN_AND] = {OP_AND, BINDS_AND},
    [TOKEN_EQ] = {OP_EQ, BINDS_COMPARE},
    [TOKEN_NE] = {OP_NE, BINDS_COMPARE},
    [TOKEN_LT] = {OP_LT, BINDS_COMPARE},
    [TOKEN_LE] = {OP_LE, BINDS_COMPARE},
    [TOKEN_GT] = {OP_GT, BINDS_COMPARE},
    [TOKEN_GE] = {OP_GE, BINDS_COMPARE},
    [TOKEN_IN] = {OP_IN, BINDS_COMPARE},
    [TOKEN_NOT] = {OP_NOT_IN, BINDS_COMPARE},
    [TOKEN_IS] = {OP_IS, BINDS_COMPARE},
    [TOKEN_PIPE] = {OP_BITOR, BINDS_BITOR},
    [TOKEN_CARET] = {OP_BITXOR, BINDS_BITXOR},
    [TOKEN_AMPERSAND] = {OP_BITAND, BINDS_BITAND},
    [TOKEN_LSHIFT] = {OP_LSHIFT, BINDS_SHIFT},
    [TOKEN_RSHIFT] = {OP_RSHIFT, BINDS_SHIFT},
    [TOKEN_PLUS] = {OP_ADD, BINDS_SUM},
    [TOKEN_MINUS] = {OP_SUB, BINDS_SUM},
    [TOKEN_STAR] = {OP_MUL, BINDS_PRODUCT},
    [TOKEN_SLASH] = {OP_DIV, BINDS_PRODUCT},
    [TOKEN_FLOORDIV] = {OP_FLOORDIV, BINDS_PRODUCT},
    [TOKEN_PERCENT] = {OP_MOD, BINDS_PRODUCT},
    [TOKEN_AT] = {OP_MATMUL, BINDS_PRODUCT},
};

static Node *read_binary(Parser *p, int least);
static bool ends_tuple(const Parser *p);

/* Reads what a starred item and a target are made of: operators that bind tighter than a comparison. */
static Node *read_tight(Parser *p)
{
    return read_binary(p, BINDS_COMPARE + 1);
}

/* *a or **a */
static Node *read_star(Parser *p, NodeKind kind, Node *(*read)(Parser *))
{
    Token star = parser_take(p);
    Node *n = parser_node(p, kind);
    return parser_add(p, n, read(p)) ? parser_finish_at(p, n, star.from, &star) : NULL;
}

/* An item between brackets: *a, a := b, a */
static Node *read_item(Parser *p)
{
    return p->token.kind == TOKEN_STAR ? read_star(p, NODE_STAR, read_tight) : parser_named(p);
}

/* An item without brackets: *a, a */
static Node *read_starred(Parser *p)
{
    return p->token.kind == TOKEN_STAR ? read_star(p, NODE_STAR, read_tight) : parser_expression(p);
}

/* A star needs other items, or a comma, to spread into. */
static Node *check_star(Parser *p, Node *n)
{
    if (!n || n->kind != NODE_STAR)
        return n;
    parser_fail_node(p, n,
                     "'*' before an expression unpacks it into a tuple, list, set or call: "
                     "there is none here");
    return NULL;
}

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

bool parser_each(Parser *p, Node *n)
{
    return parser_add(p, n, parser_targets(p, "assign to")) &&
           parser_expect(p, TOKEN_IN, "'in' and what to go through");
}

Node *parser_gone_through(Node *n)
{
    if (n && n->kind == NODE_SET)
        n->integer = true;
    return n;
}

/* for a in b if c for d in e ..., after the value: makes a comprehension of `n`. */
static bool read_clauses(Parser *p, Node *n, NodeKind kind)
{
    n->kind = kind;
    if (!check_star(p, n->kid[0]))
        return false;
    while (p->token.kind == TOKEN_FOR || p->token.kind == TOKEN_IF) {
        Token word = parser_take(p);
        Node *clause = parser_node(p, word.kind == TOKEN_FOR ? NODE_EACH : NODE_WHEN);
        if (n->kids > LIMIT_NESTING)
            return parser_fail(p, &word, "a comprehension with more than %d times 'for' and 'if'",
                               LIMIT_NESTING);
        if ((word.kind == TOKEN_FOR && !parser_each(p, clause)) ||
            !parser_add(p, clause, parser_gone_through(read_binary(p, BINDS_OR))) ||
            !parser_add(p, n, parser_finish_at(p, clause, word.from, &word)))
            return false;
    }
    return true;
}

/* [a, b] or [a for b in c] */
static Node *read_list(Parser *p, Node *n)
{
    Cursor start = parser_take(p).from;
    bool more = p->token.kind != TOKEN_SQUARE_END;
    while (more) {
        if (!parser_add(p, n, read_item(p)))
            return NULL;
        if (n->kids == 1 && p->token.kind == TOKEN_FOR) {
            if (!read_clauses(p, n, NODE_LISTCOMP))
                return NULL;
            break;
        }
        more = more_items(p, TOKEN_SQUARE_END, ']');
    }
    if (!parser_expect(p, TOKEN_SQUARE_END, "']'"))
        return NULL;
    return parser_finish(p, n, start);
}

/* Reads an item of {}: decides with the first whether it is a dict or a set. */
static bool read_entry(Parser *p, Node *n)
{
    if (p->token.kind == TOKEN_POWER && n->kind == NODE_DICT) {
        bool fine = parser_add(p, n, read_star(p, NODE_DOUBLE_STAR, read_tight));
        parser_put(p, n, NULL);
        return fine;
    }
    Node *item = n->kind == NODE_SET || n->kids == 0 ? read_item(p) : parser_expression(p);
    if (!item || !parser_add(p, n, item))
        return false;
    if (n->kids == 1 && (p->token.kind != TOKEN_COLON || item->kind == NODE_STAR))
        n->kind = NODE_SET;
    return n->kind == NODE_SET || (parser_expect(p, TOKEN_COLON, "':' and the value of this key") &&
                                   parser_add(p, n, parser_expression(p)));
}

static Node *read_dict_or_set(Parser *p, Node *n)
{
    Cursor start = parser_take(p).from;
    bool more = p->token.kind != TOKEN_CURLY_END;
    while (more) {
        if (!read_entry(p, n))
            return NULL;
        bool set = n->kind == NODE_SET;
        if (n->kids == (set ? 1 : 2) && p->token.kind == TOKEN_FOR) {
            if (!read_clauses(p, n, set ? NODE_SETCOMP : NODE_DICTCOMP))
                return NULL;
            break;
        }
        more = more_items(p, TOKEN_CURLY_END, '}');
    }
    if (!parser_expect(p, TOKEN_CURLY_END, "'}'"))
        return NULL;
    return parser_finish(p, n, start);
}

/* yield, yield a, b or yield from a: up to what ends an expression. */
static Node *read_yield(Parser *p)
{
    Node *n = parser_node(p, NODE_YIELD);
    Token mark = parser_take(p);
    n->integer = parser_accept(p, TOKEN_FROM);
    bool is_bare = !n->integer && (ends_tuple(p) || p->token.kind == TOKEN_ROUND_END);
    if (!is_bare && !parser_add(p, n, n->integer ? parser_expression(p) : parser_expressions(p)))
        return NULL;
    return parser_finish_at(p, n, mark.from, &mark);
}

Node *parser_value(Parser *p)
{
    return p->token.kind == TOKEN_YIELD ? read_yield(p) : parser_expressions(p);
}

/* (a) is a itself, (a, b), (a,) and () are tuples, (a for b in c) is a generator. */
static Node *read_group(Parser *p, Node *n)
{
    Cursor start = parser_take(p).from;
    bool comma = false;
    bool more = p->token.kind != TOKEN_ROUND_END;
    if (p->token.kind == TOKEN_YIELD) {
        Node *inner = read_yield(p);
        return inner && parser_expect(p, TOKEN_ROUND_END, "')'") ? inner : NULL;
    }
    while (more) {
        if (!parser_add(p, n, read_item(p)))
            return NULL;
        if (n->kids == 1 && p->token.kind == TOKEN_FOR) {
            if (!read_clauses(p, n, NODE_GENERATOR))
                return NULL;
            break;
        }
        comma = comma || p->token.kind == TOKEN_COMMA;
        more = more_items(p, TOKEN_ROUND_END, ')');
    }
    if (!parser_expect(p, TOKEN_ROUND_END, "')'"))
        return NULL;
    return n->kids == 1 && !comma ? check_star(p, n->kid[0]) : parser_finish(p, n, start);
}

/* Operands by the token that they begin with: `read` takes it into an empty node of this kind. */
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
    if (p->token.kind != TOKEN_NAME)
        return parser_unexpected(p, "an expression");
    Token name = parser_take(p);
    return parser_name_node(p, &name);
}

/* --- calls, items, attributes ---------------------------------------------------------------- */

/* name=value, of which the name and the = were read */
static bool read_keyword(Parser *p, Node *call, Node *name, const Token *first)
{
    if (name->kind != NODE_NAME || name->start != first->from.at)
        return parser_fail_node(p, name,
                                "expected a plain name before '=' in a call; '==' compares");
    for (int i = 0; i < call->kids; i++)
        if (call->kid[i]->kind == NODE_KEYWORD && strcmp(call->kid[i]->text, name->text) == 0)
            return parser_fail_node(p, name, "this keyword argument is given twice");
    Node *n = parser_node(p, NODE_KEYWORD);
    n->text = name->text;
    n->length = name->length;
    return parser_add(p, n, parser_expression(p)) &&
           parser_add(p, call, parser_finish_at(p, n, first->from, first));
}

/* A bare generator: it must be the only argument. */
static bool read_generator(Parser *p, Node *call, Node *value, Cursor start)
{
    Node *n = parser_node(p, NODE_GENERATOR);
    Token mark = p->token;
    bool alone = call->kind == NODE_CALL && call->kids == 1;
    if (!parser_add(p, n, value) || !read_clauses(p, n, NODE_GENERATOR))
        return false;
    if (!alone || p->token.kind == TOKEN_COMMA)
        return parser_fail(p, &mark,
                           "a generator must be the only argument of a call: write [... for ...]");
    return parser_add(p, call, parser_finish(p, n, start));
}

static bool has(const Node *call, NodeKind kind)
{
    for (int i = 0; i < call->kids; i++)
        if (call->kid[i]->kind == kind)
            return true;
    return false;
}

static bool read_argument(Parser *p, Node *call)
{
    Token first = p->token;
    if (call->kids > LIMIT_ARGUMENTS)
        return parser_fail(p, &first, "the call has more than %d arguments", LIMIT_ARGUMENTS);
    if (first.kind == TOKEN_POWER)
        return parser_add(p, call, read_star(p, NODE_DOUBLE_STAR, parser_expression));
    if (first.kind == TOKEN_STAR && has(call, NODE_DOUBLE_STAR))
        return parser_fail(p, &first, "a '*' argument cannot follow a '**' argument");
    if (first.kind == TOKEN_STAR)
        return parser_add(p, call, read_star(p, NODE_STAR, parser_expression));
    Node *value = parser_named(p);
    if (!value)
        return false;
    if (parser_accept(p, TOKEN_ASSIGN))
        return read_keyword(p, call, value, &first);
    if (p->token.kind == TOKEN_FOR)
        return read_generator(p, call, value, first.from);
    if (has(call, NODE_KEYWORD) || has(call, NODE_DOUBLE_STAR))
        return parser_fail_node(p, value, "a positional argument cannot follow a keyword argument");
    return parser_add(p, call, value);
}

bool parser_arguments(Parser *p, Node *n)
{
    parser_take(p);
    bool more = p->token.kind != TOKEN_ROUND_END;
    while (more) {
        if (!read_argument(p, n))
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

/* Reads a subscript: an expression, or a:b:c with any of them missing. */
static Node *read_subscript(Parser *p)
{
    Cursor start = p->token.from;
    Node *part[3] = {NULL, NULL, NULL};
    int colons = 0;
    for (;;) {
        if (!ends_slice_part(p) && !(part[colons] = read_item(p)))
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
        bool star = tuple->kid[tuple->kids - 1]->kind == NODE_STAR;
        comma = comma || star || p->token.kind == TOKEN_COMMA;
        more = more_items(p, TOKEN_SQUARE_END, ']');
    }
    return parser_add(p, index, comma ? parser_finish(p, tuple, start) : tuple->kid[0]) &&
           parser_expect(p, TOKEN_SQUARE_END, "']'");
}

/* Reads one ( ), [ ] or .name after `of`. */
static Node *read_suffix(Parser *p, Node *of, Cursor start)
{
    NodeKind kind = p->token.kind == TOKEN_ROUND ? NODE_CALL : NODE_INDEX;
    if (parser_accept(p, TOKEN_DOT)) {
        Token name;
        Node *n = parser_node(p, NODE_ATTRIBUTE);
        parser_add(p, n, of);
        if (!parser_read_text(p, n, &name, "a name after '.'"))
            return NULL;
        return parser_finish_at(p, n, start, &name);
    }
    Node *n = parser_node(p, kind);
    parser_add(p, n, of);
    if (!parser_enter(p))
        return NULL;
    bool fine = kind == NODE_CALL ? parser_arguments(p, n) : read_subscripts(p, n);
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

static const Infix *next_infix(const Parser *p)
{
    return &infixes[p->token.kind];
}

/* Takes a comparison; `not` and `is` may be two words. False when `not` has no `in`. */
static bool take_comparison(Parser *p, Operator *op, Token *mark)
{
    *mark = p->token;
    *op = next_infix(p)->op;
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
    size_t capacity = 2;
    n->ops = arena_many(p->arena, capacity, Operator);
    parser_add(p, n, left);
    while (next_infix(p)->binds == BINDS_COMPARE) {
        size_t count = (size_t)n->kids - 1;
        Token mark;
        if (count == capacity) {
            n->ops = arena_grow(p->arena, n->ops, capacity, capacity * 2, sizeof *n->ops);
            capacity *= 2;
        }
        if (!take_comparison(p, &n->ops[count], &mark) ||
            !parser_add(p, n, read_binary(p, BINDS_COMPARE + 1)))
            return NULL;
        if (count == 0)
            first = mark;
    }
    return parser_finish_at(p, n, start, &first);
}

/* Operands and the operators between them that bind at least as tightly as `least`. */
static Node *read_binary(Parser *p, int least)
{
    Cursor start = p->token.from;
    Node *left = read_prefix(p, least);
    while (left && next_infix(p)->binds >= least) {
        const Infix *next = next_infix(p);
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

/* lambda kid0: kid1 */
static Node *read_lambda(Parser *p)
{
    Token word = p->token;
    if (p->lexer.in_format && p->lexer.open == 0) {
        parser_fail(p, &word, "a lambda in an f-string needs brackets around it");
        return NULL;
    }
    if (!parser_enter(p))
        return NULL;
    parser_take(p);
    Node *n = parser_node(p, NODE_LAMBDA);
    bool fine = parser_add(p, n, parser_parameters(p, TOKEN_COLON, false)) &&
                parser_expect(p, TOKEN_COLON, "':' after the parameters of the lambda") &&
                parser_add(p, n, parser_expression(p));
    parser_leave(p);
    return fine ? parser_finish_at(p, n, word.from, &word) : NULL;
}

Node *parser_expression(Parser *p)
{
    Cursor start = p->token.from;
    if (p->token.kind == TOKEN_LAMBDA)
        return read_lambda(p);
    Node *value = read_binary(p, BINDS_OR);
    return value && p->token.kind == TOKEN_IF ? read_choice(p, value, start) : value;
}

Node *parser_named(Parser *p)
{
    Token first = p->token;
    Node *value = parser_expression(p);
    if (!value || p->token.kind != TOKEN_WALRUS)
        return value;
    if (value->kind != NODE_NAME || value->start != first.from.at)
        return parser_unexpected(p, "a plain name before ':='");
    Token mark = parser_take(p);
    Node *n = parser_node(p, NODE_WALRUS);
    parser_add(p, n, value);
    return parser_add(p, n, parser_expression(p)) ? parser_finish_at(p, n, first.from, &mark)
                                                  : NULL;
}

/* --- parameters ------------------------------------------------------------------------------ */

/* name: annotation = default, of this kind; stars were taken. */
static bool read_parameter(Parser *p, Node *list, ParameterKind kind, bool typed)
{
    Node *n = parser_node(p, NODE_PARAMETER);
    Node *part[2] = {NULL, NULL};
    Token name;
    bool many = kind == PARAMETER_STAR || kind == PARAMETER_STARS;
    n->integer = kind;
    if (!parser_read_text(p, n, &name, "the name of a parameter"))
        return false;
    for (int i = 0; i < list->kids; i++)
        if (strcmp(list->kid[i]->text, n->text) == 0)
            return parser_fail(p, &name, "there are two parameters '%s'", n->text);
    if (typed && parser_accept(p, TOKEN_COLON) &&
        !(part[0] = kind == PARAMETER_STAR ? read_starred(p) : parser_expression(p)))
        return false;
    if (!many && parser_accept(p, TOKEN_ASSIGN) && !(part[1] = parser_expression(p)))
        return false;
    const Node *before = list->kids ? list->kid[list->kids - 1] : NULL;
    if (kind == PARAMETER_ANY && before && before->kid[1] && !part[1])
        return parser_fail(p, &name, "'%s' needs a default, because '%s' before it has one",
                           n->text, before->text);
    parser_put(p, n, part[0]);
    parser_put(p, n, part[1]);
    return parser_add(p, list, parser_finish_at(p, n, name.from, &name));
}

/* The / after parameters that take no name. */
static bool read_slash(Parser *p, Node *list, ParameterKind kind)
{
    Token slash = parser_take(p);
    if (kind != PARAMETER_ANY || list->kids == 0 || list->kid[0]->integer == PARAMETER_POSITION)
        return parser_fail(p, &slash, "'/' may occur once, after parameters and before any '*'");
    for (int i = 0; i < list->kids; i++)
        list->kid[i]->integer = PARAMETER_POSITION;
    return true;
}

/* *name, or the * alone that parameters follow which are given by name. */
static bool read_rest(Parser *p, Node *list, ParameterKind *kind, bool typed)
{
    Token star = parser_take(p);
    if (*kind != PARAMETER_ANY)
        return parser_fail(p, &star, "'*' may occur only once among the parameters");
    *kind = PARAMETER_NAME;
    if (p->token.kind != TOKEN_COMMA)
        return read_parameter(p, list, PARAMETER_STAR, typed);
    Lexer after = p->lexer;
    return lexer_next(&after).kind == TOKEN_NAME ||
           parser_fail(p, &star, "expected parameters after '*,': they are given by name");
}

Node *parser_parameters(Parser *p, TokenKind closer, bool typed)
{
    Cursor start = p->last;
    Node *list = parser_node(p, NODE_PARAMETERS);
    ParameterKind kind = PARAMETER_ANY;
    bool fine = true;
    while (fine && p->token.kind != closer) {
        if (list->kids >= LIMIT_ARGUMENTS)
            fine = parser_fail(p, &p->token, "more than %d parameters", LIMIT_ARGUMENTS);
        else if (kind == PARAMETER_STARS)
            fine = parser_unexpected(p, "nothing after the '**' parameter");
        else if (p->token.kind == TOKEN_SLASH)
            fine = read_slash(p, list, kind);
        else if (p->token.kind == TOKEN_STAR)
            fine = read_rest(p, list, &kind, typed);
        else if (parser_accept(p, TOKEN_POWER))
            fine = read_parameter(p, list, kind = PARAMETER_STARS, typed);
        else
            fine = read_parameter(p, list, kind, typed);
        if (!fine || !parser_accept(p, TOKEN_COMMA))
            break;
    }
    return fine ? parser_finish(p, list, start) : NULL;
}

/* --- lists without brackets ------------------------------------------------------------------ */

/* Tells whether a comma before the next token was the last of a tuple. */
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
        return check_star(p, first);
    Node *tuple = parser_node(p, NODE_TUPLE);
    parser_add(p, tuple, first);
    while (parser_accept(p, TOKEN_COMMA) && !ends_tuple(p))
        if (!parser_add(p, tuple, read(p)))
            return NULL;
    return parser_finish(p, tuple, start);
}

static Node *read_target(Parser *p)
{
    return p->token.kind == TOKEN_STAR ? read_star(p, NODE_STAR, read_tight) : read_tight(p);
}

Node *parser_expressions(Parser *p)
{
    return read_tuple(p, read_starred);
}

/* --- targets --------------------------------------------------------------------------------- */

/* Name of a node that nothing can be assigned to. */
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
        [NODE_LISTCOMP] = "a comprehension",
        [NODE_SETCOMP] = "a comprehension",
        [NODE_DICTCOMP] = "a comprehension",
        [NODE_GENERATOR] = "a generator",
        [NODE_UNARY] = "an operation",
        [NODE_BINARY] = "an operation",
        [NODE_LOGIC] = "an operation",
        [NODE_COMPARE] = "a comparison",
        [NODE_CHOICE] = "a conditional expression",
        [NODE_WALRUS] = "':='",
        [NODE_LAMBDA] = "a lambda",
        [NODE_YIELD] = "a yield",
        [NODE_CALL] = "the result of a call",
        [NODE_STAR] = "a second '*'",
    };
    return text[kind];
}

bool parser_check_target(Parser *p, const Node *n, const char *verb)
{
    int stars = strcmp(verb, "delete") == 0;
    if (n->kind == NODE_NAME || n->kind == NODE_ATTRIBUTE || n->kind == NODE_INDEX)
        return true;
    if (n->kind != NODE_TUPLE && n->kind != NODE_LIST)
        return parser_fail_node(
            p, n, "cannot %s %s: expected a name, attribute or item, or a tuple of them", verb,
            kind_text(n->kind));
    for (int i = 0; i < n->kids; i++) {
        const Node *kid = n->kid[i];
        if (kid->kind == NODE_STAR && stars++ == 0)
            kid = kid->kid[0];
        if (!parser_check_target(p, kid, verb))
            return false;
    }
    return true;
}

Node *parser_target(Parser *p, const char *verb)
{
    Node *n = read_tight(p);
    return n && parser_check_target(p, n, verb) ? n : NULL;
}

Node *parser_targets(Parser *p, const char *verb)
{
    Node *n = read_tuple(p, read_target);
    return n && parser_check_target(p, n, verb) ? n : NULL;
}
