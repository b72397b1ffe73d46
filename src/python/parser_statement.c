/* Statements: those on one line, those with a body, and the lines of a block. A statement that
 * begins with a keyword is a row of a table; assignments and expressions are the rest. */
#include <string.h>

#include "base/common.h"
#include "python/parser_internal.h"

/* --- assignment ------------------------------------------------------------------------------ */

/* a = b = value, of which a was read. */
static Node *read_assignment(Parser *p, Node *first, Cursor start)
{
    Node *n = parser_node(p, NODE_ASSIGN);
    parser_add(p, n, first);
    while (p->token.kind == TOKEN_ASSIGN) {
        if (!parser_check_target(p, n->kid[n->kids - 1], "assign to"))
            return NULL;
        parser_take(p);
        if (!parser_add(p, n, parser_value(p)))
            return NULL;
    }
    return parser_finish(p, n, start);
}

/* a += value or a: type = value, of which a was read: it is one name, attribute or item. */
static Node *read_change(Parser *p, Node *target, Cursor start)
{
    bool typed = p->token.kind == TOKEN_COLON;
    if (target->kind == NODE_TUPLE || target->kind == NODE_LIST)
        return parser_unexpected(p, "one name, attribute or item before it");
    if (!parser_check_target(p, target, "assign to"))
        return NULL;
    Token sign = parser_take(p);
    Node *n = parser_node(p, typed ? NODE_ANNOTATED : NODE_AUGMENTED);
    n->op = sign.op;
    parser_add(p, n, target);
    if (!parser_add(p, n, typed ? parser_expression(p) : parser_value(p)))
        return NULL;
    if (typed && parser_accept(p, TOKEN_ASSIGN) && !parser_add(p, n, parser_value(p)))
        return NULL;
    return parser_finish_at(p, n, start, &sign);
}

/* Statements of other Pythons that begin with an ordinary name and go on with an operand. */
static const struct {
    const char *name, *phrase, *instead;
} soft_keywords[] = {
    {"match", "match statements", "write if and elif"},
    {"print", "print statements", "write print(...)"},
    {"type", "type statements", NULL},
};

/* Refuses `match (x):`, which only its colon shows. */
static bool is_match(Parser *p, const Node *value, const Token *first)
{
    static const char word[] = "match";
    if (p->token.kind != TOKEN_COLON || value->kind == NODE_NAME ||
        first->to.at - first->from.at != strlen(word) ||
        memcmp(p->code->source + first->from.at, word, strlen(word)) != 0)
        return false;
    Lexer after = p->lexer;
    return lexer_next(&after).kind == TOKEN_NEWLINE &&
           !parser_refuse(p, first, soft_keywords[0].phrase, soft_keywords[0].instead);
}

/* Tells whether it was one of them, which is then refused, after an expression that began at `first`. */
static bool is_soft_keyword(Parser *p, const Node *value, const Token *first)
{
    TokenKind kind = p->token.kind;
    bool operand = (kind >= TOKEN_NAME && kind <= TOKEN_STRING) || kind == TOKEN_ELLIPSIS ||
                   kind == TOKEN_CURLY || kind == TOKEN_LAMBDA ||
                   (kind >= TOKEN_TRUE && kind <= TOKEN_NONE);
    for (int i = 0; i < COUNT(soft_keywords); i++)
        if (operand && value->kind == NODE_NAME && strcmp(value->text, soft_keywords[i].name) == 0)
            return !parser_refuse(p, first, soft_keywords[i].phrase, soft_keywords[i].instead);
    return is_match(p, value, first);
}

static Node *read_expression(Parser *p)
{
    Token first = p->token;
    Node *value = parser_value(p);
    if (!value || is_soft_keyword(p, value, &first))
        return NULL;
    if (p->token.kind == TOKEN_ASSIGN)
        return read_assignment(p, value, first.from);
    bool place = value->kind == NODE_NAME || value->kind == NODE_ATTRIBUTE ||
                 value->kind == NODE_INDEX;
    if (p->token.kind == TOKEN_AUGMENTED || (p->token.kind == TOKEN_COLON && place))
        return read_change(p, value, first.from);
    Node *n = parser_node(p, NODE_EXPRESSION);
    parser_add(p, n, value);
    return parser_finish(p, n, first.from);
}

