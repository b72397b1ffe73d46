#include "core/equation.h"
#include "core/context.h"

#include <string.h>

#include "base/common.h"

static const char *const ordinal[EQUATION_OPERANDS] = {"first", "second", "third",   "fourth",
                                                       "fifth", "sixth",  "seventh", "eighth"};

bool letters_have(const Letters *l, int64_t letter)
{
    for (int i = 0; i < l->count; i++)
        if (l->at[i] == letter)
            return true;
    return false;
}

bool letters_equal(const Letters *a, const Letters *b)
{
    bool equal = a->count == b->count;
    for (int i = 0; equal && i < a->count; i++)
        equal = a->at[i] == b->at[i];
    return equal;
}

static int64_t letter_number(char letter)
{
    return QKV_MAX_RANK + (letter <= 'Z' ? letter - 'A' : 26 + letter - 'a');
}

static char letter_of(int64_t number)
{
    int64_t n = number - QKV_MAX_RANK;
    return (char)(n < 26 ? 'A' + n : 'a' + n - 26);
}

/* --- reading ------------------------------------------------------------------------------------ */

/* The letters of one operand, or of the result, as they stand: '.' for '...'. */
typedef struct OperandText {
    char item[QKV_MAX_RANK + 1];
    int items;
    int64_t letters; /* may be more than there is room for: these are counted only */
    bool dots;
} OperandText;

/* Owner of letters, for errors. */
static const char *owner(int operand)
{
    return operand < EQUATION_OPERANDS ? ordinal[operand] : "result";
}

static bool read_dots(Qkv *q, const char *at, OperandText *p)
{
    if (strncmp(at, "...", 3) != 0)
        return qkv_fail(q, "einsum: a single '.' in the equation: the axes that have no letter are "
                           "written '...'");
    if (p->dots)
        return qkv_fail(q, "einsum: '...' can occur only once for each operand");
    p->dots = true;
    return true;
}

/* Reads up to `end`: one operand, or the result. */
static bool read_part(Qkv *q, const char *text, const char *at, const char *end, OperandText *p)
{
    *p = (OperandText){0};
    for (; at < end; at++) {
        if (*at == ' ')
            continue;
        bool is_letter = (*at >= 'a' && *at <= 'z') || (*at >= 'A' && *at <= 'Z');
        if (!is_letter && *at != '.')
            return qkv_fail(
                q,
                "einsum: character %lld of the equation is not a letter: expected letters, "
                "',', '...' and one '->'",
                (long long)(at - text) + 1);
        if (*at == '.' && !read_dots(q, at, p))
            return false;
        p->letters += is_letter;
        if (p->items <= QKV_MAX_RANK)
            p->item[p->items++] = *at;
        at += *at == '.' ? 2 : 0;
    }
    return true;
}

/* Puts the letters of a part, with `covered` axes in the place of '...'. */
static void put_letters(const OperandText *p, int covered, Letters *l)
{
    for (int i = 0; i < p->items; i++) {
        if (p->item[i] != '.') {
            l->at[l->count++] = letter_number(p->item[i]);
            continue;
        }
        for (int d = QKV_MAX_RANK - covered; d < QKV_MAX_RANK; d++)
            l->at[l->count++] = d;
    }
}

static bool take_operand(Qkv *q, const OperandText *p, int operand, const QkvTensor *t, Letters *l)
{
    int64_t covered = t->rank - p->letters;
    if (covered < 0 || (covered > 0 && !p->dots)) {
        FAULT(q, covered < 0 ? QKV_FAULT_LETTERS : QKV_FAULT_LETTERS_LESS, operand);
        return qkv_fail(q, "einsum: %lld letter%s for the %s operand, and its shape is %s: %s",
                        (long long)p->letters, plural(p->letters), owner(operand), SIZES(t),
                        covered < 0 ? "more letters than axes"
                                    : "each axis needs a letter, or '...'");
    }
    put_letters(p, (int)covered, l);
    return true;
}

static bool read_operands(Qkv *q, const char *text, const char *end, const QkvTensor *const *in,
                          Equation *e)
{
    const char *at = text;
    int parts = 1;
    for (const char *c = text; c < end; c++)
        parts += *c == ',';
    if (parts != e->operands) {
        FAULT(q, parts > e->operands ? QKV_FAULT_OPERANDS : QKV_FAULT_OPERANDS_LESS, parts);
        return qkv_fail(q, "einsum: the equation is about %d operand%s, but there %s %d", parts,
                        plural(parts), e->operands == 1 ? "is" : "are", e->operands);
    }
    for (int i = 0; i < parts; i++) {
        const char *comma = memchr(at, ',', (size_t)(end - at));
        OperandText p;
        if (!read_part(q, text, at, comma ? comma : end, &p) ||
            !take_operand(q, &p, i, in[i], &e->in[i]))
            return false;
        at = comma ? comma + 1 : end;
    }
    return true;
}

/* How many axes '...' covers in the operand where it covers most. */
static int most_covered(const Equation *e)
{
    int most = 0;
    for (int i = 0; i < e->operands; i++) {
        int covered = 0;
        for (int d = 0; d < e->in[i].count; d++)
            covered += e->in[i].at[d] < QKV_MAX_RANK;
        most = covered > most ? covered : most;
    }
    return most;
}

