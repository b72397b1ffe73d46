/* Ways back that are a line of text: QkvOp.rule. The text is read while it is computed, by the rows that it names, so
 * that each step of it can be asked where it comes from. */
#include <string.h>

#include "core/gradient.h"
#include "core/rows.h"

/* A part of a rule: a number, a tensor, or a product that is not computed yet, because it may be added unrounded. */
typedef struct RulePart {
    bool is_number;
    double number;
    const QkvTensor *t;
    const QkvTensor *left, *right;
} RulePart;

enum { MOST_NAMES = 4, MOST_GIVEN = 3 };

typedef struct RuleName {
    const char *name;
    size_t length;
    RulePart is;
} RuleName;

typedef struct RuleReader {
    Qkv *q;
    const QkvCall *c;
    const QkvTensor *g;
    const char *at;
    bool is_wrong;
    int names;
    RuleName named[MOST_NAMES];
} RuleReader;

static RulePart read_choice(RuleReader *r);

/* --- reading ------------------------------------------------------------------------------------------- */

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || is_digit(c) || c == '_';
}

static bool rule_takes(RuleReader *r, const char *sign)
{
    size_t n = strlen(sign);
    r->at += strspn(r->at, " ");
    if (strncmp(r->at, sign, n) != 0 || (is_letter(*sign) && is_letter(r->at[n])))
        return false;
    r->at += n;
    return true;
}

static RulePart rule_is_wrong(RuleReader *r)
{
    r->is_wrong = true;
    return (RulePart){0};
}

static RulePart of_number(double x)
{
    return (RulePart){.is_number = true, .number = x};
}

static const QkvTensor *rule_tensor(RuleReader *r, RulePart p)
{
    return p.is_number ? qkv_number(r->q, p.number) : p.left ? qkv_mul(r->q, p.left, p.right) : p.t;
}

static RulePart of_two(RuleReader *r,
                       QkvTensor const *(*apply)(Qkv *, const QkvTensor *, const QkvTensor *),
                       RulePart a, RulePart b)
{
    const QkvTensor *left = rule_tensor(r, a), *right = rule_tensor(r, b);
    return (RulePart){.t = apply(r->q, left, right)};
}

/* --- names --------------------------------------------------------------------------------------------- */

static const QkvOp *row_called(const char *name, size_t length, int given)
{
    int count;
    const QkvOp *const *row = qkv_ops(&count);
    for (int i = 0; i < count; i++) {
        int operands = 0;
        if (strncmp(row[i]->name, name, length) != 0 || row[i]->name[length] != '\0')
            continue;
        for (const char *s = row[i]->signature; s && (s = strchr(s, ':')) != NULL; s++)
            operands += s[1] == 'T' || s[1] == 'O';
        if (operands == given)
            return row[i];
    }
    return NULL;
}

/* "exp(a)". A sum runs along the axis of the operation, and keeps it; a function of a number is one. */
static RulePart read_call(RuleReader *r, const char *name, size_t length)
{
    RulePart given[MOST_GIVEN];
    const QkvTensor *in[MOST_GIVEN];
    int count = 0;
    do
        given[count++] = read_choice(r);
    while (rule_takes(r, ",") && count < MOST_GIVEN);
    const QkvOp *op = row_called(name, length, count);
    if (!rule_takes(r, ")") || !op)
        return rule_is_wrong(r);
    if (count == 1 && given[0].is_number && op->d1)
        return of_number(op->d1(given[0].number));
    for (int i = 0; i < count; i++)
        in[i] = rule_tensor(r, given[i]);
    QkvParams p = {.count = op == &op_sum, .at = {r->c->params.at[0]}, .keepdim = true};
    return (RulePart){.t = qkv_apply(r->q, op, count, in, op == &op_sum ? &p : NULL)};
}

static RulePart read_rule_name(RuleReader *r)
{
    const char *start = r->at;
    while (is_letter(*r->at))
        r->at++;
    size_t n = (size_t)(r->at - start);
    if (n == 0)
        return rule_is_wrong(r);
    if (rule_takes(r, "("))
        return read_call(r, start, n);
    for (int i = 0; i < r->names; i++)
        if (r->named[i].length == n && strncmp(r->named[i].name, start, n) == 0)
            return r->named[i].is;
    if (n == 1 && *start >= 'a' && *start - 'a' < r->c->count)
        return (RulePart){.t = r->c->in[*start - 'a']};
    if (n == 1 && *start == 'g')
        return (RulePart){.t = r->g};
    if (n == 2 && strncmp(start, "pi", n) == 0)
        return of_number(3.14159265358979323846);
    return n == 3 && strncmp(start, "out", n) == 0 ? (RulePart){.t = r->c->out} : rule_is_wrong(r);
}

/* --- signs, by how strongly they bind ---------------------------------------------------------------------- */

/* "0.5", whatever the decimal point of the program is that the library is a part of. Both parts are whole. */
static RulePart read_decimal(RuleReader *r)
{
    double digits = 0, parts = 1;
    bool has_point = false;
    for (; is_digit(*r->at) || (*r->at == '.' && is_digit(r->at[1]) && !has_point); r->at++) {
        has_point = has_point || *r->at == '.';
        digits = *r->at == '.' ? digits : 10 * digits + (*r->at - '0');
        parts *= has_point && *r->at != '.' ? 10 : 1;
    }
    return of_number(digits / parts);
}