/* --- import ---------------------------------------------------------------------------------- */

/* torch.nn.functional, into n->text; `path` is to be its place. `first` is its first name. */
static bool read_path(Parser *p, Node *n, Token *path, Token *first)
{
    Buf *b = &p->string;
    size_t mark = b->length;
    Token name;
    *path = p->token;
    while (p->token.kind == TOKEN_DOT || p->token.kind == TOKEN_ELLIPSIS)
        buf_puts(b, parser_take(p).kind == TOKEN_DOT ? "." : "...");
    bool relative = b->length > mark;
    if (!relative || p->token.kind != TOKEN_IMPORT) {
        if (!parser_read_text(p, n, first, "the name of a module"))
            return false;
        buf_puts(b, n->text);
        while (parser_accept(p, TOKEN_DOT)) {
            if (!parser_read_text(p, n, &name, "the name of a module after '.'"))
                return false;
            buf_putc(b, '.');
            buf_puts(b, n->text);
        }
    }
    path->to = p->last;
    n->length = b->length - mark;
    n->text = arena_text(p->arena, b->text + mark, n->length);
    buf_cut(b, mark);
    return true;
}

/* [as name]: the name to bind, otherwise the one that was imported. */
static Node *read_alias(Parser *p, Node *n, const Token *mark, const Token *imported)
{
    Token name = *imported;
    n->integer = parser_accept(p, TOKEN_AS);
    if (n->integer && !parser_name(p, &name, "a name after 'as'"))
        return NULL;
    parser_add(p, n, parser_name_node(p, &name));
    return parser_finish_at(p, n, mark->from, mark);
}

static bool read_import(Parser *p, Node *n, Token *mark)
{
    (void)mark;
    do {
        Node *alias = parser_node(p, NODE_ALIAS);
        Token path, first;
        if (p->token.kind == TOKEN_DOT)
            return parser_unexpected(p, "the name of a module");
        if (!read_path(p, alias, &path, &first) ||
            !parser_add(p, n, read_alias(p, alias, &path, &first)))
            return false;
    } while (parser_accept(p, TOKEN_COMMA));
    return true;
}

/* a, b as c: within brackets a comma may be the last. */
static bool read_from(Parser *p, Node *n, Token *mark)
{
    Token first;
    if (!read_path(p, n, mark, &first) ||
        !parser_expect(p, TOKEN_IMPORT, "'import' after the name of the module"))
        return false;
    Token star = p->token;
    if (parser_accept(p, TOKEN_STAR)) {
        Node *alias = parser_node(p, NODE_ALIAS);
        parser_set_text(p, alias, &star);
        return parser_add(p, n, parser_finish_at(p, alias, star.from, &star));
    }
    bool brackets = parser_accept(p, TOKEN_ROUND);
    do {
        Node *alias = parser_node(p, NODE_ALIAS);
        Token name;
        if (!parser_read_text(p, alias, &name, "a name to import") ||
            !parser_add(p, n, read_alias(p, alias, &name, &name)))
            return false;
    } while (parser_accept(p, TOKEN_COMMA) && !(brackets && p->token.kind == TOKEN_ROUND_END));
    return !brackets || parser_expect(p, TOKEN_ROUND_END, "',' or ')'");
}

/* --- on one line ----------------------------------------------------------------------------- */

/* A statement that begins with a keyword: `read` gets its node after the keyword was taken, and may
 * set the mark, which is the keyword otherwise. */
typedef struct StatementForm {
    TokenKind word;
    NodeKind kind;
    bool (*read)(Parser *p, Node *n, Token *mark);
} StatementForm;

static bool ends_statement(const Parser *p)
{
    TokenKind kind = p->token.kind;
    return kind == TOKEN_NEWLINE || kind == TOKEN_SEMICOLON || kind == TOKEN_END;
}

