/* The tree that the parser makes of a lesson's code, and the evaluator walks. */
#ifndef PYTHON_TREE_H
#define PYTHON_TREE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"

typedef struct Text {
    const char *bytes; /* UTF-8; a NUL follows */
    size_t length;
} Text;

/* Each kind with its kids: (kid1) may be NULL, [kid1] may be missing, kid1... is any number of them.
 * A node's mark (line, col, width) is all of it, or what the row names after `at`. */
typedef enum NodeKind {
    /* expressions */
    NODE_NONE,      /* None                                                                    */
    NODE_TRUE,      /* True                                                                    */
    NODE_FALSE,     /* False                                                                   */
    NODE_ELLIPSIS,  /* ...                                                                     */
    NODE_INT,       /* integer                                                                 */
    NODE_FLOAT,     /* number                                                                  */
    NODE_STRING,    /* text, length; adjacent strings are joined                               */
    NODE_FSTRING,   /* kid0...: NODE_STRING and NODE_FORMAT in turn                            */
    NODE_FORMAT,    /* {kid0!integer:text}: integer is the conversion 'r', 's', 'a' or 0. A
                         format with fields in it is [kid1], a NODE_FSTRING, and text is "".
                         {x=} is the string "x=" and then {x!r}                                  */
    NODE_NAME,      /* text                                                                    */
    NODE_TUPLE,     /* kid0...                                                                 */
    NODE_LIST,      /* kid0...                                                                 */
    NODE_SET,       /* kid0..., at least one; with an integer: what a `for` goes through       */
    NODE_DICT,      /* key, value, key, value...; **x is NODE_DOUBLE_STAR, NULL                */
    NODE_LISTCOMP,  /* [kid0 kid1...], kid1... are NODE_EACH and NODE_WHEN, the first is an EACH */
    NODE_SETCOMP,   /* {kid0 kid1...}                                                          */
    NODE_DICTCOMP,  /* {kid0: kid1 kid2...}                                                    */
    NODE_GENERATOR, /* (kid0 kid1...); as the only argument of a call without ( )              */
    NODE_EACH,      /* for kid0 in kid1; kid0 is a target; at `for`                            */
    NODE_WHEN,      /* if kid0; at `if`                                                        */
    NODE_UNARY,     /* op kid0: OP_NEG OP_POS OP_INVERT OP_NOT; at op                          */
    NODE_BINARY,    /* kid0 op kid1; at op                                                     */
    NODE_LOGIC,     /* kid0 op kid1: OP_AND OP_OR; at op                                       */
    NODE_COMPARE,   /* kid0 ops[0] kid1 ops[1] kid2...; at ops[0]                              */
    NODE_CHOICE,    /* kid1 if kid0 else kid2: kid0 is the condition; at `if`                  */
    NODE_WALRUS,    /* kid0 := kid1: kid0 is a NODE_NAME; at :=                                */
    NODE_YIELD,     /* yield (kid0); with an integer: yield from kid0                          */
    NODE_LAMBDA,    /* lambda kid0: kid1: kid0 is NODE_PARAMETERS; at `lambda`                 */
    NODE_CALL,      /* kid0(kid1...): NODE_KEYWORD, NODE_STAR, NODE_DOUBLE_STAR among them     */
    NODE_KEYWORD,   /* text = kid0; at the name                                                */
    NODE_STAR,      /* *kid0: an argument, an item of a tuple, list, set or target; at *       */
    NODE_DOUBLE_STAR, /* **kid0: an argument, a key of a dict; at **                             */
    NODE_ATTRIBUTE,   /* kid0.text; at the name                                                  */
    NODE_INDEX,       /* kid0[kid1]; kid1 is a NODE_TUPLE for x[a, b]                            */
    NODE_SLICE,       /* (kid0):(kid1):(kid2), only inside an index                              */
    NODE_PARAMETERS,  /* kid0...: NODE_PARAMETER                                                 */
    NODE_PARAMETER,   /* text: (kid0) = (kid1): annotation, default; integer is a ParameterKind  */

    /* Statements; node->statement has their lines and directives. A target is a NAME, ATTRIBUTE,
     * INDEX, or a TUPLE or LIST of those with at most one STAR. Those that begin with a keyword
     * are marked at it, unless a mark is given. */
    NODE_EXPRESSION, /* kid0                                                                     */
    NODE_ASSIGN,     /* kid0 = kid1..., the last kid is the value, the others are targets        */
    NODE_AUGMENTED,  /* kid0 op= kid1: kid0 is a NAME, ATTRIBUTE or INDEX, op as in BINARY; at op */
    NODE_ANNOTATED,  /* kid0: kid1 = [kid2]: annotation, value; at the colon                     */
    NODE_IMPORT,     /* import kid0...: NODE_ALIAS with dotted paths                             */
    NODE_FROM,       /* from text import kid0...: NODE_ALIAS; text may begin with dots; at text  */
    NODE_ALIAS,      /* text [as name]: kid0 is the NODE_NAME to bind (of `import a.b`: a); of *
                        there is none; at text                                                   */
    NODE_ASSERT,     /* assert kid0, [kid1]                                                      */
    NODE_RETURN,     /* return [kid0]                                                            */
    NODE_RAISE,      /* raise [kid0] from [kid1]                                                 */
    NODE_DEL,        /* del kid0...: targets                                                     */
    NODE_GLOBAL,     /* global kid0...: NODE_NAME                                                */
    NODE_NONLOCAL,   /* nonlocal kid0...: NODE_NAME                                              */
    NODE_PASS,       /* no kids                                                                  */
    NODE_BREAK,      /* no kids                                                                  */
    NODE_CONTINUE,   /* no kids                                                                  */
    NODE_IF,         /* if kid0: kid1 elif kid2: kid3 ... else: the last, when kids is odd       */
    NODE_WHILE,      /* while kid0: kid1 else: [kid2]                                            */
    NODE_FOR,        /* for kid0 in kid1: kid2 else: [kid3]                                      */
    NODE_TRY,        /* try: kid0 else: (kid1) finally: (kid2); kid3... are NODE_EXCEPT          */
    NODE_EXCEPT,     /* except (kid0) as [kid2]: kid1; kid2 is a NODE_NAME                       */
    NODE_WITH,       /* with kid0...: the last kid; the others are NODE_ITEM                     */
    NODE_ITEM,       /* kid0 as [kid1]: kid1 is a target                                         */
    NODE_DEF,        /* def text kid0 -> (kid1): kid2; kid0 is NODE_PARAMETERS, kid3... are
                        NODE_DECORATOR, in the order of the file                                 */
    NODE_CLASS,      /* class text kid0: kid1; kid0 is NODE_BASES, kid2... are NODE_DECORATOR    */
    NODE_BASES,      /* (kid0...) as the arguments of a call                                     */
    NODE_DECORATOR,  /* @kid0; at @                                                              */
    NODE_BLOCK,      /* kid0...: statements, at least one                                        */
    NODE_LATER,      /* the body of a function, not yet read: from `start` to `end`              */
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
    OP_LSHIFT,
    OP_RSHIFT,
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
/* The method that an operator calls, of its left side: "__add__"; of its right one: "__radd__". NULL for none. */
const char *operator_method(Operator op);
const char *operator_method_of_right(Operator op);
/* The hash by which names are found. */
uint64_t names_hash(const char *name);

/* def f(a, /, b, *c, d, **e): how arguments reach each of them, in this order. */
typedef enum ParameterKind {
    PARAMETER_POSITION, /* by position alone                       */
    PARAMETER_ANY,      /* by position or by name                  */
    PARAMETER_STAR,     /* the positions that are left, as a tuple */
    PARAMETER_NAME,     /* by name alone                           */
    PARAMETER_STARS,    /* the names that are left, as a dict      */
} ParameterKind;

typedef struct Node Node;
typedef struct Statement Statement;

struct Node {
    NodeKind kind;
    Operator op;
    int line, col, width; /* the mark; a width ends with the line                             */
    size_t start, end;    /* all of it in the lesson's source, as byte offsets                */
    int height;           /* 1 for a leaf, one more than its highest kid: at most LIMIT_HEIGHT */
    int kids;
    Node **kid;
    Operator *ops; /* NODE_COMPARE: kids - 1 of them                                    */
    union {
        struct {
            const char *text;
            size_t length; /* in bytes; a string may hold NULs                              */
        };
        Text string; /* of NODE_STRING: the same, as a value has it                          */
    };
    uint64_t hash; /* of a name: names_hash                                             */
    int64_t integer;
    double number;
    Statement *statement; /* of a statement alone                                       */
};

/* The directives, in the order in which an error lists them, and what each has after its colon. */
#define DIRECTIVES(X)                                                                              \
    X(ROWS, "rows", LABELS)      /* of the result's rows                      */                   \
    X(COLS, "cols", LABELS)      /* of its columns                            */                   \
    X(ITEMS, "items", LABELS)    /* of its matrices                           */                   \
    X(AXES, "axes", LABELS)      /* the names of its axes                     */                   \
    X(HIDE, "hide", NOTHING)     /* not shown                                 */                   \
    X(FOLD, "fold", NOTHING)     /* nor is what led to it                     */                   \
    X(POINT, "point", WORDS)     /* the number to look at first               */                   \
    X(DROPOUT, "dropout", WORDS) /* how PyTorch was built                     */                   \
    X(ACCEPT, "accept", WORDS)   /* facts that the example need not show      */                   \
    X(OR, "or", WORDS)           /* another input that answers are tried on   */                   \
    X(BLANK, "blank", TEXT)      /* an exercise asks for it, or a part of it  */                   \
    X(WRONG, "wrong", TEXT)      /* a foreseen answer: number, colon, why not */

typedef enum DirectiveKind {
#define X(kind, word, takes) DIRECTIVE_##kind,
    DIRECTIVES(X)
#undef X
        DIRECTIVE_KINDS
} DirectiveKind;

/* DIRECTIVE_TEXT: with or without a colon, or nothing. */
typedef enum DirectiveTakes {
    DIRECTIVE_NOTHING,
    DIRECTIVE_WORDS,
    DIRECTIVE_LABELS,
    DIRECTIVE_TEXT
} DirectiveTakes;

/* A comment `#| key: words` directs how the next statement is shown, or how PyTorch was built. */
typedef struct Directive {
    DirectiveKind kind;
    DirectiveTakes takes;
    const char *key;  /* as written: "rows"                              */
    const char *text; /* text after the colon, blanks trimmed; "" for none */
    int line, col;    /* of the key                                      */
} Directive;

struct Statement {
    Node *node;
    int line, last_line; /* of the code, decorators and body included, directives not */
    int directives;
    Directive *directive;
};

typedef struct Program {
    int count;
    Statement *statement;
} Program;

#endif