static bool check_result(Qkv *q, const Equation *e, const OperandText *p)
{
    for (int i = 0; i < p->items; i++) {
        if (p->item[i] == '.')
            continue;
        bool known = false;
        for (int k = 0; k < e->operands; k++)
            known = known || letters_have(&e->in[k], letter_number(p->item[i]));
        if (!known) {
            FAULT(q, QKV_FAULT_LETTER_OUT, p->item[i]);
            return qkv_fail(q, "einsum: the result has the letter '%c', but no operand has it",
                            p->item[i]);
        }
        if (memchr(p->item, p->item[i], (size_t)i))
            return qkv_fail(q,
                            "einsum: the letter '%c' occurs twice in the result: each axis needs a "
                            "letter of its own",
                            p->item[i]);
    }
    return true;
}

static bool fail_rank(Qkv *q, int64_t axes)
{
    return qkv_lack(q, "einsum: the result would have %lld axes: a tensor has at most %d",
                    (long long)axes, QKV_MAX_RANK);
}

static bool read_result(Qkv *q, const char *text, const char *at, Equation *e)
{
    OperandText p;
    if (!read_part(q, text, at, at + strlen(at), &p) || !check_result(q, e, &p))
        return false;
    int covered = p.dots ? most_covered(e) : 0;
    if (p.letters + covered > QKV_MAX_RANK)
        return fail_rank(q, p.letters + covered);
    put_letters(&p, covered, &e->out);
    return true;
}

/* Without '->': the axes of '...', then the letters that stand once. */
static bool imply_result(Qkv *q, Equation *e)
{
    int times[EQUATION_LETTERS] = {0}, axes = 0;
    for (int i = 0; i < e->operands; i++)
        for (int d = 0; d < e->in[i].count; d++)
            times[e->in[i].at[d]]++;
    for (int n = 0; n < EQUATION_LETTERS; n++) {
        bool stays = n < QKV_MAX_RANK ? times[n] > 0 : times[n] == 1;
        if (stays && axes < QKV_MAX_RANK)
            e->out.at[e->out.count++] = n;
        axes += stays;
    }
    return axes <= QKV_MAX_RANK || fail_rank(q, axes);
}

/* --- sizes -------------------------------------------------------------------------------------- */

static bool fail_size(Qkv *q, int64_t letter, int operands, const QkvTensor *const *in, int64_t m,
                      int64_t n)
{
    Buf text = {.arena = qkv_arena(q)};
    if (letter < QKV_MAX_RANK)
        buf_puts(&text, "einsum: an axis that '...' covers");
    else
        buf_printf(&text, "einsum: the letter '%c'", letter_of(letter));
    buf_printf(&text, " has the sizes %lld and %lld: ", (long long)m, (long long)n);
    for (int i = 0; i < operands; i++)
        buf_printf(&text, "%s%s", i ? " and " : "", SIZES(in[i]));
    FAULT(q, QKV_FAULT_LETTER_SIZES, m, n);
    return qkv_fail(q, "%s%s", buf_text(&text),
                    operands == 1 ? " is not square there" : " do not fit");
}

/* A letter has one size; 1 is repeated where another operand has more, but not within one. */
static bool check_sizes(Qkv *q, const Equation *e, const QkvTensor *const *in)
{
    int64_t size[EQUATION_LETTERS];
    for (int n = 0; n < EQUATION_LETTERS; n++)
        size[n] = 1;
    for (int i = 0; i < e->operands; i++) {
        const Letters *l = &e->in[i];
        for (int d = 0; d < l->count; d++) {
            int64_t own = in[i]->size[d], *known = &size[l->at[d]];
            for (int b = 0; b < d; b++)
                if (l->at[b] == l->at[d] && in[i]->size[b] != own)
                    return fail_size(q, l->at[d], 1, in + i, in[i]->size[b], own);
            if (own != 1 && *known != 1 && own != *known)
                return fail_size(q, l->at[d], e->operands, in, *known, own);
            *known = own != 1 ? own : *known;
        }
    }
    return true;
}

bool equation_read(Qkv *q, const char *text, int operands, const QkvTensor *const *in, Equation *e)
{
    *e = (Equation){.operands = operands};
    const char *arrow = strstr(text, "->");
    return read_operands(q, text, arrow ? arrow : text + strlen(text), in, e) &&
           (arrow ? read_result(q, text, arrow + 2, e) : imply_result(q, e)) &&
           check_sizes(q, e, in);
}

/* --- writing ------------------------------------------------------------------------------------ */

static void put_list(Buf *out, const Letters *l)
{
    bool dots = false, first = true;
    for (int d = 0; d < l->count; d++) {
        bool is_dots = l->at[d] < QKV_MAX_RANK;
        if (is_dots && dots)
            continue;
        buf_puts(out, first ? "" : ", ");
        if (is_dots)
            buf_puts(out, "...");
        else
            buf_putc(out, letter_of(l->at[d]));
        dots = dots || is_dots;
        first = false;
    }
}

/* A single number has no index. */
static void put_letters_cell(Buf *out, const char *name, const Letters *l)
{
    buf_puts(out, name);
    buf_puts(out, l->count ? "[" : "");
    put_list(out, l);
    buf_puts(out, l->count ? "]" : "");
}

const char *equation_formula(Arena *a, const Equation *e, const Letters *summed)
{
    static const char *const names[EQUATION_OPERANDS] = {"a", "b"};
    Buf text = {.arena = a};
    put_letters_cell(&text, "out", &e->out);
    buf_puts(&text, " = ");
    if (summed->count > 0) {
        buf_puts(&text, "sum over ");
        put_list(&text, summed);
        buf_puts(&text, " of ");
    }
    for (int i = 0; i < EQUATION_OPERANDS && i < e->operands; i++) {
        buf_puts(&text, i ? " * " : "");
        put_letters_cell(&text, names[i], &e->in[i]);
    }
    return buf_text(&text);
}
