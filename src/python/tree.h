/* The tree that the parser makes of a lesson's code, and the evaluator walks. */
#ifndef PYTHON_TREE_H
#define PYTHON_TREE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"

typedef enum NodeKind {
    /* expressions: kids */
    NODE_NONE,          /* None                                                                   */
    NODE_TRUE,          /* True                                                                   */
    NODE_FALSE,         /* False                                                                  */
    NODE_ELLIPSIS,      /* ...                                                                    */
    NODE_INT,           /* integer                                                                */
    NODE_FLOAT,         /* number                                                                 */
    NODE_STRING,        /* text, length; adjacent strings are joined                              */
    NODE_FSTRING,       /* kids: NODE_STRING and NODE_FORMAT in turn                              */
    NODE_FORMAT,        /* {kid0!conv:spec}: text is the spec ("" for none); integer is the
                      conversion, 'r' or 's' or 0                                            */
    NODE_NAME,          /* text                                                                   */
    NODE_TUPLE,         /* kids are the items                                                     */
    NODE_LIST,          /* kids are the items                                                     */
    NODE_SET,           /* kids are the items, at least one                                       */
    NODE_DICT,          /* kids: key, value, key, value, ...                                      */
    NODE_COMPREHENSION, /* [kid0 for kid1 in kid2 if kid3]; kid1 is a target; kid3 may be missing.
                           A bare generator as the only argument of a call is one, too        */
    NODE_UNARY,         /* op kid0: OP_NEG OP_POS OP_INVERT OP_NOT                                */
    NODE_BINARY,        /* kid0 op kid1                                                           */
    NODE_LOGIC,         /* kid0 op kid1: OP_AND OP_OR                                             */
    NODE_COMPARE,       /* kid0 ops[0] kid1 ops[1] kid2 ...: a chain                              */
    NODE_CHOICE,        /* kid1 if kid0 else kid2: kid0 is the condition                          */
    NODE_CALL,          /* kid0(kid1, ...): NODE_KEYWORD and NODE_STAR after and among positions  */
    NODE_KEYWORD,       /* text = kid0                                                            */
    NODE_STAR,          /* *kid0, only as an argument                                             */
    NODE_ATTRIBUTE,     /* kid0.text                                                             */
    NODE_INDEX,         /* kid0[kid1]; kid1 is a NODE_TUPLE for x[a, b]                           */
    NODE_SLICE,         /* kid0:kid1:kid2, only inside an index; missing ones are NULL            */
    /* statements: kids */
    NODE_EXPRESSION, /* kid0                                                                 */
    NODE_ASSIGN, /* kid0 = kid1, kid0 = kid1 = kid2 ...: the last kid is the value, the others are
                      targets: NAME, ATTRIBUTE, INDEX, or TUPLE/LIST of those                */
    NODE_IMPORT, /* import text [as name2]: text is the dotted path, kid0 the bound NODE_NAME */
    NODE_FROM,   /* from text import ...: kids are NODE_KEYWORD-like NODE_ALIAS            */
    NODE_ALIAS,  /* text, kid0 the bound NODE_NAME                                         */
    NODE_ASSERT, /* assert kid0, kid1: kid1 may be missing                                 */
} NodeKind;

typedef enum Operator {
    OP_NONE,
    OP_ADD,
    OP_SUB,
    OP_MUL,
    OP_DIV,
    OP_FLOORDIV,
    OP_MOD,
    OP_MATMUL,
    OP_POW,
    OP_BITAND,
    OP_BITOR,
    OP_BITXOR,
    OP_NEG,
    OP_POS,
    OP_INVERT,
    OP_NOT,
    OP_AND,
    OP_OR,
    OP_EQ,
    OP_NE,
    OP_LT,
    OP_LE,
    OP_GT,
    OP_GE,
    OP_IN,
    OP_NOT_IN,
    OP_IS,
    OP_IS_NOT,
} Operator;

/* As written in code: "+", "not in", ... */
const char *operator_text(Operator op);

typedef struct Node Node;
struct Node {
    NodeKind kind;
    Operator op;
    int line, col, width; /* where: for an operator, the operator; for a call, from the callee's
                             start to the closing bracket when on one line                     */
    size_t start, end;    /* the whole expression in the lesson's source, as byte offsets      */
    int height;           /* 1 for a leaf, one more than its highest kid: at most LIMIT_HEIGHT */
    int kids;
    Node **kid;
    Operator *ops; /* NODE_COMPARE: kids - 1 of them                                    */
    const char *text;
    size_t length; /* of text, in bytes; a string may hold NULs                         */
    int64_t integer;
    double number;
};

/* What a directive says: labels of the result's rows and columns, names of its axes, that it is not
 * shown, and how PyTorch was built. */
typedef enum DirectiveKind {
    DIRECTIVE_ROWS,
    DIRECTIVE_COLS,
    DIRECTIVE_AXES,
    DIRECTIVE_HIDE,
    DIRECTIVE_DROPOUT,
    DIRECTIVE_KINDS
} DirectiveKind;

/* A comment `#| key: words` directs how the next statement is shown, or how PyTorch was built. */
typedef struct Directive {
    DirectiveKind kind;
    const char *key;  /* as written: "rows"                              */
    const char *text; /* what follows the colon, blanks trimmed; "" for none */
    int line, col;    /* of the key                                      */
} Directive;

typedef struct Statement {
    Node *node;
    int line, last_line; /* of the code, the directives not counted   */
    int directives;
    Directive *directive;
} Statement;

typedef struct Program {
    int count;
    Statement *statement;
} Program;

#endif