static RulePart read_atom(RuleReader *r)
{
    RulePart p;
    if (rule_takes(r, "(")) {
        p = read_choice(r);
        return rule_takes(r, ")") ? p : rule_is_wrong(r);
    }
    return is_digit(*r->at) ? read_decimal(r) : read_rule_name(r);
}

static RulePart read_factor(RuleReader *r)
{
    if (rule_takes(r, "-")) {
        RulePart p = read_factor(r);
        return p.is_number ? of_number(-p.number)
                           : (RulePart){.t = qkv_neg(r->q, rule_tensor(r, p))};
    }
    RulePart p = read_atom(r);
    while (rule_takes(r, ".T")) {
        const QkvTensor *t = rule_tensor(r, p);
        p = (RulePart){.t = qkv_transpose(r->q, t, -1, -2)};
    }
    return rule_takes(r, "**") ? of_two(r, qkv_pow, p, read_factor(r)) : p;
}

static RulePart read_term(RuleReader *r)
{
    RulePart p = read_factor(r);
    while (!r->is_wrong)
        if (rule_takes(r, "*")) {
            RulePart by = read_factor(r);
            if (p.is_number && by.is_number)
                p.number *= by.number;
            else
                p = (RulePart){.left = rule_tensor(r, p), .right = rule_tensor(r, by)};
        } else if (rule_takes(r, "//")) {
            p = of_two(r, qkv_floor_divide, p, read_factor(r));
        } else if (rule_takes(r, "/")) {
            RulePart by = read_factor(r);
            p = p.is_number && by.is_number ? of_number(p.number / by.number)
                                            : of_two(r, qkv_div, p, by);
        } else if (rule_takes(r, "@")) {
            p = of_two(r, qkv_matmul, p, read_factor(r));
        } else {
            break;
        }
    return p;
}

/* A product is added, and taken off, without being rounded before. */
static RulePart read_sum(RuleReader *r)
{
    RulePart p = read_term(r);
    while (!r->is_wrong) {
        bool is_minus = rule_takes(r, "-");
        if (!is_minus && !rule_takes(r, "+"))
            break;
        RulePart more = read_term(r), product = more.left || is_minus ? more : p;
        if (!product.left) {
            p = of_two(r, is_minus ? qkv_sub : qkv_add, p, more);
            continue;
        }
        const QkvTensor *left = is_minus ? qkv_neg(r->q, product.left) : product.left;
        const QkvTensor *other = rule_tensor(r, more.left ? p : more);
        p = (RulePart){.t = qkv_multiply_add(r->q, left, product.right, other)};
    }
    return p;
}

static RulePart read_comparison(RuleReader *r)
{
    static const struct {
        const char *sign;
        const QkvTensor *(*apply)(Qkv *, const QkvTensor *, const QkvTensor *);
    } signs[] = {{"<=", qkv_le}, {">=", qkv_ge}, {"==", qkv_eq}, {"<", qkv_lt}, {">", qkv_gt}};
    RulePart p = read_sum(r);
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
        if (rule_takes(r, signs[i].sign))
            return of_two(r, signs[i].apply, p, read_sum(r));
    return p;
}

static RulePart read_condition(RuleReader *r)
{
    RulePart p = read_comparison(r);
    while (!r->is_wrong)
        if (rule_takes(r, "and"))
            p = of_two(r, qkv_and, p, read_comparison(r));
        else if (rule_takes(r, "or"))
            p = of_two(r, qkv_or, p, read_comparison(r));
        else
            break;
    return p;
}

static RulePart read_choice(RuleReader *r)
{
    RulePart yes = read_condition(r);
    if (r->is_wrong || !rule_takes(r, "if"))
        return yes;
    RulePart when = read_condition(r);
    if (!rule_takes(r, "else"))
        return rule_is_wrong(r);
    RulePart no = read_choice(r);
    const QkvTensor *in[] = {rule_tensor(r, when), rule_tensor(r, yes), rule_tensor(r, no)};
    return (RulePart){.t = qkv_where(r->q, in[0], in[1], in[2])};
}

/* "s = sigmoid(a); " before the rest. */
static bool read_named_part(RuleReader *r)
{
    const char *start = r->at + strspn(r->at, " "), *end = start;
    while (is_letter(*end))
        end++;
    const char *sign = end + strspn(end, " ");
    if (end == start || *sign != '=' || sign[1] == '=' || r->names == MOST_NAMES)
        return false;
    r->at = sign + 1;
    RulePart p = read_choice(r);
    r->named[r->names++] = (RuleName){start, (size_t)(end - start), {.t = rule_tensor(r, p)}};
    return rule_takes(r, ";") || (rule_is_wrong(r), false);
}

const QkvTensor *back_text(Qkv *q, const QkvCall *c, const char *text, const QkvTensor *g)
{
    RuleReader r = {.q = q, .c = c, .g = g, .at = text};
    while (read_named_part(&r))
        ;
    const QkvTensor *t = r.is_wrong ? NULL : rule_tensor(&r, read_choice(&r));
    if (!r.is_wrong && *r.at == '\0')
        return t;
    qkv_lack(q, "backward: the rule of %s cannot be read at '%s'", c->op->name, r.at);
    return NULL;
}

const char *qkv_rule(const QkvCall *c, int operand)
{
    const char *rule = operand >= 0 && operand < QKV_RULES ? c->op->rule[operand] : NULL;
    bool has_vector = false;
    for (int i = 0; i < c->count; i++)
        has_vector = has_vector || (c->in[i] && c->in[i]->rank < 2);
    return rule && strchr(rule, '@') && has_vector ? NULL : rule;
}