static bool read_word(Parser *p, Node *n, Token *mark)
{
    (void)p, (void)n, (void)mark;
    return true;
}

static bool read_return(Parser *p, Node *n, Token *mark)
{
    (void)mark;
    return ends_statement(p) || parser_add(p, n, parser_expressions(p));
}

static bool read_raise(Parser *p, Node *n, Token *mark)
{
    (void)mark;
    return ends_statement(p) ||
           (parser_add(p, n, parser_expression(p)) &&
            (!parser_accept(p, TOKEN_FROM) || parser_add(p, n, parser_expression(p))));
}

static bool read_assert(Parser *p, Node *n, Token *mark)
{
    (void)mark;
    return parser_add(p, n, parser_expression(p)) &&
           (!parser_accept(p, TOKEN_COMMA) || parser_add(p, n, parser_expression(p)));
}

static bool read_names(Parser *p, Node *n, Token *mark)
{
    (void)mark;
    do {
        Token name;
        if (!parser_name(p, &name, "a name"))
            return false;
        parser_add(p, n, parser_name_node(p, &name));
    } while (parser_accept(p, TOKEN_COMMA));
    return true;
}

static bool read_del(Parser *p, Node *n, Token *mark)
{
    (void)mark;
    do {
        if (!parser_add(p, n, parser_target(p, "delete")))
            return false;
    } while (parser_accept(p, TOKEN_COMMA) && !ends_statement(p));
    return true;
}

/* --- with a body ----------------------------------------------------------------------------- */

/* ':' and the statements after it, on the same line or indented below it. `word` began this part
 * of the statement, `before` stands before the colon. */
static Node *read_suite(Parser *p, const Token *word, const char *before);

static bool add_suite(Parser *p, Node *n, const Token *word, const char *before)
{
    return parser_add(p, n, read_suite(p, word, before));
}

/* else: ... where there is one; `else if` is a mistake with a name. */
static bool add_else(Parser *p, Node *n)
{
    Token word = p->token;
    return !parser_accept(p, TOKEN_ELSE) || add_suite(p, n, &word, "'else'");
}

static bool read_if(Parser *p, Node *n, Token *mark)
{
    Token word = *mark;
    do {
        if (!parser_add(p, n, parser_named(p)) || !add_suite(p, n, &word, "the condition"))
            return false;
        word = p->token;
    } while (parser_accept(p, TOKEN_ELIF));
    return add_else(p, n);
}

static bool read_while(Parser *p, Node *n, Token *mark)
{
    return parser_add(p, n, parser_named(p)) && add_suite(p, n, mark, "the condition") &&
           add_else(p, n);
}

static bool read_for(Parser *p, Node *n, Token *mark)
{
    return parser_each(p, n) && parser_add(p, n, parser_gone_through(parser_expressions(p))) &&
           add_suite(p, n, mark, "what to go through") && add_else(p, n);
}

/* except [type [as name]]: ... */
static Node *read_except(Parser *p)
{
    Token word = parser_take(p), name;
    Node *n = parser_node(p, NODE_EXCEPT);
    Node *bound = NULL;
    bool bare = p->token.kind == TOKEN_COLON;
    if (p->token.kind == TOKEN_STAR)
        return parser_refuse(p, &p->token, "groups of exceptions ('except*')", NULL);
    Node *type = bare ? NULL : parser_expression(p);
    if (!bare && !type)
        return NULL;
    if (type && parser_accept(p, TOKEN_AS)) {
        if (!parser_name(p, &name, "a name after 'as'"))
            return NULL;
        bound = parser_name_node(p, &name);
    }
    parser_put(p, n, type);
    if (!add_suite(p, n, &word, bare ? "'except'" : "the exception"))
        return NULL;
    if (bound)
        parser_add(p, n, bound);
    return parser_finish_at(p, n, word.from, &word);
}

static bool read_try(Parser *p, Node *n, Token *mark)
{
    if (!add_suite(p, n, mark, "'try'"))
        return false;
    parser_put(p, n, NULL);
    parser_put(p, n, NULL);
    while (p->token.kind == TOKEN_EXCEPT) {
        if (n->kids > 3 && !n->kid[n->kids - 1]->kid[0])
            return parser_fail(p, &p->token,
                               "the 'except:' before it takes every exception: it "
                               "must be the last");
        if (!parser_add(p, n, read_except(p)))
            return false;
    }
    Token word = p->token;
    if (n->kids > 3 && parser_accept(p, TOKEN_ELSE) &&
        !(n->kid[1] = read_suite(p, &word, "'else'")))
        return false;
    word = p->token;
    if (n->kids > 3 ? parser_accept(p, TOKEN_FINALLY)
                    : parser_expect(p, TOKEN_FINALLY, "'except' or 'finally' after the try block"))
        return (n->kid[2] = read_suite(p, &word, "'finally'")) != NULL;
    return n->kids > 3;
}

/* with a as b, c: brackets around the items are there when a colon follows them. */
static bool read_with(Parser *p, Node *n, Token *mark)
{
    bool brackets = p->token.kind == TOKEN_ROUND && lexer_colon_follows(&p->lexer);
    if (brackets)
        parser_take(p);
    do {
        Node *item = parser_node(p, NODE_ITEM);
        Cursor start = p->token.from;
        if (!parser_add(p, item, brackets ? parser_named(p) : parser_expression(p)) ||
            (parser_accept(p, TOKEN_AS) && !parser_add(p, item, parser_target(p, "assign to"))) ||
            !parser_add(p, n, parser_finish(p, item, start)))
            return false;
    } while (parser_accept(p, TOKEN_COMMA) && !(brackets && p->token.kind == TOKEN_ROUND_END));
    return (!brackets || parser_expect(p, TOKEN_ROUND_END, "',' or ')'")) &&
           add_suite(p, n, mark, "what 'with' holds");
}

static bool read_def(Parser *p, Node *n, Token *mark)
{
    Token name;
    if (!parser_read_text(p, n, &name, "the name of the function") ||
        !parser_expect(p, TOKEN_ROUND, "'(' after the name of the function") ||
        !parser_add(p, n, parser_parameters(p, TOKEN_ROUND_END, true)) ||
        !parser_expect(p, TOKEN_ROUND_END, "',' or ')'"))
        return false;
    Node *type = NULL;
    if (parser_accept(p, TOKEN_ARROW) && !(type = parser_expressions(p)))
        return false;
    parser_put(p, n, type);
    return add_suite(p, n, mark, type ? "the type" : "the parameters");
}

/* __x in the body of class C is _C__x; a class inside has done so for itself. */
static void mangle(Parser *p, Node *n, const char *class)
{
    bool is_named = n->kind == NODE_NAME || n->kind == NODE_ATTRIBUTE || n->kind == NODE_DEF ||
                    n->kind == NODE_PARAMETER || n->kind == NODE_KEYWORD;
    size_t length = is_named ? strlen(n->text) : 0;
    if (length > 2 && strncmp(n->text, "__", 2) == 0 && strcmp(n->text + length - 2, "__") != 0) {
        parser_set_name(n, arena_format(p->arena, "_%s%s", class + strspn(class, "_"), n->text));
    }
    for (int i = 0; i < n->kids; i++)
        if (n->kid[i])
            mangle(p, n->kid[i], class);
}

static bool read_class(Parser *p, Node *n, Token *mark)
{
    Token name;
    if (!parser_read_text(p, n, &name, "the name of the class"))
        return false;
    Node *bases = parser_node(p, NODE_BASES);
    Cursor start = p->last;
    return (p->token.kind != TOKEN_ROUND || parser_arguments(p, bases)) &&
           parser_add(p, n, parser_finish(p, bases, start)) &&
           add_suite(p, n, mark, "the name of the class") && (mangle(p, n->kid[1], n->text), true);
}

/* --- the table ------------------------------------------------------------------------------- */

static const StatementForm simple[] = {
    /* clang-format off */
    {TOKEN_IMPORT, NODE_IMPORT, read_import},  {TOKEN_FROM, NODE_FROM, read_from},
    {TOKEN_RETURN, NODE_RETURN, read_return},  {TOKEN_RAISE, NODE_RAISE, read_raise},
    {TOKEN_ASSERT, NODE_ASSERT, read_assert},  {TOKEN_DEL, NODE_DEL, read_del},
    {TOKEN_GLOBAL, NODE_GLOBAL, read_names},   {TOKEN_NONLOCAL, NODE_NONLOCAL, read_names},
    {TOKEN_PASS, NODE_PASS, read_word},        {TOKEN_BREAK, NODE_BREAK, read_word},
    {TOKEN_CONTINUE, NODE_CONTINUE, read_word},
    {TOKEN_END},
    /* clang-format on */
};

static const StatementForm compound[] = {
    /* clang-format off */
    {TOKEN_IF, NODE_IF, read_if},       {TOKEN_WHILE, NODE_WHILE, read_while},
    {TOKEN_FOR, NODE_FOR, read_for},    {TOKEN_TRY, NODE_TRY, read_try},
    {TOKEN_WITH, NODE_WITH, read_with}, {TOKEN_DEF, NODE_DEF, read_def},
    {TOKEN_CLASS, NODE_CLASS, read_class},
    {TOKEN_END},
    /* clang-format on */
};

static const StatementForm *find_form(const StatementForm *forms, TokenKind word)
{
    while (forms->word != word && forms->word != TOKEN_END)
        forms++;
    return forms->word == TOKEN_END ? NULL : forms;
}

static Node *read_form(Parser *p, const StatementForm *form, Cursor start, const Node *decorators)
{
    Token mark = parser_take(p);
    Node *n = parser_node(p, form->kind);
    if (!form->read(p, n, &mark))
        return NULL;
    for (int i = 0; decorators && i < decorators->kids; i++)
        parser_add(p, n, decorators->kid[i]);
    return parser_finish_at(p, n, start, &mark);
}

static Node *read_decorated(Parser *p)
{
    Cursor start = p->token.from;
    Node *decorators = parser_node(p, NODE_BLOCK);
    while (p->token.kind == TOKEN_AT) {
        Token mark = parser_take(p);
        Node *n = parser_node(p, NODE_DECORATOR);
        if (!parser_add(p, n, parser_named(p)) ||
            !parser_add(p, decorators, parser_finish_at(p, n, mark.from, &mark)) ||
            !parser_expect(p, TOKEN_NEWLINE, "the end of the line after the decorator"))
            return NULL;
    }
    if (p->token.kind != TOKEN_DEF && p->token.kind != TOKEN_CLASS)
        return parser_unexpected(p, "'def' or 'class' after the decorator");
    return read_form(p, find_form(compound, p->token.kind), start, decorators);
}

/* --- lines and blocks ------------------------------------------------------------------------ */

static Node *read_simple(Parser *p)
{
    const Token *t = &p->token;
    const StatementForm *form = find_form(simple, t->kind);
    if (form)
        return read_form(p, form, t->from, NULL);
    if (find_form(compound, t->kind) || t->kind == TOKEN_AT) {
        parser_fail(p, t, "'%s' begins a line of its own", t->keyword ? t->keyword->text : "@");
        return NULL;
    }
    return read_expression(p);
}

static Node *read_compound(Parser *p)
{
    const StatementForm *form = find_form(compound, p->token.kind);
    return form ? read_form(p, form, p->token.from, NULL) : read_decorated(p);
}

/* A statement with its lines and the directives before it. */
static bool add_statement(Parser *p, Node *block, Node *(*read)(Parser *))
{
    Statement *s = arena_new(p->arena, Statement);
    *s = (Statement){NULL, p->token.from.line, 0, p->directives, p->directive};
    p->directives = 0;
    p->directive = NULL;
    if (!(s->node = read(p)))
        return false;
    s->node->statement = s;
    s->last_line = p->last.line;
    return parser_add(p, block, s->node);
}

/* Statements with ; between them, up to the end of the line. */
static bool read_simple_line(Parser *p, Node *block)
{
    do {
        if (!add_statement(p, block, read_simple))
            return false;
    } while (parser_accept(p, TOKEN_SEMICOLON) && p->token.kind != TOKEN_NEWLINE);
    return parser_expect(p, TOKEN_NEWLINE, "an operator or the end of the line");
}

/* A word that goes on with a statement which is not there. */
static bool fail_part(Parser *p)
{
    const char *after = p->token.kind == TOKEN_ELIF   ? "'if'"
                        : p->token.kind == TOKEN_ELSE ? "'if', 'for', 'while' or 'try'"
                                                      : "'try'";
    return parser_fail(p, &p->token, "'%s' follows no %s that is indented as far",
                       p->token.keyword->text, after);
}

static bool read_line(Parser *p, Node *block)
{
    switch (p->token.kind) {
    case TOKEN_INDENT:
        parser_take(p);
        return p->token.kind != TOKEN_ERROR &&
               parser_fail(p, &p->token,
                           "unexpected indent: a statement begins where the one before it begins");
    case TOKEN_ELIF:
    case TOKEN_ELSE:
    case TOKEN_EXCEPT:
    case TOKEN_FINALLY:
        return fail_part(p);
    default:
        if (p->token.kind == TOKEN_AT || find_form(compound, p->token.kind))
            return add_statement(p, block, read_compound);
        return read_simple_line(p, block);
    }
}

bool parser_lines(Parser *p, Node *block)
{
    while (p->token.kind != TOKEN_DEDENT && p->token.kind != TOKEN_END)
        if (!read_line(p, block))
            return false;
    return true;
}

/* Passes over the lines of a block, whose indent is the next token, up to a line that is indented less. */
static Node *pass_over(Parser *p, Node *block)
{
    Lexer *l = &p->lexer;
    const char *source = p->code->source;
    size_t column = (size_t)l->line.column;
    block->kind = NODE_LATER;
    block->line = l->here.line;
    block->col = (int)column;
    block->start = l->here.at - column;
    do {
        while (l->here.at < l->end && source[l->here.at] != '\n')
            l->here.at++;
        l->here.at += l->here.at < l->end;
        l->here.line++;
    } while (l->here.at < l->end &&
             (source[l->here.at] == '\n' || strspn(source + l->here.at, " ") >= column));
    l->here.col = 1;
    l->line_begun = false;
    block->end = l->here.at;
    parser_take(p);
    return parser_expect(p, TOKEN_DEDENT, "the end of the block") ? block : NULL;
}

static Node *read_suite(Parser *p, const Token *word, const char *before)
{
    Node *block = parser_node(p, NODE_BLOCK);
    if (word->kind == TOKEN_ELSE && p->token.kind == TOKEN_IF)
        parser_fail(p, &p->token,
                    "expected ':' after 'else', found 'if': 'else if' is written 'elif'");
    if (!parser_accept(p, TOKEN_COLON))
        return parser_unexpected(p, arena_format(p->arena, "':' after %s", before));
    Cursor start = p->token.from;
    if (!parser_accept(p, TOKEN_NEWLINE))
        return read_simple_line(p, block) ? parser_finish(p, block, start) : NULL;
    if (p->code->is_lazy && word->kind == TOKEN_DEF && p->token.kind == TOKEN_INDENT)
        return pass_over(p, block);
    if (!parser_accept(p, TOKEN_INDENT))
        return parser_unexpected(p,
                                 arena_format(p->arena, "an indented block after '%s' on line %d",
                                              word->keyword->text, word->from.line));
    start = p->token.from;
    bool fine = parser_lines(p, block) && parser_expect(p, TOKEN_DEDENT, "the end of the block");
    return fine ? parser_finish(p, block, start) : NULL;
}
